//! Review marks: detects changes since a clause was last compared with the rules and scenarios that implement it.
//!
//! `rulebook.yaml` keeps a fingerprint of each reviewed clause. If it has changed, the result may be right or wrong:
//! somebody must read it again.

use std::path::Path;

use super::scenario::{Scenario, Suite};
use tavola_game::{RulebookFile, Rules, codes, means};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::{Fingerprint, Sources, Span, name_list, shell_path, without_comment};
use tavola_syntax::yaml::{self, Yaml, YamlValue, quoted};

/// Key of the marks in `rulebook.yaml`.
const KEY: &str = "reviewed:";

/// Fingerprint of a clause: hashes of its text, of the lines that cite it, and of the scenarios that prove it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ClauseFingerprint([u32; 3]);

/// Clauses that have changed since they were reviewed (`W0906`). Clauses without a mark are not checked.
pub fn unread(rules: &Rules, suite: &Suite) -> Vec<Diagnostic> {
    let Some(book) = rules.printed_rulebook() else { return Vec::new() };
    let reader = ClauseSources::new(rules, book, suite);
    let changed = |(id, read, span): &(String, String, Span)| {
        let now = reader.fingerprint(id)?;
        let mut unnoted = None;
        let what = match ClauseFingerprint::parse(read) {
            None => "its mark cannot be read".to_owned(),
            Some(read) if read == now => return None,
            Some(read) => {
                unnoted = unnoted_erratum(book, id, read, now);
                format!("{} changed since it was reviewed{}", now.beside(read), unnoted.map_or("", Unnoted::what))
            }
        };
        let game = folder(rules.sources(), *span);
        let help = format!(
            "{}read it beside its rules (`tavola clause {game} {id}`), then `tavola check {game} --reviewed {id}`",
            unnoted.map_or("", Unnoted::help)
        );
        let at = book.spanned_texts().find(|(own, _)| *own == id).map_or(*span, |(_, at)| at);
        let mut finding = Diagnostic::warning(codes::UNREAD, at, format!("`{id}`: {what}")).help(help);
        if let Some(Unnoted::OtherText(at)) = unnoted {
            finding = finding.label(at, "this one begins with another text");
        }
        Some(finding)
    };
    book.reviewed.iter().filter_map(changed).collect()
}

/// A change of the text of a clause that its errata do not hold.
#[derive(Clone, Copy)]
enum Unnoted {
    /// The rulebook has no errata.
    NoErrata,
    /// The clause has no errata, others have.
    NoErratum,
    /// No erratum begins with the text that was read. Where the first one stands.
    OtherText(Span),
}

impl Unnoted {
    /// The end of the message.
    fn what(self) -> &'static str {
        match self {
            Self::NoErrata => "",
            Self::NoErratum => ", and no erratum says so",
            Self::OtherText(_) => ", and no erratum begins with the text that was reviewed",
        }
    }

    /// The beginning of the help.
    fn help(self) -> &'static str {
        match self {
            Self::NoErrata | Self::NoErratum => "if the change was published, note it under `errata:`; then ",
            Self::OtherText(_) => "correct its `before:`, or add the erratum that is missing; then ",
        }
    }
}

/// Compares a changed text with the errata of its clause: one of them must begin with the text that was read. None for rulings.
fn unnoted_erratum(
    book: &RulebookFile,
    id: &str,
    ClauseFingerprint([read, ..]): ClauseFingerprint,
    ClauseFingerprint([now, ..]): ClauseFingerprint,
) -> Option<Unnoted> {
    if read == now || book.clauses.iter().all(|clause| clause.id != id) {
        return None;
    }
    if book.errata.is_empty() {
        return Some(Unnoted::NoErrata);
    }
    let mut errata = book.errata.iter().filter(|erratum| erratum.clause == id).peekable();
    let Some(first) = errata.peek().map(|first| first.span) else { return Some(Unnoted::NoErratum) };
    let begins = errata.any(|erratum| words([erratum.before.as_str()]) == read);
    (!begins).then_some(Unnoted::OtherText(first))
}

