//! `tavola clause`: clauses with their rules and scenarios, and settings, rulings and variants by name.

use serde::Serialize;

use super::args::{ClauseArgs, Figures};
use super::console::Console;
use super::ending::{Exit, Stop, VerbResult};
use super::paint::clean;
use super::{folders, load};
use tavola_game::Erratum;
use tavola_lab::{self as play, NamedSwitch, Traced, scenario};

/// Runs the verb.
///
/// # Errors
/// When the rules or the scenarios cannot be read, there is no rulebook, or nothing is found.
pub(crate) fn run(args: &ClauseArgs, console: &mut Console) -> VerbResult {
    let folder = folders::one(&args.path)?;
    let rules = load::rules(&folder, None, console)?;
    if rules.rulebook().is_none() {
        return Err(Stop::usage(format!("`{}` has no `rulebook.yaml`", folder.display())));
    }
    let suite = scenario::read(&folder.join("scenarios"), None, None)?;
    let found = play::trace(&rules, &suite, &args.words);
    let named = play::named(&folder, &rules, &args.words)?;
    if found.is_empty() && named.is_empty() {
        let (words, folder) = (args.words.join(" "), folder.display());
        return Err(Stop::usage(format!("no clause, ruling, setting or variant of `{folder}` contains `{words}`")));
    }
    match args.format {
        Figures::Json => console.json(&Clauses {
            version: 1,
            clauses: found.iter().map(entry).collect(),
            names: named.iter().map(name).collect(),
        })?,
        Figures::Pretty => {
            found.iter().try_for_each(|traced| show(traced, console))?;
            named.iter().try_for_each(|named| show_name(named, console))?;
        }
    }
    Ok(Exit::Fine)
}

/// Prints a setting, ruling or variant.
fn show_name(
    NamedSwitch { kind, name, place, text, clauses }: &NamedSwitch,
    console: &mut Console,
) -> Result<(), Stop> {
    let paint = console.paint;
    console.say(format!("{kind} {}  {}", paint.bold(&clean(name)), paint.dim(&clean(place))))?;
    console.say(format!("  {}", clean(text)))?;
    if !clauses.is_empty() {
        console.say(format!("  clauses   {}", clauses.join(", ")))?;
    }
    console.say("")
}

fn show(traced: &Traced, console: &mut Console) -> Result<(), Stop> {
    let paint = console.paint;
    console.say(format!("{}  {}", paint.bold(&traced.id), paint.dim(&clean(&traced.section))))?;
    console.say(format!("  {}", clean(&traced.text)))?;
    for Erratum { date, source, before, .. } in &traced.errata {
        console.say(format!("  erratum   {date}, {}: until then \"{}\"", clean(source), clean(before)))?;
    }
    for (id, text) in &traced.rulings {
        console.say(format!("  ruling    {id} {}", clean(text)))?;
    }
    for line in &traced.lines {
        console.say(format!("  rule      {}  {}", paint.dim(&clean(&line.place)), clean(&line.words)))?;
    }
    for (name, place) in &traced.scenarios {
        console.say(format!("  scenario  {}  {}", paint.dim(&clean(place)), clean(name)))?;
    }
    console.say("")
}

/// Clauses, for programs.
#[derive(Serialize)]
struct Clauses<'a> {
    version: u32,
    clauses: Vec<ClauseReport<'a>>,
    names: Vec<NameReport<'a>>,
}

/// A setting, ruling or variant, for programs.
#[derive(Serialize)]
struct NameReport<'a> {
    kind: &'a str,
    name: &'a str,
    place: &'a str,
    text: &'a str,
    clauses: &'a [String],
}

/// A clause, for programs.
#[derive(Serialize)]
struct ClauseReport<'a> {
    id: &'a str,
    section: &'a str,
    text: &'a str,
    rules: Vec<LineReport<'a>>,
    scenarios: Vec<CaseReport<'a>>,
    rulings: Vec<RulingReport<'a>>,
    errata: Vec<ErratumReport<'a>>,
}

/// A line that cites a clause, for programs.
#[derive(Serialize)]
struct LineReport<'a> {
    place: &'a str,
    text: &'a str,
}

/// A scenario that proves a clause, for programs.
#[derive(Serialize)]
struct CaseReport<'a> {
    place: &'a str,
    name: &'a str,
}

/// A ruling that is cited beside a clause, for programs.
#[derive(Serialize)]
struct RulingReport<'a> {
    id: &'a str,
    text: &'a str,
}

/// An erratum, for programs.
#[derive(Serialize)]
struct ErratumReport<'a> {
    date: &'a str,
    source: &'a str,
    before: &'a str,
    after: &'a str,
}

fn entry(traced: &Traced) -> ClauseReport<'_> {
    ClauseReport {
        id: &traced.id,
        section: &traced.section,
        text: &traced.text,
        rules: traced.lines.iter().map(|line| LineReport { place: &line.place, text: &line.words }).collect(),
        scenarios: traced.scenarios.iter().map(|(name, place)| CaseReport { place, name }).collect(),
        rulings: traced.rulings.iter().map(|(id, text)| RulingReport { id, text }).collect(),
        errata: traced.errata.iter().map(erratum).collect(),
    }
}

fn name(NamedSwitch { kind, name, place, text, clauses }: &NamedSwitch) -> NameReport<'_> {
    NameReport { kind, name, place, text, clauses }
}

fn erratum(erratum: &Erratum) -> ErratumReport<'_> {
    let Erratum { date, source, before, after, .. } = erratum;
    ErratumReport { date, source, before, after }
}
