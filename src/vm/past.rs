//! What was answered on the way to a position. It goes with the position: copies of a position share their past, and whoever tries
//! something on a copy begins another one.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::state::State;
use crate::code::AskId;

/// The answers on the way to a position, as far as they were noted.
#[derive(Clone, Debug, Default)]
pub enum Past {
    /// Nobody noted them.
    #[default]
    Unknown,
    /// The game begins here.
    Start,
    /// There is a last one.
    Answer(Arc<PastAnswer>),
}

/// An answer, and what was before it. Only its number is noted while the game is played; what it was is found out by playing it again, once
/// somebody asks.
#[derive(Debug)]
pub struct PastAnswer {
    before: Past,
    /// The position at which it was given, where what was before is not known.
    from: Option<Box<State>>,
    option: u32,
    step: Mutex<Option<Arc<PastStep>>>,
}

/// An answer that was found out.
#[derive(Debug)]
pub struct PastStep {
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

impl Past {
    /// Whether nobody noted it.
    pub fn is_unknown(&self) -> bool {
        matches!(self, Self::Unknown)
    }

    /// With one more answer, an option by its number; `from` is the position at which it was given, where the past is unknown.
    pub fn and(self, option: usize, from: Option<State>) -> Self {
        let (option, step) = (option as u32, Mutex::default());
        Self::Answer(Arc::new(PastAnswer { before: self, from: from.map(Box::new), option, step }))
    }

    /// The last answer.
    pub fn last(&self) -> Option<&PastAnswer> {
        match self {
            Self::Answer(last) => Some(last),
            Self::Unknown | Self::Start => None,
        }
    }
}

impl PastAnswer {
    /// What was before it.
    pub fn before(&self) -> &Past {
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
    pub fn step(&self) -> Option<Arc<PastStep>> {
        self.step.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Keeps what it was; `None` forgets it.
    pub fn keep(&self, step: Option<Arc<PastStep>>) {
        *self.step.lock().unwrap_or_else(PoisonError::into_inner) = step;
    }
}

/// A long past is given back answer by answer: one inside the other would take a stack as deep as the game is long.
impl Drop for PastAnswer {
    fn drop(&mut self) {
        let mut before = std::mem::take(&mut self.before);
        while let Past::Answer(answer) = before {
            before = Arc::into_inner(answer).map_or(Past::Unknown, |mut answer| std::mem::take(&mut answer.before));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_past_is_given_back_without_a_deep_stack() {
        let mut past = Past::Start;
        for answer in 0..1_000_000 {
            past = past.and(answer % 7, None);
        }
        let shared = past.clone();
        drop(past);
        assert_eq!(shared.last().map(PastAnswer::option), Some(999_999 % 7));
    }
}
