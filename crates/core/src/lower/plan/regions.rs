//! Dependence regions of menus: the words on which the outcome of a question depends. States that agree in them are equivalent.
//!
//! These are the regions of questions that are asked at once. The player who is asked, and so whose figure moves, does not change
//! within a region. Each player therefore has a region of their own, which leaves out the words of all others.

use std::collections::BTreeSet;

use super::control_flow::{self, asked};
use super::def_use::single_use;
use super::effects::{self, Effect, EffectCollector, KnownWords};
use crate::code::effect::Area;
use crate::code::{
    ArmReads, AskId, AskReads, AtOnce, Expr, ExprId, LookedUpValue, MOST_LOOKED_UP, MOST_PICKED, MOST_SETS, Mask, Op,
    PC, Pc, Program, Region, Slot, Touch,
};

/// Maximum number of words that may change in a region.
const MOST_CHANGING_WORDS: usize = Mask::BITS as usize;

/// Finds the regions of all questions that are asked at once.
pub(in crate::lower) fn mark_regions(program: &mut Program) {
    for at in 0..program.ops.len() {
        let Op::Ask(ask) = program.ops[at] else { continue };
        if let Some(once) = &program.asks[ask.index()].at_once {
            let regions = regions(program, Pc(at as u32 + 1), once);
            program.asks[ask.index()].at_once = Some(AtOnce { regions, ..once.clone() });
        }
    }
}

/// The regions of a question: one for each player if that narrows it, then one for all players. Unknown ones are left out.
fn regions(p: &Program, entry: Pc, once: &AtOnce) -> Vec<Region> {
    let Some(ops) = control_flow::reachable(p, &[entry], once.exit, true) else { return Vec::new() };
    let Some(general) = RegionEffects::new(p, &ops, once, KnownWords::new()) else { return Vec::new() };
    let changing = general.changing();
    let asked = ops.iter().filter_map(|pc| match p.exprs[p.asks[asked(p, *pc)?.index()].who?.index()] {
        Expr::Slot(slot) => Some(slot),
        _ => None,
    });
    let named: BTreeSet<Slot> = asked.filter(|slot| changing.binary_search(slot).is_err()).collect();
    let players = if named.is_empty() { 0 } else { p.layout.players as i32 };
    let own = (0..players).filter_map(|player| {
        let fixed = named.iter().map(|&slot| (slot, player)).collect();
        RegionEffects::new(p, &ops, once, fixed)
    });
    own.chain([general]).filter_map(|effects| effects.region()).collect()
}

/// The effects of a region's operations, given some words with known values.
struct RegionEffects<'p> {
    p: &'p Program,
    /// The operations in order, and the effect of each.
    ops: &'p [Pc],
    effects: Vec<Effect>,
    once: &'p AtOnce,
    shown: Vec<Effect>,
    fixed: KnownWords,
}

impl<'p> RegionEffects<'p> {
    fn new(p: &'p Program, ops: &'p [Pc], once: &'p AtOnce, fixed: KnownWords) -> Option<Self> {
        let effects = ops.iter().map(|pc| effects::effect(p, &fixed, p.ops[pc.index()]));
        let mut effects: Vec<Effect> = effects.collect::<Option<_>>()?;
        let shown: Vec<Effect> =
            once.shown.iter().map(|&e| EffectCollector::of(p, &fixed, [e])).collect::<Option<_>>()?;
        control_flow::drop_dead_copies(p, ops, &mut effects, &shown);
        Some(Self { p, ops, effects, once, shown, fixed })
    }

    /// The words that may change.
    fn changing(&self) -> Vec<Slot> {
        let mut changing = slots(self.effects.iter().flat_map(|effect| &effect.may).copied());
        changing.retain(|&slot| slot as usize != PC);
        changing
    }

    /// Builds the region. `None` if too many words change or an effect is unknown.
    fn region(&self) -> Option<Region> {
        let Self { p, ops, effects, once, shown, fixed } = self;
        let fixed = fixed.iter().map(|(&slot, &value)| (slot, value)).collect();
        let words = Some(self.changing()).filter(|words| words.len() <= MOST_CHANGING_WORDS)?;
        let (at, ask_at) = (vec![0; p.ops.len()], vec![0; p.asks.len()]);
        let mut region = Region { fixed, words, at, ask_at, ..Region::default() };
        self.watch(&mut region);
        for (pc, effect) in ops.iter().zip(effects).filter(|(pc, _)| asked(p, **pc).is_none()) {
            let (may, must) = (region.mask(&effect.may), region.mask(&effect.must));
            let touch = Touch { reads: unrecorded(&region, effect), may, must };
            region.touches.push(touch);
            region.at[pc.index()] = region.touches.len() as u32;
            if matches!(p.ops[pc.index()], Op::End | Op::Leave { .. } | Op::Unshelve(_) | Op::Return { .. }) {
                region.always |= touch.reads;
            }
        }
        region.shown = shown.iter().map(|effect| read_by(&region, effect)).collect();
        let mut following = Vec::new();
        for ask in ops.iter().filter_map(|pc| asked(p, *pc)) {
            let recurring = control_flow::if_recurring(p, ops, ask, once.exit);
            let reads = self.ask(&region, ask, recurring.is_some())?;
            region.asks.push(reads);
            region.ask_at[ask.index()] = region.asks.len() as u32;
            following.extend(recurring.into_iter().flatten());
        }
        following.sort_unstable();
        following.dedup();
        let following = following.iter().filter_map(|pc| ops.binary_search(pc).ok()).map(|at| &effects[at]);
        self.select_unchanging(&mut region, &following.collect::<Vec<&Effect>>());
        Some(region)
    }

