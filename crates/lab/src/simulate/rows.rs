//! Results of a run as rows for other programs: one row for each game, or for each answer.

use super::leads::Lead;
use super::played::QuestionCounts;
use super::worker::PlayResult;
use crate::agent::Bot;
use crate::record::CHANCE;
use tavola_game::{NamedValue, Referee, State};

/// A row. Rows come in the order of the games, for any number of threads. The answers of a game come before the game.
#[derive(Clone, Debug, PartialEq)]
pub enum Row {
    /// An answer.
    Answer(AnswerRow),
    /// A game.
    Game(Box<GameRow>),
}

/// An answer of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerRow {
    /// Number of the game in the run, from 0.
    pub game: u64,
    /// Number of the answer in the game, from 1.
    pub number: u64,
    /// Owner of the answer: a player's name, or `chance`.
    pub who: String,
    /// The rule that asked.
    pub rule: String,
    /// Number of options.
    pub options: usize,
    /// Answer in the notation of records.
    pub answer: String,
}

/// A game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// Number of the game in the run, from 0.
    pub game: u64,
    /// Bots, seat by seat.
    pub bots: Vec<Bot>,
    /// Result, or the fault that ended the game.
    pub end: Result<EndRow, String>,
}

/// Result of a game that was played to the end.
#[derive(Clone, Debug, PartialEq)]
pub struct EndRow {
    /// Number of questions to players, of questions to chance, of questions to players with one option, and of options
    /// of all questions to players.
    pub questions: [u64; 4],
    /// Seats that won.
    pub winners: Vec<usize>,
    /// Lead in the game. None if the rules do not rank unfinished games.
    pub lead: Option<Lead>,
    /// Values by which wins are grouped, seat by seat. Empty without an expression.
    pub by: Vec<Option<String>>,
    /// Final values of the tracks.
    pub tracks: Vec<NamedValue<i64>>,
}

/// Receiver of rows. Once `take` returns `false`, no game is continued.
pub struct Rows<'a> {
    /// True if rows of answers are wanted, too.
    pub answers: bool,
    /// Takes a row.
    pub take: &'a mut (dyn FnMut(Row) -> bool + Send),
}

impl GameRow {
    /// Row of a game. None if the game was stopped.
    pub(super) fn of(game: u64, bots: Vec<Bot>, result: &PlayResult) -> Option<Self> {
        let end = match result {
            PlayResult::Stopped => return None,
            PlayResult::Fault(trouble, _) => Err(trouble.what.clone()),
            PlayResult::Played(played, _) => {
                let QuestionCounts { asked, chance, forced, options, .. } = played.questions;
                Ok(EndRow {
                    questions: [asked, chance, forced, options],
                    winners: played.winners.clone(),
                    lead: played.lead.clone(),
                    by: played.by.clone(),
                    tracks: played.tracks.clone(),
                })
            }
        };
        Some(Self { game, bots, end })
    }
}

impl AnswerRow {
    pub(super) fn of(
        (game, number): (u64, u64),
        player: Option<&String>,
        (referee, state): (&Referee, &State),
        option: usize,
    ) -> Self {
        Self {
            game,
            number,
            who: player.map_or(CHANCE, String::as_str).to_owned(),
            rule: referee.game().position(state).0,
            options: referee.option_count(),
            answer: referee.notation(option),
        }
    }
}
