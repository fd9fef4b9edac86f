//! Rows of simulated games: a row for each game, with columns for each player, and a row for each answer.

use super::model::{ColumnRow, ColumnType, DataCell, DataColumn, columns};
use crate::simulate::{AnswerRow, EndRow, GameRow};
use tavola_game::Game;

const ANSWER: [ColumnRow; 6] = [
    ("game", ColumnType::Count, "number of the game in the run, from 0"),
    ("answer", ColumnType::Count, "number of the answer in its game, from 1"),
    ("who", ColumnType::Text, "name of the player, or `chance`"),
    ("rule", ColumnType::Text, "name of the rule that asked"),
    ("options", ColumnType::Count, "number of options"),
    ("chosen", ColumnType::Text, "the answer in the notation of records"),
];
const GAME: [ColumnRow; 12] = [
    ("game", ColumnType::Count, "number of the game in the run, from 0"),
    ("seed", ColumnType::Count, "seed of the run"),
    ("end", ColumnType::Text, "`over`, or the fault that ended the game"),
    ("questions", ColumnType::Count, "number of questions to players"),
    ("chance", ColumnType::Count, "number of questions to chance"),
    ("forced", ColumnType::Count, "number of questions to players with one option"),
    ("options", ColumnType::Count, "number of options of all questions to players"),
    ("winners", ColumnType::Text, "names of the winners, separated by spaces"),
    ("half_time", ColumnType::Part, "probability that a leader at half-time won, from 0 to 1"),
    ("decided", ColumnType::Part, "fraction of the game after which the winners led to its end, from 0 to 1"),
    ("lead_changes", ColumnType::Count, "number of changes of the leader"),
    ("margin", ColumnType::Number, "score of the best minus score of the second"),
];
const SEAT: [ColumnRow; 3] = [
    ("bot", ColumnType::Text, "bot of the player"),
    ("won", ColumnType::Part, "share of the victory: 1, or a part if several won"),
    ("score", ColumnType::Number, "first criterion of `winner` at the end"),
];
/// Columns of a seat's row before those of [`SEAT`].
const PLAYER: [ColumnRow; 3] = [
    ("game", ColumnType::Count, "number of the game in the run, from 0"),
    ("seat", ColumnType::Count, "seat, from 1"),
    ("player", ColumnType::Text, "name of the player"),
];
const BY: ColumnRow = ("by", ColumnType::Text, "value by which wins are grouped");

/// Columns of the rows of a run. They depend on the set-up: each player and each track has its own.
pub struct SimulatedRows {
    seed: u64,
    players: Vec<String>,
    /// True if wins are grouped by an expression.
    by: bool,
    /// Names of the columns of the tracks, one for each index.
    tracks: Vec<String>,
}

impl SimulatedRows {
    /// Describes a run. `by`: wins are grouped by an expression.
    pub fn new(game: &Game, seed: u64, by: bool) -> Self {
        let tracks = game.tracks(&game.start());
        let tracks = tracks.iter().map(|track| {
            let index = if track.index.is_empty() { String::new() } else { format!("[{}]", track.index.join(", ")) };
            format!("track {}{index}", track.name)
        });
        Self { seed, players: game.setup().players.clone(), by, tracks: tracks.collect() }
    }

    /// Columns of answers.
    pub fn answer_columns(&self) -> Vec<DataColumn> {
        columns(&ANSWER)
    }

    /// Columns of players: of a row for each seat of each game.
    pub fn player_columns(&self) -> Vec<DataColumn> {
        columns(&PLAYER).into_iter().chain(columns(&SEAT)).collect()
    }

    /// Columns of games.
    pub fn game_columns(&self) -> Vec<DataColumn> {
        let mut all = columns(&GAME);
        for player in &self.players {
            for &(of, sort, meaning) in SEAT.iter().chain(self.by.then_some(&BY)) {
                all.push(DataColumn::new(format!("{of}[{player}]"), sort, meaning));
            }
        }
        let track = |name: &String| DataColumn::new(name, ColumnType::Number, "value of the track at the end");
        all.extend(self.tracks.iter().map(track));
        all
    }

    /// Cells of an answer.
    pub fn answer(&self, row: &AnswerRow) -> Vec<DataCell> {
        let AnswerRow { game, number, who, rule, options, answer } = row;
        let (who, rule, answer) = (DataCell::text(who), DataCell::text(rule), DataCell::text(answer));
        vec![DataCell::Count(*game), DataCell::Count(*number), who, rule, DataCell::Count(*options as u64), answer]
    }

    /// Cells of a game's players, seat by seat.
    pub fn players(&self, row: &GameRow) -> Vec<Vec<DataCell>> {
        let seat = |(seat, player): (usize, &String)| {
            let place = [DataCell::Count(row.game), DataCell::Count(seat as u64 + 1), DataCell::text(player)];
            place.into_iter().chain(seat_cells(row, seat)).collect()
        };
        self.players.iter().enumerate().map(seat).collect()
    }

    /// Cells of a game.
    pub fn game(&self, row: &GameRow) -> Vec<DataCell> {
        let nobody = EndRow { questions: [0; 4], winners: Vec::new(), lead: None, by: Vec::new(), tracks: Vec::new() };
        let (end, of) = match &row.end {
            Ok(end) => ("over", end),
            Err(fault) => (fault.as_str(), &nobody),
        };
        let if_over = |cell: DataCell| if row.end.is_ok() { cell } else { DataCell::Empty };
        let mut cells = vec![DataCell::Count(row.game), DataCell::Count(self.seed), DataCell::text(end)];
        cells.extend(of.questions.map(|number| if_over(DataCell::Count(number))));
        let winners: Vec<&str> =
            of.winners.iter().filter_map(|&seat| self.players.get(seat).map(String::as_str)).collect();
        cells.push(if_over(DataCell::text(winners.join(" "))));
        cells.extend(match of.lead.as_ref().and_then(|lead| lead.way) {
            Some(way) => [DataCell::Part(way.half_time), DataCell::Part(way.decided), DataCell::Count(way.changes)],
            None => [const { DataCell::Empty }; 3],
        });
        cells.push(DataCell::or_empty(of.lead.as_ref().and_then(|lead| lead.margin), DataCell::Number));
        for seat in 0..row.bots.len() {
            cells.extend(seat_cells(row, seat));
            if self.by {
                cells.push(DataCell::or_empty(of.by.get(seat).cloned().flatten(), DataCell::Text));
            }
        }
        let ends = of.tracks.len();
        cells.extend(of.tracks.iter().map(|track| DataCell::Number(track.value)));
        cells.extend((ends..self.tracks.len()).map(|_| DataCell::Empty));
        cells
    }
}

/// Cells of [`SEAT`].
fn seat_cells(row: &GameRow, seat: usize) -> [DataCell; 3] {
    let end = row.end.as_ref().ok();
    let score = end.and_then(|end| end.lead.as_ref()?.scores.get(seat).copied());
    let won = end.map(|end| share(&end.winners, seat));
    [
        DataCell::or_empty(row.bots.get(seat), DataCell::text),
        DataCell::or_empty(won, DataCell::Part),
        DataCell::or_empty(score, DataCell::Number),
    ]
}

/// Share of a seat in the victory.
pub(super) fn share(winners: &[usize], seat: usize) -> f64 {
    if winners.contains(&seat) { 1.0 / winners.len() as f64 } else { 0.0 }
}
