//! `tavola mutate`: which single slips in the rules the scenarios notice.

use std::time::Instant;

use serde::Serialize;

use super::args::{Figures, MutateArgs};
use super::console::Console;
use super::ending::{Ending, Exit, Stop};
use super::paint::{clean, count};
use super::{findings, folders, interrupt, load, progress};
use crate::diagnostic::Diagnostic;
use crate::game::{Edit, Rules};
use crate::play::{self, Fate, Mutant, scenario};

/// Runs the verb.
///
/// # Errors
/// When something cannot be read, the rules or scenarios have errors, no slip fits, or stdout cannot be written.
pub(crate) fn run(args: &MutateArgs, console: &mut Console) -> Ending {
    interrupt::be_patient();
    let begun = Instant::now();
    let folder = folders::one(&args.path)?;
    let rules = load::rules(&folder, None, console)?;
    let edits = wanted(&rules, args)?;
    if args.list {
        edits.iter().try_for_each(|edit| console.say(line(edit)))?;
        return Ok(Exit::Fine);
    }
    let suite = scenario::read(&folder.join("scenarios"), None, None)?;
    let variants = scenario::variants(&folder, folders::variants(&folder));
    let order: Vec<usize> = (0..suite.scenarios.len()).collect();
    if let Some(at) = scenario::first_failure(&rules, &variants, &suite.scenarios, &order) {
        let name = clean(&suite.scenarios[at].name);
        return Err(Stop::usage(format!("`{name}` fails already: `tavola test {}` says why", folder.display())));
    }
    let bar = progress::bar(edits.len() as u64, "slips");
    let jobs = args.jobs.unwrap_or(0).into();
    let advance = |done: u64| bar.set_position(done);
    let mutants = play::mutate(&rules, &variants, &suite, edits, jobs, (&advance, interrupt::flag()));
    bar.finish_and_clear();
    let figures = Figured::of(&mutants);
    match args.format {
        Figures::Json => console.json(&report(rules.name(), &figures, &mutants))?,
        Figures::Pretty => pretty(&rules, &figures, &mutants, console)?,
    }
    console.note(format!("{} in {:.0} s", count(mutants.len() as u64, "slip"), begun.elapsed().as_secs_f64()));
    let enough = args.threshold.is_none_or(|least| figures.percent() >= f64::from(least));
    Ok(if enough { Exit::Fine } else { Exit::Findings })
}

/// The slips that are asked for.
fn wanted(rules: &Rules, args: &MutateArgs) -> Result<Vec<Edit>, Stop> {
    let mut edits = rules.edits();
    if let Some(only) = &args.only {
        let fits = |edit: &Edit| edit.clauses.contains(only) || edit.place.contains(only.as_str());
        edits.retain(fits);
    }
    if let Some(sample) = args.sample {
        edits = play::sampled(edits, sample, args.seed);
    }
    match (edits.is_empty(), &args.only) {
        (true, Some(only)) => {
            Err(Stop::usage(format!("no line with `{only}` can slip: name a clause, or `file:line`")))
        }
        _ => Ok(edits),
    }
}

/// How the slips fared.
struct Figured {
    refused: usize,
    caught: usize,
    survived: usize,
    unseen: usize,
    untried: usize,
}

impl Figured {
    fn of(mutants: &[Mutant]) -> Self {
        let many = |fits: fn(Option<&Fate>) -> bool| mutants.iter().filter(|mutant| fits(mutant.fate.as_ref())).count();
        Self {
            refused: many(|fate| matches!(fate, Some(Fate::Refused))),
            caught: many(|fate| matches!(fate, Some(Fate::Caught(_)))),
            survived: many(|fate| matches!(fate, Some(Fate::Survived { .. }))),
            unseen: many(|fate| matches!(fate, Some(Fate::Unseen))),
            untried: many(|fate| fate.is_none()),
        }
    }

