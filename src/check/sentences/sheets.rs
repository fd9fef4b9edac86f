//! Sheets: actions, menus and cards, their lines from top to bottom.

use super::made::{arm, born, push};
use super::menus::{Menus, pairs, shared};
use super::money::cost as cost_of;
use super::stmts::{Sentences, YOU};
use crate::check::codes;
use crate::check::declare::{param_type, unknown_param, you};
use crate::check::exprs::Typer;
use crate::check::names::{Book, Meaning};
use crate::check::types::{Birth, keep_unit, present};
use crate::ir::visit::{has_probe, same};
use crate::ir::{
    ArmKind, Ask, AtOnce, Binary, Block, Expr, ExprKind, Guard, Limit, Local, LocalId, LocalRole, Menu, Query, RuleId,
    Sheet, Stmt, StmtKind, Text, TextPart, Type,
};
use crate::syntax::ast::{self, FieldKind, SheetKind};
use crate::text::Span;

/// Types of parameters, and of what menus remember: these are the first locals of a sheet.
pub(crate) fn head(book: &mut Book, id: RuleId, sheet: &ast::Sheet) {
    let shared = shared(book, id, sheet);
    let mut locals = vec![you(sheet.name.span)];
    locals.extend(sheet.params.iter().map(unknown_param));
    let mut sentences = Sentences::of_sheet(book, locals, id, sheet.name.span);
    let typer = &mut sentences.typer;
    for (_, _, local) in &shared {
        let id = typer.scope.hidden(&local.name, local.ty.clone(), local.role, local.span);
        typer.scope.see(&ast::Name { text: local.name.clone(), span: local.span }, Meaning::Local(id));
    }
    for (at, param) in sheet.params.iter().enumerate() {
        let ty = param_type(typer, param);
        typer.scope.locals[at + 1].ty = ty;
        typer.scope.see(&param.name, Meaning::Local(LocalId(at as u32 + 1)));
    }
    let fixed = 1 + sheet.params.len() + shared.len();
    if sheet.kind == SheetKind::Menu {
        remembered(&mut sentences, sheet);
    }
    let mut locals = sentences.typer.scope.locals;
    let mut remembers: Vec<Local> = locals.split_off(fixed);
    remembers.retain(|local| local.role == LocalRole::Remember);
    locals.extend(remembers);
    let rule = book.ir.rule_mut(id.index());
    rule.params = 1 + sheet.params.len() as u32;
    rule.locals = locals;
}

/// The names that a menu remembers, with their types.
fn remembered(sentences: &mut Sentences<'_>, sheet: &ast::Sheet) {
    let mut ignored = Block::new();
    for field in &sheet.fields {
        let typer = &mut sentences.typer;
        match &field.kind {
            FieldKind::Remember(name, e) => {
                let value = present(typer.value(e, None));
                let ty = match value.ty {
                    Type::Nothing => {
                        let message = format!("what `{}` can hold is not clear from this", name.text);
                        let help = "begin with something that says it, or use a row of `memory`";
                        typer.book.error(codes::MISMATCH, e.span, message, help);
                        Type::Error
                    }
                    ty => ty,
                };
                typer.scope.birth(typer.book, name, ty, LocalRole::Remember);
            }
            FieldKind::Let(name, e) => {
                let value = typer.value(e, None);
                typer.scope.birth(typer.book, name, value.ty, LocalRole::Let);
            }
            FieldKind::Choose(choice) => {
                let who = typer.scope.local(YOU, field.span);
                sentences.question(Some(who), choice, field.span, &mut ignored);
            }
            _ => {}
        }
    }
}

/// What is found while a sheet's lines are read.
struct Lines<'t, 'b> {
    sentences: &'t mut Sentences<'b>,
    sheet: &'t ast::Sheet,
    body: Block,
    guards: Vec<Guard>,
    /// Nothing has been asked or done yet.
    open: bool,
    title: Option<Text>,
    limit: (Limit, Span),
    /// `optional:` that waits for the question it belongs to.
    no: Option<Expr>,
    /// `optional:` that the first statement asks for.
    optional: Option<Expr>,
    until: Option<Expr>,
    done: Option<Text>,
    at_once: Option<Shown>,
    /// Where the questions that are asked at once begin in the body.
    asked_from: Option<usize>,
}

/// What tells the ends of a menu's ways apart, and how players read it.
struct Shown {
    shown: Vec<Expr>,
    label: (Vec<LocalId>, Option<Text>),
}

