//! How games go, where the rules tell who is ahead.

use std::collections::BTreeMap;

use serde::Serialize;

use super::leads::{Lead, LeadHistory};
use crate::statistics::{Counts, FractionSums, Mean, Spread};

/// How the games went: everything by the ranking as it would be if the game ended there. Half-time, decision and changes are those of the games
/// that were looked into closely ([`super::Report::closely`]), the rest of all.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Course {
    /// How likely somebody who leads at half-time is among the winners, 0 to 1.
    pub half_time: Option<Mean>,
    /// The part of the game after which the winners lead to its end, 0 to 1.
    pub decided: Option<Spread>,
    /// How often somebody else comes to lead.
    pub changes: Option<Spread>,
    /// By how much the first is before the second at the end.
    pub margin: Option<Spread>,
    /// What the rules rank by first at the end, larger is better: seat by seat.
    pub scores: Vec<Score>,
}

/// Where a player stands at the ends of games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Score {
    /// The player's name.
    pub player: String,
    /// How it is spread.
    pub spread: Option<Spread>,
    /// How many games had each.
    pub games: BTreeMap<i64, u64>,
}

/// It is counted.
#[derive(Clone, Debug, Default)]
pub(super) struct Courses {
    half_time: FractionSums,
    /// In ten-thousandths of a game.
    decided: Counts,
    changes: Counts,
    margin: Counts,
    /// Seat by seat.
    scores: Vec<Counts>,
}

/// Of [`Courses::decided`].
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

    /// What it comes to; none where the rules tell of no game who was ahead.
    pub(super) fn told(&self, players: &[String]) -> Option<Course> {
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
