//! Comments that are too long: one behind a line moves above it, one on a line of its own is wrapped.

use crate::syntax::outlined::is_waiver;

use super::line::{CodeLine, FormattedLine};
use super::margin::BEHIND;
use super::spaces::width;
use super::{MARGIN, WIDTH};

/// Places all comments.
pub(super) fn placed(lines: Vec<FormattedLine>) -> Vec<FormattedLine> {
    let column = super::margin::column(&lines);
    let mut placed = Vec::new();
    for line in lines {
        match line {
            FormattedLine::Code(mut code) if sticks_out(&code, column) => {
                let text = std::mem::take(&mut code.comment);
                placed.extend([FormattedLine::Comment { indent: code.indent, text }, FormattedLine::Code(code)]);
            }
            other => placed.push(other),
        }
    }
    wrapped(placed)
}

/// True if the comment behind a line ends too far to the right, and may stand above it. A waiver belongs to its line.
fn sticks_out(code: &CodeLine, column: usize) -> bool {
    let end = code.end(column).max(code.table) + BEHIND + width(&code.comment);
    !code.comment.is_empty() && end > MARGIN && !is_waiver(&code.comment)
}

/// Wraps comments that are wider than [`WIDTH`].
fn wrapped(lines: Vec<FormattedLine>) -> Vec<FormattedLine> {
    let mut wrapped = Vec::new();
    let mut lines = lines.into_iter().peekable();
    while let Some(line) = lines.next() {
        let FormattedLine::Comment { indent, text } = line else {
            wrapped.push(line);
            continue;
        };
        let mut rest = text;
        while indent + width(&rest) > WIDTH && is_prose(&rest) {
            let Some(at) = cut(&rest, WIDTH.saturating_sub(indent)) else { break };
            let over = format!("# {}", &rest[at + 1..]);
            wrapped.push(FormattedLine::Comment { indent, text: rest[..at].to_owned() });
            rest = over;
            // The rest of an unfinished sentence goes on in the next line.
            let goes_on = |next: &mut &FormattedLine| matches!(next, FormattedLine::Comment { indent: own, text } if *own == indent && is_prose(text));
            if indent + width(&rest) <= WIDTH
                && !rest.ends_with(['.', '!', '?', ':', ';'])
                && let Some(FormattedLine::Comment { text, .. }) = lines.next_if(|next| goes_on(&mut &*next))
            {
                rest = format!("{rest} {}", &text[2..]);
            }
        }
        wrapped.push(FormattedLine::Comment { indent, text: rest });
    }
    wrapped
}

/// True for sentences: no list, no picture, no row of a table, no code.
fn is_prose(comment: &str) -> bool {
    let Some(text) = comment.strip_prefix("# ") else { return false };
    text.starts_with(|c: char| c.is_alphabetic() || "`\"'(".contains(c))
        && !text.contains("  ")
        && !text.contains(['\t', '|'])
        && !is_waiver(comment)
}

/// The space at which a comment is broken: the last one that fits. The rest must be prose, too, and no waiver.
fn cut(comment: &str, fits: usize) -> Option<usize> {
    let spaces = comment.match_indices(' ').map(|(at, _)| at).filter(|&at| at > 1);
    let starts = |at: &usize| is_prose(&format!("# {}", &comment[at + 1..]));
    spaces.filter(starts).take_while(|&at| width(&comment[..at]) <= fits).last()
}
