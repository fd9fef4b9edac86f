//! The tree-walking evaluator of expressions.
//!
//! This file has what the readers share (`word`, `set` and `view` read an expression in one representation). Evaluation is pure:
//! the state is borrowed and cannot change. Readers leave both stacks as they found them, except `view` and its users, whose
//! callers truncate.

use super::Native;
use super::scratch::Scratch;
use crate::code::{Arith, Expr, ExprId, NONE, Program, Store, ValueShape};
use crate::vm::fault::kind::{FaultKind, Res};

/// Maximum number of word arguments that are buffered in a local array.
const MOST_WORDS_ON_THE_SPOT: usize = 4;

/// An evaluation of expressions in one state.
pub(in crate::vm) struct Eval<'a> {
    pub(in crate::vm) p: &'a Program,
    /// The program's expressions, one indirection less.
    pub(in crate::vm) exprs: &'a [Expr],
    pub(in crate::vm) s: &'a [i32],
    pub(in crate::vm) m: &'a mut Scratch,
    /// Native code for hot expressions.
    #[cfg_attr(not(feature = "native"), expect(dead_code, reason = "there is none"))]
    pub(in crate::vm) native: Option<&'a Native>,
}

impl<'a> Eval<'a> {
    /// Records a fault at an expression.
    #[cold]
    #[inline(never)]
    pub(in crate::vm) fn fail<T>(&mut self, kind: FaultKind, at: ExprId) -> Res<T> {
        self.m.fail(kind, Some(at))
    }

    /// Evaluates a word and faults if it is none.
    #[inline(always)]
    pub(in crate::vm) fn number(&mut self, e: ExprId) -> Res<i32> {
        let value = self.operand(e)?;
        if value == NONE {
            return self.fail(FaultKind::NoValue, e);
        }
        Ok(value)
    }

    /// Evaluates a condition. Comparisons, the most frequent conditions, are inlined.
    #[inline(always)]
    pub(in crate::vm) fn holds(&mut self, e: ExprId) -> Res<bool> {
        match self.exprs[e.index()] {
            Expr::Arith(how @ (Arith::Less | Arith::AtMost | Arith::Is | Arith::IsNot), a, b) => {
                let (a, b) = (self.operand(a)?, self.operand(b)?);
                let ordered = matches!(how, Arith::Less | Arith::AtMost);
                if ordered && (a == NONE || b == NONE) {
                    return self.fail(FaultKind::NoValue, e);
                }
                Ok(match how {
                    Arith::Less => a < b,
                    Arith::AtMost => a <= b,
                    Arith::Is => a == b,
                    _ => a != b,
                })
            }
            _ => Ok(self.word(e)? != 0),
        }
    }

    /// Evaluates an index below `count`. Most indexes are names, which are inlined.
    #[inline(always)]
    pub(in crate::vm) fn index(&mut self, e: ExprId, count: u32) -> Res<usize> {
        let index = match self.exprs[e.index()] {
            Expr::Slot(slot) => self.s[slot as usize],
            Expr::Reg(reg) => self.m.regs[usize::from(reg)],
            _ => return self.index_worked_out(e, count),
        };
        if (index as u32) < count { Ok(index as usize) } else { self.index_worked_out(e, count) }
    }

    #[inline(never)]
    fn index_worked_out(&mut self, e: ExprId, count: u32) -> Res<usize> {
        let index = match self.exprs[e.index()] {
            Expr::Scaled { a, by, b, plus } => self.scaled(e, a, by, b, plus)?,
            Expr::Array { array, index } => self.in_array(array, index)?,
            _ => self.operand(e)?,
        };
        if (index as u32) < count {
            return Ok(index as usize);
        }
        self.fail(if index == NONE { FaultKind::NoValue } else { FaultKind::Index }, e)
    }

