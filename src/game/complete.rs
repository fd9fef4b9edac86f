//! From what one player may know to a full state: everything hidden is dealt anew.

use crate::code::{self, AskId, Domain, Expr, Op, PC, Together};
use crate::vm::{Options, Pending, State};

use super::deal::{Pick, Pin};
use super::relate::Relations;
use super::undealt::Undealt;
use super::{Referee, parts};

/// So many deals are tried: one may break a limit of a place, or leave somebody without the answer that he has given.
const TRIES: usize = 64;

impl Referee {
    /// A full state that the viewer cannot tell from this one, with everything hidden dealt anew: things, secret memory,
    /// names that hold hidden things, and what others have already answered in a `together` block or in a division.
    /// `pick(n)` gives a number below n.
    ///
    /// How many things lie in a place is open, and so is that a secret has been set (not which). Things are dealt evenly
    /// over all ways to lay them where the rules can bring them, as long as of any two hidden places that share sorts of
    /// things one may hold all that the other may. What is `always` true of secrets is true of the deal, if it is in truth.
    ///
    /// # Errors
    /// Where no deal is found, with what stood in the way last: never the true state instead.
    pub fn complete(
        &mut self,
        state: &State,
        viewer: usize,
        pick: &mut dyn FnMut(u32) -> u32,
    ) -> Result<State, Undealt> {
        let pins = self.pins(state, viewer);
        let mut relations = self.relations(state);
        let mut last = Undealt::Answers;
        for _ in 0..TRIES {
            match self.deal(state, viewer, &pins, &mut relations, pick) {
                Ok(completed) => return Ok(completed),
                Err(why) => last = why,
            }
        }
        Err(last)
    }

    /// One try.
    fn deal(
        &mut self,
        state: &State,
        viewer: usize,
        pins: &[Pin],
        relations: &mut Relations,
        pick: Pick<'_>,
    ) -> Result<State, Undealt> {
        let game = self.game.clone();
        let mut dealt = state.clone();
        let heaps = self.deal_things(&mut dealt, viewer, pins, pick)?;
        let secrets = self.secrets(state, Some(viewer));
        for &secret in &secrets {
            self.deal_secret(&mut dealt, secret, pick)?;
        }
        self.relate(&mut dealt, (&heaps.holes, &secrets), relations, pick)?;
        self.lay_back(&mut dealt, viewer, &heaps, pick)?;
        let begun = self.take_pieces_back(state, &mut dealt, viewer);
        if !self.leave_an_answer(state, &mut dealt, viewer, pins, pick) {
            return Err(Undealt::Nothing);
        }
        if !self.deal_names(state, &mut dealt, viewer, pick) {
            return Err(Undealt::Chosen);
        }
        let answered = match game.block_of(state) {
            Some(block) => self.answer_parts(&mut dealt, block, viewer, pick),
            None => begun.is_none_or(|begun| self.answer_pieces(&mut dealt, begun, pick)),
        };
        if !answered {
            return Err(Undealt::Answers);
        }
        self.still_related(&dealt, relations).map(|()| dealt)
    }

    /// Inside a `together` block: the others' parts are played anew, the part that runs from its beginning.
    fn answer_parts(&mut self, state: &mut State, block: &Together, viewer: usize, pick: Pick<'_>) -> bool {
        let (members, begun) = parts::members(state, block);
        let Some((&current, before)) = members[..begun].split_last() else {
            return true;
        };
        for (at, &player) in before.iter().enumerate() {
            if player != viewer as i32 && !self.answer_part(state, block, at, player, pick) {
                return false;
            }
        }
        if current == viewer as i32 {
            return true;
        }
        parts::begin(state, block, begun - 1, current);
        let game = self.game.clone();
        let asked = self.machine.quietly(|machine| machine.run_to(game.program(), state, block.part));
        matches!(asked, Ok(Some(Pending::Choice { .. })))
    }

    /// One player's part with other answers; only his answers are taken over.
    fn answer_part(&mut self, state: &mut State, block: &Together, at: usize, player: i32, pick: Pick<'_>) -> bool {
        let mut copy = state.clone();
        parts::begin(&mut copy, block, at, player);
        let game = self.game.clone();
        let program = game.program();
        let mut options = Options::default();
        let done = self.machine.quietly(|machine| {
            loop {
                let ask = match machine.run_to(program, &mut copy, block.part) {
                    Ok(None) => return true,
                    Ok(Some(Pending::Choice { ask, .. })) => ask,
                    _ => return false,
                };
                if machine.options(program, &copy, ask, &mut options).is_err() {
                    return false;
                }
                let option = options.get(pick(options.len() as u32) as usize);
                if machine.answer(program, &mut copy, ask, option).is_err() {
                    return false;
                }
            }
        });
        if done {
            parts::take_answers(state, &copy, block, player);
        }
        done
    }

