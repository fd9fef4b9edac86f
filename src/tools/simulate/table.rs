//! Rows of games and answers, for other programs. They are written as they come: memory does not grow with the number of games.

use std::path::Path;

#[cfg(feature = "parquet")]
use super::parquet::parquet;
use super::sheet::{self, ColumnType, DataCell, DataColumn, DataSheet};
use crate::tools::args::SimulateArgs;
use crate::tools::ending::Stop;
use tavola_game::Game;
use tavola_lab::simulate::{AnswerRow, EndRow, GameRow, Row};

/// The files that are wanted.
pub(super) struct RowFiles {
    games: Vec<Box<dyn DataSheet>>,
    answers: Vec<Box<dyn DataSheet>>,
    seed: u64,
    players: Vec<String>,
    by: bool,
    /// Number of tracks, one for each index.
    tracks: usize,
    failed: Option<Stop>,
}

const ANSWER: [(&str, ColumnType); 6] = [
    ("game", ColumnType::Count),
    ("answer", ColumnType::Count),
    ("who", ColumnType::Text),
    ("rule", ColumnType::Text),
    ("options", ColumnType::Count),
    ("chosen", ColumnType::Text),
];
const GAME: [(&str, ColumnType); 12] = [
    ("game", ColumnType::Count),
    ("seed", ColumnType::Count),
    ("end", ColumnType::Text),
    ("questions", ColumnType::Count),
    ("chance", ColumnType::Count),
    ("forced", ColumnType::Count),
    ("options", ColumnType::Count),
    ("winners", ColumnType::Text),
    ("half_time", ColumnType::Part),
    ("decided", ColumnType::Part),
    ("lead_changes", ColumnType::Count),
    ("margin", ColumnType::Number),
];
const SEAT: [(&str, ColumnType); 3] =
    [("bot", ColumnType::Text), ("won", ColumnType::Part), ("score", ColumnType::Number)];

/// True if a file of rows is wanted.
pub(super) fn is_wanted(args: &SimulateArgs) -> bool {
    [&args.csv, &args.parquet].into_iter().any(Option::is_some) || of_answers(args)
}

/// True if rows of answers are wanted.
pub(super) fn of_answers(args: &SimulateArgs) -> bool {
    [&args.csv_answers, &args.parquet_answers].into_iter().any(Option::is_some)
}

/// The files, one for each way to write that is wanted.
fn sheets(csv: Option<&Path>, wanted: Option<&Path>, columns: &[DataColumn]) -> Result<Vec<Box<dyn DataSheet>>, Stop> {
    let csv = csv.map(|path| sheet::csv(path, columns));
    let parquet = wanted.map(|path| parquet(path, columns));
    csv.into_iter().chain(parquet).collect()
}

/// A file of Parquet.
///
/// # Errors
/// Always: this program was built without.
#[cfg(not(feature = "parquet"))]
fn parquet(_path: &Path, _columns: &[DataColumn]) -> Result<Box<dyn DataSheet>, Stop> {
    let how = "one that is built with `cargo install --path . --features parquet` does; --csv writes the same rows";
    Err(Stop::usage(format!("this tavola writes no Parquet: {how}")))
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
        let players = game.setup().players.clone();
        let by = args.by.is_some();
        let column = |&(name, sort): &(&str, ColumnType)| DataColumn::new(name, sort);
        let mut columns: Vec<DataColumn> = GAME.iter().map(column).collect();
        for player in &players {
            columns.extend(SEAT.map(|(of, sort)| DataColumn::new(format!("{of}[{player}]"), sort)));
            columns.extend(by.then(|| DataColumn::new(format!("by[{player}]"), ColumnType::Text)));
        }
        let tracks = game.tracks(&game.start());
        columns.extend(tracks.iter().map(|track| {
            let index = if track.index.is_empty() { String::new() } else { format!("[{}]", track.index.join(", ")) };
            DataColumn::new(format!("track {}{index}", track.name), ColumnType::Number)
        }));
        let games = sheets(args.csv.as_deref(), args.parquet.as_deref(), &columns)?;
        let columns: Vec<DataColumn> = ANSWER.iter().map(column).collect();
        let answers = sheets(args.csv_answers.as_deref(), args.parquet_answers.as_deref(), &columns)?;
        Ok(Some(Self { games, answers, seed, players, by, tracks: tracks.len(), failed: None }))
    }

    /// Writes a row; `false` where that was not possible.
    pub(super) fn take(&mut self, row: &Row) -> bool {
        let (sheets, cells) = match row {
            Row::Answer(row) => (&mut self.answers, answer(row)),
            Row::Game(row) => {
                let cells = self.game(row);
                (&mut self.games, cells)
            }
        };
        self.failed = sheets.iter_mut().try_for_each(|sheet| sheet.write(&cells)).err();
        self.failed.is_none()
    }

    /// Writes the last rows.
    ///
    /// # Errors
    /// When a row could not be written.
    pub(super) fn close(self) -> Result<(), Stop> {
        self.failed.map_or(Ok(()), Err)?;
        self.games.into_iter().chain(self.answers).try_for_each(DataSheet::close)
    }

    fn game(&self, row: &GameRow) -> Vec<DataCell> {
        let nobody = EndRow { questions: [0; 4], winners: Vec::new(), lead: None, by: Vec::new(), tracks: Vec::new() };
        let over = row.end.is_ok();
        let (end, of) = match &row.end {
            Ok(end) => ("over", end),
            Err(fault) => (fault.as_str(), &nobody),
        };
        let if_over = |cell: DataCell| if over { cell } else { DataCell::Empty };
        let mut cells = vec![DataCell::Count(row.game), DataCell::Count(self.seed), DataCell::text(end)];
        cells.extend(of.questions.map(|number| if_over(DataCell::Count(number))));
        let winners: Vec<&str> =
            of.winners.iter().filter_map(|&seat| self.players.get(seat).map(String::as_str)).collect();
        cells.push(if_over(DataCell::text(winners.join(" "))));
        cells.extend(match of.lead.as_ref().and_then(|lead| lead.way) {
            Some(way) => [DataCell::Part(way.half_time), DataCell::Part(way.decided), DataCell::Count(way.changes)],
            None => [const { DataCell::Empty }; 3],
        });
        cells.push(DataCell::or_empty(of.lead.as_ref().map(|lead| lead.margin), DataCell::Number));
        for (seat, bot) in row.bots.iter().enumerate() {
            let part = if of.winners.contains(&seat) { 1.0 / of.winners.len() as f64 } else { 0.0 };
            let score = of.lead.as_ref().and_then(|lead| lead.scores.get(seat));
            cells.extend([
                DataCell::text(bot),
                if_over(DataCell::Part(part)),
                DataCell::or_empty(score.copied(), DataCell::Number),
            ]);
            if self.by {
                cells.push(DataCell::or_empty(of.by.get(seat).cloned().flatten(), DataCell::Text));
            }
        }
        let ends = of.tracks.len();
        cells.extend(of.tracks.iter().map(|track| DataCell::Number(track.value)));
        cells.extend((ends..self.tracks).map(|_| DataCell::Empty));
        cells
    }
}

fn answer(row: &AnswerRow) -> Vec<DataCell> {
    let AnswerRow { game, number, who, rule, options, answer } = row;
    let (who, rule, answer) = (DataCell::text(who), DataCell::text(rule), DataCell::text(answer));
    vec![DataCell::Count(*game), DataCell::Count(*number), who, rule, DataCell::Count(*options as u64), answer]
}
