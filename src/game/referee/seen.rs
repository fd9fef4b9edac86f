//! What players have seen going into places, gathered along the way to a position.

use std::sync::Arc;

use crate::game::deal::SeenGoing;
use crate::vm::State;

use super::Referee;
use super::trail::{SeenOnWay, TrailStep, TrailWay};

impl Referee {
    /// What a player has seen going into places on the way to a position, as far as this referee has gone it; of a way that goes on only what is new is
    /// looked at.
    pub(crate) fn seen_going(&mut self, state: &State, viewer: usize) -> Option<SeenGoing> {
        if self.trail.seen.tip != *state || self.trail.seen.seats.is_empty() {
            let way = self.way_to(state)?;
            let before = std::mem::take(&mut self.trail.seen);
            self.trail.seen = self.seen_on(&way, before);
        }
        self.trail.seen.seats.get(viewer).cloned()
    }

    fn seen_on(&mut self, way: &TrailWay, before: SeenOnWay) -> SeenOnWay {
        let players = self.game.players();
        let goes_on = |(last, count): &(Arc<TrailStep>, usize)| {
            count.checked_sub(1).and_then(|at| way.steps.get(at)).is_some_and(|step| Arc::ptr_eq(step, last))
        };
        let (from, mut seats) = match before.last.filter(goes_on) {
            Some((_, count)) => (count, before.seats),
            None => (0, vec![SeenGoing::none(&self.game.program().layout); players]),
        };
        let mut referee = self.again.take().unwrap_or_else(|| Box::new(self.game.referee().trusting()));
        for step in &way.steps[from..] {
            referee.note_seen(step, &mut seats);
        }
        self.again = Some(referee);
        let last = way.steps.last().map(|step| (Arc::clone(step), way.steps.len()));
        SeenOnWay { tip: way.tip.clone(), last, seats }
    }

    /// Gives an answer once more, and notes what all players see going.
    fn note_seen(&mut self, step: &TrailStep, seats: &mut [SeenGoing]) {
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
            // Where somebody sees in only before or after it, nobody knows what they saw meanwhile.
            let mut sees = self.eye().sees_cells(&step.state, viewer);
            let after = self.eye().sees_cells(&state, viewer);
            sees.iter_mut().zip(after).for_each(|(sees, after)| *sees &= after);
            seen.note(&game.program().layout, &step.state, &sees, &events);
        }
    }
}
