//! Interval analysis of collection sizes: reports shapes that always or never hold, such as `Player is none`.
//!
//! Sizes are bounded by the construction of a set or list. Sizes without a known bound are not reported.

use std::collections::BTreeMap;

use crate::check::codes;
use crate::check::names::{Book, fold};
use crate::ir::visit::{each_expr, of_stmt, of_texts, statements};
use crate::ir::{
    self, Binary, Builtin, ComponentId, Expr, ExprKind, Guard, KindBody, KindId, LocalId, PLAYER, PlaceId, Query,
    StmtKind, Type,
};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::Span;

/// Maximum nesting depth of expressions and defines that are analysed.
const SIZE_DEPTH: u32 = 12;

/// Interval of a size. `most` is `None` if no upper bound is known.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Many {
    least: u64,
    most: Option<u64>,
}

impl Many {
    const ANY: Self = Self { least: 0, most: None };

    fn exactly(n: u64) -> Self {
        Self { least: n, most: Some(n) }
    }

    /// The size of an arbitrary subset.
    fn some(self) -> Self {
        Self { least: 0, ..self }
    }

    /// The size of a non-empty subset, unless there are no elements.
    fn one_at_least(self) -> Self {
        Self { least: self.least.min(1), ..self }
    }

    /// The size of one of two alternatives.
    fn or(self, other: Self) -> Self {
        let most = self.most.zip(other.most).map(|(a, b)| a.max(b));
        Self { least: self.least.min(other.least), most }
    }
}

/// The values of the `let`s of one rule.
struct RuleNames<'b> {
    book: &'b Book,
    lets: BTreeMap<LocalId, &'b Expr>,
}

impl<'b> RuleNames<'b> {
    /// The value of a `let`; otherwise the expression itself.
    fn value<'e>(&self, e: &'e Expr) -> &'e Expr
    where
        'b: 'e,
    {
        match &e.kind {
            ExprKind::Local(id) => self.lets.get(id).copied().unwrap_or(e),
            _ => e,
        }
    }
}

/// Reports all shapes that always or never hold.
pub(crate) fn check(book: &mut Book) {
    let mut found: BTreeMap<Span, Diagnostic> = BTreeMap::new();
    let mut visit = |named: &RuleNames<'_>, e: &Expr| {
        each_expr(e, &mut |part| {
            if let Some(finding) = finding(named, part) {
                found.entry(part.span).or_insert(finding);
            }
        });
    };
    for rule in &book.ir.rules {
        let named = RuleNames { book, lets: lets(rule) };
        statements(&rule.body, &mut |stmt| {
            of_stmt(stmt).into_iter().chain(of_texts(stmt)).for_each(|e| visit(&named, e));
        });
        guards(rule).for_each(|(Guard::Let(_, e) | Guard::When { holds: e, .. })| visit(&named, e));
    }
    let named = RuleNames { book, lets: BTreeMap::new() };
    let rows = book.ir.always.iter().map(|row| &row.holds.value);
    book.ir.defines.iter().map(|define| &define.value).chain(rows).for_each(|e| visit(&named, e));
    book.found.extend(found.into_values());
}

/// The values of names that a rule assigns: `let`, and the heads of `decide`.
fn lets(rule: &ir::Rule) -> BTreeMap<LocalId, &Expr> {
    let mut all = BTreeMap::new();
    statements(&rule.body, &mut |stmt| {
        if let StmtKind::Let(id, value) = &stmt.kind {
            all.insert(*id, value);
        }
    });
    all.extend(
        guards(rule).filter_map(|guard| if let Guard::Let(id, value) = guard { Some((*id, value)) } else { None }),
    );
    all
}

fn guards(rule: &ir::Rule) -> impl Iterator<Item = &Guard> {
    rule.sheet.iter().flat_map(|sheet| &sheet.guards)
}

