//! The table where everybody has a screen of his own: in a `together` block all who are asked answer at once.

use super::{GameTable, Turn};
use crate::scenario;
use tavola_game::{Error, Fault, Gathering, Pending, Question, Referee, Refusal, State, View, WhyNot};

/// An open `together` block. The answers of people are gathered here and given to the game, one by one and in the order of the
/// rules, when nobody has to answer any more: until then nobody else's screen knows of them, and the record keeps them sealed.
pub(super) struct Round {
    gathering: Gathering,
    /// At which questions are opened and answered: nothing that happens here is told.
    referee: Referee,
    /// Who is asked, by seat: bots answer in their turn.
    people: Vec<usize>,
    /// How many of each seat's answers the game has been given.
    given: Vec<usize>,
    /// What each seat has answered of its own will, as it reads it.
    labels: Vec<Vec<String>>,
}

/// What a seat has answered in the block before, in notation.
type SealedBySeat<'a> = &'a dyn Fn(usize) -> &'a [String];

/// What became of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Advance {
    /// The game went on.
    Went,
    /// People must answer.
    Waits,
    /// The record cannot be written at present: the game stands as it is.
    Unwritten,
    /// It is over.
    Over,
}

impl Round {
    /// Begins where a state waits in a `together` block that asks several people; where it asks one he is asked as always. What the record
    /// has kept of them is given, as far as it is still offered.
    fn begin(
        referee: &mut Referee,
        state: &State,
        humans: &[bool],
        kept: SealedBySeat<'_>,
    ) -> Result<Option<Self>, Fault> {
        let Some(gathering) = referee.gather(state)? else { return Ok(None) };
        let people: Vec<usize> = gathering.members().into_iter().filter(|&seat| humans[seat]).collect();
        if people.len() < 2 {
            return Ok(None);
        }
        let referee = referee.game().referee();
        let seats = humans.len();
        let labels = vec![Vec::new(); seats];
        let mut round = Self { gathering, referee, people, given: vec![0; seats], labels };
        for seat in round.people.clone() {
            round.pass(seat)?;
            for answer in kept(seat) {
                if !round.gathering.open(&mut round.referee, seat)? {
                    break;
                }
                let Some(Ok(option)) = round.gathering.position(seat).map(|own| round.referee.find(own, answer)) else {
                    break;
                };
                round.answer(seat, option)?;
            }
        }
        Ok(Some(round))
    }

    /// Whether somebody has still to answer.
    fn waits(&self) -> bool {
        self.people.iter().any(|&seat| self.gathering.position(seat).is_some())
    }

    /// Answers what leaves a seat no choice.
    fn pass(&mut self, seat: usize) -> Result<(), Fault> {
        while self.gathering.open(&mut self.referee, seat)? && self.referee.options() == 1 {
            self.gathering.answer(&mut self.referee, seat, 0)?;
        }
        Ok(())
    }

    fn answer(&mut self, seat: usize, option: usize) -> Result<(), Fault> {
        if !self.gathering.open(&mut self.referee, seat)? {
            return Ok(());
        }
        let label = self.gathering.position(seat).map(|state| self.referee.label(state, option));
        self.labels[seat].extend(label);
        self.gathering.answer(&mut self.referee, seat, option)?;
        self.pass(seat)
    }

    /// Takes back what a seat has answered of its own will last, with what followed from it.
    fn undo(&mut self, seat: usize) -> Result<bool, Fault> {
        if self.labels[seat].pop().is_none() {
            return Ok(false);
        }
        while self.gathering.take_back(seat) {
            self.gathering.open(&mut self.referee, seat)?;
            if self.referee.options() > 1 {
                break;
            }
        }
        Ok(true)
    }

    /// The option at the game's referee that a seat has answered next; none when it has given everything.
    fn next(&mut self, referee: &Referee, seat: usize) -> Option<usize> {
        let option = self.gathering.option(referee, seat, self.given[seat])?;
        self.given[seat] += 1;
        Some(option)
    }

    /// The game could not take that answer.
    fn not_given(&mut self, seat: usize) {
        self.given[seat] -= 1;
    }
}

impl GameTable {
    /// The `together` block in which somebody has still to answer.
    fn waiting(&self) -> Option<&Round> {
        self.round.as_ref().filter(|round| round.waits())
    }

    /// The round that waits for answers, to answer in it.
    fn waiting_mut(&mut self) -> Option<&mut Round> {
        self.round.as_mut().filter(|round| round.waits())
    }

