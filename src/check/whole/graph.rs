//! Who calls whom: no recursion, and `end NAME` only where NAME is always under way.

use std::collections::BTreeSet;

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::Dfs;

use crate::check::codes;
use crate::check::names::Book;
use crate::diagnostic::Diagnostic;
use crate::ir::{RuleId, Rulebook, Stmt, StmtKind, callees_of, visit};

/// Reports circles of calls, and `end` of rules that need not be under way.
pub(crate) fn check(book: &mut Book) {
    let mut graph = DiGraph::<RuleId, ()>::new();
    let nodes: Vec<NodeIndex> = (0..book.ir.rules.len()).map(|at| graph.add_node(RuleId(at as u32))).collect();
    for (at, node) in nodes.iter().enumerate() {
        for callee in callees_of(&book.ir, &book.ir.rules[at].body) {
            graph.update_edge(*node, nodes[callee.index()], ());
        }
    }
    circles(book, &graph, &nodes);
    ends(book, &graph, &nodes);
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
    let plain = |name: String| name.strip_prefix("original ").map(str::to_owned).unwrap_or(name);
    for (span, outer, inner) in wrong {
        let (outer, inner) = (plain(outer), plain(inner));
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
