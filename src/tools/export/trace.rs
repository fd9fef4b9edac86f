//! A recorded game as a JSON document.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::ending::Stop;
use super::batch::ReplayedGame;
use tavola_lab::rows::RecordedGame;
use tavola_page::scene::Scene;

/// Version of the document.
const VERSION: u32 = 1;

/// A recorded game with all questions, options and answers.
#[derive(Serialize, JsonSchema)]
pub(in crate::tools) struct MatchTrace<'a> {
    version: u32,
    /// The version of the engine.
    tavola: &'static str,
    /// Path of the record, as it was given.
    file: &'a str,
    #[serde(flatten)]
    game: &'a RecordedGame,
    /// The position after the last answer as a spectator sees it, without the log.
    end: Option<&'a Scene>,
}

impl<'a> MatchTrace<'a> {
    /// The document of a game.
    pub(super) fn new(file: &'a str, game: &'a ReplayedGame) -> Self {
        let (tavola, end) = (env!("CARGO_PKG_VERSION"), game.end.as_ref());
        Self { version: VERSION, tavola, file, game: &game.recorded, end }
    }

    /// The document in one line.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub(super) fn line(&self) -> Result<String, Stop> {
        serde_json::to_string(self).map_err(|error| Stop::ours(format!("JSON could not be written: {error}")))
    }
}
