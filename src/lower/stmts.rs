//! Statements: control, memory, calls.

use crate::code::{Expr, ExprId, Op, Pc, Shape, Slot, Store};
use crate::ir::{self, Block, LocalId, Stmt, StmtKind, Type};
use crate::text::Span;

use super::Lower;
use super::scope::Home;

impl Lower {
    /// Statements whose names live on behind them.
    pub(super) fn statements(&mut self, block: &Block) {
        for stmt in block {
            self.stmt(stmt);
        }
    }

    /// A block: its names end with it, and their words become 0.
    pub(super) fn block(&mut self, block: &Block) {
        let mark = self.frames.mark();
        self.statements(block);
        self.release(mark, block.last().map_or(self.span, |stmt| stmt.span));
    }

    /// Gives back the words from `mark` on.
    pub(super) fn release(&mut self, mark: Slot, span: Span) {
        self.let_go(mark);
        let count = self.frames.mark() - mark;
        if count > 0 {
            self.op(Op::Fill { base: mark, count, word: 0 }, span);
        }
        self.frames.release(mark);
    }

    pub(super) fn stmt(&mut self, stmt: &Stmt) {
        let span = stmt.span;
        self.span = span;
        let told = only_tells(stmt).then(|| self.op(Op::Tell(Pc(0)), span));
        self.kind_of_stmt(stmt);
        if let Some(told) = told {
            self.land(told);
        }
    }

