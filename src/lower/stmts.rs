//! Statements: control, memory, calls.

use crate::code::{Arith, Expr, ExprId, Op, Pc, Shape, Slot, Store};
use crate::ir::{self, Block, KindBody, LocalId, RuleId, RuleKind, Stmt, StmtKind, Type};
use crate::text::Span;

use super::Lower;
use super::scope::Home;

/// A loop around the statement being lowered.
#[derive(Clone, Debug, Default)]
pub(super) struct Loop {
    /// Jumps of `stop` that must land behind the loop.
    exits: Vec<Pc>,
    /// Words from here on belong to the loop.
    mark: Slot,
    /// Extents that were open when it began.
    extents: u32,
}

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
        let count = self.frames.mark() - mark;
        if count > 0 {
            self.op(Op::Clear { base: mark, count }, span);
        }
        self.frames.release(mark);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let span = stmt.span;
        self.span = span;
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
            StmtKind::Move { what, from, to, end } => self.move_stmt(what, from.as_ref(), to, end.is_some(), span),
            StmtKind::Draw {
                count,
                from,
                to,
                except,
            } => self.draw(count, from, to, except.as_ref(), span),
            StmtKind::If(holds, yes, no) => self.if_stmt(holds, yes, no, span),
            StmtKind::Each(query, body) => self.each(query, body, span),
            StmtKind::Repeat {
                times,
                counter,
                until,
                body,
            } => {
                self.repeat(times.as_ref(), *counter, until.as_ref(), body, span);
            }
            StmtKind::InTurn(query, until, body) => self.in_turn(query, until.as_ref(), body, span),
            StmtKind::Call(rule, args, if_possible) => self.call_stmt(*rule, args, *if_possible, span),
            StmtKind::Play(who, card, if_possible) => self.play(who, card, *if_possible, span),
            StmtKind::Ask(ask) => self.ask(ask, span),
            StmtKind::Family(family) => self.family(family, span),
            StmtKind::Order(who, prompt, set, list) => self.order(who.as_ref(), prompt.as_ref(), set, *list, span),
            StmtKind::Divide(who, what, into, none_empty) => self.divide(who, what, into, *none_empty, span),
            StmtKind::Menu(menu) => self.menu(menu, span),
            StmtKind::Together(query, body) => self.together(query, body, span),
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
        let holds = self.expr(holds);
        if self.constant_of(holds).is_some_and(|value| value != 0) {
            return;
        }
        let why = why.map(|text| self.text(text));
        self.op(Op::Require { holds, why }, span);
    }

    fn let_stmt(&mut self, local: LocalId, value: &ir::Expr, span: Span) {
        let ty = self.scope.type_of(local).cloned().unwrap_or_else(|| value.ty.clone());
        let shape = self.shape(&ty);
        let value = self.expr(value);
        let home = match self.scope.home(local) {
            home @ (Home::Slot(..) | Home::Each(..)) => home,
            _ => {
                let home = Home::Slot(self.frames.words(shape.width()), shape);
                self.scope.set(local, home);
                home
            }
        };
        self.save(home, value, span);
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
        self.program.stores.push(Store {
            base,
            index,
            count,
            shape,
        });
        self.program.stores.len() as u32 - 1
    }

    fn set_variable(&mut self, data: &super::boxes::VariableData, index: &[ir::Expr], value: &ir::Expr, span: Span) {
        let at = self.index(index, &data.dims, span);
        let value = self.expr(value);
        match self.constant_of(at) {
            Some(at) => self.save(
                Home::Slot(data.base + at as u32 * data.shape.width(), data.shape),
                value,
                span,
            ),
            None => {
                let store = self.store(data.base, Some(at), data.count, data.shape);
                self.op(Op::Store { store, value }, span);
            }
        }
    }

    fn if_stmt(&mut self, holds: &ir::Expr, yes: &Block, no: &Block, span: Span) {
        let holds = self.expr(holds);
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

    /// Begins a loop; its words are those from now on.
    pub(super) fn loop_begin(&mut self) {
        let mark = self.frames.mark();
        self.loops.push(Loop {
            exits: Vec::new(),
            mark,
            extents: self.extents,
        });
    }

    /// Ends a loop: `stop` lands here.
    pub(super) fn loop_end(&mut self) {
        let ended = self.loops.pop().expect("a loop that ends has begun");
        for exit in ended.exits {
            self.land(exit);
        }
    }

    fn stop(&mut self, span: Span) {
        let Some(innermost) = self.loops.last() else { return };
        let (mark, extents) = (innermost.mark, innermost.extents);
        for _ in extents..self.extents {
            self.op(Op::End, span);
        }
        let count = self.frames.mark() - mark;
        if count > 0 {
            self.op(Op::Clear { base: mark, count }, span);
        }
        let jump = self.op(Op::Jump(Pc(0)), span);
        self.loops.last_mut().expect("it was there before").exits.push(jump);
    }

    fn each(&mut self, query: &ir::Query, body: &Block, span: Span) {
        let outer = self.frames.mark();
        self.loop_begin();
        let list = self.each_start(query, span);
        let next = self.each_next(query, &list, span);
        self.block(body);
        self.op(Op::Jump(next), span);
        self.land(next);
        self.release(outer, span);
        self.loop_end();
    }

    /// Works out the results of a query into words of the frame.
    pub(super) fn each_start(&mut self, query: &ir::Query, span: Span) -> EachList {
        let room = query
            .binders
            .iter()
            .fold(1u32, |n, (_, domain)| n.saturating_mul(self.results(domain)));
        let room = room.min(4096) as u16;
        let lowered = self.query(query);
        let stride: u32 = self.program.queries[lowered.index()]
            .binders
            .iter()
            .map(|b| u32::from(b.width))
            .sum();
        let stride = stride as u16;
        let words = self.frames.words(2 + u32::from(room) * u32::from(stride));
        self.op(
            Op::EachStart {
                query: lowered,
                list: words,
                stride,
                room,
            },
            span,
        );
        EachList {
            list: words,
            stride,
            room,
        }
    }

    /// The next result into the names of the query. The operation must land behind the loop.
    pub(super) fn each_next(&mut self, query: &ir::Query, list: &EachList, span: Span) -> Pc {
        let homes: Vec<Home> = query.binders.iter().map(|(local, _)| self.home_for(*local)).collect();
        let first = self.program.stores.len() as u16;
        for home in &homes {
            if let Home::Slot(base, shape) = *home {
                self.store(base, None, 1, shape);
            }
        }
        let EachList { list, stride, room } = *list;
        self.op(
            Op::EachNext {
                list,
                stride,
                room,
                first,
                count: homes.len() as u8,
                exit: Pc(0),
            },
            span,
        )
    }

    /// At most so many values lie in a domain.
    fn results(&mut self, domain: &ir::Expr) -> u32 {
        if let ir::ExprKind::Range(low, high) = &domain.kind {
            let (low, high) = (self.expr(low), self.expr(high));
            return match (self.constant_of(low), self.constant_of(high)) {
                (Some(low), Some(high)) => high.saturating_sub(low).saturating_add(1).max(0) as u32,
                _ => 256,
            };
        }
        match &domain.ty {
            Type::Set(inner) => self.domain(inner),
            Type::List(inner) => self.room(inner),
            Type::Bag(components) => {
                let pieces = self.pieces_of(components);
                let copies = |piece: i32| self.program.layout.pieces[piece as usize].copies.unwrap_or(64);
                pieces.iter().map(copies).sum()
            }
            _ => 1,
        }
    }

    fn repeat(
        &mut self,
        times: Option<&ir::Expr>,
        counter: Option<LocalId>,
        until: Option<&ir::Expr>,
        body: &Block,
        span: Span,
    ) {
        let outer = self.frames.mark();
        self.loop_begin();
        let count = times.map(|times| {
            let times = self.expr(times);
            let left = self.frames.word();
            self.op(
                Op::Set {
                    slot: left,
                    value: times,
                },
                span,
            );
            (left, counter.map(|counter| self.home_for(counter)))
        });
        let again = self.here();
        let mut exits = Vec::new();
        let one = self.konst(1, span);
        if let Some((left, _)) = count {
            let left = self.push(Expr::Slot(left), span);
            let holds = self.arith(Arith::AtMost, one, left, span);
            exits.push(self.op(Op::Unless { holds, to: Pc(0) }, span));
        }
        if let Some(until) = until {
            let until_span = until.span;
            let until = self.expr(until);
            let holds = self.not(until, until_span);
            exits.push(self.op(Op::Unless { holds, to: Pc(0) }, until_span));
        }
        if let Some((left, counter)) = count {
            self.change(left, -1, span);
            if let Some(Home::Slot(counter, _)) = counter {
                self.change(counter, 1, span);
            }
        }
        self.block(body);
        self.op(Op::Jump(again), span);
        for exit in exits {
            self.land(exit);
        }
        self.release(outer, span);
        self.loop_end();
    }

    /// `state[slot] += by`
    pub(super) fn change(&mut self, slot: Slot, by: i32, span: Span) {
        let now = self.push(Expr::Slot(slot), span);
        let value = self.plus(now, by, span);
        self.op(Op::Set { slot, value }, span);
    }

    /// Round and round over the players of the query until the condition holds.
    fn in_turn(&mut self, query: &ir::Query, until: Option<&ir::Expr>, body: &Block, span: Span) {
        let Some(until) = until else {
            self.error("E1016", span, "`until all pass` has no meaning for this set-up yet")
                .help = Some("say when it ends: `until CONDITION`".into());
            return;
        };
        let outer = self.frames.mark();
        self.loop_begin();
        let seats = ir::Query {
            filter: None,
            ..query.clone()
        };
        let again = self.here();
        let list = self.each_start(&seats, span);
        let next = self.each_next(&seats, &list, span);
        let end = self.expr(until);
        let holds = self.not(end, until.span);
        let over = self.op(Op::Unless { holds, to: Pc(0) }, until.span);
        let skip = query.filter.as_ref().map(|filter| {
            let holds = self.expr(filter);
            self.op(Op::Unless { holds, to: Pc(0) }, span)
        });
        self.block(body);
        if let Some(skip) = skip {
            self.land(skip);
        }
        self.op(Op::Jump(next), span);
        self.land(next);
        self.op(Op::Jump(again), span);
        self.land(over);
        self.release(outer, span);
        self.loop_end();
    }

    fn is_sheet(&self, rule: RuleId) -> bool {
        matches!(
            self.book.rules[rule.index()].kind,
            RuleKind::Action | RuleKind::Menu | RuleKind::Card
        )
    }

    fn call_stmt(&mut self, rule: RuleId, args: &[ir::Expr], if_possible: bool, span: Span) {
        let values: Vec<ExprId> = args.iter().map(|arg| self.expr(arg)).collect();
        let sheet = self.is_sheet(rule);
        let probe = if_possible.then(|| self.op(Op::Probe { otherwise: Pc(0) }, span));
        if sheet {
            self.op(Op::Begin, span);
        }
        self.call(rule, &values, span);
        if sheet {
            self.op(Op::End, span);
        }
        if let Some(probe) = probe {
            self.land(probe);
        }
    }

    /// Sets the parameters of a rule and goes there.
    pub(super) fn call(&mut self, rule: RuleId, values: &[ExprId], span: Span) {
        for (home, value) in self.params(rule).into_iter().zip(values) {
            self.save(home, *value, span);
        }
        let ret = self.frames.of(rule).base;
        let call = self.op(Op::Call { entry: Pc(0), ret }, span);
        self.calls.push((call, rule));
    }

    /// The homes of a rule's parameters: the first words of its frame behind the return address.
    pub(super) fn params(&self, rule: RuleId) -> Vec<Home> {
        let book = self.book.clone();
        let callee = &book.rules[rule.index()];
        let mut slot = self.frames.of(rule).base + 1;
        let params = callee.locals.iter().take(callee.params as usize).map(|local| {
            let shape = self.shape(&local.ty);
            let home = Home::Slot(slot, shape);
            slot += shape.width();
            home
        });
        params.collect()
    }

    pub(super) fn resolve_calls(&mut self) {
        for (at, rule) in std::mem::take(&mut self.calls) {
            let target = self.frames.of(rule).entry;
            if let Op::Call { entry, .. } = &mut self.program.ops[at.index()] {
                *entry = target;
            }
        }
    }

    /// The sheet of a card: as many branches as there are families of cards.
    fn play(&mut self, who: &ir::Expr, card: &ir::Expr, if_possible: bool, span: Span) {
        let Type::Member(kind) = card.ty else { return };
        let book = self.book.clone();
        let KindBody::Members(families) = &book.kinds[kind.index()].body else {
            return;
        };
        let probe = if_possible.then(|| self.op(Op::Probe { otherwise: Pc(0) }, span));
        self.op(Op::Begin, span);
        let (who, card) = (self.expr(who), self.expr(card));
        let mut done = Vec::new();
        for (at, family) in families.iter().enumerate() {
            let Some(sheet) = family.sheet else { continue };
            let first = self.kinds[kind.index()].families[at] as i32;
            let params = self.family_params(family);
            let past = self.konst(first + params.len() as i32, span);
            let low = self.konst(first, span);
            let above = self.arith(Arith::AtMost, low, card, span);
            let below = self.arith(Arith::Less, card, past, span);
            let holds = self.both(above, below, span);
            let other = self.op(Op::Unless { holds, to: Pc(0) }, span);
            let mut values = vec![who];
            let index = self.plus(card, -first, span);
            for which in 0..family.params.len() {
                values.push(self.array(params.iter().map(|p| p[which]).collect(), index, span));
            }
            self.call(sheet, &values, span);
            done.push(self.op(Op::Jump(Pc(0)), span));
            self.land(other);
        }
        for jump in done {
            self.land(jump);
        }
        self.op(Op::End, span);
        if let Some(probe) = probe {
            self.land(probe);
        }
    }

    /// Leaves an outer rule from inside a rule that it called: all frames behind its own are given up with it.
    fn end_outer(&mut self, rule: RuleId, span: Span) {
        for _ in 0..self.extents {
            self.op(Op::End, span);
        }
        let base = self.frames.of(rule).base;
        let count = self.frames.end_of_all().saturating_sub(base).max(1);
        self.op(Op::Return { ret: base, base, count }, span);
    }

    /// Names that an action shares with its menu.
    pub(super) fn bind_remembered(&mut self, rule: &ir::Rule) {
        let Some(sheet) = &rule.sheet else { return };
        for (own, menu, local) in &sheet.remembers {
            let home = self
                .frames
                .of(*menu)
                .homes
                .get(local.index())
                .copied()
                .unwrap_or(Home::None);
            if home != Home::None {
                self.scope.set(*own, home);
            }
        }
    }
}

/// The words of an `each`.
#[derive(Clone, Copy, Debug)]
pub(super) struct EachList {
    pub(super) list: Slot,
    pub(super) stride: u16,
    pub(super) room: u16,
}
