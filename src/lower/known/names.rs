//! What words of the state and registers hold, moment by moment.

use crate::code::{ExprId, Reg, Slot};

/// A moment: all that was noted up to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Env(u32);

/// What a word holds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value {
    /// What an expression was worth at a moment.
    Of(ExprId, Env),
    /// The value of a name of the question, by its register.
    Chosen(Reg),
    /// A number.
    Const(i32),
    /// Something else.
    Unknown,
}

/// What was noted: words (registers behind all words of a state), what they hold, and the moment before.
#[derive(Default)]
pub(super) struct Names(Vec<(u64, u64, Value, Env)>);

/// The first register.
const REGS: u64 = 1 << 32;

impl Names {
    /// The moment of the question: nothing is noted.
    pub(super) fn start(&mut self) -> Env {
        self.0.push((0, 0, Value::Unknown, Env(0)));
        Env(0)
    }

    /// The same again.
    pub(super) fn begin(&self) -> Env {
        Env(0)
    }

    /// The moment after words got a value.
    pub(super) fn slot(&mut self, env: Env, first: Slot, count: u32, value: Value) -> Env {
        self.note(env, u64::from(first), u64::from(count), value)
    }

    /// The moment after a register got a value.
    pub(super) fn reg(&mut self, env: Env, reg: Reg, value: Value) -> Env {
        self.note(env, REGS + u64::from(reg), 1, value)
    }

    /// What a register holds, if anything was noted since the question.
    pub(super) fn of_reg(&self, env: Env, reg: Reg) -> Option<Value> {
        self.find(env, REGS + u64::from(reg))
    }

    fn note(&mut self, env: Env, first: u64, count: u64, value: Value) -> Env {
        self.0.push((first, first + count, value, env));
        Env(self.0.len() as u32 - 1)
    }

    /// What a word holds, if anything was noted since the question.
    pub(super) fn of_slot(&self, env: Env, slot: Slot) -> Option<Value> {
        self.find(env, u64::from(slot))
    }

    fn find(&self, mut env: Env, at: u64) -> Option<Value> {
        while env.0 != 0 {
            let (first, end, value, before) = self.0[env.0 as usize];
            if (first..end).contains(&at) {
                return Some(value);
            }
            env = before;
        }
        None
    }
}
