//! Walks through a game until it reaches the target of a search.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{Aim, WayStep};
use crate::agent::MAX_ANSWERS;
use crate::transcript::who;
use tavola_game::{Error, Fault, Game, Part, Pending, PreparedExpression, Referee, State};

/// Answers that lead to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Path {
    pub(super) steps: Vec<PathStep>,
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PathStep {
    /// Owner of the question.
    pub(super) pending: Pending,
    /// Index of the option, at the position that the steps before it lead to.
    pub(super) option: usize,
    /// Code of the option, which is the same wherever the same question offers it ([`Referee::option_hash`]).
    pub(super) code: u64,
    /// True if it is the only possible answer, to a question without further parts.
    pub(super) forced: bool,
}

impl Path {
    /// Number of answers that are not forced.
    pub(super) fn choices(&self) -> usize {
        self.steps.iter().filter(|step| !step.forced).count()
    }
}

/// End of a walk.
pub(super) enum WalkEnd {
    /// At the target.
    There(Path),
    /// At the end of the game, or after the maximum number of answers.
    Elsewhere,
    /// At a fault of the rules.
    Fault(Fault),
    /// Stopped before its end.
    Stopped,
}

/// Chooses an option of the open question.
pub(super) type Chooser<'a> = &'a mut dyn FnMut(&mut Referee, &State, Pending) -> usize;

/// Walks through games on one thread.
pub(super) struct Walker {
    game: Game,
    referee: Referee,
    condition: PreparedExpression,
    asked: Option<Pending>,
    /// Number of positions that were checked.
    pub(super) positions: u64,
    /// Number of those in which the condition had no value.
    pub(super) valueless: u64,
}

impl Walker {
    pub(super) fn new(game: &Game, aim: &Aim) -> Result<Self, Error> {
        let mut referee = game.referee().without_checks_and_history();
        let condition = referee.prepare(&aim.condition)?;
        Ok(Self { game: game.clone(), referee, condition, asked: aim.asked, positions: 0, valueless: 0 })
    }

    /// Records answers, for bots that search.
    pub(super) fn remember(&mut self) {
        self.referee.remember(self.referee.may_need_past());
    }

    /// Plays from the start to the target, with fewer than `below` answers that are not forced.
    pub(super) fn walk(&mut self, below: usize, stop: &AtomicBool, answers: Chooser<'_>) -> WalkEnd {
        self.way(below, stop, answers).unwrap_or_else(WalkEnd::Fault)
    }

    fn way(&mut self, below: usize, stop: &AtomicBool, answers: Chooser<'_>) -> Result<WalkEnd, Fault> {
        let (mut state, mut steps, mut choices) = (self.game.start(), Vec::new(), 0);
        for _ in 0..MAX_ANSWERS {
            if stop.load(Ordering::Relaxed) {
                return Ok(WalkEnd::Stopped);
            }
            let pending = self.referee.run(&mut state)?;
            if choices >= below {
                return Ok(WalkEnd::Elsewhere);
            }
            if self.is_there(&state, pending) {
                return Ok(WalkEnd::There(Path { steps }));
            }
            if pending == Pending::Over {
                return Ok(WalkEnd::Elsewhere);
            }
            let forced = self.referee.option_count() == 1 && self.referee.part(&state) == Part::Whole;
            let option = answers(&mut self.referee, &state, pending);
            choices += usize::from(!forced);
            steps.push(PathStep { pending, option, code: self.referee.option_hash(option), forced });
            self.referee.answer(&mut state, option)?;
        }
        Ok(WalkEnd::Elsewhere)
    }

    /// True if a position is the target. A position in which the condition has no value is not.
    fn is_there(&mut self, state: &State, pending: Pending) -> bool {
        self.positions += 1;
        if self.asked.is_some_and(|asked| pending != asked) {
            return false;
        }
        let holds = self.referee.holds(state, &mut self.condition);
        self.valueless += u64::from(holds.is_err());
        holds.unwrap_or(false)
    }

    /// The path in notation, and the owner of the question at its end.
    pub(super) fn text(&mut self, path: &Path) -> (Vec<WayStep>, String) {
        let mut state = self.game.start();
        let mut given = Vec::new();
        for step in &path.steps {
            let Ok(pending) = self.referee.run(&mut state) else { break };
            let (who, answer) = (who(&self.game, pending), self.referee.notation(step.option));
            given.push(WayStep { who, answer, forced: step.forced });
            if self.referee.answer(&mut state, step.option).is_err() {
                break;
            }
        }
        let asked = self.referee.run(&mut state).unwrap_or(Pending::Over);
        (given, who(&self.game, asked))
    }
}
