//! Diagnosis of games that do not end: the loops of the rules that are open at a position.

use std::ops::Range;

use tavola_core::code::{Pc, Program};
use tavola_core::ir::visit::{blocks, of_stmt, statements};
use tavola_core::ir::{Block, Rule, Stmt, StmtKind};
use tavola_core::vm::{Machine, State};
use tavola_syntax::text::{Span, one_line};

use super::Game;
use super::sight::OpenRules;

/// An open loop without a fixed number of turns: a `repeat`, an `in turn`, or a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
struct OpenLoop {
    rule: String,
    /// First operations of the rule.
    begins: [Option<Pc>; 2],
    /// Operations of the rule.
    around: Range<Pc>,
    /// Operations of the loop.
    code: Range<Pc>,
    /// Its source text.
    span: Span,
    word: &'static str,
    until: Option<Span>,
}

impl OpenLoop {
    /// True if an operation is in the rule but outside the loop, so the loop was left. Rules are not recursive.
    fn is_left(&self, at: Pc) -> bool {
        self.begins.contains(&Some(at)) || self.around.contains(&at) && !self.code.contains(&at)
    }
}

/// A monitor of the loops that a game never leaves.
#[derive(Debug, Default)]
pub struct LoopWatch {
    machine: Option<Machine>,
    /// Loops that were open at every question so far and not left between them, outermost first. `None` before the first question.
    stayed: Option<Vec<OpenLoop>>,
}

/// A loop that did not end.
pub struct Unended {
    /// Name of the rule that contains the loop.
    pub rule: String,
    /// `file:line:column`
    pub place: String,
    /// Description of the loop and its condition, such as "its loop never ends: nothing leaves it".
    pub what: String,
}

impl LoopWatch {
    /// Follows a run from an answer to the next question. `state` is the position after the answer.
    pub fn runs_on(&mut self, game: &Game, state: &State) {
        let machine = self.machine.get_or_insert_with(|| Machine::new(game.program()));
        let stayed = &mut self.stayed;
        let mut left = |pc| stayed.iter_mut().for_each(|stayed| stayed.retain(|one| !one.is_left(Pc(pc))));
        // A fault ends the game, which the caller of this game sees.
        let _ = machine.run_with_notes(game.program(), &mut state.clone(), &mut left);
    }

    /// Records the loops open at a question.
    pub fn see(&mut self, game: &Game, state: &State) {
        let open = game.open_loops(state);
        match &mut self.stayed {
            Some(stayed) => stayed.retain(|one| open.contains(one)),
            None => self.stayed = Some(open),
        }
    }

    /// The innermost loop that was never left.
    pub fn unended(&self, game: &Game) -> Option<Unended> {
        let of = self.stayed.as_ref()?.last()?;
        let what = match of.until.map(|until| game.sources().text(until)) {
            Some(until) => format!("its {} never ends: `until {}` does not come true", of.word, one_line(until)),
            None => format!("its {} never ends: nothing leaves it", of.word),
        };
        Some(Unended { rule: of.rule.clone(), place: game.sources().place(of.span)?, what })
    }
}

impl Game {
    /// Open loops at a position, outermost first.
    fn open_loops(&self, state: &State) -> Vec<OpenLoop> {
        let program = self.program();
        let mut found: Vec<Vec<OpenLoop>> = Vec::new();
        for at in OpenRules::of(program, state).positions() {
            let span = program.op_spans.get(at as usize).copied().unwrap_or(Span::NONE);
            let name = self.rule_at(at as usize);
            let mut own = Vec::new();
            if let Some(rule) = name.and_then(|name| self.book().rules.iter().find(|rule| rule.name == name)) {
                around(program, rule, &rule.body, span, &mut own);
            }
            found.push(own);
        }
        found.into_iter().rev().flatten().collect()
    }
}

/// Collects the loops of a rule around a sentence, outermost first.
fn around(program: &Program, rule: &Rule, block: &Block, span: Span, into: &mut Vec<OpenLoop>) {
    let Some(stmt) = block.iter().find(|stmt| holds(stmt, span)) else { return };
    let open = |word, until: Option<Span>| open_loop(program, rule, stmt.span, (word, until));
    let found = match &stmt.kind {
        StmtKind::Repeat { times: None, until, .. } => open("loop", until.as_ref().map(|until| until.span)),
        StmtKind::InTurn(_, until, _) => open("`in turn`", until.as_ref().map(|until| until.span)),
        StmtKind::Menu(menu) => open("menu", menu.until.as_ref().map(|until| until.span)),
        _ => None,
    };
    into.extend(found);
    blocks(stmt).into_iter().for_each(|inner| around(program, rule, inner, span, into));
}

/// A loop with its operations.
fn open_loop(
    program: &Program,
    rule: &Rule,
    span: Span,
    (word, until): (&'static str, Option<Span>),
) -> Option<OpenLoop> {
    let code = program.rules.iter().find(|code| code.name == rule.name)?;
    let around = code.entry..code.end;
    let mut own = (code.entry.0..code.end.0).filter(|&at| span.covers(program.op_spans[at as usize]));
    let first = own.next()?;
    let last = own.next_back().unwrap_or(first);
    let begins = [Some(code.entry), code.checked];
    Some(OpenLoop { rule: rule.name.clone(), begins, around, code: Pc(first)..Pc(last + 1), span, word, until })
}

/// True if a sentence, or one nested in it, has this span.
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
