//! What the operations between a question that is asked at once and the end of its ways read and write.
//!
//! Words that may change there have a number each, in rising order; a set of them is a mask.

use std::collections::BTreeSet;

use super::bits::{self, Looked, View};
use super::flow::{self, asked};
use super::laid::Laid;
use super::memory::{Memory, Sorts};
use super::reads::{self, Effect, Known, Reads};
use crate::code::{AskId, AtOnce, Expr, ExprId, Op, PC, Pc, Program, Set, Slot};

/// A set of words that may change.
pub(super) type Mask = u64;

/// So many words may change at most.
const MOST: usize = Mask::BITS as usize;

/// So many memories are kept: of players whose turns alternate, and of what comes back in the next game.
const MOST_MEMORIES: usize = 4;

/// No operation of the region.
const NONE: u32 = u32::MAX;

/// A region.
#[derive(Debug, Default)]
pub(super) struct Region {
    /// The words that may change, rising; not the program counter.
    pub(super) words: Vec<Slot>,
    /// Those of sets of which single members are looked for; they have a mask of members each.
    pub(super) sets: Vec<Slot>,
    /// Values that are looked for in sets; each has a set of those that are like it.
    pub(super) views: Vec<View>,
    /// The words of each as a mask.
    set_bits: Vec<Mask>,
    view_bits: Vec<Mask>,
    /// All of these: what is asked of them is noted.
    pub(super) noted: Mask,
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
    /// For each question the sorts of its nodes that were seen last.
    pub(super) sorts: Vec<Sorts>,
    /// What was taken as known: it must have these values.
    pub(super) fixed: Known,
    /// The words that nothing changes on which what is remembered of questions that come again depends.
    pub(super) lasting: Vec<Slot>,
    /// Other such words, of which it is noted which are looked at; rising, at most [`bits::MOST_PICKED`].
    pub(super) picked: Vec<Slot>,
    /// What is remembered, the latest last.
    pub(super) memories: Vec<Memory>,
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
    /// Whether what was found out about it is worth remembering: it comes again and again.
    pub(super) lasts: bool,
}

/// What an arm reads.
#[derive(Debug)]
pub(super) struct ArmReads {
    /// The conditions of `when`, one after the other.
    pub(super) when: Vec<(ExprId, Mask)>,
    pub(super) query: Mask,
    /// Storing the answer.
    pub(super) stores: Touch,
    /// Where its last value is laid down.
    pub(super) laid: Option<Laid>,
}

impl Region {
    /// The region of a question; none where too much changes, or it is not known what. `word` tells a word of the state.
    pub(super) fn new(p: &Program, entry: Pc, at_once: &AtOnce, word: &dyn Fn(Slot) -> i32) -> Option<Self> {
        let ops = flow::reachable(p, &[entry], at_once.exit, true)?;
        let wide = Self::with(p, &ops, at_once, &Known::new())?;
        // Who is asked, and so whose figure it is, does not change: then all others need not be looked at.
        let asking = wide.code_of(p).filter_map(|ask| ask.who);
        let moved = ops.iter().flat_map(|pc| reads::pieces_meant(p, p.ops[pc.index()]));
        let stays = |slot: &Slot| wide.words.binary_search(slot).is_err();
        let fixed: Known =
            asking.chain(moved).filter_map(|e| named(p, e)).filter(stays).map(|s| (s, word(s))).collect();
        if fixed.is_empty() { Some(wide) } else { Self::with(p, &ops, at_once, &fixed) }
    }

