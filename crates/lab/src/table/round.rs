//! A table at which all players have screens of their own: in a `together` block, all who are asked answer at once.

use super::{GameTable, HINT_STREAM, TableError, Turn, offered};
use crate::{Bot, SearchAgent, SearchResult, scenario, seeds};
use tavola_game::{Error, Fault, Gathering, Pending, Question, Referee, Refusal, RuleLine, State, View, WhyNot};

/// An open `together` block. The answers of people are gathered. When nobody has to answer any more, the game gets them
/// one by one, in the order of the rules. Until then no other screen shows them, and the record keeps them sealed.
pub(super) struct Round {
    gathering: Gathering,
    /// Referee for opening and answering questions. Nothing of this is logged.
    referee: Referee,
    /// Seats of people who are asked. Bots answer in their turn.
    people: Vec<usize>,
    /// Number of answers of each seat that the game has received.
    given: Vec<usize>,
    /// Labels of the answers that each seat chose.
    labels: Vec<Vec<String>>,
}

/// Sealed answers of a seat in the block, in notation.
type SealedBySeat<'a> = &'a dyn Fn(usize) -> &'a [String];

/// Result of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Advance {
    /// The game advanced.
    Went,
    /// People must answer.
    Waits,
    /// The record cannot be written at present. The game stays as it is.
    Unwritten,
    /// The game is over.
    Over,
}

impl Round {
    /// Begins a round if a state waits in a `together` block that asks several people; a single person is asked as
    /// usual. Sealed answers of the record are given, as far as they are still offered.
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
                if !round.gathering.run_to_question(&mut round.referee, seat)? {
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

    /// True if somebody still has to answer.
    fn waits(&self) -> bool {
        self.people.iter().any(|&seat| self.gathering.position(seat).is_some())
    }

    /// Gives forced answers of a seat.
    fn pass(&mut self, seat: usize) -> Result<(), Fault> {
        while self.gathering.run_to_question(&mut self.referee, seat)? && self.referee.option_count() == 1 {
            self.gathering.answer(&mut self.referee, seat, 0)?;
        }
        Ok(())
    }

    fn answer(&mut self, seat: usize, option: usize) -> Result<(), Fault> {
        if !self.gathering.run_to_question(&mut self.referee, seat)? {
            return Ok(());
        }
        let label = self.gathering.position(seat).map(|state| self.referee.label(state, option));
        self.labels[seat].extend(label);
        self.gathering.answer(&mut self.referee, seat, option)?;
        self.pass(seat)
    }

    /// Takes back the last chosen answer of a seat, with the forced answers that followed.
    fn undo(&mut self, seat: usize) -> Result<bool, Fault> {
        if self.labels[seat].pop().is_none() {
            return Ok(false);
        }
        while self.gathering.take_back(seat) {
            self.gathering.run_to_question(&mut self.referee, seat)?;
            if self.referee.option_count() > 1 {
                break;
            }
        }
        Ok(true)
    }

    /// Next answer of a seat, as an option of the game's referee. None if all are given.
    fn next(&mut self, referee: &Referee, seat: usize) -> Option<usize> {
        let option = self.gathering.option(referee, seat, self.given[seat])?;
        self.given[seat] += 1;
        Some(option)
    }

    /// Notes that the game did not accept that answer.
    fn not_given(&mut self, seat: usize) {
        self.given[seat] -= 1;
    }
}

impl GameTable {
    /// The `together` block in which somebody has still to answer.
    fn open_block(&self) -> Option<&Round> {
        self.round.as_ref().filter(|round| round.waits())
    }

    /// The round in which somebody still has to answer, for answering in it.
    fn open_block_mut(&mut self) -> Option<&mut Round> {
        self.round.as_mut().filter(|round| round.waits())
    }

    /// Advances the game by one answer, unless people must answer.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn step(&mut self) -> Result<Advance, Fault> {
        if self.open_block().is_some() {
            return Ok(Advance::Waits);
        }
        let turn = self.run()?;
        let taken = match turn {
            Turn::Over => return Ok(Advance::Over),
            Turn::BotOrChance(pending) => self.answer_for_bot_or_chance(pending),
            Turn::Person(seat) | Turn::Known(seat, _) => {
                let fresh = self.round.is_none();
                if fresh {
                    if !self.open_round()? {
                        return Ok(Advance::Unwritten);
                    }
                    if self.open_block().is_some() {
                        self.back.clear();
                        return Ok(Advance::Waits);
                    }
                }
                let gathered = self.round.as_mut().and_then(|round| round.next(&self.referee, seat));
                if let Some(option) = gathered {
                    self.gathered(seat, option)
                } else if self.round.take().is_some() && !fresh {
                    // All answers of the block are given. The open question belongs to another block, or to none.
                    Ok(())
                } else if let Turn::Known(_, option) = turn {
                    self.give_known_answer(seat, option)
                } else {
                    return Ok(Advance::Waits);
                }
            }
        };
        match taken {
            Ok(()) => Ok(Advance::Went),
            Err(TableError::Fault(fault)) => Err(fault),
            Err(TableError::Unwritten(_) | TableError::Refused(_)) => Ok(Advance::Unwritten),
        }
    }

