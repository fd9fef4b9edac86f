//! Rows of games and answers, for other programs. They are written as they come: memory does not grow with the number of games.

use std::path::Path;

use super::super::args::SimulateArgs;
use super::super::ending::Stop;
use super::super::rows::{DataSheet, RowFormat, create};
use super::records::RecordFiles;
use tavola_game::Game;
use tavola_lab::rows::{DataColumn, SimulatedRows};
use tavola_lab::simulate::Row;

/// The files that are wanted.
pub(super) struct RowFiles {
    rows: SimulatedRows,
    games: Vec<Box<dyn DataSheet>>,
    answers: Vec<Box<dyn DataSheet>>,
    records: Option<RecordFiles>,
    failed: Option<Stop>,
}

/// True if a file of rows is wanted.
pub(super) fn is_wanted(args: &SimulateArgs) -> bool {
    [&args.csv, &args.parquet].into_iter().any(Option::is_some) || of_answers(args)
}

/// True if rows of answers are wanted.
pub(super) fn of_answers(args: &SimulateArgs) -> bool {
    [&args.csv_answers, &args.parquet_answers, &args.records].into_iter().any(Option::is_some)
}

/// The files of a table, one for each format that is wanted.
fn sheets(csv: Option<&Path>, parquet: Option<&Path>, columns: &[DataColumn]) -> Result<Vec<Box<dyn DataSheet>>, Stop> {
    let formats = [(csv, RowFormat::Csv), (parquet, RowFormat::Parquet)];
    let wanted = formats.into_iter().filter_map(|(path, format)| Some((path?, format)));
    let open = |(path, format): (&Path, RowFormat)| {
        format.ready()?;
        format.sheet(path, create(path)?, columns)
    };
    wanted.map(open).collect()
}

impl RowFiles {
    /// The files with their columns; none where no rows are wanted.
    ///
    /// # Errors
    /// When one cannot be made.
    pub(super) fn open(args: &SimulateArgs, game: &Game, seed: u64) -> Result<Option<Self>, Stop> {
        if !is_wanted(args) {
            return Ok(None);
        }
        let rows = SimulatedRows::new(game, seed, args.by.is_some());
        let games = sheets(args.csv.as_deref(), args.parquet.as_deref(), &rows.game_columns())?;
        let answers = sheets(args.csv_answers.as_deref(), args.parquet_answers.as_deref(), &rows.answer_columns())?;
        let records = args.records.as_deref().map(|folder| RecordFiles::open(folder, game, seed)).transpose()?;
        Ok(Some(Self { rows, games, answers, records, failed: None }))
    }

    /// Writes a row; `false` where that was not possible.
    pub(super) fn take(&mut self, row: &Row) -> bool {
        self.failed = self.write(row).err();
        self.failed.is_none()
    }

    fn write(&mut self, row: &Row) -> Result<(), Stop> {
        if let Some(records) = &mut self.records {
            records.take(row)?;
        }
        let (sheets, cells) = match row {
            Row::Answer(row) => (&mut self.answers, self.rows.answer(row)),
            Row::Game(row) => (&mut self.games, self.rows.game(row)),
        };
        sheets.iter_mut().try_for_each(|sheet| sheet.write(&cells))
    }

    /// Writes the last rows.
    ///
    /// # Errors
    /// When a row could not be written.
    pub(super) fn close(self) -> Result<(), Stop> {
        self.failed.map_or(Ok(()), Err)?;
        self.games.into_iter().chain(self.answers).try_for_each(DataSheet::close)
    }
}
