//! Rewinds the game further than a player can undo alone: past answers of others.

use super::{GameTable, TableLog};
use tavola_game::{Error, Fault};

impl GameTable {
    /// Number of answers before the last one that a seat chose itself at this table.
    pub fn before_last(&self, seat: usize) -> Option<usize> {
        self.wills.iter().rev().find(|(own, _)| *own == seat).map(|(_, answers)| *answers)
    }

    /// Rewinds the game to this number of answers, also past revealed information and past chance.
    ///
    /// The record is cut there and played again up to it; chance and bots return to their state at that time. Returns
    /// `false` if the record cannot be played again. The inner error means that the file cannot be written at present;
    /// the game then stays as it is.
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

    /// Notes that a seat chooses its answer itself.
    pub(super) fn will(&mut self, seat: usize) {
        self.wills.push((seat, self.keeper.answers()));
    }

    /// Forgets choices that were taken back.
    pub(super) fn forget_wills(&mut self) {
        let answers = self.keeper.answers();
        self.wills.retain(|(_, before)| *before < answers);
    }
}
