//! Declares boards: graphs over a kind, given by links, as a grid, or as all pairs.

use std::collections::BTreeMap;

use petgraph::unionfind::UnionFind;

use super::constant;
use crate::check::codes;
use crate::check::names::{Book, Def, fold, kind_of, listed, word_family};
use crate::ir::{Board, BoardId, Grid, KindBody, KindId};
use tavola_syntax::diagnostic::{Diagnostic, Fix, Remedy};
use tavola_syntax::syntax::ast::{self, ItemKind};
use tavola_syntax::text::Span;

/// Maximum number of spaces of a grid.
const MAX_CELLS: i64 = 256;

/// Declares boards with their kinds of spaces, links and directions.
pub(super) fn declare(book: &mut Book, items: &[&ast::Item]) {
    for item in items {
        if let ItemKind::Board { name, of, joined, grid, every_pair, .. } = &item.kind {
            let id = BoardId(book.ir.boards.len() as u32);
            let nodes = if grid.is_some() { cells(book, of, id) } else { kind_of(book, of) };
            let Some(nodes) = nodes else { continue };
            book.claim(name, Def::Board(id));
            let edges = match joined {
                Some(joined) if book.names.get(&joined.text).is_empty() => {
                    let edges = book.add_kind(&joined.text, KindBody::Edges(id), joined.span);
                    book.declares(joined, Def::Kind(edges));
                    edges
                }
                Some(joined) => {
                    let edges = KindId(book.ir.kinds.len() as u32);
                    book.claim(joined, Def::Kind(edges));
                    book.add_kind("", KindBody::Edges(id), joined.span)
                }
                None => book.add_kind("", KindBody::Edges(id), name.span),
            };
            let directions = grid.as_ref().map(|grid| directions(book, grid.hexes, name.span));
            book.ir.boards.push(Board {
                name: name.text.clone(),
                nodes,
                edges,
                links: Vec::new(),
                grid: None,
                directions,
                every_pair: every_pair.is_some(),
                span: name.span,
            });
        }
    }
}

/// Names of the directions of a square grid, clockwise. North is up as drawn: towards the last row of an unwrapped square grid,
/// else towards the first row.
const SQUARE: [&str; 8] = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"];
/// Names of the directions of a grid of hexagons, clockwise.
const HEXAGON: [&str; 6] = ["northeast", "east", "southeast", "southwest", "west", "northwest"];

/// Adds the kind of a grid's directions. The first one is named `Direction` if that name is free.
fn directions(book: &mut Book, hexes: bool, span: Span) -> KindId {
    let names: &[&str] = if hexes { &HEXAGON } else { &SQUARE };
    let families = names.iter().map(|name| word_family(name, span)).collect();
    let name = if book.names.get("Direction").is_empty() { "Direction" } else { "" };
    book.add_kind(name, KindBody::Members(families), span)
}

/// Adds the kind of a grid's spaces.
fn cells(book: &mut Book, of: &ast::Expr, board: BoardId) -> Option<KindId> {
    let ast::ExprKind::Name(name) = &of.kind else {
        let help = "give that kind a single new name: `board field of Square`";
        book.error(codes::GRID, of.span, "a grid makes the kind of its spaces", help);
        return None;
    };
    if !book.names.get(name).is_empty() {
        let kind = KindId(book.ir.kinds.len() as u32);
        book.claim(&ast::Name { text: name.clone(), span: of.span }, Def::Kind(kind));
        return None;
    }
    let kind = book.add_kind(name, KindBody::Cells(board), of.span);
    book.declares(&ast::Name { text: name.clone(), span: of.span }, Def::Kind(kind));
    Some(kind)
}

/// Reads the links (`a -- b, c`) of boards, and the sizes of grids.
pub(super) fn links(book: &mut Book, items: &[&ast::Item]) {
    for item in items {
        if let ItemKind::Board { name, links, grid, every_pair, .. } = &item.kind {
            let Some(at) = book.ir.boards.iter().position(|board| board.name == name.text) else {
                continue;
            };
            let whole = every_pair.map(|span| (span, "every pair"));
            let whole = grid.as_ref().map(|grid| (grid.span, word(grid.hexes))).or(whole);
            if let Some((span, word)) = whole {
                linked_already(book, word, links, every_pair.filter(|pairs| *pairs != span));
            }
            match grid {
                Some(grid) => grid_size(book, at, grid),
                None if every_pair.is_some() => {}
                None => lines(book, at, links, name),
            }
        }
    }
}

