//! Tallies: everything that the report of some games needs.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::Plan;
use super::facts::{RunFacts, Unmerged};
use super::report::{Report, report};
use super::stage::StageTally;
use super::troubles::Troubles;
use crate::agent::Bot;
use tavola_game::{CoverageCode, Game};

/// Number of games before the first decision whether to continue. It doubles from decision to decision, for any number of
/// threads and for any first game.
const FIRST: u64 = 16;

/// Counts of successive games of a run, from which [`Self::report`] makes the report.
///
/// Tallies of adjacent games are merged in any order and grouping. The result is that of one run, to the byte, also
/// after a tally was written and read. All counts are whole numbers. They are kept by stages, at whose ends a run with
/// ten equal faults stops, so that a merged run stops at the same game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    about: RunFacts,
    /// The planned games.
    games: Range<u64>,
    /// Counts by the number of the stage.
    stages: BTreeMap<u32, StageTally>,
}

impl Tally {
    pub(super) fn new(game: &Game, plan: &Plan, analysed: (u64, Option<&CoverageCode>)) -> Self {
        let about = RunFacts::new(game, plan, analysed);
        Self { about, games: plan.first..plan.first.saturating_add(plan.games), stages: BTreeMap::new() }
    }

    /// The planned games, by their numbers in the run.
    pub fn games(&self) -> Range<u64> {
        self.games.clone()
    }

    /// The seed of the run.
    pub fn seed(&self) -> u64 {
        self.about.seed
    }

    /// The fingerprint of the rules, see [`Game::hash`].
    pub fn rules(&self) -> &str {
        &self.about.hash
    }

    /// The variant of the set-up.
    pub fn variant(&self) -> Option<&str> {
        self.about.variant.as_deref()
    }

    /// Changed settings and rulings.
    pub fn settings(&self) -> &[(String, String)] {
        &self.about.set
    }

    /// True if the bots rotate by one seat after each game.
    pub fn rotates(&self) -> bool {
        self.about.rotate
    }

    /// The players, by seat.
    pub fn players(&self) -> &[String] {
        &self.about.players
    }

    /// The bots, by seat in game 0 of the run.
    pub fn bots(&self) -> &[Bot] {
        &self.about.bots
    }

    /// True if all planned games were played, up to a stop by equal faults. A damaged tally is not complete.
    pub fn is_complete(&self) -> bool {
        if self.games.start > self.games.end {
            return false;
        }
        let mut faults = Troubles::default();
        let mut next = self.games.start;
        while next < self.games.end && !faults.repeats() {
            let (stage, end) = stage(next);
            let end = end.min(self.games.end);
            let Some(tally) = self.stages.get(&stage).filter(|tally| tally.games == end - next) else { return false };
            faults.merge(tally.faults.clone());
            next = end;
        }
        true
    }

    /// Merges this tally with that of the games before or after it. A tally of no games changes nothing.
    ///
    /// # Errors
    /// If they belong to different runs, or their games overlap or are not adjacent.
    pub fn merged(self, other: Self) -> Result<Self, Unmerged> {
        if self.games.is_empty() {
            return Ok(other);
        }
        if other.games.is_empty() {
            return Ok(self);
        }
        self.about.same(&other.about)?;
        let [first, second] = if self.games.start <= other.games.start { [self, other] } else { [other, self] };
        if second.games.start < first.games.end {
            return Err(Unmerged::Overlap(second.games.start..second.games.end.min(first.games.end)));
        }
        if second.games.start > first.games.end {
            return Err(Unmerged::Hole(first.games.end..second.games.start));
        }
        let mut merged = Self { games: first.games.start..second.games.end, ..first };
        second.stages.into_iter().for_each(|(stage, tally)| merged.add(stage, tally));
        merged.stop();
        Ok(merged)
    }

    /// The report of all games.
    pub fn report(&self) -> Report {
        let total = self.stages.values().cloned().reduce(StageTally::merged).unwrap_or_default();
        report(&self.about, &self.games, total)
    }

    /// Adds counts of games of a stage.
    pub(super) fn add(&mut self, stage: u32, tally: StageTally) {
        let known = self.stages.entry(stage).or_default();
        *known = std::mem::take(known).merged(tally);
    }

    /// True if equal faults end the run after the games so far.
    pub(super) fn repeats(&self) -> bool {
        self.last().is_some()
    }

    /// Drops the games that would not have been played in one run.
    fn stop(&mut self) {
        if let Some(last) = self.last() {
            self.stages.retain(|&stage, _| stage <= last);
        }
    }

    /// The first stage after which equal faults end the run.
    fn last(&self) -> Option<u32> {
        let mut faults = Troubles::default();
        let mut stages = self.stages.iter();
        let ends = stages.find(|(_, tally)| {
            faults.merge(tally.faults.clone());
            faults.repeats()
        });
        ends.map(|(&stage, _)| stage)
    }
}

/// The stage of a game, and the first game of the next stage.
pub(super) fn stage(game: u64) -> (u32, u64) {
    let stage = (game / FIRST).checked_ilog2().map_or(0, |log| log + 1);
    (stage, FIRST.saturating_mul(1 << stage))
}
