//! What stands on the page of a seat, and the number by which answers name it.

use tokio::sync::watch;

use super::told::{Beginnings, TableSent};
use tavola_page::draw;
use tavola_page::scene::{Line, Question, Scene};

/// What a seat is shown.
#[derive(Default, PartialEq)]
pub(super) enum SeatContent {
    /// Nothing yet.
    #[default]
    Nothing,
    /// The table, as far as its viewer sees it.
    Table(Box<(Scene, draw::Seat)>),
    /// Between two people at one screen: whose turn it is; why the game is paused.
    Cover(String, Option<String>),
    /// What the host may have.
    Host(draw::Host),
}

/// The page of a seat. Its number is another one for everything that it is shown, also by another process: answers name the number, so what is
/// answered to an old page is never taken for an answer to a new one.
pub(super) struct SeatPage {
    shown: SeatContent,
    /// Without the lines of the log.
    html: String,
    told: Beginnings,
    number: watch::Sender<u64>,
}

/// So many bits of a page's number count what it was shown; those above say in which opening of the table.
const COUNTED: u32 = 24;

impl SeatPage {
    /// Of a table that was opened with this number.
    pub(super) fn new(opening: u64) -> Self {
        Self {
            shown: SeatContent::Nothing,
            html: String::new(),
            told: Beginnings::default(),
            number: watch::Sender::new(opening << COUNTED),
        }
    }

    /// Whether a number is of a page that was shown since the table was opened.
    pub(super) fn is_of_this_opening(&self, number: u64) -> bool {
        number >> COUNTED == self.number() >> COUNTED
    }

    /// Shows this to who has this key, where it is something else than before, or `anyway`: then the number grows.
    pub(super) fn show(&mut self, shown: SeatContent, key: &str, anyway: bool) {
        if !anyway && self.shown == shown {
            return;
        }
        let number = self.number() + 1;
        self.html = match &shown {
            SeatContent::Nothing => String::new(),
            SeatContent::Table(shown) => draw::table(&shown.0, &shown.1, key, number),
            SeatContent::Cover(next, paused) => draw::cover(next, paused.as_deref(), key, number),
            SeatContent::Host(host) => draw::host(host, key, number),
        };
        self.shown = shown;
        self.told = Beginnings::of(self.log());
        self.number.send_replace(number);
    }

    /// What changes on the page of whoever has this key, without the lines of the log that the page says it has.
    pub(super) fn table(&self, key: &str, had: &str) -> TableSent {
        let from = self.told.known(had);
        TableSent { html: draw::with_lines(&self.html, self.log(), key, from), from, log: self.told.name() }
    }

    fn log(&self) -> &[Line] {
        self.scene().map_or(&[], |scene| &scene.log)
    }

    /// Names what it shows: it grows with everything new.
    pub(super) fn number(&self) -> u64 {
        *self.number.borrow()
    }

    /// Tells when the number changes.
    pub(super) fn watch(&self) -> watch::Receiver<u64> {
        self.number.subscribe()
    }

    /// The scene that is shown, if one is.
    pub(super) fn scene(&self) -> Option<&Scene> {
        match &self.shown {
            SeatContent::Table(shown) => Some(&shown.0),
            _ => None,
        }
    }

    /// The question that is shown.
    pub(super) fn question(&self) -> Option<&Question> {
        self.scene()?.question.as_ref()
    }

    /// The option that is shown as one for the rest of the turn.
    pub(super) fn enough(&self) -> Option<usize> {
        match &self.shown {
            SeatContent::Table(shown) => shown.1.enough,
            _ => None,
        }
    }
}
