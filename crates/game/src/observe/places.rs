//! Planes of the places: visible things, hidden numbers, order.

use tavola_core::code::{End, OrderKind};
use tavola_core::lower::Lowered;
use tavola_core::vm::layers;

use crate::sight::{Eye, FixedSight, knows_packet};
use crate::view::Viewing;
use crate::wording::each;
use tavola_core::vm::State;

use super::coding::{copies, most_copies};
use super::copied::CopiedRuns;
use super::plane::{PlaneAxis, PlaneKind, Planes};

/// Planes of a family of places.
#[derive(Debug)]
pub(super) struct PlaceRows {
    /// Number of its first place.
    first: u32,
    /// Its places: first word, and who sees into it.
    cells: Vec<(usize, FixedSight)>,
    /// Index of each place that is not open to everybody in every position. Things in the others are public numbers.
    guarded: Vec<usize>,
    /// Number of words that count things.
    words: usize,
    /// These words as the numbers of a place. Unlimited things in their supply have none.
    counts: CopiedRuns,
    /// Figures: word, column.
    figures: Vec<(usize, usize)>,
    /// For each piece its column.
    column_of: Vec<Option<usize>>,
    /// Number of columns.
    sorts: usize,
    /// Set if anybody can see into a place.
    things: Option<usize>,
    /// Set if a place can be hidden from somebody.
    hidden: Option<usize>,
    order: Option<OrderRows>,
}

/// Planes of the order in a family of places.
#[derive(Debug)]
enum OrderRows {
    /// Pieces by position in a row.
    Row { order: usize, room: usize },
    /// Layers from the top: their numbers of things by depth, their known things.
    Layers { sizes: usize, known: usize, room: usize },
}

/// Names of the depths of layers.
const DEPTHS: [&str; 3] = ["top", "middle", "bottom"];

impl PlaceRows {
    /// Planes of all places, in the order of the rules. `numbers` gets the counts in public places.
    pub(super) fn all(planes: &mut Planes, numbers: &mut CopiedRuns, eye: &mut Eye<'_>, start: &State) -> Vec<Self> {
        let families = eye.lowered.legend.places.len();
        let families: Vec<Self> = (0..families).map(|family| Self::of(planes, eye, start, family)).collect();
        families.iter().for_each(|rows| rows.publish(numbers));
        families
    }

    fn of(planes: &mut Planes, eye: &mut Eye<'_>, start: &State, number: usize) -> Self {
        let Lowered { program, legend } = eye.lowered;
        let (layout, names) = (&program.layout, &legend.places[number]);
        let family = &layout.families[number];
        let is_endless = |piece: usize| names.unlimited && layout.pieces[piece].copies.is_none();
        let mut column_of = vec![None; layout.pieces.len()];
        let held = family.holds.iter().map(|piece| piece as usize).filter(|&piece| !is_endless(piece));
        let held: Vec<usize> = held.collect();
        held.iter().enumerate().for_each(|(column, &piece)| column_of[piece] = Some(column));
        let cells = each(&names.axes).zip(&layout.cells[family.first as usize..]).map(|(index, cell)| {
            (cell.base as usize, FixedSight::of(eye, start, &names.seers, names.index_regs, index))
        });
        let cells: Vec<(usize, FixedSight)> = cells.collect();

        let axes: Vec<PlaneAxis> = names.axes.iter().map(|axis| PlaneAxis::index(legend, axis)).collect();
        let sorts = PlaneAxis::new("thing", held.iter().map(|&piece| &legend.pieces[piece].notation));
        let with = |more: &[&PlaneAxis]| axes.iter().chain(more.iter().copied()).cloned().collect::<Vec<PlaneAxis>>();
        let name = |suffix: &str| format!("{}{suffix}", names.name);
        let most = most_copies(layout, held.iter().copied());
        let is_secret = cells.iter().all(|(_, sight)| sight.is_secret());
        let things = (!is_secret).then(|| planes.add(name(""), PlaneKind::Things, with(&[&sorts]), (0.0, most)));
        let is_public = names.unlimited || cells.iter().all(|(_, sight)| sight.is_public());
        let hidden = (!is_public).then(|| {
            let all = held.iter().map(|&piece| copies(layout, piece)).sum();
            planes.add(name(".hidden"), PlaneKind::Hidden, with(&[]), (0.0, all))
        });
        let order = family.stored_order.map(|kept| {
            let room = kept.room as usize;
            let positions = PlaneAxis::positions(room);
            if kept.how == OrderKind::Row {
                let order = planes.add(name(".order"), PlaneKind::Order, with(&[&positions, &sorts]), (0.0, 1.0));
                return OrderRows::Row { order, room };
            }
            let depths = with(&[&positions, &PlaneAxis::new("depth", DEPTHS)]);
            let sizes = planes.add(name(".layers"), PlaneKind::Order, depths, (0.0, room as f32));
            let known = with(&[&positions, &sorts]);
            let known = planes.add(name(".layers.known"), PlaneKind::Order, known, (0.0, most));
            OrderRows::Layers { sizes, known, room }
        });
        let figures = held.iter().enumerate().map(|(column, &piece)| (layout.pieces[piece].figure, column));
        let figures = figures.filter_map(|(figure, column)| Some((figure? as usize, column)));
        let columns = family.order.iter().map(|&piece| column_of[piece as usize]);
        let counted = columns.enumerate().filter_map(|(word, column)| Some((word, column?)));
        Self {
            first: family.first,
            guarded: (0..cells.len()).filter(|&at| !cells[at].1.is_public()).collect(),
            words: family.order.len(),
            counts: CopiedRuns::counts(counted),
            figures: figures.collect(),
            sorts: held.len(),
            cells,
            column_of,
            things,
            hidden,
            order,
        }
    }

