//! The position before a stretch: as it can be given, or by the answers that lead there.

use super::RecordedMoment;
use super::changed::{ValueLine, given_lines};
use tavola_game::{Game, State};

/// Maximum number of positions that are tried.
const MAX_TRIED: usize = 50;

/// The number of answers whose position is given, and its lines. None are needed for the start of the game.
///
/// It is the last one before answer `at` (from 0) that can be given exactly, if that takes no more lines than the answers.
pub(super) fn given(game: &Game, moments: &[RecordedMoment], at: usize) -> (usize, Vec<ValueLine>) {
    let from_start = (0, Vec::new());
    let Some(first) = moments.first() else { return from_start };
    let referee = game.referee();
    // Without the line that asks first, the rules would have to be under way.
    let candidates = (1..=at).rev().filter(|&number| moments[number].line == first.line);
    for number in candidates.take(MAX_TRIED) {
        let target = &moments[number].state;
        let lines = given_lines(&referee, &game.start(), target);
        if lines.len() <= number && leads_to(game, &lines, target) {
            return (number, lines);
        }
    }
    from_start
}

/// True if the game that begins with these lines asks its first question in exactly this position.
fn leads_to(game: &Game, lines: &[ValueLine], target: &State) -> bool {
    let (mut referee, mut state) = (game.referee(), game.start());
    lines.iter().all(|(left, right)| referee.set_given(&mut state, left, right).is_ok())
        && referee.run(&mut state).is_ok()
        && state == *target
}
