//! Who sees into which place, and which memory.

use crate::code::{Legend, Reg, SeenBy, Set};
use crate::game::wording::{each, locate};
use crate::lower::Lowered;
use crate::vm::{Machine, State};

/// Says who sees what in positions of a game.
pub(in crate::game) struct Eye<'a> {
    pub(in crate::game) lowered: &'a Lowered,
    pub(in crate::game) machine: &'a mut Machine,
}

/// A variable of the memory at some of its indexes.
pub(in crate::game) struct MemoryWords {
    /// Its row in the memory.
    pub(in crate::game) variable: usize,
    pub(in crate::game) index: Vec<i32>,
    /// Its first word.
    pub(in crate::game) from: usize,
    pub(in crate::game) width: usize,
}

/// All of the memory.
pub(in crate::game) fn memory(legend: &Legend) -> impl Iterator<Item = MemoryWords> {
    legend.memory.iter().enumerate().flat_map(|(variable, row)| {
        let width = row.shape.width() as usize;
        let words = move |(at, index)| MemoryWords { variable, index, from: row.base as usize + at * width, width };
        each(&row.axes).enumerate().map(words)
    })
}

/// All seats, then a bystander.
pub(in crate::game) fn viewers(players: usize) -> impl Iterator<Item = Option<usize>> {
    (0..players).map(Some).chain([None])
}

impl<'a> Eye<'a> {
    /// Whether a viewer (none: a bystander) sees into a place or variable. A condition that faults hides.
    pub(in crate::game) fn sees(
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

    /// Whether a viewer sees what lies in a place.
    pub(in crate::game) fn sees_cell(&mut self, state: &State, cell: i32, viewer: Option<usize>) -> bool {
        let legend = &self.lowered.legend;
        locate(legend, cell).is_some_and(|(place, index)| {
            let names = &legend.places[place];
            self.sees(state, &names.seers, names.index_regs, &index, viewer)
        })
    }

    /// Whether a viewer sees a variable of the memory.
    pub(in crate::game) fn sees_memory(&mut self, state: &State, words: &MemoryWords, viewer: Option<usize>) -> bool {
        let variable = &self.lowered.legend.memory[words.variable];
        self.sees(state, &variable.seers, variable.index_regs, &words.index, viewer)
    }

    /// The memory that a viewer does not see.
    pub(in crate::game) fn secrets(&mut self, state: &State, viewer: Option<usize>) -> Vec<MemoryWords> {
        memory(&self.lowered.legend).filter(|words| !self.sees_memory(state, words, viewer)).collect()
    }

    /// For each place: who sees into it, a bit for each seat, then one for everybody else.
    pub(in crate::game) fn seers(&mut self, state: &State) -> Vec<u64> {
        let lowered = self.lowered;
        let players = lowered.players();
        let mut all = Vec::new();
        for place in &lowered.legend.places {
            // Most places are seen by all or by nobody, always.
            let open = place.seers.iter().any(|seer| seer.when.is_none() && seer.who.is_none());
            if open || place.seers.is_empty() {
                all.extend(each(&place.axes).map(|_| if open { u64::MAX } else { 0 }));
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
