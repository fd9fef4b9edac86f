//! `tavola check`: what is wrong with the rules, for every variant and every number of players.

use std::collections::BTreeSet;
use std::path::Path;

use rayon::prelude::*;
use serde::Serialize;

use super::args::{CheckArgs, Denied, Format, SetupArgs};
use super::console::Console;
use super::ending::{Exit, Stop, VerbResult};
use super::findings::{self, Finding};
use super::paint::{clean, count};
use super::seats;
use super::{folders, load};
use crate::tools::codes;
use tavola_game::{Error, LoadError, Rules, RulesTexts, is_waiver, variants_in};
use tavola_lab::budget;
use tavola_lab::scenario::{self, Beside, MadeVariant, Suite, SuiteTexts};
use tavola_lab::{self as play, Coverage, whole};
use tavola_syntax::diagnostic::{Diagnostic, Waived};
use tavola_syntax::text::{self, SourceId, Sources, Span};

/// All findings of all games, for programs.
#[derive(Serialize)]
struct Findings {
    version: u32,
    errors: usize,
    warnings: usize,
    waived: usize,
    games: Vec<CheckReport>,
}

/// The findings of one game, for programs.
#[derive(Serialize)]
struct CheckReport {
    game: String,
    path: String,
    errors: usize,
    warnings: usize,
    findings: Vec<Finding>,
    waived: Vec<Fine>,
}

/// A finding that its line waives, for programs.
#[derive(Serialize, PartialEq, Eq)]
struct Fine {
    #[serde(flatten)]
    finding: Finding,
    reason: String,
}

/// What was found with one variant (or none).
struct LayerFindings {
    variant: Option<String>,
    sources: Sources,
    findings: Vec<Diagnostic>,
    waived: Vec<Waived>,
}

/// What was looked at and what was found in one game.
struct CheckedGame {
    name: String,
    layers: Vec<LayerFindings>,
    /// `3-4 players, 12 settings, 14 rules`, and the clauses; nothing while there are errors.
    facts: Vec<String>,
}

/// Runs the verb. Warnings alone do not fail it, unless they are denied.
///
/// # Errors
/// When something cannot be read, or the result not be written.
pub(crate) fn run(args: &CheckArgs, console: &mut Console) -> VerbResult {
    let mut report = Findings { version: 1, errors: 0, warnings: 0, waived: 0, games: Vec::new() };
    let mut failed = false;
    for path in folders::or_default(&args.paths) {
        for folder in folders::all(&path)? {
            if !args.reviewed.is_empty() {
                mark(&folder, &args.reviewed, console)?;
            }
            let checked = check(&folder, args.variant.as_deref(), args.threshold)?;
            show(&checked, args.format, console)?;
            failed |= checked.fails(&args.deny);
            let game = checked.report(&folder);
            report.waived += game.waived.len();
            report.errors += game.errors;
            report.warnings += game.warnings;
            report.games.push(game);
        }
    }
    if args.format == Format::Json {
        console.json(&report)?;
    } else if args.format == Format::Pretty && report.games.len() > 1 {
        let games = count(report.games.len() as u64, "game");
        let line = findings::summary((report.errors, report.warnings), &games, console.paint);
        console.say(if line.is_empty() { format!("{games}: {}", console.paint.green("fine")) } else { line })?;
    }
    Ok(if failed { Exit::Findings } else { Exit::Fine })
}

/// A game that was read, before anything is laid over it.
struct ReadGame {
    texts: RulesTexts,
    rules: Rules,
    suite: Suite,
    /// What was found in the game itself, and how many rules it can run.
    found: (LayerFindings, Option<usize>),
}

impl ReadGame {
    /// Reads a folder: its texts, then what they say, all of it side by side.
    fn read(folder: &Path, variant: Option<&str>) -> Result<Self, Stop> {
        let (texts, suite) =
            rayon::join(|| RulesTexts::read(folder, variant), || SuiteTexts::read(&folder.join("scenarios")));
        let (texts, suite) = (texts?, suite?);
        let known = texts.clause_ids();
        let base = || {
            let rules = Rules::of_folder(texts.clone(), folder);
            let found = layer(&rules, variant);
            (rules, found)
        };
        let ((rules, found), suite) = rayon::join(base, || suite.suite(None, known.as_ref()));
        Ok(Self { texts, rules, suite, found })
    }

