//! All lines of the layout in order: code, comments, empty lines.

use crate::syntax::outlined::{Outlined, WrittenLine};

use super::items::CodeLines;
use super::line::FormattedLine;

/// Lines of the whole text. Comments are indented like the code to which they belong.
pub(super) fn lines(outlined: &Outlined, text: &str, mut code: CodeLines) -> Vec<FormattedLine> {
    let indents = Indents::new(outlined, &code);
    let mut lines: Vec<FormattedLine> = Vec::new();
    for (at, source) in outlined.source_lines.iter().enumerate() {
        if let Some(formatted) = code.remove(&at) {
            lines.extend(formatted);
        } else if text[source.all.start..source.comment.start.max(source.all.start)].contains('\t')
            || source.comment.is_empty() && text[source.all.clone()].contains('\t')
        {
            // A tab is an error, so it stays as it is written.
            lines.push(FormattedLine::Raw(text[source.all.clone()].to_owned()));
        } else if !source.comment.is_empty() {
            let text = text[source.comment.clone()].trim_end_matches(' ').to_owned();
            lines.push(FormattedLine::Comment { indent: indents.of_comment(at, source), text });
        } else if !matches!(lines.last(), None | Some(FormattedLine::Blank)) {
            lines.push(FormattedLine::Blank);
        }
    }
    if lines.last() == Some(&FormattedLine::Blank) {
        lines.pop();
    }
    lines
}

/// Indentation of code: as it is written, and in the layout.
#[derive(Clone, Copy)]
struct Indent {
    line: usize,
    old: usize,
    new: usize,
}

struct Indents {
    all: Vec<Indent>,
}

impl Indents {
    fn new(outlined: &Outlined, code: &CodeLines) -> Self {
        let starts: Vec<usize> = outlined.items.iter().flat_map(|item| &item.lines).map(|line| line.at).collect();
        let mut all = Vec::new();
        for (&line, formatted) in code {
            let source = &outlined.source_lines[line];
            match formatted.first() {
                Some(FormattedLine::Code(formatted)) => {
                    all.push(Indent { line, old: source.indent, new: formatted.indent });
                    all.extend(after_label(&starts, source, &formatted.code).map(|(old, new)| Indent {
                        line,
                        old: source.indent + old,
                        new: formatted.indent + new,
                    }));
                }
                _ => all.push(Indent { line, old: source.indent, new: source.indent }),
            }
        }
        Self { all }
    }

    /// Indentation of a comment: that of the next line of code if they are aligned, else that of a line above with which it is aligned.
    fn of_comment(&self, at: usize, source: &WrittenLine) -> usize {
        let next = self.all.partition_point(|code| code.line < at);
        let below = self.all.get(next);
        if let Some(below) = below.filter(|below| below.old == source.indent) {
            return below.new;
        }
        if source.indent == 0 {
            return 0;
        }
        let above = self.all[..next].iter().rev();
        let item = above.clone().take_while(|code| code.old > 0);
        if let Some(above) = item.clone().find(|code| code.old == source.indent) {
            return above.new;
        }
        below.filter(|below| below.old > 0).or_else(|| item.clone().next()).map_or(0, |code| code.new)
    }
}

/// Columns of the sentence after the label of a field, from the start of the line: as it is written, and in the layout.
/// `starts` are the places at which all lines and such sentences begin.
fn after_label(starts: &[usize], source: &WrittenLine, formatted: &str) -> Option<(usize, usize)> {
    let start = source.code.start;
    let at = *starts.get(starts.partition_point(|&at| at <= start))?;
    if at >= source.code.end {
        return None;
    }
    let colon = formatted.find(':')? + 1;
    let gap = formatted[colon..].len() - formatted[colon..].trim_start_matches(' ').len();
    Some((at - start, colon + gap))
}
