//! Decision tables as they are written: which row an operation tests, and what stands in the left columns.

use tavola_core::code::ExprId;
use tavola_core::ir::{Expr, Type, visit};
use tavola_core::vm::State;
use tavola_syntax::text::{SourceId, Span};

use super::Referee;
use crate::Game;
use crate::wording::{Style, show};
use crate::words::words;

/// A decision table.
pub(super) struct DecideTable {
    /// Place of the word `decide`.
    pub(super) keyword: Span,
    /// The expressions above its left columns.
    heads: Vec<Span>,
    /// True if a row changes nothing: it has no sentences, or they only write to the log.
    pub(super) has_idle_row: bool,
}

impl DecideTable {
    /// The table of which `row` is a whole row. `None` for sentences inside a row, and outside of decision tables.
    pub(super) fn of(game: &Game, row: Span) -> Option<Self> {
        let text = game.sources().whole(row.source);
        let at = text.get(..row.start as usize)?.rfind('\n')? + 1;
        if !is_row(&text[at..]) || !matches!(text[at..row.start as usize].trim(), "" | "|") {
            return None;
        }
        let (mut top, mut keyword) = (at, at);
        while !text[keyword..].trim_start().starts_with("decide") {
            keyword = text[..keyword.checked_sub(1)?].rfind('\n')? + 1;
            match text[keyword..].lines().next()?.trim_start() {
                line if line.starts_with('|') => top = keyword,
                line if line.is_empty() || line.starts_with(['#', 'd']) => {}
                _ => return None,
            }
        }
        let indent = text[keyword..].len() - text[keyword..].trim_start().len();
        let start = (keyword + indent) as u32;
        let keyword = Span { source: row.source, start, end: start + "decide".len() as u32 };
        let rows = text[top..].lines().skip(1).map(str::trim_start);
        let mut rows = rows.take_while(|line| line.is_empty() || line.starts_with(['|', '#']));
        let has_idle_row = rows.any(|line| is_row(line) && sentences(line).is_some_and(is_idle));
        Some(Self { keyword, heads: heads(row.source, text, top), has_idle_row })
    }
}

/// True if a text begins with a row of a table.
fn is_row(text: &str) -> bool {
    text.trim_start_matches(' ').starts_with('|')
}

/// The cell `do` of a row.
fn sentences(row: &str) -> Option<&str> {
    let (_, right) = row.split_once("||")?;
    Some(right.split('|').next().unwrap_or_default().trim())
}

/// True for sentences that change nothing.
fn is_idle(sentences: &str) -> bool {
    sentences.split(';').map(str::trim).all(|one| one.is_empty() || one.starts_with("say "))
}

/// Cells of the line of heads at an offset of a text, up to `||`.
fn heads(source: SourceId, text: &str, top: usize) -> Vec<Span> {
    let line = text[top..].lines().next().unwrap_or_default();
    let left = line.split("||").next().unwrap_or_default();
    let mut at = top;
    let mut heads = Vec::new();
    for cell in left.split('|') {
        let trimmed = cell.trim();
        let start = (at + cell.len() - cell.trim_start().len()) as u32;
        if !trimmed.is_empty() {
            heads.push(Span { source, start, end: start + trimmed.len() as u32 });
        }
        at += cell.len() + 1;
    }
    heads
}

impl Referee {
    /// Values of the left columns where a table is decided: `winners is {anna}`. Columns whose value is not kept are left out.
    pub(super) fn decided_by(&mut self, table: &DecideTable, state: &State) -> Vec<String> {
        table.heads.iter().filter_map(|head| self.head_value(*head, state)).collect()
    }

    fn head_value(&mut self, head: Span, state: &State) -> Option<String> {
        let ty = type_at(&self.game, head)?;
        let at = self.game.program().expr_spans.iter().position(|span| *span == head)?;
        let set_up_context = self.evaluator().terms.set_up_context;
        let (shape, notation) = set_up_context.shape(&ty);
        let id = ExprId(at as u32);
        let words = words(&mut self.machine, self.game.program(), state, (id, shape)).ok()?;
        let legend = self.evaluator().terms.set_up_context.legend();
        let value = show(legend, notation, &words, Style::Language);
        let value = if value == "{}" { "none" } else { &value };
        Some(format!("{} is {value}", self.game.sources().text(head)))
    }
}

/// Type of the expression that is written at a place of a rule.
fn type_at(game: &Game, span: Span) -> Option<Type> {
    let mut found = None;
    let mut look = |e: &Expr| {
        if e.span == span {
            found.get_or_insert_with(|| e.ty.clone());
        }
    };
    for rule in &game.book().rules {
        visit::statements(&rule.body, &mut |stmt| {
            visit::of_stmt(stmt).into_iter().for_each(|e| visit::each_expr(e, &mut |e| look(e)));
        });
    }
    found
}
