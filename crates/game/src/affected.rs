//! Effects of a change of rules: defines and rules that differ, and all that use them.

use std::collections::BTreeSet;

use super::Rules;
use super::folder::RULEBOOK;
use tavola_core::check::{signatures, without_spans, without_words};
use tavola_core::ir::{RuleKind, Rulebook, SettingValue};
use tavola_syntax::syntax::ast::{Item, ItemKind};
use tavola_syntax::text::{Fingerprint, Span};

/// Words that run the sheet of a card without its name.
const PLAYS: [&str; 2] = ["play", "plays"];

/// Parts that a change of rules can affect. Comments, layout and places do not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Affected {
    /// All rules: the change is one of a signature, a kind, a place, an invariant or the end of the game.
    Everything,
    /// Users of a define, a rule or a setting with one of these names: those that differ, and all that use them.
    Names {
        /// Names of all that may be played differently.
        played: BTreeSet<String>,
        /// Names of all that may be played or shown differently: also where only words of a question, a reason or a log line differ.
        shown: BTreeSet<String>,
    },
}

impl Affected {
    /// True if nothing differs.
    pub fn is_nothing(&self) -> bool {
        matches!(self, Self::Names { shown, .. } if shown.is_empty())
    }

    /// True if sentences and expressions with these words may be played differently. The word `play` stands for a whole game.
    pub fn is_played<'w>(&self, words: impl IntoIterator<Item = &'w str>) -> bool {
        match self {
            Self::Everything => true,
            Self::Names { played, .. } => words.into_iter().any(|word| played.contains(word)),
        }
    }

    /// Like [`Affected::is_played`], for a reader of questions and the log: also true if only their words may differ.
    pub fn is_shown<'w>(&self, words: impl IntoIterator<Item = &'w str>) -> bool {
        match self {
            Self::Everything => true,
            Self::Names { shown, .. } => words.into_iter().any(|word| shown.contains(word)),
        }
    }
}

/// The dependency graph of rules.
pub(super) struct Dependencies {
    /// Fingerprint of everything but the contents of the nodes.
    shared: u64,
    /// Defines, then rules, then settings.
    nodes: Vec<DependencyNode>,
    /// Nodes that every game needs: those of places, tracks, invariants, and of its end, without which no program is made; and settings
    /// that depend on others, since their values must fit together.
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
            (Some(now), Some(old)) => now.affected_since(old, |at| self.plays_as(before, at)),
            _ => Affected::Everything,
        }
    }

    /// True if node `at` of the graph is a rule that differs only in words.
    fn plays_as(&self, before: &Self, at: usize) -> bool {
        let form = |rules: &Self| {
            let book = rules.book.as_ref()?;
            let rule = book.rules.get(at.checked_sub(book.defines.len())?)?;
            Some((without_spans(&without_words(rule)), rules.unquoted(&rule.name)))
        };
        form(self).is_some_and(|form_now| form(before) == Some(form_now))
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
        let settings = book.settings.iter().map(|setting| node(&setting.name, &without_spans(&setting.value), false));
        let mut nodes: Vec<DependencyNode> = defines.chain(all).chain(settings).collect();
        let mut heads = signatures(book);
        for setting in &mut heads.settings {
            // No game holds its meaning.
            (setting.value, setting.meaning) = (SettingValue { cases: Vec::new() }, None);
        }
        let shared = without_spans(&(heads, &book.always));
        let end = without_spans(&(&book.winner, &book.payoff));
        // No program holds rows of `display`, and no case or transcript reads their values.
        let display = without_spans(&book.display);
        let mut print = Fingerprint::default();
        [&shared, &end, &display].into_iter().for_each(|text| print.add(text.as_bytes()));
        rules.add_texts(&mut nodes, &mut print);
        let tracks_and_end = used(book, &(without_spans(&book.tracks) + &end));
        let (first_rule, first_setting) = (book.defines.len(), book.defines.len() + book.rules.len());
        // A card's rule is used by what plays cards, not by its kind.
        let places = used(book, &shared).into_iter().filter(|at| !(first_rule..first_setting).contains(at));
        let users = (first_setting..nodes.len()).filter(|&at| !nodes[at].uses.is_empty());
        let related = users.flat_map(|at| nodes[at].uses.iter().copied().chain([at]));
        let always = places.chain(tracks_and_end).chain(related).collect();
        Self { shared: print.number(), nodes, always }
    }

    /// `plays_as`: true if a node that differs is played as before.
    fn affected_since(&self, before: &Self, plays_as: impl Fn(usize) -> bool) -> Affected {
        if self.shared != before.shared || self.nodes.len() != before.nodes.len() {
            return Affected::Everything;
        }
        let pairs = self.nodes.iter().zip(&before.nodes);
        let shown: Vec<bool> = pairs.map(|(now, before)| now.print != before.print).collect();
        let played = self.users(shown.iter().enumerate().map(|(at, differs)| *differs && !plays_as(at)).collect());
        let shown = self.users(shown);
        if self.always.iter().any(|&at| shown[at]) {
            return Affected::Everything;
        }
        Affected::Names { played: self.names(&played), shown: self.names(&shown) }
    }

    /// Adds all that uses these nodes. What does not differ uses the same nodes in both versions.
    fn users(&self, mut differs: Vec<bool>) -> Vec<bool> {
        let uses = |node: &DependencyNode, differs: &[bool]| node.uses.iter().any(|&used| differs[used]);
        while let Some(at) = (0..differs.len()).find(|&at| !differs[at] && uses(&self.nodes[at], &differs)) {
            differs[at] = true;
        }
        differs
    }

    fn names(&self, differs: &[bool]) -> BTreeSet<String> {
        let nodes = || self.nodes.iter().zip(differs).filter(|(_, differs)| **differs).map(|(node, _)| node);
        let plays: &[&str] = if nodes().any(|node| node.is_card) { &PLAYS } else { &[] };
        nodes().map(|node| node.name.clone()).chain(plays.iter().map(|word| (*word).to_owned())).collect()
    }
}

