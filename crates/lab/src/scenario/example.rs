//! Scenarios as examples of a printed rulebook.

use super::run::{game_of, log_lines};
use super::{Expect, Scenario, Step};
use tavola_game::{Game, PositionLine, Rules};

/// A scenario as a reader of a rulebook reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The position in which it starts, as far as the case puts one.
    pub position: Vec<PositionLine>,
    /// The course of the game, line by line, answers among it.
    pub lines: Vec<String>,
    /// Number of lines before the first answer, such as those of a set-up. 0 if the case calls a rule.
    pub lines_before: usize,
}

impl Example {
    /// The example from its first answer on, if it has more than this number of lines.
    #[must_use]
    pub fn shortened(mut self, most: usize) -> Self {
        if self.lines.len() > most {
            self.lines.drain(..std::mem::take(&mut self.lines_before));
        }
        self
    }
}

/// Plays a case and makes an example of it; none where it does not hold, or where its lines do not show what it proves. `rules` are those
/// of its variant.
pub fn example(rules: &Rules, scenario: &Scenario) -> Option<Example> {
    if !scenario.is_visible() {
        return None;
    }
    let game = game_of(rules, scenario).ok()?;
    let (lines, lines_before) = log_lines(&game, scenario)?;
    Some(Example { lines, lines_before, position: position(&game, scenario)? })
}

/// The position that a case puts before it begins, in words.
fn position(game: &Game, scenario: &Scenario) -> Option<Vec<PositionLine>> {
    let (mut referee, mut state) = (game.referee(), game.start());
    let mut steps = Vec::new();
    for (at, given) in scenario.given.chunk_by(|one, other| one.after == other.after).enumerate() {
        for one in given.iter().filter(|_| at > 0) {
            referee.clear_given(&mut state, &one.left).ok()?;
        }
        for one in given {
            let before = state.clone();
            referee.set_given(&mut state, &one.left, &one.right).ok()?;
            steps.push((before, state.clone()));
        }
    }
    Some(game.position_lines(&steps, &state))
}

impl Scenario {
    /// True if everything it proves is visible in the lines: it checks values or refusals, and does not change the position in
    /// between.
    fn is_visible(&self) -> bool {
        let shows = |expect: &Expect| !expect.then.is_empty() || !expect.refused.is_empty();
        let looks = |step: &Step| matches!(step, Step::Check(expect) if shows(expect));
        let puts = |step: &Step| matches!(step, Step::Put(_));
        (shows(&self.end) || self.steps.iter().any(looks)) && !self.steps.iter().any(puts)
    }

    /// True if it also checks things without a line: options, who sees what, the log of a player.
    pub fn looks_behind(&self) -> bool {
        let behind =
            |expect: &Expect| !expect.offered.is_empty() || !expect.sights.is_empty() || !expect.log.is_empty();
        behind(&self.end) || self.steps.iter().any(|step| matches!(step, Step::Check(expect) if behind(expect)))
    }
}
