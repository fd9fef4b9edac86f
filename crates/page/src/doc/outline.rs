//! Course of the game: which rule calls which, from `play` on.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::about::About;
use super::chapters::{linked, when};
use super::clauses::cited;
use super::markdown::code;
use tavola_syntax::syntax::ast::{
    Block, Expr, ExprKind, FieldKind, ItemKind, RuleMoment, SheetKind, Stmt, StmtKind, Until,
};

/// Maximum depth of an outline.
const DEPTH: usize = 12;

struct Outline<'a> {
    about: &'a About<'a>,
    named: BTreeSet<String>,
    /// Depth and text of each line.
    lines: Vec<(usize, String)>,
    /// Inside a plain rule only calls are listed, without their conditions.
    inner: bool,
}

/// Writes the chapter: a nested list.
pub(super) fn outline(about: &About<'_>) -> String {
    let mut outline = Outline { about, named: BTreeSet::new(), lines: Vec::new(), inner: false };
    for item in about.items() {
        if let ItemKind::Rule { name: None, body, .. } = &item.kind {
            outline.block(body, 0);
        }
    }
    if about.items().any(|item| matches!(item.kind, ItemKind::Winner(_))) {
        outline.line(0, "[Who wins](#rule-winner)");
    }
    if about.items().any(|item| matches!(item.kind, ItemKind::Payoff { .. })) {
        outline.line(0, "[What each player gets](#rule-payoff)");
    }
    let mut out = String::new();
    for item in about.items() {
        if let ItemKind::Game { .. } = item.kind {
            cited(about, item, &mut out);
        }
    }
    for (depth, text) in outline.lines {
        let _ = writeln!(out, "{:indent$}- {text}", "", indent = 2 * depth);
    }
    out
}

