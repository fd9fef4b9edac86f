//! A few records at a time: read, set up and replayed on all threads.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::super::console::Console;
use super::super::ending::Exit;
use super::rules::{RulesOfRecords, StagedGame};
use super::{in_one_line, place};
use tavola_lab::Record;
use tavola_lab::record::read_file;
use tavola_lab::rows::{RecordedGame, recorded};
use tavola_page::scene::Scene;

/// Settings for replaying records.
pub(super) struct Batch {
    pub(super) threads: rayon::ThreadPool,
    /// True if all options are wanted.
    pub(super) options: bool,
    /// True if scenes of the end are wanted.
    pub(super) traces: bool,
}

/// A replayed game.
pub(super) struct ReplayedGame {
    pub(super) recorded: RecordedGame,
    /// The end as a spectator sees it, if it is wanted.
    pub(super) end: Option<Scene>,
}

/// A record that cannot be exported.
pub(super) struct BrokenRecord {
    /// A file with its problem.
    pub(super) message: String,
    /// Exit code if it stops the export.
    pub(super) exit: Exit,
}

/// A record, and the game that it is of.
type SetUp = Result<(Record, Arc<StagedGame>), BrokenRecord>;

impl Batch {
    /// Replays these files. The results are in their order.
    pub(super) fn play<'f>(
        &self,
        files: &'f [PathBuf],
        rules: &mut RulesOfRecords,
        console: &mut Console,
    ) -> Vec<(&'f Path, Result<ReplayedGame, BrokenRecord>)> {
        let read: Vec<_> = self.threads.install(|| files.par_iter().map(|file| read_file(file)).collect());
        let set_up = files.iter().zip(read).map(|(file, record)| {
            let unreadable = |message| BrokenRecord { message, exit: Exit::Usage };
            let record = record.map_err(|error| unreadable(in_one_line(error)))?;
            let unknown = |why| unreadable(format!("{}{why}", place(file, None)));
            let game = rules.game(&record, file, console).map_err(unknown)?;
            Ok((record, game))
        });
        let set_up: Vec<SetUp> = set_up.collect();
        let play = |(file, set_up): (&'f PathBuf, SetUp)| {
            let game = set_up.and_then(|(record, game)| self.replay(file, &record, &game));
            (file.as_path(), game)
        };
        self.threads.install(|| files.par_iter().zip(set_up).map(play).collect())
    }

    fn replay(&self, file: &Path, record: &Record, staged: &StagedGame) -> Result<ReplayedGame, BrokenRecord> {
        let played = recorded(staged.game.clone(), record, self.options);
        let (recorded, mut replay) = played.map_err(|broken| BrokenRecord {
            message: format!("{}{}", place(file, broken.answer), broken.why),
            exit: Exit::Findings,
        })?;
        let end = self.traces.then(|| {
            let view = replay.referee.view(&replay.state, None);
            staged.stage.scene(&view, None, Vec::new())
        });
        Ok(ReplayedGame { recorded, end })
    }
}
