//! `tavola check`: what is wrong with the rules, for every variant and every number of players.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::Serialize;

use super::args::{CheckArgs, CheckFormat, Denied};
use super::console::Console;
use super::ending::{Exit, Stop, VerbResult};
use super::explain;
use super::findings;
use super::paint::{clean, count};
use super::sarif::sarif;
use super::unified;
use super::watch::{self, ChangedFiles, NamedFinding, RunVerdict, WatchedVerb};
use super::{folders, load};
use tavola_game::{Error, GameFolder};
use tavola_lab::scenario;
use tavola_lab::{
    self as play, AppliedFix, CheckReport, CheckedGame, CheckedLayer, Coverage, FixedGame, GameFacts, check, whole,
};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text;

/// Findings of all games.
#[derive(Serialize, JsonSchema)]
pub(super) struct Findings {
    version: u32,
    /// Number of errors in all games.
    errors: usize,
    /// Number of warnings in all games.
    warnings: usize,
    /// Number of findings that lines waive.
    waived: usize,
    /// Fixes that `--fix` has applied.
    fixed: Vec<FixedPlace>,
    games: Vec<CheckReport>,
}

/// A fix that was applied.
#[derive(Serialize, JsonSchema)]
struct FixedPlace {
    /// Path of the file.
    file: String,
    /// Line of its first change.
    line: usize,
    /// Code of the finding.
    code: &'static str,
    /// Description of the fix.
    title: String,
}

impl Findings {
    /// No findings of no games.
    pub(super) fn new() -> Self {
        Self { version: 1, errors: 0, warnings: 0, waived: 0, fixed: Vec::new(), games: Vec::new() }
    }

    /// Adds the findings of a game.
    pub(super) fn add(&mut self, checked: &CheckedGame) {
        let game = checked.report();
        self.waived += game.waived.len();
        self.errors += game.errors;
        self.warnings += game.warnings;
        self.games.push(game);
    }
}

/// Runs the verb. Warnings alone do not fail it, unless they are denied.
///
/// # Errors
/// When something cannot be read, or the result not be written.
pub(crate) fn run(args: &CheckArgs, console: &mut Console) -> VerbResult {
    if args.watch {
        watch::for_people(args.format == CheckFormat::Pretty)?;
        return watch::run(&mut WatchedCheck { args, known: BTreeMap::new() }, console);
    }
    let (mut report, mut seen) = (Findings::new(), CheckedSoFar::default());
    for path in folders::or_default(&args.paths) {
        for folder in folders::all(&path)? {
            one(&folder, args, (&mut report, &mut seen), console)?;
        }
    }
    if args.diff {
        return Ok(Exit::of_games(seen.unread, seen.changed));
    }
    if args.format == CheckFormat::Json {
        console.json(&report)?;
    } else if args.format == CheckFormat::Sarif {
        let titles = explain::titles()?;
        console.json(&sarif(&report.games, |code| titles.get(code).cloned().unwrap_or_default()))?;
    } else if args.format.is_for_people() {
        sum(report.games.len(), (report.errors, report.warnings), console)?;
    }
    Ok(Exit::of_games(seen.unread, seen.failed))
}

/// Results of the games so far.
#[derive(Default)]
struct CheckedSoFar {
    /// True if one has a finding that fails the verb.
    failed: bool,
    /// True if `--fix` changes one.
    changed: bool,
    /// True if one cannot be read.
    unread: bool,
}

impl CheckedSoFar {
    fn skip(&mut self, error: Error, console: &Console) -> Result<(), Stop> {
        self.unread = true;
        console.skip(error.into())
    }
}

/// Checks a game. One that cannot be read is reported.
fn one(
    folder: &Path,
    args: &CheckArgs,
    (report, seen): (&mut Findings, &mut CheckedSoFar),
    console: &mut Console,
) -> Result<(), Stop> {
    if !args.reviewed.is_empty() {
        mark(folder, &args.reviewed, console)?;
    }
    if args.fix {
        let before = match play::read_all(folder) {
            Ok(before) => before,
            Err(error) => return seen.skip(error, console),
        };
        let fixed = fixed(folder, before, args, console)?;
        seen.changed |= !fixed.is_empty();
        report.fixed.extend(fixed);
    }
    if args.diff {
        return Ok(());
    }
    let checked = match checked(folder, args) {
        Ok(checked) => checked,
        Err(error) => return seen.skip(error, console),
    };
    show(&checked, args.format, console)?;
    seen.failed |= checked.findings().any(Diagnostic::is_error);
    report.add(&checked);
    Ok(())
}

/// Numbers of findings in several games.
fn sum(games: usize, tally: (usize, usize), console: &mut Console) -> Result<(), Stop> {
    if games < 2 {
        return Ok(());
    }
    let games = count(games as u64, "game");
    let line = findings::summary(tally, &games, console.paint);
    console.say(if line.is_empty() { format!("{games}: {}", console.paint.green("fine")) } else { line })
}

