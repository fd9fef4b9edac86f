//! Necessary preconditions of questions, in the manner of weakest preconditions (Dijkstra 1975): conditions that must hold at a
//! question, so that lookahead need not try its options.
//!
//! [`super::prover::necessary_conditions`] finds the conditions of later operations that do not depend on the answer, and restates them at the
//! question. A bag is chosen one thing at a time, but its cost is tested when it is complete. If a condition is monotonic, so that it
//! can only become false as the bag grows, it is also tested before each thing.

use crate::code::effect;
use crate::code::{Arith, Ask, AskId, AskPart, Domain, Expr, ExprId, Op, Pc, Program, QueryId, Slot, ValueShape};
use crate::lower::tune::push;

/// The operations that follow a question for every answer.
pub(super) struct Continuation {
    pub(super) ask: AskId,
    /// The first of these operations, and the stores that have been written before it.
    pub(super) from: Pc,
    pub(super) stores: Vec<u32>,
    /// The bag that the question fills. The operations are those after its last answer.
    bag: Option<Slot>,
}

/// The questions for which operations follow that are the same for every answer.
pub(super) fn continuations(program: &Program) -> Vec<Continuation> {
    let of = |at: usize| {
        let Op::Ask(id) = program.ops[at] else { return None };
        let ask = &program.asks[id.index()];
        match (bag_of(program, ask), at.checked_sub(1).map(|before| program.ops[before]), ask.arms.as_slice()) {
            (bag @ Some(_), Some(Op::Unless { to, .. }), _) => {
                Some(Continuation { ask: id, from: to, stores: Vec::new(), bag })
            }
            (None, _, [arm]) if ask.who.is_some() && ask.part == AskPart::Whole => {
                Some(Continuation { ask: id, from: arm.goto, stores: arm.stores.clone(), bag: None })
            }
            _ => None,
        }
    };
    (0..program.ops.len()).filter_map(of).collect()
}

/// Sets the necessary conditions of questions. `found`: the conditions that follow each question.
pub(super) fn require(program: &mut Program, found: Vec<(Continuation, Vec<ExprId>)>, floors: &[(Slot, u32)]) {
    let floors = inductive_floors(program, floors);
    for (Continuation { ask, bag, .. }, mut necessary_conditions) in found {
        necessary_conditions.retain(|&condition| {
            bag.is_none_or(|bag| Growing { program, bag, floors: &floors }.is_monotonic(condition, false))
        });
        let all = necessary_conditions.into_iter().reduce(|all, one| push(program, Expr::And(all, one), one));
        // While a transaction is open, a track may be past its ends.
        let all = match (all, program.layout.transactions) {
            (Some(all), Some(open)) => {
                let open = push(program, Expr::Slot(open), all);
                Some(push(program, Expr::Or(open, all), all))
            }
            (all, _) => all,
        };
        program.asks[ask.index()].necessary = all;
    }
}

/// The first word of the bag that a question fills.
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

/// True if an expression may read some of these words.
fn reads(program: &Program, e: ExprId, first: Slot, count: u32) -> bool {
    let may_equal = |base: Slot, width: u32| base < first + count && first < base + width;
    program.may_hold_of_some(e, |expr| {
        let mut here = false;
        expr.each_area(&mut |area| here |= area.words(program).is_some_and(|(base, width)| may_equal(base, width)));
        here
    })
}

/// Monotonicity analysis of expressions in the contents of a bag.
struct Growing<'a> {
    program: &'a Program,
    /// The first word of the bag, which has a word for each piece.
    bag: Slot,
    floors: &'a [(Slot, u32)],
}

impl Growing<'_> {
    /// True if the value never decreases (`up`), or never increases, as the bag grows.
    fn is_monotonic(&self, e: ExprId, up: bool) -> bool {
        let pieces = self.program.layout.pieces.len() as u32;
        if !reads(self.program, e, self.bag, pieces) {
            return true;
        }
        let both = |a: ExprId, b: ExprId| self.is_monotonic(a, up) && self.is_monotonic(b, up);
        match self.program.exprs[e.index()] {
            Expr::Arith(Arith::Less | Arith::AtMost, a, b) => self.is_monotonic(a, !up) && self.is_monotonic(b, up),
            Expr::Arith(Arith::Sub, a, b) => self.is_monotonic(a, up) && self.is_monotonic(b, !up),
            Expr::Arith(Arith::Add | Arith::Min | Arith::Max, a, b) | Expr::And(a, b) | Expr::Or(a, b) => both(a, b),
            Expr::Not(a) => self.is_monotonic(a, !up),
            Expr::BagSize(bag) => up && self.is_bag(bag),
            Expr::BagGet(bag, piece) => up && self.is_bag(bag) && !reads(self.program, piece, self.bag, pieces),
            Expr::SumOf(query, value) => up && self.sums(query, value),
            _ => false,
        }
    }

    /// True if a sum has a non-negative term for each thing in the bag, which does not depend on other things in it.
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

/// True if a number is certainly not negative, given that these words are not.
fn is_natural(program: &Program, e: ExprId, floors: &[(Slot, u32)]) -> bool {
    let within = |slot: Slot, count: u32| floors.iter().any(|&(base, all)| base <= slot && slot + count <= base + all);
    effect::is_natural(program, e, &within)
}

/// The floors that hold inductively: no operation makes them negative, given that none of them is (greatest fixed point).
fn inductive_floors(program: &Program, floors: &[(Slot, u32)]) -> Vec<(Slot, u32)> {
    let mut kept = floors.to_vec();
    loop {
        let may_equal =
            |slot: Slot, count: u32, floor: &(Slot, u32)| slot < floor.0 + floor.1 && floor.0 < slot + count;
        let breaks = |floor: &(Slot, u32)| {
            program.ops.iter().any(|&op| {
                let natural = match op {
                    // By the definition of a floor.
                    Op::Step(_) => true,
                    Op::Set { value, .. } => is_natural(program, value, &kept),
                    Op::Fill { word, .. } => word >= 0,
                    Op::Store { store, value } => {
                        program.stores[store as usize].shape == ValueShape::Word && is_natural(program, value, &kept)
                    }
                    _ => false,
                };
                !natural && op.may_write(program, &mut |slot, count| may_equal(slot, count, floor))
            })
        };
        let next: Vec<(Slot, u32)> = kept.iter().copied().filter(|floor| !breaks(floor)).collect();
        if next.len() == kept.len() {
            return kept;
        }
        kept = next;
    }
}
