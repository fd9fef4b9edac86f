//! The position of a case, to play on from there.

use std::collections::BTreeMap;

use super::combinations::ChanceCombinations;
use super::driver::Driver;
use super::run::{Play, game_of, unplayable};
use super::{Failure, Scenario};
use crate::transcript::who;
use tavola_game::{Game, Rules, State};

/// A game at the position of a case.
pub struct BegunCase {
    /// The game of the case, with its change and its sentences.
    pub game: Game,
    /// Position at which its answers begin: what the case gives. `None` for the start of the game: then a record can
    /// hold it.
    pub from: Option<State>,
    /// The answers that lead from there to the position, in notation.
    pub answers: Vec<(String, String)>,
    /// True if the case calls a rule: no whole game is played.
    pub calls: bool,
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
    Ok(BegunCase::at(case, &game, play.driver))
}

/// Begins a game where a case fails: before its first answer that is not possible, or at its first check that does not
/// hold. Where it says `any`, chance gives options with which it fails. A case that passes is begun at its end.
///
/// # Errors
/// Failures, if the position is not possible.
pub fn begin_at_failure(rules: &Rules, case: &Scenario) -> Result<BegunCase, Vec<Failure>> {
    let game = game_of(rules, case).map_err(|error| unplayable(case, &error))?;
    let (mut ways, mut ran) = (ChanceCombinations::default(), BTreeMap::new());
    loop {
        let mut driver = Driver::new(&game, false, case.listens(), case.impossible.is_some());
        driver.referee.remember(true);
        let mut play = Play::new(case, driver, &mut ways, &mut ran);
        let failed = play.up_to_failure().map_err(|failure| vec![*failure])?;
        let begun = BegunCase::at(case, &game, play.driver);
        if failed || !ways.next() || ways.too_many() {
            return Ok(begun);
        }
    }
}

impl BegunCase {
    /// The game at the position to which a case was played.
    fn at(case: &Scenario, game: &Game, Driver { state, round, .. }: Driver) -> Self {
        let state = round.map_or(state, |round| round.base);
        let is_whole = case.call.is_none() && case.change.is_none();
        let (from, answers) = answers_to(game, &state);
        let from = from.or_else(|| (!is_whole).then(|| game.start()));
        Self { game: game.clone(), from, answers, calls: case.call.is_some() }
    }
}

/// The answers that lead to a position, and the position at which they begin. `None` for the start of the game.
fn answers_to(game: &Game, target: &State) -> (Option<State>, Vec<(String, String)>) {
    let (mut options, mut history, mut from) = (Vec::new(), target.history(), target);
    while let Some(answer) = history.last() {
        options.push(answer.option());
        history = answer.before();
        from = answer.from().unwrap_or(from);
    }
    let from = history.is_unknown().then(|| from.clone());
    let (mut referee, mut state) = (game.referee(), from.clone().unwrap_or_else(|| game.start()));
    let mut answers = Vec::new();
    for &option in options.iter().rev() {
        let Ok(pending) = referee.run(&mut state) else { break };
        answers.push((who(game, pending), referee.notation(option)));
        if referee.answer(&mut state, option).is_err() {
            break;
        }
    }
    (from, answers)
}
