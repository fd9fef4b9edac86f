//! Explains answers that a question of a `together` block took although they fit a later question.

use super::Answer;
use super::driver::Driver;
use super::round::Taken;
use super::whole::{Judged, Whole};
use tavola_game::{Fault, Gathering, Pending, Referee, State};

/// Maximum number of answers to look ahead.
const MAX_AHEAD: usize = 200;
/// Maximum number of later questions of a player that are tried.
const MAX_TRIED: usize = 20;

/// Place and prompt of a later question.
enum Later {
    /// In the block.
    Within(String),
    /// After the block.
    Behind(String),
}

impl Driver {
    /// Notes which question of a `together` block takes an answer of the script. Only the transcript of a failing case
    /// needs it.
    pub(super) fn takes(&mut self, answer: &Answer) {
        if !self.notes.is_on() {
            return;
        }
        self.taken.retain(|taken| taken.answer.who != answer.who);
        if self.in_block() {
            let prompt = self.referee.prompt(&self.state);
            self.taken.push(Taken { answer: answer.clone(), prompt });
        }
    }

    /// If it applies: `` ; `ben: 2` (votes.yaml:4:9) was taken for "How much?" of the `together` block, and would fit
    /// here, too ``.
    pub(super) fn taken_text(&mut self, who: &str) -> String {
        let Some(taken) = self.taken.iter().find(|taken| taken.answer.who == who).cloned() else {
            return String::new();
        };
        let Taken { answer, prompt } = taken;
        match self.judge(&answer.what) {
            Ok(Judged::Possible(_)) if self.referee.prompt(&self.state) != prompt => format!(
                "; `{who}: {}` ({}) was taken for \"{prompt}\" of the `together` block, and would fit here, too",
                answer.what.shown(),
                answer.place
            ),
            _ => String::new(),
        }
    }

    /// If it applies: `` ; it was taken for "How much?" of the `together` block, and would fit "Which?", which comes
    /// after that ``.
    pub(super) fn early_text(&mut self, answer: &Answer) -> String {
        if !self.notes.is_on() || !self.in_block() {
            return String::new();
        }
        let taken = format!("; it was taken for \"{}\" of the `together` block", self.referee.prompt(&self.state));
        match self.later(answer) {
            Some(Later::Within(prompt)) => format!("{taken}, and would fit \"{prompt}\", which comes after that"),
            Some(Later::Behind(prompt)) => {
                format!("{taken}, and would fit \"{prompt}\", which comes when all have answered")
            }
            None => taken,
        }
    }

    /// If answers are kept and it applies: `` ; `2` would fit "Which?", which comes when all have answered ``.
    pub(super) fn later_text(&mut self, answer: &Answer) -> String {
        if !self.notes.is_on() || self.round.is_none() {
            return String::new();
        }
        match self.later(answer) {
            Some(Later::Within(prompt) | Later::Behind(prompt)) => {
                format!("; `{}` would fit \"{prompt}\", which comes when all have answered", answer.what.shown())
            }
            None => String::new(),
        }
    }

    fn in_block(&mut self) -> bool {
        self.round.is_some() || matches!(self.trial.gather(&self.state), Ok(Some(_)))
    }

    /// The next question that an answer would fit, if everybody always gives the first answer, or always the last.
    fn later(&mut self, answer: &Answer) -> Option<Later> {
        let seat = self.seat(&answer.who)?;
        let (base, gathering) = match &self.round {
            Some(round) => (round.base.clone(), round.gathering.clone()),
            None => (self.state.clone(), self.trial.gather(&self.state).ok()??),
        };
        let front = self.referee.prompt(&self.state);
        [false, true].into_iter().find_map(|last| {
            let driver = &mut self.trial;
            let mut ahead = Ahead { driver, seat, answer, last, before: front.clone(), tries: 0 };
            ahead.look(base.clone(), gathering.clone()).ok().flatten()
        })
    }
}

/// A lookahead.
struct Ahead<'a> {
    driver: &'a mut Referee,
    seat: usize,
    answer: &'a Answer,
    /// True if everybody gives the last answer instead of the first.
    last: bool,
    /// Prompt of this player's question before.
    before: String,
    /// Number of their questions that were tried.
    tries: usize,
}

impl Ahead<'_> {
    fn look(&mut self, mut state: State, mut gathering: Gathering) -> Result<Option<Later>, Fault> {
        for player in gathering.still_to_answer() {
            while let Some(position) = gathering.position(player).cloned() {
                if player == self.seat
                    && let Some(prompt) = self.fits(&position)?
                {
                    return Ok(Some(Later::Within(prompt)));
                }
                gathering.run_to_question(self.driver, player)?;
                let option = self.option();
                gathering.answer(self.driver, player, option)?;
            }
        }
        if gathering.finish(self.driver, &mut state).is_err() {
            return Ok(None);
        }
        for _ in 0..MAX_AHEAD {
            let pending = self.driver.run(&mut state)?;
            if pending == Pending::Over || self.tries > MAX_TRIED {
                break;
            }
            if pending == Pending::Choice(self.seat)
                && let Some(prompt) = self.fits(&state)?
            {
                return Ok(Some(Later::Behind(prompt)));
            }
            self.driver.run(&mut state)?;
            let option = self.option();
            self.driver.answer(&mut state, option)?;
        }
        Ok(None)
    }

    /// Prompt of this player's open question, if it differs from the one before and the answer fits it.
    fn fits(&mut self, state: &State) -> Result<Option<String>, Fault> {
        self.driver.run(&mut state.clone())?;
        let prompt = self.driver.prompt(state);
        if prompt == self.before {
            return Ok(None);
        }
        self.before.clone_from(&prompt);
        self.tries += 1;
        let judged = Whole::open(self.driver, state)?.judge(&self.answer.what)?;
        Ok(matches!(judged, Judged::Possible(_)).then_some(prompt))
    }

    fn option(&self) -> usize {
        if self.last { self.driver.option_count().saturating_sub(1) } else { 0 }
    }
}
