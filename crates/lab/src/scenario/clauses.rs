//! The clauses that a case cites.

use std::collections::BTreeSet;
use tavola_syntax::yaml::codes;

use tavola_game::removed_clause;
use tavola_syntax::diagnostic::{Diagnostic, Remedy};
use tavola_syntax::text::Span;
use tavola_syntax::yaml;

/// Reports clauses that the rulebook does not have, if its clauses are known.
pub(super) fn unknown_clauses(known: Option<&BTreeSet<String>>, clauses: &[(String, Span)]) -> Vec<Diagnostic> {
    let Some(known) = known else { return Vec::new() };
    let unknown = clauses.iter().filter(|(clause, _)| !known.contains(clause));
    let finding = |(clause, span): &(String, Span)| {
        let finding = Diagnostic::error(codes::NO_CLAUSE, *span, format!("the rulebook has no clause `{clause}`"));
        // If the chapter exists, probably only the number is wrong.
        let chapter = clause.rsplit_once('.').map(|(chapter, _)| format!("{chapter}."));
        let inside = |chapter: &String| {
            let mut all =
                known.iter().filter(|id| id.starts_with(chapter.as_str())).map(String::as_str).collect::<Vec<_>>();
            all.sort_by_key(|id| id.len());
            (!all.is_empty()).then(|| format!("this chapter has {}", all.join(", ")).into())
        };
        let removed = removed_clause(clause, |id| known.contains(id)).map(Remedy::from);
        let help: Option<Remedy> = removed.or_else(|| chapter.as_ref().and_then(inside));
        let help = help.or_else(|| yaml::suggestion(*span, clause, known.iter().map(String::as_str)));
        finding.help(help.unwrap_or_else(|| "add it to `rulebook.yaml`".into()))
    };
    unknown.map(finding).collect()
}
