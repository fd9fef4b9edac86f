//! Comparisons for programs.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{NamedComparison, SideLabel};
use crate::tools::by;
use tavola_lab::Bot;
use tavola_lab::compare::{Figure, Of, StopReason, Verdict};
use tavola_lab::simulate::Trouble;

/// All of them.
#[derive(Serialize)]
pub(super) struct All<'a> {
    version: u32,
    /// The version of the engine.
    tavola: &'static str,
    comparisons: Vec<One<'a>>,
}

#[derive(Serialize)]
struct One<'a> {
    game: &'a str,
    players: usize,
    before: SideReport<'a>,
    after: SideReport<'a>,
    /// The ruling that is answered otherwise, where rulings are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    ruling: Option<RulingAnswerReport<'a>>,
    seed: u64,
    /// Whether the bots move one seat on after each game.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    rotate: bool,
    /// What tells wins apart besides seats.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'a by::Breakdown>,
    /// No more pairs of games than this.
    most: u64,
    /// Pairs of games.
    pairs: u64,
    /// `decided`, `played`, `stopped`, `faults`
    end: &'static str,
    /// How often one of all the intervals may be wrong.
    error: f64,
    /// The least difference that matters, in points of a hundred.
    matters: f64,
    figures: Vec<ComparedFigure<'a>>,
    /// Tracks and rules that one side alone has.
    only_before: &'a [Of],
    only_after: &'a [Of],
    faults: Vec<FaultReport<'a>>,
}

#[derive(Serialize)]
struct SideReport<'a> {
    name: &'a str,
    agents: &'a [Bot],
    rules: &'a str,
    /// How many games had so many questions to players.
    lengths: &'a BTreeMap<i64, u64>,
}

#[derive(Serialize)]
struct RulingAnswerReport<'a> {
    name: &'a str,
    question: &'a str,
    printed: &'a str,
    instead: &'a str,
}

#[derive(Serialize)]
struct ComparedFigure<'a> {
    #[serde(flatten)]
    of: &'a Of,
    decides: bool,
    before: f64,
    after: f64,
    difference: f64,
    /// Between what the true difference lies; none: too few games to say.
    low: Option<f64>,
    high: Option<f64>,
    matters: f64,
    /// `more`, `less`, `same`, `open`
    verdict: &'static str,
}

#[derive(Serialize)]
struct FaultReport<'a> {
    side: &'static str,
    #[serde(flatten)]
    trouble: &'a Trouble,
}

pub(super) fn all(runs: &[NamedComparison]) -> All<'_> {
    All { version: 1, tavola: env!("CARGO_PKG_VERSION"), comparisons: runs.iter().map(one).collect() }
}

fn one(run: &NamedComparison) -> One<'_> {
    let comparison = &run.comparison;
    let side = |at: usize| {
        let SideLabel { name, agents, rules } = &run.sides[at];
        SideReport { name, agents, rules, lengths: &comparison.lengths[at] }
    };
    One {
        game: &run.title,
        players: run.players,
        before: side(0),
        after: side(1),
        ruling: run.ruling.as_ref().map(|ruling| RulingAnswerReport {
            name: &ruling.name,
            question: &ruling.question,
            printed: &ruling.printed,
            instead: &ruling.instead,
        }),
        seed: run.seed,
        rotate: run.rotate,
        by: run.by.as_ref(),
        most: run.trial.most,
        pairs: comparison.pairs,
        end: match comparison.end {
            StopReason::Decided => "decided",
            StopReason::Played => "played",
            StopReason::Stopped => "stopped",
            StopReason::Faults => "faults",
        },
        error: run.trial.error,
        matters: run.trial.matters,
        figures: comparison.figures.iter().map(row).collect(),
        only_before: &comparison.alone[0],
        only_after: &comparison.alone[1],
        faults: comparison.faults.iter().map(fault).collect(),
    }
}

fn fault((side, trouble): &(usize, Trouble)) -> FaultReport<'_> {
    FaultReport { side: ["before", "after"][*side], trouble }
}

fn row(figure: &Figure) -> ComparedFigure<'_> {
    let Figure { of, decides, before, after, difference, interval, matters, verdict } = figure;
    let verdict = match verdict {
        Verdict::More => "more",
        Verdict::Less => "less",
        Verdict::Same => "same",
        Verdict::Open => "open",
    };
    ComparedFigure {
        of,
        decides: *decides,
        before: *before,
        after: *after,
        difference: *difference,
        low: interval.map(|(low, _)| low),
        high: interval.map(|(_, high)| high),
        matters: *matters,
        verdict,
    }
}
