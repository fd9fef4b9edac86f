//! Flow analysis of things: the pieces that the rules can ever move into each place.
//!
//! Things and places may share an index, for example each player's pieces in that player's places. The analysis finds the
//! places that things never leave for another value of that index. It computes a greatest fixed point: every pair of place and
//! component is assumed to be tied, and ties that a statement may break are removed.

use super::Lower;
use crate::code::Set;
use crate::ir::{self, Axis, ExprKind, Quantity, RuleId, StmtKind, Type, visit};

/// An index of a place and an index of a component that always agree for things there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Tie {
    place: usize,
    axis: usize,
    component: usize,
    index: usize,
}

/// A flow of things from one place to another.
struct ThingFlow<'a> {
    /// Their components; empty means any.
    components: Vec<usize>,
    /// The things, if the statement names them.
    things: Option<&'a ir::Expr>,
    from: Option<&'a ir::Expr>,
    to: &'a ir::Expr,
}

impl Lower<'_> {
    /// Computes for each place the pieces that may ever lie there.
    pub(in crate::lower) fn reach(&mut self, play: RuleId) {
        let mut ties = self.all_ties();
        ties.retain(|tie| self.starts_tied(tie));
        let mut moves: Vec<ThingFlow<'_>> = Vec::new();
        for rule in self.called.order(play) {
            flows(&self.book.rules[rule.index()].body, &mut moves);
        }
        loop {
            let before = ties.len();
            let assumed = ties.clone();
            ties.retain(|tie| {
                moves.iter().all(|flow| preserves(flow, tie, &assumed)) && refills(self.book, tie, &assumed)
            });
            if ties.len() == before {
                break;
            }
        }
        let cells = self.emit.program.layout.cells.len();
        self.emit.program.reach = (0..cells).map(|cell| self.reach_of(cell, &ties)).collect();
    }

    fn reach_of(&self, cell: usize, ties: &[Tie]) -> Set {
        let (family, index) = {
            let cell = &self.emit.program.layout.cells[cell];
            (cell.family as usize, cell.index)
        };
        let holds = self.emit.program.layout.families[family].holds;
        if ties.iter().all(|tie| tie.place != family) {
            return holds;
        }
        let values = indexes(index, &sizes(&self.boxes.places[family].dims));
        let fits = |piece: i32| {
            ties.iter().filter(|tie| tie.place == family).all(|tie| {
                let (component, value) = self.index_of(piece as usize, tie.index);
                component != tie.component || value == values.get(tie.axis).copied()
            })
        };
        holds.iter().filter(|&piece| fits(piece)).fold(Set::EMPTY, Set::with)
    }

    /// The component of a piece, and one of its indexes.
    fn index_of(&self, piece: usize, index: usize) -> (usize, Option<u32>) {
        let piece = &self.emit.program.layout.pieces[piece];
        let component = piece.component as usize;
        (component, indexes(piece.index, &sizes(&self.boxes.components[component].dims)).get(index).copied())
    }

    fn all_ties(&self) -> Vec<Tie> {
        let mut ties = Vec::new();
        for (place, row) in self.book.places.iter().enumerate() {
            for component in row.holds.iter().map(|id| id.index()) {
                for (axis, kind) in row.axes.iter().enumerate() {
                    for (index, own) in self.book.components[component].axes.iter().enumerate() {
                        if matches!((kind, own), (Axis::Kind(a), Axis::Kind(b)) if a == b) {
                            ties.push(Tie { place, axis, component, index });
                        }
                    }
                }
            }
        }
        ties
    }

    fn starts_tied(&self, tie: &Tie) -> bool {
        let data = &self.boxes.components[tie.component];
        (data.first..data.first + data.count).all(|piece| {
            let own = self.index_of(piece as usize, tie.index).1;
            self.boxes.start_cells(piece).into_iter().all(|cell| {
                let cell = &self.emit.program.layout.cells[cell as usize];
                let dims = sizes(&self.boxes.places[cell.family as usize].dims);
                cell.family as usize != tie.place || indexes(cell.index, &dims).get(tie.axis).copied() == own
            })
        })
    }
}

