//! Who calls whom: no recursion, and `end NAME` only where NAME is always under way.

use std::collections::BTreeSet;

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::Dfs;

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
    let mut graph = DiGraph::<RuleId, ()>::new();
    let nodes: Vec<NodeIndex> = (0..book.ir.rules.len()).map(|at| graph.add_node(RuleId(at as u32))).collect();
    for (at, node) in nodes.iter().enumerate() {
        for callee in callees_of(&book.ir, &book.ir.rules[at].body) {
            graph.update_edge(*node, nodes[callee.index()], ());
        }
    }
    circles(book, &graph, &nodes);
    ends(book, &graph, &nodes);
    if let Some(finding) = too_deep(book, &graph) {
        book.found.push(finding);
        return false;
    }
    true
}

/// The first rule, from the last ones called upwards, below which too many lie.
fn too_deep(book: &Book, graph: &DiGraph<RuleId, ()>) -> Option<Diagnostic> {
    let own = |id: RuleId| 1 + nested(&book.ir.rules[id.index()].body);
    let mut below = vec![0; book.ir.rules.len()];
    // Rules come after those that they call. Those of a circle are counted once each.
    for group in kosaraju_scc(graph) {
        let callees = group.iter().flat_map(|node| graph.neighbors(*node)).map(|node| below[graph[node].index()]);
        let deepest: usize = callees.max().unwrap_or_default();
        let all = deepest + group.iter().map(|node| own(graph[*node])).sum::<usize>();
        if all > MAX_DEEP {
            let rule = &book.ir.rules[graph[group[0]].index()];
            let message = format!("below `{}` rules call one another too deep", plain(&rule.name));
            let help = format!(
                "at most {MAX_DEEP} rules and blocks may lie inside one another: let rules do things one after the other"
            );
            return Some(Diagnostic::error(codes::CALLS_TOO_DEEP, rule.span, message).help(help));
        }
        group.iter().for_each(|node| below[graph[*node].index()] = all);
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

fn circles(book: &mut Book, graph: &DiGraph<RuleId, ()>, nodes: &[NodeIndex]) {
    for group in kosaraju_scc(graph) {
        let mut rules: Vec<RuleId> = group.iter().map(|node| graph[*node]).collect();
        rules.sort();
        let first = nodes[rules[0].index()];
        if rules.len() == 1 && !graph.contains_edge(first, first) {
            continue;
        }
        let way = circle(graph, nodes, &rules);
        let names: Vec<String> = way.iter().map(|id| format!("`{}`", book.ir.rules[id.index()].name)).collect();
        let message = format!("these rules call each other in a circle: {}", names.join(" calls "));
        let mut finding = Diagnostic::error(codes::RECURSION, book.ir.rules[rules[0].index()].span, message)
            .help("a rule never comes back to itself: use `repeat`, or work it out in a `define`");
        for id in way.iter().skip(1).filter(|id| **id != rules[0]) {
            finding = finding.label(book.ir.rules[id.index()].span, "this one is in the circle, too");
        }
        book.found.push(finding);
    }
}

/// One way round, from the first rule back to it.
fn circle(graph: &DiGraph<RuleId, ()>, nodes: &[NodeIndex], group: &[RuleId]) -> Vec<RuleId> {
    let start = group[0];
    let mut way = vec![start];
    let mut seen = std::collections::BTreeSet::from([start]);
    loop {
        let last = way[way.len() - 1];
        let mut next: Vec<RuleId> = graph.neighbors(nodes[last.index()]).map(|node| graph[node]).collect();
        next.sort();
        if next.contains(&start) {
            way.push(start);
            return way;
        }
        match next.into_iter().find(|id| group.contains(id) && seen.insert(*id)) {
            Some(id) => way.push(id),
            None => {
                way.pop();
                if way.is_empty() {
                    return group.to_vec();
                }
            }
        }
    }
}

fn ends(book: &mut Book, graph: &DiGraph<RuleId, ()>, nodes: &[NodeIndex]) {
    let mut wrong = Vec::new();
    for (at, rule) in book.ir.rules.iter().enumerate() {
        visit::statements(&rule.body, &mut |stmt| {
            if let StmtKind::EndOuter(outer) = stmt.kind
                && !always_under(book, graph, nodes, (RuleId(at as u32), outer))
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
fn always_under(
    book: &Book,
    graph: &DiGraph<RuleId, ()>,
    nodes: &[NodeIndex],
    (inner, outer): (RuleId, RuleId),
) -> bool {
    if book.ir.rules.is_empty() {
        return true;
    }
    let reaches = |start: NodeIndex, without: Option<RuleId>| {
        let kept = graph.filter_map(|_, id| (Some(*id) != without).then_some(*id), |_, ()| Some(()));
        let find = |id: RuleId| kept.node_indices().find(|node| kept[*node] == id);
        let (Some(from), Some(goal)) = (find(graph[start]), find(inner)) else {
            return false;
        };
        let mut dfs = Dfs::new(&kept, from);
        while let Some(node) = dfs.next(&kept) {
            if node == goal {
                return true;
            }
        }
        false
    };
    let play = nodes[book.ir.play.index()];
    outer == book.ir.play || (!reaches(play, Some(outer)) && reaches(nodes[outer.index()], None))
}
