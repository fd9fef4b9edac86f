//! Random choices that are the same in each run, and misspellings.

use rand::RngExt as _;
use rand::SeedableRng as _;
use rand_xoshiro::SplitMix64;

use super::texts::Game;

pub(super) struct Chance(SplitMix64);

impl Chance {
    /// Choices that depend on a name alone.
    pub(super) fn of(name: &str) -> Self {
        let seed = name
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
        Self(SplitMix64::seed_from_u64(seed))
    }

    pub(super) fn below(&mut self, count: usize) -> usize {
        self.0.random_range(0..count.max(1))
    }

    pub(super) fn shuffle<T>(&mut self, all: &mut [T]) {
        for at in (1..all.len()).rev() {
            all.swap(at, self.below(at + 1));
        }
    }

    /// A word as it is mistyped: two letters swapped, one missing, one twice, or one beside it on the keyboard. None if that is a
    /// word of the game or of the language.
    pub(super) fn misspelt(&mut self, game: &Game, word: &str) -> Option<String> {
        let letters: Vec<char> = word.chars().collect();
        (0..8).find_map(|_| {
            let at = self.below(letters.len());
            let mut new = letters.clone();
            match self.below(4) {
                0 if letters.len() > 2 && at + 1 < letters.len() => new.swap(at, at + 1),
                1 if letters.len() > 3 => drop(new.remove(at)),
                2 if letters.len() > 1 => new.insert(at, letters[at]),
                _ if letters[at].is_ascii_lowercase() => {
                    new[at] = char::from(b'a' + (letters[at] as u8 - b'a' + 1 + self.below(24) as u8) % 26);
                }
                _ => return None,
            }
            let new: String = new.into_iter().collect();
            let is_word = game.words.contains(&new) || KNOWN.contains(&new.as_str());
            (new != word && !is_word && !new.starts_with(|letter: char| letter.is_ascii_digit())).then_some(new)
        })
    }
}

/// Words of the language that a misspelling may hit.
const KNOWN: [&str; 14] = ["no", "on", "or", "of", "as", "at", "do", "is", "it", "to", "all", "any", "none", "most"];
