//! Visibility of places and memory for a viewer.

use crate::wording::{count, each, locate};
use tavola_core::code::{Expr, Legend, NONE, PlaceFamily, PlaceLimit, Reg, SeenBy, Set, Variable};
use tavola_core::lower::Lowered;
use tavola_core::vm::{Machine, State};

/// Evaluator of visibility declarations.
pub(crate) struct Eye<'a> {
    pub(crate) lowered: &'a Lowered,
    pub(crate) machine: &'a mut Machine,
}

/// A variable of the memory at one index, with its words in a state.
pub(crate) struct MemoryWords {
    /// Index of the variable in the legend.
    pub(crate) variable: usize,
    pub(crate) index: Vec<i32>,
    /// First word in a state.
    pub(crate) from: usize,
    pub(crate) width: usize,
}

/// All variables of the memory at all indexes.
pub(crate) fn memory(legend: &Legend) -> impl Iterator<Item = MemoryWords> {
    legend.memory.iter().enumerate().flat_map(at_all_indexes)
}

fn at_all_indexes((variable, row): (usize, &Variable)) -> impl Iterator<Item = MemoryWords> {
    let width = row.shape.width() as usize;
    let words = move |(at, index)| MemoryWords { variable, index, from: row.base as usize + at * width, width };
    each(&row.axes).enumerate().map(words)
}

/// True if everybody sees it in every position.
pub(super) fn is_open(seers: &[SeenBy]) -> bool {
    seers.iter().any(|seer| seer.when.is_none() && seer.who.is_none())
}

/// All seats, then `None` for spectators.
pub(crate) fn viewers(players: usize) -> impl Iterator<Item = Option<usize>> {
    (0..players).map(Some).chain([None])
}

impl<'a> Eye<'a> {
    /// True if a viewer sees a place or variable. `viewer` is a seat, or `None` for a spectator. A condition that faults hides it.
    pub(crate) fn sees(
        &mut self,
        state: &State,
        seers: &[SeenBy],
        regs: Reg,
        index: &[i32],
        viewer: Option<usize>,
    ) -> bool {
        let program = &self.lowered.program;
        seers.iter().any(|seer| {
            self.machine.set_regs(regs, index);
            let holds = seer.when.is_none_or(|when| self.machine.word(program, state, when).is_ok_and(|v| v != 0));
            if !holds {
                return false;
            }
            let (Some(who), Some(viewer)) = (seer.who, viewer) else {
                return seer.who.is_none();
            };
            self.machine.set_regs(regs, index);
            let who = if seer.one {
                self.machine.word(program, state, who).map_or(Set::EMPTY, |who| Set::EMPTY.with(who))
            } else {
                self.machine.set(program, state, who).unwrap_or(Set::EMPTY)
            };
            who.has(viewer as i32)
        })
    }

    /// True if a viewer sees the contents of a place.
    pub(crate) fn sees_cell(&mut self, state: &State, cell: i32, viewer: Option<usize>) -> bool {
        let legend = &self.lowered.legend;
        locate(legend, cell).is_some_and(|(place, index)| {
            let names = &legend.places[place];
            self.sees(state, &names.seers, names.index_regs, &index, viewer)
        })
    }

    /// The most things that a place with this index holds together. `None` if no limit counts all that may lie there, or if the viewer
    /// does not see what it depends on.
    pub(crate) fn most(
        &mut self,
        state: &State,
        family: &PlaceFamily,
        index: &[i32],
        viewer: Option<usize>,
    ) -> Option<u32> {
        let program = &self.lowered.program;
        let counts_all = |limit: &&PlaceLimit| family.holds.minus(limit.pieces).is_empty();
        let mut least = None;
        for limit in family.limits.iter().filter(counts_all) {
            let most = match program.exprs[limit.most.index()] {
                Expr::Const(most) => most,
                _ => {
                    let mut hidden_parts = self.hidden_parts(state, viewer);
                    self.machine.set_regs(limit.index_regs, index);
                    let is_seen = self.machine.is_in_sight(program, state, limit.most, &mut hidden_parts);
                    self.machine.set_regs(limit.index_regs, index);
                    let most = self.machine.word(program, state, limit.most).ok();
                    most.filter(|_| is_seen)?
                }
            };
            if most != NONE {
                let most = u32::try_from(most).unwrap_or(0);
                least = Some(least.map_or(most, |least: u32| least.min(most)));
            }
        }
        least
    }

    /// True if a viewer sees a variable of the memory.
    pub(crate) fn sees_memory(&mut self, state: &State, words: &MemoryWords, viewer: Option<usize>) -> bool {
        let variable = &self.lowered.legend.memory[words.variable];
        self.sees(state, &variable.seers, variable.index_regs, &words.index, viewer)
    }

    /// Variables of the memory that a viewer does not see.
    pub(crate) fn secrets(&mut self, state: &State, viewer: Option<usize>) -> Vec<MemoryWords> {
        let variables = self.lowered.legend.memory.iter().enumerate().filter(|(_, variable)| !is_open(&variable.seers));
        variables.flat_map(at_all_indexes).filter(|words| !self.sees_memory(state, words, viewer)).collect()
    }

    /// For each place, the bit set of viewers who see into it: a bit for each seat, then one for everybody else.
    pub(crate) fn seers(&mut self, state: &State) -> Vec<u64> {
        let lowered = self.lowered;
        let players = lowered.players();
        let mut all = Vec::new();
        for place in &lowered.legend.places {
            // Fast path: most places are always seen by all or by nobody.
            let open = is_open(&place.seers);
            if open || place.seers.is_empty() {
                all.resize(all.len() + count(&place.axes) as usize, if open { u64::MAX } else { 0 });
                continue;
            }
            for index in each(&place.axes) {
                all.push(viewers(players).enumerate().fold(0, |sees, (seat, viewer)| {
                    sees | u64::from(self.sees(state, &place.seers, place.index_regs, &index, viewer)) << seat
                }));
            }
        }
        all
    }
}
