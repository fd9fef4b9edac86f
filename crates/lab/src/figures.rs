//! Figures that are measured in games.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::simulate::{LeadHistory, Played, are_public};
use tavola_game::{Game, is_own_rule};

/// Subject of a figure.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(tag = "figure", content = "of", rename_all = "snake_case")]
pub enum Metric {
    /// Win rate of this player. A shared victory counts for its part.
    Wins(String),
    /// Win rate of one of these bots across seats: `mcts:50`, `mcts:200 in place of mcts:50`.
    Bots(String),
    /// Rate of victories in a cooperative game.
    Together,
    /// Win rate of players for whom an expression has this value: `player.seat is 1`.
    By(String),
    /// Rate of games that several players win together.
    Shared,
    /// Rate of games that nobody wins.
    Nobody,
    /// Number of questions to players.
    Questions,
    /// Number of options of a question to a player.
    Options,
    /// Probability that a leader at half-time is among the winners.
    HalfTime,
    /// Number of questions to chance.
    Chance,
    /// Share of questions to players with a single option.
    Forced,
    /// Fraction of the game after which the winners lead to its end.
    Decided,
    /// Number of changes of the leader.
    Changes,
    /// Margin between the first and the second player at the end.
    Margin,
    /// Value of a track at the end, as the mean over its indexes.
    Track(String),
    /// Number of runs of a rule.
    Rule(String),
}

impl Metric {
    /// True if it is a share from 0 to 1.
    pub fn is_share(&self) -> bool {
        match self {
            Self::Wins(_) | Self::Bots(_) | Self::By(_) | Self::Together => true,
            Self::Shared | Self::Nobody => true,
            Self::HalfTime | Self::Forced | Self::Decided => true,
            Self::Questions | Self::Options | Self::Chance | Self::Changes | Self::Margin => false,
            Self::Track(_) | Self::Rule(_) => false,
        }
    }

    /// True if a comparison continues until this figure is decided.
    pub(super) fn decides(&self) -> bool {
        match self {
            Self::Wins(_) | Self::Bots(_) | Self::By(_) | Self::Together => true,
            Self::Shared | Self::Nobody => true,
            Self::Questions | Self::Options | Self::HalfTime => true,
            Self::Chance | Self::Forced | Self::Decided | Self::Changes | Self::Margin => false,
            Self::Track(_) | Self::Rule(_) => false,
        }
    }
}

/// Name in reports and goals: `anna wins`, `questions of a game`, `walk (times a game)`.
impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wins(player) => write!(f, "{player} wins"),
            Self::Bots(bots) => write!(f, "{bots} wins"),
            Self::Together => f.write_str("all win together"),
            Self::By(said) => write!(f, "a player with {said} wins"),
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

/// Figures of the games of one side.
pub(super) struct Measures {
    /// Subjects, in the order of the values.
    pub(super) all: Vec<Metric>,
    /// For each track of a game: index of its figure, and number of tracks that share the figure.
    tracks: Vec<(usize, f64)>,
    /// For each rule of the game: index of its figure, if it has one.
    rules: Vec<Option<usize>>,
    seats: usize,
    leads: bool,
    /// True if the game is cooperative.
    together: bool,
    /// For each place in the list of bots: index of its figure. Empty if bots keep their seats or are all alike.
    bots: Vec<usize>,
}

