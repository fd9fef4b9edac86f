//! Layout: lines become items and blocks by their indentation.
//!
//! An item begins in column 1. A line that begins with a joiner, or is inside brackets, continues the line above.
//! Both become one text of the same length with spaces between, so that byte offsets stay valid.
//! A row of a table continues until its closing bar. Deeper indentation is a block. The contents of lines do not matter here.

use super::ast::{Name, Waiver};
use super::grammar::{self, Pair, Rule};
use super::guard::{MAX_BLOCKS, MAX_LINE, MAX_LINES};
use super::line::SourceLine;
use super::reader::Reader;
use super::{brackets, codes, waivers};
use crate::diagnostic::{Diagnostic, Fix, Remedy};
use crate::text::{Span, count};

/// Words that continue the line above when a line begins with them.
pub(super) const JOINERS: [&str; 9] = ["and", "or", "where", "then", "by", "for", "except", "clockwise", "showing"];

/// Sentences with a single value and no block. A deeper `if` or `else` below them belongs to the value.
pub(super) const VALUES: [&str; 3] = ["define", "let", "set"];

/// A line with the block below it.
#[derive(Debug)]
pub(super) struct LineBlock {
    pub(super) line: SourceLine,
    pub(super) block: Vec<LineBlock>,
}

impl LineBlock {
    /// Byte after its block.
    pub(super) fn end(&self) -> usize {
        self.block.last().map_or_else(|| self.line.end(), LineBlock::end)
    }
}

/// An item: its first line, and all others.
#[derive(Debug)]
pub(super) struct Chunk {
    pub(super) head: SourceLine,
    pub(super) body: Vec<SourceLine>,
}

/// A text split into items.
#[derive(Debug, Default)]
pub(super) struct TextChunks {
    /// Lines before the first item. Only fragments of rules may have them.
    pub(super) loose: Vec<SourceLine>,
    pub(super) chunks: Vec<Chunk>,
    pub(super) comments: Vec<Span>,
    pub(super) waivers: Vec<Waiver>,
}

/// Splits a text at byte `at` of the source into items. With `whole` all lines form one fragment.
pub(super) fn outline(reader: &mut Reader, text: &str, at: usize, whole: bool) -> TextChunks {
    let mut outline = TextChunks::default();
    let mut text = text.replace('\t', " ");
    cut_long(reader, &mut text, at);
    let Ok(lines) = grammar::read(Rule::outline, &text) else {
        let finding = Diagnostic::error(codes::TOO_LONG, reader.span(at, at), "this text is too long to be read");
        reader.report(finding.help("split it into several files"));
        return outline;
    };
    let mut open: Option<(SourceLine, usize)> = None;
    let mut done = Vec::new();
    for pair in lines.into_inner() {
        let Some((line, brackets)) = physical(reader, pair, at, &mut outline.comments) else {
            continue;
        };
        match &mut open {
            Some((above, depth)) if continues(above, *depth, &line, whole) || is_rest(above, &line) => {
                if !continues(above, *depth, &line, whole) {
                    let gap = text.get(above.end() - at..line.at - at).unwrap_or_default();
                    report_rest(reader, above, &line, gap.trim().is_empty());
                }
                *depth = brackets::depth(&line.text, *depth);
                join(above, line);
            }
            _ => done.extend(open.replace((line, brackets)).map(|(line, _)| line)),
        }
    }
    done.extend(open.map(|(line, _)| line));
    outline.waivers = waivers::among(reader, &outline.comments, (&text, at), &done);
    for line in done {
        place(&mut outline, line, whole);
    }
    outline
}

/// Truncates a text after [`MAX_LINES`] lines.
fn cut_long(reader: &mut Reader, text: &mut String, at: usize) {
    if let Some((end, _)) = text.match_indices('\n').nth(MAX_LINES) {
        let message = format!("a text has at most {MAX_LINES} lines; the rest is not read");
        let finding = Diagnostic::error(codes::TOO_LONG, reader.span(at + end, at + end), message);
        reader.report(finding.help("split it into several files"));
        text.truncate(end);
    }
}

