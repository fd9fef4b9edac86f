//! Random texts of a grammar in GBNF, for tests.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::gbnf::{Gbnf, Node};

/// Depth from which on the shortest way is taken.
const DEEP: usize = 40;
/// Number of characters from which on the shortest way is taken.
const LONG: usize = 1500;

/// A maker of random texts.
pub(super) struct Deriver<'g> {
    grammar: &'g Gbnf,
    /// For each rule, how many rules its shortest text needs inside one another.
    heights: Vec<usize>,
    random: Xoshiro256PlusPlus,
    text: String,
}

impl<'g> Deriver<'g> {
    pub(super) fn new(grammar: &'g Gbnf, seed: u64) -> Self {
        let random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut heights = vec![usize::MAX; grammar.rules.len()];
        loop {
            let found: Vec<usize> = grammar.rules.iter().map(|rule| height(rule, &heights).saturating_add(1)).collect();
            if found == heights {
                return Self { grammar, heights, random, text: String::new() };
            }
            heights = found;
        }
    }

    /// The next text.
    pub(super) fn text(mut self) -> String {
        let grammar = self.grammar;
        self.node(&grammar.rules[grammar.root], 0);
        self.text
    }

    fn is_free(&self, depth: usize) -> bool {
        depth < DEEP && self.text.len() < LONG
    }

    fn node(&mut self, node: &Node, depth: usize) {
        match node {
            Node::Text(text) => self.text.extend(text),
            Node::Set { not, ranges } => {
                let of = |&(from, to): &(char, char)| from..=to;
                let chars: Vec<char> = match not {
                    true => (' '..='~').filter(|c| Node::has(true, ranges, *c)).collect(),
                    false => ranges.iter().flat_map(of).collect(),
                };
                self.text.push(chars[self.random.random_range(0..chars.len())]);
            }
            Node::Rule(rule) => {
                let grammar = self.grammar;
                self.node(&grammar.rules[*rule], depth + 1);
            }
            Node::All(nodes) => nodes.iter().for_each(|node| self.node(node, depth)),
            Node::One(nodes) if self.is_free(depth) => {
                let possible: Vec<&Node> =
                    nodes.iter().filter(|node| height(node, &self.heights) < usize::MAX).collect();
                let chosen = self.random.random_range(0..possible.len());
                self.node(possible[chosen], depth);
            }
            Node::One(nodes) => {
                let shortest = nodes.iter().min_by_key(|node| height(node, &self.heights)).expect("there is a way");
                self.node(shortest, depth);
            }
            Node::Times(node, least, most) => {
                let more = if self.is_free(depth) { self.random.random_range(0..3) } else { 0 };
                let count = (least + more).min(most.unwrap_or(usize::MAX));
                (0..count).for_each(|_| self.node(node, depth));
            }
        }
    }
}

fn height(node: &Node, heights: &[usize]) -> usize {
    match node {
        Node::Text(_) | Node::Set { .. } => 0,
        Node::Rule(rule) => heights[*rule],
        Node::All(nodes) => nodes.iter().map(|node| height(node, heights)).max().unwrap_or(0),
        Node::One(nodes) => nodes.iter().map(|node| height(node, heights)).min().unwrap_or(0),
        Node::Times(_, 0, _) => 0,
        Node::Times(node, ..) => height(node, heights),
    }
}
