//! A board of one set-up, and the constant arrays that are computed from it.

use std::collections::VecDeque;

use super::fields::SpaceGrid;
use crate::code::{NONE, Set};

/// A board for this set-up.
#[derive(Clone, Debug, Default)]
pub(in crate::lower) struct BoardData {
    /// Number of nodes.
    pub(in crate::lower) nodes: u32,
    /// The edges as pairs of nodes.
    pub(in crate::lower) edges: Vec<(u32, u32)>,
    /// The geometry of the spaces, for boards with a grid.
    pub(in crate::lower) field: Option<SpaceGrid>,
}

/// The constant arrays of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::lower) enum BoardArray {
    /// For each node, its adjacent nodes.
    Neighbours,
    /// For each node, its edges.
    Links,
    /// For each edge, the edges that share a node with it.
    Touching,
    /// For each edge and node, the node at the other end.
    Far,
    /// For each pair of nodes, the edge between them.
    Link,
    /// For each pair of nodes, the length of the shortest path.
    Distance,
}

impl BoardData {
    fn ends(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let both =
            |(edge, &(a, b)): (usize, &(u32, u32))| [(edge, a as usize, b as usize), (edge, b as usize, a as usize)];
        self.edges.iter().enumerate().flat_map(both)
    }

    pub(in crate::lower) fn sets(&self, table: BoardArray) -> Vec<Set> {
        let mut sets = vec![Set::EMPTY; self.nodes as usize];
        for (edge, here, there) in self.ends() {
            let member = if table == BoardArray::Neighbours { there } else { edge };
            sets[here] = sets[here].with(member as i32);
        }
        if table == BoardArray::Touching {
            return self.edges.iter().map(|&(a, b)| sets[a as usize].or(sets[b as usize])).collect();
        }
        sets
    }

    pub(in crate::lower) fn numbers(&self, table: BoardArray) -> Vec<i32> {
        let n = self.nodes as usize;
        if table == BoardArray::Distance {
            return distances(&self.sets(BoardArray::Neighbours));
        }
        let rows = if table == BoardArray::Far { self.edges.len() } else { n };
        let mut numbers = vec![NONE; rows * n];
        for (edge, here, there) in self.ends() {
            match table {
                BoardArray::Far => numbers[edge * n + here] = there as i32,
                _ => numbers[here * n + there] = edge as i32,
            }
        }
        numbers
    }
}

/// All distances by breadth-first search from every node; -1 if there is no path.
fn distances(neighbours: &[Set]) -> Vec<i32> {
    let n = neighbours.len();
    let mut all = vec![-1; n * n];
    for from in 0..n {
        let row = &mut all[from * n..(from + 1) * n];
        row[from] = 0;
        let mut queue = VecDeque::from([from]);
        while let Some(here) = queue.pop_front() {
            for there in neighbours[here].iter() {
                if row[there as usize] < 0 {
                    row[there as usize] = row[here] + 1;
                    queue.push_back(there as usize);
                }
            }
        }
    }
    all
}