/// The body of a sheet, and what menus need of it.
pub(crate) fn body(book: &mut Book, menus: &Menus, id: RuleId, sheet: &ast::Sheet) {
    let locals = book.ir.rules[id.index()].locals.clone();
    let remembers = pairs(book, id, &locals, sheet);
    let mut sentences = Sentences::of_sheet(book, locals, id, sheet.name.span);
    // Whoever is asked has chosen nothing yet: only `you` is in sight. An interrupt's question is that of its moment.
    let alone = sheet.kind == SheetKind::Action;
    let question = sentences.typer.maybe_text(sheet.question().filter(|_| alone));
    let params = parameters(&mut sentences.typer, id, sheet);
    let mut lines = Lines {
        sentences: &mut sentences,
        sheet,
        body: Block::new(),
        guards: Vec::new(),
        open: true,
        title: None,
        limit: (Limit::Any, Span::NONE),
        no: None,
        optional: None,
        until: None,
        done: None,
        at_once: None,
        asked_from: None,
    };
    for (at, field) in sheet.fields.iter().enumerate() {
        lines.field(at, field);
    }
    lines.close();
    if sheet.kind == SheetKind::Menu {
        lines.menu(menus, id);
    }
    let Lines { body, guards, title, limit, optional, .. } = lines;
    let locals = sentences.typer.scope.locals;
    let rule = book.ir.rule_mut(id.index());
    rule.body = body;
    rule.title = title;
    rule.locals = locals;
    let (limit, limit_span) = limit;
    rule.sheet = Some(Sheet { params, question, guards, limit, limit_span, optional, remembers });
}

/// The parameters with their domains; remembered names are in sight.
fn parameters(typer: &mut Typer<'_>, id: RuleId, sheet: &ast::Sheet) -> Query {
    for (_, _, local) in shared(typer.book, id, sheet) {
        if let Some(at) = typer.scope.locals.iter().position(|own| own.name == local.name) {
            typer.scope.see(&ast::Name { text: local.name, span: local.span }, Meaning::Local(LocalId(at as u32)));
        }
    }
    let mut binders = Vec::new();
    for (at, param) in sheet.params.iter().enumerate() {
        let id = LocalId(at as u32 + 1);
        let domain = match &param.ty {
            ast::ParamType::In(domain) => typer.container(domain, None),
            _ => {
                let message = format!("from what `{}` can be chosen is not said", param.name.text);
                let help = "write `x in S`";
                typer.book.wrong(codes::MISMATCH, param.name.span, message, help)
            }
        };
        binders.push((id, domain));
        typer.scope.refuse_and_see(typer.book, &param.name, id);
    }
    Query { binders, clockwise: None, filter: None, keys: Vec::new(), span: sheet.name.span }
}

impl Lines<'_, '_> {
    fn you(&self, span: Span) -> Expr {
        self.sentences.typer.scope.local(YOU, span)
    }

    fn field(&mut self, at: usize, field: &ast::Field) {
        let span = field.span;
        if !self.belongs(field) {
            return;
        }
        match &field.kind {
            FieldKind::Let(name, e) => self.let_name(name, e, span),
            FieldKind::Remember(name, e) => self.remember(name, e, span),
            FieldKind::When(e, why) => self.when(e, why.as_ref(), span),
            FieldKind::Cost(cost) => self.cost(cost, span),
            FieldKind::Optional(e) => self.optional(at, e, span),
            FieldKind::Choose(choice) => {
                self.close();
                self.asked_from.get_or_insert(self.body.len());
                let (who, no) = (self.you(span), self.no.take());
                self.sentences.question_or_no(Some(who), choice, no, span, &mut self.body);
            }
            FieldKind::Effect(block) => {
                self.close();
                self.sentences.sentences(block, &mut self.body);
            }
            FieldKind::Limit(word) => self.limit = (self.limit(word), span),
            FieldKind::Until(e, label) => self.until(e, label.as_ref()),
            FieldKind::AtOnce(shown, label) => self.at_once = Some(self.shown(shown, label.as_ref())),
            FieldKind::Who(e) => self.who(e, span),
            FieldKind::Also(_) | FieldKind::Question(_) => {}
        }
    }

