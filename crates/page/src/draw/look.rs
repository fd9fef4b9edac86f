//! The look of `look.yaml` in pictures: players' colours, pictures, and backgrounds of boards.

use std::fmt::Write;

use crate::scene::{Board, Scene, is_picture};
use maud::{Markup, PreEscaped, html};

/// Address at which a page finds the pictures.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum PictureSource {
    /// In the page itself, as data URIs.
    Page,
    /// At the server of a table, below `/look`.
    Server,
}

/// The author's colour, if it is a plain word or a number. Nothing else gets into a style.
pub(crate) fn style(colour: &str) -> Option<String> {
    coloured("fill", colour)
}

/// A property of a style with the author's colour.
pub(super) fn coloured(property: &str, colour: &str) -> Option<String> {
    let plain = colour.strip_prefix('#').unwrap_or(colour);
    (!plain.is_empty() && plain.chars().all(|c| c.is_ascii_alphanumeric())).then(|| format!("{property}:{colour}"))
}

/// Colours of players as a style, where the look gives them. Empty without.
pub(crate) fn colours(scene: &Scene) -> String {
    let mut text = String::new();
    for (at, colour) in scene.colours.iter().enumerate().take(8) {
        let (fill, ink) = (&colour.fill, &colour.ink);
        // The edge of a black token must be visible on dark paper.
        let edge = if *fill == *"#000000" { "#8d877c" } else { "#1c1b19" };
        let _ = write!(
            text,
            "svg .p{at}{{fill:{fill};stroke:{edge}}}svg .t{at}{{fill:{ink}}}svg.token .t{at}{{color:{ink}}}\
             .c{at}{{background:{fill};color:{ink}}}.l{at}{{stroke:{fill}}}"
        );
    }
    text
}

/// Definitions of all pictures, which [`picture`] uses by their names. Pictures are images: no script in them runs.
pub(crate) fn definitions(scene: &Scene, source: PictureSource) -> Markup {
    html! {
        @if !scene.pictures.is_empty() {
            defs {
                @for (name, picture) in &*scene.pictures {
                    // A background fills its board; an icon is shown whole.
                    @let fills = scene.boards.iter().any(|board| board.background.as_ref() == Some(name));
                    symbol id={ "look-" (name) } {
                        image width="100%" height="100%" preserveAspectRatio=(if fills { "xMidYMid slice" } else { "xMidYMid meet" }) href=(match source {
                            PictureSource::Page => picture.data.clone(),
                            PictureSource::Server => format!("/look/{}", picture.file),
                        }) {}
                    }
                }
            }
        }
    }
}

/// The style and the pictures of a page whose pictures have no definitions of their own.
pub(crate) fn of_page(scene: &Scene, source: PictureSource) -> Markup {
    html! {
        @if !scene.colours.is_empty() { style { (PreEscaped(colours(scene))) } }
        @if !scene.pictures.is_empty() {
            svg width="0" height="0" style="position:absolute" aria-hidden="true" { (definitions(scene, source)) }
        }
    }
}

/// The name of the picture that stands for a thing, if its icon is one.
pub(crate) fn picture_of(icon: Option<&str>) -> Option<&str> {
    icon.filter(|icon| is_picture(icon))
}

/// A picture in a square.
pub(crate) fn picture(name: &str, at: (i64, i64), side: i64) -> Markup {
    picture_in(name, at, (side, side))
}

/// A picture in a rectangle.
pub(super) fn picture_in(name: &str, (x, y): (i64, i64), (width, height): (i64, i64)) -> Markup {
    html! { use href={ "#look-" (name) } x=(x) y=(y) width=(width) height=(height) {} }
}

/// An icon in a line of text.
pub(super) fn icon(icon: &str) -> Markup {
    match picture_of(Some(icon)) {
        Some(name) => {
            html! { svg .icon viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" { (picture(name, (0, 0), 16)) } " " }
        }
        None => html! { span aria-hidden="true" { (icon) } " " },
    }
}

/// Chips on a colour of the look: the small letters beside them have the colour of text on it.
pub(super) fn on_colour(chips: &Markup, ink: Option<&String>) -> Markup {
    html! {
        @match ink.and_then(|ink| coloured("--letters", ink)) {
            Some(ink) => g class="inked" style=(ink) { (chips) },
            None => (chips),
        }
    }
}

/// A style with the colour of text.
pub(crate) fn inked(ink: Option<&String>) -> Option<String> {
    ink.and_then(|ink| style(ink))
}

/// The background of a board in a rectangle: left, top, width, height.
pub(super) fn background(board: &Board, scene: &Scene, (x, y, width, height): (i64, i64, i64, i64)) -> Markup {
    let Some(own) = &board.background else { return html! {} };
    match scene.pictures.get(own) {
        Some(_) => html! { use .ground href={ "#look-" (own) } x=(x) y=(y) width=(width) height=(height) {} },
        None => html! { rect x=(x) y=(y) width=(width) height=(height) rx="8" style=[style(own)] {} },
    }
}
