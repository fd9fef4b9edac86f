//! The pest parser generated from `grammar/tavola.pest`. Private to this folder.
#![allow(missing_docs, unreachable_pub)]

use std::num::NonZeroUsize;
use std::sync::Once;

use pest::Parser;

#[derive(pest_derive::Parser)]
#[grammar = "grammar/tavola.pest"]
struct Tavola;

/// A piece of text matched by a rule.
pub(super) type Pair<'t> = pest::iterators::Pair<'t, Rule>;

/// A parse failure: position and expected rules.
pub(super) type GrammarFailure = pest::error::Error<Rule>;

/// Step limit of the parser, above the need of the longest line. The grammar is linear, so this is a second safeguard.
const CALL_LIMIT: usize = 60_000_000;

/// Parses a whole text by one rule.
pub(super) fn read(rule: Rule, text: &str) -> Result<Pair<'_>, Box<GrammarFailure>> {
    static LIMIT: Once = Once::new();
    LIMIT.call_once(|| pest::set_call_limit(NonZeroUsize::new(CALL_LIMIT)));
    let mut pairs = Tavola::parse(rule, text).map_err(Box::new)?;
    Ok(pairs.next().expect("a rule that has read a text gives one pair"))
}
