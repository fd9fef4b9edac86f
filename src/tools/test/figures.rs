//! Figures of games against the goals of `balance.yaml`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::tools::paint::clean;
use tavola_lab::Bot;
use tavola_lab::goals::{Balance, Goal, GoalFigure, Met};

/// An entry, played.
#[derive(Serialize, JsonSchema)]
pub(in crate::tools) struct PlayedBalance {
    pub(super) game: String,
    pub(super) players: usize,
    pub(super) bots: Vec<Bot>,
    /// The fingerprint of the rules.
    pub(super) rules: String,
    pub(super) seed: u64,
    pub(super) games: u64,
    /// True if it was interrupted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) stopped: bool,
    pub(super) faults: usize,
    pub(super) expected: Vec<GoalReport>,
}

/// A goal and its figures.
#[derive(Serialize, JsonSchema)]
pub(super) struct GoalReport {
    pub(super) goal: String,
    pub(super) place: String,
    /// `yes`, `no`, `open`
    pub(super) met: &'static str,
    figures: Vec<GoalFigure>,
}

impl GoalReport {
    /// The report of the goal with this number.
    pub(super) fn new(at: usize, goal: &Goal, place: String, balance: &Balance) -> Self {
        // Without a game nothing was found.
        let found = balance.found.iter().filter(|found| balance.games > 0 && found.goal == at);
        let found: Vec<GoalFigure> = found.cloned().collect();
        let met = match found.iter().map(|found| found.met).max().unwrap_or(Met::Open) {
            Met::Yes => "yes",
            Met::Open => "open",
            Met::No => "no",
        };
        Self { goal: goal.text.clone(), place, met, figures: found }
    }

    /// `anna wins 26.8% (24.1% to 29.5%)`
    pub(super) fn text(&self) -> String {
        let value = |text: &GoalFigure, value: f64| {
            // Nothing has no sign: the end of an interval may be minus zero.
            let value = value + 0.0;
            if text.of.is_share() { format!("{:.1}%", value * 100.0) } else { format!("{value:.1}") }
        };
        let one = |text: &GoalFigure| {
            let between = match text.interval {
                Some((low, high)) => format!("{} to {}", value(text, low), value(text, high)),
                None => "too few games".to_owned(),
            };
            format!("{} {} ({between})", clean(&text.of.to_string()), value(text, text.mean))
        };
        if self.figures.is_empty() {
            return "no game ended".to_owned();
        }
        self.figures.iter().map(one).collect::<Vec<_>>().join(", ")
    }
}
