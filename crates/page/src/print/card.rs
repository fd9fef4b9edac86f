//! Sheets of cards and tiles: faces in a grid with cut marks, and backs, mirrored for double-sided print.

use maud::{Markup, html};

use super::parts::{band, band_of, mm, sign};
use super::sort::PrintedSort;
use super::tabletop::piece::{CARD, designed_back, designed_face};
use super::text::fitted;
use super::{Paper, PrintBox};
use crate::draw::{cut, initial};
use crate::scene::NamedText;

/// Width and height of a tile.
const TILE: (i64, i64) = (450, 450);
/// Columns and rows of cards on a sheet.
const CARDS: (i64, i64) = (3, 3);
/// Columns and rows of tiles on a sheet.
const TILES: (i64, i64) = (4, 5);
/// Space around the contents of a card.
const EDGE: i64 = 40;
/// Height of a line of values, and number of its letters.
const VALUE: (i64, usize) = (48, 30);
/// Height of a line of values in small letters, for cards with many values, and number of its letters.
const SMALL_VALUE: (i64, usize) = (30, 46);
/// Heights of the other parts of a card: the band, two lines of the title, the owner, and the ids of clauses.
const BAND: i64 = 60;
const TITLE: i64 = 130;
const OWNER: i64 = 40;
const FOOTER: i64 = 50;
/// Number of lines from which values are written in small letters.
const MANY: i64 = 9;
/// Longest cut mark, and its distance from the cards and from the edge of the paper.
const MARK: (i64, i64) = (50, 10);

/// A grid of equal pieces in the middle of a sheet.
struct SheetGrid {
    paper: (i64, i64),
    piece: (i64, i64),
    count: (i64, i64),
}

/// All sheets of cards, each followed by its backs.
pub(super) fn cards(printed: &PrintBox, paper: Paper, backs: bool) -> Markup {
    let grid = SheetGrid { paper: paper.size(), piece: CARD, count: CARDS };
    html! {
        @for sheet in copies(&printed.cards).chunks((CARDS.0 * CARDS.1) as usize) {
            section.sheet {
                @for (at, card) in sheet.iter().enumerate() { (grid.piece("card", at, false, &face(card, printed))) }
                (grid.marks())
            }
            @if backs {
                section.sheet {
                    @for (at, card) in sheet.iter().enumerate() { (grid.piece("back", at, true, &back(card, printed))) }
                    (grid.marks())
                }
            }
        }
    }
}

/// All sheets of tiles.
pub(super) fn tiles(printed: &PrintBox, paper: Paper) -> Markup {
    let grid = SheetGrid { paper: paper.size(), piece: TILE, count: TILES };
    html! {
        @for sheet in copies(&printed.tiles).chunks((TILES.0 * TILES.1) as usize) {
            section.sheet {
                @for (at, tile) in sheet.iter().enumerate() { (grid.piece("tile", at, false, &tile_face(tile))) }
                @if !sheet.iter().any(|tile| tile.is_hex) { (grid.marks()) }
            }
        }
    }
}

/// Each sort as often as there are copies of it.
fn copies(sorts: &[PrintedSort]) -> Vec<&PrintedSort> {
    sorts.iter().flat_map(|sort| std::iter::repeat_n(sort, sort.copies as usize)).collect()
}

impl SheetGrid {
    /// Left and upper edge of the grid.
    fn corner(&self) -> (i64, i64) {
        let margin = |paper: i64, piece: i64, count: i64| (paper - piece * count) / 2;
        (margin(self.paper.0, self.piece.0, self.count.0), margin(self.paper.1, self.piece.1, self.count.1))
    }

    /// A piece at its position. Mirrored, it lies behind the face of the same number when the sheet is flipped on its long edge.
    fn piece(&self, class: &str, at: usize, mirrored: bool, inside: &Markup) -> Markup {
        let (column, row) = (at as i64 % self.count.0, at as i64 / self.count.0);
        let column = if mirrored { self.count.0 - 1 - column } else { column };
        let (left, top) = self.corner();
        let (x, y) = (left + column * self.piece.0, top + row * self.piece.1);
        let place = format!("left:{};top:{};width:{};height:{}", mm(x), mm(y), mm(self.piece.0), mm(self.piece.1));
        html! { div class={ "piece " (class) } style=(place) { (inside) } }
    }