    /// `at once: showing d, here "{d} steps to {here}"`: an option is told by what it shows, not by what lies on the table.
    fn shown(&mut self, shown: &[ast::Expr], label: Option<&ast::Text>) -> Shown {
        let shown: Vec<Expr> = shown.iter().map(|e| self.sentences.typer.value(e, None)).collect();
        let name = |e: &Expr| self.sentences.typer.scope.hidden("shown", e.ty.clone(), LocalRole::Binder, e.span);
        let names: Vec<LocalId> = shown.iter().map(name).collect();
        let mut label = self.sentences.typer.maybe_text(label);
        for part in label.iter_mut().flat_map(|label| &mut label.parts) {
            let TextPart::Value(hole) = part else { continue };
            let span = hole.span;
            *hole = match shown.iter().position(|shown| same(shown, hole)) {
                Some(at) => self.sentences.typer.scope.local(names[at], span),
                None if hole.ty == Type::Error => continue,
                None => {
                    let help = "write in the hole what stands after `showing`, or show this, too";
                    self.sentences.typer.book.wrong(codes::MISPLACED, span, "this label tells what is not shown", help)
                }
            };
        }
        Shown { shown, label: (names, label) }
    }

    /// `who: e`: only they are asked.
    fn who(&mut self, e: &ast::Expr, span: Span) {
        let asked = self.sentences.typer.players(e);
        let (kind, ty) = (ExprKind::Binary(Binary::In, Box::new(self.you(span)), Box::new(asked)), Type::YesNo);
        let holds = Expr { kind, ty, span };
        if self.open {
            self.guards.push(Guard::When { holds: holds.clone(), why: None, span });
        }
        push(&mut self.body, StmtKind::Require(holds, None), span);
    }

    /// Whether this sort of sheet can have this line.
    fn belongs(&mut self, field: &ast::Field) -> bool {
        let menu = self.sheet.kind == SheetKind::Menu;
        let word = match &field.kind {
            FieldKind::Remember(..) if !menu => "remember:",
            FieldKind::Until(..) if !menu => "until:",
            FieldKind::Also(_) if !menu => "also:",
            FieldKind::AtOnce(..) if !menu => "at once:",
            FieldKind::Effect(_) if menu => "effect:",
            FieldKind::Limit(_) if !matches!(self.sheet.kind, SheetKind::Action | SheetKind::Interrupt) => "limit:",
            FieldKind::Who(_) if self.sheet.kind != SheetKind::Interrupt => "who:",
            FieldKind::Question(_) if !matches!(self.sheet.kind, SheetKind::Action | SheetKind::Interrupt) => {
                "question:"
            }
            _ => return true,
        };
        let what = match self.sheet.kind {
            SheetKind::Menu => "a menu",
            SheetKind::Action => "an action",
            SheetKind::Card => "a card",
            SheetKind::Interrupt => "an interrupt",
        };
        let help =
            if menu { "what is done belongs to the menu's actions" } else { "it belongs to another sort of sheet" };
        let message = format!("{what} has no line `{word}`");
        self.sentences.typer.book.error(codes::FIELD_MISPLACED, field.span, message, help);
        false
    }

    /// The first question or effect: from here on menus cannot look ahead.
    fn close(&mut self) {
        if self.open {
            self.open = false;
            self.title = self.sentences.typer.maybe_text(self.sheet.title.as_ref());
        }
    }

    fn let_name(&mut self, name: &ast::Name, e: &ast::Expr, span: Span) {
        let value = self.sentences.typer.probing(|typer| typer.value(e, None));
        if has_probe(&value) {
            self.close();
        }
        let id = self.sentences.typer.scope.birth(self.sentences.typer.book, name, value.ty.clone(), LocalRole::Let);
        keep_unit(self.sentences.typer.book, &mut self.sentences.typer.scope, id, &value);
        if self.open {
            self.guards.push(Guard::Let(id, value.clone()));
        }
        push(&mut self.body, StmtKind::Let(id, value), span);
    }

    fn remember(&mut self, name: &ast::Name, e: &ast::Expr, span: Span) {
        let mine = |local: &Local| local.role == LocalRole::Remember && local.name == name.text;
        let Some(at) = self.sentences.typer.scope.locals.iter().position(mine) else {
            return;
        };
        let ty = self.sentences.typer.scope.locals[at].ty.clone();
        let value = self.sentences.typer.typed(e, &ty);
        let id = LocalId(at as u32);
        self.sentences.typer.scope.refuse_and_see(self.sentences.typer.book, name, id);
        push(&mut self.body, StmtKind::Let(id, value), span);
    }

    fn when(&mut self, e: &ast::Expr, why: Option<&ast::Text>, span: Span) {
        let (holds, births) = self.sentences.typer.probing(|typer| typer.holds(e));
        let why = self.sentences.typer.reason(why);
        if has_probe(&holds) {
            self.close();
        }
        if self.open {
            self.guards.push(Guard::When { holds: holds.clone(), why: why.clone(), span });
            let value = |birth: &Birth| Guard::Let(birth.id, birth.value.clone());
            self.guards.extend(births.iter().map(value));
        }
        push(&mut self.body, StmtKind::Require(holds, why), span);
        born(&mut self.sentences.typer.scope, &births, span, &mut self.body);
    }

