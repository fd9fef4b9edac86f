//! Weaving of hooks and interrupts into rules (aspect-oriented programming).
//!
//! The sentences of the rule move to a new rule, the original. The rule that others call asks the interrupts of its moments and
//! calls the hooks around the original. Later stages know nothing of hooks. An `end` in the original returns to the code woven
//! after it.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::bodies::rule_body;
use super::made::{born, push};
use super::stmts::Sentences;
use crate::check::codes;
use crate::check::declare::{Todo, Weaving};
use crate::check::exprs::Typer;
use crate::check::names::{Book, Meaning};
use crate::check::types::{binary, negate, test};
use crate::ir::visit::same;
use crate::ir::{
    Binary, Block, Expr, ExprKind, Limit, Local, LocalId, LocalRole, Menu, MenuItem, PLAYER, Query, Rule, RuleId,
    Sheet, Stmt, StmtKind, Text, TextPart, Type,
};
use tavola_syntax::syntax::ast::{self, FieldKind, Hook, RuleMoment, When};
use tavola_syntax::text::Span;

/// Builds the bodies of woven rules, of the menus of interrupts, and of hooks.
pub(super) fn bodies(book: &mut Book, todo: &Todo<'_>) {
    for (target, woven) in &todo.woven {
        let originals = the_rule(book, *target, woven);
        for (menu, asked) in woven.asks.values() {
            the_menu(book, *menu, asked);
        }
        for (id, hook) in &woven.hooks {
            let params = book.ir.rules[target.index()].params;
            let original = originals.get(id).map(|original| (*original, params));
            rule_body(book, *id, &hook.body, original);
        }
    }
}

/// Weaves interrupts and hooks around the original. Returns the rule that `original` calls in each hook.
fn the_rule(book: &mut Book, target: RuleId, woven: &Weaving<'_>) -> BTreeMap<RuleId, RuleId> {
    let own = book.ir.rules[target.index()].clone();
    let mut inner = woven.original;
    let mut originals = BTreeMap::new();
    let mut instead = woven.at(When::Instead);
    let last = instead.pop();
    // Several hooks `instead of` a rule are nested: each one replaces those before it.
    for (id, hook) in instead {
        let below = std::mem::replace(&mut inner, RuleId(book.ir.rules.len() as u32));
        originals.insert(id, below);
        book.ir.rules.push(Arc::new(Rule {
            title: None,
            heading: false,
            name: format!("original {}", own.name),
            ..Rule::clone(&own)
        }));
        let mut weaver = Weaver::of(book, inner);
        weaver.hook((id, hook), Some(below));
        weaver.finish();
    }
    let mut weaver = Weaver::of(book, target);
    weaver.ask(woven, When::Before);
    woven.at(When::Before).into_iter().for_each(|hook| weaver.hook(hook, None));
    match last {
        Some(hook) => {
            originals.insert(hook.0, inner);
            weaver.hook(hook, Some(inner));
        }
        None => {
            let call = weaver.call(inner, own.span);
            weaver.body.push(call);
        }
    }
    woven.at(When::After).into_iter().for_each(|hook| weaver.hook(hook, None));
    weaver.ask(woven, When::After);
    weaver.finish();
    originals
}

/// Builder of the body of a woven rule.
struct Weaver<'b> {
    typer: Typer<'b>,
    rule: RuleId,
    params: u32,
    body: Block,
}

impl<'b> Weaver<'b> {
    fn of(book: &'b mut Book, rule: RuleId) -> Self {
        let own = &book.ir.rules[rule.index()];
        let (params, locals) = (own.params, own.locals.clone());
        Self { typer: Typer::over(book, locals), rule, params, body: Block::new() }
    }

    fn finish(self) {
        let Typer { book, scope, .. } = self.typer;
        let own = book.ir.rule_mut(self.rule.index());
        (own.body, own.locals) = (self.body, scope.locals);
    }

