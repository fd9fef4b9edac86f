//! What the operations between a question that is asked at once and the end of its ways read and write.
//!
//! Words that may change there have a number each, in rising order; a set of them is a mask.

use super::bits::{self, Looked};
use super::reads::{self, Effect, Known, Reads, Stretches};
use crate::code::{AskId, AtOnce, ExprId, Op, PC, Pc, Program, Slot};

/// A set of words that may change.
pub(super) type Mask = u128;

/// So many words may change at most.
const MOST: usize = Mask::BITS as usize;

/// No operation of the region.
const NONE: u32 = u32::MAX;

/// A region.
#[derive(Debug)]
pub(super) struct Region {
    /// The words that may change, rising; not the program counter.
    pub(super) words: Vec<Slot>,
    /// Those of sets of which single members are looked for; they have a mask of members each.
    pub(super) sets: Vec<Slot>,
    /// The same words as a mask.
    pub(super) of_sets: Mask,
    /// Words that say how actions stand in one another: hardly ever different at the same question.
    pub(super) always: Mask,
    /// For each operation of the program its number in `touches`.
    at: Vec<u32>,
    touches: Vec<Touch>,
    /// For each question of the program its number in `asks`.
    ask_at: Vec<u32>,
    asks: Vec<AskReads>,
    /// What each shown value is worked out from.
    pub(super) shown: Vec<Mask>,
    /// For each define whether it is worked out from what stays.
    pub(super) steady: Vec<bool>,
    /// For each question the words that its nodes were seen to read.
    pub(super) read: Vec<(u32, Mask)>,
    /// What was taken as known: it must have these values.
    pub(super) fixed: Known,
}

/// What is known of a question's region.
#[derive(Debug)]
pub(super) enum Found {
    /// It was not looked for.
    NotYet,
    /// There is none.
    Nothing,
    /// These: they differ in what they take as known.
    Regions(Vec<Region>),
}

/// What an operation does to the words that may change.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Touch {
    pub(super) reads: Mask,
    pub(super) may: Mask,
    pub(super) must: Mask,
}

/// What a question reads.
#[derive(Debug)]
pub(super) struct AskReads {
    pub(super) who: Mask,
    pub(super) arms: Vec<ArmReads>,
}

/// What an arm reads.
#[derive(Debug)]
pub(super) struct ArmReads {
    /// The conditions of `when`, one after the other.
    pub(super) when: Vec<(ExprId, Mask)>,
    pub(super) query: Mask,
    /// Storing the answer.
    pub(super) stores: Touch,
}

impl Region {
    /// The region of a question; none where too much changes, or it is not known what. `value` works out an expression.
    pub(super) fn new(
        p: &Program,
        entry: Pc,
        at_once: &AtOnce,
        value: &mut dyn FnMut(ExprId) -> Option<i32>,
    ) -> Option<Self> {
        let ops = reachable(p, entry, at_once.exit)?;
        let wide = Self::with(p, &ops, at_once, &Known::new())?;
        // Whose figure it is, say, does not change: then all others need not be looked at.
        let meant = ops.iter().flat_map(|pc| reads::pieces_meant(p, p.ops[pc.index()]));
        let stays = meant.filter(|&e| wide.whole(p, e) == Some(0) && !reads_names(p, e));
        let fixed: Known = stays.filter_map(|e| Some((e, value(e)?))).collect();
        if fixed.is_empty() { Some(wide) } else { Self::with(p, &ops, at_once, &fixed) }
    }

