//! `tavola compare`: two games side by side.

mod chart;
pub(super) mod json;
mod report;
mod rulings;
mod watched;
pub(super) mod words;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use schemars::JsonSchema;
use serde::Serialize;

use super::args::{CompareArgs, Figures, SetupArgs};
use super::checkpoint::{self, Checkpoint};
use super::console::Console;
use super::document::{Document, TextLine};
use super::ending::{Exit, Stop, VerbResult};
use super::version::Version;
use super::{by, interrupt, load, progress, seats};
use tavola_game::{Game, Rules};
use tavola_lab::compare::{self, Comparison, Side, Trial};
use tavola_lab::journal::JournalPart;
use tavola_lab::{Bot, RunHooks};

/// Probability that one of the intervals of a comparison is wrong.
pub(super) const ERROR: f64 = 0.05;

/// The name of a side.
#[derive(Serialize, JsonSchema)]
struct SideLabel {
    /// `rules/my_game`, variant, settings.
    name: String,
    /// Bots, by seat.
    bots: Vec<Bot>,
    /// The fingerprint of the rules.
    rules: String,
}

/// A comparison with one number of players.
struct NamedComparison {
    title: String,
    players: usize,
    seed: u64,
    trial: Trial,
    /// True if the bots move one seat on after each game.
    rotate: bool,
    /// Expression by which wins are grouped.
    by: Option<by::Breakdown>,
    sides: [SideLabel; 2],
    /// Ruling that the second side answers otherwise, where rulings are compared.
    ruling: Option<rulings::RulingAnswer>,
    comparison: Comparison,
}

/// A side before it is set up.
struct ChosenSide<'a> {
    version: &'a Version,
    rules: &'a Rules,
    choices: SetupArgs,
    bots: Option<&'a str>,
}

/// Runs the verb.
///
/// # Errors
/// When something cannot be read, rules have errors, a set-up is not possible, or stdout cannot be written.
pub(crate) fn run(args: &CompareArgs, console: &mut Console) -> VerbResult {
    let seed = checkpoint::seed(args.seed, args.progress.as_deref())?.unwrap_or_else(seats::any_seed);
    if args.watch {
        return watched::run(args, seed, console);
    }
    interrupt::be_patient();
    let runs = if args.rulings { rulings::run(args, seed, console)? } else { pair(args, seed, console)? };
    match args.format {
        Figures::Json => console.json(&json::all(&runs))?,
        Figures::Pretty if !args.rulings => {}
        format => {
            let mut all = Document::default();
            if args.rulings {
                all = rulings::document(&runs, format != Figures::Pretty);
            }
            if !args.rulings || format == Figures::Html {
                runs.iter().for_each(|run| all.append(report::document(run, Vec::new())));
            }
            all.write(format, console)?;
        }
    }
    let faults = runs.iter().any(|run| !run.comparison.faults.is_empty());
    Ok(if faults { Exit::Findings } else { Exit::Fine })
}

