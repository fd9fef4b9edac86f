//! Effects of a change of rules: defines and rules that differ, and all that use them.

use std::collections::BTreeSet;

use super::Rules;
use super::folder::RULEBOOK;
use tavola_core::check::{signatures, without_spans};
use tavola_core::ir::{RuleKind, Rulebook};
use tavola_syntax::syntax::ast::ItemKind;
use tavola_syntax::text::{Fingerprint, Span};

/// Words that run the sheet of a card without its name.
const PLAYS: [&str; 2] = ["play", "plays"];

/// Parts that a change of rules can affect. Comments, layout and places do not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Affected {
    /// Something that everything depends on: a signature, a kind, a place, a setting, an invariant, the end of the game.
    Everything,
    /// Users of a define or a rule with one of these names: those that differ, and all that use them. Empty if nothing differs.
    Names(BTreeSet<String>),
}

impl Affected {
    /// True if nothing differs.
    pub fn is_nothing(&self) -> bool {
        matches!(self, Self::Names(names) if names.is_empty())
    }

    /// True if sentences and expressions with these words may do something else than before. The word `play` stands for a whole game.
    pub fn reaches<'w>(&self, words: impl IntoIterator<Item = &'w str>) -> bool {
        match self {
            Self::Everything => true,
            Self::Names(names) => words.into_iter().any(|word| names.contains(word)),
        }
    }
}

/// The dependency graph of rules.
pub(super) struct Dependencies {
    /// Fingerprint of everything but the contents of the nodes.
    shared: u64,
    /// Defines, then rules.
    nodes: Vec<DependencyNode>,
    /// Nodes that every game needs: those of places, tracks, invariants, and of its end, without which no program is made.
    always: BTreeSet<usize>,
}

/// A part of the rules that only some cases use.
struct DependencyNode {
    name: String,
    is_card: bool,
    print: Fingerprint,
    uses: BTreeSet<usize>,
}

impl Rules {
    /// Parts that may play differently under these rules than under an earlier version of them.
    pub fn affected_since(&self, before: &Self) -> Affected {
        match (self.dependencies(), before.dependencies()) {
            (Some(now), Some(before)) => now.affected_since(before),
            _ => Affected::Everything,
        }
    }

    fn dependencies(&self) -> Option<&Dependencies> {
        let book = self.book.as_ref()?;
        Some(self.prepared.dependencies.get_or_init(|| Dependencies::of(self, book)))
    }
}

impl Dependencies {
    fn of(rules: &Rules, book: &Rulebook) -> Self {
        let node = |name: &str, content: &str, is_card| {
            let mut print = Fingerprint::default();
            print.add(content.as_bytes());
            DependencyNode { name: name.to_owned(), is_card, print, uses: used(book, content) }
        };
        let defines = book.defines.iter().map(|define| node(&define.name, &without_spans(define), false));
        let all = book.rules.iter().map(|rule| node(&rule.name, &without_spans(rule), rule.kind == RuleKind::Card));
        let mut nodes: Vec<DependencyNode> = defines.chain(all).collect();
        let shared = without_spans(&(signatures(book), &book.always));
        let end = without_spans(&(&book.winner, &book.payoff));
        // No program holds rows of `display`, and no case or transcript reads their values.
        let display = without_spans(&book.display);
        let mut print = Fingerprint::default();
        [&shared, &end, &display].into_iter().for_each(|text| print.add(text.as_bytes()));
        rules.add_texts(&mut nodes, &mut print);
        let tracks_and_end = used(book, &(without_spans(&book.tracks) + &end));
        // A card's rule is used by what plays cards, not by its kind.
        let places = used(book, &shared).into_iter().filter(|&at| at < book.defines.len());
        let always = places.chain(tracks_and_end).collect();
        Self { shared: print.number(), nodes, always }
    }

