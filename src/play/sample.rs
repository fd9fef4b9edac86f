//! Games of one or several sides, played in step, and what was measured of each.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;

use super::agent::Bot;
use super::figures::Measures;
use super::simulate::{Came, Desk, Trouble};
use super::threads;
use crate::game::Game;

/// One side of a comparison: a game and who plays it.
#[derive(Clone)]
pub struct Side<'g> {
    /// The game; sides that are compared have as many players.
    pub game: &'g Game,
    /// Who plays, seat by seat.
    pub bots: Vec<Bot>,
    /// The seed: the same for all sides, unless chance shall not be shared.
    pub seed: u64,
}

/// So many faults end a run: the next games would hardly tell anything new.
const FAULTS: usize = 10;
/// So many games are played before anything is looked at.
const FIRST: u64 = 64;
/// .. and so many at most between two looks.
const LONGEST: u64 = 4096;

/// A game of this number on each side.
pub(super) enum Sampled {
    /// What was measured, side by side.
    Games(Vec<Vec<f64>>),
    /// A side's game was ended by a fault, or does not end.
    Fault(usize, Box<Trouble>),
    /// Somebody stopped it.
    Stopped,
}

/// Somebody who looks at games while they are played.
pub(super) trait Looker {
    /// A game of each side was played: what was measured, side by side.
    fn add(&mut self, values: &[Vec<f64>]);

    /// Looks at all so far; whether no more are needed.
    fn knows_enough(&mut self) -> bool;
}

/// Why no more games were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
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
    pub(super) end: End,
    /// Games that a fault ended, or that did not end, with their side.
    pub(super) faults: Vec<(usize, Trouble)>,
}

/// Plays games of all sides.
pub(super) struct Sampler<'s, 'g> {
    sides: &'s [Side<'g>],
    /// What is measured of each side.
    pub(super) measures: Vec<Measures>,
    jobs: usize,
    stop: &'s AtomicBool,
}

impl<'s, 'g> Sampler<'s, 'g> {
    /// With so many threads (0: as many as there are cores); once `stop` is set no game goes on.
    pub(super) fn new(sides: &'s [Side<'g>], jobs: usize, stop: &'s AtomicBool) -> Self {
        Self { sides, measures: sides.iter().map(|side| Measures::of(side.game)).collect(), jobs, stop }
    }

    /// Plays the games of these numbers; what comes back is in their order, whichever thread played them.
    pub(super) fn play(&self, numbers: Range<u64>) -> Vec<Sampled> {
        let desks = || self.sides.iter().map(Player::new).collect::<Vec<_>>();
        let play = |players: &mut Vec<Player>, number: u64| self.one(players, number);
        threads::with(self.jobs, || numbers.into_par_iter().map_init(desks, play).collect())
    }

    /// Plays up to `most` games for somebody who looks at them now and then, until he knows enough. `progress` is told how many were played.
    pub(super) fn run(&self, most: u64, looker: &mut impl Looker, progress: &(dyn Fn(u64) + Sync)) -> Ran {
        let mut ran = Ran { games: 0, end: End::Played, faults: Vec::new() };
        let mut next = next(0, most);
        while !next.is_empty() && ran.end == End::Played {
            for game in self.play(next.clone()) {
                match game {
                    Sampled::Games(values) => {
                        ran.games += 1;
                        looker.add(&values);
                    }
                    Sampled::Fault(side, fault) => ran.faults.push((side, *fault)),
                    Sampled::Stopped => {
                        ran.end = End::Stopped;
                        break;
                    }
                }
            }
            progress(next.end);
            let enough = looker.knows_enough();
            if ran.faults.len() >= FAULTS {
                ran.end = End::Faults;
            } else if ran.end == End::Played && enough {
                ran.end = End::Decided;
            }
            next = self::next(next.end, most);
        }
        ran
    }

    fn one(&self, players: &mut [Player], number: u64) -> Sampled {
        let mut values = Vec::with_capacity(players.len());
        for (side, player) in players.iter_mut().enumerate() {
            let came = player.desk.play(self.sides[side].seed, number, self.stop);
            let before = std::mem::replace(&mut player.ran, player.desk.rules());
            match came {
                Came::Played(played, _) => {
                    let runs = player.ran.iter().zip(&before).map(|(after, before)| after - before);
                    values.push(self.measures[side].values(&played, runs));
                }
                Came::Fault(trouble, _) => return Sampled::Fault(side, Box::new(trouble)),
                Came::Stopped => return Sampled::Stopped,
            }
        }
        Sampled::Games(values)
    }
}

/// The numbers of the games that are played next, after so many: more each time, for somebody who looks in between.
fn next(played: u64, most: u64) -> Range<u64> {
    played..most.min(played + (played / 2).clamp(FIRST, LONGEST))
}

/// A desk, and how often each rule ran at it.
struct Player {
    desk: Desk,
    ran: Vec<u64>,
}

impl Player {
    fn new(side: &Side<'_>) -> Self {
        let desk = Desk::new(side.game, side.bots.clone(), false).with_leads();
        let ran = desk.rules();
        Self { desk, ran }
    }
}
