//! Type checking of blocks of sentences.

use super::made::{born, leaves, push};
use super::money::{gains, pays};
use super::moves::{draw, move_things, shuffle};
use crate::check::codes;
use crate::check::exprs::Typer;
use crate::check::names::{Book, Meaning};
use crate::check::types::{Birth, keep_unit};
use crate::ir::{Block, Local, LocalId, LocalRole, RuleId, StmtKind, Type};
use tavola_syntax::diagnostic::{Fix, Remedy};
use tavola_syntax::syntax::ast::{self, Name, StmtKind as Ast};
use tavola_syntax::text::Span;

/// `you`: the first parameter of every sheet.
pub(super) const YOU: LocalId = LocalId(0);

/// Context of sentences.
#[derive(Clone, Debug, Default)]
pub(super) struct Around {
    /// The rule that contains them.
    pub(super) rule: Option<RuleId>,
    /// True in a sheet, where `you` exists.
    pub(super) sheet: bool,
    /// Number of enclosing loops.
    pub(super) loops: u32,
    /// In a `together` block: the player who is asked.
    pub(super) together: Option<LocalId>,
    /// True if memory and tracks may be set directly (scenarios, and past the ends of tracks).
    pub(super) outright: bool,
    /// In a hook `instead of` a rule: the rule that `original` calls, and its number of parameters.
    pub(super) original: Option<(RuleId, u32)>,
}

/// Type checker of the sentences of one rule.
pub(crate) struct Sentences<'b> {
    pub(crate) typer: Typer<'b>,
    pub(super) at: Around,
}

impl<'b> Sentences<'b> {
    /// Sentences outside of rules, which may set memory and tracks directly.
    pub(crate) fn outright(typer: Typer<'b>) -> Self {
        Self { typer, at: Around { outright: true, ..Around::default() } }
    }

    /// Sentences of a sheet with these locals. The first one, `you`, is in scope.
    pub(super) fn of_sheet(book: &'b mut Book, locals: Vec<Local>, rule: RuleId, span: Span) -> Self {
        let mut typer = Typer::over(book, locals);
        typer.scope.bring_into_scope(&Name { text: "you".into(), span }, Meaning::Local(YOU));
        Self { typer, at: Around { rule: Some(rule), sheet: true, ..Around::default() } }
    }

    /// Checks sentences in a scope of their own.
    pub(crate) fn block(&mut self, block: &ast::Block) -> Block {
        let mark = self.typer.scope.mark();
        let mut out = Block::new();
        self.sentences(block, &mut out);
        self.typer.scope.forget(mark);
        out
    }

    /// Checks sentences in a scope of their own, in which the names of a condition are bound.
    pub(super) fn block_with(&mut self, births: &[Birth], block: &ast::Block, span: Span) -> Block {
        let mark = self.typer.scope.mark();
        let mut body = Block::new();
        born(&mut self.typer.scope, births, span, &mut body);
        body.extend(self.block(block));
        self.typer.scope.forget(mark);
        body
    }

    /// Checks sentences in the current scope.
    pub(super) fn sentences(&mut self, block: &[ast::Stmt], out: &mut Block) {
        for (at, stmt) in block.iter().enumerate() {
            let leaves = out.last().is_some_and(leaves);
            if at > 0 && leaves {
                let rest = stmt.span.to(block.last().map_or(stmt.span, |last| last.span));
                let fix = Fix::remove_lines("remove what is never reached", rest);
                let help = Remedy::new("remove it, or move it before the sentence that leaves", fix);
                self.typer.book.warn(codes::UNREACHABLE, stmt.span, "this is never reached", help);
            }
            if !self.typer.enter_level(stmt.span) {
                return;
            }
            self.sentence(stmt, out);
            self.typer.leave_level();
            if at > 0 && leaves {
                return;
            }
        }
    }