    #[allow(clippy::too_many_lines, reason = "one pass over the operations")]
    fn with(p: &Program, ops: &[Pc], at_once: &AtOnce, fixed: &Known) -> Option<Self> {
        let (mut words, mut looked): (Stretches, Stretches) = (Vec::new(), Vec::new());
        let mut effects = Vec::new();
        for &pc in ops {
            let effect = match p.ops[pc.index()] {
                Op::Ask(_) => Effect::default(),
                op => reads::effect(p, fixed, op)?,
            };
            words.extend_from_slice(&effect.may);
            looked.extend_from_slice(&effect.bits);
            effects.push(effect);
        }
        let asks: Vec<AskId> = ops.iter().filter_map(|pc| asked(p, *pc)).collect();
        for ask in &asks {
            for arm in &p.asks[ask.index()].arms {
                words.extend(arm.stores.iter().map(|&store| reads::stretch(&p.stores[store as usize])));
                let mut reads = Reads::new(p, fixed);
                arm.when.into_iter().for_each(|e| reads.expr(e));
                arm.query.into_iter().for_each(|query| reads.query(query));
                looked.extend(reads.bits);
            }
        }
        let mut changing = slots(words);
        changing.retain(|&slot| slot as usize != PC);
        if changing.len() > MOST {
            return None;
        }
        let mut sets = slots(looked);
        sets.retain(|slot| changing.contains(slot));
        sets.truncate(bits::MOST);
        let mut region = Self {
            words: changing,
            of_sets: 0,
            always: 0,
            sets,
            at: vec![NONE; p.ops.len()],
            touches: Vec::new(),
            ask_at: vec![NONE; p.asks.len()],
            asks: Vec::new(),
            shown: Vec::new(),
            steady: Vec::new(),
            read: Vec::new(),
            fixed: fixed.clone(),
        };
        region.of_sets = region.sets.iter().fold(0, |mask, &slot| mask | region.mask(&[(slot, 1)]));
        for (pc, effect) in ops.iter().zip(&effects) {
            region.at[pc.index()] = region.touches.len() as u32;
            let touch = Touch {
                reads: region.mask(&effect.reads) | region.mask(&effect.bits) & !region.of_sets,
                may: region.mask(&effect.may),
                must: region.mask(&effect.must),
            };
            region.touches.push(touch);
        }
        for &pc in ops {
            if matches!(p.ops[pc.index()], Op::End | Op::Leave { .. } | Op::Unshelve(_) | Op::Return { .. }) {
                region.always |= region.touch(pc.0).reads;
            }
        }
        for ask in asks {
            region.ask_at[ask.index()] = region.asks.len() as u32;
            let reads = region.ask(p, ask)?;
            region.asks.push(reads);
        }
        region.shown = at_once.shown.iter().map(|&e| region.whole(p, e)).collect::<Option<_>>()?;
        region.steady = p.funs.iter().map(|fun| region.whole(p, fun.body) == Some(0)).collect();
        Some(region)
    }

    /// What an operation of the region does.
    #[inline]
    pub(super) fn touch(&self, pc: u32) -> Touch {
        self.touches.get(self.at[pc as usize] as usize).copied().unwrap_or_default()
    }

    /// What a question of the region reads.
    pub(super) fn asked(&self, ask: AskId) -> Option<&AskReads> {
        self.asks.get(self.ask_at[ask.index()] as usize)
    }

    fn mask(&self, words: &[(Slot, u32)]) -> Mask {
        let mut mask = 0;
        for &(base, count) in words {
            let from = self.words.partition_point(|&slot| slot < base);
            let to = self.words.partition_point(|&slot| slot < base + count);
            mask |= (from..to).fold(0, |mask, bit| mask | 1 << bit);
        }
        mask
    }

    /// Whether a word is in a mask.
    pub(super) fn in_mask(&self, mask: Mask, slot: Slot) -> bool {
        self.words.binary_search(&slot).is_ok_and(|bit| mask >> bit & 1 == 1)
    }

    /// Members that are looked for in sets that were not written whole before.
    pub(super) fn not_written(&self, must: Mask, mut looked: Looked) -> Looked {
        for (looked, &slot) in looked.iter_mut().zip(&self.sets) {
            if self.in_mask(must, slot) {
                *looked = 0;
            }
        }
        looked
    }

    /// What an expression reads, without members that are looked for.
    fn expr(&self, p: &Program, e: ExprId) -> Option<Mask> {
        let mut reads = Reads::new(p, &self.fixed);
        reads.expr(e);
        self.of(&reads)
    }

    fn of(&self, reads: &Reads<'_>) -> Option<Mask> {
        reads.known.then(|| self.mask(&reads.words) | self.mask(&reads.bits) & !self.of_sets)
    }

    /// What an expression reads.
    fn whole(&self, p: &Program, e: ExprId) -> Option<Mask> {
        let mut reads = Reads::new(p, &self.fixed);
        reads.expr(e);
        reads.known.then(|| self.mask(&reads.words) | self.mask(&reads.bits))
    }

