//! What a position is worth to each seat: the result of a game that is over; of one that is not, the ranking as if it were.
//!
//! Only additions, divisions and the like: the same bytes on every machine.

use tavola_game::{Fault, Outcome, Referee, Standing, State};

/// Of a result that is known: how much winning counts; the rest is for the place in the ranking, so that somebody who
/// cannot win any more still plays on.
const VICTORY: f64 = 0.8;

/// A game that nobody wins is worth so much of one that all win together: nearly a draw, and less than a common victory.
const NOBODY: f64 = 0.9;

/// Each measure of a ranking counts for this part of the one before.
const LATER: f64 = 0.25;

/// Values positions; remembers how far players were apart, so that a lead of one counts by what a lead is in this game.
#[derive(Debug, Default)]
pub(super) struct Heuristic {
    standing: Standing,
    /// For each measure: the sum of how far the first and the last were apart.
    spread: Vec<f64>,
    looked: f64,
    scores: Vec<f64>,
}

impl Heuristic {
    /// Forgets how far players were apart.
    pub(super) fn begin(&mut self) {
        self.spread.clear();
        self.looked = 0.0;
    }

    /// Whether the rules rank by something that can be compared before the end.
    ///
    /// # Errors
    /// A fault of the rules.
    pub(super) fn tells(&mut self, referee: &mut Referee, state: &State) -> Result<bool, Fault> {
        referee.standing(state, &mut self.standing)?;
        Ok(self.standing.measures > 1)
    }

    /// What the end of a game is worth to each seat, from 0 to 1.
    ///
    /// # Errors
    /// A fault of the rules.
    pub(super) fn of_end(referee: &mut Referee, state: &State, rewards: &mut [f64]) -> Result<(), Fault> {
        let Outcome { winners, ranking } = referee.result(state)?;
        let seats = rewards.len() as f64;
        rewards.fill(if winners.is_empty() { VICTORY * NOBODY / seats } else { 0.0 });
        for &seat in &winners {
            rewards[seat] = VICTORY / winners.len() as f64;
        }
        let mut ahead = 0;
        for group in &ranking {
            // Seats behind, those beside count half.
            let behind = seats - ahead as f64 - (group.len() as f64 + 1.0) / 2.0;
            group.iter().for_each(|&seat| rewards[seat] += (1.0 - VICTORY) * behind / (seats - 1.0).max(1.0));
            ahead += group.len();
        }
        Ok(())
    }

    /// What a position in the middle is worth to each seat, from 0 to 1: by how far he would be before (or behind) the best of the others
    /// if the game ended there. Points that are only counted at the end are what most is done for.
    ///
    /// # Errors
    /// A fault of the rules.
    pub(super) fn if_over(&mut self, referee: &mut Referee, state: &State, rewards: &mut [f64]) -> Result<(), Fault> {
        referee.standing_if_over(state, &mut self.standing)?;
        let Self { standing, spread, looked, scores } = self;
        spread.resize(standing.measures, 0.0);
        *looked += 1.0;
        scores.clear();
        scores.resize(rewards.len(), 0.0);
        let mut weight = 1.0;
        for (measure, spread) in spread.iter_mut().enumerate() {
            let values = || (0..rewards.len()).map(|seat| f64::from(standing.of(seat)[measure]));
            let (least, most) = values().fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v), high.max(v)));
            *spread += most - least;
            if *spread > 0.0 {
                let unit = *spread / *looked;
                scores.iter_mut().zip(values()).for_each(|(score, value)| *score += weight * (value - least) / unit);
            }
            weight *= LATER;
        }
        for (seat, reward) in rewards.iter_mut().enumerate() {
            let others = scores.iter().enumerate().filter(|(other, _)| *other != seat);
            let best = others.map(|(_, &score)| score).fold(f64::MIN, f64::max);
            let lead = if best == f64::MIN { scores[seat] } else { scores[seat] - best };
            *reward = 0.5 + 0.5 * lead / (1.0 + lead.abs());
        }
        Ok(())
    }
}
