//! States and their history. The history goes with a state: copies share it, and whoever tries something on a copy goes another
//! way.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::code::AskId;

/// A state of a game: one flat slice of words, see [`crate::code::Layout`]. A value: clone it, compare it, keep it. What was answered on
/// the way goes with it, and makes no difference when states are compared.
#[derive(Debug, Default)]
pub struct State {
    words: Box<[i32]>,
    history: History,
}

impl State {
    /// A state of these words: [`crate::code::Program::start`], or what a record kept.
    pub fn from_words(words: Vec<i32>) -> Self {
        Self { words: words.into(), history: History::Unknown }
    }

    /// The state of these words in which a game begins.
    pub fn start(words: Vec<i32>) -> Self {
        Self { words: words.into(), history: History::Start }
    }

    /// Its words.
    #[inline]
    pub fn words(&self) -> &[i32] {
        &self.words
    }

    /// This position alone, and nothing of how the game came to it.
    pub fn as_it_stands(&self) -> Self {
        Self::from_words(self.words.to_vec())
    }

    /// Its words, to set up a position. How the game came to it is forgotten.
    #[inline]
    pub fn words_mut(&mut self) -> &mut [i32] {
        self.history = History::Unknown;
        &mut self.words
    }

    /// Its words, to run the rules up to the next question.
    #[inline]
    pub(in crate::vm) fn running(&mut self) -> &mut [i32] {
        &mut self.words
    }

    /// What was answered on the way.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// This was answered on the way.
    pub fn set_history(&mut self, history: History) {
        self.history = history;
    }

    /// Becomes a copy of these words.
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

/// The answers on the way to a position, as far as they were noted.
#[derive(Clone, Debug, Default)]
pub enum History {
    /// Nobody noted them.
    #[default]
    Unknown,
    /// The game begins here.
    Start,
    /// There is a last one.
    Answer(Arc<HistoryAnswer>),
}

/// An answer, and what was before it. Only its number is noted while the game is played; what it was is found out by playing it again, once
/// somebody asks.
#[derive(Debug)]
pub struct HistoryAnswer {
    before: History,
    /// The position at which it was given, where what was before is not known.
    from: Option<Box<State>>,
    option: u32,
    step: Mutex<Option<Arc<HistoryStep>>>,
}

/// An answer that was found out.
#[derive(Debug)]
pub struct HistoryStep {
    /// The position at which it was given.
    pub state: State,
    /// The question.
    pub ask: AskId,
    /// The words of the option.
    pub option: Vec<i32>,
    /// What players know of it, once somebody has asked.
    pub known: OnceLock<KnownStep>,
}

/// What players know of an answer.
#[derive(Debug)]
pub struct KnownStep {
    /// Whether everybody notices that this question is asked.
    pub is_noticed: bool,
    /// Who is told the answer: a bit for each seat.
    pub told: u64,
    /// For each seat a number for what it knows of the position at which the answer was given.
    pub codes: Vec<u64>,
}

impl History {
    /// Whether nobody noted it.
    pub fn is_unknown(&self) -> bool {
        matches!(self, Self::Unknown)
    }

    /// With one more answer, an option by its number; `from` is the position at which it was given, where the past is unknown.
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
    /// What was before it.
    pub fn before(&self) -> &History {
        &self.before
    }

    /// The position at which it was given, where what was before is not known.
    pub fn from(&self) -> Option<&State> {
        self.from.as_deref()
    }

    /// The option, by its number.
    pub fn option(&self) -> usize {
        self.option as usize
    }

    /// What it was, if it was found out and is still kept.
    pub fn step(&self) -> Option<Arc<HistoryStep>> {
        self.step.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Keeps what it was; `None` forgets it.
    pub fn keep(&self, step: Option<Arc<HistoryStep>>) {
        *self.step.lock().unwrap_or_else(PoisonError::into_inner) = step;
    }
}

/// A long past is given back answer by answer: one inside the other would take a stack as deep as the game is long.
impl Drop for HistoryAnswer {
    fn drop(&mut self) {
        let mut before = std::mem::take(&mut self.before);
        while let History::Answer(answer) = before {
            before = Arc::into_inner(answer).map_or(History::Unknown, |mut answer| std::mem::take(&mut answer.before));
        }
    }
}
