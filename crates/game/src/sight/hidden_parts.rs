//! Taint sources for dataflow: the words of a state that a player does not see.

use crate::{together, wording::split};
use tavola_core::code::{Held, HiddenInfo};
use tavola_core::vm::{HiddenParts, State};

use super::eye::is_open;
use super::{Eye, OpenRules, about, first_word, owners, shaped, things};

impl Eye<'_> {
    /// The hidden parts for a viewer: a seat, or `None` for a spectator. Equal in all positions that the viewer cannot tell apart.
    pub(crate) fn hidden_parts(&mut self, state: &State, viewer: Option<usize>) -> HiddenParts {
        let lowered = self.lowered;
        let program = &lowered.program;
        let mut hidden_parts = HiddenParts::new(program);
        let places = lowered.legend.places.iter().zip(&program.layout.families);
        for (names, family) in places.filter(|(names, _)| !is_open(&names.seers)) {
            for offset in 0..family.count {
                let cell = family.first + offset;
                // The number of things in a place is public, so an empty place hides nothing.
                let is_empty = things(&program.layout, state, cell).is_empty();
                let index = || split(offset, &names.axes);
                if !is_empty && !self.sees(state, &names.seers, names.index_regs, &index(), viewer) {
                    hidden_parts.hide_place(program, cell);
                }
            }
        }
        for secret in self.secrets(state, viewer) {
            hidden_parts.hide(secret.from as u32, secret.width as u32);
        }
        self.hide_answers(state, viewer, &mut hidden_parts);
        self.hide_names(state, viewer, &mut hidden_parts);
        hidden_parts
    }

    /// Hides the answers of others inside a `together` block.
    fn hide_answers(&self, state: &State, viewer: Option<usize>, hidden_parts: &mut HiddenParts) {
        let Some(block) = together::block_of(&self.lowered.program, state) else { return };
        for answers in &block.answers {
            for player in (0..self.lowered.players()).filter(|&player| Some(player) != viewer) {
                hidden_parts.hide(answers.base + player as u32 * answers.stride, answers.stride);
            }
        }
    }

    /// Hides local names that reveal hidden things. A computed value is visible if it can be computed again from visible words.
    fn hide_names(&mut self, state: &State, viewer: Option<usize>, hidden_parts: &mut HiddenParts) {
        let program = &self.lowered.program;
        let open = OpenRules::of(program, state);
        for held in program.held.iter().filter(|held| open.has(held.alive)) {
            for player in owners(held, self.lowered.players()) {
                let known = match held.tells {
                    HiddenInfo::Worked(value) => {
                        let probe = about(state, held, player, None);
                        self.machine.is_in_sight(program, &probe, value, hidden_parts)
                            && holds_now(
                                shaped(self.machine, program, &probe, (value, held.shape)),
                                state,
                                held,
                                player,
                            )
                    }
                    _ => self.knows(state, held, player, viewer),
                };
                if !known {
                    hidden_parts.hide(first_word(held, player) as u32, held.shape.width());
                }
            }
        }
    }
}

/// True if a name still has the value that its expression has now.
fn holds_now(now: Option<Vec<i32>>, state: &State, held: &Held, player: Option<i32>) -> bool {
    let from = first_word(held, player);
    now.is_some_and(|now| state.words()[from..from + held.shape.width() as usize] == now[..])
}
