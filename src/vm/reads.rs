//! What expressions and operations read and write of a state, found without running them. Too much is never wrong, only
//! slower; what is not known says so.

use std::collections::{BTreeMap, BTreeSet};

use super::bits::View;
use crate::code::{DEPTH, Domain, Expr, ExprId, Move, MoveWhat, Op, Program, QueryId, Set, Slot, Store};

/// Stretches of words: where each begins, how many words.
pub(super) type Stretches = Vec<(Slot, u32)>;

/// Words whose values are known.
pub(super) type Known = BTreeMap<Slot, i32>;

/// Collects what is read.
pub(super) struct Reads<'p> {
    p: &'p Program,
    fixed: &'p Known,
    /// What was found.
    pub(super) found: Effect,
    /// Whether that is all.
    pub(super) known: bool,
    /// Expressions that were looked at.
    seen: Vec<bool>,
}

impl<'p> Reads<'p> {
    pub(super) fn new(p: &'p Program, fixed: &'p Known) -> Self {
        Self { p, fixed, found: Effect::default(), known: true, seen: vec![false; p.exprs.len()] }
    }

    /// What these expressions read; none where it is not known.
    pub(super) fn of(p: &'p Program, fixed: &'p Known, these: impl IntoIterator<Item = ExprId>) -> Option<Effect> {
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

    /// The words that a store leads to, and whether all of them are meant.
    pub(super) fn stored(&self, store: &Store) -> (Stretches, bool) {
        let width = store.shape.width();
        match store.index {
            None => (vec![(store.base, width)], true),
            Some(index) => (self.indexed(store.base, width, store.count, index), self.known_value(index).is_some()),
        }
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
        if let (Expr::SetHas(..), Some(view)) = (p.exprs[e.index()], View::of(&p.exprs, asked)) {
            self.found.views.insert(view);
            self.expr(within);
            return true;
        }
        false
    }

    /// Adds the words that an expression may read.
    #[allow(clippy::too_many_lines, reason = "an arm a variant")]
    pub(super) fn expr(&mut self, e: ExprId) {
        if std::mem::replace(&mut self.seen[e.index()], true) {
            return;
        }
        let p = self.p;
        if self.in_part(e) {
            return;
        }
        match p.exprs[e.index()] {
            Expr::Slot(slot) | Expr::SlotPlus(slot, _) => self.found.reads.push((slot, 1)),
            Expr::SlotAt { base, count, index } => {
                let words = self.indexed(base, 1, count, index);
                let one = matches!(words[..], [(_, 1)]);
                if one { self.found.reads.extend(words) } else { self.found.picked.extend(words) }
            }
            Expr::SetSlots { base, width } => self.found.reads.push((base, u32::from(width))),
            Expr::SetSlotsAt { base, width, count, index } => {
                let words = self.indexed(base, u32::from(width), u32::from(count), index);
                self.found.reads.extend(words);
            }
            Expr::Slots { base, shape } => self.found.reads.push((base, shape.width())),
            Expr::SlotsAt { store, .. } => {
                let (words, _) = self.stored(&p.stores[store as usize]);
                self.found.reads.extend(words);
            }
            Expr::Call { fun, .. } => {
                self.found.funs.insert(fun);
            }
            Expr::Count { piece, .. } => {
                let pieces = self.pieces_of_word(piece);
                self.found.picked.extend(things(p, pieces));
            }
            Expr::Worth { array, .. } => {
                let worth = p.arrays[array as usize].iter().enumerate().filter(|(_, worth)| **worth != 0);
                let pieces = worth.fold(Set::EMPTY, |pieces, (piece, _)| pieces.with(piece as i32));
                self.found.reads.extend(things(p, pieces));
            }
            Expr::SumAt { base, step, count, room, index } => {
                for at in 0..u32::from(count) {
                    let words = self.indexed(base + at * u32::from(step), 1, room, index);
                    self.found.reads.extend(words);
                }
            }
            // Which rows are looked at is noted.
            Expr::Matching { column, index, .. } | Expr::FirstMatching { column, index, .. } => {
                let column = p.columns[column as usize];
                let (step, count) = (u32::from(column.step), u32::from(column.count));
                let known = self.known_value(index).and_then(|at| u32::try_from(at).ok()).filter(|at| *at < step);
                match known.filter(|_| !column.whole) {
                    Some(at) => self.found.picked.extend((0..count).map(|row| (column.base + row * step + at, 1))),
                    None => self.found.picked.push((column.base, step * count)),
                }
            }
            Expr::CountAll { pieces, .. } | Expr::BagAt { pieces, .. } => {
                self.found.reads.extend(things(p, pieces_of_set(p, pieces)));
            }
            Expr::Some(query)
            | Expr::CountOf(query)
            | Expr::The(query)
            | Expr::First(query)
            | Expr::Rank { query, .. }
            | Expr::Every(query, _)
            | Expr::SumOf(query, _)
            | Expr::MaxOf(query, _)
            | Expr::MinOf(query, _)
            | Expr::SetOf(query, _)
            | Expr::UnionOf(query, _)
            | Expr::ListOf(query, _) => self.heaps(query),
            _ => {}
        }
        let mut parts = Vec::new();
        self.known &= p.each_part(e, &mut |part| parts.push(part));
        parts.into_iter().for_each(|part| self.expr(part));
    }

    /// Adds what the results of a query are worked out from.
    pub(super) fn query(&mut self, query: QueryId) {
        self.heaps(query);
        let mut parts = Vec::new();
        self.known &= self.p.each_part_of_query(query, &mut |part| parts.push(part));
        parts.into_iter().for_each(|part| self.expr(part));
    }

    /// The pieces that a word can mean.
    fn pieces_of_word(&self, piece: ExprId) -> Set {
        self.known_value(piece).map_or_else(|| all_pieces(self.p), |piece| Set::EMPTY.with(piece))
    }

    /// Adds the words of the places that a query goes through.
    fn heaps(&mut self, query: QueryId) {
        let p = self.p;
        for binder in &p.queries[query.index()].binders {
            if let Domain::Cell { pieces, .. } = binder.domain {
                self.found.reads.extend(things(p, pieces_of_set(p, pieces)));
            }
        }
    }
}

/// What an operation does to a state.
#[derive(Default)]
pub(super) struct Effect {
    /// What it reads whole.
    pub(super) reads: Stretches,
    /// Sets of which only whether something is in them is read, see [`super::bits`].
    pub(super) bits: Stretches,
    /// Values of which only whether they are in a set is read, see [`super::bits`].
    pub(super) views: BTreeSet<View>,
    /// Words of which it reads one or the other; which, is noted when it does ([`super::bits`]).
    pub(super) picked: Stretches,
    /// Defines that are called.
    pub(super) funs: BTreeSet<u32>,
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

