//! Sampling of secret memory.

use crate::sight::MemoryWords;
use tavola_core::code::{NONE, Notation, Set, ValueShape, Variable};
use tavola_core::vm::State;

use super::Dealer;
use super::draws::{Pick, shuffle};
use super::undealt::Undealt;

impl Dealer<'_> {
    /// Gives secret memory another value of its type and size. None stays none.
    pub(super) fn deal_secret(&mut self, state: &mut State, secret: &MemoryWords) -> Result<(), Undealt> {
        let lowered = self.eye.lowered;
        let variable = &lowered.legend.memory[secret.variable];
        let mut words = state.words()[secret.from..secret.from + secret.width].to_vec();
        if !self.other_value(state, variable, &mut words) {
            return Err(Undealt::Values(variable.name.clone(), self.is_number(variable)));
        }
        state.words_mut()[secret.from..secret.from + secret.width].copy_from_slice(&words);
        Ok(())
    }

    /// True if a variable holds numbers, which need a declared range.
    fn is_number(&self, variable: &Variable) -> bool {
        let types = &self.eye.lowered.legend.types;
        match &types[variable.notation as usize] {
            Notation::Set(inner) | Notation::List(inner, _) => types[*inner as usize] == Notation::Number,
            notation => *notation == Notation::Number,
        }
    }

    /// Samples a value of the same size. `false` if the possible values cannot be enumerated.
    fn other_value(&mut self, state: &State, variable: &Variable, words: &mut [i32]) -> bool {
        let lowered = self.eye.lowered;
        let types = &lowered.legend.types;
        match (variable.shape, &types[variable.notation as usize]) {
            (ValueShape::Word, notation) => {
                if words[0] != NONE {
                    let Some((low, count)) = self.value_range(state, variable, notation) else { return false };
                    words[0] = low + (self.pick)(count) as i32;
                }
            }
            (ValueShape::Set(_), Notation::Set(inner)) => {
                let size = Set::from_words(words).len() as usize;
                let Some((low, count)) = self.value_range(state, variable, &types[*inner as usize]) else {
                    return size == 0;
                };
                let Some(drawn) = several(low, count, size, self.pick) else { return false };
                words.fill(0);
                drawn.into_iter().fold(Set::EMPTY, Set::with).to_words(words);
            }
            (ValueShape::List { .. }, Notation::List(inner, ValueShape::Word)) => {
                let size = words[0].max(0) as usize;
                let Some((low, count)) = self.value_range(state, variable, &types[*inner as usize]) else {
                    return size == 0;
                };
                let list = &mut words[1..=size];
                // The rules may exclude duplicates, and whether they do for this list is hidden. So every other deal has none.
                let none_twice = (self.pick)(2) == 0;
                match several(low, count, size, self.pick).filter(|_| none_twice) {
                    Some(drawn) => list.copy_from_slice(&drawn),
                    None => list.fill_with(|| low + (self.pick)(count) as i32),
                }
            }
            _ => return words.iter().all(|&word| word == 0),
        }
        true
    }

    /// First value of a notation and number of values, if known.
    fn value_range(&mut self, state: &State, variable: &Variable, notation: &Notation) -> Option<(i32, u32)> {
        match notation {
            Notation::YesNo => Some((0, 2)),
            Notation::Member(kind) => {
                let count = self.eye.lowered.legend.kinds[*kind as usize].members.len() as u32;
                (count > 0).then_some((0, count))
            }
            Notation::Number => {
                let (low, high) = variable.range?;
                let program = &self.eye.lowered.program;
                let low = self.eye.machine.word(program, state, low).ok()?;
                let high = self.eye.machine.word(program, state, high).ok()?;
                (low <= high).then(|| (low, high.abs_diff(low).saturating_add(1)))
            }
            _ => None,
        }
    }
}

/// `size` different values in random order. `None` if there are fewer.
fn several(low: i32, count: u32, size: usize, pick: Pick<'_>) -> Option<Vec<i32>> {
    let mut all: Vec<i32> = (0..count.min(4096) as i32).map(|at| low + at).collect();
    (size <= all.len()).then(|| {
        shuffle(&mut all, size, pick);
        all.truncate(size);
        all
    })
}
