//! Rewinds the game further than a player can undo alone: past answers of others.

use super::{ChosenAnswer, GameTable, TableError, TableLog};

/// Why nothing can be taken back after a restart.
const RESUMED: &str = "Answers from before the game was resumed cannot be taken back.";

impl GameTable {
    /// Number of answers before the last one that a seat chose itself at this table.
    pub fn before_last(&self, seat: usize) -> Option<usize> {
        self.last_chosen(seat).map(|chosen| chosen.answers)
    }

    /// The last answer that a seat chose itself at this table and those after it, as a viewer reads them: the line of the log and its
    /// text, such as `Anna: 3`.
    pub fn since_last(&self, seat: usize, viewer: Option<usize>) -> Vec<(usize, String)> {
        self.last_chosen(seat).map_or_else(Vec::new, |chosen| self.log.answers(viewer, chosen.log))
    }

    fn last_chosen(&self, seat: usize) -> Option<&ChosenAnswer> {
        self.wills.iter().rev().find(|chosen| chosen.seat == seat)
    }

    /// Rewinds the game to this number of answers, also past revealed information and past chance.
    ///
    /// The record is cut there and played again up to it; chance and bots return to their state at that time. Returns
    /// `false` if the record cannot be played again; the game then stays as it is.
    ///
    /// # Errors
    /// See [`TableError`].
    pub fn rewind(&mut self, answers: usize) -> Result<bool, TableError> {
        let game = self.game();
        let record = self.keeper.record();
        let mut bots = record.bots_at_start();
        let (mut referee, mut state) = (game.referee(), self.start());
        referee.collect_events(true);
        let mut log = TableLog::new(self.names.len());
        for (who, answer) in record.answers.iter().take(answers) {
            let pending = referee.run(&mut state)?;
            log.take(&mut referee, &state);
            let Ok(option) = referee.find(&state, answer) else { return Ok(false) };
            let seat = self.names.iter().position(|name| name == who);
            if seat.is_none_or(|seat| !self.humans[seat]) {
                bots.answered(pending);
            }
            referee.answer(&mut state, option)?;
        }
        self.keeper.cut(answers).map_err(TableError::Unwritten)?;
        self.stand_at((referee, state), (bots, log));
        Ok(true)
    }

    /// The reason why a player has no answer to take back.
    pub fn why_no_undo(&self, seat: usize) -> &'static str {
        if self.answered_before_only(seat) {
            return RESUMED;
        }
        "Nothing can be taken back: something was revealed, rolled or answered by another person since."
    }

    /// The reason why a player cannot ask the others to take an answer back.
    pub fn why_no_wish(&self, seat: usize) -> &'static str {
        if self.answered_before_only(seat) { RESUMED } else { "You have no answer to take back." }
    }

    /// True if the game was resumed, and a player has not answered since.
    fn answered_before_only(&self, seat: usize) -> bool {
        let mut since = self.keeper.record().answers.iter().skip(self.opened_at);
        self.opened_at > 0 && !since.any(|(who, _)| *who == self.names[seat])
    }

    /// Notes that a seat chooses its answer itself.
    pub(super) fn will(&mut self, seat: usize) {
        self.wills.push(ChosenAnswer { seat, answers: self.keeper.answers(), log: self.log.end() });
    }

    /// Forgets choices that were taken back.
    pub(super) fn forget_wills(&mut self) {
        let answers = self.keeper.answers();
        self.wills.retain(|chosen| chosen.answers < answers);
    }
}
