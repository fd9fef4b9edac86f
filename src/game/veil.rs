//! What a player does not see of a position, word by word.

use crate::code::{Held, Tells};
use crate::vm::{State, Veil};

use super::Referee;
use super::names::{about, first_word, owners};
use super::notation::split;

impl Referee {
    /// The veil before a player (none: a bystander). It is the same in all positions that he cannot tell apart.
    pub(super) fn veil(&mut self, state: &State, viewer: Option<usize>) -> Veil {
        let game = self.game.clone();
        let program = game.program();
        let mut veil = Veil::new(program);
        for (names, family) in game.inner.lowered.legend.places.iter().zip(&program.layout.families) {
            for offset in 0..family.count {
                let cell = family.first + offset;
                // How many things lie somewhere is public: where nothing lies, nothing is hidden.
                let is_empty = self.things(state, cell).is_empty();
                if !is_empty && !self.sees(state, &names.seers, names.index_regs, &split(offset, &names.axes), viewer) {
                    veil.hide_place(program, cell);
                }
            }
        }
        for secret in self.secrets(state, viewer) {
            veil.hide(secret.from as u32, secret.width as u32);
        }
        self.veil_answers(state, viewer, &mut veil);
        self.veil_names(state, viewer, &mut veil);
        veil
    }

    /// Inside a `together` block nobody sees what others answer.
    fn veil_answers(&self, state: &State, viewer: Option<usize>, veil: &mut Veil) {
        let Some(block) = self.game.block_of(state) else { return };
        for answers in &block.answers {
            for player in (0..self.game.players()).filter(|&player| Some(player) != viewer) {
                veil.hide(answers.base + player as u32 * answers.stride, answers.stride);
            }
        }
    }

    /// Names of open rules that tell something hidden. One that was worked out tells it unless it can be worked out again of
    /// what is in sight.
    fn veil_names(&mut self, state: &State, viewer: Option<usize>, veil: &mut Veil) {
        let game = self.game.clone();
        let program = game.program();
        let open = self.open_rules(state);
        for held in program.held.iter().filter(|held| open.has(held.alive)) {
            for player in owners(held, game.players()) {
                let known = match held.tells {
                    Tells::Worked(value) => {
                        let probe = about(state, held, player, None);
                        self.machine.is_in_sight(program, &probe, value, veil)
                            && holds_now(self.shaped(&probe, value, held.shape), state, held, player)
                    }
                    _ => self.knows(state, held, player, viewer),
                };
                if !known {
                    veil.hide(first_word(held, player) as u32, held.shape.width());
                }
            }
        }
    }
}

/// Whether a name still has the value that would be worked out now.
fn holds_now(now: Option<Vec<i32>>, state: &State, held: &Held, player: Option<i32>) -> bool {
    let from = first_word(held, player);
    now.is_some_and(|now| state.words()[from..from + held.shape.width() as usize] == now[..])
}