    /// What can be said of scenarios and of all that is laid over the game: the variants, and those that scenarios lay over it together.
    fn layers(&self, folder: &Path) -> Result<(Vec<Diagnostic>, Vec<LayerFindings>), Stop> {
        let Self { texts, rules, suite, .. } = self;
        let single = variants_in(folder);
        // Each set-up is a program to be made, and what most of the time goes into.
        let make = |name: &str| {
            let is_single = single.iter().any(|one| one == name);
            let under = match texts.with_variants(folder, name).map(|texts| Rules::laid_over(texts, folder)) {
                // What is wrong with several at once is told of the case that plays them.
                Err(error) if is_single => return Err(error),
                under => under,
            };
            let told = under.as_ref().ok().map(|under| {
                let layer = layer_laid(under, name, Some(rules).filter(|_| is_single));
                let proofs = suite.diagnostics.is_empty() && under.title().is_some();
                (layer, if proofs { play::unproved_under(under, name, suite) } else { Vec::new() })
            });
            Ok(MadeVariant { rules: under, told })
        };
        let names: BTreeSet<String> = single.iter().cloned().chain(scenario::together(&suite.scenarios)).collect();
        let Beside { mut findings, told, left_out } = scenario::review_beside(rules, &names, make, &suite.scenarios)?;
        let (mut layers, unproved): (Vec<_>, Vec<_>) = told.into_iter().flatten().unzip();
        layers.extend((left_out > 0).then(|| too_many(rules, names.len(), left_out)));
        findings.extend(unproved.into_iter().flatten());
        Ok((findings, layers))
    }
}

/// There are more variants than can be checked at once.
fn too_many(rules: &Rules, many: usize, left: usize) -> LayerFindings {
    let message =
        format!("{many} variants of a game of this size are too many to be checked at once: {left} were not looked at");
    let help = "check one of them: `tavola check FOLDER --variant NAME`";
    let finding = Diagnostic::error(codes::TOO_MANY_VARIANTS, Span::new(SourceId(0), 0, 0), message).help(help);
    LayerFindings { variant: None, sources: rules.sources().clone(), findings: vec![finding], waived: Vec::new() }
}

/// Everything that can be said about one game. Findings of the game itself are not repeated for its variants.
fn check(folder: &Path, variant: Option<&str>, threshold: Option<u8>) -> Result<CheckedGame, Stop> {
    let game = ReadGame::read(folder, variant)?;
    let broken = game.found.0.findings.iter().any(Diagnostic::is_error);
    let with_all = variant.is_none() && !broken;
    let (coverage, layers) = rayon::join(
        || play::coverage(&game.rules, &game.suite),
        || if with_all { game.layers(folder) } else { Ok(Default::default()) },
    );
    let (reviewed, layers) = layers?;
    let ReadGame { texts, rules, mut suite, found: (mut first, count_of_rules) } = game;
    // Of rules and scenarios that could not be read nobody knows what they cite and prove.
    if !broken && suite.diagnostics.is_empty() {
        first.findings.extend(coverage.iter().flat_map(|coverage| coverage.findings.clone()));
        first.findings.extend(if variant.is_none() { play::unread(&rules, &suite) } else { Vec::new() });
        first.findings.extend(threshold.and_then(|least| coverage.clone().unwrap_or_default().below(least)));
    }
    let facts =
        facts(&rules, count_of_rules, &suite, folder).into_iter().chain(coverage.as_ref().map(clauses)).collect();
    let mut checked = CheckedGame { name: rules.name().to_string(), facts, layers: vec![first] };
    let findings: Vec<Diagnostic> = suite.diagnostics.drain(..).chain(reviewed).collect();
    for (sources, findings) in [(suite.sources.clone(), findings), balance(folder)?] {
        if !findings.is_empty() {
            checked.layers.push(LayerFindings { variant: None, sources, findings, waived: Vec::new() });
        }
    }
    for layer in layers {
        checked.lay(layer);
    }
    give_back((texts, rules, suite));
    Ok(checked)
}

