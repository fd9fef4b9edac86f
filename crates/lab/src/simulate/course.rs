//! Course of games: who leads and when, if the rules rank unfinished games.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::leads::{Lead, LeadHistory, PARTS};
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
    /// Margin between the first and the second player at the end. None if nobody can be ahead.
    pub margin: Option<Spread>,
    /// First measure of the ranking at the end, seat by seat. Larger is better.
    pub scores: Vec<Score>,
    /// Scores at the beginning and after each twentieth of the game. Empty if no game was analysed in detail.
    pub over_time: Vec<ScoreMoment>,
}

/// Scores of the players at a moment of games.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ScoreMoment {
    /// Fraction of the game, measured in answers, from 0 to 1.
    pub elapsed: f64,
    /// Distribution of the scores of all players.
    pub all: Spread,
    /// Distribution of the scores of those who will have won. None if nobody won a game.
    pub winners: Option<Spread>,
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
    /// At the beginning and after each part of the game.
    #[serde(default)]
    over_time: Vec<MomentCounts>,
}

/// Scores at a moment of games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct MomentCounts {
    all: Counts,
    winners: Counts,
}

/// Unit of [`Courses::decided`].
const WHOLE: f64 = 10_000.0;

impl Courses {
    /// Adds a game. `winners`: seats that won.
    pub(super) fn add(&mut self, lead: &Lead, winners: &[usize]) {
        if let Some(LeadHistory { half_time, decided, changes }) = lead.way {
            self.half_time.add(half_time);
            self.decided.add((decided * WHOLE).round() as i64);
            self.changes.add(changes as i64);
        }
        lead.margin.into_iter().for_each(|margin| self.margin.add(margin));
        self.scores.resize_with(lead.scores.len(), Counts::default);
        self.scores.iter_mut().zip(&lead.scores).for_each(|(counts, &score)| counts.add(score));
        self.over_time.resize_with(self.over_time.len().max(lead.scores_on_the_way.len()), MomentCounts::default);
        for (moment, scores) in self.over_time.iter_mut().zip(&lead.scores_on_the_way) {
            scores.iter().flatten().for_each(|&score| moment.all.add(score));
            let won = scores.iter().flat_map(|scores| winners.iter().filter_map(|&seat| scores.get(seat)));
            won.for_each(|&score| moment.winners.add(score));
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.half_time.merge(&other.half_time);
        self.decided.merge(&other.decided);
        self.changes.merge(&other.changes);
        self.margin.merge(&other.margin);
        self.scores.resize_with(self.scores.len().max(other.scores.len()), Counts::default);
        self.scores.iter_mut().zip(&other.scores).for_each(|(counts, more)| counts.merge(more));
        self.over_time.resize_with(self.over_time.len().max(other.over_time.len()), MomentCounts::default);
        for (moment, more) in self.over_time.iter_mut().zip(&other.over_time) {
            moment.all.merge(&more.all);
            moment.winners.merge(&more.winners);
        }
    }

    /// The course. None if the rules rank no game.
    pub(super) fn summary(&self, players: &[String]) -> Option<Course> {
        let score = |(player, counts): (&String, &Counts)| Score {
            player: player.clone(),
            spread: counts.spread(1.0),
            games: counts.each().clone(),
        };
        let moment = |(part, counts): (usize, &MomentCounts)| {
            let elapsed = part as f64 / PARTS as f64;
            Some(ScoreMoment { elapsed, all: counts.all.spread(1.0)?, winners: counts.winners.spread(1.0) })
        };
        (!self.scores.is_empty()).then(|| Course {
            half_time: self.half_time.mean_between(0.0, 1.0),
            decided: self.decided.spread(WHOLE),
            changes: self.changes.spread(1.0),
            margin: self.margin.spread(1.0),
            scores: players.iter().zip(&self.scores).map(score).collect(),
            over_time: self.over_time.iter().enumerate().filter_map(moment).collect(),
        })
    }
}
