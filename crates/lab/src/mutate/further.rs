//! Detection of mutants that survive the scenarios, by transcripts in snapshots and by laws.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::random::RandomGame;
use super::{MUTANT_SEED, Proof};
use crate::laws::{Broken, sentences, try_laws};
use crate::scenario::{self, Scenario, Suite};
use crate::snapshot;
use crate::transcript;
use tavola_game::{Rules, Setup};
use tavola_syntax::text;

/// Number of questions at which laws are checked, in one random game for each number of players. It is small, since
/// each mutant needs it.
pub const MUTANT_MOMENTS: u64 = 40;

/// Detector of a mutant that no scenario kills.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Catcher {
    /// A transcript in a snapshot, by its name: `game-3-players`.
    Transcript(String),
    /// A law, by its sentence.
    Law(String),
    /// A fault that a random game meets.
    Fault(String),
}

/// Transcripts and laws under the unchanged rules.
pub(super) struct Further {
    /// Whole games in snapshots.
    games: Vec<RandomGame>,
    /// Cases in snapshots: index in the suite, and transcript.
    cases: Vec<(usize, String)>,
    /// Laws that are already broken, by number of players.
    broken: Vec<(usize, Vec<&'static str>)>,
}

impl Further {
    /// Plays under the unchanged rules. Once `stop` is set, the result says nothing.
    pub(super) fn of(proof: Proof<'_>, stop: &AtomicBool) -> Self {
        let rules = proof.rules;
        let (fewest, most) = rules.players().unwrap_or((1, 0));
        let counts: Vec<usize> = (fewest..=most).collect();
        let kept = |&players: &usize| {
            let file = snapshot::path(proof.snapshots, rules.name(), &snapshot::whole_game_slug(players));
            let seed = transcript::seed(&text::read(&file).ok()?)?;
            RandomGame::of(rules, players, (seed, 0))
        };
        let cases = proof.suite.scenarios.iter().enumerate().filter(|(_, case)| is_kept(case));
        Self {
            games: counts.par_iter().filter_map(kept).collect(),
            cases: cases.map(|(at, case)| (at, scenario::run(rules, case).transcript)).collect(),
            broken: counts.par_iter().map(|&players| (players, sentences_of(broken(rules, players, stop)))).collect(),
        }
    }

    /// The first detector that finds these rules; transcripts come first. If random play does not differ, the positions
    /// in which laws are checked do not differ either, so laws are skipped. Once `stop` is set, the result says nothing.
    pub(super) fn notices(&self, edited: &Rules, suite: &Suite, differs: bool, stop: &AtomicBool) -> Option<Catcher> {
        if let Some(game) = self.games.iter().find(|game| game.parts_from(edited).is_some()) {
            return Some(Catcher::Transcript(snapshot::whole_game_slug(game.players)));
        }
        let case = |(at, before): &&(usize, String)| scenario::run(edited, &suite.scenarios[*at]).transcript != *before;
        if let Some((at, _)) = self.cases.iter().find(case) {
            return Some(Catcher::Transcript(snapshot::slug(&suite.scenarios[*at].name)));
        }
        let law = |(players, known): &(usize, Vec<&'static str>)| {
            broken(edited, *players, stop).into_iter().find(|broken| !known.contains(&broken.law))
        };
        let broken = self.broken.iter().filter(|_| differs).find_map(law)?;
        Some(match broken.fault() {
            Some(fault) => Catcher::Fault(fault.to_owned()),
            None => Catcher::Law(broken.law.to_owned()),
        })
    }
}

/// True if a case's transcript is in a snapshot. Cases of variants are left out.
fn is_kept(case: &Scenario) -> bool {
    case.snapshot && case.setup.variant.is_none()
}

fn sentences_of(broken: Vec<Broken>) -> Vec<&'static str> {
    broken.into_iter().map(|broken| broken.law).collect()
}

/// Laws that are broken in a small number of questions.
fn broken(rules: &Rules, players: usize, stop: &AtomicBool) -> Vec<Broken> {
    let Ok(game) = rules.game(&Setup::of(players)) else { return Vec::new() };
    let asked = AtomicU64::new(0);
    // `ends` is asked before each law. One game is played in sequence, so the same laws are checked for any number of
    // threads.
    let most = MUTANT_MOMENTS * sentences().len() as u64;
    let ends = || asked.fetch_add(1, Ordering::Relaxed) >= most || stop.load(Ordering::Relaxed);
    try_laws(&game, MUTANT_SEED, 1, &ends).broken
}