fn flows<'a>(block: &'a ir::Block, out: &mut Vec<ThingFlow<'a>>) {
    use StmtKind as K;
    for stmt in block {
        match &stmt.kind {
            K::Move { what, from, to, .. } => {
                let things = match what {
                    Quantity::Exactly(_, things) | Quantity::UpTo(_, things) => things,
                    Quantity::All(things) | Quantity::Bag(things) | Quantity::Figure(things) => things,
                };
                out.push(ThingFlow {
                    components: components(&things.ty),
                    things: Some(things),
                    from: from.as_ref(),
                    to,
                });
            }
            K::Draw { from, to, except, .. } => {
                out.push(ThingFlow { components: Vec::new(), things: None, from: Some(from), to });
                if let Some((_, _, aside)) = except {
                    out.push(ThingFlow { components: Vec::new(), things: None, from: Some(from), to: aside });
                }
            }
            K::Divide(_, what, into, _) => {
                let from = match &what.kind {
                    ExprKind::BagAt(_, place) => Some(&**place),
                    _ => Some(what),
                };
                out.push(ThingFlow { components: components(&what.ty), things: None, from, to: into });
            }
            K::Let(..) | K::SetMemory(..) | K::SetTrack(..) | K::Step(..) | K::Shuffle(_) | K::Require(..) => {}
            K::If(..) | K::Each(..) | K::Repeat { .. } | K::InTurn(..) | K::Together(..) | K::Transaction(..) => {}
            K::Ask(_) | K::BagChoice(_) | K::Order(_) | K::Menu(_) | K::AtOnce(_) | K::Call(..) | K::Play(..) => {}
            K::Say(_) | K::Stop | K::Return | K::EndOuter(_) => {}
        }
        for inner in visit::blocks(stmt) {
            flows(inner, out);
        }
    }
}

pub(in crate::lower) fn components(ty: &Type) -> Vec<usize> {
    match ty {
        Type::Thing(ids) | Type::Bag(ids) => ids.iter().map(|id| id.index()).collect(),
        Type::Set(inner) | Type::Option(inner) => components(inner),
        _ => Vec::new(),
    }
}

/// True if a flow preserves the tie between the indexes of things and places.
fn preserves(flow: &ThingFlow<'_>, tie: &Tie, assumed: &[Tie]) -> bool {
    if !flow.components.is_empty() && !flow.components.contains(&tie.component) {
        return true;
    }
    let target = match &flow.to.kind {
        ExprKind::Cell(place, _) if place.index() != tie.place => return true,
        ExprKind::Cell(_, index) => index.get(tie.axis),
        _ => None,
    };
    let Some(target) = target.filter(|target| !matches!(target.ty, Type::Set(_))) else {
        return false;
    };
    if let Some(ExprKind::Piece(component, index)) = flow.things.map(|things| &things.kind)
        && component.index() == tie.component
    {
        return index.get(tie.index).is_some_and(|own| visit::same(own, target));
    }
    match flow.from.map(|from| &from.kind) {
        Some(ExprKind::Cell(place, from)) => from.iter().enumerate().any(|(axis, own)| {
            assumed.contains(&Tie { place: place.index(), axis, ..*tie }) && visit::same(own, target)
        }),
        _ => false,
    }
}

/// True if the refill of a place preserves the tie.
fn refills(book: &ir::Rulebook, tie: &Tie, assumed: &[Tie]) -> bool {
    let place = &book.places[tie.place];
    place.refilled.as_ref().is_none_or(|refill| {
        let source = refill.from.index();
        let holds = book.places[source].holds.iter().any(|id| id.index() == tie.component);
        let axis = refill.index.iter().position(|own| *own as usize == tie.axis);
        !holds || axis.is_some_and(|axis| assumed.contains(&Tie { place: source, axis, ..*tie }))
    })
}

pub(in crate::lower) fn sizes(dims: &[(i32, u32)]) -> Vec<u32> {
    dims.iter().map(|dim| dim.1).collect()
}

/// The indexes of the element with number `at`; the last index varies fastest (mixed radix).
pub(in crate::lower) fn indexes(at: u32, dims: &[u32]) -> Vec<u32> {
    let mut rest = at;
    let mut values: Vec<u32> = dims
        .iter()
        .rev()
        .map(|&size| {
            let value = rest % size.max(1);
            rest /= size.max(1);
            value
        })
        .collect();
    values.reverse();
    values
}