    fn sentence(&mut self, stmt: &ast::Stmt, out: &mut Block) {
        let span = stmt.span;
        if self.at.together.is_some() && !asks(&stmt.kind) {
            let help = "keep questions, `let` and `if` here, and do the rest after the block with `n[p]`";
            self.typer.book.error(codes::TOGETHER_WRITES, span, "in a `together` block everybody only answers", help);
        }
        match &stmt.kind {
            Ast::Let(name, e) => self.let_name(name, e, span, out),
            Ast::Set(target, e) => self.set(target, e, span, out),
            Ast::Add(e, target) => self.add(e, target, true, span, out),
            Ast::Remove(e, target) => self.add(e, target, false, span, out),
            Ast::Move { what, from, to, end } => move_things(&mut self.typer, what, from.as_ref(), to, *end, span, out),
            Ast::Draw { count, from, to, except } => {
                draw(&mut self.typer, (count, from, to), except.as_ref(), span, out)
            }
            Ast::Shuffle(place) => shuffle(&mut self.typer, place, span, out),
            Ast::Chance(choice) => self.question(None, choice, span, out),
            Ast::Step(up, target, by) => self.step(*up, target, by, span, out),
            Ast::Gains(who, n, of) => gains(&mut self.typer, who, n, of, span, out),
            Ast::Pays(who, n, of, to) => pays(&mut self.typer, who, n, of, to.as_ref(), span, out),
            Ast::Choose(who, choice) => {
                let who = self.asked(who);
                self.question(Some(who), choice, span, out);
            }
            Ast::MayChoose { who, choice, body, otherwise } => {
                self.may_choose(who, choice, body.as_ref(), otherwise.as_ref(), span, out);
            }
            Ast::May { who, prompt, seen, body, otherwise } => {
                self.may(who, (prompt, seen.as_deref()), body, otherwise.as_ref(), span, out);
            }
            Ast::OneOf { who, prompt, seen, arms } => {
                self.one_of(who, (prompt.as_ref(), seen.as_deref()), arms, span, out);
            }
            Ast::Divide { .. } => self.divide(&stmt.kind, span, out),
            Ast::Does(who, sheet, possible) => self.does(who, sheet, *possible, span, out),
            Ast::Plays(who, card, possible) => self.plays(who, card, *possible, span, out),
            Ast::Call(e) => self.call_rule(e, span, out),
            Ast::If(c, then, otherwise) => self.if_holds(c, then, otherwise.as_ref(), span, out),
            Ast::Each(query, body) => self.each(query, body, span, out),
            Ast::Repeat { times, counter, until, body } => {
                self.repeat((times.as_ref(), counter.as_ref(), until.as_ref()), body, span, out);
            }
            Ast::InTurn { query, until, body } => self.in_turn(query, until, body, span, out),
            Ast::Between(who, menu, steps) => self.between(who, menu, steps, span, out),
            Ast::Together(query, body) => self.together(query, body, span, out),
            Ast::Transaction(body) => {
                let body = self.block(body);
                push(out, StmtKind::Transaction(body, Block::new()), span);
            }
            Ast::Decide(heads, rows) => self.decide(heads, rows, out),
            Ast::Stop => self.stop(span, out),
            Ast::End(name) => self.end(name, span, out),
            Ast::Require(e, why) => self.require(e, why.as_ref(), span, out),
            Ast::Say(text) => {
                let text = self.typer.text(text);
                push(out, StmtKind::Say(text), span);
            }
        }
    }

    fn let_name(&mut self, name: &ast::Name, e: &ast::Expr, span: Span, out: &mut Block) {
        let mut value = self.typer.probing(|typer| typer.value(e, None));
        if value.ty == Type::Nothing {
            value = self.typer.book.wrong(
                codes::MISMATCH,
                value.span,
                format!("the type of `{}` is not clear from this value", name.text),
                "write a value that has a type: `none` or `{}` alone does not",
            );
        }
        let role = if self.at.together.is_some() { LocalRole::Together } else { LocalRole::Let };
        let id = self.typer.scope.declare_local(self.typer.book, name, value.ty.clone(), role);
        keep_unit(self.typer.book, &mut self.typer.scope, id, &value);
        push(out, StmtKind::Let(id, value), span);
    }

    fn require(&mut self, e: &ast::Expr, why: Option<&ast::Text>, span: Span, out: &mut Block) {
        let (condition, births) = self.typer.probing(|typer| typer.holds(e));
        let why = self.typer.reason(why);
        push(out, StmtKind::Require(condition, why), span);
        born(&mut self.typer.scope, &births, span, out);
    }
}

/// True for sentences that a `together` block may contain: questions and names. Nested blocks are checked separately.
fn asks(stmt: &Ast) -> bool {
    let questions = matches!(stmt, Ast::Choose(..) | Ast::MayChoose { .. } | Ast::May { .. } | Ast::OneOf { .. });
    questions || matches!(stmt, Ast::Let(..) | Ast::Divide { .. } | Ast::If(..))
}
