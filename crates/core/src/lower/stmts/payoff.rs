//! The payoff of players, and the numbers between which it lies (interval arithmetic).

use super::Lower;
use crate::code::{Payoff, ValueShape};
use crate::ir::{Aggregate, Binary, Builtin, Define, Expr, ExprKind, LocalId, PLAYER, Query, Type};
use crate::lower::exprs::scope::{Home, LocalHomes};

/// The lowest and the highest value.
type LowHigh = (i64, i64);

/// Maximum depth of formulas whose bounds are found.
const DEEPEST_FORMULA: u32 = 32;

impl Lower<'_> {
    /// Lowers the formula over a register for the player.
    pub(super) fn payoff(&mut self, formula: &Define) -> Payoff {
        let player = self.emit.reg(1);
        let mut scope = LocalHomes::of(&formula.locals);
        scope.set(LocalId(0), Home::Reg(player, ValueShape::Word));
        let value = self.exprs().within(scope, |lower| lower.expr(&formula.value));
        let bounds = self.bounds(&formula.value, 0);
        let bounds = bounds.and_then(|(low, high)| Some((i32::try_from(low).ok()?, i32::try_from(high).ok()?)));
        Payoff { player, value, bounds }
    }

    /// The bounds of a number. They rely on the ends of tracks and the ranges of the memory.
    fn bounds(&mut self, e: &Expr, depth: u32) -> Option<LowHigh> {
        if depth > DEEPEST_FORMULA {
            return None;
        }
        let book = self.book;
        let mut of = |e: &Expr| self.bounds(e, depth + 1);
        match &e.kind {
            ExprKind::Number(number) => Some((*number, *number)),
            ExprKind::Setting(_) | ExprKind::Players => {
                let constant = i64::from(self.exprs().constant(e));
                Some((constant, constant))
            }
            ExprKind::Track(track, _) => {
                let track = &book.tracks[track.index()];
                Some((self.end(track.low.as_ref()?), self.end(track.high.as_ref()?)))
            }
            ExprKind::Memory(memory, _) => {
                let (low, high) = book.memory[memory.index()].range.as_ref()?;
                Some((self.end(low), self.end(high)))
            }
            ExprKind::Binary(how @ (Binary::Add | Binary::Sub | Binary::Mul), a, b) => {
                corners(of(a)?, of(b)?, |a, b| how.of_numbers(a, b))
            }
            ExprKind::If(_, a, b) => Some(joined(of(a)?, of(b)?)),
            ExprKind::Builtin(how @ (Builtin::Min | Builtin::Max), parts) => {
                let [a, b] = parts.as_slice() else { return None };
                corners(of(a)?, of(b)?, |a, b| Some(if *how == Builtin::Min { a.min(b) } else { a.max(b) }))
            }
            ExprKind::Define(define, _) => of(&book.defines[define.index()].value),
            ExprKind::Widen(inner) | ExprKind::LetIn(_, _, inner) => of(inner),
            // The largest of nothing is 0.
            ExprKind::Aggregate(Aggregate::Max | Aggregate::Min, Some(value), _) => Some(joined(of(value)?, (0, 0))),
            ExprKind::Aggregate(Aggregate::Sum, Some(value), query) => {
                let (low, high) = of(value)?;
                let most = self.most_players(query)?;
                Some((low.min(0).checked_mul(most)?, high.max(0).checked_mul(most)?))
            }
            _ => None,
        }
    }

    /// An end of a track or range, which is known before the game begins.
    fn end(&mut self, e: &Expr) -> i64 {
        i64::from(self.exprs().constant(e))
    }

    /// Maximum number of results of a query over players.
    fn most_players(&self, query: &Query) -> Option<i64> {
        let [(_, domain)] = query.binders.as_slice() else { return None };
        let is_players = matches!(&domain.ty, Type::Set(of) if **of == Type::Member(PLAYER));
        is_players.then_some(self.boxes.choices.seats.len() as i64)
    }
}

/// The bounds of an operation that is monotonic in each operand, from the ends.
fn corners(a: LowHigh, b: LowHigh, how: impl Fn(i64, i64) -> Option<i64>) -> Option<LowHigh> {
    let ends = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)].map(|(a, b)| how(a, b));
    let ends = ends.into_iter().collect::<Option<Vec<i64>>>()?;
    Some((*ends.iter().min()?, *ends.iter().max()?))
}

/// Bounds around both.
fn joined(a: LowHigh, b: LowHigh) -> LowHigh {
    (a.0.min(b.0), a.1.max(b.1))
}