    fn with(p: &Program, ops: &[Pc], at_once: &AtOnce, fixed: &Known) -> Option<Self> {
        let asks: Vec<AskId> = ops.iter().filter_map(|pc| asked(p, *pc)).collect();
        let mut effects: Vec<Effect> = Vec::new();
        for &pc in ops {
            effects.push(match asked(p, pc) {
                Some(ask) => asking(p, fixed, ask)?,
                None => reads::effect(p, fixed, p.ops[pc.index()])?,
            });
        }
        let shown = at_once.shown.iter().map(|&e| Reads::of(p, fixed, [e])).collect::<Option<Vec<_>>>()?;
        flow::forget_idle(p, ops, &mut effects, &shown);
        let mut changing = slots(effects.iter().flat_map(|effect| &effect.may).copied());
        changing.retain(|&slot| slot as usize != PC);
        if changing.len() > MOST {
            return None;
        }
        let (at, ask_at) = (vec![NONE; p.ops.len()], vec![NONE; p.asks.len()]);
        let mut region = Self { words: changing, at, ask_at, fixed: fixed.clone(), ..Self::default() };
        region.watch(&effects);
        for (pc, effect) in ops.iter().zip(&effects).filter(|(pc, _)| asked(p, **pc).is_none()) {
            region.at[pc.index()] = region.touches.len() as u32;
            let touch =
                Touch { reads: region.unnoted(effect), may: region.mask(&effect.may), must: region.mask(&effect.must) };
            region.touches.push(touch);
            if matches!(p.ops[pc.index()], Op::End | Op::Leave { .. } | Op::Unshelve(_) | Op::Return { .. }) {
                region.always |= touch.reads;
            }
        }
        region.shown = shown.iter().map(|effect| region.read_by(effect)).collect();
        let mut behind = Vec::new();
        for ask in asks {
            let again = flow::again(p, ops, ask, at_once.exit);
            region.ask_at[ask.index()] = region.asks.len() as u32;
            let reads = region.ask(p, (ops, &effects), (ask, again.is_some()), at_once.exit)?;
            region.asks.push(reads);
            behind.extend(again.into_iter().flatten());
        }
        behind.sort_unstable();
        behind.dedup();
        let behind: Vec<&Effect> =
            behind.iter().filter_map(|pc| ops.binary_search(pc).ok()).map(|at| &effects[at]).collect();
        region.keep(&behind, &shown);
        region.steady = region.steady_funs(p, &effects);
        Some(region)
    }

    /// Of which words it is noted what is asked.
    fn watch(&mut self, effects: &[Effect]) {
        let changing = |slot: &Slot| self.words.binary_search(slot).is_ok();
        let mut sets = slots(effects.iter().flat_map(|effect| &effect.bits).copied());
        sets.retain(changing);
        sets.truncate(bits::MOST);
        let views: BTreeSet<View> = effects.iter().flat_map(|effect| &effect.views).copied().collect();
        let views = views.into_iter().filter(|view| changing(&view.slot)).take(bits::MOST_VIEWS);
        (self.views, self.sets) = (views.collect(), sets);
        self.set_bits = self.sets.iter().map(|&slot| self.mask(&[(slot, 1)])).collect();
        self.view_bits = self.views.iter().map(|view| self.mask(&[(view.slot, 1)])).collect();
        self.noted = self.set_bits.iter().chain(&self.view_bits).fold(0, |mask, bit| mask | bit);
    }

    /// Of which words that nothing changes the questions that come again depend: what is `behind` them and the values that are
    /// `shown` read them.
    fn keep(&mut self, behind: &[&Effect], shown: &[Effect]) {
        let stays = |slot: &Slot| self.words.binary_search(slot).is_err() && !self.fixed.contains_key(slot);
        let whole = behind.iter().flat_map(|effect| effect.but_picked()).chain(shown.iter().flat_map(Effect::all_read));
        let mut lasting = slots(whole);
        let mut picked = slots(behind.iter().flat_map(|effect| effect.picked.iter().copied()));
        picked.retain(|slot| stays(slot) && lasting.binary_search(slot).is_err());
        lasting.extend(picked.drain(picked.len().min(bits::MOST_PICKED)..));
        lasting.retain(stays);
        (self.lasting, self.picked) = (lasting, picked);
    }

    /// The defines that are asked for and worked out from what stays.
    fn steady_funs(&self, p: &Program, effects: &[Effect]) -> Vec<bool> {
        let mut steady = vec![false; p.funs.len()];
        for &fun in effects.iter().flat_map(|effect| &effect.funs) {
            let read = Reads::of(p, &self.fixed, [p.funs[fun as usize].body]);
            // Where it is noted what is looked at, it must be looked at each time.
            let noted =
                |effect: &Effect| slots(effect.picked.iter().copied()).iter().any(|slot| self.picked.contains(slot));
            steady[fun as usize] = read.is_some_and(|effect| self.read_by(&effect) == 0 && !noted(&effect));
        }
        steady
    }

