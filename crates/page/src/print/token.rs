//! Sheets of round tokens.

use maud::{Markup, html};

use super::PrintBox;
use super::sort::{PrintedSort, index};
use crate::draw::{colour_of, cut, initial, style};
use crate::scene::words;

/// Dashes of the inner circle, by seat: owners differ in them and in their letter, also without colour.
const DASHES: [&str; 8] = ["none", "6 3", "1.5 3", "9 2 2 2", "3 6", "12 4", "1 1", "6 2 1 2 1 2"];

/// How a long text fits into a token.
const SQUEEZED: &str = "spacingAndGlyphs";

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

fn token(sort: &PrintedSort, printed: &PrintBox) -> Markup {
    let owner = sort.thing.owner.as_deref();
    let colour = owner.and_then(|owner| colour_of(&printed.players, owner));
    let class = colour.map_or_else(|| "card".to_owned(), |colour| format!("p{colour}"));
    let ink = colour.map_or_else(|| "plain".to_owned(), |colour| format!("t{colour}"));
    let own = sort.thing.colour.as_deref().filter(|_| colour.is_none()).and_then(style);
    let is_long = sort.thing.mark.chars().count() > 3;
    let below = owner.map(initial).or_else(|| index(&sort.thing).map(words)).map(|below| cut(&below, 12));
    let is_wide = below.as_ref().is_some_and(|below| below.chars().count() > 8);
    html! {
        svg.token viewBox="0 0 80 80" role="img" {
            title { (sort.thing.title) }
            circle class=(class) cx="40" cy="40" r="39" style=[own] {}
            @if let Some(colour) = colour {
                circle class={ "inner " (ink) } cx="40" cy="40" r="34" stroke-dasharray=(DASHES[colour % DASHES.len()]) {}
            }
            text class={ "mark " (ink) @if !is_long { " big" } } x="40" y="46" textLength=[is_long.then_some("56")] lengthAdjust=[is_long.then_some(SQUEEZED)] { (sort.thing.mark) }
            @if let Some(below) = below {
                text class={ "mark " (ink) } x="40" y="62" textLength=[is_wide.then_some("58")] lengthAdjust=[is_wide.then_some(SQUEEZED)] { (below) }
            }
        }
    }
}
