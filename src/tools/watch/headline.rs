//! The line that says what a change did, and below it what is new.

use std::collections::BTreeMap;
use std::time::Duration;

use super::verdict::{ComparedFigures, NamedFinding, NamedTest, RunVerdict};
use crate::tools::call::CommandRun;
use crate::tools::console::Console;
use crate::tools::document::TextTable;
use crate::tools::ending::{Exit, Stop};
use crate::tools::paint::{Paint, clean, count};

/// Maximum number of tests, and of findings, that a headline names.
const NAMED: usize = 5;

/// The last verdict.
#[derive(Default)]
pub(super) struct VerdictPrinter {
    /// None before the first verdict.
    last: Option<RunVerdict>,
    /// True if the last run could not begin.
    is_stopped: bool,
}

impl VerdictPrinter {
    /// Prints the verdict of a run: the first one as the verb does, each later one as a headline and what is new.
    ///
    /// # Errors
    /// When the first run was used wrongly, or stdout cannot be written.
    pub(super) fn show(
        &mut self,
        ended: Result<RunVerdict, Stop>,
        call: &CommandRun,
        took: Duration,
        console: &mut Console,
    ) -> Result<(), Stop> {
        let took = format!("{:.0} ms", took.as_secs_f64() * 1000.0);
        let verdict = match ended {
            Ok(verdict) => verdict,
            Err(stop) if self.last.is_none() && !self.is_stopped && stop.exit == Exit::Usage => return Err(stop),
            Err(stop) => {
                self.is_stopped = true;
                let why = stop.message.map_or_else(|| "the rules have errors".to_owned(), |why| clean(&why));
                console.say(format!(
                    "{} {}",
                    console.paint.red(&format!("cannot run: {why}")),
                    aside(&took, console)
                ))?;
                console.flush()?;
                note(call, console);
                return Ok(());
            }
        };
        let runs_again = std::mem::take(&mut self.is_stopped);
        let Some(last) = self.last.take() else {
            console.write(&String::from_utf8_lossy(&call.take_out()))?;
            console.flush()?;
            note(call, console);
            self.last = Some(verdict);
            return Ok(());
        };
        let verdict = with_unplayed(verdict, last.tests.as_slice());
        let change = VerdictChange::of(&last, &verdict);
        let again = if runs_again { "runs again; " } else { "" };
        let aside = [verdict.ran.as_str(), &took].into_iter().filter(|part| !part.is_empty());
        let aside = self::aside(&aside.collect::<Vec<_>>().join(", "), console);
        console.say(format!("{again}{} {aside}", change.headline(&verdict, console.paint)))?;
        change.drawn().try_for_each(|drawn| console.write(drawn))?;
        for (before, now) in change.figures {
            beside(before, now, console)?;
        }
        self.last = Some(verdict);
        Ok(())
    }
}

/// Prints on stderr what a run printed there.
fn note(call: &CommandRun, console: &Console) {
    let text = String::from_utf8_lossy(&call.take_err()).into_owned();
    if !text.is_empty() {
        console.note(text.trim_end());
    }
}

fn aside(text: &str, console: &Console) -> String {
    console.paint.dim(&format!("({text})"))
}

/// Errors may keep tests from being run. What the last run said of these still counts.
fn with_unplayed(mut now: RunVerdict, before: &[NamedTest]) -> RunVerdict {
    if now.findings.iter().any(|finding| finding.is_error) {
        let missing = before.iter().filter(|test| !now.tests.iter().any(|other| other.key == test.key));
        let missing: Vec<NamedTest> = missing.cloned().collect();
        now.tests.extend(missing);
    }
    now
}

/// Differences of two verdicts.
struct VerdictChange<'v> {
    red: Vec<&'v NamedTest>,
    green: Vec<&'v NamedTest>,
    /// Failed tests that no longer exist.
    removed: Vec<&'v NamedTest>,
    new: Vec<&'v NamedFinding>,
    gone: Vec<&'v NamedFinding>,
    figures: Vec<(Option<&'v ComparedFigures>, &'v ComparedFigures)>,
}

impl<'v> VerdictChange<'v> {
    fn of(before: &'v RunVerdict, now: &'v RunVerdict) -> Self {
        let old: BTreeMap<&str, &NamedTest> = before.tests.iter().map(|test| (test.key.as_str(), test)).collect();
        let new: BTreeMap<&str, &NamedTest> = now.tests.iter().map(|test| (test.key.as_str(), test)).collect();
        let failed = |tests: &BTreeMap<&str, &NamedTest>, test: &NamedTest| {
            tests.get(test.key.as_str()).map(|test| test.failure.is_some())
        };
        let figures = now
            .figures
            .iter()
            .map(|figures| (before.figures.iter().find(|other| other.title == figures.title), figures));
        Self {
            red: now.tests.iter().filter(|t| t.failure.is_some() && failed(&old, t) != Some(true)).collect(),
            green: now.tests.iter().filter(|t| t.failure.is_none() && failed(&old, t) == Some(true)).collect(),
            removed: before.tests.iter().filter(|t| t.failure.is_some() && failed(&new, t).is_none()).collect(),
            new: beyond(&now.findings, &before.findings),
            gone: beyond(&before.findings, &now.findings),
            figures: figures.filter(|(before, now)| before.is_none_or(|before| before.rows != now.rows)).collect(),
        }
    }