/// The finding about one shape, if any.
fn finding(named: &RuleNames<'_>, e: &Expr) -> Option<Diagnostic> {
    let (shape, of) = match &e.kind {
        ExprKind::IsNone(of) => ("none", of),
        ExprKind::IsSingle(of) => ("single", of),
        ExprKind::IsSeveral(of) => ("several", of),
        _ => return None,
    };
    let many = many(named, of, 0);
    let (holds, why) = match shape {
        "none" if many.least > 0 => (false, least_of(many.least)),
        "none" if many.most == Some(0) => (true, most_of(0)),
        "single" if many.least > 1 => (false, least_of(many.least)),
        "single" if many.most == Some(0) => (false, most_of(0)),
        "several" if many.least > 1 => (true, least_of(many.least)),
        "several" if many.most.is_some_and(|most| most < 2) => (false, most_of(many.most.unwrap_or(0))),
        _ => return None,
    };
    let (message, help) = if holds {
        (format!("`is {shape}` always holds here"), "remove the condition, or test something that may change")
    } else {
        (format!("`is {shape}` never holds here"), "test something that may change: another set, or another shape")
    };
    Some(Diagnostic::warning(codes::ALWAYS_SO, e.span, message).label(of.span, &why).help(help))
}

fn least_of(n: u64) -> String {
    if n == 1 { "there is always at least one".to_owned() } else { format!("there are always at least {n}") }
}

fn most_of(n: u64) -> String {
    match n {
        0 => "there is never any".to_owned(),
        1 => "there is never more than one".to_owned(),
        _ => format!("there are never more than {n}"),
    }
}

/// Size of a set, list, bag, option or place.
fn many(named: &RuleNames<'_>, e: &Expr, depth: u32) -> Many {
    if depth > SIZE_DEPTH {
        return Many::ANY;
    }
    let down = depth + 1;
    match &named.value(e).kind {
        ExprKind::All(kind) => members(named.book, *kind),
        ExprKind::Builtin(Builtin::Others, _) => {
            let (least, most) = named.book.ir.players;
            let but_one = |n| u64::from(n).saturating_sub(1);
            Many { least: but_one(least), most: Some(but_one(most)) }
        }
        ExprKind::SetLiteral(all) => {
            let sure = all.iter().filter(|one| is_surely_there(one));
            let mut apart: Vec<(KindId, u32)> = sure.clone().filter_map(member).collect();
            apart.sort_unstable();
            apart.dedup();
            let least = (apart.len() as u64).max(u64::from(sure.count() > 0));
            Many { least, most: Some(all.len() as u64) }
        }
        ExprKind::ListLiteral(all) => {
            let sure = all.iter().filter(|one| is_surely_there(one)).count();
            Many { least: sure as u64, most: Some(all.len() as u64) }
        }
        ExprKind::Widen(inner)
            if !matches!(inner.ty, Type::Set(_) | Type::List(_) | Type::Bag(_) | Type::Option(_)) =>
        {
            if matches!(e.ty, Type::Set(_) | Type::List(_)) { Many::exactly(1) } else { Many::ANY }
        }
        ExprKind::Widen(inner) => many(named, inner, down),
        ExprKind::SetOf(value, query) => {
            let all = found(named, query, down);
            if matches!(value.kind, ExprKind::Local(_)) && query.binders.len() == 1 { all } else { all.one_at_least() }
        }
        ExprKind::ListOf(value, query) => {
            let all = found(named, query, down);
            if is_surely_there(value) { all } else { all.some() }
        }
        // The first set of a ranking.
        ExprKind::Item(list, at) => match (&named.value(list).kind, &at.kind) {
            (ExprKind::Rank(query), ExprKind::Number(1)) => found(named, query, down).one_at_least(),
            _ => Many::ANY,
        },
        ExprKind::Rank(query) => found(named, query, down).one_at_least(),
        ExprKind::Binary(Binary::Join, a, b) => {
            let (a, b) = (many(named, a, down), many(named, b, down));
            let most = a.most.zip(b.most).map(|(a, b)| a.saturating_add(b));
            Many { least: a.least.max(b.least), most }
        }
        ExprKind::Binary(Binary::Without, a, b) => without(named, (a, b), down),
        ExprKind::If(_, a, b) => many(named, a, down).or(many(named, b, down)),
        ExprKind::LetIn(_, _, body) => many(named, body, down),
        ExprKind::Define(id, _) => many(named, &named.book.ir.defines[id.index()].value, down),
        ExprKind::Cell(id, _) if e.ty == Type::Place => room(named.book, *id),
        ExprKind::BagAt(_, place) => match &place.kind {
            ExprKind::Cell(id, _) if place.ty == Type::Place => room(named.book, *id),
            _ => Many::ANY,
        },
        _ => Many::ANY,
    }
}

