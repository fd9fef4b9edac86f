//! `tavola trace`: clause by clause the rules that carry it out, the scenarios that prove it, and how often that ran.

mod page;

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;

use super::args::{Figures, SetupArgs, TraceArgs};
use super::console::Console;
use super::ending::{Exit, Stop, VerbResult};
use super::keep::{self, Keeper};
use super::paint::{Paint, clean, count, thousands};
use super::{folders, interrupt, load, mutate, progress, seats};
use tavola_game::{ClauseKind, Error, Explained, RulePart, Rules, means};
use tavola_lab::scenario::{self, Suite};
use tavola_lab::{Fate, Mutant, Plan, Traced, simulate, trace_all, whole};

/// All of it.
#[derive(Serialize)]
struct Trace {
    version: u32,
    /// The version of the engine.
    tavola: &'static str,
    game: String,
    /// The fingerprint of the rules.
    rules: String,
    scenarios: usize,
    /// Games that were played, all numbers of players together.
    games: u64,
    /// Games that were to be played: more where it was stopped, and then what never ran may run yet.
    planned: u64,
    agents: String,
    seed: u64,
    /// Clauses that state a rule that can be observed, and how many of them have no flag.
    stated: usize,
    fine: usize,
    clauses: Vec<ClauseTrace>,
}

/// A clause or a ruling.
#[derive(Serialize)]
struct ClauseTrace {
    id: String,
    section: String,
    text: String,
    /// Whether it states a rule that can be observed: only then something can be amiss.
    stated: bool,
    lines: Vec<CitingLine>,
    /// Names of the rules that cite it.
    cited_by: Vec<String>,
    scenarios: Vec<ProvingCase>,
    /// How often these rules ran in the scenarios, and in a game; none where nothing that cites it runs.
    in_scenarios: Option<u64>,
    a_game: Option<f64>,
    /// Mutants in lines that cite it; none without results of `mutate`, or where none changes play.
    #[serde(skip_serializing_if = "Option::is_none")]
    mutants: Option<MutantCounts>,
    flags: Vec<&'static str>,
}

/// Mutants that change play and are not waived, and how many of them scenarios kill.
#[derive(Clone, Copy, Default, Serialize)]
struct MutantCounts {
    killed: u64,
    all: u64,
}

/// A line that cites it.
#[derive(Serialize)]
struct CitingLine {
    place: String,
    text: String,
}

/// A scenario that proves it.
#[derive(Serialize)]
struct ProvingCase {
    name: String,
    place: String,
}

const UNCITED: &str = "not cited";
const UNPROVED: &str = "not proved";
const UNRUN: &str = "never ran in a game";
const ONCE: &str = "proved by one scenario only";
const LOOSE: &str = "a mutant survives";

/// Runs the verb.
///
/// # Errors
/// When rules or scenarios cannot be read, there is no rulebook, or the page cannot be written.
pub(crate) fn run(args: &TraceArgs, console: &mut Console) -> VerbResult {
    args.output.as_deref().map_or(Ok(()), whole::ready)?;
    let folder = folders::one(&args.path)?;
    let rules = load::rules(&folder, args.choices.variant.as_deref(), console)?;
    if rules.rulebook().is_none() {
        return Err(Stop::usage(format!(
            "`{}` has no `rulebook.yaml`: there are no clauses to trace",
            folder.display()
        )));
    }
    let mut suite = load::suite(&folder, &rules, console)?;
    let mutants = args.mutants.as_deref().map(|file| mutate::fared(&folder, &rules, &suite, file)).transpose()?;
    let outcomes = scenario::run_all(&folder, &rules, &suite.scenarios);
    let mut holds = outcomes.iter().map(|case| case.passed);
    suite.scenarios.retain(|_| holds.next().unwrap_or(false));
    let failed = outcomes.len() - suite.scenarios.len();
    if failed > 0 {
        let (folder, laid) = (folder.display(), SetupArgs { set: Vec::new(), ..args.choices.clone() }.flags());
        let (prove, failed) =
            (if failed == 1 { "fails proves" } else { "fail prove" }, count(failed as u64, "scenario"));
        console.warn(format!("{failed} that {prove} nothing; run `tavola test {folder}{laid}`"));
    }
    let mut proved: BTreeMap<String, u64> = BTreeMap::new();
    for (name, times) in outcomes.into_iter().flat_map(|case| case.ran) {
        *proved.entry(name).or_default() += times;
    }
    interrupt::be_patient();
    let played = play(&rules, args, console)?;
    let report = report(&rules, &suite, args, &proved, &played, &mutants.unwrap_or_default());
    match (args.format, &args.output) {
        (Figures::Json, _) => console.json(&report)?,
        (Figures::Pretty, None) => pretty(&report, console)?,
        (Figures::Pretty, Some(_)) => total(&report, console)?,
    }
    if let Some(file) = &args.output {
        let page = Paint::new(false).harmless(&page::page(&report)).into_owned();
        whole::write(file, &page).map_err(|error| Error::unwritten("write", file, &error))?;
        console.note(format!("wrote `{}`", file.display()));
    }
    let wanted = args.threshold.unwrap_or(0);
    if report.games == report.planned && report.fine * 100 < report.stated * usize::from(wanted) {
        console.complain(format!("less than {wanted}% of the clauses are cited, proved and have run"));
        return Ok(Exit::Findings);
    }
    Ok(Exit::Fine)
}

