//! Texts of clauses as HTML: their paragraphs and lists.

use maud::{Markup, html};

use crate::scene::{BlockText, TextBlock};

/// The text of a clause as HTML.
pub fn clause(text: &str) -> String {
    clause_text(&html! {}, text).into_string()
}

/// The text of a clause behind its name.
pub(super) fn clause_text(name: &Markup, text: &str) -> Markup {
    let BlockText { lead, blocks } = BlockText::read(text);
    html! { p { (name) (lead) } (text_blocks(&blocks)) }
}

fn text_blocks(blocks: &[TextBlock]) -> Markup {
    let items = |items: &[BlockText]| html! { @for item in items { li { (item.lead) (text_blocks(&item.blocks)) } } };
    html! {
        @for block in blocks {
            @match block {
                TextBlock::Paragraph(words) => p { (words) },
                TextBlock::List { is_numbered: true, items: numbered } => ol { (items(numbered)) },
                TextBlock::List { items: bullets, .. } => ul { (items(bullets)) },
            }
        }
    }
}
