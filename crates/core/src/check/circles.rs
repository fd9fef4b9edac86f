//! Dependency graph over numbered things: topological order and cycles, from strongly connected components (Kosaraju's
//! algorithm).

use std::collections::BTreeSet;

use petgraph::algo::{has_path_connecting, kosaraju_scc};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::NodeFiltered;

/// A directed graph with an edge from each thing to every thing that it needs.
pub(super) struct NeedGraph(DiGraph<(), ()>);

/// A strongly connected component: things that all need each other, or a single thing.
pub(super) struct NeedGroup {
    /// Their numbers, in no particular order.
    pub(super) members: Vec<usize>,
    /// True if each of them needs itself, directly or through the others.
    pub(super) is_circle: bool,
}

impl NeedGroup {
    /// Smallest number of its members.
    pub(super) fn first(&self) -> usize {
        self.members.iter().copied().min().unwrap_or_default()
    }
}

impl NeedGraph {
    /// Builds the graph of `count` things; `of` returns what each of them needs.
    pub(super) fn new<I: IntoIterator<Item = usize>>(count: usize, mut of: impl FnMut(usize) -> I) -> Self {
        let mut graph = DiGraph::with_capacity(count, count);
        let nodes: Vec<NodeIndex> = (0..count).map(|_| graph.add_node(())).collect();
        for (at, node) in nodes.iter().enumerate() {
            for needed in of(at) {
                graph.update_edge(*node, nodes[needed], ());
            }
        }
        Self(graph)
    }

    /// All groups in reverse topological order: what is needed comes first.
    pub(super) fn groups(&self) -> impl Iterator<Item = NeedGroup> {
        kosaraju_scc(&self.0).into_iter().map(|nodes| NeedGroup {
            is_circle: nodes.len() > 1 || self.0.contains_edge(nodes[0], nodes[0]),
            members: nodes.into_iter().map(NodeIndex::index).collect(),
        })
    }

    /// The things that a thing needs directly.
    pub(super) fn of(&self, at: usize) -> impl Iterator<Item = usize> {
        self.0.neighbors(NodeIndex::new(at)).map(NodeIndex::index)
    }

    /// True if `from` needs `to`, directly or through other things, but never through `without`.
    pub(super) fn reaches(&self, from: usize, to: usize, without: Option<usize>) -> bool {
        let kept = |node: NodeIndex| Some(node.index()) != without;
        let (start, goal) = (NodeIndex::new(from), NodeIndex::new(to));
        kept(start) && kept(goal) && has_path_connecting(&NodeFiltered::from_fn(&self.0, kept), start, goal, None)
    }

    /// One cycle through the first member of a group, which stands at both ends of the list.
    pub(super) fn way_round(&self, group: &NeedGroup) -> Vec<usize> {
        let start = group.first();
        let (mut way, mut seen) = (vec![start], BTreeSet::from([start]));
        while let Some(last) = way.last() {
            let next: BTreeSet<usize> = self.of(*last).collect();
            if next.contains(&start) {
                way.push(start);
                return way;
            }
            match next.into_iter().find(|at| group.members.contains(at) && seen.insert(*at)) {
                Some(at) => way.push(at),
                None => drop(way.pop()),
            }
        }
        group.members.clone()
    }
}
