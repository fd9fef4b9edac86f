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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Rule, is_sign, ways, word, words};
    use crate::syntax::grammar::read;
    use crate::syntax::lexicon::{items, sentences, verbs};

    #[test]
    fn rules_of_words_read_their_words() {
        let signs: Vec<Rule> = Rule::all_rules().iter().copied().filter(|rule| is_sign(*rule)).collect();
        assert!(signs.len() > 100, "rules are found");
        assert_eq!(signs.iter().find(|rule| word(**rule).is_none()), None);
        for rule in signs.into_iter().chain([Rule::w_key, Rule::w_rounding, Rule::w_order]) {
            for word in words(rule) {
                let whole = read(rule, &word).map(|pair| pair.as_str().to_owned()).ok();
                assert_eq!(whole.as_ref(), Some(&word), "{rule:?}");
            }
        }
    }

    /// The words with which a rule can begin.
    fn begins(rule: &str) -> BTreeSet<String> {
        let of = |way: &'static str| match way.split(' ').next().unwrap_or_default() {
            text if text.starts_with('"') => BTreeSet::from([text.trim_matches('"').to_owned()]),
            text => match Rule::all_rules().iter().find(|rule| format!("{rule:?}") == text) {
                Some(rule) if text.starts_with("k_") => word(*rule).into_iter().collect(),
                Some(rule) if text.starts_with("w_") => words(*rule).collect(),
                _ => begins(text),
            },
        };
        // What stands in brackets does not begin anything here.
        let mut depth = 0;
        let outer = ways(rule).filter(|way| {
            let inside = depth > 0;
            depth += way.matches('(').count();
            depth -= way.matches(')').count();
            !inside && *way != "s_subject"
        });
        outer.flat_map(of).collect()
    }

    #[test]
    fn what_can_begin_has_an_example_that_can_be_read() {
        let shown = |all: &[(&str, &str)]| all.iter().map(|(word, _)| (*word).to_owned()).collect::<BTreeSet<_>>();
        let (items, verbs): (Vec<_>, Vec<_>) = (items().collect(), verbs().collect());
        // What players play is said of them.
        let sentences: Vec<_> = sentences().filter(|(word, _)| *word != "play").collect();
        assert_eq!(shown(&items), begins("head"));
        assert_eq!(shown(&sentences), begins("sentence"));
        assert_eq!(shown(&verbs), begins("verb"));
        for (_, text) in items {
            assert!(read(Rule::item_head, text).is_ok(), "{text}");
        }
        for (_, text) in sentences.into_iter().chain(verbs) {
            assert!(read(Rule::sentences, text).is_ok(), "{text}");
        }
    }
}
