//! `tavola compare --watch`: a change cancels the comparison and begins it again, with the same seed.

use std::path::PathBuf;

use super::{NamedComparison, pair, words};
use crate::tools::args::{CompareArgs, Figures};
use crate::tools::console::Console;
use crate::tools::ending::{Stop, VerbResult};
use crate::tools::folders;
use crate::tools::paint::count;
use crate::tools::watch::{self, ChangedFiles, ComparedFigures, NamedFinding, RunVerdict, WatchedVerb};
use tavola_lab::compare::Figure;

/// Runs it. The seed stays the same, so that figures differ only where the rules do.
///
/// # Errors
/// When something is used wrongly, or stdout cannot be written.
pub(super) fn run(args: &CompareArgs, seed: u64, console: &mut Console) -> VerbResult {
    watch::for_people(args.format == Figures::Pretty)?;
    watch::run(&mut WatchedComparison { args, seed }, console)
}

struct WatchedComparison<'a> {
    args: &'a CompareArgs,
    seed: u64,
}

impl WatchedVerb for WatchedComparison<'_> {
    fn folders(&self) -> Result<Vec<PathBuf>, Stop> {
        // A commit does not change.
        let sides = [Some(&self.args.before), self.args.after.as_ref()];
        let sides: Vec<PathBuf> = sides.into_iter().flatten().filter(|path| path.exists()).cloned().collect();
        if sides.is_empty() {
            return Err(Stop::usage("there is nothing to watch: neither side is a folder that can change"));
        }
        folders::watched(&sides)
    }

    fn run(&mut self, _changed: &ChangedFiles, console: &mut Console) -> Result<RunVerdict, Stop> {
        let runs = pair(self.args, self.seed, console)?;
        let faults = runs.iter().flat_map(|run| &run.comparison.faults);
        let findings = faults.map(|(_, fault)| NamedFinding::of_play(&fault.what, &fault.place)).collect();
        Ok(RunVerdict { findings, figures: runs.iter().map(figures).collect(), ..RunVerdict::default() })
    }
}

/// The differences on which a comparison decides.
fn figures(run: &NamedComparison) -> ComparedFigures {
    let deciding = run.comparison.figures.iter().filter(|figure| figure.decides);
    let value =
        |figure: &Figure| format!("{} ({})", words::signed(&figure.of, figure.difference), words::verdict(figure));
    let rows = deciding.map(|figure| (words::name(&figure.of), value(figure))).collect();
    ComparedFigures { title: format!("{}, {}: difference", run.title, count(run.players as u64, "player")), rows }
}
