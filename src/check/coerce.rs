//! Where one type is wanted and another one stands: what may silently stand for what.

use super::codes;
use super::typer::{Typer, only, widen};
use crate::ir::{Axis, ComponentId, Expr, ExprKind, KindId, Type};
use crate::text::Span;

impl Typer<'_> {
    /// Makes an expression of the type that is wanted, or reports that it cannot be.
    pub(super) fn coerce(&mut self, e: Expr, want: &Type) -> Expr {
        match self.fit(e, want) {
            Ok(e) => e,
            Err(e) => {
                let message = format!("this is {}, but {} is wanted", self.book.say(&e.ty), self.book.say(want));
                self.wrong(codes::MISMATCH, e.span, message)
            }
        }
    }

    /// Makes an expression of the type that is wanted, if it can be.
    pub(super) fn fit(&mut self, mut e: Expr, want: &Type) -> Result<Expr, Expr> {
        if e.ty == *want || e.ty == Type::Error || *want == Type::Error {
            return Ok(e);
        }
        match (&e.ty, want) {
            (Type::Nothing, Type::Option(_) | Type::Set(_) | Type::List(_) | Type::Bag(_)) => {
                e.ty = want.clone();
                Ok(e)
            }
            (Type::Option(have), Type::Option(inner)) if self.wider(have, inner) => Ok(widen(e, want.clone())),
            (_, Type::Option(inner)) => {
                let fitted = self.fit(e, inner)?;
                Ok(if fitted.ty == Type::Error { fitted } else { widen(fitted, want.clone()) })
            }
            (Type::Option(inner), _) => {
                let inner = (**inner).clone();
                let original = e.clone();
                self.fit(only(e, inner), want).map_err(|_| original)
            }
            (Type::Member(kind), Type::Thing(components)) => {
                let kind = *kind;
                match components.iter().find(|id| self.is_cards(**id, kind)).copied() {
                    Some(id) => self.fit(card(id, e), want),
                    None => Err(e),
                }
            }
            (Type::Thing(components), Type::Member(kind)) => match self.index_of_kind(components, *kind) {
                Some(axis) => Ok(thing_index(e, axis, want.clone())),
                None => Err(e),
            },
            (Type::Place, Type::Bag(_)) => {
                let bag = self.bag_of(e);
                self.fit(bag, want)
            }
            (Type::Set(inner), Type::Bag(_)) if **inner == Type::Place => {
                let bag = self.bag_of(e);
                self.fit(bag, want)
            }
            (have, want) if self.wider(have, want) => Ok(widen(e, want.clone())),
            _ => Err(e),
        }
    }

    /// Whether every value of `have` is one of `want`, so that only the type changes.
    pub(super) fn wider(&self, have: &Type, want: &Type) -> bool {
        match (have, want) {
            (Type::Error, _) | (_, Type::Error) => true,
            (a, b) if a == b => true,
            (Type::Member(a), Type::Member(b)) => self.book.within(*a, *b),
            (Type::Thing(a), Type::Thing(b)) | (Type::Bag(a), Type::Bag(b)) => a.iter().all(|id| b.contains(id)),
            (Type::Set(a), Type::Set(b)) | (Type::List(a), Type::List(b)) => self.wider(a, b),
            (Type::Option(a), Type::Option(b)) => self.wider(a, b),
            (a, Type::Set(b)) if matches!(a, Type::Thing(_) | Type::Place) => self.wider(a, b),
            _ => false,
        }
    }

    /// The type that both sides fit: the wider one, or an option.
    pub(super) fn join(&self, a: &Type, b: &Type) -> Option<Type> {
        match (a, b) {
            (Type::Error, other) | (other, Type::Error) => Some(other.clone()),
            _ if self.wider(a, b) => Some(b.clone()),
            _ if self.wider(b, a) => Some(a.clone()),
            (Type::Nothing, other) | (other, Type::Nothing) => Some(match other {
                Type::Option(_) | Type::Set(_) | Type::List(_) | Type::Bag(_) => other.clone(),
                plain => Type::Option(Box::new(plain.clone())),
            }),
            (Type::Option(x), Type::Option(y)) => Some(Type::Option(Box::new(self.join(x, y)?))),
            (Type::Option(x), y) | (y, Type::Option(x)) => Some(Type::Option(Box::new(self.join(x, y)?))),
            (Type::Thing(x), Type::Thing(y)) => Some(Type::Thing(merge(x, y))),
            (Type::Bag(x), Type::Bag(y)) => Some(Type::Bag(merge(x, y))),
            (Type::Set(x), Type::Set(y)) => Some(Type::Set(Box::new(self.join(x, y)?))),
            (Type::List(x), Type::List(y)) => Some(Type::List(Box::new(self.join(x, y)?))),
            _ => None,
        }
    }

    /// The value of an option; anything else as it is.
    pub(super) fn present(&self, e: Expr) -> Expr {
        match &e.ty {
            Type::Option(inner) => {
                let inner = (**inner).clone();
                only(e, inner)
            }
            _ => e,
        }
    }

    /// The things in a place (or places).
    pub(super) fn bag_of(&self, place: Expr) -> Expr {
        let holds = self.held_in(&place);
        let span = place.span;
        let things =
            Expr { kind: ExprKind::Pieces(holds.clone()), ty: Type::Set(Box::new(Type::Thing(holds.clone()))), span };
        Expr { kind: ExprKind::BagAt(Box::new(things), Box::new(place)), ty: Type::Bag(holds), span }
    }

    /// What a place may hold, as far as its name tells.
    pub(super) fn held_in(&self, place: &Expr) -> Vec<ComponentId> {
        match &place.kind {
            ExprKind::Cell(id, _) => self.book.ir.places[id.index()].holds.clone(),
            ExprKind::Widen(inner) | ExprKind::Only(inner) => self.held_in(inner),
            ExprKind::Binary(_, a, b) => merge(&self.held_in(a), &self.held_in(b)),
            ExprKind::SetOf(value, _) => self.held_in(value),
            ExprKind::SetLiteral(places) => {
                places.iter().fold(Vec::new(), |held, place| merge(&held, &self.held_in(place)))
            }
            _ => (0..self.book.ir.components.len() as u32).map(ComponentId).collect(),
        }
    }

    fn is_cards(&self, id: ComponentId, kind: KindId) -> bool {
        let component = &self.book.ir.components[id.index()];
        component.kind == Some(kind) && component.axes.len() == 1
    }

    /// Which index of these things is a member of `kind`; the same one in all of them.
    pub(super) fn index_of_kind(&self, components: &[ComponentId], kind: KindId) -> Option<u32> {
        let mut found = None;
        for id in components {
            let axes = &self.book.ir.components[id.index()].axes;
            let at = axes.iter().position(|axis| matches!(axis, Axis::Kind(k) if *k == kind))?;
            if found.is_some_and(|other| other != at) {
                return None;
            }
            found = Some(at);
        }
        found.map(|at| at as u32)
    }

    /// The span of an expression, at least the one given.
    pub(super) fn at_span(&self, mut e: Expr, span: Span) -> Expr {
        if e.span.is_none() {
            e.span = span;
        }
        e
    }
}

/// A print of a card component.
pub(super) fn card(id: ComponentId, member: Expr) -> Expr {
    let span = member.span;
    Expr { kind: ExprKind::Piece(id, vec![member]), ty: Type::Thing(vec![id]), span }
}

/// `piece.player`
pub(super) fn thing_index(thing: Expr, axis: u32, ty: Type) -> Expr {
    let span = thing.span;
    Expr { kind: ExprKind::ThingIndex(Box::new(thing), axis), ty, span }
}

/// Both lists without repetition, in order.
pub(super) fn merge(a: &[ComponentId], b: &[ComponentId]) -> Vec<ComponentId> {
    let mut all = a.to_vec();
    all.extend(b.iter().filter(|id| !a.contains(id)));
    all
}