/// `check --watch`.
struct WatchedCheck<'a> {
    args: &'a CheckArgs,
    /// Games as they were checked last.
    known: BTreeMap<PathBuf, CheckedGame>,
}

impl WatchedVerb for WatchedCheck<'_> {
    fn folders(&self) -> Result<Vec<PathBuf>, Stop> {
        folders::watched(&self.args.paths)
    }

    fn run(&mut self, changed: &ChangedFiles, console: &mut Console) -> Result<RunVerdict, Stop> {
        let (mut known, mut verdict) = (BTreeMap::new(), RunVerdict::default());
        let mut tally = (0, 0);
        for path in folders::or_default(&self.args.paths) {
            for folder in folders::all(&path)? {
                let last = self.known.remove(&folder).filter(|_| !changed.is_within(&folder));
                let checked = match last {
                    Some(checked) => checked,
                    None => checked(&folder, self.args)?,
                };
                show(&checked, self.args.format, console)?;
                for CheckedLayer { variant, sources, findings, .. } in &checked.layers {
                    let found = findings::tally(findings);
                    tally = (tally.0 + found.0, tally.1 + found.1);
                    let named = findings.iter().map(|one| NamedFinding::new(one, sources, variant.as_deref(), console));
                    verdict.findings.extend(named);
                }
                known.insert(folder, checked);
            }
        }
        sum(known.len(), tally, console)?;
        self.known = known;
        Ok(verdict)
    }
}

/// Marks clauses as reviewed in `rulebook.yaml`.
fn mark(folder: &Path, ids: &[String], console: &mut Console) -> Result<(), Stop> {
    let file = folder.join("rulebook.yaml");
    let rules = load::rules(folder, None, console)?;
    let suite = scenario::read(&folder.join("scenarios"), None, None)?;
    let text = text::read(&file).map_err(Stop::usage)?;
    let marked = play::marked(&rules, &suite, &text, ids);
    let marked = marked.map_err(|why| Stop::usage(format!("`{}` {why}", file.display())))?;
    whole::write(&file, &marked).map_err(|error| Error::unwritten("write", &file, &error))?;
    console.note(format!("marked as reviewed in `{}`: {}", file.display(), ids.join(", ")));
    Ok(())
}

/// Applies the safe fixes of a game, or prints what they would change.
fn fixed(folder: &Path, before: GameFolder, args: &CheckArgs, console: &mut Console) -> Result<Vec<FixedPlace>, Stop> {
    let FixedGame { folder: after, applied, .. } = play::fix(before.clone(), args.variant.as_deref(), args.threshold)?;
    let path = |file: &str| folder.join(file).display().to_string();
    if args.diff {
        let mut changed = play::changed_texts(&before, &after);
        changed.try_for_each(|(file, texts)| unified::print(&path(file), texts, "fixed", console))?;
    } else {
        play::write_fixed(folder, &before, &after)?;
    }
    let mut places = Vec::new();
    for AppliedFix { file, line, code, title } in applied {
        let one = FixedPlace { file: path(&file), line, code, title };
        let says = format!("fixed {}:{}: {} ({})", clean(&one.file), one.line, clean(&one.title), one.code);
        match args.format.is_for_people() && !args.diff {
            true => console.say(says)?,
            false => console.note(says),
        }
        places.push(one);
    }
    Ok(places)
}

/// The findings of a game. Denied warnings are errors.
fn checked(folder: &Path, args: &CheckArgs) -> Result<CheckedGame, Error> {
    let mut checked = check(folder, args.variant.as_deref(), args.threshold)?;
    checked.deny(|code| args.deny.iter().any(|what| *what == Denied::All || *what == Denied::Code(code.to_owned())));
    Ok(checked)
}

/// `3-4 players, 12 settings, 14 rules`.
fn contents(facts: &GameFacts) -> String {
    let (fewest, most) = facts.players;
    let players = if fewest == most { count(most as u64, "player") } else { format!("{fewest}-{most} players") };
    let counts = [
        (facts.settings, "setting"),
        (facts.rulings, "ruling"),
        (facts.rules, "rule"),
        (facts.variants, "variant"),
        (facts.scenarios, "scenario"),
    ];
    let counts = counts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| count(*n as u64, what));
    std::iter::once(players).chain(counts).collect::<Vec<_>>().join(", ")
}

/// Largest number of clauses that are named.
const NAMED: usize = 6;

