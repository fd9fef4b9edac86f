//! Type checking of calls: rules, sheets, cards.

use super::made::{leaves, push};
use super::stmts::Sentences;
use crate::check::codes;
use crate::check::exprs::{by_itself, named, param_types, the_rule};
use crate::check::names::Def;
use crate::ir::{Block, LocalId, RuleId, RuleKind, Stmt, StmtKind};
use tavola_syntax::syntax::ast;
use tavola_syntax::text::Span;

impl Sentences<'_> {
    /// `score(d)`, `setup`
    pub(super) fn call_rule(&mut self, e: &ast::Expr, span: Span, out: &mut Block) {
        let Some((name, args)) = named(e) else {
            let help = "a sentence does something: call a rule, move something, ask somebody";
            self.typer.book.error(codes::NOT_A_VALUE, span, "this is not a sentence", help);
            return;
        };
        if let Some((original, params)) = self.at.original.filter(|_| name.text == "original") {
            self.typer.book.word_at("original", name.span);
            return self.original(original, params, args, span, out);
        }
        let Some(id) = the_rule(self.typer.book, &name, false) else { return };
        let kind = self.typer.book.ir.rules[id.index()].kind;
        if by_itself(self.typer.book, &name, kind) {
            return;
        }
        if !matches!(kind, RuleKind::Rule | RuleKind::Phase) {
            let message = format!("`{}` is a sheet: somebody must do it", name.text);
            self.typer.book.error(codes::SHEET_CALL, name.span, message, format!("write `p does {}`", name.text));
            self.typer.book.label_declaration(Some(Def::Rule(id)));
            return;
        }
        self.typer.book.used.insert(Def::Rule(id));
        let params = param_types(self.typer.book, id);
        if let Some(args) = self.typer.arguments(&name.text, params, args, e.span) {
            push(out, StmtKind::Call(id, args, false), span);
        }
    }

    /// `original`: calls the original with the arguments of the rule.
    fn original(&mut self, rule: RuleId, params: u32, args: &[ast::Expr], span: Span, out: &mut Block) {
        if !args.is_empty() {
            let help = "write `original` alone: it gets the arguments of the rule";
            self.typer.book.error(codes::ORIGINAL, span, "`original` takes no arguments", help);
        }
        let args = (0..params).map(|at| self.typer.scope.local(LocalId(at), span)).collect();
        push(out, StmtKind::Call(rule, args, false), span);
    }

    /// `p does build`, `p does hop(f, q)`
    pub(super) fn does(&mut self, who: &ast::Expr, sheet: &ast::Expr, possible: bool, span: Span, out: &mut Block) {
        if let Some((id, args)) = self.typer.done(who, sheet) {
            push(out, StmtKind::Call(id, args, possible), span);
        }
    }

    /// `between steps p does tour`: opens the menu before, between and after the sentences, if it has an action to offer.
    pub(super) fn between(
        &mut self,
        who: &ast::Expr,
        menu: &ast::Expr,
        steps: &ast::Block,
        span: Span,
        out: &mut Block,
    ) {
        let mark = self.typer.scope.mark();
        let Some((id, args)) = self.typer.done(who, menu) else { return };
        let rule = &self.typer.book.ir.rules[id.index()];
        if rule.kind != RuleKind::Menu {
            let message = format!("`{}` is not a menu", rule.name);
            let help = "`between steps` opens a menu: make this a menu, or write `p does ..` where it is done";
            self.typer.book.error(codes::NOT_A_MENU, menu.span, message, help);
            self.typer.book.label_declaration(Some(Def::Rule(id)));
        }
        let open = Stmt { kind: StmtKind::Call(id, args, true), span };
        out.push(open.clone());
        for step in steps {
            let before = out.len();
            self.sentences(std::slice::from_ref(step), out);
            if out.len() > before && !out.last().is_some_and(leaves) {
                out.push(open.clone());
            }
        }
        self.typer.scope.forget(mark);
    }

    /// `p plays c`
    pub(super) fn plays(&mut self, who: &ast::Expr, card: &ast::Expr, possible: bool, span: Span, out: &mut Block) {
        if let Some((who, card)) = self.typer.played(who, card, span) {
            push(out, StmtKind::Play(who, card, possible), span);
        }
    }
}
