//! How sharply scenarios look: which single slips in the rules they notice (mutation analysis: DeMillo, Lipton and Sayward 1978).

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rand::seq::SliceRandom;
use rayon::prelude::*;

use super::agent::Bots;
use super::scenario::{Suite, Variants, first_failure};
use super::{seeds, threads};
use crate::diagnostic::any_error;
use crate::game::{Edit, Game, Pending, Rules, Setup};
use crate::text::Fingerprint;

/// So many random games for each number of players say whether a slip changes play at all.
pub const MUTANT_GAMES: u64 = 4;
/// With this seed.
pub const MUTANT_SEED: u64 = 1;
/// And so many answers of each.
const ANSWERS: u64 = 3_000;

/// What becomes of a slip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The checker refuses it: no such game can be played.
    Refused,
    /// This scenario notices it.
    Caught(String),
    /// No scenario notices it, and play goes otherwise.
    Survived {
        /// With so many players.
        players: usize,
        /// In this random game.
        game: u64,
        /// After so many answers.
        answers: u64,
    },
    /// No scenario notices it, and neither did random play.
    Unseen,
}

/// A slip and its fate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The slip.
    pub edit: Edit,
    /// Its fate; none: it was stopped before.
    pub fate: Option<Fate>,
}

/// So many slips, drawn by chance with this seed, in their order.
pub fn sampled(mut edits: Vec<Edit>, sample: usize, seed: u64) -> Vec<Edit> {
    edits.shuffle(&mut seeds::generator(seed, 0, seeds::CHANCE));
    edits.truncate(sample);
    edits.sort_by_key(|edit| edit.span);
    edits
}

/// Tries slips, each by itself. `jobs`: threads, 0 for as many as there are cores; `progress` is told how many are done; once
/// `stop` is set no further slip is tried. The same fates for any number of threads.
pub fn mutate(
    rules: &Rules,
    variants: &Variants,
    suite: &Suite,
    edits: Vec<Edit>,
    jobs: usize,
    (progress, stop): (&(dyn Fn(u64) + Sync), &AtomicBool),
) -> Vec<Mutant> {
    let done = AtomicU64::new(0);
    let one = |usual: &[Played], edit: Edit| {
        let tried = !stop.load(Ordering::Relaxed);
        let fate = tried.then(|| fate(rules, variants, suite, &edit, usual));
        progress(done.fetch_add(1, Ordering::Relaxed) + 1);
        Mutant { edit, fate }
    };
    threads::with(jobs, || {
        let usual = usual(rules);
        edits.into_par_iter().with_max_len(1).map(|edit| one(&usual, edit)).collect()
    })
}

fn fate(rules: &Rules, variants: &Variants, suite: &Suite, edit: &Edit, usual: &[Played]) -> Fate {
    let edited = rules.edited(edit);
    if any_error(edited.diagnostics()) {
        return Fate::Refused;
    }
    // Those that prove a clause of the line are the likeliest to notice.
    let proves = |at: &usize| suite.scenarios[*at].clauses.iter().any(|(id, _)| edit.clauses.contains(id));
    let (near, far): (Vec<usize>, Vec<usize>) = (0..suite.scenarios.len()).partition(proves);
    let of_game = |at: &usize| suite.scenarios[*at].setup.variant.is_none();
    let (plain, varied): (Vec<usize>, Vec<usize>) = near.into_iter().chain(far).partition(of_game);
    // Variants are checked anew only for what no case of the game itself notices.
    let fails = |variants: &Variants, order: &[usize]| first_failure(&edited, variants, &suite.scenarios, order);
    let failed = fails(variants, &plain).or_else(|| match varied.is_empty() {
        true => None,
        false => fails(&edited_variants(variants, edit), &varied),
    });
    if let Some(at) = failed {
        return Fate::Caught(suite.scenarios[at].name.clone());
    }
    usual.iter().find_map(|played| played.parts_from(&edited)).unwrap_or(Fate::Unseen)
}

fn edited_variants(variants: &Variants, edit: &Edit) -> Variants {
    let edited = |(name, rules): (&String, &Result<Rules, _>)| {
        let rules = rules.as_ref().ok()?;
        Some((name.clone(), Ok(rules.edited(edit))))
    };
    variants.iter().filter_map(edited).collect()
}

/// A random game: what was asked, offered, answered and told at each question, as one number each.
struct Played {
    players: usize,
    game: u64,
    moments: Vec<u64>,
}

/// The random games of the rules as they are.
fn usual(rules: &Rules) -> Vec<Played> {
    let (fewest, most) = rules.players().unwrap_or((1, 0));
    let all: Vec<(usize, u64)> =
        (fewest..=most).flat_map(|players| (0..MUTANT_GAMES).map(move |game| (players, game))).collect();
    let played = |(players, game): (usize, u64)| {
        let moments = rules.game(&Setup::of(players)).map(|rules| follow(&rules, game, &mut |_, _| true));
        moments.ok().map(|moments| Played { players, game, moments })
    };
    all.into_par_iter().filter_map(played).collect()
}

impl Played {
    /// Where the same random game under other rules first goes otherwise.
    fn parts_from(&self, rules: &Rules) -> Option<Fate> {
        let (players, game) = (self.players, self.game);
        let mut at = 0;
        let mut same = |answers: usize, moment: u64| {
            at = answers;
            self.moments.get(answers) == Some(&moment)
        };
        let now = match rules.game(&Setup::of(players)) {
            Ok(other) => follow(&other, game, &mut same),
            // Not for so many players any more.
            Err(_) => Vec::new(),
        };
        (now != self.moments).then_some(Fate::Survived { players, game, answers: at as u64 })
    }
}

/// Plays a random game as long as it `goes_on`; a fault is a moment like any other, and the last.
fn follow(game: &Game, number: u64, goes_on: &mut dyn FnMut(usize, u64) -> bool) -> Vec<u64> {
    let mut bots = Bots::new(MUTANT_SEED, number, game.players());
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
