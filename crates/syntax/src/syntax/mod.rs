//! Parser: from text to syntax tree by the grammar `grammar/tavola.pest`, with error recovery.
//!
//! Parsing never fails. It returns everything that could be parsed, and findings for the rest. pest is private to this folder.

pub mod ast;
mod brackets;
mod citations;
pub mod codes;
mod columns;
mod expected;
mod exprs;
mod grammar;
mod grid;
mod guard;
mod hooks;
mod indented;
mod items;
mod kinds;
mod layout;
mod lexicon;
mod line;
mod mistakes;
pub(crate) mod outlined;
mod phrases;
pub mod possible;
mod reader;
mod repairs;
mod sheets;
mod stmts;
mod tables;
mod texts;
mod unknown;
mod verbs;
mod waivers;
mod words;

use rayon::prelude::*;

use self::grammar::Rule;
use self::mistakes::ReadSpot;
use self::reader::{PairParts, Reader};
pub use self::repairs::remainder;
pub use self::unknown::foreign_sentence;
use crate::diagnostic::{Diagnostic, Fix, FixEdit, Remedy};
use crate::text::{SourceId, Sources};

/// Result of parsing a text.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Parsed {
    /// The tree, without the broken parts.
    pub file: ast::File,
    /// Findings, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses a rules text. It never fails: a broken item, line or cell is one finding, and the rest is parsed.
///
/// An unknown source counts as an empty text.
pub fn parse(sources: &Sources, source: SourceId) -> Parsed {
    parse_by(sources, source, |chunks, read| chunks.into_iter().map(read).collect())
}

/// [`parse`] in parallel. Its thread may run other tasks while it waits, so the caller must not hold a lock that they need.
pub fn parse_on_all_cores(sources: &Sources, source: SourceId) -> Parsed {
    parse_by(sources, source, |chunks, read| chunks.into_par_iter().map(read).collect())
}

/// An item, if it could be parsed, with its reader.
type ReadItem = (Option<ast::Item>, Reader);

fn parse_by(
    sources: &Sources,
    source: SourceId,
    each: impl FnOnce(Vec<layout::Chunk>, &(dyn Fn(layout::Chunk) -> ReadItem + Sync)) -> Vec<ReadItem>,
) -> Parsed {
    let mut reader = Reader::new(source);
    let (text, at) = text_of(sources, source);
    report_tab(&mut reader, text, at);
    let mut outline = layout::outline(&mut reader, text, at, false);
    outline.chunks = indented::apart(&mut reader, outline.chunks);
    if let Some(line) = outline.loose.first() {
        let finding = Diagnostic::error(codes::ORPHAN, line.span(&reader), "this line belongs to nothing");
        reader.report(finding.help("begin an item, such as `game` or `kind`, in column 1"));
    }
    // Items are independent of each other, so each has its own reader.
    let read = |chunk: layout::Chunk| {
        let mut reader = Reader::new(source);
        let item = items::item(&mut reader, chunk);
        reader.drop_follow_ups(sources.whole(source));
        if let Some(item) = item.as_ref().filter(|_| reader.has_findings()) {
            match &item.kind {
                kind if items::is_box(kind) => reader.lose_table(),
                kind if items::is_formula(kind) || reader.lacks_local => reader.incomplete.push(item.span),
                _ => {}
            }
        }
        (item, reader)
    };
    let mut items = each(outline.chunks, &read);
    for at in 1..items.len() {
        if items[at].1.is_stray() {
            items[at - 1].1.expect_stray();
        }
    }
    tell_names_once(&mut items, sources.whole(source));
    let items = items.into_iter().filter_map(|(item, found)| {
        reader.join(found);
        item
    });
    let items = items.collect();
    let all = sources.whole(source);
    let unreadable = reader.unreadable_words(all);
    let file = ast::File {
        source: Some(source),
        items,
        comments: outline.comments,
        citations: reader.citations.clone(),
        waivers: outline.waivers,
        unreadable,
        gap: reader.gap,
        nameless: reader.is_nameless(),
        distrusted: reader.tabbed.iter().chain(&reader.incomplete).copied().collect(),
        rows: reader.rows.clone(),
    };
    Parsed { file, diagnostics: reader.finish() }
}

/// Drops what follows from an item that is named with a word of the language: findings about uses of the name.
fn tell_names_once(items: &mut [ReadItem], text: &str) {
    let reserved: Vec<Option<&str>> = items.iter().map(|(_, found)| items::reserved_name(found, text)).collect();
    let names: Vec<&str> = reserved.iter().copied().flatten().collect();
    for ((_, found), _) in items.iter_mut().zip(&reserved).filter(|(_, own)| own.is_none() && !names.is_empty()) {
        found.expect_uses(&names, text);
    }
}

/// Parses a single expression, as in a scenario. `None` if it is broken.
pub fn parse_expr(sources: &Sources, source: SourceId) -> (Option<ast::Expr>, Vec<Diagnostic>) {
    let mut reader = Reader::new(source);
    let (text, at) = text_of(sources, source);
    report_tab(&mut reader, text, at);
    let lines = layout::outline(&mut reader, text, at, true).loose;
    let finding = match lines.as_slice() {
        [line] => {
            let spot = ReadSpot::new(codes::BROKEN_EXPRESSION, "");
            let pair = reader.read(Rule::only_expr, &line.text, line.at, &spot);
            let expr = pair.map(|pair| reader.build(line.at).expr(PairParts::of(pair).must()));
            return (expr, reader.finish());
        }
        [] => Diagnostic::error(codes::BROKEN_EXPRESSION, reader.span(at, at), "an expression is missing here")
            .help("write one: `jar at store`"),
        [_, second, ..] => {
            let message = "one expression belongs here, but this line begins another";
            Diagnostic::error(codes::BROKEN_EXPRESSION, second.span(&reader), message).help("remove it, or indent it")
        }
    };
    reader.report(finding);
    (None, reader.finish())
}

