//! Construction of the tables of the box: settings, rulings, components, places, memory, always, display.

use super::ast::{
    Always, Axis, ByPlayers, Component, DisplayRow, Head, ItemKind, Memory, Order, Param, ParamType, Place, PlaceLimit,
    RulingRow, Seer, Setting, Shows, TypeExpr,
};
use super::columns::{ALWAYS, COMPONENTS, DISPLAY, MEMORY, PLACES, RULINGS, SETTINGS, SheafRow, sheaf};
use super::grammar::{Pair, Rule};
use super::layout::LineBlock;
use super::reader::{Build, PairParts, Reader};
use crate::text::Span;

/// A table of the box, selected by its first word. Empty if it cannot be parsed at all.
pub(super) fn box_table(reader: &mut Reader, word: &str, nodes: &[LineBlock], above: Span) -> ItemKind {
    match word {
        "settings" => {
            ItemKind::Settings(sheaf(reader, nodes, SETTINGS, above).map_or_else(Vec::new, |s| s.rows(reader, setting)))
        }
        "rulings" => {
            ItemKind::Rulings(sheaf(reader, nodes, RULINGS, above).map_or_else(Vec::new, |s| s.rows(reader, ruling)))
        }
        "components" => ItemKind::Components(
            sheaf(reader, nodes, COMPONENTS, above).map_or_else(Vec::new, |s| s.rows(reader, component)),
        ),
        "places" => {
            ItemKind::Places(sheaf(reader, nodes, PLACES, above).map_or_else(Vec::new, |s| s.rows(reader, place)))
        }
        "memory" => {
            ItemKind::Memory(sheaf(reader, nodes, MEMORY, above).map_or_else(Vec::new, |s| s.rows(reader, memory)))
        }
        "display" => {
            ItemKind::Display(sheaf(reader, nodes, DISPLAY, above).map_or_else(Vec::new, |s| s.rows(reader, display)))
        }
        "always" => {
            ItemKind::Always(sheaf(reader, nodes, ALWAYS, above).map_or_else(Vec::new, |s| s.rows(reader, always)))
        }
        other => unreachable!("the grammar has no table `{other}`"),
    }
}

/// `| days | 3 | 1..6 | "days in a game" | VL-3.1 |`
fn setting(row: &mut SheafRow) -> Option<Setting> {
    Some(Setting {
        name: row.must("name", |build, mut parts| build.name(&parts.must()))?,
        value: row.read("value", |build, parts| build.by_players(parts)),
        range: row.read("range", |build, parts| build.exprs(parts)).unwrap_or_default(),
        meaning: row.read("meaning", |build, mut parts| build.text(&parts.must())),
        cites: row.row.cites.clone(),
        span: row.row.span,
    })
}

/// `| roles | drawn | chosen | "Are the roles drawn?" | VL-R3 |`
fn ruling(row: &mut SheafRow) -> Option<RulingRow> {
    Some(RulingRow {
        name: row.must("name", |build, mut parts| build.name(&parts.must()))?,
        answer: row.read("answer", |build, mut parts| build.name(&parts.must())),
        instead: row.read("instead of", |build, parts| build.names(parts)).unwrap_or_default(),
        question: row.read("question", |build, mut parts| build.text(&parts.must())),
        cites: row.row.cites.clone(),
        span: row.row.span,
    })
}

/// `| inn | 12 | supply | "inn" | VL-2.4 |`
fn component(row: &mut SheafRow) -> Option<Component> {
    Some(Component {
        head: row.must("component", |build, mut parts| build.head(parts.must()))?,
        count: row.read("count", |build, mut parts| build.expr(parts.must())),
        start: row.read("start", |build, parts| build.exprs(parts)).unwrap_or_default(),
        title: row.read("name", |build, mut parts| build.text(&parts.must())),
        cites: row.row.cites.clone(),
        span: row.row.span,
    })
}

/// `| deck | Errand | shuffled, refilled from discard | | nobody | VL-2.5 |`
fn place(row: &mut SheafRow) -> Option<Place> {
    let head = row.must("place", |build, mut parts| build.head(parts.must()))?;
    let holds = row.read("holds", |build, parts| build.names(parts)).unwrap_or_default();
    let order = row.read("order", |build, mut parts| {
        let order = match parts.must().as_str().trim_end() {
            "row" => Order::Row,
            "stack" => Order::Stack,
            "shuffled" => Order::Shuffled,
            "heap" => Order::Heap,
            other => unreachable!("the grammar has no order `{other}`"),
        };
        let from = parts.next().map(|name| build.name(&name));
        let index = parts.next().map(|own| build.names(PairParts::of(own))).unwrap_or_default();
        (order, from.map(|from| (from, index)))
    });
    let (order, refilled) = order.map_or((None, None), |(order, refilled)| (Some(order), refilled));
    let limits = row.read("limit", |build, parts| parts.map(|limit| build.limit(limit)).collect());
    Some(Place {
        head,
        holds,
        order,
        refilled,
        limits: limits.unwrap_or_default(),
        seen: row.read("seen by", |build, parts| build.seers(parts)).unwrap_or_default(),
        cites: row.row.cites.clone(),
        span: row.row.span,
    })
}

/// `| starter | Player | seat(1) | all | VL-2.11 |`
fn memory(row: &mut SheafRow) -> Option<Memory> {
    Some(Memory {
        head: row.must("variable", |build, mut parts| build.head(parts.must()))?,
        ty: row.read("type", |build, mut parts| build.type_expr(parts.must())),
        start: row.read("start", |build, mut parts| build.expr(parts.must())),
        seen: row.read("seen by", |build, parts| build.seers(parts)).unwrap_or_default(),
        cites: row.row.cites.clone(),
        span: row.row.span,
    })
}