    /// Marks at the edge of the sheet, in line with the edges of the pieces.
    fn marks(&self) -> Markup {
        let (left, top) = self.corner();
        let length = |margin: i64| MARK.0.min(margin - 2 * MARK.1).max(0);
        let (long, high) = (length(left), length(top));
        let (width, height) = self.paper;
        let line = |x1: i64, y1: i64, x2: i64, y2: i64| html! { line x1=(x1) y1=(y1) x2=(x2) y2=(y2) {} };
        html! {
            svg.marks viewBox={ "0 0 " (width) " " (height) } {
                @for x in (0..=self.count.0).map(|column| left + column * self.piece.0) {
                    (line(x, top - MARK.1 - high, x, top - MARK.1))
                    (line(x, height - top + MARK.1, x, height - top + MARK.1 + high))
                }
                @for y in (0..=self.count.1).map(|row| top + row * self.piece.1) {
                    (line(left - MARK.1 - long, y, left - MARK.1, y))
                    (line(width - left + MARK.1, y, width - left + MARK.1 + long, y))
                }
            }
        }
    }
}

fn face(card: &PrintedSort, printed: &PrintBox) -> Markup {
    if let Some(face) = designed_face(card, printed) {
        return whole(&face);
    }
    let title = fitted(&card.thing.sort, (CARD.0 - 2 * EDGE - 110, 100));
    let is_small = lines(card, VALUE.1) >= MANY;
    let (line, letters) = if is_small { SMALL_VALUE } else { VALUE };
    let (owner, band_height) = (card.thing.owner.is_some(), BAND + 15);
    let above = if owner {
        band_height + OWNER
    } else if card.thing.colour.is_some() {
        band_height
    } else {
        0
    };
    let height = CARD.1 - 2 * EDGE - TITLE - above - line * lines(card, letters) - FOOTER;
    html! {
        (band(&card.thing, &printed.players, (CARD.0, BAND)))
        header style={ "font-size:" (points(title.0 * 13 / 10)) } { strong { (card.thing.sort) } (sign(card.picture(), card.symbol.as_deref())) }
        @if let Some(owner) = &card.thing.owner { p.owner { b { (initial(owner)) } " " (owner) } }
        (values(card, is_small))
        (text(card, (CARD.0 - 2 * EDGE, height)))
        footer { (cut(&card.clauses.join(" "), 60)) }
    }
}

/// A drawing that fills a card.
fn whole(drawn: &Markup) -> Markup {
    html! { svg.whole viewBox={ "0 0 " (CARD.0) " " (CARD.1) } role="img" { (drawn) } }
}

fn back(card: &PrintedSort, printed: &PrintBox) -> Markup {
    if let Some(back) = designed_back(card) {
        return whole(&back);
    }
    html! {
        div.frame {
            @if let Some(owner) = &card.thing.owner { (band_of(owner, &printed.players, (CARD.0 - 160, BAND))) }
            strong { (card.back) }
            @if let Some(owner) = &card.thing.owner { p.owner { b { (initial(owner)) } " " (owner) } }
            @if card.back != printed.title { small { (printed.title) } }
        }
    }
}

fn tile_face(tile: &PrintedSort) -> Markup {
    // The corners of a hexagon with the same width and height as its piece.
    let corners = "50,0 93.3,25 93.3,75 50,100 6.7,75 6.7,25";
    let fill = tile.thing.colour.as_deref().and_then(crate::draw::style);
    html! {
        svg.shape viewBox="0 0 100 100" {
            @if tile.is_hex { polygon points=(corners) {} } @else { rect width="100" height="100" {} }
            @if fill.is_some() { rect.colour x="20" y="14" width="60" height="6" style=[fill] {} }
        }
        div.on-tile {
            (sign(tile.picture(), Some(&tile.thing.mark)))
            strong style={ "font-size:" (points(fitted(&tile.thing.sort, (300, 70)).0)) } { (tile.thing.sort) }
            (values(tile, false))
            footer { (cut(&tile.clauses.join(" "), 24)) }
        }
    }
}

/// Number of lines that the values of a card need.
fn lines(card: &PrintedSort, letters: usize) -> i64 {
    let long = |named: &NamedText| (named.name.chars().count() + 2 + named.value.chars().count()).div_ceil(letters);
    card.values.iter().map(long).sum::<usize>() as i64
}

fn values(card: &PrintedSort, is_small: bool) -> Markup {
    html! {
        @if !card.values.is_empty() {
            dl class=[is_small.then_some("small")] { @for named in &card.values { div { dt { (named.name) ":" } dd { (named.value) } } } }
        }
    }
}

fn text(card: &PrintedSort, area: (i64, i64)) -> Markup {
    let (size, letters) = fitted(&card.text, area);
    html! { @if !card.text.is_empty() && letters > 10 { p.text style={ "font-size:" (points(size)) } { (cut(&card.text, letters)) } } }
}

/// A size of letters, from tenths of a point.
fn points(tenths: i64) -> String {
    format!("{}.{}pt", tenths / 10, tenths % 10)
}
