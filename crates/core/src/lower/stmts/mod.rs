//! Lowering of statements and rules to operations.

mod asks;
mod at_once;
mod calls;
mod draws;
mod ending;
mod families;
mod frames;
mod guards;
mod held;
mod loops;
mod menus;
mod moves;
mod passes;
mod payoff;
mod probes;
mod reach;
mod relations;
mod start;
mod takes;
mod together;
mod transactions;

use crate::lower::codes;
use std::sync::Arc;

use crate::code::{Expr, Op, Pc, RuleCode, Secret, Slot};
use crate::ir::{self, Block, Calls, LocalId, Rulebook, Stmt, StmtKind, Type};
use crate::lower::MOST_STATE_WORDS;
use crate::lower::boxes::Boxes;
use crate::lower::emit::Emit;
use crate::lower::exprs::Exprs;
use crate::lower::exprs::scope::{self, Home, LocalHomes};
use frames::{Frame, Frames};
use held::TaintedName;
use loops::Loop;
use passes::Passes;
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::Span;
use together::OpenBlock;
use transactions::Transactions;

/// Initial capacity of the expression arena: enough for the rules of a large game.
const INITIAL_EXPRS: usize = 1 << 14;

/// Lowers rules, statement by statement.
pub(super) struct Lower<'b> {
    /// The rules: those of the ground, and possibly more.
    pub(super) book: &'b Rulebook,
    boxes: Arc<Boxes>,
    pub(super) emit: Emit,
    first_frame: Slot,
    /// The call graph.
    called: Arc<Calls>,
    frames: Frames,
    /// Calls to be backpatched, and whether the conditions of the rule are already tested.
    calls: Vec<(Pc, ir::RuleId, bool)>,
    /// Tainted names of sheets that a menu asks for, which are alive while their rule runs.
    held_by_rule: Vec<(usize, ir::RuleId)>,
    /// Rules that are left from inside a callee: `end NAME`.
    left_from_below: Vec<ir::RuleId>,
    /// Loops with `until all pass`.
    passes: Passes,
    /// The counter of open transactions.
    transactions: Transactions,
    /// The rule that is being lowered.
    rule: Option<ir::RuleId>,
    /// Homes of the local names in scope.
    scope: LocalHomes,
    /// The innermost `together` block being lowered.
    part: Option<OpenBlock>,
    /// Names of this rule that carry hidden information.
    holding: Vec<TaintedName>,
    /// The secret answers whose branches surround the statement being lowered.
    secrets: Vec<Secret>,
    /// Loops around the statement being lowered, innermost last.
    loops: Vec<Loop>,
    /// Extents opened in this rule around the statement being lowered.
    extents: u32,
}

impl<'b> Lower<'b> {
    /// A lowering of the rules of a book. `measured`: an earlier pass that determined the frame sizes.
    pub(super) fn new(book: &'b Rulebook, boxes: &Arc<Boxes>, emit: &Emit, measured: Option<&Self>) -> Self {
        let called = measured.map_or_else(|| Arc::new(Calls::of(book)), |lower| Arc::clone(&lower.called));
        let (mut passes, mut transactions) = (Passes::default(), Transactions::default());
        let mut first_frame = boxes.words;
        first_frame += passes.begin(book, first_frame);
        first_frame += transactions.begin(book, first_frame);
        let mut emit = emit.clone();
        emit.make_room(measured.map_or(INITIAL_EXPRS, |lower| lower.emit.program.exprs.len()));
        Self {
            book,
            boxes: Arc::clone(boxes),
            emit,
            first_frame,
            frames: measured.map_or_else(Frames::default, |lower| Frames::placed(&called, &lower.frames, first_frame)),
            called,
            calls: Vec::new(),
            held_by_rule: Vec::new(),
            left_from_below: Vec::new(),
            passes,
            transactions,
            rule: None,
            scope: LocalHomes::default(),
            part: None,
            holding: Vec::new(),
            secrets: Vec::new(),
            loops: Vec::new(),
            extents: 0,
        }
    }

