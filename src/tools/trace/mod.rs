//! `tavola trace`: the rules and scenarios of each clause, and how often they ran.

mod page;

use std::collections::BTreeMap;
use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;

use super::args::{Figures, SetupArgs, TraceArgs};
use super::console::Console;
use super::document::{Document, Ink, TextLine};
use super::ending::{Exit, Stop, VerbResult};
use super::keep::{self, Checkpoint};
use super::paint::{count, thousands};
use super::{folders, interrupt, load, mutate, progress, seats};
use tavola_game::{ClauseKind, Error, Explained, RulePart, Rules, means};
use tavola_lab::scenario::{self, Suite};
use tavola_lab::{Citing, Fate, Mutant, Plan, Traced, simulate, trace_all, whole};

/// The report.
#[derive(Serialize, JsonSchema)]
pub(super) struct Trace {
    version: u32,
    /// The version of the engine.
    tavola: &'static str,
    game: String,
    /// The fingerprint of the rules.
    rules: String,
    scenarios: usize,
    /// Number of games, of all numbers of players.
    games: u64,
    /// Number of games planned; more than `games` if it was interrupted.
    planned: u64,
    agents: String,
    seed: u64,
    /// Number of clauses with an observable rule, and of those without a flag.
    stated: usize,
    fine: usize,
    clauses: Vec<ClauseTrace>,
}

/// A clause or a ruling.
#[derive(Serialize, JsonSchema)]
struct ClauseTrace {
    id: String,
    section: String,
    text: String,
    /// True if it states an observable rule; only these have flags.
    stated: bool,
    lines: Vec<Citing>,
    /// Names of the rules that cite it.
    cited_by: Vec<String>,
    scenarios: Vec<ProvingCase>,
    /// Number of runs of these rules in the scenarios, and per game; none if nothing that cites it runs.
    in_scenarios: Option<u64>,
    a_game: Option<f64>,
    /// Mutants in lines that cite it; none without results of `mutate`, or if none changes play.
    #[serde(skip_serializing_if = "Option::is_none")]
    mutants: Option<MutantCounts>,
    flags: Vec<&'static str>,
}

/// Mutants that change play and are not waived, and how many of them scenarios kill.
#[derive(Clone, Copy, Default, Serialize, JsonSchema)]
struct MutantCounts {
    killed: u64,
    all: u64,
}

/// A scenario that proves it.
#[derive(Serialize, JsonSchema)]
struct ProvingCase {
    name: String,
    place: String,
}

const UNCITED: &str = "not cited";
const UNPROVED: &str = "not proved";
const UNRUN: &str = "never ran in a game";
const ONCE: &str = "proved by one scenario only";
const LOOSE: &str = "a mutant survives";

impl Trace {
    /// Number of clauses with a flag.
    fn flagged(&self, flag: &str) -> usize {
        self.clauses.iter().filter(|row| row.flags.contains(&flag)).count()
    }
}

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
    let clauses = if args.output.is_some() { &[] } else { report.clauses.as_slice() };
    match args.format {
        Figures::Json => console.json(&report)?,
        Figures::Html => console.write(&page::page(&report))?,
        format => document(&report, clauses).write(format, console)?,
    }
    if let Some(file) = &args.output {
        whole::write(file, &page::page(&report)).map_err(|error| Error::unwritten("write", file, &error))?;
        console.note(format!("wrote `{}`", file.display()));
    }
    let wanted = args.threshold.unwrap_or(0);
    if report.games == report.planned && report.fine * 100 < report.stated * usize::from(wanted) {
        console.complain(format!("less than {wanted}% of the clauses are cited, proved and have run"));
        return Ok(Exit::Findings);
    }
    Ok(Exit::Fine)
}

/// Counts from games.
#[derive(Default)]
struct PlayedGames {
    games: u64,
    planned: u64,
    /// Number of runs of each rule.
    ran: BTreeMap<String, u64>,
}

