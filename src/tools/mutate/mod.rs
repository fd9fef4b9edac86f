//! `tavola mutate`: the mutation score of the scenarios.

mod fared;
pub(super) mod json;
mod pretty;

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use self::fared::Fared;
use super::args::{Format, MutateArgs};
use super::checkpoint::Checkpoint;
use super::console::Console;
use super::ending::{Exit, Stop, VerbResult};
use super::paint::{clean, count};
use super::{checkpoint, findings, folders, interrupt, load, progress};
use tavola_game::{Edit, Rules, variants_in};
use tavola_lab::scenario::{self, Suite, Variants};
use tavola_lab::{self as play, Mutant, Proof, snapshot};
use tavola_syntax::text::{self, Fingerprint};

/// Runs the verb.
///
/// # Errors
/// When something cannot be read, the rules or scenarios have errors, nothing can be mutated, or stdout cannot be written.
pub(crate) fn run(args: &MutateArgs, console: &mut Console) -> VerbResult {
    interrupt::be_patient();
    let begun = Instant::now();
    let folder = folders::one(&args.path)?;
    let variant = args.variant.as_deref();
    let stop = interrupt::flag();
    // A mutant may run for as long as a rule may.
    let rules = load::rules(&folder, variant, console)?.with_interrupt(Arc::clone(&stop));
    let all = if variant.is_some() { rules.edits_of_variants() } else { rules.edits() };
    let edits = wanted(all.clone(), args)?;
    if args.list {
        edits.iter().try_for_each(|edit| console.say(line(edit)))?;
        return Ok(Exit::Fine);
    }
    let mut suite = load::suite(&folder, &rules, console)?;
    let (variants, mut snapshots) = (variants(&folder, &rules, &suite, variant), snapshot::root(&folder));
    if let Some(variant) = variant {
        suite.scenarios.retain(|case| case.setup.variant.as_deref() == Some(variant));
        // The transcripts are of games without the variant.
        snapshots.push(variant);
    }
    let order: Vec<usize> = (0..suite.scenarios.len()).collect();
    let failed = scenario::first_failure(&rules, &variants, &suite.scenarios, &order);
    if let Some(at) = failed.filter(|_| !interrupt::asked()) {
        let name = clean(&suite.scenarios[at].name);
        return Err(Stop::usage(format!(
            "the scenario `{name}` fails already: run `tavola test {}`",
            folder.display()
        )));
    }
    let proof = Proof { rules: &rules, variants: &variants, suite: &suite, snapshots: &snapshots };
    let keeper = Checkpoint::new("mutate", args.progress.as_deref(), None, &facts(proof))?;
    let kept = keeper.part(PART.to_owned());
    let before = play::tried_before(&edits, &kept);
    let bar = progress::bar(edits.len() as u64, "mutants");
    let jobs = args.jobs.unwrap_or(0).into();
    let advance = |done: u64| checkpoint::advance(Some(keeper.journal()), &bar, done);
    let mutants = play::mutate(proof, edits, &kept, jobs, (&advance, &*stop));
    bar.finish_and_clear();
    let mut explained = rules.explained();
    explained.retain(|one| variant.is_none() || all.iter().any(|edit| edit.span.source == one.span.source));
    let fared = Fared::of(&all, &mutants, &explained);
    match args.format {
        Format::Json => console.json(&json::report(&rules, &fared))?,
        Format::Github => findings::github(&pretty::survivors(&folder, &rules, &fared), rules.sources(), console)?,
        Format::Pretty => pretty::tell(&folder, &rules, &fared, console)?,
    }
    let known = if before > 0 { format!(", {before} of them from the checkpoint") } else { String::new() };
    console.note(format!("{} in {:.0} s{known}", count(mutants.len() as u64, "mutant"), begun.elapsed().as_secs_f64()));
    keeper.end(console);
    match args.threshold.filter(|least| fared.score() < f64::from(*least)) {
        None => Ok(Exit::Fine),
        Some(least) => {
            let missed = format!("mutation score {:.1}%, less than {least}%", fared.score());
            match args.format {
                Format::Github => console.say(findings::error("mutation score", None, &missed))?,
                Format::Pretty | Format::Json => console.complain(missed),
            }
            Ok(Exit::Findings)
        }
    }
}

