//! Types queries (`p in Player where .. by ..`), and the quantifiers, aggregates, choices and rankings over them.

use super::addable::{Unaddable, kind_of};
use super::typer::Typer;
use crate::check::codes;
use crate::check::names::{Book, Scope, in_words};
use crate::check::types::{
    bag_of, coerce, components_of, element, held_in, list, negate, numeric, option, poison, present, set, test,
};
use crate::ir::visit::{each_expr, is_sound, of_query};
use crate::ir::{Aggregate, Expr, ExprKind, Key, KindId, LocalId, LocalRole, PLAYER, Query, Type};
use tavola_syntax::diagnostic::{Fix, Remedy};
use tavola_syntax::syntax::ast;
use tavola_syntax::text::Span;

/// Help for a `by` that belongs to the inner one of two queries.
const BRACKETS: &str = "put the inner query in brackets: `where (no q in S where C) by most ..`";
/// Help for a `by` that must have been meant for the best group or for a sorted list.
const BEST: &str = "`{x in S by most ..}` takes those with the most, `[x in S by most ..]` sorts all";
/// Help for a missing set, list or bag.
const MANY: &str = "use a kind, `{a, b}`, `1..6`, a place, or a list";

impl Typer<'_> {
    /// Types a query. Its names stay in scope until the caller removes them.
    pub(crate) fn query(&mut self, query: &ast::Query, role: LocalRole) -> Query {
        let mut made = self.query_with_any_keys(query, role);
        let message = "`by` belongs to the nearest query, and this is the same for all that it ranges over";
        refuse_common_keys(self.book, &mut made, message, BRACKETS);
        made
    }

    /// Types a query whose keys may be the same for all that it ranges over.
    pub(crate) fn query_with_any_keys(&mut self, query: &ast::Query, role: LocalRole) -> Query {
        let clockwise = query.clockwise.as_ref().map(|from| self.player(from));
        let mut binders = Vec::new();
        let mut types = Vec::new();
        for (name, source) in &query.binders {
            let domain = self.container(source, None);
            let ty = element(self.book, &domain.ty).unwrap_or(Type::Error);
            self.refuse_own_member(name, &ty, source);
            let id = self.scope.declare_local(self.book, name, ty.clone(), role);
            self.note_places(id, name, (source, &domain), &ty);
            binders.push((id, domain));
            types.push(ty);
        }
        let clockwise = clockwise.and_then(|from| seating(self.book, from, &types));
        let filter = query.filter.as_ref().map(|filter| Box::new(self.condition(filter)));
        let keys = query.keys.iter().map(|key| Key { most: key.most, value: self.comparable(&key.value) }).collect();
        Query { binders, clockwise, filter, keys, span: query.span }
    }

    /// Keeps how to go through the things in places, for a name that goes through the places.
    fn note_places(&mut self, id: LocalId, name: &ast::Name, (source, domain): (&ast::Expr, &Expr), ty: &Type) {
        if *ty != Type::Place {
            return;
        }
        let held = held_in(self.book, domain);
        let (name, place) = (&name.text, in_words(source).unwrap_or_else(|| "PLACES".to_owned()));
        let of = held.first().map_or("COMPONENT", |id| self.book.ir.components[id.index()].name.as_str());
        let help = format!(
            "`{name} in {place}` goes through places; for the things in them write `{name} in {of} at {place}`"
        );
        self.scope.keep_through_places(id, help);
    }

    /// Reports a name of a query that is also one of those over which it ranges: `count of shark in net` counts all cards of the net.
    fn refuse_own_member(&mut self, name: &ast::Name, ty: &Type, domain: &ast::Expr) {
        let book = &mut *self.book;
        let kinds: Vec<KindId> = match ty {
            Type::Member(kind) => vec![*kind],
            Type::Thing(components) => components.iter().filter_map(|of| book.ir.components[of.index()].kind).collect(),
            _ => return,
        };
        let alone = |of: &(KindId, u32)| book.family(*of).is_some_and(|family| family.params.is_empty());
        let found = kinds.into_iter().find_map(|kind| book.member_of(kind, &name.text).filter(alone));
        let Some((kind, _)) = found else { return };
        let (name, span) = (&name.text, name.span);
        let message = format!("`{name}` is {}, so it cannot be a name for each of them", book.say(&Type::Member(kind)));
        let place = match domain.kind {
            ast::ExprKind::Name(_) | ast::ExprKind::Index(..) => in_words(domain),
            _ => None,
        };
        let help = match place.filter(|place| *place != book.ir.kinds[kind.index()].name) {
            Some(place) => {
                format!("for their number write `{name} at {place}`; a name for each of them is another word")
            }
            None => "choose another name: a name never hides another".into(),
        };
        book.error(codes::SHADOWED, span, message, help);
    }

    /// Types a query whose order does not matter, and reports a `by` in it. `what` names the construct.
    fn unsorted_query(&mut self, query: &ast::Query, what: &str) -> Query {
        let made = self.query(query, LocalRole::Binder);
        // A query with an error gets no second finding.
        if let Some(key) = query.keys.first().filter(|_| of_query(&made).into_iter().all(is_sound)) {
            let inner = query.filter.is_some();
            let message = format!("`by` belongs to the nearest query, and {what} has nothing to sort");
            self.book.error(codes::MISPLACED, key.value.span, message, if inner { BRACKETS } else { BEST });
        }
        made
    }

    /// Types a query in which `by` would change nothing, and reports one. `what` is the reason.
    pub(crate) fn query_without_keys(&mut self, query: &ast::Query, role: LocalRole, what: &str) -> Query {
        let made = self.query(query, role);
        if let Some(key) = query.keys.first() {
            let message = format!("`by` changes nothing here: {what}");
            self.book.error(codes::NO_ORDER, key.value.span, message, BEST);
        }
        made
    }

    /// Types a sort key: a number, or a member as its position in its kind.
    fn comparable(&mut self, e: &ast::Expr) -> Expr {
        let found = present(self.value(e, Some(&Type::Number)));
        as_number(self.book, found)
    }

    /// Types a domain: a set, list or bag. A place stands for its contents.
    pub(crate) fn container(&mut self, e: &ast::Expr, want: Option<&Type>) -> Expr {
        let bag = Type::Bag(Vec::new());
        let found = self.value(e, Some(want.unwrap_or(&bag)));
        match &found.ty {
            Type::Place => bag_of(self.book, found),
            Type::Set(_) | Type::List(_) | Type::Bag(_) | Type::Error | Type::Nothing => found,
            Type::Number if matches!(found.kind, ExprKind::Count(..)) => match found.kind {
                ExprKind::Count(things, place) => {
                    let ty = Type::Bag(components_of(&things.ty));
                    Expr { kind: ExprKind::BagAt(things, place), ty, span: found.span }
                }
                kind => Expr { kind, ..found },
            },
            Type::Option(inner) if matches!(**inner, Type::Set(_) | Type::List(_) | Type::Bag(_)) => present(found),
            other => {
                let message = format!("expected a set, a list or a bag, found {}", self.book.say(other));
                let single = matches!(other, Type::Member(_)).then(|| in_words(e)).flatten();
                let at = found.span;
                let help = single.map_or_else(
                    || MANY.into(),
                    |e| {
                        let fix = Fix::new(format!("write `{{{e}}}`"), Span { end: at.start, ..at }, "{");
                        let fix = fix.and(Span { start: at.end, ..at }, "}");
                        Remedy::new(format!("write `{{{e}}}` for a set of it alone"), fix)
                    },
                );
                self.book.wrong(codes::NOT_A_SET, found.span, message, help)
            }
        }
    }

    /// Types `some Q`, `no Q`, `every Q has C`.
    pub(super) fn quantified(&mut self, e: &ast::Expr) -> Expr {
        let mark = self.scope.mark();
        let span = e.span;
        let made = match &e.kind {
            ast::ExprKind::Some(query) | ast::ExprKind::No(query) => {
                let query = self.unsorted_query(query, "`some` or `no`");
                ExprKind::Some(Box::new(query))
            }
            ast::ExprKind::Every(query, condition) => {
                let query = self.unsorted_query(query, "`every`");
                let condition = self.condition(condition);
                ExprKind::Every(Box::new(query), Box::new(condition))
            }
            _ => return poison(span),
        };
        self.scope.forget(mark);
        let made = test(made, span);
        if matches!(e.kind, ast::ExprKind::No(_)) { negate(made) } else { made }
    }

    /// Types `count of S`, `count of Q`, `sum of E for Q`.
    pub(super) fn aggregate(
        &mut self,
        which: ast::Aggregate,
        of: Option<&ast::Expr>,
        query: Option<&ast::Query>,
        span: Span,
    ) -> Expr {
        let which = match which {
            ast::Aggregate::Count => Aggregate::Count,
            ast::Aggregate::Sum => Aggregate::Sum,
            ast::Aggregate::Max => Aggregate::Max,
            ast::Aggregate::Min => Aggregate::Min,
        };
        let Some(query) = query else {
            return self.of_container(which, of, span);
        };
        let mark = self.scope.mark();
        let ast = query;
        let query = self.unsorted_query(query, "`count of`, `sum of`, `max of` or `min of`");
        let value = match (which, of) {
            (Aggregate::Count, None) => None,
            (Aggregate::Count, Some(of)) => {
                self.value(of, None);
                None
            }
            (_, of) => Some(Box::new(self.aggregated(which, of, (ast, &query)))),
        };
        self.scope.forget(mark);
        numeric(ExprKind::Aggregate(which, value, Box::new(query)), span)
    }

    /// Types the values that are added or compared: `of`, or else what the query ranges over. A sum of positions means nothing.
    fn aggregated(&mut self, which: Aggregate, of: Option<&ast::Expr>, (ast, query): (&ast::Query, &Query)) -> Expr {
        let (value, is_ranked) = match of {
            Some(of) => (present(self.value(of, Some(&Type::Number))), which != Aggregate::Sum),
            None => (present(first_binder(&self.scope, query)), false),
        };
        let ty = value.ty.clone();
        let is_number = matches!(ty, Type::Number | Type::Error);
        if let Some((name, domain)) = ast.binders.first()
            && !is_number
            && (of.is_none() || (!is_ranked && matches!(ty, Type::Member(_) | Type::Thing(_))))
        {
            let is_bare = ast.binders.len() == 1 && ast.filter.is_none() && ast.keys.is_empty();
            let (name, each) = if of.is_none() { (Some(name), None) } else { (None, Some(name)) };
            let span = name.map_or(value.span, |name| name.span);
            return self.wrong_values(&Unaddable { which, name, each, domain, is_bare, span }, &ty);
        }
        as_number(self.book, value)
    }

    /// Types aggregates without a query: `count of S`, and `sum of S` or `max of S` for numbers.
    fn of_container(&mut self, which: Aggregate, of: Option<&ast::Expr>, span: Span) -> Expr {
        let Some(of) = of else { return poison(span) };
        let bag = Type::Bag(Vec::new());
        let found = self.value(of, Some(&bag));
        if which == Aggregate::Count && matches!(found.ty, Type::Place | Type::Amounts(_)) {
            return numeric(ExprKind::Size(Box::new(found)), span);
        }
        let set = match &found.ty {
            Type::Set(inner) if **inner == Type::Place => bag_of(self.book, found),
            Type::Set(_) | Type::List(_) | Type::Bag(_) => found,
            Type::Error => return poison(span),
            Type::Place => bag_of(self.book, found),
            other => {
                let message = format!("expected a set, a list or a bag, found {}", self.book.say(other));
                return self.book.wrong(codes::NOT_A_SET, found.span, message, MANY);
            }
        };
        if which == Aggregate::Count {
            return numeric(ExprKind::Size(Box::new(set)), span);
        }
        let element = element(self.book, &set.ty).unwrap_or(Type::Error);
        let id = self.scope.hidden("", element, LocalRole::Binder, span);
        let value = self.scope.local(id, span);
        let value = if kind_of(self.book, &value.ty).is_some() {
            let unaddable = Unaddable { which, name: None, each: None, domain: of, is_bare: false, span: of.span };
            self.wrong_values(&unaddable, &value.ty)
        } else {
            coerce(self.book, value, &Type::Number)
        };
        let query = Query { binders: vec![(id, set)], clockwise: None, filter: None, keys: Vec::new(), span };
        let kind = ExprKind::Aggregate(which, Some(Box::new(value)), Box::new(query));
        Expr { kind, ty: Type::Number, span }
    }

    /// Types `the Q`, `first Q`, `rank Q`.
    pub(super) fn pick(&mut self, which: &ast::ExprKind, query: &ast::Query, span: Span) -> Expr {
        let mark = self.scope.mark();
        let query = match which {
            ast::ExprKind::The(_) => self.query_without_keys(query, LocalRole::Binder, "`the` finds the only one"),
            _ => self.query(query, LocalRole::Binder),
        };
        self.scope.forget(mark);
        let element = first_binder(&self.scope, &query).ty;
        let query = Box::new(query);
        match which {
            ast::ExprKind::The(_) => Expr { kind: ExprKind::The(query), ty: element, span },
            ast::ExprKind::First(_) => Expr { kind: ExprKind::First(query), ty: option(element), span },
            _ => ranking(&self.scope, *query, span),
        }
    }
}

