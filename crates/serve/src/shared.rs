//! The seat that several people share: who may see what stands there, and how they take turns.

use super::hall::Hall;
use super::hotseat::Screen;
use super::refused::{RequestRefused, why};

impl Hall {
    /// Who may see what a seat is shown.
    pub(super) fn viewer(&self, at: usize) -> Option<usize> {
        match &self.hotseat {
            Some(hotseat) if hotseat.at == at => hotseat.sits,
            _ => self.doors.player(at),
        }
    }

    /// What a seat is shown, where it is the one that people share.
    pub(super) fn screen(&mut self, at: usize) -> Screen {
        if self.hotseat.as_ref().is_none_or(|hotseat| hotseat.at != at) {
            return Screen::Seen(self.doors.player(at), None);
        }
        let sits = self.viewer(at);
        match self.next_at_hotseat() {
            // When nobody is asked any more, all look on together.
            None if !self.closing.is_empty() => Screen::Seen(None, None),
            None => Screen::Seen(sits, None),
            Some(next) if sits.is_none() => Screen::Blank(next),
            Some(next) => Screen::Seen(sits, Some(next).filter(|next| Some(*next) != sits)),
        }
    }

    /// Who is asked next at the shared screen: whoever sits there, as long as he is.
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

    /// The screen is handed over, or the next one sits down at it.
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
