//! Drawing of the screen.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

use super::log::ShownLogLine;
use super::options::OptionRow;
use super::regions::{WantedHeights, log_width, question_height, regions};
use super::state::{Focus, ScreenState, Scroll, Typing};
use super::styled::{line, wrapped};
use crate::tools::grid;
use crate::tools::paint::count;
use crate::tools::play::session::quits;

/// Keys in the last line.
const REMINDER: &str = "Enter answer  cursor keys, letters choose  Tab scroll  : command  u undo  ? keys";
const REMINDER_SCROLL: &str = "cursor keys scroll  / search  Tab next part  Esc back to the options  ? keys";
const REMINDER_BUSY: &str = "Ctrl-C stop; the game can be resumed";
const NONE_FITS: &str = "  no option fits; Enter gives it as typed";
const REMINDER_NOTICE: &str = "cursor keys scroll  Enter or Esc close";

/// Draws everything.
pub(super) fn draw(frame: &mut Frame<'_>, state: &mut ScreenState) {
    let area = frame.area();
    if area.height < 3 {
        return;
    }
    let inner = Rect { y: area.y + 1, height: area.height - 2, ..area };
    let last = Rect { y: area.bottom() - 1, height: 1, ..area };
    title(frame.buffer_mut(), Rect { height: 1, ..area }, state);
    let question = QuestionLayout::new(state, inner);
    let log_wide = log_width(inner.width);
    let width = inner.width - log_wide;
    let position: Vec<Line<'_>> = state.position(width.into()).iter().map(|text| line(text, state.colours)).collect();
    let hand = hand_lines(state, width.into());
    let log_columns = usize::from(log_wide.checked_sub(2).unwrap_or(width));
    // More lines than the screen has are wanted like as many.
    let whole_log = log_lines(state, log_columns, inner.height.into()).len();
    state.position_texts = position.iter().map(text_of).collect();
    let wanted = WantedHeights {
        position: lines(position.len() + usize::from(!position.is_empty())),
        hand: lines(hand.len()),
        log: lines(whole_log + usize::from(whole_log > 0)),
        question: lines(question.height() + 1),
    };
    let regions = regions(inner, wanted, state.focus);
    let log_room = usize::from(regions.log.height.saturating_sub(1));
    let log = log_lines(state, log_columns, if state.focus == Focus::Log { usize::MAX } else { log_room });
    state.log_texts = log.iter().map(text_of).collect();
    let buffer = frame.buffer_mut();
    if state.game.view.is_none() {
        // Between two players there is nothing to see.
        question.draw(buffer, regions.question, state);
        return last_line(frame, last, state);
    }
    let is_focused = state.focus == Focus::Position;
    text(buffer, regions.position, ("Position", is_focused), &position, &mut state.position_scroll);
    plain(buffer, regions.hand, &hand);
    let mut at = regions.log;
    if log_wide > 0 {
        (at.y..at.bottom()).for_each(|y| {
            buffer.set_string(at.x, y, "\u{2502}", Style::new().add_modifier(Modifier::DIM));
        });
        at = Rect { x: at.x + 2, width: at.width - 2, ..at };
    }
    text(buffer, at, ("Log", state.focus == Focus::Log), &log, &mut state.log_scroll);
    if state.is_search() {
        highlight(buffer, if state.focus == Focus::Log { at } else { regions.position }, &state.typed.to_lowercase());
    }
    question.draw(buffer, regions.question, state);
    if state.is_busy {
        let quiet = Style::new().add_modifier(Modifier::DIM).remove_modifier(Modifier::BOLD | Modifier::REVERSED);
        buffer.set_style(regions.question, quiet);
    }
    if !state.notice.is_empty() {
        let above = Rect { height: inner.height - regions.question.height, ..inner };
        notice(buffer, above, inner, state);
    }
    last_line(frame, last, state);
}

/// The question, laid out.
struct QuestionLayout {
    before: Vec<Line<'static>>,
    rows: Vec<OptionRow>,
    after: Vec<Line<'static>>,
}