/// A physical line, and the number of brackets that it leaves open.
fn physical(reader: &mut Reader, pair: Pair, at: usize, comments: &mut Vec<Span>) -> Option<(SourceLine, usize)> {
    let build = |reader: &Reader, pair: &Pair| reader.span(at + pair.as_span().start(), at + pair.as_span().end());
    if pair.as_rule() == Rule::comment {
        comments.push(build(reader, &pair));
    }
    if pair.as_rule() != Rule::line {
        return None;
    }
    let mut line = SourceLine { at: at + pair.as_span().start(), indent: 0, text: String::new(), cites: Vec::new() };
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::indent => line.indent = part.as_str().len(),
            Rule::code => {
                line.at = at + part.as_span().start();
                part.as_str().trim_end_matches(' ').clone_into(&mut line.text);
            }
            Rule::comment => comments.push(build(reader, &part)),
            _ => line.cites.extend(
                part.into_inner().map(|clause| Name { text: clause.as_str().to_owned(), span: build(reader, &clause) }),
            ),
        }
    }
    reader.citations.extend(line.cites.iter().map(|cite| cite.span));
    let open = brackets::depth(&line.text, 0);
    Some((line, open))
}

/// True if a line continues the one above.
fn continues(above: &SourceLine, open: usize, line: &SourceLine, whole: bool) -> bool {
    if above.is_closed() || line.is_row() || (line.indent == 0 && !whole) {
        return false;
    }
    let closes = line.text.starts_with([')', ']', '}']);
    let deeper = line.indent > above.indent;
    let branch = VALUES.contains(&first_word(&above.text)) && ["if", "else"].contains(&first_word(&line.text));
    let is_formula = above.text.ends_with('=') || branch;
    line.text.is_empty() || closes || begins_with_joiner(&line.text) || deeper && (is_formula || open > 0)
}

/// Words in the middle of a line with which no line begins, except for `in turn` and labels.
const MIDDLE: [&str; 10] = ["is", "in", "at", "of", "from", "to", "as", "not", "into", "rounded"];

/// True if a deeper line can only be the rest of the one above, although no joiner says so.
fn is_rest(above: &SourceLine, line: &SourceLine) -> bool {
    let is_label = line.text.starts_with("at ") && line.text.contains(':');
    // The lines below the head of another item are its body.
    let takes_rest = above.indent > 0 || ["define", "winner", "payoff"].contains(&first_word(&above.text));
    let is_deeper = line.indent > above.indent && takes_rest && !above.is_row() && !above.text.ends_with(':');
    is_deeper && MIDDLE.contains(&first_word(&line.text)) && !is_label && !line.text.starts_with("in turn")
}

/// Reports the rest of a line. `is_next` is true if nothing stands between the two.
fn report_rest(reader: &mut Reader, above: &SourceLine, line: &SourceLine, is_next: bool) {
    let word = first_word(&line.text);
    let message = format!("a line that begins with `{word}` does not continue the one above");
    let at = reader.span(line.at, line.at + word.len());
    let finding = Diagnostic::error(codes::BROKEN_SENTENCE, at, message);
    let help = "join the two lines, or break before `and`, `or`, `where`, `then`, `by`, `for`, `except`, `+` or `-`";
    reader.report(finding.help(match is_next {
        true => Remedy::new(help, Fix::new("join the two lines", reader.span(above.end(), line.at), " ")),
        false => help.into(),
    }));
}

fn begins_with_joiner(text: &str) -> bool {
    let word = first_word(text);
    (JOINERS.contains(&word) && !text.starts_with("for each")) || text.starts_with("+ ") || text.starts_with("- ")
}

/// The word at the beginning of a text, or nothing if it begins with a sign.
pub(crate) fn first_word(text: &str) -> &str {
    text.split(|c: char| !super::is_name_char(c)).next().unwrap_or("")
}

fn join(above: &mut SourceLine, line: SourceLine) {
    let gap = line.at.saturating_sub(above.end());
    if above.text.len() + gap > 2 * MAX_LINE {
        // Too long in any case, so it only has to exceed the limit.
        above.text.extend(std::iter::repeat_n(' ', (2 * MAX_LINE + 1).saturating_sub(above.text.len())));
        return;
    }
    above.text.extend(std::iter::repeat_n(' ', gap));
    above.text.push_str(&line.text);
    above.cites.extend(line.cites);
}

