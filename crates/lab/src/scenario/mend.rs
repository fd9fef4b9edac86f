//! Edits that make a case state the actual result. They replace only the stretch of text in question, so that comments
//! and layout around it stay as they are.

use std::collections::BTreeSet;

use super::check::is_meant;
use super::wanted::WholeAnswer;
use super::{Offered, Then};
use crate::term::Term;
use tavola_game::Game;
use tavola_syntax::text::{SourceId, Sources, Span, lines_around};
use tavola_syntax::yaml::{self, Yaml, YamlValue};

/// An edit of a scenario file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseEdit {
    /// Description of the edit: "`fame[anna]` is 4, the case says 3".
    pub words: String,
    /// Stretches of the text with their replacements, from the first to the last and without overlap.
    edits: Vec<(Span, String)>,
    /// Span of the value that is edited.
    whole: Span,
}

/// A scenario file before and after edits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewritten {
    /// Path of the file.
    pub name: String,
    /// Text as it was read.
    pub old: String,
    /// Text with all edits.
    pub new: String,
}

impl Rewritten {
    /// True if the new text is YAML with as many cases as the old one.
    pub fn is_whole(&self) -> bool {
        let cases = |text: &str| {
            let id = Sources::new().add(self.name.as_str(), "");
            yaml::parse(id, text).ok().map(|yaml| yaml.items().len())
        };
        cases(&self.new).is_some_and(|count| cases(&self.old) == Some(count))
    }
}

impl CaseEdit {
    /// Replaces the value of an expression. None if it cannot be written as YAML.
    pub(super) fn value(line: &Then, actual: &str, game: &Game) -> Option<Self> {
        let wanted = Term::parse(actual);
        let text = yaml_of(actual, line.value.whole.source, |yaml| Term::of(yaml, game).same(&wanted))?;
        let words = format!("`{}` is {actual}, the case says {}", line.expression, line.value.shown());
        Some(Self { words, edits: vec![(line.value.whole, text)], whole: line.value.whole })
    }

    /// Replaces the number of options.
    pub(super) fn count(who: &str, value: &Yaml, said: usize, actual: usize) -> Self {
        let with_unit = value.text().is_some_and(|text| text.contains("option"));
        let options = |count: usize| format!("{count} option{}", if count == 1 { "" } else { "s" });
        let words = format!("{who} is offered {}, the case says {said}", options(actual));
        let text = if with_unit { options(actual) } else { actual.to_string() };
        Self { words, edits: vec![(value.whole, text)], whole: value.whole }
    }

    /// Replaces options: those that are `gone` are removed from the list, those that are `new` are appended. None for
    /// `includes` and `excludes`, since only their author knows what they should show.
    pub(super) fn options(offered: &Offered, gone: &[&Yaml], new: &[&WholeAnswer], game: &Game) -> Option<Self> {
        let items = offered.exactly.as_ref()?;
        let text = |one: &&WholeAnswer| {
            yaml_of(&one.text, offered.whole.source, |yaml| is_meant(&Term::of(yaml, game), &one.term))
        };
        let added = new.iter().map(text).collect::<Option<Vec<String>>>()?;
        let gone_at: BTreeSet<Span> = gone.iter().map(|item| item.whole).collect();
        let kept: Vec<bool> = items.iter().map(|item| !gone_at.contains(&item.whole)).collect();
        let shown = |texts: Vec<String>| texts.join(", ");
        let mut words = Vec::new();
        if !gone.is_empty() {
            words.push(format!("no longer offered {}", shown(gone.iter().map(|item| item.shown()).collect())));
        }
        if !new.is_empty() {
            words.push(format!("also offered {}", shown(new.iter().map(|one| one.text.clone()).collect())));
        }
        let words = format!("{} is {}", offered.who, words.join(", "));
        Some(Self { words, edits: list(offered.whole, items, &kept, &added), whole: offered.whole })
    }

