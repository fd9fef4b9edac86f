//! Things, places, tracks and memory by their indexes.

use crate::check::codes;
use crate::check::names::Def;
use crate::check::typer::{Typer, all};
use crate::ir::{Axis, ComponentId, Expr, ExprKind, MemoryId, PlaceId, TrackId, Type};
use crate::syntax::ast;
use crate::text::Span;

impl Typer<'_> {
    /// `stone[p]`, `Vote[p]`
    pub(super) fn piece(&mut self, id: ComponentId, args: &[ast::Expr], span: Span) -> Expr {
        self.uses(Def::Component(id));
        let component = &self.book.ir.components[id.index()];
        let (name, kind) = (component.name.clone(), component.kind);
        let mut axes = component.axes.clone();
        if kind.is_some() && args.len() + 1 == axes.len() {
            axes.remove(0);
        }
        let Some(mut indexes) = self.indexes(&name, &axes, args, span) else {
            return self.poison(span);
        };
        if let (Some(kind), true) = (kind, axes.len() < component_axes(self, id)) {
            indexes.insert(0, all(kind, span));
        }
        let several = indexes.iter().any(|index| matches!(index.ty, Type::Set(_)));
        let ty = Type::Thing(vec![id]);
        let ty = if several { Type::Set(Box::new(ty)) } else { ty };
        Expr { kind: ExprKind::Piece(id, indexes), ty, span }
    }

    /// `basket[f]`, `heap_of[p, 1..3]`
    pub(super) fn cell(&mut self, id: PlaceId, args: &[ast::Expr], span: Span) -> Expr {
        self.uses(Def::Place(id));
        let place = &self.book.ir.places[id.index()];
        let (name, axes) = (place.name.clone(), place.axes.clone());
        let Some(indexes) = self.indexes(&name, &axes, args, span) else {
            return self.poison(span);
        };
        let several = indexes.iter().any(|index| matches!(index.ty, Type::Set(_)));
        let ty = if several { Type::Set(Box::new(Type::Place)) } else { Type::Place };
        Expr { kind: ExprKind::Cell(id, indexes), ty, span }
    }

    /// `fame[p]`
    pub(super) fn track(&mut self, id: TrackId, args: &[ast::Expr], span: Span) -> Expr {
        self.uses(Def::Track(id));
        let track = &self.book.ir.tracks[id.index()];
        let (name, axes) = (track.name.clone(), track.axes.clone());
        let Some(indexes) = self.single_indexes(&name, &axes, args, span) else {
            return self.poison(span);
        };
        Expr { kind: ExprKind::Track(id, indexes), ty: Type::Number, span }
    }

    /// `used[p]`
    pub(super) fn recall(&mut self, id: MemoryId, args: &[ast::Expr], span: Span) -> Expr {
        self.uses(Def::Memory(id));
        let memory = &self.book.ir.memory[id.index()];
        let (name, axes, ty) = (memory.name.clone(), memory.axes.clone(), memory.ty.clone());
        let Some(indexes) = self.single_indexes(&name, &axes, args, span) else {
            return self.poison(span);
        };
        Expr { kind: ExprKind::Memory(id, indexes), ty, span }
    }

    fn single_indexes(&mut self, name: &str, axes: &[Axis], args: &[ast::Expr], span: Span) -> Option<Vec<Expr>> {
        let indexes = self.indexes(name, axes, args, span)?;
        for index in &indexes {
            if matches!(index.ty, Type::Set(_)) {
                self.book.error_help(
                    codes::MISMATCH,
                    index.span,
                    format!("`{name}` has one value for each index"),
                    format!("add them up: `sum of {name}[x] for x in ..`"),
                );
                return None;
            }
        }
        Some(indexes)
    }

    /// Indexes for these axes: each a member (number), or a set of them.
    fn indexes(&mut self, name: &str, axes: &[Axis], args: &[ast::Expr], span: Span) -> Option<Vec<Expr>> {
        if axes.len() != args.len() {
            let message = match axes.len() {
                0 => format!("`{name}` has no indexes"),
                1 => format!("`{name}` has one index, here are {}", args.len()),
                n => format!(
                    "`{name}` has {n} indexes, here {} {}",
                    if args.len() == 1 { "is" } else { "are" },
                    args.len()
                ),
            };
            args.iter().for_each(|arg| {
                self.value(arg, None);
            });
            self.book.error(codes::ARGUMENTS, span, message);
            return None;
        }
        Some(args.iter().zip(axes).map(|(arg, axis)| self.one_index(arg, axis)).collect())
    }

    fn one_index(&mut self, arg: &ast::Expr, axis: &Axis) -> Expr {
        let want = axis_type(axis);
        let found = self.value(arg, Some(&want));
        let several = Type::Set(Box::new(want.clone()));
        if self.wider(&found.ty, &several) && matches!(found.ty, Type::Set(_)) {
            return self.coerce(found, &several);
        }
        self.coerce(found, &want)
    }

    /// `site(ghost)`: where a figure stands.
    pub(super) fn site(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        let [ast::Expr { kind: ast::ExprKind::Name(name), span: at }] = args else {
            return self.wrong_help(
                codes::NO_SITE,
                span,
                "`site` wants the name of a figure",
                "a figure is a single thing",
            );
        };
        let Some(id) = self.book.names.component(name) else {
            let figures: Vec<String> =
                self.book.ir.components.iter().filter(|c| c.figure).map(|c| c.name.clone()).collect();
            let name = ast::Name { text: name.clone(), span: *at };
            self.book.unknown("figure", &name, figures.iter().map(String::as_str));
            return self.poison(span);
        };
        self.uses(Def::Component(id));
        if !self.book.ir.components[id.index()].figure {
            return self.wrong_help(
                codes::NO_SITE,
                *at,
                format!("there are several `{name}`, they stand in many places"),
                "`site` is for a single thing without index",
            );
        }
        let stands = |place: &crate::ir::Place| place.holds.contains(&id) && place.axes.len() == 1;
        let homes: Vec<usize> =
            self.book.ir.places.iter().enumerate().filter(|(_, place)| stands(place)).map(|(at, _)| at).collect();
        let [home] = homes.as_slice() else {
            let message = if homes.is_empty() {
                format!("no place with a single index holds `{name}`")
            } else {
                format!("several sorts of places hold `{name}`")
            };
            return self.wrong(codes::NO_SITE, *at, message);
        };
        let ty = Type::Option(Box::new(axis_type(&self.book.ir.places[*home].axes[0])));
        Expr { kind: ExprKind::Site(id, PlaceId(*home as u32)), ty, span }
    }
}

/// What indexes an axis.
pub(in crate::check) fn axis_type(axis: &Axis) -> Type {
    match axis {
        Axis::Kind(kind) => Type::Member(*kind),
        Axis::Numbers(..) => Type::Number,
    }
}

fn component_axes(typer: &Typer<'_>, id: ComponentId) -> usize {
    typer.book.ir.components[id.index()].axes.len()
}
