//! Declares tracks and memory.

use std::sync::Arc;

use super::components::axis;
use super::places::{axis_names, head_typer, seers};
use super::{Todo, constant, rule};
use crate::check::codes;
use crate::check::names::{Book, Def, fold, kind_of};
use crate::check::types::{axis_type, list, nothing, number, option, set, yes_no};
use crate::ir::{
    Axis, ComponentId, Expr, Local, LocalRole, Memory, MemoryId, Past, RuleId, RuleKind, Seer, Track, TrackId, Type,
    is_open,
};
use tavola_syntax::diagnostic::{Fix, Remedy};
use tavola_syntax::syntax::ast::{self, ItemKind, TypeExpr};
use tavola_syntax::text::Span;

/// Maximum room of a list, in elements. Lists of sets with 256 members stay within one value, too.
const MOST_ROOM: i64 = 8000;

/// Declares names, indexes and ends of tracks, and a rule for each `past top:` and `past bottom:`.
pub(super) fn declare<'a>(book: &mut Book, items: &[&'a ast::Item], todo: &mut Todo<'a>) {
    for item in items {
        let ItemKind::Track { head, range, step, past_top, past_bottom, .. } = &item.kind else {
            continue;
        };
        let axes: Vec<Axis> = head.axes.iter().filter_map(|index| axis(book, index)).collect();
        let (low, high) = ends(book, range.as_ref());
        let step = step.as_ref().map_or_else(|| number(1, head.span), |step| constant(book, step));
        let past_top = past(book, head, &axes, past_top.as_ref(), todo);
        let past_bottom = past(book, head, &axes, past_bottom.as_ref(), todo);
        let start = low.clone().unwrap_or_else(|| number(0, head.span));
        book.claim(&head.name, Def::Track(TrackId(book.ir.tracks.len() as u32)));
        book.ir.tracks.push(Track {
            name: head.name.text.clone(),
            axes,
            low,
            high,
            step,
            start,
            past_top,
            past_bottom,
            span: head.name.span,
        });
    }
}

fn ends(book: &mut Book, range: Option<&ast::Expr>) -> (Option<Expr>, Option<Expr>) {
    match range.map(|range| (&range.kind, range)) {
        None => (None, None),
        Some((ast::ExprKind::Range(low, high), _)) => {
            (Some(constant(book, low)), high.as_ref().map(|high| constant(book, high)))
        }
        Some((_, range)) => {
            book.error(codes::TRACK_BOUNDS, range.span, "this is not a range", "write `0..20`, or `0..` without a top");
            (None, None)
        }
    }
}

fn past<'a>(
    book: &mut Book,
    head: &ast::Head,
    axes: &[Axis],
    block: Option<&'a ast::Block>,
    todo: &mut Todo<'a>,
) -> Past {
    let Some(block) = block else { return Past::Refuse };
    if let [ast::Stmt { kind: ast::StmtKind::Call(ast::Expr { kind: ast::ExprKind::Name(word), span: at }), .. }] =
        block.as_slice()
    {
        match word.as_str() {
            "refuse" | "stay" => {
                book.word_at(word, *at);
                return if word == "stay" { Past::Stay } else { Past::Refuse };
            }
            _ => {}
        }
    }
    let id = RuleId(book.ir.rules.len() as u32);
    let mut made = rule(&head.name.text, RuleKind::Past, head.name.span);
    made.params = axes.len() as u32;
    made.locals = head
        .axes
        .iter()
        .zip(axes)
        .map(|(index, axis)| Local {
            name: index.binder.as_ref().map_or_else(String::new, |name| name.text.clone()),
            ty: axis_type(axis),
            role: LocalRole::Param,
            span: index.binder.as_ref().map_or(index.domain.span, |name| name.span),
        })
        .collect();
    book.ir.rules.push(Arc::new(made));
    todo.past.push((id, block));
    Past::Do(id)
}

/// Declares names, indexes and types of memory.
pub(super) fn memory(book: &mut Book, items: &[&ast::Item]) {
    for row in memory_rows(items) {
        let axes: Vec<Axis> = row.head.axes.iter().filter_map(|index| axis(book, index)).collect();
        let ty = match &row.ty {
            Some(TypeExpr::UpTo(list, _)) if matches!(**list, TypeExpr::List(..)) => type_of(book, list),
            Some(ty) => type_of(book, ty),
            // The unreadable cell already has a finding.
            None if !book.unreadable.is_empty() => Type::Error,
            None => {
                let message = format!("the type of `{}` is missing", row.head.name.text);
                book.error(codes::MISMATCH, row.head.span, message, "fill the column `type`");
                Type::Error
            }
        };
        book.claim(&row.head.name, Def::Memory(MemoryId(book.ir.memory.len() as u32)));
        book.ir.memory.push(Memory {
            range: None,
            room: None,
            name: row.head.name.text.clone(),
            axes,
            axis_names: axis_names(&row.head),
            start: nothing(ty.clone(), row.span),
            ty,
            seen: vec![Seer::All(None)],
            span: row.head.name.span,
        });
    }
}