    /// What has been answered of a bag or a division of somebody else that is asked thing by thing: taken back before anything is asked
    /// of the deal, so that nothing of the true answers enters into it. Gives the question and how many things it was.
    fn take_pieces_back(&mut self, state: &State, dealt: &mut State, viewer: usize) -> Option<(AskId, i32)> {
        let game = self.game.clone();
        let program = game.program();
        let Some(&Op::Ask(ask)) = program.ops.get(state.words()[PC] as usize) else {
            return None;
        };
        if game.block_of(state).is_some() {
            return None;
        }
        let (base, count, place) = self.pieces_of(state, ask)?;
        let asked = program.asks[ask.index()].who.and_then(|who| self.machine.word(program, state, who).ok());
        if asked == Some(viewer as i32) || self.sees_cell(state, place, Some(viewer)) {
            return None;
        }
        let words = base as usize..(base + count) as usize;
        let given: i32 = state.words()[words.clone()].iter().sum();
        dealt.words_mut()[words].fill(0);
        Some((ask, given))
    }

    /// A bag or a division that is asked thing by thing, begun anew: as many answers as were given.
    fn answer_pieces(&mut self, dealt: &mut State, (ask, given): (AskId, i32), pick: Pick<'_>) -> bool {
        let game = self.game.clone();
        let program = game.program();
        let mut options = Options::default();
        self.machine.quietly(|machine| {
            (0..given).all(|_| {
                if machine.options(program, dealt, ask, &mut options).is_err() {
                    return false;
                }
                // Things, not "that is all": he has gone on.
                let things: Vec<usize> = (0..options.len()).filter(|&at| options.get(at)[0] == 0).collect();
                if things.is_empty() {
                    return false;
                }
                let option = options.get(things[pick(things.len() as u32) as usize]);
                machine.answer(program, dealt, ask, option).is_ok()
                    && matches!(machine.run(program, dealt), Ok(Pending::Choice { ask: next, .. }) if next == ask)
            })
        })
    }

    /// The words of what has been answered of a bag or a division, and the place that it is about.
    fn pieces_of(&mut self, state: &State, ask: AskId) -> Option<(u32, u32, i32)> {
        let game = self.game.clone();
        let program = game.program();
        let code = &program.asks[ask.index()];
        match code.part {
            code::Part::Division(id) => {
                let divide = &program.divides[id as usize];
                let place = self.machine.word(program, state, divide.from).ok()?;
                divide.player.is_none().then_some((divide.base, divide.stride, place))
            }
            code::Part::Bag => {
                let query = &program.queries[code.arms.first()?.query?.index()];
                let Domain::NextPiece { bag, chosen, .. } = query.binders.first()?.domain else { return None };
                let (Expr::BagAt { cell, .. }, Expr::Slots { base, shape }) =
                    (program.exprs[bag.index()], program.exprs[chosen.index()])
                else {
                    return None;
                };
                Some((base, shape.width(), self.machine.word(program, state, cell).ok()?))
            }
            code::Part::Whole | code::Part::Order => None,
        }
    }

    /// Whether the open question asks for more of a bag, an order or a division, of which some has been answered.
    pub fn half_chosen(&mut self, state: &State) -> bool {
        let game = self.game.clone();
        self.ask.is_some_and(|id| self.is_begun(state, &game.program().asks[id.index()]))
    }

    /// Whether some of a bag, an order or a division has been answered.
    pub(super) fn is_begun(&mut self, state: &State, ask: &code::Ask) -> bool {
        let game = self.game.clone();
        let program = game.program();
        if let code::Part::Division(id) = ask.part {
            return self.matrix(state, id).is_some_and(|matrix| matrix.iter().any(|&count| count > 0));
        }
        let query = ask.arms.first().and_then(|arm| arm.query).map(|query| &program.queries[query.index()]);
        let domain = query.and_then(|query| query.binders.first()).map(|binder| binder.domain);
        let so_far = match (ask.part, domain) {
            (code::Part::Bag, Some(Domain::NextPiece { chosen, .. })) => chosen,
            (code::Part::Order, Some(Domain::Set(rest))) => match program.exprs[rest.index()] {
                Expr::Minus(_, used) => match program.exprs[used.index()] {
                    Expr::ListSet(line) => line,
                    _ => return false,
                },
                _ => return false,
            },
            _ => return false,
        };
        self.machine.words(program, state, so_far).is_ok_and(|words| words.iter().any(|&count| count > 0))
    }
}
