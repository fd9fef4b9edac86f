//! States and their history. Copies of a state share its history until they diverge.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::code::AskId;

/// A position of a game: a flat slice of numbers that is cloned, compared and hashed by value. Its history is not compared.
///
/// Equal states have equal futures.
#[derive(Debug, Default)]
pub struct State {
    words: Box<[i32]>,
    history: History,
}

impl State {
    /// A state of these words, which are not checked.
    #[doc(hidden)]
    pub fn from_words(words: Vec<i32>) -> Self {
        Self { words: words.into(), history: History::Unknown }
    }

    /// The initial state of a game.
    #[doc(hidden)]
    pub fn start(words: Vec<i32>) -> Self {
        Self { words: words.into(), history: History::Start }
    }

    /// Its words, in the order of [`crate::code::Layout`].
    #[doc(hidden)]
    #[inline]
    pub fn words(&self) -> &[i32] {
        &self.words
    }

    /// A copy of this position without its history.
    #[doc(hidden)]
    pub fn as_it_stands(&self) -> Self {
        Self::from_words(self.words.to_vec())
    }

    /// Its words, to set up a position. The history is dropped.
    #[doc(hidden)]
    #[inline]
    pub fn words_mut(&mut self) -> &mut [i32] {
        self.history = History::Unknown;
        &mut self.words
    }

    /// Its words, to run the rules to the next question.
    #[inline]
    pub(in crate::vm) fn running(&mut self) -> &mut [i32] {
        &mut self.words
    }

    /// The answers so far.
    #[doc(hidden)]
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Sets the answers so far.
    #[doc(hidden)]
    pub fn set_history(&mut self, history: History) {
        self.history = history;
    }

    /// Copies these words.
    pub(in crate::vm) fn copy_from(&mut self, words: &[i32]) {
        if self.words.len() == words.len() {
            self.words.copy_from_slice(words);
        } else {
            self.words = words.into();
        }
    }
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self { words: self.words.clone(), history: self.history.clone() }
    }

    fn clone_from(&mut self, other: &Self) {
        self.words.clone_from(&other.words);
        self.history.clone_from(&other.history);
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.words.hash(hasher);
    }
}

/// The answers on the way to a position, if they were recorded.
#[derive(Clone, Debug, Default)]
pub enum History {
    /// They were not recorded.
    #[default]
    Unknown,
    /// The game begins here.
    Start,
    /// There is a last answer.
    Answer(Arc<HistoryAnswer>),
}

/// An answer and the history before it. Only the number of the option is recorded during play. Its details are recomputed by a
/// replay when they are needed.
#[derive(Debug)]
pub struct HistoryAnswer {
    before: History,
    /// The position at which it was given, if the history before it is unknown.
    from: Option<Box<State>>,
    option: u32,
    step: Mutex<Option<Arc<HistoryStep>>>,
}

/// The details of an answer.
#[derive(Debug)]
pub struct HistoryStep {
    /// The position at which it was given.
    pub state: State,
    /// The question.
    pub ask: AskId,
    /// The words of the option.
    pub option: Vec<i32>,
    /// The players' knowledge of it, computed on first use.
    pub known: OnceLock<KnownStep>,
}

/// The players' knowledge of an answer.
#[derive(Debug)]
pub struct KnownStep {
    /// True if everybody notices that this question is asked.
    pub is_question_public: bool,
    /// The players who see the answer: a bit for each seat.
    pub answer_seen: u64,
    /// For each seat, a number that identifies what it knows of the position at which the answer was given.
    pub codes: Vec<u64>,
}

impl History {
    /// True if the answers were not recorded.
    pub fn is_unknown(&self) -> bool {
        matches!(self, Self::Unknown)
    }

    /// The history with one more answer, given by the number of its option. `from`: its position, if the history is unknown.
    pub fn and(self, option: usize, from: Option<State>) -> Self {
        let (option, step) = (option as u32, Mutex::default());
        Self::Answer(Arc::new(HistoryAnswer { before: self, from: from.map(Box::new), option, step }))
    }

    /// The last answer.
    pub fn last(&self) -> Option<&HistoryAnswer> {
        match self {
            Self::Answer(last) => Some(last),
            Self::Unknown | Self::Start => None,
        }
    }
}

impl HistoryAnswer {
    /// The history before it.
    pub fn before(&self) -> &History {
        &self.before
    }

    /// The position at which it was given, if the history before it is unknown.
    pub fn from(&self) -> Option<&State> {
        self.from.as_deref()
    }

    /// The number of the option.
    pub fn option(&self) -> usize {
        self.option as usize
    }

    /// Its details, if they were computed and are still stored.
    pub fn step(&self) -> Option<Arc<HistoryStep>> {
        self.step.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Stores its details; `None` drops them.
    pub fn store_step(&self, step: Option<Arc<HistoryStep>>) {
        *self.step.lock().unwrap_or_else(PoisonError::into_inner) = step;
    }
}

/// Drops a long history iteratively. A recursive drop would need a stack as deep as the game is long.
impl Drop for HistoryAnswer {
    fn drop(&mut self) {
        let mut before = std::mem::take(&mut self.before);
        while let History::Answer(answer) = before {
            before = Arc::into_inner(answer).map_or(History::Unknown, |mut answer| std::mem::take(&mut answer.before));
        }
    }
}
