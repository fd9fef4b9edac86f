//! Sampling: plays games of one or several sides in lockstep and measures their figures.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

use super::agent::Bot;
use super::figures::Measures;
use super::journal::JournalPart;
use super::simulate::{Grouping, PlayResult, Played, Trouble, Worker};
use super::threads;
use tavola_game::{Error, Game};

/// One side of a comparison: a game and its players.
#[derive(Clone)]
pub struct Side<'g> {
    /// The game. Compared sides have the same number of players.
    pub game: &'g Game,
    /// Bots, seat by seat.
    pub bots: Vec<Bot>,
    /// Seed. All sides have the same, unless they must not share chance.
    pub seed: u64,
    /// True if the bots rotate by one seat after each game.
    pub rotate: bool,
    /// Expression by which wins are grouped, besides seats.
    pub by: Option<Grouping>,
}

/// Number of faults that end a run. Further games would hardly show anything new.
const FAULTS: usize = 10;
/// Number of games before the first evaluation.
const FIRST: u64 = 64;
/// Maximum number of games between two evaluations, and between two checks whether to stop.
const LONGEST: u64 = 4096;

/// Result of the games with one number, one on each side.
pub(super) enum Sampled {
    /// Observations, side by side.
    Games(Vec<Observed>),
    /// The game of this side was ended by a fault, or does not end.
    Fault(usize, Box<Trouble>),
    /// The run was stopped.
    Stopped,
}

/// Observation of one side's game.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Observed {
    /// Figures. The first ones are the shares of the seats in the victory.
    pub(super) values: Vec<f64>,
    /// Value of the side's expression for each seat. Empty without an expression.
    pub(super) said: Vec<String>,
}

/// Sequential evaluation of games while they are played.
pub(super) trait SequentialTest {
    /// Adds one game of each side, side by side.
    fn add(&mut self, games: &[Observed]);

    /// Evaluates all games so far. Returns `true` if no more are needed.
    fn knows_enough(&mut self) -> bool;
}

/// Reason why no more games were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum StopReason {
    /// All figures are decided.
    Decided,
    /// All games were played.
    Played,
    /// The run was stopped.
    Stopped,
    /// Faults ended ten games.
    Faults,
}

/// Summary of a run.
pub(super) struct Ran {
    /// Number of games of each side that were played to the end.
    pub(super) games: u64,
    /// Reason why no more games were played.
    pub(super) end: StopReason,
    /// Games that were ended by a fault or did not end, with the index of their side.
    pub(super) faults: Vec<(usize, Trouble)>,
}

/// Plays games of all sides.
pub(super) struct Sampler<'s, 'g> {
    sides: &'s [Side<'g>],
    /// Figures of each side.
    pub(super) measures: Vec<Measures>,
    jobs: usize,
    kept: Option<JournalPart<'s>>,
    stop: &'s AtomicBool,
}

