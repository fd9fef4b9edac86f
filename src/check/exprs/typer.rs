//! The context in which expressions and sentences of one rule (define, cell, ...) get their names and types.

use std::collections::BTreeMap;

use crate::check::codes;
use crate::check::exprs::Unit;
use crate::check::names::book::Book;
use crate::check::names::defs::Def;
use crate::ir::{Expr, ExprKind, KindId, Local, LocalId, LocalRole, RuleId, Text, TextPart, Type};
use crate::syntax::ast;
use crate::text::Span;

/// Expressions and blocks may be nested so deeply; the text is untrusted.
const MAX_DEPTH: u32 = 220;
/// So many names may be in sight at once.
const MAX_SIGHT: usize = 1000;

/// What a name in sight means.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::check) enum Meaning {
    /// A local name.
    Local(LocalId),
    /// An answer of a `together` block that is over, and whether everybody was asked.
    After(LocalId, bool),
    /// A player of a scenario, from 1.
    Seat(i64),
}

/// A name in sight.
#[derive(Clone, Debug)]
pub(in crate::check) struct Visible {
    pub(in crate::check) name: String,
    pub(in crate::check) meaning: Meaning,
    pub(in crate::check) span: Span,
}

/// A name that is born by a condition that holds: `is single p`.
pub(in crate::check) struct Birth {
    pub(in crate::check) name: ast::Name,
    pub(in crate::check) id: LocalId,
    pub(in crate::check) value: Expr,
}

/// Where sentences stand.
#[derive(Clone, Debug, Default)]
pub(in crate::check) struct Setting {
    /// The rule they belong to.
    pub(in crate::check) rule: Option<RuleId>,
    /// In a sheet there is `you`.
    pub(in crate::check) sheet: bool,
    /// How many loops are around.
    pub(in crate::check) loops: u32,
    /// In a `together` block: whom it asks.
    pub(in crate::check) together: Option<LocalId>,
    /// A look-ahead (`can p do X`) can be worked out before the sentence.
    pub(in crate::check) probes: bool,
    /// Memory and tracks may be set outright (scenarios, what a track does past its end).
    pub(in crate::check) outright: bool,
    /// In a hook that stands instead of a rule: what `original` runs, and how many parameters it has.
    pub(in crate::check) original: Option<(RuleId, u32)>,
}

/// Types the expressions and sentences of one rule.
pub(in crate::check) struct Typer<'b> {
    pub(in crate::check) book: &'b mut Book,
    pub(in crate::check) locals: Vec<Local>,
    pub(in crate::check) sight: Vec<Visible>,
    pub(in crate::check) at: Setting,
    /// What the names of numbers are amounts of.
    pub(in crate::check) units: BTreeMap<LocalId, Unit>,
    /// The answers that were born in the `together` block at hand, also inside its conditions.
    pub(in crate::check) answers: Vec<LocalId>,
    depth: u32,
}

impl<'b> Typer<'b> {
    /// Nothing in sight yet.
    pub(in crate::check) fn new(book: &'b mut Book) -> Self {
        let at = Setting::default();
        Self { book, locals: Vec::new(), sight: Vec::new(), at, units: BTreeMap::new(), answers: Vec::new(), depth: 0 }
    }

    /// Goes one level deeper; `None` (and a report) where the text is nested too deeply.
    pub(in crate::check) fn deeper<T>(&mut self, span: Span, work: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= MAX_DEPTH {
            self.book.error(
                codes::TOO_DEEP,
                span,
                "this is nested too deeply",
                "take a part of it out into a `define` or a `rule`",
            );
            return None;
        }
        self.depth += 1;
        let result = work(self);
        self.depth -= 1;
        Some(result)
    }

    /// How many names are in sight, to come back to with [`Typer::forget`].
    pub(in crate::check) fn mark(&self) -> usize {
        self.sight.len()
    }

    /// Ends the life of all names born since the mark.
    pub(in crate::check) fn forget(&mut self, mark: usize) {
        self.sight.truncate(mark);
    }

