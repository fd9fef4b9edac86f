//! Sections of a rulebook whose clauses do not stand together: one of them has another section, often a misspelt one.

use super::{Clause, codes};
use tavola_syntax::diagnostic::{Diagnostic, is_misspelt};
use tavola_syntax::yaml::suggestion;

/// A finding for each section that interrupts another one, begins again, or is called nearly like the one above it.
pub(super) fn interruptions(clauses: &[Clause]) -> Vec<Diagnostic> {
    let begins: Vec<&Clause> =
        clauses.chunk_by(|one, other| one.section == other.section).filter_map(<[Clause]>::first).collect();
    let name = |at: usize| begins.get(at).map(|clause| clause.section.as_str());
    let mut found = Vec::new();
    for (at, clause) in begins.iter().enumerate().skip(1) {
        let own = clause.section.as_str();
        let Some(before) = name(at - 1) else { continue };
        // The part behind an interruption is not reported again.
        if at.checked_sub(2).and_then(name) == Some(own) {
            continue;
        }
        let begins_again = || begins[..at].iter().any(|one| one.section == own);
        let message = if name(at + 1) == Some(before) {
            format!("section `{before}` is interrupted here by `{own}`")
        } else if is_misspelt(own, before) {
            format!("section `{own}` is called nearly like `{before}` above it")
        } else if begins_again() {
            format!("section `{own}` begins again here, behind others")
        } else {
            continue;
        };
        let near = is_misspelt(own, before).then(|| suggestion(clause.section_span, own, [before])).flatten();
        let help =
            near.unwrap_or_else(|| "move the clauses of a section together, or give this one another section".into());
        found.push(Diagnostic::warning(codes::INTERRUPTED, clause.section_span, message).help(help));
    }
    found
}
