//! Rows of games and answers as CSV. They are written as they come: memory does not grow with the number of games.

use std::fs::File;
use std::path::{Path, PathBuf};

use csv::Writer;

use crate::game::{Error, Game};
use crate::play::simulate::{AnswerRow, EndRow, GameRow, Row};
use crate::tools::args::SimulateArgs;
use crate::tools::ending::Stop;

/// The files that are wanted.
pub(super) struct RowFiles {
    games: Option<RowFile>,
    answers: Option<RowFile>,
    seed: u64,
    players: Vec<String>,
    by: bool,
    /// How many tracks there are, one for each index.
    tracks: usize,
    failed: Option<Stop>,
}

/// A file.
struct RowFile {
    path: PathBuf,
    writer: Writer<File>,
}

impl RowFile {
    fn open(path: &Path, heads: &[String]) -> Result<Self, Stop> {
        let file = File::create(path).map_err(|error| Error::unwritten("write", path, &error))?;
        let mut sheet = Self { path: path.to_owned(), writer: Writer::from_writer(file) };
        sheet.write(heads)?;
        Ok(sheet)
    }

    fn write(&mut self, cells: &[String]) -> Result<(), Stop> {
        self.writer.write_record(cells).map_err(|error| {
            let error = std::io::Error::from(error);
            Error::unwritten("write", &self.path, &error).into()
        })
    }

    fn close(mut self) -> Result<(), Stop> {
        self.writer.flush().map_err(|error| Error::unwritten("write", &self.path, &error).into())
    }
}

const ANSWER: [&str; 6] = ["game", "answer", "who", "rule", "options", "chosen"];
const GAME: [&str; 12] = [
    "game",
    "seed",
    "end",
    "questions",
    "chance",
    "forced",
    "options",
    "winners",
    "half_time",
    "decided",
    "lead_changes",
    "margin",
];

impl RowFiles {
    /// The files with their heads; none where no rows are wanted.
    ///
    /// # Errors
    /// When one cannot be made.
    pub(super) fn open(args: &SimulateArgs, game: &Game, seed: u64) -> Result<Option<Self>, Stop> {
        if args.csv.is_none() && args.csv_answers.is_none() {
            return Ok(None);
        }
        let players = game.setup().players.clone();
        let by = args.by.is_some();
        let mut heads: Vec<String> = GAME.map(str::to_owned).to_vec();
        for player in &players {
            heads.extend(["bot", "won", "score"].map(|of| format!("{of}[{player}]")));
            heads.extend(by.then(|| format!("by[{player}]")));
        }
        let tracks = game.tracks(&game.start());
        heads.extend(tracks.iter().map(|track| match track.index.is_empty() {
            true => format!("track {}", track.name),
            false => format!("track {}[{}]", track.name, track.index.join(", ")),
        }));
        let games = args.csv.as_deref().map(|path| RowFile::open(path, &heads)).transpose()?;
        let heads = ANSWER.map(str::to_owned);
        let answers = args.csv_answers.as_deref().map(|path| RowFile::open(path, &heads)).transpose()?;
        Ok(Some(Self { games, answers, seed, players, by, tracks: tracks.len(), failed: None }))
    }

    /// Writes a row; `false` where that was not possible.
    pub(super) fn take(&mut self, row: &Row) -> bool {
        let (sheet, cells) = match row {
            Row::Answer(row) => (&mut self.answers, answer(row)),
            Row::Game(row) => {
                let cells = self.game(row);
                (&mut self.games, cells)
            }
        };
        let written = sheet.as_mut().map_or(Ok(()), |sheet| sheet.write(&cells));
        self.failed = written.err();
        self.failed.is_none()
    }

    /// Puts the last rows down.
    ///
    /// # Errors
    /// When a row could not be written.
    pub(super) fn close(self) -> Result<(), Stop> {
        self.failed.map_or(Ok(()), Err)?;
        [self.games, self.answers].into_iter().flatten().try_for_each(RowFile::close)
    }

    fn game(&self, row: &GameRow) -> Vec<String> {
        let mut cells = vec![row.game.to_string(), self.seed.to_string()];
        let nobody = EndRow { questions: [0; 4], winners: Vec::new(), lead: None, by: Vec::new(), tracks: Vec::new() };
        let over = row.end.is_ok();
        let (end, of) = match &row.end {
            Ok(end) => ("over", end),
            Err(fault) => (fault.as_str(), &nobody),
        };
        let if_over = |cell: String| if over { cell } else { String::new() };
        cells.push(end.to_owned());
        cells.extend(of.questions.map(|number| if_over(number.to_string())));
        let winners: Vec<&str> =
            of.winners.iter().filter_map(|&seat| self.players.get(seat).map(String::as_str)).collect();
        cells.push(winners.join(" "));
        cells.extend(match of.lead.as_ref().and_then(|lead| lead.way) {
            Some(way) => [way.half_time.to_string(), way.decided.to_string(), way.changes.to_string()],
            None => [const { String::new() }; 3],
        });
        cells.push(of.lead.as_ref().map(|lead| lead.margin.to_string()).unwrap_or_default());
        for (seat, bot) in row.bots.iter().enumerate() {
            let part = if of.winners.contains(&seat) { 1.0 / of.winners.len() as f64 } else { 0.0 };
            let score = of.lead.as_ref().and_then(|lead| lead.scores.get(seat));
            cells.push(bot.to_string());
            cells.push(if_over(part.to_string()));
            cells.push(score.map(i64::to_string).unwrap_or_default());
            if self.by {
                cells.push(of.by.get(seat).cloned().flatten().unwrap_or_default());
            }
        }
        let ends = of.tracks.len();
        cells.extend(of.tracks.iter().map(|track| track.value.to_string()));
        cells.extend((ends..self.tracks).map(|_| String::new()));
        cells
    }
}

fn answer(row: &AnswerRow) -> Vec<String> {
    let AnswerRow { game, number, who, rule, options, answer } = row;
    let numbers = [game.to_string(), number.to_string()];
    numbers.into_iter().chain([who.clone(), rule.clone(), options.to_string(), answer.clone()]).collect()
}
