//! Types `position(..)` and `occurrences(..)`: contents of places and values as a list of numbers, for detecting repetition.

use super::library::Call;
use crate::check::codes;
use crate::check::names::Book;
use crate::check::types::{bag_of, list, poison};
use crate::ir::{Builtin, Expr, ExprKind, Order, Type, is_open};
use tavola_syntax::syntax::ast;

impl Call<'_, '_> {
    /// Types `position(on[Square], passed)`.
    pub(super) fn position(&mut self) -> Expr {
        if self.args.is_empty() {
            let help = "name what counts: places, like `on[Square]`, and memory";
            return self.wrong(codes::ARGUMENTS, "`position` takes at least one place or value", help);
        }
        let parts: Vec<Expr> = self.args.iter().map(|arg| self.part_of_position(arg)).collect();
        let whole = parts.iter().all(|part| part.ty != Type::Error);
        self.made(Builtin::Position, whole.then_some(parts), list(Type::Number))
    }

    /// Types `occurrences(here, seen)`.
    pub(super) fn occurrences(&mut self) -> Expr {
        let [part, whole] = self.args else {
            let help = "write `occurrences(here, seen)`: how often `here` occurs among the lists that `seen` joins";
            return self.wrong(codes::ARGUMENTS, "`occurrences` takes two lists", help);
        };
        let part = self.a_list(part, None);
        let whole = self.typer.typed(whole, &part.ty);
        if matches!(&part.ty, Type::List(of) if matches!(**of, Type::Set(_) | Type::List(_))) {
            let help = "look for a list of numbers, members or things: `position(..)` is a list of numbers";
            let message = "`occurrences` cannot look for lists of sets or of lists";
            return self.typer.book.wrong(codes::MISMATCH, part.span, message, help);
        }
        self.made(Builtin::Occurrences, Some(vec![part, whole]), Type::Number)
    }

    fn part_of_position(&mut self, arg: &ast::Expr) -> Expr {
        let found = self.typer.value(arg, None);
        let book = &mut *self.typer.book;
        match (&found.ty, &found.kind) {
            (Type::Place, ExprKind::Cell(..)) => return places(book, found),
            (Type::Set(of), ExprKind::Cell(..)) if **of == Type::Place => return places(book, found),
            _ => {}
        }
        match &found.ty {
            Type::Number | Type::YesNo | Type::Member(_) | Type::Error => found,
            Type::Set(of) | Type::Option(of) if matches!(**of, Type::Member(_) | Type::Error) => found,
            other => {
                let message = format!("this is {}, which cannot be part of a position", book.say(other));
                let help = "use places, numbers, members, sets of members, and what is yes or no";
                book.wrong(codes::MISMATCH, found.span, message, help)
            }
        }
    }
}

/// The contents of all places of one name. The places must be open and keep no order.
fn places(book: &mut Book, places: Expr) -> Expr {
    let ExprKind::Cell(id, index) = &places.kind else { return poison(places.span) };
    let place = &book.ir.places[id.index()];
    let name = &place.name;
    let (message, help) = if !index.iter().all(|index| matches!(index.kind, ExprKind::All(_) | ExprKind::Range(..))) {
        (format!("not all places of `{name}` are named"), "name all of them, by their kinds: `on[Square]`")
    } else if place.order != Order::Heap {
        (format!("`{name}` keeps an order"), "use places whose order is `heap`")
    } else if !is_open(&place.seen) {
        (format!("not everybody sees what lies in `{name}`"), "use places that everybody sees")
    } else {
        return bag_of(book, places);
    };
    book.wrong(codes::MISPLACED, places.span, message, help)
}