    /// The expression lowering with the names in scope.
    pub(super) fn exprs(&mut self) -> Exprs<'_> {
        let cursor = self.part.as_ref().map_or(0, |part| part.cursor);
        Exprs { boxes: &self.boxes, emit: &mut self.emit, scope: &mut self.scope, cursor }
    }

    /// Lowers statements whose names stay in scope after them.
    fn statements(&mut self, block: &Block) {
        for stmt in block {
            self.stmt(stmt);
        }
    }

    /// Lowers a block. Its names go out of scope at its end, and their words are cleared.
    fn block(&mut self, block: &Block) {
        let mark = self.frames.mark();
        self.statements(block);
        self.release(mark, block.last().map_or(self.emit.span, |stmt| stmt.span));
    }

    /// Frees and clears the words from `mark` on.
    fn release(&mut self, mark: Slot, span: Span) {
        self.let_go(mark);
        let count = self.frames.mark() - mark;
        if count > 0 {
            self.emit.op(Op::Fill { base: mark, count, word: 0 }, span);
        }
        self.frames.release(mark);
    }

    pub(super) fn stmt(&mut self, stmt: &Stmt) {
        let span = stmt.span;
        self.emit.span = span;
        let tell = only_tells(stmt).then(|| self.emit.op(Op::UnlessLogged(Pc(0)), span));
        self.kind_of_stmt(stmt);
        if let Some(tell) = tell {
            self.emit.backpatch(tell);
        }
    }

    fn kind_of_stmt(&mut self, stmt: &Stmt) {
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Let(local, value) => self.let_stmt(*local, value, span),
            StmtKind::SetMemory(id, index, value) => {
                let data = self.boxes.memory[id.index()].clone();
                self.exprs().set_variable(&data, index, value, span);
            }
            StmtKind::SetTrack(id, index, value) => {
                let data = self.boxes.tracks[id.index()].clone();
                self.exprs().set_variable(&data, index, value, span);
            }
            StmtKind::Step(track, index, by) => self.step(track.index(), index, by, span),
            StmtKind::Move { what, from, to, end } => self.move_stmt(what, from.as_ref(), (to, *end), span),
            StmtKind::Draw { count, from, to, except } => self.draw(count, from, to, except.as_ref(), span),
            StmtKind::Shuffle(place) => {
                let cell = self.exprs().expr(place);
                self.emit.op(Op::Shuffle(cell), span);
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
            StmtKind::BagChoice(family) => self.family(family, span),
            StmtKind::Order(order) => self.order(order, span),
            StmtKind::Divide(who, what, into, piles) => self.divide(who, what, into, *piles, span),
            StmtKind::Menu(menu) => self.menu(menu, span),
            StmtKind::AtOnce(once) => self.at_once(once, span),
            StmtKind::Together(query, body) => self.together(query, body, span),
            StmtKind::Transaction(body, close) => self.transaction(body, close, span),
            StmtKind::Require(holds, why) => self.require(holds, why.as_ref(), span),
            StmtKind::Say(text) => {
                let text = self.exprs().text(text);
                self.emit.op(Op::Say(text), span);
            }
            StmtKind::Stop => self.stop(span),
            StmtKind::Return => self.leave(span),
            StmtKind::EndOuter(rule) => self.end_outer(*rule, span),
        }
    }

    fn require(&mut self, holds: &ir::Expr, why: Option<&ir::Text>, span: Span) {
        let holds = self.probed(holds);
        if self.emit.constant_of(holds).is_some_and(|value| value != 0) {
            return;
        }
        let why = why.map(|text| self.exprs().text(text));
        self.emit.op(Op::Require { holds, why }, span);
    }

    fn let_stmt(&mut self, local: LocalId, value: &ir::Expr, span: Span) {
        let ty = self.scope.type_of(local).cloned().unwrap_or_else(|| value.ty.clone());
        let shape = self.boxes.shape(&ty);
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
        self.exprs().save(home, value, span);
        self.hold_value(local, home, source, value);
    }

    /// Allocates a new home in the frame.
    fn home_for(&mut self, local: LocalId) -> Home {
        let ty = self.scope.type_of(local).cloned().unwrap_or(Type::Number);
        let shape = self.boxes.shape(&ty);
        let home = match self.scope.home(local) {
            home @ Home::Each(..) => home,
            _ => Home::Slot(self.frames.words(shape.width()), shape),
        };
        self.scope.set(local, home);
        home
    }

    fn if_stmt(&mut self, holds: &ir::Expr, yes: &Block, no: &Block, span: Span) {
        let holds = self.probed(holds);
        match self.emit.constant_of(holds) {
            Some(0) => return self.block(no),
            Some(_) => return self.block(yes),
            None => {}
        }
        let unless = self.emit.op(Op::Unless { holds, to: Pc(0) }, span);
        self.block(yes);
        if no.is_empty() {
            return self.emit.backpatch(unless);
        }
        let over = self.emit.op(Op::Jump(Pc(0)), span);
        self.emit.backpatch(unless);
        self.block(no);
        self.emit.backpatch(over);
    }

    /// `state[slot] += by`
    fn change(&mut self, slot: Slot, by: i32, span: Span) {
        let now = self.emit.push(Expr::Slot(slot), span);
        let value = self.emit.plus(now, by, span);
        self.emit.op(Op::Set { slot, value }, span);
    }

    /// Emits the code: a call of the whole run, then every rule reachable from it.
    pub(super) fn rules(&mut self, play: ir::RuleId) {
        let order = self.called.order(play);
        self.frames.begin(self.book, &self.called);
        self.left_from_below = frames::left_from_below(self.book);
        let main = self.emit.op(Op::Over, Span::NONE);
        self.emit.op(Op::Over, Span::NONE);
        for &rule in &order {
            self.rule_code(rule);
        }
        self.frames.order = order;
        self.resolve_calls();
        self.resolve_held();
        self.resolve_takes();
        let frame = self.frames.of(play);
        self.emit.program.ops[main.index()] = Op::Call { entry: frame.entry, ret: frame.base };
        self.emit.program.ending = ending::after(&self.emit.program, frame);
    }

    /// The findings of the code of each of these rules. The code cannot run, because it lacks what it calls.
    pub(super) fn findings_of(mut self, rules: &[ir::RuleId]) -> Vec<Vec<Diagnostic>> {
        self.frames.begin(self.book, &self.called);
        self.left_from_below = frames::left_from_below(self.book);
        let found = rules.iter().map(|&rule| {
            self.rule_code(rule);
            std::mem::take(&mut self.emit.findings)
        });
        found.collect()
    }

    /// Lays out the frames after a first pass, whose operations do not know their positions.
    pub(super) fn place_frames(&mut self) {
        self.frames.place(&self.called, self.first_frame);
    }

    pub(super) fn finish(&mut self, play: ir::RuleId) {
        let words = self.frames.end().max(self.first_frame);
        if words > MOST_STATE_WORDS {
            let message = format!("a position would have {words} numbers; at most {MOST_STATE_WORDS} are possible");
            let (span, help) = match self.largest() {
                Some((name, numbers, span)) if u64::from(numbers) * 4 > u64::from(words) => {
                    (span, format!("`{name}` alone has {numbers}: make its indexes smaller"))
                }
                _ => (self.book.rules[play.index()].span, "make a kind, a range or a list smaller".into()),
            };
            self.emit.error(codes::LARGE_POSITION, span, message, help);
            return;
        }
        self.emit.program.layout.words = words;
        self.emit.program.layout.frames = self.first_frame;
        self.emit.program.layout.transactions = self.transactions.word();
        self.emit.count_regs();
        self.start_state();
        self.conditions();
        self.emit.count_regs();
    }

    /// The track or variable with the most words.
    fn largest(&self) -> Option<(String, u32, Span)> {
        let tracks = self.book.tracks.iter().map(|track| (&track.name, track.span)).zip(&self.boxes.tracks);
        let memory = self.book.memory.iter().map(|memory| (&memory.name, memory.span)).zip(&self.boxes.memory);
        let sized = tracks
            .chain(memory)
            .map(|((name, span), data)| (name.clone(), data.count.saturating_mul(data.shape.width()), span));
        sized.max_by_key(|(_, numbers, _)| *numbers)
    }

    /// Lowers the invariants and the ranking.
    fn conditions(&mut self) {
        let book = self.book;
        for invariant in &book.always {
            let value = self.exprs().define_body(&invariant.holds);
            let which = self.emit.program.always.len() as u32;
            self.emit.program.always.push((invariant.what.clone(), value));
            if self.reads_hidden(&invariant.holds.value) {
                let far = relations::distance(&invariant.holds.value);
                let far = self.exprs().within(LocalHomes::of(&invariant.holds.locals), |lower| lower.expr(&far));
                self.emit.program.related.push((which, far));
            }
        }
        let mut ranking = |id: crate::ir::DefineId| {
            let list = self.emit.program.lists.len() as u32;
            self.emit.push(crate::code::Expr::Call { fun: id.0, args: list }, book.defines[id.index()].span)
        };
        let winner = book.winner.as_ref().map(|winner| (ranking(winner.ranks), winner.others.map(&mut ranking)));
        self.emit.program.winner = winner.map(|(ranks, _)| ranks);
        self.emit.program.ranking_of_others = winner.and_then(|(_, others)| others);
        self.emit.program.payoff = book.payoff.as_ref().map(|payoff| self.payoff(payoff));
    }

    fn rule_code(&mut self, id: ir::RuleId) {
        let rule = &self.book.rules[id.index()];
        self.rule = Some(id);
        self.scope = LocalHomes::of(&rule.locals);
        self.loops.clear();
        self.passes.enter_rule();
        self.transactions.inside = false;
        self.extents = 0;
        let base = self.frames.of(id).base;
        let entry = self.emit.here();
        self.frames.open(base);
        let number = self.emit.program.rules.len() as u32;
        self.emit.op(Op::Enter(number), rule.span);
        let ret = self.frames.word();
        debug_assert_eq!(ret, base, "the return address is the first word of a frame");
        for at in 0..rule.params {
            let shape = self.boxes.shape(&rule.locals[at as usize].ty);
            let slot = self.frames.words(shape.width());
            self.scope.set(ir::LocalId(at), scope::Home::Slot(slot, shape));
        }
        self.bind_remembered(id);
        self.keep_depth(id, rule.span);
        let (guards, rest) = rule.body.split_at(guards::guarded(rule));
        guards.iter().for_each(|stmt| self.stmt(stmt));
        let after_guards = self.emit.here();
        self.say_heading(rule);
        let steps = rest.iter().map(|stmt| {
            self.stmt(stmt);
            self.emit.here()
        });
        let steps = steps.collect();
        self.leave(rule.span);
        let checked = (!guards.is_empty()).then(|| self.checked_entry(number, guards, after_guards, rule.span));
        let size = self.frames.close();
        let homes = self.scope.homes();
        self.frames.set(id, Frame { base, size, entry, checked, steps, homes });
        let end = self.emit.here();
        self.let_go(0);
        let (name, heading) = (rule.name.clone(), heading(rule));
        self.emit.program.rules.push(RuleCode { name, entry, checked, end, frame: base, heading, span: rule.span });
        self.emit.patch_returns(entry, end, base, size);
    }

    /// Emits the log line at the beginning of a phase whose heading names its parameters: `-- Anna's turn --`.
    fn say_heading(&mut self, rule: &ir::Rule) {
        if let Some(title) = rule.said_heading() {
            let text = self.exprs().text(title);
            self.emit.program.texts[text.index()].heading = true;
            self.emit.op(Op::Say(text), rule.span);
        }
    }

    /// Ends all but `left` of the extents that this rule opened.
    fn end_extents(&mut self, left: u32, span: Span) {
        for open in (left..self.extents).rev() {
            self.emit.end_op(open == 0, span);
        }
    }

    /// Ends the rule: returns to the caller.
    fn leave(&mut self, span: Span) {
        self.end_extents(0, span);
        self.forget_passes(span);
        let rule = self.rule.expect("statements are lowered inside a rule");
        let base = self.frames.of(rule).base;
        self.emit.op(Op::Return { ret: base, base, count: 0 }, span);
    }
}

/// True if all that a statement does is to write to the log, possibly under conditions or in loops.
fn only_tells(stmt: &Stmt) -> bool {
    let says = |block: &[Stmt]| block.iter().all(|stmt| matches!(stmt.kind, StmtKind::Say(_)) || only_tells(stmt));
    match &stmt.kind {
        StmtKind::Each(_, body) => says(body),
        StmtKind::If(_, yes, no) => says(yes) && says(no),
        _ => false,
    }
}

/// The heading of a phase. A phase with parameters has a heading only if its text names them.
fn heading(rule: &ir::Rule) -> Option<String> {
    let title = rule.title.as_ref().map_or_else(|| Some(rule.name.replace('_', " ")), ir::Text::plain_text);
    title.filter(|title| rule.heading && rule.params == 0 && !title.is_empty())
}
