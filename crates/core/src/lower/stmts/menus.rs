//! Menus: a loop around a question over the available actions.

use super::Lower;
use crate::code::{Arith, Arm, ArmKind, Ask, Domain, Expr, ExprId, Op, Pc, Query, Slot, TextId, ValueShape};
use crate::ir::{self, Limit, LocalId};
use crate::lower::exprs::scope::{Home, LocalHomes};
use tavola_syntax::text::Span;

/// The words in which a menu records the actions done.
struct MenuNotes {
    /// Set once an action was done, if an action must be the first.
    acted: Option<Slot>,
    /// For each item, a flag or a set if its limit needs one.
    items: Vec<Option<(Slot, ValueShape)>>,
}

impl Lower<'_> {
    pub(in crate::lower) fn menu(&mut self, menu: &ir::Menu, span: Span) {
        let shelf = self.shelf();
        self.emit.op(Op::Shelve(shelf), span);
        self.menu_loop(menu, span);
        self.emit.op(Op::Unshelve(shelf), span);
    }

    /// Allocates the word in which a menu saves DEPTH.
    pub(super) fn shelf(&mut self) -> Slot {
        let shelf = self.frames.word();
        if let Some(rule) = self.rule {
            self.frames.keep_depth(rule, shelf);
        }
        shelf
    }

    /// The loop of a menu, with no extent open around it.
    pub(super) fn menu_loop(&mut self, menu: &ir::Menu, span: Span) {
        let mark = self.frames.mark();
        let notes = self.notes(menu);
        let again = self.emit.here();
        let end = self.goes_on(menu, &notes, span).map(|holds| self.emit.op(Op::Unless { holds, to: Pc(0) }, span));
        let who = self.exprs().expr(&menu.who);
        let prompt = menu.prompt.as_ref().map(|prompt| self.exprs().text(prompt));
        let mut arms: Vec<Arm> =
            menu.items.iter().enumerate().map(|(at, item)| self.item_arm(item, &notes, at, &[])).collect();
        if let Some(done) = &menu.done {
            let label = Some(self.exprs().text(done));
            let kind = if menu.declined { ArmKind::No } else { ArmKind::Done };
            arms.push(bare_arm(kind, label, None, span));
        }
        let count = arms.len();
        let ask = Ask::new(Some(who), prompt, arms, span);
        let at = self.ask_op(ask, span);
        for (number, item) in menu.items.iter().enumerate() {
            self.set_goto(at, number);
            self.note_deed(item.span);
            self.item_code(item, &notes, number, who);
            self.emit.op(Op::Jump(again), item.span);
        }
        if menu.done.is_some() {
            self.set_goto(at, count - 1);
        }
        if let Some(end) = end {
            self.emit.backpatch(end);
        }
        self.release(mark, span);
    }

    /// The condition under which a menu is asked again, from its `until` and the limits of its mandatory items. `None` if it always is.
    fn goes_on(&mut self, menu: &ir::Menu, notes: &MenuNotes, span: Span) -> Option<ExprId> {
        let limit_of = |at: usize| {
            let sheet = self.book.rules[menu.items[at].rule.index()].sheet.as_ref();
            sheet.map_or((Limit::Any, span), |sheet| (sheet.limit, sheet.limit_span))
        };
        let mut holds = Vec::new();
        for &at in &menu.always {
            let (limit, limit_span) = limit_of(at);
            // Without a limit, only the player decides when it is enough.
            holds.push(self.limit_holds(limit, notes, at, limit_span)?);
        }
        if let Some(until) = &menu.until {
            let until_id = self.probed(until);
            holds.push(self.emit.not(until_id, until.span));
        }
        holds.into_iter().reduce(|one, other| self.emit.push(Expr::Or(one, other), span))
    }

    /// Lowers `p does drop` for an action with parameters: one question over them, then the action. `values` are the player and
    /// the parameters that are already known.
    pub(super) fn ask_for(&mut self, rule: ir::RuleId, values: &[ExprId], span: Span) {
        let (who, known) = (values[0], &values[1..]);
        let notes = MenuNotes { acted: None, items: vec![None] };
        let item = ir::MenuItem { rule, span };
        let mark = self.frames.mark();
        let you = self.frames.word();
        self.emit.op(Op::Set { slot: you, value: who }, span);
        let outer = self.scope.home(LocalId(0));
        self.scope.set(LocalId(0), Home::Slot(you, ValueShape::Word));
        let mut arm = self.item_arm(&item, &notes, 0, known);
        arm.begins = false;
        let mut arms = vec![arm];
        arms.extend(self.no_arm(rule, span));
        let question = self.book.rules[rule.index()].sheet.as_ref().and_then(|sheet| sheet.question.as_ref());
        let prompt = question.map(|question| self.exprs().text(question));
        self.scope.set(LocalId(0), outer);
        let optional = arms.len() > 1;
        let ask = Ask::new(Some(who), prompt, arms, span);
        let at = self.ask_op(ask, span);
        self.set_goto(at, 0);
        self.note_deed(span);
        let params = self.params(rule);
        let you = self.emit.push(Expr::Slot(you), span);
        self.exprs().save(params[0], you, span);
        self.enter_checked(rule, span);
        if optional {
            self.set_goto(at, 1);
        }
        self.release(mark, span);
    }

    /// The arm "no" for an optional action whose parameters are asked for.
    fn no_arm(&mut self, rule: ir::RuleId, span: Span) -> Option<Arm> {
        let rule = &self.book.rules[rule.index()];
        let optional = rule.sheet.as_ref()?.optional.as_ref()?;
        let scope = self.action_scope(rule);
        let when = self.exprs().within(scope, |lower| lower.expr(optional));
        let when = Some(when).filter(|when| self.emit.constant_of(*when).is_none_or(|value| value == 0));
        Some(bare_arm(ArmKind::No, None, when, span))
    }

    fn notes(&mut self, menu: &ir::Menu) -> MenuNotes {
        let first = |item: &ir::MenuItem| {
            let sheet = self.book.rules[item.rule.index()].sheet.as_ref();
            sheet.is_some_and(|sheet| sheet.limit == Limit::First)
        };
        let acted = menu.items.iter().any(first).then(|| self.frames.word());
        let items = menu.items.iter().map(|item| {
            let rule = &self.book.rules[item.rule.index()];
            let shape = match rule.sheet.as_ref()?.limit {
                Limit::Once => ValueShape::Word,
                Limit::OncePer(local) => {
                    ValueShape::Set(self.boxes.domain(&rule.locals[local.index()].ty).div_ceil(32).clamp(1, 8) as u16)
                }
                Limit::Any | Limit::First => return None,
            };
            Some((self.frames.words(shape.width()), shape))
        });
        let items = items.collect();
        MenuNotes { acted, items }
    }

    /// An action as an arm of the menu's question: its parameters, filtered by all its conditions.
    fn item_arm(&mut self, item: &ir::MenuItem, notes: &MenuNotes, at: usize, known: &[ExprId]) -> Arm {
        let rule = &self.book.rules[item.rule.index()];
        let Some(sheet) = &rule.sheet else { unreachable!("only sheets join menus") };
        let limit = self.limit_holds(sheet.limit, notes, at, sheet.limit_span);
        let scope = self.action_scope(rule);
        let (query, when, label, types) = self.exprs().within(scope, |lower| {
            let first = lower.emit.next_reg;
            let mut binders = lower.binders(&sheet.params);
            for (binder, &value) in binders.iter_mut().zip(known) {
                binder.domain = Domain::Range(value, value);
                lower.emit.numbers.remove(&binder.reg);
            }
            let params = lower.emit.next_reg;
            let (when, filter) = lower.guards(sheet, notes.items[at], first..params, item.span);
            let title = rule.title.as_ref().map(|title| lower.title(title, sheet));
            let types = lower.binder_types(&sheet.params);
            (lower.emit.query_node(Query { binders, filter, ..Query::default() }), when, title, types)
        });
        let when = match (limit, when) {
            (Some(limit), Some(when)) => Some(self.emit.both(limit, when, item.span)),
            (limit, when) => limit.or(when),
        };
        let params = self.params(item.rule);
        let stores = params[1..].iter().map(|home| self.exprs().store_of(*home, item.span)).collect();
        self.hold_params(item.rule, query, &params[1..]);
        Arm {
            kind: ArmKind::Action(rule.name.clone()),
            label,
            when,
            query: Some(query),
            stores,
            types,
            goto: Pc(0),
            begins: true,
            sure: false,
            needs: None,
            span: item.span,
        }
    }

    /// The scope in which a menu evaluates the conditions of an action.
    fn action_scope(&self, rule: &ir::Rule) -> LocalHomes {
        let mut scope = LocalHomes::of(&rule.locals);
        scope.set(LocalId(0), self.scope.home(LocalId(0)));
        for (own, menu, local) in rule.sheet.iter().flat_map(|sheet| &sheet.remembers) {
            if Some(*menu) == self.rule {
                scope.set(*own, self.scope.home(*local));
            }
        }
        scope
    }

    fn limit_holds(&mut self, limit: Limit, notes: &MenuNotes, at: usize, span: Span) -> Option<ExprId> {
        let slot = match limit {
            Limit::First => notes.acted?,
            Limit::Once => notes.items[at]?.0,
            Limit::Any | Limit::OncePer(_) => return None,
        };
        let done = self.emit.push(Expr::Slot(slot), span);
        let zero = self.emit.konst(0, span);
        Some(self.emit.arith(Arith::Is, done, zero, span))
    }

    /// The code of a chosen action. Its parameters are already in its frame.
    fn item_code(&mut self, item: &ir::MenuItem, notes: &MenuNotes, at: usize, who: ExprId) {
        let span = item.span;
        let params = self.params(item.rule);
        self.emit.op(Op::Begin, span);
        if let Some(acted) = notes.acted {
            let value = self.emit.konst(1, span);
            self.emit.op(Op::Set { slot: acted, value }, span);
        }
        match notes.items[at] {
            Some((slot, ValueShape::Word)) => self.change(slot, 1, span),
            Some((base, shape @ ValueShape::Set(width))) => {
                let sheet = self.book.rules[item.rule.index()].sheet.as_ref();
                if let Some(Limit::OncePer(local)) = sheet.map(|sheet| sheet.limit) {
                    let used = self.emit.push(Expr::SetSlots { base, width }, span);
                    let member = self.exprs().local(params[local.index()], span);
                    let one = self.emit.push(Expr::One(member), span);
                    let all = self.emit.push(Expr::Union(used, one), span);
                    self.exprs().save(Home::Slot(base, shape), all, span);
                }
            }
            _ => {}
        }
        self.exprs().save(params[0], who, span);
        let outer = std::mem::replace(&mut self.extents, 1);
        match &self.book.rules[item.rule.index()].sheet {
            Some(sheet) if sheet.optional.is_some() => self.enter(item.rule, span),
            _ => self.enter_checked(item.rule, span),
        }
        self.extents = outer;
        let end = self.emit.op(Op::End, span);
        self.emit.notes.menu_ends.push(end);
    }
}

/// An arm without names.
fn bare_arm(kind: ArmKind, label: Option<TextId>, when: Option<ExprId>, span: Span) -> Arm {
    let (stores, types) = (Vec::new(), Vec::new());
    Arm { kind, label, when, query: None, stores, types, goto: Pc(0), begins: false, sure: false, needs: None, span }
}
