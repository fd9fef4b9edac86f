//! Type checking of sheets (actions, menus, cards), line by line.

use super::heads::parameters;
use super::loops::MenuLoop;
use super::made::{arm, born, push};
use super::menus::{Menus, pairs};
use super::money::{Priced, cost as priced, too_expensive};
use super::stmts::{Sentences, YOU};
use crate::check::codes;
use crate::check::names::Book;
use crate::check::types::{Birth, keep_unit};
use crate::ir::visit::has_probe;
use crate::ir::{
    ArmKind, Ask, Binary, Block, Cost, Expr, ExprKind, Guard, Limit, Local, LocalId, LocalRole, RuleId, Sheet, Stmt,
    StmtKind, Text, Type,
};
use tavola_syntax::syntax::ast::{self, FieldKind, SheetKind};
use tavola_syntax::text::Span;

/// State while the lines of a sheet are checked.
struct SheetLines<'t, 'b> {
    sentences: &'t mut Sentences<'b>,
    sheet: &'t ast::Sheet,
    body: Block,
    guards: Vec<Guard>,
    costs: Vec<Cost>,
    /// True until the first question or effect.
    open: bool,
    title: Option<Text>,
    limit: (Limit, Span),
    /// Condition of `optional:` that waits for its question.
    no: Option<Expr>,
    /// Condition of `optional:` that the first statement asks for.
    optional: Option<Expr>,
    /// Loop of the menu; unused in other sheets.
    menu: MenuLoop,
}

/// Checks the body of a sheet, and collects the data that menus need.
pub(crate) fn body(book: &mut Book, menus: &Menus, id: RuleId, sheet: &ast::Sheet) {
    let locals = book.ir.rules[id.index()].locals.clone();
    let remembers = pairs(book, id, &locals, sheet);
    let mut sentences = Sentences::of_sheet(book, locals, id, sheet.name.span);
    // The question comes before any choice, so only `you` is in scope. An interrupt uses the question of its moment.
    let alone = sheet.kind == SheetKind::Action;
    let question = sentences.typer.maybe_text(sheet.question().filter(|_| alone));
    let params = parameters(&mut sentences.typer, id, sheet);
    let mut lines = SheetLines {
        sentences: &mut sentences,
        sheet,
        body: Block::new(),
        guards: Vec::new(),
        costs: Vec::new(),
        open: true,
        title: None,
        limit: (Limit::Any, Span::NONE),
        no: None,
        optional: None,
        menu: MenuLoop::default(),
    };
    for (at, field) in sheet.fields.iter().enumerate() {
        lines.field(at, field);
    }
    lines.close();
    let who = lines.you(sheet.name.span);
    let SheetLines { mut body, guards, costs, title, limit, optional, menu, .. } = lines;
    if sheet.kind == SheetKind::Menu {
        menu.end(menus.all(id), (who, title.clone()), &mut body, sheet.name.span);
    }
    let locals = sentences.typer.scope.locals;
    let rule = book.ir.rule_mut(id.index());
    rule.body = body;
    rule.title = title;
    rule.locals = locals;
    let (limit, limit_span) = limit;
    rule.sheet = Some(Sheet { params, question, guards, costs, limit, limit_span, optional, remembers });
}

