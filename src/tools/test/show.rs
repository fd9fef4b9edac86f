//! Results of the tests: for people, and as annotations.

use std::collections::BTreeMap;

use super::lines::{cited, difference, how_to_accept, named, transcript};
use super::tested::{Case, Fares, Tested};
use super::{is_data, json, junit};
use crate::tools::args::{TestArgs, TestFormat};
use crate::tools::console::Console;
use crate::tools::ending::Stop;
use crate::tools::findings;
use crate::tools::paint::{clean, count};
use tavola_lab::scenario::Failure;
use tavola_lab::snapshot;

/// Why a transcript may be missing.
const COPIES: &str = "transcripts are kept outside of the game's folder; a copy of the folder has none";

/// Shows each transcript that differs and keeps it from now on. Of a new one, the text is not shown if all is accepted
/// unseen (`--yes`).
///
/// # Errors
/// When a transcript or stdout cannot be written.
pub(super) fn accept(tested: &mut Tested, args: &TestArgs, console: &mut Console) -> Result<(), Stop> {
    for case in &mut tested.cases {
        let Some(changed) = &case.changed else { continue };
        let what = if changed.missing { "new" } else { "changed" };
        let head = format!("{what}: {}", changed.file.display());
        if is_data(args.format) {
            console.note(head);
        } else {
            console.say(console.paint.bold(&head))?;
            if !(changed.missing && args.yes) {
                let difference = difference(changed, console.paint);
                difference.iter().try_for_each(|line| console.say(line))?;
            }
        }
        snapshot::accept(&changed.file, &changed.new)?;
        case.accepted = Some(what);
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
    let failed = tested.cases.iter().filter(|case| !case.passed());
    let (unaccepted, failed): (Vec<&Case>, Vec<&Case>) = failed.partition(|case| case.is_only_unaccepted());
    match format {
        TestFormat::Pretty => {
            by_cause(tested, &failed, console)?;
            affected_clauses(tested, console)?;
            missing_transcripts(tested, &unaccepted, console)
        }
        TestFormat::Github => failed.iter().chain(&unaccepted).try_for_each(|case| annotation(tested, case, console)),
        TestFormat::Json | TestFormat::Junit => Ok(()),
    }
}

/// Prints the tests that fail only because their transcript was never accepted: together, since one command accepts all of them.
fn missing_transcripts(tested: &Tested, cases: &[&Case], console: &mut Console) -> Result<(), Stop> {
    if let [] | [_] = cases {
        return cases.iter().try_for_each(|case| failure(tested, case, console));
    }
    let head = format!("{}: no accepted transcript of {}", tested.name, count(cases.len() as u64, "test"));
    console.say(format!("{} {}", console.paint.red("FAILED"), clean(&head)))?;
    for case in cases {
        let file = case.changed.as_ref().map(|changed| format!("  {}", changed.file.display())).unwrap_or_default();
        console.say(format!("  {}{}", clean(&case.name), console.paint.dim(&file)))?;
    }
    console.say(format!("  {COPIES}"))?;
    console.say(format!("  accept all missing transcripts: tavola test {} --update\n", tested.folder.display()))
}

/// Notes the tests whose transcripts have nothing to be compared with.
pub(super) fn uncompared(all: &[Tested], console: &Console) {
    for tested in all {
        let many = tested.cases.iter().filter(|case| case.is_uncompared()).count();
        if many > 0 {
            let what = format!("{}: no transcript is kept, so {} not compared", tested.name, them(many));
            console.note(format!("{what}; keep them: tavola test {} --update", tested.folder.display()));
        }
    }
}

fn them(many: usize) -> String {
    if many == 1 { "that of 1 test is".to_owned() } else { format!("those of {} are", count(many as u64, "test")) }
}

/// Minimum number of tests with the same cause that are listed together.
const TOGETHER: usize = 3;

/// Prints failed tests. Those that fail since the rules passed over the same line are listed below one head.
fn by_cause(tested: &Tested, failed: &[&Case], console: &mut Console) -> Result<(), Stop> {
    let cause = |case: &Case| match case.failures.as_slice() {
        [Failure { cause: Some(cause), rule: Some(rule), .. }] if case.because.is_none() => {
            Some((cause.clone(), rule.clone()))
        }
        _ => None,
    };
    let mut groups: BTreeMap<(String, String), Vec<&Case>> = BTreeMap::new();
    failed.iter().for_each(|case| groups.entry(cause(case).unwrap_or_default()).or_default().push(case));
    for case in failed {
        let own = cause(case).and_then(|cause| groups.get(&cause)).filter(|group| group.len() >= TOGETHER);
        match own {
            None => failure(tested, case, console)?,
            Some(group) if std::ptr::eq(group[0], *case) => same_cause(tested, group, console)?,
            Some(_) => {}
        }
    }
    Ok(())
}

/// Prints tests that fail for the same cause: what they share, then a line each.
fn same_cause(tested: &Tested, cases: &[&Case], console: &mut Console) -> Result<(), Stop> {
    let paint = console.paint;
    let Some(first) = cases[0].failures.first() else { return Ok(()) };
    let cause = first.cause.as_deref().unwrap_or_default();
    let head = format!("{}: {} for the same cause: {cause}", tested.name, count(cases.len() as u64, "test"));
    console.say(format!("{} {}", paint.red("FAILED"), clean(&head)))?;
    let rule = first.rule.as_ref().map(|rule| cited(rule, &first.clauses)).unwrap_or_default();
    console.say(paint.dim(&format!("    rule: {rule}")))?;
    for case in cases {
        let values = case.failures.iter().filter_map(|failure| failure.hint.as_deref()?.strip_prefix(cause));
        let values: String = values.collect();
        let place = case.place.as_ref().map(|place| paint.dim(&format!("  {place}"))).unwrap_or_default();
        console.say(format!("  {}{}{place}", paint.bold(&clean(&case.name)), clean(&values)))?;
    }
    console.say(format!("  one of them: {}\n", again(tested, cases[0])))
}

/// Prints a failed test.
///
/// # Errors
/// When stdout cannot be written.
pub(super) fn failure(tested: &Tested, case: &Case, console: &mut Console) -> Result<(), Stop> {
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
        let how = if case.can_be_drafted() { "; --update drafts it" } else { " by hand" };
        console.say(format!("  if this is intended, write a scenario with {instead}{how}"))?;
    }
    if let Some(changed) = &case.changed {
        console.say(format!("  {}", transcript(changed)))?;
        if changed.missing {
            console.say(format!("  {COPIES}"))?;
        } else {
            difference(changed, paint).iter().try_for_each(|line| console.say(line))?;
        }
        console.say(format!("  {}", how_to_accept(tested, case, changed)))?;
    }
    console.say(format!("  again: {}\n", again(tested, case)))
}

