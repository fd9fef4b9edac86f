//! `X at Y`: how many of these things are there, or the things themselves.

use super::places::{pieces, whole};
use crate::check::codes;
use crate::check::exprs::typer::Typer;
use crate::ir::{ComponentId, Expr, ExprKind, KindId, Type};
use crate::syntax::ast;
use crate::text::Span;

impl Typer<'_> {
    /// `jar[p] at basket[f]`: a count, or a bag where one is wanted.
    pub(super) fn at_place(&mut self, things: &ast::Expr, at: &ast::Expr, span: Span, want: Option<&Type>) -> Expr {
        let things = self.things(things);
        let place = self.value(at, Some(&Type::Place));
        if things.ty == Type::Error || place.ty == Type::Error {
            return self.poison(span);
        }
        if let (Type::Bag(_), Type::Thing(_) | Type::Set(_)) = (&place.ty, &things.ty) {
            let kind = ExprKind::CountInBag(Box::new(things), Box::new(place));
            return Expr { kind, ty: Type::Number, span };
        }
        let place = self.place_or_places(place);
        if place.ty == Type::Error {
            return self.poison(span);
        }
        self.may_be_there(&things, &place, span);
        if matches!(want, Some(Type::Bag(_))) {
            let ty = Type::Bag(components_of(&things.ty));
            return Expr { kind: ExprKind::BagAt(Box::new(things), Box::new(place)), ty, span };
        }
        Expr { kind: ExprKind::Count(Box::new(things), Box::new(place)), ty: Type::Number, span }
    }

    /// Things that can never be where they are looked for.
    fn may_be_there(&mut self, things: &Expr, place: &Expr, span: Span) {
        let held = self.held_in(place);
        let looked_for = components_of(&things.ty);
        if !looked_for.is_empty() && !held.is_empty() && !looked_for.iter().any(|id| held.contains(id)) {
            let name = self.book.ir.components[looked_for[0].index()].name.clone();
            let message = format!("`{name}` can never be there");
            self.book.error(
                codes::HELD,
                span,
                message,
                "name it in the column `holds` of the place, or look elsewhere",
            );
        }
    }

    /// A place, or a set of places.
    pub(in crate::check) fn place_or_places(&mut self, place: Expr) -> Expr {
        match &place.ty {
            Type::Set(inner) if **inner == Type::Place => place,
            _ => self.coerce(place, &Type::Place),
        }
    }

    /// A thing or a set of things.
    pub(in crate::check) fn things(&mut self, e: &ast::Expr) -> Expr {
        let found = match &e.kind {
            ast::ExprKind::Name(name) if self.lookup(name).is_none() => match self.book.names.component(name) {
                Some(id) => {
                    self.uses(crate::check::names::defs::Def::Component(id));
                    self.component(id, e.span)
                }
                None => self.value(e, None),
            },
            _ => self.value(e, None),
        };
        self.as_things(found)
    }

    /// All prints of a member, whatever their further indexes, if such things are among these.
    pub(super) fn prints_among(&mut self, member: &Expr, components: &[ComponentId]) -> Option<Expr> {
        let Type::Member(kind) = member.ty else { return None };
        let id = self.book.cards_of(kind)?;
        let several = self.book.ir.components[id.index()].axes.len() > 1;
        (several && components.contains(&id)).then(|| self.as_things(member.clone()))
    }

    /// Whether values of a type are things: pieces, or members of a kind that is a component.
    pub(super) fn is_thing(&self, ty: &Type) -> bool {
        match ty {
            Type::Thing(_) => true,
            Type::Member(kind) => self.book.cards_of(*kind).is_some() || self.cards_of_several(*kind).is_some(),
            _ => false,
        }
    }

    /// A member of a part (or a set of them) as one of the kind that is the component.
    fn as_print(&mut self, found: Expr, id: crate::ir::ComponentId) -> Expr {
        let Some(kind) = self.book.ir.components[id.index()].kind else { return found };
        let member = Type::Member(kind);
        let want = if matches!(found.ty, Type::Set(_)) { Type::Set(Box::new(member)) } else { member };
        self.coerce(found, &want)
    }

    /// The components whose cards are together the members of a sum of kinds.
    fn cards_of_several(&self, kind: KindId) -> Option<Vec<ComponentId>> {
        let components = &self.book.ir.components;
        let parts: Vec<(ComponentId, KindId)> = (0..components.len() as u32)
            .map(ComponentId)
            .filter(|id| components[id.index()].axes.len() == 1)
            .filter_map(|id| components[id.index()].kind.map(|own| (id, own)))
            .filter(|(_, own)| *own != kind && self.book.within(*own, kind))
            .collect();
        let found: usize = parts.iter().map(|(_, own)| self.book.families(*own).len()).sum();
        (found > 0 && found == self.book.families(kind).len()).then(|| parts.into_iter().map(|(id, _)| id).collect())
    }

    /// Makes things of members of a card kind: of all its further indexes, where it has any.
    pub(in crate::check) fn as_things(&mut self, found: Expr) -> Expr {
        let found = self.present(found);
        let kind = match &found.ty {
            Type::Error | Type::Thing(_) => return found,
            Type::Set(inner) if matches!(**inner, Type::Thing(_)) => return found,
            Type::Member(kind) => Some(*kind),
            Type::Set(inner) => match **inner {
                Type::Member(kind) => Some(kind),
                _ => None,
            },
            _ => None,
        };
        if let Type::Member(kind) = found.ty
            && let Some(several) = self.cards_of_several(kind)
        {
            return self.coerce(found, &Type::Thing(several));
        }
        match kind.and_then(|kind| self.book.cards_of(kind).or_else(|| self.book.cards_with(kind))) {
            Some(id) => {
                let span = found.span;
                let found = self.as_print(found, id);
                let rest = self.book.ir.components[id.index()].axes[1..].iter().map(|axis| whole(axis, span));
                pieces(id, std::iter::once(found).chain(rest).collect(), span)
            }
            None => {
                let message =
                    format!("this is {}, but a thing from the components is wanted", self.book.say(&found.ty));
                let help = "a thing is a name of the table `components`, or a member of a kind that stands there";
                self.wrong(codes::MISMATCH, found.span, message, help)
            }
        }
    }
}

/// The components that things can be of.
pub(in crate::check) fn components_of(ty: &Type) -> Vec<ComponentId> {
    match ty {
        Type::Thing(components) | Type::Bag(components) => components.clone(),
        Type::Set(inner) | Type::List(inner) | Type::Option(inner) => components_of(inner),
        _ => Vec::new(),
    }
}