    /// The same without those of which only one or the other is.
    pub(super) fn but_picked(&self) -> impl Iterator<Item = (Slot, u32)> {
        let views = self.views.iter().map(|view| (view.slot, 1));
        self.reads.iter().chain(&self.bits).copied().chain(views)
    }
}

/// The effect of an operation; none where it is not known.
#[allow(clippy::too_many_lines, reason = "an arm a variant")]
pub(super) fn effect(p: &Program, fixed: &Known, op: Op) -> Option<Effect> {
    let mut reads = Reads::new(p, fixed);
    let (mut may, mut must) = (Vec::new(), Vec::new());
    let depth = (DEPTH as Slot, 1);
    match op {
        Op::Jump(_) | Op::Tell(_) | Op::Say(_) | Op::Enter(_) | Op::Answered => {}
        Op::Set { slot, value } => {
            reads.expr(value);
            must.push((slot, 1));
        }
        Op::Store { store, value } => {
            let store = &p.stores[store as usize];
            // All other members stay as they are: nothing of them is read.
            let member = store.change_of(p, value).map(|(member, _)| member);
            reads.expr(member.unwrap_or(value));
            store.index.into_iter().for_each(|index| reads.expr(index));
            let (words, whole) = reads.stored(store);
            if whole && member.is_none() { must.extend(words) } else { may.extend(words) }
        }
        Op::Fill { base, count, .. } => must.push((base, count)),
        Op::Unless { holds, .. } | Op::Require { holds, .. } => reads.expr(holds),
        Op::Call { ret, .. } => must.push((ret, 1)),
        Op::Return { ret, base, count } => {
            reads.found.reads.push((ret, 1));
            must.push((base, count));
        }
        Op::Begin | Op::End => {
            reads.found.reads.push(depth);
            must.push(depth);
        }
        Op::Shelve(slot) => {
            reads.found.reads.push(depth);
            must.extend([(slot, 1), depth]);
        }
        Op::Leave { slot, .. } => {
            reads.found.reads.push((slot, 1));
            must.push(depth);
        }
        Op::Unshelve(slot) => {
            reads.found.reads.push((slot, 1));
            must.extend([(slot, 1), depth]);
        }
        Op::EachStart { query, list, stride, room } => {
            reads.query(query);
            must.push((list, 2));
            may.push((list + 2, u32::from(stride) * u32::from(room)));
        }
        Op::EachNext { list, stride, room, first, count, .. } => {
            let words = (list, 2 + u32::from(stride) * u32::from(room));
            reads.found.reads.push(words);
            may.push(words);
            for store in &p.stores[usize::from(first)..][..usize::from(count)] {
                store.index.into_iter().for_each(|index| reads.expr(index));
                may.extend(reads.stored(store).0);
            }
        }
        Op::Move(id) => moved(p, &p.moves[id as usize], &mut reads, [&mut may, &mut must])?,
        Op::Step(id) => {
            let step = &p.steps[id as usize];
            reads.expr(step.index);
            reads.expr(step.by);
            let track = reads.indexed(step.base, 1, step.count, step.index);
            reads.found.reads.extend_from_slice(&track);
            reads.found.reads.extend(step.open.map(|open| (open, 1)));
            may.extend(track);
        }
        Op::Append { store, value } | Op::Collect { store, piece: value } => {
            let store = &p.stores[store as usize];
            reads.expr(value);
            store.index.into_iter().for_each(|index| reads.expr(index));
            let (words, _) = reads.stored(store);
            reads.found.reads.extend_from_slice(&words);
            may.extend(words);
        }
        _ => return None,
    }
    reads.effect(may, must)
}

/// Things that leave a place and come to another; limits are looked at. None where places may keep their order.
fn moved(p: &Program, code: &Move, reads: &mut Reads<'_>, [may, must]: [&mut Stretches; 2]) -> Option<()> {
    code.from.iter().chain([&code.to]).for_each(|&place| reads.expr(place));
    let pieces = match code.what {
        MoveWhat::Exactly(n, piece) | MoveWhat::UpTo(n, piece) => {
            reads.expr(n);
            reads.expr(piece);
            reads.pieces_of_word(piece)
        }
        MoveWhat::ExactlyOf(n, pieces) | MoveWhat::UpToOf(n, pieces) => {
            reads.expr(n);
            reads.expr(pieces);
            pieces_of_set(p, pieces)
        }
        MoveWhat::All(pieces) => {
            reads.expr(pieces);
            pieces_of_set(p, pieces)
        }
        MoveWhat::Bag(bag) => {
            reads.expr(bag);
            all_pieces(p)
        }
        MoveWhat::Figure(piece) => {
            reads.expr(piece);
            reads.pieces_of_word(piece).and(figures(p))
        }
    };
    let one_figure = matches!(code.what, MoveWhat::Figure(_)) && pieces.len() == 1;
    let begun = code.begun.map(|slot| (slot, 1));
    reads.found.reads.extend(begun);
    may.extend(begun);
    if p.layout.families.iter().any(|family| family.kept.is_some() && !family.holds.and(pieces).is_empty()) {
        return None;
    }
    let words = things(p, pieces);
    if one_figure {
        // It does not matter where it stood.
        must.extend_from_slice(&words);
    } else {
        reads.found.reads.extend_from_slice(&words);
        may.extend(words);
    }
    for limit in p.layout.families.iter().flat_map(|family| &family.limits) {
        if !limit.pieces.and(pieces).is_empty() {
            reads.expr(limit.most);
            reads.found.reads.extend(things(p, limit.pieces));
        }
    }
    Some(())
}

fn all_pieces(p: &Program) -> Set {
    Set::below(p.layout.pieces.len())
}

/// The expressions that say which piece an operation moves or counts.
pub(super) fn pieces_meant(p: &Program, op: Op) -> Vec<ExprId> {
    match op {
        Op::Move(id) => match p.moves[id as usize].what {
            MoveWhat::Exactly(_, piece) | MoveWhat::UpTo(_, piece) | MoveWhat::Figure(piece) => vec![piece],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn pieces_of_set(p: &Program, pieces: ExprId) -> Set {
    match p.exprs[pieces.index()] {
        Expr::SetConst(set) => p.sets[set as usize],
        _ => all_pieces(p),
    }
}

fn figures(p: &Program) -> Set {
    let pieces = p.layout.pieces.iter().enumerate();
    pieces.filter(|(_, piece)| piece.figure.is_some()).fold(Set::EMPTY, |all, (piece, _)| all.with(piece as i32))
}

/// The words that say where these pieces are.
fn things(p: &Program, pieces: Set) -> Stretches {
    let layout = &p.layout;
    let figures = pieces.iter().filter_map(|piece| layout.pieces.get(piece as usize)?.figure);
    let mut words: Stretches = figures.map(|slot| (slot, 1)).collect();
    for cell in &layout.cells {
        let offsets = &layout.families[cell.family as usize].offsets;
        let held = pieces.iter().filter_map(|piece| *offsets.get(piece as usize)?);
        words.extend(held.map(|offset| (cell.base + u32::from(offset), 1)));
    }
    words
}
