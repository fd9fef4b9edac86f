//! Def-use chains of answers (Muchnick, Advanced Compiler Design and Implementation, ch. 8): values that a single operation copies
//! into one word and that nothing else reads, see [`SingleUse`].

use super::control_flow;
use super::effects::Effect;
use crate::code::{Arm, Op, Pc, Program, SingleUse, Slot, ValueShape};

/// The single use of an arm's last value, if there is one. `ops` and `effects` belong to the region, `changing` are its changing words.
pub(super) fn single_use(
    p: &Program,
    (ops, effects): (&[Pc], &[Effect]),
    changing: &[Slot],
    arm: &Arm,
    exit: Pc,
) -> Option<SingleUse> {
    let number = p.queries[arm.query?.index()].width();
    let store = &p.stores[*arm.stores.last()? as usize];
    let value = Some(store.base).filter(|_| store.index.is_none() && store.shape == ValueShape::Word)?;
    let mut path = control_flow::reachable(p, &[arm.goto], exit, false)?;
    path.retain(|&pc| control_flow::asked(p, pc).is_none());
    let effect = |pc: &Pc| ops.binary_search(pc).ok().map(|at| &effects[at]);
    let readers_of = |slot: Slot| {
        let reads = |pc: &&Pc| {
            effect(pc).is_none_or(|effect| effect.all_read().any(|(base, count)| (base..base + count).contains(&slot)))
        };
        path.iter().filter(reads).copied().collect::<Vec<Pc>>()
    };
    let [at] = readers_of(value)[..] else { return None };
    let effect = effect(&at)?;
    let ([(word, 1)], Op::Set { .. } | Op::Move(_)) = (&effect.must[..], p.ops[at.index()]) else { return None };
    let reads = |slot: &&Slot| effect.all_read().any(|(base, count)| (base..base + count).contains(slot));
    let alone = effect.may == effect.must && changing.iter().filter(reads).all(|&slot| slot == value);
    alone.then(|| SingleUse { number, value, at, word: *word, readers: readers_of(*word) })
}
