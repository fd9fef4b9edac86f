//! Type checking of control flow: conditions, loops, `together`, and exits.

use super::made::push;
use super::stmts::Sentences;
use crate::check::codes;
use crate::check::names::Def;
use crate::ir::{Block, LocalRole, PLAYER, Query, StmtKind, Type};
use tavola_syntax::syntax::ast;
use tavola_syntax::text::Span;

impl Sentences<'_> {
    /// `if c` / `else`
    pub(super) fn if_holds(
        &mut self,
        c: &ast::Expr,
        then: &ast::Block,
        otherwise: Option<&ast::Block>,
        span: Span,
        out: &mut Block,
    ) {
        let (condition, births) = self.typer.probing(|typer| typer.holds(c));
        let body = self.block_with(&births, then, c.span);
        let otherwise = otherwise.map_or_else(Block::new, |otherwise| self.block(otherwise));
        push(out, StmtKind::If(condition, body, otherwise), span);
    }

    /// `each Q`
    pub(super) fn each(&mut self, query: &ast::Query, body: &ast::Block, span: Span, out: &mut Block) {
        let mark = self.typer.scope.mark();
        let query = self.typer.query(query, LocalRole::Answer);
        let body = self.looped(body);
        self.typer.scope.forget(mark);
        push(out, StmtKind::Each(query, body), span);
    }

    fn looped(&mut self, body: &ast::Block) -> Block {
        self.at.loops += 1;
        let body = self.block(body);
        self.at.loops -= 1;
        body
    }

    /// `repeat [n times [as i]] [until c]`
    pub(super) fn repeat(
        &mut self,
        (times, counter, until): (Option<&ast::Expr>, Option<&ast::Name>, Option<&ast::Expr>),
        body: &ast::Block,
        span: Span,
        out: &mut Block,
    ) {
        let times = times.map(|times| self.typer.number(times));
        let until = until.map(|until| self.typer.probing(|typer| typer.condition(until)));
        let mark = self.typer.scope.mark();
        let counter = counter
            .map(|counter| self.typer.scope.declare_local(self.typer.book, counter, Type::Number, LocalRole::Let));
        let body = self.looped(body);
        self.typer.scope.forget(mark);
        push(out, StmtKind::Repeat { times, counter, until, body }, span);
    }

    /// `in turn p in Player clockwise from q until all pass`
    pub(super) fn in_turn(
        &mut self,
        query: &ast::Query,
        until: &ast::Until,
        body: &ast::Block,
        span: Span,
        out: &mut Block,
    ) {
        let until = match until {
            ast::Until::AllPass => None,
            ast::Until::Condition(e) => Some(self.typer.probing(|typer| typer.condition(e))),
        };
        let mark = self.typer.scope.mark();
        let query = self.typer.query(query, LocalRole::Answer);
        self.over_players(&query, "in turn");
        let body = self.looped(body);
        self.typer.scope.forget(mark);
        push(out, StmtKind::InTurn(query, until, body), span);
    }

    fn over_players(&mut self, query: &Query, word: &str) {
        let players = match query.binders.as_slice() {
            [(id, _)] => matches!(self.typer.scope.ty(*id), Type::Member(PLAYER) | Type::Error),
            _ => false,
        };
        if !players {
            let message = format!("`{word}` needs one name that ranges over players");
            self.typer.book.error(codes::CLOCKWISE, query.span, message, format!("write `{word} p in Player`"));
        }
    }

    /// `together p in Q`
    pub(super) fn together(&mut self, query: &ast::Query, body: &ast::Block, span: Span, out: &mut Block) {
        let everybody = matches!(query.binders.as_slice(), [(_, ast::Expr { kind: ast::ExprKind::Name(kind), .. })]
            if self.typer.book.names.kind(kind) == Some(PLAYER))
            && query.filter.is_none();
        let mark = self.typer.scope.mark();
        let query = self.typer.query_without_keys(query, LocalRole::Answer, "all answer at the same time");
        self.over_players(&query, "together");
        let outer = std::mem::replace(&mut self.at.together, query.binders.first().map(|(id, _)| *id));
        let block = self.typer.scope.enter_together();
        let mut inside = Block::new();
        self.sentences(body, &mut inside);
        self.at.together = outer;
        self.typer.scope.leave_together(block, mark, everybody);
        push(out, StmtKind::Together(query, inside), span);
    }

    /// `stop`
    pub(super) fn stop(&mut self, span: Span, out: &mut Block) {
        if self.at.loops == 0 {
            let help = "to leave a rule write `end` and its name";
            self.typer.book.error(codes::STOP_OUTSIDE, span, "there is no loop here to stop", help);
        }
        push(out, StmtKind::Stop, span);
    }

    /// `end NAME`
    pub(super) fn end(&mut self, name: &ast::Name, span: Span, out: &mut Block) {
        let rule = self.typer.book.names.rule(&name.text);
        match rule {
            Some(id) => self.typer.book.record(Def::Rule(id), name.span),
            None if name.text == "play" => self.typer.book.word_at("play", name.span),
            None => {}
        }
        let named = rule.map(|id| self.typer.book.woven.get(&id).copied().unwrap_or(id));
        let own = self.at.rule.map(|id| self.typer.book.ir.rules[id.index()].name.as_str());
        if own == Some(name.text.as_str()) || (named.is_some() && named == self.at.rule) {
            return push(out, StmtKind::Return, span);
        }
        let outer = match named {
            Some(id) => Some(id),
            None if name.text == "play" => Some(self.typer.book.ir.play),
            None => None,
        };
        match outer {
            Some(id) => push(out, StmtKind::EndOuter(id), span),
            None => {
                let book = &mut self.typer.book;
                book.unknown("rule", name, |book| book.ir.rules.iter().map(|rule| rule.name.clone()).collect());
                push(out, StmtKind::Return, span);
            }
        }
    }
}
