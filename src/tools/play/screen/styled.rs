//! Painted texts as lines of a screen.

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

use crate::tools::grid;
use crate::tools::paint::Paint;

/// Start of a colour or weight in a painted text.
const ESCAPE: &str = "\x1b[";

/// A painted text as a line; without `colours` its weights stay.
pub(super) fn line(text: &str, colours: bool) -> Line<'static> {
    let text = Paint::new(true).harmless(text);
    let mut style = Style::new();
    let mut spans = Vec::new();
    for (at, part) in text.split(ESCAPE).enumerate() {
        let (codes, shown) = if at == 0 { ("", part) } else { part.split_once('m').unwrap_or(("", part)) };
        style = codes
            .split(';')
            .filter_map(|code| code.parse().ok())
            .fold(style, |style, code| after(style, code, colours));
        if !shown.is_empty() {
            spans.push(Span::styled(shown.to_owned(), style));
        }
    }
    Line::from(spans)
}

/// A painted text as lines of at most this width. A text that is too long gets the style of its beginning.
pub(super) fn wrapped(text: &str, width: usize, colours: bool) -> Vec<Line<'static>> {
    let whole = line(text, colours);
    if whole.width() <= width {
        return vec![whole];
    }
    let style = whole.spans.first().map_or_else(Style::new, |span| span.style);
    let bare: String = whole.spans.iter().map(|span| span.content.as_ref()).collect();
    let (head, rest) = bare.split_at(column(&bare).filter(|column| *column <= width / 2).unwrap_or(0));
    let indent: String = match head {
        "" => bare.chars().take_while(|c| *c == ' ').take(width / 2).collect(),
        head => " ".repeat(grid::width(head)),
    };
    let mut lines = grid::wrap(rest, width, &indent);
    if let Some(first) = lines.first_mut() {
        first.replace_range(..head.len().min(indent.len()), head);
    }
    lines.into_iter().map(|line| Line::styled(line, style)).collect()
}

/// Start of the second column of a text: after the first gap of several spaces.
fn column(text: &str) -> Option<usize> {
    let begin = text.len() - text.trim_start().len();
    let gap = begin + text[begin..].find("  ")?;
    Some(text.len() - text[gap..].trim_start().len())
}

fn after(style: Style, code: u8, colours: bool) -> Style {
    match code {
        0 => Style::new(),
        1 => style.add_modifier(Modifier::BOLD),
        2 => style.add_modifier(Modifier::DIM),
        31 if colours => style.fg(Color::Red),
        32 if colours => style.fg(Color::Green),
        33 if colours => style.fg(Color::Yellow),
        36 if colours => style.fg(Color::Cyan),
        _ => style,
    }
}
