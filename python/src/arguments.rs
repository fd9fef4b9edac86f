//! Arguments from Python, with their names and what they may be in messages: "`jobs` is a whole number from 0 to 1024, not 'all'".
//!
//! The conversions of `pyo3` name neither. A wrong type raises `TypeError`, a number that does not exist `TavolaError`.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyMapping};

use crate::batch::MOST;
use crate::errors::error;
use crate::rules::Rules;

/// Maximum number of characters of a wrong value in a message.
const SHOWN: usize = 60;

/// An argument as Python writes it, cut if it is long.
pub(crate) fn shown(given: &Bound<'_, PyAny>) -> String {
    let Ok(written) = given.repr() else { return "an object".to_owned() };
    let written = written.to_string_lossy();
    let line = written.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}..", &line[..end]),
        None => line,
    }
}

/// The error for an argument of another type: "`rotate` is True or False, not 3".
pub(crate) fn mistyped(name: &str, wanted: &str, given: &Bound<'_, PyAny>) -> PyErr {
    mistyped_as(name, wanted, &shown(given))
}

/// The same for an argument that is described.
pub(crate) fn mistyped_as(name: &str, wanted: &str, found: &str) -> PyErr {
    PyTypeError::new_err(format!("`{name}` is {wanted}, not {found}"))
}

/// A whole number of any size, such as a seat or an action. What it counts says which ones there are.
#[derive(Clone)]
pub(crate) enum Whole {
    /// A number from 0 on.
    Natural(u64),
    /// A negative or larger one, as Python writes it.
    Other(String),
}

impl Whole {
    /// The whole number that this object is. None for other objects, and for truth values: Python counts with them, but `answer(True)`
    /// means the answer `yes`, not the second option.
    pub(crate) fn read(given: &Bound<'_, PyAny>) -> Option<Self> {
        if given.is_instance_of::<PyBool>() {
            return None;
        }
        match given.extract::<u64>() {
            Ok(number) => Some(Self::Natural(number)),
            Err(wrong) if wrong.is_instance_of::<PyOverflowError>(given.py()) => {
                Some(Self::Other(given.str().ok()?.to_string()))
            }
            Err(_) => None,
        }
    }

    /// This number as an index below `count`. The error says which `things` there are: "there is no seat 7: seats are 0 to 3".
    pub(crate) fn index(&self, count: usize, thing: &str) -> PyResult<usize> {
        let last = count.saturating_sub(1);
        match self.within(0..=last as u64) {
            Some(index) if count > 0 => Ok(index as usize),
            _ => Err(error(format!("there is no {thing} {self}: {thing}s are 0 to {last}"))),
        }
    }

