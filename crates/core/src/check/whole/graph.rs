//! Call graph checks: no recursion, limited depth, and `end NAME` only where NAME is always running.

use std::collections::BTreeSet;

use crate::check::circles::NeedGraph;
use crate::check::codes;
use crate::check::names::Book;
use crate::ir::{RuleId, RuleKind, Rulebook, Stmt, StmtKind, callees_of, visit};
use tavola_syntax::diagnostic::Diagnostic;

/// Maximum depth of nested calls. Each rule counts once, plus the nesting depth of its blocks. The limit bounds the stack of
/// recursive passes over rules and their callees.
pub(super) const MAX_DEEP: usize = 250;

/// Reports recursion, calls that are nested too deeply, and `end` of rules that may not be running.
///
/// Returns true if calls are shallow enough for recursive passes.
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

/// Reports the first rule, from callees to callers, whose calls are nested too deeply.
fn too_deep(book: &Book, calls: &NeedGraph) -> Option<Diagnostic> {
    let own = |at: &usize| 1 + nested(&book.ir.rules[*at].body);
    let mut below = vec![0; book.ir.rules.len()];
    // Groups come with callees first. The rules of a cycle count once each.
    for group in calls.groups() {
        let deepest = group.members.iter().flat_map(|at| calls.of(*at)).map(|at| below[at]).max().unwrap_or_default();
        let all = deepest + group.members.iter().map(own).sum::<usize>();
        if all > MAX_DEEP {
            let rule = &book.ir.rules[group.members[0]];
            let message = format!("calls below `{}` are nested too deeply", plain(&rule.name));
            let help = format!("nest at most {MAX_DEEP} rules and blocks: let rules do things one after the other");
            return Some(Diagnostic::error(codes::CALLS_TOO_DEEP, rule.span, message).help(help));
        }
        group.members.iter().for_each(|at| below[*at] = all);
    }
    None
}

/// Maximum nesting depth of the blocks in a block.
fn nested(block: &[Stmt]) -> usize {
    let inside = block.iter().flat_map(visit::blocks).map(|inner| 1 + nested(inner));
    inside.max().unwrap_or_default()
}

/// The author's name of a rule, also for an original that a hook replaces.
fn plain(name: &str) -> &str {
    name.strip_prefix("original ").unwrap_or(name)
}

/// The transitive closure of the callees of a block.
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

/// Help for a card that plays cards of its own kind. A `where` does not change which kind they are of.
const PLAYED_BY_A_CARD: &str = "a card cannot play cards of its own kind: remember that one is due, and let the rule that played this card play it";

fn circles(book: &mut Book, calls: &NeedGraph) {
    for group in calls.groups().filter(|group| group.is_circle) {
        let first = group.first();
        let way = calls.way_round(&group);
        let names: Vec<String> = way.iter().map(|at| format!("`{}`", book.ir.rules[*at].name)).collect();
        let message = format!("these rules call each other in a circle: {}", names.join(" calls "));
        let help = match way.iter().any(|at| book.ir.rules[*at].kind == RuleKind::Card) {
            true => PLAYED_BY_A_CARD,
            false => "rules cannot call themselves: use `repeat`, or compute it in a `define`",
        };
        let mut finding = Diagnostic::error(codes::RECURSION, book.ir.rules[first].span, message).help(help);
        for at in way.into_iter().skip(1).filter(|at| *at != first) {
            finding = finding.label(book.ir.rules[at].span, "this rule is in the circle");
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
        let message = format!("`{outer}` is not always running here");
        let help = format!("`{inner}` has other callers, too: end `{inner}`, and let its caller decide");
        book.error(codes::END_UNKNOWN, span, message, help);
    }
}

/// True if every path from the start of the game to `inner` passes through `outer`.
fn always_under(ir: &Rulebook, calls: &NeedGraph, inner: usize, outer: RuleId) -> bool {
    let outer_is_play = outer == ir.play;
    let (play, outer) = (ir.play.index(), outer.index());
    outer_is_play || !calls.reaches(play, inner, Some(outer)) && calls.reaches(outer, inner, None)
}
