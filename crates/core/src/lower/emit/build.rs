//! Constructors of expression nodes, with constant folding.

use super::Emit;
use crate::code::{Arith, Domain, Expr, ExprId, NONE, Reg, Set};
use crate::ir::Rounding;
use tavola_syntax::text::Span;

impl Emit {
    pub(in crate::lower) fn push(&mut self, expr: Expr, span: Span) -> ExprId {
        self.program.exprs.push(expr);
        self.program.expr_spans.push(span);
        ExprId(self.program.exprs.len() as u32 - 1)
    }

    pub(in crate::lower) fn konst(&mut self, value: i32, span: Span) -> ExprId {
        self.push(Expr::Const(value), span)
    }

    pub(in crate::lower) fn set(&mut self, set: Set, span: Span) -> ExprId {
        self.program.sets.push(set);
        self.push(Expr::SetConst(self.program.sets.len() as u32 - 1), span)
    }

    pub(in crate::lower) fn array(&mut self, values: Vec<i32>, index: ExprId, span: Span) -> ExprId {
        if let Some(at) = self.constant_of(index) {
            let value = usize::try_from(at).ok().and_then(|at| values.get(at)).copied().unwrap_or(NONE);
            return self.konst(value, span);
        }
        let array = self.array_number(values);
        self.push(Expr::Array { array, index }, span)
    }

    /// The number of an array in the program; equal arrays share one.
    pub(in crate::lower) fn array_number(&mut self, values: Vec<i32>) -> u32 {
        let known = self.program.arrays.iter().position(|array| *array == values);
        known.unwrap_or_else(|| {
            self.program.arrays.push(values);
            self.program.arrays.len() - 1
        }) as u32
    }

    pub(in crate::lower) fn set_array(&mut self, sets: Vec<Set>, index: ExprId, span: Span) -> ExprId {
        if let Some(at) = self.constant_of(index) {
            let set = usize::try_from(at).ok().and_then(|at| sets.get(at)).copied().unwrap_or(Set::EMPTY);
            return self.set(set, span);
        }
        let array = self.set_array_number(sets);
        self.push(Expr::SetArray { array, index }, span)
    }

    /// The number of an array of sets in the program; equal arrays share one.
    pub(in crate::lower) fn set_array_number(&mut self, sets: Vec<Set>) -> u32 {
        let known = self.program.set_arrays.iter().position(|array| *array == sets);
        known.unwrap_or_else(|| {
            self.program.set_arrays.push(sets);
            self.program.set_arrays.len() - 1
        }) as u32
    }

    pub(in crate::lower) fn list(&mut self, items: &[ExprId], span: Span) -> ExprId {
        let first = self.program.lists.len() as u32;
        self.program.lists.extend_from_slice(items);
        self.push(Expr::List { first, count: items.len() as u16 }, span)
    }

    pub(in crate::lower) fn list_of_sets(&mut self, items: &[ExprId], width: u16, span: Span) -> ExprId {
        let first = self.program.lists.len() as u32;
        self.program.lists.extend_from_slice(items);
        self.push(Expr::ListOfSets { first, count: items.len() as u16, width }, span)
    }

    pub(in crate::lower) fn constant_of(&self, id: ExprId) -> Option<i32> {
        match self.program.exprs[id.index()] {
            Expr::Const(value) => Some(value),
            _ => None,
        }
    }

    /// True if the expression is a constant: a number, a set, or a list of such.
    pub(in crate::lower) fn is_constant(&self, id: ExprId) -> bool {
        match self.program.exprs[id.index()] {
            Expr::Const(_) | Expr::SetConst(_) => true,
            Expr::List { first, count } => {
                let items = &self.program.lists[first as usize..][..usize::from(count)];
                items.iter().all(|&item| self.is_constant(item))
            }
            _ => false,
        }
    }

    pub(in crate::lower) fn arith(&mut self, op: Arith, a: ExprId, b: ExprId, span: Span) -> ExprId {
        if let (Some(x), Some(y)) = (self.constant_of(a), self.constant_of(b))
            && let Some(value) = op.value(x, y)
        {
            return self.konst(value, span);
        }
        self.push(Expr::Arith(op, a, b), span)
    }

