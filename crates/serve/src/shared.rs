//! The shared seat: who may see its screen, and how people take turns.

use super::hotseat::Screen;
use super::keys::Chair;
use super::refused::{RequestRefused, why};
use super::served_table::ServedTable;

impl ServedTable {
    /// True for the chair that all people share.
    pub(super) fn is_hotseat(&self, chair: Chair) -> bool {
        self.hotseat.as_ref().is_some_and(|hotseat| hotseat.chair == chair)
    }

    /// The player whose view a chair is shown.
    pub(super) fn viewer(&self, chair: Chair) -> Option<usize> {
        match &self.hotseat {
            Some(hotseat) if hotseat.chair == chair => hotseat.sits,
            _ => chair.player(),
        }
    }

    /// Content of a chair's screen, which may be shared.
    pub(super) fn screen(&mut self, chair: Chair) -> Screen {
        if !self.is_hotseat(chair) {
            return Screen::Seen(chair.player(), None);
        }
        let sits = self.viewer(chair);
        match self.next_at_hotseat() {
            // After the end, everybody at the screen sees the spectators' view.
            None if !self.closing.is_empty() => Screen::Seen(None, None),
            None => Screen::Seen(sits, None),
            Some(next) if sits.is_none() => Screen::Blank(next),
            Some(next) => Screen::Seen(sits, Some(next).filter(|next| Some(*next) != sits)),
        }
    }

    /// The next player to answer at the shared screen. The one who sits there comes first.
    fn next_at_hotseat(&mut self) -> Option<usize> {
        let sits = self.hotseat.as_ref().and_then(|hotseat| hotseat.sits);
        sits.into_iter().chain(0..self.table.names.len()).find(|&seat| self.is_person_asked(seat))
    }

    /// Seats of the people who have a question to answer, in their order.
    pub(super) fn people_asked(&mut self) -> Vec<usize> {
        (0..self.table.names.len()).filter(|&seat| self.is_person_asked(seat)).collect()
    }

    /// True if a person sits there who has a question to answer.
    fn is_person_asked(&mut self, seat: usize) -> bool {
        self.closing.is_empty()
            && self.table.humans[seat]
            && matches!(self.table.question_at(Some(seat)), Ok(Some(asked)) if asked.player == seat)
    }

    /// Hands the screen over, or lets the next player sit down.
    pub(super) fn sit(&mut self, key: &str, number: u64) -> Result<(), RequestRefused> {
        let chair = self.chair(key)?;
        if !self.is_hotseat(chair) {
            return Err(why("No other player uses this screen."));
        }
        self.is_fresh(chair, number)?;
        let next = match self.screen(chair) {
            Screen::Seen(_, Some(_)) => None,
            Screen::Blank(next) => Some(next),
            Screen::Seen(_, None) => return Err(why("Nobody else is asked now.")),
        };
        if let Some(hotseat) = &mut self.hotseat {
            hotseat.sits = next;
        }
        self.go_on(Some(chair));
        Ok(())
    }
}
