//! Margin behind the code: citations in one column, comments behind them.

use super::MARGIN;
use super::line::{CodeLine, FormattedLine};
use super::spaces::{multiple, width};

/// Last column at which citations are aligned.
const COLUMN: usize = 96;

/// The column of citations is a multiple of this, so that a line that becomes longer seldom moves it.
const STEP: usize = 8;

/// Spaces between code and the column of citations, at least.
const GAP: usize = 2;

/// Spaces before what follows directly.
pub(super) const BEHIND: usize = 3;

/// Columns by which comments of neighbouring lines may be moved to be aligned.
const FAR: usize = 32;

impl CodeLine {
    /// Column after its code.
    fn code_end(&self) -> usize {
        if self.code.is_empty() { 0 } else { self.indent + width(&self.code) }
    }

    /// Column at which its citations begin, if those of the text are aligned at `column`.
    fn cites_at(&self, column: usize) -> usize {
        match self.code_end() {
            0 => column.max(self.indent),
            end if end + GAP <= column => column,
            end => end + BEHIND,
        }
    }

    /// Column after its code and citations.
    pub(super) fn end(&self, column: usize) -> usize {
        if self.cites.is_empty() { self.code_end() } else { self.cites_at(column) + width(&self.cites) }
    }
}

/// Column of the citations of a text. Lines that are too long do not count.
pub(super) fn column(lines: &[FormattedLine]) -> usize {
    let ends = lines.iter().filter_map(|line| match line {
        FormattedLine::Code(code) if !code.cites.is_empty() => Some(code.code_end() + GAP),
        _ => None,
    });
    multiple(ends.filter(|&end| end <= COLUMN).max().unwrap_or(0), STEP)
}

/// Writes all lines.
pub(super) fn text(lines: Vec<FormattedLine>) -> String {
    let column = column(&lines);
    let starts = comment_columns(&lines, column);
    let mut text = String::new();
    for (line, start) in lines.into_iter().zip(starts) {
        match line {
            FormattedLine::Raw(raw) => text += &raw,
            FormattedLine::Blank => {}
            FormattedLine::Comment { indent, text: comment } => {
                fill(&mut text, indent);
                text += &comment;
            }
            FormattedLine::Code(code) => put(&mut text, &code, column, start),
        }
        text.push('\n');
    }
    text
}

fn put(text: &mut String, line: &CodeLine, column: usize, comment: usize) {
    if !line.code.is_empty() {
        fill(text, line.indent);
        *text += &line.code;
    }
    if !line.cites.is_empty() {
        fill(text, line.cites_at(column) - line.code_end());
        *text += &line.cites;
    }
    if !line.comment.is_empty() {
        fill(text, comment.saturating_sub(line.end(column)));
        *text += &line.comment;
    }
}

fn fill(text: &mut String, spaces: usize) {
    text.extend(std::iter::repeat_n(' ', spaces));
}

/// Column of the comment behind each line. Those of neighbouring lines are aligned where nothing sticks out.
fn comment_columns(lines: &[FormattedLine], column: usize) -> Vec<usize> {
    let mut columns: Vec<usize> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if at < columns.len() {
            continue;
        }
        let run: Vec<&CodeLine> = lines[at..].iter().map_while(with_comment).collect();
        if run.is_empty() {
            columns.push(0);
            continue;
        }
        let own = |line: &&CodeLine| line.end(column).max(line.table) + BEHIND;
        let (least, most) = (run.iter().map(own).min().unwrap_or(0), run.iter().map(own).max().unwrap_or(0));
        let fits = run.iter().all(|line| most + width(&line.comment) <= MARGIN) && most - least <= FAR;
        columns.extend(run.iter().map(|line| if fits { most } else { own(line) }));
        let _ = line;
    }
    columns
}

fn with_comment(line: &FormattedLine) -> Option<&CodeLine> {
    match line {
        FormattedLine::Code(code) => (!code.comment.is_empty()).then_some(code),
        _ => None,
    }
}
