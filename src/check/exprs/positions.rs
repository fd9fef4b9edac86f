//! `position(..)`: what lies there and what is remembered, as a list of numbers.

use crate::check::codes;
use crate::check::exprs::typer::Typer;
use crate::ir::{Builtin, Expr, ExprKind, Order, PlaceId, Seer, Type};
use crate::syntax::ast;
use crate::text::Span;

impl Typer<'_> {
    /// `position(on[Square], passed)`
    pub(super) fn position(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        if args.is_empty() {
            let help = "name what counts: places, as `on[Square]`, and what is remembered";
            return self.wrong(codes::ARGUMENTS, span, "`position` wants at least one place or value", help);
        }
        let made: Vec<Expr> = args.iter().map(|arg| self.part_of_position(arg)).collect();
        if made.iter().any(|part| part.ty == Type::Error) {
            return self.poison(span);
        }
        self.builtin(Builtin::Position, made, Type::List(Box::new(Type::Number)), span)
    }

    /// `occurrences(here, seen)`
    pub(super) fn occurrences(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        let [part, list] = args else {
            let help =
                "write `occurrences(here, seen)`: how often the list `here` stands among those that `seen` is made of";
            return self.wrong(codes::ARGUMENTS, span, "`occurrences` wants two lists", help);
        };
        let part = self.a_list(part, None);
        let list = self.typed(list, &part.ty.clone());
        if matches!(&part.ty, Type::List(of) if matches!(**of, Type::Set(_) | Type::List(_))) {
            let help = "lists of numbers, members or things are looked for: `position(..)` is a list of numbers";
            return self.wrong(codes::MISMATCH, part.span, "lists of sets and of lists are not looked for", help);
        }
        self.builtin(Builtin::Occurrences, vec![part, list], Type::Number, span)
    }

    fn part_of_position(&mut self, arg: &ast::Expr) -> Expr {
        let found = self.value(arg, None);
        let places = match (&found.ty, &found.kind) {
            (Type::Place, ExprKind::Cell(id, _)) => Some(*id),
            (Type::Set(of), ExprKind::Cell(id, _)) if **of == Type::Place => Some(*id),
            _ => None,
        };
        if let Some(id) = places {
            return if self.can_be_compared(id, &found) { self.bag_of(found) } else { self.poison(found.span) };
        }
        match &found.ty {
            Type::Number | Type::YesNo | Type::Member(_) | Type::Error => found,
            Type::Set(of) if matches!(**of, Type::Member(_)) => found,
            Type::Option(of) if matches!(**of, Type::Member(_)) => found,
            other => {
                let message = format!("this is {}, which is no part of a position", self.book.say(other));
                let help = "a position is made of places, numbers, members, sets of members, and what is yes or no";
                self.wrong(codes::MISMATCH, found.span, message, help)
            }
        }
    }

    /// All places of a row, that keep no order and lie in the open.
    fn can_be_compared(&mut self, id: PlaceId, places: &Expr) -> bool {
        let whole = |index: &Expr| matches!(index.kind, ExprKind::All(_) | ExprKind::Range(..));
        let ExprKind::Cell(_, index) = &places.kind else { return false };
        let place = &self.book.ir.places[id.index()];
        let open = place.seen.iter().any(|seer| matches!(seer, Seer::All(None)));
        let (name, orderless) = (place.name.clone(), place.order == Order::Heap);
        let (message, help) = if !index.iter().all(whole) {
            (format!("of `{name}` not all places are named"), "name all of them, by their kinds: `on[Square]`")
        } else if !orderless {
            (format!("`{name}` keeps an order"), "only what lies in heaps is compared")
        } else if !open {
            (format!("not everybody sees what lies in `{name}`"), "compare what lies open: in places that all see")
        } else {
            return true;
        };
        self.book.error(codes::MISPLACED, places.span, message, help);
        false
    }
}
