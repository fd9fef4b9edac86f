//! The record of a served table. An answer that cannot be written is not taken, and everybody sees why.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::keys;
use super::news::{GameKept, TableNews};
use super::refused::{self, RequestRefused};
use super::served_table::{ServedTable, SharedTable, lock};
use tavola_lab::table::TableError;
use tavola_syntax::text::clean;

/// Interval at which the file is checked.
const OFTEN: Duration = Duration::from_secs(1);

impl ServedTable {
    /// Handles the outcome of a request: success, or the reason why the table did not take it.
    pub(super) fn done(&mut self, done: Result<(), TableError>) -> Result<(), RequestRefused> {
        match done {
            Ok(()) => Ok(()),
            Err(TableError::Unwritten(_)) => Err(self.unwritten()),
            Err(TableError::Fault(fault)) => {
                self.breaks_off(&fault);
                Ok(())
            }
            Err(why) => Err(refused::why(&clean(&why.to_string()))),
        }
    }

    /// Shows all seats that the record cannot be written, and returns the refusal.
    pub(super) fn unwritten(&mut self) -> RequestRefused {
        self.go_on(None);
        let why = self.paused().unwrap_or_else(|| "The record could not be written; try again.".to_owned());
        RequestRefused::Unwritten(why)
    }

    /// Message for all seats while the record cannot be written.
    pub(super) fn paused(&self) -> Option<String> {
        let why = self.table.keeper.failed_without_name()?;
        let kept = match self.table.keeper.file() {
            Some(_) => "All answers so far are kept",
            None => "Do not stop the server: the file does not hold all answers yet",
        };
        Some(format!("The game is paused: {why}. No answer is accepted until it can be written. {kept}."))
    }

    /// Checks the files of the table. Resumes the game if it waited for the record.
    fn maintain(&mut self) {
        let before = self.table.keeper.failed().cloned();
        self.table.keeper.maintain();
        if let Some(record) = self.table.keeper.file() {
            keys::restore(record, &self.seat_access.keys());
        }
        if self.table.keeper.failed() == before.as_ref() && before.is_none() {
            return;
        }
        if self.ended.is_some() && self.table.keeper.record().result.is_none() {
            // The result is not written yet.
            let _ = self.table.outcome();
        }
        self.go_on(None);
    }

    /// Place where the game is kept when the program ends.
    fn kept(&self) -> GameKept {
        match self.table.keeper.file() {
            Some(file) => GameKept::In(file.to_owned()),
            None if self.table.keeper.failed().is_some() => GameKept::Lost,
            None => GameKept::Nowhere,
        }
    }
}

/// Checks the record of a table from a thread of its own until the table is dropped. Reports events to `hear`.
pub(super) fn watch(served_table: &SharedTable, hear: impl Fn(TableNews) + Send + 'static) {
    let (mut kept, mut failed) = (lock(served_table).kept(), None);
    hear(TableNews::Kept(kept.clone()));
    let served_table = Arc::downgrade(served_table);
    thread::spawn(move || {
        loop {
            thread::sleep(OFTEN);
            let Some(served_table) = served_table.upgrade() else { return };
            let mut served_table = lock(&served_table);
            served_table.maintain();
            let (kept_now, failed_now) = (served_table.kept(), served_table.table.keeper.failed().cloned());
            let news = served_table.table.keeper.news();
            drop(served_table);
            if kept_now != kept {
                if let (GameKept::In(_), GameKept::In(file)) = (&kept, &kept_now) {
                    hear(TableNews::NextRecord(file.clone()));
                }
                kept = kept_now;
                hear(TableNews::Kept(kept.clone()));
            }
            news.into_iter().for_each(|news| hear(TableNews::Rewritten(news)));
            if failed_now != failed {
                failed = failed_now;
                hear(failed.clone().map_or(TableNews::WrittenAgain, TableNews::Unwritten));
            }
        }
    });
}
