//! The host's page: the links of the seats, who is connected, changed rules.

use super::changed::RulesReader;
use super::keys::Chair;
use super::pages::SeatContent;
use super::refused::RequestRefused;
use super::served_table::ServedTable;
use tavola_page::draw;

impl ServedTable {
    /// Updates the host's page: who is connected, and the outcome of changed rules.
    pub(super) fn show_host(&mut self) {
        let Some(at) = self.seat_access.seats().find(|&at| self.seat_access.chair(at) == Chair::Host) else { return };
        let shared = self.hotseat.as_ref().map(|hotseat| hotseat.at);
        let is_open = |at: &usize| match shared {
            Some(shared) => *at == shared,
            None => self.seat_access.player(*at).is_some_and(|player| self.table.humans[player]),
        };
        let open = self.seat_access.seats().filter(is_open);
        let seat = |at| draw::HostSeat {
            who: self.who(at),
            key: self.seat_access.key(at).to_owned(),
            held: self.seat_access.is_held(at),
        };
        let seats = open.map(seat).collect();
        // While the game is played, the page stays as it is.
        let log = if self.closing.is_empty() { Vec::new() } else { self.table.lines_of(None) };
        let host = draw::Host {
            seats,
            lines: if self.table.tells_all() { log.len() } else { 0 },
            closing: self.closing.clone(),
            ending: self
                .ending(None)
                .map(|ending| Box::new((ending, self.stage.scene(&self.table.view(None), None, log)))),
            record: self.record_name().filter(|_| self.ended.is_some() || self.is_next_game),
            paused: self.paused(),
            rules: self.changed.shown(RulesReader::Host),
        };
        self.pages[at].show(SeatContent::Host(host), self.seat_access.key(at), false);
    }

    /// Name of the record's file. That of the first game may hold its seed, so it is secret while that game is played.
    fn record_name(&self) -> Option<String> {
        Some(self.table.keeper.file()?.file_name()?.to_string_lossy().into_owned())
    }

    /// Checks that a key opens a chair, for the host.
    pub(super) fn link_for_host(&self, key: &str, link: &str) -> Result<String, RequestRefused> {
        self.host(key)?;
        self.seat(link).map(|_| link.to_owned())
    }
}
