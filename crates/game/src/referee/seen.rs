//! Observed moves into hidden places, collected along the way to a position.

use std::sync::Arc;

use crate::deal::SeenGoing;
use tavola_core::vm::HistoryStep;

use super::Referee;
use super::answer_history::{HistoryPath, SeenOnWay};

impl Referee {
    /// Observations of a player along a way. If the way extends the last one, only the new steps are replayed.
    pub(super) fn seen_going(&mut self, way: &HistoryPath, viewer: usize) -> Option<SeenGoing> {
        let SeenOnWay { last, seats } = std::mem::take(&mut self.answer_history.seen);
        let known = last.and_then(|last| way.steps.iter().rposition(|step| Arc::ptr_eq(step, &last)));
        let (from, mut seats) = match known {
            Some(at) => (at + 1, seats),
            None => (0, vec![SeenGoing::none(&self.game.program().layout); self.game.players()]),
        };
        for step in &way.steps[from..] {
            self.note_seen(step, &mut seats);
        }
        self.answer_history.seen = SeenOnWay { last: way.steps.last().cloned(), seats };
        self.answer_history.seen.seats.get(viewer).cloned()
    }

    /// Observations of a player along this way, ignoring cached ones.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn seen_along(&mut self, way: &HistoryPath, viewer: usize) -> Option<SeenGoing> {
        self.game.assert_viewer(Some(viewer));
        self.answer_history.forget();
        self.seen_going(way, viewer)
    }

    /// Repeats an answer and records what all players see moving.
    fn note_seen(&mut self, step: &HistoryStep, seats: &mut [SeenGoing]) {
        let (game, mut state) = (self.game.clone(), step.state.clone());
        self.machine.record(true);
        self.machine.take_events();
        let answered = self.machine.answer(game.program(), &mut state, step.ask, &step.option);
        let ran = answered.and_then(|()| self.machine.run(game.program(), &mut state));
        let events = self.machine.take_events();
        self.machine.record(false);
        if ran.is_err() {
            return;
        }
        for (viewer, seen) in seats.iter_mut().enumerate() {
            // A player who sees into a place only before or only after the answer may not have seen the move.
            let mut sees = self.eye().sees_cells(&step.state, viewer);
            let after = self.eye().sees_cells(&state, viewer);
            sees.iter_mut().zip(after).for_each(|(sees, after)| *sees &= after);
            seen.note(&game.program().layout, &step.state, &sees, &events);
        }
    }
}