impl Outline<'_> {
    /// Adds a line, unless its list has it already.
    fn line(&mut self, depth: usize, text: &str) {
        let siblings = self.lines.iter().rev().take_while(|(other, _)| *other >= depth);
        if !siblings.into_iter().any(|(other, line)| *other == depth && line == text) {
            self.lines.push((depth, text.to_owned()));
        }
    }

    fn block(&mut self, block: &Block, depth: usize) {
        for stmt in block {
            self.stmt(stmt, depth);
        }
    }

    fn stmt(&mut self, stmt: &Stmt, depth: usize) {
        match &stmt.kind {
            StmtKind::Call(e) | StmtKind::Does(_, e, _) => self.call(e, depth),
            StmtKind::Plays(..) => self.cards(depth),
            StmtKind::If(..) if self.calls(stmt) && !self.inner => self.branch(stmt, depth),
            StmtKind::Decide(_, rows) => rows.iter().for_each(|row| self.block(&row.body, depth)),
            _ if self.calls(stmt) => match self.head(stmt).filter(|_| !self.inner) {
                Some(head) => {
                    self.line(depth, &head);
                    stmt.blocks().into_iter().for_each(|block| self.block(block, depth + 1));
                }
                None => stmt.blocks().into_iter().for_each(|block| self.block(block, depth)),
            },
            _ => {}
        }
    }

    /// Adds `if`, and its `else` at the same depth.
    fn branch(&mut self, stmt: &Stmt, depth: usize) {
        let StmtKind::If(condition, yes, no) = &stmt.kind else { return };
        if yes.iter().any(|stmt| self.calls(stmt)) {
            self.line(depth, &format!("if {}", code(&self.about.expr(condition))));
            self.block(yes, depth + 1);
        }
        match no.as_deref() {
            Some([inner @ Stmt { kind: StmtKind::If(..), .. }]) => self.branch(inner, depth),
            Some(block) if block.iter().any(|stmt| self.calls(stmt)) => {
                self.line(depth, "else");
                block.iter().for_each(|stmt| self.stmt(stmt, depth + 1));
            }
            _ => {}
        }
    }

    /// The head of a loop. None for other blocks.
    fn head(&self, stmt: &Stmt) -> Option<String> {
        let query = |query: &tavola_syntax::syntax::ast::Query| code(&self.about.bare(self.about.text(query.span)));
        Some(match &stmt.kind {
            StmtKind::Each(q, _) => format!("each {}", query(q)),
            StmtKind::Repeat { times, until, .. } => {
                let times = times.as_ref().map(|n| format!(" {} times", code(&self.about.expr(n))));
                let until = until.as_ref().map(|c| format!(" until {}", code(&self.about.expr(c))));
                format!("repeat{}{}", times.unwrap_or_default(), until.unwrap_or_default())
            }
            StmtKind::InTurn { query: q, until, .. } => {
                let until = match until {
                    Until::AllPass => "all pass".to_owned(),
                    Until::Condition(c) => code(&self.about.expr(c)),
                };
                format!("in turn {} until {until}", query(q))
            }
            StmtKind::Between(_, menu, _) => format!("between steps {}", code(&self.about.expr(menu))),
            _ => return None,
        })
    }

    fn call(&mut self, e: &Expr, depth: usize) {
        if let Some(name) = name_of(e) {
            self.named(name, depth);
        }
    }

    fn named(&mut self, name: &str, depth: usize) {
        let Some(link) = linked(self.about, name) else { return };
        let known = !self.named.insert(name.to_owned());
        self.line(depth, &link);
        if !known && depth < DEPTH {
            self.inside(name, depth + 1);
        }
    }

    /// Adds all cards: any of them may be played.
    fn cards(&mut self, depth: usize) {
        let about = self.about;
        for item in about.items() {
            if let ItemKind::Sheet(sheet) = &item.kind
                && sheet.kind == SheetKind::Card
            {
                self.named(&sheet.name.text, depth);
            }
        }
    }

    /// Adds the calls of the rule or sheet of this name, and the actions of a menu.
    fn inside(&mut self, name: &str, depth: usize) {
        let about = self.about;
        let outer = self.inner;
        for item in about.items() {
            self.inner = outer || matches!(item.kind, ItemKind::Rule { phase: false, .. } | ItemKind::Sheet(_));
            match &item.kind {
                ItemKind::Rule { name: Some(own), body, .. } if own.text == name => self.block(body, depth),
                ItemKind::Hook(hook) => self.woven(&hook.name.text, hook.at.as_ref(), name, depth),
                ItemKind::Sheet(sheet) if sheet.at.is_some() => {
                    self.woven(&sheet.name.text, sheet.at.as_ref(), name, depth);
                }
                ItemKind::Sheet(sheet) if sheet.name.text == name => {
                    for field in &sheet.fields {
                        if let FieldKind::Effect(block) = &field.kind {
                            self.block(block, depth);
                        }
                    }
                }
                ItemKind::Sheet(sheet) if sheet.of.iter().any(|menu| menu.text == name) => {
                    if let Some(link) = linked(about, &sheet.name.text) {
                        self.line(depth, &link);
                    }
                }
                _ => {}
            }
        }
        self.inner = outer;
    }

    /// Adds a hook or interrupt at a moment of this rule.
    fn woven(&mut self, own: &str, at: Option<&RuleMoment>, rule: &str, depth: usize) {
        if let Some(at) = at.filter(|at| at.rule.text == rule)
            && let Some(link) = linked(self.about, own)
        {
            self.line(depth, &format!("{} it: {link}", when(at.when)));
        }
    }

    /// True if a sentence calls a rule or sheet.
    fn calls(&self, stmt: &Stmt) -> bool {
        let own = match &stmt.kind {
            StmtKind::Call(e) | StmtKind::Does(_, e, _) => {
                name_of(e).is_some_and(|name| linked(self.about, name).is_some())
            }
            StmtKind::Plays(..) => true,
            _ => false,
        };
        own || stmt.blocks().into_iter().flatten().any(|stmt| self.calls(stmt))
    }
}

/// The name of the rule or sheet that an expression calls.
fn name_of(e: &Expr) -> Option<&str> {
    match &e.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Call(head, _) => name_of(head),
        _ => None,
    }
}
