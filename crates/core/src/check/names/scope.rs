//! Lexical scopes: local names, their meaning, and where they begin and end.

use std::collections::BTreeMap;

use super::book::Book;
use super::defs::{Def, Unit, small_letters};
use super::say::in_words;
use crate::check::codes;
use crate::ir::{Expr, ExprKind, Local, LocalId, LocalRole, Type};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::syntax::ast::{Axis, Head, Name};
use tavola_syntax::text::Span;

/// Maximum number of names in scope at once.
const MAX_SIGHT: usize = 1000;

/// Meaning of a name in scope.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Meaning {
    /// A local variable.
    Local(LocalId),
    /// An answer of a finished `together` block; true if everybody was asked.
    After(LocalId, bool),
    /// A player of a scenario, by seat number from 1.
    Seat(i64),
}

/// A name in scope.
#[derive(Clone, Debug)]
struct Visible {
    name: String,
    meaning: Meaning,
    span: Span,
}

/// A head with a name for an index that had none.
pub(crate) struct NamedIndex {
    /// `hand[p in Player, s in Stall]`
    pub(crate) head: String,
    /// True if the name can hardly mean anything else: a single letter, or the kind of the index in lower case.
    pub(crate) is_meant: bool,
}

/// Local variables of a rule, define or cell, and the names in scope.
#[derive(Default)]
pub(crate) struct Scope {
    /// All local variables, also those that are out of scope.
    pub(crate) locals: Vec<Local>,
    sight: Vec<Visible>,
    /// Units of local numbers.
    units: BTreeMap<LocalId, Unit>,
    /// For names that go through places: how to go through the things in them.
    through_places: BTreeMap<LocalId, String>,
    /// The head with indexes in whose row this stands: `hand[p in Player]`.
    head: Option<Head>,
    /// Answers declared in the current `together` block, also inside its conditions.
    answers: Vec<LocalId>,
}

impl Scope {
    /// A scope over these local variables, none of them in scope yet.
    pub(crate) fn of(locals: Vec<Local>) -> Self {
        Self { locals, ..Self::default() }
    }

    /// Number of names in scope, as an argument for [`Scope::forget`].
    pub(crate) fn mark(&self) -> usize {
        self.sight.len()
    }

    /// Removes all names that came into scope since the mark.
    pub(crate) fn forget(&mut self, mark: usize) {
        self.sight.truncate(mark);
    }

    /// Meaning of a name in scope.
    pub(crate) fn lookup(&self, name: &str) -> Option<Meaning> {
        self.found(name).map(|(meaning, _)| meaning)
    }

    /// Meaning of a name in scope, and the place of its declaration.
    pub(crate) fn found(&self, name: &str) -> Option<(Meaning, Span)> {
        self.sight.iter().rev().find(|seen| seen.name == name).map(|seen| (seen.meaning, seen.span))
    }

