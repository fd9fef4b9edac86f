//! Answers that not everybody was told, dealt anew.

use crate::code::{AskId, Held, NONE, Shape, Tells};
use crate::vm::{Options, State};

use super::Referee;
use super::deal::Pick;
use super::names::{Again, about, first_word};

impl Referee {
    /// Another answer. What the rules would not offer any more is left as it is.
    pub(super) fn deal_answer(
        &mut self,
        state: &State,
        dealt: &mut State,
        (held, player): (&Held, Option<i32>),
        again: &mut Again,
        pick: Pick<'_>,
    ) {
        let from = first_word(held, player);
        match held.tells {
            Tells::Ordered => {
                let Shape::List { .. } = held.shape else { return };
                let words = dealt.words_mut();
                let size = words[from].max(0) as usize;
                for at in 0..size {
                    let other = at + pick((size - at) as u32) as usize;
                    words.swap(from + 1 + at, from + 1 + other);
                }
            }
            Tells::Answered(ask, arm, word) => {
                let words = from..from + held.shape.width() as usize;
                let now = &state.words()[words.clone()];
                if held.shape == Shape::Word && now[0] == NONE {
                    return;
                }
                let key = (ask, arm, player);
                let known = again.iter().find(|one| one.0 == key).map(|one| one.1.clone());
                let other = known.unwrap_or_else(|| {
                    let probes = [state, &*dealt].map(|state| about(state, held, player, None));
                    let [before, after] = probes.map(|probe| self.answers_of(&probe, ask, arm));
                    let is_now = |option: &Vec<i32>| option.get(word..word + now.len()) == Some(now);
                    let other = before.iter().any(is_now).then_some(after).filter(|after| !after.is_empty());
                    let other = other.map(|mut after| after.swap_remove(pick(after.len() as u32) as usize));
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
        let game = self.game.clone();
        let mut options = Options::default();
        if self.machine.quietly(|machine| machine.offered(game.program(), state, ask, &mut options)).is_err() {
            return Vec::new();
        }
        options.iter().filter(|option| option[0] == arm as i32).map(<[i32]>::to_vec).collect()
    }
}
