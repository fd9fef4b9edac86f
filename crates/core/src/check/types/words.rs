//! Resolution of a single word: a setting, a place, a member, a thing.

use super::fit::coerce;
use super::make::{all, all_pieces, card, numeric, pieces, poison};
use crate::check::codes;
use crate::check::names::{Book, Def};
use crate::ir::{ComponentId, Expr, ExprKind, KindBody, KindId, Type};
use tavola_syntax::text::Span;

/// The member of the expected kind that a word names.
pub(crate) fn wanted_member(book: &mut Book, name: &str, span: Span, want: &Type) -> Option<Expr> {
    match want {
        Type::Option(inner) | Type::Set(inner) | Type::List(inner) => wanted_member(book, name, span, inner),
        Type::Member(kind) => {
            let (owner, family) = book.member_of(*kind, name)?;
            Some(member(book, owner, family, span))
        }
        Type::Thing(components) => components.iter().find_map(|id| print(book, *id, name, span)),
        _ => None,
    }
}

/// The family of the expected kind that a word names.
pub(crate) fn wanted_family(book: &Book, name: &str, want: &Type) -> Option<(KindId, u32)> {
    match want {
        Type::Option(inner) | Type::Set(inner) | Type::List(inner) => wanted_family(book, name, inner),
        Type::Member(kind) => book.member_of(*kind, name),
        Type::Thing(components) => components.iter().find_map(|id| {
            let kind = book.ir.components[id.index()].kind?;
            book.member_of(kind, name)
        }),
        _ => None,
    }
}

/// The card with this name. If the component has further indexes, the member, since these must still be given.
fn print(book: &mut Book, id: ComponentId, name: &str, span: Span) -> Option<Expr> {
    let kind = book.ir.components[id.index()].kind?;
    let (owner, family) = book.member_of(kind, name)?;
    let member = member(book, owner, family, span);
    let member = coerce(book, member, &Type::Member(kind));
    let counted = book.ir.components[id.index()].axes.len() > 1;
    Some(if counted { member } else { card(id, member) })
}

/// A member without parameters. Reports an error if it has some.
pub(crate) fn member(book: &mut Book, kind: KindId, family: u32, span: Span) -> Expr {
    book.record_member((kind, family), span);
    let params = match &book.ir.kinds[kind.index()].body {
        KindBody::Members(families) => families[family as usize].params.len(),
        _ => 0,
    };
    if params > 0 {
        let name = book.member_names(kind)[family as usize].to_owned();
        let message = format!("`{name}` has {params} parameter{}", if params == 1 { "" } else { "s" });
        return book.wrong(codes::ARGUMENTS, span, message, format!("say which one: `{name}(..)`"));
    }
    Expr { kind: ExprKind::Member(kind, family, Vec::new()), ty: Type::Member(kind), span }
}

/// A declared name without indexes or arguments.
pub(crate) fn global(book: &mut Book, def: Def, name: &str, span: Span) -> Expr {
    book.refer(def, span);
    let ir = &book.ir;
    match def {
        Def::Setting(id) => {
            let ty = ir.settings[id.index()].ty.clone();
            Expr { kind: ExprKind::Setting(id), ty, span }
        }
        Def::Kind(id) => all(id, span),
        Def::Component(id) => component(book, id, span),
        Def::Place(id) if ir.places[id.index()].axes.is_empty() => {
            Expr { kind: ExprKind::Cell(id, Vec::new()), ty: Type::Place, span }
        }
        Def::Track(id) if ir.tracks[id.index()].axes.is_empty() => numeric(ExprKind::Track(id, Vec::new()), span),
        Def::Memory(id) if ir.memory[id.index()].axes.is_empty() => {
            let ty = ir.memory[id.index()].ty.clone();
            Expr { kind: ExprKind::Memory(id, Vec::new()), ty, span }
        }
        Def::Define(id) if ir.defines[id.index()].params == 0 => {
            let ty = ir.defines[id.index()].value.ty.clone();
            Expr { kind: ExprKind::Define(id, Vec::new()), ty, span }
        }
        Def::Place(_) | Def::Track(_) | Def::Memory(_) => {
            let help = format!("say which one: `{name}[..]`");
            book.wrong(codes::ARGUMENTS, span, format!("there are several `{name}`"), help)
        }
        Def::Define(_) | Def::Table(_) => {
            book.wrong(codes::ARGUMENTS, span, format!("`{name}` has parameters"), format!("say of what: `{name}(..)`"))
        }
        Def::Board(_) => {
            let help = "name the kind of its spaces or of its links";
            book.wrong(codes::WRONG_SORT, span, format!("`{name}` is the board itself"), help)
        }
        Def::Rule(_) => not_a_value(book, name, span),
    }
}

/// Reports a rule in a place for a value.
pub(crate) fn not_a_value(book: &mut Book, name: &str, span: Span) -> Expr {
    // An unreadable line may have given the name a value here.
    if book.unreadable.contains(name) {
        return poison(span);
    }
    let help = "use a `define` for a value";
    book.wrong(codes::NOT_A_VALUE, span, format!("`{name}` does something and has no value"), help)
}

/// A component by its name alone: the thing, or all of them.
pub(crate) fn component(book: &Book, id: ComponentId, span: Span) -> Expr {
    let component = &book.ir.components[id.index()];
    if component.axes.is_empty() {
        return pieces(id, Vec::new(), span);
    }
    all_pieces(vec![id], span)
}

/// Index of a node among the nodes of a board.
pub(crate) fn node_index(book: &Book, nodes: KindId, name: &str) -> Option<u32> {
    book.member_names(nodes)
        .iter()
        .position(|node| *node == name || book.names.is_called(node, name))
        .map(|at| at as u32)
}

/// The member with this name of a kind that is a component with further indexes.
pub(crate) fn print_named(book: &Book, name: &str) -> Option<(KindId, u32)> {
    let indexed = |kind: KindId| {
        let id = book.cards_of(kind);
        id.is_some_and(|id| book.ir.components[id.index()].axes.len() > 1)
    };
    book.names.members(name).iter().copied().find(|(kind, _)| indexed(*kind))
}
