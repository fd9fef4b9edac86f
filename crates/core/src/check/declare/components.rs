//! Declares `components`: the things of a game, their numbers and start places.

use super::kinds::axis_of;
use super::{constant, plain};
use crate::check::codes;
use crate::check::exprs::Typer;
use crate::check::names::{Book, Def, require_constant};
use crate::check::types::{axis_type, same_axis};
use crate::ir::{
    Axis, Component, ComponentId, Copies, Expr, KindBody, KindId, Place, PlaceId, Start, StartIndex, StartPlace,
};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::syntax::ast::{self, ItemKind};

fn rows<'a>(items: &[&'a ast::Item]) -> impl Iterator<Item = &'a ast::Component> {
    items.iter().flat_map(|item| if let ItemKind::Components(rows) = &item.kind { rows.as_slice() } else { &[] })
}

/// Declares names and indexes.
pub(super) fn declare(book: &mut Book, items: &[&ast::Item]) {
    for row in rows(items) {
        let id = ComponentId(book.ir.components.len() as u32);
        let kind = book.names.kind(&row.head.name.text);
        if kind.is_none() {
            book.suspects.push((row.head.name.text.clone(), row.head.name.span));
        }
        let mut axes: Vec<Axis> = kind.map(Axis::Kind).into_iter().collect();
        axes.extend(row.head.axes.iter().filter_map(|index| axis(book, index)));
        let title = row.title.as_ref().map_or_else(|| row.head.name.text.replace('_', " "), plain);
        let component = Component {
            name: row.head.name.text.clone(),
            title,
            figure: row.count.as_ref().is_some_and(|count| count.kind == ast::ExprKind::Number(1)),
            axes,
            kind,
            copies: Copies::Unlimited,
            start: Start { places: Vec::new() },
            span: row.head.name.span,
        };
        book.claim(&row.head.name, Def::Component(id));
        if let Some(kind) = kind {
            let of = book.ir.kinds[kind.index()].span;
            book.index.join(row.head.name.span, of);
        }
        book.ir.components.push(component);
        member_of_that_name(book, &row.head.name);
    }
}

/// Reports a component with the name of a member: a rule that uses the name would be ambiguous.
fn member_of_that_name(book: &mut Book, name: &ast::Name) {
    let members = book.names.members(&name.text).iter();
    let mut kinds = members.map(|(kind, family)| (&book.ir.kinds[kind.index()], *family));
    let Some((kind, family)) = kinds.find(|(kind, _)| !kind.name.is_empty()) else { return };
    let message = format!("`{}` is a member of `{}` already", name.text, kind.name);
    let mut finding = Diagnostic::error(codes::NAME_TWICE, name.span, message).help("give one of them another name");
    if let KindBody::Members(families) = &kind.body {
        finding = finding.label(families[family as usize].span, "first declared here");
    }
    book.found.push(finding);
}

/// The range of one index.
pub(super) fn axis(book: &mut Book, axis: &ast::Axis) -> Option<Axis> {
    axis_of(book, &axis.domain)
}

fn copies(book: &mut Book, row: &ast::Component, kind: Option<KindId>) -> Copies {
    let name = &row.head.name;
    let Some(count) = &row.count else {
        let help = "write a number, `copies` or `unlimited` in the column `count`";
        book.error(codes::COPIES, name.span, format!("the number of `{}` is missing", name.text), help);
        return Copies::Unlimited;
    };
    match &count.kind {
        ast::ExprKind::Name(word) if word == "unlimited" => {
            book.word_at(word, count.span);
            Copies::Unlimited
        }
        ast::ExprKind::Name(word) if word == "copies" => {
            book.word_at(word, count.span);
            if kind.is_none() {
                let message = format!("`{}` is not a kind: it has no column `copies`", name.text);
                let help = "write a number";
                book.error(codes::COPIES, count.span, message, help);
            }
            Copies::Column
        }
        _ => Copies::Each(constant(book, count)),
    }
}

/// Reads numbers of copies and start places.
pub(super) fn starts(book: &mut Book, items: &[&ast::Item]) {
    for (at, row) in rows(items).enumerate() {
        // A row with the name of another one has no place of its own.
        if book.names.component(&row.head.name.text) != Some(ComponentId(at as u32)) {
            continue;
        }
        let kind = book.ir.components[at].kind;
        book.ir.components[at].copies = copies(book, row, kind);
        if row.start.is_empty() {
            let message = format!("the start place of `{}` is missing", row.head.name.text);
            book.error(codes::START_PLACE, row.head.span, message, "name a place in the column `start`");
        }
        if let (true, [_, second, ..]) = (book.ir.components[at].figure, row.start.as_slice()) {
            let message = format!("there is one `{}`, it cannot start in two places", row.head.name.text);
            book.error(codes::START_PLACE, second.span, message, "name one place");
        }
        let places = row.start.iter().filter_map(|start| start_place(book, at, start)).collect();
        book.ir.components[at].start.places = places;
        if book.ir.components[at].kind.is_some() && matches!(book.ir.components[at].copies, Copies::Column) {
            counted(book, at, row);
        }
    }
}

