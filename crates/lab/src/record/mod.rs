//! Records: a game as it was played, with its rules, set-up and all answers (chance included) in notation.
//!
//! The file is YAML with one answer on each line, so that it can be written during the game and read by people.

mod name;
mod read;
mod result;
mod sealed;
mod writer;

use std::fmt::Write;

use crate::agent::{Bot, Bots};
use tavola_game::{Error, Outcome, Rules, Setup};
use tavola_syntax::yaml::quoted;

pub(crate) use read::{answer, known_player};
pub use read::{place, places, read_file, read_text};
pub use result::GameResult;
pub use sealed::SealedAnswers;
pub use writer::RecordWriter;
pub(crate) use writer::failed;

/// Name of chance in records and scenarios.
pub const CHANCE: &str = "chance";

/// A game as it was played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Name of the game: `valley`.
    pub game: String,
    /// Hash of the rules ([`Rules::hash`]).
    pub rules: String,
    /// Variant, or several in their order: `night,short`.
    pub variant: Option<String>,
    /// Settings and rulings that differ from their defaults.
    pub settings: Vec<(String, String)>,
    /// Players, by seat.
    pub players: Vec<String>,
    /// Players that are people. None if this is not known.
    pub people: Option<Vec<String>>,
    /// Bots by seat, also for the seats of people, who could leave theirs. Empty: random players.
    pub bots: Vec<Bot>,
    /// Seed of chance and of the bots.
    pub seed: u64,
    /// Number of the game in a simulation with this seed.
    pub number: u64,
    /// All answers in order: a player's name or `chance`, and the notation of the option.
    pub answers: Vec<(String, String)>,
    /// Answers in the open `together` block, which are not revealed before all have answered.
    pub sealed: SealedAnswers,
    /// Result of the game. None while the game is not over, and in records of earlier versions.
    pub result: Option<GameResult>,
}

impl Record {
    /// Creates the record of a game that begins now.
    pub fn begin(rules: &Rules, setup: &Setup, seed: u64) -> Self {
        Self {
            game: rules.name().to_string(),
            rules: rules.hash(),
            variant: setup.variant.clone(),
            settings: setup.settings.clone(),
            players: setup.players.clone(),
            people: None,
            bots: Vec::new(),
            seed,
            number: 0,
            answers: Vec::new(),
            sealed: SealedAnswers::new(),
            result: None,
        }
    }

    /// Checks that this is a record of the game of these rules.
    ///
    /// # Errors
    /// A sentence with both names if it is a record of another game.
    pub fn fits(&self, rules: &Rules) -> Result<(), Error> {
        let (game, name) = (&self.game, rules.name());
        let other = || Error::new(format!("this is a record of `{game}`, but these are the rules of `{name}`"));
        if game == name { Ok(()) } else { Err(other()) }
    }

    /// Bots and chance before the first question.
    pub(crate) fn bots_at_start(&self) -> Bots {
        Bots::seated(self.seed, self.number, &self.seated())
    }

    /// Bots, seat by seat; random players by default.
    pub fn seated(&self) -> Vec<Bot> {
        Bot::in_all_seats(&self.bots, self.players.len())
    }

    /// Set-up of the game.
    pub fn setup(&self) -> Setup {
        Setup { players: self.players.clone(), settings: self.settings.clone(), variant: self.variant.clone() }
    }

    /// Describes how a game with all answers of this record ended differently from the recorded result. None if it did
    /// not, or if no result is recorded. `outcome` is none if that game is not over.
    pub(crate) fn ends_otherwise(&self, outcome: Option<&Outcome>) -> Option<String> {
        let now = outcome.map(|outcome| GameResult::new(outcome, &self.players));
        self.result.as_ref()?.differs(now.as_ref())
    }

    /// The record as YAML.
    pub fn to_yaml(&self) -> String {
        let mut text = self.header();
        for (who, answer) in &self.answers {
            text.push_str(&line(who, answer));
        }
        if !self.sealed.is_empty() {
            text.push_str(&sealed::line(&self.sealed));
        }
        text.extend(self.result.as_ref().map(GameResult::line));
        text
    }

    /// Parses a file's text; `name` stands for the file in messages.
    ///
    /// # Errors
    /// Located findings: invalid YAML, unknown keys, wrong types, unknown players.
    pub fn from_yaml(name: &str, text: &str) -> Result<Self, tavola_game::LoadError> {
        read_text(name, text)
    }

    /// Everything before the answers.
    fn header(&self) -> String {
        let mut text = format!("game: {}\nrules: {}\n", quoted(&self.game), quoted(&self.rules));
        if let Some(variant) = &self.variant {
            let _ = writeln!(text, "variant: {}", quoted(variant));
        }
        if !self.settings.is_empty() {
            let pair = |(name, value): &(String, String)| format!("{}: {}", quoted(name), quoted(value));
            let pairs: Vec<String> = self.settings.iter().map(pair).collect();
            let _ = writeln!(text, "settings: {{ {} }}", pairs.join(", "));
        }
        let _ = writeln!(text, "players: {}", list(&self.players));
        if let Some(people) = &self.people {
            let _ = writeln!(text, "people: {}", list(people));
        }
        if self.bots.iter().any(|&bot| bot != Bot::Random) {
            let bots: Vec<String> = self.bots.iter().map(Bot::to_string).collect();
            let _ = writeln!(text, "bots: {}", list(&bots));
        }
        let _ = writeln!(text, "seed: {}", self.seed);
        if self.number > 0 {
            let _ = writeln!(text, "number: {}", self.number);
        }
        text.push_str("answers:\n");
        text
    }
}

/// Names as YAML: `[anna, ben]`.
fn list(names: &[String]) -> String {
    format!("[{}]", names.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", "))
}

/// An answer as a line of the file.
fn line(who: &str, answer: &str) -> String {
    format!("- {}: {}\n", quoted(who), quoted(answer))
}