    fn params(&self, span: Span) -> impl Iterator<Item = Expr> {
        (0..self.params).map(move |at| self.typer.scope.local(LocalId(at), span))
    }

    /// Calls a rule with the parameters of this one.
    fn call(&self, rule: RuleId, span: Span) -> Stmt {
        Stmt { kind: StmtKind::Call(rule, self.params(span).collect(), false), span }
    }

    /// Brings the parameters into scope, under the names in the heading.
    fn bring_into_scope(&mut self, at: &RuleMoment) {
        for (nth, param) in at.params.iter().enumerate() {
            self.typer.scope.refuse_and_see(self.typer.book, &param.name, LocalId(nth as u32));
        }
    }

    /// Calls a hook if its condition holds, otherwise the rule that it replaces.
    fn hook(&mut self, (id, hook): (RuleId, &Hook), instead: Option<RuleId>) {
        let Some(at) = &hook.at else { return };
        let span = hook.name.span;
        let mark = self.typer.scope.mark();
        self.bring_into_scope(at);
        let mut yes = Block::new();
        let holds = hook.filter.as_ref().map(|filter| self.typer.probing(|typer| typer.holds(filter)));
        let mut args: Vec<Expr> = self.params(span).collect();
        let mut locals: Vec<Local> = self.typer.scope.locals[..self.params as usize].to_vec();
        locals.iter_mut().for_each(|local| local.name.clear());
        for (local, param) in locals.iter_mut().zip(&at.params) {
            (local.name, local.span) = (param.name.text.clone(), param.name.span);
        }
        if let Some((_, births)) = &holds {
            born(&mut self.typer.scope, births, span, &mut yes);
            for birth in births {
                args.push(self.typer.scope.local(birth.id, span));
                let own = &self.typer.scope.locals[birth.id.index()];
                locals.push(Local { role: LocalRole::Param, ..own.clone() });
            }
        }
        self.typer.scope.forget(mark);
        push(&mut yes, StmtKind::Call(id, args, false), span);
        let otherwise = instead.map(|below| self.call(below, span)).into_iter().collect();
        match holds {
            Some((holds, _)) => push(&mut self.body, StmtKind::If(holds, yes, otherwise), span),
            None => self.body.append(&mut yes),
        }
        let made = self.typer.book.ir.rule_mut(id.index());
        (made.params, made.locals) = (locals.len() as u32, locals);
    }

    /// Asks the players of all interrupts of a moment.
    fn ask(&mut self, woven: &Weaving<'_>, when: When) {
        let Some((menu, sheets)) = woven.asks.get(&when) else { return };
        let mut asked: Vec<Expr> = Vec::new();
        for (_, sheet) in sheets {
            let who = sheet.fields.iter().find_map(|field| match &field.kind {
                FieldKind::Who(who) => Some(who),
                _ => None,
            });
            let (Some(who), Some(at)) = (who, &sheet.at) else {
                let message = format!("`{}` does not say whom it asks", sheet.name.text);
                let help = "add `who: p`, a player or several";
                self.typer.book.error(codes::WHO_MISSING, sheet.name.span, message, help);
                continue;
            };
            let mark = self.typer.scope.mark();
            self.bring_into_scope(at);
            let players = self.typer.players(who);
            self.typer.scope.forget(mark);
            if asked.iter().any(|other| same(other, &players)) {
                continue;
            }
            self.each(*menu, &players, &asked, who.span);
            asked.push(players);
        }
    }

