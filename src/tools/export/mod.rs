//! `tavola export`: recorded games as tables, or as JSON documents.
//!
//! Records are read, replayed and written in small batches, so memory does not grow with their number.

mod batch;
mod output;
mod paths;
mod rules;
pub(super) mod trace;

use super::args::{ExportArgs, ExportFormat};
use super::console::Console;
use super::ending::{Exit, Stop, VerbResult};
use super::load;
use super::paint::{count, thousands};
use super::progress;
use batch::{Batch, BrokenRecord};
use output::ExportFiles;
use rules::RulesOfRecords;

/// Number of records for each thread that are in memory at the same time.
const WIDTH: usize = 4;
/// Maximum number of broken records that are listed.
const LISTED: u64 = 20;

/// Runs the verb.
///
/// # Errors
/// If a record or the rules cannot be read, a record cannot be replayed, or a file exists or cannot be written.
pub(crate) fn run(args: &ExportArgs, console: &mut Console) -> VerbResult {
    let mut output = ExportFiles::open(args)?;
    let options = args.options || args.format == ExportFormat::Json;
    let threads = rayon::ThreadPoolBuilder::new().num_threads(args.jobs.threads()).build();
    let threads = threads.map_err(|error| Stop::ours(format!("threads cannot be started: {error}")))?;
    let batch = Batch { threads, options, traces: args.format == ExportFormat::Json };
    let mut rules = RulesOfRecords::new(&args.rules)?;
    let mut paths = paths::Paths::new(args.records.clone());
    let bar = progress::thinking("games");
    let mut tried = ExportCounts::default();
    loop {
        let width = WIDTH * batch.threads.current_num_threads();
        let files = paths.by_ref().take(width).collect::<Result<Vec<_>, _>>()?;
        if files.is_empty() {
            break;
        }
        for (file, game) in batch.play(&files, &mut rules, console) {
            match game {
                Ok(game) => {
                    output.write(tried.exported, &file.display().to_string(), &game)?;
                    tried.exported += 1;
                    tried.open += u64::from(!game.recorded.over);
                }
                Err(broken) if args.skip_broken => tried.skip(&broken, console),
                Err(BrokenRecord { message, exit }) => {
                    let message = Some(format!("{message}\n--skip-broken leaves such records out"));
                    return Err(Stop { exit, message });
                }
            }
        }
        bar.set_message(format!("{} games", thousands(tried.exported)));
    }
    bar.finish_and_clear();
    tried.end(output, console)
}

/// Numbers of records.
#[derive(Default)]
struct ExportCounts {
    exported: u64,
    /// Games that are not over.
    open: u64,
    skipped: u64,
}

impl ExportCounts {
    fn skip(&mut self, broken: &BrokenRecord, console: &Console) {
        self.skipped += 1;
        if self.skipped <= LISTED {
            console.warn(format!("left out: {}", broken.message));
        }
    }

    /// Gives the files their names, and lists them.
    fn end(&self, output: ExportFiles, console: &mut Console) -> VerbResult {
        if self.skipped > LISTED {
            console.warn(format!("left out: {} more", thousands(self.skipped - LISTED)));
        }
        if self.exported == 0 {
            return Err(Stop::usage("no record could be exported; nothing was written"));
        }
        for (path, rows) in output.finish()? {
            console.say(format!("{}: {}", path.display(), count(rows, "row")))?;
        }
        let skipped = if self.skipped == 0 { String::new() } else { format!("; {} left out", self.skipped) };
        console.note(format!("{} exported{skipped}", count(self.exported, "game")));
        if self.open > 0 {
            let open = count(self.open, "game");
            console.warn(format!("not over: {open}; the files contain their hidden information"));
        }
        Ok(Exit::Fine)
    }
}

/// Message of an error in one line, with its place.
fn in_one_line(error: tavola_game::LoadError) -> String {
    match error {
        tavola_game::LoadError::Error(error) => error.message,
        tavola_game::LoadError::Findings { sources, diagnostics } => {
            let first = diagnostics.iter().find(|finding| finding.is_error());
            let shown = first.map(|finding| {
                let place = sources.place(finding.span).map(|place| format!("{place}: ")).unwrap_or_default();
                format!("{place}{}: {}", finding.code, finding.message)
            });
            shown.unwrap_or_default()
        }
    }
}

/// Place of an answer in a record, or the file.
fn place(file: &std::path::Path, answer: Option<usize>) -> String {
    let place = answer.map(|answer| load::answer_at(file, answer)).filter(|place| !place.is_empty());
    place.unwrap_or_else(|| format!("`{}`: ", file.display()))
}