/// Texts of the clauses that the failures of a game touch.
fn affected_clauses(tested: &Tested, console: &mut Console) -> Result<(), Stop> {
    let affected = tested.affected_clauses();
    if !affected.is_empty() {
        console.say("clauses affected by these failures:")?;
        affected
            .iter()
            .try_for_each(|(id, text)| console.say(format!("  {}  {}", console.paint.bold(id), clean(text))))?;
        console.say("")?;
    }
    Ok(())
}

/// The command that runs this test alone.
fn again(tested: &Tested, case: &Case) -> String {
    let variant = tested.fares.as_ref().map_or_else(String::new, |fares| format!(" --variant {}", fares.variant));
    format!("tavola test {}{}{variant}", tested.folder.display(), named(case))
}

fn annotation(tested: &Tested, case: &Case, console: &mut Console) -> Result<(), Stop> {
    for Failure { what, expected, actual, place, rule, clauses, hint, .. } in &case.failures {
        let hint = hint.as_ref().map(|hint| format!("\nnote: {hint}")).unwrap_or_default();
        let rule = rule.as_ref().map(|rule| format!("\nrule: {}", cited(rule, clauses))).unwrap_or_default();
        let text = format!("{what}\nexpected: {expected}\nactual: {actual}{hint}{rule}");
        console.say(findings::error(&case.name, Some(place), &text))?;
    }
    if let Some(changed) = &case.changed {
        let text = format!("{}\n{}", transcript(changed), how_to_accept(tested, case, changed));
        console.say(findings::error(&case.name, case.place.as_deref(), &text))?;
    }
    Ok(())
}

/// Numbers of passed and failed tests; for programs everything.
///
/// # Errors
/// When stdout cannot be written.
pub(super) fn summary(all: &[&Tested], args: &TestArgs, console: &mut Console) -> Result<(), Stop> {
    let failed: usize = all.iter().map(|tested| tested.failed()).sum();
    let passed = all.iter().map(|tested| tested.cases.len()).sum::<usize>() - failed;
    match args.format {
        TestFormat::Json => json::write(all, (passed, failed), console),
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
            // The studio counts scenarios alone, so transcripts have a number of their own.
            let cases = all.iter().flat_map(|tested| &tested.cases);
            let transcripts: Vec<&Case> = cases.filter(|case| case.is_transcript() && case.passed()).collect();
            let passed = format!("{} passed", passed - transcripts.len());
            let transcripts = kept(&transcripts);
            let failed_text = format!("{failed} failed");
            let failed_text = if failed > 0 { paint.red(&failed_text) } else { failed_text };
            let errors: usize = all.iter().flat_map(|tested| &tested.findings).map(|(_, f)| findings::tally(f).0).sum();
            let errors =
                if errors > 0 { paint.red(&format!(", {}", count(errors as u64, "error"))) } else { String::new() };
            let games = if all.len() > 1 { format!(" in {}", count(all.len() as u64, "game")) } else { String::new() };
            console.say(format!("{}, {failed_text}{transcripts}{errors}{games}", paint.green(&passed)))
        }
    }
}

/// `, 2 new transcripts, 3 transcripts unchanged`
fn kept(transcripts: &[&Case]) -> String {
    let of = |what: Option<&str>| transcripts.iter().filter(|case| case.accepted == what).count() as u64;
    let accepted = ["new", "changed"].map(|what| (of(Some(what)), format!("{what} transcript"), ""));
    let all = accepted.into_iter().chain([(of(None), "transcript".to_owned(), " unchanged")]);
    all.filter(|(n, ..)| *n > 0).map(|(n, what, how)| format!(", {}{how}", count(n, &what))).collect()
}

/// `valley under night: 140 scenarios still hold, 3 are adapted, 1 differs`
fn fare(tested: &Tested, fares: &Fares) -> String {
    let Fares { variant, hold, adapted, differ, .. } = fares;
    let hold = count(*hold as u64, "scenario");
    format!("{} under {variant}: {hold} unchanged, {adapted} adapted, {differ} different", tested.name)
}
