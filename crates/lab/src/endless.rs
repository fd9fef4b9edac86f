//! Endless games: finds the loop that is never left.

use super::agent::{Bots, MAX_ANSWERS};
use tavola_game::{Game, LoopWatch, Pending, State, Unended};

/// Number of further random answers after which a loop that was never left counts as endless.
const FURTHER: u64 = 1_000;

/// Report on a game that is not over after [`MAX_ANSWERS`].
pub struct Endless {
    /// A sentence without a full stop.
    pub what: String,
    /// The loop that is never left, if one was found.
    pub of: Option<Unended>,
}

impl Endless {
    /// Analyses a game at a position after too many answers. The result depends on the position alone.
    pub fn at(game: &Game, state: &State) -> Self {
        let what = format!("the game is not over after {MAX_ANSWERS} answers");
        let of = never_left(game, state.clone()).unended(game);
        let more = of.as_ref().map_or(String::new(), |of| format!("; {}", of.what));
        Self { what: what + &more, of }
    }

    /// The sentence with the place of the loop.
    pub fn placed(self) -> String {
        let place = self.of.map_or(String::new(), |of| format!(" ({})", of.place));
        self.what + &place
    }
}

/// Loops that run at this state and still run after `FURTHER` random answers.
fn never_left(game: &Game, mut state: State) -> LoopWatch {
    let (mut referee, mut bots) = (game.referee().without_checks_and_history(), Bots::new(0, 0, game.players()));
    let mut watch = LoopWatch::default();
    for _ in 0..FURTHER {
        watch.runs_on(game, &state);
        match referee.run(&mut state) {
            Ok(Pending::Over) | Err(_) => break,
            Ok(pending) => {
                watch.see(game, &state);
                let option = bots.answer(pending, &mut referee, &state);
                if referee.answer(&mut state, option).is_err() {
                    break;
                }
            }
        }
    }
    watch
}