impl QuestionLayout {
    fn new(state: &mut ScreenState, area: Rect) -> Self {
        let (width, colours) = (usize::from(area.width), state.colours);
        let heading = Style::new().add_modifier(Modifier::BOLD);
        let heading = if colours { heading.fg(Color::Cyan) } else { heading };
        let dim = Style::new().add_modifier(Modifier::DIM);
        if let Some(prompt) = &state.prompt {
            let before = grid::wrap(prompt, width, "").into_iter().map(|line| Line::styled(line, heading)).collect();
            return Self { before, rows: Vec::new(), after: Vec::new() };
        }
        let rows = state.options.rows(width);
        let Some(question) = &state.question else { return Self { before: Vec::new(), rows, after: Vec::new() } };
        let prompt = grid::wrap(&question.prompt, width, "");
        let room = width.saturating_sub(prompt.last().map_or(0, |line| grid::width(line)));
        let mut before: Vec<Line<'static>> = prompt.into_iter().map(|line| Line::styled(line, heading)).collect();
        // Clauses that do not fit are listed by `clause`.
        if grid::width(&question.clauses) <= room
            && let Some(last) = before.last_mut()
        {
            last.push_span(Span::styled(question.clauses.clone(), dim));
        }
        before.extend(question.piles.iter().flat_map(|pile| wrapped(&format!("  {pile}"), width, colours)));
        let after: Vec<Line<'static>> =
            question.further.iter().map(|text| Line::styled(format!("  {text}"), dim)).collect();
        let most = usize::from(question_height(area.height, state.focus));
        let without = before.len() + rows.len() + after.len() + 1;
        let all = state.cards(true, width);
        // Where the question would fill more than a third, the position needs the lines more.
        let cards =
            if without + all.len() <= most.min(usize::from(area.height) / 3) { all } else { state.cards(false, width) };
        before.extend(cards.into_iter().take(most.saturating_sub(before.len() + after.len() + 4)).map(Line::from));
        Self { before, rows, after }
    }

    fn height(&self) -> usize {
        self.before.len() + self.rows.len().max(1) + self.after.len()
    }

    fn draw(&self, buffer: &mut Buffer, area: Rect, state: &mut ScreenState) {
        if area.height == 0 {
            return;
        }
        let after = self.after.len().min(usize::from(area.height) / 3);
        // The prompt and at least one option stay on the screen.
        let before = self.before.len().min(usize::from(area.height).saturating_sub(2 + after));
        let height = usize::from(area.height).saturating_sub(1 + before + after);
        state.options_height = height;
        let is_selected = |row: &OptionRow| row.iter().any(|(at, _)| state.options.is_selected(*at));
        let selected = self.rows.iter().rposition(is_selected).unwrap_or(0);
        let from = (selected + 1).saturating_sub(height);
        let to = (from + height).min(self.rows.len());
        let shown = &self.rows[from..to];
        let numbers =
            (shown.len() < self.rows.len()).then(|| format!("lines {}-{to} of {}", from + 1, self.rows.len()));
        let title = if state.prompt.is_some() || state.question.is_none() { "" } else { "Question" };
        rule(buffer, area, (title, state.focus == Focus::Options), &numbers.unwrap_or_default());
        let at = |row: usize| Rect { y: area.y + 1 + lines(row), height: area.height - 1, ..area };
        plain(buffer, at(0), &self.before[..before]);
        if state.options.count() == 0 && state.prompt.is_none() && !state.typed.is_empty() {
            let is_quit = quits(state.typed.trim());
            let none = if is_quit { "  Enter: quit; the game can be resumed" } else { NONE_FITS };
            plain(buffer, at(before), &[Line::styled(none, Style::new().add_modifier(Modifier::DIM))]);
        }
        for (down, row) in shown.iter().enumerate() {
            let mut x = area.x;
            for (option, text) in row {
                let is_selected = state.options.is_selected(*option);
                let style = if is_selected { Style::new().add_modifier(Modifier::REVERSED) } else { Style::new() };
                let y = at(before + down).y;
                buffer.set_stringn(
                    x,
                    y,
                    if is_selected { "> " } else { "  " },
                    usize::from(area.right() - x),
                    Style::new(),
                );
                let x_text = (x + 2).min(area.right());
                let (end, _) = buffer.set_stringn(x_text, y, text, usize::from(area.right() - x_text), style);
                x = (end + 1).min(area.right());
            }
        }
        plain(buffer, at(before + shown.len().max(1)), &self.after[..after]);
    }
}

