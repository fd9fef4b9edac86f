//! Fixes of findings: edits of the texts that carry out what the help says.

use crate::text::{Sources, Span, indent, lines_around};

/// A new text for a range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FixEdit {
    /// Range. An empty one inserts.
    pub span: Span,
    /// The text there after the edit.
    pub new: NewText,
}

/// Text of a place after an edit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NewText {
    /// A text.
    Text(String),
    /// The text of another place before the edits.
    Copy(Span),
    /// The lines of the range, moved so that the first one is indented like the line of another place.
    IndentedAs(Span),
    /// The lines of the range, moved so that the first one is in the block of the line of another place.
    IndentedUnder(Span),
    /// A line of its own above the line of the range, with the same indentation.
    LineAbove(String),
    /// Nothing. Spaces before it go, too, and a line on which nothing else stands.
    Nothing,
    /// Nothing. The lines of the range go, with the deeper lines below them. Not possible if something stands before the range.
    NoBlock,
}

/// Spaces by which a block is indented.
const STEP: usize = 2;

/// An edit with its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResolvedEdit {
    /// Range of the source.
    pub span: Span,
    /// Its new text.
    pub text: String,
}

/// Edits that repair a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// Description in the imperative: "replace `bery` with `berry`".
    pub title: String,
    /// Edits, which do not overlap. They are applied together.
    pub edits: Vec<FixEdit>,
    /// True if it needs no decision of the author. Programs may apply it without asking.
    pub safe: bool,
}

/// Advice on a finding: a help text, and the fixes that carry it out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remedy {
    /// Text for people.
    pub help: String,
    /// Fixes, the best first.
    pub fixes: Vec<Fix>,
}

impl FixEdit {
    /// A range with its new text.
    pub fn new(span: Span, text: impl Into<String>) -> Self {
        Self { span, new: NewText::Text(text.into()) }
    }

    fn resolve(&self, sources: &Sources) -> Option<ResolvedEdit> {
        let whole = &sources.get(self.span.source)?.text;
        let (start, end) = (self.span.start as usize, self.span.end as usize);
        whole.get(start..end)?;
        Some(match &self.new {
            NewText::Text(text) => ResolvedEdit { span: self.span, text: text.clone() },
            NewText::Copy(of) => ResolvedEdit { span: self.span, text: sources.text(*of).to_owned() },
            NewText::IndentedAs(other) | NewText::IndentedUnder(other) => {
                let deeper = if matches!(self.new, NewText::IndentedUnder(_)) { STEP } else { 0 };
                whole.get(..other.start as usize)?;
                let (from, to) = (indent_at(whole, start), indent_at(whole, other.start as usize) + deeper);
                let lines = lines_around(whole, start, end);
                let moved = whole[lines.clone()].split_inclusive('\n').map(|line| {
                    let own = indent(line);
                    let is_blank = line.trim().is_empty();
                    let depth = if is_blank { own } else { (own + to).saturating_sub(from) };
                    format!("{}{}", " ".repeat(depth), &line[own..])
                });
                ResolvedEdit { span: Span::new(self.span.source, lines.start, lines.end), text: moved.collect() }
            }
            NewText::LineAbove(text) => {
                let (at, depth) = (lines_around(whole, start, start).start, indent_at(whole, start));
                ResolvedEdit {
                    span: Span::new(self.span.source, at, at),
                    text: format!("{}{text}\n", " ".repeat(depth)),
                }
            }
            NewText::NoBlock => {
                let (lines, depth) = (lines_around(whole, start, end), indent_at(whole, start));
                if start > lines.start + depth {
                    return None;
                }
                let (mut end, mut at) = (lines.end, lines.end);
                for line in whole[lines.end..].split_inclusive('\n') {
                    let is_blank = line.trim().is_empty();
                    if !is_blank && indent(line) <= depth {
                        break;
                    }
                    at += line.len();
                    end = if is_blank { end } else { at };
                }
                ResolvedEdit { span: Span::new(self.span.source, lines.start, end), text: String::new() }
            }
            NewText::Nothing => {
                let line = lines_around(whole, start, end);
                let (before, after) = (&whole[line.start..start], &whole[end..line.end]);
                let (start, end) = match (before.trim().is_empty(), after.trim().is_empty()) {
                    (true, true) => (line.start, line.end),
                    (_, true) => (line.start + before.trim_end().len(), end + after.trim_end_matches('\n').len()),
                    _ => (start, end),
                };
                ResolvedEdit { span: Span::new(self.span.source, start, end), text: String::new() }
            }
        })
    }
}

/// Number of spaces at the beginning of the line of an offset.
fn indent_at(whole: &str, at: usize) -> usize {
    indent(&whole[lines_around(whole, at, at)])
}

impl Fix {
    /// A fix that removes lines with their blocks. Only the author knows whether they are needed.
    pub fn remove_lines(title: impl Into<String>, lines: Span) -> Self {
        Self { title: title.into(), edits: vec![FixEdit { span: lines, new: NewText::NoBlock }], safe: false }
    }

    /// A fix that moves lines into the block of a line above. Only the author knows whether they belong there.
    pub(crate) fn put_under(title: impl Into<String>, lines: Span, above: Span) -> Self {
        let edits = vec![FixEdit { span: lines, new: NewText::IndentedUnder(above) }];
        Self { title: title.into(), edits, safe: false }
    }

