//! Somebody's wish to have an answer back that others have answered since: all other people at the table must agree.

use tavola_lab::table::GameTable;

/// What somebody wishes.
pub(super) struct Wish {
    /// Whose wish it is.
    pub(super) seat: usize,
    /// So many answers stay.
    pub(super) to: usize,
    /// So many there were when he asked: it lapses when the game has gone on.
    pub(super) at: usize,
    pub(super) agreed: Vec<usize>,
    pub(super) refused: Option<usize>,
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

impl Wish {
    /// Whether everybody else agrees.
    pub(super) fn is_granted(&self, table: &GameTable) -> bool {
        let mut others = (0..table.names.len()).filter(|&other| table.humans[other] && other != self.seat);
        others.all(|other| self.agreed.contains(&other))
    }
}

/// What a player is shown of a wish, or of that he may have one.
pub(super) fn shown(wish: Option<&Wish>, table: &GameTable, viewer: usize) -> WishShown {
    let others = table.humans.iter().filter(|human| **human).count() > 1;
    let Some(wish) = wish.filter(|wish| wish.refused.is_none() || wish.seat == viewer) else {
        let ask = others && !table.can_undo_at(viewer) && table.before_last(viewer).is_some();
        return WishShown { ask, ..WishShown::default() };
    };
    let name = &table.names[wish.seat];
    let line = match wish.refused {
        Some(who) => format!("{} does not agree to take your answer back.", table.names[who]),
        None if wish.seat == viewer => "You have asked to take your last answer back; all others must agree.".into(),
        None => format!("{name} asks to take back the last answer and all answers after it."),
    };
    let agree = wish.refused.is_none() && wish.seat != viewer && !wish.agreed.contains(&viewer);
    WishShown { ask: false, line: Some(line), agree }
}
