//! Several people at one screen: it shows what one of them may see, and between two of them nothing.

/// A seat that all people share.
pub(super) struct Hotseat {
    /// Which of the seats.
    pub(super) at: usize,
    /// Who sits there; none: the screen is handed over.
    pub(super) sits: Option<usize>,
}

/// What stands on the shared screen.
pub(super) enum Screen {
    /// What this player sees; with whoever is next, if he is done.
    Seen(Option<usize>, Option<usize>),
    /// Nothing but whose turn it is.
    Blank(usize),
}

impl Hotseat {
    /// Of the seat of the first person. Nobody sits there yet.
    pub(super) fn new(at: usize) -> Self {
        Self { at, sits: None }
    }
}