/// The folder of the file in which a span stands, as a command line names it.
fn folder(sources: &Sources, span: Span) -> String {
    let parent = sources.get(span.source).and_then(|source| Path::new(&source.name).parent());
    let shown = parent.map(|parent| parent.display().to_string()).filter(|parent| !parent.is_empty());
    shown.map_or_else(|| ".".to_owned(), |path| shell_path(&path))
}

/// Text of a `rulebook.yaml` with these clauses marked as reviewed. `all` stands for every clause.
///
/// The rest of the text stays as it is, and the result is parsed again. The error completes a sentence about the file:
/// it lacks an id, or cannot hold the marks.
pub fn marked(rules: &Rules, suite: &Suite, text: &str, ids: &[String]) -> Result<String, String> {
    let Some(book) = rules.printed_rulebook() else { return Err("cannot be read".to_owned()) };
    let reader = ClauseSources::new(rules, book, suite);
    if let Some(unknown) = ids.iter().find(|id| *id != "all" && !reader.texts.iter().any(|(known, _)| known == *id)) {
        return Err(format!("has no clause `{unknown}`"));
    }
    let mut lines = Vec::new();
    for (id, _) in &reader.texts {
        let kept = book.reviewed.iter().find(|(known, ..)| known == id).map(|(_, read, _)| read.clone());
        let is_wanted = ids.iter().any(|wanted| wanted == id || wanted == "all");
        let read = if is_wanted { reader.fingerprint(id).map(ClauseFingerprint::shown) } else { kept };
        lines.extend(read.map(|read| (id.as_str(), read)));
    }
    let margin = margin(text);
    let block: String = lines.iter().map(|(id, read)| format!("{margin}  {}: {read}\n", quoted(id))).collect();
    let new = replaced(text, &format!("{margin}{KEY}\n{block}"), &margin);
    let (before, now) = (keys(text), keys(&new));
    let rest = |keys: &Option<Keys>| keys.as_ref().map(|(rest, _)| rest.clone());
    match now {
        Some((_, Some(marks))) if rest(&before) == rest(&keys(&new)) && marks == marks_of(&lines) => Ok(new),
        _ => Err(format!("cannot hold the marks: write each key on a line of its own, and `{KEY}` only once")),
    }
}

/// Keys of a rulebook: all others, and the marks.
type Keys = (Vec<(String, String)>, Option<Vec<(String, String)>>);

/// Keys of a text. None if it is not a map.
fn keys(text: &str) -> Option<Keys> {
    let YamlValue::Map(pairs) = parsed(text)?.value else { return None };
    let shown = |(key, value): &(Yaml, Yaml)| (key.shown(), value.shown());
    let is_marks = |key: &Yaml| key.text() == KEY.strip_suffix(':');
    let marks = pairs.iter().find(|(key, _)| is_marks(key)).map(|(_, value)| match &value.value {
        YamlValue::Map(marks) => marks.iter().map(shown).collect(),
        _ => Vec::new(),
    });
    Some((pairs.iter().filter(|(key, _)| !is_marks(key)).map(shown).collect(), marks))
}

fn marks_of(lines: &[(&str, String)]) -> Vec<(String, String)> {
    lines.iter().map(|(id, read)| ((*id).to_owned(), read.clone())).collect()
}

fn parsed(text: &str) -> Option<Yaml> {
    let id = Sources::new().add("rulebook", "");
    yaml::parse(id, text).ok()
}

/// Indentation of the keys of a rulebook.
fn margin(text: &str) -> String {
    let start = parsed(text).map_or(0, |yaml| yaml.whole.start as usize);
    let line = text.get(..start).unwrap_or_default().rsplit('\n').next().unwrap_or_default();
    if line.chars().all(|c| c == ' ') { line.to_owned() } else { String::new() }
}

