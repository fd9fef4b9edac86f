//! States.

/// A state of a game: one flat slice of words, see [`crate::code::Layout`]. A value: clone it, compare it, keep it.
#[derive(PartialEq, Eq, Hash, Debug, Default)]
pub struct State {
    words: Box<[i32]>,
}

impl State {
    /// A state of these words: [`crate::code::Program::start`], or what a record kept.
    pub fn from_words(words: Vec<i32>) -> Self {
        Self { words: words.into() }
    }

    /// Its words.
    #[inline]
    pub fn words(&self) -> &[i32] {
        &self.words
    }

    /// Its words, to set up a position.
    #[inline]
    pub fn words_mut(&mut self) -> &mut [i32] {
        &mut self.words
    }

    /// Becomes a copy of these words.
    pub(super) fn copy_from(&mut self, words: &[i32]) {
        if self.words.len() == words.len() {
            self.words.copy_from_slice(words);
        } else {
            self.words = words.into();
        }
    }
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self { words: self.words.clone() }
    }

    fn clone_from(&mut self, other: &Self) {
        self.words.clone_from(&other.words);
    }
}