    /// Span of the first edit.
    pub fn span(&self) -> Option<Span> {
        self.edits.first().map(|(span, _)| *span)
    }

    /// True if nothing is lost by the edits: no comment, no anchor, and no list or text on lines of its own.
    pub fn is_plain(&self, sources: &Sources) -> bool {
        let whole = sources.text(self.whole);
        let on_lines = whole.contains('\n') && !whole.starts_with(['[', '{']) || whole.starts_with("- ");
        let comment = |(span, _): &(Span, String)| [" #", "\n#"].iter().any(|mark| sources.text(*span).contains(mark));
        !on_lines && !whole.starts_with(['&', '!', '|', '>']) && !self.edits.iter().any(comment)
    }

    /// The affected lines, before and after.
    pub fn lines(&self, sources: &Sources) -> Option<(String, String)> {
        let (first, last) = (self.edits.first()?.0, self.edits.last()?.0);
        let (start, end) = (first.start as usize, last.end as usize);
        let text = &sources.get(first.source)?.text;
        let lines = lines_around(text, start, end);
        Some((text[lines.clone()].to_owned(), edited(text, &self.edits, lines.start, lines.end)))
    }

    /// Files with edits. An edit that overlaps an earlier one is left out; the next run proposes it again, if it is
    /// still needed.
    pub fn rewrite(mends: &[&Self], sources: &Sources) -> Vec<Rewritten> {
        let mut files = Vec::new();
        for (id, source) in sources.iter() {
            let mut edits: Vec<(Span, String)> = Vec::new();
            for mend in mends.iter().filter(|mend| mend.span().is_some_and(|span| span.source == id)) {
                let overlaps = |(span, _): &(Span, String)| {
                    edits.iter().any(|(other, _)| span.start <= other.end && other.start <= span.end)
                };
                if !mend.edits.iter().any(overlaps) {
                    edits.extend(mend.edits.iter().cloned());
                }
            }
            if !edits.is_empty() {
                edits.sort_by_key(|(span, _)| span.start);
                let new = edited(&source.text, &edits, 0, source.text.len());
                files.push(Rewritten { name: source.name.clone(), old: source.text.clone(), new });
            }
        }
        files
    }
}

/// A stretch of a text with edits applied.
fn edited(text: &str, edits: &[(Span, String)], from: usize, to: usize) -> String {
    let (mut new, mut at) = (String::new(), from);
    for (span, instead) in edits {
        new.push_str(&text[at..span.start as usize]);
        new.push_str(instead);
        at = span.end as usize;
    }
    new + &text[at..to]
}

/// Edits that remove items from a list in brackets and append others to it.
fn list(whole: Span, items: &[Yaml], kept: &[bool], added: &[String]) -> Vec<(Span, String)> {
    let stretch = |from: u32, to: u32| Span { start: from, end: to, ..whole };
    let added = added.join(", ");
    let Some(last) = kept.iter().rposition(|kept| *kept) else {
        return vec![(whole, format!("[{added}]"))];
    };
    let mut edits = Vec::new();
    for at in (0..last).filter(|&at| !kept[at]) {
        edits.push((stretch(items[at].whole.start, items[at + 1].whole.start), String::new()));
    }
    let (from, to) = (items[last].whole.end, items.last().map_or(whole.end, |item| item.whole.end));
    if from != to || !added.is_empty() {
        edits.push((stretch(from, to), if added.is_empty() { added } else { format!(", {added}") }));
    }
    edits
}

/// A notation as YAML of the same meaning: as it is, or in quotes.
fn yaml_of(text: &str, source: SourceId, means: impl Fn(&Yaml) -> bool) -> Option<String> {
    let same = |quoted: &String| {
        let Ok(found) = yaml::parse(source, &format!("[{quoted}]")) else { return false };
        matches!(&found.value, YamlValue::List(items) if matches!(items.as_slice(), [one] if means(one)))
    };
    [text.to_owned(), yaml::quoted(text)].into_iter().find(same)
}
