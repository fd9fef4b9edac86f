//! Cards as `look.yaml` lays them out: one drawing for tables, printed sheets and pictures of other programs.

use maud::{Markup, html};

use super::look::{inked, picture_in, picture_of, style};
use super::{colour_of, cut, initial, wrapped};
use crate::scene::{CardFace, FaceSign, FaceValue, Thing, is_picture, signs};

/// Width and height of a card, in tenths of a millimetre.
pub(crate) const CARD: (i64, i64) = (630, 880);
/// Space around the contents.
const EDGE: i64 = 28;
/// Colours of the paper and of text on it, also in dark windows: a card is a thing.
const PAPER: &str = "fill:#fffdf6;stroke:#8d877c;stroke-width:5";
const INK: &str = "fill:#1c1b19";
const DIM: &str = "fill:#5d584f";
/// Sizes of the letters of a title, and how many lines it may have.
const TITLES: [(i64, usize); 6] = [(92, 1), (78, 1), (66, 2), (56, 2), (46, 2), (40, 3)];
/// Mean widths of letters of a wide font, bold and plain, in hundredths of their size.
const TITLE_WIDTH: i64 = 64;
const LETTER_WIDTH: i64 = 60;
/// Height of a line of values, of its letters, and of the letters of its name.
const LINE: (i64, i64, i64) = (84, 60, 42);
/// Height of a line of a text, of its letters, the number of letters of a line, and of lines.
const PROSE: (i64, i64, usize, usize) = (50, 42, 24, 7);
/// Largest number of signs that are drawn one by one.
const MOST: u32 = 7;

/// Draws the face of a card. `room` is the height below the values that stays free. Returns the upper edge of what is free, too.
pub(crate) fn face(thing: &Thing, own: &CardFace, players: &[String], room: i64) -> (Markup, i64) {
    let owner = thing.owner.as_deref().and_then(|owner| colour_of(players, owner));
    let inner = CARD.0 - 2 * EDGE;
    let corner = if own.corner.is_some() { 150 } else { 0 };
    let (title, size) = title(&thing.sort, inner - 40 - corner);
    let band = (title.len() as i64 * size * 11 / 10 + 34).max(if corner > 0 { 140 } else { 0 });
    let (fill, ink) = match (&own.band, owner) {
        (_, Some(_)) | (None, None) => (None, None),
        (Some((fill, ink)), None) => (style(fill), style(ink)),
    };
    let is_plain = fill.is_none() && owner.is_none();
    let band_style = if is_plain { Some("fill:none".to_owned()) } else { fill };
    let owned = owner.map_or_else(String::new, |owner| format!(" t{owner}"));
    let high: i64 = own.lines.iter().map(height).sum();
    let (top, below) = (EDGE + band + 16, CARD.1 - EDGE - high - room);
    let drawn = html! {
        rect x="3" y="3" width=(CARD.0 - 6) height=(CARD.1 - 6) rx="30" style=(PAPER) {}
        rect class=[owner.map(|owner| format!("p{owner}"))] x=(EDGE) y=(EDGE) width=(inner) height=(band) rx="14" style=[band_style] {}
        @for (at, line) in title.iter().enumerate() {
            (text((EDGE + 20, EDGE + 14 + size * 9 / 10 + at as i64 * size * 11 / 10), (size, true, "start"), (&owned, ink.as_deref().or(is_plain.then_some(INK))), line))
        }
        @if let Some(value) = &own.corner { (round(value, (CARD.0 - EDGE - 70, EDGE + 70))) }
        (middle(thing, own, (top, below - 12)))
        @for (at, value) in own.lines.iter().enumerate() { (line(value, below + own.lines[..at].iter().map(height).sum::<i64>())) }
    };
    (drawn, CARD.1 - EDGE - room)
}