/// Two sides, for each number of players that is asked for.
fn pair(args: &CompareArgs, seed: u64, console: &mut Console) -> Result<Vec<NamedComparison>, Stop> {
    let first = Version::of(&args.before)?;
    let other = args.after.as_deref().map(Version::of).transpose()?;
    let second = other.as_ref().unwrap_or(&first);
    let before = load::rules(&first.folder, args.base_variant.as_deref(), console)?;
    let after = load::rules(&second.folder, args.choices.variant.as_deref(), console)?;
    load::one_game(&before, &after)?;
    let allowed = |players: &usize| [&before, &after].iter().all(|rules| seats::admit(*players, rules).is_ok());
    let mut numbers = seats::wanted(args.players.as_deref(), &before)?;
    match &args.players {
        Some(_) => numbers.iter().try_for_each(|&players| seats::admit(players, &after))?,
        None => numbers.retain(allowed),
    }
    if numbers.is_empty() {
        return Err(Stop::usage("the two sides have no number of players in common"));
    }
    let base = SetupArgs { variant: args.base_variant.clone(), set: args.base_set.clone() };
    let bots = args.bots.as_deref();
    let sides = [
        ChosenSide { version: &first, rules: &before, choices: base, bots: args.base_bots.as_deref().or(bots) },
        ChosenSide { version: second, rules: &after, choices: args.choices.clone(), bots },
    ];
    if numbers.iter().all(|&players| alike(&sides, players)) {
        console.warn("both sides are the same rules with the same settings; give one of them another folder, variant, setting or bot");
    }
    let keeper = keeper(args, [&sides[0], &sides[1]], seed)?;
    let mut runs = Vec::new();
    for players in numbers {
        if interrupt::asked() {
            break;
        }
        let run = one(&sides, players, (args, seed), keeper.part(players.to_string()), console)?;
        if args.format == Figures::Pretty {
            report::document(&run, Vec::new()).write(args.format, console)?;
        }
        runs.push(run);
    }
    keeper.end(console);
    Ok(runs)
}

/// True if both sides have the same rules, bots and values of settings, also where one is given and the other the default.
fn alike([one, other]: &[ChosenSide<'_>; 2], players: usize) -> bool {
    let values = |side: &ChosenSide<'_>| {
        let of = side.rules.settings(players).into_iter().map(|setting| (setting.name, setting.value));
        of.chain(side.choices.set.iter().cloned()).collect::<BTreeMap<String, String>>()
    };
    one.rules.hash() == other.rules.hash() && one.bots == other.bots && values(one) == values(other)
}

/// The checkpoint of the run, with all on which the results depend.
fn keeper(args: &CompareArgs, sides: [&ChosenSide<'_>; 2], seed: u64) -> Result<Checkpoint, Stop> {
    let said = |text: Option<&str>| text.unwrap_or_default().to_owned();
    let side = |at: usize| format!("{}{}, {}", sides[at].rules.hash(), choices(sides[at]), said(sides[at].bots));
    let facts = [
        ("the first side", side(0)),
        ("the second side", side(1)),
        ("--rulings", args.rulings.to_string()),
        ("--rotate", args.rotate.to_string()),
        ("--by", format!("{} {}", said(args.by.as_deref()), said(args.when.as_deref()))),
    ];
    Checkpoint::new("compare", args.progress.as_deref(), Some(seed), &facts)
}

/// Compares two sides with one number of players.
fn one(
    sides: &[ChosenSide<'_>; 2],
    players: usize,
    (args, seed): (&CompareArgs, u64),
    kept: JournalPart<'_>,
    console: &mut Console,
) -> Result<NamedComparison, Stop> {
    let mut set_up = |wanted: &ChosenSide<'_>| -> Result<(Game, Vec<Bot>), Stop> {
        let setup = seats::setup(players, &wanted.choices);
        let bots = seats::steady_bots(wanted.bots, &setup.players)?;
        Ok((load::fast_game(wanted.rules, &setup, console)?, bots))
    };
    let games = [set_up(&sides[0])?, set_up(&sides[1])?];
    let mut read = |side: usize| by::read(args.by.as_deref(), args.when.as_deref(), &games[side].0, console);
    let bys = [read(0)?, read(1)?];
    let grouped_by = bys[0].as_ref().map(|(_, grouped_by)| grouped_by.clone());
    let trial = Trial {
        max_pairs: args.games,
        jobs: args.jobs.threads(),
        relevance_threshold: args.matters,
        error: ERROR,
        by: grouped_by.as_ref().map(|grouped_by| grouped_by.expression.clone()),
        stops_early: true,
    };
    let [one, other] = bys.map(|by| by.map(|(by, _)| by));
    let side = |at: usize, by| Side { game: &games[at].0, bots: games[at].1.clone(), seed, rotate: args.rotate, by };
    let both = [side(0, one), side(1, other)];
    let bar = progress::bar(trial.max_pairs, "pairs of games");
    let journal = kept.journal;
    let advance = |done| checkpoint::advance(Some(journal), &bar, done);
    let comparison = compare::compare(
        &both,
        &trial,
        RunHooks { checkpoint: Some(kept), progress: &advance, stop: &interrupt::flag() },
    );
    bar.finish_and_clear();
    let comparison = comparison?;
    let (rotate, by) = (args.rotate, grouped_by);
    for (side, trouble) in &comparison.faults {
        if let Some(fault) = &trouble.diagnostic {
            load::draw(fault, sides[*side].rules.sources(), console);
            break;
        }
    }
    let sides = [0, 1].map(|side: usize| SideLabel {
        name: named(&sides[side]),
        bots: games[side].1.clone(),
        rules: sides[side].rules.hash(),
    });
    let title = games[0].0.title().to_owned();
    Ok(NamedComparison { title, players, seed, trial, rotate, by, sides, ruling: None, comparison })
}

/// A side that can be played.
pub(super) struct ReadySide<'a> {
    /// Display name of its rules.
    pub(super) name: String,
    pub(super) rules: &'a Rules,
    pub(super) choices: &'a SetupArgs,
    pub(super) game: Game,
    pub(super) bots: Vec<Bot>,
}

