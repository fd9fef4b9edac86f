//! Rankings: the final one, and the measures at any moment.

use serde::{Deserialize, Serialize};
use tavola_core::code::{ExprId, Program, Set};
use tavola_core::lower::Lowered;
use tavola_core::vm::{Fault, Machine, State};

/// Winners and final ranking.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Outcome {
    /// Winning seats. Several share the victory. Empty if nobody wins.
    pub winners: Vec<usize>,
    /// Seats in tie groups, best first: the winners, then others who satisfy the condition of `winner`, then the rest.
    ///
    /// Empty if the rules have no `winner`.
    pub ranking: Vec<Vec<usize>>,
}

impl Outcome {
    /// Evaluates the game's `winner`.
    pub(crate) fn of(program: &Program, machine: &mut Machine, state: &State) -> Result<Self, Fault> {
        let mut ranked = |list: Option<ExprId>| -> Result<Vec<Vec<usize>>, Fault> {
            let Some(list) = list else { return Ok(Vec::new()) };
            let words = machine.words(program, state, list)?;
            let groups = words[1..].iter().take(words[0].max(0) as usize);
            Ok(groups.map(|&group| Set::from_words(&[group]).iter().map(|seat| seat as usize).collect()).collect())
        };
        let mut ranking = ranked(program.winner)?;
        let winners = ranking.first().cloned().unwrap_or_default();
        ranking.extend(ranked(program.ranking_of_others)?);
        Ok(Self { winners, ranking })
    }
}

/// Current ranking: for each seat its measures, where larger is better and the most important comes first.
///
/// The first measure is 1 if the condition of `winner` holds. The others are the ranking criteria of the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Number of measures for each seat.
    pub measures: usize,
    /// Measures of all seats, seat by seat.
    pub values: Vec<i32>,
    rows: Vec<i32>,
    /// Scratch position that was played to its end.
    pub(crate) over: State,
}

impl Standing {
    /// Measures of a seat.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn of(&self, seat: usize) -> &[i32] {
        &self.values[seat * self.measures..][..self.measures]
    }

    /// Evaluates the game's `winner` and overwrites the measures.
    pub(crate) fn evaluate_ranking(
        &mut self,
        lowered: &Lowered,
        machine: &mut Machine,
        state: &State,
    ) -> Result<(), Fault> {
        let (program, players) = (&lowered.program, lowered.players());
        self.measures = 0;
        self.values.clear();
        for (ranking, is_winner) in [(program.winner, 1), (program.ranking_of_others, 0)] {
            let Some(ranking) = ranking else { continue };
            self.rows.clear();
            let keys = machine.standing(program, state, ranking, &mut self.rows)?;
            self.measures = keys + 1;
            self.values.resize(players * (keys + 1), 0);
            for row in self.rows.chunks_exact(keys + 1) {
                let seat = usize::try_from(row[0]).unwrap_or(0).min(players - 1);
                let values = &mut self.values[seat * (keys + 1)..][..keys + 1];
                values[0] = is_winner;
                values[1..].copy_from_slice(&row[1..]);
            }
        }
        Ok(())
    }
}
