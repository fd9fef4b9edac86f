//! Things of several places taken together: `Good at row[p, 1..2]`.

use crate::lower::codes;
use std::collections::BTreeSet;

use super::Exprs;
use crate::code::{Expr, ExprId};
use crate::ir::{self, Binary, ExprKind, Type};
use tavola_syntax::text::Span;

/// Maximum number of places that can be taken together.
const MOST_PLACES: usize = 64;

/// Distinct places: their row of the table, if it is known, and their numbers.
type PlaceGroup = (Option<usize>, Vec<ExprId>);

impl Exprs<'_> {
    /// The things of one place, or of several places together.
    pub(in crate::lower) fn bag_at(&mut self, things: &ir::Expr, places: &ir::Expr, span: Span) -> ExprId {
        let pieces = self.piece_set(things);
        if !matches!(places.ty, Type::Set(_)) {
            let cell = self.expr(places);
            return self.emit.push(Expr::BagAt { cell, pieces }, span);
        }
        let cells = self.known_places(places).unwrap_or_default();
        let bags: Vec<ExprId> =
            cells.into_iter().map(|cell| self.emit.push(Expr::BagAt { cell, pieces }, span)).collect();
        let joined = bags.into_iter().reduce(|a, b| self.emit.push(Expr::BagJoin(a, b), span));
        joined.unwrap_or_else(|| self.emit.push(Expr::Empty, span))
    }

    /// The places of a set of places, without duplicates. Reports an error if they are not known before play.
    pub(in crate::lower) fn known_places(&mut self, places: &ir::Expr) -> Option<Vec<ExprId>> {
        let groups = self.groups(places).filter(|groups| self.differ(groups));
        if groups.is_none() {
            let message = "these places are known only during play, so their things cannot be taken together";
            self.emit.error(
                codes::UNKNOWN_PLACES,
                places.span,
                message,
                "name places whose indexes are known (`row[p, 1..2]`), or loop over them with `each`",
            );
        }
        Some(groups?.into_iter().flat_map(|(_, cells)| cells).collect())
    }

    /// The places of a set of places, if they are known before play.
    fn groups(&mut self, places: &ir::Expr) -> Option<Vec<PlaceGroup>> {
        match &places.kind {
            ExprKind::Cell(place, index) => {
                let mut rows: Vec<Vec<ExprId>> = vec![Vec::new()];
                let dims = &self.boxes.places[place.index()].dims;
                for (part, &dim) in index.iter().zip(dims) {
                    self.refuse_outside(part, dim);
                    let values = self.index_options(part)?;
                    let values: Vec<ExprId> = values.into_iter().map(|value| self.digit(part, value, dim)).collect();
                    if rows.len() * values.len() > MOST_PLACES {
                        return None;
                    }
                    let longer = |row: &Vec<ExprId>| {
                        let row = row.clone();
                        values.iter().map(move |digit| [row.as_slice(), &[*digit]].concat()).collect::<Vec<_>>()
                    };
                    rows = rows.iter().flat_map(longer).collect();
                }
                let at = place.index();
                Some(vec![(Some(at), rows.into_iter().map(|row| self.cell_of(at, &row, places.span)).collect())])
            }
            ExprKind::Binary(Binary::Join, a, b) => Some([self.groups(a)?, self.groups(b)?].concat()),
            ExprKind::Widen(inner) => self.groups(inner),
            ExprKind::SetLiteral(all) => {
                let all: Option<Vec<Vec<PlaceGroup>>> = all.iter().map(|place| self.groups(place)).collect();
                Some(all?.concat())
            }
            _ if places.ty == Type::Place => Some(vec![(None, vec![self.expr(places)])]),
            _ => None,
        }
    }

    fn index_options(&mut self, index: &ir::Expr) -> Option<Vec<ExprId>> {
        let span = index.span;
        if let ExprKind::Range(low, high) = &index.kind {
            let (low, high) = (self.expr(low), self.expr(high));
            let (low, high) = (self.emit.constant_of(low)?, self.emit.constant_of(high)?);
            let few = i64::from(high) - i64::from(low) < MOST_PLACES as i64;
            return few.then(|| (low..=high).map(|value| self.emit.konst(value, span)).collect());
        }
        let id = self.expr(index);
        match self.emit.program.exprs[id.index()] {
            _ if !matches!(index.ty, Type::Set(_)) => Some(vec![id]),
            Expr::SetConst(set) => {
                let members: Vec<i32> = self.emit.program.sets[set as usize].iter().collect();
                Some(members.into_iter().map(|member| self.emit.konst(member, span)).collect())
            }
            _ => None,
        }
    }

    /// True if no place can occur twice: all places are known, or they belong to different rows.
    fn differ(&self, groups: &[PlaceGroup]) -> bool {
        let cells = groups.iter().flat_map(|(_, cells)| cells);
        let known: Option<BTreeSet<i32>> = cells.clone().map(|cell| self.emit.constant_of(*cell)).collect();
        let rows: BTreeSet<Option<usize>> = groups.iter().map(|(row, _)| *row).collect();
        match known {
            Some(known) => known.len() == cells.count(),
            None => rows.len() == groups.len() && (groups.len() == 1 || !rows.contains(&None)),
        }
    }
}
