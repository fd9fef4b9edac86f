//! What came of the tests: for people, as JSON, as annotations.

use serde::Serialize;
use similar::{ChangeTag, DiffTag, TextDiff};

use super::gather::{Case, Changed, Tested};
use super::is_data;
use super::junit;
use super::variant::Fares;
use crate::play::scenario::Failure;
use crate::play::snapshot;
use crate::tools::args::{TestArgs, TestFormat};
use crate::tools::console::Console;
use crate::tools::ending::Stop;
use crate::tools::findings::{self, Finding};
use crate::tools::paint::{Paint, clean, count};

/// So many lines of the place where transcripts part are shown.
const SHOWN: usize = 24;

/// Shows each transcript that differs and keeps it from now on.
///
/// # Errors
/// When a transcript or stdout cannot be written.
pub(super) fn accept(tested: &mut Tested, format: TestFormat, console: &mut Console) -> Result<(), Stop> {
    for case in &mut tested.cases {
        let Some(changed) = &case.changed else { continue };
        let what = if changed.missing { "new" } else { "changed" };
        let head = format!("{what}: {}", changed.file.display());
        if is_data(format) {
            console.note(head);
        } else {
            console.say(console.paint.bold(&head))?;
            let difference = difference(changed, console.paint);
            difference.iter().try_for_each(|line| console.say(line))?;
        }
        snapshot::accept(&changed.file, &changed.new).map_err(|error| Stop::ours(error.message))?;
        case.changed = None;
    }
    Ok(())
}

/// The failures of a game.
///
/// # Errors
/// When stdout cannot be written.
pub(super) fn failures(tested: &Tested, format: TestFormat, console: &mut Console) -> Result<(), Stop> {
    for (sources, found) in &tested.findings {
        match format {
            TestFormat::Pretty => findings::pretty(found, sources, console)?,
            TestFormat::Github => findings::github(found, sources, console)?,
            TestFormat::Json | TestFormat::Junit => {}
        }
    }
    for case in tested.cases.iter().filter(|case| !case.passed()) {
        match format {
            TestFormat::Pretty => failure(tested, case, console)?,
            TestFormat::Github => annotation(case, console)?,
            TestFormat::Json | TestFormat::Junit => {}
        }
    }
    if format == TestFormat::Pretty { touched(tested, console) } else { Ok(()) }
}

fn failure(tested: &Tested, case: &Case, console: &mut Console) -> Result<(), Stop> {
    let paint = console.paint;
    let place = case.place.as_ref().map(|place| paint.dim(&format!("  {place}"))).unwrap_or_default();
    console.say(format!("{} {}: {}{place}", paint.red("FAILED"), tested.name, paint.bold(&clean(&case.name))))?;
    for failure in &case.failures {
        console.say(format!("  {}", clean(&failure.what)))?;
        console.say(format!("    expected: {}", paint.green(&clean(&failure.expected))))?;
        console.say(format!("    actual:   {}", paint.red(&clean(&failure.actual))))?;
        if let Some(hint) = &failure.hint {
            console.say(format!("    note:     {}", clean(hint)))?;
        }
        let scenario = cited(&failure.place, &case.clauses);
        let rule = failure.rule.as_ref().map(|rule| cited(rule, &failure.clauses)).unwrap_or_default();
        for (name, place) in [("scenario", scenario), ("rule", rule)].into_iter().filter(|(_, place)| !place.is_empty())
        {
            console.say(paint.dim(&format!("    {name}: {place}")))?;
        }
    }
    for (place, what) in case.because.iter().flatten() {
        console.say(format!("  because of {}  {}", clean(what), paint.dim(&clean(place))))?;
    }
    if let (Some(fares), Some(_)) = (&tested.fares, &case.because) {
        let name = clean(&case.name);
        let instead = format!("`variant: {}` and `instead: {name}`", fares.variant);
        console.say(format!("  if that is right, say so by a scenario with {instead}"))?;
    }
    if let Some(changed) = &case.changed {
        let what = if changed.missing { "no transcript was accepted yet" } else { "the transcript differs" };
        console.say(format!("  {what}: {}", changed.file.display()))?;
        if !changed.missing {
            difference(changed, paint).iter().try_for_each(|line| console.say(line))?;
        }
    }
    console.say(format!("  again: {}\n", again(tested, case)))
}