impl<'s, 'g> Sampler<'s, 'g> {
    /// Creates a sampler with this number of threads (0 for the number of cores). Once `stop` is set, open games are
    /// abandoned.
    pub(super) fn new(sides: &'s [Side<'g>], jobs: usize, stop: &'s AtomicBool) -> Self {
        let bots = moving(sides);
        let measures = sides.iter().map(|side| Measures::of(side.game, &bots)).collect();
        Self { sides, measures, jobs, kept: None, stop }
    }

    /// Takes known games from this checkpoint and stores new ones in it.
    pub(super) fn keeping(self, kept: Option<JournalPart<'s>>) -> Self {
        Self { kept, ..self }
    }

    /// Checks that all sides can be played.
    ///
    /// # Errors
    /// If an expression of a side has no meaning in its set-up.
    pub(super) fn ready(&self) -> Result<(), Error> {
        self.sides.iter().try_for_each(|side| CountingWorker::new(side).map(drop))
    }

    /// Plays the games with these numbers. Results are in their order, for any number of threads.
    ///
    /// `progress` gets the number of games played. Once `stop` is set, the remaining games are skipped.
    pub(super) fn play(&self, numbers: Range<u64>, progress: &(dyn Fn(u64) + Sync)) -> Vec<Sampled> {
        let played = AtomicU64::new(0);
        let workers = || self.sides.iter().map(|side| CountingWorker::new(side).ok()).collect::<Option<Vec<_>>>();
        let play = |players: &mut Option<Vec<CountingWorker>>, number: u64| {
            let known = self.kept.as_ref().and_then(|kept| kept.known(number)).and_then(|known| self.read(known));
            let came = match (known, players) {
                (Some(known), _) => Sampled::Games(known),
                (None, Some(players)) => self.one(players, number),
                (None, None) => Sampled::Stopped,
            };
            progress(played.fetch_add(1, Ordering::Relaxed) + 1);
            came
        };
        threads::with(self.jobs, || {
            let (mut all, mut from) = (Vec::new(), numbers.start);
            while from < numbers.end {
                if self.stop.load(Ordering::Relaxed) {
                    all.push(Sampled::Stopped);
                    break;
                }
                let to = from.saturating_add(LONGEST).min(numbers.end);
                let some: Vec<Sampled> = (from..to).into_par_iter().map_init(&workers, &play).collect();
                all.extend(some);
                from = to;
            }
            all
        })
    }

    /// Plays up to `most` games and evaluates them now and then, until no more are needed. `progress` gets the number
    /// of games played.
    pub(super) fn run(&self, most: u64, looker: &mut impl SequentialTest, progress: &(dyn Fn(u64) + Sync)) -> Ran {
        let mut ran = Ran { games: 0, end: StopReason::Played, faults: Vec::new() };
        let mut next = next(0, most);
        while !next.is_empty() && ran.end == StopReason::Played {
            for game in self.play(next.clone(), &|games| progress(next.start + games)) {
                match game {
                    Sampled::Games(games) => {
                        ran.games += 1;
                        looker.add(&games);
                    }
                    Sampled::Fault(side, fault) => ran.faults.push((side, *fault)),
                    Sampled::Stopped => {
                        ran.end = StopReason::Stopped;
                        break;
                    }
                }
            }
            let enough = looker.knows_enough();
            if ran.faults.len() >= FAULTS {
                ran.end = StopReason::Faults;
            } else if ran.end == StopReason::Played && enough {
                ran.end = StopReason::Decided;
            }
            next = self::next(next.end, most);
        }
        ran
    }

    fn one(&self, players: &mut [CountingWorker], number: u64) -> Sampled {
        let mut games = Vec::with_capacity(players.len());
        for (side, player) in players.iter_mut().enumerate() {
            let came = player.worker.play(self.sides[side].seed, number, self.stop);
            let before = std::mem::replace(&mut player.ran, player.worker.rules());
            match came {
                PlayResult::Played(played, _) => {
                    let runs = player.ran.iter().zip(&before).map(|(after, before)| after - before);
                    let values = self.measures[side].values(number, &played, runs);
                    games.push(Observed { values, said: said(&played) });
                }
                PlayResult::Fault(trouble, _) => return Sampled::Fault(side, Box::new(trouble)),
                PlayResult::Stopped => return Sampled::Stopped,
            }
        }
        if let Some(kept) = &self.kept {
            kept.store(number, &stored(&games));
        }
        Sampled::Games(games)
    }

    /// Parses games as [`written`] wrote them. None if they do not fit these sides.
    fn read(&self, (values, said): KeptGames) -> Option<Vec<Observed>> {
        let numbers = |side: &str| side.split(' ').map(|number| number.parse().ok()).collect::<Option<Vec<f64>>>();
        let values: Vec<Vec<f64>> = values.split('|').map(numbers).collect::<Option<_>>()?;
        let fits = values.len() == self.measures.len()
            && said.len() == values.len()
            && values.iter().zip(&self.measures).all(|(values, measures)| values.len() == measures.all.len());
        fits.then(|| values.into_iter().zip(said).map(|(values, said)| Observed { values, said }).collect())
    }
}

/// Stored form of a game of each side: figures as text, which keeps them exact, and values of the expression.
type KeptGames = (String, Vec<Vec<String>>);

fn stored(games: &[Observed]) -> KeptGames {
    let side = |game: &Observed| game.values.iter().map(f64::to_string).collect::<Vec<_>>().join(" ");
    let values: Vec<String> = games.iter().map(side).collect();
    (values.join("|"), games.iter().map(|game| game.said.clone()).collect())
}

/// Values of the expression, seat by seat.
fn said(played: &Played) -> Vec<String> {
    played.by.iter().map(|said| said.clone().unwrap_or_else(|| "(never came)".to_owned())).collect()
}

/// Names of the rotating bots by their place in the list, for all sides together. Empty if bots do not rotate, or if
/// all names are equal.
fn moving(sides: &[Side<'_>]) -> Vec<String> {
    let [before, .., after] = sides else { return Vec::new() };
    let name = |(before, after): (&Bot, &Bot)| match before == after {
        true => before.to_string(),
        false => format!("{after} in place of {before}"),
    };
    let names: Vec<String> = before.bots.iter().zip(&after.bots).map(name).collect();
    let alike = names.windows(2).all(|two| two[0] == two[1]);
    if alike || !sides.iter().all(|side| side.rotate) { Vec::new() } else { names }
}

/// Numbers of the games up to the next evaluation. The batches grow with the number of games played.
fn next(played: u64, most: u64) -> Range<u64> {
    played..most.min(played + (played / 2).clamp(FIRST, LONGEST))
}

/// A worker, and the runs of each rule so far.
struct CountingWorker {
    worker: Worker,
    ran: Vec<u64>,
}

impl CountingWorker {
    /// # Errors
    /// If the side's expression has no meaning in its set-up.
    fn new(side: &Side<'_>) -> Result<Self, Error> {
        let worker = Worker::new(side.game, &side.bots, false).rotating(side.rotate).with_leads(false);
        let worker = worker.with_by(side.by.as_ref())?;
        let ran = worker.rules();
        Ok(Self { worker, ran })
    }
}
