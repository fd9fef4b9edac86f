//! Who calls whom: no recursion, and `end NAME` only where NAME is always under way.

use std::collections::BTreeSet;

use crate::check::circles::NeedGraph;
use crate::check::codes;
use crate::check::names::Book;
use crate::ir::{RuleId, Rulebook, Stmt, StmtKind, callees_of, visit};
use tavola_syntax::diagnostic::Diagnostic;

/// Depth limit of calls between rules, each counted with the blocks inside one another in it: what goes from a rule into those that it
/// calls needs room for each of them.
pub(super) const MAX_DEEP: usize = 250;

/// Reports circles of calls, and `end` of rules that need not be under way. Whether rules call one another so deep that they can be
/// looked at together.
pub(crate) fn check(book: &mut Book) -> bool {
    let callees = |at: usize| callees_of(&book.ir, &book.ir.rules[at].body).into_iter().map(RuleId::index);
    let calls = NeedGraph::new(book.ir.rules.len(), callees);
    circles(book, &calls);
    ends(book, &calls);
    if let Some(finding) = too_deep(book, &calls) {
        book.found.push(finding);
        return false;
    }
    true
}

/// The first rule, from the last ones called upwards, below which too many lie.
fn too_deep(book: &Book, calls: &NeedGraph) -> Option<Diagnostic> {
    let own = |at: &usize| 1 + nested(&book.ir.rules[*at].body);
    let mut below = vec![0; book.ir.rules.len()];
    // Rules come after those that they call. Those of a circle are counted once each.
    for group in calls.groups() {
        let deepest = group.members.iter().flat_map(|at| calls.of(*at)).map(|at| below[at]).max().unwrap_or_default();
        let all = deepest + group.members.iter().map(own).sum::<usize>();
        if all > MAX_DEEP {
            let rule = &book.ir.rules[group.members[0]];
            let message = format!("below `{}` rules call one another too deep", plain(&rule.name));
            let help = format!(
                "at most {MAX_DEEP} rules and blocks may lie inside one another: let rules do things one after the other"
            );
            return Some(Diagnostic::error(codes::CALLS_TOO_DEEP, rule.span, message).help(help));
        }
        group.members.iter().for_each(|at| below[*at] = all);
    }
    None
}

/// Maximum nesting depth of the blocks of a block.
fn nested(block: &[Stmt]) -> usize {
    let inside = block.iter().flat_map(visit::blocks).map(|inner| 1 + nested(inner));
    inside.max().unwrap_or_default()
}

/// A rule as its author calls it, also where it is the one that another one replaces.
fn plain(name: &str) -> &str {
    name.strip_prefix("original ").unwrap_or(name)
}

/// The rules that a block may call, with those that these may call, and so on.
pub(crate) fn reached(ir: &Rulebook, block: &[Stmt]) -> BTreeSet<RuleId> {
    let mut seen = BTreeSet::new();
    let mut open = callees_of(ir, block);
    while let Some(next) = open.pop() {
        if seen.insert(next) {
            open.extend(callees_of(ir, &ir.rules[next.index()].body));
        }
    }
    seen
}

fn circles(book: &mut Book, calls: &NeedGraph) {
    for group in calls.groups().filter(|group| group.is_circle) {
        let first = group.first();
        let way = calls.way_round(&group);
        let names: Vec<String> = way.iter().map(|at| format!("`{}`", book.ir.rules[*at].name)).collect();
        let message = format!("these rules call each other in a circle: {}", names.join(" calls "));
        let mut finding = Diagnostic::error(codes::RECURSION, book.ir.rules[first].span, message)
            .help("a rule never comes back to itself: use `repeat`, or work it out in a `define`");
        for at in way.into_iter().skip(1).filter(|at| *at != first) {
            finding = finding.label(book.ir.rules[at].span, "this one is in the circle, too");
        }
        book.found.push(finding);
    }
}

fn ends(book: &mut Book, calls: &NeedGraph) {
    let mut wrong = Vec::new();
    for (at, rule) in book.ir.rules.iter().enumerate() {
        visit::statements(&rule.body, &mut |stmt| {
            if let StmtKind::EndOuter(outer) = stmt.kind
                && !always_under(&book.ir, calls, at, outer)
            {
                wrong.push((stmt.span, book.ir.rules[outer.index()].name.clone(), rule.name.clone()));
            }
        });
    }
    for (span, outer, inner) in wrong {
        let (outer, inner) = (plain(&outer), plain(&inner));
        let message = format!("`{outer}` need not be under way here");
        let help = format!("`{inner}` can be called from elsewhere, too: end it, and let its caller decide");
        book.error(codes::END_UNKNOWN, span, message, help);
    }
}

/// Whether every way from the start of the game to `inner` leads through `outer`.
fn always_under(ir: &Rulebook, calls: &NeedGraph, inner: usize, outer: RuleId) -> bool {
    let outer_is_play = outer == ir.play;
    let (play, outer) = (ir.play.index(), outer.index());
    outer_is_play || !calls.reaches(play, inner, Some(outer)) && calls.reaches(outer, inner, None)
}
