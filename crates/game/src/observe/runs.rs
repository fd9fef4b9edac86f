//! Words of a position that are numbers of an observation as they are.

use super::coding;

/// Neighbouring words that are neighbouring numbers, within the same bounds.
#[derive(Debug)]
struct Run {
    word: usize,
    number: usize,
    len: usize,
    bounds: (f32, f32),
}

/// Words that are numbers. Runs are as long as possible, so that a loop converts several words at once.
#[derive(Debug, Default)]
pub(super) struct Runs(Vec<Run>);

impl Runs {
    /// Adds a word with its number. A word outside the bounds becomes the nearest bound.
    pub(super) fn add(&mut self, (word, number): (usize, usize), bounds: (f32, f32)) {
        match self.0.last_mut() {
            Some(last) if (last.word + last.len, last.number + last.len, last.bounds) == (word, number, bounds) => {
                last.len += 1;
            }
            _ => self.0.push(Run { word, number, len: 1, bounds }),
        }
    }

    /// Writes all numbers.
    #[inline]
    pub(super) fn write(&self, words: &[i32], out: &mut [f32]) {
        for &Run { word, number, len, bounds } in &self.0 {
            let pairs = out[number..][..len].iter_mut().zip(&words[word..][..len]);
            pairs.for_each(|(out, &word)| *out = coding::number(word, bounds));
        }
    }
}
