//! Whom the machine waits for.

use tavola_core::code::{Op, PC, Program};
use tavola_core::vm::{Machine, State};

/// What the machine waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pending {
    /// A player (by seat, from 0) must choose.
    Choice(usize),
    /// Chance: dice, a drawn card.
    Chance,
    /// Nothing: the game (or the scenario's sentences) is over.
    Over,
}

impl Pending {
    /// Who is asked where a state stands, without running on.
    pub(super) fn at(program: &Program, machine: &mut Machine, state: &State) -> Self {
        match program.ops.get(state.words()[PC] as usize) {
            Some(Op::Ask(id)) => match program.asks[id.index()].who {
                None => Self::Chance,
                Some(who) => {
                    machine.word(program, state, who).map_or(Self::Chance, |who| Self::Choice(who.max(0) as usize))
                }
            },
            _ => Self::Over,
        }
    }
}
