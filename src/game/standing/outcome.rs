//! How a game ended.

use crate::code::{ExprId, Program, Set};
use crate::vm::{Fault, Machine, State};

/// Who won, and how everybody ranks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outcome {
    /// The seats that win; several share the victory, none: nobody wins.
    pub winners: Vec<usize>,
    /// Seats in tie groups, best first: the winners, then who met the condition of `winner`, then who did not meet it.
    /// Empty where the rules say nothing about it.
    pub ranking: Vec<Vec<usize>>,
}

impl Outcome {
    /// By the game's `winner`.
    pub(in crate::game) fn of(program: &Program, machine: &mut Machine, state: &State) -> Result<Self, Fault> {
        let mut ranked = |list: Option<ExprId>| -> Result<Vec<Vec<usize>>, Fault> {
            let Some(list) = list else { return Ok(Vec::new()) };
            let words = machine.words(program, state, list)?;
            let groups = words[1..].iter().take(words[0].max(0) as usize);
            Ok(groups.map(|&group| Set::from_words(&[group]).iter().map(|seat| seat as usize).collect()).collect())
        };
        let mut ranking = ranked(program.winner)?;
        let winners = ranking.first().cloned().unwrap_or_default();
        ranking.extend(ranked(program.behind)?);
        Ok(Self { winners, ranking })
    }
}
