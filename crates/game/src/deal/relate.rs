//! Local search for a deal that satisfies the invariants about secrets.
//!
//! Hidden things swap places and secrets change their values. A change is kept if it brings the deal no further from the invariants.

use crate::sight::{Eye, MemoryWords, things};
use tavola_core::vm::State;

use super::Dealer;
use super::draws::drawn;
use super::things::{Hole, exchange};
use super::undealt::Undealt;

/// Maximum number of changes for one deal, over all its tries.
const CHANGES: usize = 20_000;

/// One in this number of worsening changes is kept, to escape from local minima.
const WORSE: u32 = 128;

/// The invariants about secrets that hold at the true position, and the budget of changes.
pub(super) struct Relations {
    /// Indexes into [`tavola_core::code::Program::related`].
    hold: Vec<usize>,
    left: usize,
}

/// A change that can be undone.
enum Exchanged {
    /// Two things, each with the place where it lay.
    Things([(u32, u32); 2]),
    /// A secret: its first word, and its old words.
    Value(usize, Vec<i32>),
}

impl Relations {
    /// The invariants that hold at the true position. One that is broken (during an action) is not required of a deal.
    pub(super) fn of(eye: &mut Eye<'_>, state: &State) -> Self {
        let program = &eye.lowered.program;
        let holds = |at: &usize| eye.machine.word(program, state, program.related[*at].1) == Ok(0);
        Self { hold: (0..program.related.len()).filter(holds).collect(), left: CHANGES }
    }
}

impl Dealer<'_> {
    /// Changes a deal until all invariants hold.
    pub(super) fn relate(&mut self, dealt: &mut State, holes: &[Hole], secrets: &[MemoryWords]) -> Result<(), Undealt> {
        if self.relations.hold.is_empty() {
            return Ok(());
        }
        let mut far = self.far(dealt);
        while far > 0 {
            if self.relations.left == 0 {
                return self.still_related(dealt);
            }
            self.relations.left -= 1;
            let Some(change) = self.change(dealt, holes, secrets)? else { continue };
            let now = self.far(dealt);
            if now <= far || (self.pick)(WORSE) == 0 {
                far = now;
            } else {
                self.take_back(dealt, change);
            }
        }
        Ok(())
    }

    /// Fails with the first invariant that does not hold in a deal.
    pub(super) fn still_related(&mut self, dealt: &State) -> Result<(), Undealt> {
        let program = &self.eye.lowered.program;
        let broken = |at: &&usize| self.eye.machine.word(program, dealt, program.related[**at].1) != Ok(0);
        match self.relations.hold.iter().find(broken) {
            Some(&at) => Err(Undealt::Always(program.always[program.related[at].0 as usize].0.clone())),
            None => Ok(()),
        }
    }

    /// Distance of a deal from all invariants. 0 if they hold.
    fn far(&mut self, dealt: &State) -> i64 {
        let program = &self.eye.lowered.program;
        let words = self.relations.hold.iter().map(|&at| self.eye.machine.word(program, dealt, program.related[at].1));
        words.map(|far| far.map_or(i64::from(i32::MAX), i64::from)).sum()
    }

    /// A random change that keeps the number of things in each place and puts only things there that the rules can bring.
    fn change(
        &mut self,
        dealt: &mut State,
        holes: &[Hole],
        secrets: &[MemoryWords],
    ) -> Result<Option<Exchanged>, Undealt> {
        let at = (self.pick)((holes.len() + secrets.len()).max(1) as u32) as usize;
        if let Some(secret) = at.checked_sub(holes.len()).and_then(|at| secrets.get(at)) {
            let before = dealt.words()[secret.from..secret.from + secret.width].to_vec();
            self.deal_secret(dealt, secret)?;
            return Ok(Some(Exchanged::Value(secret.from, before)));
        }
        if holes.len() < 2 {
            return Ok(None);
        }
        let (here, there) = (&holes[at], &holes[(at + 1 + (self.pick)(holes.len() as u32 - 1) as usize) % holes.len()]);
        let (Some(own), Some(other)) = (self.loose(dealt, here), self.loose(dealt, there)) else {
            return Ok(None);
        };
        if own == other || !here.fits.has(other as i32) || !there.fits.has(own as i32) {
            return Ok(None);
        }
        let layout = &self.eye.lowered.program.layout;
        let things = [(here.cell, own), (there.cell, other)];
        exchange(layout, dealt, things);
        Ok(Some(Exchanged::Things(things)))
    }

    fn take_back(&self, dealt: &mut State, change: Exchanged) {
        let layout = &self.eye.lowered.program.layout;
        match change {
            Exchanged::Things([(here, own), (there, other)]) => exchange(layout, dealt, [(here, other), (there, own)]),
            Exchanged::Value(from, before) => dealt.words_mut()[from..from + before.len()].copy_from_slice(&before),
        }
    }

    /// A random thing of a place that may also lie elsewhere. Each copy is equally likely.
    fn loose(&mut self, dealt: &State, hole: &Hole) -> Option<u32> {
        let fixed = |piece: u32| hole.fixed.iter().find(|fixed| fixed.0 == piece).map_or(0, |fixed| fixed.1);
        let mut things = things(&self.eye.lowered.program.layout, dealt, hole.cell);
        things.iter_mut().for_each(|thing| thing.1 = thing.1.saturating_sub(fixed(thing.0)));
        drawn(things.into_iter(), self.pick)
    }
}
