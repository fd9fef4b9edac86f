//! What is measured of a game.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::simulate::{Lead, Played, are_told};
use crate::game::Game;

/// What a figure is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(tag = "figure", content = "of", rename_all = "snake_case")]
pub enum Of {
    /// How often this player wins; a victory that several share counts for its part.
    Wins(String),
    /// How often several win together.
    Shared,
    /// How often nobody wins.
    Nobody,
    /// Questions to players.
    Questions,
    /// Options of such a question.
    Options,
    /// How likely somebody who leads at half-time is among the winners.
    HalfTime,
    /// Questions that chance answers.
    Chance,
    /// The share of questions to players with a single option.
    Forced,
    /// The part of the game after which the winners lead to its end.
    Decided,
    /// How often somebody else comes to lead.
    Changes,
    /// By how much the first is before the second at the end.
    Margin,
    /// Where a track stands at the end: the mean of all its values.
    Track(String),
    /// How often a rule runs.
    Rule(String),
}

impl Of {
    /// Whether it is a share, 0 to 1.
    pub fn is_share(&self) -> bool {
        matches!(self, Self::Wins(_) | Self::Shared | Self::Nobody | Self::HalfTime | Self::Forced | Self::Decided)
    }

    /// Whether it decides when enough is known.
    pub(super) fn decides(&self) -> bool {
        match self {
            Self::Wins(_) | Self::Shared | Self::Nobody | Self::Questions | Self::Options | Self::HalfTime => true,
            Self::Chance | Self::Forced | Self::Decided | Self::Changes | Self::Margin => false,
            Self::Track(_) | Self::Rule(_) => false,
        }
    }
}

/// What people call it: `anna wins`, `questions of a game`, `walk (times a game)`.
impl fmt::Display for Of {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wins(player) => write!(f, "{player} wins"),
            Self::Shared => f.write_str("several win together"),
            Self::Nobody => f.write_str("nobody wins"),
            Self::Questions => f.write_str("questions of a game"),
            Self::Options => f.write_str("options of a question"),
            Self::HalfTime => f.write_str("the leader at half-time wins"),
            Self::Chance => f.write_str("questions to chance"),
            Self::Forced => f.write_str("questions with one option"),
            Self::Decided => f.write_str("part of the game until it is decided"),
            Self::Changes => f.write_str("changes of the lead"),
            Self::Margin => f.write_str("the first before the second"),
            Self::Track(track) => write!(f, "{} at the end", track.replace('_', " ")),
            Self::Rule(rule) => write!(f, "{} (times a game)", rule.replace('_', " ")),
        }
    }
}

/// All that is measured of the games of one side.
pub(super) struct Measures {
    /// What it is about, in the order of the values.
    pub(super) all: Vec<Of>,
    /// For each track of a game which of the tracks above it belongs to, and how many belong to that.
    tracks: Vec<(usize, f64)>,
    /// For each rule of the game which of the rules above it is.
    rules: Vec<usize>,
    seats: usize,
    leads: bool,
}

impl Measures {
    pub(super) fn of(game: &Game) -> Self {
        let (mut referee, start) = (game.referee(), game.start());
        let leads = are_told(&mut referee, &start);
        let players = &game.setup().players;
        let mut all: Vec<Of> = players.iter().map(|player| Of::Wins(player.clone())).collect();
        all.extend([Of::Shared, Of::Nobody, Of::Questions, Of::Options, Of::Chance, Of::Forced]);
        if leads {
            all.extend([Of::HalfTime, Of::Decided, Of::Changes, Of::Margin]);
        }
        let mut place = |of: Of| {
            all.iter().position(|known| *known == of).unwrap_or_else(|| {
                all.push(of);
                all.len() - 1
            })
        };
        let tracks: Vec<usize> = referee.tracks(&start).into_iter().map(|track| place(Of::Track(track.name))).collect();
        let rules = game.rules().into_iter().map(|(rule, _)| place(Of::Rule(rule))).collect();
        let mut many: BTreeMap<usize, f64> = BTreeMap::new();
        tracks.iter().for_each(|&place| *many.entry(place).or_default() += 1.0);
        let tracks = tracks.into_iter().map(|place| (place, many[&place])).collect();
        Self { all, tracks, rules, seats: players.len(), leads }
    }

    /// The values for one game, in which each rule ran so often.
    pub(super) fn values(&self, played: &Played, runs: impl Iterator<Item = u64>) -> Vec<f64> {
        let (questions, winners) = (&played.questions, &played.winners);
        let mut values = vec![0.0; self.seats];
        winners.iter().for_each(|&seat| values[seat] = 1.0 / winners.len() as f64);
        let each = |part: u64| if questions.asked == 0 { 0.0 } else { part as f64 / questions.asked as f64 };
        values.extend([
            f64::from(winners.len() > 1),
            f64::from(winners.is_empty()),
            questions.asked as f64,
            each(questions.options),
            questions.chance as f64,
            each(questions.forced),
        ]);
        if self.leads {
            let of = |lead: &Lead| [lead.half_time, lead.decided, lead.changes as f64, lead.margin as f64];
            values.extend(played.lead.as_ref().map_or([0.0; 4], of));
        }
        values.resize(self.all.len(), 0.0);
        for (track, &(place, many)) in played.tracks.iter().zip(&self.tracks) {
            values[place] += track.value as f64 / many;
        }
        for (runs, &place) in runs.zip(&self.rules) {
            values[place] += runs as f64;
        }
        values
    }
}

/// A measure of both sides, with its places among the measures of each.
pub(super) type Both = (Of, [usize; 2]);

/// What two sides both have, those that decide first; then what one alone has.
pub(super) fn shared(measures: &[Measures]) -> (Vec<Both>, [Vec<Of>; 2]) {
    let [before, after] = measures else { return Default::default() };
    let missing = |from: &Measures, to: &Measures| {
        let alone = from.all.iter().filter(|of| matches!(of, Of::Track(_) | Of::Rule(_)) && !to.all.contains(of));
        alone.cloned().collect::<Vec<_>>()
    };
    let both = before.all.iter().enumerate().filter_map(|(at, of)| {
        let there = after.all.iter().position(|other| other == of)?;
        Some((of.clone(), [at, there]))
    });
    let mut both: Vec<Both> = both.collect();
    both.sort_by_key(|(of, _)| !of.decides());
    (both, [missing(before, after), missing(after, before)])
}
