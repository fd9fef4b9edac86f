//! A table without a server: programs play by keys, and each key shows what its seat may see.

use super::error::ServeError;
use super::keys::{self, Chair};
use super::reason::{AnswerReason, AnswerVerdict, named_option};
use super::refused::{RequestRefused, why};
use super::served_table::ServedTable;
use tavola_game::{Outcome, Rules};
use tavola_lab::table::GameTable;
use tavola_lab::{Bot, OptionRating, seeds};
use tavola_page::scene::Scene;

/// A game whose seats are opened by keys.
///
/// Bots and chance answer at once. All answers of a seat's key follow from what the seat may see. An unknown key is
/// always refused as [`RequestRefused::Nobody`].
pub struct KeyedTable {
    served: ServedTable,
}

/// State of a table, as all seats may know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableStatus {
    /// Number of the content that the seat is shown. An answer names it, so that no question is answered twice.
    pub number: u64,
    /// True if the game was played to its end.
    pub over: bool,
    /// Last lines of a game that has ended: the ranking, or the fault that ended it. Empty while it is played.
    pub closing: Vec<String>,
    /// Winners and ranking. `None` unless the game was played to its end.
    pub outcome: Option<Outcome>,
}

impl KeyedTable {
    /// Opens a game at its first question to a person, with new keys.
    ///
    /// # Errors
    /// If there are no random numbers.
    pub fn open(table: GameTable, rules: &Rules) -> Result<Self, ServeError> {
        let keys = keys::for_table(None, false, table.names.len())?;
        // Its keys are never used again, so the numbers of its pages need not be unique.
        Ok(Self { served: ServedTable::new(table, rules, (keys, 0), false) })
    }

    /// The keys of people, spectators and the host. Seats of bots have none.
    pub fn keys(&self) -> Vec<(Chair, String)> {
        let keys = self.served.seat_access.keys().into_iter();
        keys.filter(|(chair, _)| !matches!(chair, Chair::Player(seat) if !self.served.table.humans[*seat])).collect()
    }

    /// Names of the players, by seat.
    pub fn names(&self) -> &[String] {
        &self.served.table.names
    }

    /// The chair that a key opens.
    ///
    /// # Errors
    /// If the key opens none.
    pub fn chair(&self, key: &str) -> Result<Chair, RequestRefused> {
        self.served.chair(key)
    }

    /// State of the table.
    ///
    /// # Errors
    /// If the key opens no seat.
    pub fn status(&self, key: &str) -> Result<TableStatus, RequestRefused> {
        let number = self.served.page_of(key)?.number();
        let outcome = self.served.ended.as_ref().map(|ended| ended.outcome.clone());
        Ok(TableStatus { number, over: outcome.is_some(), closing: self.served.closing.clone(), outcome })
    }

    /// The table as the seat sees it.
    ///
    /// # Errors
    /// If the key opens no seat, or is the host's.
    pub fn scene(&self, key: &str) -> Result<&Scene, RequestRefused> {
        self.served.page_of(key)?.scene().ok_or_else(|| why("The host's key opens `record` and `close` only."))
    }

    /// Checks that a number is that of the question that the seat was shown last.
    ///
    /// # Errors
    /// If the key opens no seat of a player, or the number is an old one.
    pub fn is_current(&self, key: &str, number: u64) -> Result<(), RequestRefused> {
        self.served.fresh(self.served.chair(key)?, number).map(drop)
    }

    /// Answers the question that the seat was shown with this number.
    ///
    /// # Errors
    /// If the key opens no seat, the number is an old one, or there is no such option.
    pub fn answer(&mut self, key: &str, number: u64, option: usize) -> Result<(), RequestRefused> {
        self.served.answer(key, number, option)
    }

    /// Explains why a text is not an answer to the seat's question, as far as the seat may know it.
    ///
    /// # Errors
    /// If the key opens no seat, or the seat is not asked.
    pub fn reason(&mut self, key: &str, text: &str) -> Result<AnswerReason, RequestRefused> {
        self.served.reason(key, text)
    }

    /// The option of the seat's question that a text means: its notation or its label.
    ///
    /// # Errors
    /// If the key opens no seat, or the seat is not asked. The inner error is the reason why there is no such option.
    pub fn find(&mut self, key: &str, text: &str) -> Result<Result<usize, AnswerReason>, RequestRefused> {
        if let Some(option) = self.scene(key)?.question.as_ref().and_then(|question| named_option(question, text)) {
            return Ok(Ok(option));
        }
        let reason = self.reason(key, text)?;
        Ok(match reason.kind {
            // Another form of the notation. A beginning of it is not enough.
            AnswerVerdict::Offered(option) if self.is_option(key, text, option)? => Ok(option),
            _ => Err(reason),
        })
    }

    fn is_option(&mut self, key: &str, text: &str, option: usize) -> Result<bool, RequestRefused> {
        let Chair::Player(seat) = self.chair(key)? else { return Ok(false) };
        Ok(self.served.table.find_at(seat, text).is_ok_and(|found| found == option))
    }

    /// Ratings of the options of the seat's question by a bot, best first. The bot sees what the seat sees.
    ///
    /// # Errors
    /// If the key opens no seat, or the seat is not asked.
    pub fn think(&mut self, key: &str, bot: Bot, seed: u64) -> Result<Vec<OptionRating>, RequestRefused> {
        let question = self.scene(key)?.question.is_some();
        let (Chair::Player(seat), true) = (self.chair(key)?, question) else {
            return Err(why("There is no question for you now."));
        };
        match self.served.table.advice_at(seat, bot, seed) {
            Ok(thought) => Ok(thought.options),
            Err(fault) => Err(why(&self.served.table.game().diagnose(&fault).message)),
        }
    }

    /// The option that a bot chooses for the seat. The bot sees what the seat sees.
    ///
    /// # Errors
    /// As [`KeyedTable::think`].
    pub fn choose(&mut self, key: &str, bot: Bot, seed: u64) -> Result<usize, RequestRefused> {
        let options = self.scene(key)?.question.as_ref().map_or(0, |question| question.options.len());
        let best = self.think(key, bot, seed)?.first().map(|best| best.option);
        Ok(best.unwrap_or_else(|| seeds::pick_index(&mut seeds::generator(seed, 0, seeds::CHANCE), options)))
    }

    /// The record with all hidden information: for the host at any time, for others after the end of the game.
    ///
    /// # Errors
    /// If the key opens no seat, or the game is not over.
    pub fn record(&self, key: &str) -> Result<String, RequestRefused> {
        self.served.record(key)
    }
}
