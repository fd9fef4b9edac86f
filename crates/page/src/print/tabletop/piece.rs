//! Faces and backs as SVG, in tenths of a millimetre. SVG breaks no lines, so texts are broken by their number of letters.

use maud::{Markup, html};

use super::super::PrintBox;
use super::super::sort::PrintedSort;
use super::super::text::{fitted, letters_in};
pub(in crate::print) use crate::draw::card::CARD;
use crate::draw::{card, colour_of, cut, picture, style, wrapped};

/// Width and height of a tile.
pub(super) const TILE: (i64, i64) = (450, 450);
/// Space around the contents.
const EDGE: i64 = 40;
/// Size of letters of titles, values and ids of clauses.
const TITLE: i64 = 48;
const VALUE: i64 = 34;
const SMALL_VALUE: i64 = 23;
const FOOTER: i64 = 19;
/// Number of lines from which values are written in small letters.
const MANY: usize = 9;

/// Lines of text from top to bottom.
struct FaceText {
    width: i64,
    x: i64,
    y: i64,
    is_centred: bool,
    drawn: Vec<Markup>,
}

impl FaceText {
    /// Draws a text below the lines so far, at most this number of lines of it.
    fn add(&mut self, text: &str, size: i64, is_bold: bool, most: usize) {
        let letters = letters_in(self.width, size);
        let mut lines = wrapped(text, letters);
        if lines.len() > most {
            lines.truncate(most);
            if let Some(last) = lines.last_mut() {
                last.push('\u{2026}');
            }
        }
        for line in lines {
            self.y += size * 12 / 10;
            let line = cut(&line, letters + 1);
            let font = format!("font-size:{size}px;font-weight:{}", if is_bold { 600 } else { 400 });
            let anchor = self.is_centred.then_some("middle");
            self.drawn.push(html! { text x=(self.x) y=(self.y) text-anchor=[anchor] style=(font) { (line) } });
        }
    }

    fn finish(self) -> Markup {
        html! { @for line in self.drawn { (line) } }
    }
}

/// The face of a card that `look.yaml` lays out, with its texts below. `None` for another card.
pub(in crate::print) fn designed_face(sort: &PrintedSort, printed: &PrintBox) -> Option<Markup> {
    let own = sort.thing.face.as_ref()?;
    let footer_high = if sort.clauses.is_empty() { 0 } else { 2 * FOOTER };
    let texts_high = match sort.text.chars().count() as i64 {
        0 => 0,
        letters => (letters / 40 * 30 + 60).min(240),
    };
    let (drawn, top) = card::face(&sort.thing, own, &printed.players, texts_high + footer_high);
    let width = CARD.0 - 2 * EDGE;
    let (tenths, letters) = fitted(&sort.text, (width, texts_high));
    let mut lines = FaceText { width, x: EDGE, y: top, is_centred: false, drawn: Vec::new() };
    if texts_high > 0 {
        lines.add(&cut(&sort.text, letters), tenths * 353 / 1000, false, usize::MAX);
    }
    Some(html! { (drawn) (lines.finish()) (footer(sort, (EDGE, CARD.1 - EDGE), 60)) })
}

/// The back of a card that `look.yaml` gives one. `None` for another card.
pub(in crate::print) fn designed_back(sort: &PrintedSort) -> Option<Markup> {
    let own = sort.thing.face.as_ref()?.back.as_ref()?;
    Some(card::back(own, &[&sort.back]))
}

