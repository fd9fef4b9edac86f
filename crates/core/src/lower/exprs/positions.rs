//! `position(..)`: the contents of places and memory as digits of a mixed-radix number, packed into few words.

use super::Exprs;
use crate::code::{Arith, Expr, ExprId, NONE, Reg, ValueShape};
use crate::ir::{self, ExprKind, Type};
use crate::lower::codes;
use tavola_syntax::text::Span;

/// Maximum number of words in a position: the capacity of a list of numbers.
const MOST_NUMBERS: usize = 64;
/// Maximum weight of a place's digit.
const MOST_WORTH: u64 = crate::code::MOST_WORTH as u64;

/// Words under construction, each made of as many digits as fit.
#[derive(Default)]
struct Packed {
    numbers: Vec<ExprId>,
    /// Exclusive upper bound of the last word. `None` if no more digits fit into it.
    below: Option<u64>,
}

impl Exprs<'_> {
    /// A value that is equal for two positions if and only if the named places and values are equal.
    pub(super) fn position(&mut self, parts: &[ir::Expr], span: Span) -> ExprId {
        let mut packed = Packed::default();
        let mut sets = Vec::new();
        for part in parts {
            match &part.kind {
                ExprKind::BagAt(_, places) => self.pack_places(places, &mut packed, span),
                _ => self.pack_value(part, &mut packed, &mut sets, span),
            }
        }
        if packed.numbers.len() > MOST_NUMBERS {
            let message = format!("this position takes {} numbers; the limit is {MOST_NUMBERS}", packed.numbers.len());
            self.emit.error(codes::KEPT_POSITION, span, message, "name only what distinguishes positions");
        }
        let list = self.emit.list(&packed.numbers, span);
        sets.into_iter()
            .rev()
            .fold(list, |body, (reg, width, value)| self.emit.push(Expr::LetSet { reg, width, value, body }, span))
    }

    fn pack_places(&mut self, places: &ir::Expr, packed: &mut Packed, span: Span) {
        let ExprKind::Cell(id, _) = &places.kind else { unreachable!("the checker requires places") };
        let (first, count) = (self.boxes.places[id.index()].first, self.boxes.places[id.index()].count);
        let holds: Vec<i32> = self.emit.program.layout.families[id.index()].holds.iter().collect();
        let single = self.one_at_most(id.index());
        let mut worth = vec![0; holds.last().map_or(0, |last| *last as usize + 1)];
        let mut below = 1u64;
        for piece in holds {
            worth[piece as usize] = below.min(MOST_WORTH) as i32;
            let copies = self.emit.program.layout.pieces[piece as usize].copies.map_or(u64::from(u32::MAX), u64::from);
            below = if single { below + 1 } else { below.saturating_mul(copies + 1) };
        }
        if below > MOST_WORTH {
            let message =
                format!("a place of `{}` may hold too much to be compared", self.boxes.book.places[id.index()].name);
            self.emit.error(
                codes::KEPT_POSITION,
                span,
                message,
                "give the place the limit 1, or let it hold fewer sorts of things",
            );
            return;
        }
        let array = self.emit.array_number(worth);
        for cell in first..first + count {
            let cell = self.emit.konst(cell as i32, span);
            let digit = self.emit.push(Expr::Worth { cell, array }, span);
            self.pack(packed, digit, below, span);
        }
    }

    /// True if a known limit allows at most one thing in the place.
    fn one_at_most(&mut self, place: usize) -> bool {
        let book = &self.boxes.book;
        book.places[place].limits.iter().any(|limit| {
            let known = matches!(limit.most.kind, ExprKind::Number(_) | ExprKind::Setting(_));
            limit.of.is_empty() && known && {
                let most = self.expr(&limit.most);
                self.emit.constant_of(most) == Some(1)
            }
        })
    }

    fn pack_value(&mut self, part: &ir::Expr, packed: &mut Packed, sets: &mut Vec<(Reg, u16, ExprId)>, span: Span) {
        let value = self.expr(part);
        match (&part.ty, self.boxes.shape(&part.ty)) {
            (Type::Set(of), ValueShape::Set(width)) => {
                let reg = self.emit.reg(u32::from(width));
                sets.push((reg, width, value));
                let set = self.emit.push(Expr::SetRegs { reg, width }, span);
                for member in 0..self.boxes.domain(of) {
                    let member = self.emit.konst(member as i32, span);
                    let digit = self.emit.push(Expr::SetHas(set, member), span);
                    self.pack(packed, digit, 2, span);
                }
            }
            (Type::YesNo, _) => self.pack(packed, value, 2, span),
            (Type::Member(_), _) => {
                let below = u64::from(self.boxes.domain(&part.ty));
                self.pack(packed, value, below, span);
            }
            (Type::Option(of), _) => {
                let below = u64::from(self.boxes.domain(of)) + 1;
                let digit = self.named(value, span, |lower, value| {
                    let none = lower.emit.konst(NONE, span);
                    let is_none = lower.emit.arith(Arith::Is, value, none, span);
                    let (zero, next) = (lower.emit.konst(0, span), lower.emit.plus(value, 1, span));
                    lower.emit.branch(is_none, zero, next, span)
                });
                self.pack(packed, digit, below, span);
            }
            _ => {
                packed.numbers.push(value);
                packed.below = None;
            }
        }
    }

    /// Appends a digit whose exclusive upper bound is `below`.
    fn pack(&mut self, packed: &mut Packed, digit: ExprId, below: u64, span: Span) {
        let together = packed.below.and_then(|all| all.checked_mul(below)).filter(|all| *all <= i32::MAX as u64);
        match (together, packed.numbers.last_mut()) {
            (Some(all), Some(last)) => {
                let before = *last;
                let shifted = self.emit.times(before, below as i32, span);
                *last = self.emit.arith(Arith::Add, shifted, digit, span);
                packed.below = Some(all);
            }
            _ => {
                packed.numbers.push(digit);
                packed.below = Some(below);
            }
        }
    }
}