    /// A safe fix that removes something, and the line on which nothing else stands.
    pub fn remove(title: impl Into<String>, span: Span) -> Self {
        Self { title: title.into(), edits: vec![FixEdit { span, new: NewText::Nothing }], safe: true }
    }

    /// A safe fix that moves lines to the indentation of another line.
    pub fn align(title: impl Into<String>, lines: Span, like: Span) -> Self {
        Self { title: title.into(), edits: vec![FixEdit { span: lines, new: NewText::IndentedAs(like) }], safe: true }
    }

    /// A safe fix that lets two places change their texts.
    pub fn swap(title: impl Into<String>, a: Span, b: Span) -> Self {
        let edits = [(a, b), (b, a)].map(|(span, of)| FixEdit { span, new: NewText::Copy(of) });
        Self { title: title.into(), edits: edits.into(), safe: true }
    }

    /// The edits with their texts, in the order of their places. `None` if a place is not in the sources, or two overlap.
    pub fn resolve(&self, sources: &Sources) -> Option<Vec<ResolvedEdit>> {
        let mut edits = self.edits.iter().map(|edit| edit.resolve(sources)).collect::<Option<Vec<_>>>()?;
        edits.sort_by_key(|edit| edit.span);
        let apart =
            |two: &[ResolvedEdit]| two[0].span.source != two[1].span.source || two[0].span.end <= two[1].span.start;
        edits.windows(2).all(apart).then_some(edits)
    }

    /// A safe fix with one edit.
    pub fn new(title: impl Into<String>, span: Span, text: impl Into<String>) -> Self {
        Self { title: title.into(), edits: vec![FixEdit::new(span, text)], safe: true }
    }

    /// A safe fix that writes one text in place of another.
    pub fn replace(span: Span, old: &str, new: &str) -> Self {
        Self::new(format!("replace `{old}` with `{new}`"), span, new)
    }

    /// A safe fix for a change of a variant that is no change of parts: `replace` for the `change` with which it begins.
    pub fn replace_change(item: Span) -> Self {
        let word = Span { end: item.start + "change".len() as u32, ..item };
        Self::replace(word, "change", "replace")
    }

    /// Adds an edit.
    #[must_use]
    pub fn and(mut self, span: Span, text: impl Into<String>) -> Self {
        self.edits.push(FixEdit::new(span, text));
        self
    }

    /// The fix, safe only if this holds as well.
    #[must_use]
    pub fn safe_if(mut self, is_safe: bool) -> Self {
        self.safe &= is_safe;
        self
    }
}

impl Remedy {
    /// A help text with a fix that carries it out.
    pub fn new(help: impl Into<String>, fix: Fix) -> Self {
        Self { help: help.into(), fixes: vec![fix] }
    }

    /// The help for a misspelt word: "did you mean `berry`?". `known` are all words that could be meant.
    pub fn did_you_mean<'k>(span: Span, found: &str, meant: &str, known: impl IntoIterator<Item = &'k str>) -> Self {
        let fix = Fix::replace(span, found, meant).safe_if(is_certain(found, meant, known));
        Self::new(format!("did you mean `{meant}`?"), fix)
    }

    /// Adds a fix.
    #[must_use]
    pub fn or(mut self, fix: Fix) -> Self {
        self.fixes.push(fix);
        self
    }
}

impl From<String> for Remedy {
    fn from(help: String) -> Self {
        Self { help, fixes: Vec::new() }
    }
}

impl From<&str> for Remedy {
    fn from(help: &str) -> Self {
        help.to_owned().into()
    }
}

/// Shortest word whose misspelling is certain, in characters. A mistake in a shorter one may mean many words.
const SHORTEST: usize = 4;
/// Shortest word in which two mistakes leave no doubt.
const LONG: usize = 8;

/// True if a misspelt word can mean only one of the known ones: few mistakes, and every other word is farther away.
pub(crate) fn is_certain<'k>(found: &str, meant: &str, known: impl IntoIterator<Item = &'k str>) -> bool {
    let length = meant.chars().count();
    let distance = |word: &str| strsim::damerau_levenshtein(&found.to_lowercase(), &word.to_lowercase());
    let own = distance(meant);
    // `GA-3` and `GA-2` are two things, not two spellings.
    let digits = |word: &str| word.chars().filter(char::is_ascii_digit).collect::<String>();
    length >= SHORTEST
        && digits(found) == digits(meant)
        && own <= 1 + usize::from(length >= LONG)
        && known.into_iter().filter(|word| *word != meant && *word != found).all(|word| distance(word) > own)
}

/// True if one of two longer texts is probably a misspelling of the other: at most two letters differ, and no digit.
pub fn is_misspelt(one: &str, other: &str) -> bool {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let is_long = one.chars().count().min(other.chars().count()) >= LONG;
    is_long && one != other && digits(one) == digits(other) && strsim::damerau_levenshtein(one, other) <= 2
}

/// The most similar known word, if one is so similar that it may be meant: a quarter of the letters may differ, and one.
pub fn nearest<'k>(word: &str, known: impl Iterator<Item = &'k str>) -> Option<&'k str> {
    let distance = |candidate: &&'k str| strsim::damerau_levenshtein(word, candidate);
    let best = known.min_by_key(distance)?;
    (distance(&best) <= 1 + word.chars().count().max(best.chars().count()) / 4).then_some(best)
}
