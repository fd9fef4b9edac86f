//! Reasons why a saved position is refused.

use super::SavedState;

/// Reason why a saved position cannot be read or restored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// It is no saved position.
    #[error("this is no saved position: one begins with `tavola-state`, then a number and five words follow")]
    Text,
    /// The text ends before all its parts.
    #[error("the saved position is cut off: save it again, or copy the whole line")]
    Truncated,
    /// It has another format.
    #[error("the saved position has format {0}, but this version of Tavola reads format {format}", format = SavedState::FORMAT)]
    Format(u32),
    /// It belongs to another game.
    #[error("the saved position belongs to the game `{saved}`, not to `{here}`")]
    Game {
        /// Name of its game.
        saved: String,
        /// Name of this game.
        here: String,
    },
    /// The rules of the game, or its variants, have changed.
    #[error(
        "the rules differ from those of the saved position: use the same rules and variants, or replay a record of the game"
    )]
    Rules,
    /// It belongs to another set-up.
    #[error("the saved position belongs to another set-up: use the same number of players and the same settings")]
    Setup,
    /// Another version of Tavola saved it, and its operations are numbered differently.
    #[error(
        "another version of Tavola saved this position, or its text is damaged: use that version, or replay a record of the game"
    )]
    Code,
    /// It has too few or too many words.
    #[error("the saved position has {found} words, but positions of this game have {wanted}: it is cut off or damaged")]
    Length {
        /// Number of words that were read. It stops after the first superfluous one.
        found: usize,
        /// Number of words of this game's positions.
        wanted: usize,
    },
    /// A part of its words is no number.
    #[error("the saved position is cut off or damaged: `{0}` is none of its words")]
    Word(String),
    /// A word has a value that it cannot have.
    #[error(transparent)]
    Misfit(#[from] Misfit),
}

/// A word, or several words, of a saved position with impossible values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the saved position is damaged at `{place}`: {why}")]
pub struct Misfit {
    /// Place, variable or thing in notation (`hand[anna]`, `fame[ben]`), or a part of the machine, such as `rules`.
    pub place: String,
    /// The difference, as a sentence without its end.
    pub why: String,
    /// Number of the first word concerned.
    pub word: usize,
}

impl Misfit {
    pub(super) fn new(word: usize, place: impl Into<String>, why: impl Into<String>) -> Self {
        Self { place: place.into(), why: why.into(), word }
    }
}