/// The text with the block of this key at the margin replaced, or appended if there is none.
fn replaced(text: &str, block: &str, margin: &str) -> String {
    let head = format!("{margin}{KEY}");
    let mut starts = text.match_indices(&head).map(|(at, _)| at);
    let Some(start) = starts.find(|&at| at == 0 || text[..at].ends_with('\n')) else {
        let gap = if text.ends_with('\n') { "" } else { "\n" };
        return format!("{text}{gap}\n{block}");
    };
    let rest = &text[start + head.len()..];
    // The block ends at the next line that begins at the margin.
    let outer = |(at, _): &(usize, &str)| {
        let line = rest[at + 1..].lines().next().unwrap_or_default();
        let blanks = line.len() - line.trim_start().len();
        blanks <= margin.len() && !line.trim().is_empty()
    };
    let end = rest.match_indices('\n').find(outer).map_or(rest.len(), |(at, _)| at + 1);
    format!("{}{block}{}", &text[..start], &rest[end..])
}

/// Sources of everything that belongs to the clauses of a game.
struct ClauseSources<'g> {
    sources: &'g Sources,
    texts: Vec<(String, String)>,
    citations: Vec<(Span, &'g [String])>,
    suite: &'g Suite,
}

impl<'g> ClauseSources<'g> {
    fn new(rules: &'g Rules, book: &RulebookFile, suite: &'g Suite) -> Self {
        Self { sources: rules.sources(), texts: book.texts(), citations: rules.citations(), suite }
    }

    fn fingerprint(&self, id: &str) -> Option<ClauseFingerprint> {
        let (_, text) = self.texts.iter().find(|(known, _)| known == id)?;
        let cites = |ids: &[String]| ids.iter().any(|cited| means(cited, id));
        let rules = self.citations.iter().filter(|(_, ids)| cites(ids)).map(|(span, _)| self.sources.text(*span));
        let all = &self.suite.scenarios;
        let cases = all.iter().filter(|case| case.proves(id)).map(|case| case_text(&self.suite.sources, all, case));
        let lines = |text: &'g str| text.lines().map(without_comment);
        Some(ClauseFingerprint([words([text.as_str()]), words(rules.flat_map(lines)), words(cases.flat_map(lines))]))
    }
}

/// Hash over the words of some texts, of five hexadecimal digits. Layout does not count.
fn words<'t>(texts: impl IntoIterator<Item = &'t str>) -> u32 {
    let mut print = Fingerprint::default();
    for word in texts.into_iter().flat_map(str::split_whitespace) {
        print.add(word.as_bytes());
        print.add(b" ");
    }
    (print.number() & 0xf_ffff) as u32
}

/// Text of a case, up to the next one.
fn case_text<'s>(sources: &'s Sources, all: &[Scenario], case: &Scenario) -> &'s str {
    let text = sources.whole(case.span.source);
    let start = case.span.start as usize;
    let later = all.iter().map(|other| other.span).filter(|span| span.source == case.span.source);
    let end = later.map(|span| span.start as usize).filter(|&at| at > start).min().unwrap_or(text.len());
    text.get(start..end).unwrap_or_default()
}

impl ClauseFingerprint {
    fn parse(text: &str) -> Option<Self> {
        let numbers: Vec<u32> =
            text.split('-').map(|part| u32::from_str_radix(part, 16)).collect::<Result<_, _>>().ok()?;
        Some(Self(numbers.try_into().ok()?))
    }

    fn shown(self) -> String {
        let [text, rules, scenarios] = self.0;
        format!("{text:05x}-{rules:05x}-{scenarios:05x}")
    }

    /// Names of the parts that differ: `its text and rules`.
    fn beside(self, other: Self) -> String {
        let names = ["text", "rules", "scenarios"];
        let differ = |at: &usize| self.0[*at] != other.0[*at];
        format!("its {}", name_list(&(0..3).filter(differ).map(|at| names[at].to_owned()).collect::<Vec<_>>()))
    }
}
