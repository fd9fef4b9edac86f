//! Hotseat: several people share one screen. It shows the view of one of them, and is blank between two of them.

/// The seat that all people share.
pub(super) struct Hotseat {
    /// Index of the seat.
    pub(super) at: usize,
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
    /// Creates the hotseat at the seat of the first person. Nobody sits there yet.
    pub(super) fn new(at: usize) -> Self {
        Self { at, sits: None }
    }
}
