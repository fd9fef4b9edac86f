//! The end of a game: its result, the scores over the game, and another game at the same table.

use super::finished::FinishedGame;
use super::keys::{self, Chair};
use super::moments;
use super::refused::{RequestRefused, why};
use super::served_table::ServedTable;
use tavola_game::Outcome;
use tavola_lab::table::ranking_lines;
use tavola_page::draw;

impl ServedTable {
    /// Remembers how the game ended.
    pub(super) fn ended(&self, outcome: Outcome) -> FinishedGame {
        let people = (0..self.table.humans.len()).filter(|&seat| self.table.humans[seat]);
        let viewers: Vec<Option<usize>> = people.map(Some).chain([None]).collect();
        let course = moments::course(&self.table, &self.stage, &viewers);
        FinishedGame { outcome, course: viewers.into_iter().zip(course).collect() }
    }

    /// The end of the game as a viewer is shown it.
    pub(super) fn ending(&self, viewer: Option<usize>) -> Option<draw::GameEnding> {
        let FinishedGame { outcome, course } = self.ended.as_ref()?;
        let name = |seat: &usize| self.shown_name(*seat);
        let mut rank = 1;
        let mut ranks = Vec::new();
        for group in &outcome.ranking {
            ranks.extend(group.iter().map(|seat| (rank, name(seat))));
            rank += group.len();
        }
        let own = course.iter().find(|(other, _)| *other == viewer);
        let course = own.map_or_else(Vec::new, |(_, points)| points.clone());
        Some(draw::GameEnding { winners: outcome.winners.iter().map(name).collect(), ranks, course })
    }

    /// Begins another game with the same seats and links, and a new seed. Only the host may do this, after the end of the game.
    pub(super) fn play_again(&mut self, key: &str, number: u64) -> Result<(), RequestRefused> {
        self.host(key)?;
        self.is_fresh(Chair::Host, number)?;
        if self.closing.is_empty() {
            return Err(why("The game is not over."));
        }
        let seed = keys::secret_seed().map_err(|error| why(&error.to_string()))?;
        self.table.play_again(seed).map_err(|_| why("The new record cannot be written; the old game stays."))?;
        self.is_next_game = true;
        if let Some(record) = self.table.keeper.file() {
            keys::restore(record, &self.seat_access.keys());
        }
        if let Some(hotseat) = &mut self.hotseat {
            hotseat.sits = None;
        }
        self.open_again();
        self.forget_notes();
        self.carry_again();
        self.go_on(Some(Chair::Host));
        Ok(())
    }

    /// Continues a game that had ended, or another one.
    pub(super) fn open_again(&mut self) {
        self.closing.clear();
        self.ended = None;
        self.wish = None;
    }

    /// Notes how the game has ended.
    pub(super) fn close(&mut self) {
        if self.table.calls {
            self.closing = vec![moments::CALLS_OVER.to_owned()];
            return;
        }
        match self.table.outcome() {
            // The keeper notes a failed write and tries again.
            Ok((outcome, _)) => {
                self.ended = Some(self.ended(outcome));
                self.word_result();
            }
            Err(fault) => self.breaks_off(&fault),
        }
    }

    /// Words the result of a game that was played to its end, with the names that people have now.
    pub(super) fn word_result(&mut self) {
        if let Some(ended) = &self.ended {
            self.closing = ranking_lines(&ended.outcome, &self.table.view(None), &self.table.game());
        }
    }
}