/// The face of a card.
pub(super) fn face(card: &PrintedSort, printed: &PrintBox) -> Markup {
    if let Some(designed) = designed_face(card, printed) {
        return designed;
    }
    let mut lines = FaceText { width: CARD.0 - 2 * EDGE, x: EDGE, y: EDGE - 10, is_centred: false, drawn: Vec::new() };
    let thing = &card.thing;
    let band = thing.owner.as_deref().and_then(|owner| colour_of(&printed.players, owner));
    let own = thing.colour.as_deref().filter(|_| band.is_none()).and_then(style);
    let class = band.map(|colour| format!("p{colour}"));
    if class.is_some() || own.is_some() {
        lines.drawn.push(
            html! { rect class=[class] x=(EDGE) y=(lines.y) width=(CARD.0 - 2 * EDGE) height="50" style=[own] {} },
        );
        lines.y += 60;
    }
    let mark_y = lines.y + 62;
    lines.width -= 120;
    lines.add(&thing.sort, TITLE, true, 2);
    lines.width += 120;
    lines.y = lines.y.max(mark_y);
    if let Some(owner) = &thing.owner {
        lines.add(owner, VALUE, false, 1);
    }
    let value = |named: &crate::scene::NamedText| format!("{}: {}", named.name, named.value);
    let values: Vec<String> = card.values.iter().map(value).collect();
    let size = if values.len() >= MANY { SMALL_VALUE } else { VALUE };
    values.iter().for_each(|value| lines.add(value, size, false, 2));
    lines.y += 20;
    let room = CARD.1 - EDGE - 2 * FOOTER - lines.y;
    let (tenths, _) = fitted(&card.text, (CARD.0 - 2 * EDGE, room));
    let size = tenths * 353 / 1000;
    let most = usize::try_from(room * 10 / (size * 12)).unwrap_or_default();
    if !card.text.is_empty() && most > 0 {
        lines.add(&card.text, size, false, most);
    }
    html! {
        rect x="2" y="2" width=(CARD.0 - 4) height=(CARD.1 - 4) style="fill:none;stroke:#bbb;stroke-width:2" {}
        @if let Some(name) = card.picture() {
            (picture(name, (CARD.0 - EDGE - 80, mark_y - 60), 80))
        } @else if let Some(symbol) = &card.symbol {
            text x=(CARD.0 - EDGE) y=(mark_y) text-anchor="end" style="font-size:62px;font-weight:600" { (cut(symbol, 3)) }
        }
        (lines.finish())
        (footer(card, (EDGE, CARD.1 - EDGE), 60))
    }
}

/// The back of a card.
pub(super) fn back(card: &PrintedSort, printed: &PrintBox) -> Markup {
    if let Some(designed) = designed_back(card) {
        return designed;
    }
    let inner = (CARD.0 - 2 * EDGE, CARD.1 - 2 * EDGE);
    let owner = card.thing.owner.as_deref();
    let colour = owner.and_then(|owner| colour_of(&printed.players, owner));
    let mut lines =
        FaceText { width: inner.0 - 2 * EDGE, x: CARD.0 / 2, y: CARD.1 / 2 - 80, is_centred: true, drawn: Vec::new() };
    lines.add(&card.back, 52, true, 3);
    owner.into_iter().for_each(|owner| lines.add(owner, VALUE, false, 1));
    if card.back != printed.title {
        lines.add(&printed.title, VALUE, false, 2);
    }
    html! {
        rect x=(EDGE) y=(EDGE) width=(inner.0) height=(inner.1) rx="20" style="fill:none;stroke:#444;stroke-width:5" {}
        @if let Some(colour) = colour { rect class={ "p" (colour) } x=(2 * EDGE) y=(2 * EDGE) width=(inner.0 - 2 * EDGE) height="60" {} }
        (lines.finish())
    }
}

/// The face of a tile. A hexagon shows its middle.
pub(super) fn tile(tile: &PrintedSort) -> Markup {
    let mut lines = FaceText { width: 320, x: TILE.0 / 2, y: 100, is_centred: true, drawn: Vec::new() };
    match tile.picture() {
        Some(_) => lines.y += 60,
        None => lines.add(&tile.thing.mark, 56, true, 1),
    }
    lines.add(&tile.thing.sort, 34, true, 2);
    tile.values.iter().for_each(|named| lines.add(&format!("{}: {}", named.name, named.value), 26, false, 1));
    let fill = tile.thing.colour.as_deref().and_then(style);
    html! {
        @if fill.is_some() { rect x="90" y="60" width="270" height="28" style=[fill] {} }
        @if let Some(name) = tile.picture() { (picture(name, (TILE.0 / 2 - 40, 96), 80)) }
        (lines.finish())
    }
}

/// The lower side of all tiles.
pub(super) fn tile_back(printed: &PrintBox) -> Markup {
    let mut lines = FaceText { width: 320, x: TILE.0 / 2, y: 160, is_centred: true, drawn: Vec::new() };
    lines.add(&printed.title, 40, true, 3);
    lines.finish()
}

fn footer(card: &PrintedSort, (x, y): (i64, i64), letters: usize) -> Markup {
    let size = format!("font-size:{FOOTER}px");
    html! { text x=(x) y=(y) class="dim" style=(size) { (cut(&card.clauses.join(" "), letters)) } }
}
