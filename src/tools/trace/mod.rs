//! `tavola trace`: the rules and scenarios of each clause, and how often they ran.

mod page;
mod runs;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;

use super::args::{Figures, Page, SetupArgs, TraceArgs, TraceOnly, page_format};
use super::checkpoint::{self, Checkpoint};
use super::console::Console;
use super::document::{Document, Ink, TextLine};
use super::ending::{Exit, Stop, VerbResult};
use super::paint::{count, thousands};
use super::{create, folders, interrupt, load, mutate, progress, seats};
use runs::RuleUses;
use tavola_game::{ClauseKind, Explained, Rules, means};
use tavola_lab::scenario::{self, Suite, WINNER};
use tavola_lab::{Citing, Fate, Mutant, Plan, RunHooks, Traced, simulate, trace_all, whole};

/// Clauses with the lines that cite them, their scenarios and their runs.
#[derive(Serialize, JsonSchema)]
pub(super) struct Trace {
    version: u32,
    /// The version of the engine.
    tavola: &'static str,
    /// Title of the game.
    game: String,
    /// The fingerprint of the rules.
    rules: String,
    /// Number of scenarios that passed.
    scenarios: usize,
    /// Number of games, of all numbers of players.
    games: u64,
    /// Number of games planned; more than `games` if it was interrupted.
    planned: u64,
    /// Bots, as `--bots` gives them.
    bots: String,
    /// Seed of the games.
    seed: u64,
    /// Number of clauses that state an observable rule.
    stating_rules: usize,
    /// Number of those that are cited and proved, and whose rules have run if anything that cites them runs.
    covered: usize,
    /// Number of the latter with something that runs and has run in a game.
    covered_and_run: usize,
    /// For each flag the number of clauses that state a rule, and of others that `--only` lists.
    #[serde(skip)]
    flagged: Vec<(&'static str, [usize; 2])>,
    /// How many of the possible mutants were run; none without results of `mutate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    mutants: Option<MutantsRun>,
    /// Clauses and rulings, in the order of the rulebook.
    clauses: Vec<ClauseTrace>,
}

/// Mutants in the file of `mutate`.
#[derive(Clone, Copy, Serialize, JsonSchema)]
struct MutantsRun {
    /// Mutants that were run. Fewer than all if `mutate` was stopped, or was asked for a sample or for a part.
    run: usize,
    /// All mutants of the rules.
    all: usize,
}

/// A clause or a ruling.
#[derive(Serialize, JsonSchema)]
struct ClauseTrace {
    /// Its id in `rulebook.yaml`.
    id: String,
    /// Its section; `Rulings` for a ruling.
    section: String,
    /// Its text.
    text: String,
    /// `rule`, `data`, `hint`, `definition`, `ruling` or `reconstructed`.
    kind: &'static str,
    /// The reason why nobody can observe it.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_observable: Option<String>,
    /// True if it states an observable rule; only these have flags.
    states_rule: bool,
    /// Lines of the rules that cite it.
    lines: Vec<Citing>,
    /// Names of the rules and rows that cite it: `score`, `place deck`.
    cited_by: Vec<String>,
    /// Scenarios that prove it.
    scenarios: Vec<ProvingCase>,
    /// Number of runs of these rules in the scenarios; null if nothing that cites it runs. A definition or a setting runs with the
    /// rules that use it.
    in_scenarios: Option<u64>,
    /// Mean number of runs of these rules per game; null if nothing that cites it runs, or without games.
    runs_per_game: Option<f64>,
    /// Mutants in lines that cite it; none without results of `mutate`, or if none changes play.
    #[serde(skip_serializing_if = "Option::is_none")]
    mutants: Option<MutantCounts>,
    /// Parts that it lacks: `not cited`, `not proved`, `never ran in a game`, `proved by one scenario only`, `a mutant survives`.
    flags: Vec<&'static str>,
    /// Parts that it lacks, also if it states no rule.
    #[serde(skip)]
    missing: Vec<&'static str>,
}

/// Mutants that change play and are not waived, and how many of them scenarios kill.
#[derive(Clone, Copy, Default, Serialize, JsonSchema)]
struct MutantCounts {
    /// Mutants that a scenario kills.
    killed: u64,
    /// Mutants that change play and are not waived.
    all: u64,
}

/// A scenario that proves it.
#[derive(Serialize, JsonSchema)]
struct ProvingCase {
    /// Name of the scenario.
    name: String,
    /// `file:line:column`.
    place: String,
}

const UNCITED: &str = "not cited";
const UNPROVED: &str = "not proved";
const UNRUN: &str = "never ran in a game";
const ONCE: &str = "proved by one scenario only";
const LOOSE: &str = "a mutant survives";

impl TraceOnly {
    /// The flag of the clauses that are listed.
    fn flag(self) -> &'static str {
        match self {
            Self::Uncited => UNCITED,
            Self::Unproved => UNPROVED,
            Self::Unrun => UNRUN,
            Self::Once => ONCE,
            Self::Survivors => LOOSE,
        }
    }
}

