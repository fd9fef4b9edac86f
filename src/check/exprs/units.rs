//! Units: what players have of a track or of a sort of money. Two different ones that meet are most often a slip.
//!
//! Only what surely is such an amount has a unit. Numbers, settings, columns, products, positions, counts of pieces, tracks
//! of the game itself (prices, weeks) have none and fit everything.

use crate::check::codes;
use crate::check::exprs::typer::Typer;
use crate::ir::{Aggregate, Axis, Binary, Builtin, ComponentId, Expr, ExprKind, PLAYER, TrackId, Type};
use crate::text::Span;

/// What a number is an amount of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::check) enum Unit {
    /// A track with a value for each player.
    Track(TrackId),
    /// A component of which each player has a purse.
    Money(ComponentId),
}

impl Typer<'_> {
    /// Warns where two sides are amounts of different things; `done` says what is done with them.
    pub(super) fn same_unit(&mut self, left: &Expr, right: &Expr, done: &str, span: Span) {
        let (Some(a), Some(b)) = (self.unit(left), self.unit(right)) else { return };
        if a != b {
            let (a, b) = (self.unit_name(a), self.unit_name(b));
            let message = format!("`{a}` and `{b}` are {done}");
            let help = format!("if one is worth so much of the other, say how much: `1 * ({b} ..)`");
            self.book.warn(codes::UNITS, span, message, help);
        }
    }

    /// What a number is an amount of, if that is sure.
    pub(in crate::check) fn unit(&self, e: &Expr) -> Option<Unit> {
        let part = |e: &Expr| self.unit(e);
        match &e.kind {
            ExprKind::Local(id) => self.units.get(id).copied(),
            ExprKind::Track(id, _) => self.by_player(&self.book.ir.tracks[id.index()].axes).then_some(Unit::Track(*id)),
            ExprKind::Count(things, _) | ExprKind::CountInBag(things, _) => {
                match super::components_of(&things.ty)[..] {
                    [only] if self.is_money(only) => Some(Unit::Money(only)),
                    _ => None,
                }
            }
            ExprKind::Binary(Binary::Add | Binary::Sub, a, b) | ExprKind::If(_, a, b) => both(part(a), part(b)),
            ExprKind::Builtin(Builtin::Min | Builtin::Max | Builtin::Gap, args) => {
                args.iter().map(part).reduce(both).flatten()
            }
            ExprKind::Aggregate(Aggregate::Sum | Aggregate::Max | Aggregate::Min, Some(value), _) => part(value),
            ExprKind::Round(a, ..) | ExprKind::LetIn(_, _, a) => part(a),
            ExprKind::Define(id, _) => self.book.define_units.get(id).copied(),
            _ => None,
        }
    }

    fn by_player(&self, axes: &[Axis]) -> bool {
        matches!(axes, [Axis::Kind(PLAYER)])
    }

    /// A component without index, with one place that every player has.
    fn is_money(&self, id: ComponentId) -> bool {
        let purses =
            self.book.ir.places.iter().filter(|place| place.holds.contains(&id) && self.by_player(&place.axes));
        let component = &self.book.ir.components[id.index()];
        component.axes.is_empty() && !component.figure && purses.count() == 1
    }

    fn unit_name(&self, unit: Unit) -> String {
        match unit {
            Unit::Track(id) => self.book.ir.tracks[id.index()].name.clone(),
            Unit::Money(id) => self.book.ir.components[id.index()].name.clone(),
        }
    }

    /// A number that gets a name keeps its unit.
    pub(in crate::check) fn keep_unit(&mut self, id: crate::ir::LocalId, value: &Expr) {
        if value.ty == Type::Number
            && let Some(unit) = self.unit(value)
        {
            self.units.insert(id, unit);
        }
    }
}

/// The unit of two numbers together.
fn both(a: Option<Unit>, b: Option<Unit>) -> Option<Unit> {
    match (a, b) {
        (Some(a), Some(b)) if a != b => None,
        (a, b) => a.or(b),
    }
}
