//! Figures in the background: one run at a time, which a save cancels.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle};

use serde_json::{Value, json};
use tavola_game::Rules;
use tavola_lab::isolation::isolated;
use tavola_lab::table::GameTable;

use crate::bodies::FiguresKnown;
use crate::figures_wish::{FiguresTask, FiguresWatch, FiguresWish, GrownFigures, MeasureFigures};
use crate::lock::lock;

/// Stack size of the thread of a run in bytes: it reads and checks rules.
const STACK: usize = 16 << 20;

/// The runs of a studio: the current one, and the figures before it.
pub(crate) struct FigureRuns {
    folder: PathBuf,
    measure: Arc<MeasureFigures>,
    runs: Mutex<Runs>,
}

#[derive(Default)]
struct Runs {
    /// Number of runs so far.
    number: u64,
    current: Option<(Arc<FigureRun>, JoinHandle<()>)>,
    /// Report and rows of an earlier run of the same sort.
    before: Value,
}

/// A run.
struct FigureRun {
    number: u64,
    sort: &'static str,
    stop: AtomicBool,
    shown: Mutex<RunShown>,
}

#[derive(Default)]
struct RunShown {
    done: u64,
    most: u64,
    /// Number of reports so far.
    version: u64,
    figures: Option<GrownFigures>,
    /// End of the run. `None` while it goes on.
    end: Option<Result<(), String>>,
}

impl FigureRuns {
    pub(crate) fn new(folder: PathBuf, measure: Arc<MeasureFigures>) -> Self {
        Self { folder, measure, runs: Mutex::default() }
    }

    /// Begins a run. The one before is cancelled, and its thread ends first.
    ///
    /// # Errors
    /// If the system gives no further thread.
    pub(crate) fn start(&self, wish: FiguresWish) -> Result<Value, String> {
        let mut runs = lock(&self.runs);
        let earlier = runs.current.take();
        let sort = sort(&wish.task);
        if let Some((run, _)) = &earlier {
            run.stop.store(true, Ordering::SeqCst);
            let figures = lock(&run.shown).figures.take();
            match figures {
                Some(figures) if run.sort == sort => runs.before = self.shown(&figures),
                _ if run.sort == sort => {}
                _ => runs.before = Value::Null,
            }
        }
        runs.number += 1;
        let (stop, shown) = (AtomicBool::new(false), Mutex::default());
        let run = Arc::new(FigureRun { number: runs.number, sort, stop, shown });
        let (folder, measure, own) = (self.folder.clone(), self.measure.clone(), run.clone());
        let work = move || {
            // One run at a time.
            if let Some((_, thread)) = earlier {
                let _ = thread.join();
            }
            own.work(|watch| measure(&folder, &wish, watch));
        };
        let thread = Builder::new().name("figures".to_owned()).stack_size(STACK).spawn(work);
        let thread = thread.map_err(|error| format!("The figures cannot be started: {error}."))?;
        runs.current = Some((run, thread));
        Ok(json!({ "run": runs.number }))
    }

    /// Asks the current run to stop. It keeps the figures that it has.
    pub(crate) fn stop(&self) {
        if let Some((run, _)) = &lock(&self.runs).current {
            run.stop.store(true, Ordering::SeqCst);
        }
    }

    /// Progress of the current run, with the figures that the page does not have yet.
    pub(crate) fn progress(&self, known: &FiguresKnown) -> Value {
        let runs = lock(&self.runs);
        let Some((run, _)) = &runs.current else { return json!({ "state": "none" }) };
        let now = lock(&run.shown);
        let is_new = known.run != run.number;
        let state = match (&now.end, run.stop.load(Ordering::SeqCst)) {
            (None, false) => "running",
            (None, true) => "stopping",
            (Some(Err(_)), _) => "failed",
            (Some(Ok(())), true) => "stopped",
            (Some(Ok(())), false) => "done",
        };
        let figures = now.figures.as_ref().filter(|_| is_new || known.version != now.version);
        json!({
            "run": run.number,
            "sort": run.sort,
            "state": state,
            "done": now.done,
            "most": now.most,
            "version": now.version,
            "figures": figures.map(|figures| self.shown(figures)),
            "before": if is_new { runs.before.clone() } else { Value::Null },
            "problem": now.end.as_ref().and_then(|end| end.as_ref().err()),
        })
    }

    /// Figures for the page. Places in their report begin with the folder.
    fn shown(&self, figures: &GrownFigures) -> Value {
        json!({ "report": figures.report, "rows": figures.rows, "folder": self.folder.display().to_string() })
    }

    /// Begins a game that the report of a run names.
    ///
    /// # Errors
    /// If it is not the current run, or the game cannot be opened.
    pub(crate) fn open(&self, run: u64, game: &str) -> Result<(Rules, GameTable), String> {
        let runs = lock(&self.runs);
        let current = runs.current.as_ref().filter(|(current, _)| current.number == run);
        let open = current.and_then(|(run, _)| Some(lock(&run.shown).figures.as_ref()?.open.clone()));
        drop(runs);
        open.ok_or("These figures are gone. Start them again.")?(game)
    }
}

impl FigureRun {
    /// Runs to its end. A panic ends this run alone.
    fn work(&self, measure: impl FnOnce(&FiguresWatch<'_>) -> Result<(), String>) {
        let progress = |done, most| {
            let mut shown = lock(&self.shown);
            (shown.done, shown.most) = (done, most);
        };
        let grown = |figures| {
            let mut shown = lock(&self.shown);
            shown.version += 1;
            shown.figures = Some(figures);
        };
        let watch = FiguresWatch { stop: &self.stop, progress: &progress, grown: &grown };
        let end = if self.stop.load(Ordering::SeqCst) { Some(Ok(())) } else { isolated(|| measure(&watch)) };
        let bug = "tavola has a bug and could not finish; see the terminal.";
        lock(&self.shown).end = Some(end.unwrap_or_else(|| Err(bug.to_owned())));
    }
}

/// The verb of the command line with the same report.
fn sort(task: &FiguresTask) -> &'static str {
    match task {
        FiguresTask::Simulate => "simulate",
        FiguresTask::Compare(_) => "compare",
        FiguresTask::Find(_) => "find",
        FiguresTask::Impact(..) => "impact",
    }
}
