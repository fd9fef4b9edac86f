//! What must hold at a question already, so that looking ahead need not try its options.
//!
//! Behind a question stand conditions of the operations that follow at once. Where one has nothing to do with the answer, it can
//! be asked before. A bag is chosen thing by thing, and what it costs is looked at when it is chosen: where its condition can
//! only stop holding as the bag grows, no larger bag can mend it, and it is asked at every thing.

use crate::code::effect;
use crate::code::{Arith, Ask, Domain, Expr, ExprId, Op, Part, Program, QueryId, Reading, Shape, Slot};
use crate::ir;
use crate::lower::Lower;
use crate::lower::tune::push;

/// So many operations are followed behind a question.
const MOST_OPS: u32 = 32;

impl Lower {
    /// Gives questions the condition without which they have no way on.
    pub(super) fn mark_musts(&mut self) {
        let floors = self.floors();
        mark(&mut self.program, &floors);
    }

    /// Words of tracks that no step brings below 0, as long as no transaction is open.
    fn floors(&mut self) -> Vec<(Slot, u32)> {
        let book = self.book.clone();
        let mut floors = Vec::new();
        for (at, track) in book.tracks.iter().enumerate() {
            let low = track.low.as_ref().map(|low| self.constant(low));
            if low.is_some_and(|low| low >= 0) && !matches!(track.past_bottom, ir::Past::Do(_)) {
                floors.push((self.tracks[at].base, self.tracks[at].count));
            }
        }
        floors
    }
}

fn mark(program: &mut Program, floors: &[(Slot, u32)]) {
    let floors = kept_floors(program, floors);
    for at in 1..program.ops.len() {
        let Op::Ask(id) = program.ops[at] else { continue };
        let ask = &program.asks[id.index()];
        let found = match (bag_of(program, ask), program.ops[at - 1], ask.arms.as_slice()) {
            (Some(bag), Op::Unless { to, .. }, _) => conditions(program, to.index(), Vec::new(), Some(bag), &floors),
            (None, _, [arm]) if ask.who.is_some() && ask.part == Part::Whole => {
                let stored = |&store: &u32| {
                    let (base, count) = program.stores[store as usize].words();
                    base..base + count
                };
                let names = arm.stores.iter().flat_map(stored).map(|slot| (slot, None)).collect();
                conditions(program, arm.goto.index(), names, None, &floors)
            }
            _ => continue,
        };
        let all = found.into_iter().reduce(|all, one| push(program, Expr::And(all, one), one));
        // While a transaction is open a track may stand anywhere.
        let all = match (all, program.layout.transactions) {
            (Some(all), Some(open)) => {
                let open = push(program, Expr::Slot(open), all);
                Some(push(program, Expr::Or(open, all), all))
            }
            (all, _) => all,
        };
        program.asks[id.index()].must = all;
    }
}

/// The words of the bag that a question fills.
fn bag_of(program: &Program, ask: &Ask) -> Option<Slot> {
    if ask.part != Part::Bag || ask.who.is_none() {
        return None;
    }
    let query = &program.queries[ask.arms.first()?.query?.index()];
    match query.binders.first()?.domain {
        Domain::NextPiece { chosen, .. } => bag_at(program, chosen),
        _ => None,
    }
}

fn bag_at(program: &Program, e: ExprId) -> Option<Slot> {
    match program.exprs[e.index()] {
        Expr::Slots { base, shape: Shape::Bag(_) } => Some(base),
        _ => None,
    }
}

/// Words, and what they hold in terms of the question, if that can be said.
type Names = Vec<(Slot, Option<ExprId>)>;

/// The conditions that follow an answer (the last one, of a bag), as far as nothing else happens before them, in terms of the
/// question.
fn conditions(
    program: &mut Program,
    mut at: usize,
    mut names: Names,
    bag: Option<Slot>,
    floors: &[(Slot, u32)],
) -> Vec<ExprId> {
    let mut found = Vec::new();
    for _ in 0..MOST_OPS {
        match program.ops[at] {
            Op::Jump(to) | Op::Tell(to) => {
                at = to.index();
                continue;
            }
            Op::Enter(_) => {}
            Op::Fill { base, count, .. } => names.extend((base..base + count).map(|slot| (slot, None))),
            Op::Set { slot, value } => {
                let value = said(program, value, &names);
                names.push((slot, value));
            }
            Op::Require { holds, .. } => {
                let said = said(program, holds, &names);
                found.extend(
                    said.filter(|&holds| bag.is_none_or(|bag| Growing { program, bag, floors }.goes(holds, false))),
                );
            }
            _ => break,
        }
        at += 1;
    }
    found
}

