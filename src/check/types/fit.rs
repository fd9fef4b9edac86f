//! Where one type is wanted and another one stands: what may silently stand for what.

use crate::check::codes;
use crate::check::exprs::typer::{Typer, narrow, only, widen};
use crate::ir::{Axis, ComponentId, Expr, ExprKind, KindId, Type};
use crate::text::Span;

impl Typer<'_> {
    /// Makes an expression of the type that is wanted, or reports that it cannot be.
    pub(in crate::check) fn coerce(&mut self, e: Expr, want: &Type) -> Expr {
        match self.fit(e, want) {
            Ok(e) => e,
            Err(e) => {
                let message = format!("this is {}, but {} is wanted", self.book.say(&e.ty), self.book.say(want));
                self.wrong(codes::MISMATCH, e.span, message, self.book.such(want))
            }
        }
    }

    /// Makes an expression of the type that is wanted, if it can be.
    pub(in crate::check) fn fit(&mut self, mut e: Expr, want: &Type) -> Result<Expr, Expr> {
        if e.ty == *want || e.ty == Type::Error || *want == Type::Error {
            return Ok(e);
        }
        match (&e.ty, want) {
            (Type::Nothing, Type::Option(_) | Type::Set(_) | Type::List(_) | Type::Bag(_)) => {
                e.ty = want.clone();
                Ok(e)
            }
            (Type::Option(have), Type::Option(inner)) if self.wider(have, inner) => Ok(widen(e, want.clone())),
            (Type::Option(have), Type::Option(inner)) if self.narrower(have, inner) => Ok(narrow(e, want.clone())),
            (_, Type::Option(inner)) => {
                let fitted = self.fit(e, inner)?;
                Ok(if fitted.ty == Type::Error { fitted } else { widen(fitted, want.clone()) })
            }
            (Type::Option(inner), _) => {
                let inner = (**inner).clone();
                let original = e.clone();
                self.fit(only(e, inner), want).map_err(|_| original)
            }
            (Type::Member(have), Type::Member(kind)) if self.is_one_of(&e, *have, *kind) => Ok(widen(e, want.clone())),
            (Type::Member(have), Type::Member(kind)) if !self.wider(&e.ty, want) && self.book.overlap(*have, *kind) => {
                Ok(narrow(e, want.clone()))
            }
            (Type::Member(kind), Type::Thing(components)) => {
                let kind = *kind;
                match components.iter().find(|id| self.is_cards(**id, kind)).copied() {
                    Some(id) => self.fit(card(id, e), want),
                    None => self.prints(e, kind, components, want),
                }
            }
            (Type::Thing(components), Type::Member(kind)) => {
                let (components, kind) = (components.clone(), *kind);
                self.thing_as_member(e, &components, kind)
            }
            (Type::Set(things), Type::Set(member)) if self.prints_within(things, member) => Ok(widen(e, want.clone())),
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
    pub(in crate::check) fn wider(&self, have: &Type, want: &Type) -> bool {
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

    /// A member that is written out and belongs to the wanted kind, whatever else its own kind has.
    pub(in crate::check) fn is_one_of(&self, e: &Expr, have: KindId, want: KindId) -> bool {
        match &e.kind {
            ExprKind::Member(kind, family, _) => {
                *kind == have && have != want && self.book.families(want).contains(&(*kind, *family))
            }
            ExprKind::Widen(inner) => match inner.ty {
                Type::Member(have) => have == want || self.is_one_of(inner, have, want),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether some values of `have`, not all, are members of `want`.
    fn narrower(&self, have: &Type, want: &Type) -> bool {
        match (have, want) {
            (Type::Member(have), Type::Member(want)) => {
                !self.book.within(*have, *want) && self.book.overlap(*have, *want)
            }
            _ => false,
        }
    }

    /// The type that both sides fit: the wider one, or an option.
    pub(in crate::check) fn join(&self, a: &Type, b: &Type) -> Option<Type> {
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
    pub(in crate::check) fn present(&self, e: Expr) -> Expr {
        match &e.ty {
            Type::Option(inner) => {
                let inner = (**inner).clone();
                only(e, inner)
            }
            _ => e,
        }
    }

    /// The things in a place (or places).
    pub(in crate::check) fn bag_of(&self, place: Expr) -> Expr {
        let holds = self.held_in(&place);
        let span = place.span;
        let things =
            Expr { kind: ExprKind::Pieces(holds.clone()), ty: Type::Set(Box::new(Type::Thing(holds.clone()))), span };
        Expr { kind: ExprKind::BagAt(Box::new(things), Box::new(place)), ty: Type::Bag(holds), span }
    }

    /// What a place may hold, as far as its name tells.
    pub(in crate::check) fn held_in(&self, place: &Expr) -> Vec<ComponentId> {
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

    /// A thing as a member: of the kind of one of its indexes, or of its print.
    fn thing_as_member(&mut self, e: Expr, components: &[ComponentId], kind: KindId) -> Result<Expr, Expr> {
        let want = Type::Member(kind);
        if let Some(axis) = self.index_of_kind(components, kind) {
            return Ok(thing_index(e, axis, want));
        }
        let axes: Vec<Option<u32>> = components.iter().map(|id| self.axis_within(*id, kind)).collect();
        if !axes.is_empty() && axes.iter().all(Option::is_some) {
            return Ok(thing_as(e, axes, want));
        }
        match self.book.prints_of(components) {
            Some(all) if self.book.overlap(all, kind) => {
                let member = self.card_as_member(e, components, all);
                self.fit(member, &want)
            }
            _ => Err(e),
        }
    }

    /// A card of one of several kinds as a member of a kind that has them all.
    pub(in crate::check) fn card_as_member(&self, e: Expr, components: &[ComponentId], all: KindId) -> Expr {
        match components {
            [_] => thing_index(e, 0, Type::Member(all)),
            _ => thing_as(e, vec![Some(0); components.len()], Type::Member(all)),
        }
    }

    /// The one index of a component whose members all belong to a kind.
    fn axis_within(&self, id: ComponentId, kind: KindId) -> Option<u32> {
        let axes = &self.book.ir.components[id.index()].axes;
        let fits = |axis: &Axis| matches!(axis, Axis::Kind(own) if self.book.within(*own, kind));
        let at = axes.iter().position(fits)?;
        axes[at + 1..].iter().all(|axis| !fits(axis)).then_some(at as u32)
    }

    /// A member of several kinds of cards as a thing.
    fn prints(&self, e: Expr, kind: KindId, components: &[ComponentId], want: &Type) -> Result<Expr, Expr> {
        let prints: Vec<(KindId, u32)> = components
            .iter()
            .filter(|id| self.book.ir.components[id.index()].axes.len() == 1)
            .filter_map(|id| self.book.ir.components[id.index()].kind)
            .flat_map(|kind| self.book.families(kind))
            .collect();
        let members = self.book.families(kind);
        match members.iter().filter(|member| prints.contains(member)).count() {
            0 => Err(e),
            n if n == members.len() => Ok(widen(e, want.clone())),
            _ => Ok(narrow(e, want.clone())),
        }
    }

    /// Whether things are all cards of kinds that a kind contains.
    fn prints_within(&self, things: &Type, member: &Type) -> bool {
        let (Type::Thing(components), Type::Member(kind)) = (things, member) else { return false };
        let within =
            |id: &ComponentId| self.book.ir.components[id.index()].kind.is_some_and(|own| self.book.within(own, *kind));
        !components.is_empty() && components.iter().all(within)
    }

    /// Fits a value to what it is compared with: what can be no member of that kind is none there, and no fault.
    pub(in crate::check) fn fit_to_compare(&mut self, e: Expr, want: &Type) -> Result<Expr, Expr> {
        let mut fitted = self.fit(e, want)?;
        if let ExprKind::Narrow(inner) = &fitted.kind
            && !matches!(inner.ty, Type::Option(_))
            && !matches!(fitted.ty, Type::Option(_))
        {
            fitted.ty = Type::Option(Box::new(fitted.ty));
        }
        Ok(fitted)
    }

    fn is_cards(&self, id: ComponentId, kind: KindId) -> bool {
        let component = &self.book.ir.components[id.index()];
        component.kind == Some(kind) && component.axes.len() == 1
    }

    /// Which index of these things is a member of `kind`; the same one in all of them.
    pub(in crate::check) fn index_of_kind(&self, components: &[ComponentId], kind: KindId) -> Option<u32> {
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
    pub(in crate::check) fn at_span(&self, mut e: Expr, span: Span) -> Expr {
        if e.span.is_none() {
            e.span = span;
        }
        e
    }
}

/// A print of a card component.
pub(in crate::check) fn card(id: ComponentId, member: Expr) -> Expr {
    let span = member.span;
    Expr { kind: ExprKind::Piece(id, vec![member]), ty: Type::Thing(vec![id]), span }
}

/// `piece.player`
pub(in crate::check) fn thing_index(thing: Expr, axis: u32, ty: Type) -> Expr {
    let span = thing.span;
    Expr { kind: ExprKind::ThingIndex(Box::new(thing), axis), ty, span }
}

/// An index of a thing of several components.
pub(in crate::check) fn thing_as(thing: Expr, axes: Vec<Option<u32>>, ty: Type) -> Expr {
    let span = thing.span;
    Expr { kind: ExprKind::ThingAs(Box::new(thing), axes), ty, span }
}

/// Both lists without repetition, in order.
pub(in crate::check) fn merge(a: &[ComponentId], b: &[ComponentId]) -> Vec<ComponentId> {
    let mut all = a.to_vec();
    all.extend(b.iter().filter(|id| !a.contains(id)));
    all
}
