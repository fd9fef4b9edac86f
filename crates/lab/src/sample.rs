//! Games of one or several sides, played in step, and what was measured of each.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;
use serde::Serialize;

use super::agent::Bot;
use super::figures::Measures;
use super::journal::JournalPart;
use super::simulate::{By, Came, Played, Trouble, Worker};
use super::threads;
use tavola_game::{Error, Game};

/// One side of a comparison: a game and who plays it.
#[derive(Clone)]
pub struct Side<'g> {
    /// The game; sides that are compared have as many players.
    pub game: &'g Game,
    /// Who plays, seat by seat.
    pub bots: Vec<Bot>,
    /// The seed: the same for all sides, unless chance shall not be shared.
    pub seed: u64,
    /// Whether the bots move one seat on after each game.
    pub rotate: bool,
    /// By what wins are told apart, besides seats.
    pub by: Option<By>,
}

/// So many faults end a run: the next games would hardly tell anything new.
const FAULTS: usize = 10;
/// So many games are played before anything is looked at.
const FIRST: u64 = 64;
/// .. and so many at most between two looks, and before it is asked again whether to stop.
const LONGEST: u64 = 4096;

/// A game of this number on each side.
pub(super) enum Sampled {
    /// What was measured, side by side.
    Games(Vec<Observed>),
    /// A side's game was ended by a fault, or does not end.
    Fault(usize, Box<Trouble>),
    /// Somebody stopped it.
    Stopped,
}

/// What was seen of one side's game.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Observed {
    /// The figures; the first are the part that each seat has of the victory.
    pub(super) values: Vec<f64>,
    /// What the side's expression said of each seat; empty where there is none.
    pub(super) said: Vec<String>,
}

/// Somebody who looks at games while they are played.
pub(super) trait Looker {
    /// A game of each side was played: what was measured, side by side.
    fn add(&mut self, games: &[Observed]);

    /// Looks at all so far; whether no more are needed.
    fn knows_enough(&mut self) -> bool;
}

/// Why no more games were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum StopReason {
    /// Enough is known.
    Decided,
    /// All games were played.
    Played,
    /// Somebody stopped it.
    Stopped,
    /// Faults ended ten games.
    Faults,
}

/// What became of a run.
pub(super) struct Ran {
    /// Games of each side that were played to their ends.
    pub(super) games: u64,
    /// Why no more.
    pub(super) end: StopReason,
    /// Games that a fault ended, or that did not end, with their side.
    pub(super) faults: Vec<(usize, Trouble)>,
}

/// Plays games of all sides.
pub(super) struct Sampler<'s, 'g> {
    sides: &'s [Side<'g>],
    /// What is measured of each side.
    pub(super) measures: Vec<Measures>,
    jobs: usize,
    kept: Option<JournalPart<'s>>,
    stop: &'s AtomicBool,
}

impl<'s, 'g> Sampler<'s, 'g> {
    /// With so many threads (0: as many as there are cores); once `stop` is set no game goes on.
    pub(super) fn new(sides: &'s [Side<'g>], jobs: usize, stop: &'s AtomicBool) -> Self {
        let bots = moving(sides);
        let measures = sides.iter().map(|side| Measures::of(side.game, &bots)).collect();
        Self { sides, measures, jobs, kept: None, stop }
    }

    /// This sampler; games that were played before are not played again.
    pub(super) fn keeping(self, kept: Option<JournalPart<'s>>) -> Self {
        Self { kept, ..self }
    }

    /// Whether all sides can be played.
    ///
    /// # Errors
    /// When an expression of a side has no meaning in its set-up.
    pub(super) fn ready(&self) -> Result<(), Error> {
        self.sides.iter().try_for_each(|side| CountingWorker::new(side).map(drop))
    }

    /// Plays the games of these numbers; what comes back is in their order, whichever thread played them. `progress` is told after
    /// each how many of them were played. Once `stop` is set, what was not begun is not gone through, however much that is.
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

    /// Plays up to `most` games for somebody who looks at them now and then, until he knows enough. `progress` is told how many were played.
    pub(super) fn run(&self, most: u64, looker: &mut impl Looker, progress: &(dyn Fn(u64) + Sync)) -> Ran {
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
                Came::Played(played, _) => {
                    let runs = player.ran.iter().zip(&before).map(|(after, before)| after - before);
                    let values = self.measures[side].values(number, &played, runs);
                    games.push(Observed { values, said: said(&played) });
                }
                Came::Fault(trouble, _) => return Sampled::Fault(side, Box::new(trouble)),
                Came::Stopped => return Sampled::Stopped,
            }
        }
        if let Some(kept) = &self.kept {
            kept.keep(number, &written(&games));
        }
        Sampled::Games(games)
    }

    /// Games as [`written`] wrote them; none where they do not fit.
    fn read(&self, (values, said): KeptGames) -> Option<Vec<Observed>> {
        let numbers = |side: &str| side.split(' ').map(|number| number.parse().ok()).collect::<Option<Vec<f64>>>();
        let values: Vec<Vec<f64>> = values.split('|').map(numbers).collect::<Option<_>>()?;
        let fits = values.len() == self.measures.len()
            && said.len() == values.len()
            && values.iter().zip(&self.measures).all(|(values, measures)| values.len() == measures.all.len());
        fits.then(|| values.into_iter().zip(said).map(|(values, said)| Observed { values, said }).collect())
    }
}

/// What is kept of a game of each side: the figures as texts, which are read back as the same numbers, and what was said.
type KeptGames = (String, Vec<Vec<String>>);

fn written(games: &[Observed]) -> KeptGames {
    let side = |game: &Observed| game.values.iter().map(f64::to_string).collect::<Vec<_>>().join(" ");
    let values: Vec<String> = games.iter().map(side).collect();
    (values.join("|"), games.iter().map(|game| game.said.clone()).collect())
}

/// What was said of each seat.
fn said(played: &Played) -> Vec<String> {
    played.by.iter().map(|said| said.clone().unwrap_or_else(|| "(never came)".to_owned())).collect()
}

/// What those in each place of the list of bots are called, on all sides together; empty where nobody moves, or all are called alike.
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

/// The numbers of the games that are played next, after so many: more each time, for somebody who looks in between.
fn next(played: u64, most: u64) -> Range<u64> {
    played..most.min(played + (played / 2).clamp(FIRST, LONGEST))
}

/// A worker, and how often each rule ran at it.
struct CountingWorker {
    worker: Worker,
    ran: Vec<u64>,
}

impl CountingWorker {
    /// # Errors
    /// When the side's expression has no meaning in its set-up.
    fn new(side: &Side<'_>) -> Result<Self, Error> {
        let worker = Worker::new(side.game, side.bots.clone(), false).rotating(side.rotate).with_leads();
        let worker = worker.with_by(side.by.as_ref())?;
        let ran = worker.rules();
        Ok(Self { worker, ran })
    }
}
