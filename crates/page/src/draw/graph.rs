//! Boards that are graphs: each node is a box with its contents, each link a line around the boxes of others.

use maud::{Markup, html};

use super::land::{Land, Plot};
use super::lay::{Map, fitted, positions, ranked};
use super::look::{background, inked, on_colour, picture, picture_of, style};
use super::route::{Patience, Rect, Route, route, spot};
use super::things::{Drawing, LINE, chips, label};
use super::wrapped;
use crate::scene::{Board, Cell, Link, NamedText, Scene, Shape};

/// Width of a node.
const WIDE: i64 = 156;
/// Other widths on a map of a given size. The one with the smallest ground is taken: its letters are the largest on a screen.
const NARROW: [i64; 4] = [140, 124, 112, 100];
/// Width of a letter of a node, and of one of its title, in tenths.
const LETTER: i64 = 70;
const TITLE_LETTER: i64 = 77;
/// Gap between nodes; signs on links fit into it.
const GAP: (i64, i64) = (64, 32);
/// Gap between nodes if nothing can stand on links.
const BARE: (i64, i64) = (14, 10);
/// Margin of the picture.
const EDGE: i64 = 8;
/// Height of a line of a title, and of a line of values.
const TITLE_LINE: i64 = 15;
const VALUE_LINE: i64 = 13;
/// Number of nodes from which on names of values on each of them would take much room.
const MANY_NODES: usize = 8;
/// Number of values of nodes up to which a legend names them, and the most letters that each of them may have.
const FEW_VALUES: usize = 2;
const SHORT_VALUE: usize = 12;
/// A value that needs no line.
const NOTHING: &str = "0";
/// Size of a picture from which only the order of the positions counts: nobody could see its boxes.
const FAR: i64 = 4800;
/// Side of the icon of a space.
const ICON: i64 = 22;
/// Number of pairs from which links are not drawn if nearly all pairs are linked.
const FULL: usize = 10;

/// Limit of signs times boxes; above it, signs are not sorted by the space that they have.
const MOST_SIGNS: usize = 100_000;

/// A box with its height.
struct NodeBox {
    inside: Markup,
    height: i64,
    /// True if no word is wider than the box.
    fits: bool,
}

