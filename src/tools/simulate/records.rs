//! Records of simulated games, one file for each.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use super::super::ending::Stop;
use tavola_game::{Error, Game};
use tavola_lab::Record;
use tavola_lab::simulate::Row;

/// A folder that receives records: `GAME-SEED-NUMBER.yaml`.
pub(super) struct RecordFiles {
    folder: PathBuf,
    /// The record of the game whose answers are coming.
    record: Record,
}

impl RecordFiles {
    /// Creates the folder if it is missing.
    ///
    /// # Errors
    /// If that fails.
    pub(super) fn open(folder: &Path, game: &Game, seed: u64) -> Result<Self, Stop> {
        fs::create_dir_all(folder).map_err(|error| Error::unwritten("write", folder, &error))?;
        let setup = game.setup();
        let record = Record {
            game: game.name().to_owned(),
            rules: game.hash().to_owned(),
            variant: setup.variant.clone(),
            settings: setup.settings.clone(),
            players: setup.players.clone(),
            people: Some(Vec::new()),
            seed,
            ..Record::default()
        };
        Ok(Self { folder: folder.to_owned(), record })
    }

    /// Keeps an answer. With the row of a game, its record is written.
    ///
    /// # Errors
    /// If the file exists or cannot be written.
    pub(super) fn take(&mut self, row: &Row) -> Result<(), Stop> {
        match row {
            Row::Answer(row) => self.record.answers.push((row.who.clone(), row.answer.clone())),
            Row::Game(row) => {
                self.record.number = row.game;
                self.record.bots.clone_from(&row.bots);
                self.write()?;
                self.record.answers.clear();
            }
        }
        Ok(())
    }

    fn write(&self) -> Result<(), Stop> {
        let Record { game, seed, number, .. } = &self.record;
        let path = self.folder.join(format!("{game}-{seed}-{number}.yaml"));
        let mut options = File::options();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&path).map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => Stop::usage(format!(
                "`{}` exists and is not overwritten; move it, or choose another folder",
                path.display()
            )),
            _ => Error::unwritten("write", &path, &error).into(),
        })?;
        file.write_all(self.record.to_yaml().as_bytes()).map_err(|error| {
            // Half a record would look like a game that was stopped.
            let _ = fs::remove_file(&path);
            Error::unwritten("write", &path, &error).into()
        })
    }
}