    /// A local without a name in sight.
    pub(in crate::check) fn hidden(&mut self, name: &str, ty: Type, role: LocalRole, span: Span) -> LocalId {
        let id = LocalId(self.locals.len() as u32);
        self.locals.push(Local { name: name.to_owned(), ty, role, span });
        id
    }

    /// A new name in sight.
    pub(in crate::check) fn birth(&mut self, name: &ast::Name, ty: Type, role: LocalRole) -> LocalId {
        if self.sight.len() == MAX_SIGHT {
            self.book.error(
                codes::TOO_DEEP,
                name.span,
                "there are too many names in sight here",
                "make parts of it rules of their own",
            );
        }
        self.refuse_shadow(name);
        let id = if role == LocalRole::Together {
            self.answer(name, ty)
        } else {
            self.hidden(&name.text, ty, role, name.span)
        };
        self.see(name, Meaning::Local(id));
        id
    }

    /// A local of a `together` block. Where another branch of the block gives an answer of the same name, it is the same.
    pub(in crate::check) fn answer(&mut self, name: &ast::Name, ty: Type) -> LocalId {
        let same = self.answers.iter().copied().find(|id| self.locals[id.index()].name == name.text);
        if let Some(id) = same {
            let older = &self.locals[id.index()];
            let (span, alike) = (older.span, older.ty == ty || ty == Type::Error || older.ty == Type::Error);
            if !alike && self.lookup(&name.text).is_none() {
                let message = format!("another answer `{}` of this block is of another type", name.text);
                let finding = crate::diagnostic::Diagnostic::error(codes::MISMATCH, name.span, message)
                    .label(span, "here it is born")
                    .help("give one of them another name");
                self.book.found.push(finding);
            }
            return id;
        }
        let id = self.hidden(&name.text, ty, LocalRole::Together, name.span);
        self.answers.push(id);
        id
    }

    /// A local that exists already comes in sight.
    pub(in crate::check) fn refuse_and_see(&mut self, name: &ast::Name, id: LocalId) {
        self.refuse_shadow(name);
        self.see(name, Meaning::Local(id));
    }

    /// Puts a name in sight.
    pub(in crate::check) fn see(&mut self, name: &ast::Name, meaning: Meaning) {
        self.sight.push(Visible { name: name.text.clone(), meaning, span: name.span });
    }

    fn refuse_shadow(&mut self, name: &ast::Name) {
        if self.sight.len() > MAX_SIGHT {
            return;
        }
        if let Some(older) = self.sight.iter().rev().find(|seen| seen.name == name.text) {
            let older = older.span;
            self.book.found.push(
                crate::diagnostic::Diagnostic::error(
                    codes::SHADOWED,
                    name.span,
                    format!("`{}` is already in sight here", name.text),
                )
                .label(older, "here it is born")
                .help("give one of them another name"),
            );
            return;
        }
        let value = |def: &&Def| !matches!(def, Def::Rule(_) | Def::Board(_) | Def::Define(_) | Def::Table(_));
        let global = self.book.names.get(&name.text).iter().find(value).copied();
        if global.is_some() || is_word(&name.text) {
            let help = "a name is never hidden by another one: choose a different word";
            let message = format!("`{}` already has a meaning in this game", name.text);
            let mut finding = crate::diagnostic::Diagnostic::error(codes::SHADOWED, name.span, message).help(help);
            if let Some(span) = global.and_then(|def| self.book.span_of(def)) {
                finding = finding.label(span, "here it is declared");
            }
            self.book.found.push(finding);
        }
    }

    /// What a name in sight means.
    pub(in crate::check) fn lookup(&self, name: &str) -> Option<&Visible> {
        self.sight.iter().rev().find(|seen| seen.name == name)
    }

    /// A local as an expression.
    pub(in crate::check) fn local(&self, id: LocalId, span: Span) -> Expr {
        Expr { kind: ExprKind::Local(id), ty: self.locals[id.index()].ty.clone(), span }
    }

