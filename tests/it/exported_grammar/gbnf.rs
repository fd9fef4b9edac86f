//! A reader of GBNF, for tests: names, texts, sets of characters, groups, alternatives and repetitions.

use std::collections::BTreeMap;

/// A part of a grammar.
#[derive(Clone, Debug)]
pub(super) enum Node {
    Text(Vec<char>),
    Set { not: bool, ranges: Vec<(char, char)> },
    Rule(usize),
    All(Vec<Node>),
    One(Vec<Node>),
    Times(Box<Node>, usize, Option<usize>),
}

impl Node {
    pub(super) fn has(not: bool, ranges: &[(char, char)], c: char) -> bool {
        ranges.iter().any(|&(from, to)| from <= c && c <= to) != not
    }
}

/// A grammar: its rules by number. `root` is a rule.
pub(super) struct Gbnf {
    pub(super) rules: Vec<Node>,
    pub(super) root: usize,
}

impl Gbnf {
    pub(super) fn read(text: &str) -> Self {
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let rules: Vec<(&str, &str)> = lines.map(|line| line.split_once(" ::= ").expect("a rule")).collect();
        let numbers: BTreeMap<&str, usize> = rules.iter().enumerate().map(|(at, (name, _))| (*name, at)).collect();
        assert_eq!(numbers.len(), rules.len(), "each rule is written once");
        let body = |(name, body): &(&str, &str)| {
            assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'), "`{name}` is a name of GBNF");
            let mut chars = Chars { text: body.chars().collect(), at: 0, numbers: &numbers };
            let node = chars.ways();
            assert_eq!(chars.at, chars.text.len(), "`{name}` is read to its end");
            node
        };
        Self { root: numbers["root"], rules: rules.iter().map(body).collect() }
    }
}

struct Chars<'g> {
    text: Vec<char>,
    at: usize,
    numbers: &'g BTreeMap<&'g str, usize>,
}

impl Chars<'_> {
    fn peek(&mut self) -> Option<char> {
        while self.text.get(self.at) == Some(&' ') {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    fn accept(&mut self, c: char) -> bool {
        let is = self.text.get(self.at) == Some(&c);
        self.at += usize::from(is);
        is
    }

    fn ways(&mut self) -> Node {
        let mut ways = vec![self.parts()];
        while self.peek() == Some('|') {
            self.at += 1;
            ways.push(self.parts());
        }
        if ways.len() == 1 { ways.remove(0) } else { Node::One(ways) }
    }

    fn parts(&mut self) -> Node {
        let mut parts = Vec::new();
        while let Some(c) = self.peek().filter(|c| !['|', ')'].contains(c)) {
            let node = self.part(c);
            parts.push(self.times(node));
        }
        if parts.len() == 1 { parts.remove(0) } else { Node::All(parts) }
    }

    fn part(&mut self, c: char) -> Node {
        match c {
            '"' => {
                self.at += 1;
                let mut text = Vec::new();
                while !self.accept('"') {
                    text.push(self.char());
                }
                Node::Text(text)
            }
            '[' => {
                self.at += 1;
                let not = self.accept('^');
                let mut ranges = Vec::new();
                while !self.accept(']') {
                    let from = self.char();
                    let to = if self.accept('-') { self.char() } else { from };
                    ranges.push((from, to));
                }
                Node::Set { not, ranges }
            }
            '(' => {
                self.at += 1;
                let node = self.ways();
                assert!(self.accept(')'), "a group is closed");
                node
            }
            _ => {
                let start = self.at;
                while self.text.get(self.at).is_some_and(|c| c.is_ascii_alphanumeric() || *c == '-') {
                    self.at += 1;
                }
                let name: String = self.text[start..self.at].iter().collect();
                Node::Rule(*self.numbers.get(name.as_str()).unwrap_or_else(|| panic!("no rule `{name}`")))
            }
        }
    }

    fn times(&mut self, node: Node) -> Node {
        let (least, most) = match self.text.get(self.at) {
            Some('?') => (0, Some(1)),
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('{') => {
                let end = self.at + self.text[self.at..].iter().position(|c| *c == '}').expect("counts are closed");
                let counts: String = self.text[self.at + 1..end].iter().collect();
                self.at = end;
                let (least, most) = counts.split_once(',').unwrap_or((&counts, &counts));
                (least.parse().expect("a number"), Some(most.parse().expect("a number")))
            }
            _ => return node,
        };
        self.at += 1;
        Node::Times(Box::new(node), least, most)
    }

    /// A character of a text or set.
    fn char(&mut self) -> char {
        let c = self.text[self.at];
        self.at += 1;
        if c != '\\' {
            return c;
        }
        let sign = self.text[self.at];
        self.at += 1;
        let digits = match sign {
            'n' => return '\n',
            't' => return '\t',
            'r' => return '\r',
            'x' => 2,
            'u' => 4,
            other => return other,
        };
        let code: String = self.text[self.at..self.at + digits].iter().collect();
        self.at += digits;
        u32::from_str_radix(&code, 16).ok().and_then(char::from_u32).expect("a character")
    }
}
