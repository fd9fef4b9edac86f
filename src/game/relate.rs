//! What is `always` true of secrets is true of a deal: where it is not, hidden things change places and secrets change
//! their values as long as that brings the deal nearer to it.

use crate::vm::State;

use super::Referee;
use super::deal::{Hole, Pick, Secret, lay};
use super::undealt::Undealt;

/// So many changes are tried for one deal, in all its tries.
const CHANGES: usize = 20_000;

/// One of so many changes for the worse is kept: else a deal could be stuck.
const WORSE: u32 = 128;

/// The relations between secrets that hold in truth, and how many changes may still be tried for them.
pub(super) struct Relations {
    /// Which, in [`crate::code::Program::related`].
    hold: Vec<usize>,
    left: usize,
}

/// A change that can be taken back.
enum Change {
    /// Two things of two places.
    Things([(u32, u32); 2]),
    /// A secret, and what it was.
    Value(Secret, Vec<i32>),
}

impl Referee {
    /// The relations that hold in truth. Where one does not (in the midst of an action) nobody expects it of a deal.
    pub(super) fn relations(&mut self, state: &State) -> Relations {
        let game = self.game.clone();
        let program = game.program();
        let holds = |at: &usize| self.machine.word(program, state, program.related[*at].1) == Ok(0);
        Relations { hold: (0..program.related.len()).filter(holds).collect(), left: CHANGES }
    }

    /// Brings a deal to where all relations hold.
    pub(super) fn relate(
        &mut self,
        dealt: &mut State,
        (holes, secrets): (&[Hole], &[Secret]),
        relations: &mut Relations,
        pick: Pick<'_>,
    ) -> Result<(), Undealt> {
        if relations.hold.is_empty() {
            return Ok(());
        }
        let mut far = self.far(dealt, relations);
        while far > 0 {
            if relations.left == 0 {
                return self.still_related(dealt, relations);
            }
            relations.left -= 1;
            let Some(change) = self.change(dealt, (holes, secrets), pick)? else { continue };
            let now = self.far(dealt, relations);
            if now <= far || pick(WORSE) == 0 {
                far = now;
            } else {
                self.take_back(dealt, change);
            }
        }
        Ok(())
    }

    /// What of the relations does not hold in a deal.
    pub(super) fn still_related(&mut self, dealt: &State, relations: &Relations) -> Result<(), Undealt> {
        let game = self.game.clone();
        let program = game.program();
        let broken = |at: &&usize| self.machine.word(program, dealt, program.related[**at].1) != Ok(0);
        match relations.hold.iter().find(broken) {
            Some(&at) => Err(Undealt::Always(program.always[program.related[at].0 as usize].0.clone())),
            None => Ok(()),
        }
    }

    /// How far a deal is from all relations: 0 where they hold.
    fn far(&mut self, dealt: &State, relations: &Relations) -> i64 {
        let game = self.game.clone();
        let program = game.program();
        let words = relations.hold.iter().map(|&at| self.machine.word(program, dealt, program.related[at].1));
        words.map(|far| far.map_or(i64::from(i32::MAX), i64::from)).sum()
    }

    /// Some change that leaves each place as many things as it had, and only such as the rules can bring there.
    fn change(
        &mut self,
        dealt: &mut State,
        (holes, secrets): (&[Hole], &[Secret]),
        pick: Pick<'_>,
    ) -> Result<Option<Change>, Undealt> {
        let at = pick((holes.len() + secrets.len()).max(1) as u32) as usize;
        if let Some(&secret) = at.checked_sub(holes.len()).and_then(|at| secrets.get(at)) {
            let before = dealt.words()[secret.from..secret.from + secret.width].to_vec();
            self.deal_secret(dealt, secret, pick)?;
            return Ok(Some(Change::Value(secret, before)));
        }
        if holes.len() < 2 {
            return Ok(None);
        }
        let (here, there) = (&holes[at], &holes[(at + 1 + pick(holes.len() as u32 - 1) as usize) % holes.len()]);
        let (Some(own), Some(other)) = (self.loose(dealt, here, pick), self.loose(dealt, there, pick)) else {
            return Ok(None);
        };
        if own == other || !here.fits.has(other as i32) || !there.fits.has(own as i32) {
            return Ok(None);
        }
        let things = [(here.cell, own), (there.cell, other)];
        exchange(self, dealt, things);
        Ok(Some(Change::Things(things)))
    }

    fn take_back(&self, dealt: &mut State, change: Change) {
        match change {
            Change::Things([(here, own), (there, other)]) => exchange(self, dealt, [(here, other), (there, own)]),
            Change::Value(secret, before) => {
                dealt.words_mut()[secret.from..secret.from + secret.width].copy_from_slice(&before);
            }
        }
    }

    /// A thing of a place that may lie elsewhere, too; each copy as likely as any other.
    fn loose(&self, dealt: &State, hole: &Hole, pick: Pick<'_>) -> Option<u32> {
        let fixed = |piece: u32| hole.fixed.iter().find(|fixed| fixed.0 == piece).map_or(0, |fixed| fixed.1);
        let mut things = self.things(dealt, hole.cell);
        things.iter_mut().for_each(|thing| thing.1 = thing.1.saturating_sub(fixed(thing.0)));
        let all: u32 = things.iter().map(|thing| thing.1).sum();
        let mut at = (all > 0).then(|| pick(all))?;
        let found = things.iter().find(|thing| {
            let here = at < thing.1;
            at -= if here { 0 } else { thing.1 };
            here
        });
        found.map(|thing| thing.0)
    }
}

/// Each of two things goes to the other's place.
fn exchange(referee: &Referee, dealt: &mut State, [(here, own), (there, other)]: [(u32, u32); 2]) {
    for (cell, piece, by) in [(here, own, -1), (there, own, 1), (there, other, -1), (here, other, 1)] {
        lay(&referee.game, dealt, cell, piece as usize, by);
    }
}
