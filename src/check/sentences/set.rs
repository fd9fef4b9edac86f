//! `set`, `add`, `remove`, `raise`, `lower`.

use super::push;
use crate::check::codes;
use crate::check::exprs::typer::{Meaning, Typer, binary};
use crate::check::names::defs::Def;
use crate::ir::{Binary, Block, Expr, ExprKind, LocalId, LocalRole, MemoryId, Query, StmtKind, TrackId, Type};
use crate::syntax::ast;
use crate::text::Span;

/// What can be changed by a sentence.
enum Target {
    Memory(MemoryId, Vec<Expr>),
    Track(TrackId, Vec<Expr>),
    Remember(LocalId),
}

impl Typer<'_> {
    /// `set v = e`
    pub(super) fn set(&mut self, target: &ast::Expr, e: &ast::Expr, span: Span, out: &mut Block) {
        let Some((target, now)) = self.target(target) else {
            self.value(e, None);
            return;
        };
        if matches!(target, Target::Track(..)) && !self.at.outright {
            self.book.error(
                codes::TRACK_SET,
                now.span,
                "a track moves step by step",
                "write `raise .. by ..`, `lower .. by ..`, `p gains ..` or `p pays ..`",
            );
        }
        let value = self.typed(e, &now.ty);
        self.store(target, value, span, out);
    }

    fn store(&mut self, target: Target, value: Expr, span: Span, out: &mut Block) {
        let kind = match target {
            Target::Memory(id, at) => StmtKind::SetMemory(id, at, value),
            Target::Track(id, at) => StmtKind::SetTrack(id, at, value),
            Target::Remember(id) => StmtKind::Let(id, value),
        };
        push(out, kind, span);
    }

    /// `add e to s` (`true`), `remove e from s`
    pub(super) fn add(&mut self, e: &ast::Expr, target: &ast::Expr, add: bool, span: Span, out: &mut Block) {
        let Some((target, now)) = self.target(target) else {
            self.value(e, None);
            return;
        };
        let element = match &now.ty {
            Type::Set(inner) | Type::List(inner) => (**inner).clone(),
            Type::Error => Type::Error,
            other => {
                let message = format!("this is {}, nothing can be added or removed", self.book.say(other));
                let help = "`add` and `remove` are for sets and lists; else write `set NAME = ..`";
                self.book.error(codes::NOT_A_SET, now.span, message, help);
                return;
            }
        };
        let value = self.typed(e, &element);
        let ty = now.ty.clone();
        let changed = match &ty {
            Type::List(_) if !add => self.list_without(now, value, element),
            Type::List(_) => {
                let single = literal(ExprKind::ListLiteral(vec![value]), ty.clone(), e.span);
                binary(Binary::Join, now, single, ty)
            }
            _ => {
                let single = literal(ExprKind::SetLiteral(vec![value]), ty.clone(), e.span);
                binary(if add { Binary::Join } else { Binary::Without }, now, single, ty)
            }
        };
        self.store(target, changed, span, out);
    }

    fn list_without(&mut self, list: Expr, value: Expr, element: Type) -> Expr {
        let (ty, span) = (list.ty.clone(), list.span);
        let id = self.hidden("", element, LocalRole::Binder, span);
        let each = self.local(id, span);
        let same = binary(Binary::Is, each.clone(), value, Type::YesNo);
        let filter = Some(Box::new(crate::check::exprs::typer::negate(same)));
        let query = Query { binders: vec![(id, list)], clockwise: None, filter, keys: Vec::new(), span };
        literal(ExprKind::ListOf(Box::new(each), Box::new(query)), ty, span)
    }

    /// What a sentence changes, and its value now.
    fn target(&mut self, e: &ast::Expr) -> Option<(Target, Expr)> {
        if let ast::ExprKind::Name(name) = &e.kind
            && let Some(Meaning::Local(id)) = self.lookup(name).map(|seen| seen.meaning.clone())
        {
            if self.locals[id.index()].role == LocalRole::Remember {
                return Some((Target::Remember(id), self.local(id, e.span)));
            }
            self.book.error(
                codes::NOT_SETTABLE,
                e.span,
                format!("`{name}` never changes"),
                "what changes stands under `memory`, or in a menu's `remember:`",
            );
            return None;
        }
        let before = self.book.used.clone();
        let now = self.value(e, None);
        let target = match &now.kind {
            ExprKind::Memory(id, at) => Target::Memory(*id, at.clone()),
            ExprKind::Track(id, at) => Target::Track(*id, at.clone()),
            _ if now.ty == Type::Error => return None,
            _ => {
                self.book.error(
                    codes::NOT_SETTABLE,
                    e.span,
                    "this cannot be changed by a sentence",
                    "things change their place with `move`; only memory and tracks have values",
                );
                return None;
            }
        };
        self.only_written(before, &target);
        Some((target, now))
    }

    /// Writing something is not using it.
    fn only_written(&mut self, before: std::collections::BTreeSet<Def>, target: &Target) {
        let def = match target {
            Target::Memory(id, _) => Def::Memory(*id),
            Target::Track(id, _) => Def::Track(*id),
            Target::Remember(_) => return,
        };
        if !before.contains(&def) {
            self.book.used.remove(&def);
        }
    }

    /// `raise heat[f] by 2`, `lower ...`: in steps
    pub(super) fn step(&mut self, up: bool, target: &ast::Expr, by: &ast::Expr, span: Span, out: &mut Block) {
        let by = self.number(by);
        let Some((target, now)) = self.target(target) else {
            return;
        };
        let Target::Track(id, at) = target else {
            self.book.error(
                codes::NOT_SETTABLE,
                now.span,
                "only tracks have steps",
                "write `set v = v + 1` for memory",
            );
            return;
        };
        let step = self.book.ir.tracks[id.index()].step.clone();
        let by = match step.kind {
            ExprKind::Number(1) => by,
            _ => binary(Binary::Mul, by, step, Type::Number),
        };
        let by = if up { by } else { opposite(by) };
        push(out, StmtKind::Step(id, at, by), span);
    }
}

fn literal(kind: ExprKind, ty: Type, span: Span) -> Expr {
    Expr { kind, ty, span }
}

/// `0 - n`
pub(super) fn opposite(n: Expr) -> Expr {
    let zero = crate::check::exprs::typer::number(0, n.span);
    match n.kind {
        ExprKind::Number(value) => crate::check::exprs::typer::number(value.saturating_neg(), n.span),
        _ => binary(Binary::Sub, zero, n, Type::Number),
    }
}
