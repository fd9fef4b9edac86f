//! Mutation operators: single changes of a rules text that an author could make by mistake (DeMillo, Lipton and Sayward 1978).
//!
//! A mutant replaces a number or a word of the language, or removes a line. It is a valid edit of the text, so it can be shown as one.

mod conditions;
mod explained;
mod names;

use std::ops::Range;

pub use self::explained::Explained;
use self::names::NameSwaps;
use super::Rules;
use tavola_syntax::syntax::ast::{File, ItemKind};
use tavola_syntax::text::{Source, SourceId, Span, lines_around, one_line};

/// A mutant: one change of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The text to replace.
    pub span: Span,
    /// `file:line:column`
    pub place: String,
    /// The new text. Empty if the old text is removed.
    pub new: String,
    /// Description of the change: "`2` becomes `3`", "this line is left out".
    pub words: String,
    /// Clauses that the line cites.
    pub clauses: Vec<String>,
    /// Offset of its first word in the text.
    first: u32,
}

/// Words that can be confused with each other, replaced in both directions.
const PAIRS: [(&str, &str); 15] = [
    ("most", "least"),
    ("and", "or"),
    ("some", "every"),
    ("raise", "lower"),
    ("gains", "pays"),
    ("left", "right"),
    ("top", "bottom"),
    ("before", "after"),
    ("min", "max"),
    ("up", "down"),
    ("if", "unless"),
    ("you", "left(you)"),
    ("yes", "no"),
    ("first", "last"),
    ("single", "several"),
];

/// Signs. Each is replaced by the one beside it, from left to right only. Longer ones come first.
const SIGNS: [(&str, &str); 6] = [("<=", "<"), (">=", ">"), ("<", "<="), (">", ">="), (" + ", " - "), (" - ", " + ")];

impl Rules {
    /// All mutants of the game's own files, in text order. The head of the game, `always` and `display` have none.
    pub fn edits(&self) -> Vec<Edit> {
        self.edits_in(self.files(|is_overlaid| !is_overlaid))
    }

    /// All mutants of the variants that are overlaid, in text order: of what they change and add.
    pub fn edits_of_variants(&self) -> Vec<Edit> {
        self.edits_in(self.files(|is_overlaid| is_overlaid))
    }

    fn edits_in(&self, files: Vec<(SourceId, &Source, &File)>) -> Vec<Edit> {
        let mut all = Vec::new();
        let every = self.files(|_| true);
        let names = NameSwaps::of(every.iter().map(|&(_, _, file)| file));
        for (id, source, file) in files {
            let unchanged = file.comments.iter().chain(&file.citations);
            let mut unchanged: Vec<(usize, usize)> =
                unchanged.map(|span| (span.start as usize, span.end as usize)).collect();
            unchanged.sort_unstable();
            for item in &file.items {
                // Statements about positions do not change play.
                let said = matches!(item.kind, ItemKind::Always(_) | ItemKind::Display(_));
                if said || matches!(item.kind, ItemKind::Game { .. } | ItemKind::Variant { .. }) {
                    continue;
                }
                let Range { start, end } = lines_around(&source.text, item.span.start as usize, item.span.end as usize);
                let text = EditedText { whole: &source.text, unchanged: &unchanged };
                let mut found = text.words(start, end);
                found.extend(text.lines(start, end, item.head.end as usize));
                // A declared name is no reference that could be replaced.
                let declares = matches!(
                    item.kind,
                    ItemKind::Kind { .. } | ItemKind::Places(_) | ItemKind::Memory(_) | ItemKind::Board { .. }
                );
                if !declares {
                    found.extend(text.conditions(start, end));
                    found.extend(text.swaps(start, end, &names));
                }
                found.extend(text.bounds(start, end));
                found.sort_by(|a, b| (a.start, a.end, &a.new).cmp(&(b.start, b.end, &b.new)));
                found.dedup_by(|a, b| (a.start, a.end, &a.new) == (b.start, b.end, &b.new));
                all.extend(found.into_iter().map(|mutant| self.edit(id, mutant)));
            }
        }
        all
    }

    /// Files of rules. `wanted` gets whether a file is that of a variant.
    fn files(&self, wanted: impl Fn(bool) -> bool) -> Vec<(SourceId, &Source, &File)> {
        let overlays: Vec<SourceId> = self.overlays().collect();
        let is_wanted = |id: &SourceId, name: &str| wanted(overlays.contains(id)) && name.ends_with(".tavola");
        let sources = self.sources().iter().filter(|(id, source)| is_wanted(id, &source.name));
        sources.filter_map(|(id, source)| Some((id, source, self.trees().file(id)?))).collect()
    }

    /// These rules with a mutant applied.
    pub fn edited(&self, edit: &Edit) -> Self {
        let id = edit.span.source;
        let text = self.sources().whole(id);
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        self.with_text(id, &format!("{}{}{}", &text[..start], edit.new, &text[end..]))
    }

    fn edit(&self, source: SourceId, mutant: Replacement) -> Edit {
        let span = Span { source, start: mutant.start as u32, end: mutant.end as u32 };
        let old = self.sources().text(span);
        let words = match mutant.new.is_empty() {
            true => "this line is left out".to_owned(),
            false => format!("`{}` becomes `{}`", one_line(old), one_line(&mutant.new)),
        };
        // Citations are found by the first word of a line.
        let start = span.start + (old.len() - old.trim_start().len()) as u32;
        let first = Span { start, end: start + 1, ..span };
        let clauses = self.clauses_at(first);
        Edit {
            place: self.sources().place(first).unwrap_or_default(),
            span,
            new: mutant.new,
            words,
            clauses,
            first: start,
        }
    }
}

struct Replacement {
    start: usize,
    end: usize,
    new: String,
}

