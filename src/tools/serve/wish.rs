//! Somebody wants an answer back that others have answered since: all other people at the table must agree.

use super::hall::{Hall, Refused, why};

/// What somebody wishes.
pub(super) struct Wish {
    /// Whose wish it is.
    seat: usize,
    /// So many answers stay.
    to: usize,
    /// So many there were when he asked: it lapses when the game has gone on.
    at: usize,
    agreed: Vec<usize>,
    refused: Option<usize>,
}

/// What a seat is shown of it.
#[derive(Default)]
pub(super) struct WishShown {
    /// Whether it may wish.
    pub(super) ask: bool,
    /// What is said.
    pub(super) line: Option<String>,
    /// Whether it is asked to agree.
    pub(super) agree: bool,
}

impl Hall {
    /// A seat asks the others for its last answer back.
    pub(super) fn ask_back(&mut self, key: &str, number: u64) -> Result<(), Refused> {
        let at = self.seat(key)?;
        let seat = self.fresh(at, number)?;
        if !self.wish_shown(Some(seat)).ask {
            return Err(why("There is no answer of yours that the others could give back."));
        }
        let to = self.table.before_last(seat).ok_or_else(|| why("You have not answered yet."))?;
        self.wish = Some(Wish { seat, to, at: self.table.answers(), agreed: Vec::new(), refused: None });
        self.go_on(Some(at));
        Ok(())
    }

    /// A seat agrees, or does not.
    pub(super) fn agree(&mut self, key: &str, number: u64, yes: bool) -> Result<(), Refused> {
        let at = self.seat(key)?;
        let seat = self.fresh(at, number)?;
        let is_asked = self.wish_shown(Some(seat)).agree;
        let Some(wish) = self.wish.as_mut().filter(|_| is_asked) else {
            return Err(why("Nobody asks you for an answer back."));
        };
        if yes {
            wish.agreed.push(seat);
        } else {
            wish.refused = Some(seat);
        }
        let (to, who, agreed) = (wish.to, wish.seat, wish.agreed.clone());
        let mut others = (0..self.table.names.len()).filter(|&other| self.table.humans[other] && other != who);
        if others.all(|other| agreed.contains(&other)) {
            self.wish = None;
            match self.table.rewind(to) {
                Ok(true) => {}
                Ok(false) => return Err(why("The game cannot be told again.")),
                Err(fault) => {
                    self.took(Err(fault));
                }
            }
        }
        self.go_on(Some(at));
        Ok(())
    }

    /// A wish lapses when the game has gone on, or back.
    pub(super) fn forget_past_wish(&mut self) {
        let answers = self.table.answers();
        self.wish.take_if(|wish| wish.at != answers);
    }

    /// What a seat is shown of a wish.
    pub(super) fn wish_shown(&self, viewer: Option<usize>) -> WishShown {
        let Some(viewer) = viewer.filter(|_| self.closing.is_empty()) else { return WishShown::default() };
        let others = self.table.humans.iter().filter(|human| **human).count() > 1;
        let Some(wish) = self.wish.as_ref().filter(|wish| wish.refused.is_none() || wish.seat == viewer) else {
            let ask = others && !self.table.can_undo_at(viewer) && self.table.before_last(viewer).is_some();
            return WishShown { ask, ..WishShown::default() };
        };
        let name = &self.table.names[wish.seat];
        let line = match wish.refused {
            Some(who) => format!("{} does not agree that you take your answer back.", self.table.names[who]),
            None if wish.seat == viewer => {
                "You have asked to take your last answer back; all others must agree.".into()
            }
            None => format!("{name} asks to take the last answer back, with all that was answered since."),
        };
        let agree = wish.refused.is_none() && wish.seat != viewer && !wish.agreed.contains(&viewer);
        WishShown { ask: false, line: Some(line), agree }
    }
}
