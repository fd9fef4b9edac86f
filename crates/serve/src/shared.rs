//! The shared seat: who may see its screen, and how people take turns.

use super::hotseat::Screen;
use super::refused::{RequestRefused, why};
use super::served_table::ServedTable;

impl ServedTable {
    /// The player whose view a seat is shown.
    pub(super) fn viewer(&self, at: usize) -> Option<usize> {
        match &self.hotseat {
            Some(hotseat) if hotseat.at == at => hotseat.sits,
            _ => self.seat_access.player(at),
        }
    }

    /// Content of a seat's screen, which may be shared.
    pub(super) fn screen(&mut self, at: usize) -> Screen {
        if self.hotseat.as_ref().is_none_or(|hotseat| hotseat.at != at) {
            return Screen::Seen(self.seat_access.player(at), None);
        }
        let sits = self.viewer(at);
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
        if !self.closing.is_empty() {
            return None;
        }
        let sits = self.hotseat.as_ref().and_then(|hotseat| hotseat.sits);
        let others = (0..self.table.names.len()).filter(|&seat| self.table.humans[seat] && Some(seat) != sits);
        let people: Vec<usize> = sits.into_iter().chain(others).collect();
        people
            .into_iter()
            .find(|&seat| matches!(self.table.question_at(Some(seat)), Ok(Some(asked)) if asked.player == seat))
    }

    /// Hands the screen over, or lets the next player sit down.
    pub(super) fn sit(&mut self, key: &str, number: u64) -> Result<(), RequestRefused> {
        let at = self.seat(key)?;
        if self.hotseat.as_ref().is_none_or(|hotseat| hotseat.at != at) {
            return Err(why("No other player uses this screen."));
        }
        self.is_fresh(at, number)?;
        let next = match self.screen(at) {
            Screen::Seen(_, Some(_)) => None,
            Screen::Blank(next) => Some(next),
            Screen::Seen(_, None) => return Err(why("Nobody else is asked now.")),
        };
        if let Some(hotseat) = &mut self.hotseat {
            hotseat.sits = next;
        }
        self.go_on(Some(at));
        Ok(())
    }
}