fn counted(book: &mut Book, at: usize, row: &ast::Component) {
    let Some(kind) = book.ir.components[at].kind else {
        return;
    };
    let families = book.families(kind);
    let families: Vec<_> = families.iter().filter_map(|own| book.family(*own)).collect();
    let has_column = families.iter().any(|family| family.copies.is_some());
    let Some(missing) = families.iter().find(|family| family.copies.is_none()) else { return };
    let (name, at) = (missing.name.clone(), missing.span);
    if has_column {
        let message = format!("`{name}` has no number of copies");
        book.error(codes::COPIES, at, message, "write a whole number in its cell of the column `copies`");
    } else {
        let message = format!("the number of `{name}` is missing");
        let span = row.count.as_ref().map_or(row.head.span, |count| count.span);
        book.error(codes::COPIES, span, message, "give the kind a column `copies`, or write a number here");
        book.label(at, "this row has none");
    }
}

fn start_place(book: &mut Book, at: usize, start: &ast::Expr) -> Option<StartPlace> {
    let (name, at_name, args) = match &start.kind {
        ast::ExprKind::Name(name) => (name, start.span, None),
        ast::ExprKind::Index(base, args) => match &base.kind {
            ast::ExprKind::Name(name) => (name, base.span, Some(args)),
            _ => return None,
        },
        _ => {
            let help = "write its name: `box`, or `town[hill]`";
            book.error(codes::START_PLACE, start.span, "a thing starts in a place", help);
            return None;
        }
    };
    let Some(place) = book.names.place(name) else {
        let name = ast::Name { text: name.clone(), span: start.span };
        book.unknown("place", &name, |book| book.ir.places.iter().map(|place| place.name.clone()).collect());
        return None;
    };
    book.refer(Def::Place(place), at_name);
    let title = book.ir.components[at].name.clone();
    if !book.ir.places[place.index()].holds.contains(&ComponentId(at as u32)) {
        let message = format!("`{title}` starts in `{name}`, which may not hold it");
        book.error(codes::START_PLACE, start.span, message, format!("name it in the column `holds` of `{name}`"));
        book.label_declaration(Some(Def::Place(place)));
        return None;
    }
    let fixed = args.map_or_else(Vec::new, |args| fixed_indexes(book, place, args, start));
    let Some(axes) = start_axes(&book.ir.components[at], &book.ir.places[place.index()], fixed) else {
        let message = format!("`{name}` has indexes that `{title}` does not have");
        book.error(
            codes::START_PLACE,
            start.span,
            message,
            format!("name one of them, `{name}[..]`, or start it in a place without index and move it during set-up"),
        );
        return None;
    };
    Some(StartPlace { place, axes })
}

/// The fixed indexes of a start place (`town[hill]`); none for an index that is the place's own kind or range (`box[Player]`).
fn fixed_indexes(book: &mut Book, place: PlaceId, args: &[ast::Expr], start: &ast::Expr) -> Vec<Option<Expr>> {
    let axes = book.ir.places[place.index()].axes.clone();
    if args.len() != axes.len() {
        let message = "these are not the indexes of the place";
        let help = "write them as in `places`, or name one place";
        book.error(codes::START_PLACE, start.span, message, help);
        return Vec::new();
    }
    args.iter().zip(&axes).map(|(arg, own)| fixed_index(book, arg, own)).collect()
}

fn fixed_index(book: &mut Book, arg: &ast::Expr, own: &Axis) -> Option<Expr> {
    let kind = match &arg.kind {
        ast::ExprKind::Name(name) => book.names.kind(name),
        ast::ExprKind::Range(..) if matches!(own, Axis::Numbers(..)) => return None,
        _ => None,
    };
    match (kind, own) {
        (Some(found), Axis::Kind(own)) if found == *own => {
            book.record(Def::Kind(found), arg.span);
            None
        }
        (Some(_), _) => {
            let message = "this is not the index of the place";
            book.error(codes::START_PLACE, arg.span, message, "write it as in `places`, or name one of its members");
            None
        }
        (None, own) => {
            let made = Typer::new(book).typed(arg, &axis_type(own));
            require_constant(book, &made);
            Some(made)
        }
    }
}

/// The source of each index of the start place: a fixed value, or an index of the component. None if one is missing.
fn start_axes(component: &Component, home: &Place, fixed: Vec<Option<Expr>>) -> Option<Vec<StartIndex>> {
    let mut free: Vec<usize> = (0..component.axes.len()).collect();
    let mut fixed = fixed.into_iter();
    let mut own = |axis: &Axis| match fixed.next().flatten() {
        Some(at) => Some(StartIndex::At(at)),
        None => {
            let at = free.iter().position(|&at| same_axis(axis, &component.axes[at]))?;
            Some(StartIndex::Of(free.remove(at) as u32))
        }
    };
    home.axes.iter().map(&mut own).collect()
}