/// What is wrong with how `balance.yaml` is written, if there is one.
fn balance(folder: &Path) -> Result<(Sources, Vec<Diagnostic>), Stop> {
    let (mut sources, file) = (Sources::new(), folder.join(budget::FILE));
    if file.is_file() {
        sources.read_file(&file).map_err(Stop::usage)?;
    }
    let found = budget::read(&sources).1;
    Ok((sources, found))
}

/// Gives back what a game took, beside whatever comes next: nobody waits for it.
fn give_back(taken: impl Send + 'static) {
    rayon::spawn(move || drop(taken));
}

/// Marks clauses as read in `rulebook.yaml`.
fn mark(folder: &Path, ids: &[String], console: &mut Console) -> Result<(), Stop> {
    let file = folder.join("rulebook.yaml");
    let rules = load::rules(folder, None, console)?;
    let suite = scenario::read(&folder.join("scenarios"), None, None)?;
    let text = text::read(&file).map_err(Stop::usage)?;
    let marked = play::marked(&rules, &suite, &text, ids);
    let marked = marked.map_err(|why| Stop::usage(format!("`{}` {why}", file.display())))?;
    whole::write(&file, &marked).map_err(|error| Error::unwritten("write", &file, &error))?;
    Ok(())
}

/// The findings of rules with a variant laid over them; of one alone also what it does to its game, `base`, without saying so.
fn layer_laid(rules: &Rules, variant: &str, base: Option<&Rules>) -> LayerFindings {
    let slips = || base.filter(|_| rules.title().is_some()).map(|base| rules.slips_of_variant(base));
    let ((mut layer, _), slips) = rayon::join(|| layer(rules, Some(variant)), slips);
    layer.findings.extend(slips.unwrap_or_default());
    layer
}

/// The findings of the rules; if there is no error, those of every set-up, too. And how many rules the last of these can run.
fn layer(rules: &Rules, variant: Option<&str>) -> (LayerFindings, Option<usize>) {
    let variant = variant.map(String::from);
    let (sources, findings) = (rules.sources().clone(), rules.diagnostics().to_vec());
    let mut layer = LayerFindings { variant, sources, findings, waived: rules.waived().to_vec() };
    if layer.findings.iter().any(Diagnostic::is_error) {
        return (layer, None);
    }
    let choices = SetupArgs { variant: layer.variant.clone(), set: Vec::new() };
    let allowed: Vec<usize> = seats::allowed(rules).into_iter().flatten().collect();
    let drafts: Vec<_> = allowed.par_iter().map(|&players| rules.draft(&seats::setup(players, &choices))).collect();
    let mut count_of_rules = None;
    for (players, draft) in allowed.into_iter().zip(drafts) {
        match draft {
            Ok(draft) => count_of_rules = Some(draft.rules()),
            Err(LoadError::Findings { sources, diagnostics }) => {
                layer.sources = *sources;
                let new: Vec<Diagnostic> = diagnostics.into_iter().filter(|d| !layer.findings.contains(d)).collect();
                layer.findings.extend(new);
            }
            Err(LoadError::Error(error)) => {
                let nowhere = tavola_syntax::text::Span::NONE;
                let finding =
                    Diagnostic::error(codes::NO_SETUP, nowhere, format!("for {}: {error}", count(players, "player")));
                layer.findings.push(finding.help("give the settings that depend on it a value for so many players"));
            }
        }
        if layer.findings.iter().any(Diagnostic::is_error) {
            break;
        }
    }
    (layer, count_of_rules)
}

/// What the game consists of, for the summary of a fine game.
fn facts(rules: &Rules, count_of_rules: Option<usize>, suite: &Suite, folder: &Path) -> Vec<String> {
    let Some(range) = seats::allowed(rules) else {
        return Vec::new();
    };
    let (fewest, most) = range.into_inner();
    let players = if fewest == most { count(most as u64, "player") } else { format!("{fewest}-{most} players") };
    let mut facts = vec![players];
    let rulings = rules.settings(most).iter().filter(|setting| setting.ruling).count();
    let counts = [
        (rules.settings(most).len() - rulings, "setting"),
        (rulings, "ruling"),
        (count_of_rules.unwrap_or(0), "rule"),
        (variants_in(folder).len(), "variant"),
        (suite.scenarios.len(), "scenario"),
    ];
    facts.extend(counts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| count(*n as u64, what)));
    vec![facts.join(", ")]
}

