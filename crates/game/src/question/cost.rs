//! Costs that cannot be paid, in words: what is asked for, and how much of it is there.

use crate::wording::{Style, cell, each};
use tavola_core::code::{Arm, Piece};
use tavola_core::ir::{ComponentId, Expr, ExprKind, Type};
use tavola_core::vm::Reason;
use tavola_syntax::text::{Span, count, name_list};

use super::refusal::Refused;
use super::spoken::ConditionWords;

impl Refused<'_> {
    /// Reason why the cost at `span` cannot be paid: `it costs 2 red jars; in Anna's pouch is 1`. Without numbers if the rules do not
    /// say which things these are. `None` if no cost is there.
    pub(super) fn cost(&self, span: Span, arm: Option<&Arm>, option: &[i32], reason: &Reason) -> Option<String> {
        let (rule, cost) = self.game.book().cost_at(span)?;
        let names = arm.map(|arm| ConditionWords::new(self, rule, arm, option));
        let counted = cost.things.as_ref().zip(names).and_then(|((things, from), names)| {
            let short = self.short(&names, things, reason)?;
            let place = self.place(&names, from)?;
            let things: Vec<String> = short.iter().map(|(title, (needed, _))| count(*needed, title)).collect();
            let there: Vec<String> = short.iter().map(|(_, (_, there))| there.to_string()).collect();
            let verb = if there == ["1"] { "is" } else { "are" };
            Some(format!("it costs {}; in {place} {verb} {}", name_list(&things), name_list(&there)))
        });
        Some(counted.unwrap_or_else(|| cost.reason.clone()))
    }

    /// Each sort of thing that is asked for, with the number that is needed and the number that is there.
    fn short(&self, names: &ConditionWords<'_>, things: &Expr, reason: &Reason) -> Option<Vec<(&str, (i32, i32))>> {
        let ExprKind::Piece(component, at) = &things.kind else { return None };
        if at.is_empty() && !reason.each.is_empty() {
            let sort = |&(member, sides): &(i32, (i32, i32))| Some((self.thing(*component, member)?, sides));
            return reason.each.iter().filter(|(_, (needed, _))| *needed > 0).map(sort).collect();
        }
        let axes = &self.game.book().components.get(component.index())?.axes;
        let index = match (&at[..], axes.len()) {
            ([], 0) => 0,
            ([index], 1) if matches!(index.ty, Type::Member(_)) => names.index(index)?,
            _ => return None,
        };
        Some(vec![(self.thing(*component, index)?, reason.sides?)])
    }

    /// Title of the thing of a component with this index.
    fn thing(&self, component: ComponentId, index: i32) -> Option<&str> {
        let pieces = &self.game.program().layout.pieces;
        let is_it =
            |piece: &Piece| piece.component as usize == component.index() && i32::try_from(piece.index) == Ok(index);
        Some(&self.game.legend().pieces.get(pieces.iter().position(is_it)?)?.title)
    }

    /// Name of a place whose indexes are known.
    fn place(&self, names: &ConditionWords<'_>, from: &Expr) -> Option<String> {
        let ExprKind::Cell(place, at) = &from.kind else { return None };
        let places = &self.game.legend().places;
        let axes = &places.get(place.index())?.axes;
        let wanted: Vec<i32> = at.iter().map(|index| names.index(index)).collect::<Option<_>>()?;
        let first: usize = places[..place.index()].iter().map(|place| each(&place.axes).len()).sum();
        let offset = each(axes).position(|index| index == wanted)?;
        Some(cell(self.game.legend(), i32::try_from(first + offset).ok()?, Style::People))
    }
}
