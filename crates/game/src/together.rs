//! State of `together` blocks: who takes part, and the parts begun.

use tavola_core::code::{DEPTH, PC, Pc, Program, Together};
use tavola_core::vm::State;

/// The `together` block in which a state waits.
pub(super) fn block_of<'p>(program: &'p Program, state: &State) -> Option<&'p Together> {
    program.together_around(Pc(state.words()[PC] as u32))
}

/// All players who take part, in the order of asking, and the number of parts begun.
pub(super) fn members(state: &State, block: &Together) -> (Vec<i32>, usize) {
    let list = block.list as usize;
    let count = |at: usize| state.words()[at].max(0) as usize;
    (state.words()[list + 2..][..count(list)].to_vec(), count(list + 1))
}

/// Puts the machine at the beginning of a player's part and clears that player's answers. `at` is the index among the members.
pub(super) fn begin(state: &mut State, block: &Together, at: usize, player: i32) {
    let words = state.words_mut();
    for &(base, count) in &block.scratch {
        words[base as usize..(base + count) as usize].fill(0);
    }
    for answers in &block.answers {
        let from = (answers.base + player as u32 * answers.stride) as usize;
        words[from..from + answers.stride as usize].fill(answers.unasked);
    }
    words[block.cursor as usize] = player;
    words[block.list as usize + 1] = at as i32 + 1;
    words[DEPTH] = words[block.depth as usize];
    words[PC] = block.part.0 as i32 + 1;
}

/// Copies a player's answers from another state.
pub(super) fn take_answers(state: &mut State, other: &State, block: &Together, player: i32) {
    for answers in &block.answers {
        let from = (answers.base + player as u32 * answers.stride) as usize;
        let words = from..from + answers.stride as usize;
        state.words_mut()[words.clone()].copy_from_slice(&other.words()[words]);
    }
}
