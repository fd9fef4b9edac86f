//! A table at which a recorded game goes on.

use super::TableLog;
use crate::{Bots, Record};
use tavola_game::{Pending, Referee, State};

/// What goes on from a record that is played again: the bots as they are after its answers, and the log.
pub struct Resumed<'a> {
    record: &'a Record,
    humans: &'a [bool],
    /// The bots.
    pub bots: Bots,
    /// The log.
    pub log: TableLog,
}

impl<'a> Resumed<'a> {
    /// Before its first answer.
    pub fn new(record: &'a Record, humans: &'a [bool]) -> Self {
        Self { record, humans, bots: record.bots_at_start(), log: TableLog::new(record.players.len()) }
    }

    /// Listens to the record, see [`crate::replay::Listener`].
    pub fn hear(&mut self, referee: &mut Referee, state: &State, answer: Option<(&str, usize)>) {
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
