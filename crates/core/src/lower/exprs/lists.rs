//! Sets, lists, shapes, queries.

use super::Exprs;
use crate::code;
use crate::code::{Arith, Binder, Domain, Expr, ExprId, NONE, ValueShape};
use crate::ir::{self, Aggregate, ExprKind, Type};
use crate::lower::codes;
use tavola_syntax::text::Span;

impl Exprs<'_> {
    #[allow(clippy::too_many_lines, reason = "one arm per variant")]
    pub(super) fn collection(&mut self, expr: &ir::Expr) -> ExprId {
        let span = expr.span;
        if let Some(instead) = self.of_many(expr) {
            return instead;
        }
        match &expr.kind {
            ExprKind::IsNone(inner) => {
                let size = self.size(inner, span);
                let zero = self.emit.konst(0, span);
                self.emit.arith(Arith::Is, size, zero, span)
            }
            ExprKind::IsSingle(inner) => {
                let size = self.size(inner, span);
                let one = self.emit.konst(1, span);
                self.emit.arith(Arith::Is, size, one, span)
            }
            ExprKind::IsSeveral(inner) => {
                let size = self.size(inner, span);
                let one = self.emit.konst(1, span);
                self.emit.arith(Arith::Less, one, size, span)
            }
            ExprKind::Size(inner) => self.size(inner, span),
            ExprKind::Only(inner) => self.only(inner, &expr.ty, span),
            ExprKind::Some(query) => {
                let query = self.query(query);
                self.emit.push(Expr::Some(query), span)
            }
            ExprKind::Every(query, has) => {
                let (query, has) = self.query_with(query, |lower| lower.expr(has));
                self.emit.push(Expr::Every(query, has), span)
            }
            ExprKind::Aggregate(which, value, query) => self.aggregate(*which, value.as_deref(), query, span),
            ExprKind::The(query) => {
                let query = self.query(query);
                self.emit.push(Expr::The(query), span)
            }
            ExprKind::First(query) => {
                let query = self.query(query);
                self.emit.push(Expr::First(query), span)
            }
            ExprKind::Rank(query) => {
                let width = match self.boxes.shape(&expr.ty) {
                    ValueShape::List { element, .. } => element,
                    _ => 1,
                };
                let query = self.query(query);
                self.emit.push(Expr::Rank { query, width }, span)
            }
            ExprKind::SetLiteral(items) => self.set_literal(items, span),
            ExprKind::SetOf(value, query) => {
                let (query, value) = self.query_with(query, |lower| lower.expr(value));
                self.emit.push(Expr::SetOf(query, value), span)
            }
            ExprKind::ListLiteral(items) => self.list_literal(items, &expr.ty, span),
            ExprKind::ListOf(value, query) => {
                let (query, value) = self.query_with(query, |lower| lower.expr(value));
                self.emit.push(Expr::ListOf(query, value), span)
            }
            ExprKind::Item(list, index) => self.item(list, index, &expr.ty, span),
            ExprKind::Slice(list, from, to) => self.slice(list, from, to.as_deref(), span),
            ExprKind::Range(low, high) => self.range_set(low, high, span),
            other => unreachable!("{other:?} was lowered before"),
        }
    }

    /// Reports an element that is itself a set or list where only single values are allowed. Returns a placeholder to continue with.
    fn of_many(&mut self, expr: &ir::Expr) -> Option<ExprId> {
        let one = match (&expr.kind, &expr.ty) {
            (ExprKind::The(_) | ExprKind::First(_), one) => one,
            (ExprKind::SetOf(..), Type::Set(one)) | (ExprKind::ListOf(..), Type::List(one)) => one,
            (ExprKind::Rank(_), Type::List(group)) => match &**group {
                Type::Set(one) => one,
                _ => return None,
            },
            _ => return None,
        };
        if self.boxes.shape(one) == ValueShape::Word {
            return None;
        }
        self.emit.error(
            codes::SHAPE,
            expr.span,
            "whole sets and lists cannot be found, ranked or collected like single things",
            "loop over them with `each`, test them with `some`, or take one by its number: `groups[1]`",
        );
        Some(match self.boxes.shape(&expr.ty) {
            ValueShape::Set(_) => self.emit.set(code::Set::EMPTY, expr.span),
            ValueShape::Word => self.emit.konst(0, expr.span),
            ValueShape::List { .. } | ValueShape::Bag(_) => self.emit.push(Expr::Empty, expr.span),
        })
    }

    /// A range as a value: a set of small numbers that are known before the game begins.
    fn range_set(&mut self, low: &ir::Expr, high: &ir::Expr, span: Span) -> ExprId {
        let (low, high) = (self.expr(low), self.expr(high));
        match (self.emit.constant_of(low), self.emit.constant_of(high)) {
            (Some(low), Some(high)) if low >= 0 && high < code::Set::MOST as i32 => {
                let all = (low..=high).fold(code::Set::EMPTY, code::Set::with);
                self.emit.set(all, span)
            }
            (low, high) => {
                let help = match low.and(high) {
                    None => {
                        "its ends are not known before the game begins: write it where it is used, `n in 1..points[p]`"
                    }
                    Some(_) => "a set keeps 0 to 255: write it where it is used, `n in -1..300`",
                };
                self.emit.error(codes::MISPLACED_RANGE, span, "this range cannot be kept as a value", help);
                self.emit.konst(0, span)
            }
        }
    }

    /// Number of members, elements or things; 0 or 1 for an option.
    fn size(&mut self, inner: &ir::Expr, span: Span) -> ExprId {
        if let (Type::Bag(_), ExprKind::BagAt(things, places)) = (&inner.ty, &inner.kind) {
            let count =
                ir::Expr { kind: ExprKind::Count(things.clone(), places.clone()), ty: Type::Number, span: inner.span };
            return self.expr(&count);
        }
        if let Type::Amounts(_) = inner.ty {
            return self.amounts_sum(inner, span);
        }
        let id = self.expr(inner);
        match (&inner.ty, self.boxes.shape(&inner.ty)) {
            (Type::Place, _) => {
                let all = self.emit.program.layout.pieces.len();
                let pieces = self.emit.set(code::Set::below(all), span);
                self.emit.push(Expr::CountAll { cell: id, pieces }, span)
            }
            (_, ValueShape::Set(_)) => match self.emit.program.exprs[id.index()] {
                Expr::SetConst(at) => self.emit.konst(self.emit.program.sets[at as usize].len() as i32, span),
                _ => self.emit.push(Expr::SetSize(id), span),
            },
            (_, ValueShape::List { .. }) => self.emit.push(Expr::ListSize(id), span),
            (_, ValueShape::Bag(_)) => self.emit.push(Expr::BagSize(id), span),
            (_, ValueShape::Word) => {
                let none = self.emit.konst(NONE, span);
                self.emit.arith(Arith::IsNot, id, none, span)
            }
        }
    }

    fn only(&mut self, inner: &ir::Expr, ty: &Type, span: Span) -> ExprId {
        if let (Type::Bag(_), ExprKind::BagAt(things, place)) = (&inner.ty, &inner.kind)
            && place.ty == Type::Place
        {
            let (cell, pieces) = (self.expr(place), self.piece_set(things));
            let (reg, less) = (self.emit.reg(1), self.boxes.less_of(ty, &inner.ty));
            let binder = Binder { reg, width: 1, domain: Domain::Cell { cell, pieces, less } };
            let query = self.emit.query_node(code::Query { binders: vec![binder], ..code::Query::default() });
            return self.emit.push(Expr::First(query), span);
        }
        let id = self.expr(inner);
        match self.boxes.shape(&inner.ty) {
            ValueShape::Word => id,
            ValueShape::Set(_) => self.emit.push(Expr::SetFirst(id), span),
            ValueShape::List { element, .. } => {
                let index = self.emit.konst(1, span);
                self.emit.push(Expr::Item { list: id, index, element }, span)
            }
            ValueShape::Bag(_) => {
                let first = self.emit.push(Expr::BagFirst(id), span);
                let less = self.boxes.less_of(ty, &inner.ty);
                self.emit.plus(first, -less, span)
            }
        }
    }

    pub(in crate::lower) fn contains(&mut self, a: &ir::Expr, b: &ir::Expr, span: Span) -> ExprId {
        if let ExprKind::Range(low, high) = &b.kind {
            let (value, low, high) = (self.expr(a), self.expr(low), self.expr(high));
            return self.named(value, span, |lower, value| {
                let above = lower.emit.arith(Arith::AtMost, low, value, span);
                let below = lower.emit.arith(Arith::AtMost, value, high, span);
                lower.emit.both(above, below, span)
            });
        }
        if let (Type::Bag(_), ExprKind::BagAt(_, place)) = (&b.ty, &b.kind)
            && place.ty == Type::Place
        {
            let (cell, piece) = (self.expr(place), self.piece_word(a));
            let count = self.emit.push(Expr::Count { cell, piece }, span);
            let zero = self.emit.konst(0, span);
            return self.emit.arith(Arith::Less, zero, count, span);
        }
        if let Some(numbers) = self.written_numbers(b).filter(|_| a.ty == Type::Number) {
            let value = self.expr(a);
            return self.named(value, span, |lower, value| {
                let tests: Vec<ExprId> = numbers.iter().map(|n| lower.emit.arith(Arith::Is, value, *n, span)).collect();
                let any =
                    tests.into_iter().reduce(|a, b| lower.emit.either(a, b, span)).expect("a written set has members");
                // None is in no set, and a member that is none is left out.
                let none = lower.emit.konst(NONE, span);
                let some = lower.emit.arith(Arith::IsNot, value, none, span);
                lower.emit.both(some, any, span)
            });
        }
        let (x, all) = (self.expr(a), self.expr(b));
        if self.boxes.shape(&a.ty) != ValueShape::Word {
            self.emit.error(
                codes::SHAPE,
                span,
                "only single members, numbers and things can be looked for with `in`",
                "write `some x in LIST where x is ..`",
            );
            return self.emit.konst(0, span);
        }
        match self.boxes.shape(&b.ty) {
            ValueShape::List { .. } => self.emit.push(Expr::ListHas(all, x), span),
            ValueShape::Bag(_) => {
                let piece = self.piece_word(a);
                let count = self.emit.push(Expr::BagGet(all, piece), span);
                let zero = self.emit.konst(0, span);
                self.emit.arith(Arith::Less, zero, count, span)
            }
            _ => match (self.emit.constant_of(x), &self.emit.program.exprs[all.index()]) {
                (Some(x), Expr::SetConst(at)) => {
                    let has = self.emit.program.sets[*at as usize].has(x);
                    self.emit.konst(i32::from(has), span)
                }
                _ => self.emit.push(Expr::SetHas(all, x), span),
            },
        }
    }

    /// The numbers of a literal such as `{-1, n}`; none if all are known and fit into a set.
    fn written_numbers(&mut self, set: &ir::Expr) -> Option<Vec<ExprId>> {
        let ExprKind::SetLiteral(items) = &set.kind else {
            return None;
        };
        if items.is_empty() || items.iter().any(|item| item.ty != Type::Number) {
            return None;
        }
        let ids: Vec<ExprId> = items.iter().map(|item| self.expr(item)).collect();
        let kept = |id: &ExprId| self.emit.constant_of(*id).is_some_and(code::Set::can_contain);
        if ids.iter().all(kept) { None } else { Some(ids) }
    }

    /// The numbers of a literal that are all known but do not fit into a set, as a sorted list without duplicates.
    pub(super) fn known_numbers(&mut self, set: &ir::Expr) -> Option<ExprId> {
        let ids = self.written_numbers(set)?;
        let mut known: Vec<i32> = ids.into_iter().map(|id| self.emit.constant_of(id)).collect::<Option<_>>()?;
        known.sort_unstable();
        known.dedup();
        let ids: Vec<ExprId> = known.into_iter().map(|number| self.emit.konst(number, set.span)).collect();
        Some(self.emit.list(&ids, set.span))
    }

    fn set_literal(&mut self, items: &[ir::Expr], span: Span) -> ExprId {
        if items.iter().any(|item| self.boxes.shape(&item.ty) != ValueShape::Word) {
            self.emit.error(codes::SHAPE, span, "a set holds single members, numbers and things", "join sets with `+`");
            return self.emit.set(code::Set::EMPTY, span);
        }
        let ids: Vec<ExprId> = items.iter().map(|item| self.expr(item)).collect();
        let known: Option<Vec<i32>> = ids.iter().map(|id| self.emit.constant_of(*id)).collect();
        if let Some(known) = known {
            if let Some(at) = known.iter().position(|&n| n != NONE && !code::Set::can_contain(n)) {
                let message = format!("a set cannot keep {}", known[at]);
                self.emit.error(
                    codes::MISPLACED_RANGE,
                    items[at].span,
                    message,
                    "a set keeps 0 to 255: write a list, `[-1, 1]`, or a range, `n in -1..1`",
                );
            }
            let set = known.into_iter().fold(code::Set::EMPTY, code::Set::with);
            return self.emit.set(set, span);
        }
        let ones: Vec<ExprId> = ids.into_iter().map(|id| self.emit.push(Expr::One(id), span)).collect();
        ones.into_iter()
            .reduce(|a, b| self.emit.push(Expr::Union(a, b), span))
            .expect("an empty set has no unknown members")
    }

    fn list_literal(&mut self, items: &[ir::Expr], ty: &Type, span: Span) -> ExprId {
        let ids: Vec<ExprId> = items.iter().map(|item| self.expr(item)).collect();
        match ty {
            Type::List(inner) if matches!(self.boxes.shape(inner), ValueShape::Set(_)) => {
                let width = self.boxes.shape(inner).width() as u16;
                self.emit.list_of_sets(&ids, width, span)
            }
            _ if ids.is_empty() => self.emit.push(Expr::Empty, span),
            Type::List(inner) if self.boxes.shape(inner) != ValueShape::Word => {
                self.emit.error(
                    codes::SHAPE,
                    span,
                    "a list of lists cannot be written out",
                    "make one with `cut(LIST, n)`",
                );
                self.emit.push(Expr::Empty, span)
            }
            _ => self.emit.list(&ids, span),
        }
    }

    fn item(&mut self, list: &ir::Expr, index: &ir::Expr, ty: &Type, span: Span) -> ExprId {
        let (element, shape) = self.boxes.element(&list.ty);
        let (list, index) = (self.things_or_list(list, ty), self.expr(index));
        // A set in a list in the state lies in adjacent words. Elements that the list lacks are empty there.
        if let (ValueShape::Set(width), Expr::Slots { base, shape: ValueShape::List { width: room, .. } }) =
            (shape, self.emit.program.exprs[list.index()])
            && let Some(at @ 1..) = self.emit.constant_of(index)
            && i64::from(at) * i64::from(width) < i64::from(room)
        {
            return self.emit.push(Expr::SetSlots { base: base + 1 + (at as u32 - 1) * u32::from(width), width }, span);
        }
        self.emit.push(Expr::Item { list, index, element }, span)
    }

    /// A list. For a place, its things in their order, as values of a type.
    fn things_or_list(&mut self, list: &ir::Expr, ty: &Type) -> ExprId {
        let ExprKind::BagAt(things, place) = &list.kind else {
            return self.expr(list);
        };
        if place.ty != Type::Place {
            self.emit.error(
                codes::UNKNOWN_PLACES,
                list.span,
                "the things of several places have no order",
                "name one place",
            );
            return self.emit.push(Expr::Empty, list.span);
        }
        let less = self.boxes.less_of(ty, &list.ty);
        let (cell, pieces) = (self.expr(place), self.piece_set(things));
        let reg = self.emit.reg(1);
        let binder = Binder { reg, width: 1, domain: Domain::Cell { cell, pieces, less } };
        let query = self.emit.query_node(code::Query { binders: vec![binder], ..code::Query::default() });
        let value = self.emit.push(Expr::Reg(reg), list.span);
        self.emit.push(Expr::ListOf(query, value), list.span)
    }

    fn slice(&mut self, list: &ir::Expr, from: &ir::Expr, to: Option<&ir::Expr>, span: Span) -> ExprId {
        let element = self.boxes.element(&list.ty).0;
        let (list, from) = (self.expr(list), self.expr(from));
        let to = match to {
            Some(to) => self.expr(to),
            None => self.emit.konst(i32::MAX, span),
        };
        let bounds = self.emit.program.lists.len() as u32;
        self.emit.program.lists.extend([from, to]);
        self.emit.push(Expr::Slice { list, element, bounds }, span)
    }

    fn aggregate(&mut self, which: Aggregate, value: Option<&ir::Expr>, query: &ir::Query, span: Span) -> ExprId {
        let Some(value) = value else {
            let query = self.query(query);
            return self.emit.push(Expr::CountOf(query), span);
        };
        let (query, value) = self.query_with(query, |lower| lower.expr(value));
        let node = match which {
            Aggregate::Count => Expr::CountOf(query),
            Aggregate::Sum => Expr::SumOf(query, value),
            Aggregate::Max => Expr::MaxOf(query, value),
            Aggregate::Min => Expr::MinOf(query, value),
        };
        self.emit.push(node, span)
    }
}
