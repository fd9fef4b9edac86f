//! Walking through a game until it comes to what is looked for.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{Aim, WayStep};
use crate::agent::MAX_ANSWERS;
use crate::transcript::who;
use tavola_game::{Error, Fault, Game, Part, Pending, Posed, Referee, State};

/// The answers that lead to a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Path {
    pub(super) steps: Vec<PathStep>,
}

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PathStep {
    /// Who gives it.
    pub(super) pending: Pending,
    /// Which option it is, at the position that the steps before it lead to.
    pub(super) option: usize,
    /// The option wherever the same question offers it ([`Referee::option_code`]).
    pub(super) code: u64,
    /// Whether it is the only one that can be given, to a question that stands alone.
    pub(super) forced: bool,
}

impl Path {
    /// How many answers could have been others.
    pub(super) fn choices(&self) -> usize {
        self.steps.iter().filter(|step| !step.forced).count()
    }
}

/// How a walk ended.
pub(super) enum WalkEnd {
    /// At what is looked for.
    There(Path),
    /// At the end of the game, or after as many answers as were allowed.
    Elsewhere,
    /// At a fault of the rules.
    Fault(Fault),
    /// Before its end.
    Stopped,
}

/// Who gives the next answer: an option of the open question.
pub(super) type Chooser<'a> = &'a mut dyn FnMut(&mut Referee, &State, Pending) -> usize;

/// Walks through games, one for each thread.
pub(super) struct Walker {
    game: Game,
    referee: Referee,
    condition: Posed,
    asked: Option<Pending>,
    /// How many positions were looked at.
    pub(super) positions: u64,
    /// At how many of them the condition had no value.
    pub(super) valueless: u64,
}

impl Walker {
    pub(super) fn new(game: &Game, aim: &Aim) -> Result<Self, Error> {
        let mut referee = game.referee().trusting();
        let condition = referee.pose(&aim.condition)?;
        Ok(Self { game: game.clone(), referee, condition, asked: aim.asked, positions: 0, valueless: 0 })
    }

    /// Notes what is answered, for bots that think.
    pub(super) fn remember(&mut self) {
        self.referee.remember(self.referee.may_need_past());
    }

    /// Plays from the start to the condition, with fewer than `below` answers at which there was a choice.
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
            let forced = self.referee.options() == 1 && self.referee.part(&state) == Part::Whole;
            let option = answers(&mut self.referee, &state, pending);
            choices += usize::from(!forced);
            steps.push(PathStep { pending, option, code: self.referee.option_code(option), forced });
            self.referee.answer(&mut state, option)?;
        }
        Ok(WalkEnd::Elsewhere)
    }

    /// Whether a position is what is looked for. One in which the condition has no value is not.
    fn is_there(&mut self, state: &State, pending: Pending) -> bool {
        self.positions += 1;
        if self.asked.is_some_and(|asked| pending != asked) {
            return false;
        }
        let holds = self.referee.holds(state, &mut self.condition);
        self.valueless += u64::from(holds.is_err());
        holds.unwrap_or(false)
    }

    /// The path in the notation of the language, and who is asked at its end.
    pub(super) fn told(&mut self, path: &Path) -> (Vec<WayStep>, String) {
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