    fn cost(&mut self, cost: &ast::Cost, span: Span) {
        let Some((holds, paid)) = cost_of(&mut self.sentences.typer, cost, YOU, span) else {
            return;
        };
        if self.open {
            self.guards.push(Guard::When { holds: holds.clone(), why: None, span });
        }
        push(&mut self.body, StmtKind::Require(holds, None), span);
        self.body.extend(paid);
    }

    /// `optional: e`: a "no" in the first question, or a question of its own.
    fn optional(&mut self, at: usize, e: &ast::Expr, span: Span) {
        let holds = self.sentences.typer.condition(e);
        let rest = self.sheet.fields[at + 1..].iter().map(|field| &field.kind);
        let first =
            rest.clone().find(|field| !matches!(field, FieldKind::Let(..) | FieldKind::When(..) | FieldKind::Limit(_)));
        let asks = match first {
            // What is asked at once is one question; whether it is asked at all is another.
            _ if self.sheet.fields.iter().any(|field| matches!(field.kind, FieldKind::AtOnce(..))) => false,
            Some(FieldKind::Choose(ast::Choice { of: ast::ChoiceOf::Query(query), .. })) => {
                !matches!(query.binders.as_slice(), [(_, ast::Expr { kind: ast::ExprKind::Call(base, _), .. })]
                    if matches!(&base.kind, ast::ExprKind::Name(word) if word == "orders"))
            }
            _ => false,
        };
        if asks {
            self.no = Some(holds);
            return;
        }
        if self.body.is_empty() {
            self.optional = Some(holds.clone());
        }
        let leave = vec![Stmt { kind: StmtKind::Return, span }];
        let prompt = self.sentences.typer.maybe_text(self.sheet.title.as_ref());
        let arms = vec![arm(ArmKind::Yes, None, Block::new(), span), arm(ArmKind::No, None, leave, span)];
        let ask = Ask { who: Some(self.you(span)), prompt, arms, extent: false, seen: None };
        let asked = vec![Stmt { kind: StmtKind::Ask(ask), span }];
        match holds.kind {
            ExprKind::YesNo(true) => self.body.extend(asked),
            _ => push(&mut self.body, StmtKind::If(holds, asked, Block::new()), span),
        }
    }

    fn limit(&mut self, word: &ast::LimitWord) -> Limit {
        match word {
            ast::LimitWord::Once => Limit::Once,
            ast::LimitWord::First => Limit::First,
            ast::LimitWord::Any => Limit::Any,
            ast::LimitWord::OncePer(name) => {
                let params = self.sheet.params.iter();
                match params.clone().position(|param| param.name.text == name.text) {
                    Some(at) => Limit::OncePer(LocalId(at as u32 + 1)),
                    None => {
                        let known = |_: &Book| params.clone().map(|param| param.name.text.clone()).collect();
                        self.sentences.typer.book.unknown("parameter", name, known);
                        Limit::Once
                    }
                }
            }
        }
    }

    fn until(&mut self, e: &ast::Expr, label: Option<&ast::Text>) {
        match &e.kind {
            ast::ExprKind::Name(word) if word == "done" => {
                let text = label.map(|label| self.sentences.typer.text(label));
                self.done = Some(text.unwrap_or_else(|| Text::plain("done")));
            }
            _ => self.until = Some(self.sentences.typer.probing(|typer| typer.condition(e))),
        }
    }

    /// The loop of a menu.
    fn menu(&mut self, menus: &Menus, id: RuleId) {
        let span = self.sheet.name.span;
        let items = menus.all(id);
        if self.until.is_none() && self.done.is_none() {
            self.done = Some(Text::plain("done"));
        }
        let menu = Menu {
            prompt: self.title.clone(),
            who: self.you(span),
            items,
            until: self.until.take(),
            done: self.done.take(),
            declined: false,
        };
        let Some(Shown { shown, label }) = self.at_once.take() else {
            return push(&mut self.body, StmtKind::Menu(menu), span);
        };
        let mut body = self.body.split_off(self.asked_from.unwrap_or(self.body.len()));
        let (who, prompt) = (menu.who.clone(), menu.prompt.clone());
        push(&mut body, StmtKind::Menu(menu), span);
        push(&mut self.body, StmtKind::AtOnce(AtOnce { who, prompt, shown, label, body }), span);
    }
}
