//! The names in sight where something is typed: when they are born, what they mean, when they are forgotten.

use std::collections::BTreeMap;

use super::book::Book;
use super::defs::{Def, Unit};
use crate::check::codes;
use crate::ir::{Expr, ExprKind, Local, LocalId, LocalRole, Type};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::syntax::ast::Name;
use tavola_syntax::text::Span;

/// Maximum number of names in sight at once.
const MAX_SIGHT: usize = 1000;

/// What a name in sight means.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Meaning {
    /// A local name.
    Local(LocalId),
    /// An answer of a `together` block that is over, and whether everybody was asked.
    After(LocalId, bool),
    /// A player of a scenario, from 1.
    Seat(i64),
}

/// A name in sight.
#[derive(Clone, Debug)]
struct Visible {
    name: String,
    meaning: Meaning,
    span: Span,
}

/// The local names of a rule, define or cell, and which of them are in sight.
#[derive(Default)]
pub(crate) struct Scope {
    /// All local names, also those that are forgotten.
    pub(crate) locals: Vec<Local>,
    sight: Vec<Visible>,
    /// What the names of numbers are amounts of.
    units: BTreeMap<LocalId, Unit>,
    /// The answers that were born in the `together` block at hand, also inside its conditions.
    answers: Vec<LocalId>,
}

impl Scope {
    /// These local names, none of them in sight yet.
    pub(crate) fn of(locals: Vec<Local>) -> Self {
        Self { locals, ..Self::default() }
    }

    /// Number of names in sight, to come back to with [`Scope::forget`].
    pub(crate) fn mark(&self) -> usize {
        self.sight.len()
    }

    /// Ends the life of all names born since the mark.
    pub(crate) fn forget(&mut self, mark: usize) {
        self.sight.truncate(mark);
    }

    /// What a name in sight means.
    pub(crate) fn lookup(&self, name: &str) -> Option<Meaning> {
        self.sight.iter().rev().find(|seen| seen.name == name).map(|seen| seen.meaning)
    }

