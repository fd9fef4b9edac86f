//! `tavola clause`: clauses with their rules and scenarios, and settings, rulings, variants and scenarios by name.

use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;

use super::args::{ClauseArgs, Figures};
use super::console::Console;
use super::document::{Document, Ink, TextLine};
use super::ending::{Exit, Stop, VerbResult};
use super::{folders, load};
use tavola_game::{Erratum, Rules};
use tavola_lab::scenario::{Example, Scenario, Suite};
use tavola_lab::{self as play, NamedSwitch, Traced, scenario};
use tavola_syntax::text::capital;

/// Runs the verb.
///
/// # Errors
/// When the rules or the scenarios cannot be read, there is no rulebook, or nothing is found.
pub(crate) fn run(args: &ClauseArgs, console: &mut Console) -> VerbResult {
    let folder = folders::one(&args.path)?;
    let rules = load::rules_or_rulebook(&folder, None, console)?;
    let found = find(&folder, &rules, &args.words)?;
    match args.format {
        Figures::Json => console.json(&found.report())?,
        Figures::Pretty => found.document(&rules, &|_| None).write(args.format, console)?,
        format => found.document(&rules, &|id| found.example(&rules, id)).write(format, console)?,
    }
    Ok(Exit::Fine)
}

/// Number of scenarios that are tried for an example.
const TRIED: usize = 5;

/// Clauses and names that were found.
pub(super) struct FoundClauses {
    clauses: Vec<Traced>,
    names: Vec<NamedSwitch>,
    suite: Suite,
}

/// Finds the clauses, settings, rulings, variants and scenarios of a game that contain some words, or else the rows of its other tables.
///
/// # Errors
/// When the scenarios cannot be read, there is no rulebook, or nothing is found.
pub(super) fn find(folder: &Path, rules: &Rules, words: &[String]) -> Result<FoundClauses, Stop> {
    if rules.rulebook().is_none() {
        return Err(Stop::usage(format!("`{}` has no `rulebook.yaml`", folder.display())));
    }
    let suite = scenario::read(&folder.join("scenarios"), None, None)?;
    let clauses = play::trace(rules, &suite, words);
    let mut names = play::named(folder, rules, words)?;
    names.extend(play::named_scenarios(&suite, &clauses, words));
    if clauses.is_empty() && names.is_empty() {
        names = play::named_rows(rules, words);
    }
    if clauses.is_empty() && names.is_empty() {
        let (words, folder) = (words.join(" "), folder.display());
        return Err(Stop::usage(format!(
            "no clause, ruling, setting, variant or scenario of `{folder}` contains `{words}`, nor does a row of its tables"
        )));
    }
    Ok(FoundClauses { clauses, names, suite })
}

impl FoundClauses {
    /// The report for programs.
    pub(super) fn report(&self) -> Clauses<'_> {
        Clauses {
            version: 2,
            clauses: self.clauses.iter().map(entry).collect(),
            names: self.names.iter().map(name).collect(),
        }
    }
}

impl FoundClauses {
    /// A scenario that plays a clause, with its lines. None for a clause of a variant or a setting alone.
    fn example(&self, rules: &Rules, id: &str) -> Option<(&Scenario, Example)> {
        let plainly = |case: &&Scenario| {
            case.proves(id) && case.setup.variant.is_none() && case.setup.settings.is_empty() && case.change.is_none()
        };
        let mut cases: Vec<&Scenario> = self.suite.scenarios.iter().filter(plainly).collect();
        cases.sort_by_key(|case| (case.looks_behind(), case.clauses.len()));
        cases.into_iter().take(TRIED).find_map(|case| Some((case, scenario::example(rules, case)?)))
    }

    /// The page. `example` gives a worked example of a clause.
    fn document<'a>(&'a self, rules: &Rules, example: &dyn Fn(&str) -> Option<(&'a Scenario, Example)>) -> Document {
        document(rules.shown_title(), &self.clauses, &self.names, &|id| {
            let (case, example) = example(id)?;
            let Example { position, lines, .. } = example.shortened(EXAMPLE_LINES);
            let position: Vec<&str> = position.iter().map(|line| line.sentence.as_str()).collect();
            let position =
                if position.is_empty() { String::new() } else { format!(" {}.", capital(&position.join("; "))) };
            Some((format!("Example: {}.{position}", case.name), lines))
        })
    }
}

/// Number of lines from which on an example begins with its first answer.
const EXAMPLE_LINES: usize = 20;

/// The heading and the lines of an example of a clause.
type ShownExample = Option<(String, Vec<String>)>;

