//! Answers that not everybody was told, dealt anew.

use crate::code::{AskId, Held, NONE, Shape, Tells};
use crate::vm::{Options, State};

use crate::game::sight::{about, first_word};

use super::Dealer;

/// What was answered instead, for each question and player: the names of one answer belong together.
pub(super) type Again = Vec<((AskId, usize, Option<i32>), Option<Vec<i32>>)>;

impl Dealer<'_> {
    /// Another answer. What the rules would not offer any more is left as it is.
    pub(super) fn deal_answer(&mut self, dealt: &mut State, (held, player): (&Held, Option<i32>), again: &mut Again) {
        let from = first_word(held, player);
        match held.tells {
            Tells::Ordered => {
                let Shape::List { .. } = held.shape else { return };
                let words = dealt.words_mut();
                let size = words[from].max(0) as usize;
                for at in 0..size {
                    let other = at + (self.pick)((size - at) as u32) as usize;
                    words.swap(from + 1 + at, from + 1 + other);
                }
            }
            Tells::Answered(ask, arm, word) => {
                let words = from..from + held.shape.width() as usize;
                let now = &self.state.words()[words.clone()];
                if held.shape == Shape::Word && now[0] == NONE {
                    return;
                }
                let key = (ask, arm, player);
                let known = again.iter().find(|one| one.0 == key).map(|one| one.1.clone());
                let other = known.unwrap_or_else(|| {
                    let probes = [self.state, &*dealt].map(|state| about(state, held, player, None));
                    let [before, after] = probes.map(|probe| self.answers_of(&probe, ask, arm));
                    let is_now = |option: &Vec<i32>| option.get(word..word + now.len()) == Some(now);
                    let other = before.iter().any(is_now).then_some(after).filter(|after| !after.is_empty());
                    let other = other.map(|mut after| after.swap_remove((self.pick)(after.len() as u32) as usize));
                    again.push((key, other.clone()));
                    other
                });
                if let Some(other) = other.as_ref().and_then(|other| other.get(word..word + words.len())) {
                    dealt.words_mut()[words].copy_from_slice(other);
                }
            }
            _ => {}
        }
    }

    /// What an arm of a question would offer now.
    fn answers_of(&mut self, state: &State, ask: AskId, arm: usize) -> Vec<Vec<i32>> {
        let mut options = Options::default();
        let program = &self.eye.lowered.program;
        if self.eye.machine.quietly(|machine| machine.offered(program, state, ask, &mut options)).is_err() {
            return Vec::new();
        }
        options.iter().filter(|option| option[0] == arm as i32).map(<[i32]>::to_vec).collect()
    }
}
