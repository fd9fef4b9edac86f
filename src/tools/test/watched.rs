//! `tavola test --watch`: only the tests that a change can affect run again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::gather::{self, KnownGame};
use super::show;
use super::tested::Tested;
use crate::tools::args::{TestArgs, TestFormat};
use crate::tools::console::Console;
use crate::tools::ending::{Stop, VerbResult};
use crate::tools::folders;
use crate::tools::paint::{clean, count};
use crate::tools::watch::{self, ChangedFiles, NamedFinding, NamedTest, RunVerdict, WatchedVerb};
use tavola_lab::snapshot;
use tavola_syntax::text::place_parts;

/// Runs it.
///
/// # Errors
/// When there is no such folder, or stdout cannot be written.
pub(super) fn run(args: &TestArgs, console: &mut Console) -> VerbResult {
    watch::for_people(args.format == TestFormat::Pretty)?;
    watch::run(&mut WatchedTests { args, known: BTreeMap::new() }, console)
}

struct WatchedTests<'a> {
    args: &'a TestArgs,
    /// Games by their folder, with their last tests.
    known: BTreeMap<PathBuf, (KnownGame, Option<Tested>)>,
}

impl WatchedTests<'_> {
    fn paths(&self) -> Vec<PathBuf> {
        folders::or_default(self.args.path.as_slice())
    }
}

/// The folder of a game's transcripts, which has the name that the rules give to the game.
fn transcripts(folder: &Path, known: &KnownGame) -> Option<PathBuf> {
    Some(snapshot::root(folder).join(known.rules.as_ref()?.name()))
}

impl WatchedVerb for WatchedTests<'_> {
    fn folders(&self) -> Result<Vec<PathBuf>, Stop> {
        folders::watched(&self.paths())
    }

    fn run(&mut self, changed: &ChangedFiles, console: &mut Console) -> Result<RunVerdict, Stop> {
        let mut played = 0;
        let mut folders = Vec::new();
        for path in self.paths() {
            folders.extend(folders::all(&path)?);
        }
        self.known.retain(|folder, _| folders.contains(folder));
        for folder in &folders {
            let (known, tested) = self.known.entry(folder.clone()).or_default();
            let is_changed = |folder: &Path| changed.is_within(folder);
            if tested.is_none() || is_changed(folder) || transcripts(folder, known).as_deref().is_some_and(is_changed) {
                *tested = None;
                *tested = Some(gather::test_again(folder, self.args, known)?);
                played += known.played;
            }
        }
        let all: Vec<&Tested> = folders.iter().filter_map(|folder| self.known.get(folder)?.1.as_ref()).collect();
        for tested in &all {
            show::failures(tested, self.args.format, console)?;
        }
        show::summary(&all, self.args, console)?;
        let beside = self.known.iter().filter_map(|(folder, (known, _))| transcripts(folder, known)).collect();
        Ok(RunVerdict { beside, ..verdict(&all, played, console)? })
    }
}

fn verdict(all: &[&Tested], played: usize, console: &Console) -> Result<RunVerdict, Stop> {
    let mut verdict = RunVerdict::default();
    for tested in all {
        let game = if all.len() > 1 { format!("{}: ", clean(&tested.name)) } else { String::new() };
        for (sources, found) in &tested.findings {
            verdict.findings.extend(found.iter().map(|one| NamedFinding::new(one, sources, None, console)));
        }
        for case in &tested.cases {
            let failure = (!case.passed()).then(|| console.captured(|console| show::failure(tested, case, console)));
            let (name, is_scenario) = (format!("{game}{}", case.name), !case.is_transcript());
            let file = case.place.as_deref().and_then(place_parts).map_or("", |(file, ..)| file);
            let key = format!("{file}\n{name}");
            verdict.tests.push(NamedTest { key, name, is_scenario, failure: failure.transpose()? });
        }
    }
    verdict.ran = format!("{played} of {} ran", count(verdict.tests.len() as u64, "test"));
    Ok(verdict)
}
