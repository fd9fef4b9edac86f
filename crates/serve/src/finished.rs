//! A finished game.

use tavola_game::Outcome;

/// Points over a game: the score by seat, where it is known.
pub(super) type ScoresOverGame = Vec<Vec<Option<i64>>>;

/// Result of a game that was played to its end.
pub(super) struct FinishedGame {
    pub(super) outcome: Outcome,
    /// Scores over the game by viewer.
    pub(super) course: Vec<(Option<usize>, ScoresOverGame)>,
}