fn place(outline: &mut TextChunks, line: SourceLine, whole: bool) {
    if !whole && line.indent == 0 {
        outline.chunks.push(Chunk { head: line, body: Vec::new() });
    } else if let Some(chunk) = outline.chunks.last_mut() {
        chunk.body.push(line);
    } else {
        outline.loose.push(line);
    }
}

/// Builds blocks from the indentation of lines.
pub(super) fn blocks(reader: &mut Reader, lines: Vec<SourceLine>) -> Vec<LineBlock> {
    let mut lines = lines.into_iter().peekable();
    let mut nodes = Vec::new();
    while lines.peek().is_some() {
        block(reader, &mut lines, 1, &mut nodes);
        put_in_line(reader, &mut lines, &nodes);
    }
    nodes
}

type LineStream = std::iter::Peekable<std::vec::IntoIter<SourceLine>>;

/// Takes all lines with the indentation of the first one, each with the deeper lines below it.
fn block(reader: &mut Reader, lines: &mut LineStream, depth: usize, nodes: &mut Vec<LineBlock>) {
    let Some(indent) = lines.peek().map(|line| line.indent) else {
        return;
    };
    while let Some(line) = lines.peek() {
        let row = line.is_row() && nodes.last().is_some_and(|node| node.line.is_row());
        if line.indent < indent && !row {
            return;
        }
        match nodes.last_mut() {
            Some(above) if line.indent > indent && !row => {
                put_in_line(reader, lines, &above.block);
                if depth < MAX_BLOCKS {
                    block(reader, lines, depth + 1, &mut above.block);
                } else {
                    skip_deep(reader, lines, indent);
                }
            }
            _ => nodes.extend(lines.next().map(|line| LineBlock { line, block: Vec::new() })),
        }
    }
}

/// Reports a line whose indentation is between those of two blocks, and moves it into the block above.
fn put_in_line(reader: &mut Reader, lines: &mut LineStream, block: &[LineBlock]) {
    if let (Some(first), Some(line)) = (block.first(), lines.peek_mut()) {
        report_misaligned(reader, line, &first.line);
        line.indent = first.line.indent;
    }
}

fn report_misaligned(reader: &mut Reader, line: &SourceLine, first: &SourceLine) {
    if line.is_row() {
        return; // The first line of its table is no row, which the parser of the table reports.
    }
    let finding =
        Diagnostic::error(codes::MISALIGNED, line.span(reader), "the indentation of this line matches no block above");
    let help = "give all lines of a block the same indentation";
    // It may also belong to the line above the block.
    let fix = Fix::align("align it with the block above", line.span(reader), first.span(reader)).safe_if(false);
    reader.report(finding.help(Remedy::new(help, fix)));
}

/// Reports a field that is not indented as another one of the same sheet. Both with their labels.
pub(super) fn report_moved(
    reader: &mut Reader,
    (label, line): (&str, &SourceLine),
    (other, like): (&str, &SourceLine),
) {
    let spaces = count(line.indent as u64, "space");
    let message = format!("`{label}:` is indented by {}, `{other}:` by {}", spaces, like.indent);
    let fix = Fix::align(format!("align it with `{other}:`"), line.span(reader), like.span(reader)).safe_if(false);
    let help = Remedy::new("give all lines of a block the same indentation", fix);
    reader.report(Diagnostic::error(codes::MISALIGNED, line.span(reader), message).help(help));
}

fn skip_deep(reader: &mut Reader, lines: &mut LineStream, indent: usize) {
    let mut first = true;
    while let Some(line) = lines.next_if(|line| line.indent > indent) {
        if std::mem::take(&mut first) {
            let message = format!("more than {MAX_BLOCKS} nested blocks here");
            let finding = Diagnostic::error(codes::TOO_DEEP, line.span(reader), message);
            reader.report(finding.help("move the inner blocks to a rule of their own"));
        }
    }
}
