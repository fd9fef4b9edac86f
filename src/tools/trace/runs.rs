//! Parts of the rules that cite a clause, and how often they ran.

use std::collections::{BTreeMap, BTreeSet};

use tavola_game::{RulePart, Rules, means};

/// Parts that do not run themselves but are used by rules: they run as often as these.
const USED: [&str; 4] = ["define", "table", "settings", "rulings"];

/// The parts of a game, with those that use each of them.
pub(super) struct RuleUses {
    parts: Vec<RulePart>,
    /// Names in the text of each part.
    words: Vec<BTreeSet<String>>,
    /// Names whose runs are counted.
    counted: BTreeSet<String>,
}

impl RuleUses {
    /// `counted` are the names whose runs are counted.
    pub(super) fn new(rules: &Rules, counted: BTreeSet<String>) -> Self {
        let parts = rules.parts();
        let words = parts.iter().map(words).collect();
        Self { parts, words, counted }
    }

    /// Names of the parts that cite a clause, each once.
    pub(super) fn cited_by(&self, id: &str) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for part in self.citing(id).map(|at| &self.parts[at]) {
            let name = name(part, id);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// Sum of the runs of all rules that cite a clause, or use a definition or setting that does. None if nothing of this runs.
    pub(super) fn runs(&self, id: &str, ran: &BTreeMap<String, u64>) -> Option<u64> {
        let mut known = BTreeSet::new();
        let mut names = BTreeSet::new();
        self.citing(id).for_each(|at| self.runners(at, &mut known, &mut names));
        (!names.is_empty()).then(|| names.into_iter().map(|name| ran.get(name).copied().unwrap_or(0)).sum())
    }

    /// Indexes of the parts that cite a clause: at a line, a row, or the head of the row's table.
    fn citing(&self, id: &str) -> impl Iterator<Item = usize> {
        let cites = move |part: &RulePart| part.cites.iter().chain(&part.under).any(|cited| means(cited, id));
        self.parts.iter().enumerate().filter(move |(_, part)| cites(part)).map(|(at, _)| at)
    }

    /// Adds the names whose runs are those of a part.
    fn runners<'n>(&'n self, at: usize, known: &mut BTreeSet<usize>, names: &mut BTreeSet<&'n str>) {
        if !known.insert(at) {
            return;
        }
        let part = &self.parts[at];
        let own = if part.id.name.is_empty() { part.id.sort } else { part.id.name.as_str() };
        if part.id.row.is_none()
            && let Some(own) = self.counted.get(own)
        {
            names.insert(own);
            return;
        }
        let Some(word) = used_as(part) else { return };
        let users = (0..self.parts.len()).filter(|&user| user != at && self.words[user].contains(word));
        users.for_each(|user| self.runners(user, known, names));
    }
}

/// Name under which other parts use a part that does not run itself.
fn used_as(part: &RulePart) -> Option<&str> {
    let name = part.id.row.as_deref().unwrap_or(&part.id.name);
    (USED.contains(&part.id.sort) && !name.is_empty()).then_some(name)
}

/// Name of a part that cites a clause, for people: that of its rule, or of its row in a table: `place deck`. If only the head of the
/// table cites it, that of the table.
fn name(part: &RulePart, id: &str) -> String {
    let own = if part.id.name.is_empty() { part.id.sort } else { &part.id.name };
    match &part.id.row {
        Some(row) if USED.contains(&part.id.sort) => row.clone(),
        Some(row) if part.id.name.is_empty() && part.cites.iter().any(|cited| means(cited, id)) => {
            format!("{} {row}", own.strip_suffix('s').unwrap_or(own))
        }
        _ => own.to_owned(),
    }
}

/// Names in the text of a part, outside of quotes. A column (`.votes`) is no name.
fn words(part: &RulePart) -> BTreeSet<String> {
    let code = |line: &String| line.split('"').step_by(2).collect::<Vec<_>>().join(" ");
    let mut found = BTreeSet::new();
    for line in part.lines.iter().map(code) {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let mut before = ' ';
        for word in line.split_inclusive(|c: char| !is_word(c)) {
            let name = word.trim_end_matches(|c: char| !is_word(c));
            if before != '.' && !name.is_empty() {
                found.insert(name.to_owned());
            }
            before = word.chars().last().unwrap_or(' ');
        }
    }
    found
}
