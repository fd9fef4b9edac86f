//! Side-effect analysis: the words of a state that an expression or operation may read, may write and must write (MOD/REF sets;
//! Muchnick, Advanced Compiler Design and Implementation, ch. 19).
//!
//! An over-approximation: too much is never wrong, only slower. What is not known says so.

use std::collections::{BTreeMap, BTreeSet};

use crate::code::effect::{Area, Does, Pieces, Use};
use crate::code::{Expr, ExprId, Fun, Op, Program, QueryId, Reading, Set, Slot, Sought, Store};

/// Stretches of words: where each begins, how many words.
pub(super) type Stretches = Vec<(Slot, u32)>;

/// Words whose values are known.
pub(super) type KnownWords = BTreeMap<Slot, i32>;

/// Collects what is read.
pub(super) struct EffectCollector<'p> {
    p: &'p Program,
    fixed: &'p KnownWords,
    /// What was found.
    pub(super) found: Effect,
    /// Whether that is all.
    pub(super) known: bool,
    /// Expressions that were looked at.
    seen: Vec<bool>,
}

impl<'p> EffectCollector<'p> {
    pub(super) fn new(p: &'p Program, fixed: &'p KnownWords) -> Self {
        Self { p, fixed, found: Effect::default(), known: true, seen: vec![false; p.exprs.len()] }
    }

    /// What these expressions read; none where it is not known.
    pub(super) fn of(p: &'p Program, fixed: &'p KnownWords, these: impl IntoIterator<Item = ExprId>) -> Option<Effect> {
        let mut reads = Self::new(p, fixed);
        these.into_iter().for_each(|e| reads.expr(e));
        reads.effect(Vec::new(), Vec::new())
    }

    /// What was found to be read, with what is written.
    pub(super) fn effect(self, mut may: Stretches, must: Stretches) -> Option<Effect> {
        may.extend_from_slice(&must);
        self.known.then_some(Effect { may, must, ..self.found })
    }

    /// The value of an expression, where it is known.
    fn known_value(&self, e: ExprId) -> Option<i32> {
        match self.p.exprs[e.index()] {
            Expr::Const(value) => Some(value),
            Expr::Slot(slot) => self.fixed.get(&slot).copied(),
            Expr::SlotPlus(slot, by) => self.fixed.get(&slot)?.checked_add(by),
            Expr::Kept { value, .. } | Expr::Tabled { value, .. } => self.known_value(value),
            _ => None,
        }
    }

    /// The words of a value of `width` words, one of `count` from `base` on: of those that the index can mean. An index such
    /// as that of a table with two sides, `row * columns + column`, means one column where that is known.
    fn indexed(&self, base: Slot, width: u32, count: u32, index: ExprId) -> Stretches {
        let p = self.p;
        let at = |index: i64| (base + index as u32 * width, width);
        let inside = |index: &i64| (0..i64::from(count)).contains(index);
        if let Some(known) = self.known_value(index) {
            return Some(i64::from(known)).filter(inside).map(at).into_iter().collect();
        }
        if let Expr::Scaled { by: columns @ 1.., b: column, plus, .. } = p.exprs[index.index()]
            && let Some(column) = self.known_value(column).and_then(|column| column.checked_add(plus))
        {
            let first = i64::from(column.rem_euclid(columns));
            return (first..i64::from(count)).step_by(columns as usize).map(at).collect();
        }
        vec![(base, count * width)]
    }

    /// Adds what an expression may read where only this or that is asked of it; whether that is so.
    fn in_part(&mut self, e: ExprId) -> bool {
        let p = self.p;
        let (asked, within) = match p.exprs[e.index()] {
            Expr::SetHas(set, member) => (member, set),
            // What is left of a set, or is in both: only its own members are looked for in the other one.
            Expr::Minus(set, other) | Expr::Both(set, other) => (set, other),
            _ => return false,
        };
        if let Expr::SetSlots { base, width } = p.exprs[within.index()] {
            self.found.bits.push((base, u32::from(width)));
            self.expr(asked);
            return true;
        }
        if let (Expr::SetHas(..), Some(value)) = (p.exprs[e.index()], Sought::of(&p.exprs, asked)) {
            self.found.sought.insert(value);
            self.expr(within);
            return true;
        }
        false
    }

    /// Adds the words that an expression may read.
    pub(super) fn expr(&mut self, e: ExprId) {
        if std::mem::replace(&mut self.seen[e.index()], true) || self.in_part(e) {
            return;
        }
        let p = self.p;
        p.exprs[e.index()].uses(Reading::Word, &mut |part| match part {
            Use::Operand(part, _) | Use::Each(part, _) => self.expr(*part),
            Use::Listed(first, count, _) => self.exprs(&p.lists[*first as usize..][..usize::from(count)]),
            Use::Define(fun, first) => {
                let Fun { params, body, .. } = &p.funs[fun as usize];
                self.exprs(&p.lists[*first as usize..][..params.len()]);
                self.expr(*body);
            }
            Use::Over(query) => self.query(*query),
            Use::Reads(area) => self.reads(area),
            Use::Looks(area) => self.looks(area),
            Use::Reg(..) | Use::Own(..) => {}
        });
    }

    fn exprs(&mut self, these: &[ExprId]) {
        these.iter().for_each(|&e| self.expr(e));
    }

    /// Adds words that are read whole.
    fn reads(&mut self, area: Area) {
        if let Area::Store(store) = area {
            self.p.stores[store as usize].index.into_iter().for_each(|index| self.expr(index));
        }
        match self.words(area) {
            Some((words, _)) => self.found.reads.extend(words),
            None => self.known = false,
        }
    }

