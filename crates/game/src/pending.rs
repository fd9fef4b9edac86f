//! The party that must answer next.

use serde::{Deserialize, Serialize};
use tavola_core::code::{Op, PC, Program};
use tavola_core::vm::{Machine, State};

/// The party that must answer before a game can continue.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Pending {
    /// A player, by seat from 0.
    Choice(usize),
    /// Chance, such as a die or a drawn card.
    Chance,
    /// Nobody: the game, or the sentences of a scenario, are over.
    Over,
}

impl Pending {
    /// The party that is asked at a state, without running it.
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