    /// The first word of a store's destination.
    #[inline(always)]
    pub(in crate::vm) fn target(&mut self, store: &Store) -> Res<usize> {
        let base = store.base as usize;
        match store.index {
            None => Ok(base),
            Some(index) => Ok(base + self.index(index, store.count)? * store.shape.width() as usize),
        }
    }

    /// Binds the name of a `Let`. Returns the body.
    #[inline(never)]
    pub(in crate::vm) fn bind(&mut self, e: ExprId) -> Res<ExprId> {
        match self.exprs[e.index()] {
            Expr::Let { reg, value, body } => {
                self.m.regs[usize::from(reg)] = self.word(value)?;
                Ok(body)
            }
            Expr::LetSet { reg, width, value, body } => {
                let set = self.set(value)?;
                set.to_words(&mut self.m.regs[usize::from(reg)..][..usize::from(width)]);
                Ok(body)
            }
            Expr::LetWords { reg, width, value, body } => {
                let mark = self.load(value)?;
                if self.m.stack.len() - mark > usize::from(width) {
                    return self.fail(FaultKind::ListFull, value);
                }
                self.m.stack_to_regs(mark, usize::from(reg), usize::from(width));
                self.m.stack.truncate(mark);
                Ok(body)
            }
            Expr::Call { fun, args } => self.bind_call(fun, args),
            other => unreachable!("lowering gives names with `Let` and `Call` only, not {other:?}"),
        }
    }

    /// Binds the parameters of a define. Returns the body. All arguments are evaluated before the first parameter changes, because
    /// an argument may call the same define.
    #[inline(never)]
    pub(in crate::vm) fn bind_call(&mut self, fun: u32, args: u32) -> Res<ExprId> {
        self.m.step()?;
        let p = self.p;
        let fun = &p.funs[fun as usize];
        let args = &p.lists[args as usize..][..fun.params.len()];
        if let ([(reg, ValueShape::Word)], [arg]) = (&fun.params[..], args) {
            self.m.regs[usize::from(*reg)] = self.operand(*arg)?;
            return Ok(fun.body);
        }
        let mut words = [0; MOST_WORDS_ON_THE_SPOT];
        if args.len() <= words.len() && fun.params.iter().all(|(_, shape)| *shape == ValueShape::Word) {
            for (word, &arg) in words.iter_mut().zip(args) {
                *word = self.operand(arg)?;
            }
            for (&(reg, _), word) in fun.params.iter().zip(words) {
                self.m.regs[usize::from(reg)] = word;
            }
            return Ok(fun.body);
        }
        let start = self.m.rows.len();
        for (&(_, shape), &arg) in fun.params.iter().zip(args) {
            self.push_row(arg, shape)?;
        }
        let mut at = start;
        for &(reg, shape) in &fun.params {
            let (reg, width) = (usize::from(reg), shape.width() as usize);
            self.m.regs[reg..reg + width].copy_from_slice(&self.m.rows[at..at + width]);
            at += width;
        }
        self.m.rows.truncate(start);
        Ok(fun.body)
    }

    /// Pushes a value of a shape on the rows, padded with 0.
    fn push_row(&mut self, e: ExprId, shape: ValueShape) -> Res<()> {
        let width = shape.width() as usize;
        match shape {
            ValueShape::Word => {
                let word = self.word(e)?;
                self.m.rows.push(word);
            }
            ValueShape::Set(_) => {
                let set = self.set(e)?;
                let at = self.m.rows.len();
                self.m.rows.resize(at + width, 0);
                set.to_words(&mut self.m.rows[at..]);
            }
            ValueShape::List { .. } | ValueShape::Bag(_) => {
                let mark = self.load(e)?;
                let len = self.m.stack.len() - mark;
                if len > width {
                    return self.fail(FaultKind::ListFull, e);
                }
                self.m.rows.extend_from_slice(&self.m.stack[mark..]);
                let end = self.m.rows.len() + width - len;
                self.m.rows.resize(end, 0);
                self.m.stack.truncate(mark);
            }
        }
        Ok(())
    }
}