    /// This number as an id of an action.
    pub(crate) fn id(&self) -> Option<u32> {
        self.within(0..=u64::from(u32::MAX)).map(|id| id as u32)
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

/// The argument `name` as the index of a thing of that name, below `count`.
pub(crate) fn index(given: &Bound<'_, PyAny>, name: &str, count: usize) -> PyResult<usize> {
    let wanted = || mistyped(name, &format!("a whole number from 0 to {}", count.saturating_sub(1)), given);
    Whole::read(given).ok_or_else(wanted)?.index(count, name)
}

/// The argument `action` as an id of an action. An id that the game does not have stays one that it does not have.
pub(crate) fn action(given: &Bound<'_, PyAny>, actions: usize) -> PyResult<u32> {
    let wanted = || mistyped("action", &format!("a whole number below {actions}"), given);
    let number = Whole::read(given).ok_or_else(wanted)?;
    number.id().ok_or_else(|| error(format!("there is no action {number}: ids are below {actions}")))
}

/// An argument in its range. The error names both.
fn argument(given: &Bound<'_, PyAny>, name: &str, range: RangeInclusive<u64>) -> PyResult<u64> {
    let wanted = format!("a whole number from {} to {}", range.start(), range.end());
    let number = Whole::read(given).ok_or_else(|| mistyped(name, &wanted, given))?;
    number.within(range).ok_or_else(|| error(format!("`{name}` is {wanted}, not {number}")))
}

/// Readers of whole numbers with a fixed range, for `from_py_with`.
macro_rules! numbers {
    ($($reader:ident: $number:ty, $range:expr;)*) => {$(
        #[doc = concat!("The argument `", stringify!($reader), "`.")]
        pub(crate) fn $reader(given: &Bound<'_, PyAny>) -> PyResult<$number> {
            argument(given, stringify!($reader), $range).map(|number| number as $number)
        }
    )*};
}

/// Readers of the same arguments where they may be None.
macro_rules! optional_numbers {
    ($($optional:ident: $reader:ident, $number:ty;)*) => {$(
        #[doc = concat!("The argument `", stringify!($reader), "`, or None.")]
        pub(crate) fn $optional(given: &Bound<'_, PyAny>) -> PyResult<Option<$number>> {
            if given.is_none() { Ok(None) } else { $reader(given).map(Some) }
        }
    )*};
}

/// Readers of arguments of other types, for `from_py_with`, with what they may be.
macro_rules! typed {
    ($($reader:ident: $type:ty, $wanted:literal;)*) => {$(
        #[doc = concat!("The argument `", stringify!($reader), "`.")]
        pub(crate) fn $reader(given: &Bound<'_, PyAny>) -> PyResult<$type> {
            given.extract::<$type>().map_err(|_| mistyped(stringify!($reader), $wanted, given))
        }
    )*};
}

/// Readers of strings, for `from_py_with`, with what they may be.
macro_rules! strings {
    ($($reader:ident: $wanted:expr;)*) => {$(
        #[doc = concat!("The argument `", stringify!($reader), "`.")]
        pub(crate) fn $reader<'a>(given: &'a Bound<'_, PyAny>) -> PyResult<&'a str> {
            given.extract::<&str>().map_err(|_| mistyped(stringify!($reader), $wanted, given))
        }
    )*};
}

/// The rows of tables.
pub(crate) const ROWS: &str = "\"games\", \"players\" or \"answers\"";

/// Maximum number of games: their numbers in a run stay below 2^64.
const GAMES: u64 = 1 << 62;

numbers! {
    seed: u64, 0..=u64::MAX;
    games: u64, 0..=GAMES;
    first_game: u64, 0..=GAMES;
    first: u64, 0..=GAMES;
    jobs: usize, 0..=1024;
    size: usize, 1..=MOST as u64;
    answers: usize, 0..=u64::from(u32::MAX);
    players: usize, 0..=64;
    threshold: u8, 0..=100;
    count: u64, 0..=GAMES;
    tries: u64, 0..=GAMES;
}

optional_numbers! {
    optional_seed: seed, u64;
    optional_answers: answers, usize;
    optional_threshold: threshold, u8;
}

strings! {
    name: "a string";
    text: "a string";
    saved: "a string that `Play.save` returned";
    bot: "the name of a bot, such as \"random\" or \"mcts:200\"";
    rows: ROWS;
    when: "\"start\", \"setup\", \"end\" or the name of a rule";
}

typed! {
    rotate: bool, "True or False";
    check: bool, "True or False";
    observe: bool, "True or False";
    path: PathBuf, "the path of a file or folder, a string or an object like `pathlib.Path`";
    variant: Option<String>, "the name of a variant, several with commas between them, or None";
    files: BTreeMap<String, String>, "a dict of texts by their paths";
    by: Option<String>, "an expression of the language as a string, or None";
}

/// The argument `rules`.
pub(crate) fn rules(given: &Bound<'_, PyAny>) -> PyResult<Rules> {
    given.cast::<Rules>().map(|rules| rules.get().clone()).map_err(|_| mistyped("rules", "`tavola.Rules`", given))
}

/// The argument `data`.
pub(crate) fn data<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    given.cast().cloned().map_err(|_| mistyped("data", "bytes that `Tally.to_bytes` returned", given))
}

/// The argument `settings`: a mapping, or None.
pub(crate) fn settings<'py>(given: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyMapping>>> {
    if given.is_none() {
        return Ok(None);
    }
    let wanted = "a dict of values by the names of settings, or None";
    given.cast().cloned().map(Some).map_err(|_| mistyped("settings", wanted, given))
}

/// The argument `progress`: a function, or None.
pub(crate) fn progress(given: &Bound<'_, PyAny>) -> PyResult<Option<Py<PyAny>>> {
    match given.is_none() {
        true => Ok(None),
        false if given.is_callable() => Ok(Some(given.clone().unbind())),
        false => Err(mistyped("progress", "a function of two numbers, or None", given)),
    }
}
