//! Evaluation of expressions to machine words.

use tavola_core::code::{ExprId, Program, Set, ValueShape};
use tavola_core::vm::{Fault, Machine, State};

/// Words of an expression's value.
pub(super) fn words(
    machine: &mut Machine,
    program: &Program,
    state: &State,
    (id, shape): (ExprId, ValueShape),
) -> Result<Vec<i32>, Fault> {
    match shape {
        ValueShape::Word => machine.word(program, state, id).map(|word| vec![word]),
        ValueShape::Set(width) => machine.set(program, state, id).map(|set| set_words(set, width)),
        _ => machine.words(program, state, id),
    }
}

/// Words of a set, `width` of them.
pub(super) fn set_words(set: Set, width: u16) -> Vec<i32> {
    let mut words = vec![0; usize::from(width).max(8)];
    set.to_words(&mut words);
    words.truncate(usize::from(width));
    words
}
