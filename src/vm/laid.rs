//! Values of answers that are only laid down: between an answer and the next question one operation reads such a value and
//! makes one word of it, which nothing else reads there. So answers that differ in nothing else lead to positions that differ
//! in this word only, and what was run for the first need not be run for the others.

use super::flow;
use super::options::width;
use super::reads::Effect;
use crate::code::{Arm, Op, Pc, Program, Shape, Slot};

/// Where the last value of an arm's answers is laid down.
#[derive(Debug)]
pub(super) struct Laid {
    /// Which word of the option it is, and where it is stored.
    pub(super) number: usize,
    pub(super) value: Slot,
    /// The operation that lays it down.
    pub(super) at: Pc,
    /// Where it is laid down.
    pub(super) word: Slot,
    /// Operations that read this word: they must not come behind.
    readers: Vec<Pc>,
}

impl Laid {
    /// Of the last value of an arm; `ops` with their `effects` are those of the region, `changing` the words that change there.
    pub(super) fn of(
        p: &Program,
        (ops, effects): (&[Pc], &[Effect]),
        changing: &[Slot],
        arm: &Arm,
        exit: Pc,
    ) -> Option<Self> {
        let number = width(&p.queries[arm.query?.index()]);
        let store = &p.stores[*arm.stores.last()? as usize];
        let value = Some(store.base).filter(|_| store.index.is_none() && store.shape == Shape::Word)?;
        let mut path = flow::reachable(p, &[arm.goto], exit, false)?;
        path.retain(|&pc| flow::asked(p, pc).is_none());
        let effect = |pc: &Pc| ops.binary_search(pc).ok().map(|at| &effects[at]);
        let readers_of = |slot: Slot| {
            let reads = |pc: &&Pc| {
                effect(pc)
                    .is_none_or(|effect| effect.all_read().any(|(base, count)| (base..base + count).contains(&slot)))
            };
            path.iter().filter(reads).copied().collect::<Vec<Pc>>()
        };
        let [at] = readers_of(value)[..] else { return None };
        let effect = effect(&at)?;
        let ([(word, 1)], Op::Set { .. } | Op::Move(_)) = (&effect.must[..], p.ops[at.index()]) else { return None };
        let reads = |slot: &&Slot| effect.all_read().any(|(base, count)| (base..base + count).contains(slot));
        let alone = effect.may == effect.must && changing.iter().filter(reads).all(|&slot| slot == value);
        alone.then(|| Self { number, value, at, word: *word, readers: readers_of(*word) })
    }

    /// An operation runs; whether the value is laid down, and nothing read it since.
    #[inline]
    pub(super) fn ran(&self, pc: Pc, placed: &mut Placed) {
        if pc == self.at {
            *placed = if *placed == Placed::Read { Placed::Read } else { Placed::There };
        } else if *placed == Placed::There && self.readers.contains(&pc) {
            *placed = Placed::Read;
        }
    }
}

/// What became of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Placed {
    /// It was not laid down.
    #[default]
    Not,
    /// It lies where it was laid down.
    There,
    /// So it does, and was read since.
    Read,
}
