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

/// What was noted.
#[derive(Default)]
pub(super) struct Names(Vec<Note>);

/// Words (registers behind all words of a state) and what they hold from a moment on.
struct Note {
    first: u64,
    end: u64,
    value: Value,
    before: Env,
    /// When what lies on the table last changed.
    table: u32,
}

/// The first register.
const REGS: u64 = 1 << 32;

impl Names {
    /// The moment of the question: nothing is noted.
    pub(super) fn start(&mut self) -> Env {
        self.0.push(Note { first: 0, end: 0, value: Value::Unknown, before: Env(0), table: 0 });
        Env(0)
    }

    /// The moment after something on the table changed that is not noted word by word.
    pub(super) fn changed(&mut self, env: Env) -> Env {
        let after = self.note(env, 0, 0, Value::Unknown);
        self.0[after.0 as usize].table = after.0;
        after
    }

    /// Whether the same lies on the table at two moments.
    pub(super) fn same_table(&self, one: Env, other: Env) -> bool {
        self.0[one.0 as usize].table == self.0[other.0 as usize].table
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
        let table = self.0[env.0 as usize].table;
        self.0.push(Note { first, end: first + count, value, before: env, table });
        Env(self.0.len() as u32 - 1)
    }

    /// What a word holds, if anything was noted since the question.
    pub(super) fn of_slot(&self, env: Env, slot: Slot) -> Option<Value> {
        self.find(env, u64::from(slot))
    }

    fn find(&self, mut env: Env, at: u64) -> Option<Value> {
        while env.0 != 0 {
            let note = &self.0[env.0 as usize];
            if (note.first..note.end).contains(&at) {
                return Some(note.value);
            }
            env = note.before;
        }
        None
    }
}
