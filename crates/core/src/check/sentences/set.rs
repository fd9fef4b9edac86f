//! Type checking of assignments: `set`, `add`, `remove`, `raise`, `lower`.

use std::collections::BTreeSet;

use super::made::{opposite, push};
use super::stmts::Sentences;
use crate::check::codes;
use crate::check::names::{Book, Def, Meaning, Scope};
use crate::check::types::{binary, negate};
use crate::ir::{Binary, Block, Expr, ExprKind, LocalId, LocalRole, MemoryId, Query, StmtKind, TrackId, Type};
use tavola_syntax::syntax::ast;
use tavola_syntax::text::Span;

/// The target of an assignment.
enum Settable {
    Memory(MemoryId, Vec<Expr>),
    Track(TrackId, Vec<Expr>),
    Remember(LocalId),
}

impl Sentences<'_> {
    /// `set v = e`
    pub(super) fn set(&mut self, target: &ast::Expr, e: &ast::Expr, span: Span, out: &mut Block) {
        let Some((target, now)) = self.target(target) else {
            self.typer.value(e, None);
            return;
        };
        if matches!(target, Settable::Track(..)) && !self.at.outright {
            let help = "write `raise .. by ..`, `lower .. by ..`, `p gains ..` or `p pays ..`";
            self.typer.book.error(codes::TRACK_SET, now.span, "a track cannot be set directly", help);
            // The value may be meant for something else.
            self.typer.value(e, None);
            return;
        }
        let value = self.typer.typed(e, &now.ty);
        store(target, value, span, out);
    }

    /// `add e to s` (`true`), `remove e from s`
    pub(super) fn add(&mut self, e: &ast::Expr, target: &ast::Expr, add: bool, span: Span, out: &mut Block) {
        let Some((target, now)) = self.target(target) else {
            self.typer.value(e, None);
            return;
        };
        let element = match &now.ty {
            Type::Set(inner) | Type::List(inner) => (**inner).clone(),
            Type::Error => Type::Error,
            other => {
                let message = format!("this is {}: nothing can be added or removed", self.typer.book.say(other));
                let help = "`add` and `remove` are for sets and lists; otherwise write `set NAME = ..`";
                self.typer.book.error(codes::NOT_A_SET, now.span, message, help);
                return;
            }
        };
        let value = self.typer.typed(e, &element);
        let ty = now.ty.clone();
        let changed = match &ty {
            Type::List(_) if !add => list_without(&mut self.typer.scope, now, value, element),
            Type::List(_) => {
                let single = Expr { kind: ExprKind::ListLiteral(vec![value]), ty: ty.clone(), span: e.span };
                binary(Binary::Join, now, single, ty)
            }
            _ => {
                let single = Expr { kind: ExprKind::SetLiteral(vec![value]), ty: ty.clone(), span: e.span };
                binary(if add { Binary::Join } else { Binary::Without }, now, single, ty)
            }
        };
        store(target, changed, span, out);
    }

    /// The target of an assignment, and its current value.
    fn target(&mut self, e: &ast::Expr) -> Option<(Settable, Expr)> {
        if let ast::ExprKind::Name(name) = &e.kind
            && let Some(Meaning::Local(id)) = self.typer.in_scope(name, e.span)
        {
            if self.typer.scope.is_remembered(id) {
                return Some((Settable::Remember(id), self.typer.scope.local(id, e.span)));
            }
            let help = "declare values that change under `memory`, or with `remember:` in a menu";
            self.typer.book.error(codes::NOT_SETTABLE, e.span, format!("`{name}` never changes"), help);
            return None;
        }
        let before = self.typer.book.used.clone();
        let now = self.typer.value(e, None);
        let target = match &now.kind {
            ExprKind::Memory(id, at) => Settable::Memory(*id, at.clone()),
            ExprKind::Track(id, at) => Settable::Track(*id, at.clone()),
            _ if now.ty == Type::Error => return None,
            _ => {
                let help = "move things with `move`: only memory and tracks have values";
                self.typer.book.error(codes::NOT_SETTABLE, e.span, "this cannot be changed by a sentence", help);
                return None;
            }
        };
        only_written(self.typer.book, &before, &target);
        Some((target, now))
    }

    /// `raise heat[f] by 2`, `lower ...`: in steps
    pub(super) fn step(&mut self, up: bool, target: &ast::Expr, by: &ast::Expr, span: Span, out: &mut Block) {
        let by = self.typer.number(by);
        let Some((target, now)) = self.target(target) else {
            return;
        };
        let Settable::Track(id, at) = target else {
            let help = "write `set v = v + 1` for memory";
            self.typer.book.error(codes::NOT_SETTABLE, now.span, "only tracks have steps", help);
            return;
        };
        let step = self.typer.book.ir.tracks[id.index()].step.clone();
        let by = match step.kind {
            ExprKind::Number(1) => by,
            _ => binary(Binary::Mul, by, step, Type::Number),
        };
        let by = if up { by } else { opposite(by) };
        push(out, StmtKind::Step(id, at, by), span);
    }
}

fn list_without(scope: &mut Scope, list: Expr, value: Expr, element: Type) -> Expr {
    let (ty, span) = (list.ty.clone(), list.span);
    let id = scope.hidden("", element, LocalRole::Binder, span);
    let each = scope.local(id, span);
    let same = binary(Binary::Is, each.clone(), value, Type::YesNo);
    let filter = Some(Box::new(negate(same)));
    let query = Query { binders: vec![(id, list)], clockwise: None, filter, keys: Vec::new(), span };
    Expr { kind: ExprKind::ListOf(Box::new(each), Box::new(query)), ty, span }
}

/// Undoes the use of a target: an assignment alone does not count as a use.
fn only_written(book: &mut Book, before: &BTreeSet<Def>, target: &Settable) {
    let def = match target {
        Settable::Memory(id, _) => Def::Memory(*id),
        Settable::Track(id, _) => Def::Track(*id),
        Settable::Remember(_) => return,
    };
    if !before.contains(&def) {
        book.used.remove(&def);
    }
}

fn store(target: Settable, value: Expr, span: Span, out: &mut Block) {
    let kind = match target {
        Settable::Memory(id, at) => StmtKind::SetMemory(id, at, value),
        Settable::Track(id, at) => StmtKind::SetTrack(id, at, value),
        Settable::Remember(id) => StmtKind::Let(id, value),
    };
    push(out, kind, span);
}
