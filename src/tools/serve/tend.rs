//! The record while its table is served: what cannot be written is not taken, and everybody sees it.

use std::sync::PoisonError;
use std::thread;
use std::time::Duration;

use super::hall::{Hall, SharedHall};
use super::keys;
use super::refused::RequestRefused;
use crate::tools::console::Console;
use crate::tools::interrupt;
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
            None => "Whoever runs this table must not end it: the file has not got all answers so far",
        };
        Some(format!("The game is paused: {why}. No answer is taken until it can be written. {kept}."))
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

    /// What is said at the end of the program.
    pub(super) fn last_word(&self, command: &str) -> String {
        match self.table.keeper.file() {
            Some(file) => format!("The game can be resumed: {command} --resume {}", file.display()),
            None if self.table.keeper.failed().is_some() => {
                "The record could not be written: this game cannot be resumed.".to_owned()
            }
            None => String::new(),
        }
    }
}

/// Looks after the record of a table for as long as it is served, and says at the terminal what becomes of it.
pub(super) fn watch(hall: SharedHall, command: String, console: Console) {
    thread::spawn(move || {
        let mut said: Option<Error> = None;
        loop {
            thread::sleep(OFTEN);
            let mut hall = hall.lock().unwrap_or_else(PoisonError::into_inner);
            hall.tend();
            let (failed, news) = (hall.table.keeper.failed().cloned(), hall.table.keeper.news());
            interrupt::last_word(&hall.last_word(&command));
            drop(hall);
            news.into_iter().for_each(|news| console.warn(news));
            if failed == said {
                continue;
            }
            match &failed {
                Some(error) => console.warn(format!("{}; no answer is taken until it can be", error.message)),
                None => console.note("The record can be written again: the game goes on."),
            }
            said = failed;
        }
    });
}
