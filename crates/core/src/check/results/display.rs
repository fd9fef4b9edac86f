//! Types rows of `display`: what players see of a position.

use crate::check::codes;
use crate::check::declare::plain;
use crate::check::exprs::Typer;
use crate::check::names::{Book, Def, kind_of};
use crate::ir::visit::is_sound;
use crate::ir::{self, KindId, LocalRole, Showing, Text, TextPart, Type};
use tavola_syntax::syntax::ast::{DisplayRow, Expr, ExprKind, Name, Shows};

/// Types a row.
pub(crate) fn row(book: &mut Book, row: &DisplayRow) {
    let kind = match &row.of {
        Some((_, domain)) => match kind_of(book, domain) {
            Some(kind) => Some(kind),
            None => return,
        },
        None => None,
    };
    let owner = row.of.as_ref().map(|(name, _)| name);
    let mut whole: Vec<(String, Def)> = Vec::new();
    if let Shows::Values(values) = &row.shows {
        for value in values {
            if let Some((name, def)) = as_it_is(book, value, owner, row.hidden) {
                record(book, def, value, owner.zip(kind));
                whole.push((name, def));
            }
        }
    }
    let shown = match &row.shows {
        _ if row.hidden => named(book, row, kind, &whole, Showing::Nothing),
        Shows::Values(_) if whole.iter().any(|(_, def)| matches!(def, Def::Place(_))) => {
            named(book, row, kind, &whole, Showing::Place)
        }
        Shows::Text(text) => shown(book, row, kind, |typer| typer.text(text)),
        Shows::Values(values) => shown(book, row, kind, |typer| listed(typer, values)),
    };
    let Some(mut shown) = shown else { return };
    shown.name = match (&row.name, whole.first()) {
        (Some(name), _) => plain(name),
        (None, Some((name, _))) => name.replace('_', " "),
        (None, None) => {
            let help = "give it a name: `\"points so far\"`";
            return book.error(codes::DISPLAY, row.span, "a computed value has no name of its own", help);
        }
    };
    shown.instead = whole.into_iter().map(|(name, _)| name).collect();
    book.ir.display.push(shown);
}

/// The place, track or variable that an expression names in full: `starter`, `fame[p]`. In a row that hides it, the bare name
/// is enough.
fn as_it_is(book: &Book, e: &Expr, owner: Option<&Name>, hidden: bool) -> Option<(String, Def)> {
    let (name, index): (&String, &[Expr]) = match &e.kind {
        ExprKind::Name(name) => (name, &[]),
        ExprKind::Index(of, index) => match &of.kind {
            ExprKind::Name(name) => (name, index),
            _ => return None,
        },
        _ => return None,
    };
    let defs = book.names.get(name).iter();
    let def = defs.copied().find(|def| matches!(def, Def::Place(_) | Def::Track(_) | Def::Memory(_)))?;
    let own = match (index, owner) {
        ([], owner) => hidden || owner.is_none(),
        ([Expr { kind: ExprKind::Name(index), .. }], Some(owner)) => *index == owner.text,
        _ => false,
    };
    own.then(|| (name.clone(), def))
}

/// Records the names of a value that is named in full: a place is not typed like a computed value.
fn record(book: &mut Book, def: Def, value: &Expr, owner: Option<(&Name, KindId)>) {
    if let Some((owner, kind)) = owner {
        book.declares_local(owner, &Type::Member(kind), LocalRole::Param);
    }
    let ExprKind::Index(of, index) = &value.kind else { return book.record(def, value.span) };
    book.record(def, of.span);
    if let ([index], Some((owner, _))) = (index.as_slice(), owner) {
        book.index.refer(index.span, owner.span);
    }
}

/// A row that only names places, tracks and memory, without computed values.
fn named(
    book: &mut Book,
    row: &DisplayRow,
    of: Option<KindId>,
    whole: &[(String, Def)],
    how: Showing,
) -> Option<ir::DisplayRow> {
    let all = matches!(&row.shows, Shows::Values(values) if values.len() == whole.len());
    let (message, help) = match how {
        Showing::Nothing => {
            ("only places, tracks and memory can be left out", "name them without an index: `starter, awake`")
        }
        _ => ("a place is shown in a row of its own", "show the place alone, without other values"),
    };
    if !all && names_unknown(book, row) {
        return None;
    }
    if !all || how == Showing::Place && whole.len() > 1 {
        book.error(codes::DISPLAY, row.span, message, help);
        return None;
    }
    let text = Text { parts: Vec::new() };
    let (name, instead) = (String::new(), Vec::new());
    Some(ir::DisplayRow { of, name, how, text, locals: Vec::new(), instead, span: row.span })
}

/// Reports the unknown names among the values of a row. True if there are any.
fn names_unknown(book: &mut Book, row: &DisplayRow) -> bool {
    let Shows::Values(values) = &row.shows else { return false };
    let unknown = values.iter().filter(|value| match &value.kind {
        ExprKind::Name(name) => book.names.get(name).is_empty() && book.names.members(name).is_empty(),
        _ => false,
    });
    let unknown: Vec<&Expr> = unknown.collect();
    unknown.iter().for_each(|value| drop(Typer::new(book).value(value, None)));
    !unknown.is_empty()
}

fn shown(
    book: &mut Book,
    row: &DisplayRow,
    of: Option<KindId>,
    text: impl FnOnce(&mut Typer<'_>) -> Text,
) -> Option<ir::DisplayRow> {
    let mut typer = Typer::new(book);
    if let (Some((name, _)), Some(kind)) = (&row.of, of) {
        typer.scope.declare_local(typer.book, name, Type::Member(kind), LocalRole::Param);
    }
    let text = text(&mut typer);
    let locals = typer.scope.locals;
    if text.parts.iter().any(|part| matches!(part, TextPart::Value(value) if !is_sound(value))) {
        return None;
    }
    let (name, instead) = (String::new(), Vec::new());
    Some(ir::DisplayRow { of, name, how: Showing::Values, text, locals, instead, span: row.span })
}

/// A text with the values, separated by commas: `40, 3`.
fn listed(typer: &mut Typer<'_>, values: &[Expr]) -> Text {
    let mut parts = Vec::new();
    for value in values {
        if !parts.is_empty() {
            parts.push(TextPart::Plain(", ".into()));
        }
        parts.push(TextPart::Value(typer.value(value, None)));
    }
    Text { parts }
}
