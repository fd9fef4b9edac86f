//! Simultaneous answers: each player of a `together` block answers on a copy of the state, then all answers are merged.

use crate::sight::Eye;
use crate::view::{AnswerView, Viewing};
use crate::{Error, Fault, Pending, together};
use tavola_core::code::{Pc, Together};
use tavola_core::vm::{self, State};

use super::Referee;

/// Collector of the answers in a `together` block, in any order.
///
/// No part of a `together` block can read what another part wrote. So each player answers on a copy of the state.
/// When [no player has to answer](Gathering::still_to_answer) any more, [`Gathering::finish`] gives all answers to the state itself.
/// It uses the order of the rules, so the result does not depend on the order of the answers.
#[derive(Clone, Debug)]
pub struct Gathering {
    block: Together,
    parts: Vec<Seated>,
}

/// Progress of one player in the block.
#[derive(Clone, Debug)]
struct Seated {
    player: usize,
    /// The state as the player knows it, without the answers of others.
    state: State,
    /// The player's answers as words of options, each with the position before it.
    answers: Vec<(State, Vec<i32>)>,
    /// True if the player still has to answer.
    open: bool,
}

/// Answers of a `together` block while it runs, as one viewer knows them once it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockAnswers {
    /// The block, and the number of its players who have been asked.
    part: Pc,
    begun: usize,
    /// The answers, by name and player.
    pub answers: Vec<AnswerView>,
}

impl BlockAnswers {
    /// True if the block has ended at a later question, where these answers are sealed.
    pub fn has_ended(&self, later: Option<&Self>) -> bool {
        later.is_none_or(|later| later.part != self.part || later.begun < self.begun)
    }
}

impl Referee {
    /// The answers that are sealed where a state waits, if that is in a `together` block. `viewer` is a seat, or `None` for a spectator.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn sealed_answers(&mut self, state: &State, viewer: Option<usize>) -> Option<BlockAnswers> {
        self.game.assert_viewer(viewer);
        let Self { game, machine, .. } = self;
        let block = together::block_of(game.program(), state)?;
        let (_, begun) = together::members(state, block);
        let eye = Eye { lowered: game.lowered(), machine };
        let answers = Viewing { game, eye, state, viewer }.sealed_answers(block);
        Some(BlockAnswers { part: block.part, begun, answers })
    }

    /// Begins to collect answers, if a state waits in a `together` block. Answers given before stay.
    ///
    /// # Errors
    /// A fault of the rules before a player's first question.
    pub fn gather(&mut self, state: &State) -> Result<Option<Gathering>, Fault> {
        let game = self.game.clone();
        let Some(block) = together::block_of(game.program(), state) else { return Ok(None) };
        let (members, begun) = together::members(state, block);
        let mut gathering = Gathering { block: block.clone(), parts: Vec::new() };
        for (at, &player) in members.iter().enumerate().skip(begun.saturating_sub(1)) {
            let mut own = state.clone();
            if at >= begun {
                together::begin(&mut own, block, at, player);
            }
            let mut part = Seated { player: player.max(0) as usize, state: own, answers: Vec::new(), open: true };
            part.open = self.runs_to_question(block, &mut part.state)?;
            gathering.parts.push(part);
        }
        Ok(Some(gathering))
    }

    /// True if a state waits for the first answer of a `together` block.
    pub fn begins_block(&mut self, state: &State) -> bool {
        let game = self.game.clone();
        let Some(block) = together::block_of(game.program(), state) else { return false };
        let (members, _) = together::members(state, block);
        let Some(&first) = members.first() else { return false };
        let mut fresh = state.clone();
        together::begin(&mut fresh, block, 0, first);
        let ran = self.interruptibly(&mut fresh, |machine, program, fresh| {
            machine.quietly(|machine| machine.run(program, fresh))
        });
        ran.is_ok() && fresh == *state
    }

    /// Runs to the next question. Inside a `together` block it stops at the end of the current part and returns `None`.
    ///
    /// The sentences after that part may depend on the answers of others.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn run_in_part(&mut self, state: &mut State) -> Result<Option<Pending>, Fault> {
        let game = self.game.clone();
        if let Some(block) = together::block_of(game.program(), state)
            && !self.runs_to_question(block, state)?
        {
            return Ok(None);
        }
        self.run(state).map(Some)
    }

    /// Runs a part to its next question. False if it has none left.
    fn runs_to_question(&mut self, block: &Together, state: &mut State) -> Result<bool, Fault> {
        let pending = self.interruptibly(state, |machine, program, state| {
            machine.quietly(|machine| machine.run_to(program, state, block.part))
        })?;
        Ok(matches!(pending, Some(vm::Waiting::Choice { .. })))
    }
}

