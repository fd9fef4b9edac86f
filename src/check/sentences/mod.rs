//! Sentences.

mod control;
mod decide;
pub(super) mod menus;
mod money;
mod moves;
mod questions;
mod set;
pub(super) mod sheets;
mod starts;
pub(super) mod weave;

pub(super) use questions::arm;

use crate::check::codes;
use crate::check::exprs::typer::{Birth, Typer};
use crate::ir::{Block, LocalRole, Stmt, StmtKind, Type};
use crate::syntax::ast::{self, StmtKind as Ast};
use crate::text::Span;

impl Typer<'_> {
    /// Sentences with a scope of their own.
    pub(super) fn block(&mut self, block: &ast::Block) -> Block {
        let mark = self.mark();
        let mut out = Block::new();
        self.sentences(block, &mut out);
        self.forget(mark);
        out
    }

    /// Sentences in the scope around them.
    pub(super) fn sentences(&mut self, block: &[ast::Stmt], out: &mut Block) {
        for (at, stmt) in block.iter().enumerate() {
            let leaves = matches!(
                out.last().map(|last| &last.kind),
                Some(StmtKind::Stop | StmtKind::Return | StmtKind::EndOuter(_))
            );
            if at > 0 && leaves {
                self.book.warn(
                    codes::UNREACHABLE,
                    stmt.span,
                    "this is never reached",
                    "take it out, or move it before the sentence that leaves",
                );
            }
            if self.deeper(stmt.span, |typer| typer.sentence(stmt, out)).is_none() || (at > 0 && leaves) {
                return;
            }
        }
    }

    fn sentence(&mut self, stmt: &ast::Stmt, out: &mut Block) {
        let span = stmt.span;
        if self.at.together.is_some() && !asks(&stmt.kind) {
            self.book.error(
                codes::TOGETHER_WRITES,
                span,
                "in a `together` block everybody only answers",
                "keep questions, `let` and `if` here, and do the rest after the block with `n[p]`",
            );
        }
        match &stmt.kind {
            Ast::Let(name, e) => self.let_name(name, e, span, out),
            Ast::Set(target, e) => self.set(target, e, span, out),
            Ast::Add(e, target) => self.add(e, target, true, span, out),
            Ast::Remove(e, target) => self.add(e, target, false, span, out),
            Ast::Move { what, from, to, end } => self.move_things(what, from.as_ref(), to, *end, span, out),
            Ast::Draw { count, from, to, except } => self.draw((count, from, to), except.as_ref(), span, out),
            Ast::Shuffle(place) => self.shuffle(place, span, out),
            Ast::Chance(choice) => self.question(None, choice, span, out),
            Ast::Step(up, target, by) => self.step(*up, target, by, span, out),
            Ast::Gains(who, n, of) => self.gains(who, n, of, span, out),
            Ast::Pays(who, n, of, to) => self.pays(who, n, of, to.as_ref(), span, out),
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
                let text = self.text(text);
                push(out, StmtKind::Say(text), span);
            }
        }
    }

    fn let_name(&mut self, name: &ast::Name, e: &ast::Expr, span: Span, out: &mut Block) {
        let mut value = self.probing(|typer| typer.value(e, None));
        if value.ty == Type::Nothing {
            value = self.wrong(
                codes::MISMATCH,
                value.span,
                format!("what `{}` can be is not clear from this", name.text),
                "an empty set or `none` by itself does not say of what",
            );
        }
        let role = if self.at.together.is_some() { LocalRole::Together } else { LocalRole::Let };
        let id = self.birth(name, value.ty.clone(), role);
        self.keep_unit(id, &value);
        push(out, StmtKind::Let(id, value), span);
    }

    /// Gives the names of a condition their values, until the end of the block.
    pub(super) fn born(&mut self, births: &[Birth], span: Span, out: &mut Block) {
        self.bind(births);
        for birth in births {
            push(out, StmtKind::Let(birth.id, birth.value.clone()), span);
        }
    }

    fn require(&mut self, e: &ast::Expr, why: Option<&ast::Text>, span: Span, out: &mut Block) {
        let (condition, births) = self.probing(|typer| typer.holds(e));
        let why = self.reason(why);
        push(out, StmtKind::Require(condition, why), span);
        self.born(&births, span, out);
    }
}

/// Adds a statement.
pub(super) fn push(out: &mut Block, kind: StmtKind, span: Span) {
    out.push(Stmt { kind, span });
}

/// What may stand in a `together` block: what only asks and names. The blocks inside are looked at in their turn.
fn asks(stmt: &Ast) -> bool {
    let questions = matches!(stmt, Ast::Choose(..) | Ast::MayChoose { .. } | Ast::May { .. } | Ast::OneOf { .. });
    questions || matches!(stmt, Ast::Let(..) | Ast::Divide { .. } | Ast::If(..))
}
