//! Sampling of hidden things: they are taken out of their places and dealt back.

use crate::sight::{lay, things, word_of};
use crate::wording::{Style, cell as cell_named};
use tavola_core::code::{Layout, Set};
use tavola_core::lower::Lowered;
use tavola_core::vm::State;

use super::Dealer;
use super::draws::drawn;
use super::order::Lying;
use super::undealt::Undealt;

/// A place whose things are sampled.
pub(super) struct Hole {
    pub(super) cell: u32,
    /// Pieces that the rules can bring there.
    pub(super) fits: Set,
    /// Number of things to deal there.
    size: u32,
    /// Pieces that stay there, with their counts.
    pub(super) fixed: Vec<(u32, u32)>,
}

/// The sampled places, and the former order of all places that were emptied.
pub(super) struct Heaps {
    pub(super) holes: Vec<Hole>,
    placed: Vec<(u32, Lying)>,
}

impl Dealer<'_> {
    /// Takes all things out of the places that the viewer does not see, and deals them back.
    /// Pinned things stay. Ordered places get their order later, by [`Dealer::lay_back`].
    pub(super) fn deal_things(&mut self, state: &mut State) -> Result<Heaps, Undealt> {
        let layout = &self.eye.lowered.program.layout;
        let (mut holes, mut pool, placed) = self.take_out(state);
        // The most constrained places come first: a thing that may lie only there must still be in the pool.
        holes.sort_by_key(|hole| (hole.fits.len(), hole.cell));
        for at in 0..holes.len() {
            for _ in 0..holes[at].size {
                let hole = &holes[at];
                let fitting = hole.fits.iter().map(|piece| (piece as u32, pool[piece as usize]));
                match drawn(fitting, self.pick) {
                    Some(piece) => {
                        pool[piece as usize] -= 1;
                        lay(layout, state, hole.cell, piece as usize, 1);
                    }
                    None if !make_room(layout, state, &holes[..=at], at, &mut pool) => {
                        return Err(Undealt::Things(self.cell_named(holes[at].cell)));
                    }
                    None => {}
                }
            }
        }
        Ok(Heaps { holes, placed })
    }

    /// Restores the order of places. Fails if a place holds more than its limit.
    pub(super) fn lay_back(&mut self, state: &mut State, heaps: &Heaps) -> Result<(), Undealt> {
        for (cell, placed) in &heaps.placed {
            self.deal_again(state, *cell, placed);
        }
        let full = |hole: &&Hole| !self.eye.machine.holds_no_more(&self.eye.lowered.program, state, hole.cell as i32);
        match heaps.holes.iter().find(full) {
            Some(hole) => Err(Undealt::Limit(self.cell_named(hole.cell))),
            None => Ok(()),
        }
    }

    /// `hand[ben]`
    fn cell_named(&self, cell: u32) -> String {
        cell_named(&self.eye.lowered.legend, cell as i32, Style::Language)
    }

    /// Empties the hidden places. Returns the places to fill, the pool as a count for each piece, and the former orders.
    fn take_out(&mut self, state: &mut State) -> (Vec<Hole>, Vec<u32>, Vec<(u32, Lying)>) {
        let Lowered { program, legend } = self.eye.lowered;
        let layout = &program.layout;
        let mut holes = Vec::new();
        let mut lying = Vec::new();
        let mut pool = vec![0u32; layout.pieces.len()];
        let mut out: Vec<(u32, usize, i32)> = Vec::new();
        for cell in 0..layout.cells.len() as u32 {
            let family = layout.cells[cell as usize].family as usize;
            if legend.places[family].unlimited || self.eye.sees_cell(state, cell as i32, Some(self.viewer)) {
                continue;
            }
            let mut things = things(layout, state, cell);
            let placed = Lying::of(layout, state, cell);
            let known = self.known(&placed);
            let mut fixed = Vec::new();
            for thing in &mut things {
                let pinned =
                    self.pins.iter().filter(|pin| pin.cell == cell as i32).map(|pin| pin.bag[thing.0 as usize]);
                let known = known.iter().filter(|&&piece| piece == thing.0).count() as i32;
                let stays = (pinned.fold(known, i32::max).max(0) as u32).max(self.least(cell, thing.0)).min(thing.1);
                fixed.push((thing.0, stays));
                thing.1 -= stays;
            }
            lying.push((cell, placed));
            let size = things.iter().map(|thing| thing.1).sum();
            if size > 0 {
                let fits = program.reach.get(cell as usize).copied().unwrap_or(layout.families[family].holds);
                // A scenario may have put a thing where the rules never bring it.
                let fits =
                    things.iter().filter(|thing| thing.1 > 0).fold(fits, |fits, thing| fits.with(thing.0 as i32));
                holes.push(Hole { cell, fits, size, fixed });
                for (piece, count) in things {
                    pool[piece as usize] += count;
                    out.push((cell, piece as usize, count as i32));
                }
            }
        }
        for (cell, piece, count) in out {
            lay(layout, state, cell, piece, -count);
        }
        (holes, pool, lying)
    }
}

/// Frees a place for a thing of the pool by an augmenting path (breadth-first search in a bipartite matching).
/// `false` if there is none.
fn make_room(layout: &Layout, state: &mut State, holes: &[Hole], at: usize, pool: &mut [u32]) -> bool {
    // For each reached place: the place that takes one of its things, and the thing.
    let mut way: Vec<Option<(usize, usize)>> = vec![None; holes.len()];
    let mut reached = vec![at];
    let mut next = 0;
    while let Some(&here) = reached.get(next) {
        next += 1;
        if let Some(piece) = holes[here].fits.iter().find(|&piece| pool[piece as usize] > 0) {
            pool[piece as usize] -= 1;
            lay(layout, state, holes[here].cell, piece as usize, 1);
            let mut giver = here;
            while let Some((taker, thing)) = way[giver] {
                lay(layout, state, holes[giver].cell, thing, -1);
                lay(layout, state, holes[taker].cell, thing, 1);
                giver = taker;
            }
            return true;
        }
        for (other, hole) in holes.iter().enumerate() {
            if way[other].is_none()
                && other != at
                && let Some(thing) =
                    holes[here].fits.iter().find(|&piece| lies(layout, state, hole.cell, piece as usize))
            {
                way[other] = Some((here, thing as usize));
                reached.push(other);
            }
        }
    }
    false
}

fn lies(layout: &Layout, state: &State, cell: u32, piece: usize) -> bool {
    match layout.pieces[piece].figure {
        Some(slot) => state.words()[slot as usize] == cell as i32,
        None => word_of(layout, cell, piece).is_some_and(|word| state.words()[word] > 0),
    }
}

/// Swaps two things between their places.
pub(super) fn exchange(layout: &Layout, dealt: &mut State, [(here, own), (there, other)]: [(u32, u32); 2]) {
    for (cell, piece, by) in [(here, own, -1), (there, own, 1), (there, other, -1), (here, other, 1)] {
        lay(layout, dealt, cell, piece as usize, by);
    }
}
