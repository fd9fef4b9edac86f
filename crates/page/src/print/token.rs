//! Sheets of round tokens.

use maud::{Markup, html};

use super::PrintBox;
use super::sort::{PrintedSort, index};
use crate::draw::{colour_of, cut, picture, style};
use crate::scene::words;
use tavola_syntax::text::capital;

/// Dashes of the inner circle, by seat: owners differ in them and in their letter, also without colour.
const DASHES: [&str; 8] = ["none", "6 3", "1.5 3", "9 2 2 2", "3 6", "12 4", "1 1", "6 2 1 2 1 2"];

/// Value of `lengthAdjust` that fits a long text into a token.
const SQUEEZED: &str = "spacingAndGlyphs";

/// Style of tokens.
pub(super) const STYLE: &str = "\
svg.token .inner{fill:none;stroke:currentColor;stroke-width:1.6}svg.token .t1,svg.token .t2,svg.token .t4,svg.token .t6{color:#fff}svg.token text.big{font-size:24px}\
svg.token text.plain{paint-order:stroke;stroke:#fff;stroke-width:3px;stroke-linejoin:round}";

/// Tokens of all sorts, one for each copy.
pub(super) fn tokens(printed: &PrintBox) -> Markup {
    html! {
        @if !printed.tokens.is_empty() {
            section.tokens {
                @for sort in &printed.tokens {
                    @for _ in 0..sort.copies { (token(sort, printed)) }
                }
            }
        }
    }
}

pub(super) fn token(sort: &PrintedSort, printed: &PrintBox) -> Markup {
    let owner = sort.thing.owner.as_deref();
    let colour = owner.and_then(|owner| colour_of(&printed.players, owner));
    let class = colour.map_or_else(|| "card".to_owned(), |colour| format!("p{colour}"));
    let ink = colour.map_or_else(|| "plain".to_owned(), |colour| format!("t{colour}"));
    let own = sort.thing.colour.as_deref().filter(|_| colour.is_none()).and_then(style);
    let name = &sort.thing.sort;
    let below = owner.map(capital).or_else(|| index(&sort.thing).map(words).filter(|index| !name.contains(index)));
    // The middle of the circle is wider than its upper and lower part.
    let line = |y: i64, text: &str, most: usize, wide: i64, big: bool| {
        let text = cut(text, most);
        let squeezed = text.chars().count() > most / 2;
        html! { text class={ "mark " (ink) @if big { " big" } } x="40" y=(y) textLength=[squeezed.then_some(wide)] lengthAdjust=[squeezed.then_some(SQUEEZED)] { (text) } }
    };
    html! {
        svg.token viewBox="0 0 80 80" role="img" {
            title { (sort.thing.title) }
            circle class=(class) cx="40" cy="40" r="39" style=[own] {}
            @if let Some(colour) = colour {
                circle class={ "inner " (ink) } cx="40" cy="40" r="34" stroke-dasharray=(DASHES[colour % DASHES.len()]) {}
            }
            (line(24, name, 16, 50, false))
            @if let Some(name) = sort.picture() {
                (picture(name, (27, 27), 26))
            } @else {
                (line(47, &sort.thing.mark, 6, 56, sort.thing.mark.chars().count() <= 3))
            }
            @if let Some(below) = below { (line(63, &below, 14, 50, false)) }
        }
    }
}
