//! The answers of a `together` block in any order: everybody answers on a copy of his own, then the machine is told all.

use crate::{Error, Fault, Pending, together};
use tavola_core::code::Together;
use tavola_core::vm::{self, State};

use super::Referee;

/// Collects what the players of a `together` block answer, in any order.
///
/// In a `together` block nobody's part can read what another part wrote. So each player answers on a copy of the state;
/// when nobody is [waiting](Gathering::waiting) any more, [`Gathering::finish`] gives all answers to the state itself, in
/// the order of the rules. Whatever the order of the answers, the state is the same.
#[derive(Clone, Debug)]
pub struct Gathering {
    block: Together,
    parts: Vec<Seated>,
}

/// What one player does in the block.
#[derive(Clone, Debug)]
struct Seated {
    player: usize,
    /// The state as far as he knows it: without the others' answers.
    state: State,
    /// His answers as options are written, each with the position at which it was given.
    answers: Vec<(State, Vec<i32>)>,
    /// Whether he has still to answer.
    open: bool,
}

impl Referee {
    /// Begins to gather answers, if a state waits in a `together` block. What has been answered already stays.
    ///
    /// # Errors
    /// A fault of the rules before somebody's first question.
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

    /// Whether a state waits for the first answer of a `together` block.
    pub fn begins_block(&mut self, state: &State) -> bool {
        let game = self.game.clone();
        let Some(block) = together::block_of(game.program(), state) else { return false };
        let (members, _) = together::members(state, block);
        let Some(&first) = members.first() else { return false };
        let mut fresh = state.clone();
        together::begin(&mut fresh, block, 0, first);
        let ran = self.machine.quietly(|machine| machine.run(game.program(), &mut fresh));
        ran.is_ok() && fresh == *state
    }

    /// Runs to the next question like [`Referee::run`], but inside a `together` block only to the end of the part that has begun; none there,
    /// since what follows may depend on the answers of others.
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

    /// Runs a part to its next question; whether there is one.
    fn runs_to_question(&mut self, block: &Together, state: &mut State) -> Result<bool, Fault> {
        let game = self.game.clone();
        let pending = self.machine.quietly(|machine| machine.run_to(game.program(), state, block.part))?;
        Ok(matches!(pending, Some(vm::Waiting::Choice { .. })))
    }
}

impl Gathering {
    /// Who has still something to answer (by seat, from 0).
    pub fn waiting(&self) -> Vec<usize> {
        self.parts.iter().filter(|part| part.open).map(|part| part.player).collect()
    }

    /// Who takes part in what is gathered, whether he has answered or not (by seat, from 0).
    pub fn members(&self) -> Vec<usize> {
        self.parts.iter().map(|part| part.player).collect()
    }

    /// The position at which a player is asked; none if he has nothing to answer (any more). Everything that he may know is
    /// as it will be; the others' answers are missing.
    pub fn position(&self, player: usize) -> Option<&State> {
        self.parts.iter().find(|part| part.player == player && part.open).map(|part| &part.state)
    }

    /// The position as a player knows it while the block lasts, also when he has answered everything; none if he has no part in
    /// what is gathered.
    pub fn known_to(&self, player: usize) -> Option<&State> {
        self.parts.iter().find(|part| part.player == player).map(|part| &part.state)
    }

    /// Takes a player's last answer back; `false` where he has given none.
    pub fn take_back(&mut self, player: usize) -> bool {
        let part = self.parts.iter_mut().find(|part| part.player == player);
        let Some((part, (before, _))) = part.and_then(|part| part.answers.pop().map(|last| (part, last))) else {
            return false;
        };
        part.state = before;
        part.open = true;
        true
    }

    /// The option of the open question of a referee that a player's answer (by its number, from 0) was; none where he gave no such answer or
    /// it is not offered.
    pub fn option(&self, referee: &Referee, player: usize, number: usize) -> Option<usize> {
        let part = self.parts.iter().find(|part| part.player == player)?;
        let (_, answer) = part.answers.get(number)?;
        (0..referee.open.options.len()).find(|&at| referee.open.options.get(at) == answer)
    }

    /// How many answers of a player are kept.
    pub fn kept(&self, player: usize) -> usize {
        self.parts.iter().find(|part| part.player == player).map_or(0, |part| part.answers.len())
    }

    /// The position that the gathering began with, with everything that has been answered since.
    pub fn over(&self, state: &State) -> State {
        let mut all = state.clone();
        for part in &self.parts {
            together::take_answers(&mut all, &part.state, &self.block, part.player as i32);
        }
        all
    }

    /// Opens a player's question: its options are at that referee, as after [`Referee::run`]. `false`: he is not asked.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn open(&mut self, referee: &mut Referee, player: usize) -> Result<bool, Fault> {
        let Some(part) = self.parts.iter_mut().find(|part| part.player == player && part.open) else {
            return Ok(false);
        };
        Ok(referee.run(&mut part.state)? == Pending::Choice(player))
    }

    /// Takes a player's answer to the question that was [opened](Gathering::open).
    ///
    /// # Errors
    /// A fault of the rules.
    ///
    /// # Panics
    /// If his question is not open at this referee, or has no such option.
    pub fn answer(&mut self, referee: &mut Referee, player: usize, option: usize) -> Result<(), Fault> {
        let part = self.parts.iter_mut().find(|part| part.player == player && part.open);
        let part = part.expect("an answer follows a question: call `open` before");
        part.answers.push((part.state.clone(), referee.open.options.get(option).to_vec()));
        referee.answer(&mut part.state, option)?;
        part.open = referee.runs_to_question(&self.block, &mut part.state)?;
        Ok(())
    }

    /// Gives all answers to the state that the gathering began with. [`Referee::run`] goes on behind the block.
    ///
    /// # Errors
    /// Where somebody has still to answer, the state is another one, or a rule goes wrong.
    pub fn finish(&self, referee: &mut Referee, state: &mut State) -> Result<(), Error> {
        if let Some(part) = self.parts.iter().find(|part| part.open) {
            let name = referee.game.setup().players.get(part.player).cloned().unwrap_or_default();
            return Err(Error::new(format!("{name} has still to answer")));
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
