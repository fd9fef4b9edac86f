//! Output of figures: each run at once for people, all runs together in other formats.

use std::path::Path;

use super::shard::Shard;
use super::{RunExtras, Simulation, VERSION, report};
use crate::tools::args::Figures;
use crate::tools::console::Console;
use crate::tools::document::{Document, Ink, TextLine};
use crate::tools::ending::{Exit, Stop, VerbResult};
use crate::tools::subject::Figured;
use tavola_game::Error;
use tavola_lab::whole;

/// The figures so far.
pub(super) struct Output<'a> {
    format: Figures,
    /// The file of a page.
    html: Option<&'a Path>,
    runs: Vec<Simulation>,
    all: Document,
}

impl<'a> Output<'a> {
    pub(super) fn new(format: Figures, html: Option<&'a Path>) -> Self {
        Self { format, html, runs: Vec::new(), all: Document::default() }
    }

    /// The figures of each run.
    pub(super) fn runs(&self) -> &[Simulation] {
        &self.runs
    }

    /// Adds a run.
    ///
    /// # Errors
    /// When stdout cannot be written.
    pub(super) fn add(&mut self, shard: &Shard, extras: RunExtras, console: &mut Console) -> Result<(), Stop> {
        let run = Simulation::new(shard, extras);
        let part = report::document(&run, &|game, _| TextLine::of(Ink::Code, shard.again(game)), &|game| {
            shard.laws_again(game)
        });
        if self.format == Figures::Pretty {
            part.write(self.format, console)?;
        }
        self.all.append(part);
        self.runs.push(run);
        Ok(())
    }

    /// Writes what was not written yet, and returns the exit code.
    ///
    /// # Errors
    /// When stdout or the file cannot be written.
    pub(super) fn end(self, console: &mut Console) -> VerbResult {
        match self.format {
            Figures::Pretty => {}
            Figures::Json => console.json(&Figured::new(VERSION, &self.runs))?,
            Figures::Html | Figures::Markdown => self.all.write(self.format, console)?,
        }
        if let Some(file) = self.html {
            let _writing = whole::writing();
            whole::write(file, &self.all.html()?).map_err(|error| Error::unwritten("write", file, &error))?;
        }
        Ok(self.runs.iter().map(|run| run.exit).max_by_key(|exit| exit.code()).unwrap_or(Exit::Fine))
    }
}
