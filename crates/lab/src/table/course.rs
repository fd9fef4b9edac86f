//! The game at a table up to now, as a value that is replayed while play continues.

use std::collections::BTreeMap;

use super::GameTable;
use crate::Record;
use crate::replay::{Listener, Replay, replay_from};
use tavola_game::{Game, RuleLine, State};

/// A game up to now.
pub struct GameSoFar {
    game: Game,
    start: State,
    record: Record,
    /// True if the record leads to the position from the start of the game.
    pub is_whole: bool,
    /// True if it is what a scenario calls, not a whole game.
    pub calls: bool,
}

/// A question of a game, for the author of its rules. Names everything, also what is secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnsweredQuestion {
    /// Name of the player as people read it, or `chance`. `None` for the open question.
    pub who: Option<String>,
    /// Label of the answer.
    pub answer: Option<String>,
    /// The line of the rules that asked. `None` if the game is over.
    pub line: Option<RuleLine>,
    /// True if it asks for more of a bag, an order or a division of which a part has been answered.
    pub is_begun: bool,
}

impl GameTable {
    /// The game up to now.
    pub fn so_far(&self) -> GameSoFar {
        let (record, is_whole) = (self.keeper.record().clone(), self.begun_at.is_none());
        GameSoFar { game: self.game(), start: self.start(), record, is_whole, calls: self.calls }
    }
}

impl GameSoFar {
    /// Number of answers.
    pub fn answers(&self) -> usize {
        self.record.answers.len()
    }

    /// The game without what came after these answers.
    pub fn cut(mut self, answers: usize) -> Self {
        if answers < self.answers() {
            self.record.answers.truncate(answers);
            self.record.result = None;
            self.record.sealed.clear();
        }
        self
    }

    /// Replays it.
    pub fn replay(&self, listen: &mut Listener<'_>) -> Replay {
        replay_from(self.game.clone(), self.start.clone(), &self.record, listen)
    }

    /// Names of the players by seat, as people read them.
    pub fn shown_names(&self) -> Vec<String> {
        self.game.shown_names()
    }

    /// All of its questions. The open one comes last.
    pub fn questions(&self) -> Vec<AnsweredQuestion> {
        let names: BTreeMap<&str, String> =
            self.game.setup().players.iter().map(String::as_str).zip(self.shown_names()).collect();
        let shown = |who: &str| names.get(who).cloned().unwrap_or_else(|| who.to_owned());
        let mut questions = Vec::new();
        self.replay(&mut |referee, state, answer| {
            let (who, answer) = match answer {
                Some((who, option)) => (Some(shown(who)), Some(referee.label(state, option))),
                None => (None, None),
            };
            let (line, is_begun) = (referee.asked_by(state, None), referee.half_chosen(state));
            questions.push(AnsweredQuestion { who, answer, line, is_begun });
        });
        questions
    }
}
