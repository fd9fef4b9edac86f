//! Returns: what the end of a game is worth to each player, for programs that learn or search.

use crate::Game;
use tavola_core::vm::{Fault, Machine, State};

use super::Outcome;

/// Worth of the first place, and of the last with the opposite sign.
const BEST: f64 = 1.0;

impl Outcome {
    /// The return of each seat by place, see [`Referee::returns`](crate::Referee::returns).
    pub(crate) fn returns(&self, game: &Game) -> Vec<f64> {
        let players = game.players();
        if !game.has_rivals() {
            return (0..players).map(|seat| if self.winners.contains(&seat) { BEST } else { -BEST }).collect();
        }
        let mut returns = vec![0.0; players];
        if self.winners.is_empty() {
            return returns;
        }
        let step = 2.0 * BEST / (players - 1) as f64;
        let mut before = 0;
        for group in &self.ranking {
            // The mean of equal steps is the middle between the first and the last of them.
            let middle = before as f64 + (group.len() - 1) as f64 / 2.0;
            group.iter().filter(|&&seat| seat < players).for_each(|&seat| returns[seat] = BEST - step * middle);
            before += group.len();
        }
        returns
    }
}

impl Game {
    /// The payoff of each player by seat, if the rules give one.
    pub(crate) fn payoffs(&self, machine: &mut Machine, state: &State) -> Option<Result<Vec<i32>, Fault>> {
        let program = self.program();
        let payoff = program.payoff?;
        let seats = 0..self.players() as i32;
        let numbers = seats.map(|seat| {
            machine.set_regs(payoff.player, &[seat]);
            machine.word(program, state, payoff.value)
        });
        Some(numbers.collect())
    }

    /// True if the rules give a payoff. Then [`Referee::returns`](crate::Referee::returns) is that number, and not a place.
    pub fn has_payoff(&self) -> bool {
        self.program().payoff.is_some()
    }

    /// The lowest and the highest return of a player, see [`Referee::returns`](crate::Referee::returns).
    ///
    /// Bounds of a payoff follow from the ends of tracks and the ranges of the memory that it reads. `None` if they do not.
    pub fn returns_bounds(&self) -> Option<(f64, f64)> {
        match self.program().payoff {
            None => Some((-BEST, BEST)),
            Some(payoff) => payoff.bounds.map(|(low, high)| (f64::from(low), f64::from(high))),
        }
    }

    /// True if the returns of all players are known to add up to 0 at the end of every game. Of a payoff it is not known.
    pub fn is_zero_sum(&self) -> bool {
        !self.has_payoff() && self.has_rivals()
    }
}
