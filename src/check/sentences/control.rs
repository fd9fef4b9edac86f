//! Conditions, loops, `together`, and leaving them.

use super::push;
use crate::check::codes;
use crate::check::exprs::typer::{Meaning, Typer, Visible};
use crate::ir::{Block, KindId, Local, LocalRole, PLAYER, Query, StmtKind, Type};
use crate::syntax::ast;
use crate::text::Span;

impl Typer<'_> {
    /// `if c` / `else`
    pub(super) fn if_holds(
        &mut self,
        c: &ast::Expr,
        then: &ast::Block,
        otherwise: Option<&ast::Block>,
        span: Span,
        out: &mut Block,
    ) {
        let (condition, births) = self.probing(|typer| typer.holds(c));
        let mark = self.mark();
        let mut body = Block::new();
        self.born(&births, c.span, &mut body);
        let mut sentences = Block::new();
        self.sentences(then, &mut sentences);
        body.extend(sentences);
        self.forget(mark);
        let otherwise = otherwise.map_or_else(Block::new, |otherwise| self.block(otherwise));
        push(out, StmtKind::If(condition, body, otherwise), span);
    }

    /// `each Q`
    pub(super) fn each(&mut self, query: &ast::Query, body: &ast::Block, span: Span, out: &mut Block) {
        let mark = self.mark();
        let query = self.query(query, LocalRole::Answer);
        let body = self.looped(body);
        self.forget(mark);
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
        let times = times.map(|times| self.number(times));
        let until = until.map(|until| self.probing(|typer| typer.condition(until)));
        let mark = self.mark();
        let counter = counter.map(|counter| self.birth(counter, Type::Number, LocalRole::Let));
        let body = self.looped(body);
        self.forget(mark);
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
            ast::Until::Condition(e) => Some(self.probing(|typer| typer.condition(e))),
        };
        let mark = self.mark();
        let query = self.query(query, LocalRole::Answer);
        self.over_players(&query, "in turn");
        let body = self.looped(body);
        self.forget(mark);
        push(out, StmtKind::InTurn(query, until, body), span);
    }

    fn over_players(&mut self, query: &Query, word: &str) {
        let players = match query.binders.as_slice() {
            [(id, _)] => matches!(self.locals[id.index()].ty, Type::Member(PLAYER) | Type::Error),
            _ => false,
        };
        if !players {
            let message = format!("`{word}` needs one name that ranges over players");
            self.book.error(codes::CLOCKWISE, query.span, message, format!("write `{word} p in Player`"));
        }
    }

    /// `together p in Q`
    pub(super) fn together(&mut self, query: &ast::Query, body: &ast::Block, span: Span, out: &mut Block) {
        let everybody = matches!(query.binders.as_slice(), [(_, ast::Expr { kind: ast::ExprKind::Name(kind), .. })]
            if self.book.names.kind(kind) == Some(KindId(0)))
            && query.filter.is_none();
        let mark = self.mark();
        let query = self.query(query, LocalRole::Answer);
        self.over_players(&query, "together");
        let outer = self.at.together;
        let before = std::mem::take(&mut self.answers);
        self.at.together = query.binders.first().map(|(id, _)| *id);
        let born = self.mark();
        let mut inside = Block::new();
        self.sentences(body, &mut inside);
        self.at.together = outer;
        let always = self.sight.split_off(born);
        self.forget(mark);
        for id in std::mem::replace(&mut self.answers, before) {
            let surely = always.iter().any(|seen| seen.meaning == Meaning::Local(id));
            let Local { name, span, .. } = &self.locals[id.index()];
            let (name, span) = (name.clone(), *span);
            self.sight.push(Visible { name, meaning: Meaning::After(id, everybody && surely), span });
        }
        push(out, StmtKind::Together(query, inside), span);
    }

    /// `stop`
    pub(super) fn stop(&mut self, span: Span, out: &mut Block) {
        if self.at.loops == 0 {
            self.book.error(
                codes::STOP_OUTSIDE,
                span,
                "there is no loop here to stop",
                "to leave a rule write `end` and its name",
            );
        }
        push(out, StmtKind::Stop, span);
    }

    /// `end NAME`
    pub(super) fn end(&mut self, name: &ast::Name, span: Span, out: &mut Block) {
        let named = self.book.names.rule(&name.text).map(|id| self.book.woven.get(&id).copied().unwrap_or(id));
        let own = self.at.rule.map(|id| self.book.ir.rules[id.index()].name.as_str());
        if own == Some(name.text.as_str()) || (named.is_some() && named == self.at.rule) {
            return push(out, StmtKind::Return, span);
        }
        let outer = match named {
            Some(id) => Some(id),
            None if name.text == "play" => Some(self.book.ir.play),
            None => None,
        };
        match outer {
            Some(id) => push(out, StmtKind::EndOuter(id), span),
            None => {
                let rules: Vec<String> = self.book.ir.rules.iter().map(|rule| rule.name.clone()).collect();
                self.book.unknown("rule", name, rules.iter().map(String::as_str));
                push(out, StmtKind::Return, span);
            }
        }
    }
}