/// Runs the verb.
///
/// # Errors
/// When rules or scenarios cannot be read, there is no rulebook, or the page cannot be written.
pub(crate) fn run(args: &TraceArgs, console: &mut Console) -> VerbResult {
    if args.only.contains(&TraceOnly::Survivors) && args.mutants.is_none() {
        return Err(Stop::usage(
            "`--only survivors` needs `--mutants FILE`: a file of `tavola mutate --progress FILE`",
        ));
    }
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
        let (folder, flags) = (folder.display(), SetupArgs { set: Vec::new(), ..args.choices.clone() }.flags());
        let (prove, failed) =
            (if failed == 1 { "fails proves" } else { "fail prove" }, count(failed as u64, "scenario"));
        console.warn(format!("{failed} that {prove} nothing; run `tavola test {folder}{flags}`"));
    }
    let mut proved: BTreeMap<String, u64> = BTreeMap::new();
    for (name, times) in outcomes.into_iter().flat_map(|case| case.ran) {
        *proved.entry(name).or_default() += times;
    }
    interrupt::be_patient();
    let played = play(&rules, args, console)?;
    let mut report = report(&rules, &suite, args, &proved, &played, mutants.as_deref());
    if !args.only.is_empty() {
        report.clauses.retain(|row| args.only.iter().any(|only| row.missing.contains(&only.flag())));
    }
    let clauses = if args.output.is_some() { &[] } else { report.clauses.as_slice() };
    match args.format {
        Figures::Json => console.json(&report)?,
        Figures::Html => console.write(&page::page(&report))?,
        format => document(&report, clauses).write(format, console)?,
    }
    if let Some(file) = &args.output {
        let page = match page_format(Some(file)) {
            Some(Page::Markdown) => document(&report, &report.clauses).markdown(),
            _ => page::page(&report),
        };
        create::file(file, &page, console)?;
    }
    let wanted = args.threshold.unwrap_or(0);
    if report.games == report.planned && report.covered * 100 < report.stating_rules * usize::from(wanted) {
        console.complain(format!(
            "less than {wanted}% of the clauses are cited, proved, and cited by rules that have run"
        ));
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
    let facts =
        checkpoint::of_games((rules.hash(), checkpoint::numbers(&numbers)), &args.choices, args.bots.as_deref(), false);
    let has_checkpoint = checkpoint::is_worth_it(args.progress.as_deref(), args.bots.as_deref());
    let keeper = has_checkpoint
        .then(|| Checkpoint::new("trace", args.progress.as_deref(), Some(args.seed), &facts))
        .transpose()?;
    for players in numbers {
        let setup = seats::setup(players, &args.choices);
        let bots = seats::steady_bots(args.bots.as_deref(), &setup.players)?;
        let game = load::game(rules, &setup, console)?;
        let bar = progress::bar(args.games, "games");
        let jobs = args.jobs.threads();
        let plan = Plan { games: args.games, seed: args.seed, jobs, bots, ..Plan::default() };
        let kept = keeper.as_ref().map(|keeper| keeper.part(players.to_string()));
        let advance = |done| checkpoint::advance(keeper.as_ref().map(Checkpoint::journal), &bar, done);
        let hooks = RunHooks { checkpoint: kept, progress: &advance, stop: &interrupt::flag() };
        let report = simulate(&game, &plan, hooks)?;
        bar.finish_and_clear();
        played.games += report.games;
        played.planned += report.planned;
        *played.ran.entry(WINNER.to_owned()).or_insert(0) += report.games;
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
    tried: Option<&[Mutant]>,
) -> Trace {
    let counted: BTreeSet<String> = played.ran.keys().chain(proved.keys()).cloned().collect();
    let uses = RuleUses::new(rules, counted);
    let (games, explained) = (played.games, rules.explained());
    let row = |traced: Traced| {
        let (in_scenarios, in_games) = (uses.runs(&traced.id, proved), uses.runs(&traced.id, &played.ran));
        let in_games = in_games.filter(|_| games > 0);
        let (kind, not_observable) = kind(rules, &traced);
        let states_rule = kind == RULE && not_observable.is_none();
        let mutants = mutants(tried.unwrap_or_default(), &explained, &traced.id);
        let expected = ![HINT, REBUILT].contains(&kind) && not_observable.is_none();
        let missing = [
            (UNCITED, traced.lines.is_empty()),
            (UNPROVED, traced.scenarios.is_empty()),
            (UNRUN, in_games == Some(0)),
            (ONCE, traced.scenarios.len() == 1),
            (LOOSE, mutants.is_some_and(|mutants| mutants.killed < mutants.all)),
        ];
        let missing: Vec<&str> = missing.into_iter().filter(|(_, is)| *is && expected).map(|(flag, _)| flag).collect();
        ClauseTrace {
            cited_by: uses.cited_by(&traced.id),
            lines: traced.lines,
            scenarios: traced.scenarios.into_iter().map(|(name, place)| ProvingCase { name, place }).collect(),
            runs_per_game: in_games.map(|runs| runs as f64 / games as f64),
            flags: if states_rule { missing.clone() } else { Vec::new() },
            missing,
            id: traced.id,
            section: traced.section,
            text: traced.text,
            kind,
            not_observable,
            states_rule,
            in_scenarios,
            mutants,
        }
    };
    let clauses: Vec<ClauseTrace> = trace_all(rules, suite).into_iter().map(row).collect();
    let flags = [UNCITED, UNPROVED, UNRUN, ONCE, LOOSE];
    let flagged = flags.map(|flag| (flag, lacking(&clauses, flag, &args.only)));
    let stating = clauses.iter().filter(|row| row.states_rule);
    let covered = stating.clone().filter(|row| row.flags.iter().all(|flag| [ONCE, LOOSE].contains(flag)));
    Trace {
        version: 4,
        tavola: env!("CARGO_PKG_VERSION"),
        game: rules.title().unwrap_or_else(|| rules.name()).to_owned(),
        rules: rules.hash(),
        scenarios: suite.scenarios.len(),
        games,
        planned: played.planned,
        bots: args.bots.clone().unwrap_or_else(|| "random".to_owned()),
        seed: args.seed,
        stating_rules: stating.count(),
        covered: covered.clone().count(),
        covered_and_run: covered.filter(|row| row.runs_per_game.is_some()).count(),
        flagged: flagged.to_vec(),
        mutants: tried.map(|tried| MutantsRun {
            run: tried.iter().filter(|mutant| mutant.fate.is_some()).count(),
            all: tried.len(),
        }),
        clauses,
    }
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

const RULE: &str = "rule";
const HINT: &str = "hint";
const REBUILT: &str = "reconstructed";

/// Number of clauses that lack something: those that state a rule, and others if `only` lists them.
fn lacking(clauses: &[ClauseTrace], flag: &'static str, only: &[TraceOnly]) -> [usize; 2] {
    let listed = clauses.iter().filter(|row| row.missing.contains(&flag));
    let (stating, others): (Vec<_>, Vec<_>) = listed.partition(|row| row.states_rule);
    let is_asked = only.iter().any(|only| only.flag() == flag);
    [stating.len(), if is_asked { others.len() } else { 0 }]
}

/// The kind of a clause, and the reason why nobody can observe it.
fn kind(rules: &Rules, traced: &Traced) -> (&'static str, Option<String>) {
    let Some(book) = rules.rulebook() else { return (REBUILT, None) };
    if let Some(clause) = book.clauses.iter().find(|own| own.id == traced.id) {
        let kind = match clause.kind {
            ClauseKind::Rule => RULE,
            ClauseKind::Data => "data",
            ClauseKind::Hint => HINT,
            ClauseKind::Definition => "definition",
        };
        return (kind, clause.not_observable.clone());
    }
    (if book.rulings.iter().any(|ruling| ruling.id == traced.id) { "ruling" } else { REBUILT }, None)
}

/// The clauses, unless they are on a page, and the totals.
fn document(report: &Trace, clauses: &[ClauseTrace]) -> Document {
    let mut out = Document::new(format!("{}: clauses and rules", report.game));
    out.lines(clauses.iter().map(|row| {
        let flags = if row.flags.is_empty() { String::new() } else { format!("; {}", row.flags.join(", ")) };
        let line = TextLine::of(Ink::Strong, &row.id).plain("  ").long(&row.text);
        line.broken("").and(Ink::Muted, format!("{}; {}", cited_text(row), proof_text(row))).and(Ink::Warning, flags)
    }));
    if !clauses.is_empty() {
        out.gap();
    }
    let scenarios = count(report.scenarios as u64, "scenario");
    out.line(format!("{}: {} ({scenarios}, {})", report.game, summary(report), games(report)));
    out.line(seats::provenance(&format!("{} players", report.bots), &report.rules));
    if let Some(MutantsRun { run, all }) = report.mutants.filter(|mutants| mutants.run < mutants.all) {
        out.line(format!(
            "only {run} of {} were run, so the counts of mutants are of these",
            count(all as u64, "mutant")
        ));
    }
    out.list(report.flagged.iter().filter(|(_, many)| *many != [0, 0]).map(|(flag, [stating, others])| {
        let others = if *others > 0 { format!(", and {others} that state no rule") } else { String::new() };
        format!("{stating:>4}  {flag}{others}")
    }));
    out
}

/// `4 of 6 clauses that state a rule are cited and proved, and their rules have run`, and how many of them have nothing
/// that runs. What is counted is the rule, not the line that cites the clause.
fn summary(report: &Trace) -> String {
    let Trace { covered, covered_and_run, .. } = report;
    let all = format!("{covered} of {} that state a rule are cited", count(report.stating_rules as u64, "clause"));
    match covered - covered_and_run {
        _ if report.games == 0 => format!("{all} and proved"),
        0 => format!("{all} and proved, and their rules have run"),
        silent => {
            format!("{all} and proved: the rules of {covered_and_run} have run, {silent} cited only where nothing runs")
        }
    }
}

/// `rule, cited by place deck, score; 3 scenarios`, `hint, cited by nothing`
fn cited_text(row: &ClauseTrace) -> String {
    let by = if row.cited_by.is_empty() { "nothing".to_owned() } else { row.cited_by.join(", ") };
    let silent = row.not_observable.as_ref().map_or_else(String::new, |why| format!(", not observable: {why}"));
    format!("{}{silent}, cited by {by}", row.kind)
}

/// `3 scenarios; its rules: 14 runs in scenarios, 2.5 a game`
fn proof_text(row: &ClauseTrace) -> String {
    let mut text = count(row.scenarios.len() as u64, "scenario");
    if let Some(times) = row.in_scenarios {
        text += &format!("; its rules: {} in scenarios", count(times, "run"));
    }
    if let Some(times) = row.runs_per_game {
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
