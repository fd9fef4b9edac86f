//! Comparisons for programs.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::rulings::RulingAnswer;
use super::{NamedComparison, SideLabel};
use crate::tools::by;
use tavola_lab::compare::{Figure, Metric, StopReason};
use tavola_lab::simulate::Trouble;

/// Comparisons, one for each number of players and each answer to a ruling.
#[derive(Serialize, JsonSchema)]
pub(in crate::tools) struct All<'a> {
    version: u32,
    /// The version of the engine.
    tavola: &'static str,
    /// The comparisons.
    comparisons: Vec<One<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct One<'a> {
    /// Title of the game.
    game: &'a str,
    /// Number of players.
    players: usize,
    before: SideReport<'a>,
    after: SideReport<'a>,
    /// Ruling that the second side answers otherwise, where rulings are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    ruling: Option<&'a RulingAnswer>,
    /// Seed of both sides.
    seed: u64,
    /// True if the bots move one seat on after each game.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    rotate: bool,
    /// Expression by which wins are grouped.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'a by::Breakdown>,
    /// Maximum number of pairs of games.
    max_pairs: u64,
    /// Number of pairs of games that were played to the end.
    pairs: u64,
    /// Number of pairs whose two games have the same figures.
    pairs_alike: u64,
    stop_reason: StopReason,
    /// Probability that any of the intervals is wrong, from 0 to 1.
    error: f64,
    /// Smallest relevant difference as it was given: in percentage points for shares, otherwise in percent of the mean of the
    /// first side. `figures` has it in the unit of each figure.
    relevance_threshold: f64,
    /// Figures on both sides; those that decide when the run ends come first.
    figures: &'a [Figure],
    /// Tracks and rules that only the first side has.
    only_before: &'a [Metric],
    /// Tracks and rules that only the second side has.
    only_after: &'a [Metric],
    /// The first games that were ended by a fault or did not end.
    faults: Vec<FaultReport<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct SideReport<'a> {
    #[serde(flatten)]
    label: &'a SideLabel,
    /// Number of games by their number of questions to players.
    lengths: &'a BTreeMap<i64, u64>,
}

#[derive(Serialize, JsonSchema)]
struct FaultReport<'a> {
    /// `before` or `after`.
    side: &'static str,
    #[serde(flatten)]
    trouble: &'a Trouble,
}

pub(super) fn all(runs: &[NamedComparison]) -> All<'_> {
    All { version: 2, tavola: env!("CARGO_PKG_VERSION"), comparisons: runs.iter().map(one).collect() }
}

fn one(run: &NamedComparison) -> One<'_> {
    let comparison = &run.comparison;
    let side = |at: usize| SideReport { label: &run.sides[at], lengths: &comparison.lengths[at] };
    One {
        game: &run.title,
        players: run.players,
        before: side(0),
        after: side(1),
        ruling: run.ruling.as_ref(),
        seed: run.seed,
        rotate: run.rotate,
        by: run.by.as_ref(),
        max_pairs: run.trial.max_pairs,
        pairs: comparison.pairs,
        pairs_alike: comparison.alike,
        stop_reason: comparison.stop_reason,
        error: run.trial.error,
        relevance_threshold: run.trial.relevance_threshold,
        figures: &comparison.figures,
        only_before: &comparison.alone[0],
        only_after: &comparison.alone[1],
        faults: comparison.faults.iter().map(fault).collect(),
    }
}

fn fault((side, trouble): &(usize, Trouble)) -> FaultReport<'_> {
    FaultReport { side: ["before", "after"][*side], trouble }
}
