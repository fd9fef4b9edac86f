//! Words of a position that are numbers of an observation as they are.

use super::coding;

/// Neighbouring words that are neighbouring numbers, within the same bounds.
#[derive(Debug)]
struct CopiedRun {
    word: usize,
    number: usize,
    len: usize,
    /// `None` for counts of things: they are never none, and always within their bounds.
    bounds: Option<(f32, f32)>,
}

/// Words that are numbers. Runs are as long as possible, so that a loop converts several words at once.
#[derive(Debug, Default)]
pub(super) struct CopiedRuns(Vec<CopiedRun>);

impl CopiedRuns {
    /// Runs of words that count things, with their numbers.
    pub(super) fn counts(pairs: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut runs = Self::default();
        pairs.into_iter().for_each(|(word, number)| runs.push(CopiedRun { word, number, len: 1, bounds: None }));
        runs
    }

    /// Adds a word with its number. A word outside the bounds becomes the nearest bound.
    pub(super) fn add(&mut self, (word, number): (usize, usize), bounds: (f32, f32)) {
        self.push(CopiedRun { word, number, len: 1, bounds: Some(bounds) });
    }

    /// Adds other runs, which begin at this word and this number.
    pub(super) fn extend(&mut self, others: &Self, (word, number): (usize, usize)) {
        others
            .0
            .iter()
            .for_each(|run| self.push(CopiedRun { word: word + run.word, number: number + run.number, ..*run }));
    }

    fn push(&mut self, run: CopiedRun) {
        match self.0.last_mut() {
            Some(last)
                if (last.word + last.len, last.number + last.len, last.bounds)
                    == (run.word, run.number, run.bounds) =>
            {
                last.len += run.len;
            }
            _ => self.0.push(run),
        }
    }

    /// Writes all numbers.
    #[inline]
    pub(super) fn write(&self, words: &[i32], out: &mut [f32]) {
        for &CopiedRun { word, number, len, bounds } in &self.0 {
            let pairs = out[number..][..len].iter_mut().zip(&words[word..][..len]);
            match bounds {
                None => pairs.for_each(|(out, &word)| *out = word as f32),
                Some(bounds) => pairs.for_each(|(out, &word)| *out = coding::number(word, bounds)),
            }
        }
    }
}
