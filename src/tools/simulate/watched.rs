//! `tavola simulate --watch`: a change cancels the games and begins them again, with the same seed.

use std::path::PathBuf;

use super::words::{percent, spaced};
use super::{Simulation, play_all};
use crate::tools::args::{Figures, SimulateArgs};
use crate::tools::console::Console;
use crate::tools::ending::{Stop, VerbResult};
use crate::tools::folders;
use crate::tools::paint::count;
use crate::tools::watch::{self, ChangedFiles, ComparedFigures, NamedFinding, RunVerdict, WatchedVerb};

/// Runs it. The seed stays the same, so that figures differ only where the rules do.
///
/// # Errors
/// When something is used wrongly, or stdout cannot be written.
pub(super) fn run(args: &SimulateArgs, seed: u64, console: &mut Console) -> VerbResult {
    watch::for_people(args.format == Figures::Pretty)?;
    watch::run(&mut WatchedSimulation { args, seed }, console)
}

struct WatchedSimulation<'a> {
    args: &'a SimulateArgs,
    seed: u64,
}

impl WatchedVerb for WatchedSimulation<'_> {
    fn folders(&self) -> Result<Vec<PathBuf>, Stop> {
        folders::watched(std::slice::from_ref(&self.args.path))
    }

    fn run(&mut self, _changed: &ChangedFiles, console: &mut Console) -> Result<RunVerdict, Stop> {
        let output = play_all(self.args, self.seed, console)?;
        let mut verdict = RunVerdict::default();
        for run in output.runs() {
            let troubles = run.report.faults.iter().chain(&run.report.broken);
            verdict.findings.extend(troubles.map(|trouble| NamedFinding::of_play(&trouble.what, &trouble.place)));
            let laws = run.laws.iter().flatten().map(|law| &law.first);
            verdict.findings.extend(laws.map(|law| NamedFinding::of_play(&law.what, &law.place)));
            verdict.figures.push(figures(run));
        }
        Ok(verdict)
    }
}

/// The main figures of a run: wins, length, tracks.
pub(super) fn figures(run: &Simulation) -> ComparedFigures {
    let report = &run.report;
    let mut rows = Vec::new();
    let mut row = |name: &str, value: String| rows.push((name.to_owned(), value));
    match report.seats.first().filter(|_| report.together) {
        Some(seat) => row("all win together", percent(seat.wins.rate)),
        None => report.seats.iter().for_each(|seat| row(&format!("{} wins", seat.player), percent(seat.wins.rate))),
    }
    row("nobody wins", percent(report.drawn.rate));
    if let Some(questions) = &report.questions {
        row("questions per game", format!("{:.1}", questions.mean));
    }
    for track in report.tracks.iter().filter(|track| track.index.is_empty()) {
        track.values.iter().for_each(|values| row(&spaced(&track.name), format!("{:.1}", values.mean)));
    }
    let title = format!("{}, {}", report.game, count(run.players as u64, "player"));
    ComparedFigures { title, rows }
}
