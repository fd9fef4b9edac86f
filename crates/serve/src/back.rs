//! Requests to take back an answer after others have answered. All other people at the table must agree.

use super::refused::{RequestRefused, why};
use super::served_table::ServedTable;
use super::wish::UndoRequest;
use tavola_lab::table::TableError;

impl ServedTable {
    /// Asks the other people to let a seat take back its last answer.
    pub(super) fn ask_back(&mut self, key: &str, number: u64) -> Result<(), RequestRefused> {
        let chair = self.chair(key)?;
        let seat = self.fresh(chair, number)?;
        if !self.wish_shown(Some(seat)).ask {
            return Err(why(self.table.why_no_wish(seat)));
        }
        let to = self.table.before_last(seat).ok_or_else(|| why("You have not answered yet."))?;
        self.wish = Some(UndoRequest { seat, to, at: self.table.answers(), agreed: Vec::new(), refused: None });
        self.go_on(Some(chair));
        Ok(())
    }

    /// Takes back all answers after the first ones, without asking anybody.
    pub(super) fn rewind(&mut self, answers: usize) -> Result<(), RequestRefused> {
        match self.table.rewind(answers) {
            Ok(true) => {}
            Ok(false) => return Err(why("The game cannot be replayed.")),
            failed => self.done(failed.map(|_| ()))?,
        }
        self.open_again();
        self.carry_again();
        self.go_on(None);
        Ok(())
    }

    /// Records a seat's reply to such a request. Rewinds the game if all others have agreed.
    pub(super) fn agree(&mut self, key: &str, number: u64, yes: bool) -> Result<(), RequestRefused> {
        let chair = self.chair(key)?;
        let seat = self.fresh(chair, number)?;
        let is_asked = self.wish_shown(Some(seat)).agree;
        let Some(wish) = self.wish.as_mut().filter(|_| is_asked) else {
            return Err(why("Nobody is asking to take an answer back."));
        };
        if yes {
            wish.agreed.push(seat);
        } else {
            wish.refused = Some(seat);
        }
        if let Some(mut wish) = self.wish.take_if(|wish| wish.is_granted(&self.table)) {
            match self.table.rewind(wish.to) {
                Ok(true) => self.carry_again(),
                Ok(false) => return Err(why("The game cannot be replayed.")),
                Err(TableError::Unwritten(_)) => {
                    // The seat can agree again once the record can be written.
                    wish.agreed.retain(|agreed| *agreed != seat);
                    self.wish = Some(wish);
                    return Err(self.unwritten());
                }
                failed => self.done(failed.map(|_| ()))?,
            }
        }
        self.go_on(Some(chair));
        Ok(())
    }
}
