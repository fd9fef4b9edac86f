//! Lowering of expressions to nodes of the program. Local names are resolved in a [`LocalHomes`].

mod amounts;
mod answers;
mod asks;
mod boards;
mod directions;
mod fields;
mod guards;
mod heaps;
mod index;
mod joined;
mod kinds;
mod library;
mod lists;
mod members;
mod moves;
mod names;
mod pieces;
mod piles;
mod positions;
mod queries;
pub(super) mod scope;
mod sites;
mod stores;
mod things;

use crate::code::{Arith, Expr, ExprId, NONE, Set, Slot, ValueShape};
use crate::ir::{self, Binary, ExprKind, Type};
use crate::lower::boxes::{Boxes, VariableData};
use crate::lower::codes;
use crate::lower::emit::{Emit, PrintedColumn};
use scope::{Home, LocalHomes};
use tavola_syntax::text::Span;

/// Lowers expressions: the declarations it reads, and the program it appends nodes to.
pub(super) struct Exprs<'a> {
    pub(super) boxes: &'a Boxes,
    pub(super) emit: &'a mut Emit,
    /// Homes of the local names in scope.
    pub(super) scope: &'a mut LocalHomes,
    /// The word that holds the player whose part of a `together` block runs.
    pub(super) cursor: Slot,
}