/// The mutants of these rules with their fates out of a checkpoint file.
///
/// # Errors
/// When there is no such file, or it is of other rules or scenarios.
pub(super) fn fared(folder: &Path, rules: &Rules, suite: &Suite, file: &Path) -> Result<Vec<Mutant>, Stop> {
    if !file.exists() {
        let (game, file) = (folder.display(), file.display());
        return Err(Stop::usage(format!(
            "there is no `{file}`; write it with `tavola mutate {game} --progress {file}`"
        )));
    }
    let (variants, snapshots) = (variants(folder, rules, suite, None), snapshot::root(folder));
    let proof = Proof { rules, variants: &variants, suite, snapshots: &snapshots };
    let keeper = Checkpoint::new("mutate", Some(file), None, &facts(proof))?;
    Ok(play::fates(rules.edits(), &keeper.part(PART.to_owned())))
}

/// The part of a checkpoint file with mutants.
const PART: &str = "mutants";

/// The variants that scenarios play. If one is `overlaid` on the rules already, only this one.
fn variants(folder: &Path, rules: &Rules, suite: &Suite, overlaid: Option<&str>) -> Variants {
    if let Some(name) = overlaid {
        return Variants::from([(name.to_owned(), Ok(rules.clone()))]);
    }
    let names = variants_in(folder).into_iter().chain(scenario::together(&suite.scenarios));
    scenario::variants(names, |name| rules.read_again(folder, Some(name)))
}

/// Facts that a checkpoint must agree on: the exact text of the rules, since a mutant is a place in it, and all that may kill it.
fn facts(proof: Proof<'_>) -> [(&'static str, String); 2] {
    let print = |texts: &mut dyn Iterator<Item = &str>| {
        let mut print = Fingerprint::default();
        for text in texts {
            print.add(text.as_bytes());
            print.add(&[0]);
        }
        format!("{:016x}", print.number())
    };
    let Proof { rules, variants, suite, snapshots } = proof;
    let (fewest, most) = rules.players().unwrap_or((1, 0));
    let game = |players| snapshot::path(snapshots, rules.name(), &snapshot::whole_game_slug(players));
    let games: Vec<String> = (fewest..=most).map(|players| text::read(&game(players)).unwrap_or_default()).collect();
    let variant_sources = variants.values().flatten().flat_map(|rules| rules.sources().iter());
    let proving = suite.sources.iter().chain(variant_sources).map(|(_, source)| source.text.as_str());
    [
        ("the text of the rules", print(&mut rules.sources().iter().map(|(_, source)| source.text.as_str()))),
        ("the scenarios", print(&mut proving.chain(games.iter().map(String::as_str)))),
    ]
}

/// The mutants to run.
fn wanted(mut edits: Vec<Edit>, args: &MutateArgs) -> Result<Vec<Edit>, Stop> {
    if let Some(only) = &args.only {
        let fits = |edit: &Edit| edit.clauses.contains(only) || stands_at(&edit.place, only);
        edits.retain(fits);
    }
    if let Some(sample) = args.sample {
        edits = play::sampled(edits, sample, args.seed);
    }
    match (edits.is_empty(), &args.only) {
        (true, Some(only)) => {
            Err(Stop::usage(format!("no line with `{only}` can be mutated; name a clause, or `file:line`")))
        }
        _ => Ok(edits),
    }
}

/// True if a place (`rules/valley/valley.tavola:12:4`) is meant by its file, or by `file:line`: line 1 is not line 12.
fn stands_at(place: &str, only: &str) -> bool {
    place.match_indices(only).any(|(at, _)| {
        let (before, after) = (&place[..at], &place[at + only.len()..]);
        (before.is_empty() || before.ends_with('/')) && (after.is_empty() || after.starts_with([':', '/']))
    })
}

/// `rules/valley/valley.tavola:12:4  [VL-2]  2 becomes 3`
fn line(edit: &Edit) -> String {
    let clauses = if edit.clauses.is_empty() { String::new() } else { format!("[{}]  ", edit.clauses.join(", ")) };
    format!("{}  {clauses}{}", clean(&edit.place), clean(&edit.words))
}
