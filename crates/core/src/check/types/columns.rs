//! Type checking of access with a dot or by a number: columns, indexes of things, things of a row.

use super::fit::{element, prints_of};
use super::held::bag_of;
use super::make::{card_as_member, numeric, option, poison, thing_as, thing_index, widen};
use crate::check::codes;
use crate::check::names::{Book, Def, small_letters};
use crate::ir::{Axis, ComponentId, Expr, ExprKind, KindBody, KindId, Order, PLAYER, PlaceId, TableId, Type};
use tavola_syntax::diagnostic::{Diagnostic, Fix, Remedy};
use tavola_syntax::syntax::ast;
use tavola_syntax::text::Span;

/// Columns that are used for drawing only.
pub(crate) const DRAWING: [&str; 4] = ["name", "at", "colour", "symbol"];

/// Type checks access with a dot. `through` is the help for a name that goes through places.
pub(crate) fn attribute_of(book: &mut Book, base: Expr, name: &ast::Name, through: Option<&str>) -> Expr {
    let span = base.span.to(name.span);
    match base.ty.clone() {
        Type::Error => poison(span),
        Type::Row(table) => column(book, base, table, name, span),
        Type::Member(kind) => member_attribute(book, base, kind, name, span),
        Type::Thing(components) => thing_attribute(book, base, &components, name, span),
        other => {
            let what = book.say(&other);
            let no_dot = "nothing can be read from it with a dot";
            let help = if other == Type::Place { through.unwrap_or(no_dot) } else { no_dot };
            let message = format!("{what} has no `{}`", name.text);
            book.missing(&name.text, Diagnostic::error(codes::UNKNOWN_ATTRIBUTE, name.span, message).help(help));
            poison(name.span)
        }
    }
}

/// A card as the member of its kind, to read its columns; anything else unchanged.
pub(crate) fn printed(book: &mut Book, thing: Expr) -> Expr {
    let Type::Thing(components) = thing.ty.clone() else { return thing };
    match prints_of(book, &components) {
        Some(kind) => card_as_member(thing, &components, kind),
        None => thing,
    }
}

/// Index of the column of pairs with this name.
pub(crate) fn pair_named(book: &Book, kind: KindId, name: &str) -> Option<u32> {
    let pairs = &book.ir.kinds[kind.index()].pairs;
    pairs.iter().position(|pair| pair.name == name).map(|at| at as u32)
}

/// An index of a thing, or a column of its card.
fn thing_attribute(book: &mut Book, base: Expr, components: &[ComponentId], name: &ast::Name, span: Span) -> Expr {
    if let Some((axes, kind)) = index_named(book, components, &name.text) {
        record_index(book, kind, name);
        let member = Type::Member(kind);
        return match axes.as_slice() {
            [Some(first), rest @ ..] if rest.iter().all(|axis| axis == &Some(*first)) => {
                thing_index(base, *first, member)
            }
            _ if axes.iter().all(Option::is_some) => thing_as(base, axes, member),
            _ => thing_as(base, axes, option(member)),
        };
    }
    match prints_of(book, components) {
        Some(kind) => {
            let member = card_as_member(base, components, kind);
            member_attribute(book, member, kind, name, span)
        }
        None => {
            let blank = components.iter().map(|id| &book.ir.components[id.index()]);
            let blank = blank.clone().find(|component| component.kind.is_none());
            let what = blank.map_or_else(|| "a thing".to_owned(), |component| format!("a `{}`", component.name));
            no_attribute(book, base.span, &what, name, Vec::new())
        }
    }
}

fn column(book: &mut Book, base: Expr, table: TableId, name: &ast::Name, span: Span) -> Expr {
    let columns = &book.ir.tables[table.index()].columns;
    let Some(at) = columns.iter().position(|column| column.name == name.text) else {
        let what = format!("a row of `{}`", book.ir.tables[table.index()].name);
        let near = columns.iter().map(|column| column.name.clone()).collect();
        return no_attribute(book, base.span, &what, name, near);
    };
    let ty = columns[at].ty.clone();
    book.index.refer_column(name.span, columns[at].span);
    Expr { kind: ExprKind::Column(Box::new(base), table, at as u32), ty, span }
}

