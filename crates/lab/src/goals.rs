//! What designers want of a game, in figures: `each seat wins below 30%`, `questions of a game near 120`.

use std::sync::atomic::AtomicBool;

use serde::Serialize;

use super::figures::{Measures, Of};
use super::sample::{Looker, Observed, Ran, Sampler, Side, StopReason};
use super::simulate::Trouble;
use super::statistics::{Differences, ends, round};
use tavola_game::Game;

/// The words between a figure and what it shall be.
const WAYS: [(&str, Direction); 3] =
    [(" above ", Direction::Above), (" below ", Direction::Below), (" near ", Direction::Near)];

/// Of all seats together, each by itself.
const EACH_SEAT: &str = "each seat wins";

/// A figure, and what it shall be.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// As it was written.
    pub text: String,
    /// The figures: of `each seat` all that there are.
    pub of: Vec<Of>,
    /// On which side of the value.
    pub way: Direction,
    /// Shares from 0 to 1.
    pub value: f64,
    /// Where the figures stand among the measures of the game.
    places: Vec<usize>,
}

/// On which side of a value a figure shall lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// It is larger.
    Above,
    /// It is smaller.
    Below,
    /// The nearer the better.
    Near,
}

impl Goal {
    /// Reads a goal for this game.
    ///
    /// # Errors
    /// What is wrong with it, with the figures that there are.
    pub fn read(text: &str, game: &Game) -> Result<Self, String> {
        let measures = &Measures::of(game, &[]);
        let found =
            WAYS.iter().filter_map(|&(word, way)| Some((text.rfind(word)?, word, way))).max_by_key(|found| found.0);
        let Some((at, word, way)) = found else {
            return Err(format!(
                "`{text}`: say what a figure shall be, for instance `{EACH_SEAT} below 30%`, `questions of a game near 120`"
            ));
        };
        let (figure, value) = (text[..at].trim(), text[at + word.len()..].trim());
        let is_seat = |of: &Of| matches!(of, Of::Wins(_));
        let named = |of: &Of| of.to_string() == figure || (figure == EACH_SEAT && is_seat(of));
        let places: Vec<usize> = (0..measures.all.len()).filter(|&place| named(&measures.all[place])).collect();
        let of: Vec<Of> = places.iter().map(|&place| measures.all[place].clone()).collect();
        let Some(first) = of.first() else {
            return Err(format!("`{figure}` is no figure of this game; {}", known(figure, measures)));
        };
        let (number, percent) = value.strip_suffix('%').map_or((value, false), |number| (number.trim(), true));
        let number: f64 = number
            .parse()
            .ok()
            .filter(|number: &f64| number.is_finite())
            .ok_or_else(|| format!("`{value}` is no number: say `30%` of a share, `120` of everything else"))?;
        let value = match (first.is_share(), percent) {
            (true, true) if (0.0..=100.0).contains(&number) => number / 100.0,
            (true, _) => return Err(format!("`{figure}` is a share: say it in percent, from 0% to 100%")),
            (false, true) => return Err(format!("`{figure}` is no share: say a number without `%`")),
            (false, false) => number,
        };
        Ok(Self { text: text.trim().to_owned(), of, way, value, places })
    }

    /// How far these means (in the order of the measures) are from it: of shares in points of a hundred, else in hundredths of the value.
    pub(super) fn miss(&self, means: &[f64]) -> f64 {
        let unit = if self.of.iter().all(Of::is_share) { 1.0 } else { self.value.abs().max(f64::MIN_POSITIVE) };
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

/// The figure that it is a part of, or else the one that is spelled most like it, and all that there are.
fn known(figure: &str, measures: &Measures) -> String {
    let names: Vec<String> = measures.all.iter().map(Of::to_string).chain([EACH_SEAT.to_owned()]).collect();
    let part = names.iter().filter(|name| !figure.is_empty() && name.contains(figure)).min_by_key(|name| name.len());
    let near = part.or_else(|| names.iter().min_by_key(|name| strsim::levenshtein(name, figure)));
    let near = near.map(|name| format!("is it `{name}`? ")).unwrap_or_default();
    format!("{near}There are: {}", names.join(", "))
}

/// Whether a goal is met, after some games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Met {
    /// It is.
    Yes,
    /// Not enough is known.
    Open,
    /// It is not.
    No,
}

/// What was found of a figure of a goal.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GoalFigure {
    /// The goal (from 0).
    #[serde(skip)]
    pub goal: usize,
    /// The figure.
    #[serde(flatten)]
    pub of: Of,
    /// Its mean.
    pub mean: f64,
    /// Between what its true mean lies; none: too few games to say.
    #[serde(flatten, serialize_with = "ends")]
    pub interval: Option<(f64, f64)>,
    /// Whether it is as it shall be.
    #[serde(skip)]
    pub met: Met,
}

/// What was found of all goals.
#[derive(Clone, Debug, PartialEq)]
pub struct Balance {
    /// Games that were played to their ends.
    pub games: u64,
    /// Why no more.
    pub end: StopReason,
    /// The figures of the goals, in the order of the goals.
    pub found: Vec<GoalFigure>,
    /// Games that a fault ended, or that did not end; the first few.
    pub faults: Vec<Trouble>,
}

/// Plays until it is known of each goal whether it is met, or so many games. The intervals hold at every moment and all together with a
/// probability of `1 - error` ([`Differences`]); a goal that is `near` something is never known.
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

/// What is known of the games so far.
struct Games<'g> {
    goals: &'g [Goal],
    /// What is measured of a game.
    all: &'g [Of],
    /// How often the interval of one figure may be wrong.
    error: f64,
    /// By how much a figure is above its goal: goal, place among the measures, differences.
    over: Vec<(usize, usize, Differences)>,
    found: Vec<GoalFigure>,
}

impl Looker for Games<'_> {
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

fn found(goal: usize, of: Of, wanted: &Goal, over: &Differences, error: f64) -> GoalFigure {
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
