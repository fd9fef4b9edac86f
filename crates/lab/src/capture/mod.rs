//! A stretch of a recorded game as a scenario: the position before it, its answers, and what they changed.

mod changed;
mod position;

use crate::find::{Script, WayStep};
use crate::replay::Replay;
use crate::scenario::{CaseStep, CaseText};
use crate::transcript::who;
use changed::then_lines;
use tavola_game::{Error, Part, Referee, Rules, State};

/// The questions of a recorded game, collected by its replay.
#[derive(Default)]
pub struct RecordedCourse {
    moments: Vec<RecordedMoment>,
}

/// A question of a recorded game.
struct RecordedMoment {
    state: State,
    /// Line of the rules that asks.
    line: String,
    clauses: Vec<String>,
    /// True if it asks for more of a bag, an order or a division.
    is_begun: bool,
    /// Its answer. `None` at the end of the replay.
    step: Option<WayStep>,
}

/// A stretch of a recorded game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Number of its first answer, from 1.
    pub first: usize,
    /// Number of its last answer.
    pub last: usize,
}

/// Reason why a stretch of a game cannot be captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotCaptured {
    /// The replay does not reach its end.
    #[error("the game cannot be replayed up to there")]
    Unreached,
    /// It ends in a bag, an order or a division that begins with the answer `from` and is not finished in this game.
    #[error("answer {from} begins a bag, an order or a division that is not finished: finish it{}", or_before(*.from))]
    Unfinished {
        /// Number of the answer, from 1.
        from: usize,
    },
}

/// The other way out of an unfinished answer.
fn or_before(from: usize) -> String {
    if from > 1 { format!(", or capture answers up to {}", from - 1) } else { String::new() }
}

impl RecordedCourse {
    /// Observes the replay, see [`crate::replay::Listener`].
    pub fn take(&mut self, referee: &mut Referee, state: &State, answer: Option<(&str, usize)>) {
        let step = answer.map(|(who, option)| WayStep {
            who: who.to_owned(),
            answer: referee.notation(option),
            forced: referee.option_count() == 1 && referee.part(state) == Part::Whole,
        });
        let (line, clauses) = (referee.game().position(state).1, referee.clauses());
        let is_begun = referee.half_chosen(state);
        self.moments.push(RecordedMoment { state: state.clone(), line, clauses, is_begun, step });
    }

    /// The stretch, extended to whole bags, orders and divisions.
    ///
    /// # Errors
    /// If the replay does not reach its end, or its last bag, order or division is not finished.
    pub fn whole(&self, wanted: Stretch) -> Result<Stretch, NotCaptured> {
        let after = self.moments.get(wanted.last..).filter(|after| !after.is_empty()).ok_or(NotCaptured::Unreached)?;
        let begins =
            |answer: usize| self.moments.iter().take(answer).rposition(|moment| !moment.is_begun).unwrap_or(0) + 1;
        let more = after.iter().position(|moment| !moment.is_begun);
        let more = more.ok_or_else(|| NotCaptured::Unfinished { from: begins(self.moments.len()) })?;
        Ok(Stretch { first: begins(wanted.first), last: wanted.last + more })
    }

    /// Writes a stretch as a case with this name, and plays it. `replay` is the one that was observed.
    ///
    /// The position is given where that leads to exactly the recorded one. Otherwise the answers before it lead there.
    ///
    /// # Errors
    /// If the replay does not reach the end of the stretch, or a fault of the rules happens there.
    pub fn script(
        &self,
        rules: &Rules,
        replay: &mut Replay,
        Stretch { first, last }: Stretch,
        (name, comment): (&str, &str),
    ) -> Result<Script, Error> {
        let short = || Error::new(format!("the record has fewer than {last} answers"));
        let (before, after) =
            self.moments.get(first.saturating_sub(1)).zip(self.moments.get(last)).ok_or_else(short)?;
        let asked = match &after.step {
            Some(step) => step.who.clone(),
            None => {
                let pending = replay.referee.run(&mut replay.state);
                who(&replay.game, pending.map_err(|fault| Error::new(replay.game.diagnose(&fault).message))?)
            }
        };
        let mut then = then_lines(&mut replay.referee, &before.state, &after.state);
        if replay.outcome.is_some() && after.step.is_none() {
            then.push(("winner".to_owned(), replay.referee.evaluate(&after.state, "winner")?));
        }
        let (from, given) = position::given(&replay.game, &self.moments, first - 1);
        let mut clauses: Vec<String> = Vec::new();
        for clause in self.moments[first - 1..last].iter().flat_map(|moment| &moment.clauses) {
            if !clauses.contains(clause) {
                clauses.push(clause.clone());
            }
        }
        let here = format!("from here: answer {first} of the record");
        let setup = replay.game.setup().clone();
        Ok(Script::shortest(rules, |all| {
            let steps =
                |from: usize, to: usize| self.moments[from..to].iter().filter_map(|moment| moment.step.as_ref());
            let mut lines: Vec<CaseStep<'_>> =
                steps(from, first - 1).filter(|step| all || !step.forced).map(WayStep::line).collect();
            if !lines.is_empty() {
                lines.push(CaseStep::Remark(&here));
            }
            lines.extend(steps(first - 1, last).map(WayStep::line));
            let (clauses, given) = (clauses.as_slice(), given.as_slice());
            let (setup, steps, asked, then) = (Some(&setup), lines.as_slice(), asked.as_str(), then.as_slice());
            CaseText { comment, name, clauses, setup, given, steps, asked, then }.write()
        }))
    }
}