/// Plays the games.
fn play(rules: &Rules, args: &TraceArgs, console: &mut Console) -> Result<PlayedGames, Stop> {
    let mut played = PlayedGames::default();
    let numbers = if args.games > 0 { seats::wanted(None, rules)? } else { Vec::new() };
    let facts = keep::of_games((rules.hash(), keep::numbers(&numbers)), &args.choices, args.bots.as_deref(), false);
    let keeps = keep::is_worth_it(args.progress.as_deref(), args.bots.as_deref());
    let keeper =
        keeps.then(|| Checkpoint::new("trace", args.progress.as_deref(), Some(args.seed), &facts)).transpose()?;
    for players in numbers {
        let setup = seats::setup(players, &args.choices);
        let bots = seats::steady_bots(args.bots.as_deref(), &setup.players)?;
        let game = load::game(rules, &setup, console)?;
        let bar = progress::bar(args.games, "games");
        let jobs = args.jobs.threads();
        let plan = Plan { games: args.games, seed: args.seed, jobs, bots, ..Plan::default() };
        let kept = keeper.as_ref().map(|keeper| keeper.part(players.to_string()));
        let advance = |done| keep::advance(keeper.as_ref().map(Checkpoint::journal), &bar, done);
        let report = simulate(&game, &plan, None, kept, &advance, &interrupt::flag())?;
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
            lines: traced.lines,
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

/// True if a clause states an observable rule.
fn states_a_rule(rules: &Rules, id: &str) -> bool {
    let clauses = rules.rulebook().map(|book| &book.clauses).into_iter().flatten();
    clauses.into_iter().any(|own| own.id == id && own.kind == ClauseKind::Rule && own.not_observable.is_none())
}

/// The clauses, unless they are on a page, and the totals.
fn document(report: &Trace, clauses: &[ClauseTrace]) -> Document {
    let mut out = Document::new(format!("{}: clauses and rules", report.game));
    out.lines(clauses.iter().map(|row| {
        let flags = if row.flags.is_empty() { String::new() } else { format!("; {}", row.flags.join(", ")) };
        let by = if row.cited_by.is_empty() { "nothing".to_owned() } else { row.cited_by.join(", ") };
        let line = TextLine::of(Ink::Strong, &row.id).plain(format!("  {}", row.text));
        line.broken("").and(Ink::Muted, format!("{by}; {}", proof_text(row))).and(Ink::Warning, flags)
    }));
    if !clauses.is_empty() {
        out.gap();
    }
    out.line(format!(
        "{}: {} of {} that state a rule are cited, proved and have run ({}, {})",
        report.game,
        report.fine,
        count(report.stated as u64, "clause"),
        count(report.scenarios as u64, "scenario"),
        games(report)
    ));
    out.line(seats::provenance(&format!("{} players", report.agents), &report.rules));
    let flags = [UNCITED, UNPROVED, UNRUN, ONCE, LOOSE].map(|flag| (flag, report.flagged(flag)));
    out.list(flags.iter().filter(|(_, many)| *many > 0).map(|(flag, many)| format!("{many:>4}  {flag}")));
    out
}

/// `3 scenarios; 14 times in scenarios, 2.5 a game`
fn proof_text(row: &ClauseTrace) -> String {
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

/// `20 games`, `stopped after 7 of 20 games`
fn games(report: &Trace) -> String {
    let planned = count(report.planned, "game");
    if report.games < report.planned {
        format!("stopped after {} of {planned}", thousands(report.games))
    } else {
        planned
    }
}

/// A place with the name of its file alone, so that pages do not depend on where the project lies.
fn short(place: &str) -> String {
    let (file, rest) = place.split_once(':').unwrap_or((place, ""));
    let name = Path::new(file).file_name().map_or_else(|| file.to_owned(), |name| name.to_string_lossy().into_owned());
    format!("{name}:{}", rest.split(':').next().unwrap_or_default())
}