    fn code_of<'p>(&self, p: &'p Program) -> impl Iterator<Item = &'p crate::code::Ask> {
        p.asks.iter().zip(&self.ask_at).filter(|(_, at)| **at != NONE).map(|(ask, _)| ask)
    }

    /// What is remembered for a position, or nothing yet.
    pub(super) fn memory(&mut self, words: &[i32], shown: usize) -> Memory {
        let lasting = |slot: &Slot| words[*slot as usize];
        let fits = |memory: &Memory| memory.lasting.iter().copied().eq(self.lasting.iter().map(lasting));
        let mut memory = match self.memories.iter().rposition(fits) {
            Some(at) => self.memories.remove(at),
            None if self.memories.len() < MOST_MEMORIES => Memory::default(),
            None => self.memories.remove(0).emptied(),
        };
        memory.begin(self, shown, words);
        memory
    }

    /// Keeps it for the next question.
    pub(super) fn remember(&mut self, memory: Memory) {
        self.sorts.clone_from(&memory.sorts);
        self.memories.push(memory);
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

    /// What was asked of words that are not in this mask.
    #[inline]
    pub(super) fn not_written(&self, mask: Mask, mut looked: Looked) -> Looked {
        if mask & self.noted == 0 {
            return looked;
        }
        for (members, bit) in looked.members.iter_mut().zip(&self.set_bits) {
            if mask & bit != 0 {
                *members = 0;
            }
        }
        for (among, bit) in looked.among.iter_mut().zip(&self.view_bits) {
            if mask & bit != 0 {
                *among = Set::ALL;
            }
        }
        looked
    }

    /// What is read, without what is noted when it is asked.
    fn unnoted(&self, effect: &Effect) -> Mask {
        let views = effect.views.iter().filter(|view| !self.views.contains(view));
        let views = views.fold(0, |mask, view| mask | self.mask(&[(view.slot, 1)]));
        let of_sets = self.set_bits.iter().fold(0, |mask, bit| mask | bit);
        self.mask(&effect.reads) | self.mask(&effect.picked) | self.mask(&effect.bits) & !of_sets | views
    }

    /// What an expression reads, without what is noted when it is asked.
    fn expr(&self, p: &Program, e: ExprId) -> Option<Mask> {
        let mut reads = Reads::new(p, &self.fixed);
        reads.expr(e);
        self.of(&reads)
    }

    fn of(&self, reads: &Reads<'_>) -> Option<Mask> {
        reads.known.then(|| self.unnoted(&reads.found))
    }

    /// What an expression reads.
    fn whole(&self, p: &Program, e: ExprId) -> Option<Mask> {
        Some(self.read_by(&Reads::of(p, &self.fixed, [e])?))
    }

    fn read_by(&self, effect: &Effect) -> Mask {
        effect.all_read().fold(0, |mask, words| mask | self.mask(&[words]))
    }

    fn ask(
        &self,
        p: &Program,
        (ops, effects): (&[Pc], &[Effect]),
        (ask, lasts): (AskId, bool),
        exit: Pc,
    ) -> Option<AskReads> {
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
                let (words, whole) = reads.stored(store);
                let words = self.mask(&words);
                stores.may |= words;
                stores.must |= if whole { words } else { 0 };
                if let Some(index) = store.index {
                    stores.reads |= self.whole(p, index)?;
                }
            }
            let laid = Laid::of(p, (ops, effects), &self.words, arm, exit);
            Some(ArmReads { when, query, stores, laid })
        });
        Some(AskReads { who, arms: arms.collect::<Option<_>>()?, lasts })
    }
}

/// The word that an expression names.
fn named(p: &Program, e: ExprId) -> Option<Slot> {
    match p.exprs[e.index()] {
        Expr::Slot(slot) | Expr::SlotPlus(slot, _) => Some(slot),
        _ => None,
    }
}

/// What a question reads, and where its answers go.
fn asking(p: &Program, fixed: &Known, ask: AskId) -> Option<Effect> {
    let code = &p.asks[ask.index()];
    let mut reads = Reads::new(p, fixed);
    let mut may = Vec::new();
    code.who.into_iter().for_each(|e| reads.expr(e));
    for arm in &code.arms {
        arm.when.into_iter().for_each(|e| reads.expr(e));
        arm.query.into_iter().for_each(|query| reads.query(query));
        for store in arm.stores.iter().map(|&store| &p.stores[store as usize]) {
            store.index.into_iter().for_each(|e| reads.expr(e));
            may.extend(reads.stored(store).0);
        }
    }
    reads.effect(may, Vec::new())
}

/// All words of these stretches, rising.
fn slots(words: impl Iterator<Item = (Slot, u32)>) -> Vec<Slot> {
    let mut slots: Vec<Slot> = words.flat_map(|(base, count)| base..base + count).collect();
    slots.sort_unstable();
    slots.dedup();
    slots
}

/// The parts of `a and b and c`, in order.
fn conditions(p: &Program, e: ExprId) -> Vec<ExprId> {
    match p.exprs[e.index()] {
        Expr::And(a, b) => [conditions(p, a), conditions(p, b)].concat(),
        _ => vec![e],
    }
}
