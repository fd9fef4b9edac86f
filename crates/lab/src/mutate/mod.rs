//! Mutation testing of scenarios: which single changes of the rules do they find?
//!
//! Source: DeMillo, Lipton and Sayward, "Hints on test data selection", IEEE Computer 11(4), 1978. Only scenarios kill
//! a mutant, since only they say which clause is broken. For a survivor it is also reported whether a transcript of a
//! whole game or a law finds it.

mod further;
mod random;

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rand::seq::SliceRandom;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use self::further::Further;
pub use self::further::{Catcher, MUTANT_MOMENTS};
use self::random::RandomGame;
use super::journal::JournalPart;
use super::scenario::{Suite, Variants, first_failure};
use super::{seeds, threads};
use tavola_game::{Edit, Rules};
use tavola_syntax::diagnostic::any_error;
use tavola_syntax::text::Fingerprint;

/// Number of random games for each number of players that decide whether a mutant changes play.
pub const MUTANT_GAMES: u64 = 4;
/// Seed of the random games of mutants.
pub const MUTANT_SEED: u64 = 1;

/// The fate of a mutant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fate {
    /// The checker rejects it: it cannot be played.
    Refused,
    /// This scenario kills it.
    Killed(String),
    /// No scenario kills it, and play differs.
    Survived {
        /// The random game that differs; none if only `further` shows that play does.
        differs: Option<PlayDiffers>,
        /// Transcript or law that finds it.
        further: Option<Catcher>,
    },
    /// Nothing finds it, and play differs only with another setting or ruling.
    SettingOnly {
        /// The setting or ruling with its value: `toll: 3`.
        setting: String,
        /// The random game that differs with it.
        differs: PlayDiffers,
    },
    /// Nothing finds it, and random play does not differ.
    Unobserved,
}

/// First difference of a random game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayDiffers {
    /// Number of players.
    pub players: usize,
    /// Index of the game.
    pub game: u64,
    /// Number of answers before the difference.
    pub answers: u64,
}

/// A mutant and its fate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The change of the text.
    pub edit: Edit,
    /// Its fate; none if the run was stopped before.
    pub fate: Option<Fate>,
}

/// A random sample of mutants with this seed, in the order of the text.
pub fn sampled(mut edits: Vec<Edit>, sample: usize, seed: u64) -> Vec<Edit> {
    edits.shuffle(&mut seeds::generator(seed, 0, seeds::CHANCE));
    edits.truncate(sample);
    edits.sort_by_key(|edit| edit.span);
    edits
}

/// Everything that mutants run against.
#[derive(Clone, Copy)]
pub struct Proof<'a> {
    /// The unchanged rules.
    pub rules: &'a Rules,
    /// Variants that cases play.
    pub variants: &'a Variants,
    /// The scenarios.
    pub suite: &'a Suite,
    /// Folder of the snapshots of transcripts.
    pub snapshots: &'a Path,
}

/// Identity of a mutant: a hash of its place and its new text.
fn number(edit: &Edit) -> u64 {
    let mut print = Fingerprint::default();
    print.add(format!("{:?} {}", edit.span, edit.new).as_bytes());
    print.number()
}

/// Number of these mutants whose fate the checkpoint knows.
pub fn tried_before(edits: &[Edit], kept: &JournalPart<'_>) -> usize {
    edits.iter().filter(|edit| kept.known::<Fate>(number(edit)).is_some()).count()
}

/// These mutants with their fates from the checkpoint; none is run.
pub fn fates(edits: Vec<Edit>, kept: &JournalPart<'_>) -> Vec<Mutant> {
    edits.into_iter().map(|edit| Mutant { fate: kept.known(number(&edit)), edit }).collect()
}

/// Runs mutants, each by itself. Fates in the checkpoint `kept` are taken from there.
///
/// `jobs` is the number of threads, 0 for the number of cores. `progress` gets the number of mutants done. Once `stop`
/// is set, no further mutant is run, and those that run get no fate. They end at once if `stop` interrupts the games of
/// these rules, see [`Rules::with_interrupt`]. Fates do not depend on `jobs`.
pub fn mutate(
    proof: Proof<'_>,
    edits: Vec<Edit>,
    kept: &JournalPart<'_>,
    jobs: usize,
    (progress, stop): (&(dyn Fn(u64) + Sync), &AtomicBool),
) -> Vec<Mutant> {
    let done = AtomicU64::new(0);
    let stopped = || stop.load(Ordering::Relaxed);
    let one = |known: &Baseline, edit: Edit| {
        let number = number(&edit);
        let fate = kept.known(number).or_else(|| {
            let tried = (!stopped()).then(|| fate(proof, &edit, known, stop));
            // What was cut short says nothing about the mutant.
            let fate = tried.filter(|_| !stopped())?;
            kept.store(number, &fate);
            Some(fate)
        });
        progress(done.fetch_add(1, Ordering::Relaxed) + 1);
        Mutant { edit, fate }
    };
    threads::with(jobs, || {
        let rules = proof.rules;
        let (usual, turned) = (random::usual(rules), random::turned(rules));
        let known = Baseline { usual, turned, further: Further::of(proof, stop) };
        edits.into_par_iter().with_max_len(1).map(|edit| one(&known, edit)).collect()
    })
}

/// Play under the unchanged rules.
struct Baseline {
    /// Random games with default settings.
    usual: Vec<RandomGame>,
    /// Random games with one setting or ruling changed.
    turned: Vec<RandomGame>,
    further: Further,
}

/// The fate of a mutant. Once `stop` is set, the result says nothing.
fn fate(proof: Proof<'_>, edit: &Edit, known: &Baseline, stop: &AtomicBool) -> Fate {
    let Proof { rules, variants, suite, .. } = proof;
    let edited = rules.edited(edit);
    if any_error(edited.diagnostics()) {
        return Fate::Refused;
    }
    // Cases that prove a clause of the line are the likeliest to kill the mutant.
    let proves = |at: &usize| suite.scenarios[*at].clauses.iter().any(|(id, _)| edit.clauses.contains(id));
    let (near, far): (Vec<usize>, Vec<usize>) = (0..suite.scenarios.len()).partition(proves);
    let of_game = |at: &usize| suite.scenarios[*at].setup.variant.is_none();
    let (plain, varied): (Vec<usize>, Vec<usize>) = near.into_iter().chain(far).partition(of_game);
    // Variants are compiled only if no case of the game itself kills the mutant.
    let fails = |variants: &Variants, order: &[usize]| first_failure(&edited, variants, &suite.scenarios, order);
    let failed = fails(variants, &plain).or_else(|| match varied.is_empty() {
        true => None,
        false => fails(&edited_variants(variants, edit), &varied),
    });
    if let Some(at) = failed {
        return Fate::Killed(suite.scenarios[at].name.clone());
    }
    let differs = known.usual.iter().find_map(|played| played.parts_from(&edited));
    let further = known.further.notices(&edited, suite, differs.is_some(), stop);
    if differs.is_some() || further.is_some() {
        return Fate::Survived { differs, further };
    }
    let turned = known.turned.iter().find_map(|played| Some((played.turned()?, played.parts_from(&edited)?)));
    turned.map_or(Fate::Unobserved, |(setting, differs)| Fate::SettingOnly { setting, differs })
}

fn edited_variants(variants: &Variants, edit: &Edit) -> Variants {
    let edited = |(name, rules): (&String, &Result<Rules, _>)| {
        let rules = rules.as_ref().ok()?;
        Some((name.clone(), Ok(rules.edited(edit))))
    };
    variants.iter().filter_map(edited).collect()
}