/// `152 clauses: 140 cited by rules, 120 proved by scenarios`; hints ask for neither.
fn clauses(coverage: &Coverage) -> String {
    let Coverage { cited, proved, not_observable, .. } = coverage;
    let all = count(coverage.clauses as u64, "clause");
    let silent = if *not_observable > 0 { format!(", {not_observable} not observable") } else { String::new() };
    format!("{all}: {cited} cited by rules, {proved} proved by scenarios{silent}")
}

fn show(checked: &CheckedGame, format: Format, console: &mut Console) -> Result<(), Stop> {
    for layer in checked.layers.iter().filter(|l| !l.findings.is_empty()) {
        match format {
            Format::Pretty => {
                findings::pretty(&layer.findings, &layer.sources, console)?;
                let with = layer.variant.as_ref().map(|v| format!(" with {v}")).unwrap_or_default();
                let name = format!("{}{with}", checked.name);
                console.say(findings::summary(findings::tally(&layer.findings), &name, console.paint))?;
            }
            Format::Github => findings::github(&layer.findings, &layer.sources, console)?,
            Format::Json => {}
        }
    }
    if format == Format::Pretty && checked.layers.iter().all(|l| l.findings.is_empty()) {
        let name = console.paint.bold(&clean(&checked.name));
        console.say(format!("{name}: {}", console.paint.green("fine")))?;
        checked.facts.iter().try_for_each(|line| console.say(format!("  {line}")))?;
    }
    let waived = checked.waived().count() as u64;
    if format == Format::Pretty && waived > 0 {
        console.say(format!("  {} waived", count(waived, "finding")))?;
    }
    Ok(())
}

impl LayerFindings {
    fn report(&self) -> Vec<Finding> {
        self.findings.iter().map(|f| Finding::new(f, &self.sources)).collect()
    }
}

impl CheckedGame {
    /// Adds what was found with a variant and not without it.
    fn lay(&mut self, mut layer: LayerFindings) {
        let base = &mut self.layers[0];
        // What a line waives only where the variant is laid over it is not waived for nothing.
        base.findings.retain(|f| !layer.waived.iter().any(|waived| waived.span == f.span && is_waiver(f.code)));
        layer.waived.retain(|waived| !base.waived.contains(waived));
        let told: Vec<Finding> = self.layers.iter().flat_map(LayerFindings::report).collect();
        layer.findings.retain(|f| !told.contains(&Finding::new(f, &layer.sources)));
        self.layers.push(layer);
    }

    /// Whether there is an error, or a warning that is denied.
    fn fails(&self, deny: &[Denied]) -> bool {
        let denied =
            |code: &str| deny.iter().any(|what| *what == Denied::All || *what == Denied::Code(code.to_owned()));
        self.layers.iter().flat_map(|layer| &layer.findings).any(|finding| finding.is_error() || denied(finding.code))
    }

    /// What lines waive.
    fn waived(&self) -> impl Iterator<Item = (&LayerFindings, &Waived)> {
        self.layers.iter().flat_map(|layer| layer.waived.iter().map(move |waived| (layer, waived)))
    }

    fn report(&self, folder: &Path) -> CheckReport {
        let mut all = Vec::new();
        let (mut errors, mut warnings) = (0, 0);
        for layer in &self.layers {
            let (e, w) = findings::tally(&layer.findings);
            errors += e;
            warnings += w;
            all.extend(layer.report().into_iter().map(|f| f.of_variant(layer.variant.clone())));
        }
        let path = folder.display().to_string();
        let fine = |(layer, waived): (&LayerFindings, &Waived)| Fine {
            finding: Finding::new(&waived.finding, &layer.sources).of_variant(layer.variant.clone()),
            reason: waived.reason.clone(),
        };
        let waived = self.waived().map(fine).collect();
        CheckReport { game: self.name.clone(), path, errors, warnings, findings: all, waived }
    }
}
