//! Repair of a deal in which the asked player would have no answer.
//!
//! Everybody knows who is asked, so that player must have an answer in every deal. Whether a deal leaves one can only be tried.
//! If not, the things that only the asked player sees are sampled again. All hidden things are put there tentatively.
//! Then one after the other is removed as long as an answer remains.

use crate::sight::{lay, things};
use crate::together;
use tavola_core::code::{AskId, Op, PC};
use tavola_core::lower::Lowered;
use tavola_core::vm::{Options, State};

use super::Dealer;
use super::things::exchange;

impl Dealer<'_> {
    /// Exchanges hidden things until the pending question has an answer. `false` if no exchange helps.
    pub(super) fn leave_an_answer(&mut self, dealt: &mut State) -> bool {
        let Some(asked) = self.asked_besides() else { return true };
        if self.has_answer(dealt) {
            return true;
        }
        let hidden = self.hidden_heaps();
        let own = hidden.iter().copied().filter(|&cell| self.eye.sees_cell(self.state, cell as i32, Some(asked)));
        own.collect::<Vec<_>>().into_iter().any(|cell| {
            let wanted = self.enough_for_an_answer(dealt, cell, &hidden);
            wanted.is_some_and(|wanted| self.bring(dealt, cell, &hidden, &wanted) && self.has_answer(dealt))
        })
    }

    /// The question that is pending at the true position.
    pub(super) fn question(&self) -> Option<AskId> {
        match self.eye.lowered.program.ops.get(self.state.words()[PC] as usize) {
            Some(&Op::Ask(ask)) => Some(ask),
            _ => None,
        }
    }

    /// The asked player, unless that is the viewer or the question belongs to a `together` block.
    fn asked_besides(&mut self) -> Option<usize> {
        let program = &self.eye.lowered.program;
        let ask = &program.asks[self.question()?.index()];
        let who = ask.who.filter(|_| together::block_of(program, self.state).is_none())?;
        let asked = usize::try_from(self.eye.machine.word(program, self.state, who).ok()?).ok()?;
        (asked != self.viewer).then_some(asked)
    }

    /// True if the pending question has an answer in a deal.
    fn has_answer(&mut self, dealt: &State) -> bool {
        let Some(ask) = self.question() else { return true };
        let mut copy = dealt.clone();
        if !self.deal_names(&mut copy) {
            return false;
        }
        let program = &self.eye.lowered.program;
        let mut options = Options::default();
        self.eye.machine.quietly(|machine| machine.options(program, &copy, ask, &mut options).is_ok())
    }

    /// Unordered places that the viewer does not see and about whose contents the viewer knows nothing.
    fn hidden_heaps(&mut self) -> Vec<u32> {
        let Lowered { program, legend } = self.eye.lowered;
        let layout = &program.layout;
        let free = |&cell: &u32| {
            let family = layout.cells[cell as usize].family as usize;
            !legend.places[family].unlimited
                && layout.families[family].stored_order.is_none()
                && !self.pins.iter().any(|pin| pin.cell == cell as i32)
                && !self.eye.sees_cell(self.state, cell as i32, Some(self.viewer))
        };
        (0..layout.cells.len() as u32).filter(free).collect()
    }

    /// Counts per piece for a place, chosen from all hidden things, with which the question has an answer.
    /// The number of things in the place stays the same.
    fn enough_for_an_answer(&mut self, dealt: &State, cell: u32, hidden: &[u32]) -> Option<Vec<u32>> {
        let program = &self.eye.lowered.program;
        let layout = &program.layout;
        let fits = program.reach.get(cell as usize).copied().unwrap_or_default();
        let mut most = dealt.clone();
        let mut there = vec![0_u32; layout.pieces.len()];
        let mut left = Vec::new();
        for &other in hidden {
            for (piece, count) in things(layout, dealt, other) {
                let count = if other == cell { count } else { count.saturating_sub(self.least(other, piece)) };
                if other == cell || (fits.has(piece as i32) && layout.pieces[piece as usize].figure.is_none()) {
                    there[piece as usize] += count;
                    left.extend((0..count).map(|_| piece as usize));
                    lay(layout, &mut most, cell, piece as usize, if other == cell { 0 } else { count as i32 });
                }
            }
        }
        let size: u32 = things(layout, dealt, cell).iter().map(|thing| thing.1).sum();
        let mut over = left.len() as u32 - size;
        while over > 0 && !left.is_empty() {
            let piece = left.swap_remove((self.pick)(left.len() as u32) as usize);
            if there[piece] <= self.least(cell, piece as u32) {
                continue;
            }
            lay(layout, &mut most, cell, piece, -1);
            if self.has_answer(&most) {
                there[piece] -= 1;
                over -= 1;
            } else {
                lay(layout, &mut most, cell, piece, 1);
            }
        }
        (over == 0).then_some(there)
    }

    /// Brings these counts to a place. Surplus things go to other hidden places, one for one.
    fn bring(&mut self, dealt: &mut State, cell: u32, hidden: &[u32], wanted: &[u32]) -> bool {
        let program = &self.eye.lowered.program;
        let layout = &program.layout;
        let reach =
            |cell: u32, piece: usize| program.reach.get(cell as usize).is_some_and(|fits| fits.has(piece as i32));
        loop {
            let mut lies = vec![0_u32; wanted.len()];
            things(layout, dealt, cell).into_iter().for_each(|(piece, count)| lies[piece as usize] = count);
            let Some(missing) = (0..wanted.len()).find(|&piece| lies[piece] < wanted[piece]) else { return true };
            let (behind, before) = hidden.split_at((self.pick)(hidden.len() as u32) as usize);
            let swap = before.iter().chain(behind).filter(|&&other| other != cell).find_map(|&other| {
                let loose = |thing: &&(u32, u32)| thing.0 as usize == missing && thing.1 > self.least(other, thing.0);
                things(layout, dealt, other).iter().find(loose)?;
                let spare = (0..wanted.len()).find(|&piece| lies[piece] > wanted[piece] && reach(other, piece))?;
                Some([(other, missing as u32), (cell, spare as u32)])
            });
            let Some(swap) = swap else { return false };
            exchange(layout, dealt, swap);
        }
    }
}
