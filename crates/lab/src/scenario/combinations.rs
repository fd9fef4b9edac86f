//! Results of chance where a script says `any`.

/// Maximum number of combinations that are played.
pub(super) const MAX_WAYS: usize = 2_000;

/// Enumerates all combinations of these results.
#[derive(Default)]
pub(super) struct ChanceCombinations {
    /// Result that is taken and number of results, at each `any`.
    taken: Vec<(usize, usize)>,
    at: usize,
    played: usize,
    /// True if an invariant was broken in one of the combinations.
    pub(super) broke: bool,
}

impl ChanceCombinations {
    pub(super) fn pick(&mut self, options: usize) -> usize {
        if self.at == self.taken.len() {
            self.taken.push((0, options));
        }
        self.at += 1;
        self.taken[self.at - 1].0
    }

    /// Advances to the next combination. Returns `false` if there is none.
    pub(super) fn next(&mut self) -> bool {
        self.at = 0;
        self.played += 1;
        while self.taken.last().is_some_and(|&(taken, of)| taken + 1 >= of) {
            self.taken.pop();
        }
        if let Some(last) = self.taken.last_mut() {
            last.0 += 1;
        }
        !self.taken.is_empty()
    }

    /// True if there are more combinations than can be played.
    pub(super) fn too_many(&self) -> bool {
        self.played >= MAX_WAYS
    }
}
