//! Kind expressions: `{apple, pear}`, `Fruit + {nut}`, `Fruit - {lemon}`.

use super::book::Book;
use super::defs::Def;
use super::sorts::DeclarationSort;
use crate::check::codes;
use crate::ir::{KindBody, KindId, MemberFamily};
use tavola_syntax::syntax::ast;
use tavola_syntax::text::Span;

/// Maximum number of members of a kind: as many as a set can hold.
pub(crate) const MAX_MEMBERS: usize = 256;
/// Help for a kind with too many members.
pub(crate) const MAKE_TWO: &str = "make two kinds of it";

/// Reports too many members (and drops the rest), and names that appear twice.
pub(crate) fn distinct(book: &mut Book, mut families: Vec<MemberFamily>) -> Vec<MemberFamily> {
    if let Some(first_too_many) = families.get(MAX_MEMBERS) {
        let message = format!("a kind has at most {MAX_MEMBERS} members");
        book.error(codes::TOO_DEEP, first_too_many.span, message, MAKE_TWO);
        families.truncate(MAX_MEMBERS);
    }
    for (at, family) in families.iter().enumerate() {
        if families[..at].iter().any(|other| other.name == family.name) {
            let help = "if there are several alike, give the kind a column `copies`";
            book.error(codes::NAME_TWICE, family.span, format!("`{}` is a member twice", family.name), help);
        }
    }
    families
}

/// A member family with nothing but a name.
pub(crate) fn word_family(name: &str, span: Span) -> MemberFamily {
    MemberFamily {
        name: name.to_owned(),
        title: None,
        params: Vec::new(),
        param_names: Vec::new(),
        param_spans: Vec::new(),
        copies: None,
        sheet: None,
        at: None,
        symbol: None,
        colour: None,
        texts: Vec::new(),
        span,
    }
}

/// Members of a literal like `{apple, pear}`; none for other expressions.
pub(crate) fn written_members(e: &ast::Expr) -> Option<Vec<MemberFamily>> {
    let ast::ExprKind::Set(items) = &e.kind else {
        return None;
    };
    items
        .iter()
        .map(|item| match &item.kind {
            ast::ExprKind::Name(name) => Some(word_family(name, item.span)),
            _ => None,
        })
        .collect()
}

/// Reports a member or a kind that appears twice in a sum, and a sum that is too large.
pub(crate) fn once_each(book: &mut Book, parts: &[KindId], span: Span) {
    let mut all: Vec<(KindId, u32)> = parts.iter().flat_map(|part| book.families(*part)).collect();
    let names: Vec<String> = parts.iter().flat_map(|part| book.member_names(*part)).map(str::to_owned).collect();
    let count = all.len();
    all.sort();
    all.dedup();
    if names.len() > MAX_MEMBERS {
        let message = format!("a kind has at most {MAX_MEMBERS} members");
        return book.error(codes::TOO_DEEP, span, message, MAKE_TWO);
    }
    let repeated =
        names.iter().enumerate().find(|(at, name)| names[..*at].contains(name)).map(|(_, name)| name.clone());
    // Reported where they are declared.
    if parts.iter().any(|part| has_duplicate(&book.member_names(*part))) {
        return;
    }
    if let Some(name) = repeated {
        let message = format!("`{name}` would be a member twice");
        book.error(codes::NAME_TWICE, span, message, "give one of them another `id`");
    } else if all.len() != count {
        book.error(codes::NAME_TWICE, span, "a kind appears twice in this sum", "write it once");
    }
}

fn has_duplicate(names: &[&str]) -> bool {
    names.iter().enumerate().any(|(at, name)| names[..at].contains(name))
}