    fn kind_of_stmt(&mut self, stmt: &Stmt) {
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Let(local, value) => self.let_stmt(*local, value, span),
            StmtKind::SetMemory(id, index, value) => {
                let data = self.memory[id.index()].clone();
                self.set_variable(&data, index, value, span);
            }
            StmtKind::SetTrack(id, index, value) => {
                let data = self.tracks[id.index()].clone();
                self.set_variable(&data, index, value, span);
            }
            StmtKind::Step(track, index, by) => self.step(track.index(), index, by, span),
            StmtKind::Move { what, from, to, end } => self.move_stmt(what, from.as_ref(), (to, *end), span),
            StmtKind::Draw { count, from, to, except } => self.draw(count, from, to, except.as_ref(), span),
            StmtKind::Shuffle(place) => {
                let cell = self.expr(place);
                self.op(Op::Shuffle(cell), span);
            }
            StmtKind::If(holds, yes, no) => self.if_stmt(holds, yes, no, span),
            StmtKind::Each(query, body) => self.each(query, body, span),
            StmtKind::Repeat { times, counter, until, body } => {
                self.repeat(times.as_ref(), *counter, until.as_ref(), body, span);
            }
            StmtKind::InTurn(query, until, body) => self.in_turn(query, until.as_ref(), body, span),
            StmtKind::Call(rule, args, if_possible) => self.call_stmt(*rule, args, *if_possible, span),
            StmtKind::Play(who, card, if_possible) => self.play(who, card, *if_possible, span),
            StmtKind::Ask(ask) => self.ask(ask, span),
            StmtKind::Family(family) => self.family(family, span),
            StmtKind::Order(order) => self.order(order, span),
            StmtKind::Divide(who, what, into, piles) => self.divide(who, what, into, *piles, span),
            StmtKind::Menu(menu) => self.menu(menu, span),
            StmtKind::AtOnce(once) => self.at_once(once, span),
            StmtKind::Together(query, body) => self.together(query, body, span),
            StmtKind::Transaction(body, close) => self.transaction(body, close, span),
            StmtKind::Require(holds, why) => self.require(holds, why.as_ref(), span),
            StmtKind::Say(text) => {
                let text = self.text(text);
                self.op(Op::Say(text), span);
            }
            StmtKind::Stop => self.stop(span),
            StmtKind::Return => self.leave(span),
            StmtKind::EndOuter(rule) => self.end_outer(*rule, span),
        }
    }

    fn require(&mut self, holds: &ir::Expr, why: Option<&ir::Text>, span: Span) {
        let holds = self.probed(holds);
        if self.constant_of(holds).is_some_and(|value| value != 0) {
            return;
        }
        let why = why.map(|text| self.text(text));
        self.op(Op::Require { holds, why }, span);
    }

    fn let_stmt(&mut self, local: LocalId, value: &ir::Expr, span: Span) {
        let ty = self.scope.type_of(local).cloned().unwrap_or_else(|| value.ty.clone());
        let shape = self.shape(&ty);
        let source = value;
        let value = self.probed(source);
        let home = match self.scope.home(local) {
            home @ (Home::Slot(..) | Home::Each(..)) => home,
            _ => {
                let home = Home::Slot(self.frames.words(shape.width()), shape);
                self.scope.set(local, home);
                home
            }
        };
        self.save(home, value, span);
        self.hold_value(local, home, source, value);
    }

    /// A new home in the frame.
    pub(super) fn home_for(&mut self, local: LocalId) -> Home {
        let ty = self.scope.type_of(local).cloned().unwrap_or(Type::Number);
        let shape = self.shape(&ty);
        let home = match self.scope.home(local) {
            home @ Home::Each(..) => home,
            _ => Home::Slot(self.frames.words(shape.width()), shape),
        };
        self.scope.set(local, home);
        home
    }

    /// Stores a value.
    pub(super) fn save(&mut self, home: Home, value: ExprId, span: Span) {
        match home {
            Home::Slot(slot, Shape::Word) => {
                self.op(Op::Set { slot, value }, span);
            }
            Home::Slot(..) | Home::Each(..) => {
                let store = self.store_of(home, span);
                self.op(Op::Store { store, value }, span);
            }
            _ => {}
        }
    }

    /// A store for a home in the state.
    pub(super) fn store_of(&mut self, home: Home, span: Span) -> u32 {
        match home {
            Home::Slot(base, shape) => self.store(base, None, 1, shape),
            Home::Each(base, shape) => {
                let cursor = self.part.as_ref().map_or(0, |part| part.cursor);
                let player = self.push(Expr::Slot(cursor), span);
                let count = self.choices.seats.len() as u32;
                self.store(base, Some(player), count, shape)
            }
            other => unreachable!("{other:?} is no place for an answer"),
        }
    }

    pub(super) fn store(&mut self, base: Slot, index: Option<ExprId>, count: u32, shape: Shape) -> u32 {
        self.program.stores.push(Store { base, index, count, shape });
        self.program.stores.len() as u32 - 1
    }

    fn set_variable(&mut self, data: &super::boxes::VariableData, index: &[ir::Expr], value: &ir::Expr, span: Span) {
        let at = self.index(index, &data.dims, span);
        let value = self.expr(value);
        match self.constant_of(at) {
            Some(at) => self.save(Home::Slot(data.base + at as u32 * data.shape.width(), data.shape), value, span),
            None => {
                let store = self.store(data.base, Some(at), data.count, data.shape);
                self.op(Op::Store { store, value }, span);
            }
        }
    }

    fn if_stmt(&mut self, holds: &ir::Expr, yes: &Block, no: &Block, span: Span) {
        let holds = self.probed(holds);
        match self.constant_of(holds) {
            Some(0) => return self.block(no),
            Some(_) => return self.block(yes),
            None => {}
        }
        let unless = self.op(Op::Unless { holds, to: Pc(0) }, span);
        self.block(yes);
        if no.is_empty() {
            return self.land(unless);
        }
        let over = self.op(Op::Jump(Pc(0)), span);
        self.land(unless);
        self.block(no);
        self.land(over);
    }

    /// `state[slot] += by`
    pub(super) fn change(&mut self, slot: Slot, by: i32, span: Span) {
        let now = self.push(Expr::Slot(slot), span);
        let value = self.plus(now, by, span);
        self.op(Op::Set { slot, value }, span);
    }
}

/// Whether all that a statement does is to tell something, under a condition or of several.
fn only_tells(stmt: &Stmt) -> bool {
    let says = |block: &[Stmt]| block.iter().all(|stmt| matches!(stmt.kind, StmtKind::Say(_)) || only_tells(stmt));
    match &stmt.kind {
        StmtKind::Each(_, body) => says(body),
        StmtKind::If(_, yes, no) => says(yes) && says(no),
        _ => false,
    }
}