    /// All names in scope.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.sight.iter().map(|seen| seen.name.as_str())
    }

    /// Type of a local variable.
    pub(crate) fn ty(&self, id: LocalId) -> &Type {
        &self.locals[id.index()].ty
    }

    /// A local variable as an expression.
    pub(crate) fn local(&self, id: LocalId, span: Span) -> Expr {
        Expr { kind: ExprKind::Local(id), ty: self.ty(id).clone(), span }
    }

    /// True if a menu remembers this local variable, so that sentences can change it.
    pub(crate) fn is_remembered(&self, id: LocalId) -> bool {
        self.locals[id.index()].role == LocalRole::Remember
    }

    /// Unit of a local number, if known.
    pub(crate) fn unit(&self, id: LocalId) -> Option<Unit> {
        self.units.get(&id).copied()
    }

    /// Sets the unit of a local number, if known.
    pub(crate) fn keep_unit(&mut self, id: LocalId, unit: Option<Unit>) {
        self.units.extend(unit.map(|unit| (id, unit)));
    }

    /// Help for a name that goes through places and is taken for a thing in them. None for other names.
    pub(crate) fn through_places(&self, id: LocalId) -> Option<&str> {
        self.through_places.get(&id).map(String::as_str)
    }

    /// Keeps the help for a name that goes through places.
    pub(crate) fn keep_through_places(&mut self, id: LocalId, help: String) {
        self.through_places.insert(id, help);
    }

    /// Sets the head in whose row the scope stands.
    pub(crate) fn within_head(&mut self, head: &Head) {
        self.head = Some(head.clone());
    }

    /// The head with a name for its first index without one: `hand[p in Player, s in Stall]`. None if all indexes have names, or if
    /// one cannot be written.
    pub(crate) fn named_index(&self, name: &str) -> Option<NamedIndex> {
        let head = self.head.as_ref()?;
        let unnamed = head.axes.iter().position(|axis| axis.binder.is_none())?;
        let domains: Vec<String> = head.axes.iter().map(|axis| in_words(&axis.domain)).collect::<Option<_>>()?;
        let axis = |(at, axis): (usize, &Axis)| match &axis.binder {
            Some(binder) => format!("{} in {}", binder.text, domains[at]),
            None if at == unnamed => format!("{name} in {}", domains[at]),
            None => domains[at].clone(),
        };
        let axes: Vec<String> = head.axes.iter().enumerate().map(axis).collect();
        let is_meant = name.chars().count() == 1 || name == small_letters(&domains[unnamed]);
        Some(NamedIndex { head: format!("{}[{}]", head.name.text, axes.join(", ")), is_meant })
    }

    /// Adds a local variable without bringing its name into scope.
    pub(crate) fn hidden(&mut self, name: &str, ty: Type, role: LocalRole, span: Span) -> LocalId {
        let id = LocalId(self.locals.len() as u32);
        self.locals.push(Local { name: name.to_owned(), ty, role, span });
        id
    }

    /// Adds a local variable and brings its name into scope.
    pub(crate) fn declare_local(&mut self, book: &mut Book, name: &Name, ty: Type, role: LocalRole) -> LocalId {
        if self.sight.len() == MAX_SIGHT {
            let help = "move parts of it into rules";
            book.error(codes::TOO_DEEP, name.span, "there are too many names here", help);
        }
        // Which of two things its uses mean is not known, so they are not checked.
        let ty = if self.refuse_shadow(book, name) { ty } else { Type::Error };
        book.declares_local(name, &ty, role);
        let id = match role {
            LocalRole::Together => self.answer(book, name, ty),
            _ => self.hidden(&name.text, ty, role, name.span),
        };
        self.bring_into_scope(name, Meaning::Local(id));
        id
    }

    /// Adds a local variable whose name comes into scope later, with [`Scope::bring_into_scope`].
    pub(crate) fn unseen_birth(&mut self, book: &mut Book, name: &Name, ty: Type) -> LocalId {
        let mark = self.mark();
        let id = self.declare_local(book, name, ty, LocalRole::Let);
        self.forget(mark);
        id
    }

    /// Adds an answer of a `together` block. Answers of the same name in several branches share one local variable.
    pub(crate) fn answer(&mut self, book: &mut Book, name: &Name, ty: Type) -> LocalId {
        let same = self.answers.iter().copied().find(|id| self.locals[id.index()].name == name.text);
        if let Some(id) = same {
            let older = &self.locals[id.index()];
            book.index.join(older.span, name.span);
            let alike = older.ty == ty || ty == Type::Error || older.ty == Type::Error;
            if !alike && self.lookup(&name.text).is_none() {
                let message = format!("another answer `{}` of this block has another type", name.text);
                book.found.push(renamed(codes::MISMATCH, name, message, older.span));
            }
            return id;
        }
        let id = self.hidden(&name.text, ty, LocalRole::Together, name.span);
        self.answers.push(id);
        id
    }

    /// Brings an existing local variable into scope. Reports a name that is already in use.
    pub(crate) fn refuse_and_see(&mut self, book: &mut Book, name: &Name, id: LocalId) {
        self.refuse_shadow(book, name);
        let local = &self.locals[id.index()];
        book.declares_local(name, &local.ty, local.role);
        self.bring_into_scope(name, Meaning::Local(id));
    }

    /// Brings a name into scope.
    pub(crate) fn bring_into_scope(&mut self, name: &Name, meaning: Meaning) {
        self.sight.push(Visible { name: name.text.clone(), meaning, span: name.span });
    }

    /// Reports a name that is already in use. True if it is free.
    fn refuse_shadow(&self, book: &mut Book, name: &Name) -> bool {
        if self.sight.len() > MAX_SIGHT {
            return true;
        }
        if let Some(older) = self.sight.iter().rev().find(|seen| seen.name == name.text) {
            let message = format!("`{}` is already in use here", name.text);
            book.found.push(renamed(codes::SHADOWED, name, message, older.span));
            return false;
        }
        let value = |def: &&Def| !matches!(def, Def::Rule(_) | Def::Board(_) | Def::Define(_) | Def::Table(_));
        let global = book.names.get(&name.text).iter().find(value).copied();
        if global.is_some() || is_word(&name.text) {
            let help = "choose another name: a name never hides another";
            let message = format!("`{}` already has a meaning in this game", name.text);
            let mut finding = Diagnostic::error(codes::SHADOWED, name.span, message).help(help);
            if let Some(span) = global.and_then(|def| book.span_of(def)) {
                finding = finding.label(span, "declared here");
            }
            book.found.push(finding);
            return false;
        }
        true
    }

    /// Begins a `together` block with answers of its own. Returns the argument for [`Scope::leave_together`].
    pub(crate) fn enter_together(&mut self) -> (usize, Vec<LocalId>) {
        (self.mark(), std::mem::take(&mut self.answers))
    }

    /// Ends a `together` block: each name declared in it becomes one answer per player. `from` is the mark before its heading.
    /// `everybody` is true if all players were asked.
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

/// A finding about two things with the same name.
fn renamed(code: &'static str, name: &Name, message: String, older: Span) -> Diagnostic {
    Diagnostic::error(code, name.span, message).label(older, "declared here").help("give one of them another name")
}

/// True for words that mean the same everywhere.
fn is_word(name: &str) -> bool {
    matches!(name, "you" | "players" | "yes" | "no" | "none" | "all" | "nobody")
}