/// Size of a difference. From a list, one element may remove several.
fn without(named: &RuleNames<'_>, (all, some): (&Expr, &Expr), depth: u32) -> Many {
    let (all_many, some) = (many(named, all, depth), many(named, some, depth));
    let gone = some.most.filter(|_| matches!(all.ty, Type::Set(_)));
    Many { least: gone.map_or(0, |gone| all_many.least.saturating_sub(gone)), ..all_many }
}

/// Number of results of a query.
fn found(named: &RuleNames<'_>, query: &Query, depth: u32) -> Many {
    let each: Vec<Many> = query.binders.iter().map(|(_, domain)| domain_of(named, domain, depth)).collect();
    let least = each.iter().map(|many| many.least).fold(1, u64::saturating_mul);
    let most = each.iter().map(|many| many.most).try_fold(1u64, |all, most| most.map(|most| all.saturating_mul(most)));
    let all = Many { least, most };
    if query.filter.is_some() { all.some() } else { all }
}

fn domain_of(named: &RuleNames<'_>, domain: &Expr, depth: u32) -> Many {
    let ExprKind::Range(low, high) = &domain.kind else { return many(named, domain, depth) };
    match (fold(named.book, low, None), fold(named.book, high, None)) {
        (Some(low), Some(high)) => {
            Many::exactly(u64::try_from(high.saturating_sub(low).saturating_add(1)).unwrap_or(0))
        }
        _ => Many::ANY,
    }
}

/// Number of members of a kind. Families with parameters have at least one member each; the size of a grid is unknown.
fn members(book: &Book, kind: KindId) -> Many {
    if kind == PLAYER {
        let (least, most) = book.ir.players;
        return Many { least: u64::from(least), most: Some(u64::from(most)) };
    }
    match &book.ir.kinds[kind.index()].body {
        KindBody::Members(families) => {
            let plain = families.iter().all(|family| family.params.is_empty());
            let least = families.len() as u64;
            Many { least, most: plain.then_some(least) }
        }
        _ => Many::ANY,
    }
}

/// Capacity of a place.
fn room(book: &Book, place: PlaceId) -> Many {
    let place = &book.ir.places[place.index()];
    let is_of_all = |of: &[ComponentId]| of.is_empty() || place.holds.iter().all(|held| of.contains(held));
    let limits = place.limits.iter().filter(|limit| is_of_all(&limit.of));
    let most = limits.filter_map(|limit| match limit.most.kind {
        ExprKind::Number(n) => u64::try_from(n).ok(),
        _ => None,
    });
    Many { least: 0, most: most.min() }
}

/// True if an element of a set or list literal surely exists. Elements that are none are left out.
fn is_surely_there(e: &Expr) -> bool {
    !matches!(e.ty, Type::Option(_)) && !matches!(&e.kind, ExprKind::Only(inner) if matches!(inner.ty, Type::Option(_)))
}

/// A literal member.
fn member(e: &Expr) -> Option<(KindId, u32)> {
    match &e.kind {
        ExprKind::Member(kind, family, params) if params.is_empty() => Some((*kind, *family)),
        ExprKind::Widen(inner) => member(inner),
        _ => None,
    }
}