/// Draws the back of a card: a colour or a picture, with texts on it if it is a colour.
pub(crate) fn back(back: &str, texts: &[&str]) -> Markup {
    html! {
        rect x="3" y="3" width=(CARD.0 - 6) height=(CARD.1 - 6) rx="30" style=(PAPER) {}
        @if is_picture(back) {
            (picture_in(back, (0, 0), CARD))
        } @else {
            rect x=(EDGE) y=(EDGE) width=(CARD.0 - 2 * EDGE) height=(CARD.1 - 2 * EDGE) rx="20" style=[style(back)] {}
            rect x=(2 * EDGE) y=(2 * EDGE) width=(CARD.0 - 4 * EDGE) height=(CARD.1 - 4 * EDGE) rx="14" style="fill:none;stroke:#fffdf6;stroke-width:5" {}
            @let lines: Vec<String> = texts.iter().flat_map(|text| wrapped(text, 16)).collect();
            @let high = 70 * lines.len() as i64 + 40;
            @if !lines.is_empty() {
                rect x=(3 * EDGE) y=(CARD.1 / 2 - high / 2) width=(CARD.0 - 6 * EDGE) height=(high) rx="14" style=(PAPER) {}
                @for (at, line) in lines.iter().enumerate() {
                    (text((CARD.0 / 2, CARD.1 / 2 - high / 2 + 72 + 70 * at as i64), (54, true, "middle"), ("", Some(INK)), &cut(line, 18)))
                }
            }
        }
    }
}

/// A small back before the number of hidden cards.
pub(super) fn small_back(own: &str) -> Markup {
    html! { svg .icon viewBox={ "0 0 " (CARD.0) " " (CARD.1) } width="14" height="20" aria-hidden="true" { (back(own, &[])) } " " }
}

/// A title in lines, with the largest letters that fit into a width.
fn title(text: &str, width: i64) -> (Vec<String>, i64) {
    let fits = |(size, most): (i64, usize)| {
        let letters = usize::try_from(width * 100 / (size * TITLE_WIDTH)).unwrap_or_default();
        let lines = wrapped(text, letters);
        (lines.len() <= most && lines.iter().all(|line| line.chars().count() <= letters)).then_some((lines, size))
    };
    let least = TITLES[TITLES.len() - 1].0;
    TITLES
        .into_iter()
        .find_map(fits)
        .unwrap_or_else(|| (vec![cut(text, (width * 100 / (least * TITLE_WIDTH)) as usize)], least))
}

fn text(
    (x, y): (i64, i64),
    (size, is_bold, anchor): (i64, bool, &str),
    (class, ink): (&str, Option<&str>),
    text: &str,
) -> Markup {
    let font =
        format!("font-size:{size}px;font-weight:{};{}", if is_bold { 600 } else { 400 }, ink.unwrap_or_default());
    html! { text class=[(!class.is_empty()).then(|| class.trim_start())] x=(x) y=(y) text-anchor=(anchor) style=(font) { (text) } }
}

/// A value in a circle.
fn round(value: &FaceValue, (x, y): (i64, i64)) -> Markup {
    html! {
        circle cx=(x) cy=(y) r="58" style=(PAPER) {}
        @if let [one] = value.signs.as_slice() && one.count == 1 {
            (sign(one, (x - 40, y - 40), 80))
        } @else {
            @let size = match value.text.chars().count() { 1 | 2 => 76, 3 => 56, _ => 38 };
            (text((x, y + size * 36 / 100), (size, true, "middle"), ("", Some(INK)), &cut(&value.text, 5)))
        }
    }
}

/// The picture, or else the icon, and the value in the middle.
fn middle(thing: &Thing, own: &CardFace, (top, below): (i64, i64)) -> Markup {
    let icon = thing.icon.as_deref();
    let name = own.picture.as_deref().or_else(|| picture_of(icon));
    let sign_high = match &own.centre {
        Some(_) if name.is_none() && icon.is_none() => below - top,
        Some(_) => (below - top) / 3,
        None => 0,
    };
    let high = (below - top - sign_high).max(0);
    let width = CARD.0 - 4 * EDGE;
    let middle = top + high / 2;
    html! {
        @if high > 20 {
            @match (name, icon) {
                (Some(name), _) => (picture_in(name, (2 * EDGE, top), (width, high))),
                (None, Some(icon)) => {
                    @let size = (high * 7 / 10).min(420 / signs(icon).max(1) as i64);
                    (text((CARD.0 / 2, middle + size * 36 / 100), (size, false, "middle"), ("", Some(INK)), icon))
                }
                (None, None) => {}
            }
        }
        @if let Some(value) = &own.centre {
            @let side = (sign_high * 8 / 10).min(200);
            (values(value, (CARD.0 / 2, below - sign_high / 2), (side, width), true))
        }
    }
}

/// Height of a value below the middle.
fn height(value: &FaceValue) -> i64 {
    if value.is_prose { prose(&value.text).len() as i64 * PROSE.0 + 16 } else { LINE.0 }
}

