//! Another game at the same table.

use super::{GameTable, TableLog};
use crate::Record;
use crate::record::SealedAnswers;
use tavola_game::Error;

impl GameTable {
    /// Begins another game of the same rules, set-up and seats with this seed. The record of the old one stays as it is.
    ///
    /// # Errors
    /// If the new record cannot be written. The table then stays at the old game.
    pub fn play_again(&mut self, seed: u64) -> Result<(), Error> {
        let (answers, sealed) = (Vec::new(), SealedAnswers::new());
        let old = self.keeper.record().clone();
        let record = Record { seed, number: 0, answers, sealed, result: None, ..old };
        let (bots, log) = (record.bots_at_start(), TableLog::new(self.humans.len()));
        self.keeper = self.keeper.beside(record)?;
        let mut referee = self.game().referee();
        referee.collect_events(true);
        self.stand_at((referee, self.start()), (bots, log));
        self.opened_at = 0;
        Ok(())
    }
}
