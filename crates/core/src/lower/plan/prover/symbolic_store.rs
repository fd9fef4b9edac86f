//! The symbolic store: the contents of words of the state and of registers. It is persistent: each change creates a new version.

use crate::code::{ExprId, Layout, Reg, Set, Slot};

/// A version of the store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EnvId(u32);

/// The symbolic value of a word.
#[derive(Clone, Copy, Debug)]
pub(super) enum WordValue {
    /// The value of an expression in a store version.
    Of(ExprId, EnvId),
    /// The value of a name of a question, given by its register.
    Chosen(Reg),
    /// A constant.
    Const(i32),
    /// An unknown value.
    Unknown,
}

/// Pieces in the places of a family. `None` is any family.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lot {
    pub(super) family: Option<u32>,
    pub(super) pieces: Set,
}

impl Lot {
    /// True if the two may have a thing in common.
    pub(super) fn may_equal(&self, other: &Self) -> bool {
        let elsewhere = self.family.is_some() && other.family.is_some() && self.family != other.family;
        !elsewhere && !self.pieces.and(other.pieces).is_empty()
    }
}

/// A part of the state that is read or changed: words (registers come after all words of a state), or numbers of things in places.
#[derive(Clone, Copy, Debug)]
pub(super) enum Touched {
    Words(u64, u64),
    Things(Lot),
}

impl Touched {
    pub(super) fn words(first: Slot, count: u32) -> Self {
        Self::Words(u64::from(first), u64::from(first) + u64::from(count))
    }

    fn may_equal(&self, other: &Self, layout: &Layout) -> bool {
        match (self, other) {
            (Self::Words(first, end), Self::Words(start, stop)) => first < stop && start < end,
            (Self::Things(one), Self::Things(other)) => one.may_equal(other),
            (Self::Words(first, end), Self::Things(lot)) | (Self::Things(lot), Self::Words(first, end)) => {
                let within = |slot: Slot| (*first..*end).contains(&u64::from(slot));
                let figure = |piece: i32| layout.pieces[piece as usize].figure.is_some_and(within);
                lot.pieces.iter().any(figure)
                    || match lot.family.map(|family| &layout.families[family as usize]) {
                        None => *first < u64::from(layout.frames),
                        Some(family) => {
                            let words = u64::from(family.count) * u64::from(family.words());
                            let cell = layout.cells.get(family.first as usize);
                            cell.is_some_and(|cell| {
                                *first < u64::from(cell.base) + words && u64::from(cell.base) < *end
                            })
                        }
                    }
            }
        }
    }
}

/// All versions of the store, as a log of changes.
#[derive(Default)]
pub(super) struct SymbolicStore(Vec<Note>);

/// A change of a part of the state, and the version before it.
struct Note {
    part: Touched,
    value: WordValue,
    before: EnvId,
}

/// The address of the first register.
const REGS: u64 = 1 << 32;

impl SymbolicStore {
    /// The version at the question, before all changes.
    pub(super) const START: EnvId = EnvId(0);

    pub(super) fn new() -> Self {
        Self(vec![Note { part: Touched::Words(0, 0), value: WordValue::Unknown, before: EnvId(0) }])
    }

    /// The version after a part has changed to an unknown value.
    pub(super) fn changed(&mut self, env: EnvId, part: Touched) -> EnvId {
        self.note(env, part, WordValue::Unknown)
    }

    /// True if a part is the same in two versions.
    pub(super) fn unchanged(&self, mut one: EnvId, mut other: EnvId, part: &Touched, layout: &Layout) -> bool {
        while one != other {
            let later = if one.0 > other.0 { &mut one } else { &mut other };
            let note = &self.0[later.0 as usize];
            if note.part.may_equal(part, layout) {
                return false;
            }
            *later = note.before;
        }
        true
    }

    /// The version after words have been assigned a value.
    pub(super) fn slot(&mut self, env: EnvId, first: Slot, count: u32, value: WordValue) -> EnvId {
        self.note(env, Touched::words(first, count), value)
    }

    /// The version after a register has been assigned a value.
    pub(super) fn reg(&mut self, env: EnvId, reg: Reg, value: WordValue) -> EnvId {
        self.note(env, Touched::Words(REGS + u64::from(reg), REGS + u64::from(reg) + 1), value)
    }

    /// The value of a register, if it was assigned since the question.
    pub(super) fn of_reg(&self, env: EnvId, reg: Reg) -> Option<WordValue> {
        self.find(env, REGS + u64::from(reg), 1)
    }

    fn note(&mut self, env: EnvId, part: Touched, value: WordValue) -> EnvId {
        self.0.push(Note { part, value, before: env });
        EnvId(self.0.len() as u32 - 1)
    }

    /// The value of words, if they were assigned since the question.
    pub(super) fn of_slots(&self, env: EnvId, slot: Slot, count: u32) -> Option<WordValue> {
        self.find(env, u64::from(slot), u64::from(count))
    }

    fn find(&self, mut env: EnvId, at: u64, count: u64) -> Option<WordValue> {
        while env.0 != 0 {
            let note = &self.0[env.0 as usize];
            if let Touched::Words(first, end) = note.part
                && first < at + count
                && at < end
            {
                let whole = match note.value {
                    WordValue::Const(_) => first <= at && at + count <= end,
                    _ => first == at && end == at + count,
                };
                return Some(if whole { note.value } else { WordValue::Unknown });
            }
            env = note.before;
        }
        None
    }
}