    fn ask(&self, p: &Program, ask: AskId) -> Option<AskReads> {
        let code = &p.asks[ask.index()];
        let who = self.expr(p, code.who?)?;
        let arms = code.arms.iter().map(|arm| {
            let mut when = Vec::new();
            for e in arm.when.into_iter().flat_map(|e| conditions(p, e)) {
                when.push((e, self.expr(p, e)?));
            }
            let mut reads = Reads::new(p, &self.fixed);
            arm.query.into_iter().for_each(|query| reads.query(query));
            let query = self.of(&reads)?;
            let mut stores = Touch::default();
            for &store in &arm.stores {
                let store = &p.stores[store as usize];
                let words = self.mask(&[reads::stretch(store)]);
                stores.may |= words;
                match store.index {
                    Some(index) => stores.reads |= self.whole(p, index)?,
                    None => stores.must |= words,
                }
            }
            Some(ArmReads { when, query, stores })
        });
        Some(AskReads { who, arms: arms.collect::<Option<_>>()? })
    }
}

/// Whether an expression reads names of queries or defines.
fn reads_names(p: &Program, e: ExprId) -> bool {
    use crate::code::Expr;
    let mut open = vec![e];
    while let Some(e) = open.pop() {
        let named = matches!(
            p.exprs[e.index()],
            Expr::Reg(_) | Expr::RegPlus(..) | Expr::Regs { .. } | Expr::SetRegs { .. } | Expr::Kept { .. }
        );
        if named || !p.each_part(e, &mut |part| open.push(part)) {
            return true;
        }
    }
    false
}

/// All words of these stretches, rising.
fn slots(words: Stretches) -> Vec<Slot> {
    let mut slots: Vec<Slot> = words.into_iter().flat_map(|(base, count)| base..base + count).collect();
    slots.sort_unstable();
    slots.dedup();
    slots
}

/// The parts of `a and b and c`, in order.
fn conditions(p: &Program, e: ExprId) -> Vec<ExprId> {
    match p.exprs[e.index()] {
        crate::code::Expr::And(a, b) => [conditions(p, a), conditions(p, b)].concat(),
        _ => vec![e],
    }
}

/// The question that is answered on the way at this operation.
fn asked(p: &Program, pc: Pc) -> Option<AskId> {
    match p.ops[pc.index()] {
        Op::Ask(ask) => Some(ask).filter(|ask| p.asks[ask.index()].at_once.is_none()),
        _ => None,
    }
}

/// All operations from `entry` on, before `exit`; none where a way could lead elsewhere.
fn reachable(p: &Program, entry: Pc, exit: Pc) -> Option<Vec<Pc>> {
    let rule_of = |pc: Pc| p.rules.iter().position(|rule| (rule.entry.0..rule.end.0).contains(&pc.0));
    let mut seen = vec![false; p.ops.len()];
    let (mut open, mut found) = (vec![entry], Vec::new());
    // Rules that are called, with the words that say where they go back to, and where that is; operations that go back.
    let mut sites: Vec<(usize, Slot, Pc)> = Vec::new();
    let mut returns: Vec<(usize, Slot)> = Vec::new();
    while let Some(pc) = open.pop() {
        if pc == exit || std::mem::replace(seen.get_mut(pc.index())?, true) {
            continue;
        }
        found.push(pc);
        let next = Pc(pc.0 + 1);
        match p.ops[pc.index()] {
            Op::Jump(to) => open.push(to),
            Op::Unless { to, .. } | Op::EachNext { exit: to, .. } => open.extend([next, to]),
            Op::Call { entry, ret } => {
                let rule = rule_of(entry)?;
                sites.push((rule, ret, next));
                open.push(entry);
                open.extend(returns.iter().filter(|(from, _)| *from == rule).map(|_| next));
            }
            Op::Return { ret, .. } => {
                let rule = rule_of(pc)?;
                returns.push((rule, ret));
                open.extend(sites.iter().filter(|(to, ..)| *to == rule).map(|(.., site)| *site));
            }
            Op::Ask(ask) => {
                let code = &p.asks[ask.index()];
                match code.at_once {
                    Some(_) => open.push(next),
                    None => open.extend(code.arms.iter().map(|arm| arm.goto)),
                }
            }
            Op::Over => return None,
            _ => open.push(next),
        }
    }
    // Rules that are left from inside others, or that were called before, lead elsewhere.
    let inside = |(rule, ret): &(usize, Slot)| {
        let mut own = sites.iter().filter(|(to, ..)| to == rule).peekable();
        own.peek().is_some() && own.all(|(_, site, _)| site == ret)
    };
    found.sort_unstable();
    returns.iter().all(inside).then_some(found)
}
