//! Finished runs, also of a part of the games: what figures are made of, and what a progress file keeps for `tavola merge`.

use std::ops::Range;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::is_timed;
use crate::tools::args::{SetupArgs, SimulateArgs};
use crate::tools::by::Breakdown;
use crate::tools::folders;
use crate::tools::seats;
use tavola_lab::{LawsTried, Tally};

/// The games of one game with one number of players.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Shard {
    pub(super) options: RunOptions,
    pub(super) tally: Tally,
    /// None if the laws were not to be checked.
    pub(super) laws: Option<CheckedLaws>,
}

/// Arguments that decide the games and their figures, besides their numbers.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct RunOptions {
    pub(super) path: String,
    pub(super) choices: SetupArgs,
    bots: Option<String>,
    pub(super) rotate: bool,
    pub(super) by: Option<Breakdown>,
    closely: Option<u64>,
    check: bool,
    pub(super) check_all: bool,
}

/// Laws in some games.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct CheckedLaws {
    /// The games in which they were to be checked.
    pub(super) games: Range<u64>,
    /// None if the run was interrupted before.
    pub(super) tried: Option<LawsTried>,
}

impl CheckedLaws {
    /// Adds the laws in the games that follow.
    pub(super) fn and(self, next: Self) -> Self {
        let tried = self.tried.zip(next.tried).map(|(tried, next)| tried.and(next));
        Self { games: self.games.start..next.games.end, tried }
    }
}

impl RunOptions {
    /// The arguments for the game in a folder.
    pub(super) fn new(args: &SimulateArgs, folder: &Path, by: Option<Breakdown>) -> Self {
        Self {
            path: folder.display().to_string(),
            choices: args.choices.clone(),
            bots: args.bots.clone(),
            rotate: args.rotate,
            by,
            closely: args.closely,
            check: args.check,
            check_all: args.check_all,
        }
    }

    /// The arguments of a run without laws and without groups of wins.
    pub(super) fn plain(path: String, tally: &Tally) -> Self {
        let choices = SetupArgs { variant: tally.variant().map(str::to_owned), set: tally.settings().to_vec() };
        let rotate = tally.rotates();
        Self { path, choices, bots: None, rotate, by: None, closely: None, check: false, check_all: false }
    }

    /// `tavola simulate rules/my_game --games 1000 --set rounds=5`: the command, but for players and seed.
    fn command(&self, first: u64, games: Option<u64>) -> String {
        let flags = [(self.check, " --check"), (self.check_all, " --check-all"), (self.rotate, " --rotate")];
        let flags: String = flags.into_iter().filter(|(on, _)| *on).map(|(_, flag)| flag).collect();
        let first = (first > 0).then(|| format!(" --first-game {first}"));
        let games = games.map(|games| format!(" --games {games}"));
        let numbers: String = first.into_iter().chain(games).collect();
        let closely = self.closely.map(|closely| match closely {
            u64::MAX => " --closely all".to_owned(),
            closely => format!(" --closely {closely}"),
        });
        let bots = self.bots.iter().map(|bots| format!(" --bots {bots}"));
        let when = |by: &Breakdown| if by.is_default() { String::new() } else { format!(" --when {}", by.when) };
        let by = self.by.iter().map(|by| format!(" --by '{}'{}", by.expression, when(by)));
        let more: String = bots.chain(by).chain(closely).collect();
        let path = folders::shell(Path::new(&self.path));
        format!("tavola simulate {path}{numbers}{}{more}{flags}", self.choices.flags())
    }
}

impl Shard {
    /// The facts that must be equal in all parts of a run, by name. Tallies know the others.
    pub(super) fn facts(&self) -> Vec<(&'static str, String)> {
        let RunOptions { path, by, check, check_all, .. } = &self.options;
        let (by, when) = by.as_ref().map(|by| (by.expression.clone(), by.when.clone())).unwrap_or_default();
        vec![
            ("the path of the game", path.clone()),
            ("--by", by),
            ("--when", when),
            ("--check", check.to_string()),
            ("--check-all", check_all.to_string()),
        ]
    }

    /// The command that plays these games of the run. Without their number, it is the default.
    pub(super) fn command(&self, first: u64, games: Option<u64>) -> String {
        format!(
            "{} --players {} --seed {}",
            self.options.command(first, games),
            self.tally.players().len(),
            self.tally.seed()
        )
    }

    /// The command that checks the laws again in the games up to this one. Laws are checked in games of random players.
    pub(super) fn laws_again(&self, game: u64) -> String {
        let RunOptions { path, choices, .. } = &self.options;
        let (path, games) = (folders::shell(Path::new(path)), game + 1);
        let (players, seed) = (self.tally.players().len(), self.tally.seed());
        format!("tavola simulate {path} --players {players}{} --seed {seed} --games {games} --check", choices.flags())
    }

    /// The command that replays a game of the run, by its number, with the bots of the run.
    pub(super) fn again(&self, game: u64) -> String {
        let RunOptions { path, choices, bots, rotate, .. } = &self.options;
        if bots.is_some() && is_timed(self.tally.bots()) {
            return format!("no command replays game {game}; --csv-answers lists its answers");
        }
        let bots = bots.as_ref().map(|given| match rotate {
            true => format!(" --bots {}", seats::bots_in(game, self.tally.bots())),
            false => format!(" --bots {given}"),
        });
        let (path, bots, chosen) = (folders::shell(Path::new(path)), bots.unwrap_or_default(), choices.flags());
        let (players, seed) = (self.tally.players().len(), self.tally.seed());
        format!("tavola play {path} --players {players} --human none{chosen}{bots} --seed {seed} --game {game}")
    }
}
