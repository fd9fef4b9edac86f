//! That somebody is asked is open to all: hidden things are dealt so that he has something to answer.
//!
//! Whether a deal leaves an answer can only be tried. Where it does not, the things that the asked player alone sees are
//! chosen anew: all hidden things are thought to lie there, and one after the other is taken away as long as an answer is left.

use crate::sight::{lay, things};
use crate::together;
use tavola_core::code::{AskId, Op, PC};
use tavola_core::lower::Lowered;
use tavola_core::vm::{Options, State};

use super::Dealer;
use super::things::exchange;

impl Dealer<'_> {
    /// Exchanges hidden things until the pending question has an answer. `false` where nothing helps.
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

    /// The question at which the true position stands.
    pub(super) fn question(&self) -> Option<AskId> {
        match self.eye.lowered.program.ops.get(self.state.words()[PC] as usize) {
            Some(&Op::Ask(ask)) => Some(ask),
            _ => None,
        }
    }

    /// Who is asked, if it is not the viewer and not in a `together` block.
    fn asked_besides(&mut self) -> Option<usize> {
        let program = &self.eye.lowered.program;
        let ask = &program.asks[self.question()?.index()];
        let who = ask.who.filter(|_| together::block_of(program, self.state).is_none())?;
        let asked = usize::try_from(self.eye.machine.word(program, self.state, who).ok()?).ok()?;
        (asked != self.viewer).then_some(asked)
    }

    /// Whether the pending question has an answer where things lie like this.
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

    /// The places without order that the viewer does not see into and of which nothing is known to him.
    fn hidden_heaps(&mut self) -> Vec<u32> {
        let Lowered { program, legend } = self.eye.lowered;
        let layout = &program.layout;
        let free = |&cell: &u32| {
            let family = layout.cells[cell as usize].family as usize;
            !legend.places[family].unlimited
                && layout.families[family].kept.is_none()
                && !self.pins.iter().any(|pin| pin.cell == cell as i32)
                && !self.eye.sees_cell(self.state, cell as i32, Some(self.viewer))
        };
        (0..layout.cells.len() as u32).filter(free).collect()
    }

    /// As many things of a place as lie there, out of all that are hidden, so that the question has an answer: a count a
    /// piece.
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

    /// Brings these things to a place; what lies there too much goes to the other hidden places, one for one.
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
