//! The pest parser, made from `grammar/tavola.pest`. Nothing outside this folder sees it.
#![allow(missing_docs, unreachable_pub)]

use std::num::NonZeroUsize;
use std::sync::Once;

use pest::Parser;

#[derive(pest_derive::Parser)]
#[grammar = "grammar/tavola.pest"]
struct Tavola;

/// A piece of text that a rule has read.
pub(super) type Pair<'t> = pest::iterators::Pair<'t, Rule>;

/// Where and on what a rule failed.
pub(super) type GrammarFailure = pest::error::Error<Rule>;

/// More steps than the longest line needs; the grammar is linear, so this is a second net.
const CALL_LIMIT: usize = 60_000_000;

/// Reads a whole text by one rule.
pub(super) fn read(rule: Rule, text: &str) -> Result<Pair<'_>, Box<GrammarFailure>> {
    static LIMIT: Once = Once::new();
    LIMIT.call_once(|| pest::set_call_limit(NonZeroUsize::new(CALL_LIMIT)));
    let mut pairs = Tavola::parse(rule, text).map_err(Box::new)?;
    Ok(pairs.next().expect("a rule that has read a text gives one pair"))
}