fn word(hexes: bool) -> &'static str {
    if hexes { "hexes" } else { "grid" }
}

/// Reports links beside a line that already links the whole board.
fn linked_already(book: &mut Book, word: &str, links: &[ast::Link], pairs: Option<Span>) {
    if let Some(span) = links.first().map(|link| link.span).or(pairs) {
        let message = format!("`{word}` already links the whole board");
        book.error(codes::GRID, span, message, "remove this line, or write all links as lines `a -- b, c`");
    }
}

fn grid_size(book: &mut Book, at: usize, grid: &ast::Grid) {
    let word = word(grid.hexes);
    let [columns, rows] = grid.sizes.as_slice() else {
        let message = format!("`{word}` has two sizes");
        let help = format!("write `{word}: 8, 8` (columns, then rows), or `{word}: 8, 8, wrapped`");
        return book.error(codes::GRID, grid.span, message, help);
    };
    let (columns, rows) = (constant(book, columns), constant(book, rows));
    let (low, high) = book.ir.players;
    for players in low..=high {
        let size = |e| fold(book, e, Some(i64::from(players)));
        let (Some(c), Some(r)) = (size(&columns), size(&rows)) else {
            continue;
        };
        if c < 1 || r < 1 || c.saturating_mul(r) > MAX_CELLS {
            let message = format!("a board of {c} by {r} spaces is not possible");
            let help = format!("it has at least one and at most {MAX_CELLS} spaces");
            book.error(codes::GRID, columns.span.to(rows.span), message, help);
            break;
        }
    }
    book.ir.boards[at].grid = Some(Grid { hexes: grid.hexes, wrapped: grid.wrapped, columns, rows });
}

fn lines(book: &mut Book, at: usize, links: &[ast::Link], name: &ast::Name) {
    let kind = book.ir.boards[at].nodes;
    let nodes: Vec<String> = book.member_names(kind).into_iter().map(str::to_owned).collect();
    let mut seen = BTreeMap::new();
    let mut edges = Vec::new();
    let mut parts = UnionFind::<usize>::new(nodes.len());
    let mut is_whole = true;
    for link in links {
        let Some(from) = node(book, kind, &nodes, &link.from) else {
            is_whole = false;
            continue;
        };
        for to_name in &link.to {
            let Some(to) = node(book, kind, &nodes, to_name) else {
                is_whole = false;
                continue;
            };
            if from == to {
                let message = format!("`{}` is linked to itself", to_name.text);
                let help = "remove it from this line: a link leads to another space";
                book.error(codes::SELF_LOOP, to_name.span, message, help);
            } else if let Some(first) = seen.insert((from.min(to), from.max(to)), to_name.span) {
                let message = format!("`{}--{}` is listed twice", link.from.text, to_name.text);
                let mut help = Remedy::from("a link runs both ways: write it once");
                if link.to.len() == 1 {
                    help = help.or(Fix::remove("remove the second one", link.from.span.to(to_name.span)));
                }
                book.error(codes::LINK_TWICE, to_name.span, message, help);
                book.label(first, "the first is here");
            } else {
                edges.push((from as u32, to as u32));
                parts.union(from, to);
            }
        }
    }
    let island = (1..nodes.len()).find(|node| !parts.equiv(0, *node));
    if let (Some(island), false) = (island, edges.is_empty())
        && is_whole
    {
        let help = "add the missing link, if there is one";
        book.warn(
            codes::ISLANDS,
            name.span,
            format!("there is no path from `{}` to `{}`", nodes[0], nodes[island]),
            help,
        );
    }
    book.ir.boards[at].links = edges;
}

fn node(book: &mut Book, kind: KindId, nodes: &[String], name: &ast::Name) -> Option<usize> {
    book.record_member_of(kind, name);
    let found = nodes.iter().position(|node| *node == name.text || book.names.is_called(node, &name.text));
    // A link is a use of its ends.
    book.names.members(&name.text);
    if found.is_none() {
        let message = format!("`{}` is not a space of this board", name.text);
        let mut finding = Diagnostic::error(codes::UNKNOWN_NODE, name.span, message);
        let known: Vec<&str> = nodes.iter().map(String::as_str).collect();
        finding.set_help(book.near(name, known.iter().copied()).or_else(|| Some(listed(&known).into())));
        book.missing(&name.text, finding);
    }
    found
}