    /// Selects the words and values whose membership tests the machine records.
    fn watch(&self, region: &mut Region) {
        let changing = |slot: &Slot| region.words.binary_search(slot).is_ok();
        let mut sets = slots(self.effects.iter().flat_map(|effect| &effect.bits).copied());
        sets.retain(changing);
        sets.truncate(MOST_SETS);
        let looked_up: BTreeSet<LookedUpValue> =
            self.effects.iter().flat_map(|effect| &effect.looked_up).copied().collect();
        let looked_up = looked_up.into_iter().filter(|value| changing(&value.slot)).take(MOST_LOOKED_UP);
        (region.looked_up, region.sets) = (looked_up.collect(), sets);
        region.set_bits = region.sets.iter().map(|&slot| region.mask(&[(slot, 1)])).collect();
        region.looked_up_bits = region.looked_up.iter().map(|value| region.mask(&[(value.slot, 1)])).collect();
        region.recorded = region.set_bits.iter().chain(&region.looked_up_bits).fold(0, |mask, bit| mask | bit);
    }

    /// Selects the unchanging words on which repeated questions depend: those that operations `following` them or the shown values read.
    fn select_unchanging(&self, region: &mut Region, following: &[&Effect]) {
        let stays = |slot: &Slot| region.words.binary_search(slot).is_err() && !self.fixed.contains_key(slot);
        let whole =
            following.iter().flat_map(|effect| effect.but_picked()).chain(self.shown.iter().flat_map(Effect::all_read));
        let mut unchanging = slots(whole);
        let mut picked = slots(following.iter().flat_map(|effect| effect.picked.iter().copied()));
        picked.retain(|slot| stays(slot) && unchanging.binary_search(slot).is_err());
        unchanging.extend(picked.drain(picked.len().min(MOST_PICKED)..));
        unchanging.retain(stays);
        (region.unchanging, region.picked) = (unchanging, picked);
    }

    fn ask(&self, region: &Region, ask: AskId, recurs: bool) -> Option<AskReads> {
        let Self { p, ops, effects, once, fixed, .. } = self;
        let expr = |e: ExprId| Some(unrecorded(region, &EffectCollector::of(p, fixed, [e])?));
        let code = &p.asks[ask.index()];
        let arms = code.arms.iter().map(|arm| {
            let mut when = Vec::new();
            for e in arm.when.into_iter().flat_map(|e| conditions(p, e)) {
                when.push((e, expr(e)?));
            }
            let mut reads = EffectCollector::new(p, fixed);
            arm.query.into_iter().for_each(|query| reads.query(query));
            let mut stores = Touch::default();
            for &store in &arm.stores {
                let (words, whole) = reads.words(Area::Store(store))?;
                let words = region.mask(&words);
                stores.may |= words;
                stores.must |= if whole { words } else { 0 };
                if let Some(index) = p.stores[store as usize].index {
                    stores.reads |= read_by(region, &EffectCollector::of(p, fixed, [index])?);
                }
            }
            let query = unrecorded(region, &reads.effect(Vec::new(), Vec::new())?);
            let single_use = single_use(p, (ops, effects), &region.words, arm, once.exit);
            Some(ArmReads { when, query, stores, single_use })
        });
        Some(AskReads { who: expr(code.who?)?, arms: arms.collect::<Option<_>>()?, recurs })
    }
}

/// The words read, except those whose reads the machine records.
fn unrecorded(region: &Region, effect: &Effect) -> Mask {
    let looked_up = effect.looked_up.iter().filter(|value| !region.looked_up.contains(value));
    let looked_up = looked_up.fold(0, |mask, value| mask | region.mask(&[(value.slot, 1)]));
    let of_sets = region.set_bits.iter().fold(0, |mask, bit| mask | bit);
    region.mask(&effect.reads) | region.mask(&effect.picked) | region.mask(&effect.bits) & !of_sets | looked_up
}

/// All words read.
fn read_by(region: &Region, effect: &Effect) -> Mask {
    effect.all_read().fold(0, |mask, words| mask | region.mask(&[words]))
}

/// All words of these ranges, in ascending order and without duplicates.
fn slots(words: impl Iterator<Item = (Slot, u32)>) -> Vec<Slot> {
    let mut slots: Vec<Slot> = words.flat_map(|(base, count)| base..base + count).collect();
    slots.sort_unstable();
    slots.dedup();
    slots
}

/// The operands of `a and b and c`, in order.
fn conditions(p: &Program, e: ExprId) -> Vec<ExprId> {
    match p.exprs[e.index()] {
        Expr::And(a, b) => [conditions(p, a), conditions(p, b)].concat(),
        _ => vec![e],
    }
}