/// Parses sentences in column 1, like the body of a rule. Broken ones are left out.
pub fn parse_sentences(sources: &Sources, source: SourceId) -> (ast::Block, Vec<Diagnostic>) {
    let mut reader = Reader::new(source);
    let (text, at) = text_of(sources, source);
    report_tab(&mut reader, text, at);
    let lines = layout::outline(&mut reader, text, at, true).loose;
    let nodes = layout::blocks(&mut reader, lines);
    let block = stmts::block(&mut reader, nodes);
    (block, reader.finish())
}

/// True if a character can continue a name: letters of all scripts, digits, `_`.
pub fn is_name_char(c: char) -> bool {
    c == '_' || c.is_ascii_alphanumeric() || pest::unicode::XID_CONTINUE(c)
}

/// The bytes where a text has a name as a whole word.
pub fn whole_words<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = usize> + 't {
    let is_whole = move |at: &usize| {
        let before = text[..*at].chars().next_back().is_some_and(is_name_char);
        !before && !text[at + name.len()..].starts_with(is_name_char)
    };
    text.match_indices(name).map(|(at, _)| at).filter(is_whole)
}

/// True if a text is a name and not a reserved word.
pub fn is_name(text: &str) -> bool {
    grammar::read(Rule::c_name, text).is_ok()
}

/// True if a text is a clause id that rules can cite: `VL-4.1`, `4.1.3b`, `§4`.
pub fn is_clause(text: &str) -> bool {
    !text.contains(' ') && grammar::read(Rule::c_clause, text).is_ok()
}

/// Help for a clause that is missing between two known ones: `AB-6.3` between `AB-6.2` and `AB-6.4`.
pub fn removed_clause(id: &str, is_known: impl Fn(&str) -> bool) -> Option<String> {
    let stem = id.trim_end_matches(|c: char| c.is_ascii_digit());
    let number: u64 = id.get(stem.len()..)?.parse().ok()?;
    let [before, after] = [number.checked_sub(1)?, number.checked_add(1)?].map(|number| format!("{stem}{number}"));
    let is_between = is_known(&before) && is_known(&after);
    is_between.then(|| format!("there are `{before}` and `{after}`: was the line of `{id}` removed?"))
}

/// Description of clause ids, for help texts.
pub const CLAUSE_IDS: &str =
    "an id reads like `AB-4.1`, `B-1`, `4.1.3b` or `§4`: letters and digits, with `.` or `-` between them";

/// Cells of all table rows in a fragment of rules, headings included. As written, without comments.
pub fn rows(text: &str) -> Vec<Vec<String>> {
    let mut reader = Reader::new(SourceId(0));
    let lines = layout::outline(&mut reader, text, 0, true).loose;
    lines.iter().filter(|line| line.is_row()).filter_map(|line| grid::cells_of(&mut reader, line)).collect()
}

/// Text of a source without a byte order mark, and the byte offset where it begins.
fn text_of(sources: &Sources, source: SourceId) -> (&str, usize) {
    let text = sources.whole(source);
    match text.strip_prefix('\u{feff}') {
        Some(rest) => (rest, text.len() - rest.len()),
        None => (text, 0),
    }
}

/// Spaces of a level of indentation.
const LEVEL: &str = "  ";

/// Reports tabs: their width depends on the editor, so blocks would be ambiguous.
fn report_tab(reader: &mut Reader, text: &str, at: usize) {
    let Some(tab) = text.find('\t') else { return };
    let lines = text.lines().filter(|line| line.contains('\t')).count();
    let message = match lines {
        1 => "there is a tab here".to_owned(),
        2 => "there is a tab here, and in 1 more line".to_owned(),
        _ => format!("there is a tab here, and in {} more lines", lines - 1),
    };
    let finding = Diagnostic::error(codes::TAB, reader.span(at + tab, at + tab + 1), message);
    let mixed = text.lines().any(|line| {
        let indent = &line[..line.len() - line.trim_start_matches([' ', '\t']).len()];
        indent.contains('\t') && indent.contains(' ')
    });
    let indents = |at: usize| text[..at].rsplit('\n').next().is_some_and(|before| before.trim().is_empty());
    let edit = |(start, _): (usize, &str)| {
        FixEdit::new(reader.span(at + start, at + start + 1), if indents(start) { LEVEL } else { " " })
    };
    let edits = text.match_indices('\t').map(edit).collect();
    let fix = Fix { title: "indent with spaces".to_owned(), edits, safe: !mixed };
    reader.report(finding.help(Remedy::new("indent with spaces; most editors can do that for the Tab key", fix)));
    let (mut item, mut start, mut tabbed) = (0, 0, false);
    for line in text.split_inclusive('\n') {
        if line.starts_with(|c: char| !c.is_whitespace()) {
            if tabbed {
                reader.distrust(reader.span(at + item, at + start - 1));
            }
            (item, tabbed) = (start, false);
        }
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        tabbed |= line[..indent].contains('\t') && !line.trim().is_empty();
        start += line.len();
    }
    if tabbed {
        reader.distrust(reader.span(at + item, at + start));
    }
}
