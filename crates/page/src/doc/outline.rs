//! How the game goes: who calls whom, from `play` on.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::about::About;
use super::chapters::{linked, when};
use super::clauses::cited;
use super::markdown::code;
use tavola_syntax::syntax::ast::{
    Block, Expr, ExprKind, FieldKind, ItemKind, RuleMoment, SheetKind, Stmt, StmtKind, Until,
};

/// An outline is at most so deep.
const DEPTH: usize = 12;

struct Outline<'a> {
    about: &'a About<'a>,
    told: BTreeSet<String>,
    /// Lines and how deep they are.
    lines: Vec<(usize, String)>,
    /// Inside plain rules only who is called is told, not when.
    inner: bool,
}

/// The chapter: a list of lists.
pub(super) fn outline(about: &About<'_>) -> String {
    let mut outline = Outline { about, told: BTreeSet::new(), lines: Vec::new(), inner: false };
    for item in about.items() {
        if let ItemKind::Rule { name: None, body, .. } = &item.kind {
            outline.block(body, 0);
        }
    }
    if about.items().any(|item| matches!(item.kind, ItemKind::Winner(_))) {
        outline.line(0, "[Who wins](#rule-winner)");
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
    /// A line, unless the list that it belongs to has it already.
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

    /// `if`, and its `else` at the same depth.
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

    /// What a loop says; nothing for blocks that are no loops.
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
        let known = !self.told.insert(name.to_owned());
        self.line(depth, &link);
        if !known && depth < DEPTH {
            self.inside(name, depth + 1);
        }
    }

    /// Whichever card is played.
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

    /// What a rule or sheet of this name does, and the actions of a menu.
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

    /// A hook or interrupt at a moment of this rule.
    fn woven(&mut self, own: &str, at: Option<&RuleMoment>, rule: &str, depth: usize) {
        if let Some(at) = at.filter(|at| at.rule.text == rule)
            && let Some(link) = linked(self.about, own)
        {
            self.line(depth, &format!("{} it: {link}", when(at.when)));
        }
    }

    /// Whether a rule or sheet is called in a sentence.
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

/// What is called.
fn name_of(e: &Expr) -> Option<&str> {
    match &e.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Call(head, _) => name_of(head),
        _ => None,
    }
}