impl Exprs<'_> {
    /// The value of an expression that must be constant for the set-up. Reports an error if it is not.
    pub(super) fn constant(&mut self, expr: &ir::Expr) -> i32 {
        let id = self.expr(expr);
        self.emit.constant_of(id).unwrap_or_else(|| {
            self.emit.error(
                codes::NOT_KNOWN_BEFORE,
                expr.span,
                "this must be known before the game begins",
                "use numbers, settings and `players` only",
            );
            0
        })
    }

    /// Binds an expression that is used twice to a register, unless it is a leaf.
    pub(super) fn named(
        &mut self,
        value: ExprId,
        span: Span,
        body: impl FnOnce(&mut Self, ExprId) -> ExprId,
    ) -> ExprId {
        if matches!(self.emit.program.exprs[value.index()], Expr::Const(_) | Expr::Slot(_) | Expr::Reg(_)) {
            return body(self, value);
        }
        let reg = self.emit.reg(1);
        let name = self.emit.push(Expr::Reg(reg), span);
        let body = body(self, name);
        self.emit.push(Expr::Let { reg, value, body }, span)
    }

    /// Lowers an expression. The shape in which the node is read (word, set, words) follows from its type.
    #[allow(clippy::too_many_lines, reason = "one arm per variant")]
    pub(super) fn expr(&mut self, expr: &ir::Expr) -> ExprId {
        let span = expr.span;
        if matches!(&expr.ty, Type::Set(inner) if **inner == Type::Place) {
            self.few_places(span);
        }
        match &expr.kind {
            ExprKind::Number(n) => self.number(*n, span),
            ExprKind::YesNo(yes) => self.emit.konst(i32::from(*yes), span),
            ExprKind::Nothing => self.nothing(&expr.ty, span),
            ExprKind::Member(kind, family, params) => self.member(*kind, *family, params, span),
            ExprKind::Seat(n) => self.seat(n, span),
            ExprKind::All(kind) => {
                let size = self.boxes.kinds[kind.index()].size as usize;
                self.emit.set(Set::below(size), span)
            }
            ExprKind::Setting(id) => self.number(self.boxes.choices.settings[id.index()], span),
            ExprKind::Players => self.emit.konst(self.boxes.choices.seats.len() as i32, span),
            ExprKind::Local(id) => self.local(self.scope.home(*id), span),
            ExprKind::AnswerOf(id, player) => self.answer_of(self.scope.home(*id), player, span),
            ExprKind::Track(id, index) => {
                let data = &self.boxes.tracks[id.index()];
                let at = self.index(index, data, span);
                self.variable_at(data, at, span)
            }
            ExprKind::Memory(id, index) => {
                let data = &self.boxes.memory[id.index()];
                let at = self.index(index, data, span);
                self.variable_at(data, at, span)
            }
            ExprKind::Attribute(member, kind, which) => self.attribute(member, *kind, *which, span),
            ExprKind::Amounts(all) => self.amounts(all, &expr.ty, span),
            ExprKind::Amount(amounts, member) => {
                let member = self.expr(member);
                self.amount(amounts, member, span)
            }
            ExprKind::Position(member) => {
                let member = self.expr(member);
                self.emit.plus(member, 1, span)
            }
            ExprKind::GridPosition(cell, board, row) => {
                let cell = self.expr(cell);
                self.grid_position(cell, *board, *row, span)
            }
            ExprKind::CellOf(member, kind, pair, board) => self.printed_cell(member, *kind, *pair, *board, span),
            ExprKind::Row(table, keys) => self.row(table.index(), keys, span),
            ExprKind::Column(row, table, column) => self.column(row, table.index(), *column as usize, span),
            ExprKind::Define(id, args) => {
                let args: Vec<ExprId> = args.iter().map(|arg| self.expr(arg)).collect();
                let first = self.emit.program.lists.len() as u32;
                self.emit.program.lists.extend(args);
                self.emit.push(Expr::Call { fun: id.0, args: first }, span)
            }
            ExprKind::Builtin(word, args) => self.builtin(*word, args, &expr.ty, span),
            ExprKind::Not(a) => {
                let a = self.expr(a);
                self.emit.not(a, span)
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, span),
            ExprKind::Divide(a, b, how, to) => {
                let (a, b) = (self.expr(a), self.expr(b));
                self.emit.quotient((*how, *to), a, b, span)
            }
            ExprKind::Round(a, how, to) => {
                let a = self.expr(a);
                let one = self.emit.konst(1, span);
                self.emit.quotient((*how, *to), a, one, span)
            }
            ExprKind::If(holds, yes, no) => {
                let holds = self.expr(holds);
                match self.emit.constant_of(holds) {
                    Some(0) => self.expr(no),
                    Some(_) => self.expr(yes),
                    None => {
                        let (yes, no) = (self.expr(yes), self.expr(no));
                        self.emit.push(Expr::If(holds, yes, no), span)
                    }
                }
            }
            ExprKind::LetIn(local, value, body) => self.let_in(*local, value, body, span),
            ExprKind::Widen(inner) => self.widen(inner, &expr.ty, span),
            ExprKind::Narrow(inner) => self.narrowed(inner, &expr.ty, span),
            ExprKind::ThingAs(thing, axes) => self.thing_as(thing, axes, &expr.ty, span),
            ExprKind::Piece(..)
            | ExprKind::Pieces(_)
            | ExprKind::ThingIndex(..)
            | ExprKind::Cell(..)
            | ExprKind::Count(..)
            | ExprKind::BagAt(..)
            | ExprKind::CountInBag(..)
            | ExprKind::Site(..) => self.thing(expr),
            _ => self.collection(expr),
        }
    }

    /// Reports a set of places in a game with more places than a set can hold.
    fn few_places(&mut self, span: Span) {
        let places = self.emit.program.layout.cells.len();
        if places > Set::MOST {
            self.emit.error(
                codes::TOO_MANY_PLACES,
                span,
                format!("a set of places is used in a game of more than {} places", Set::MOST),
                "loop over their indexes: `each t in Town`, `for t in Town`",
            );
        }
    }

    pub(super) fn number(&mut self, n: i64, span: Span) -> ExprId {
        let value = i32::try_from(n).ok().filter(|&v| v != NONE);
        let value = value.unwrap_or_else(|| {
            self.emit.error(
                codes::LARGE_NUMBER,
                span,
                format!("{n} is too large a number"),
                "numbers lie between -2147483647 and 2147483647",
            );
            0
        });
        self.emit.konst(value, span)
    }

    fn nothing(&mut self, ty: &Type, span: Span) -> ExprId {
        match self.boxes.shape(ty) {
            ValueShape::Word => self.emit.konst(NONE, span),
            ValueShape::Set(_) => self.emit.set(Set::EMPTY, span),
            _ => self.emit.push(Expr::Empty, span),
        }
    }

    fn seat(&mut self, n: &ir::Expr, span: Span) -> ExprId {
        let n = self.expr(n);
        let players = self.boxes.choices.seats.len() as i32;
        if let Some(seat) = self.emit.constant_of(n)
            && !(1..=players).contains(&seat)
        {
            self.emit.error(
                codes::NO_SEAT,
                span,
                format!("there is no seat {seat} with {players} players"),
                format!("seats are numbered from 1 to {players}"),
            );
            return self.emit.konst(0, span);
        }
        let seats = (0..=players).map(|n| if n == 0 { NONE } else { n - 1 }).collect();
        self.emit.array(seats, n, span)
    }

    /// The value of a local name.
    pub(super) fn local(&mut self, home: Home, span: Span) -> ExprId {
        match home {
            Home::None => {
                self.emit.error(
                    codes::NO_VALUE,
                    span,
                    "this name has no value here for this set-up",
                    "values that a menu remembers exist only while it is open: let the menu offer this action",
                );
                self.emit.konst(0, span)
            }
            Home::Const(value) => self.emit.konst(value, span),
            Home::Reg(reg, ValueShape::Word) => self.emit.push(Expr::Reg(reg), span),
            Home::Reg(reg, ValueShape::Set(width)) => self.emit.push(Expr::SetRegs { reg, width }, span),
            Home::Reg(reg, shape) => self.emit.push(Expr::Regs { reg, shape }, span),
            Home::Slot(slot, ValueShape::Word) => self.emit.push(Expr::Slot(slot), span),
            Home::Slot(base, ValueShape::Set(width)) => self.emit.push(Expr::SetSlots { base, width }, span),
            Home::Slot(base, shape) => self.emit.push(Expr::Slots { base, shape }, span),
            Home::Each(base, shape) => {
                let player = self.cursor;
                let player = self.emit.push(Expr::Slot(player), span);
                self.each_at(base, shape, player, span)
            }
        }
    }

    fn answer_of(&mut self, home: Home, player: &ir::Expr, span: Span) -> ExprId {
        let player = self.expr(player);
        match home {
            Home::Each(base, shape) => self.each_at(base, shape, player, span),
            other => self.local(other, span),
        }
    }

    fn each_at(&mut self, base: u32, shape: ValueShape, player: ExprId, span: Span) -> ExprId {
        let count = self.boxes.choices.seats.len() as u32;
        self.variable_at(&VariableData { base, dims: Vec::new(), count, shape }, player, span)
    }

    /// The value of a variable at an index.
    pub(super) fn variable_at(&mut self, data: &VariableData, at: ExprId, span: Span) -> ExprId {
        let (base, count, shape) = (data.base, data.count, data.shape);
        let known = self.emit.constant_of(at).and_then(|at| u32::try_from(at).ok()).filter(|&at| at < count);
        if let Some(at) = known {
            return self.local(Home::Slot(base + at * shape.width(), shape), span);
        }
        match shape {
            ValueShape::Word => self.emit.push(Expr::SlotAt { base, count, index: at }, span),
            ValueShape::Set(width) => {
                self.emit.push(Expr::SetSlotsAt { base, width, count: count as u16, index: at }, span)
            }
            _ => {
                let store = self.emit.store(base, Some(at), count, shape);
                self.emit.push(Expr::SlotsAt { base, count: count as u16, store }, span)
            }
        }
    }

    fn binary(&mut self, op: Binary, a: &ir::Expr, b: &ir::Expr, span: Span) -> ExprId {
        match op {
            Binary::And => {
                let left = self.expr(a);
                if self.emit.constant_of(left) == Some(0) {
                    return left;
                }
                let right = self.expr(b);
                self.emit.both(left, right, span)
            }
            Binary::Or => {
                let left = self.expr(a);
                if self.emit.constant_of(left).is_some_and(|v| v != 0) {
                    return left;
                }
                let right = self.expr(b);
                self.emit.either(left, right, span)
            }
            Binary::In => self.contains(a, b, span),
            Binary::Is => self.equal(a, b, span),
            Binary::Join | Binary::Without => self.join(op, a, b, span),
            Binary::Add => self.arith(Arith::Add, a, b, span),
            Binary::Sub => self.arith(Arith::Sub, a, b, span),
            Binary::Mul => self.arith(Arith::Mul, a, b, span),
            Binary::Less => self.arith(Arith::Less, a, b, span),
            Binary::AtMost => self.arith(Arith::AtMost, a, b, span),
        }
    }

    fn arith(&mut self, op: Arith, a: &ir::Expr, b: &ir::Expr, span: Span) -> ExprId {
        let (a, b) = (self.expr(a), self.expr(b));
        self.emit.arith(op, a, b, span)
    }

    fn equal(&mut self, a: &ir::Expr, b: &ir::Expr, span: Span) -> ExprId {
        let shape = if a.ty == Type::Nothing { self.boxes.shape(&b.ty) } else { self.boxes.shape(&a.ty) };
        let (left, right) = (self.expr(a), self.expr(b));
        match shape {
            ValueShape::Word => self.emit.arith(Arith::Is, left, right, span),
            ValueShape::Set(_) => self.emit.push(Expr::SetIs(left, right), span),
            _ => self.emit.push(Expr::WordsAre(left, right), span),
        }
    }

    /// The number of the first row of a table whose keys match, or none.
    fn row(&mut self, table: usize, keys: &[ir::Expr], span: Span) -> ExprId {
        let book = &self.boxes.book;
        let values: Vec<ExprId> = keys.iter().map(|key| self.expr(key)).collect();
        let mut scope = LocalHomes::default();
        let mut named = Vec::new();
        for (at, &value) in values.iter().enumerate() {
            let home = match self.emit.constant_of(value) {
                Some(constant) => Home::Const(constant),
                None => {
                    let reg = self.emit.reg(1);
                    named.push((reg, value));
                    Home::Reg(reg, ValueShape::Word)
                }
            };
            scope.set(ir::LocalId(at as u32), home);
        }
        let mut found = self.emit.konst(NONE, span);
        for (at, row) in book.tables[table].rows.iter().enumerate().rev() {
            let here = self.emit.konst(at as i32, span);
            let test = row.test.as_ref().map(|test| self.within(scope.clone(), |lower| lower.expr(test)));
            found = match test {
                Some(test) => self.emit.branch(test, here, found, span),
                None => here,
            };
        }
        for (reg, value) in named {
            found = self.emit.push(Expr::Let { reg, value, body: found }, span);
        }
        found
    }

    fn column(&mut self, row: &ir::Expr, table: usize, column: usize, span: Span) -> ExprId {
        let book = &self.boxes.book;
        let index = self.expr(row);
        let rows = &book.tables[table].rows;
        let ids = self.printed(PrintedColumn::Table(table as u32, column as u32), |lower| {
            let cell =
                |row: &ir::TableRow| lower.within(LocalHomes::default(), |lower| lower.expr(&row.values[column]));
            rows.iter().map(cell).collect()
        });
        self.lookup(&ids, &book.tables[table].columns[column].ty, index, span)
    }

    fn let_in(&mut self, local: ir::LocalId, value: &ir::Expr, body: &ir::Expr, span: Span) -> ExprId {
        let shape = self.boxes.shape(&value.ty);
        let value = self.expr(value);
        if shape == ValueShape::Word
            && let Some(known) = self.emit.constant_of(value)
        {
            self.scope.set(local, Home::Const(known));
            return self.expr(body);
        }
        let reg = self.name_reg(local, shape);
        let body = self.expr(body);
        self.let_node(reg, shape, value, body, span)
    }

    fn let_node(&mut self, reg: u16, shape: ValueShape, value: ExprId, body: ExprId, span: Span) -> ExprId {
        let width = shape.width() as u16;
        let node = match shape {
            ValueShape::Word => Expr::Let { reg, value, body },
            ValueShape::Set(_) => Expr::LetSet { reg, width, value, body },
            _ => Expr::LetWords { reg, width, value, body },
        };
        self.emit.push(node, span)
    }

    fn widen(&mut self, inner: &ir::Expr, to: &Type, span: Span) -> ExprId {
        let value = self.expr(inner);
        self.widened(value, &inner.ty, to, span)
    }

    fn widened(&mut self, value: ExprId, from: &Type, to: &Type, span: Span) -> ExprId {
        match (from, to) {
            (Type::Option(from), Type::Option(to)) if from != to => {
                let none = self.emit.konst(NONE, span);
                self.named(value, span, |lower, value| {
                    let is_none = lower.emit.arith(Arith::Is, value, none, span);
                    let wide = lower.widened(value, from, to, span);
                    lower.emit.branch(is_none, none, wide, span)
                })
            }
            (_, Type::Option(to)) => self.widened(value, from, to, span),
            (Type::Member(from), Type::Member(to)) => self.convert(value, *from, *to, span),
            (Type::Member(from), Type::Thing(components)) => self.print(value, *from, components, span),
            (Type::Set(from), Type::Set(to)) => match (&**from, &**to) {
                (Type::Member(from), Type::Member(to)) => self.convert_set(value, *from, *to, span),
                (Type::Member(from), Type::Thing(components)) => {
                    let map = self.prints(*from, components);
                    self.each_member(value, map, span)
                }
                (Type::Thing(components), Type::Member(to)) => {
                    let map = self.members_of_prints(components, *to);
                    self.each_member(value, map, span)
                }
                _ => value,
            },
            (Type::List(from), Type::List(to)) => self.widened_list(value, from, to, span),
            (_, Type::Set(to)) => {
                let one = self.widened(value, from, to, span);
                self.emit.push(Expr::One(one), span)
            }
            _ => value,
        }
    }

    /// Converts a list of members to a list of members of a wider kind.
    fn widened_list(&mut self, list: ExprId, from: &Type, to: &Type, span: Span) -> ExprId {
        let (Type::Member(from), Type::Member(to)) = (from, to) else {
            if let (Type::Set(from) | Type::List(from), Type::Set(to) | Type::List(to)) = (from, to)
                && let (Type::Member(from), Type::Member(to)) = (&**from, &**to)
                && self.convert_offset(*from, *to) == Some(0)
            {
                return list;
            }
            if from != to && !matches!((from, to), (Type::Thing(_), Type::Thing(_))) {
                self.emit.error(
                    codes::SHAPE,
                    span,
                    "a list of sets cannot be converted to another kind",
                    "loop over it with `each`, or name its elements first",
                );
            }
            return list;
        };
        if self.convert_offset(*from, *to) == Some(0) {
            return list;
        }
        let reg = self.emit.reg(1);
        let binders = vec![crate::code::Binder { reg, width: 1, domain: crate::code::Domain::List(list) }];
        let member = self.emit.push(Expr::Reg(reg), span);
        let value = self.convert(member, *from, *to, span);
        let query = self.emit.query_node(crate::code::Query { binders, ..crate::code::Query::default() });
        self.emit.push(Expr::ListOf(query, value), span)
    }
}
