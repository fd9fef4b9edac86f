//! Plays at positions that a seat thinks possible.

use pyo3::prelude::*;
use tavola_game::Pending;
use tavola_lab::{Chance, seeds};

use super::{Play, own};
use crate::arguments;
use crate::errors::error;

#[pymethods]
impl Play {
    /// A play at a position that a seat thinks possible, drawn at random by `seed`: to look ahead without the secrets of the game.
    ///
    /// Hidden things, secret memory and secret answers of others are drawn again, so that they agree with all that the seat was shown.
    /// What the seat sees is the same: its view, its observation, its question. Chance is sampled by `seed`, not as in this play;
    /// without a seed of `start`, chance is asked there, too. The result knows no earlier answers, as a restored play.
    /// A restored, unpickled or guessed play knows its position alone, so its guesses agree with that alone.
    ///
    /// Raises `TavolaError` with the reason if no such position is found.
    #[pyo3(signature = (seat, seed=0))]
    fn guess(
        &mut self,
        py: Python<'_>,
        seat: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = arguments::seed)] seed: u64,
    ) -> PyResult<Self> {
        let seat = arguments::index(seat, "seat", self.game.game.players())?;
        let mut rng = seeds::generator(seed, 0, seat as u64 + 1);
        let dealt = own(&mut self.referee).complete(&self.state, seat, &mut |below| seeds::pick(&mut rng, below));
        let player = self.game.game.setup().players.get(seat).map_or("", String::as_str);
        let state =
            dealt.map_err(|why| error(format!("no position was found that {player} thinks possible: {why}")))?;
        let mut guess = Self::new(py, &self.game, state, self.chance.as_ref().map(|_| Chance::new(rng)))?;
        if self.pending == Pending::Choice(seat) {
            for &part in &self.chosen {
                guess.choose_action(py, part)?;
            }
        }
        Ok(guess)
    }
}
