//! Things as chips: a circle for things with an owner, a card for others, each with its mark.

use maud::{Markup, html};

use super::look::{self, inked, picture_of, style};
use super::{colour_of, initial};
use crate::scene::{Board, Cell, NamedText, Pile, Thing, signs};

/// A drawing with its size.
pub(crate) struct Drawing {
    pub(crate) inside: Markup,
    pub(crate) width: i64,
    pub(crate) height: i64,
}

/// Height of a line of chips.
pub(super) const LINE: i64 = 28;

/// Draws a thing in the middle of a cell. `figures`: its sign alone, in the colour of its owner.
pub(super) fn piece(
    thing: &Thing,
    players: &[String],
    (alone, figures): (bool, bool),
    (x, y, r): (i64, i64, i64),
) -> Markup {
    let owner = thing.owner.as_deref();
    let colour = owner.and_then(|owner| colour_of(players, owner));
    // If all things are of one sort, the letter is that of the owner.
    let (picture, alone) = (picture_of(thing.icon.as_deref()), alone && is_named_by_owner(thing));
    let mark = if alone { owner.map(initial) } else { None }.unwrap_or_else(|| thing.mark.clone());
    let glyph = letters(&mark, thing.icon.as_deref()) == 1 && !mark.is_ascii();
    let text = colour.map_or_else(String::new, |colour| format!(" t{colour}"));
    let ink = inked(thing.ink.as_ref().filter(|_| colour.is_none()));
    let figure = colour.filter(|_| figures && glyph && picture.is_none());
    html! {
        g class="piece" data-thing=(thing.id) data-count=(thing.count) {
            @match colour.filter(|_| figure.is_none()) {
                _ if thing.pips.is_some() => (die(thing, colour, (x - r, y - r, 2 * r))),
                None if figure.is_some() => {},
                Some(colour) => circle class={ "p" (colour) } cx=(x) cy=(y) r=(r) {},
                None => rect class="card" x=(x - r) y=(y - r) width=(2 * r) height=(2 * r) rx="3" style=[thing.colour.as_ref().and_then(|c| style(c))] {},
            }
            @match (picture, figure) {
                _ if thing.pips.is_some() => {},
                (Some(name), _) => (look::picture(name, (x - r * 3 / 4, y - r * 3 / 4), r * 3 / 2)),
                // The selector asks for a letter, which has a colour, instead of an emoji.
                (None, Some(colour)) => text class={ "mark figure p" (colour) } x=(x) y=(y + r * 3 / 4) { (mark) "\u{fe0e}" },
                (None, None) => text class={ "mark" (text) (if glyph { " glyph" } else { "" }) } x=(x) y=(y + if glyph { 8 } else { 4 }) style=[ink] { (mark) },
            }
            @if let Some(owner) = owner.filter(|_| !alone && (players.len() > 2 || thing.icon.is_some())) {
                text class="mark small" x=(x + r) y=(y + r) { (initial(owner)) }
            }
            title { (thing.title) @if thing.count > 1 { " \u{d7} " (thing.count) } @if let Some(owner) = owner { ", " (owner) } }
        }
    }
}

/// Side of a die.
pub(super) const DIE: i64 = 22;
/// Largest number that a die shows by pips.
const MOST_PIPS: u32 = 6;

/// A die with its pips, or with its number if they would be too many, from its upper left corner.
pub(super) fn die(thing: &Thing, colour: Option<usize>, (x, y, side): (i64, i64, i64)) -> Markup {
    let shown = thing.pips.unwrap_or_default();
    let class = colour.map_or_else(|| "card".to_owned(), |colour| format!("p{colour}"));
    let ink = colour.map_or_else(String::new, |colour| format!(" t{colour}"));
    let fill = thing.colour.as_ref().filter(|_| colour.is_none()).and_then(|colour| style(colour));
    let own_ink = inked(thing.ink.as_ref().filter(|_| colour.is_none()));
    // Columns and rows of pips from 0 to 2: a middle one where the number is odd, the others in pairs that lie opposite.
    let pairs = [[(0, 0), (2, 2)], [(2, 0), (0, 2)], [(0, 1), (2, 1)]];
    let others = pairs.iter().flatten().take(shown as usize / 2 * 2).copied();
    let spots: Vec<(i64, i64)> = (shown % 2 == 1).then_some((1, 1)).into_iter().chain(others).collect();
    html! {
        rect class=(class) x=(x) y=(y) width=(side) height=(side) rx=(side / 5) style=[fill] {}
        @if shown > MOST_PIPS {
            text class={ "mark" (ink) } x=(x + side / 2) y=(y + side / 2 + 4) style=[&own_ink] { (shown) }
        } @else {
            @for (column, row) in spots {
                circle class={ "pip" (ink) } cx=(x + side * (1 + column) / 4) cy=(y + side * (1 + row) / 4) r=(format!("{:.1}", side as f64 / 10.0)) style=[&own_ink] {}
            }
        }
    }
}