/// `152 clauses (130 state a rule, 2 are hints): 140 cited by rules, 149 named by scenarios (not AB-3.1; not needed for data or
/// definitions: AB-1.2)`. Only a clause that states a rule needs both, and nothing is counted of hints.
fn clauses(coverage: &Coverage) -> String {
    let Coverage { hints, cited, proved, not_observable, uncited, unproved, of_variants, .. } = coverage;
    let is_lacking = |id: &str| coverage.lacking.iter().any(|lacking| lacking == id);
    let named = |ids: &[String], only, more: Vec<String>| {
        let (needed, others): (Vec<_>, Vec<_>) = ids.iter().map(String::as_str).partition(|id| is_lacking(id));
        let all = [("not ", needed), ("not needed for data or definitions: ", others)];
        let all =
            all.into_iter().filter(|(_, ids)| !ids.is_empty()).map(|(what, ids)| what.to_owned() + &ids.join(", "));
        match ids.len() + more.len() {
            0 => String::new(),
            _ if ids.len() * 2 > coverage.clauses => String::new(),
            1..=NAMED => format!(" ({})", all.chain(more).collect::<Vec<_>>().join("; ")),
            _ => format!(" (`tavola trace --only {only}` lists the others)"),
        }
    };
    let of_variants = of_variants.iter().map(|(id, variant)| format!("{id} by variant {variant} only"));
    let (uncited, unproved) =
        (named(uncited, "uncited", of_variants.collect()), named(unproved, "unproved", Vec::new()));
    let mut all = count((coverage.clauses + hints) as u64, "clause");
    if coverage.rules + not_observable < coverage.clauses + hints {
        let hints = match hints {
            0 => String::new(),
            1 => ", 1 is a hint".to_owned(),
            _ => format!(", {hints} are hints"),
        };
        all += &format!(" ({} state a rule{hints})", coverage.rules);
    }
    let silent = if *not_observable > 0 { format!(", {not_observable} not observable") } else { String::new() };
    format!("{all}: {cited} cited by rules{uncited}, {proved} named by scenarios{unproved}{silent}")
}

/// `rulings that no rule cites: AB-R2`; none if each is cited.
fn rulings(coverage: &Coverage) -> Option<String> {
    let uncited = &coverage.uncited_rulings;
    let (shown, more) = (&uncited[..uncited.len().min(NAMED)], uncited.len().saturating_sub(NAMED));
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    (!uncited.is_empty()).then(|| format!("rulings that no rule cites: {}{more}", shown.join(", ")))
}

/// Says that changes of the clauses are not noticed, once nothing else is wrong: no clause is marked as reviewed.
fn unmarked(checked: &CheckedGame) -> Option<String> {
    let coverage = checked.coverage.as_ref()?;
    let is_fine = coverage.cited > 0 && checked.findings().next().is_none();
    (is_fine && coverage.reviewed == 0).then(|| {
        let (name, folder) = (clean(&checked.name), folders::shell(&checked.folder));
        format!(
            "{name}: no clause is marked as reviewed, so changes of their texts are not noticed: \
             `tavola check {folder} --reviewed all` after reading them"
        )
    })
}

/// Prints the findings of a game.
///
/// # Errors
/// If stdout cannot be written.
pub(super) fn show(checked: &CheckedGame, format: CheckFormat, console: &mut Console) -> Result<(), Stop> {
    for layer in checked.layers.iter().filter(|l| !l.findings.is_empty()) {
        match format {
            CheckFormat::Pretty | CheckFormat::Plain => {
                let write = if format == CheckFormat::Plain { findings::plain } else { findings::pretty };
                write(&layer.findings, &layer.sources, console)?;
                let with = layer.variant.as_ref().map(|v| format!(" with {v}")).unwrap_or_default();
                let name = format!("{}{with}", checked.name);
                console.say(findings::summary(findings::tally(&layer.findings), &name, console.paint))?;
            }
            CheckFormat::Github => findings::github(&layer.findings, &layer.sources, console)?,
            CheckFormat::Json | CheckFormat::Sarif => {}
        }
    }
    if !format.is_for_people() {
        return Ok(());
    }
    let rulings = checked.coverage.as_ref().and_then(rulings);
    if checked.findings().next().is_none() {
        let name = console.paint.bold(&clean(&checked.name));
        console.say(format!("{name}: {}", console.paint.green("fine")))?;
        let contents = checked.facts.as_ref().map_or_else(|| "no rules yet".to_owned(), contents);
        let coverage = checked.coverage.as_ref();
        let lines = std::iter::once(contents).chain(coverage.map(clauses)).chain(rulings);
        lines.into_iter().try_for_each(|line| console.say(format!("  {line}")))?;
    } else if !checked.findings().any(Diagnostic::is_error)
        && let Some(rulings) = rulings
    {
        console.say(format!("  {rulings}"))?;
    }
    if let Some(note) = unmarked(checked) {
        console.note(note);
    }
    let waived: u64 = checked.layers.iter().map(|layer| layer.waived.len() as u64).sum();
    if waived > 0 {
        console.say(format!("  {} waived", count(waived, "finding")))?;
    }
    Ok(())
}
