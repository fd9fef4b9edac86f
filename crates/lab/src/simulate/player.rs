//! Plays the games of a plan. Known answers are not searched for again, and rows are produced.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Plan;
use super::rows::{AnswerRow, GameRow, Row};
use super::worker::{PlayResult, Worker};
use crate::journal::JournalPart;
use tavola_game::{CoverageCode, Error, Game};

pub(super) struct RunPlayer<'a> {
    pub(super) game: &'a Game,
    pub(super) plan: &'a Plan,
    pub(super) closely: u64,
    /// None: no game is analysed in detail.
    pub(super) coverage: Option<&'a Arc<CoverageCode>>,
    /// True if rows of answers are wanted, too. None: no rows are wanted.
    pub(super) answers: Option<bool>,
    /// Checkpoint of the answers of each game.
    pub(super) kept: Option<JournalPart<'a>>,
    pub(super) stop: &'a AtomicBool,
}

impl RunPlayer<'_> {
    /// # Errors
    /// If an expression of the plan has no meaning in this set-up.
    pub(super) fn worker(&self) -> Result<Worker, Error> {
        let Plan { bots, rotate, check, by, .. } = self.plan;
        let worker = Worker::new(self.game, bots, *check).rotating(*rotate).closely(self.closely);
        worker.with_leads(true).with_heat().with_coverage(self.coverage).with_by(by.as_ref())
    }

    /// Plays a game, stores its answers (also if it is stopped), and adds its rows.
    pub(super) fn play(&self, worker: &mut Worker, number: u64, ready: &mut Vec<Row>) -> PlayResult {
        let Self { game, plan, answers, kept, stop, .. } = self;
        if answers.is_none() && kept.is_none() {
            return worker.play(plan.seed, number, stop);
        }
        let known: Vec<usize> = kept.as_ref().and_then(|kept| kept.known(number)).unwrap_or_default();
        let (players, before, found) = (&game.setup().players, ready.len(), known.len());
        worker.begin_with(known);
        let mut given = Vec::new();
        let result = worker.follow((plan.seed, number), stop, &mut |referee, state, player, option| {
            // A search may have been cut short. The game ends before its next question.
            if !stop.load(Ordering::Relaxed) {
                given.push(option);
            }
            if *answers == Some(true) {
                let player = player.and_then(|seat| players.get(seat));
                let at = (number, given.len() as u64);
                ready.push(Row::Answer(AnswerRow::of(at, player, (referee, state), option)));
            }
        });
        // A game that stops before its stored end adds nothing.
        if let Some(kept) = kept.as_ref().filter(|_| given.len() > found) {
            kept.store(number, &given);
        }
        match answers.and_then(|_| GameRow::of(number, worker.seated(number), &result)) {
            Some(row) => ready.push(Row::Game(Box::new(row))),
            None => ready.truncate(before),
        }
        result
    }
}