    /// Begins a round with the sealed answers of the record. Returns `false` if the record must be written first, but
    /// cannot be.
    fn open_round(&mut self) -> Result<bool, Fault> {
        let Self { referee, state, humans, keeper, names, .. } = self;
        let kept = |seat: usize| keeper.sealed(&names[seat]);
        let round = Round::begin(referee, state, humans, &kept)?;
        for &seat in round.iter().flat_map(|round| &round.people) {
            // Under other rules, sealed answers may be impossible.
            let left = round.as_ref().map_or(0, |round| round.labels[seat].len());
            if keeper.unseal(&names[seat], left).is_err() {
                return Ok(false);
            }
        }
        self.round = round;
        Ok(true)
    }

    /// Gives the game an answer of a seat from the block.
    fn gathered(&mut self, seat: usize, option: usize) -> Result<(), TableError> {
        self.back.clear();
        if self.referee.option_count() > 1 {
            self.will(seat);
        }
        let given = self.give(Pending::Choice(seat), option);
        match given {
            Ok(()) => self.last = Some(seat),
            Err(TableError::Fault(_)) => {}
            Err(TableError::Unwritten(_) | TableError::Refused(_)) => {
                self.round.iter_mut().for_each(|round| round.not_given(seat));
                self.forget_wills();
            }
        }
        given
    }

    /// Gives the answer of a player to the question on their own screen. In a `together` block, nothing happens if they are not asked.
    ///
    /// # Errors
    /// See [`TableError`].
    pub fn answer_at(&mut self, seat: usize, option: usize) -> Result<(), TableError> {
        let Some(round) = self.round.as_mut().filter(|round| round.waits()) else {
            self.will(seat);
            let taken = self.answer_for_person(seat, option);
            self.forget_wills();
            return taken;
        };
        if !round.gathering.run_to_question(&mut round.referee, seat)? {
            return Ok(());
        }
        offered(&round.referee, option)?;
        self.keeper.seal(&self.names[seat], &round.referee.notation(option)).map_err(TableError::Unwritten)?;
        Ok(round.answer(seat, option)?)
    }

    /// The option with which a seat declines its question for the rest of the turn. None if several are asked at once,
    /// since nothing repeats then.
    pub fn enough_at(&mut self, seat: usize) -> Option<usize> {
        if self.open_block().is_some() { None } else { self.enough(seat) }
    }

    /// Gives that answer, as [`GameTable::answer_at`].
    ///
    /// # Errors
    /// See [`TableError`].
    pub fn leave_at(&mut self, seat: usize, option: usize) -> Result<(), TableError> {
        self.will(seat);
        let taken = self.leave(seat, option);
        self.forget_wills();
        taken
    }

    /// Gives a whole division of a player at their own screen: the complete contents of each pile, in notation.
    ///
    /// # Errors
    /// See [`TableError`]. If the record's file cannot be written, a part of the division may have been accepted, and the
    /// rest is asked.
    pub fn divide_at(&mut self, seat: usize, piles: &[Vec<String>]) -> Result<(), TableError> {
        let refused = |why: String| TableError::Refused(Error::new(why));
        let asked = self.question_at(Some(seat))?.filter(|question| question.player == seat);
        let so_far = asked.and_then(|question| question.division);
        let position = self.open_block().map_or(Some(&self.state), |round| round.gathering.position(seat));
        let (Some(so_far), Some(position)) = (so_far, position) else {
            return Err(refused("There is nothing to divide now.".to_owned()));
        };
        let parts = scenario::divide(&mut self.game().referee(), position, &so_far, piles)?.map_err(refused)?;
        let gathers = self.open_block().is_some();
        for (at, part) in parts.into_iter().enumerate() {
            if gathers && part.forced {
                // Forced answers are given automatically there.
            } else if gathers || at == 0 {
                self.answer_at(seat, part.option)?;
            } else {
                // It belongs to the first part: all parts are taken back together.
                self.run()?;
                self.give(Pending::Choice(seat), part.option)?;
            }
        }
        Ok(())
    }

