//! Content of a seat's page, and the number by which answers refer to it.

use tokio::sync::watch;

use super::table_sent::{Beginnings, TableSent};
use tavola_page::draw;
use tavola_page::scene::{Line, Question, Scene};

/// Content of a seat's page.
#[derive(Default, PartialEq)]
pub(super) enum SeatContent {
    /// Nothing yet.
    #[default]
    Nothing,
    /// The table as its viewer sees it.
    Table(Box<(Scene, draw::Seat)>),
    /// Blank screen between two people: the next player, and why the game is paused.
    Cover(String, Option<String>),
    /// The host's page.
    Host(draw::Host),
}

/// The page of a seat. Each content has a number of its own, also across restarts of the server. Answers carry the number, so an
/// answer to an old page is never taken for an answer to a new one.
pub(super) struct SeatPage {
    shown: SeatContent,
    /// The page without the lines of the log.
    html: String,
    table_sent: Beginnings,
    number: watch::Sender<PageNumber>,
}

/// Numbers by which a page knows what is new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PageNumber {
    /// Number of the content, which answers refer to.
    pub(super) content: u64,
    /// Number of changes of names and notes.
    pub(super) talk: u64,
}

/// Number of bits of a page's number that count its contents. The bits above identify the opening of the table.
const COUNTED: u32 = 24;

impl SeatPage {
    /// Creates the page of a table with this number of the opening.
    pub(super) fn new(opening: u64) -> Self {
        Self {
            shown: SeatContent::Nothing,
            html: String::new(),
            table_sent: Beginnings::default(),
            number: watch::Sender::new(PageNumber { content: opening << COUNTED, talk: 0 }),
        }
    }

    /// True if the number belongs to a page of this opening of the table.
    pub(super) fn is_of_this_opening(&self, number: u64) -> bool {
        number >> COUNTED == self.number() >> COUNTED
    }

    /// Replaces the content if it differs, or if `anyway`. The number grows with it.
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
        self.table_sent = Beginnings::of(self.log());
        self.number.send_modify(|own| own.content = number);
    }

    /// The part of the page that changes, without the log lines that the page has already.
    pub(super) fn table(&self, key: &str, had: &str) -> TableSent {
        let from = self.table_sent.known(had);
        TableSent { html: draw::with_lines(&self.html, self.log(), key, from), from, log: self.table_sent.name() }
    }

    fn log(&self) -> &[Line] {
        self.scene().map_or(&[], |scene| &scene.log)
    }

    /// Number of the content. It grows with each change.
    pub(super) fn number(&self) -> u64 {
        self.number.borrow().content
    }

    /// Returns a channel with the numbers.
    pub(super) fn watch(&self) -> watch::Receiver<PageNumber> {
        self.number.subscribe()
    }

    /// The names or notes have changed.
    pub(super) fn talked(&self) {
        self.number.send_modify(|own| own.talk += 1);
    }

    /// The scene that is shown, if one is.
    pub(super) fn scene(&self) -> Option<&Scene> {
        match &self.shown {
            SeatContent::Table(shown) => Some(&shown.0),
            _ => None,
        }
    }

    /// The question that is shown, if there is one.
    pub(super) fn question(&self) -> Option<&Question> {
        self.scene()?.question.as_ref()
    }

    /// The option that is offered for the rest of the turn.
    pub(super) fn enough(&self) -> Option<usize> {
        match &self.shown {
            SeatContent::Table(shown) => shown.1.enough,
            _ => None,
        }
    }
}