/// The first line: game, who has to answer, scores. The name of the game gives way.
fn title(buffer: &mut Buffer, area: Rect, state: &ScreenState) {
    let parts = [&state.title, &state.who, &state.game.scores];
    let join = |from: usize| {
        let parts: Vec<&str> = parts[from..].iter().map(|part| part.as_str()).filter(|part| !part.is_empty()).collect();
        parts.join("  \u{b7}  ")
    };
    let whole = join(0);
    let text = if grid::width(&whole) <= area.width.into() { whole } else { join(1) };
    buffer.set_style(area, Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD));
    buffer.set_stringn(area.x, area.y, text, area.width.into(), Style::new());
}

fn hand_lines(state: &ScreenState, width: usize) -> Vec<Line<'static>> {
    if state.game.hand.is_empty() {
        return Vec::new();
    }
    let lines = grid::wrap(&format!("Your {}", state.game.hand), width, "");
    lines.into_iter().map(|line| Line::styled(line, Style::new().add_modifier(Modifier::BOLD))).collect()
}

/// Lines of the log: an entry for each decision. New ones are bright, others dim. The newest entries, which fill
/// `room` lines, are whole: the result stands at their end. Older ones are cut to a line.
fn log_lines(state: &ScreenState, width: usize, mut room: usize) -> Vec<Line<'static>> {
    let entry = |entry: &ShownLogLine| {
        let weight = match (entry.is_new, entry.heading) {
            (true, _) => Modifier::BOLD,
            (false, true) => Modifier::empty(),
            (false, false) => Modifier::DIM,
        };
        let texts = if room > 0 { hanging(&entry.text, width) } else { vec![cut(&entry.text, width)] };
        room = room.saturating_sub(texts.len());
        let style = Style::new().add_modifier(weight);
        texts.into_iter().rev().map(|text| Line::styled(text, style)).collect::<Vec<_>>()
    };
    let mut lines: Vec<Line<'static>> = state.game.log.iter().rev().flat_map(entry).collect();
    lines.reverse();
    lines
}

/// Lines of a text; all but the first are indented.
fn hanging(text: &str, width: usize) -> Vec<String> {
    let lines = grid::wrap(text, width.saturating_sub(2), "");
    lines.into_iter().enumerate().map(|(at, line)| if at == 0 { line } else { format!("  {line}") }).collect()
}

/// A text without what is too much for a line.
fn cut(text: &str, width: usize) -> String {
    if grid::width(text) <= width {
        return text.to_owned();
    }
    let mut shown = String::new();
    for c in text.chars() {
        shown.push(c);
        if grid::width(&shown) + 2 > width {
            shown.pop();
            break;
        }
    }
    format!("{}..", shown.trim_end())
}

/// Lines over everything else: what a command says.
fn notice(buffer: &mut Buffer, above: Rect, inner: Rect, state: &mut ScreenState) {
    let width = usize::from(inner.width);
    let said: Vec<Line<'static>> = state.notice.iter().flat_map(|text| wrapped(text, width, state.colours)).collect();
    let height = lines(said.len() + 2);
    let room = if height <= above.height { above } else { inner };
    let height = height.min(room.height);
    let area = Rect { y: room.bottom() - height, height, ..room };
    for position in area.positions() {
        buffer[position].reset();
    }
    let body = Rect { height: area.height - 1, ..area };
    text(buffer, body, ("Message", true), &said, &mut state.notice_scroll);
    rule(buffer, Rect { y: area.bottom() - 1, height: 1, ..area }, ("", false), "");
}

