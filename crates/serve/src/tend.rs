//! The record while its table is served: what cannot be written is not taken, and everybody sees it.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::hall::{Hall, SharedHall, lock};
use super::keys;
use super::news::{GameKept, TableNews};
use super::refused::RequestRefused;
use tavola_game::{Error, Fault};

/// So often the file is looked after.
const OFTEN: Duration = Duration::from_secs(1);

impl Hall {
    /// What came of something that a seat wanted done: it was done, the rules went wrong, or the record cannot be written.
    pub(super) fn done(&mut self, done: Result<Option<Error>, Fault>) -> Result<(), RequestRefused> {
        match done {
            Ok(None) => Ok(()),
            Ok(Some(_)) => Err(self.unwritten()),
            Err(fault) => {
                self.breaks_off(&fault);
                Ok(())
            }
        }
    }

    /// The record cannot be written: all seats are shown it at once.
    pub(super) fn unwritten(&mut self) -> RequestRefused {
        self.go_on(None);
        let why = self.paused().unwrap_or_else(|| "The record could not be written; try again.".to_owned());
        RequestRefused::Unwritten(why)
    }

    /// What all seats are shown while the record cannot be written.
    pub(super) fn paused(&self) -> Option<String> {
        let why = self.table.keeper.failed_without_name()?;
        let kept = match self.table.keeper.file() {
            Some(_) => "All answers so far are kept",
            None => "Do not stop the server: the file does not hold all answers yet",
        };
        Some(format!("The game is paused: {why}. No answer is accepted until it can be written. {kept}."))
    }

    /// Looks after the file; the game goes on where it waited for that.
    fn tend(&mut self) {
        let before = self.table.keeper.failed().cloned();
        self.table.keeper.tend();
        if let Some(record) = self.table.keeper.file() {
            keys::tend(record, &self.doors.keys());
        }
        if self.table.keeper.failed() == before.as_ref() && before.is_none() {
            return;
        }
        if self.over && self.table.keeper.record().result.is_none() {
            // How it ended is still to be written.
            let _ = self.table.outcome();
        }
        self.go_on(None);
    }

    /// What is left of the game when the program ends.
    fn kept(&self) -> GameKept {
        match self.table.keeper.file() {
            Some(file) => GameKept::In(file.to_owned()),
            None if self.table.keeper.failed().is_some() => GameKept::Lost,
            None => GameKept::Nowhere,
        }
    }
}

/// Looks after the record of a table for as long as there is one, and tells what becomes of it.
pub(super) fn watch(hall: &SharedHall, hear: impl Fn(TableNews) + Send + 'static) {
    let (mut kept, mut failed) = (lock(hall).kept(), None);
    hear(TableNews::Kept(kept.clone()));
    let hall = Arc::downgrade(hall);
    thread::spawn(move || {
        loop {
            thread::sleep(OFTEN);
            let Some(hall) = hall.upgrade() else { return };
            let mut hall = lock(&hall);
            hall.tend();
            let (kept_now, failed_now) = (hall.kept(), hall.table.keeper.failed().cloned());
            let news = hall.table.keeper.news();
            drop(hall);
            if kept_now != kept {
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