    /// Adds words of which one or the other is looked at; which, is noted.
    fn looks(&mut self, area: Area) {
        match (self.words(area), area) {
            (Some((words, true)), Area::OneOf { .. }) => self.found.reads.extend(words),
            (Some((words, _)), _) => self.found.picked.extend(words),
            (None, _) => self.known = false,
        }
    }

    /// The words of an area that can be meant, and whether all of them are; none where that is not known.
    pub(super) fn words(&self, area: Area) -> Option<(Stretches, bool)> {
        let p = self.p;
        Some(match area {
            Area::Words(base, count) => (vec![(base, count)], true),
            Area::OneOf { base, width, count, index } => {
                (self.indexed(base, width, count, index), self.known_value(index).is_some())
            }
            Area::Store(store) => {
                let Store { base, index, count, shape } = p.stores[store as usize];
                match index {
                    None => (vec![(base, shape.width())], true),
                    Some(index) => (self.indexed(base, shape.width(), count, index), self.known_value(index).is_some()),
                }
            }
            Area::Column { column, index } => {
                let column = p.columns[column as usize];
                let (step, count) = (u32::from(column.step), u32::from(column.count));
                let known = self.known_value(index).and_then(|at| u32::try_from(at).ok());
                match known.filter(|at| *at < column.places() && !column.is_whole()) {
                    Some(at) => {
                        let asked = (0..u32::from(column.words)).map(|word| word * u32::from(column.apart));
                        let row = |row: u32| asked.clone().map(move |word| (column.base + row * step + at + word, 1));
                        ((0..count).flat_map(row).collect(), true)
                    }
                    None => (vec![(column.base, step * count)], true),
                }
            }
            Area::Things { pieces, .. } => {
                let pieces = self.pieces(pieces);
                let one_figure = pieces.len() == 1 && !pieces.and(p.layout.figures()).is_empty();
                (p.layout.words_of(pieces).into_iter().map(|slot| (slot, 1)).collect(), one_figure)
            }
            Area::Order(pieces) => (p.layout.order_of(self.pieces(pieces)), false),
            Area::Unnamed => return None,
        })
    }

    fn pieces(&self, pieces: Pieces) -> Set {
        pieces.set(self.p, &mut |piece| self.known_value(piece).map(|piece| Set::EMPTY.with(piece)))
    }

    /// Adds what the limits of such things read.
    fn limits(&mut self, pieces: Pieces) {
        let pieces = self.pieces(pieces);
        for limit in self.p.layout.families.iter().flat_map(|family| &family.limits) {
            if !limit.pieces.and(pieces).is_empty() {
                self.expr(limit.most);
                self.reads(Area::Things { cell: None, pieces: Pieces::These(limit.pieces) });
            }
        }
    }

    /// Adds what the results of a query are worked out from.
    pub(super) fn query(&mut self, query: QueryId) {
        let query = &self.p.queries[query.index()];
        for binder in &query.binders {
            binder.domain.uses(&mut |part| match part {
                Use::Operand(part, _) => self.expr(*part),
                Use::Reads(area) => self.reads(area),
                other => unreachable!("a domain has no such part: {other:?}"),
            });
        }
        query.filter.iter().chain(query.keys.iter().map(|key| &key.value)).for_each(|&e| self.expr(e));
    }
}

/// What an operation does to a state.
#[derive(Default)]
pub(super) struct Effect {
    /// What it reads whole.
    pub(super) reads: Stretches,
    /// Sets of which only whether something is in them is read, noted by the machine.
    pub(super) bits: Stretches,
    /// Values of which only whether they are in a set is read, noted by the machine.
    pub(super) sought: BTreeSet<Sought>,
    /// Words of which it reads one or the other; which, is noted when it does.
    pub(super) picked: Stretches,
    /// What it may write.
    pub(super) may: Stretches,
    /// What it surely writes.
    pub(super) must: Stretches,
}

impl Effect {
    /// All that is read.
    pub(super) fn all_read(&self) -> impl Iterator<Item = (Slot, u32)> {
        self.but_picked().chain(self.picked.iter().copied())
    }

    /// All that is read, without the words of which only one or the other is.
    pub(super) fn but_picked(&self) -> impl Iterator<Item = (Slot, u32)> {
        let sought = self.sought.iter().map(|value| (value.slot, 1));
        self.reads.iter().chain(&self.bits).copied().chain(sought)
    }
}

/// The effect of an operation; none where it is not known.
pub(super) fn effect(p: &Program, fixed: &KnownWords, op: Op) -> Option<Effect> {
    let mut reads = EffectCollector::new(p, fixed);
    let (mut may, mut must) = (Vec::new(), Vec::new());
    op.uses(p, &mut |part| match part {
        Does::Value(e, _) => reads.expr(*e),
        Does::Changes(_, _, e) | Does::Also(e, _) => reads.expr(e),
        Does::Over(query) => reads.query(*query),
        Does::AlsoOver(query) => reads.query(query),
        Does::Reads(area) => reads.reads(area),
        Does::Writes(area) => match reads.words(area) {
            Some((words, true)) => must.extend(words),
            Some((words, false)) => may.extend(words),
            None => reads.known = false,
        },
        // Of what keeps an order equal positions are hardly met again.
        Does::MayWrite(Area::Order(pieces)) => reads.known &= p.layout.order_of(reads.pieces(pieces)).is_empty(),
        Does::MayWrite(area) => match reads.words(area) {
            Some((words, _)) => may.extend(words),
            None => reads.known = false,
        },
        Does::Limits(pieces) => reads.limits(pieces),
        Does::Needs(_) | Does::Goes(_) | Does::EndsExtent => {}
    });
    reads.effect(may, must)
}
