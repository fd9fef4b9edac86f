//! Going back further than a player can alone: to what he was asked before others answered.

use super::{GameTable, TableLog};
use tavola_game::{Error, Fault};

impl GameTable {
    /// How many answers there were before the last one that a seat gave of its own will at this table.
    pub fn before_last(&self, seat: usize) -> Option<usize> {
        self.wills.iter().rev().find(|(own, _)| *own == seat).map(|(_, answers)| *answers)
    }

    /// Goes back to where so many answers had been given, also behind what was revealed or rolled: the record is cut there and played again up to
    /// it, chance and bots stand where they stood then. `false`: the record cannot be played again. An error inside: its file cannot be written
    /// at present, and the game is as it was.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn rewind(&mut self, answers: usize) -> Result<Result<bool, Error>, Fault> {
        let game = self.game();
        let record = self.keeper.record();
        let mut bots = record.bots_at_start();
        let (mut referee, mut state) = (game.referee(), game.start());
        referee.record(true);
        let mut log = TableLog::new(self.names.len());
        for (who, answer) in record.answers.iter().take(answers) {
            let pending = referee.run(&mut state)?;
            log.take(&mut referee, &state);
            let Ok(option) = referee.find(&state, answer) else { return Ok(Ok(false)) };
            let seat = self.names.iter().position(|name| name == who);
            if seat.is_none_or(|seat| !self.humans[seat]) {
                bots.answered(pending);
            }
            referee.answer(&mut state, option)?;
        }
        if let Err(unwritten) = self.keeper.cut(answers) {
            return Ok(Err(unwritten));
        }
        self.stand_at((referee, state), (bots, log));
        Ok(Ok(true))
    }

    /// Notes that a seat answers of its own will.
    pub(super) fn will(&mut self, seat: usize) {
        self.wills.push((seat, self.keeper.answers()));
    }

    /// Forgets the wills of answers that were taken back.
    pub(super) fn forget_wills(&mut self) {
        let answers = self.keeper.answers();
        self.wills.retain(|(_, before)| *before < answers);
    }
}
