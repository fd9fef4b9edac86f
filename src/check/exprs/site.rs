//! `site(FIGURE)`: the member of the index of the place where it stands.

use crate::check::codes;
use crate::check::declare::kind_of;
use crate::check::exprs::typer::Typer;
use crate::check::exprs::{axis_type, components_of};
use crate::ir::{ComponentId, Copies, Expr, ExprKind, Order, Place, PlaceId, Type};
use crate::syntax::ast;
use crate::text::Span;

impl Typer<'_> {
    /// `site(ghost)`, `site(tile)`; `site(tile, Town)` where it may stand in places of several sorts.
    pub(super) fn site(&mut self, args: &[ast::Expr], span: Span, want: Option<&Type>) -> Expr {
        let (what, kind) = match args {
            [what] => (what, None),
            [what, kind] => (what, Some(kind)),
            _ => {
                let help = "`site(FIGURE)`, or `site(FIGURE, KIND)` where it may stand in places of several sorts";
                return self.wrong(codes::NO_SITE, span, "`site` wants a figure", help);
            }
        };
        let thing = self.things(what);
        let named = match kind {
            Some(kind) => match kind_of(self.book, kind) {
                Some(kind) => Some(Type::Member(kind)),
                None => return self.poison(span),
            },
            None => None,
        };
        if thing.ty == Type::Error {
            return thing;
        }
        let components = components_of(&thing.ty);
        if let Some(made) = self.stands_nowhere(&thing, &components) {
            return made;
        }
        match self.index_of_sites(&components, named.as_ref(), want, thing.span) {
            Some((ty, homes)) => {
                let kind = ExprKind::Site(Box::new(thing), homes);
                Expr { kind, ty: Type::Option(Box::new(ty)), span }
            }
            None => self.poison(span),
        }
    }

    /// Whether these are figures, each of which stands somewhere.
    pub(in crate::check) fn are_figures(&self, components: &[ComponentId]) -> bool {
        !components.is_empty() && components.iter().all(|id| self.book.ir.components[id.index()].figure)
    }

    /// A place that hides where single things are, so that they are no figures.
    pub(in crate::check) fn hiding(&self, components: &[ComponentId]) -> Option<&Place> {
        let ir = &self.book.ir;
        let one = |id: &&ComponentId| {
            matches!(&ir.components[id.index()].copies, Copies::Each(Expr { kind: ExprKind::Number(1), .. }))
        };
        let mut single = components.iter().filter(one);
        single.find_map(|id| ir.places.iter().find(|place| place.holds.contains(id) && hides(place)))
    }

    /// Reports what is no single figure.
    fn stands_nowhere(&mut self, thing: &Expr, components: &[ComponentId]) -> Option<Expr> {
        let ir = &self.book.ir;
        let stranger = components.iter().find(|id| !ir.components[id.index()].figure);
        let Some(stranger) = stranger else {
            let first = components.first()?;
            return matches!(thing.ty, Type::Set(_)).then(|| {
                let name = self.book.ir.components[first.index()].name.clone();
                let message = format!("there are several `{name}`, each stands somewhere");
                self.wrong(codes::NO_SITE, thing.span, message, "say which one")
            });
        };
        let name = ir.components[stranger.index()].name.clone();
        let (message, help) = match self.hiding(components) {
            Some(place) => (
                format!("`{name}` may lie in `{}`, where not everybody can tell", place.name),
                "a figure lies in open places only, neither `shuffled` nor `stack`; go through the places instead",
            ),
            None => (
                format!("there are several `{name}`, they stand in many places"),
                "`site` is for figures: things with the count `1`",
            ),
        };
        Some(self.wrong(codes::NO_SITE, thing.span, message, help))
    }

    /// The type of the index that is meant, and the index of each place that has it.
    fn index_of_sites(
        &mut self,
        components: &[ComponentId],
        named: Option<&Type>,
        want: Option<&Type>,
        at: Span,
    ) -> Option<(Type, Vec<(PlaceId, u32)>)> {
        let mut homes: Vec<(Type, PlaceId, u32)> = Vec::new();
        for (place, info) in self.book.ir.places.iter().enumerate() {
            if components.iter().any(|id| info.holds.contains(id)) {
                let axes = info.axes.iter().enumerate();
                homes.extend(axes.map(|(axis, own)| (axis_type(own), PlaceId(place as u32), axis as u32)));
            }
        }
        let name = components.first().map_or("", |id| &self.book.ir.components[id.index()].name).to_owned();
        let mut types: Vec<&Type> = homes.iter().map(|home| &home.0).collect();
        types.dedup();
        types.sort_by_key(|ty| match ty {
            Type::Member(kind) => kind.0,
            _ => u32::MAX,
        });
        types.dedup();
        let wanted = match want {
            Some(Type::Option(inner)) => Some(&**inner),
            want => want,
        };
        let fitting: Vec<&&Type> = types.iter().filter(|ty| wanted.is_some_and(|want| self.wider(ty, want))).collect();
        let meant = match (named, fitting.as_slice(), types.as_slice()) {
            (Some(named), ..) => types.contains(&named).then(|| named.clone()),
            (_, [only], _) => Some((**only).clone()),
            (_, _, [only]) => Some((*only).clone()),
            _ => None,
        };
        let Some(meant) = meant else {
            let message = match (named, types.as_slice()) {
                (_, []) => format!("no place with an index holds `{name}`"),
                (Some(named), _) => format!("no place that holds `{name}` has {} as its index", self.book.say(named)),
                (None, _) => format!("`{name}` may stand in places of several sorts"),
            };
            let kinds: Vec<String> = types.iter().filter_map(|ty| self.kind_name(ty)).collect();
            let ways: Vec<String> = kinds.iter().map(|kind| format!("`site(.., {kind})`")).collect();
            match ways.as_slice() {
                [] => self.book.error(codes::NO_SITE, at, message, "give the place an index: `town[Town]`"),
                ways => self.book.error(codes::NO_SITE, at, message, format!("write {}", ways.join(" or "))),
            }
            return None;
        };
        let mut found: Vec<(PlaceId, u32)> = Vec::new();
        for (_, place, axis) in homes.iter().filter(|home| home.0 == meant) {
            if found.iter().any(|(other, _)| other == place) {
                let twice = &self.book.ir.places[place.index()].name;
                let message = format!("`{twice}` has two indexes that could be meant");
                self.book.error(codes::NO_SITE, at, message, "ask `count of` each place instead");
                return None;
            }
            found.push((*place, *axis));
        }
        Some((meant, found))
    }

    fn kind_name(&self, ty: &Type) -> Option<String> {
        match ty {
            Type::Member(kind) => Some(self.book.ir.kinds[kind.index()].name.clone()).filter(|name| !name.is_empty()),
            _ => None,
        }
    }
}

/// Whether somebody may not tell what lies in a place.
fn hides(place: &Place) -> bool {
    let open = place.seen.iter().any(|seer| matches!(seer, crate::ir::Seer::All(None)));
    !open || matches!(place.order, Order::Stack | Order::Shuffled)
}
