//! Whole numbers from Python, with their names and ranges in messages.
//!
//! The conversion of `pyo3` raises `OverflowError` for a number outside of the range of its type, and names neither.

use std::ops::RangeInclusive;

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::batch::MOST;
use crate::errors::error;

/// A whole number of any size, such as a seat or an action. What it counts says which ones there are.
#[derive(Clone)]
pub(crate) enum Whole {
    /// A number from 0 on.
    Natural(u64),
    /// A negative or larger one, as Python writes it.
    Other(String),
}

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;

    fn extract(number: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        // Python counts with truth values, but `answer(True)` means the answer `yes`, not the second option.
        if number.is_instance_of::<PyBool>() {
            return Err(PyTypeError::new_err(format!("a number is wanted, and `{}` is none", number.str()?)));
        }
        match number.extract::<u64>() {
            Ok(number) => Ok(Self::Natural(number)),
            Err(wrong) if wrong.is_instance_of::<PyOverflowError>(number.py()) => {
                Ok(Self::Other(number.str()?.to_string()))
            }
            Err(wrong) => Err(wrong),
        }
    }
}

impl Whole {
    /// This number as an index below `count`. The error says which `things` there are: "there is no seat 7: seats are 0 to 3".
    pub(crate) fn index(&self, count: usize, thing: &str) -> PyResult<usize> {
        let last = count.saturating_sub(1);
        match self.within(0..=last as u64) {
            Some(index) if count > 0 => Ok(index as usize),
            _ => Err(error(format!("there is no {thing} {self}: {thing}s are 0 to {last}"))),
        }
    }

    /// This number as an id of an action. An id that the game does not have stays one that it does not have.
    pub(crate) fn action(&self, actions: usize) -> PyResult<u32> {
        let id = self.within(0..=u64::from(u32::MAX));
        id.map(|id| id as u32).ok_or_else(|| error(format!("there is no action {self}: ids are below {actions}")))
    }

    fn within(&self, range: RangeInclusive<u64>) -> Option<u64> {
        match self {
            Self::Natural(number) => Some(*number).filter(|number| range.contains(number)),
            Self::Other(_) => None,
        }
    }
}

impl std::fmt::Display for Whole {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Natural(number) => number.fmt(f),
            Self::Other(text) => text.fmt(f),
        }
    }
}

/// An argument in its range. The error names both.
fn argument(number: &Bound<'_, PyAny>, name: &str, most: u64) -> PyResult<u64> {
    let number: Whole = number.extract()?;
    let range = || error(format!("`{name}` is a whole number from 0 to {most}, not {number}"));
    number.within(0..=most).ok_or_else(range)
}

/// Readers of arguments with a fixed range, for `from_py_with`.
macro_rules! arguments {
    ($($reader:ident: $number:ty, $name:literal, $most:expr;)*) => {$(
        #[doc = concat!("The argument `", $name, "`.")]
        pub(crate) fn $reader(number: &Bound<'_, PyAny>) -> PyResult<$number> {
            argument(number, $name, $most).map(|number| number as $number)
        }
    )*};
}

/// Readers of the same arguments where they may be None.
macro_rules! optional_arguments {
    ($($optional:ident: $reader:ident, $number:ty;)*) => {$(
        #[doc = concat!("The argument `", stringify!($reader), "`, or None.")]
        pub(crate) fn $optional(number: &Bound<'_, PyAny>) -> PyResult<Option<$number>> {
            if number.is_none() { Ok(None) } else { $reader(number).map(Some) }
        }
    )*};
}

/// Maximum number of games: their numbers in a run stay below 2^64.
const GAMES: u64 = 1 << 62;

arguments! {
    seed: u64, "seed", u64::MAX;
    games: u64, "games", GAMES;
    first_game: u64, "first_game", GAMES;
    first: u64, "first", GAMES;
    jobs: usize, "jobs", 1024;
    size: usize, "size", MOST as u64;
    answers: usize, "answers", u64::from(u32::MAX);
    players: usize, "players", 64;
    threshold: u8, "threshold", 100;
    count: u64, "count", GAMES;
    tries: u64, "tries", GAMES;
}

optional_arguments! {
    optional_seed: seed, u64;
    optional_answers: answers, usize;
    optional_threshold: threshold, u8;
}