/// A number, or a member as its position in its kind.
fn as_number(book: &mut Book, value: Expr) -> Expr {
    if matches!(value.ty, Type::Member(_)) {
        let span = value.span;
        return numeric(ExprKind::Position(Box::new(value)), span);
    }
    coerce(book, value, &Type::Number)
}

/// Reports sort keys that are the same for all that a query ranges over, so that they rank nothing.
pub(crate) fn refuse_common_keys(book: &mut Book, query: &mut Query, message: &str, help: &str) {
    for key in query.keys.iter_mut().filter(|key| is_same_for_all(&key.value, &query.binders)) {
        book.error(codes::MISPLACED, key.value.span, message, help);
        key.value = poison(key.value.span);
    }
}

/// True if an expression uses none of these names, so that it ranks nothing that they range over.
pub(crate) fn is_same_for_all(e: &Expr, binders: &[(LocalId, Expr)]) -> bool {
    let mut own = false;
    each_expr(e, &mut |e| own |= e.ty == Type::Error || binders.iter().any(|(id, _)| e.kind == ExprKind::Local(*id)));
    !own
}

/// Position of the single name that ranges over players, for `clockwise`.
fn seating(book: &mut Book, from: Expr, types: &[Type]) -> Option<(u32, Box<Expr>)> {
    let players: Vec<usize> =
        (0..types.len()).filter(|at| matches!(types[*at], Type::Member(PLAYER) | Type::Error)).collect();
    if let [only] = players.as_slice() {
        return Some((*only as u32, Box::new(from)));
    }
    if types.contains(&Type::Error) {
        return None;
    }
    let help = match players.len() {
        0 => "here no name does: write `each p in Player clockwise from ..`".to_owned(),
        n => format!("here {n} names do: write one `each` inside the other"),
    };
    book.error(codes::CLOCKWISE, from.span, "`clockwise` needs exactly one name that ranges over players", help);
    None
}

/// Builds `rank Q`: a list of sets, best first.
pub(crate) fn ranking(scope: &Scope, query: Query, span: Span) -> Expr {
    let element = first_binder(scope, &query).ty;
    let ty = list(set(element));
    Expr { kind: ExprKind::Rank(Box::new(query)), ty, span }
}

/// Builds the first group of a query's ranking: the best by its keys.
pub(super) fn best(scope: &Scope, query: Query, span: Span) -> Expr {
    let group = set(first_binder(scope, &query).ty);
    let (ranked, first) = (ranking(scope, query, span), Expr { kind: ExprKind::Number(1), ty: Type::Number, span });
    Expr { kind: ExprKind::Item(Box::new(ranked), Box::new(first)), ty: group, span }
}

/// The first name of a query as an expression.
pub(super) fn first_binder(scope: &Scope, query: &Query) -> Expr {
    match query.binders.first() {
        Some((id, _)) => scope.local(*id, query.span),
        None => poison(query.span),
    }
}
