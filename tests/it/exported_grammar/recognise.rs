//! A recogniser of GBNF, for tests: all ends of a rule at a place, each of them found once.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::gbnf::{Gbnf, Node};

/// Reads a whole text.
///
/// # Errors
/// The byte that no rule could read.
pub(super) fn read_until(grammar: &Gbnf, text: &str) -> Result<(), usize> {
    let chars: Vec<char> = text.chars().collect();
    let first = First::of(grammar);
    let mut reader = Reader { grammar, first, chars: &chars, ends: BTreeMap::new(), furthest: 0 };
    let ends = reader.rule(grammar.root, 0);
    if ends.contains(&chars.len()) {
        return Ok(());
    }
    Err(chars[..reader.furthest].iter().map(|c| c.len_utf8()).sum())
}

/// For each rule, whether it may be empty, and the ASCII characters with which it may begin; others always may.
struct First(Vec<(bool, u128)>);

impl First {
    fn of(grammar: &Gbnf) -> Self {
        let mut first = Self(vec![(false, 0); grammar.rules.len()]);
        loop {
            let found: Vec<_> = grammar.rules.iter().map(|rule| first.node(rule)).collect();
            if found == first.0 {
                return first;
            }
            first.0 = found;
        }
    }

    fn node(&self, node: &Node) -> (bool, u128) {
        let bit = |c: char| if c.is_ascii() { 1 << u32::from(c) } else { 0 };
        match node {
            Node::Text(text) => (text.is_empty(), text.first().map_or(0, |c| bit(*c))),
            Node::Set { not, ranges } => {
                (false, ('\0'..='\x7f').filter(|c| Node::has(*not, ranges, *c)).map(bit).sum())
            }
            Node::Rule(rule) => self.0[*rule],
            Node::All(nodes) => nodes.iter().fold((true, 0), |(empty, all), node| {
                let (next, more) = self.node(node);
                if empty { (next, all | more) } else { (false, all) }
            }),
            Node::One(nodes) => nodes.iter().fold((false, 0), |(empty, all), node| {
                let (next, more) = self.node(node);
                (empty | next, all | more)
            }),
            Node::Times(node, least, _) => {
                let (empty, all) = self.node(node);
                (empty || *least == 0, all)
            }
        }
    }

    fn may_begin(&self, rule: usize, c: Option<char>) -> bool {
        let (empty, all) = self.0[rule];
        empty || c.is_some_and(|c| !c.is_ascii() || all & (1 << u32::from(c)) != 0)
    }
}

struct Reader<'t> {
    grammar: &'t Gbnf,
    first: First,
    chars: &'t [char],
    ends: BTreeMap<(usize, usize), Rc<[usize]>>,
    furthest: usize,
}

impl Reader<'_> {
    fn rule(&mut self, rule: usize, at: usize) -> Rc<[usize]> {
        if !self.first.may_begin(rule, self.chars.get(at).copied()) {
            return Rc::new([]);
        }
        if let Some(ends) = self.ends.get(&(rule, at)) {
            return Rc::clone(ends);
        }
        let grammar = self.grammar;
        let ends: Rc<[usize]> = self.node(&grammar.rules[rule], at).into();
        self.ends.insert((rule, at), Rc::clone(&ends));
        ends
    }

    /// All places at which a node may end that begins here, in order.
    fn node(&mut self, node: &Node, at: usize) -> Vec<usize> {
        match node {
            Node::Text(text) => match self.chars.get(at..at + text.len()) == Some(text) {
                true => self.read(at + text.len()),
                false => Vec::new(),
            },
            Node::Set { not, ranges } => match self.chars.get(at) {
                Some(c) if Node::has(*not, ranges, *c) => self.read(at + 1),
                _ => Vec::new(),
            },
            Node::Rule(rule) => self.rule(*rule, at).to_vec(),
            Node::All(nodes) => nodes.iter().fold(vec![at], |places, node| self.after(node, &places)),
            Node::One(nodes) => {
                let ends: BTreeSet<usize> = nodes.iter().flat_map(|node| self.node(node, at)).collect();
                ends.into_iter().collect()
            }
            Node::Times(node, least, most) => {
                let mut all = BTreeSet::new();
                let mut places = vec![at];
                let mut count = 0;
                while !places.is_empty() {
                    if count >= *least {
                        places.retain(|place| all.insert(*place));
                    }
                    if Some(count) == *most {
                        break;
                    }
                    places = self.after(node, &places);
                    count += 1;
                }
                all.into_iter().collect()
            }
        }
    }

    fn after(&mut self, node: &Node, places: &[usize]) -> Vec<usize> {
        match places {
            [place] => self.node(node, *place),
            _ => {
                let ends: BTreeSet<usize> = places.iter().flat_map(|place| self.node(node, *place)).collect();
                ends.into_iter().collect()
            }
        }
    }

    fn read(&mut self, to: usize) -> Vec<usize> {
        self.furthest = self.furthest.max(to);
        vec![to]
    }
}
