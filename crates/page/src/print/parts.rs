//! Parts that several sheets share: lengths, and bands in the colours of owners.

use maud::{Markup, html};

use crate::draw::{colour_of, initial, picture, style};
use crate::scene::Thing;

/// Width of a token, in tenths of a millimetre.
pub(super) const TOKEN: i64 = 200;

/// A length in tenths of a millimetre.
pub(super) fn mm(tenths: i64) -> String {
    format!("{}.{}mm", tenths / 10, tenths % 10)
}

/// A band in the colour of a thing's owner with the letter of the owner, or in the author's colour. Nothing if there is none.
pub(super) fn band(thing: &Thing, players: &[String], size: (i64, i64)) -> Markup {
    match (&thing.owner, thing.colour.as_deref().and_then(style)) {
        (Some(owner), _) => band_of(owner, players, size),
        (None, Some(fill)) => html! {
            svg.band viewBox={ "0 0 " (size.0) " " (size.1) } { rect.edge x="2" y="2" width=(size.0 - 4) height=(size.1 - 4) style=(fill) {} }
        },
        (None, None) => html! {},
    }
}

/// A picture of `look.yaml` on a card or tile, or a text without one.
pub(super) fn sign(name: Option<&str>, text: Option<&str>) -> Markup {
    html! {
        @if let Some(name) = name {
            svg.sign viewBox="0 0 100 100" { (picture(name, (0, 0), 100)) }
        } @else if let Some(text) = text {
            span.mark { (text) }
        }
    }
}

/// A band in the colour of a player, with their letter.
pub(super) fn band_of(owner: &str, players: &[String], (width, height): (i64, i64)) -> Markup {
    let colour = colour_of(players, owner).unwrap_or_default();
    html! {
        svg.band viewBox={ "0 0 " (width) " " (height) } {
            rect class={ "p" (colour) } x="2" y="2" width=(width - 4) height=(height - 4) {}
            text class={ "t" (colour) } x="30" y=(height - 15) style="font-size:44px;font-weight:600" { (initial(owner)) }
        }
    }
}