    /// `a / b rounded up to 5`. A division that has no result becomes a fault at run time.
    pub(in crate::lower) fn quotient(
        &mut self,
        (how, to): (Rounding, i64),
        a: ExprId,
        b: ExprId,
        span: Span,
    ) -> ExprId {
        let known = |id: ExprId| self.constant_of(id).filter(|&value| value != NONE).map(i64::from);
        let value = known(a).zip(known(b)).and_then(|(a, b)| how.divide(a, b, to));
        match value.and_then(|value| i32::try_from(value).ok()).filter(|&value| value != NONE) {
            Some(value) => self.konst(value, span),
            None => self.push(Expr::Divide { how, to: to as u16, a, b }, span),
        }
    }

    pub(in crate::lower) fn plus(&mut self, a: ExprId, by: i32, span: Span) -> ExprId {
        if by == 0 {
            return a;
        }
        let by = self.konst(by, span);
        self.arith(Arith::Add, a, by, span)
    }

    /// Records the interval of the values of a register, if it is known before play.
    pub(in crate::lower) fn note_numbers(&mut self, reg: Reg, domain: Domain) {
        let ends = match domain {
            Domain::Range(low, high) => self.constant_of(low).zip(self.constant_of(high)),
            Domain::Set(set) | Domain::List(set) => match self.program.exprs[set.index()] {
                Expr::SetConst(at) => {
                    let set = self.program.sets[at as usize];
                    set.first().zip(set.iter().last())
                }
                all @ Expr::List { .. } => {
                    let all = self.program.listed(&all).iter().map(|&value| self.constant_of(value));
                    all.collect::<Option<Vec<i32>>>().and_then(|all| Some((*all.iter().min()?, *all.iter().max()?)))
                }
                _ => None,
            },
            _ => None,
        };
        if let Some(ends) = ends {
            self.numbers.insert(reg, ends);
        }
    }

    /// The interval of a word's values, if it is known before play.
    pub(in crate::lower) fn numbers_of(&self, word: ExprId) -> Option<(i32, i32)> {
        match self.program.exprs[word.index()] {
            Expr::Const(value) => Some((value, value)),
            Expr::Reg(reg) => self.numbers.get(&reg).copied(),
            _ => None,
        }
    }

    pub(in crate::lower) fn times(&mut self, a: ExprId, by: i32, span: Span) -> ExprId {
        if by == 1 {
            return a;
        }
        let by = self.konst(by, span);
        self.arith(Arith::Mul, a, by, span)
    }

    pub(in crate::lower) fn not(&mut self, a: ExprId, span: Span) -> ExprId {
        match self.constant_of(a) {
            Some(value) => self.konst(i32::from(value == 0), span),
            None => self.push(Expr::Not(a), span),
        }
    }

    pub(in crate::lower) fn both(&mut self, a: ExprId, b: ExprId, span: Span) -> ExprId {
        match (self.constant_of(a), self.constant_of(b)) {
            (Some(0), _) => a,
            (Some(_), _) => b,
            (None, Some(value)) if value != 0 => a,
            _ => self.push(Expr::And(a, b), span),
        }
    }

    pub(in crate::lower) fn either(&mut self, a: ExprId, b: ExprId, span: Span) -> ExprId {
        match (self.constant_of(a), self.constant_of(b)) {
            (Some(0), _) => b,
            (Some(_), _) => a,
            (None, Some(0)) => a,
            _ => self.push(Expr::Or(a, b), span),
        }
    }

    pub(in crate::lower) fn branch(&mut self, holds: ExprId, yes: ExprId, no: ExprId, span: Span) -> ExprId {
        match self.constant_of(holds) {
            Some(0) => no,
            Some(_) => yes,
            None => self.push(Expr::If(holds, yes, no), span),
        }
    }

    /// The number of an element from its indexes; the last index varies fastest (mixed radix).
    pub(in crate::lower) fn radix(&mut self, values: &[ExprId], sizes: &[u32], span: Span) -> ExprId {
        let mut at = self.konst(0, span);
        for (value, &size) in values.iter().zip(sizes) {
            let before = self.times(at, size as i32, span);
            at =
                if self.constant_of(before) == Some(0) { *value } else { self.arith(Arith::Add, before, *value, span) };
        }
        at
    }
}
