//! Goals: the figures that designers want of a game, such as `each seat wins below 30%` or `questions of a game near
//! 120`.

use std::sync::atomic::AtomicBool;

use schemars::JsonSchema;
use serde::Serialize;

use super::figures::{Measures, Metric};
use super::sample::{Observed, Ran, Sampler, SequentialTest, Side, StopReason};
use super::simulate::Trouble;
use super::statistics::{Differences, IntervalEnds, ends, round};
use tavola_game::Game;
use tavola_syntax::diagnostic::nearest;

/// Words between a figure and its target.
const WAYS: [(&str, Direction); 3] =
    [(" above ", Direction::Above), (" below ", Direction::Below), (" near ", Direction::Near)];

/// Other words for them: what is written, what is meant.
const SYNONYMS: [(&str, &str); 9] = [
    (" under ", "below"),
    (" less than ", "below"),
    (" fewer than ", "below"),
    (" at most ", "below"),
    (" < ", "below"),
    (" over ", "above"),
    (" more than ", "above"),
    (" at least ", "above"),
    (" > ", "above"),
];

/// Names of figures in the report of `simulate`, and their names in goals.
const ALSO: [(&str, Metric); 4] = [
    ("shared victory", Metric::Shared),
    ("questions to players", Metric::Questions),
    ("options per question", Metric::Options),
    ("lead changes", Metric::Changes),
];

/// Stands for the win rates of all seats, each by itself.
const EACH_SEAT: &str = "each seat wins";

/// A figure and its target.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// Text, as written.
    pub text: String,
    /// The figures; several for `each seat wins`.
    pub of: Vec<Metric>,
    /// Side of the target.
    pub way: Direction,
    /// Target value. Shares are from 0 to 1.
    pub value: f64,
    /// Indexes of the figures among all figures of the game.
    places: Vec<usize>,
}

/// Side of the target on which a figure should lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Above the target.
    Above,
    /// Below the target.
    Below,
    /// As near to the target as possible.
    Near,
}

impl Goal {
    /// Parses a goal for this game.
    ///
    /// # Errors
    /// A message with the mistake, and with the figures of the game.
    pub fn read(text: &str, game: &Game) -> Result<Self, String> {
        let measures = &Measures::of(game, &[]);
        let found =
            WAYS.iter().filter_map(|&(word, way)| Some((text.rfind(word)?, word, way))).max_by_key(|found| found.0);
        let Some((at, word, way)) = found else {
            let meant = SYNONYMS.iter().find(|(word, _)| text.contains(word));
            let help = meant.map_or_else(
                || format!("write for instance `{EACH_SEAT} below 30%` or `questions of a game near 120`"),
                |(word, meant)| format!("write `{}`", text.replacen(word, &format!(" {meant} "), 1).trim()),
            );
            return Err(format!("`{text}` is not a goal: {help}"));
        };
        let (figure, value) = (text[..at].trim(), text[at + word.len()..].trim());
        let is_seat = |of: &Metric| matches!(of, Metric::Wins(_));
        let also = ALSO.iter().find(|(name, _)| *name == figure).map(|(_, of)| of);
        let named = |of: &Metric| of.to_string() == figure || also == Some(of) || (figure == EACH_SEAT && is_seat(of));
        let places: Vec<usize> = (0..measures.all.len()).filter(|&place| named(&measures.all[place])).collect();
        let of: Vec<Metric> = places.iter().map(|&place| measures.all[place].clone()).collect();
        let Some(first) = of.first() else {
            return Err(format!("`{figure}` is not a figure of this game; {}", known(figure, measures)));
        };
        let (number, percent) = value.strip_suffix('%').map_or((value, false), |number| (number.trim(), true));
        let number: f64 =
            number.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(|| {
                format!("`{value}` is not a number: write `30%` for a share, `120` for other figures")
            })?;
        let value = match (first.is_share(), percent) {
            (true, true) if (0.0..=100.0).contains(&number) => number / 100.0,
            (true, _) => return Err(format!("`{figure}` is a share: write it in percent, from 0% to 100%")),
            (false, true) => return Err(format!("`{figure}` is not a share: write a number without `%`")),
            (false, false) => number,
        };
        Ok(Self { text: text.trim().to_owned(), of, way, value, places })
    }

    /// Distance of these means (in the order of the figures) from the goal: in percentage points for shares, otherwise
    /// in percent of the target.
    pub(super) fn miss(&self, means: &[f64]) -> f64 {
        let unit = if self.of.iter().all(Metric::is_share) { 1.0 } else { self.value.abs().max(f64::MIN_POSITIVE) };
        let far = |place: &usize| {
            let over = means[*place] - self.value;
            let miss = match self.way {
                Direction::Above => (-over).max(0.0),
                Direction::Below => over.max(0.0),
                Direction::Near => over.abs(),
            };
            100.0 * miss / unit
        };
        self.places.iter().map(far).sum()
    }
}