/// The kinds whose members a kind expression has. Adds unnamed kinds for literals and differences.
pub(crate) fn parts(book: &mut Book, e: &ast::Expr) -> Option<Vec<KindId>> {
    if let Some(families) = written_members(e) {
        let families = distinct(book, families);
        let kind = book.add_kind("", KindBody::Members(families), e.span);
        book.declares_members(DeclarationSort::Member, kind);
        return Some(vec![kind]);
    }
    match &e.kind {
        ast::ExprKind::Name(name) => Some(vec![named(book, name, e.span)?]),
        ast::ExprKind::Binary(ast::Binary::Add, a, b) => {
            let (a, b) = (parts(book, a), parts(book, b));
            let mut all = a?;
            all.extend(b?);
            Some(all)
        }
        ast::ExprKind::Binary(ast::Binary::Sub, a, b) => {
            let all = parts(book, a)?;
            let gone = taken_away(book, &all, b)?;
            without(book, &all, &gone, e.span)
        }
        ast::ExprKind::Set(items) if items.iter().any(|item| matches!(item.kind, ast::ExprKind::Number(_))) => {
            book.error(
                codes::WRONG_SORT,
                e.span,
                "a number is no member of a kind",
                "a member begins with a letter: `{h1, h2}`",
            );
            None
        }
        _ => {
            let help = match &e.kind {
                ast::ExprKind::Binary(ast::Binary::Div, yes, _) if super::in_words(yes).as_deref() == Some("yes") => {
                    "the type is `yes or no`"
                }
                _ => "a kind is `{a, b}`, a sum `Fruit + {nut}`, or a difference `Fruit - {lemon}`",
            };
            book.error(codes::WRONG_SORT, e.span, "this is not a kind", help);
            None
        }
    }
}

fn named(book: &mut Book, name: &str, span: Span) -> Option<KindId> {
    let found = book.names.kind(name);
    if found.is_none() {
        let name = ast::Name { text: name.to_owned(), span };
        book.unknown("kind", &name, |book| {
            book.ir.kinds.iter().map(|kind| kind.name.clone()).filter(|name| !name.is_empty()).collect()
        });
    }
    if let Some(id) = found {
        book.refer(Def::Kind(id), span);
    }
    found
}

/// The member families on the right side of `-`: members by name, or whole kinds.
fn taken_away(book: &mut Book, from: &[KindId], e: &ast::Expr) -> Option<Vec<(KindId, u32)>> {
    let Some(words) = written_members(e) else {
        let kinds = parts(book, e)?;
        let gone: Vec<(KindId, u32)> = kinds.iter().flat_map(|kind| book.families(*kind)).collect();
        let there: Vec<(KindId, u32)> = from.iter().flat_map(|part| book.families(*part)).collect();
        if gone.is_empty() || gone.iter().any(|family| !there.contains(family)) {
            let message = "what is taken away is not part of the kind";
            book.error(codes::WRONG_SORT, e.span, message, "take away members of it, or kinds that it is made of");
            return None;
        }
        return Some(gone);
    };
    let mut gone = Vec::new();
    for word in &words {
        match from.iter().find_map(|part| book.member_of(*part, &word.name)) {
            Some(family) => {
                book.record_member(family, word.span);
                gone.push(family);
            }
            None => {
                let name = ast::Name { text: word.name.clone(), span: word.span };
                book.unknown("member", &name, |book| {
                    from.iter().flat_map(|part| book.member_names(*part)).map(str::to_owned).collect()
                });
                return None;
            }
        }
    }
    Some(gone)
}

/// The kinds without these member families. A kind that loses nothing stays the same kind.
fn without(book: &mut Book, all: &[KindId], gone: &[(KindId, u32)], span: Span) -> Option<Vec<KindId>> {
    let mut left = Vec::new();
    for leaf in all.iter().flat_map(|kind| book.parts(*kind)).collect::<Vec<_>>() {
        let families = book.families(leaf);
        let kept: Vec<(KindId, u32)> = families.iter().copied().filter(|family| !gone.contains(family)).collect();
        match kept.first() {
            None => {}
            Some(_) if kept.len() == families.len() => left.push(leaf),
            Some((of, _)) => {
                let body = KindBody::Subset(*of, kept.iter().map(|(_, family)| *family).collect());
                left.push(book.add_kind("", body, span));
            }
        }
    }
    if left.is_empty() {
        book.error(codes::WRONG_SORT, span, "nothing is left of this kind", "take away fewer members");
        return None;
    }
    Some(left)
}

/// The kind of a kind expression: `Fruit`, `Fruit + Nut`, `{up, down}`.
pub(crate) fn kind_of(book: &mut Book, e: &ast::Expr) -> Option<KindId> {
    let mut parts = parts(book, e)?;
    if parts.len() == 1 {
        return parts.pop();
    }
    once_each(book, &parts, e.span);
    Some(book.add_kind("", KindBody::Union(parts), e.span))
}