    /// Of a hundred slips that surely change play, so many are noticed; of none, all.
    fn percent(&self) -> f64 {
        let all = self.caught + self.survived;
        if all == 0 { 100.0 } else { 100.0 * self.caught as f64 / all as f64 }
    }
}

/// `rules/valley/valley.tavola:12:4  [VL-2]  2 becomes 3`
fn line(edit: &Edit) -> String {
    let clauses = if edit.clauses.is_empty() { String::new() } else { format!("[{}]  ", edit.clauses.join(", ")) };
    format!("{}  {clauses}{}", clean(&edit.place), clean(&edit.words))
}

fn pretty(rules: &Rules, figures: &Figured, mutants: &[Mutant], console: &mut Console) -> Result<(), Stop> {
    for Mutant { edit, fate } in mutants {
        if let Some(Fate::Survived { players, game, answers }) = fate {
            let head = format!("no scenario notices it: {}", edit.words);
            let clauses = edit.clauses.join(", ");
            let seed = play::MUTANT_SEED;
            let seen = format!(
                "with {players} players, random game {game} of seed {seed} goes otherwise after {answers} answers"
            );
            let help = if clauses.is_empty() { seen } else { format!("{clauses}; {seen}") };
            let finding = Diagnostic::warning("M0001", edit.span, head).help(help);
            findings::pretty(&[finding], rules.sources(), console)?;
        }
    }
    let Figured { refused, caught, survived, unseen, untried } = figures;
    let (paint, games) = (console.paint, play::MUTANT_GAMES);
    let percent = format!("{:.1}%", figures.percent());
    let all = caught + survived;
    console.say(format!("{caught} of {all} slips that change play are noticed: {}", paint.bold(&percent)))?;
    console.say(format!("{refused} are refused by the checker; {unseen} were seen neither by a scenario nor in {games} random games for each number of players"))?;
    if *untried > 0 {
        console.say(format!("{untried} were not tried: stopped"))?;
    }
    Ok(())
}

/// All slips, for programs.
#[derive(Serialize)]
struct Report<'a> {
    version: u32,
    game: &'a str,
    caught: usize,
    survived: usize,
    refused: usize,
    unseen: usize,
    untried: usize,
    percent: f64,
    slips: Vec<Slip<'a>>,
}

/// A slip, for programs.
#[derive(Serialize)]
struct Slip<'a> {
    place: &'a str,
    words: &'a str,
    clauses: &'a [String],
    fate: &'static str,
    /// The scenario that notices it.
    #[serde(skip_serializing_if = "Option::is_none")]
    scenario: Option<&'a str>,
    /// The random game that goes otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    differs: Option<Differs>,
}

/// Where random play goes otherwise: `tavola play GAME --players N --human none --seed 1 --game GAME` plays the same answers.
#[derive(Serialize)]
struct Differs {
    seed: u64,
    players: usize,
    game: u64,
    answers: u64,
}

fn report<'a>(game: &'a str, figures: &Figured, mutants: &'a [Mutant]) -> Report<'a> {
    let slip = |Mutant { edit, fate }: &'a Mutant| {
        let differs = match *fate {
            Some(Fate::Survived { players, game, answers }) => {
                Some(Differs { seed: play::MUTANT_SEED, players, game, answers })
            }
            _ => None,
        };
        let (word, scenario) = match fate {
            Some(Fate::Refused) => ("refused", None),
            Some(Fate::Caught(name)) => ("caught", Some(name.as_str())),
            Some(Fate::Survived { .. }) => ("survived", None),
            Some(Fate::Unseen) => ("unseen", None),
            None => ("untried", None),
        };
        Slip { place: &edit.place, words: &edit.words, clauses: &edit.clauses, fate: word, scenario, differs }
    };
    let Figured { refused, caught, survived, unseen, untried } = *figures;
    let (percent, slips) = (figures.percent(), mutants.iter().map(slip).collect());
    Report { version: 1, game, caught, survived, refused, unseen, untried, percent, slips }
}
