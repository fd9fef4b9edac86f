//! Who sees into which place, and which memory.

use crate::wording::{each, locate};
use tavola_core::code::{Legend, Reg, SeenBy, Set};
use tavola_core::lower::Lowered;
use tavola_core::vm::{Machine, State};

/// Says who sees what in positions of a game.
pub(crate) struct Eye<'a> {
    pub(crate) lowered: &'a Lowered,
    pub(crate) machine: &'a mut Machine,
}

/// A variable of the memory at some of its indexes.
pub(crate) struct MemoryWords {
    /// Its row in the memory.
    pub(crate) variable: usize,
    pub(crate) index: Vec<i32>,
    /// Its first word.
    pub(crate) from: usize,
    pub(crate) width: usize,
}

/// All of the memory.
pub(crate) fn memory(legend: &Legend) -> impl Iterator<Item = MemoryWords> {
    legend.memory.iter().enumerate().flat_map(|(variable, row)| {
        let width = row.shape.width() as usize;
        let words = move |(at, index)| MemoryWords { variable, index, from: row.base as usize + at * width, width };
        each(&row.axes).enumerate().map(words)
    })
}

/// All seats, then a bystander.
pub(crate) fn viewers(players: usize) -> impl Iterator<Item = Option<usize>> {
    (0..players).map(Some).chain([None])
}

impl<'a> Eye<'a> {
    /// Whether a viewer (none: a bystander) sees into a place or variable. A condition that faults hides.
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

    /// Whether a viewer sees what lies in a place.
    pub(crate) fn sees_cell(&mut self, state: &State, cell: i32, viewer: Option<usize>) -> bool {
        let legend = &self.lowered.legend;
        locate(legend, cell).is_some_and(|(place, index)| {
            let names = &legend.places[place];
            self.sees(state, &names.seers, names.index_regs, &index, viewer)
        })
    }

    /// Whether a viewer sees a variable of the memory.
    pub(crate) fn sees_memory(&mut self, state: &State, words: &MemoryWords, viewer: Option<usize>) -> bool {
        let variable = &self.lowered.legend.memory[words.variable];
        self.sees(state, &variable.seers, variable.index_regs, &words.index, viewer)
    }

    /// The memory that a viewer does not see.
    pub(crate) fn secrets(&mut self, state: &State, viewer: Option<usize>) -> Vec<MemoryWords> {
        memory(&self.lowered.legend).filter(|words| !self.sees_memory(state, words, viewer)).collect()
    }

    /// For each place: who sees into it, a bit for each seat, then one for everybody else.
    pub(crate) fn seers(&mut self, state: &State) -> Vec<u64> {
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
