//! Necessary preconditions of questions, in the manner of weakest preconditions (Dijkstra 1975).
//!
//! What must hold at a question already, so that looking ahead need not try its options.
//!
//! Behind a question stand conditions of the operations that follow; [`super::prover::musts`] finds those that have nothing to do
//! with the answer and says them in terms of the question. A bag is chosen thing by thing, and what it costs is looked at when it
//! is chosen: where its condition can only stop holding as the bag grows, no larger bag can mend it, and it is asked at every
//! thing.

use crate::code::effect;
use crate::code::{Arith, Ask, AskId, AskPart, Domain, Expr, ExprId, Op, Pc, Program, QueryId, Slot, ValueShape};
use crate::lower::tune::push;

/// What follows a question, whatever the answer is.
pub(super) struct BehindAsk {
    pub(super) ask: AskId,
    /// The operation from which on, and the words that have another value there.
    pub(super) from: Pc,
    pub(super) written: Vec<u32>,
    /// The bag that it fills: what follows the last answer.
    bag: Option<Slot>,
}

/// The questions of which can be said what follows, whatever the answer is.
pub(super) fn behind(program: &Program) -> Vec<BehindAsk> {
    let of = |at: usize| {
        let Op::Ask(id) = program.ops[at] else { return None };
        let ask = &program.asks[id.index()];
        match (bag_of(program, ask), at.checked_sub(1).map(|before| program.ops[before]), ask.arms.as_slice()) {
            (bag @ Some(_), Some(Op::Unless { to, .. }), _) => {
                Some(BehindAsk { ask: id, from: to, written: Vec::new(), bag })
            }
            (None, _, [arm]) if ask.who.is_some() && ask.part == AskPart::Whole => {
                Some(BehindAsk { ask: id, from: arm.goto, written: arm.stores.clone(), bag: None })
            }
            _ => None,
        }
    };
    (0..program.ops.len()).filter_map(of).collect()
}

/// Gives questions the condition without which they have no way on: `found` are the conditions that follow each.
pub(super) fn require(program: &mut Program, found: Vec<(BehindAsk, Vec<ExprId>)>, floors: &[(Slot, u32)]) {
    let floors = kept_floors(program, floors);
    for (BehindAsk { ask, bag, .. }, mut musts) in found {
        musts.retain(|&must| bag.is_none_or(|bag| Growing { program, bag, floors: &floors }.goes(must, false)));
        let all = musts.into_iter().reduce(|all, one| push(program, Expr::And(all, one), one));
        // While a transaction is open a track may stand anywhere.
        let all = match (all, program.layout.transactions) {
            (Some(all), Some(open)) => {
                let open = push(program, Expr::Slot(open), all);
                Some(push(program, Expr::Or(open, all), all))
            }
            (all, _) => all,
        };
        program.asks[ask.index()].must = all;
    }
}

/// The words of the bag that a question fills.
fn bag_of(program: &Program, ask: &Ask) -> Option<Slot> {
    if ask.part != AskPart::Bag || ask.who.is_none() {
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
        Expr::Slots { base, shape: ValueShape::Bag(_) } => Some(base),
        _ => None,
    }
}

/// Whether an expression may read words.
fn reads(program: &Program, e: ExprId, first: Slot, count: u32) -> bool {
    let meets = |base: Slot, width: u32| base < first + count && first < base + width;
    program.may_hold_of_some(e, |expr| {
        let mut here = false;
        expr.each_area(&mut |area| here |= area.words(program).is_some_and(|(base, width)| meets(base, width)));
        here
    })
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
                        program.stores[store as usize].shape == ValueShape::Word && is_natural(program, value, &kept)
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