/// Mark of things that the viewer does not see.
const HIDDEN: &str = "?";

/// True for a thing without a sign of its own: where all things are of one sort, the letter of its owner stands for it.
fn is_named_by_owner(thing: &Thing) -> bool {
    thing.icon.is_none() && thing.pips.is_none() && thing.mark != HIDDEN
}

/// Number of letters of a mark. An icon is counted as people see it.
fn letters(mark: &str, icon: Option<&str>) -> i64 {
    if icon.is_some() { signs(mark) as i64 } else { mark.chars().count() as i64 }
}

/// Draws a chip with its text from its upper left corner. Returns its width, too.
fn chip(thing: &Thing, pile: &str, (players, alone): (&[String], bool), (x, y): (i64, i64)) -> (Markup, i64) {
    let colour = thing.owner.as_deref().and_then(|owner| colour_of(players, owner));
    // If all things with an owner are of one sort, the letter is that of the owner.
    let picture = picture_of(thing.icon.as_deref());
    let own = thing.owner.as_deref().filter(|_| alone && is_named_by_owner(thing)).map(initial);
    let (mark, owner) = match own {
        Some(own) => (own, String::new()),
        None => (thing.mark.clone(), thing.owner.as_deref().map(initial).unwrap_or_default()),
    };
    let width = match letters(&mark, thing.icon.as_deref()) {
        _ if picture.is_some() || thing.pips.is_some() => DIE,
        // An emoji is wider than a letter.
        signs if thing.icon.is_some() && !mark.is_ascii() => (signs * 14 + 8).max(22),
        signs => (signs * 8 + 10).max(22),
    };
    let more = if thing.count > 1 { format!("\u{d7}{}", thing.count) } else { String::new() };
    let text = format!("{owner}{more}");
    let full = width + if text.is_empty() { 4 } else { 5 + 8 * text.chars().count() as i64 };
    let class = colour.map_or_else(|| "card".to_owned(), |colour| format!("p{colour}"));
    let ink = colour.map_or_else(String::new, |colour| format!(" t{colour}"));
    let own = thing.colour.as_ref().filter(|_| colour.is_none()).and_then(|colour| style(colour));
    let text_ink = inked(thing.ink.as_ref().filter(|_| colour.is_none()));
    let drawn = html! {
        g class="thing" data-id=(thing.id) data-in=(pile) data-count=(thing.count) {
            @if thing.pips.is_some() { (die(thing, colour, (x, y, DIE))) } @else {
                rect class=(class) x=(x) y=(y) width=(width) height="22" rx=(if colour.is_some() { 11 } else { 3 }) style=[own] {}
            }
            @match picture {
                _ if thing.pips.is_some() => {},
                Some(name) => (look::picture(name, (x + 2, y + 2), 18)),
                None => text class={ "mark" (ink) } x=(x + width / 2) y=(y + 15) style=[text_ink] { (mark) },
            }
            text class="by" x=(x + width + 2) y=(y + 15) { (text) }
            title { (thing.title) (if more.is_empty() { "" } else { " " }) (more) @if let Some(owner) = &thing.owner { ", " (owner) } }
        }
    };
    (drawn, full)
}

/// Draws the chips of piles in lines of a given width from a corner. Returns their total size, too.
pub(super) fn chips(piles: &[Pile], players: &[String], alone: bool, ((x, y), most): ((i64, i64), i64)) -> Drawing {
    let mut drawn = Vec::new();
    let (mut at, mut down, mut width) = (0, 0, 0);
    for pile in piles {
        let mut parts: Vec<Thing> = pile.things.clone();
        if pile.hidden > 0 {
            let title = format!("{}: {} hidden", pile.name, pile.hidden);
            // Whose they are stands beside the question mark, as for open things of several sorts.
            parts.push(Thing {
                texts: Vec::new(),
                id: String::new(),
                sort: title.clone(),
                title,
                count: pile.hidden,
                owner: pile.owner.clone(),
                mark: HIDDEN.into(),
                colour: None,
                ink: None,
                icon: None,
                values: Vec::new(),
                face: None,
                pips: None,
            });
        }
        for thing in &parts {
            let wide = chip(thing, &pile.id, (players, alone), (0, 0)).1;
            if at > 0 && at + wide > most {
                (at, down) = (0, down + LINE);
            }
            drawn.push(chip(thing, &pile.id, (players, alone), (x + at, y + down)).0);
            at += wide + 2;
            width = width.max(at - 2);
        }
    }
    let height = if drawn.is_empty() { 0 } else { down + LINE };
    Drawing { inside: html! { @for part in &drawn { (part) } }, width, height }
}

