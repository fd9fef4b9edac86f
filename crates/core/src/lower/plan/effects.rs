//! Side-effect analysis: the words of a state that an expression or operation may read, may write and must write (MOD/REF sets;
//! Muchnick, Advanced Compiler Design and Implementation, ch. 19).
//!
//! An over-approximation: larger sets are always sound, only slower. An unknown effect is `None`.

use std::collections::{BTreeMap, BTreeSet};

use crate::code::effect::{Area, Does, Pieces, Use};
use crate::code::{Expr, ExprId, Fun, LookedUpValue, Op, Program, QueryId, Reading, Set, Slot, Store};

/// Ranges of words: the first word, and the number of words.
pub(super) type Ranges = Vec<(Slot, u32)>;

/// Words with known values.
pub(super) type KnownWords = BTreeMap<Slot, i32>;

/// Collects the words that expressions read.
pub(super) struct EffectCollector<'p> {
    p: &'p Program,
    fixed: &'p KnownWords,
    /// The reads found so far.
    pub(super) found: Effect,
    /// False once a read is unknown.
    pub(super) known: bool,
    /// Expressions that have been visited.
    seen: Vec<bool>,
}

impl<'p> EffectCollector<'p> {
    pub(super) fn new(p: &'p Program, fixed: &'p KnownWords) -> Self {
        Self { p, fixed, found: Effect::default(), known: true, seen: vec![false; p.exprs.len()] }
    }

    /// The words that these expressions read. `None` if unknown.
    pub(super) fn of(p: &'p Program, fixed: &'p KnownWords, these: impl IntoIterator<Item = ExprId>) -> Option<Effect> {
        let mut reads = Self::new(p, fixed);
        these.into_iter().for_each(|e| reads.expr(e));
        reads.effect(Vec::new(), Vec::new())
    }

    /// The collected reads, together with writes. `None` if unknown.
    pub(super) fn effect(self, mut may: Ranges, must: Ranges) -> Option<Effect> {
        may.extend_from_slice(&must);
        self.known.then_some(Effect { may, must, ..self.found })
    }

    /// The value of an expression, if it is known.
    fn known_value(&self, e: ExprId) -> Option<i32> {
        match self.p.exprs[e.index()] {
            Expr::Const(value) => Some(value),
            Expr::Slot(slot) => self.fixed.get(&slot).copied(),
            Expr::SlotPlus(slot, by) => self.fixed.get(&slot)?.checked_add(by),
            Expr::Hoisted { value, .. } | Expr::Tabled { value, .. } => self.known_value(value),
            _ => None,
        }
    }

    /// The words that an access to one of `count` values from `base` on may touch, each of `width` words. In the index of a matrix,
    /// `row * columns + column`, a known column leaves only the words of that column.
    fn indexed(&self, base: Slot, width: u32, count: u32, index: ExprId) -> Ranges {
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

    /// Adds the reads of a membership test, which reads only a part of its set. Returns false if the expression is no such test.
    fn in_part(&mut self, e: ExprId) -> bool {
        let p = self.p;
        let (asked, within) = match p.exprs[e.index()] {
            Expr::SetHas(set, member) => (member, set),
            // In a difference or intersection, only the members of the first set are looked up in the second one.
            Expr::Minus(set, other) | Expr::Both(set, other) => (set, other),
            _ => return false,
        };
        if let Expr::SetSlots { base, width } = p.exprs[within.index()] {
            self.found.bits.push((base, u32::from(width)));
            self.expr(asked);
            return true;
        }
        if let (Expr::SetHas(..), Some(value)) = (p.exprs[e.index()], LookedUpValue::of(&p.exprs, asked)) {
            self.found.looked_up.insert(value);
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

    /// Adds words that are read as a whole.
    fn reads(&mut self, area: Area) {
        if let Area::Store(store) = area {
            self.p.stores[store as usize].index.into_iter().for_each(|index| self.expr(index));
        }
        match self.words(area) {
            Some((words, _)) => self.found.reads.extend(words),
            None => self.known = false,
        }
    }

    /// Adds words of which only some are read. The machine records which ones.
    fn looks(&mut self, area: Area) {
        match (self.words(area), area) {
            (Some((words, true)), Area::OneOf { .. }) => self.found.reads.extend(words),
            (Some((words, _)), _) => self.found.picked.extend(words),
            (None, _) => self.known = false,
        }
    }

    /// The words of an area that may be accessed, and true if all of them are. `None` if unknown.
    pub(super) fn words(&self, area: Area) -> Option<(Ranges, bool)> {
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

    /// Adds the words that the limits of these things read.
    fn limits(&mut self, pieces: Pieces) {
        let pieces = self.pieces(pieces);
        for limit in self.p.layout.families.iter().flat_map(|family| &family.limits) {
            if !limit.pieces.and(pieces).is_empty() {
                self.expr(limit.most);
                self.reads(Area::Things { cell: None, pieces: Pieces::These(limit.pieces) });
            }
        }
    }

    /// Adds the words from which the results of a query are computed.
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

/// The effect of an operation on a state (MOD/REF sets).
#[derive(Default)]
pub(super) struct Effect {
    /// Words that it reads as a whole.
    pub(super) reads: Ranges,
    /// Sets that it reads only to test membership. The machine records the members tested.
    pub(super) bits: Ranges,
    /// Values that it reads only to test their membership in sets. The machine records the tests.
    pub(super) looked_up: BTreeSet<LookedUpValue>,
    /// Words of which it reads only some. The machine records which ones.
    pub(super) picked: Ranges,
    /// Words that it may write.
    pub(super) may: Ranges,
    /// Words that it always writes.
    pub(super) must: Ranges,
}

impl Effect {
    /// All words read.
    pub(super) fn all_read(&self) -> impl Iterator<Item = (Slot, u32)> {
        self.but_picked().chain(self.picked.iter().copied())
    }

    /// All words read, except those of which only some are.
    pub(super) fn but_picked(&self) -> impl Iterator<Item = (Slot, u32)> {
        let looked_up = self.looked_up.iter().map(|value| (value.slot, 1));
        self.reads.iter().chain(&self.bits).copied().chain(looked_up)
    }
}

/// The effect of an operation. `None` if unknown.
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
        // Positions with equal orders rarely recur, so a region with an order is not worth its cost.
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