/// A place, with the clauses that stand there: `valley.tavola:12:3 [VL-1.2]`.
pub(super) fn cited(place: &str, clauses: &[String]) -> String {
    if place.is_empty() || clauses.is_empty() { place.to_owned() } else { format!("{place} [{}]", clauses.join(", ")) }
}

/// What the clauses say that the failures of a game touch.
fn touched(tested: &Tested, console: &mut Console) -> Result<(), Stop> {
    let touched = tested.touched();
    if !touched.is_empty() {
        console.say("the clauses that these failures touch:")?;
        touched
            .iter()
            .try_for_each(|(id, text)| console.say(format!("  {}  {}", console.paint.bold(id), clean(text))))?;
        console.say("")?;
    }
    Ok(())
}

/// The command that runs this test alone (and accepts its transcript, if that is what is wrong).
fn again(tested: &Tested, case: &Case) -> String {
    let update = match &tested.fares {
        Some(fares) => format!(" --variant {}", fares.variant),
        None if case.changed.is_some() => " --update".to_owned(),
        None => String::new(),
    };
    let name = case.name.replace('\\', "\\\\").replace('"', "\\\"");
    format!("tavola test {} \"{}\"{update}", tested.folder.display(), clean(&name))
}

/// Where two transcripts first part, with a little around it, and how much differs after that.
pub(super) fn difference(changed: &Changed, paint: Paint) -> Vec<String> {
    let diff = TextDiff::from_lines(changed.old.as_str(), changed.new.as_str());
    let groups = diff.grouped_ops(2);
    let mut lines = Vec::new();
    for change in groups.first().into_iter().flatten().flat_map(|op| diff.iter_changes(op)) {
        let text = clean(change.value().trim_end_matches('\n'));
        lines.push(match change.tag() {
            ChangeTag::Equal => format!("      {text}"),
            ChangeTag::Delete => paint.red(&format!("    - {text}")),
            ChangeTag::Insert => paint.green(&format!("    + {text}")),
        });
    }
    let cut = lines.len().saturating_sub(SHOWN);
    lines.truncate(SHOWN);
    let later = groups.iter().skip(1).flatten().fold((0, 0), |(gone, come), op| {
        let lines = |tag: DiffTag, range: std::ops::Range<usize>| {
            if op.tag() == tag || op.tag() == DiffTag::Replace { range.len() } else { 0 }
        };
        (gone + lines(DiffTag::Delete, op.old_range()), come + lines(DiffTag::Insert, op.new_range()))
    });
    if cut > 0 {
        lines.push(paint.dim(&format!("    ... {cut} more lines here")));
    }
    if groups.len() > 1 {
        let places = count(groups.len() as u64 - 1, "later place");
        lines.push(paint.dim(&format!("    ... and in {places}: {} lines gone, {} new", later.0, later.1)));
    }
    lines
}

/// Where an annotation stands: `,file=..,line=..,col=..` out of `file:line:column`.
pub(super) fn at(place: &str) -> Option<String> {
    let mut parts = place.rsplitn(3, ':');
    let (column, line, file) = (parts.next()?, parts.next()?, parts.next()?);
    Some(format!(",file={},line={line},col={column}", findings::property(file)))
}

fn annotation(case: &Case, console: &mut Console) -> Result<(), Stop> {
    let title = findings::property(&case.name);
    let head = |place: Option<&str>| format!("::error title={title}{}", place.and_then(at).unwrap_or_default());
    for Failure { what, expected, actual, place, rule, clauses, hint, .. } in &case.failures {
        let hint = hint.as_ref().map(|hint| format!("\nnote: {hint}")).unwrap_or_default();
        let rule = rule.as_ref().map(|rule| format!("\nrule: {}", cited(rule, clauses))).unwrap_or_default();
        let text = format!("{what}\nexpected: {expected}\nactual: {actual}{hint}{rule}");
        console.say(format!("{}::{}", head(Some(place)), findings::data(&text)))?;
    }
    if let Some(changed) = &case.changed {
        let text = format!("the transcript {} differs", changed.file.display());
        console.say(format!("{}::{}", head(case.place.as_deref()), findings::data(&text)))?;
    }
    Ok(())
}

/// All tests of all games, for programs.
#[derive(Serialize)]
struct Report<'a> {
    version: u32,
    passed: usize,
    failed: usize,
    games: Vec<GameReport<'a>>,
}

