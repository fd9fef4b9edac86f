//! First pass of the checker: everything that has a name gets an id and a type. Bodies of rules follow in the second pass.

mod boards;
mod columns;
mod components;
mod defines;
mod families;
mod kinds;
mod mentions;
mod moments;
mod pairs;
mod places;
mod rules;
mod settings;
mod tables;
mod tracks;

pub(super) use defines::{is_only_a_type, param_type, unknown_param};
pub(super) use moments::Weaving;

use std::collections::BTreeMap;

use crate::check::codes;
use crate::check::exprs::Typer;
use crate::check::names::{Book, DeclarationSort, TypeSource, require_constant};
use crate::ir::{DefineId, Expr, Local, LocalRole, PLAYER, Rule, RuleId, RuleKind, Type};
use tavola_syntax::syntax::ast::{self, ItemKind};
use tavola_syntax::text::Span;

/// Work left after the declarations: bodies by id.
#[derive(Default)]
pub(super) struct Todo<'a> {
    /// Rules, phases and `play`.
    pub(super) rules: Vec<(RuleId, &'a ast::Block)>,
    /// Actions, menus, cards.
    pub(super) sheets: Vec<(RuleId, &'a ast::Sheet)>,
    /// Bodies of `past top:` and `past bottom:` of tracks.
    pub(super) past: Vec<(RuleId, &'a ast::Block)>,
    /// Parameters of rules, untyped.
    pub(super) params: Vec<(RuleId, &'a [ast::Param])>,
    /// Defines.
    pub(super) defines: Vec<(DefineId, &'a [ast::Param], &'a ast::Expr)>,
    /// Hooks and interrupts, by the rule that they extend.
    pub(super) woven: BTreeMap<RuleId, Weaving<'a>>,
    /// Titles of rules.
    pub(super) titles: Vec<(RuleId, &'a ast::Text)>,
}

/// Declares everything that has a name. Each step uses only names that earlier steps declare.
pub(super) fn declare<'a>(book: &mut Book, items: &[&'a ast::Item]) -> Todo<'a> {
    let mut todo = Todo::default();
    header(book, items);
    kinds::declare(book, items);
    settings::declare(book, items);
    kinds::unions(book, items);
    boards::declare(book, items);
    kinds::params(book, items);
    components::declare(book, items);
    places::declare(book, items);
    tracks::declare(book, items, &mut todo);
    tracks::memory(book, items);
    settings::values(book, items);
    columns::declare(book, items);
    boards::links(book, items);
    components::starts(book, items);
    tables::declare(book, items);
    defines::declare(book, items, &mut todo);
    rules::declare(book, items, &mut todo);
    moments::declare(book, items, &mut todo);
    tables::rows(book, items);
    defines::bodies(book, &todo);
    tracks::values(book, items);
    places::values(book, items);
    rules::heads(book, &todo);
    todo
}

fn header(book: &mut Book, items: &[&ast::Item]) {
    let mut seen = None;
    book.headless = !is_game(items);
    for item in items {
        match &item.kind {
            ItemKind::Game { name, title, players } => {
                if let Some(first) = seen {
                    book.found.push(
                        tavola_syntax::diagnostic::Diagnostic::error(
                            codes::GAME_HEADER,
                            item.head,
                            "there are two games here",
                        )
                        .label(first, "the first is here")
                        .help("every folder is one game"),
                    );
                    continue;
                }
                seen = Some(item.head);
                book.index.declare(DeclarationSort::Game, &name.text, name.span, TypeSource::None);
                book.ir.name.clone_from(&name.text);
                book.ir.title = plain(title);
                book.ir.players = players_of(book, players);
            }
            ItemKind::Variant { name, .. } if !is_game(items) => {
                let message = format!("`{}` is a variant, not a game by itself", name.text);
                let help = "variants lie in the folder `variants` of their game";
                book.error(codes::GAME_HEADER, item.head, message, help)
            }
            _ => {}
        }
    }
    variants(book, items);
    if seen.is_none() && book.unreadable.is_empty() {
        let help = "begin with `game my_game \"My game\" for 2..4 players`";
        book.error(codes::GAME_HEADER, book.top, "no line says what game this is", help);
    }
}

/// Records the names of variants, of their game, and of the variants below them.
fn variants(book: &mut Book, items: &[&ast::Item]) {
    let heads = items.iter().filter_map(|item| match &item.kind {
        ItemKind::Variant { name, of, over, .. } => Some((name, of, over)),
        _ => None,
    });
    let game = items.iter().find_map(|item| match &item.kind {
        ItemKind::Game { name, .. } => Some(name),
        _ => None,
    });
    let mut known: Vec<&ast::Name> = Vec::new();
    for (name, of, over) in heads {
        book.index.declare(DeclarationSort::Variant, &name.text, name.span, TypeSource::None);
        if let Some(game) = game.filter(|game| game.text == of.text) {
            book.index.refer(of.span, game.span);
        }
        for below in over {
            if let Some(other) = known.iter().rev().find(|other| other.text == below.text) {
                book.index.refer(below.span, other.span);
            }
        }
        known.push(name);
    }
}

/// True if the items contain a `game`. Otherwise a `variant` among them was not applied to its game.
fn is_game(items: &[&ast::Item]) -> bool {
    items.iter().any(|item| matches!(item.kind, ItemKind::Game { .. }))
}

fn players_of(book: &mut Book, players: &ast::Expr) -> (u8, u8) {
    let literal = |e: &ast::Expr| match e.kind {
        ast::ExprKind::Number(n) if (1..=16).contains(&n) => Some(n as u8),
        _ => None,
    };
    let counts = match &players.kind {
        ast::ExprKind::Range(low, Some(high)) => literal(low).zip(literal(high)),
        _ => literal(players).map(|n| (n, n)),
    };
    match counts.filter(|(low, high)| low <= high) {
        Some(counts) => counts,
        None => {
            let help = "write the fewest and the most, from 1 to 16: `2..4`";
            book.error(codes::GAME_HEADER, players.span, "the numbers of players are not clear", help);
            book.headless = true;
            (2, 2)
        }
    }
}

/// A text without its holes.
pub(super) fn plain(text: &ast::Text) -> String {
    text.parts.iter().map(|part| if let ast::TextPart::Plain(plain) = part { plain.as_str() } else { "" }).collect()
}

/// The hidden first parameter of a sheet.
pub(super) fn you(span: Span) -> Local {
    Local { name: "you".into(), ty: Type::Member(PLAYER), role: LocalRole::Param, span }
}

/// A rule without its body.
pub(super) fn rule(name: &str, kind: RuleKind, span: Span) -> Rule {
    Rule {
        name: name.to_owned(),
        title: None,
        kind,
        params: 0,
        locals: Vec::new(),
        body: Vec::new(),
        sheet: None,
        heading: kind == RuleKind::Phase,
        span,
    }
}

/// A constant number.
fn constant(book: &mut Book, e: &ast::Expr) -> Expr {
    let made = Typer::new(book).number(e);
    require_constant(book, &made);
    made
}
