//! The position of a case, to play on from there.

use std::collections::BTreeMap;

use super::driver::Driver;
use super::run::{ChanceCombinations, Play, game_of, unplayable};
use super::{Failure, Scenario};
use crate::transcript::who;
use tavola_game::{Game, Rules, State};

/// A game at the position of a case.
pub struct BegunCase {
    /// The game of the case, with its change and its sentences.
    pub game: Game,
    /// The position.
    pub state: State,
    /// The answers that lead there from the start of the game, in notation. `None` if these alone do not, because
    /// something is given, called or changed.
    pub answers: Option<Vec<(String, String)>>,
}

/// Begins a game where a case stands: at the position that it gives, or after its `answers`. Where it says `any`, chance
/// gives its first option. Answers that are still kept in a `together` block are left out. Its checks may fail.
///
/// # Errors
/// Failures, if the position or an answer is not possible.
pub fn begin(rules: &Rules, case: &Scenario, answers: bool) -> Result<BegunCase, Vec<Failure>> {
    let game = game_of(rules, case).map_err(|error| unplayable(case, &error))?;
    let mut driver = Driver::new(&game, false, false, case.impossible.is_some());
    driver.referee.remember(true);
    let (mut ways, mut ran) = (ChanceCombinations::default(), BTreeMap::new());
    let mut play = Play::new(case, driver, &mut ways, &mut ran);
    play.position().map_err(|failure| vec![*failure])?;
    if answers {
        play.script().map_err(|failure| vec![*failure])?;
    }
    let Driver { state, round, .. } = play.driver;
    let state = round.map_or(state, |round| round.base);
    let is_whole = case.call.is_none() && case.change.is_none();
    let answers = if is_whole { answers_to(&game, &state) } else { None };
    Ok(BegunCase { game, state, answers })
}

/// The answers that lead to a position from the start of the game. `None` if its history does not begin there.
fn answers_to(game: &Game, target: &State) -> Option<Vec<(String, String)>> {
    let (mut options, mut history) = (Vec::new(), target.history());
    while let Some(answer) = history.last() {
        options.push(answer.option());
        history = answer.before();
    }
    if history.is_unknown() {
        return None;
    }
    let (mut referee, mut state) = (game.referee(), game.start());
    let mut answers = Vec::new();
    for &option in options.iter().rev() {
        let pending = referee.run(&mut state).ok()?;
        answers.push((who(game, pending), referee.notation(option)));
        referee.answer(&mut state, option).ok()?;
    }
    Some(answers)
}
