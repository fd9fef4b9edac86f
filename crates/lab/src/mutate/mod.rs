//! How sharply scenarios look: which single slips in the rules they notice (mutation analysis: DeMillo, Lipton and Sayward 1978).
//!
//! Scenarios count. What none of them notices may still be noticed by a whole game that is kept, or break a law: that is told
//! beside it, because such a slip is seen one day, and nobody is told which clause it breaks.

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

/// So many random games for each number of players say whether a slip changes play at all.
pub const MUTANT_GAMES: u64 = 4;
/// With this seed.
pub const MUTANT_SEED: u64 = 1;

/// What becomes of a slip.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fate {
    /// The checker refuses it: no such game can be played.
    Refused,
    /// This scenario notices it.
    Caught(String),
    /// No scenario notices it, and play goes otherwise.
    Survived {
        /// The random game that goes otherwise; none: only who notices it further shows that play does.
        differs: Option<PlayDiffers>,
        /// Who notices it where scenarios do not.
        further: Option<Catcher>,
    },
    /// Nothing notices it, and play goes otherwise only where a setting or ruling is turned.
    Turned {
        /// `toll: 3`
        setting: String,
        /// The random game that goes otherwise then.
        differs: PlayDiffers,
    },
    /// Nothing notices it, and random play does not go otherwise.
    Unseen,
}

/// Where a random game goes otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayDiffers {
    /// With so many players.
    pub players: usize,
    /// Its number.
    pub game: u64,
    /// After so many answers.
    pub answers: u64,
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

/// What slips are tried against.
#[derive(Clone, Copy)]
pub struct Proof<'a> {
    /// The rules as they are.
    pub rules: &'a Rules,
    /// With the variants that cases play.
    pub variants: &'a Variants,
    /// The scenarios.
    pub suite: &'a Suite,
    /// The folder of the transcripts that are kept.
    pub snapshots: &'a Path,
}

/// Which slip it is, wherever it stands among others: a number for where it is made, and what stands there then.
fn number(edit: &Edit) -> u64 {
    let mut print = Fingerprint::default();
    print.add(format!("{:?} {}", edit.span, edit.new).as_bytes());
    print.number()
}

/// How many of these slips were tried before this run began.
pub fn tried_before(edits: &[Edit], kept: &JournalPart<'_>) -> usize {
    edits.iter().filter(|edit| kept.known::<Fate>(number(edit)).is_some()).count()
}

/// These slips with the fates that are known out of `kept`; none is tried.
pub fn fates(edits: Vec<Edit>, kept: &JournalPart<'_>) -> Vec<Mutant> {
    edits.into_iter().map(|edit| Mutant { fate: kept.known(number(&edit)), edit }).collect()
}

/// Tries slips, each by itself; what became of one before is known out of `kept`. `jobs`: threads, 0 for as many as there are cores;
/// `progress` is told how many are done; once `stop` is set no further slip is tried. The same fates for any number of threads.
pub fn mutate(
    proof: Proof<'_>,
    edits: Vec<Edit>,
    kept: &JournalPart<'_>,
    jobs: usize,
    (progress, stop): (&(dyn Fn(u64) + Sync), &AtomicBool),
) -> Vec<Mutant> {
    let done = AtomicU64::new(0);
    let one = |known: &Baseline, edit: Edit| {
        let number = number(&edit);
        let fate = kept.known(number).or_else(|| {
            let tried = !stop.load(Ordering::Relaxed);
            let fate = tried.then(|| fate(proof, &edit, known))?;
            kept.keep(number, &fate);
            Some(fate)
        });
        progress(done.fetch_add(1, Ordering::Relaxed) + 1);
        Mutant { edit, fate }
    };
    threads::with(jobs, || {
        let rules = proof.rules;
        let known =
            Baseline { usual: random::usual(rules), turned: random::turned(rules), further: Further::of(proof) };
        edits.into_par_iter().with_max_len(1).map(|edit| one(&known, edit)).collect()
    })
}

/// How play goes by the rules as they are.
struct Baseline {
    /// Random games.
    usual: Vec<RandomGame>,
    /// Random games with a setting or ruling turned.
    turned: Vec<RandomGame>,
    further: Further,
}

fn fate(proof: Proof<'_>, edit: &Edit, known: &Baseline) -> Fate {
    let Proof { rules, variants, suite, .. } = proof;
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
    let differs = known.usual.iter().find_map(|played| played.parts_from(&edited));
    let further = known.further.notices(&edited, suite, differs.is_some());
    if differs.is_some() || further.is_some() {
        return Fate::Survived { differs, further };
    }
    let turned = known.turned.iter().find_map(|played| Some((played.turned()?, played.parts_from(&edited)?)));
    turned.map_or(Fate::Unseen, |(setting, differs)| Fate::Turned { setting, differs })
}

fn edited_variants(variants: &Variants, edit: &Edit) -> Variants {
    let edited = |(name, rules): (&String, &Result<Rules, _>)| {
        let rules = rules.as_ref().ok()?;
        Some((name.clone(), Ok(rules.edited(edit))))
    };
    variants.iter().filter_map(edited).collect()
}