/// The last line: what is being typed, or the most important keys.
fn last_line(frame: &mut Frame<'_>, area: Rect, state: &ScreenState) {
    let mark = match state.typing {
        Typing::Command => ":",
        Typing::Search => "/",
        Typing::Answer if !state.typed.is_empty() || state.prompt.is_some() => "> ",
        Typing::Answer => {
            let reminder = match state.focus {
                _ if state.is_busy => REMINDER_BUSY,
                _ if !state.notice.is_empty() => REMINDER_NOTICE,
                Focus::Options => REMINDER,
                _ => REMINDER_SCROLL,
            };
            let dim = Style::new().add_modifier(Modifier::DIM);
            frame.buffer_mut().set_stringn(area.x, area.y, reminder, area.width.into(), dim);
            return;
        }
    };
    let found = if state.is_search() && !state.typed.is_empty() { found(state) } else { String::new() };
    let at = area.right().saturating_sub(lines(grid::width(&found)));
    frame.buffer_mut().set_stringn(at, area.y, &found, area.width.into(), Style::new().add_modifier(Modifier::DIM));
    // The end of a long text is shown, where the next letter goes.
    let room = usize::from(area.width).saturating_sub(3 + grid::width(&found));
    let mut shown = state.typed.as_str();
    while grid::width(shown) > room {
        let mut rest = shown.chars();
        rest.next();
        shown = rest.as_str();
    }
    let (x, y) =
        frame.buffer_mut().set_stringn(area.x, area.y, format!("{mark}{shown}"), area.width.into(), Style::new());
    frame.set_cursor_position(Position { x, y });
}

/// Results of a search, and its keys.
fn found(state: &ScreenState) -> String {
    let found = state.found();
    match found.iter().position(|at| *at == state.hit) {
        Some(at) => format!("  {} of {} found  Enter next  Esc close", at + 1, count(found.len() as u64, "line")),
        None => "  nothing found  Esc close".to_owned(),
    }
}

/// Shows where a text in lower case stands in the lines below a heading.
fn highlight(buffer: &mut Buffer, area: Rect, text: &str) {
    if text.is_empty() {
        return;
    }
    for y in area.y.saturating_add(1)..area.bottom() {
        let mut starts = Vec::new();
        let mut shown = String::new();
        for x in area.left()..area.right() {
            starts.push((shown.len(), x));
            shown.push_str(&buffer[(x, y)].symbol().to_lowercase());
        }
        for (from, hit) in shown.match_indices(text) {
            let is_hit = |start: usize| (from..from + hit.len()).contains(&start);
            for (_, x) in starts.iter().filter(|(start, _)| is_hit(*start)) {
                buffer[(*x, y)].set_style(Style::new().add_modifier(Modifier::REVERSED));
            }
        }
    }
}

/// A part of the screen with a heading and a text that scrolls.
fn text(buffer: &mut Buffer, area: Rect, heading: (&str, bool), text: &[Line<'_>], scroll: &mut Scroll) {
    let shown = scroll.fit(text.len(), usize::from(area.height.saturating_sub(1)));
    if area.height == 0 || area.width == 0 {
        return;
    }
    let part = shown.len() < text.len();
    let numbers =
        if part { format!("lines {}-{} of {}", shown.start + 1, shown.end, text.len()) } else { String::new() };
    rule(buffer, area, heading, &numbers);
    plain(buffer, Rect { y: area.y + 1, height: area.height - 1, ..area }, &text[shown]);
}

/// A line with a heading at the left and numbers at the right.
fn rule(buffer: &mut Buffer, area: Rect, (heading, is_focused): (&str, bool), numbers: &str) {
    let dim = Style::new().add_modifier(Modifier::DIM);
    buffer.set_stringn(area.x, area.y, "\u{2500}".repeat(area.width.into()), area.width.into(), dim);
    let style = if is_focused { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
    if !heading.is_empty() {
        let heading = if is_focused { format!(" [{heading}] ") } else { format!(" {heading} ") };
        buffer.set_stringn(area.x + 1, area.y, heading, usize::from(area.width.saturating_sub(1)), style);
    }
    let width = lines(grid::width(numbers)) + 3;
    if !numbers.is_empty() && width + 14 < area.width {
        buffer.set_string(area.right() - width, area.y, format!(" {numbers} "), Style::new());
    }
}

/// Lines in an area, without those that do not fit.
fn plain(buffer: &mut Buffer, area: Rect, lines: &[Line<'_>]) {
    let bottom = area.bottom().min(buffer.area.bottom());
    for (line, y) in lines.iter().zip(area.y..bottom) {
        buffer.set_line(area.x, y, line, area.width);
    }
}

fn text_of(line: &Line<'_>) -> String {
    line.spans.iter().map(|span| span.content.as_ref()).collect::<String>().to_lowercase()
}

/// A number of lines on a screen.
fn lines(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}
