//! Plays the games of a plan on all threads, stage by stage.

use std::collections::BTreeMap;
use std::mem;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::player::RunPlayer;
use super::rows::{Row, Rows};
use super::stage::StageTally;
use super::tally::{Tally, stage};
use super::worker::Worker;

/// Number of games for each thread that are played before their rows are handed on, in order.
const WAITING: u64 = 16;

/// A run on the threads of the current pool.
pub(super) struct GameRun<'a> {
    player: RunPlayer<'a>,
    /// Gets the number of finished games.
    progress: &'a (dyn Fn(u64) + Sync),
    finished: AtomicU64,
    /// Rows of games that are not handed on yet, by the number of their game.
    waiting: Mutex<BTreeMap<u64, Vec<Row>>>,
}

impl<'a> GameRun<'a> {
    pub(super) fn new(player: RunPlayer<'a>, progress: &'a (dyn Fn(u64) + Sync)) -> Self {
        Self { player, progress, finished: AtomicU64::new(0), waiting: Mutex::default() }
    }

    /// Plays the games of the tally to their end, or until the run is over.
    pub(super) fn play(&self, mut tally: Tally, mut rows: Option<Rows<'_>>) -> Tally {
        let Range { start: mut next, end } = tally.games();
        let width = WAITING * rayon::current_num_threads() as u64;
        while next < end && !tally.repeats() {
            let (number, stage_end) = stage(next);
            let stage_end = stage_end.min(end);
            while next < stage_end {
                if self.is_stopped() {
                    return tally;
                }
                let to = if rows.is_some() { stage_end.min(next + width) } else { stage_end };
                tally.add(number, self.games(next..to));
                next = to;
                if rows.as_mut().is_some_and(|rows| !self.hand_on(rows)) {
                    return tally;
                }
            }
        }
        tally
    }

    /// Plays these games. After a stop, games that have not begun are skipped.
    fn games(&self, games: Range<u64>) -> StageTally {
        let RunPlayer { game, plan, .. } = &self.player;
        let begin = || self.player.worker().ok().map(|worker| (worker, StageTally::of(game, &plan.bots)));
        let games = games.into_par_iter().take_any_while(|_| !self.is_stopped());
        let tallies = games.fold(begin, |open, number| open.map(|open| self.game(open, number)));
        let tallies = tallies.flatten().map(|(worker, tally)| tally.with(worker));
        tallies.reduce(StageTally::default, StageTally::merged)
    }

    /// Plays a game and adds its result.
    fn game(&self, (mut worker, mut tally): (Worker, StageTally), number: u64) -> (Worker, StageTally) {
        let mut ready = Vec::new();
        let result = self.player.play(&mut worker, number, &mut ready);
        if tally.add(self.player.game, result, (number, number < self.player.closely)) {
            (self.progress)(self.finished.fetch_add(1, Ordering::Relaxed) + 1);
        }
        if !ready.is_empty() {
            self.waiting.lock().unwrap_or_else(PoisonError::into_inner).insert(number, ready);
        }
        (worker, tally)
    }

    /// Hands on the waiting rows in the order of their games. False if no more are wanted.
    fn hand_on(&self, rows: &mut Rows<'_>) -> bool {
        let ready = mem::take(&mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
        ready.into_values().flatten().all(|row| (rows.take)(row))
    }

    fn is_stopped(&self) -> bool {
        self.player.stop.load(Ordering::Relaxed)
    }
}