    /// The question on the screen of a viewer.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn question_at(&mut self, viewer: Option<usize>) -> Result<Option<Question>, Fault> {
        let Some(round) = self.open_block_mut() else {
            return Ok(self.question());
        };
        let Some(seat) = viewer else { return Ok(None) };
        if !round.gathering.run_to_question(&mut round.referee, seat)? {
            return Ok(None);
        }
        Ok(round.gathering.position(seat).and_then(|state| round.referee.question(state)))
    }

    /// The line of the rules that asks a viewer's question, or that offers an option of it, for the author of the rules.
    pub fn asked_by_at(&mut self, viewer: Option<usize>, option: Option<usize>) -> Option<RuleLine> {
        if let Some(seat) = viewer
            && let Some(round) = self.open_block_mut()
            && let Ok(true) = round.gathering.run_to_question(&mut round.referee, seat)
        {
            return round.referee.asked_by(round.gathering.position(seat)?, option);
        }
        self.referee.asked_by(&self.state, option)
    }

    /// The option of a seat's open question that a text means.
    ///
    /// # Errors
    /// The reason why there is none, as far as the asked player may know it.
    pub fn find_at(&mut self, seat: usize, text: &str) -> Result<usize, Refusal> {
        let Some(round) = self.open_block_mut() else { return self.find(text) };
        let opened = round.gathering.run_to_question(&mut round.referee, seat);
        match (opened, round.gathering.position(seat)) {
            (Ok(true), Some(state)) => round.referee.find(state, text),
            _ => self.find(text),
        }
    }

    /// The reason why an answer to a seat's open question is not offered, see [`GameTable::why_not`].
    pub fn why_not_at(&mut self, seat: usize, names: &[&str]) -> WhyNot {
        let Some(round) = self.open_block_mut() else { return self.why_not(names) };
        let opened = round.gathering.run_to_question(&mut round.referee, seat);
        match (opened, round.gathering.position(seat)) {
            (Ok(true), Some(state)) => round.referee.why_not(state, names),
            _ => self.why_not(names),
        }
    }

    /// Ratings of the options of a seat's open question by a bot, from what the player sees. `seed` alone seeds the bot,
    /// because the seed of the game determines what is hidden. The course of the game does not change.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn advice_at(&mut self, seat: usize, bot: Bot, seed: u64) -> Result<SearchResult, Fault> {
        let mut adviser = SearchAgent::new(bot, seeds::generator(seed, 0, HINT_STREAM));
        let Some(round) = self.open_block_mut() else {
            return Ok(adviser.think(&self.referee, &self.state, seat));
        };
        round.gathering.run_to_question(&mut round.referee, seat)?;
        let own = round.gathering.position(seat);
        Ok(own.map(|state| adviser.think(&round.referee, state, seat)).unwrap_or_default())
    }

    /// The position as a viewer at their own screen may know it. In a `together` block it includes only their own
    /// answers.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn view_at(&mut self, viewer: Option<usize>) -> View {
        let own = viewer.and_then(|seat| self.round.as_ref()?.gathering.known_to(seat));
        let state = own.unwrap_or(&self.state);
        self.referee.view(state, viewer)
    }

    /// Seats that answer at the same time: all whom the open `together` block asks, whether they have answered or not.
    /// Showing who of them is done would reveal how much each was asked.
    pub fn together(&self) -> &[usize] {
        self.open_block().map_or(&[], |round| &round.people)
    }

    /// Answers that a seat chose in the open `together` block.
    pub fn answers_at(&self, seat: usize) -> &[String] {
        self.open_block().map_or(&[], |round| &round.labels[seat])
    }

    /// Takes back the last answer of a seat, in an open `together` block or in the game. Returns `false` if there is
    /// none.
    ///
    /// # Errors
    /// See [`TableError`].
    pub fn undo_at(&mut self, seat: usize) -> Result<bool, TableError> {
        let Some(round) = self.round.as_mut().filter(|round| round.waits()) else {
            let done = self.undo(seat).map(|undone| undone.is_some());
            self.forget_wills();
            return done.map_err(TableError::Unwritten);
        };
        let Some(left) = round.labels[seat].len().checked_sub(1) else { return Ok(false) };
        self.keeper.unseal(&self.names[seat], left).map_err(TableError::Unwritten)?;
        Ok(round.undo(seat)?)
    }

    /// True if an answer of a seat can be taken back.
    pub fn can_undo_at(&self, seat: usize) -> bool {
        match self.open_block() {
            Some(round) => !round.labels[seat].is_empty(),
            None => self.can_undo(seat),
        }
    }

    /// The line of the rules behind a line of a viewer's log, counted from 1, for the author of the rules.
    pub fn caused_by(&self, viewer: Option<usize>, line: usize) -> Option<RuleLine> {
        self.log.caused_by(self.referee.game(), viewer, line)
    }

    /// True if the log still holds everything.
    pub fn tells_all(&self) -> bool {
        self.log.is_whole()
    }
}