/// Reports a rule that reads a column for drawing.
fn only_drawn(book: &mut Book, name: &ast::Name) -> Expr {
    let taken = DRAWING.map(|column| format!("`{column}`")).join(", ");
    let help = match name.text.as_str() {
        "colour" => {
            "rules read it if one `kind` has all its words as members; or give the column another name".to_owned()
        }
        _ => format!("{taken} are taken for drawing: give a column that rules read another name"),
    };
    book.wrong(codes::DRAWING_COLUMN, name.span, format!("the column `{}` is only for drawing", name.text), help)
}

fn member_attribute(book: &mut Book, base: Expr, kind: KindId, name: &ast::Name, span: Span) -> Expr {
    let kept = match book.ir.kinds[kind.index()].body {
        KindBody::Subset(of, _) => Some(of),
        _ => None,
    };
    if let Some(of) = kept.filter(|_| name.text != "number") {
        return member_attribute(book, widen(base, Type::Member(of)), of, name, span);
    }
    let own = &book.ir.kinds[kind.index()];
    let is_it = |attribute: &str| attribute == name.text || book.names.is_called(attribute, &name.text);
    if let Some(at) = own.attributes.iter().position(|attribute| is_it(&attribute.name)) {
        reads_column(book, kind, name);
        if book.ir.kinds[kind.index()].attributes[at].ty == Type::Text {
            let message = format!("the column `{}` has texts, which rules cannot read", name.text);
            let help = "a column that rules read has numbers, words, amounts, yes and no";
            return book.wrong(codes::DRAWING_COLUMN, name.span, message, help);
        }
        let ty = book.ir.kinds[kind.index()].attributes[at].ty.clone();
        return Expr { kind: ExprKind::Attribute(Box::new(base), kind, at as u32), ty, span };
    }
    match (name.text.as_str(), &own.body) {
        (word @ ("seat" | "number"), _) if word == "number" || kind == PLAYER => {
            book.word_at(word, name.span);
            numeric(ExprKind::Position(Box::new(base)), span)
        }
        (word @ ("row" | "column"), KindBody::Cells(board)) => {
            let kind = ExprKind::GridPosition(Box::new(base), *board, word == "row");
            book.word_at(word, name.span);
            Expr { kind, ty: Type::Number, span }
        }
        (text, _) if pair_named(book, kind, text).is_some() => {
            let message = format!("`{text}` is a pair: a cell of a board");
            book.wrong(codes::MISPLACED, span, message, format!("only `cell(..)` reads it: `cell(x.{text})`"))
        }
        (text, _) if DRAWING.contains(&text) => only_drawn(book, name),
        (text, KindBody::Union(parts)) => {
            let lacks = |part: &KindId| {
                let columns = &book.ir.kinds[part.index()].attributes;
                !columns.iter().any(|attribute| attribute.name == text)
            };
            let bare = parts.iter().find(|part| lacks(part)).copied();
            let what = book.say(&Type::Member(bare.unwrap_or(kind)));
            let near: Vec<String> = own.attributes.iter().map(|attribute| attribute.name.clone()).collect();
            if bare.is_some() {
                return no_attribute(book, base.span, &what, name, near);
            }
            let message = format!("`{text}` has different types in the parts of this kind");
            let help = format!("give it to a define with a parameter of one part: `define f(x in K) = x.{text}`");
            book.wrong(codes::UNKNOWN_ATTRIBUTE, name.span, message, help)
        }
        _ => {
            let what = book.say(&Type::Member(kind));
            let near = own.attributes.iter().map(|attribute| attribute.name.clone()).collect();
            no_attribute(book, base.span, &what, name, near)
        }
    }
}