/// Compares two sides without a checkpoint, and returns the report for programs. Once `stop` is set, it covers the games
/// that are finished.
///
/// # Errors
/// When the sides cannot be compared.
pub(super) fn report_of(
    ready: &[ReadySide<'_>; 2],
    trial: Trial,
    (seed, rotate): (u64, bool),
    stop: &AtomicBool,
) -> Result<serde_json::Value, Stop> {
    let run = compared(ready, trial, (seed, rotate), RunHooks { stop, ..RunHooks::default() })?;
    serde_json::to_value(json::all(&[run])).map_err(|error| Stop::ours(error.to_string()))
}

/// Compares two sides, and returns the result with its report for people. `games` lists games that are worth a look, below the verdict.
///
/// # Errors
/// When the sides cannot be compared.
pub(super) fn document_of(
    ready: &[ReadySide<'_>; 2],
    trial: Trial,
    seed: u64,
    hooks: RunHooks<'_>,
    games: &mut dyn FnMut(&Comparison) -> Vec<TextLine>,
) -> Result<(Document, Comparison), Stop> {
    let run = compared(ready, trial, (seed, false), hooks)?;
    let games = games(&run.comparison);
    Ok((report::document(&run, games), run.comparison))
}

fn compared(
    ready: &[ReadySide<'_>; 2],
    trial: Trial,
    (seed, rotate): (u64, bool),
    hooks: RunHooks<'_>,
) -> Result<NamedComparison, Stop> {
    let side = |at: usize| {
        let ReadySide { game, bots, .. } = &ready[at];
        Side { game, bots: bots.clone(), seed, rotate, by: None }
    };
    let comparison = compare::compare(&[side(0), side(1)], &trial, hooks)?;
    let sides = [0, 1].map(|at: usize| {
        let ReadySide { name, rules, choices, bots, .. } = &ready[at];
        SideLabel { name: format!("{name}{}", said(choices)), bots: bots.clone(), rules: rules.hash() }
    });
    let (title, players) = (ready[0].game.title().to_owned(), ready[0].game.players());
    Ok(NamedComparison { title, players, seed, trial, rotate, by: None, sides, ruling: None, comparison })
}

/// `rules/my_game, night, rounds=5`
fn named(side: &ChosenSide<'_>) -> String {
    format!("{}{}", side.version.name, choices(side))
}

/// `, night, rounds=5`
fn choices(side: &ChosenSide<'_>) -> String {
    said(&side.choices)
}

fn said(choices: &SetupArgs) -> String {
    let variant = choices.variant.iter().map(|variant| format!(", {variant}"));
    let set = choices.set.iter().map(|(name, value)| format!(", {name}={value}"));
    variant.chain(set).collect()
}