struct EditedText<'a> {
    whole: &'a str,
    /// Comments and ids of cited clauses, in order.
    unchanged: &'a [(usize, usize)],
}

impl EditedText<'_> {
    /// Tokens between two offsets, without comments and ids of clauses.
    fn tokens(&self, start: usize, end: usize) -> impl Iterator<Item = (usize, &str)> {
        let mut at = start;
        std::iter::from_fn(move || {
            let next = |at: usize| self.unchanged.get(self.unchanged.partition_point(|(_, behind)| *behind <= at));
            while let Some(&(_, behind)) = next(at).filter(|(from, _)| *from <= at) {
                at = behind;
            }
            let rest = self.whole.get(at..end).filter(|rest| !rest.is_empty())?;
            let word = &rest[..token(rest)];
            at += word.len();
            Some((at - word.len(), word))
        })
    }

    /// Mutants of numbers, words and signs between two offsets.
    fn words(&self, start: usize, end: usize) -> Vec<Replacement> {
        let mutant = |(at, word): (usize, &str)| {
            let (length, new) = other(word, &self.whole[at..end], self.whole[..at].ends_with('.'))?;
            Some(Replacement { start: at, end: at + length, new })
        };
        self.tokens(start, end).filter_map(mutant).collect()
    }

    /// Mutants that replace a name by another of the same kind: a member, a place, or the answer to a ruling.
    /// A player becomes the player named before, or the left neighbour.
    fn swaps(&self, start: usize, end: usize, names: &NameSwaps) -> Vec<Replacement> {
        let mut mutants = Vec::new();
        let mut players: Vec<&str> = Vec::new();
        for (at, word) in self.tokens(start, end) {
            let behind = at + word.len();
            let rest = &self.whole[behind..end];
            let domain = rest.strip_prefix(" in ").map(|domain| &domain[..token(domain).min(domain.len())]);
            if domain.is_some_and(|domain| names.are_players(domain)) {
                players.push(word);
                continue;
            }
            if self.whole[..at].ends_with('.') || rest.starts_with(':') {
                continue;
            }
            let other = |known: &&&str| **known != word;
            let new = match players.contains(&word) {
                true => {
                    Some(players.iter().rev().find(other).map_or(format!("left({word})"), |known| (*known).to_owned()))
                }
                false => names.next_of(word),
            };
            mutants.extend(new.map(|new| Replacement { start: at, end: behind, new }));
        }
        mutants
    }

    /// Mutants that remove a line of a body with its deeper lines. Lines of the head stay.
    fn lines(&self, start: usize, end: usize, head: usize) -> Vec<Replacement> {
        let mut mutants = Vec::new();
        let lines: Vec<(usize, usize)> = split(self.whole, start, end);
        for (at, &(from, to)) in lines.iter().enumerate() {
            let line = &self.whole[from..to];
            let depth = line.len() - line.trim_start().len();
            let is_text = line.trim().is_empty() || line.trim_start().starts_with('#');
            if from < head || depth == 0 || is_text {
                continue;
            }
            let deeper = |&&(from, to): &&(usize, usize)| {
                let line = &self.whole[from..to];
                line.len() - line.trim_start().len() > depth && !line.trim().is_empty()
            };
            let last = lines[at + 1..].iter().take_while(deeper).last().map_or(to, |(_, to)| *to);
            mutants.push(Replacement { start: from, end: last, new: String::new() });
        }
        mutants
    }
}

/// Replacement for the token at the beginning of a text, with the number of bytes that it replaces.
fn other(word: &str, rest: &str, is_member: bool) -> Option<(usize, String)> {
    if let Ok(number) = word.parse::<i64>() {
        return Some((word.len(), (number + 1).to_string()));
    }
    if is_member {
        return None;
    }
    if word == "is" {
        let not = rest.starts_with("is not ");
        return Some(if not { ("is not".len(), "is".to_owned()) } else { (2, "is not".to_owned()) });
    }
    if word == "in" && rest.starts_with("in Player") {
        return Some(("in Player".len(), "in Player - {seat(1)}".to_owned()));
    }
    let pairs = PAIRS.iter().flat_map(|(one, two)| [(one, two), (two, one)]);
    if let Some((_, new)) = pairs.into_iter().find(|(old, _)| **old == word) {
        return Some((word.len(), (*new).to_owned()));
    }
    let sign = SIGNS.iter().find(|(old, _)| rest.starts_with(old))?;
    Some((sign.0.len(), sign.1.to_owned()))
}

/// Length in bytes of the token at the beginning of a text. A quoted text or a citation is one token.
fn token(rest: &str) -> usize {
    let mut chars = rest.char_indices();
    let Some((_, first)) = chars.next() else { return 1 };
    let behind = |stop: &dyn Fn(char) -> bool| {
        rest.char_indices().skip(1).find(|(_, c)| stop(*c)).map_or(rest.len(), |(at, _)| at)
    };
    match first {
        '"' => behind(&|c| c == '"' || c == '\n') + 1,
        // `MV-1.4` is an id, not a subtraction.
        _ if first.is_ascii_uppercase() => {
            behind(&|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '-' | '.'))
        }
        _ if first.is_alphabetic() => behind(&|c: char| !c.is_alphanumeric() && c != '_'),
        _ if first.is_ascii_digit() => behind(&|c: char| !c.is_ascii_digit()),
        '<' | '>' if rest[1..].starts_with('=') => 2,
        _ => first.len_utf8(),
    }
    .clamp(1, rest.len())
}

/// Lines between two offsets, as byte ranges.
fn split(text: &str, start: usize, end: usize) -> Vec<(usize, usize)> {
    let mut at = start;
    let line = |line: &str| {
        at += line.len();
        (at - line.len(), at)
    };
    text[start..end].split_inclusive('\n').map(line).collect()
}
