//! That somebody is asked is open to all: hidden things are dealt so that he has something to answer.
//!
//! Whether a deal leaves an answer can only be tried. Where it does not, the things that the asked player alone sees are
//! chosen anew: all hidden things are thought to lie there, and one after the other is taken away as long as an answer is left.

use crate::code::{Ask, Domain, Op, PC};
use crate::vm::{Options, State};

use super::deal::Pick;
use super::deal::{Pin, lay};
use super::{Pending, Referee};

impl Referee {
    /// Exchanges hidden things until the pending question has an answer. `false` where nothing helps.
    pub(super) fn leave_an_answer(
        &mut self,
        state: &State,
        dealt: &mut State,
        viewer: usize,
        pins: &[Pin],
        pick: Pick<'_>,
    ) -> bool {
        let Some(asked) = self.asked_besides(state, viewer) else { return true };
        if self.has_answer(state, dealt, viewer, pick) {
            return true;
        }
        let hidden = self.hidden_heaps(state, viewer, pins);
        let own = hidden.iter().copied().filter(|&cell| self.sees_cell(state, cell as i32, Some(asked)));
        own.collect::<Vec<_>>().into_iter().any(|cell| {
            let wanted = self.enough_for_an_answer(state, dealt, viewer, (cell, &hidden), pick);
            wanted.is_some_and(|wanted| {
                self.exchange(dealt, cell, &hidden, &wanted, pick) && self.has_answer(state, dealt, viewer, pick)
            })
        })
    }

    /// Whether everybody notices who is asked now: in a `together` block each sees only his own questions, a card that is
    /// drawn is noticed where it comes to lie, and of a bag, an order or a division it is noticed that it is begun.
    pub fn is_noticed(&mut self, state: &State) -> bool {
        let game = self.game.clone();
        let program = game.program();
        let draws = |ask: &Ask| {
            let query = ask.arms.first().and_then(|arm| arm.query).map(|query| &program.queries[query.index()]);
            query.is_some_and(|query| query.binders.iter().any(|binder| matches!(binder.domain, Domain::Next { .. })))
        };
        match program.ops.get(state.words()[PC] as usize) {
            Some(Op::Ask(ask)) => {
                let ask = &program.asks[ask.index()];
                game.block_of(state).is_none() && !draws(ask) && !self.is_begun(state, ask)
            }
            _ => true,
        }
    }

    /// Whether chance is asked for something other than the next card, and a viewer will be told what it says.
    pub fn is_told_chance(&mut self, state: &State, viewer: usize) -> bool {
        self.is_noticed(state) && self.pending_at(state) == Pending::Chance && self.is_told(state, 0, viewer)
    }

    /// Whether a viewer is told which option is taken: at once, or when the `together` block around the question is over.
    pub fn is_told(&mut self, state: &State, option: usize, viewer: usize) -> bool {
        let Some(ask) = self.ask.map(|ask| self.game.program().asks[ask.index()].clone()) else { return false };
        let pending = self.pending_at(state);
        self.answer_seen(state, &ask, option, pending).get(viewer).copied().unwrap_or(false)
    }

    /// Who is asked, if it is not the viewer and not in a `together` block.
    fn asked_besides(&mut self, state: &State, viewer: usize) -> Option<usize> {
        let game = self.game.clone();
        let program = game.program();
        let Some(&Op::Ask(ask)) = program.ops.get(state.words()[PC] as usize) else { return None };
        let who = program.asks[ask.index()].who.filter(|_| game.block_of(state).is_none())?;
        let asked = usize::try_from(self.machine.word(program, state, who).ok()?).ok()?;
        (asked != viewer).then_some(asked)
    }

    /// Whether the pending question has an answer where things lie like this.
    fn has_answer(&mut self, state: &State, dealt: &State, viewer: usize, pick: Pick<'_>) -> bool {
        let game = self.game.clone();
        let program = game.program();
        let Some(&Op::Ask(ask)) = program.ops.get(state.words()[PC] as usize) else { return true };
        let mut copy = dealt.clone();
        if !self.deal_names(state, &mut copy, viewer, pick) {
            return false;
        }
        let mut options = Options::default();
        self.machine.quietly(|machine| machine.options(program, &copy, ask, &mut options).is_ok())
    }