    /// Opens the menu for each of these players who has not been asked yet.
    fn each(&mut self, menu: RuleId, players: &Expr, asked: &[Expr], span: Span) {
        let player = self.typer.scope.hidden("asked", Type::Member(PLAYER), LocalRole::Answer, span);
        let player_is = || self.typer.scope.local(player, span);
        let not_asked = asked.iter().map(|others| negate(binary(Binary::In, player_is(), others.clone(), Type::YesNo)));
        let filter = not_asked.reduce(|a, b| binary(Binary::And, a, b, Type::YesNo)).map(Box::new);
        let args = std::iter::once(player_is()).chain(self.params(span)).collect();
        let open = Stmt { kind: StmtKind::Call(menu, args, false), span };
        let query = Query { binders: vec![(player, players.clone())], clockwise: None, filter, keys: Vec::new(), span };
        push(&mut self.body, StmtKind::Each(query, vec![open]), span);
    }
}

/// Builds the menu of a moment: its interrupts, until nothing can be done or the player declines.
fn the_menu(book: &mut Book, menu: RuleId, asked: &[(RuleId, &ast::Sheet)]) {
    let span = book.ir.rules[menu.index()].span;
    let you = Expr { kind: ExprKind::Local(LocalId(0)), ty: Type::Member(PLAYER), span };
    let can = |(id, _): &(RuleId, &ast::Sheet)| test(ExprKind::Can(*id, vec![you.clone()]), span);
    let is_always = |(_, sheet): &(RuleId, &ast::Sheet)| {
        sheet.fields.iter().any(|field| matches!(field.kind, FieldKind::AskedAlways))
    };
    let always: Vec<usize> = (0..asked.len()).filter(|&at| is_always(&asked[at])).collect();
    let until = asked
        .iter()
        .filter(|asked| !is_always(asked))
        .map(can)
        .reduce(|a, b| binary(Binary::Or, a, b, Type::YesNo))
        .map(negate);
    let items = asked.iter().map(|(rule, sheet)| MenuItem { rule: *rule, span: sheet.name.span }).collect();
    let done = Some(Text::plain("no"));
    let prompt = question(book, menu, asked);
    let offered = Menu { prompt, who: you, items, until, done, declined: true, always };
    let params = Query { binders: Vec::new(), clockwise: None, filter: None, keys: Vec::new(), span };
    let made = book.ir.rule_mut(menu.index());
    made.body = vec![Stmt { kind: StmtKind::Menu(offered), span }];
    made.sheet = Some(Sheet {
        params,
        question: None,
        guards: Vec::new(),
        costs: Vec::new(),
        limit: Limit::Any,
        limit_span: Span::NONE,
        optional: None,
        remembers: Vec::new(),
    });
}

/// Prompt of a moment: the distinct questions of its interrupts.
fn question(book: &mut Book, menu: RuleId, asked: &[(RuleId, &ast::Sheet)]) -> Option<Text> {
    let made = &book.ir.rules[menu.index()];
    let (span, locals) = (made.span, made.locals.clone());
    let mut typer = Sentences::of_sheet(book, locals, menu, span).typer;
    let mut texts: Vec<Text> = Vec::new();
    for (_, sheet) in asked {
        let mark = typer.scope.mark();
        for (nth, param) in sheet.at.iter().flat_map(|at| &at.params).enumerate() {
            typer.scope.bring_into_scope(&param.name, Meaning::Local(LocalId(nth as u32 + 1)));
        }
        let text = typer.maybe_text(sheet.question());
        typer.scope.forget(mark);
        texts.extend(text.filter(|text| !texts.iter().any(|other| alike(other, text))));
    }
    let texts = texts.into_iter().map(|text| text.parts);
    let parts = texts.reduce(|mut all, text| {
        all.push(TextPart::Plain(" / ".into()));
        all.extend(text);
        all
    });
    parts.map(|parts| Text { parts })
}

/// True if two texts read the same, wherever they stand.
fn alike(a: &Text, b: &Text) -> bool {
    let same_part = |parts: (&TextPart, &TextPart)| match parts {
        (TextPart::Value(a), TextPart::Value(b)) => same(a, b),
        (a, b) => a == b,
    };
    a.parts.len() == b.parts.len() && a.parts.iter().zip(&b.parts).all(same_part)
}
