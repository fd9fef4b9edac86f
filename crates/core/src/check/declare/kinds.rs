//! Declares kinds: their names, members and unions.

use std::collections::BTreeSet;

use super::constant;
use crate::check::circles::NeedGraph;
use crate::check::codes;
use crate::check::names::{
    Book, DeclarationSort, Def, MAKE_TWO, MAX_MEMBERS, TypeSource, distinct, kind_of, once_each, parts, word_family,
    written_members,
};
use crate::ir::{Axis, KindBody as Body, KindId, MemberFamily, Type};
use tavola_syntax::syntax::ast::{self, CellKind, ItemKind, KindBody, SheetKind};

/// Declares kinds in the order of the text. Unions are filled later, by [`unions`].
pub(super) fn declare(book: &mut Book, items: &[&ast::Item]) {
    for item in items {
        match &item.kind {
            ItemKind::Kind { name, body, .. } => {
                let families = match body {
                    KindBody::Rows(table) => table.rows.iter().filter_map(row_family).collect(),
                    KindBody::Expr(e) => written_members(e).unwrap_or_default(),
                };
                add(book, name, families);
            }
            ItemKind::Sheet(sheet) if sheet.kind == SheetKind::Card => card(book, sheet),
            _ => {}
        }
    }
}

fn add(book: &mut Book, name: &ast::Name, families: Vec<MemberFamily>) {
    let id = KindId(book.ir.kinds.len() as u32);
    if name.text == "Player" || book.names.kind(&name.text).is_some() {
        book.claim(name, Def::Kind(id));
        return;
    }
    let families = distinct(book, families);
    let id = book.add_kind(&name.text, Body::Members(families), name.span);
    book.declares(name, Def::Kind(id));
    book.declares_members(DeclarationSort::Member, id);
}

fn row_family(row: &ast::KindRow) -> Option<MemberFamily> {
    row.cells.iter().find_map(|cell| match &cell.kind {
        CellKind::Member(name, params) => {
            let mut family = word_family(&name.text, name.span);
            name_params(&mut family, params);
            Some(family)
        }
        _ => None,
    })
}

fn name_params(family: &mut MemberFamily, params: &[ast::Param]) {
    family.param_names = params.iter().map(|param| param.name.text.clone()).collect();
    family.param_spans = params.iter().map(|param| param.name.span).collect();
}

/// Declares `card X of K`, a member of `K`. The first card of `K` declares `K`.
fn card(book: &mut Book, sheet: &ast::Sheet) {
    let Some(kind) = sheet.of.first() else {
        let message = format!("`{}` belongs to no kind of cards", sheet.name.text);
        let help = format!("say of which: `card {} of ..`", sheet.name.text);
        book.error(codes::WRONG_SORT, sheet.name.span, message, help);
        return;
    };
    let id = match book.names.kind(&kind.text) {
        Some(id) => {
            book.record(Def::Kind(id), kind.span);
            id
        }
        None => {
            let span = kind.span;
            let id = KindId(book.ir.kinds.len() as u32);
            if book.names.get(&kind.text).is_empty() {
                book.suspects.push((kind.text.clone(), span));
                let id = book.add_kind(&kind.text, Body::Members(Vec::new()), span);
                book.declares(kind, Def::Kind(id));
                id
            } else {
                book.claim(kind, Def::Kind(id));
                return;
            }
        }
    };
    let mut family = word_family(&sheet.name.text, sheet.name.span);
    name_params(&mut family, &sheet.params);
    let Body::Members(families) = &mut book.ir.kinds[id.index()].body else {
        let message = format!("`{}` can have no cards", kind.text);
        book.error(codes::WRONG_SORT, kind.span, message, "cards belong to a kind of their own: `card NAME of KIND`");
        return;
    };
    if families.len() >= MAX_MEMBERS {
        let message = format!("a kind has at most {MAX_MEMBERS} members");
        book.error(codes::TOO_DEEP, sheet.name.span, message, MAKE_TWO);
        return;
    }
    let at = families.len() as u32;
    let is_repeated = families.iter().any(|other| other.name == family.name);
    families.push(family);
    if is_repeated {
        let message = format!("`{}` is a card twice", sheet.name.text);
        book.error(codes::NAME_TWICE, sheet.name.span, message, "say how many with `x5`");
    } else {
        book.names.member(&sheet.name.text, id, at);
        let ty = TypeSource::Type(Type::Member(id));
        book.index.declare(DeclarationSort::Card, &sheet.name.text, sheet.name.span, ty);
    }
}

/// Fills kinds like `kind Food = Fruit + {nut}` and `kind Sweet = Food - {lemon}`. The operands of `-` are filled first.
pub(super) fn unions(book: &mut Book, items: &[&ast::Item]) {
    let mut open: Vec<(&ast::Name, &ast::Expr)> = Vec::new();
    for item in items {
        if let ItemKind::Kind { name, body: KindBody::Expr(e), .. } = &item.kind
            && written_members(e).is_none()
        {
            open.push((name, e));
        }
    }
    while !open.is_empty() {
        let waits = |e: &ast::Expr| open.iter().any(|(name, _)| takes_from(e, &name.text));
        let ready = open.iter().position(|(_, e)| !waits(e)).unwrap_or(0);
        let (name, e) = open.remove(ready);
        union(book, name, e);
    }
}

