//! The words of the grammar, out of its own text, for messages.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::grammar::Rule;

/// What each rule of the grammar reads, as it is written there.
static WRITTEN: LazyLock<BTreeMap<&str, &str>> = LazyLock::new(|| {
    let rules = include_str!("../../grammar/tavola.pest").split(" }\n").filter_map(|rule| rule.split_once("{ "));
    let name = |head: &'static str| head.lines().last().and_then(|line| line.split(' ').next());
    rules.filter_map(|(head, body)| Some((name(head)?, body))).collect()
});

/// The ways to read a rule.
fn ways(rule: &str) -> impl Iterator<Item = &'static str> + use<> {
    WRITTEN.get(rule).into_iter().flat_map(|body| body.split('|')).map(str::trim)
}

/// The words that a rule of words reads: `up`, `down`, `half up`.
pub(super) fn words(rule: Rule) -> impl Iterator<Item = String> {
    ways(&format!("{rule:?}")).map(|way| way.split('"').skip(1).step_by(2).collect())
}

/// The word or sign that a `k_` rule reads. Of several it is the first.
pub(super) fn word(rule: Rule) -> Option<String> {
    is_sign(rule).then(|| words(rule).next())?
}

/// Whether a rule reads a word or sign: the tree needs neither these nor the end of a text.
pub(super) fn is_mute(rule: Rule) -> bool {
    /// By the number of the rule.
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

/// Whether a whole sentence could have stood where these rules were tried.
pub(super) fn wants_sentence(rules: &[Rule]) -> bool {
    rules.contains(&Rule::k_add) || rules.contains(&Rule::chain)
}
