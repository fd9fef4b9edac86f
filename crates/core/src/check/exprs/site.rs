//! Types `site(FIGURE)`: the index of the place where a figure stands.

use super::library::Call;
use crate::check::codes;
use crate::check::names::{Book, kind_of};
use crate::check::types::{axis_type, components_of, hiding, option, poison, wider};
use crate::ir::{ComponentId, Expr, ExprKind, PlaceId, Type};
use tavola_syntax::text::Span;

impl Call<'_, '_> {
    /// Types `site(ghost)`, and `site(tile, Town)` for a figure that can stand in places of several sorts.
    pub(super) fn site(&mut self) -> Expr {
        let (what, kind) = match self.args {
            [what] => (what, None),
            [what, kind] => (what, Some(kind)),
            _ => {
                let help =
                    "write `site(FIGURE)`, or `site(FIGURE, KIND)` where it may stand in places of several sorts";
                return self.wrong(codes::NO_SITE, "`site` takes a figure", help);
            }
        };
        let thing = self.typer.things(what);
        let book = &mut *self.typer.book;
        let named = match kind.map(|kind| kind_of(book, kind)) {
            Some(None) => return poison(self.span),
            named => named.flatten().map(Type::Member),
        };
        if thing.ty == Type::Error {
            return thing;
        }
        let components = components_of(&thing.ty);
        if let Some(made) = stands_nowhere(book, &thing, &components) {
            return made;
        }
        match index_of_sites(book, &components, named.as_ref(), self.want, thing.span) {
            Some((ty, homes)) => Expr { kind: ExprKind::Site(Box::new(thing), homes), ty: option(ty), span: self.span },
            None => poison(self.span),
        }
    }
}

/// Reports a thing that is not a single figure.
fn stands_nowhere(book: &mut Book, thing: &Expr, components: &[ComponentId]) -> Option<Expr> {
    let ir = &book.ir;
    let stranger = components.iter().find(|id| !ir.components[id.index()].figure);
    let Some(stranger) = stranger else {
        let first = components.first()?;
        return matches!(thing.ty, Type::Set(_)).then(|| {
            let name = book.ir.components[first.index()].name.clone();
            let message = format!("there are several `{name}`, each has its own place");
            let help = match book.ir.components[first.index()].axes.is_empty() {
                true => "say which one".to_owned(),
                false => format!("say which one: `{name}[p]`"),
            };
            book.wrong(codes::NO_SITE, thing.span, message, help)
        });
    };
    let name = ir.components[stranger.index()].name.clone();
    let (message, help) = match hiding(book, components) {
        Some(place) => (
            format!("`{name}` may lie in `{}`, where not everybody sees it", place.name),
            "a figure lies only in open places, neither `shuffled` nor `stack`: ask each place instead",
        ),
        None => (
            format!("there are several `{name}`, they stand in many places"),
            "`site` is for figures: things with the count `1`",
        ),
    };
    Some(book.wrong(codes::NO_SITE, thing.span, message, help))
}

/// Resolves the type of the index, and the position of that index in each place that has it.
fn index_of_sites(
    book: &mut Book,
    components: &[ComponentId],
    named: Option<&Type>,
    want: Option<&Type>,
    at: Span,
) -> Option<(Type, Vec<(PlaceId, u32)>)> {
    let mut homes: Vec<(Type, PlaceId, u32)> = Vec::new();
    for (place, info) in book.ir.places.iter().enumerate() {
        if components.iter().any(|id| info.holds.contains(id)) {
            let axes = info.axes.iter().enumerate();
            homes.extend(axes.map(|(axis, own)| (axis_type(own), PlaceId(place as u32), axis as u32)));
        }
    }
    let name = components.first().map_or("", |id| &book.ir.components[id.index()].name).to_owned();
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
    let fitting: Vec<&&Type> = types.iter().filter(|ty| wanted.is_some_and(|want| wider(book, ty, want))).collect();
    let meant = match (named, fitting.as_slice(), types.as_slice()) {
        (Some(named), ..) => types.contains(&named).then(|| named.clone()),
        (_, [only], _) => Some((**only).clone()),
        (_, _, [only]) => Some((*only).clone()),
        _ => None,
    };
    let Some(meant) = meant else {
        let message = match (named, types.as_slice()) {
            (_, []) => format!("no place with an index holds `{name}`"),
            (Some(named), _) => format!("no place that holds `{name}` has {} as its index", book.say(named)),
            (None, _) => format!("`{name}` may stand in places of several sorts"),
        };
        let kinds: Vec<String> = types.iter().filter_map(|ty| kind_name(book, ty)).collect();
        let ways: Vec<String> = kinds.iter().map(|kind| format!("`site(.., {kind})`")).collect();
        match ways.as_slice() {
            [] => book.error(codes::NO_SITE, at, message, "give the place an index: `town[Town]`"),
            ways => book.error(codes::NO_SITE, at, message, format!("write {}", ways.join(" or "))),
        }
        return None;
    };
    let mut found: Vec<(PlaceId, u32)> = Vec::new();
    for (_, place, axis) in homes.iter().filter(|home| home.0 == meant) {
        if found.iter().any(|(other, _)| other == place) {
            let place_name = &book.ir.places[place.index()].name;
            let message = format!("`{place_name}` has two indexes that could be meant");
            book.error(codes::NO_SITE, at, message, "ask `count of` each place instead");
            return None;
        }
        found.push((*place, *axis));
    }
    Some((meant, found))
}

fn kind_name(book: &Book, ty: &Type) -> Option<String> {
    match ty {
        Type::Member(kind) => Some(book.ir.kinds[kind.index()].name.clone()).filter(|name| !name.is_empty()),
        _ => None,
    }
}