/// Suggests the figure whose name contains this text, or else the most similar one, and lists all figures.
fn known(figure: &str, measures: &Measures) -> String {
    let names: Vec<String> = measures.all.iter().map(Metric::to_string).chain([EACH_SEAT.to_owned()]).collect();
    let part = names.iter().filter(|name| !figure.is_empty() && name.contains(figure)).min_by_key(|name| name.len());
    let near = part.map(String::as_str).or_else(|| nearest(figure, names.iter().map(String::as_str)));
    let near = near.map_or_else(|| "the".to_owned(), |name| format!("did you mean `{name}`? The"));
    format!("{near} figures are: {}", names.join(", "))
}

/// State of a goal after some games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Met {
    /// It is met.
    Yes,
    /// It is not decided yet.
    Open,
    /// It is not met.
    No,
}

/// Result for one figure of a goal.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct GoalFigure {
    /// Index of the goal.
    #[serde(skip)]
    pub goal: usize,
    /// The figure.
    #[serde(flatten)]
    pub of: Metric,
    /// Its mean.
    pub mean: f64,
    /// Confidence interval of the mean. None: too few games.
    #[serde(flatten, serialize_with = "ends")]
    #[schemars(with = "IntervalEnds")]
    pub interval: Option<(f64, f64)>,
    /// State of the goal for this figure.
    #[serde(skip)]
    pub met: Met,
}

/// Results for all goals.
#[derive(Clone, Debug, PartialEq)]
pub struct Balance {
    /// Number of games that were played to the end.
    pub games: u64,
    /// Reason why no more games were played.
    pub end: StopReason,
    /// Results for the figures, in the order of the goals.
    pub found: Vec<GoalFigure>,
    /// The first few games that were ended by a fault or did not end.
    pub faults: Vec<Trouble>,
}

/// Plays until every goal is decided, or up to `most` games.
///
/// The intervals are confidence sequences ([`Differences`]): all of them hold at every moment with probability `1 -
/// error`, with a Bonferroni correction for their number. A goal with `near` is never decided.
pub fn balance(
    side: &Side<'_>,
    goals: &[Goal],
    (most, jobs, error): (u64, usize, f64),
    progress: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Balance {
    let sides = [side.clone()];
    let sampler = Sampler::new(&sides, jobs, stop);
    let figure = |(at, goal): (usize, &Goal)| {
        goal.places.iter().map(|&place| (at, place, Differences::default())).collect::<Vec<_>>()
    };
    let over: Vec<(usize, usize, Differences)> = goals.iter().enumerate().flat_map(figure).collect();
    let mut games =
        Games { goals, all: &sampler.measures[0].all, error: error / over.len().max(1) as f64, over, found: vec![] };
    let Ran { games: played, end, faults } = sampler.run(most, &mut games, progress);
    let faults = faults.into_iter().map(|(_, fault)| fault).collect();
    Balance { games: played, end, found: games.found, faults }
}

/// Evaluation of the games so far.
struct Games<'g> {
    goals: &'g [Goal],
    /// All figures of the game.
    all: &'g [Metric],
    /// Error probability of the interval of one figure.
    error: f64,
    /// Excess of a figure over its goal: index of the goal, index of the figure, differences.
    over: Vec<(usize, usize, Differences)>,
    found: Vec<GoalFigure>,
}

impl SequentialTest for Games<'_> {
    fn add(&mut self, games: &[Observed]) {
        for (goal, place, over) in &mut self.over {
            over.add(games[0].values[*place] - self.goals[*goal].value);
        }
    }

    fn knows_enough(&mut self) -> bool {
        let found = |&(goal, place, over): &(usize, usize, Differences)| {
            found(goal, self.all[place].clone(), &self.goals[goal], &over, self.error)
        };
        self.found = self.over.iter().map(found).collect();
        self.found.iter().all(|found| found.met != Met::Open)
    }
}

fn found(goal: usize, of: Metric, wanted: &Goal, over: &Differences, error: f64) -> GoalFigure {
    let interval = over.interval(error);
    let met = match (wanted.way, interval) {
        (Direction::Above, Some((low, _))) if low > 0.0 => Met::Yes,
        (Direction::Above, Some((_, high))) if high < 0.0 => Met::No,
        (Direction::Below, Some((_, high))) if high < 0.0 => Met::Yes,
        (Direction::Below, Some((low, _))) if low > 0.0 => Met::No,
        _ => Met::Open,
    };
    let interval = interval.map(|(low, high)| {
        let (low, high) = (low + wanted.value, high + wanted.value);
        let (least, most) = if of.is_share() { (0.0, 1.0) } else { (f64::MIN, f64::MAX) };
        (round(low.max(least)), round(high.min(most)))
    });
    GoalFigure { goal, of, mean: round(over.mean() + wanted.value), interval, met }
}
