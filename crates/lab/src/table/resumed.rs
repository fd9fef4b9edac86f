//! Resumes a recorded game at a table, or begins one at the position of a scenario.

use super::{GameTable, RecordKeeper, TableLog};
use crate::replay::replay_from;
use crate::scenario::BegunCase;
use crate::{Bots, Record};
use tavola_game::{Pending, Referee, Rules, State};

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

impl GameTable {
    /// Creates a table at the position of a case. The keeper has the answers that lead there.
    pub fn of_case(rules: &Rules, begun: &BegunCase, keeper: RecordKeeper, humans: Vec<bool>) -> Self {
        let record = keeper.record().clone();
        let mut resumed = Resumed::new(&record, &humans);
        let start = begun.from.clone().unwrap_or_else(|| begun.game.start());
        let again = replay_from(begun.game.clone(), start, &record, &mut |referee, state, answer| {
            resumed.log_lines(referee, state, answer);
        });
        let (bots, log) = (resumed.bots, resumed.log);
        let table = Self::new(rules, (again.referee, again.state), (bots, log), keeper, humans);
        Self { begun_at: begun.from.clone(), calls: begun.calls, ..table }
    }
}
