//! Files of the page: style, script, icon; and the elements that the script alone fills.

use maud::{Markup, html};

/// Style of the page, light and dark, for phones and large screens.
pub const STYLE: &str =
    concat!(include_str!("page.css"), include_str!("layout.css"), include_str!("dense.css"), include_str!("low.css"));

/// Script of the page.
pub const SCRIPT: &str = concat!(
    include_str!("changes.js"),
    include_str!("choose.js"),
    include_str!("show.js"),
    include_str!("reveal.js"),
    include_str!("tabs.js"),
    include_str!("labels.js"),
    include_str!("zoom.js"),
    include_str!("fit.js"),
    include_str!("drag.js"),
    include_str!("page.js"),
    include_str!("divide.js"),
    include_str!("talk.js")
);

/// Icon of the page: two tokens.
pub const ICON: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 16 16\"><circle cx=\"6\" cy=\"6\" r=\"5\" fill=\"#f2c14e\" stroke=\"#1c1b19\"/><circle cx=\"10\" cy=\"10\" r=\"5\" fill=\"#b3401f\" stroke=\"#1c1b19\"/></svg>";

/// Tabs of a phone, the bar that takes a touched answer, the hint at a piece, and the picture of an answer's route.
pub(super) fn aids() -> Markup {
    html! {
        nav #tabs aria-label="Parts of the table" {
            @for part in ["board", "mine", "players", "log"] { button type="button" data-part=(part) aria-pressed="false" hidden {} }
        }
        div #confirm role="group" aria-label="Touched answer" hidden {
            b {} button type="button" data-take="1" { "Answer" } button .quiet type="button" data-take="0" { "Back" }
        }
        div #hint role="tooltip" hidden {}
        svg #route aria-hidden="true" {
            defs { marker #tip viewBox="0 0 8 8" refX="6" refY="4" markerWidth="4" markerHeight="4" orient="auto" { path d="M0 0 8 4 0 8z" {} } }
            g {}
        }
    }
}

/// Buttons that enlarge a picture, and a hint that fingers do, while its letters are too small.
pub(super) fn enlarging() -> Markup {
    html! {
        div .zoom {
            small { "Pinch to enlarge" }
            button type="button" data-zoom="0.67" aria-label="Show more of the board" { "\u{2212}" }
            button type="button" data-zoom="1.5" aria-label="Enlarge the board" { "+" }
        }
    }
}
