//! Random games with a hash of each question, which show whether a mutant changes play at all.

use rayon::prelude::*;

use super::{MUTANT_GAMES, MUTANT_SEED, PlayDiffers};
use crate::agent::Bots;
use tavola_game::{Game, Pending, Rules, SettingInfo, Setup};
use tavola_syntax::text::Fingerprint;

/// Maximum number of answers of a game that are compared.
const ANSWERS: u64 = 3_000;

/// A random game: a hash of the log, the question, its options and the result at each moment.
pub(super) struct RandomGame {
    pub(super) players: usize,
    /// A setting or ruling with another value.
    set: Option<(String, String)>,
    seed: u64,
    game: u64,
    moments: Vec<u64>,
}

/// Random games under the unchanged rules.
pub(super) fn usual(rules: &Rules) -> Vec<RandomGame> {
    let (fewest, most) = rules.players().unwrap_or((1, 0));
    let all: Vec<(usize, u64)> =
        (fewest..=most).flat_map(|players| (0..MUTANT_GAMES).map(move |game| (players, game))).collect();
    all.into_par_iter().filter_map(|(players, game)| RandomGame::of(rules, players, (MUTANT_SEED, game))).collect()
}

/// Random games with one change of the settings: each other answer of each ruling, each other word of a setting, and
/// both ends of its range. The numbers of players alternate.
pub(super) fn turned(rules: &Rules) -> Vec<RandomGame> {
    let (fewest, most) = rules.players().unwrap_or((1, 0));
    let counts: Vec<usize> = (fewest..=most).collect();
    let others = |setting: SettingInfo| {
        let SettingInfo { name, value, values, numbers, .. } = setting;
        let ends = values.len().saturating_sub(1);
        let wanted = move |at: &usize| !numbers || *at == 0 || *at == ends;
        let others = values.into_iter().enumerate().filter(move |(at, other)| wanted(at) && *other != value);
        others.map(move |(_, other)| (name.clone(), other))
    };
    let all: Vec<(usize, (String, String))> =
        counts.iter().cycle().copied().zip(rules.settings(fewest).into_iter().flat_map(others)).collect();
    let play =
        |(players, set): (usize, (String, String))| RandomGame::with(rules, players, Some(set), (MUTANT_SEED, 0));
    all.into_par_iter().filter_map(play).collect()
}

impl RandomGame {
    /// The game with this seed and number. None: the rules do not allow this number of players.
    pub(super) fn of(rules: &Rules, players: usize, (seed, game): (u64, u64)) -> Option<Self> {
        Self::with(rules, players, None, (seed, game))
    }

    /// A game with one setting or ruling changed.
    fn with(rules: &Rules, players: usize, set: Option<(String, String)>, (seed, game): (u64, u64)) -> Option<Self> {
        let rules = rules.game(&setup(players, set.as_ref())).ok()?;
        Some(Self { players, set, seed, game, moments: follow(&rules, (seed, game), &mut |_, _| true) })
    }

    /// The changed setting, as a scenario writes it: `toll: 3`.
    pub(super) fn turned(&self) -> Option<String> {
        self.set.as_ref().map(|(name, value)| format!("{name}: {value}"))
    }

    /// First difference of the same random game under other rules.
    pub(super) fn parts_from(&self, rules: &Rules) -> Option<PlayDiffers> {
        let (players, seed, game) = (self.players, self.seed, self.game);
        let mut at = 0;
        let mut same = |answers: usize, moment: u64| {
            at = answers;
            self.moments.get(answers) == Some(&moment)
        };
        let now = match rules.game(&setup(players, self.set.as_ref())) {
            Ok(other) => follow(&other, (seed, game), &mut same),
            // The other rules do not allow this number of players.
            Err(_) => Vec::new(),
        };
        (now != self.moments).then_some(PlayDiffers { players, game, answers: at as u64 })
    }
}

fn setup(players: usize, set: Option<&(String, String)>) -> Setup {
    Setup { settings: set.into_iter().cloned().collect(), ..Setup::of(players) }
}

/// Plays a random game as long as `goes_on` returns `true`. A fault is a moment like any other, and the last one.
fn follow(game: &Game, (seed, number): (u64, u64), goes_on: &mut dyn FnMut(usize, u64) -> bool) -> Vec<u64> {
    let mut bots = Bots::new(seed, number, game.players());
    let (mut referee, mut state) = (game.referee().without_checks_and_history(), game.start());
    referee.collect_events(true);
    let mut moments = Vec::new();
    for _ in 0..ANSWERS {
        let Ok(pending) = referee.run(&mut state) else {
            moments.push(u64::MAX);
            break;
        };
        let mut print = Fingerprint::default();
        let mut add = |text: &str| {
            print.add(text.as_bytes());
            print.add(&[0]);
        };
        for happened in referee.happened(&state) {
            add(&happened.tell_all());
        }
        add(&format!("{pending:?}"));
        (0..referee.option_count()).for_each(|at| add(&referee.notation(at)));
        if pending == Pending::Over {
            add(&format!("{:?}", referee.result(&state).ok()));
        }
        moments.push(print.number());
        if pending == Pending::Over || !goes_on(moments.len() - 1, print.number()) {
            break;
        }
        let option = bots.answer(pending, &mut referee, &state);
        if referee.answer(&mut state, option).is_err() {
            moments.push(u64::MAX);
            break;
        }
    }
    moments
}
