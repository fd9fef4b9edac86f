//! Subject of figures, as it appears in JSON.

use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;

use super::args::SetupArgs;
use super::seats;
use tavola_game::Rules;

/// The subject of figures: a game, its number of players and its set-up, with the versions of rules and engine.
#[derive(Serialize, JsonSchema)]
pub(super) struct Subject {
    /// Folder of the game.
    pub(super) path: String,
    /// Number of players.
    pub(super) players: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) variant: Option<String>,
    pub(super) settings: Vec<(String, String)>,
    /// The fingerprint of the rules.
    rules: String,
    /// The version of the engine.
    tavola: &'static str,
}

impl Subject {
    pub(super) fn new(folder: &Path, players: usize, choices: &SetupArgs, rules: &Rules) -> Self {
        Self {
            path: folder.display().to_string(),
            players,
            variant: choices.variant.clone(),
            settings: choices.set.clone(),
            rules: rules.hash(),
            tavola: env!("CARGO_PKG_VERSION"),
        }
    }

    /// Everything besides the seed on which a figure of these players depends.
    pub(super) fn provenance(&self, who: &str) -> String {
        seats::provenance(who, &self.rules)
    }
}

/// The figures of all games of a run of the program.
#[derive(Serialize, JsonSchema)]
pub(super) struct Figured<'a, R> {
    version: u32,
    runs: &'a [R],
}

impl<'a, R> Figured<'a, R> {
    /// The report with its version.
    pub(super) fn new(version: u32, runs: &'a [R]) -> Self {
        Self { version, runs }
    }
}