    /// Adds the counts in public places to the public numbers.
    fn publish(&self, numbers: &mut CopiedRuns) {
        let Some(things) = self.things else { return };
        for (at, (base, sight)) in self.cells.iter().enumerate() {
            if sight.is_public() {
                numbers.extend(&self.counts, (*base, things + at * self.sorts));
            }
        }
    }

    /// Writes the places of the family, except for counts in the public ones.
    pub(super) fn write(&self, viewing: &mut Viewing<'_>, out: &mut [f32]) {
        let words = viewing.state.words();
        for &at in &self.guarded {
            let counts = &words[self.cells[at].0..][..self.words];
            let total: i32 = counts.iter().sum();
            // An empty place shows nothing and hides nothing.
            if total == 0 {
                continue;
            }
            if let Some(things) = self.things.filter(|_| self.sees(viewing, at)) {
                self.counts.write(counts, &mut out[things + at * self.sorts..][..self.sorts]);
            } else if let Some(hidden) = self.hidden {
                out[hidden + at] = total as f32;
            }
        }
        if let Some(order) = &self.order {
            for (at, &(base, _)) in self.cells.iter().enumerate() {
                if !self.figures.is_empty() || words[base..][..self.words].iter().any(|&count| count != 0) {
                    let is_seen = self.sees(viewing, at);
                    self.write_order(viewing, (at, is_seen), order, out);
                }
            }
        }
        for &(slot, column) in &self.figures {
            let place = words[slot].checked_sub(self.first as i32).and_then(|at| usize::try_from(at).ok());
            let Some(at) = place.filter(|&at| at < self.cells.len()) else { continue };
            if let Some(things) = self.things.filter(|_| self.sees(viewing, at)) {
                out[things + at * self.sorts + column] = 1.0;
            } else if let Some(hidden) = self.hidden {
                out[hidden + at] += 1.0;
            }
        }
    }

    fn sees(&self, viewing: &mut Viewing<'_>, at: usize) -> bool {
        self.cells[at].1.sees(&mut viewing.eye, viewing.state, viewing.viewer)
    }

    fn write_order(&self, viewing: &Viewing<'_>, (at, is_seen): (usize, bool), order: &OrderRows, out: &mut [f32]) {
        let Viewing { eye: Eye { lowered, .. }, state, viewer, .. } = viewing;
        let (layout, cell) = (&lowered.program.layout, self.first + at as u32);
        let column = |piece: u32| self.column_of.get(piece as usize).copied().flatten();
        match *order {
            OrderRows::Row { order, room } => {
                let row = layers::row_of(layout, state.words(), cell).filter(|_| is_seen);
                for (position, piece) in row.into_iter().flatten().take(room).enumerate() {
                    if let Some(column) = column(piece) {
                        out[order + (at * room + position) * self.sorts + column] = 1.0;
                    }
                }
            }
            OrderRows::Layers { sizes, known, room } => {
                // A place with the unordered middle alone has no layers.
                let mut is_layered = false;
                layers::each(layout, state.words(), cell, &mut |things| is_layered |= things.end.is_some());
                if !is_layered {
                    return;
                }
                layers::each(layout, state.words(), cell, &mut |things| {
                    let position = at * room + things.layer.min(room - 1);
                    let depth = match things.end {
                        Some(End::Top) => 0,
                        None => 1,
                        Some(End::Bottom) => 2,
                    };
                    out[sizes + position * DEPTHS.len() + depth] += things.count as f32;
                    if let Some(column) = column(things.piece)
                        && (is_seen || knows_packet(lowered, (things.end, things.knowers), *viewer))
                    {
                        out[known + position * self.sorts + column] += things.count as f32;
                    }
                });
            }
        }
    }
}
