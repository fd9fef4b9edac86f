//! The page that holds all sheets, and its style.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::parts::mm;
use super::{BoxPart, Paper, PrintBox, PrintOptions, board, card, contents, mat, token};
use crate::draw::{LIGHT, OWNERS};

const STYLE: &str = include_str!("print.css");

/// Style for paper without filled areas. It also overrides the author's colours.
const LOW_INK: &str = "\
svg *{fill:none !important}svg text,svg text *{fill:#000 !important;stroke:none !important}svg rect,svg circle,svg polygon{stroke:#000 !important}svg .ground{display:none}\
.contents tr.head{background:none}";

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
                @for picture in boards { (board::draw(picture, options.paper, printed.has_tokens())) }
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