/// Draws the board, together with the land on which it lies, if there is one. `alone`: the things of owners are all of one sort, so only
/// their owners are named. `least`: the least width and height of a node. Returns also the smallest side of a node.
pub(super) fn draw(
    board: &Board,
    scene: &Scene,
    (alone, least): (bool, i64),
    land: Option<(&Land<'_>, &Board)>,
) -> (Drawing, i64) {
    let players = &scene.players;
    let gap = if board.bears { GAP } else { BARE };
    let layout = |wide: i64| lay(board, (players, alone), land.map(|(land, _)| land), ((wide.max(least), least), gap));
    let mut best = layout(WIDE);
    if land.is_none() && board.size.is_some() {
        for wide in NARROW {
            let other = layout(wide);
            if other.nodes.iter().all(|node| node.fits) && other.map.ground.2 < best.map.ground.2 {
                best = other;
            }
        }
    }
    let BoardLayout { wide, nodes, plot, map } = best;
    let area = |(at, node): (&(i64, i64), &NodeBox)| Rect::around(*at, (wide, node.height));
    let boxes: Vec<Rect> = map.middles.iter().zip(&nodes).map(area).collect();
    let (width, height) = map.picture;
    let index = |id: &str| board.cells.iter().position(|cell| cell.id == id);
    let pairs = board.cells.len() * board.cells.len().saturating_sub(1) / 2;
    let full = pairs >= FULL && board.links.len() * 4 > pairs * 3;
    let mut ways: Vec<(&Link, Route)> = Vec::new();
    let mut signs: Vec<(&Link, Drawing, Route)> = Vec::new();
    let mut patience = Patience::new();
    for link in &board.links {
        let (Some(from), Some(to)) = (index(&link.from), index(&link.to)) else { continue };
        if full && link.piles.is_empty() && link.values.is_empty() {
            continue;
        }
        let way = route(from, to, &boxes, (width, height), &mut patience);
        let beside = boxes[from].is_beside(&boxes[to], gap.0);
        if let Some(sign) = sign(link, players, alone, if beside { gap.0 - 8 } else { wide }) {
            signs.push((link, sign, way.clone()));
        }
        if !full || !link.piles.is_empty() {
            ways.push((link, way));
        }
    }
    // Links of which little is visible come first: they have the fewest choices.
    if signs.len() * boxes.len() <= MOST_SIGNS {
        signs.sort_by_cached_key(|(_, _, way)| way.seen(&boxes).len());
    }
    let mut taken = boxes.clone();
    let mut room =
        |sign: &Drawing, way: &Route| spot(way, (sign.width, sign.height), boxes.len(), &mut taken, &mut patience);
    let signs = signs.into_iter().map(|(link, sign, way)| (link, room(&sign, &way), sign)).collect::<Vec<_>>();
    let inside = html! {
        (background(board, scene, map.ground))
        @if let (Some((land, rest)), Some(plot)) = (land, &plot) { (land.under(plot, rest, scene)) }
        @for (link, way) in &ways { (line(link, way)) }
        @for (at, ((cell, node), area)) in board.cells.iter().zip(&nodes).zip(&boxes).enumerate() {
            g class="cell" data-id=(cell.id) data-lies=[land.map(|(land, _)| &land.lies[at])] transform={ "translate(" (area.left) " " (area.top) ")" } {
                rect data-grip=(label(cell)) class="box" width=(wide) height=(node.height) rx="8" style=[cell.colour.as_deref().and_then(style)] {}
                (node.inside)
            }
        }
        @for (link, (x, y), sign) in &signs {
            g class="link-g halo" data-id=(link.id) transform={ "translate(" (x) " " (y) ")" } { (sign.inside) }
        }
    };
    let smallest = boxes.iter().map(|area| area.below - area.top).min().unwrap_or(wide).min(wide);
    (Drawing { inside, width, height }, smallest)
}

/// Nodes of one width at their positions.
struct BoardLayout {
    wide: i64,
    nodes: Vec<NodeBox>,
    plot: Option<Plot>,
    map: Map,
}

fn lay(
    board: &Board,
    (players, alone): (&[String], bool),
    land: Option<&Land<'_>>,
    ((wide, least), gap): ((i64, i64), (i64, i64)),
) -> BoardLayout {
    let shown = named_once(board);
    let mut nodes: Vec<NodeBox> =
        board.cells.iter().map(|cell| node(cell, (players, alone), shown.as_deref(), wide)).collect();
    nodes.iter_mut().for_each(|node| node.height = node.height.max(least));
    let heights: Vec<i64> = nodes.iter().map(|node| node.height).collect();
    let plot = land.map(|land| land.plot((wide, heights.iter().max().copied().unwrap_or(0))));
    let map = map(board, plot.as_ref(), (wide, &heights), gap);
    BoardLayout { wide, nodes, plot, map }
}

/// Positions of the nodes: on the land, on a ground of a given size, or as close together as their boxes allow.
fn map(board: &Board, plot: Option<&Plot>, (wide, heights): (i64, &[i64]), gap: (i64, i64)) -> Map {
    let whole = |middles: Vec<(i64, i64)>, (width, height)| Map {
        middles,
        ground: (0, 0, width, height),
        picture: (width, height),
    };
    match (plot, board.size) {
        (Some(plot), _) => whole(plot.middles.clone(), plot.size),
        (None, Some(size)) => Map::new(board, size, (wide, heights), gap),
        (None, None) => {
            let at = positions(board);
            let mut middles = fitted(&at, (wide, heights), gap);
            if middles.iter().any(|(x, y)| *x.max(y) > FAR) {
                middles = fitted(&ranked(&at), (wide, heights), gap);
            }
            let area = |(at, height): (&(i64, i64), &i64)| Rect::around(*at, (wide, *height));
            let boxes = || middles.iter().zip(heights).map(area);
            let right = boxes().map(|area| area.right).max().unwrap_or(0);
            let below = boxes().map(|area| area.below).max().unwrap_or(0);
            whole(middles, (right + EDGE, below + EDGE))
        }
    }
}

fn line(link: &Link, way: &Route) -> Markup {
    html! {
        g class="link-g" data-id=(link.id) {
            path data-grip=(link.title) class="link" d=(way.path()) {}
            // A line is thin; an area beside it also reacts to clicks.
            path class="reach" d=(way.path()) {}
            title { (link.title) }
        }
    }
}

/// The things and values on a link, if any, in lines of a given width.
fn sign(link: &Link, players: &[String], alone: bool, most: i64) -> Option<Drawing> {
    if link.piles.is_empty() && link.values.is_empty() {
        return None;
    }
    let lines = values(&link.values, WIDE);
    let chips = chips(&link.piles, players, alone, ((0, 0), most));
    let inside = html! {
        (chips.inside)
        @for (at, text) in lines.iter().enumerate() { text class="note" x="0" y=(chips.height + 9 + VALUE_LINE * at as i64) { (text) } }
    };
    let high = chips.height - if lines.is_empty() { LINE - 22 } else { 0 } + VALUE_LINE * lines.len() as i64;
    Some(Drawing { inside, width: chips.width.max(longest(&lines)), height: high })
}

fn values(values: &[NamedText], wide: i64) -> Vec<String> {
    let most = letters(wide, LETTER);
    values.iter().flat_map(|named| wrapped(&format!("{}: {}", named.name, named.value), most)).collect()
}

/// Number of letters of a line in a node.
fn letters(wide: i64, letter: i64) -> usize {
    usize::try_from((wide - 14) * 10 / letter).unwrap_or_default()
}

/// Names of the values of many nodes, if they are few and short: then nodes show the values alone, and the legend names them once. None if each node
/// names its own. A value that is 0 everywhere is not shown.
pub(super) fn named_once(board: &Board) -> Option<Vec<&str>> {
    let values = || board.cells.iter().flat_map(|cell| &cell.values);
    let is_short = values().all(|named| named.value.chars().count() <= SHORT_VALUE);
    let mut names: Vec<&str> = Vec::new();
    for named in values().filter(|named| named.value != NOTHING) {
        if !names.contains(&named.name.as_str()) {
            names.push(&named.name);
        }
    }
    let is_many = board.cells.len() >= MANY_NODES && board.shape == Shape::Graph;
    (is_many && is_short && names.len() <= FEW_VALUES).then_some(names)
}

/// The values of a node in one line, in the order of their names; a dash stands for one that it lacks. None if all of them are missing or 0.
fn in_a_line(cell: &Cell, names: &[&str]) -> Option<String> {
    let own = |name: &&str| cell.values.iter().find(|named| named.name == **name).map(|named| named.value.as_str());
    let values: Vec<Option<&str>> = names.iter().map(own).collect();
    let is_worth = values.iter().flatten().any(|value| *value != NOTHING);
    is_worth.then(|| values.into_iter().map(|value| value.unwrap_or("\u{2013}")).collect::<Vec<_>>().join(" \u{b7} "))
}

fn node(cell: &Cell, (players, alone): (&[String], bool), named_once: Option<&[&str]>, wide: i64) -> NodeBox {
    let titles = letters(wide, TITLE_LETTER) - if cell.icon.is_some() { 2 } else { 0 };
    let title = wrapped(&cell.title, titles);
    let ink = inked(cell.ink.as_ref());
    let top = 5 + TITLE_LINE * title.len() as i64;
    let chips = chips(&cell.piles, players, alone, ((8, top), wide - 14));
    let lines = match named_once {
        _ if cell.values.is_empty() => Vec::new(),
        None => values(&cell.values, wide),
        Some(names) => in_a_line(cell, names).map_or_else(Vec::new, |line| wrapped(&line, letters(wide, LETTER))),
    };
    // Beside the things that stand there, if there is space.
    let is_beside = chips.height == LINE && lines.len() == 1 && chips.width + longest(&lines) + 22 <= wide;
    // The lower edge of the things, without the gap below them.
    let below = if chips.height == 0 { top - 2 } else { top + chips.height - (LINE - 22) };
    let (x, y) = if is_beside { (chips.width + 14, top + 15) } else { (8, below + VALUE_LINE) };
    let bottom = if is_beside { below } else { below + VALUE_LINE * lines.len() as i64 + lines.len().min(1) as i64 };
    let inside = html! {
        @if let Some(icon) = &cell.icon {
            @match picture_of(Some(icon)) {
                Some(name) => (picture(name, (wide - ICON - 5, 3), ICON)),
                None => text x=(wide - 6) y="19" text-anchor="end" style={ "font-size:16px" @if let Some(ink) = &ink { ";" (ink) } } { (icon) },
            }
        }
        @for (at, text) in title.iter().enumerate() { text class="title" x="8" y=(15 + TITLE_LINE * at as i64) style=[&ink] { (text) } }
        (on_colour(&chips.inside, cell.ink.as_ref()))
        @for (at, text) in lines.iter().enumerate() { text class="note" x=(x) y=(y + VALUE_LINE * at as i64) style=[&ink] { (text) } }
    };
    let is_short = |lines: &[String], most: usize| lines.iter().all(|line| line.chars().count() <= most);
    let fits = is_short(&title, titles) && is_short(&lines, letters(wide, LETTER)) && chips.width <= wide - 14;
    NodeBox { inside, height: bottom + 4, fits }
}

/// Width of lines in small letters.
fn longest(lines: &[String]) -> i64 {
    lines.iter().map(|text| text.chars().count() as i64 * LETTER / 10).max().unwrap_or(0)
}