    /// `2 scenarios turned red: A, B; 1 turned green: C; E0207 is new at file:line`
    fn headline(&self, now: &RunVerdict, paint: Paint) -> String {
        let mut parts = Vec::new();
        let mut counted = "";
        let turned = [(&self.red, "turned red"), (&self.green, "turned green"), (&self.removed, "red before, removed")];
        for (tests, how) in turned.into_iter().filter(|(tests, _)| !tests.is_empty()) {
            // The first part says what is counted.
            let number = if counted.is_empty() { counted_as(tests) } else { tests.len().to_string() };
            counted = how;
            parts.push(format!("{number} {how}: {}", named(tests.iter().map(|test| clean(&test.name)))));
        }
        parts.extend(new_findings(&self.new));
        parts.extend(gone_findings(&self.gone));
        if !self.figures.is_empty() {
            parts.push("the figures changed".to_owned());
        } else if !now.figures.is_empty() {
            parts.push("the same figures".to_owned());
        }
        let is_red = now.tests.iter().any(|test| test.failure.is_some()) || now.findings.iter().any(|one| one.is_error);
        let state = state(now);
        let line = match (parts.is_empty(), state.is_empty()) {
            (true, true) => "still fine".to_owned(),
            (true, false) => format!("still {state}"),
            (false, true) if self.red.is_empty() && self.new.is_empty() && now.figures.is_empty() => {
                format!("{}; all is fine", parts.join("; "))
            }
            (false, true) => parts.join("; "),
            (false, false) => format!("{}; in all {state}", parts.join("; ")),
        };
        if is_red { paint.red(&line) } else { paint.green(&line) }
    }

    /// New failures and findings, as they are printed.
    fn drawn(&self) -> impl Iterator<Item = &str> {
        let failures = self.red.iter().filter_map(|test| test.failure.as_deref());
        self.new.iter().map(|finding| finding.drawn.as_str()).chain(failures)
    }
}

/// Findings of the first verdict that the second has not, or not as often.
fn beyond<'v>(findings: &'v [NamedFinding], others: &[NamedFinding]) -> Vec<&'v NamedFinding> {
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    others.iter().for_each(|finding| *known.entry(&finding.key).or_default() += 1);
    let is_new = |finding: &&NamedFinding| match known.get_mut(finding.key.as_str()) {
        Some(left) if *left > 0 => {
            *left -= 1;
            false
        }
        _ => true,
    };
    findings.iter().filter(is_new).collect()
}

/// `2 scenarios`, or `2 tests` if some are transcripts.
fn counted_as(tests: &[&NamedTest]) -> String {
    count(tests.len() as u64, if tests.iter().all(|test| test.is_scenario) { "scenario" } else { "test" })
}

/// `E0207 is new at file:line, 2 more are new`
fn new_findings(findings: &[&NamedFinding]) -> Option<String> {
    let place = |one: &NamedFinding| one.place.as_ref().map(|place| format!(" at {}", clean(place)));
    let one = |finding: &&NamedFinding| format!("{} is new{}", finding.name, place(finding).unwrap_or_default());
    listed(findings.iter().take(NAMED).map(one).collect(), findings.len(), "new")
}

/// `E0207 is gone, 3 of E1110 are gone`
fn gone_findings(findings: &[&NamedFinding]) -> Option<String> {
    let mut names: Vec<(&str, usize)> = Vec::new();
    for finding in findings {
        match names.iter_mut().find(|(name, _)| *name == finding.name) {
            Some((_, count)) => *count += 1,
            None => names.push((&finding.name, 1)),
        }
    }
    let named: usize = names.iter().take(NAMED).map(|(_, count)| count).sum();
    let one = |(name, count): &(&str, usize)| match count {
        1 => format!("{name} is gone"),
        _ => format!("{count} of {name} are gone"),
    };
    let parts: Vec<String> = names.iter().take(NAMED).map(one).collect();
    let all = parts.len() + findings.len() - named;
    listed(parts, all, "gone")
}

/// Some of `all` parts, and the number of the others.
fn listed(mut parts: Vec<String>, all: usize, how: &str) -> Option<String> {
    let more = all.saturating_sub(parts.len());
    parts.extend((more > 0).then(|| format!("{more} more {} {how}", if more == 1 { "is" } else { "are" })));
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// `A, B and 3 more`
fn named(names: impl ExactSizeIterator<Item = String>) -> String {
    let more = names.len().saturating_sub(NAMED);
    let names = names.take(NAMED).collect::<Vec<_>>().join(", ");
    if more > 0 { format!("{names} and {more} more") } else { names }
}

/// `3 red tests, 1 error, 2 warnings`; empty if all is fine.
fn state(now: &RunVerdict) -> String {
    let red = now.tests.iter().filter(|test| test.failure.is_some()).count();
    let errors = now.findings.iter().filter(|finding| finding.is_error).count();
    let counts = [(red, "red test"), (errors, "error"), (now.findings.len() - errors, "warning")];
    let counts = counts.iter().filter(|(many, _)| *many > 0).map(|(many, what)| count(*many as u64, what));
    counts.collect::<Vec<_>>().join(", ")
}

/// Prints figures of the last run and of this one side by side.
fn beside(before: Option<&ComparedFigures>, now: &ComparedFigures, console: &mut Console) -> Result<(), Stop> {
    let mut table = TextTable::new(["", "before", "now"]);
    let old = |name: &str| before?.rows.iter().find(|(other, _)| other == name).map(|(_, value)| value.clone());
    for (name, value) in &now.rows {
        table.row([clean(name), old(name).unwrap_or_default(), value.clone()]);
    }
    let gone = before.into_iter().flat_map(|before| &before.rows);
    for (name, value) in gone.filter(|(name, _)| !now.rows.iter().any(|(other, _)| other == name)) {
        table.row([clean(name), value.clone(), String::new()]);
    }
    console.say(console.paint.bold(&clean(&now.title)))?;
    table.lines(console.paint, "  ").iter().try_for_each(|line| console.say(line))
}
