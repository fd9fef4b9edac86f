//! Words as a text: runs of equal words, separated by commas.

use std::fmt::Write as _;

use tavola_core::code::NONE;

use super::StateError;

/// The text of words.
pub(super) fn pack(words: &[i32]) -> String {
    let mut text = String::with_capacity(2 * words.len());
    for run in words.chunk_by(|a, b| a == b) {
        if !text.is_empty() {
            text.push(',');
        }
        let result = match (run.len(), run[0]) {
            (1, NONE) => write!(text, "_"),
            (1, word) => write!(text, "{word}"),
            (count, NONE) => write!(text, "{count}*_"),
            (count, word) => write!(text, "{count}*{word}"),
        };
        result.expect("a text takes everything");
    }
    text
}

/// The words of a text, if they are `wanted` many.
pub(super) fn unpack(text: &str, wanted: usize) -> Result<Vec<i32>, StateError> {
    let mut words = Vec::with_capacity(wanted);
    for part in text.split(',') {
        let damaged = || match part.split('*').next_back() {
            Some("") => StateError::Truncated,
            _ => StateError::Word(part.chars().take(40).collect()),
        };
        let (count, word) = part.split_once('*').unwrap_or(("1", part));
        let count: usize = count.parse().map_err(|_| damaged())?;
        let word = if word == "_" { NONE } else { word.parse().map_err(|_| damaged())? };
        let found = words.len().saturating_add(count);
        if found > wanted {
            return Err(StateError::Length { found, wanted });
        }
        words.resize(found, word);
    }
    if words.len() < wanted {
        return Err(StateError::Length { found: words.len(), wanted });
    }
    Ok(words)
}
