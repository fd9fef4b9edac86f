//! Rows of games and answers, for other programs. They are written as they come: memory does not grow with the number of games.

use std::path::Path;

use super::super::args::SimulateArgs;
use super::super::ending::Stop;
use super::super::part::PartFile;
use super::super::rows::{DataSheet, RowFormat};
use super::records::RecordFiles;
use tavola_game::Game;
use tavola_lab::rows::{DataColumn, SimulatedRows};
use tavola_lab::simulate::Row;
use tavola_lab::whole;

/// The files that are wanted.
pub(super) struct RowFiles {
    rows: SimulatedRows,
    games: Vec<RowFile>,
    answers: Vec<RowFile>,
    records: Option<RecordFiles>,
    failed: Option<Stop>,
}

/// A file in the making, which replaces the one with its name when all rows are written.
struct RowFile {
    part: PartFile,
    sheet: Box<dyn DataSheet>,
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
fn sheets(csv: Option<&Path>, parquet: Option<&Path>, columns: &[DataColumn]) -> Result<Vec<RowFile>, Stop> {
    let formats = [(csv, RowFormat::Csv), (parquet, RowFormat::Parquet)];
    let wanted = formats.into_iter().filter_map(|(path, format)| Some((path?, format)));
    let open = |(path, format): (&Path, RowFormat)| {
        format.ready()?;
        let part = PartFile::replacing(path)?;
        let sheet = format.sheet(path, part.handle()?, columns)?;
        Ok(RowFile { part, sheet })
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
        sheets.iter_mut().try_for_each(|file| file.sheet.write(&cells))
    }

    /// Writes the last rows, and gives the files their names.
    ///
    /// # Errors
    /// When a row could not be written. Then no file has its name.
    pub(super) fn close(self) -> Result<(), Stop> {
        self.failed.map_or(Ok(()), Err)?;
        let close = |file: RowFile| file.sheet.close().map(|()| file.part);
        let parts: Vec<PartFile> = self.games.into_iter().chain(self.answers).map(close).collect::<Result<_, _>>()?;
        let _writing = whole::writing();
        parts.into_iter().try_for_each(|part| part.finish().map(drop))
    }
}