fn document(title: &str, found: &[Traced], named: &[NamedSwitch], example: &dyn Fn(&str) -> ShownExample) -> Document {
    let mut out = Document::new(format!("{title}: clauses"));
    for traced in found {
        out.title(TextLine::of(Ink::Strong, &traced.id).plain("  ").and(Ink::Muted, &traced.section));
        let errata = traced.errata.iter().map(|Erratum { date, source, before, .. }| {
            TextLine::from(format!("erratum   {date}, {source}: before ")).long(&format!("\"{before}\""))
        });
        let variants =
            traced.variants.iter().map(|own| TextLine::from(format!("variant   {}: ", own.variant)).long(own.shown()));
        let rulings = traced.rulings.iter().map(|(id, text)| TextLine::from(format!("ruling    {id} {text}")));
        let at = |what: &str, place: &str, said: &str| {
            TextLine::from(what).and(Ink::Muted, place).plain(format!("  {said}"))
        };
        let lines = traced.lines.iter().map(|line| at("line      ", &line.place, &line.words));
        let scenarios = traced.scenarios.iter().map(|(name, place)| at("scenario  ", place, name));
        let text = std::iter::once(TextLine::default().long(&traced.text));
        let answers = [
            ("why       ", traced.why.as_slice()),
            ("or        ", &traced.alternatives),
            ("rejected  ", &traced.rejected),
        ];
        let answers =
            answers.into_iter().flat_map(|(what, texts)| texts.iter().map(move |text| format!("{what}{text}").into()));
        out.list(text.chain(answers).chain(errata).chain(variants).chain(rulings).chain(lines).chain(scenarios));
        if let Some((head, lines)) = example(&traced.id) {
            out.gap();
            out.line(head);
            out.list(lines);
        }
        out.gap();
    }
    for NamedSwitch { kind, name, place, text, clauses, readers } in named {
        out.title(TextLine::from(format!("{kind} ")).and(Ink::Strong, name).plain("  ").and(Ink::Muted, place));
        let cited = (!clauses.is_empty()).then(|| format!("clauses   {}", clauses.join(", ")));
        let read = (!readers.is_empty()).then(|| format!("read by   the rules of {}", readers.join(", ")));
        let text = (!text.is_empty()).then(|| text.clone());
        out.list(text.into_iter().chain(cited).chain(read));
        out.gap();
    }
    let found = (found.len() + named.len()) as u64;
    if found > 1 {
        out.line(format!("{found} found"));
    }
    out
}

/// Clauses and settings that have the words.
#[derive(Serialize, JsonSchema)]
pub(super) struct Clauses<'a> {
    version: u32,
    /// Clauses and rulings, in the order of the rulebook.
    clauses: Vec<ClauseReport<'a>>,
    /// Settings, rulings, variants and scenarios.
    names: Vec<NameReport<'a>>,
}

/// A setting, ruling, variant or scenario, for programs.
#[derive(Serialize, JsonSchema)]
struct NameReport<'a> {
    /// `setting`, `ruling`, `variant` or `scenario`.
    kind: &'a str,
    /// Its name.
    name: &'a str,
    /// `file:line:column`.
    place: &'a str,
    /// Its meaning and value, its question and answer, or its title. Empty for a scenario.
    text: &'a str,
    /// Clauses that it cites, or proves.
    clauses: &'a [String],
    /// Other clauses whose rules read it.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    readers: &'a [String],
}

/// A clause, for programs.
#[derive(Serialize, JsonSchema)]
struct ClauseReport<'a> {
    /// Its id in `rulebook.yaml`.
    id: &'a str,
    /// Its section; `Rulings` for a ruling.
    section: &'a str,
    /// Its text.
    text: &'a str,
    /// Lines of the rules that cite it.
    lines: Vec<LineReport<'a>>,
    /// Scenarios that prove it.
    scenarios: Vec<CaseReport<'a>>,
    /// Rulings that are cited beside it or belong to it.
    rulings: Vec<RulingReport<'a>>,
    /// Errata that change its text.
    errata: Vec<ErratumReport<'a>>,
    /// Its texts under variants.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variants: Vec<VariantReport<'a>>,
    /// Of a ruling: the reason of its answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
    /// Of a ruling: the other answers.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    alternatives: &'a [String],
    /// Of a ruling: the rejected readings.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    rejected: &'a [String],
}

/// A line that cites a clause, for programs.
#[derive(Serialize, JsonSchema)]
struct LineReport<'a> {
    /// `file:line:column`.
    place: &'a str,
    /// The line.
    text: &'a str,
}

/// A scenario that proves a clause, for programs.
#[derive(Serialize, JsonSchema)]
struct CaseReport<'a> {
    /// `file:line:column`.
    place: &'a str,
    /// Name of the scenario.
    name: &'a str,
}

/// A ruling that is cited beside a clause, for programs.
#[derive(Serialize, JsonSchema)]
struct RulingReport<'a> {
    /// Its id in `rulebook.yaml`.
    id: &'a str,
    /// Its question and answer.
    text: &'a str,
}

/// An erratum, for programs.
#[derive(Serialize, JsonSchema)]
struct ErratumReport<'a> {
    /// Date of the erratum: `2025-02-01`.
    date: &'a str,
    /// Who published it.
    source: &'a str,
    /// The text before it.
    before: &'a str,
    /// The text since then.
    after: &'a str,
}

/// The text of a clause under a variant, for programs.
#[derive(Serialize, JsonSchema)]
struct VariantReport<'a> {
    /// Name of the variant.
    variant: &'a str,
    /// The text of the clause there.
    text: &'a str,
}

fn entry(traced: &Traced) -> ClauseReport<'_> {
    ClauseReport {
        id: &traced.id,
        section: &traced.section,
        text: &traced.text,
        lines: traced.lines.iter().map(|line| LineReport { place: &line.place, text: &line.words }).collect(),
        scenarios: traced.scenarios.iter().map(|(name, place)| CaseReport { place, name }).collect(),
        rulings: traced.rulings.iter().map(|(id, text)| RulingReport { id, text }).collect(),
        errata: traced.errata.iter().map(erratum).collect(),
        variants: traced
            .variants
            .iter()
            .map(|own| VariantReport { variant: &own.variant, text: own.shown() })
            .collect(),
        why: traced.why.as_deref(),
        alternatives: &traced.alternatives,
        rejected: &traced.rejected,
    }
}

fn name(NamedSwitch { kind, name, place, text, clauses, readers }: &NamedSwitch) -> NameReport<'_> {
    NameReport { kind, name, place, text, clauses, readers }
}

fn erratum(erratum: &Erratum) -> ErratumReport<'_> {
    let Erratum { date, source, before, after, .. } = erratum;
    ErratumReport { date, source, before, after }
}
