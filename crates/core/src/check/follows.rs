//! Findings that follow from another one at the same place. They are dropped, so that a single mistake is a single finding.

use super::{codes, within};
use tavola_syntax::diagnostic::Diagnostic;

/// Findings that something does not fit where it stands. What is wrong inside of it was judged by what does not fit.
const UNFIT: &[&str] = &[
    codes::MISMATCH,
    codes::ARGUMENTS,
    codes::NOT_A_SET,
    codes::WRONG_SORT,
    codes::NOT_SETTABLE,
    codes::TRACK_SET,
    codes::AMOUNTS,
];

/// Drops findings inside an expression that is wrong as a whole: `cart[b]` where a place is needed, and `b` is no index of `cart`.
pub(super) fn drop_inner(found: &mut Vec<Diagnostic>) {
    let is_unfit = |finding: &&Diagnostic| UNFIT.contains(&finding.code);
    let outer: Vec<_> = found.iter().filter(is_unfit).map(|finding| finding.span).collect();
    found.retain(|finding| {
        let inside = |span| span != finding.span && within(finding.span, span) && finding.span.end <= span.end;
        !is_unfit(&finding) || !outer.iter().any(|span| inside(*span))
    });
}