/// What was seen in games.
#[derive(Default)]
struct PlayedGames {
    games: u64,
    planned: u64,
    /// How often each rule ran.
    ran: BTreeMap<String, u64>,
}

/// Plays, until it is stopped.
fn play(rules: &Rules, args: &TraceArgs, console: &mut Console) -> Result<PlayedGames, Stop> {
    let mut played = PlayedGames::default();
    let numbers = if args.games > 0 { seats::wanted(None, rules)? } else { Vec::new() };
    let facts = keep::of_games((rules.hash(), keep::numbers(&numbers)), &args.choices, args.bots.as_deref(), false);
    let keeps = keep::is_worth_it(args.progress.as_deref(), args.bots.as_deref());
    let keeper = keeps.then(|| Keeper::new("trace", args.progress.as_deref(), Some(args.seed), &facts)).transpose()?;
    for players in numbers {
        let setup = seats::setup(players, &args.choices);
        let bots = seats::steady_bots(args.bots.as_deref(), &setup.players)?;
        let game = load::game(rules, &setup, console)?;
        let bar = progress::bar(args.games, "games");
        let jobs = args.jobs.threads();
        let plan = Plan { games: args.games, seed: args.seed, jobs, bots, ..Plan::default() };
        let kept = keeper.as_ref().map(|keeper| keeper.part(players.to_string()));
        let advance = |done| keep::advance(keeper.as_ref().map(Keeper::journal), &bar, done);
        let report = simulate(&game, &plan, None, kept, &advance, interrupt::flag())?;
        bar.finish_and_clear();
        played.games += report.games;
        played.planned += report.planned;
        for rule in report.rules {
            *played.ran.entry(rule.rule).or_insert(0) += rule.runs;
        }
        if report.fault_count > 0 {
            let (games, players) = (count(report.fault_count, "game"), count(players as u64, "player"));
            console.warn(format!("{games} of {players} ended by a fault"));
        }
    }
    if let Some(keeper) = keeper {
        keeper.end(console);
    }
    Ok(played)
}

fn report(
    rules: &Rules,
    suite: &Suite,
    args: &TraceArgs,
    proved: &BTreeMap<String, u64>,
    played: &PlayedGames,
    tried: &[Mutant],
) -> Trace {
    let parts = rules.parts();
    let (games, explained) = (played.games, rules.explained());
    let row = |traced: Traced| {
        let cited_by = cited_by(&parts, &traced.id);
        let runs = |ran: &BTreeMap<String, u64>| {
            let known = cited_by.iter().filter(|name| played.ran.contains_key(*name) || proved.contains_key(*name));
            let counts: Vec<u64> = known.map(|name| ran.get(name).copied().unwrap_or(0)).collect();
            (!counts.is_empty()).then(|| counts.iter().sum::<u64>())
        };
        let (in_scenarios, in_games) = (runs(proved), runs(&played.ran).filter(|_| games > 0));
        let stated = states_a_rule(rules, &traced.id);
        let mutants = mutants(tried, &explained, &traced.id);
        let flagged = [
            (UNCITED, traced.lines.is_empty()),
            (UNPROVED, traced.scenarios.is_empty()),
            (UNRUN, in_games == Some(0)),
            (ONCE, traced.scenarios.len() == 1),
            (LOOSE, mutants.is_some_and(|mutants| mutants.killed < mutants.all)),
        ];
        ClauseTrace {
            lines: traced.lines.into_iter().map(|line| CitingLine { place: line.place, text: line.text }).collect(),
            scenarios: traced.scenarios.into_iter().map(|(name, place)| ProvingCase { name, place }).collect(),
            a_game: in_games.map(|runs| runs as f64 / games as f64),
            flags: flagged.into_iter().filter(|(_, is)| *is && stated).map(|(flag, _)| flag).collect(),
            id: traced.id,
            section: traced.section,
            text: traced.text,
            stated,
            cited_by,
            in_scenarios,
            mutants,
        }
    };
    let clauses: Vec<ClauseTrace> = trace_all(rules, suite).into_iter().map(row).collect();
    let stated = clauses.iter().filter(|row| row.stated);
    Trace {
        version: 2,
        tavola: env!("CARGO_PKG_VERSION"),
        game: rules.title().unwrap_or_else(|| rules.name()).to_owned(),
        rules: rules.hash(),
        scenarios: suite.scenarios.len(),
        games,
        planned: played.planned,
        agents: args.bots.clone().unwrap_or_else(|| "random".to_owned()),
        seed: args.seed,
        stated: stated.clone().count(),
        fine: stated.filter(|row| row.flags.iter().all(|flag| [ONCE, LOOSE].contains(flag))).count(),
        clauses,
    }
}

