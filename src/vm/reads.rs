//! What expressions and operations read and write of a state, found without running them. Too much is never wrong, only
//! slower; what is not known says so.

use std::collections::BTreeMap;

use crate::code::{DEPTH, Domain, Expr, ExprId, Move, MoveWhat, Op, Program, QueryId, Set, Shape, Slot, Store};

/// Stretches of words: where each begins, how many words.
pub(super) type Stretches = Vec<(Slot, u32)>;

/// Expressions whose values are known.
pub(super) type Known = BTreeMap<ExprId, i32>;

/// Collects what is read.
pub(super) struct Reads<'p> {
    p: &'p Program,
    fixed: &'p Known,
    /// What is read.
    pub(super) words: Stretches,
    /// Sets of which only whether something is in them is read, see [`super::bits`].
    pub(super) bits: Stretches,
    /// Whether that is all.
    pub(super) known: bool,
    /// Expressions that were looked at.
    seen: Vec<bool>,
}

impl<'p> Reads<'p> {
    pub(super) fn new(p: &'p Program, fixed: &'p Known) -> Self {
        Self { p, fixed, words: Vec::new(), bits: Vec::new(), known: true, seen: vec![false; p.exprs.len()] }
    }

    /// Adds the words that an expression may read.
    pub(super) fn expr(&mut self, e: ExprId) {
        if std::mem::replace(&mut self.seen[e.index()], true) {
            return;
        }
        let p = self.p;
        if let Expr::SetHas(set, member) = p.exprs[e.index()]
            && let Expr::SetSlots { base, width } = p.exprs[set.index()]
        {
            self.bits.push((base, u32::from(width)));
            return self.expr(member);
        }
        // What is left of a set, or is in both: only its own members are looked for in the other one.
        if let Expr::Minus(set, less) | Expr::Both(set, less) = p.exprs[e.index()]
            && let Expr::SetSlots { base, width } = p.exprs[less.index()]
        {
            self.bits.push((base, u32::from(width)));
            return self.expr(set);
        }
        match p.exprs[e.index()] {
            Expr::Slot(slot) | Expr::SlotPlus(slot, _) => self.words.push((slot, 1)),
            Expr::SlotAt { base, count, .. } => self.words.push((base, count)),
            Expr::SetSlots { base, width } => self.words.push((base, u32::from(width))),
            Expr::SetSlotsAt { base, width, count, .. } => {
                self.words.push((base, u32::from(width) * u32::from(count)));
            }
            Expr::Slots { base, shape } => self.words.push((base, shape.width())),
            Expr::SlotsAt { store, .. } => self.words.push(stretch(&p.stores[store as usize])),
            Expr::Count { piece, .. } => self.words.extend(things(p, pieces_of_word(p, self.fixed, piece))),
            Expr::CountAll { pieces, .. } | Expr::BagAt { pieces, .. } => {
                self.words.extend(things(p, pieces_of_set(p, pieces)));
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

    /// Adds the words of the places that a query goes through.
    fn heaps(&mut self, query: QueryId) {
        let p = self.p;
        for binder in &p.queries[query.index()].binders {
            if let Domain::Cell { pieces, .. } = binder.domain {
                self.words.extend(things(p, pieces_of_set(p, pieces)));
            }
        }
    }
}

/// What an operation does to a state; questions are left out.
#[derive(Default)]
pub(super) struct Effect {
    pub(super) reads: Stretches,
    /// See [`Reads::bits`].
    pub(super) bits: Stretches,
    /// What it may write.
    pub(super) may: Stretches,
    /// What it surely writes.
    pub(super) must: Stretches,
}

/// The effect of an operation; none where it is not known.
#[allow(clippy::too_many_lines, reason = "an arm a variant")]
pub(super) fn effect(p: &Program, fixed: &Known, op: Op) -> Option<Effect> {
    let mut reads = Reads::new(p, fixed);
    let (mut may, mut must) = (Vec::new(), Vec::new());
    let depth = (DEPTH as Slot, 1);
    match op {
        Op::Jump(_) | Op::Say(_) | Op::Enter(_) | Op::Answered => {}
        Op::Set { slot, value } => {
            reads.expr(value);
            must.push((slot, 1));
        }
        Op::Store { store, value } => {
            let store = &p.stores[store as usize];
            let member = update(p, store, value);
            reads.expr(member.unwrap_or(value));
            store.index.into_iter().for_each(|index| reads.expr(index));
            let whole = member.is_none() && store.index.is_none();
            if whole { must.push(stretch(store)) } else { may.push(stretch(store)) }
        }
        Op::Fill { base, count, .. } => must.push((base, count)),
        Op::Unless { holds, .. } | Op::Require { holds, .. } => reads.expr(holds),
        Op::Call { ret, .. } => must.push((ret, 1)),
        Op::Return { ret, base, count } => {
            reads.words.push((ret, 1));
            must.push((base, count));
        }
        Op::Begin | Op::End => {
            reads.words.push(depth);
            must.push(depth);
        }
        Op::Shelve(slot) => {
            reads.words.push(depth);
            must.extend([(slot, 1), depth]);
        }
        Op::Leave { slot, .. } => {
            reads.words.push((slot, 1));
            must.push(depth);
        }
        Op::Unshelve(slot) => {
            reads.words.push((slot, 1));
            must.extend([(slot, 1), depth]);
        }
        Op::EachStart { query, list, stride, room } => {
            reads.query(query);
            must.push((list, 2));
            may.push((list + 2, u32::from(stride) * u32::from(room)));
        }
        Op::EachNext { list, stride, room, first, count, .. } => {
            let words = (list, 2 + u32::from(stride) * u32::from(room));
            reads.words.push(words);
            may.push(words);
            for store in &p.stores[usize::from(first)..][..usize::from(count)] {
                store.index.into_iter().for_each(|index| reads.expr(index));
                may.push(stretch(store));
            }
        }
        Op::Move(id) => moved(p, &p.moves[id as usize], &mut reads, &mut may)?,
        Op::Step(id) => {
            let step = &p.steps[id as usize];
            reads.expr(step.index);
            reads.expr(step.by);
            reads.words.push((step.base, step.count));
            reads.words.extend(step.open.map(|open| (open, 1)));
            may.push((step.base, step.count));
        }
        Op::Append { store, value } | Op::Collect { store, piece: value } => {
            let store = &p.stores[store as usize];
            reads.expr(value);
            store.index.into_iter().for_each(|index| reads.expr(index));
            reads.words.push(stretch(store));
            may.push(stretch(store));
        }
        _ => return None,
    }
    may.extend_from_slice(&must);
    reads.known.then_some(Effect { reads: reads.words, bits: reads.bits, may, must })
}

/// The member that joins or leaves a set where it lies. All others stay as they are: nothing of them is read.
fn update(p: &Program, store: &Store, value: ExprId) -> Option<ExprId> {
    let (Expr::Union(set, one) | Expr::Minus(set, one)) = p.exprs[value.index()] else {
        return None;
    };
    let own = Expr::SetSlots { base: store.base, width: store.shape.width() as u16 };
    match p.exprs[one.index()] {
        Expr::One(member) if store.index.is_none() && p.exprs[set.index()] == own => Some(member),
        _ => None,
    }
}

/// Things that leave a place and come to another; limits are looked at. None where places may keep their order.
fn moved(p: &Program, code: &Move, reads: &mut Reads<'_>, may: &mut Stretches) -> Option<()> {
    code.from.iter().chain([&code.to]).for_each(|&place| reads.expr(place));
    let pieces = match code.what {
        MoveWhat::Exactly(n, piece) | MoveWhat::UpTo(n, piece) => {
            reads.expr(n);
            reads.expr(piece);
            pieces_of_word(p, reads.fixed, piece)
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
            pieces_of_word(p, reads.fixed, piece).and(figures(p))
        }
    };
    let begun = code.begun.map(|slot| (slot, 1));
    reads.words.extend(begun);
    may.extend(begun);
    if p.layout.families.iter().any(|family| family.kept.is_some() && !family.holds.and(pieces).is_empty()) {
        return None;
    }
    let words = things(p, pieces);
    reads.words.extend_from_slice(&words);
    may.extend(words);
    for limit in p.layout.families.iter().flat_map(|family| &family.limits) {
        if !limit.pieces.and(pieces).is_empty() {
            reads.expr(limit.most);
            reads.words.extend(things(p, limit.pieces));
        }
    }
    Some(())
}

/// All words of a store.
pub(super) fn stretch(store: &Store) -> (Slot, u32) {
    let count = if store.index.is_none() { 1 } else { store.count };
    (store.base, count * Shape::width(store.shape))
}

fn all_pieces(p: &Program) -> Set {
    Set::below(p.layout.pieces.len())
}

fn pieces_of_word(p: &Program, fixed: &Known, piece: ExprId) -> Set {
    match p.exprs[piece.index()] {
        Expr::Const(piece) => Set::EMPTY.with(piece),
        _ => fixed.get(&piece).map_or_else(|| all_pieces(p), |&piece| Set::EMPTY.with(piece)),
    }
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
