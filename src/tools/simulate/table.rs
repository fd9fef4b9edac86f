//! Rows of games and answers, for other programs. They are written as they come: memory does not grow with the number of games.

use std::path::Path;

#[cfg(feature = "parquet")]
use super::parquet::parquet;
use super::sheet::{self, Cell, Column, Sheet, Sort};
use crate::game::Game;
use crate::play::simulate::{AnswerRow, EndRow, GameRow, Row};
use crate::tools::args::SimulateArgs;
use crate::tools::ending::Stop;

/// The files that are wanted.
pub(super) struct RowFiles {
    games: Vec<Box<dyn Sheet>>,
    answers: Vec<Box<dyn Sheet>>,
    seed: u64,
    players: Vec<String>,
    by: bool,
    /// How many tracks there are, one for each index.
    tracks: usize,
    failed: Option<Stop>,
}

const ANSWER: [(&str, Sort); 6] = [
    ("game", Sort::Count),
    ("answer", Sort::Count),
    ("who", Sort::Text),
    ("rule", Sort::Text),
    ("options", Sort::Count),
    ("chosen", Sort::Text),
];
const GAME: [(&str, Sort); 12] = [
    ("game", Sort::Count),
    ("seed", Sort::Count),
    ("end", Sort::Text),
    ("questions", Sort::Count),
    ("chance", Sort::Count),
    ("forced", Sort::Count),
    ("options", Sort::Count),
    ("winners", Sort::Text),
    ("half_time", Sort::Part),
    ("decided", Sort::Part),
    ("lead_changes", Sort::Count),
    ("margin", Sort::Number),
];
const SEAT: [(&str, Sort); 3] = [("bot", Sort::Text), ("won", Sort::Part), ("score", Sort::Number)];

/// Whether a file of rows is wanted.
pub(super) fn is_wanted(args: &SimulateArgs) -> bool {
    [&args.csv, &args.parquet].into_iter().any(Option::is_some) || of_answers(args)
}

/// Whether rows of answers are wanted, too.
pub(super) fn of_answers(args: &SimulateArgs) -> bool {
    [&args.csv_answers, &args.parquet_answers].into_iter().any(Option::is_some)
}

/// The files, one for each way to write that is wanted.
fn sheets(csv: Option<&Path>, wanted: Option<&Path>, columns: &[Column]) -> Result<Vec<Box<dyn Sheet>>, Stop> {
    let csv = csv.map(|path| sheet::csv(path, columns));
    let parquet = wanted.map(|path| parquet(path, columns));
    csv.into_iter().chain(parquet).collect()
}

/// A file of Parquet.
///
/// # Errors
/// Always: this program was built without.
#[cfg(not(feature = "parquet"))]
fn parquet(_path: &Path, _columns: &[Column]) -> Result<Box<dyn Sheet>, Stop> {
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
        let column = |&(name, sort): &(&str, Sort)| Column::new(name, sort);
        let mut columns: Vec<Column> = GAME.iter().map(column).collect();
        for player in &players {
            columns.extend(SEAT.map(|(of, sort)| Column::new(format!("{of}[{player}]"), sort)));
            columns.extend(by.then(|| Column::new(format!("by[{player}]"), Sort::Text)));
        }
        let tracks = game.tracks(&game.start());
        columns.extend(tracks.iter().map(|track| {
            let index = if track.index.is_empty() { String::new() } else { format!("[{}]", track.index.join(", ")) };
            Column::new(format!("track {}{index}", track.name), Sort::Number)
        }));
        let games = sheets(args.csv.as_deref(), args.parquet.as_deref(), &columns)?;
        let columns: Vec<Column> = ANSWER.iter().map(column).collect();
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

    /// Puts the last rows down.
    ///
    /// # Errors
    /// When a row could not be written.
    pub(super) fn close(self) -> Result<(), Stop> {
        self.failed.map_or(Ok(()), Err)?;
        self.games.into_iter().chain(self.answers).try_for_each(Sheet::close)
    }

    fn game(&self, row: &GameRow) -> Vec<Cell> {
        let nobody = EndRow { questions: [0; 4], winners: Vec::new(), lead: None, by: Vec::new(), tracks: Vec::new() };
        let over = row.end.is_ok();
        let (end, of) = match &row.end {
            Ok(end) => ("over", end),
            Err(fault) => (fault.as_str(), &nobody),
        };
        let if_over = |cell: Cell| if over { cell } else { Cell::Empty };
        let mut cells = vec![Cell::Count(row.game), Cell::Count(self.seed), Cell::text(end)];
        cells.extend(of.questions.map(|number| if_over(Cell::Count(number))));
        let winners: Vec<&str> =
            of.winners.iter().filter_map(|&seat| self.players.get(seat).map(String::as_str)).collect();
        cells.push(if_over(Cell::text(winners.join(" "))));
        cells.extend(match of.lead.as_ref().and_then(|lead| lead.way) {
            Some(way) => [Cell::Part(way.half_time), Cell::Part(way.decided), Cell::Count(way.changes)],
            None => [const { Cell::Empty }; 3],
        });
        cells.push(Cell::or_empty(of.lead.as_ref().map(|lead| lead.margin), Cell::Number));
        for (seat, bot) in row.bots.iter().enumerate() {
            let part = if of.winners.contains(&seat) { 1.0 / of.winners.len() as f64 } else { 0.0 };
            let score = of.lead.as_ref().and_then(|lead| lead.scores.get(seat));
            cells.extend([Cell::text(bot), if_over(Cell::Part(part)), Cell::or_empty(score.copied(), Cell::Number)]);
            if self.by {
                cells.push(Cell::or_empty(of.by.get(seat).cloned().flatten(), Cell::Text));
            }
        }
        let ends = of.tracks.len();
        cells.extend(of.tracks.iter().map(|track| Cell::Number(track.value)));
        cells.extend((ends..self.tracks).map(|_| Cell::Empty));
        cells
    }
}

fn answer(row: &AnswerRow) -> Vec<Cell> {
    let AnswerRow { game, number, who, rule, options, answer } = row;
    let (who, rule, answer) = (Cell::text(who), Cell::text(rule), Cell::text(answer));
    vec![Cell::Count(*game), Cell::Count(*number), who, rule, Cell::Count(*options as u64), answer]
}
