//! Interval analysis of registers (abstract interpretation; Cousot and Cousot 1977).
//!
//! The intervals only decide how large a table is. A value outside its interval is evaluated without the table, so no result depends
//! on them. The number of rounds is limited instead of widening.

use crate::code::{Arith, Domain, Expr, ExprId, NONE, Program, Reg};

/// The lowest and the highest value.
type MinMax = (i32, i32);

/// Maximum number of rounds that propagate intervals from names to the names that depend on them.
const ROUNDS: u32 = 4;
/// Maximum depth of expressions.
const DEEPEST_EXPR: u32 = 12;

/// The interval of each register; for a list or set, of its elements. `members`: registers that hold a member of a kind, and the
/// size of that kind.
pub(super) fn intervals(p: &Program, members: &[(Reg, u32)]) -> Vec<Option<MinMax>> {
    let mut regs = vec![None; p.layout.regs as usize];
    for &(reg, count) in members {
        regs[usize::from(reg)] = Some((0, count.max(1) as i32 - 1));
    }
    let known = regs.clone();
    for _ in 0..ROUNDS {
        let mut found = Vec::new();
        let bounds = Bounds { p, regs: &regs };
        for query in &p.queries {
            found.extend(query.binders.iter().map(|binder| (binder.reg, bounds.domain(binder.domain))));
        }
        for expr in &p.exprs {
            match *expr {
                Expr::Let { reg, value, .. } => found.push((reg, bounds.of(value, 0))),
                Expr::LetSet { reg, value, .. } => found.push((reg, bounds.of(value, 0))),
                Expr::LetWords { reg, value, .. } => found.push((reg, bounds.of(value, 0))),
                Expr::Call { fun, .. } => {
                    for (&(reg, _), &arg) in p.funs[fun as usize].params.iter().zip(p.listed(expr)) {
                        found.push((reg, bounds.of(arg, 0)));
                    }
                }
                _ => {}
            }
        }
        for (reg, span) in found {
            let reg = usize::from(reg);
            if known[reg].is_none() {
                regs[reg] = either(regs[reg], span);
            }
        }
    }
    regs
}

struct Bounds<'p> {
    p: &'p Program,
    regs: &'p [Option<MinMax>],
}

impl Bounds<'_> {
    fn domain(&self, domain: Domain) -> Option<MinMax> {
        match domain {
            Domain::Range(low, high) => {
                let (low, high) = (self.of(low, 0)?, self.of(high, 0)?);
                Some((low.0, high.1)).filter(|(low, high)| low <= high)
            }
            Domain::Set(set) => self.of(set, 0),
            Domain::List(list) => self.of(list, 0),
            Domain::Clockwise { of, .. } => Some((0, i32::from(of) - 1)),
            Domain::Bag { .. }
            | Domain::Cell { .. }
            | Domain::Next { .. }
            | Domain::Piles(_)
            | Domain::NextPiece { .. } => None,
        }
    }

    /// The interval of a word, or of the elements of a set or list.
    fn of(&self, e: ExprId, depth: u32) -> Option<MinMax> {
        let of = |e| self.of(e, depth + 1);
        let reg = |reg: Reg| self.regs.get(usize::from(reg)).copied().flatten();
        if depth > DEEPEST_EXPR {
            return None;
        }
        match self.p.exprs[e.index()] {
            Expr::Const(value) => (value != NONE).then_some((value, value)),
            Expr::Reg(name) | Expr::SetRegs { reg: name, .. } | Expr::Regs { reg: name, .. } => reg(name),
            Expr::RegPlus(name, by) => monotonic(reg(name)?, (by, by), i64::checked_add),
            Expr::Arith(how, a, b) => self.arith(how, a, b, depth),
            Expr::Scaled { a, by, b, plus } => {
                let scaled = monotonic(of(a)?, (by, by), i64::checked_mul)?;
                monotonic(monotonic(scaled, of(b)?, i64::checked_add)?, (plus, plus), i64::checked_add)
            }
            Expr::Array { array, .. } | Expr::Narrow { array, .. } => {
                let values = self.p.arrays[array as usize].iter().filter(|value| **value != NONE);
                Some((*values.clone().min()?, *values.max()?))
            }
            Expr::Digit { count, .. } => Some((0, count.max(1) as i32 - 1)),
            Expr::SetConst(set) => {
                let set = self.p.sets[set as usize];
                Some((set.first()?, set.iter().last()?))
            }
            Expr::SetArray { array, .. } => {
                let sets = self.p.set_arrays[array as usize].iter();
                let all = sets.fold(crate::code::Set::EMPTY, |all, set| all.or(*set));
                Some((all.first()?, all.iter().last()?))
            }
            Expr::If(_, a, b) | Expr::Union(a, b) | Expr::Join(a, b) => either(of(a), of(b)),
            Expr::Both(a, b) => of(a).or_else(|| of(b)),
            Expr::Minus(a, _) | Expr::Slice { list: a, .. } => of(a),
            Expr::One(a) => of(a),
            Expr::SetFirst(set) => of(set),
            Expr::ListSet(list) => of(list),
            Expr::Let { body, .. } | Expr::LetSet { body, .. } | Expr::LetWords { body, .. } => of(body),
            Expr::Call { fun, .. } => of(self.p.funs[fun as usize].body),
            Expr::First(query) | Expr::The(query) => reg(self.p.queries[query.index()].binders.first()?.reg),
            Expr::MaxOf(_, value) | Expr::MinOf(_, value) | Expr::SetOf(_, value) | Expr::ListOf(_, value) => of(value),
            Expr::UnionOf(_, value) => of(value),
            expr @ Expr::List { .. } => self.p.listed(&expr).iter().fold(None, |all, &e| either(all, of(e))),
            _ => None,
        }
    }

    fn arith(&self, how: Arith, a: ExprId, b: ExprId, depth: u32) -> Option<MinMax> {
        let (a, b) = (self.of(a, depth + 1)?, self.of(b, depth + 1)?);
        match how {
            Arith::Add => monotonic(a, b, i64::checked_add),
            Arith::Sub => monotonic(a, b, i64::checked_sub),
            Arith::Mul => monotonic(a, b, i64::checked_mul),
            Arith::Min => Some((a.0.min(b.0), a.1.min(b.1))),
            Arith::Max => Some((a.0.max(b.0), a.1.max(b.1))),
            Arith::Gap => monotonic(a, b, |a, b| Some((a - b).abs())).map(|(_, high)| (0, high)),
            Arith::Less | Arith::AtMost | Arith::Is | Arith::IsNot => Some((0, 1)),
        }
    }
}

/// The interval of an operation that is monotonic in each operand, from the ends.
fn monotonic(a: MinMax, b: MinMax, how: impl Fn(i64, i64) -> Option<i64>) -> Option<MinMax> {
    let ends = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)].map(|(a, b)| how(a.into(), b.into()));
    let low = ends.into_iter().collect::<Option<Vec<_>>>()?;
    Some((i32::try_from(*low.iter().min()?).ok()?, i32::try_from(*low.iter().max()?).ok()?))
}

/// The join of two intervals.
fn either(a: Option<MinMax>, b: Option<MinMax>) -> Option<MinMax> {
    match (a, b) {
        (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
        (a, b) => a.or(b),
    }
}
