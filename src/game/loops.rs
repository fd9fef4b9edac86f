//! The loops of the rules that are under way at a position: what is said of a game that does not end.

use crate::ir::visit::{blocks, of_stmt, statements};
use crate::ir::{Block, Stmt, StmtKind};
use crate::text::{Span, one_line};
use crate::vm::State;

use super::Game;
use super::sight::OpenRules;

/// A loop of the rules without a number of turns: a `repeat`, an `in turn`, a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
struct OpenLoop {
    rule: String,
    /// Its first line.
    span: Span,
    word: &'static str,
    until: Option<Span>,
}

/// Which loops stay under way while a game goes on.
#[derive(Clone, Debug, Default)]
pub(crate) struct LoopWatch {
    /// Those that were under way at every position seen so far, outermost first; none: nothing was seen yet.
    stayed: Option<Vec<OpenLoop>>,
}

/// A loop that did not end: the rule that it stands in, `file:line:column`, what is to be said of it.
pub(crate) struct Unended {
    pub(crate) rule: String,
    pub(crate) place: String,
    pub(crate) what: String,
}

impl LoopWatch {
    /// The game has come to a position.
    pub(crate) fn see(&mut self, game: &Game, state: &State) {
        let open = game.open_loops(state);
        match &mut self.stayed {
            Some(stayed) => stayed.retain(|one| open.contains(one)),
            None => self.stayed = Some(open),
        }
    }

    /// The innermost loop that was under way all the time.
    pub(crate) fn unended(&self, game: &Game) -> Option<Unended> {
        let of = self.stayed.as_ref()?.last()?;
        let what = match of.until.map(|until| game.sources().text(until)) {
            Some(until) => format!("its {} never ends: `until {}` does not come true", of.word, one_line(until)),
            None => format!("its {} never ends: nothing leaves it", of.word),
        };
        Some(Unended { rule: of.rule.clone(), place: game.sources().place(of.span)?, what })
    }
}

impl Game {
    /// The loops under way at a position, outermost first.
    fn open_loops(&self, state: &State) -> Vec<OpenLoop> {
        let program = self.program();
        let mut found: Vec<Vec<OpenLoop>> = Vec::new();
        for at in OpenRules::of(program, state).positions() {
            let span = program.op_spans.get(at as usize).copied().unwrap_or(Span::NONE);
            let name = self.rule_at(at as usize);
            let mut own = Vec::new();
            if let Some(rule) = name.and_then(|name| self.book().rules.iter().find(|rule| rule.name == name)) {
                around(&rule.body, span, &rule.name, &mut own);
            }
            found.push(own);
        }
        found.into_iter().rev().flatten().collect()
    }
}

/// The loops of a block around a sentence, outermost first.
fn around(block: &Block, span: Span, rule: &str, into: &mut Vec<OpenLoop>) {
    let Some(stmt) = block.iter().find(|stmt| holds(stmt, span)) else { return };
    let open = |word, until: Option<Span>| OpenLoop { rule: rule.to_owned(), span: stmt.span, word, until };
    match &stmt.kind {
        StmtKind::Repeat { times: None, until, .. } => into.push(open("loop", until.as_ref().map(|until| until.span))),
        StmtKind::InTurn(_, until, _) => into.push(open("`in turn`", until.as_ref().map(|until| until.span))),
        StmtKind::Menu(menu) => into.push(open("menu", menu.until.as_ref().map(|until| until.span))),
        _ => {}
    }
    blocks(stmt).into_iter().for_each(|inner| around(inner, span, rule, into));
}

/// Whether a sentence, or one inside it, stands there.
fn holds(stmt: &Stmt, span: Span) -> bool {
    let mut found = false;
    statements(std::slice::from_ref(stmt), &mut |inner| {
        let items = match &inner.kind {
            StmtKind::Menu(menu) => menu.items.as_slice(),
            _ => &[],
        };
        found |= inner.span.covers(span)
            || of_stmt(inner).into_iter().any(|e| e.span.covers(span))
            || items.iter().any(|item| item.span == span);
    });
    found
}