fn memory_rows<'a>(items: &[&'a ast::Item]) -> impl Iterator<Item = &'a ast::Memory> {
    items.iter().flat_map(|item| if let ItemKind::Memory(rows) = &item.kind { rows.as_slice() } else { &[] })
}

/// The type that a type expression stands for.
pub(super) fn type_of(book: &mut Book, ty: &TypeExpr) -> Type {
    match ty {
        TypeExpr::Set(inner, _) => set(type_of(book, inner)),
        TypeExpr::List(inner, _) => list(type_of(book, inner)),
        TypeExpr::UpTo(inner, room) => {
            let help = "write it as the type of a variable: `list of number up to 200`";
            book.error(codes::MISPLACED, room.span, "only lists in memory have `up to`", help);
            type_of(book, inner)
        }
        TypeExpr::Bag(inner, span) => match type_of(book, inner) {
            Type::Member(kind) => {
                let has = |axes: &[Axis]| axes.iter().any(|axis| matches!(axis, Axis::Kind(k) if *k == kind));
                let all = book.ir.components.iter().enumerate().filter(|(_, component)| has(&component.axes));
                Type::Bag(all.map(|(at, _)| ComponentId(at as u32)).collect())
            }
            Type::Error => Type::Error,
            _ => {
                book.error(codes::MISMATCH, *span, "a bag holds things", "name a kind of cards or pieces");
                Type::Error
            }
        },
        TypeExpr::YesNo(_) => Type::YesNo,
        TypeExpr::Number(_) => Type::Number,
        TypeExpr::Place(_) => Type::Place,
        TypeExpr::Of(e, or_none) => {
            let inner = match &e.kind {
                ast::ExprKind::Range(low, high) => {
                    constant(book, low);
                    high.iter().for_each(|high| {
                        constant(book, high);
                    });
                    Type::Number
                }
                _ => kind_of(book, e).map_or(Type::Error, |kind| {
                    book.used.insert(Def::Kind(kind));
                    Type::Member(kind)
                }),
            };
            if *or_none { option(inner) } else { inner }
        }
    }
}

/// Types the starts of tracks and memory, and who sees memory.
pub(super) fn values(book: &mut Book, items: &[&ast::Item]) {
    let mut at = 0;
    for item in items {
        if let ItemKind::Track { head, range, step, start, .. } = &item.kind {
            track_start(book, at, head, start.as_ref());
            if let (None, Some(range)) = (start, range) {
                starts_below(book, at, head, step.as_ref().unwrap_or(range).span);
            }
            at += 1;
        }
    }
    for (at, row) in memory_rows(items).enumerate() {
        let (ty, axes) = (book.ir.memory[at].ty.clone(), book.ir.memory[at].axes.clone());
        let start = match &row.start {
            Some(start) => head_typer(book, &row.head, &axes).typed(start, &ty),
            None => default_start(book, &ty, row),
        };
        let seen = seers(book, &row.head, &axes, &row.seen);
        (book.ir.memory[at].start, book.ir.memory[at].seen) = (start, seen);
        memory_range(book, at, row);
    }
}

fn default_start(book: &mut Book, ty: &Type, row: &ast::Memory) -> Expr {
    let span = row.span;
    match ty {
        Type::Number => number(0, span),
        Type::YesNo => yes_no(false, span),
        Type::Option(_) | Type::Set(_) | Type::List(_) | Type::Bag(_) | Type::Error => nothing(ty.clone(), span),
        _ => {
            let message = format!("`{}` has no start value", row.head.name.text);
            book.wrong(codes::NOT_CONSTANT, row.head.span, message, "fill the column `start`, or let it be `or none`")
        }
    }
}

