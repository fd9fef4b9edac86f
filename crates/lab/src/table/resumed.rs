//! Resumes a recorded game at a table.

use super::TableLog;
use crate::{Bots, Record};
use tavola_game::{Pending, Referee, State};

/// State of a table after a replayed record: the bots as they are after its answers, and the log.
pub struct Resumed<'a> {
    record: &'a Record,
    humans: &'a [bool],
    /// The bots.
    pub bots: Bots,
    /// The log.
    pub log: TableLog,
}

impl<'a> Resumed<'a> {
    /// Creates the state before the first answer.
    pub fn new(record: &'a Record, humans: &'a [bool]) -> Self {
        Self { record, humans, bots: record.bots_at_start(), log: TableLog::new(record.players.len()) }
    }

    /// Observes the replay, see [`crate::replay::Listener`].
    pub fn log_lines(&mut self, referee: &mut Referee, state: &State, answer: Option<(&str, usize)>) {
        self.log.take(referee, state);
        if let Some((who, _)) = answer {
            let seat = self.record.players.iter().position(|name| name == who);
            if seat.is_none_or(|seat| !self.humans[seat]) {
                self.bots.answered(seat.map_or(Pending::Chance, Pending::Choice));
            }
            seat.into_iter().for_each(|seat| self.log.saw(seat));
        }
    }
}
