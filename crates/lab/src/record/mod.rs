//! A game as it was played: which rules, which set-up, all answers (those of chance too), by their names.
//!
//! The file is YAML with one answer a line, so that it can be written while the game goes on, and read by people.

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

/// Who answers the questions that nobody owns, in records and scenarios.
pub const CHANCE: &str = "chance";

/// A game as it was played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The game's name: `valley`.
    pub game: String,
    /// [`Rules::hash`] of the rules it was played with.
    pub rules: String,
    /// The variant, if one was played, or several in their order: `night,short`.
    pub variant: Option<String>,
    /// Settings and rulings turned.
    pub settings: Vec<(String, String)>,
    /// The players by seat.
    pub players: Vec<String>,
    /// The players that people play; none where nobody said so.
    pub people: Option<Vec<String>>,
    /// The players that the program plays, by seat (in the seats of people, too, who could leave theirs); empty: random ones.
    pub bots: Vec<Bot>,
    /// The seed of chance and of the players that the program played.
    pub seed: u64,
    /// Which game of a simulation with this seed it is.
    pub number: u64,
    /// All answers in order: who (a player's name or `chance`), and the option's notation.
    pub answers: Vec<(String, String)>,
    /// What has been answered in the `together` block that is open, and is not revealed before all have answered.
    pub sealed: SealedAnswers,
    /// How the game ended; none while it goes on, and in records that were written before this was noted.
    pub result: Option<GameResult>,
}

impl Record {
    /// Of a game that begins now.
    pub fn begin(rules: &Rules, setup: &Setup, seed: u64) -> Self {
        Self {
            game: rules.name().to_string(),
            rules: rules.hash(),
            variant: setup.variant.clone(),
            settings: setup.set.clone(),
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

    /// Whether it is a record of the game of these rules.
    ///
    /// # Errors
    /// A sentence with both names, where it is one of another game.
    pub fn fits(&self, rules: &Rules) -> Result<(), Error> {
        let (game, name) = (&self.game, rules.name());
        let other = || Error::new(format!("this is a record of `{game}`, and these are the rules of `{name}`"));
        if game == name { Ok(()) } else { Err(other()) }
    }

    /// Who answers besides people, as they are before the first question.
    pub fn bots_at_start(&self) -> Bots {
        Bots::seated(self.seed, self.number, &self.seated())
    }

    /// Who plays the seats that nobody takes.
    pub fn seated(&self) -> Vec<Bot> {
        let known = self.bots.iter().copied().chain(std::iter::repeat(Bot::Random));
        known.take(self.players.len()).collect()
    }

    /// The set-up that was played.
    pub fn setup(&self) -> Setup {
        Setup { players: self.players.clone(), set: self.settings.clone(), variant: self.variant.clone() }
    }

    /// In words, how a game that was played by all answers of this record ended otherwise than the record says; none where it did not, or where
    /// the record does not say. `outcome`: none if that game is not over.
    pub fn ends_otherwise(&self, outcome: Option<&Outcome>) -> Option<String> {
        let now = outcome.map(|outcome| GameResult::new(outcome, &self.players));
        self.result.as_ref()?.differs(now.as_ref())
    }

    /// As a file.
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

    /// From a file's text; `name` is what messages call it.
    ///
    /// # Errors
    /// Located findings: no YAML, unknown keys, wrong types, unknown players.
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

/// Names as they stand in the file: `[anna, ben]`.
fn list(names: &[String]) -> String {
    format!("[{}]", names.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", "))
}

/// An answer as a line of the file.
fn line(who: &str, answer: &str) -> String {
    format!("- {}: {}\n", quoted(who), quoted(answer))
}