/// The defines, rules and settings whose ids occur in a printed form. Where a card is played, these are all rules of cards.
fn used(book: &Rulebook, content: &str) -> BTreeSet<usize> {
    let numbers = |of: &'static str| {
        let ids = content.split(of).skip(1);
        ids.filter_map(|rest| rest[..rest.find(')')?].parse::<usize>().ok())
    };
    let (rules, settings) = (book.defines.len(), book.defines.len() + book.rules.len());
    let mut used: BTreeSet<usize> = numbers("DefineId(").filter(|&at| at < rules).collect();
    used.extend(numbers("RuleId(").filter(|&at| at < book.rules.len()).map(|at| rules + at));
    used.extend(numbers("SettingId(").filter(|&at| at < book.settings.len()).map(|at| settings + at));
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
                    let parts = parts_of(&file.items, end);
                    add(
                        shared,
                        &texts.uncommented(Span::new(id, 0, parts.first().map_or(end, |(_, (start, _))| *start))),
                    );
                    for (name, (start, end)) in parts {
                        add_item(nodes, shared, name, &texts.uncommented(Span::new(id, start, end)));
                    }
                }
                Some(_) => add(shared, &texts.uncommented(Span::new(id, 0, end))),
                // No game holds its clauses.
                None if source.name.ends_with(RULEBOOK) => {}
                None => add(shared, &source.text),
            }
        }
    }

    /// Texts of the items that declare a name, without comments, blanks and what is in quotation marks.
    fn unquoted(&self, name: &str) -> String {
        let texts = self.texts();
        let mut all = String::new();
        for (id, source) in texts.sources.iter().filter(|(id, _)| !texts.overlays.contains(&id.0)) {
            let items = texts.trees.items(id);
            for (_, (start, end)) in
                parts_of(items, source.text.len()).into_iter().filter(|(own, _)| *own == Some(name))
            {
                let text = texts.uncommented(Span::new(id, start, end));
                // A text ends in its line.
                let outside = text.lines().flat_map(|line| line.split('"').step_by(2));
                outside.flat_map(str::split_whitespace).for_each(|word| all.extend([word, " "]));
            }
        }
        all
    }
}

/// A part of a file: the name of the node that it declares, its start and its end.
type DeclaredPart<'i> = (Option<&'i str>, (usize, usize));

/// The items of a file, up to the next one. Settings are parts of their own.
fn parts_of(items: &[Item], end: usize) -> Vec<DeclaredPart<'_>> {
    let mut starts: Vec<(Option<&str>, usize)> = Vec::new();
    for item in items {
        starts.push((declared(&item.kind), item.span.start as usize));
        if let ItemKind::Settings(rows) = &item.kind {
            starts.extend(rows.iter().map(|row| (Some(row.name.text.as_str()), row.span.start as usize)));
        }
    }
    let ends = starts.iter().skip(1).map(|(_, start)| *start).chain([end]).collect::<Vec<_>>();
    starts.into_iter().zip(ends).map(|((name, start), end)| (name, (start, end))).collect()
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
