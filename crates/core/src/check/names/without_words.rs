//! Rules without the words that only readers need.

use crate::ir::visit::blocks_mut;
use crate::ir::{Block, Rule, StmtKind, Text, TextPart};

/// A rule without the words of its questions, of its reasons and of its log lines; values in them stay. Two rules that are equal then
/// are played alike. Labels of options stay, since answers name some of them.
pub fn without_words(rule: &Rule) -> Rule {
    let mut rule = rule.clone();
    blank(rule.sheet.as_mut().and_then(|sheet| sheet.question.as_mut()));
    within(&mut rule.body);
    rule
}

fn within(block: &mut Block) {
    use StmtKind as K;
    for stmt in block {
        match &mut stmt.kind {
            K::Say(text) => blank(Some(text)),
            K::Require(_, why) => blank(why.as_mut()),
            K::Order(order) => blank(order.prompt.as_mut()),
            K::BagChoice(family) => blank(family.prompt.as_mut()),
            K::Menu(menu) => blank(menu.prompt.as_mut()),
            K::Ask(ask) => blank(ask.prompt.as_mut()),
            K::AtOnce(once) => blank(once.prompt.as_mut()),
            K::Let(..) | K::SetMemory(..) | K::SetTrack(..) | K::Step(..) | K::Call(..) | K::Play(..) => {}
            K::Move { .. } | K::Draw { .. } | K::Shuffle(_) | K::Divide(..) => {}
            K::If(..) | K::Each(..) | K::Repeat { .. } | K::InTurn(..) | K::Together(..) | K::Transaction(..) => {}
            K::Stop | K::Return | K::EndOuter(_) => {}
        }
        blocks_mut(stmt).into_iter().for_each(within);
    }
}

fn blank(text: Option<&mut Text>) {
    for part in text.into_iter().flat_map(|text| &mut text.parts) {
        if let TextPart::Plain(words) = part {
            words.clear();
        }
    }
}