impl SheetLines<'_, '_> {
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
                self.menu.asks(self.body.len());
                let (who, title) = (self.you(span), self.title.clone());
                let no = self.no.take().map(|no| (no, title));
                self.sentences.question_or_no(Some(who), choice, no, span, &mut self.body);
            }
            FieldKind::Effect(block) => {
                self.close();
                self.sentences.sentences(block, &mut self.body);
            }
            FieldKind::Limit(word) => self.limit = (self.limit(word), span),
            FieldKind::Until(e, label) => self.menu.until(&mut self.sentences.typer, e, label.as_ref()),
            FieldKind::AtOnce(shown, label) => self.menu.at_once(&mut self.sentences.typer, shown, label.as_ref()),
            FieldKind::Who(e) => self.who(e, span),
            FieldKind::AskedAlways | FieldKind::Also(_) | FieldKind::Question(_) => {}
        }
    }

    /// `who: e`: only these players are asked.
    fn who(&mut self, e: &ast::Expr, span: Span) {
        let asked = self.sentences.typer.players(e);
        let (kind, ty) = (ExprKind::Binary(Binary::In, Box::new(self.you(span)), Box::new(asked)), Type::YesNo);
        let holds = Expr { kind, ty, span };
        if self.open {
            self.guards.push(Guard::When { holds: holds.clone(), why: None, span });
        }
        push(&mut self.body, StmtKind::Require(holds, None), span);
    }

    /// True if this sort of sheet can have this line; reports an error otherwise.
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
            FieldKind::AskedAlways if self.sheet.kind != SheetKind::Interrupt => "asked:",
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
        let help = if menu { "put it into an action of the menu" } else { "it belongs to another sort of sheet" };
        let message = format!("{what} has no line `{word}`");
        self.sentences.typer.book.error(codes::FIELD_MISPLACED, field.span, message, help);
        false
    }

    /// Ends the part that menus can evaluate in advance. Called at the first question or effect.
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
        let typer = &mut self.sentences.typer;
        let id = typer.scope.declare_local(typer.book, name, value.ty.clone(), LocalRole::Let);
        keep_unit(typer.book, &mut typer.scope, id, &value);
        if self.open {
            self.guards.push(Guard::Let(id, value.clone()));
        }
        push(&mut self.body, StmtKind::Let(id, value), span);
    }

    fn remember(&mut self, name: &ast::Name, e: &ast::Expr, span: Span) {
        let mine = |local: &Local| local.role == LocalRole::Remember && local.name == name.text;
        let typer = &mut self.sentences.typer;
        let Some(at) = typer.scope.locals.iter().position(mine) else { return };
        let ty = typer.scope.locals[at].ty.clone();
        let value = typer.typed(e, &ty);
        let id = LocalId(at as u32);
        typer.scope.refuse_and_see(typer.book, name, id);
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
        let Some(Priced { holds, paid, things }) = priced(&mut self.sentences.typer, cost, YOU, span) else {
            return;
        };
        self.costs.push(Cost { span, reason: too_expensive(cost), things });
        if self.open {
            self.guards.push(Guard::When { holds: holds.clone(), why: None, span });
        }
        push(&mut self.body, StmtKind::Require(holds, None), span);
        self.body.extend(paid);
    }

    /// `optional: e`: a "no" in the first question, or a separate question.
    fn optional(&mut self, at: usize, e: &ast::Expr, span: Span) {
        let holds = self.sentences.typer.condition(e);
        let rest = self.sheet.fields[at + 1..].iter().map(|field| &field.kind);
        let first = rest.clone().find(|field| !{
            matches!(field, FieldKind::Let(..) | FieldKind::When(..) | FieldKind::Limit(_) | FieldKind::AskedAlways)
        });
        let asks = match first {
            // Questions that are asked at once are one question. Whether to ask at all is a separate one.
            _ if self.sheet.fields.iter().any(|field| matches!(field.kind, FieldKind::AtOnce(..))) => false,
            Some(FieldKind::Choose(ast::ChoicePhrase { of: ast::ChoiceOf::Query(query), .. })) => {
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
                    Some(at) => {
                        let declared = self.sheet.params[at].name.span;
                        self.sentences.typer.book.index.refer(name.span, declared);
                        Limit::OncePer(LocalId(at as u32 + 1))
                    }
                    None => {
                        let known = |_: &Book| params.clone().map(|param| param.name.text.clone()).collect();
                        self.sentences.typer.book.unknown("parameter", name, known);
                        Limit::Once
                    }
                }
            }
        }
    }
}
