//! Simulations and comparisons within the limits of the program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::desk::{Desk, choices, set_up};
use super::error::{ErrorCode, RpcError};
use super::params::{CompareParams, SideParams, SimulateParams};
use crate::tools::compare::{self, ReadySide};
use crate::tools::{load, seats, simulate};
use tavola_game::Rules;
use tavola_lab::Plan;
use tavola_lab::compare::Trial;

/// Default number of games.
const GAMES: u64 = 1000;
/// Default seed.
const SEED: u64 = 1;
/// Default smallest relevant difference.
const MATTERS: f64 = 2.0;

impl Desk {
    /// Plays many games with bots.
    pub(super) fn simulate(&mut self, params: SimulateParams) -> Result<Value, RpcError> {
        let (folder, rules) = self.rules(&params.game, params.variant.as_deref())?;
        let games = self.allowed(params.games)?;
        let players = params.players.or(rules.players().map(|(_, most)| most)).unwrap_or(1);
        seats::admit(players, &rules)?;
        let choices = choices(params.variant, &params.set);
        let setup = seats::setup(players, &choices);
        let bots = self.bots(params.bots.as_deref(), &setup.players)?;
        let game = set_up(&rules, &setup)?;
        load::enable_jit(&game);
        let seed = params.seed.unwrap_or(SEED);
        let (jobs, check, rotate) = (0, false, params.rotate);
        let plan = Plan { first: 0, games, seed, jobs, check, bots, rotate, by: None, closely: None };
        let report = self.within_time(|stop| simulate::report(&folder, &game, &plan, stop));
        Ok(report?)
    }

    /// Compares two games, or a game with itself under other settings.
    pub(super) fn compare(&mut self, params: CompareParams) -> Result<Value, RpcError> {
        let (one, other) = (&params.before, &params.after);
        let before = self.rules(&one.game, one.variant.as_deref())?;
        let after = self.rules(&other.game, other.variant.as_deref())?;
        load::one_game(&before.1, &after.1)?;
        let most = self.allowed(params.games)?;
        let players = params.players.or_else(|| common(&before.1, &after.1));
        let players = players
            .ok_or_else(|| RpcError::new(ErrorCode::Params, "the two sides have no number of players in common"))?;
        let chosen = [one, other].map(|side| choices(side.variant.clone(), &side.set));
        let ready = |side: &SideParams, at: usize| {
            let (folder, rules) = if at == 0 { &before } else { &after };
            seats::admit(players, rules)?;
            let setup = seats::setup(players, &chosen[at]);
            let bots = self.bots(side.bots.as_deref(), &setup.players)?;
            let game = set_up(rules, &setup)?;
            load::enable_jit(&game);
            let name = folder.display().to_string();
            Ok::<_, RpcError>(ReadySide { name, rules, choices: &chosen[at], game, bots })
        };
        let sides = [ready(one, 0)?, ready(other, 1)?];
        let matters = params.matters.unwrap_or(MATTERS);
        if !(0.1..=100.0).contains(&matters) {
            return Err(RpcError::new(ErrorCode::Params, "`matters` is a number from 0.1 to 100"));
        }
        let trial = Trial {
            max_pairs: most,
            jobs: 0,
            relevance_threshold: matters,
            error: compare::ERROR,
            by: None,
            stops_early: true,
        };
        let seed = (params.seed.unwrap_or(SEED), params.rotate);
        Ok(self.within_time(|stop| compare::report_of(&sides, trial, seed, stop))?)
    }

    /// The number of games that a request wants.
    fn allowed(&self, games: Option<u64>) -> Result<u64, RpcError> {
        let most = self.limits.games;
        match games.unwrap_or(GAMES.min(most)) {
            0 => Err(RpcError::new(ErrorCode::Params, "at least one game must be played")),
            games if games > most => {
                Err(RpcError::new(ErrorCode::Limit, format!("{games} games are too many; at most {most} are allowed")))
            }
            games => Ok(games),
        }
    }

    /// Does work that must stop soon after the flag is set, which happens at the time limit.
    fn within_time<T: Send>(&self, work: impl FnOnce(&AtomicBool) -> T + Send) -> T {
        let (stop, most) = (AtomicBool::new(false), Duration::from_secs(self.limits.seconds));
        let (done, wait) = mpsc::channel::<()>();
        thread::scope(|scope| {
            let flag = &stop;
            scope.spawn(move || {
                if wait.recv_timeout(most) == Err(RecvTimeoutError::Timeout) {
                    flag.store(true, Ordering::SeqCst);
                }
            });
            let result = work(&stop);
            drop(done);
            result
        })
    }
}

/// The largest number of players that both rules allow.
fn common(one: &Rules, other: &Rules) -> Option<usize> {
    let (one, other) = (seats::allowed(one)?, seats::allowed(other)?);
    let most = *one.end().min(other.end());
    (one.contains(&most) && other.contains(&most)).then_some(most)
}