    /// The places without order that the viewer does not see into and of which nothing is known to him.
    fn hidden_heaps(&mut self, state: &State, viewer: usize, pins: &[Pin]) -> Vec<u32> {
        let game = self.game.clone();
        let cells = 0..game.program().layout.cells.len() as u32;
        let free = |cell: u32, referee: &mut Self| {
            let layout = &game.program().layout;
            let family = layout.cells[cell as usize].family as usize;
            !game.inner.lowered.legend.places[family].unlimited
                && layout.families[family].kept.is_none()
                && !pins.iter().any(|pin| pin.cell == cell as i32)
                && !referee.sees_cell(state, cell as i32, Some(viewer))
        };
        cells.filter(|&cell| free(cell, self)).collect()
    }

    /// As many things of a place as lie there, out of all that are hidden, so that the question has an answer: a count a
    /// piece.
    fn enough_for_an_answer(
        &mut self,
        state: &State,
        dealt: &State,
        viewer: usize,
        (cell, hidden): (u32, &[u32]),
        pick: Pick<'_>,
    ) -> Option<Vec<u32>> {
        let game = self.game.clone();
        let layout = &game.program().layout;
        let fits = game.program().reach.get(cell as usize).copied().unwrap_or_default();
        let mut most = dealt.clone();
        let mut there = vec![0_u32; layout.pieces.len()];
        let mut left = Vec::new();
        for &other in hidden {
            for (piece, count) in self.things(dealt, other) {
                if other == cell || (fits.has(piece as i32) && layout.pieces[piece as usize].figure.is_none()) {
                    there[piece as usize] += count;
                    left.extend((0..count).map(|_| piece as usize));
                    lay(&game, &mut most, cell, piece as usize, if other == cell { 0 } else { count as i32 });
                }
            }
        }
        let size: u32 = self.things(dealt, cell).iter().map(|thing| thing.1).sum();
        let mut over = left.len() as u32 - size;
        while over > 0 && !left.is_empty() {
            let piece = left.swap_remove(pick(left.len() as u32) as usize);
            lay(&game, &mut most, cell, piece, -1);
            if self.has_answer(state, &most, viewer, pick) {
                there[piece] -= 1;
                over -= 1;
            } else {
                lay(&game, &mut most, cell, piece, 1);
            }
        }
        (over == 0).then_some(there)
    }

    /// Brings these things to a place; what lies there too much goes to the other hidden places, one for one.
    fn exchange(&mut self, dealt: &mut State, cell: u32, hidden: &[u32], wanted: &[u32], pick: Pick<'_>) -> bool {
        let game = self.game.clone();
        let reach = |cell: u32, piece: usize| {
            game.program().reach.get(cell as usize).is_some_and(|fits| fits.has(piece as i32))
        };
        loop {
            let mut lies = vec![0_u32; wanted.len()];
            self.things(dealt, cell).into_iter().for_each(|(piece, count)| lies[piece as usize] = count);
            let Some(missing) = (0..wanted.len()).find(|&piece| lies[piece] < wanted[piece]) else { return true };
            let (behind, before) = hidden.split_at(pick(hidden.len() as u32) as usize);
            let swap = before.iter().chain(behind).filter(|&&other| other != cell).find_map(|&other| {
                self.things(dealt, other).iter().find(|thing| thing.0 as usize == missing)?;
                let spare = (0..wanted.len()).find(|&piece| lies[piece] > wanted[piece] && reach(other, piece))?;
                Some((other, spare))
            });
            let Some((other, spare)) = swap else { return false };
            for (place, piece, by) in [(other, missing, -1), (cell, missing, 1), (cell, spare, -1), (other, spare, 1)] {
                lay(&game, dealt, place, piece, by);
            }
        }
    }
}
