//! Pictures, and the page that saves them as PNG.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::super::token::STYLE as TOKEN;
use crate::draw::{LIGHT, OWNERS};

/// Fonts that are narrow enough for lines that are broken by their number of letters.
const FONTS: &str = "svg text{font-family:Arial,Helvetica,'Liberation Sans','DejaVu Sans Condensed',sans-serif}";

/// Browsers draw pictures themselves, so the program needs no renderer and no fonts.
const SCRIPT: &str = include_str!("images.js");

const STYLE: &str = "body{font-family:system-ui,sans-serif;margin:2em;max-width:60em}figure{display:inline-block;margin:.5em}\
img{max-width:18em;max-height:18em;border:1px solid #999}figcaption,button{font:inherit}";

/// A picture.
#[derive(Clone, Debug)]
pub struct TabletopImage {
    /// Its file name without ending.
    pub name: String,
    /// A stand-alone SVG.
    pub svg: String,
    /// Width and height of its PNG.
    pub pixels: (i64, i64),
}

impl TabletopImage {
    /// A picture with the look of a game and these contents, of a size in the units of its contents.
    pub(super) fn new(name: String, (look, inside): (&Markup, &Markup), size: (i64, i64), pixels: (i64, i64)) -> Self {
        let whole = html! {
            svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (size.0) " " (size.1) } width=(pixels.0) height=(pixels.1) {
                style { (PreEscaped(LIGHT)) (PreEscaped(OWNERS)) (PreEscaped(TOKEN)) (PreEscaped(FONTS)) }
                rect width=(size.0) height=(size.1) style="fill:#fff" {}
                (look)
                (inside)
            }
        };
        Self { name, svg: whole.into_string(), pixels }
    }
}

/// The page that shows all pictures and saves them.
pub(super) fn page(title: &str, images: &[TabletopImage]) -> Markup {
    let address = |image: &TabletopImage| {
        format!("data:image/svg+xml;charset=utf-8,{}", image.svg.replace('%', "%25").replace('#', "%23"))
    };
    html! {
        (DOCTYPE)
        html lang="en" {
            head { meta charset="utf-8"; title { (title) ": pictures for Tabletop Simulator" } style { (PreEscaped(STYLE)) } }
            body {
                h1 { (title) ": pictures for Tabletop Simulator" }
                p { "Tabletop Simulator reads PNG, not SVG. " button { "Save all " (images.len()) " pictures as PNG" } }
                p { "Allow the browser to save several files, and move them into the folder of this page." }
                @for image in images {
                    figure {
                        img alt=(image.name) src=(address(image)) data-width=(image.pixels.0) data-height=(image.pixels.1);
                        figcaption { (image.name) ".png" }
                    }
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
}
