//! The files of an export.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use super::super::args::{ExportArgs, ExportFormat};
use super::super::ending::Stop;
use super::super::rows::{DataSheet, RowFormat, unwritten};
use super::batch::ReplayedGame;
use super::trace::MatchTrace;
use crate::tools::part::PartFile;
use tavola_game::Error;
use tavola_lab::rows::RecordTable;
use tavola_lab::whole;

/// Files in the making.
pub(super) enum ExportFiles {
    /// A file for each table.
    Tables(Vec<TableFile>),
    /// A JSON document a line.
    Lines { part: PartFile, file: BufWriter<File>, rows: u64 },
}

/// The file of a table.
pub(super) struct TableFile {
    table: RecordTable,
    part: PartFile,
    sheet: Box<dyn DataSheet>,
    rows: u64,
}

impl ExportFiles {
    /// Creates the folder and its files.
    ///
    /// # Errors
    /// If a file exists or cannot be made, or this program does not write the format.
    pub(super) fn open(args: &ExportArgs) -> Result<Self, Stop> {
        let folder = &args.output;
        let tables = match args.format {
            ExportFormat::Csv => Some((RowFormat::Csv, "csv")),
            ExportFormat::Parquet => Some((RowFormat::Parquet, "parquet")),
            ExportFormat::Json => None,
        };
        tables.map_or(Ok(()), |(format, _)| format.ready())?;
        fs::create_dir_all(folder).map_err(|error| Error::unwritten("write", folder, &error))?;
        let Some((format, ending)) = tables else {
            let part = PartFile::create(folder.join("games.jsonl"))?;
            let file = BufWriter::new(part.handle()?);
            return Ok(Self::Lines { part, file, rows: 0 });
        };
        let wanted = RecordTable::ALL.into_iter().filter(|&table| table != RecordTable::Options || args.options);
        let open = |table: RecordTable| {
            let part = PartFile::create(folder.join(format!("{}.{ending}", table.name())))?;
            let sheet = format.sheet(part.path(), part.handle()?, &table.columns())?;
            Ok(TableFile { table, part, sheet, rows: 0 })
        };
        wanted.map(open).collect::<Result<_, Stop>>().map(Self::Tables)
    }

    /// Writes a game, which has this number in the export.
    ///
    /// # Errors
    /// If that fails.
    pub(super) fn write(&mut self, number: u64, path: &str, game: &ReplayedGame) -> Result<(), Stop> {
        match self {
            Self::Tables(files) => files.iter_mut().try_for_each(|file| {
                let rows = file.table.rows(number, path, &game.recorded);
                file.rows += rows.len() as u64;
                rows.iter().try_for_each(|row| file.sheet.write(row))
            }),
            Self::Lines { part, file, rows } => {
                *rows += 1;
                let mut line = MatchTrace::new(path, game).line()?;
                line.push('\n');
                file.write_all(line.as_bytes()).map_err(|error| unwritten(part.path(), &error))
            }
        }
    }

    /// Writes the last rows. When all files are on the disk, gives them their names. Returns their numbers of rows.
    ///
    /// # Errors
    /// If that fails. Then no file has its name, unless another program interferes.
    pub(super) fn finish(self) -> Result<Vec<(PathBuf, u64)>, Stop> {
        let parts: Vec<(PartFile, u64)> = match self {
            Self::Tables(files) => {
                let close = |file: TableFile| file.sheet.close().map(|()| (file.part, file.rows));
                files.into_iter().map(close).collect::<Result<_, _>>()?
            }
            Self::Lines { part, mut file, rows } => {
                file.flush().map_err(|error| unwritten(part.path(), &error))?;
                vec![(part, rows)]
            }
        };
        parts.iter().try_for_each(|(part, _)| part.flush())?;
        let _writing = whole::writing();
        parts.into_iter().map(|(part, rows)| part.finish().map(|path| (path, rows))).collect()
    }
}