/// An expression behind some operations as one before them; none where it says more than can be said there.
fn said(program: &mut Program, e: ExprId, names: &[(Slot, Option<ExprId>)]) -> Option<ExprId> {
    let noted = |slot: Slot| names.iter().rev().find(|name| name.0 == slot).map(|name| name.1);
    let before = program.exprs[e.index()];
    if let Expr::Slot(slot) = before
        && let Some(value) = noted(slot)
    {
        return value;
    }
    let (mut expr, mut parts) = (before, Vec::new());
    expr.each_operand(Reading::Word, &mut |part, _| parts.push(*part));
    if parts.is_empty() {
        return reads_none_of(program, e, names).then_some(e);
    }
    let parts: Option<Vec<ExprId>> = parts.into_iter().map(|part| said(program, part, names)).collect();
    let mut parts = parts?.into_iter();
    expr.each_operand(Reading::Word, &mut |part, _| *part = parts.next().unwrap_or(*part));
    Some(if expr == before { e } else { push(program, expr, e) })
}

/// Whether an expression reads none of these words.
fn reads_none_of(program: &Program, e: ExprId, names: &[(Slot, Option<ExprId>)]) -> bool {
    names.iter().all(|&(slot, _)| !reads(program, e, slot, 1))
}

/// Whether an expression may read words.
fn reads(program: &Program, e: ExprId, first: Slot, count: u32) -> bool {
    let meets = |base: Slot, width: u32| base < first + count && first < base + width;
    let (mut open, mut seen) = (vec![e], std::collections::BTreeSet::new());
    while let Some(e) = open.pop() {
        if !seen.insert(e) {
            continue;
        }
        let mut here = false;
        program.exprs[e.index()].each_area(&mut |area| {
            here |= area.words(program).is_some_and(|(base, width)| meets(base, width));
        });
        if here || !program.each_part(e, &mut |part| open.push(part)) {
            return true;
        }
    }
    false
}

/// What becomes of values as a bag grows, as far as can be seen.
struct Growing<'a> {
    program: &'a Program,
    /// The bag: a word for each piece.
    bag: Slot,
    floors: &'a [(Slot, u32)],
}

impl Growing<'_> {
    /// Whether a value never falls (`up`), or never rises.
    fn goes(&self, e: ExprId, up: bool) -> bool {
        let pieces = self.program.layout.pieces.len() as u32;
        if !reads(self.program, e, self.bag, pieces) {
            return true;
        }
        let both = |a: ExprId, b: ExprId| self.goes(a, up) && self.goes(b, up);
        match self.program.exprs[e.index()] {
            Expr::Arith(Arith::Less | Arith::AtMost, a, b) => self.goes(a, !up) && self.goes(b, up),
            Expr::Arith(Arith::Sub, a, b) => self.goes(a, up) && self.goes(b, !up),
            Expr::Arith(Arith::Add | Arith::Min | Arith::Max, a, b) | Expr::And(a, b) | Expr::Or(a, b) => both(a, b),
            Expr::Not(a) => self.goes(a, !up),
            Expr::BagSize(bag) => up && self.is_bag(bag),
            Expr::BagGet(bag, piece) => up && self.is_bag(bag) && !reads(self.program, piece, self.bag, pieces),
            Expr::SumOf(query, value) => up && self.sums(query, value),
            _ => false,
        }
    }

    /// Whether a sum has a part, 0 or more, for each thing of the bag, whatever else lies in it.
    fn sums(&self, query: QueryId, value: ExprId) -> bool {
        let pieces = self.program.layout.pieces.len() as u32;
        let query = &self.program.queries[query.index()];
        let alone = |e: ExprId| !reads(self.program, e, self.bag, pieces);
        let [binder] = query.binders.as_slice() else { return false };
        matches!(binder.domain, Domain::Bag { bag, .. } if self.is_bag(bag))
            && query.filter.is_none_or(alone)
            && alone(value)
            && is_natural(self.program, value, self.floors)
    }

    fn is_bag(&self, e: ExprId) -> bool {
        bag_at(self.program, e) == Some(self.bag)
    }
}

/// Whether a number is surely 0 or more, while these words are.
fn is_natural(program: &Program, e: ExprId, floors: &[(Slot, u32)]) -> bool {
    let within = |slot: Slot, count: u32| floors.iter().any(|&(base, all)| base <= slot && slot + count <= base + all);
    effect::is_natural(program, e, &within)
}

/// Of words that never step below 0 those that are never set below 0 either, as long as all of them are kept.
fn kept_floors(program: &Program, floors: &[(Slot, u32)]) -> Vec<(Slot, u32)> {
    let mut kept = floors.to_vec();
    loop {
        let meets = |slot: Slot, count: u32, floor: &(Slot, u32)| slot < floor.0 + floor.1 && floor.0 < slot + count;
        let breaks = |floor: &(Slot, u32)| {
            program.ops.iter().any(|&op| {
                let natural = match op {
                    // That is what a floor is.
                    Op::Step(_) => true,
                    Op::Set { value, .. } => is_natural(program, value, &kept),
                    Op::Fill { word, .. } => word >= 0,
                    Op::Store { store, value } => {
                        program.stores[store as usize].shape == Shape::Word && is_natural(program, value, &kept)
                    }
                    _ => false,
                };
                !natural && op.may_write(program, &mut |slot, count| meets(slot, count, floor))
            })
        };
        let next: Vec<(Slot, u32)> = kept.iter().copied().filter(|floor| !breaks(floor)).collect();
        if next.len() == kept.len() {
            return kept;
        }
        kept = next;
    }
}
