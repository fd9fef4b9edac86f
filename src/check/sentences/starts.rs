//! Calls: rules, sheets, cards.

use super::push;
use crate::check::codes;
use crate::check::exprs::typer::Typer;
use crate::check::names::defs::Def;
use crate::diagnostic::Diagnostic;
use crate::ir::{Block, Expr, ExprKind, KindBody, LocalId, PLAYER, RuleId, RuleKind, Stmt, StmtKind, Type};
use crate::syntax::ast;
use crate::text::Span;

impl Typer<'_> {
    /// `score(d)`, `setup`
    pub(super) fn call_rule(&mut self, e: &ast::Expr, span: Span, out: &mut Block) {
        let Some((name, args)) = named(e) else {
            self.book.error(
                codes::NOT_A_VALUE,
                span,
                "this is no sentence",
                "a sentence does something: call a rule, move something, ask somebody",
            );
            return;
        };
        if let Some((original, params)) = self.at.original.filter(|_| name.text == "original") {
            return self.original(original, params, args, span, out);
        }
        let Some(id) = self.the_rule(&name) else { return };
        let kind = self.book.ir.rules[id.index()].kind;
        if self.by_itself(&name, kind) {
            return;
        }
        if !matches!(kind, RuleKind::Rule | RuleKind::Phase) {
            let message = format!("`{}` is a sheet: somebody must do it", name.text);
            self.book.error(codes::SHEET_CALL, name.span, message, format!("write `p does {}`", name.text));
            return;
        }
        self.uses(Def::Rule(id));
        let params = self.param_types(id);
        if let Some(args) = self.arguments(&name.text, params, args, e.span) {
            push(out, StmtKind::Call(id, args, false), span);
        }
    }

    /// `original`: with the arguments that the rule was called with.
    fn original(&mut self, rule: RuleId, params: u32, args: &[ast::Expr], span: Span, out: &mut Block) {
        if !args.is_empty() {
            let help = "write `original` alone";
            self.book.error(codes::ORIGINAL, span, "`original` has the arguments of the rule", help);
        }
        let args = (0..params).map(|at| self.local(LocalId(at), span)).collect();
        push(out, StmtKind::Call(rule, args, false), span);
    }

    /// Reports a hook or interrupt that somebody calls.
    fn by_itself(&mut self, name: &ast::Name, kind: RuleKind) -> bool {
        let what = match kind {
            RuleKind::Hook => "a hook: it happens by itself",
            RuleKind::Interrupt => "an interrupt: it is asked by itself",
            _ => return false,
        };
        let help = "what is done in other places, too, is a `rule` or an `action` that it calls";
        self.book.error(codes::SHEET_CALL, name.span, format!("`{}` is {what}", name.text), help);
        true
    }

    fn param_types(&self, id: RuleId) -> Vec<Type> {
        let rule = &self.book.ir.rules[id.index()];
        rule.locals.iter().take(rule.params as usize).map(|local| local.ty.clone()).collect()
    }

    fn the_rule(&mut self, name: &ast::Name) -> Option<RuleId> {
        if let Some(id) = self.book.names.rule(&name.text) {
            return Some(id);
        }
        if name.text == "original" {
            let help = "`original` runs the rule that a hook stands instead of: `hook NAME instead of RULE(..)`";
            self.book.error(codes::ORIGINAL, name.span, "there is no original here", help);
            return None;
        }
        if let Some(def) = self.book.names.get(&name.text).first() {
            let message = match def {
                Def::Define(_) | Def::Table(_) => format!("`{}` is only worked out, it does nothing", name.text),
                _ => format!("`{}` does nothing by itself", name.text),
            };
            self.book.error(codes::NOT_A_VALUE, name.span, message, "call a rule, move something, ask somebody");
            return None;
        }
        let rules = self.book.names.of_sort(|def| matches!(def, Def::Rule(_)));
        let message = format!("there is no rule `{}`", name.text);
        let mut finding = Diagnostic::error(codes::UNKNOWN_NAME, name.span, message);
        let otherwise = || Some(format!("write it: `rule {}`, with its sentences below", name.text));
        finding.help = self.book.near(&name.text, rules).or_else(otherwise);
        self.book.missing(&name.text, finding);
        None
    }

    /// `p does build`, `p does hop(f, q)`
    pub(super) fn does(&mut self, who: &ast::Expr, sheet: &ast::Expr, possible: bool, span: Span, out: &mut Block) {
        if let Some((id, args)) = self.done(who, sheet) {
            push(out, StmtKind::Call(id, args, possible), span);
        }
    }

    /// A sheet that somebody does, with its arguments; the first is who.
    pub(in crate::check) fn done(&mut self, who: &ast::Expr, sheet: &ast::Expr) -> Option<(RuleId, Vec<Expr>)> {
        let who = self.typed(who, &Type::Member(PLAYER));
        let Some((name, args)) = named(sheet) else {
            let help = "name one after `does`: `p does build`, `p does hop(f, q)`";
            self.book.error(codes::SHEET_CALL, sheet.span, "this is no action and no menu", help);
            return None;
        };
        let id = self.the_rule(&name)?;
        let kind = self.book.ir.rules[id.index()].kind;
        if self.by_itself(&name, kind) {
            return None;
        }
        if !matches!(kind, RuleKind::Action | RuleKind::Menu) {
            let message = format!("`{}` is a rule: nobody does it", name.text);
            self.book.error(codes::SHEET_CALL, name.span, message, format!("write `{}` alone", name.text));
            return None;
        }
        self.uses(Def::Rule(id));
        let mut all = vec![who];
        if !args.is_empty() {
            let mut params: Vec<Type> = self.param_types(id).into_iter().skip(1).collect();
            let plain = |ty: &Type| matches!(ty, Type::Member(_) | Type::Number | Type::YesNo | Type::Thing(_));
            if kind == RuleKind::Action && args.len() < params.len() && params[..args.len()].iter().all(plain) {
                params.truncate(args.len());
            }
            all.extend(self.arguments(&name.text, params, args, sheet.span)?);
        }
        Some((id, all))
    }

    /// `between steps p does tour`: the menu is opened before, between and after the sentences, if there is something to do.
    pub(super) fn between(
        &mut self,
        who: &ast::Expr,
        menu: &ast::Expr,
        steps: &ast::Block,
        span: Span,
        out: &mut Block,
    ) {
        let mark = self.mark();
        let Some((id, args)) = self.done(who, menu) else { return };
        let rule = &self.book.ir.rules[id.index()];
        if rule.kind != RuleKind::Menu {
            let message = format!("`{}` is no menu", rule.name);
            let help = "between steps a menu is opened: make it one, or write `p does ..` where it is done";
            self.book.error(codes::NOT_A_MENU, menu.span, message, help);
        }
        let open = Stmt { kind: StmtKind::Call(id, args, true), span };
        out.push(open.clone());
        for step in steps {
            let before = out.len();
            self.sentences(std::slice::from_ref(step), out);
            let leaves = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Stop | StmtKind::Return | StmtKind::EndOuter(_));
            if out.len() > before && !out.last().is_some_and(leaves) {
                out.push(open.clone());
            }
        }
        self.forget(mark);
    }

    /// `p plays c`
    pub(super) fn plays(&mut self, who: &ast::Expr, card: &ast::Expr, possible: bool, span: Span, out: &mut Block) {
        if let Some((who, card)) = self.played(who, card, span) {
            push(out, StmtKind::Play(who, card, possible), span);
        }
    }

    /// A card that somebody plays: who, and the card as a member of its kind.
    pub(in crate::check) fn played(&mut self, who: &ast::Expr, card: &ast::Expr, span: Span) -> Option<(Expr, Expr)> {
        let who = self.typed(who, &Type::Member(PLAYER));
        let card = self.value(card, None);
        let card = self.present(card);
        let kind = match &card.ty {
            Type::Member(kind) => *kind,
            Type::Thing(components) => {
                let kind = match components.as_slice() {
                    [only] => self.book.ir.components[only.index()].kind,
                    _ => None,
                };
                match kind {
                    Some(kind) => kind,
                    None => return self.no_card(card.span, &card.ty),
                }
            }
            Type::Error => return None,
            other => return self.no_card(card.span, &other.clone()),
        };
        let card = self.coerce(card, &Type::Member(kind));
        let missing = match &self.book.ir.kinds[kind.index()].body {
            KindBody::Members(families) => families.iter().find(|f| f.sheet.is_none()).map(|f| f.name.clone()),
            _ => Some(self.book.ir.kinds[kind.index()].name.clone()),
        };
        if let Some(missing) = missing {
            let message = format!("`{missing}` may be played, but nothing says what it does");
            let owner = self.book.ir.kinds[kind.index()].name.clone();
            let help = format!("write `card {missing} of {owner}` with what it does");
            self.book.error(codes::NO_SHEET, span, message, help);
        }
        (!matches!(card.kind, ExprKind::Nothing)).then_some((who, card))
    }

    fn no_card<T>(&mut self, span: Span, ty: &Type) -> Option<T> {
        let message = format!("this is {}, but a card is wanted", self.book.say(ty));
        self.book.error(codes::MISMATCH, span, message, "a card is a member of a kind with `card .. of KIND`");
        None
    }
}

/// A name with its arguments.
fn named(e: &ast::Expr) -> Option<(ast::Name, &[ast::Expr])> {
    match &e.kind {
        ast::ExprKind::Name(name) => Some((ast::Name { text: name.clone(), span: e.span }, &[])),
        ast::ExprKind::Call(base, args) => match &base.kind {
            ast::ExprKind::Name(name) => Some((ast::Name { text: name.clone(), span: base.span }, args)),
            _ => None,
        },
        _ => None,
    }
}
