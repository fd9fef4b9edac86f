//! Conditions of `seen by` that surely do not hold: a flat lattice per condition, the state of the analysis in `closings`.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::ir::{Expr, ExprKind, LocalId};
use tavola_syntax::text::Span;

/// The conditions of `seen by` that surely do not hold, by their source locations.
#[derive(Clone, PartialEq, Default)]
pub(super) struct Closed(Rc<BTreeMap<Span, Where>>);

/// Where a condition does not hold.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Where {
    /// At every index.
    Everywhere,
    /// Where this index of the condition is the member that a loop has under this name.
    At(LocalId, LocalId),
}

impl Closed {
    /// True if a condition surely does not hold for a place or variable at these indexes.
    pub(super) fn has(&self, condition: &Expr, at: &[Expr]) -> bool {
        self.0.get(&condition.span).is_some_and(|place| match place {
            Where::Everywhere => true,
            Where::At(axis, name) => {
                at.get(axis.index()).is_some_and(|index| matches!(index.kind, ExprKind::Local(id) if id == *name))
            }
        })
    }

    /// Meet: says what both say.
    pub(super) fn meet(&self, other: &Self) -> Self {
        if Rc::ptr_eq(&self.0, &other.0) {
            return self.clone();
        }
        self.filtered(|span, place| match (place, other.0.get(&span)?) {
            (place, Where::Everywhere) => Some(place),
            (Where::Everywhere, other) => Some(*other),
            (place, other) => (place == *other).then_some(place),
        })
    }

    /// Drops what stands at a name of its rule.
    pub(super) fn everywhere(&self) -> Self {
        self.filtered(|_, place| (place == Where::Everywhere).then_some(place))
    }

    /// Drops what stands at this name.
    pub(super) fn without(&self, name: LocalId) -> Self {
        self.filtered(|_, place| (!matches!(place, Where::At(_, of) if of == name)).then_some(place))
    }

    /// Maps each entry; `None` drops it.
    pub(super) fn filtered(&self, f: impl Fn(Span, Where) -> Option<Where>) -> Self {
        Self(Rc::new(self.0.iter().filter_map(|(span, place)| Some((*span, f(*span, *place)?))).collect()))
    }

    /// Where a condition surely does not hold.
    pub(super) fn of(&self, span: Span) -> Option<Where> {
        self.0.get(&span).copied()
    }

    /// All of them.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Span, Where)> {
        self.0.iter().map(|(span, place)| (*span, *place))
    }

    /// Says where a condition does not hold; `None`: it may hold.
    pub(super) fn set(&mut self, span: Span, place: Option<Where>) {
        let all = Rc::make_mut(&mut self.0);
        match place {
            Some(place) => drop(all.insert(span, place)),
            None => drop(all.remove(&span)),
        }
    }
}

/// Meet of two paths; `None` for a path that does not arrive.
pub(super) fn join(one: Option<Closed>, other: Option<Closed>) -> Option<Closed> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.meet(&other)),
        (one, other) => one.or(other),
    }
}
