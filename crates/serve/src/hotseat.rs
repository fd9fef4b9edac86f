//! Hotseat: several people share one screen. It shows the view of one of them, and is blank between two of them.

use super::keys::Chair;

/// The chair that all people share.
pub(super) struct Hotseat {
    /// The chair: that of the first person.
    pub(super) chair: Chair,
    /// The player who sits there. None while the screen is handed over.
    pub(super) sits: Option<usize>,
}

/// Content of the shared screen.
pub(super) enum Screen {
    /// The view of this player, and the next player if this one has finished.
    Seen(Option<usize>, Option<usize>),
    /// Only the name of the next player.
    Blank(usize),
}

impl Hotseat {
    /// Creates the hotseat at the chair of the first person. Nobody sits there yet.
    pub(super) fn new(chair: Chair) -> Self {
        Self { chair, sits: None }
    }
}
