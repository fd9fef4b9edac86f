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
        let is_open = |chair: &Chair| match &self.hotseat {
            Some(hotseat) => *chair == hotseat.chair,
            None => chair.player().is_some_and(|player| self.table.humans[player]),
        };
        let open = self.seat_access.chairs().filter(is_open);
        let seat = |chair| draw::HostSeat {
            who: self.who(chair),
            key: self.seat_access.key(chair).to_owned(),
            held: self.seat_access.is_held(chair),
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
        self.put(Chair::Host, SeatContent::Host(host), false);
    }

    /// Name of the record's file. That of the first game may hold its seed, so it is secret while that game is played.
    fn record_name(&self) -> Option<String> {
        Some(self.table.keeper.file()?.file_name()?.to_string_lossy().into_owned())
    }

    /// Checks that a key opens a chair, for the host.
    pub(super) fn link_for_host(&self, key: &str, link: &str) -> Result<String, RequestRefused> {
        self.host(key)?;
        self.chair(link).map(|_| link.to_owned())
    }
}