/// Marks a column as used; of a union, the columns of its parts.
fn reads_column(book: &mut Book, kind: KindId, name: &ast::Name) {
    let mut open = vec![kind];
    let mut first = None;
    while let Some(next) = open.pop() {
        let own = &book.ir.kinds[next.index()];
        if let Some(at) = own.attributes.iter().position(|attribute| attribute.name == name.text) {
            book.columns_used.insert((next, at as u32));
            let declared = own.attributes[at].span;
            match first {
                None => book.index.refer_column(name.span, declared),
                Some(first) => book.index.join(first, declared),
            }
            first = first.or(Some(declared).filter(|span| !span.is_none()));
        }
        match &book.ir.kinds[next.index()].body {
            KindBody::Union(parts) => open.extend(parts),
            KindBody::Subset(of, _) => open.push(*of),
            _ => {}
        }
    }
    if first.is_none() {
        book.word_at(&name.text, name.span);
    }
}

/// Reports that a value (at `base`) has no such column.
fn no_attribute(book: &mut Book, base: Span, what: &str, name: &ast::Name, near: Vec<String>) -> Expr {
    let message = format!("{what} has no `{}`", name.text);
    let mut finding = Diagnostic::error(codes::UNKNOWN_ATTRIBUTE, name.span, message);
    let known = near.iter().map(String::as_str);
    let help = indexed(book, base, name).or_else(|| book.near(name, known.clone())).or_else(|| {
        let all: Vec<String> = known.map(|name| format!("`{name}`")).collect();
        Some(match all.is_empty() {
            true => "nothing can be read from it with a dot".into(),
            false => format!("there is {}", all.join(", ")).into(),
        })
    });
    finding.set_help(help);
    book.missing(&name.text, finding);
    poison(name.span)
}

/// The help for `p.fame`, where `fame` has an index: `fame[p]`.
fn indexed(book: &Book, base: Span, name: &ast::Name) -> Option<Remedy> {
    let has_one = |def: &Def| match def {
        Def::Track(id) => book.ir.tracks[id.index()].axes.len() == 1,
        Def::Memory(id) => book.ir.memory[id.index()].axes.len() == 1,
        Def::Place(id) => book.ir.places[id.index()].axes.len() == 1,
        _ => false,
    };
    book.names.get(&name.text).iter().any(has_one).then(|| {
        let start = Span { end: base.start, ..base };
        let rest = Span { start: base.end, ..base.to(name.span) };
        let fix = Fix::new("write it as an index", start, format!("{}[", name.text)).and(rest, "]");
        Remedy::new(format!("`{0}` is no column; what has an index is read as `{0}[..]`", name.text), fix)
    })
}

/// The index of these things that is named like its kind in lower case, such as `player`. One entry per component, `None` where
/// it has no such index.
fn index_named(book: &Book, components: &[ComponentId], name: &str) -> Option<(Vec<Option<u32>>, KindId)> {
    let kind = book.ir.kinds.iter().position(|kind| !kind.name.is_empty() && small_letters(&kind.name) == name)?;
    let kind = KindId(kind as u32);
    let axis = |id: &ComponentId| {
        let axes = &book.ir.components[id.index()].axes;
        axes.iter().position(|axis| matches!(axis, Axis::Kind(own) if *own == kind)).map(|at| at as u32)
    };
    let axes: Vec<Option<u32>> = components.iter().map(axis).collect();
    axes.iter().any(Option::is_some).then_some((axes, kind))
}

/// True if there is one more index than the place has: a number of a thing in it, as in `shown[1]`, `line[p, 2]`.
pub(crate) fn is_element(book: &Book, id: PlaceId, indexes: usize) -> bool {
    let place = &book.ir.places[id.index()];
    matches!(place.order, Order::Row | Order::Stack) && indexes == place.axes.len() + 1
}

/// A thing of a row, counted from the left, or of a stack, counted from the top.
pub(crate) fn thing_of(book: &mut Book, place: Expr, at: Expr, span: Span) -> Expr {
    let ordered = |order: Order| matches!(order, Order::Row | Order::Stack);
    match &place.kind {
        ExprKind::Cell(id, _) if ordered(book.ir.places[id.index()].order) && place.ty == Type::Place => {
            let bag = bag_of(book, place);
            let inner = element(book, &bag.ty).unwrap_or(Type::Error);
            let kind = ExprKind::Item(Box::new(bag), Box::new(at));
            Expr { kind, ty: option(inner), span }
        }
        _ if place.ty == Type::Error => poison(span),
        _ => {
            let help = "only rows and stacks keep their things in order";
            book.wrong(codes::NOT_A_SET, place.span, "the things in this place have no order", help)
        }
    }
}

