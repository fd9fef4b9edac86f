//! Course of games: who leads and when, if the rules rank unfinished games.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::leads::{Lead, LeadHistory};
use crate::statistics::{Counts, FractionSums, Mean, Spread};

/// Course of games, by the ranking as if the game ended at each moment. Half-time, decision and changes cover the games
/// that were analysed in detail ([`super::Report::closely`]); the rest covers all games.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Course {
    /// Probability that a leader at half-time is among the winners, from 0 to 1.
    pub half_time: Option<Mean>,
    /// Fraction of the game after which the winners lead to its end, from 0 to 1.
    pub decided: Option<Spread>,
    /// Number of changes of the leader.
    pub changes: Option<Spread>,
    /// Margin between the first and the second player at the end.
    pub margin: Option<Spread>,
    /// First measure of the ranking at the end, seat by seat. Larger is better.
    pub scores: Vec<Score>,
}

/// Score of a player at the end of games.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Score {
    /// Name of the player.
    pub player: String,
    /// Distribution of the score.
    pub spread: Option<Spread>,
    /// Number of games by score.
    pub games: BTreeMap<i64, u64>,
}

/// Accumulator of courses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Courses {
    half_time: FractionSums,
    /// In ten-thousandths of a game.
    decided: Counts,
    changes: Counts,
    margin: Counts,
    /// Seat by seat.
    scores: Vec<Counts>,
}

/// Unit of [`Courses::decided`].
const WHOLE: f64 = 10_000.0;

impl Courses {
    pub(super) fn add(&mut self, lead: &Lead) {
        if let Some(LeadHistory { half_time, decided, changes }) = lead.way {
            self.half_time.add(half_time);
            self.decided.add((decided * WHOLE).round() as i64);
            self.changes.add(changes as i64);
        }
        self.margin.add(lead.margin);
        self.scores.resize_with(lead.scores.len(), Counts::default);
        self.scores.iter_mut().zip(&lead.scores).for_each(|(counts, &score)| counts.add(score));
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.half_time.merge(&other.half_time);
        self.decided.merge(&other.decided);
        self.changes.merge(&other.changes);
        self.margin.merge(&other.margin);
        self.scores.resize_with(self.scores.len().max(other.scores.len()), Counts::default);
        self.scores.iter_mut().zip(&other.scores).for_each(|(counts, more)| counts.merge(more));
    }

    /// The course. None if the rules rank no game.
    pub(super) fn summary(&self, players: &[String]) -> Option<Course> {
        let score = |(player, counts): (&String, &Counts)| Score {
            player: player.clone(),
            spread: counts.spread(1.0),
            games: counts.each().clone(),
        };
        self.margin.spread(1.0).map(|margin| Course {
            half_time: self.half_time.mean().map(|mean| mean.within(0.0, 1.0)),
            decided: self.decided.spread(WHOLE),
            changes: self.changes.spread(1.0),
            margin: Some(margin),
            scores: players.iter().zip(&self.scores).map(score).collect(),
        })
    }
}
