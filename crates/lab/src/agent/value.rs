//! Values of positions: the result of a finished game, or the ranking as if the game ended now.
//!
//! Uses only basic arithmetic, so results are byte-identical on all machines.

use tavola_game::{Fault, Outcome, Referee, Standing, State};

/// Share of the reward for winning. The rest is for the place in the ranking, so that a player who cannot win still
/// plays for a better place.
const VICTORY: f64 = 0.8;

/// Value of a game that nobody wins, relative to one that all win together.
const NOBODY: f64 = 0.9;

/// Weight of each measure of a ranking, relative to the measure before it.
const LATER: f64 = 0.25;

/// Share of the reward for winning where players have no rivals and the rules measure more than that. The rest is for the measures.
const COMMON_VICTORY: f64 = 0.5;

/// Evaluates positions. It learns typical distances, so that a lead is measured relative to leads in this game: between players, or
/// between positions where players have no rivals.
#[derive(Debug, Default)]
pub(super) struct Heuristic {
    standing: Standing,
    /// For each measure: sum of the distances, between the first and the last player or to the mean position.
    spread: Vec<f64>,
    /// For each measure: sum of its values where players have no rivals.
    total: Vec<f64>,
    looked: f64,
    scores: Vec<f64>,
}

impl Heuristic {
    /// Forgets the distances.
    pub(super) fn begin(&mut self) {
        self.spread.clear();
        self.total.clear();
        self.looked = 0.0;
    }

    /// True if the rules rank by something that can be compared before the end.
    ///
    /// # Errors
    /// A fault of the rules.
    pub(super) fn tells(&mut self, referee: &mut Referee, state: &State) -> Result<bool, Fault> {
        referee.standing(state, &mut self.standing)?;
        Ok(self.standing.measures > 1)
    }

    /// Sets the reward of each seat, from 0 to 1, at the end of a game.
    ///
    /// # Errors
    /// A fault of the rules.
    pub(super) fn of_end(&mut self, referee: &mut Referee, state: &State, rewards: &mut [f64]) -> Result<(), Fault> {
        let Outcome { winners, ranking } = referee.result(state)?;
        if !referee.game().has_rivals() {
            referee.standing(state, &mut self.standing)?;
            self.common(!winners.is_empty(), rewards);
            return Ok(());
        }
        let seats = rewards.len() as f64;
        rewards.fill(if winners.is_empty() { VICTORY * NOBODY / seats } else { 0.0 });
        for &seat in &winners {
            rewards[seat] = VICTORY / winners.len() as f64;
        }
        let mut ahead = 0;
        for group in &ranking {
            // Number of seats behind, where seats of the same group count half.
            let behind = seats - ahead as f64 - (group.len() as f64 + 1.0) / 2.0;
            group.iter().for_each(|&seat| rewards[seat] += (1.0 - VICTORY) * behind / (seats - 1.0).max(1.0));
            ahead += group.len();
        }
        Ok(())
    }

    /// Sets the reward of each seat, from 0 to 1, in an unfinished game: its lead over the best other seat if the game
    /// ended now. Points that are counted only at the end are included.
    ///
    /// # Errors
    /// A fault of the rules.
    pub(super) fn if_over(&mut self, referee: &mut Referee, state: &State, rewards: &mut [f64]) -> Result<(), Fault> {
        referee.standing_if_over(state, &mut self.standing)?;
        if !referee.game().has_rivals() {
            let is_won = self.standing.of(0).first().is_some_and(|&holds| holds == 1);
            self.common(is_won, rewards);
            return Ok(());
        }
        let Self { standing, spread, looked, scores, .. } = self;
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

    /// Sets the same reward for all seats: for a victory, and for measures better than those of other positions in this search.
    fn common(&mut self, is_won: bool, rewards: &mut [f64]) {
        let Self { standing, spread, total, looked, .. } = self;
        let measures = standing.of(0).get(1..).unwrap_or(&[]);
        let won = f64::from(u8::from(is_won));
        if measures.is_empty() {
            rewards.fill(won);
            return;
        }
        spread.resize(measures.len(), 0.0);
        total.resize(measures.len(), 0.0);
        *looked += 1.0;
        let (mut score, mut weight) = (0.0, 1.0);
        for ((&value, spread), total) in measures.iter().zip(spread).zip(total) {
            *total += f64::from(value);
            let above = f64::from(value) - *total / *looked;
            *spread += above.abs();
            if *spread > 0.0 {
                score += weight * above * *looked / *spread;
            }
            weight *= LATER;
        }
        let better = 0.5 + 0.5 * score / (1.0 + score.abs());
        rewards.fill(COMMON_VICTORY * won + (1.0 - COMMON_VICTORY) * better);
    }
}
