//! The first page: what is on the sheets, and how to print them.

use maud::{Markup, html};

use super::sort::PrintedSort;
use super::{BoxPart, PrintBox, PrintOptions, UNLIMITED, board};
use tavola_syntax::text::count;

/// Sorts of one row of the components.
struct ComponentGroup<'a> {
    component: &'a str,
    sorts: Vec<&'a PrintedSort>,
}

/// The first page.
pub(super) fn contents(printed: &PrintBox, options: PrintOptions) -> Markup {
    let (players, tables) = (
        printed.mats.iter().filter(|mat| mat.owner.is_some()).count(),
        printed.mats.iter().filter(|mat| mat.owner.is_none()).count(),
    );
    let has_cards = options.has(BoxPart::Cards) && !printed.cards.is_empty();
    let all = printed.tiles.iter().chain(&printed.tokens).filter(|_| options.has(BoxPart::Tokens));
    let all = all.chain(printed.cards.iter().filter(|_| has_cards));
    html! {
        section.contents {
            h1 { (printed.title) }
            @if let Some(variant) = &printed.variant { p { "Variant: " (variant) "." } }
            @if !printed.settings.is_empty() { p { "Settings: " (printed.settings.join(", ")) "." } }
            p { "Print-and-play sheets for " (count(printed.players.len(), "player")) ": " (printed.players.join(", ")) "." }
            h2 { "How to print" }
            ul {
                li { "Paper: " (options.paper.name()) ". Scale: 100 % (“actual size”), not “fit to page”. Margins: none. Headers and footers: off. Background graphics: on." }
                @if has_cards && options.backs { li { "Double-sided: flip on the long edge. The backs are mirrored, so each lies behind its card." } }
                @if has_cards { li { "Cards are 63 × 88 mm. Cut along the marks at the edge of the sheet." } }
                @if options.has(BoxPart::Tokens) && !printed.tokens.is_empty() { li { "Tokens are 20 mm wide." } }
                @for (picture, sheets) in printed.boards.iter().filter(|_| options.has(BoxPart::Boards)).map(|picture| (picture, board::count(picture, options.paper, printed.has_tokens()))) {
                    @if sheets > 1 { li { "The board " (picture.name()) " is printed on " (sheets) " sheets, so that tokens fit its spaces: cut off the margins and join the parts." } }
                }
            }
            h2 { "Contents" }
            table {
                @if options.has(BoxPart::Cards) { (groups("Cards", &printed.cards)) }
                @if options.has(BoxPart::Tokens) { (groups("Tiles", &printed.tiles)) (groups("Tokens", &printed.tokens)) }
                @if options.has(BoxPart::Boards) && !printed.boards.is_empty() {
                    tr.head { th { "Boards" } td { (printed.boards.len()) } td { (names(printed)) } }
                }
                @if options.has(BoxPart::Mats) && !printed.mats.is_empty() {
                    tr.head { th { "Mats" } td { (printed.mats.len()) } td { (players) " for players, " (tables) " for the table" } }
                }
            }
            @if all.into_iter().any(|sort| sort.is_unlimited) {
                p { "* The supply is unlimited: " (UNLIMITED) " of each sort are printed. Print the page again for more." }
            }
            @if options.has(BoxPart::Boards) && !printed.laid_out.is_empty() {
                p { "Not printed: " (printed.laid_out.join(", ")) ". Lay the tiles on the table." }
            }
            @if options.has(BoxPart::Mats) && !printed.memory.is_empty() {
                p { "Not printed: " (printed.memory.join(", ")) " (memory of the rules). Use pieces, or keep a note." }
            }
        }
    }
}

fn names(printed: &PrintBox) -> String {
    let name = |picture: &crate::draw::Picture| {
        picture.boards.iter().map(|board| board.name.as_str()).collect::<Vec<_>>().join(" and ")
    };
    printed.boards.iter().map(name).collect::<Vec<_>>().join(", ")
}

fn groups(title: &str, sorts: &[PrintedSort]) -> Markup {
    let mut groups: Vec<ComponentGroup<'_>> = Vec::new();
    for sort in sorts {
        match groups.last_mut().filter(|group| group.component == sort.component) {
            Some(group) => group.sorts.push(sort),
            None => groups.push(ComponentGroup { component: &sort.component, sorts: vec![sort] }),
        }
    }
    let total = |sorts: &[&PrintedSort]| sorts.iter().map(|sort| sort.copies).sum::<u32>();
    let listed = |sort: &&PrintedSort| {
        let star = if sort.is_unlimited { "*" } else { "" };
        format!("{} × {}{star}", sort.thing.title, sort.copies)
    };
    html! {
        @if !sorts.is_empty() {
            tr.head { th { (title) } td { (total(&sorts.iter().collect::<Vec<_>>())) } td {} }
            @for group in &groups {
                tr {
                    th { (group.component) }
                    td { (total(&group.sorts)) }
                    td { (group.sorts.iter().map(listed).collect::<Vec<_>>().join(", ")) }
                }
            }
        }
    }
}