/// A text in lines. The last one shows that there is more.
fn prose(text: &str) -> Vec<String> {
    let mut lines = wrapped(text, PROSE.2);
    if lines.len() > PROSE.3 {
        let last = lines[PROSE.3 - 1..].join(" ");
        lines.truncate(PROSE.3 - 1);
        lines.push(cut(&last, PROSE.2));
    }
    lines
}

/// A text, or a value with its name, in lines.
fn line(value: &FaceValue, top: i64) -> Markup {
    if value.is_prose {
        return html! {
            line x1=(EDGE) y1=(top) x2=(CARD.0 - EDGE) y2=(top) style="stroke:#c9c2b4;stroke-width:3" {}
            @for (at, own) in prose(&value.text).iter().enumerate() {
                (text((EDGE + 10, top + (at as i64 + 1) * PROSE.0), (PROSE.1, false, "start"), ("", Some(INK)), own))
            }
        };
    }
    let name = cut(&value.name, 12);
    let x = EDGE + 14 + (name.chars().count() as i64 + 1) * LINE.2 * LETTER_WIDTH / 100;
    let middle = top + LINE.0 / 2;
    html! {
        line x1=(EDGE) y1=(top) x2=(CARD.0 - EDGE) y2=(top) style="stroke:#c9c2b4;stroke-width:3" {}
        (text((EDGE + 10, middle + 16), (LINE.2, false, "start"), ("", Some(DIM)), &name))
        (values(value, (x, middle), (LINE.1, CARD.0 - EDGE - x), false))
    }
}

/// The members that a value names as signs, or else its text: beginning at `x`, or around it.
fn values(value: &FaceValue, (x, y): (i64, i64), (side, width): (i64, i64), is_centred: bool) -> Markup {
    let total: u32 = value.signs.iter().map(|sign| sign.count).sum();
    if total == 0 || (total > MOST && value.signs.len() > 3) {
        let size = side.min(width * 100 / (value.text.chars().count() as i64 * 56).max(1)).max(26);
        let most = usize::try_from(width * 100 / (size * 52)).unwrap_or_default();
        let anchor = if is_centred { "middle" } else { "start" };
        return text((x, y + size * 36 / 100), (size, true, anchor), ("", Some(INK)), &cut(&value.text, most));
    }
    // One by one if they are few, else with a number before each.
    let one_by_one = total <= MOST;
    let all: Vec<(&FaceSign, Option<u32>)> = value
        .signs
        .iter()
        .flat_map(|sign| {
            let (times, number) = if one_by_one { (sign.count, None) } else { (1, Some(sign.count)) };
            std::iter::repeat_n((sign, number), times as usize)
        })
        .collect();
    let wide = |side: i64| if one_by_one { side + side / 8 } else { side * 2 + side / 8 };
    let side = side.min(width * 8 / (9 * all.len() as i64)).max(16);
    let start = if is_centred { x - wide(side) * all.len() as i64 / 2 } else { x };
    html! {
        @for (at, (own, number)) in all.into_iter().enumerate() {
            @let left = start + at as i64 * wide(side);
            @if let Some(number) = number {
                (text((left + side * 9 / 10, y + side * 3 / 10), (side * 8 / 10, true, "end"), ("", Some(INK)), &number.to_string()))
            }
            (sign(own, (if number.is_some() { left + side } else { left }, y - side / 2), side))
        }
    }
}

/// A member in a square of its colour: its icon, its sign, or its first letter.
fn sign(own: &FaceSign, (x, y): (i64, i64), side: i64) -> Markup {
    let mark = &own.mark;
    let fill = mark.colour.as_deref().and_then(style);
    let icon = mark.icon.clone().or_else(|| mark.symbol.clone()).unwrap_or_else(|| initial(&own.id));
    html! {
        rect x=(x) y=(y) width=(side) height=(side) rx=(side / 6) style={ @match &fill { Some(fill) => (fill), None => "fill:#efe6d4" } ";stroke:#5d584f;stroke-width:3" } {}
        @match picture_of(Some(&icon)) {
            Some(name) => (picture_in(name, (x + side / 10, y + side / 10), (side * 8 / 10, side * 8 / 10))),
            None => {
                @let size = side * 7 / 10 / signs(&icon).max(1) as i64;
                (text((x + side / 2, y + side / 2 + size * 36 / 100), (size, true, "middle"), ("", Some(&inked(mark.ink.as_ref()).unwrap_or_else(|| INK.to_owned()))), &icon))
            }
        }
    }
}