/// `| "every inn has its keeper" | every r in Road has ... | VL-V2 |`
fn always(row: &mut SheafRow) -> Option<Always> {
    let what = row.must("what", |build, mut parts| build.text(&parts.must()));
    let holds = row.must("holds", |build, mut parts| build.expr(parts.must()));
    Some(Always { what: what?, holds: holds?, cites: row.row.cites.clone(), span: row.row.span })
}

/// `| p in Player | "limit points" | limit_points(p) | VL-10.1 |`
fn display(row: &mut SheafRow) -> Option<DisplayRow> {
    let of = row.read("of", |build, mut parts| build.binder(parts.must()));
    let name = row.read("name", |build, mut parts| {
        let name = parts.must();
        (name.as_rule() != Rule::dash).then(|| build.text(&name))
    });
    let shows = row.must("shows", |build, mut parts| {
        let first = parts.must();
        if first.as_rule() == Rule::string {
            return Shows::Text(build.text(&first));
        }
        let first = build.expr(first);
        Shows::Values(std::iter::once(first).chain(parts.map(|value| build.expr(value))).collect())
    })?;
    let (name, hidden) = (name.clone().flatten(), matches!(name, Some(None)));
    Some(DisplayRow { of, name, hidden, shows, cites: row.row.cites.clone(), span: row.row.span })
}

impl Build<'_> {
    /// `3: 2, 4: 1`, or one expression for all numbers of players.
    fn by_players(&mut self, parts: PairParts) -> ByPlayers {
        let mut cases = Vec::new();
        let mut span: Option<Span> = None;
        for part in parts {
            let here = self.span(&part);
            span = Some(span.map_or(here, |span| span.to(here)));
            cases.push(if part.as_rule() == Rule::case {
                let mut case = PairParts::of(part);
                (Some(self.number(&case.must())), self.expr(case.must()))
            } else {
                (None, self.expr(part))
            });
        }
        ByPlayers { cases, span: span.expect("the grammar has at least one case") }
    }

    /// `offer[p in Player, 1..3]`
    pub(super) fn head(&mut self, pair: Pair) -> Head {
        let span = self.span(&pair);
        let mut parts = PairParts::of(pair);
        let name = self.name(&parts.must());
        let axes = parts.next().map_or_else(Vec::new, |axes| PairParts::of(axes).map(|axis| self.axis(axis)).collect());
        Head { name, axes, span }
    }

    fn axis(&mut self, pair: Pair) -> Axis {
        let inner = PairParts::of(pair).must();
        if inner.as_rule() == Rule::binder {
            let (binder, domain) = self.binder(inner);
            Axis { binder: Some(binder), domain }
        } else {
            Axis { binder: None, domain: self.expr(inner) }
        }
    }

    /// `1 inn + cart`
    fn limit(&mut self, pair: Pair) -> PlaceLimit {
        let mut parts = PairParts::of(pair);
        PlaceLimit { most: self.expr(parts.must()), of: self.names(parts) }
    }

    /// `p, all when p in open`
    pub(super) fn seers(&mut self, parts: PairParts) -> Vec<Seer> {
        let mut seen = Vec::new();
        for seer in parts {
            let mut parts = PairParts::of(seer);
            seen.push(Seer { who: self.expr(parts.must()), when: parts.next().map(|when| self.expr(when)) });
        }
        seen
    }

    /// `set of Player`, `yes or no`, `Player or none`
    pub(super) fn type_expr(&mut self, pair: Pair) -> TypeExpr {
        let inner = PairParts::of(pair).must();
        let span = self.span(&inner);
        match inner.as_rule() {
            Rule::t_yes_no => TypeExpr::YesNo(span),
            Rule::t_number => TypeExpr::Number(span),
            Rule::t_place => TypeExpr::Place(span),
            Rule::t_many => {
                let mut parts = PairParts::of(inner);
                let word = parts.must();
                let of = Box::new(self.type_expr(parts.must()));
                let many = match word.as_str().trim_end() {
                    "set" => TypeExpr::Set(of, span),
                    "list" => TypeExpr::List(of, span),
                    "bag" => TypeExpr::Bag(of, span),
                    other => unreachable!("the grammar has no `{other} of`"),
                };
                match parts.next() {
                    Some(room) => TypeExpr::UpTo(Box::new(many), Box::new(self.expr(PairParts::of(room).must()))),
                    None => many,
                }
            }
            Rule::t_kind => {
                let mut parts = PairParts::of(inner);
                let kind = self.expr(parts.must());
                TypeExpr::Of(kind, parts.next().is_some())
            }
            other => unreachable!("the grammar has no type {other:?}"),
        }
    }

    /// `(p in Player, target: place)`
    pub(super) fn params(&mut self, pair: Option<Pair>) -> Vec<Param> {
        pair.map_or_else(Vec::new, |pair| PairParts::of(pair).map(|param| self.param(param)).collect())
    }

    pub(super) fn param(&mut self, pair: Pair) -> Param {
        let mut parts = PairParts::of(pair);
        let name = self.name(&parts.must());
        let ty = match parts.next() {
            None => ParamType::Open,
            Some(ty) if ty.as_rule() == Rule::r#type => ParamType::Of(self.type_expr(ty)),
            Some(domain) => ParamType::In(self.expr(domain)),
        };
        Param { name, ty }
    }
}
