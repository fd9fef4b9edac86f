//! History of a position: the answers that led to it, see [`History`]. Some deals need it, see [`super::recall`].

use std::sync::{Arc, OnceLock};

use super::Referee;
use crate::deal::SeenGoing;
use tavola_core::vm::{History, HistoryAnswer, HistoryStep, State};

/// Maximum number of answers kept for a way: its last ones.
const MOST_STEPS: usize = 1_000;

/// The way to a position: the answers that led to it.
#[derive(Clone, Debug)]
pub struct HistoryPath {
    /// Its answers.
    pub(in crate::referee) steps: Vec<Arc<HistoryStep>>,
    /// True if the way begins at the start of the game.
    pub(in crate::referee) is_whole: bool,
    /// The position at its end.
    pub(in crate::referee) tip: State,
}

impl HistoryPath {
    /// The way without its first answers.
    pub fn without(mut self, first: usize) -> Self {
        self.is_whole &= first == 0;
        self.steps.drain(..first.min(self.steps.len()));
        self
    }

    /// Number of answers.
    pub fn answers(&self) -> usize {
        self.steps.len()
    }
}

/// History known to a referee: ways to positions.
#[derive(Debug, Default)]
pub(in crate::referee) struct AnswerHistory {
    /// True if answers are recorded.
    pub(in crate::referee) notes: bool,
    /// The last way requested.
    last: Option<(History, Arc<HistoryPath>)>,
    /// Last position and viewer for which sampling from the history failed, and the number of failures.
    lost: Option<(State, usize, u32)>,
    /// Total cost of sampling from the history, in answers.
    pub(in crate::referee) recalled: u64,
    /// Observations along the last way requested.
    pub(in crate::referee) seen: SeenOnWay,
}

/// Observations of each player along a way.
#[derive(Debug, Default)]
pub(in crate::referee) struct SeenOnWay {
    /// Last answer of the way.
    pub(in crate::referee) last: Option<Arc<HistoryStep>>,
    /// Observations by seat.
    pub(in crate::referee) seats: Vec<SeenGoing>,
}

/// Maximum number of failed attempts at one position.
const TRIES: u32 = 2;

impl AnswerHistory {
    /// An empty history. `notes` enables recording.
    pub(in crate::referee) fn new(notes: bool) -> Self {
        Self { notes, ..Self::default() }
    }

    /// Drops what is cached for other ways.
    pub(in crate::referee) fn forget(&mut self) {
        self.lost = None;
        self.seen = SeenOnWay::default();
    }

    /// Drops the failures at the last position.
    pub(in crate::referee) fn forget_failures(&mut self) {
        self.lost = None;
    }

    /// True if the last attempt to sample from the history failed.
    pub(in crate::referee) fn has_lost(&self) -> bool {
        self.lost.is_some()
    }

    /// True if sampling failed too often at this position for this viewer.
    pub(in crate::referee) fn is_lost(&self, state: &State, viewer: usize) -> bool {
        self.lost.as_ref().is_some_and(|(at, who, often)| *often >= TRIES && *who == viewer && at == state)
    }

    /// Counts a failure.
    pub(in crate::referee) fn loses(&mut self, state: &State, viewer: usize) {
        match &mut self.lost {
            Some((at, who, often)) if *who == viewer && at == state => *often += 1,
            lost => *lost = Some((state.clone(), viewer, 1)),
        }
    }

    fn cached(&self, state: &State) -> Option<Arc<HistoryPath>> {
        let (past, way) = self.last.as_ref()?;
        let same = match (past, state.history()) {
            (History::Answer(one), History::Answer(other)) => Arc::ptr_eq(one, other),
            _ => false,
        };
        (same && way.tip == *state).then(|| Arc::clone(way))
    }
}

/// The last answers before a position, oldest first, enough to recover [`MOST_STEPS`] of them, and the history before them.
fn answers_before(state: &State) -> (Vec<&HistoryAnswer>, &History) {
    let (mut answers, mut past) = (Vec::<&HistoryAnswer>::new(), state.history());
    while let Some(answer) = past.last() {
        if answers.len() >= MOST_STEPS && answers.last().is_some_and(|answer| answer.step().is_some()) {
            break;
        }
        answers.push(answer);
        past = answer.before();
    }
    answers.reverse();
    (answers, past)
}

impl Referee {
    /// The recorded way to a position. Answers that were not needed before are replayed to recover their positions.
    pub fn way_to(&mut self, state: &State) -> Option<Arc<HistoryPath>> {
        if let Some(way) = self.answer_history.cached(state) {
            return Some(way);
        }
        let (answers, before) = answers_before(state);
        if answers.is_empty() && before.is_unknown() {
            return None;
        }
        let mut referee = self.again();
        let steps = referee.steps(&answers, state);
        self.again = Some(referee);
        let mut steps = steps?;
        let older = steps.len().saturating_sub(MOST_STEPS);
        steps.drain(..older);
        answers[..older].iter().for_each(|answer| answer.store_step(None));
        let mut forgotten = before;
        while let Some(answer) = forgotten.last().filter(|answer| answer.step().is_some()) {
            answer.store_step(None);
            forgotten = answer.before();
        }
        let is_whole = older == 0 && matches!(before, History::Start);
        let way = Arc::new(HistoryPath { steps, is_whole, tip: state.as_it_stands() });
        self.answer_history.last = Some((state.history().clone(), Arc::clone(&way)));
        Some(way)
    }

    /// A second referee for replays, so that the open question is kept.
    pub(in crate::referee) fn again(&mut self) -> Box<Self> {
        self.again.take().unwrap_or_else(|| Box::new(self.game.referee().without_checks_and_history()))
    }

    /// Recovers the steps of these answers. `None` if they do not lead to this position.
    fn steps(&mut self, answers: &[&HistoryAnswer], tip: &State) -> Option<Vec<Arc<HistoryStep>>> {
        let mut steps: Vec<Arc<HistoryStep>> = Vec::with_capacity(answers.len());
        let first = answers.first().and_then(|first| first.from());
        let mut here = Some(first.map_or_else(|| self.game.start(), State::clone));
        for (at, answer) in answers.iter().enumerate() {
            if let Some(step) = answer.step() {
                here = None;
                steps.push(step);
                continue;
            }
            let mut state = match (here.take(), at.checked_sub(1)) {
                (None, Some(before)) => self.behind(steps.last()?, answers[before])?,
                (here, _) => here?,
            };
            self.run(&mut state).ok()?;
            let option = Some(answer.option()).filter(|&option| option < self.option_count())?;
            let words = self.open.options.get(option).to_vec();
            let position = state.as_it_stands();
            let step = HistoryStep { state: position, ask: self.open.id?, option: words, known: OnceLock::new() };
            let step = Arc::new(step);
            answer.store_step(Some(Arc::clone(&step)));
            steps.push(step);
            self.answer(&mut state, option).ok()?;
            here = Some(state);
        }
        if let Some(mut here) = here
            && here != *tip
        {
            self.run(&mut here).ok()?;
            return (here == *tip).then_some(steps);
        }
        Some(steps)
    }

    /// The position after an answer.
    fn behind(&mut self, step: &HistoryStep, answer: &HistoryAnswer) -> Option<State> {
        let mut state = step.state.clone();
        self.run(&mut state).ok()?;
        self.answer(&mut state, answer.option()).ok()?;
        Some(state)
    }
}