impl Gathering {
    /// Seats (from 0) of the players who still have to answer.
    pub fn still_to_answer(&self) -> Vec<usize> {
        self.parts.iter().filter(|part| part.open).map(|part| part.player).collect()
    }

    /// Seats (from 0) of all players who take part, whether they have answered or not.
    pub fn members(&self) -> Vec<usize> {
        self.parts.iter().map(|part| part.player).collect()
    }

    /// Position at which a player is asked, without the answers of others. `None` if the player has nothing left to answer.
    pub fn position(&self, player: usize) -> Option<&State> {
        self.parts.iter().find(|part| part.player == player && part.open).map(|part| &part.state)
    }

    /// Position as a player knows it during the block, also after their last answer. `None` if the player takes no part.
    pub fn known_to(&self, player: usize) -> Option<&State> {
        self.parts.iter().find(|part| part.player == player).map(|part| &part.state)
    }

    /// Takes back a player's last answer. False if there is none.
    pub fn take_back(&mut self, player: usize) -> bool {
        let part = self.parts.iter_mut().find(|part| part.player == player);
        let Some((part, (before, _))) = part.and_then(|part| part.answers.pop().map(|last| (part, last))) else {
            return false;
        };
        part.state = before;
        part.open = true;
        true
    }

    /// The option of a referee's open question that equals a player's answer. Answers are numbered from 0.
    ///
    /// `None` if there is no such answer, or it is not offered.
    pub fn option(&self, referee: &Referee, player: usize, number: usize) -> Option<usize> {
        let part = self.parts.iter().find(|part| part.player == player)?;
        let (_, answer) = part.answers.get(number)?;
        (0..referee.open.options.len()).find(|&at| referee.open.options.get(at) == answer)
    }

    /// Number of answers that a player has given here.
    pub fn answer_count(&self, player: usize) -> usize {
        self.parts.iter().find(|part| part.player == player).map_or(0, |part| part.answers.len())
    }

    /// The initial position with all answers so far.
    pub fn with_answers(&self, state: &State) -> State {
        let mut all = state.clone();
        for part in &self.parts {
            together::take_answers(&mut all, &part.state, &self.block, part.player as i32);
        }
        all
    }

    /// Runs a referee to a player's question, as [`Referee::run`] does. False if the player is not asked.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn run_to_question(&mut self, referee: &mut Referee, player: usize) -> Result<bool, Fault> {
        let Some(part) = self.parts.iter_mut().find(|part| part.player == player && part.open) else {
            return Ok(false);
        };
        Ok(referee.run(&mut part.state)? == Pending::Choice(player))
    }

    /// Gives a player's answer to the question that was [open](Gathering::run_to_question).
    ///
    /// # Errors
    /// A fault of the rules.
    ///
    /// # Panics
    /// If the player's question is not open at this referee, or has no such option.
    pub fn answer(&mut self, referee: &mut Referee, player: usize, option: usize) -> Result<(), Fault> {
        let part = self.parts.iter_mut().find(|part| part.player == player && part.open);
        let part = part.expect("an answer follows a question: call `run_to_question` before");
        part.answers.push((part.state.clone(), referee.open.assert_option(option).get(option).to_vec()));
        referee.answer(&mut part.state, option)?;
        part.open = referee.runs_to_question(&self.block, &mut part.state)?;
        Ok(())
    }

    /// Gives all answers to the initial state. [`Referee::run`] continues after the block.
    ///
    /// # Errors
    /// If a player still has to answer, the state is another one, or a rule faults.
    pub fn finish(&self, referee: &mut Referee, state: &mut State) -> Result<(), Error> {
        if let Some(part) = self.parts.iter().find(|part| part.open) {
            let name = referee.game.setup().players.get(part.player).cloned().unwrap_or_default();
            return Err(Error::new(format!("{name} still has to answer")));
        }
        let wrong = |referee: &Referee, fault: Fault| Error::new(referee.game.diagnose(&fault).message);
        for part in &self.parts {
            for number in 0..part.answers.len() {
                let pending = referee.run(state).map_err(|fault| wrong(referee, fault))?;
                let option = self.option(referee, part.player, number);
                let Some(option) = option.filter(|_| pending == Pending::Choice(part.player)) else {
                    return Err(Error::new("this is not the question that was answered"));
                };
                referee.answer(state, option).map_err(|fault| wrong(referee, fault))?;
            }
        }
        Ok(())
    }
}
