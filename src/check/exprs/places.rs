//! Things, places, tracks and memory by their indexes.

use crate::check::codes;
use crate::check::exprs::typer::{Typer, all};
use crate::check::names::defs::Def;
use crate::ir::{Axis, ComponentId, Expr, ExprKind, KindId, MemoryId, PlaceId, TrackId, Type};
use crate::syntax::ast;
use crate::text::Span;

impl Typer<'_> {
    /// `jar[p]`, `Vote[p]`
    pub(super) fn piece(&mut self, id: ComponentId, args: &[ast::Expr], span: Span) -> Expr {
        self.uses(Def::Component(id));
        let component = &self.book.ir.components[id.index()];
        let (name, kind) = (component.name.clone(), component.kind);
        let mut axes = component.axes.clone();
        if kind.is_some() && args.len() + 1 == axes.len() {
            axes.remove(0);
        }
        let prints = kind.filter(|_| axes.len() < component_axes(self, id));
        let Some(mut indexes) = self.indexes(&name, &axes, args, span) else {
            return self.poison(span);
        };
        if let Some(kind) = prints {
            indexes.insert(0, all(kind, span));
        }
        pieces(id, indexes, span)
    }

    /// The member of a kind that is a component with further indexes.
    pub(super) fn print_named(&self, name: &str) -> Option<(KindId, u32)> {
        let indexed = |kind: KindId| {
            let id = self.book.cards_of(kind);
            id.is_some_and(|id| self.book.ir.components[id.index()].axes.len() > 1)
        };
        self.book.names.members(name).iter().copied().find(|(kind, _)| indexed(*kind))
    }

    /// `two[p]`: a member of a kind that is a component with further indexes; none if it is not.
    pub(super) fn print_of(&mut self, member: Expr, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let Type::Member(kind) = member.ty else { return None };
        let id = self.book.cards_of(kind)?;
        let component = &self.book.ir.components[id.index()];
        let (name, axes) = (component.name.clone(), component.axes[1..].to_vec());
        if axes.is_empty() {
            return None;
        }
        self.uses(Def::Component(id));
        let Some(rest) = self.indexes(&name, &axes, args, span) else {
            return Some(self.poison(span));
        };
        Some(pieces(id, std::iter::once(member).chain(rest).collect(), span))
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
                self.book.error(
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
            let wanted: Vec<String> = axes.iter().map(|_| "..".to_owned()).collect();
            let help = match wanted.as_slice() {
                [] => format!("write `{name}` alone"),
                wanted => format!("write `{name}[{}]`", wanted.join(", ")),
            };
            self.book.error(codes::ARGUMENTS, span, message, help);
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
}

/// A thing; where an index is a set, the set of such things.
pub(super) fn pieces(id: ComponentId, indexes: Vec<Expr>, span: Span) -> Expr {
    let several = indexes.iter().any(|index| matches!(index.ty, Type::Set(_)));
    let ty = Type::Thing(vec![id]);
    let ty = if several { Type::Set(Box::new(ty)) } else { ty };
    Expr { kind: ExprKind::Piece(id, indexes), ty, span }
}

/// All values of an axis.
pub(super) fn whole(axis: &Axis, span: Span) -> Expr {
    match axis {
        Axis::Kind(kind) => all(*kind, span),
        Axis::Numbers(low, high) => {
            let kind = ExprKind::Range(Box::new(low.clone()), Box::new(high.clone()));
            Expr { kind, ty: Type::Set(Box::new(Type::Number)), span }
        }
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
