//! Random games, told question by question: whether a slip changes play at all.

use rayon::prelude::*;

use super::{Differs, MUTANT_GAMES, MUTANT_SEED};
use crate::game::{Game, Pending, Rules, Setup};
use crate::play::agent::Bots;
use crate::text::Fingerprint;

/// So many answers of each game are looked at.
const ANSWERS: u64 = 3_000;

/// A random game: what was asked, offered, answered and told at each question, as one number each.
pub(super) struct Played {
    pub(super) players: usize,
    seed: u64,
    game: u64,
    moments: Vec<u64>,
}

/// The random games of the rules as they are.
pub(super) fn usual(rules: &Rules) -> Vec<Played> {
    let (fewest, most) = rules.players().unwrap_or((1, 0));
    let all: Vec<(usize, u64)> =
        (fewest..=most).flat_map(|players| (0..MUTANT_GAMES).map(move |game| (players, game))).collect();
    all.into_par_iter().filter_map(|(players, game)| Played::of(rules, players, (MUTANT_SEED, game))).collect()
}

impl Played {
    /// The game with this seed and number; none: the rules are not for so many players.
    pub(super) fn of(rules: &Rules, players: usize, (seed, game): (u64, u64)) -> Option<Self> {
        let rules = rules.game(&Setup::of(players)).ok()?;
        Some(Self { players, seed, game, moments: follow(&rules, (seed, game), &mut |_, _| true) })
    }

    /// Where the same random game under other rules first goes otherwise.
    pub(super) fn parts_from(&self, rules: &Rules) -> Option<Differs> {
        let (players, seed, game) = (self.players, self.seed, self.game);
        let mut at = 0;
        let mut same = |answers: usize, moment: u64| {
            at = answers;
            self.moments.get(answers) == Some(&moment)
        };
        let now = match rules.game(&Setup::of(players)) {
            Ok(other) => follow(&other, (seed, game), &mut same),
            // Not for so many players any more.
            Err(_) => Vec::new(),
        };
        (now != self.moments).then_some(Differs { players, game, answers: at as u64 })
    }
}

/// Plays a random game as long as it `goes_on`; a fault is a moment like any other, and the last.
fn follow(game: &Game, (seed, number): (u64, u64), goes_on: &mut dyn FnMut(usize, u64) -> bool) -> Vec<u64> {
    let mut bots = Bots::new(seed, number, game.players());
    let (mut referee, mut state) = (game.referee(), game.start());
    referee.record(true);
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
            add(&referee.tell_all(&happened));
        }
        add(&format!("{pending:?}"));
        (0..referee.options()).for_each(|at| add(&referee.notation(at)));
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