/// The tests of one game, for programs.
#[derive(Serialize)]
struct GameReport<'a> {
    game: &'a str,
    path: String,
    findings: Vec<Finding>,
    /// The clauses that failures touch.
    touched: Vec<Touched<'a>>,
    tests: Vec<TestReport<'a>>,
}

/// A clause that failures touch, for programs.
#[derive(Serialize)]
struct Touched<'a> {
    id: &'a str,
    text: &'a str,
}

/// One test, for programs.
#[derive(Serialize)]
struct TestReport<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<&'a str>,
    /// What it proves.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    clauses: &'a [String],
    passed: bool,
    /// The changes of the variant without which it would hold.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    because: Vec<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    failures: Vec<FailureReport<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    transcript: Option<TranscriptReport>,
}

/// One thing that is not as it must be, for programs.
#[derive(Serialize)]
struct FailureReport<'a> {
    what: &'a str,
    expected: &'a str,
    actual: &'a str,
    place: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'a str>,
    /// What the line of the rule cites.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    clauses: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a str>,
}

/// A transcript that differs, for programs.
#[derive(Serialize)]
struct TranscriptReport {
    file: String,
    missing: bool,
    difference: Vec<String>,
}

/// How many passed and failed; all of it as JSON.
///
/// # Errors
/// When stdout cannot be written.
pub(super) fn summary(all: &[Tested], args: &TestArgs, console: &mut Console) -> Result<(), Stop> {
    let failed: usize = all.iter().map(Tested::failed).sum();
    let passed = all.iter().map(|tested| tested.cases.len()).sum::<usize>() - failed;
    match args.format {
        TestFormat::Json => {
            console.json(&Report { version: 1, passed, failed, games: all.iter().map(report).collect() })
        }
        TestFormat::Github => Ok(()),
        TestFormat::Junit => junit::write(&junit::tests(all), console),
        TestFormat::Pretty => {
            let paint = console.paint;
            for tested in all {
                if let Some(fares) = &tested.fares {
                    console.say(fare(tested, fares))?;
                }
                let errors =
                    tested.findings.iter().map(|(_, f)| findings::tally(f)).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
                if errors != (0, 0) {
                    console.say(findings::summary(errors, &tested.name, paint))?;
                }
            }
            let passed = format!("{passed} passed");
            let failed_text = format!("{failed} failed");
            let failed_text = if failed > 0 { paint.red(&failed_text) } else { failed_text };
            let games = if all.len() > 1 { format!(" in {}", count(all.len() as u64, "game")) } else { String::new() };
            console.say(format!("{}, {failed_text}{games}", paint.green(&passed)))
        }
    }
}

/// `valley under night: 140 scenarios still hold, 3 are adapted, 1 differs`
fn fare(tested: &Tested, fares: &Fares) -> String {
    let Fares { variant, hold, adapted, differ } = fares;
    let hold = count(*hold as u64, "scenario");
    format!("{} under {variant}: {hold} as in the game, {adapted} adapted, {differ} unlike it", tested.name)
}

fn report(tested: &Tested) -> GameReport<'_> {
    GameReport {
        game: &tested.name,
        path: tested.folder.display().to_string(),
        findings: tested.findings.iter().flat_map(|(s, all)| all.iter().map(move |f| Finding::new(f, s))).collect(),
        touched: tested.touched().into_iter().map(|(id, text)| Touched { id, text }).collect(),
        tests: tested.cases.iter().map(test_report).collect(),
    }
}

fn test_report(case: &Case) -> TestReport<'_> {
    fn failure(failure: &Failure) -> FailureReport<'_> {
        let Failure { what, expected, actual, place, rule, clauses, hint, .. } = failure;
        FailureReport { what, expected, actual, place, rule: rule.as_deref(), clauses, hint: hint.as_deref() }
    }
    let transcript = case.changed.as_ref().map(|changed| TranscriptReport {
        file: changed.file.display().to_string(),
        missing: changed.missing,
        difference: difference(changed, Paint::new(false)).iter().map(|line| line.trim_start().to_string()).collect(),
    });
    TestReport {
        name: &case.name,
        place: case.place.as_deref(),
        clauses: &case.clauses,
        passed: case.passed(),
        because: case.because.iter().flatten().map(|(place, _)| place.as_str()).collect(),
        failures: case.failures.iter().map(failure).collect(),
        transcript,
    }
}