/// True if all of these with an owner are of one sort: then the owners distinguish them.
pub(super) fn one_sort<'a>(things: impl Iterator<Item = &'a Thing>) -> bool {
    let mut owned = things.filter(|thing| thing.owner.is_some());
    let Some(first) = owned.next() else { return false };
    owned.all(|thing| thing.mark == first.mark)
}

/// All piles on a board.
pub(super) fn on(board: &Board) -> impl Iterator<Item = &Thing> {
    let piles = board.cells.iter().flat_map(|cell| &cell.piles).chain(board.links.iter().flat_map(|link| &link.piles));
    piles.flat_map(|pile| &pile.things)
}

/// Legend of the letters on a board: the mark (empty if it is the letter of the owner), whether it has an owner, and its sort. Symbols
/// need no legend.
pub(super) fn legend(board: &Board) -> Vec<(&str, bool, &str)> {
    let alone = one_sort(on(board));
    let mut all = Vec::new();
    for thing in on(board)
        .filter(|thing| thing.pips.is_none() && picture_of(thing.icon.as_deref()).is_none())
        .filter(|thing| thing.mark.chars().any(|c| c.is_ascii_alphanumeric()) && thing.mark != thing.sort)
    {
        let is_owned = thing.owner.is_some();
        let mark = if is_owned && alone { "" } else { thing.mark.as_str() };
        let line = (mark, is_owned, thing.sort.as_str());
        if !all.contains(&line) {
            all.push(line);
        }
    }
    all
}

/// A cell and its contents in words: `Hill: 2 Anna's towers, well; income 3; holds 4`.
pub(super) fn label(cell: &Cell) -> String {
    let things = cell.piles.iter().flat_map(|pile| &pile.things).map(|thing| match thing.count {
        1 => thing.title.clone(),
        count => format!("{count} {}", thing.title),
    });
    let hidden = cell.piles.iter().filter(|pile| pile.hidden > 0).map(|pile| format!("{} hidden", pile.hidden));
    let lying = things.chain(hidden).collect::<Vec<_>>().join(", ");
    let parts: Vec<String> = [lying, values(&cell.values)].into_iter().filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { cell.title.clone() } else { format!("{}: {}", cell.title, parts.join("; ")) }
}

/// Contents of a pile in words.
pub(super) fn contents(pile: &Pile) -> String {
    let mut all: Vec<String> = pile.things.iter().map(counted).collect();
    if pile.hidden > 0 {
        all.push(format!("{} hidden", pile.hidden));
    }
    if pile.total.is_none() && all.is_empty() {
        all.push("unlimited".into());
    }
    all.extend(known(pile));
    all.join(", ")
}

/// Values in one line: `costs 2 wool; holds 3`.
pub(super) fn values(values: &[NamedText]) -> String {
    values.iter().map(|named| format!("{} {}", named.name, named.value)).collect::<Vec<_>>().join("; ")
}

/// Known ends of a stack: `top: Duke, then Dame`.
pub(super) fn known(pile: &Pile) -> Vec<String> {
    let mut all: Vec<(&str, String)> = Vec::new();
    for layer in pile.layers.iter().filter(|layer| layer.depth != "middle") {
        let Some(things) = &layer.things else { continue };
        let titles = things.iter().map(counted).collect::<Vec<_>>().join(", ");
        match all.last_mut().filter(|(depth, _)| *depth == layer.depth) {
            Some((_, line)) => *line = format!("{line}, then {titles}"),
            None => all.push((layer.depth, format!("{}: {titles}", layer.depth))),
        }
    }
    all.into_iter().map(|(_, line)| line).collect()
}

fn counted(thing: &Thing) -> String {
    match thing.count {
        1 => thing.title.clone(),
        count => format!("{count}\u{d7} {}", thing.title),
    }
}
