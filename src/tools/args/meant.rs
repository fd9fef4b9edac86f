//! Verbs of other programs, and the verbs of this one that do the same.

use clap::Command;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};

/// Words that people try first, each with the verbs that they mean.
const MEANT: [(&str, &[&str]); 33] = [
    ("validate", &["check"]),
    ("verify", &["check", "test"]),
    ("lint", &["check"]),
    ("compile", &["check"]),
    ("build", &["check"]),
    ("format", &["fmt"]),
    ("prettify", &["fmt"]),
    ("init", &["new"]),
    ("create", &["new"]),
    ("scaffold", &["new"]),
    ("run", &["play", "simulate"]),
    ("start", &["play", "serve"]),
    ("why", &["play"]),
    ("debug", &["play", "find"]),
    ("show", &["draw", "doc"]),
    ("print", &["doc", "replay"]),
    ("render", &["draw"]),
    ("view", &["draw", "serve"]),
    ("web", &["serve"]),
    ("host", &["serve"]),
    ("sim", &["simulate"]),
    ("stats", &["simulate"]),
    ("balance", &["simulate", "tune"]),
    ("optimize", &["tune"]),
    ("perft", &["count"]),
    ("benchmark", &["bench"]),
    ("perf", &["bench"]),
    ("coverage", &["trace"]),
    ("clauses", &["clause"]),
    ("search", &["find", "clause"]),
    ("list", &["games"]),
    ("docs", &["doc"]),
    ("json", &["schema", "export"]),
];

/// Adds to the refusal of an unknown verb what the verbs that it means do.
pub(super) fn with_meant_verbs(mut refused: Error, command: &Command) -> Error {
    if refused.kind() != ErrorKind::InvalidSubcommand {
        return refused;
    }
    let Some(ContextValue::String(word)) = refused.get(ContextKind::InvalidSubcommand) else { return refused };
    let Some((_, verbs)) = MEANT.iter().find(|(other, _)| word.eq_ignore_ascii_case(other)) else { return refused };
    let tips = verbs.iter().filter_map(|verb| command.find_subcommand(verb)).map(|verb| {
        let about = verb.get_about().map(ToString::to_string).unwrap_or_default();
        StyledStr::from(format!("`tavola {}`: {about}", verb.get_name()))
    });
    let tips = ContextValue::StyledStrs(tips.collect());
    refused.remove(ContextKind::SuggestedSubcommand);
    refused.insert(ContextKind::Suggested, tips);
    refused
}