    /// All names in sight.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.sight.iter().map(|seen| seen.name.as_str())
    }

    /// The type of a local name.
    pub(crate) fn ty(&self, id: LocalId) -> &Type {
        &self.locals[id.index()].ty
    }

    /// A local name as an expression.
    pub(crate) fn local(&self, id: LocalId, span: Span) -> Expr {
        Expr { kind: ExprKind::Local(id), ty: self.ty(id).clone(), span }
    }

    /// Whether a name is one that a menu remembers, so that sentences may change it.
    pub(crate) fn is_remembered(&self, id: LocalId) -> bool {
        self.locals[id.index()].role == LocalRole::Remember
    }

    /// What a name is an amount of, if that is known.
    pub(crate) fn unit(&self, id: LocalId) -> Option<Unit> {
        self.units.get(&id).copied()
    }

    /// A number that gets a name keeps its unit.
    pub(crate) fn keep_unit(&mut self, id: LocalId, unit: Option<Unit>) {
        self.units.extend(unit.map(|unit| (id, unit)));
    }

    /// A local without a name in sight.
    pub(crate) fn hidden(&mut self, name: &str, ty: Type, role: LocalRole, span: Span) -> LocalId {
        let id = LocalId(self.locals.len() as u32);
        self.locals.push(Local { name: name.to_owned(), ty, role, span });
        id
    }

    /// A new name in sight.
    pub(crate) fn birth(&mut self, book: &mut Book, name: &Name, ty: Type, role: LocalRole) -> LocalId {
        if self.sight.len() == MAX_SIGHT {
            let help = "make parts of it rules of their own";
            book.error(codes::TOO_DEEP, name.span, "there are too many names in sight here", help);
        }
        self.refuse_shadow(book, name);
        let id = match role {
            LocalRole::Together => self.answer(book, name, ty),
            _ => self.hidden(&name.text, ty, role, name.span),
        };
        self.see(name, Meaning::Local(id));
        id
    }

    /// A name that comes in sight later: see [`Scope::see`].
    pub(crate) fn unseen_birth(&mut self, book: &mut Book, name: &Name, ty: Type) -> LocalId {
        let mark = self.mark();
        let id = self.birth(book, name, ty, LocalRole::Let);
        self.forget(mark);
        id
    }

    /// A local of a `together` block. Where another branch of the block gives an answer of the same name, it is the same.
    pub(crate) fn answer(&mut self, book: &mut Book, name: &Name, ty: Type) -> LocalId {
        let same = self.answers.iter().copied().find(|id| self.locals[id.index()].name == name.text);
        if let Some(id) = same {
            let older = &self.locals[id.index()];
            let alike = older.ty == ty || ty == Type::Error || older.ty == Type::Error;
            if !alike && self.lookup(&name.text).is_none() {
                let message = format!("another answer `{}` of this block is of another type", name.text);
                book.found.push(renamed(codes::MISMATCH, name, message, older.span));
            }
            return id;
        }
        let id = self.hidden(&name.text, ty, LocalRole::Together, name.span);
        self.answers.push(id);
        id
    }

    /// A local that exists already comes in sight under a name that nothing else may have.
    pub(crate) fn refuse_and_see(&mut self, book: &mut Book, name: &Name, id: LocalId) {
        self.refuse_shadow(book, name);
        self.see(name, Meaning::Local(id));
    }

    /// Puts a name in sight.
    pub(crate) fn see(&mut self, name: &Name, meaning: Meaning) {
        self.sight.push(Visible { name: name.text.clone(), meaning, span: name.span });
    }

    fn refuse_shadow(&self, book: &mut Book, name: &Name) {
        if self.sight.len() > MAX_SIGHT {
            return;
        }
        if let Some(older) = self.sight.iter().rev().find(|seen| seen.name == name.text) {
            let message = format!("`{}` is already in sight here", name.text);
            return book.found.push(renamed(codes::SHADOWED, name, message, older.span));
        }
        let value = |def: &&Def| !matches!(def, Def::Rule(_) | Def::Board(_) | Def::Define(_) | Def::Table(_));
        let global = book.names.get(&name.text).iter().find(value).copied();
        if global.is_some() || is_word(&name.text) {
            let help = "a name is never hidden by another one: choose a different word";
            let message = format!("`{}` already has a meaning in this game", name.text);
            let mut finding = Diagnostic::error(codes::SHADOWED, name.span, message).help(help);
            if let Some(span) = global.and_then(|def| book.span_of(def)) {
                finding = finding.label(span, "here it is declared");
            }
            book.found.push(finding);
        }
    }

    /// A `together` block begins: its answers are its own. Gives what [`Scope::leave_together`] comes back to.
    pub(crate) fn enter_together(&mut self) -> (usize, Vec<LocalId>) {
        (self.mark(), std::mem::take(&mut self.answers))
    }

    /// A `together` block is over: what was born in it is one answer of each player. `from`: the names before its heading;
    /// `everybody`: whether all players were asked.
    pub(crate) fn leave_together(&mut self, (mark, outer): (usize, Vec<LocalId>), from: usize, everybody: bool) {
        let always = self.sight.split_off(mark);
        self.forget(from);
        for id in std::mem::replace(&mut self.answers, outer) {
            let surely = always.iter().any(|seen| seen.meaning == Meaning::Local(id));
            let Local { name, span, .. } = &self.locals[id.index()];
            let (name, span) = (name.clone(), *span);
            self.sight.push(Visible { name, meaning: Meaning::After(id, everybody && surely), span });
        }
    }
}

/// A finding about two things of one name.
fn renamed(code: &'static str, name: &Name, message: String, older: Span) -> Diagnostic {
    Diagnostic::error(code, name.span, message).label(older, "here it is born").help("give one of them another name")
}

/// Words that mean the same everywhere.
fn is_word(name: &str) -> bool {
    matches!(name, "you" | "players" | "yes" | "no" | "none" | "all" | "nobody")
}