    /// Something that was wrong and has been reported.
    pub(in crate::check) fn poison(&self, span: Span) -> Expr {
        Expr { kind: ExprKind::Nothing, ty: Type::Error, span }
    }

    /// Reports an error and what to do about it, and gives poison.
    pub(in crate::check) fn wrong(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Expr {
        self.book.error(code, span, message, help);
        self.poison(span)
    }

    /// Marks something as used.
    pub(in crate::check) fn uses(&mut self, def: Def) {
        self.book.used.insert(def);
    }

    /// A text with its holes.
    pub(in crate::check) fn text(&mut self, text: &ast::Text) -> Text {
        let parts = text
            .parts
            .iter()
            .map(|part| match part {
                ast::TextPart::Plain(plain) => TextPart::Plain(plain.clone()),
                ast::TextPart::Hole(hole) => TextPart::Value(self.value(hole, None)),
            })
            .collect();
        Text { parts }
    }

    /// Why something cannot be done. It is told where it was only tried out, so it tells no values.
    pub(in crate::check) fn reason(&mut self, text: Option<&ast::Text>) -> Option<Text> {
        let text = text?;
        let hole = text.parts.iter().find_map(|part| match part {
            ast::TextPart::Hole(hole) => Some(hole.span),
            ast::TextPart::Plain(_) => None,
        });
        let Some(hole) = hole else { return Some(self.text(text)) };
        let help = "say it in plain words; or leave it out: then the condition is told with what stands on both sides";
        self.book.error(codes::MISPLACED, hole, "the reason of a refusal has no holes", help);
        None
    }

    /// A text that may be left out.
    pub(in crate::check) fn maybe_text(&mut self, text: Option<&ast::Text>) -> Option<Text> {
        text.map(|text| self.text(text))
    }
}

/// Words that mean the same everywhere.
pub(in crate::check) fn is_word(name: &str) -> bool {
    matches!(name, "you" | "players" | "yes" | "no" | "none" | "all" | "nobody")
}

/// Shorthands for expressions.
pub(in crate::check) fn number(n: i64, span: Span) -> Expr {
    Expr { kind: ExprKind::Number(n), ty: Type::Number, span }
}

/// `yes` or `no`.
pub(in crate::check) fn yes_no(holds: bool, span: Span) -> Expr {
    Expr { kind: ExprKind::YesNo(holds), ty: Type::YesNo, span }
}

/// A condition's opposite.
pub(in crate::check) fn negate(e: Expr) -> Expr {
    match e.kind {
        ExprKind::Not(inner) => *inner,
        _ => {
            let span = e.span;
            Expr { kind: ExprKind::Not(Box::new(e)), ty: Type::YesNo, span }
        }
    }
}

/// Two sides and the type of the result.
pub(in crate::check) fn binary(op: crate::ir::Binary, a: Expr, b: Expr, ty: Type) -> Expr {
    let span = a.span.to(b.span);
    Expr { kind: ExprKind::Binary(op, Box::new(a), Box::new(b)), ty, span }
}

/// An expression under a wider type.
pub(in crate::check) fn widen(e: Expr, ty: Type) -> Expr {
    let span = e.span;
    Expr { kind: ExprKind::Widen(Box::new(e)), ty, span }
}

/// A member of a kind that has only some of its kind's members.
pub(in crate::check) fn narrow(e: Expr, ty: Type) -> Expr {
    let span = e.span;
    Expr { kind: ExprKind::Narrow(Box::new(e)), ty, span }
}

/// The value of an option, the only one of a set.
pub(in crate::check) fn only(e: Expr, ty: Type) -> Expr {
    let span = e.span;
    Expr { kind: ExprKind::Only(Box::new(e)), ty, span }
}

/// All members of a kind.
pub(in crate::check) fn all(kind: KindId, span: Span) -> Expr {
    Expr { kind: ExprKind::All(kind), ty: Type::Set(Box::new(Type::Member(kind))), span }
}
