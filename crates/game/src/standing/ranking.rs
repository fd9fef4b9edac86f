//! The ranking: at the end, and so far in numbers.

use tavola_core::code::{ExprId, Program, Set};
use tavola_core::lower::Lowered;
use tavola_core::vm::{Fault, Machine, State};

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
    pub(crate) fn of(program: &Program, machine: &mut Machine, state: &State) -> Result<Self, Fault> {
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

/// The ranking so far: for each seat its measures, larger is better, the most important first. The first is whether the
/// condition of `winner` is met; then come those by which the rules rank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// How many measures a seat has.
    pub measures: usize,
    /// All seats' measures, seat by seat.
    pub values: Vec<i32>,
    rows: Vec<i32>,
    /// A position from which the game went on to its end.
    pub(crate) over: State,
}

impl Standing {
    /// The measures of a seat.
    pub fn of(&self, seat: usize) -> &[i32] {
        &self.values[seat * self.measures..][..self.measures]
    }

    /// Writes down how the players stand by the game's `winner`, over what was here.
    pub(crate) fn work_out(&mut self, lowered: &Lowered, machine: &mut Machine, state: &State) -> Result<(), Fault> {
        let (program, players) = (&lowered.program, lowered.players());
        self.measures = 0;
        self.values.clear();
        for (ranking, meets) in [(program.winner, 1), (program.behind, 0)] {
            let Some(ranking) = ranking else { continue };
            self.rows.clear();
            let keys = machine.standing(program, state, ranking, &mut self.rows)?;
            self.measures = keys + 1;
            self.values.resize(players * (keys + 1), 0);
            for row in self.rows.chunks_exact(keys + 1) {
                let seat = usize::try_from(row[0]).unwrap_or(0).min(players - 1);
                let values = &mut self.values[seat * (keys + 1)..][..keys + 1];
                values[0] = meets;
                values[1..].copy_from_slice(&row[1..]);
            }
        }
        Ok(())
    }
}