/// Resolves a column that a setting selects. If `name` is a setting whose words are columns of the kind, returns `if layout is
/// small then READ(small) else ..`. Words that are not columns yield `none`. Returns `None` if `name` is a column itself or no
/// such setting.
pub(crate) fn column_by_word(
    book: &Book,
    kind: KindId,
    name: &ast::Name,
    read: impl Fn(ast::Name) -> ast::Expr,
) -> Option<ast::Expr> {
    let columns = columns_named(book, kind);
    if columns.contains(&name.text.as_str()) {
        return None;
    }
    let setting = book.names.get(&name.text).iter().find_map(|def| match def {
        Def::Setting(id) => Some(&book.ir.settings[id.index()]),
        _ => None,
    })?;
    let Type::Member(words) = setting.ty else { return None };
    let words = book.member_names(words);
    let (there, absent): (Vec<&str>, Vec<&str>) = words.into_iter().partition(|word| columns.contains(word));
    let span = name.span;
    let mut arms = there.iter().rev().map(|word| (*word, read(ast::Name { text: (*word).to_owned(), span })));
    // If all words are columns, the last one needs no condition.
    let last = match absent.is_empty() {
        true => arms.next()?.1,
        false if there.is_empty() => return None,
        false => plain("none", span),
    };
    Some(arms.fold(last, |otherwise, (word, value)| {
        let is = ast::ExprKind::Binary(ast::Binary::Is, Box::new(plain(&name.text, span)), Box::new(plain(word, span)));
        let is = Box::new(ast::Expr { kind: is, span });
        ast::Expr { kind: ast::ExprKind::If(is, Box::new(value), Some(Box::new(otherwise))), span }
    }))
}

/// Records a setting that selects a column: the setting, and that its words are the names of columns.
pub(crate) fn note_column_by_word(book: &mut Book, kind: KindId, name: &ast::Name) {
    let setting = book.names.get(&name.text).iter().copied().find(|def| matches!(def, Def::Setting(_)));
    let Some(def @ Def::Setting(id)) = setting else { return };
    book.record(def, name.span);
    let Type::Member(words) = book.ir.settings[id.index()].ty else { return };
    let KindBody::Members(words) = &book.ir.kinds[words.index()].body else { return };
    let words: Vec<(String, Span)> = words.iter().map(|word| (word.name.clone(), word.span)).collect();
    let mut open = vec![kind];
    while let Some(next) = open.pop() {
        let own = &book.ir.kinds[next.index()];
        let columns = own.attributes.iter().map(|column| (&column.name, column.span));
        for (column, span) in columns.chain(own.pairs.iter().map(|pair| (&pair.name, pair.span))) {
            if let Some((_, word)) = words.iter().find(|(word, _)| word == column) {
                book.index.join(*word, span);
            }
        }
        match &own.body {
            KindBody::Union(parts) => open.extend(parts),
            KindBody::Subset(of, _) => open.push(*of),
            _ => {}
        }
    }
}

/// Records an index of a thing that is read by the name of its kind in lower case.
fn record_index(book: &mut Book, kind: KindId, name: &ast::Name) {
    let declared = book.ir.kinds[kind.index()].span;
    match declared.is_none() {
        true => book.word_at(&name.text, name.span),
        false => book.index.refer_column(name.span, declared),
    }
}

fn columns_named(book: &Book, kind: KindId) -> Vec<&str> {
    let own = &book.ir.kinds[kind.index()];
    let columns = own.attributes.iter().map(|column| column.name.as_str());
    columns.chain(own.pairs.iter().map(|pair| pair.name.as_str())).collect()
}

fn plain(word: &str, span: Span) -> ast::Expr {
    ast::Expr { kind: ast::ExprKind::Name(word.to_owned()), span }
}
