//! Preconditions of operations, and conservative checks that they always hold.

use crate::code::{Arith, Arm, AskId, Domain, Expr, ExprId, NONE, PastEnd, Program, QueryId, Slot};

/// A precondition of an operation, which fails without it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needed {
    /// The condition holds.
    Holds(ExprId),
    /// The moved things are there, and the target has room for them.
    There(u32),
    /// The target has room for the moved things.
    Room(u32),
    /// The target has room for the things that will be drawn.
    RoomToDraw,
    /// The step stays within the range of the track.
    Track(u32),
    /// The question has an option.
    Option(AskId),
}

impl Needed {
    /// True if the precondition may be violated.
    pub fn can_fail(self, p: &Program) -> bool {
        match self {
            Self::Holds(_) | Self::There(_) | Self::RoomToDraw => true,
            Self::Room(_) => p.layout.families.iter().any(|family| !family.limits.is_empty()),
            Self::Track(number) => {
                let step = &p.steps[number as usize];
                // A step by 0 closes a transaction; the track may be past either end.
                let closes = matches!(p.exprs[step.by.index()], Expr::Const(0));
                let falls = closes || !is_natural(p, step.by, &|_, _| false);
                let down = step.low.is_some() && step.bottom == PastEnd::Refuse && falls;
                down || step.high.is_some() && step.top == PastEnd::Refuse
            }
            Self::Option(id) => {
                let ask = &p.asks[id.index()];
                ask.who.is_some() && !ask.arms.iter().any(|arm| always_offered(p, arm))
            }
        }
    }
}

/// True if a number is provably nonnegative, assuming that all words accepted by `within` are. None is not a number: operations that
/// need one fault on it.
pub fn is_natural(program: &Program, e: ExprId, within: &dyn Fn(Slot, u32) -> bool) -> bool {
    match program.exprs[e.index()] {
        Expr::Slot(slot) => within(slot, 1),
        Expr::SlotAt { base, count, .. } => within(base, count),
        _ => {
            natural_if(program, e).is_some_and(|parts| parts.into_iter().all(|part| is_natural(program, part, within)))
        }
    }
}

/// The operands that must be nonnegative for a number to be nonnegative; `None` if that proves nothing.
pub fn natural_if(program: &Program, e: ExprId) -> Option<Vec<ExprId>> {
    match program.exprs[e.index()] {
        Expr::Const(value) => (value >= 0).then(Vec::new),
        Expr::Array { array, .. } => {
            let values = &program.arrays[array as usize];
            values.iter().all(|&value| value >= 0 || value == NONE).then(Vec::new)
        }
        Expr::Digit { .. } | Expr::SetSize(_) | Expr::CountOf(_) | Expr::Count { .. } | Expr::CountAll { .. } => {
            Some(Vec::new())
        }
        Expr::Arith(Arith::Add | Arith::Mul | Arith::Min | Arith::Max, a, b)
        | Expr::Divide { a, b, .. }
        | Expr::If(_, a, b) => Some(vec![a, b]),
        Expr::SumOf(_, value) | Expr::MaxOf(_, value) | Expr::MinOf(_, value) => Some(vec![value]),
        Expr::Let { body, .. } => Some(vec![body]),
        Expr::Call { fun, .. } => Some(vec![program.funs[fun as usize].body]),
        _ => None,
    }
}

/// True if an arm provably has an option.
pub fn always_offered(program: &Program, arm: &Arm) -> bool {
    let constant = |e: ExprId| matches!(program.exprs[e.index()], Expr::Const(value) if value != 0);
    arm.query.is_none_or(|query| has_result(program, query)) && arm.when.is_none_or(constant)
}

/// True if a query provably has a result.
pub fn has_result(program: &Program, query: QueryId) -> bool {
    let query = &program.queries[query.index()];
    query.filter.is_none() && query.binders.iter().all(|binder| full(program, binder.domain))
}

fn full(program: &Program, domain: Domain) -> bool {
    match domain {
        Domain::Set(set) => match program.exprs[set.index()] {
            Expr::SetConst(at) => !program.sets[at as usize].is_empty(),
            _ => false,
        },
        Domain::Piles(_) => true,
        _ => false,
    }
}
