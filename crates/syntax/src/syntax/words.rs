//! Words of the grammar for messages, extracted from its own source.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::grammar::Rule;

/// Bodies of the rules of the grammar, by name.
static SPELLINGS: LazyLock<BTreeMap<&str, &str>> = LazyLock::new(|| {
    let rules = include_str!("../../grammar/tavola.pest").split(" }\n").filter_map(|rule| rule.split_once("{ "));
    let name = |head: &'static str| head.lines().last().and_then(|line| line.split(' ').next());
    rules.filter_map(|(head, body)| Some((name(head)?, body))).collect()
});

/// Alternatives of a rule.
fn ways(rule: &str) -> impl Iterator<Item = &'static str> + use<> {
    SPELLINGS.get(rule).into_iter().flat_map(|body| body.split('|')).map(str::trim)
}

/// Words that a rule of words matches: `up`, `down`, `half up`.
pub(super) fn words(rule: Rule) -> impl Iterator<Item = String> {
    ways(&format!("{rule:?}")).map(|way| way.split('"').skip(1).step_by(2).collect())
}

/// Word or sign that a `k_` rule matches. The first one if there are several.
pub(super) fn word(rule: Rule) -> Option<String> {
    is_sign(rule).then(|| words(rule).next())?
}

/// True for rules that the tree does not need: words, signs, and the end of the input.
pub(super) fn is_mute(rule: Rule) -> bool {
    /// Indexed by rule.
    static MUTE: LazyLock<Vec<bool>> = LazyLock::new(|| {
        let mut mute = vec![false; Rule::all_rules().len() + 1];
        Rule::all_rules().iter().for_each(|rule| mute[*rule as usize] = is_sign(*rule));
        mute[Rule::EOI as usize] = true;
        mute
    });
    MUTE[rule as usize]
}

fn is_sign(rule: Rule) -> bool {
    format!("{rule:?}").starts_with("k_")
}

/// True if a whole sentence was expected where these rules failed.
pub(super) fn wants_sentence(rules: &[Rule]) -> bool {
    rules.contains(&Rule::k_add) || rules.contains(&Rule::chain)
}