/// Reads the range of memory, and reports a constant start outside of it.
fn memory_range(book: &mut Book, at: usize, row: &ast::Memory) {
    let mut ty = row.ty.as_ref();
    if let Some(TypeExpr::UpTo(list, room)) = ty {
        list_room(book, at, room);
        ty = Some(list);
    }
    let type_expr = match ty {
        Some(TypeExpr::Set(inner, _) | TypeExpr::List(inner, _)) => Some(&**inner),
        type_expr => type_expr,
    };
    let Some(TypeExpr::Of(ast::Expr { kind: ast::ExprKind::Range(low, Some(high)), .. }, _)) = type_expr else {
        return secret_number(book, at);
    };
    let (low, high) = (constant(book, low), constant(book, high));
    book.ir.memory[at].range = Some((low.clone(), high.clone()));
    let ends = (fold(book, &low, None), fold(book, &high, None));
    let start = fold(book, &book.ir.memory[at].start, None);
    if let ((Some(low), Some(high)), Some(value)) = (ends, start)
        && !(low..=high).contains(&value)
    {
        let message = format!("`{}` starts at {value}, outside {low} to {high}", row.head.name.text);
        let span = book.ir.memory[at].start.span;
        book.error(codes::OUT_OF_RANGE, span, message, "let it start between the ends, or make the range larger");
    }
}

/// Reads the room of a list, in elements.
fn list_room(book: &mut Book, at: usize, room: &ast::Expr) {
    let made = constant(book, room);
    if fold(book, &made, None).is_some_and(|room| !(1..=MOST_ROOM).contains(&room)) {
        let help = format!("a list has room for at least 1 and at most {MOST_ROOM} elements");
        book.error(codes::OUT_OF_RANGE, room.span, "a list cannot have that much room", help);
    }
    book.ir.memory[at].room = Some(made);
}

/// Warns about a hidden number without a range: no other value can be put in its place when hidden state is sampled.
fn secret_number(book: &mut Book, at: usize) {
    let memory = &book.ir.memory[at];
    let open = is_open(&memory.seen);
    let (Type::Option(inner) | Type::Set(inner) | Type::List(inner)) = &memory.ty else {
        return if memory.ty == Type::Number && !open {
            unknown_range(book, at)
        };
    };
    if **inner == Type::Number && !open {
        unknown_range(book, at);
    }
}

fn unknown_range(book: &mut Book, at: usize) {
    let memory = &book.ir.memory[at];
    let (span, message) = (memory.span, format!("`{}` is secret and has no range", memory.name));
    let help = "write a range as its type: `0..9`";
    book.warn(codes::SECRET_NUMBER, span, message, help);
}

/// Warns about a track without `start` whose lower end is below 0, and which could start at 0. `range`: its last words.
fn starts_below(book: &mut Book, at: usize, head: &ast::Head, range: Span) {
    let track = &book.ir.tracks[at];
    let value = |end: &Option<Expr>| end.as_ref().and_then(|end| fold(book, end, None));
    let (Some(low), high) = (value(&track.low), value(&track.high)) else { return };
    if low >= 0 || high.is_some_and(|high| high < 0) {
        return;
    }
    let message = format!("`{}` starts at {low}, its lower end", head.name.text);
    let end = Span { start: range.end, ..range };
    let fix = Fix::new("write `start 0`", end, " start 0").safe_if(false);
    let help = Remedy::new(format!("write `start 0`, or `start {low}` if it begins there"), fix);
    book.warn(codes::STARTS_BELOW, head.span, message, help);
}

fn track_start(book: &mut Book, at: usize, head: &ast::Head, start: Option<&ast::Expr>) {
    let axes = book.ir.tracks[at].axes.clone();
    if let Some(start) = start {
        book.ir.tracks[at].start = head_typer(book, head, &axes).number(start);
    }
    let track = &book.ir.tracks[at];
    let value = |e: &Expr| fold(book, e, None);
    let (low, high) = (track.low.as_ref().and_then(value), track.high.as_ref().and_then(value));
    let (step, start) = (value(&track.step), value(&track.start));
    let span = head.span;
    if step.is_some_and(|step| step < 1) {
        let message = format!("the step of `{}` is not 1 or more", head.name.text);
        book.error(codes::TRACK_BOUNDS, span, message, "write `step 1`, or leave it out");
    }
    if low.zip(high).is_some_and(|(low, high)| low > high) {
        let message = format!("the ends of `{}` are the wrong way round", head.name.text);
        book.error(codes::TRACK_BOUNDS, span, message, "write the lower end first: `0..10`");
    } else if start.is_some_and(|at| low.is_some_and(|low| at < low) || high.is_some_and(|high| at > high)) {
        let shown = |end: Option<i64>| end.map_or_else(String::new, |end| end.to_string());
        let start = start.unwrap_or(0);
        let message = format!("`{}` starts at {start}, outside {}..{}", head.name.text, shown(low), shown(high));
        let span = book.ir.tracks[at].start.span;
        book.error(codes::TRACK_BOUNDS, span, message, "change `start`, or the ends of the track");
    }
}