/// True if a kind is an operand of `-`, so that its members must be known first.
fn takes_from(e: &ast::Expr, kind: &str) -> bool {
    match &e.kind {
        ast::ExprKind::Binary(ast::Binary::Sub, a, b) => names_kind(a, kind) || names_kind(b, kind),
        ast::ExprKind::Binary(ast::Binary::Add, a, b) => takes_from(a, kind) || takes_from(b, kind),
        _ => false,
    }
}

fn names_kind(e: &ast::Expr, kind: &str) -> bool {
    match &e.kind {
        ast::ExprKind::Name(name) => name == kind,
        ast::ExprKind::Binary(_, a, b) => names_kind(a, kind) || names_kind(b, kind),
        _ => false,
    }
}

fn union(book: &mut Book, name: &ast::Name, e: &ast::Expr) {
    let Some(id) = book.names.kind(&name.text) else { return };
    if takes_from(e, &name.text) {
        let message = format!("`{}` is made of itself", name.text);
        return book.error(codes::RECURSION, e.span, message, "leave it out of its own formula");
    }
    let Some(parts) = parts(book, e) else { return };
    if parts.iter().any(|part| book.parts(*part).contains(&id)) {
        let message = format!("`{}` is made of itself", name.text);
        let help = "one of the kinds in its formula is made of it: leave that one out";
        book.error(codes::RECURSION, e.span, message, help);
        return;
    }
    once_each(book, &parts, e.span);
    book.ir.kinds[id.index()].body = Body::Union(parts);
}

/// The range of an index or of a member's parameter: a kind, or numbers.
pub(super) fn axis_of(book: &mut Book, domain: &ast::Expr) -> Option<Axis> {
    if let ast::ExprKind::Range(low, high) = &domain.kind {
        let Some(high) = high else {
            book.error(codes::MISPLACED, domain.span, "this range has no end", "write its end: `1..3`");
            return None;
        };
        return Some(Axis::Numbers(constant(book, low), constant(book, high)));
    }
    let kind = kind_of(book, domain)?;
    book.used.insert(Def::Kind(kind));
    Some(Axis::Kind(kind))
}

/// Declares parameters of members: `seed(f in Fruit)`.
pub(super) fn params(book: &mut Book, items: &[&ast::Item]) {
    for item in items {
        match &item.kind {
            ItemKind::Kind { name, body: KindBody::Rows(table), .. } => {
                let Some(id) = book.names.kind(&name.text) else {
                    continue;
                };
                for row in &table.rows {
                    for cell in &row.cells {
                        if let CellKind::Member(member, params) = &cell.kind {
                            family_params(book, id, &member.text, params);
                        }
                    }
                }
            }
            ItemKind::Sheet(sheet) if sheet.kind == SheetKind::Card => {
                let Some(id) = sheet.of.first().and_then(|kind| book.names.kind(&kind.text)) else {
                    continue;
                };
                family_params(book, id, &sheet.name.text, &sheet.params);
            }
            _ => {}
        }
    }
    not_of_themselves(book);
}

/// Reports kinds whose members take members of the same kind as parameters: they would be infinite.
fn not_of_themselves(book: &mut Book) {
    let kinds = &book.ir.kinds;
    let made_of = NeedGraph::new(kinds.len(), |at| match &kinds[at].body {
        Body::Members(families) => {
            let params = families.iter().flat_map(|family| &family.params);
            params.filter_map(Axis::kind).map(KindId::index).collect::<Vec<_>>()
        }
        Body::Union(parts) => parts.iter().map(|part| part.index()).collect(),
        _ => Vec::new(),
    });
    let circles = made_of.groups().filter(|group| group.is_circle);
    let members = |at: &usize| matches!(kinds[*at].body, Body::Members(_));
    let wrong: BTreeSet<usize> = circles.flat_map(|group| group.members).filter(members).collect();
    for at in wrong {
        let (name, span) = (book.ir.kinds[at].name.clone(), book.ir.kinds[at].span);
        let message = format!("the members of `{name}` are made of themselves");
        book.error(codes::RECURSION, span, message, "let their rows range over another kind");
    }
}

/// True if a member still lacks exactly these parameters. With two rows of one name, each gets its own.
fn is_open(family: &MemberFamily, params: &[ast::Param]) -> bool {
    let names = params.iter().map(|param| &param.name.text);
    family.params.is_empty() && family.param_names.iter().eq(names)
}

fn family_params(book: &mut Book, kind: KindId, name: &str, params: &[ast::Param]) {
    let axes: Vec<Axis> = params
        .iter()
        .filter_map(|param| match &param.ty {
            ast::ParamType::In(e) | ast::ParamType::Of(ast::TypeExpr::Of(e, false)) => axis_of(book, e),
            _ => {
                let message = format!("`{}` must range over a kind, or over numbers", param.name.text);
                book.error(codes::WRONG_SORT, param.name.span, message, "write `x in K` or `n in 1..3`");
                None
            }
        })
        .collect();
    if let Body::Members(families) = &mut book.ir.kinds[kind.index()].body
        && let Some(family) = families.iter_mut().find(|family| family.name == name && is_open(family, params))
    {
        family.param_names.truncate(axes.len());
        family.param_spans.truncate(axes.len());
        family.params = axes;
    }
}
