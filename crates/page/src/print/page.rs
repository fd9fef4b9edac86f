//! The page that holds all sheets, and its style.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::parts::mm;
use super::{BoxPart, Paper, PrintBox, PrintOptions, card, contents, mat, token};
use crate::draw::{LIGHT, OWNERS, Picture};

const STYLE: &str = include_str!("print.css");

/// Style for paper without filled areas. It also overrides the author's colours.
const LOW_INK: &str = "\
svg *{fill:none !important}svg text,svg text *{fill:#000 !important;stroke:none !important}svg rect,svg circle,svg polygon{stroke:#000 !important}svg .ground{display:none}\
.contents tr.head{background:none}";

/// Margin of boards, in tenths of a millimetre.
const MARGIN: i64 = 100;

/// The whole page.
pub(super) fn page(printed: &PrintBox, options: PrintOptions) -> Markup {
    let boards = printed.boards.iter().filter(|_| options.has(BoxPart::Boards));
    let mats = printed.mats.iter().filter(|_| options.has(BoxPart::Mats));
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                title { (printed.full_title()) ": print and play" }
                style { (PreEscaped(LIGHT)) (PreEscaped(OWNERS)) (PreEscaped(paper(options.paper))) (PreEscaped(STYLE)) (PreEscaped(token::STYLE))
                    @if options.low_ink { (PreEscaped(LOW_INK)) } }
            }
            body {
                (printed.look)
                (contents::contents(printed, options))
                @if options.has(BoxPart::Cards) { (card::cards(printed, options.paper, options.backs)) }
                @if options.has(BoxPart::Tokens) { (card::tiles(printed, options.paper)) (token::tokens(printed)) }
                @for picture in boards { (board(picture, options.paper)) }
                @for mat in mats { (mat::draw(mat, &printed.full_title(), &printed.players)) }
            }
        }
    }
}

/// The rules of a style sheet that depend on the paper.
fn paper(paper: Paper) -> String {
    let ((width, height), name) = (paper.size(), paper.name());
    let (width, height, inner) = (mm(width), mm(height), mm(height - 250));
    format!(
        "@page{{size:{name};margin:0}}@page flow{{size:{name};margin:12mm}}@page wide{{size:{name} landscape;margin:0}}\
         .sheet{{width:{width};height:{height}}}.sheet.wide{{width:{height};height:{width}}}.mat{{height:{inner}}}"
    )
}

/// A board on a page of its own, which is turned if the board is wide.
fn board(picture: &Picture, paper: Paper) -> Markup {
    let (width, height) = (picture.drawn.width, picture.drawn.height);
    let is_wide = width > height;
    let (across, down) = if is_wide { (paper.size().1, paper.size().0) } else { paper.size() };
    let place =
        format!("left:{m};top:{m};width:{};height:{}", mm(across - 2 * MARGIN), mm(down - 2 * MARGIN), m = mm(MARGIN));
    html! {
        section.sheet.board .wide[is_wide] {
            svg viewBox={ "0 0 " (width) " " (height) } style=(place) role="img" aria-label=(picture.name()) { (picture.drawn.inside) }
        }
    }
}
