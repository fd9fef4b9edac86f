//! Calls of rules and sheets, and playing of cards.

use super::Lower;
use crate::code::{Arith, DEPTH, Expr, ExprId, Op, Pc, Slot};
use crate::ir::{self, KindBody, LocalId, RuleId, RuleKind, Type};
use crate::lower::exprs::scope::Home;
use tavola_syntax::text::Span;

impl Lower<'_> {
    fn is_menu(&self, rule: RuleId) -> bool {
        self.book.rules[rule.index()].kind == RuleKind::Menu
    }

    fn is_sheet(&self, rule: RuleId) -> bool {
        let kind = self.book.rules[rule.index()].kind;
        matches!(kind, RuleKind::Action | RuleKind::Menu | RuleKind::Card | RuleKind::Interrupt)
    }

    pub(super) fn call_stmt(&mut self, rule: RuleId, args: &[ir::Expr], if_possible: bool, span: Span) {
        let values: Vec<ExprId> = args.iter().map(|arg| self.exprs().expr(arg)).collect();
        let secret = args.iter().any(|arg| self.reads_hidden(arg));
        if self.is_sheet(rule) {
            self.do_sheet(rule, &values, secret, if_possible, span);
        } else {
            self.call(rule, &values, secret, span);
        }
    }

    /// Runs a sheet as an extent. With `if_possible`, only if it can be finished.
    fn do_sheet(&mut self, rule: RuleId, values: &[ExprId], secret: bool, if_possible: bool, span: Span) {
        let menu = self.is_menu(rule);
        let probe = if_possible.then(|| self.emit.op(Op::Probe { otherwise: Pc(0), menu }, span));
        self.extent_of(rule, values, secret, span);
        if let Some(probe) = probe {
            self.emit.backpatch(probe);
        }
    }

    /// Stores into a word whether a sheet could be finished.
    pub(super) fn can_sheet(&mut self, slot: Slot, rule: RuleId, values: &[ExprId], span: Span) {
        let menu = self.is_menu(rule);
        let can = self.emit.op(Op::Can { slot, after: Pc(0), menu, later_return: None }, span);
        self.extent_of(rule, values, false, span);
        self.emit.backpatch(can);
    }

    /// Runs a sheet as an extent of its own.
    fn extent_of(&mut self, rule: RuleId, values: &[ExprId], secret: bool, span: Span) {
        self.emit.op(Op::Begin, span);
        self.extents += 1;
        if values.len() < self.book.rules[rule.index()].params as usize {
            self.ask_for(rule, values, span);
        } else {
            self.call(rule, values, secret, span);
        }
        self.extents -= 1;
        self.emit.end_op(self.extents == 0, span);
    }

    /// Sets the parameters of a rule and calls it. `secret`: some of them carry hidden information.
    pub(in crate::lower) fn call(&mut self, rule: RuleId, values: &[ExprId], secret: bool, span: Span) {
        let params = self.params(rule);
        for (home, value) in params.iter().zip(values) {
            self.exprs().save(*home, *value, span);
        }
        self.enter(rule, span);
        for (home, value) in params.into_iter().zip(values).filter(|_| secret) {
            self.hold_argument(home, *value);
        }
    }

    /// Calls a rule whose parameters are already set.
    pub(super) fn enter(&mut self, rule: RuleId, span: Span) {
        self.note_call(rule);
        let ret = self.frames.of(rule).base;
        let call = self.emit.op(Op::Call { entry: Pc(0), ret }, span);
        self.calls.push((call, rule, false));
        if self.extents > 0 {
            self.emit.notes.inner_calls.push(call);
        }
    }

    /// Calls an action that was chosen in a question, which has already tested its conditions.
    pub(super) fn enter_checked(&mut self, rule: RuleId, span: Span) {
        self.enter(rule, span);
        if let Some((_, _, checked)) = self.calls.last_mut() {
            *checked = true;
        }
    }

    /// The homes of a rule's parameters: the first words of its frame after the return address.
    pub(in crate::lower) fn params(&self, rule: RuleId) -> Vec<Home> {
        let callee = &self.book.rules[rule.index()];
        let mut slot = self.frames.of(rule).base + 1;
        let params = callee.locals.iter().take(callee.params as usize).map(|local| {
            let shape = self.boxes.shape(&local.ty);
            let home = Home::Slot(slot, shape);
            slot += shape.width();
            home
        });
        params.collect()
    }

    pub(super) fn resolve_calls(&mut self) {
        for (at, rule, checked) in std::mem::take(&mut self.calls) {
            let frame = self.frames.of(rule);
            let target = frame.checked.filter(|_| checked).unwrap_or(frame.entry);
            if let Op::Call { entry, .. } = &mut self.emit.program.ops[at.index()] {
                *entry = target;
            }
        }
    }

    /// Plays a card: dispatches to its sheet, with one branch for each family of cards.
    pub(in crate::lower) fn play(&mut self, who: &ir::Expr, card: &ir::Expr, if_possible: bool, span: Span) {
        let secret = self.reads_hidden(card);
        self.each_card(who, card, span, |lower, sheet, values| {
            lower.do_sheet(sheet, values, secret, if_possible, span);
        });
    }

    /// Emits code for the sheet of a card, for each family. `act` gets the sheet and its arguments, `you` first.
    pub(super) fn each_card(
        &mut self,
        who: &ir::Expr,
        card: &ir::Expr,
        span: Span,
        mut act: impl FnMut(&mut Self, RuleId, &[ExprId]),
    ) {
        let Type::Member(kind) = card.ty else { return };
        let KindBody::Members(families) = &self.book.kinds[kind.index()].body else {
            return;
        };
        let (who, card) = (self.exprs().expr(who), self.exprs().expr(card));
        let mut done = Vec::new();
        for (at, family) in families.iter().enumerate() {
            let Some(sheet) = family.sheet else { continue };
            let first = self.boxes.kinds[kind.index()].families[at] as i32;
            let params = self.boxes.family_params(kind, at);
            let past = self.emit.konst(first + params.len() as i32, span);
            let low = self.emit.konst(first, span);
            let above = self.emit.arith(Arith::AtMost, low, card, span);
            let below = self.emit.arith(Arith::Less, card, past, span);
            let holds = self.emit.both(above, below, span);
            let other = self.emit.op(Op::Unless { holds, to: Pc(0) }, span);
            let mut values = vec![who];
            let index = self.emit.plus(card, -first, span);
            for which in 0..family.params.len() {
                values.push(self.emit.array(params.iter().map(|p| p[which]).collect(), index, span));
            }
            act(self, sheet, &values);
            done.push(self.emit.op(Op::Jump(Pc(0)), span));
            self.emit.backpatch(other);
        }
        for jump in done {
            self.emit.backpatch(jump);
        }
    }

    /// Leaves an outer rule from inside a rule that it called. All frames after its own are discarded with it.
    pub(super) fn end_outer(&mut self, rule: RuleId, span: Span) {
        self.end_extents(0, span);
        if let Some(depth) = self.frames.depth_of(rule) {
            self.emit.op(Op::Leave { slot: depth, menu: self.is_menu(rule) }, span);
        }
        self.forget_passes_of(rule, span);
        let base = self.frames.of(rule).base;
        let count = self.frames.end_of_all().saturating_sub(base).max(1);
        self.emit.op(Op::Return { ret: base, base, count }, span);
    }

    /// Saves DEPTH at the beginning of a rule that may be left from inside a rule it calls. Menus always save it.
    pub(super) fn keep_depth(&mut self, rule: RuleId, span: Span) {
        if self.is_menu(rule) || !self.left_from_below.contains(&rule) {
            return;
        }
        let slot = self.frames.depth_of(rule).unwrap_or_else(|| self.frames.word());
        self.frames.keep_depth(rule, slot);
        let value = self.emit.push(Expr::Slot(DEPTH as Slot), span);
        self.emit.op(Op::Set { slot, value }, span);
    }

    /// Binds the names that an action shares with its menu: remembered values, and the player who does both.
    pub(super) fn bind_remembered(&mut self, rule: RuleId) {
        let Some(sheet) = &self.book.rules[rule.index()].sheet else { return };
        let who = self.frames.menu_of(rule).map(|menu| (LocalId(0), menu, LocalId(0)));
        for (own, menu, local) in sheet.remembers.iter().chain(&who) {
            let home = self.frames.of(*menu).homes.get(local.index()).copied().unwrap_or(Home::None);
            if home != Home::None {
                self.scope.set(*own, home);
            }
        }
    }
}
