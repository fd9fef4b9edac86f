//! A run as rows, for other programs: a row a game, a row an answer.

use super::leads::Lead;
use super::played::QuestionCounts;
use super::worker::Came;
use crate::agent::Bot;
use crate::record::CHANCE;
use tavola_game::{NamedValue, Referee, State};

/// A row. They come game by game, in the order of their numbers, whatever the number of threads; the answers of a game before
/// the game.
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
    /// The game's number in the run, from 0.
    pub game: u64,
    /// The answer's number in the game, from 1.
    pub number: u64,
    /// Who answered: a player's name, or `chance`.
    pub who: String,
    /// The rule that asked.
    pub rule: String,
    /// How many options there were.
    pub options: usize,
    /// The answer in the notation of records.
    pub answer: String,
}

/// A game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// Its number in the run, from 0.
    pub game: u64,
    /// Who played, seat by seat.
    pub bots: Vec<Bot>,
    /// What came of it, or the fault that ended it.
    pub end: Result<EndRow, String>,
}

/// A game that came to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct EndRow {
    /// Questions to players, to chance, to players with one option, and options of all questions to players.
    pub questions: [u64; 4],
    /// The seats that won.
    pub winners: Vec<usize>,
    /// Who was ahead; none where the rules do not tell.
    pub lead: Option<Lead>,
    /// By what wins are told apart, seat by seat; empty where nothing was asked for.
    pub by: Vec<Option<String>>,
    /// Where the tracks stand.
    pub tracks: Vec<NamedValue<i64>>,
}

/// Which rows are wanted, and who takes them; once he says `false` no game goes on.
pub struct Rows<'a> {
    /// Whether rows of answers are wanted, too.
    pub answers: bool,
    /// Takes a row.
    pub take: &'a mut (dyn FnMut(Row) -> bool + Send),
}

impl GameRow {
    /// None for a game that was stopped.
    pub(super) fn of(game: u64, bots: Vec<Bot>, came: &Came) -> Option<Self> {
        let end = match came {
            Came::Stopped => return None,
            Came::Fault(trouble, _) => Err(trouble.what.clone()),
            Came::Played(played, _) => {
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
            options: referee.options(),
            answer: referee.notation(option),
        }
    }
}
