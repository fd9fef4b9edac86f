//! Types things, places, tracks and memory with their indexes.

use super::typer::Typer;
use crate::check::codes;
use crate::check::names::{Book, Def};
use crate::check::types::{
    all, as_things, axis_type, coerce, component, components_of, held_in, is_by, no_amounts, numeric, pieces,
    place_or_places, poison, set, wider,
};
use crate::ir::{Axis, ComponentId, Expr, ExprKind, KindId, MemoryId, PlaceId, TrackId, Type};
use tavola_syntax::syntax::ast;
use tavola_syntax::text::Span;

impl Typer<'_> {
    /// Types components: `jar[p]`, `Vote[p]`.
    pub(super) fn piece(&mut self, id: ComponentId, args: &[ast::Expr], span: Span) -> Expr {
        self.book.used.insert(Def::Component(id));
        let component = &self.book.ir.components[id.index()];
        let (name, kind) = (component.name.clone(), component.kind);
        let mut axes = component.axes.clone();
        if kind.is_some() && args.len() + 1 == axes.len() {
            axes.remove(0);
        }
        let prints = kind.filter(|_| axes.len() < component.axes.len());
        let Some(mut indexes) = self.indexes(&name, &axes, args, span) else {
            return poison(span);
        };
        if let Some(kind) = prints {
            indexes.insert(0, all(kind, span));
        }
        pieces(id, indexes, span)
    }

    /// Types `two[p]`, a member of a kind that is a component with further indexes. None if it is not one.
    pub(super) fn print_of(&mut self, member: Expr, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let Type::Member(kind) = member.ty else { return None };
        let id = self.book.cards_of(kind)?;
        let component = &self.book.ir.components[id.index()];
        let (name, axes) = (component.name.clone(), component.axes[1..].to_vec());
        if axes.is_empty() {
            return None;
        }
        self.book.used.insert(Def::Component(id));
        let Some(rest) = self.indexes(&name, &axes, args, span) else {
            return Some(poison(span));
        };
        Some(pieces(id, std::iter::once(member).chain(rest).collect(), span))
    }

    /// Types places: `basket[f]`, `heap_of[p, 1..3]`.
    pub(super) fn cell(&mut self, id: PlaceId, args: &[ast::Expr], span: Span) -> Expr {
        self.book.used.insert(Def::Place(id));
        let place = &self.book.ir.places[id.index()];
        let (name, axes) = (place.name.clone(), place.axes.clone());
        let Some(indexes) = self.indexes(&name, &axes, args, span) else {
            return poison(span);
        };
        let several = indexes.iter().any(|index| matches!(index.ty, Type::Set(_)));
        let ty = if several { set(Type::Place) } else { Type::Place };
        Expr { kind: ExprKind::Cell(id, indexes), ty, span }
    }

    /// Types a track: `fame[p]`.
    pub(super) fn track(&mut self, id: TrackId, args: &[ast::Expr], span: Span) -> Expr {
        self.book.used.insert(Def::Track(id));
        let track = &self.book.ir.tracks[id.index()];
        let (name, axes) = (track.name.clone(), track.axes.clone());
        let Some(indexes) = self.single_indexes(&name, &axes, args, span) else {
            return poison(span);
        };
        numeric(ExprKind::Track(id, indexes), span)
    }

    /// Types memory: `used[p]`.
    pub(super) fn recall(&mut self, id: MemoryId, args: &[ast::Expr], span: Span) -> Expr {
        self.book.used.insert(Def::Memory(id));
        let memory = &self.book.ir.memory[id.index()];
        let (name, axes, ty) = (memory.name.clone(), memory.axes.clone(), memory.ty.clone());
        let Some(indexes) = self.single_indexes(&name, &axes, args, span) else {
            return poison(span);
        };
        Expr { kind: ExprKind::Memory(id, indexes), ty, span }
    }

    fn single_indexes(&mut self, name: &str, axes: &[Axis], args: &[ast::Expr], span: Span) -> Option<Vec<Expr>> {
        let indexes = self.indexes(name, axes, args, span)?;
        for index in &indexes {
            if matches!(index.ty, Type::Set(_)) {
                let help = format!("add them up: `sum of {name}[x] for x in ..`");
                self.book.error(codes::MISMATCH, index.span, format!("`{name}` has one value for each index"), help);
                return None;
            }
        }
        Some(indexes)
    }

    /// Types indexes for these axes. Each is a member or number, or a set of them.
    fn indexes(&mut self, name: &str, axes: &[Axis], args: &[ast::Expr], span: Span) -> Option<Vec<Expr>> {
        if axes.len() != args.len() {
            let message = match axes.len() {
                0 => format!("`{name}` has no indexes"),
                1 => format!("`{name}` has one index, found {}", args.len()),
                n => format!("`{name}` has {n} indexes, found {}", args.len()),
            };
            self.look_at(args);
            let wanted: Vec<String> = axes.iter().map(|_| "..".to_owned()).collect();
            let help = match wanted.as_slice() {
                [] => format!("write `{name}` alone"),
                wanted => format!("write `{name}[{}]`", wanted.join(", ")),
            };
            self.book.error(codes::ARGUMENTS, span, message, help);
            self.book.note_arity(name, args.len(), span, true);
            return None;
        }
        self.book.note_arity(name, args.len(), span, false);
        Some(self.in_order(name, args, axes, Self::one_index))
    }

    fn one_index(&mut self, arg: &ast::Expr, axis: &Axis) -> Expr {
        let want = axis_type(axis);
        let found = self.value(arg, Some(&want));
        let several = set(want.clone());
        if wider(self.book, &found.ty, &several) && matches!(found.ty, Type::Set(_)) {
            return coerce(self.book, found, &several);
        }
        coerce(self.book, found, &want)
    }

    /// Types `jar[p] at basket[f]`: a bag if one is expected, else a count.
    pub(super) fn at_place(&mut self, things: &ast::Expr, at: &ast::Expr, span: Span, want: Option<&Type>) -> Expr {
        let things = self.things(things);
        let place = self.value(at, Some(&Type::Place));
        if things.ty == Type::Error || place.ty == Type::Error {
            return poison(span);
        }
        if let (Type::Bag(_), Type::Thing(_) | Type::Set(_)) = (&place.ty, &things.ty) {
            let kind = ExprKind::CountInBag(Box::new(things), Box::new(place));
            return Expr { kind, ty: Type::Number, span };
        }
        let place = place_or_places(self.book, place);
        if place.ty == Type::Error {
            return poison(span);
        }
        may_be_there(self.book, &things, &place, span);
        if matches!(want, Some(Type::Bag(_))) {
            let ty = Type::Bag(components_of(&things.ty));
            return Expr { kind: ExprKind::BagAt(Box::new(things), Box::new(place)), ty, span };
        }
        numeric(ExprKind::Count(Box::new(things), Box::new(place)), span)
    }

    /// Types a thing or a set of things.
    pub(crate) fn things(&mut self, e: &ast::Expr) -> Expr {
        let found = match &e.kind {
            ast::ExprKind::Name(name) if self.scope.lookup(name).is_none() => match self.book.names.component(name) {
                Some(id) => {
                    self.book.refer(Def::Component(id), e.span);
                    component(self.book, id, e.span)
                }
                None => self.member_before_setting(e).unwrap_or_else(|| self.value(e, None)),
            },
            _ => self.value(e, None),
        };
        as_things(self.book, found)
    }

    /// The member that a name means where a thing is wanted, if the game also gives the name to something that is never a thing,
    /// such as a setting.
    pub(crate) fn member_before_setting(&mut self, e: &ast::Expr) -> Option<Expr> {
        let ast::ExprKind::Name(name) = &e.kind else { return None };
        let meanings = self.book.names.get(name);
        let can_be_thing = |def: &Def| matches!(def, Def::Component(_) | Def::Define(_));
        let is_shared = self.scope.lookup(name).is_none()
            && !meanings.is_empty()
            && !meanings.iter().any(can_be_thing)
            && !self.book.names.members(name).is_empty();
        is_shared.then(|| self.any_member(name, e.span, None))
    }

    /// Types `w.cost[c]`, one of several amounts.
    pub(super) fn amount(&mut self, amounts: Expr, kind: KindId, of: &ast::Expr, span: Span) -> Expr {
        let of = self.typed(of, &Type::Member(kind));
        numeric(ExprKind::Amount(Box::new(amounts), Box::new(of)), span)
    }

    /// The component that amounts refer to: `jar` in `move w.cost jar from ..`.
    pub(crate) fn moved_by(&mut self, of: &ast::Expr, kind: KindId) -> Option<ComponentId> {
        let found = match &of.kind {
            ast::ExprKind::Name(name) => self.book.names.component(name),
            _ => None,
        };
        let Some(id) = found else {
            if self.things(of).ty != Type::Error {
                no_amounts(self.book, of.span, kind);
            }
            return None;
        };
        self.book.refer(Def::Component(id), of.span);
        if is_by(self.book, id, kind) {
            return Some(id);
        }
        no_amounts(self.book, of.span, kind);
        None
    }
}

/// Reports things that can never lie in the place where they are counted.
fn may_be_there(book: &mut Book, things: &Expr, place: &Expr, span: Span) {
    let held = held_in(book, place);
    let looked_for = components_of(&things.ty);
    if !looked_for.is_empty() && !held.is_empty() && !looked_for.iter().any(|id| held.contains(id)) {
        let name = book.ir.components[looked_for[0].index()].name.clone();
        let message = format!("`{name}` can never be there");
        book.error(codes::HELD, span, message, "name it in the column `holds` of the place, or look elsewhere");
    }
}
