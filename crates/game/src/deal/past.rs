//! Deals that need the history: when the position alone does not determine which hidden states a player considers possible.

use super::chosen::any_lost;
use crate::sight::{Eye, OpenRules, owners};
use tavola_core::code::{Ask, AskPart, Held, HiddenInfo, Legend, Op, PC, Program, SeenBy};
use tavola_core::lower::Lowered;
use tavola_core::vm::State;

/// True if deals of these rules can depend on the history.
/// Reasons are secret memory, secret answers, or things that move where not everybody sees them.
pub(crate) fn may_need_past(Lowered { program, legend }: &Lowered) -> bool {
    has_secrets(legend) || has_secret_answers(program) || legend.places.iter().any(|place| !is_open(&place.seers))
}

fn has_secrets(legend: &Legend) -> bool {
    legend.memory.iter().any(|variable| !is_open(&variable.seers))
}

fn has_secret_answers(program: &Program) -> bool {
    let secret_order = |ask: &Ask| matches!(ask.part, AskPart::Order) && ask.seen.is_some();
    program.held.iter().any(is_answer) || program.asks.iter().any(secret_order)
}

/// True if everybody always sees it.
fn is_open(seers: &[SeenBy]) -> bool {
    seers.iter().any(|seer| seer.when.is_none() && seer.who.is_none())
}

/// True if a name holds a secret answer.
fn is_answer(held: &Held) -> bool {
    match held.tells {
        HiddenInfo::Answered(..) | HiddenInfo::Ordered | HiddenInfo::Stored => true,
        HiddenInfo::Chosen(_) => held.secret.is_some(),
        HiddenInfo::Worked(_) => false,
    }
}

impl Eye<'_> {
    /// True if the position alone does not determine the deals for a viewer.
    /// Reasons are secret memory, a secret answer, or chosen things that have left the place where they were put.
    /// Possible answers depend on the position at which the question was asked.
    /// The result is the same for all positions that the viewer cannot tell apart.
    pub(crate) fn needs_past(&mut self, state: &State, viewer: usize) -> bool {
        let Lowered { program, legend } = self.lowered;
        if has_secrets(legend) && !self.secrets(state, Some(viewer)).is_empty() {
            return true;
        }
        if any_lost(self, state, viewer) {
            return true;
        }
        if !has_secret_answers(program) {
            return false;
        }
        if self.is_secret_order(state, viewer) {
            return true;
        }
        let (open, players) = (OpenRules::of(program, state), self.lowered.players());
        let unknown = |held: &&Held| is_answer(held) && open.has(held.alive);
        program
            .held
            .iter()
            .filter(unknown)
            .any(|held| owners(held, players).into_iter().any(|player| !self.knows(state, held, player, Some(viewer))))
    }

    /// True if another player is giving an order in secret, thing by thing, that a viewer does not see.
    fn is_secret_order(&mut self, state: &State, viewer: usize) -> bool {
        let program = &self.lowered.program;
        let Some(&Op::Ask(ask)) = program.ops.get(state.words()[PC] as usize) else { return false };
        let ask = &program.asks[ask.index()];
        let (AskPart::Order, Some(seen)) = (ask.part, &ask.seen) else { return false };
        let asked = ask.who.and_then(|who| self.machine.word(program, state, who).ok());
        asked != Some(viewer as i32) && !self.sees(state, seen, 0, &[], Some(viewer))
    }
}