    /// Goes on by one answer, unless people must answer.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn step(&mut self) -> Result<Advance, Fault> {
        if self.waiting().is_some() {
            return Ok(Advance::Waits);
        }
        let turn = self.run()?;
        let unwritten = match turn {
            Turn::Over => return Ok(Advance::Over),
            Turn::Machine(pending) => self.machine(pending)?,
            Turn::Person(seat) | Turn::Known(seat, _) => {
                let fresh = self.round.is_none();
                if fresh {
                    if !self.open_round()? {
                        return Ok(Advance::Unwritten);
                    }
                    if self.waiting().is_some() {
                        self.back.clear();
                        return Ok(Advance::Waits);
                    }
                }
                let gathered = self.round.as_mut().and_then(|round| round.next(&self.referee, seat));
                if let Some(option) = gathered {
                    self.gathered(seat, option)?
                } else if self.round.take().is_some() && !fresh {
                    // Every answer of the block is given: what is asked now belongs to another one, or to none.
                    None
                } else if let Turn::Known(_, option) = turn {
                    self.known(seat, option)?
                } else {
                    return Ok(Advance::Waits);
                }
            }
        };
        Ok(if unwritten.is_some() { Advance::Unwritten } else { Advance::Went })
    }

    /// Begins to gather, with what the record has kept. `false`: the record must be written before, and cannot be.
    fn open_round(&mut self) -> Result<bool, Fault> {
        let Self { referee, state, humans, keeper, names, .. } = self;
        let kept = |seat: usize| keeper.sealed(&names[seat]);
        let round = Round::begin(referee, state, humans, &kept)?;
        for &seat in round.iter().flat_map(|round| &round.people) {
            // Under other rules what was answered may not be possible any more.
            let left = round.as_ref().map_or(0, |round| round.labels[seat].len());
            if keeper.unseal(&names[seat], left).is_err() {
                return Ok(false);
            }
        }
        self.round = round;
        Ok(true)
    }

    /// Gives the game what a seat has answered in the block.
    fn gathered(&mut self, seat: usize, option: usize) -> Result<Option<Error>, Fault> {
        self.back.clear();
        if self.referee.options() > 1 {
            self.will(seat);
        }
        let unwritten = self.give(Pending::Choice(seat), option)?;
        if unwritten.is_some() {
            self.round.iter_mut().for_each(|round| round.not_given(seat));
            self.forget_wills();
        } else {
            self.last = Some(seat);
        }
        Ok(unwritten)
    }

    /// Takes the answer of somebody at his own screen to the question that he is asked there. An error inside: the record's file cannot be
    /// written at present, and the answer is not taken.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn answer_at(&mut self, seat: usize, option: usize) -> Result<Option<Error>, Fault> {
        let Some(round) = self.round.as_mut().filter(|round| round.waits()) else {
            self.will(seat);
            let unwritten = self.person(seat, option)?;
            self.forget_wills();
            return Ok(unwritten);
        };
        if !round.gathering.open(&mut round.referee, seat)? {
            return Ok(None);
        }
        if let Err(unwritten) = self.keeper.seal(&self.names[seat], &round.referee.notation(option)) {
            return Ok(Some(unwritten));
        }
        round.answer(seat, option).map(|()| None)
    }

    /// The option by which a seat may leave the question that it is asked undone for the rest of the turn. Where several are asked
    /// at once nothing comes again.
    pub fn enough_at(&mut self, seat: usize) -> Option<usize> {
        if self.waiting().is_some() { None } else { self.enough(seat) }
    }

    /// Takes that answer, as [`GameTable::answer_at`].
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn leave_at(&mut self, seat: usize, option: usize) -> Result<Option<Error>, Fault> {
        self.will(seat);
        let unwritten = self.leave(seat, option)?;
        self.forget_wills();
        Ok(unwritten)
    }

    /// Takes a whole division of somebody at his own screen: all that is to lie in each pile, by notation. Inside, why that is
    /// not possible; then nothing of it was taken. Where the record's file cannot be written (the error inside that) a part of it may have
    /// been taken, and the rest is asked.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn divide_at(&mut self, seat: usize, piles: &[Vec<String>]) -> Result<Result<Option<Error>, String>, Fault> {
        let asked = self.question_at(Some(seat))?.filter(|question| question.player == seat);
        let so_far = asked.and_then(|question| question.division);
        let position = self.waiting().map_or(Some(&self.state), |round| round.gathering.position(seat));
        let (Some(so_far), Some(position)) = (so_far, position) else {
            return Ok(Err("There is nothing to divide now.".to_owned()));
        };
        let parts = match scenario::divide(&mut self.game().referee(), position, &so_far, piles)? {
            Ok(parts) => parts,
            Err(why) => return Ok(Err(why)),
        };
        let gathers = self.waiting().is_some();
        for (at, part) in parts.into_iter().enumerate() {
            let unwritten = if gathers && part.forced {
                // What leaves no choice is answered there by itself.
                None
            } else if gathers || at == 0 {
                self.answer_at(seat, part.option)?
            } else {
                // Belongs to the first part: all are taken back together.
                self.run()?;
                self.give(Pending::Choice(seat), part.option)?
            };
            if unwritten.is_some() {
                return Ok(Ok(unwritten));
            }
        }
        Ok(Ok(None))
    }

    /// The question that somebody is asked at his own screen.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn question_at(&mut self, viewer: Option<usize>) -> Result<Option<Question>, Fault> {
        let Some(round) = self.waiting_mut() else {
            return Ok(self.question());
        };
        let Some(seat) = viewer else { return Ok(None) };
        if !round.gathering.open(&mut round.referee, seat)? {
            return Ok(None);
        }
        Ok(round.gathering.position(seat).and_then(|state| round.referee.question(state)))
    }

    /// The option of a seat's open question that a text means.
    ///
    /// # Errors
    /// Why there is none, as the asked player may be told.
    pub fn find_at(&mut self, seat: usize, text: &str) -> Result<usize, Refusal> {
        let Some(round) = self.waiting_mut() else { return self.find(text) };
        let opened = round.gathering.open(&mut round.referee, seat);
        match (opened, round.gathering.position(seat)) {
            (Ok(true), Some(state)) => round.referee.find(state, text),
            _ => self.find(text),
        }
    }

    /// Why an answer to a seat's open question is not offered, see [`GameTable::why_not`].
    pub fn why_not_at(&mut self, seat: usize, names: &[&str]) -> WhyNot {
        let Some(round) = self.waiting_mut() else { return self.why_not(names) };
        let opened = round.gathering.open(&mut round.referee, seat);
        match (opened, round.gathering.position(seat)) {
            (Ok(true), Some(state)) => round.referee.why_not(state, names),
            _ => self.why_not(names),
        }
    }

    /// The position as somebody at his own screen may know it: in a `together` block with his own answers and nobody else's.
    pub fn view_at(&mut self, viewer: Option<usize>) -> View {
        let own = viewer.and_then(|seat| self.round.as_ref()?.gathering.known_to(seat));
        let state = own.unwrap_or(&self.state);
        self.referee.view(state, viewer)
    }

    /// Who answers at the same time now, by seat: all whom the open `together` block asks, whether they have answered or not. Who of
    /// them is done would tell who was asked how much.
    pub fn together(&self) -> &[usize] {
        self.waiting().map_or(&[], |round| &round.people)
    }

    /// What a seat has answered in the open `together` block.
    pub fn kept(&self, seat: usize) -> &[String] {
        self.waiting().map_or(&[], |round| &round.labels[seat])
    }

    /// Takes a seat's last answer back, of an open `together` block or of the game; whether there was one. An error inside: the record's file
    /// cannot be written at present, and nothing is taken back.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn undo_at(&mut self, seat: usize) -> Result<Result<bool, Error>, Fault> {
        let Some(round) = self.round.as_mut().filter(|round| round.waits()) else {
            let done = self.undo(seat).map(|undone| undone.is_some());
            self.forget_wills();
            return Ok(done);
        };
        let Some(left) = round.labels[seat].len().checked_sub(1) else { return Ok(Ok(false)) };
        if let Err(unwritten) = self.keeper.unseal(&self.names[seat], left) {
            return Ok(Err(unwritten));
        }
        round.undo(seat).map(Ok)
    }

    /// Whether a seat has an answer that can be taken back.
    pub fn can_undo_at(&self, seat: usize) -> bool {
        match self.waiting() {
            Some(round) => !round.labels[seat].is_empty(),
            None => self.can_undo(seat),
        }
    }

    /// Whether all that happened is still told.
    pub fn tells_all(&self) -> bool {
        self.log.is_whole()
    }
}
