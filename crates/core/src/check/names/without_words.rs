//! Rules without the words that only readers need.

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
            K::Ask(ask) => {
                blank(ask.prompt.as_mut());
                ask.arms.iter_mut().for_each(|arm| within(&mut arm.body));
            }
            K::AtOnce(once) => {
                blank(once.prompt.as_mut());
                within(&mut once.body);
            }
            K::If(_, one, other) | K::Transaction(one, other) => [one, other].into_iter().for_each(within),
            K::Each(_, body) | K::Repeat { body, .. } | K::InTurn(_, _, body) | K::Together(_, body) => within(body),
            _ => {}
        }
    }
}

fn blank(text: Option<&mut Text>) {
    for part in text.into_iter().flat_map(|text| &mut text.parts) {
        if let TextPart::Plain(words) = part {
            words.clear();
        }
    }
}