impl Measures {
    /// Figures of a game. `bots` names the bot in each place of the list if bots rotate; it is empty otherwise.
    pub(super) fn of(game: &Game, bots: &[String]) -> Self {
        let (mut referee, start) = (game.referee(), game.start());
        let leads = game.has_rivals() && are_public(&mut referee, &start);
        let players = &game.setup().players;
        let mut all: Vec<Metric> = players.iter().map(|player| Metric::Wins(player.clone())).collect();
        all.extend([
            Metric::Shared,
            Metric::Nobody,
            Metric::Questions,
            Metric::Options,
            Metric::Chance,
            Metric::Forced,
        ]);
        if leads {
            all.extend([Metric::HalfTime, Metric::Decided, Metric::Changes, Metric::Margin]);
        }
        let mut place = |of: Metric| {
            all.iter().position(|known| *known == of).unwrap_or_else(|| {
                all.push(of);
                all.len() - 1
            })
        };
        let together = game.is_cooperative();
        if together {
            place(Metric::Together);
        }
        let bots = bots.iter().map(|bot| place(Metric::Bots(bot.clone()))).collect();
        let tracks: Vec<usize> =
            referee.game().tracks(&start).into_iter().map(|track| place(Metric::Track(track.name))).collect();
        let mut own = |rule: String| is_own_rule(&rule).then(|| place(Metric::Rule(rule)));
        let rules = game.rules().into_iter().map(|(rule, _)| own(rule)).collect();
        let mut many: BTreeMap<usize, f64> = BTreeMap::new();
        tracks.iter().for_each(|&place| *many.entry(place).or_default() += 1.0);
        let tracks = tracks.into_iter().map(|place| (place, many[&place])).collect();
        Self { all, tracks, rules, seats: players.len(), leads, bots, together }
    }

    /// Values for the game with this number. `runs` is the number of runs of each rule.
    pub(super) fn values(&self, number: u64, played: &Played, runs: impl Iterator<Item = u64>) -> Vec<f64> {
        let (questions, winners) = (&played.questions, &played.winners);
        let mut values = vec![0.0; self.seats];
        // A cooperative victory counts in full for each player.
        let part = if self.together { 1.0 } else { 1.0 / winners.len() as f64 };
        winners.iter().for_each(|&seat| values[seat] = part);
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
            let lead = played.lead.as_ref();
            let way = |LeadHistory { half_time, decided, changes }: LeadHistory| [half_time, decided, changes as f64];
            values.extend(lead.and_then(|lead| lead.way).map_or([0.0; 3], way));
            values.push(lead.and_then(|lead| lead.margin).unwrap_or_default() as f64);
        }
        values.extend(self.together.then_some(f64::from(!winners.is_empty())));
        values.resize(self.all.len(), 0.0);
        for (place, &at) in self.bots.iter().enumerate() {
            let seat = (place + (number % self.bots.len() as u64) as usize) % self.bots.len();
            values[at] = if self.together { values[seat] } else { values[at] + values[seat] };
        }
        for (track, &(place, many)) in played.tracks.iter().zip(&self.tracks) {
            values[place] += track.value as f64 / many;
        }
        for (runs, place) in runs.zip(&self.rules) {
            if let Some(place) = *place {
                values[place] += runs as f64;
            }
        }
        values
    }
}

/// A figure of both sides, with its index on each side.
pub(super) type Both = (Metric, [usize; 2]);

/// Figures that both sides have, deciding ones first; then the figures that only one side has.
pub(super) fn shared(measures: &[Measures]) -> (Vec<Both>, [Vec<Metric>; 2]) {
    let [before, after] = measures else { return Default::default() };
    let missing = |from: &Measures, to: &Measures| {
        let alone =
            from.all.iter().filter(|of| matches!(of, Metric::Track(_) | Metric::Rule(_)) && !to.all.contains(of));
        alone.cloned().collect::<Vec<_>>()
    };
    let both = before.all.iter().enumerate().filter_map(|(at, of)| {
        let there = after.all.iter().position(|other| other == of)?;
        Some((of.clone(), [at, there]))
    });
    let mut both: Vec<Both> = both.collect();
    if measures.iter().all(|side| side.together) {
        // One figure replaces all of these.
        both.retain(|(of, _)| !matches!(of, Metric::Wins(_) | Metric::Shared | Metric::Nobody));
    }
    both.sort_by_key(|(of, _)| !of.decides());
    (both, [missing(before, after), missing(after, before)])
}