/// The names of the rules that cite a clause, each once.
fn cited_by(parts: &[RulePart], id: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for part in parts.iter().filter(|part| part.clauses().iter().any(|cited| means(cited, id))) {
        let name = if part.id.name.is_empty() { part.id.sort } else { &part.id.name };
        if names.iter().all(|known| known != name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// Results of the mutants in lines that cite a clause, if any of them changes play.
fn mutants(tried: &[Mutant], explained: &[Explained], id: &str) -> Option<MutantCounts> {
    let own = tried.iter().filter(|mutant| mutant.edit.clauses.iter().any(|cited| means(cited, id)));
    let mut mutants = MutantCounts::default();
    for mutant in own {
        let killed = matches!(mutant.fate, Some(Fate::Killed(_)));
        let missed = matches!(mutant.fate, Some(Fate::Survived { .. }));
        if killed || (missed && !explained.iter().any(|one| one.covers(&mutant.edit))) {
            mutants.all += 1;
            mutants.killed += u64::from(killed);
        }
    }
    (mutants.all > 0).then_some(mutants)
}

/// Whether a clause states a rule that somebody can see kept or broken.
fn states_a_rule(rules: &Rules, id: &str) -> bool {
    let clauses = rules.rulebook().map(|book| &book.clauses).into_iter().flatten();
    clauses.into_iter().any(|own| own.id == id && own.kind == ClauseKind::Rule && own.not_observable.is_none())
}

fn pretty(report: &Trace, console: &mut Console) -> Result<(), Stop> {
    let paint = console.paint;
    for row in &report.clauses {
        let flags =
            if row.flags.is_empty() { String::new() } else { paint.yellow(&format!("  {}", row.flags.join(", "))) };
        console.say(format!("{}  {}{flags}", paint.bold(&row.id), clean(&row.text)))?;
        let by = if row.cited_by.is_empty() { "nothing".to_owned() } else { clean(&row.cited_by.join(", ")) };
        console.say(paint.dim(&format!("    {by}; {}", told(row))))?;
    }
    console.say("")?;
    total(report, console)
}

/// `3 scenarios; 14 times in scenarios, 2.5 a game`
fn told(row: &ClauseTrace) -> String {
    let mut text = count(row.scenarios.len() as u64, "scenario");
    if let Some(times) = row.in_scenarios {
        text += &format!("; {} in scenarios", count(times, "run"));
    }
    if let Some(times) = row.a_game {
        text += &format!(", {} a game", rounded(times));
    }
    if let Some(mutants) = row.mutants {
        text += &format!("; {}", killed(mutants));
    }
    text
}

/// `12 of 13 mutants killed`
fn killed(mutants: MutantCounts) -> String {
    format!("{} of {} killed", mutants.killed, count(mutants.all, "mutant"))
}

fn rounded(times: f64) -> String {
    if times == 0.0 || times >= 0.1 { format!("{times:.1}") } else { format!("{times:.4}") }
}

fn total(report: &Trace, console: &mut Console) -> Result<(), Stop> {
    let flagged = |flag: &str| report.clauses.iter().filter(|row| row.flags.contains(&flag)).count();
    console.say(format!(
        "{}: {} of {} are cited, proved and have run ({}, {})",
        clean(&report.game),
        report.fine,
        count(report.stated as u64, "clause"),
        count(report.scenarios as u64, "scenario"),
        games(report)
    ))?;
    console.say(seats::provenance(&format!("{} players", report.agents), &report.rules))?;
    for flag in [UNCITED, UNPROVED, UNRUN, ONCE, LOOSE] {
        if flagged(flag) > 0 {
            console.say(format!("  {:>4}  {flag}", flagged(flag)))?;
        }
    }
    Ok(())
}

/// `20 games`, `stopped after 7 of 20 games`
fn games(report: &Trace) -> String {
    let planned = count(report.planned, "game");
    if report.games < report.planned {
        format!("stopped after {} of {planned}", thousands(report.games))
    } else {
        planned
    }
}

/// Only the name of a file: what a page shows must not depend on where the project lies.
fn short(place: &str) -> String {
    let (file, rest) = place.split_once(':').unwrap_or((place, ""));
    let name = Path::new(file).file_name().map_or_else(|| file.to_owned(), |name| name.to_string_lossy().into_owned());
    format!("{name}:{}", rest.split(':').next().unwrap_or_default())
}
