//! Facts about a run that are equal for all its parts.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::Plan;
use crate::agent::Bot;
use tavola_game::{CoverageCode, CoveredPart, Game};

/// Facts about a run that its report needs. They are equal for all parts of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RunFacts {
    pub(super) title: String,
    /// The fingerprint of the rules.
    pub(super) hash: String,
    pub(super) variant: Option<String>,
    /// Changed settings.
    pub(super) set: Vec<(String, String)>,
    pub(super) players: Vec<String>,
    pub(super) seed: u64,
    pub(super) bots: Vec<Bot>,
    pub(super) rotate: bool,
    check: bool,
    /// True if wins are grouped by an expression.
    pub(super) grouped: bool,
    /// Number of the first game that is not analysed in detail.
    closely: u64,
    pub(super) invariants: usize,
    pub(super) together: bool,
    pub(super) rules: Vec<RuleFacts>,
    /// Titles of the phases with a heading.
    #[serde(default)]
    pub(super) phases: Vec<String>,
    /// See [`tavola_game::Game::questions`].
    pub(super) questions: Vec<(String, String)>,
    /// Lines of the rules, and their conditions.
    #[serde(default)]
    pub(super) lines: Vec<CoveredPart>,
    #[serde(default)]
    pub(super) conditions: Vec<CoveredPart>,
}

/// A rule of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RuleFacts {
    pub(super) rule: String,
    pub(super) place: String,
    /// True if this set-up calls it.
    pub(super) called: bool,
}

/// Reason why tallies cannot be merged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unmerged {
    /// They belong to different runs.
    #[error("tallies of different runs: {what}: {} and {}", named(.one), named(.other))]
    Differs {
        /// The fact that differs: `the seed`.
        what: &'static str,
        /// Its value in the first tally.
        one: String,
        /// Its value in the other tally.
        other: String,
    },
    /// Both contain these games.
    #[error("games {} to {} are in two tallies", .0.start, .0.end - 1)]
    Overlap(Range<u64>),
    /// Neither contains these games, which lie between them.
    #[error("games {} to {} are missing", .0.start, .0.end - 1)]
    Hole(Range<u64>),
}

impl RunFacts {
    pub(super) fn new(game: &Game, plan: &Plan, (closely, coverage): (u64, Option<&CoverageCode>)) -> Self {
        let rules = game.rules().into_iter().zip(game.called_rules());
        Self {
            title: game.title().to_owned(),
            hash: game.hash().to_owned(),
            variant: game.setup().variant.clone(),
            set: game.setup().settings.clone(),
            players: game.setup().players.clone(),
            seed: plan.seed,
            bots: plan.bots.clone(),
            rotate: plan.rotate,
            check: plan.check,
            grouped: plan.by.is_some(),
            closely,
            invariants: game.invariants(),
            together: game.is_cooperative(),
            rules: rules.map(|((rule, place), called)| RuleFacts { rule, place, called }).collect(),
            phases: game.phases().into_iter().map(|(_, title)| title).collect(),
            questions: game.questions(),
            lines: coverage.into_iter().flat_map(CoverageCode::lines).cloned().collect(),
            conditions: coverage.into_iter().flat_map(CoverageCode::conditions).cloned().collect(),
        }
    }

    /// # Errors
    /// The first fact that differs.
    pub(super) fn same(&self, other: &Self) -> Result<(), Unmerged> {
        let facts = |run: &Self| {
            let bots: Vec<String> = run.bots.iter().map(Bot::to_string).collect();
            let set: Vec<String> = run.set.iter().map(|(name, value)| format!("{name}={value}")).collect();
            [
                ("the fingerprint of the rules", run.hash.clone()),
                ("the variant", run.variant.clone().unwrap_or_default()),
                ("the settings", set.join(", ")),
                ("the players", run.players.join(", ")),
                ("the seed", run.seed.to_string()),
                ("the bots", bots.join(", ")),
                ("the rotation of bots", run.rotate.to_string()),
                ("the check after every answer", run.check.to_string()),
                ("the grouping of wins", run.grouped.to_string()),
                ("the number of games analysed in detail", closely(run.closely)),
            ]
        };
        for ((what, one), (_, other)) in facts(self).into_iter().zip(facts(other)) {
            if one != other {
                return Err(Unmerged::Differs { what, one, other });
            }
        }
        // Places name the files of the rules.
        let place = |run: &Self| run.rules.first().map(|rule| rule.place.clone()).unwrap_or_default();
        match self == other {
            true => Ok(()),
            false => Err(Unmerged::Differs { what: "the place of the rules", one: place(self), other: place(other) }),
        }
    }
}

/// A fact in a message. A run may have no variant, for instance.
fn named(value: &str) -> &str {
    if value.is_empty() { "nothing" } else { value }
}

/// A number of games that are analysed in detail, as users write it.
fn closely(games: u64) -> String {
    if games == u64::MAX { "all".to_owned() } else { games.to_string() }
}