    fn affected_since(&self, before: &Self) -> Affected {
        if self.shared != before.shared || self.nodes.len() != before.nodes.len() {
            return Affected::Everything;
        }
        let pairs = self.nodes.iter().zip(&before.nodes);
        let mut differs: Vec<bool> = pairs.map(|(now, before)| now.print != before.print).collect();
        // What does not differ uses the same nodes in both versions.
        let uses = |node: &DependencyNode, differs: &[bool]| node.uses.iter().any(|&used| differs[used]);
        while let Some(at) = (0..differs.len()).find(|&at| !differs[at] && uses(&self.nodes[at], &differs)) {
            differs[at] = true;
        }
        if self.always.iter().any(|&at| differs[at]) {
            return Affected::Everything;
        }
        let nodes = || self.nodes.iter().zip(&differs).filter(|(_, differs)| **differs).map(|(node, _)| node);
        let mut names: BTreeSet<String> = nodes().map(|node| node.name.clone()).collect();
        let plays: &[&str] = if nodes().any(|node| node.is_card) { &PLAYS } else { &[] };
        names.extend(plays.iter().map(|word| (*word).to_owned()));
        Affected::Names(names)
    }
}

/// The defines and rules whose ids occur in a printed form. Where a card is played, these are all rules of cards.
fn used(book: &Rulebook, content: &str) -> BTreeSet<usize> {
    let numbers = |of: &'static str| {
        let ids = content.split(of).skip(1);
        ids.filter_map(|rest| rest[..rest.find(')')?].parse::<usize>().ok())
    };
    let rules = book.defines.len();
    let mut used: BTreeSet<usize> = numbers("DefineId(").filter(|&at| at < rules).collect();
    used.extend(numbers("RuleId(").filter(|&at| at < book.rules.len()).map(|at| rules + at));
    if content.contains("Play(") {
        let cards = book.rules.iter().enumerate().filter(|(_, rule)| rule.kind == RuleKind::Card);
        used.extend(cards.map(|(at, _)| rules + at));
    }
    used
}

impl Rules {
    /// Adds the texts of all files, which hold the citations: to the nodes that an item declares, or to what is shared.
    fn add_texts(&self, nodes: &mut [DependencyNode], shared: &mut Fingerprint) {
        let texts = self.texts();
        for (id, source) in texts.sources.iter() {
            let end = source.text.len();
            match texts.trees.file(id) {
                Some(file) if !texts.overlays.contains(&id.0) => {
                    let starts: Vec<usize> = file.items.iter().map(|item| item.span.start as usize).collect();
                    add(shared, &texts.uncommented(Span::new(id, 0, starts.first().copied().unwrap_or(end))));
                    let ends = starts.iter().skip(1).copied().chain([end]);
                    for ((item, &start), end) in file.items.iter().zip(&starts).zip(ends) {
                        add_item(nodes, shared, declared(&item.kind), &texts.uncommented(Span::new(id, start, end)));
                    }
                }
                Some(_) => add(shared, &texts.uncommented(Span::new(id, 0, end))),
                // No game holds its clauses.
                None if source.name.ends_with(RULEBOOK) => {}
                None => add(shared, &source.text),
            }
        }
    }
}

/// Name of the define or rule that an item declares.
fn declared(item: &ItemKind) -> Option<&str> {
    match item.title() {
        ("play", _) => Some("play"),
        ("define" | "rule" | "phase" | "action" | "menu" | "card" | "interrupt" | "hook", Some(name)) => {
            Some(name.text.as_str())
        }
        _ => None,
    }
}

/// Adds the text of an item.
fn add_item(nodes: &mut [DependencyNode], shared: &mut Fingerprint, name: Option<&str>, text: &str) {
    let mut is_shared = true;
    for node in nodes.iter_mut().filter(|node| Some(node.name.as_str()) == name) {
        add(&mut node.print, text);
        is_shared = false;
    }
    if is_shared {
        add(shared, text);
    }
}

/// Adds a text without its blanks.
fn add(print: &mut Fingerprint, text: &str) {
    text.split_whitespace().for_each(|word| print.add(word.as_bytes()));
    print.add(b"\n");
}
