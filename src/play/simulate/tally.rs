//! What is counted. Everything is whole numbers, so the order of merging does not matter.

use std::collections::BTreeMap;

use super::desk::Came;
use super::played::{Played, Questions};
use super::report::{EQUAL_TROUBLES, KEPT_TROUBLES, Trouble};
use crate::game::Game;
use crate::play::statistics::Sums;

#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) games: u64,
    pub(super) seats: Vec<SeatTally>,
    /// Games that ended with a result, those that several won together, and those that nobody won.
    pub(super) ended: u64,
    pub(super) shared: u64,
    pub(super) drawn: u64,
    pub(super) answers: Sums,
    pub(super) asked: Sums,
    pub(super) chance: Sums,
    /// Questions asked of players, their options, the most of one question, those with a single one.
    pub(super) questions: u64,
    pub(super) options: u64,
    pub(super) most: u64,
    pub(super) forced: u64,
    pub(super) tracks: Vec<TrackTally>,
    pub(super) rules: Vec<u64>,
    pub(super) faults: Troubles,
    pub(super) broken: Troubles,
}

#[derive(Clone, Debug, Default)]
pub(super) struct SeatTally {
    pub(super) alone: u64,
    pub(super) shared: u64,
}

/// A track at the end of the games: one number for each index.
#[derive(Clone, Debug)]
pub(super) struct TrackTally {
    pub(super) name: String,
    pub(super) index: Vec<String>,
    pub(super) values: Sums,
    /// The values of winners, where the index is a player.
    pub(super) won: Sums,
}

/// What went wrong, each trouble (what it is, and where) once, by the first game that had it.
#[derive(Clone, Debug, Default)]
pub(super) struct Troubles {
    kinds: BTreeMap<(String, String), Trouble>,
}

impl Tally {
    pub(super) fn of(game: &Game) -> Self {
        Self { seats: vec![SeatTally::default(); game.setup().players.len()], ..Self::default() }
    }

    /// With how often each rule ran.
    pub(super) fn with_rules(self, rules: Vec<u64>) -> Self {
        Self { rules, ..self }
    }

    /// Counts a game; `false` where it was stopped.
    pub(super) fn add(&mut self, game: &Game, came: Came) -> bool {
        let broken = match came {
            Came::Stopped => return false,
            Came::Played(played, broken) => {
                self.played(game, played);
                broken
            }
            Came::Fault(trouble, broken) => {
                self.faults.add(trouble);
                broken
            }
        };
        self.games += 1;
        if let Some(trouble) = broken {
            self.broken.add(trouble);
        }
        true
    }

    fn played(&mut self, game: &Game, Played { questions, winners, tracks, .. }: Played) {
        let Questions { asked, chance, forced, options, most } = questions;
        self.asked.add(asked as i64);
        self.chance.add(chance as i64);
        self.answers.add((asked + chance) as i64);
        self.questions += asked;
        self.options += options;
        self.most = self.most.max(most);
        self.forced += forced;
        self.ended += 1;
        self.drawn += u64::from(winners.is_empty());
        self.shared += u64::from(winners.len() > 1);
        for &seat in &winners {
            let tally = &mut self.seats[seat];
            *(if winners.len() > 1 { &mut tally.shared } else { &mut tally.alone }) += 1;
        }
        let players = &game.setup().players;
        let names: Vec<&String> = winners.iter().filter_map(|&seat| players.get(seat)).collect();
        for (at, track) in tracks.into_iter().enumerate() {
            if self.tracks.get(at).is_none_or(|known| known.name != track.name || known.index != track.index) {
                self.tracks.insert(at, TrackTally::new(track.name, track.index));
            }
            let tally = &mut self.tracks[at];
            tally.values.add(track.value);
            if matches!(tally.index.as_slice(), [player] if names.contains(&player)) {
                tally.won.add(track.value);
            }
        }
    }

    /// Both together.
    pub(super) fn merged(mut self, other: Self) -> Self {
        if self.games == 0 && self.rules.is_empty() {
            return other;
        }
        self.games += other.games;
        self.ended += other.ended;
        self.shared += other.shared;
        self.drawn += other.drawn;
        self.questions += other.questions;
        self.options += other.options;
        self.forced += other.forced;
        self.most = self.most.max(other.most);
        self.answers.merge(&other.answers);
        self.asked.merge(&other.asked);
        self.chance.merge(&other.chance);
        for (seat, other) in self.seats.iter_mut().zip(&other.seats) {
            seat.alone += other.alone;
            seat.shared += other.shared;
        }
        for (rule, other) in self.rules.iter_mut().zip(&other.rules) {
            *rule += other;
        }
        self.faults.merge(other.faults);
        self.broken.merge(other.broken);
        self.merge_tracks(other.tracks);
        self
    }

    /// The tracks of a game are always the same, in the same order; but a desk that finished no game knows none.
    fn merge_tracks(&mut self, others: Vec<TrackTally>) {
        if self.tracks.is_empty() {
            self.tracks = others;
            return;
        }
        for (track, other) in self.tracks.iter_mut().zip(&others) {
            track.values.merge(&other.values);
            track.won.merge(&other.won);
        }
    }
}

impl TrackTally {
    fn new(name: String, index: Vec<String>) -> Self {
        Self { name, index, values: Sums::default(), won: Sums::default() }
    }
}

impl Troubles {
    fn add(&mut self, trouble: Trouble) {
        let kind = (trouble.what.clone(), trouble.place.clone());
        let games = trouble.games;
        let known = self.kinds.entry(kind).or_insert_with(|| Trouble { games: 0, ..trouble.clone() });
        let games = known.games + games;
        if trouble.game < known.game {
            *known = trouble;
        }
        known.games = games;
    }

    fn merge(&mut self, other: Self) {
        other.kinds.into_values().for_each(|trouble| self.add(trouble));
    }

    /// Games that went wrong.
    pub(super) fn count(&self) -> u64 {
        self.kinds.values().map(|trouble| trouble.games).sum()
    }

    /// The first few, by the number of the game.
    pub(super) fn first(&self) -> Vec<Trouble> {
        let mut first: Vec<Trouble> = self.kinds.values().cloned().collect();
        first.sort_by_key(|trouble| trouble.game);
        first.truncate(KEPT_TROUBLES);
        first
    }

    /// Whether one and the same trouble met so many games that nothing new is to be expected.
    pub(super) fn repeats(&self) -> bool {
        self.kinds.values().any(|trouble| trouble.games >= EQUAL_TROUBLES)
    }
}
