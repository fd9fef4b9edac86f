//! Lines of the rules that explain a position: they are found by running again, one operation at a time.

use std::collections::BTreeSet;

use tavola_core::code::{Op, Pc};
use tavola_core::ir::{Expr, ExprKind, visit};
use tavola_core::vm::State;
use tavola_syntax::text::{Span, one_line, place_parts};

use super::Referee;
use super::decided::DecideTable;
use crate::{Game, RuleLine, SENTENCES};

/// Maximum number of operations that are run again.
const MOST: usize = 5_000;

/// The last condition, or decision table, that a run passed over.
pub struct PassedOver {
    /// In words: ``no row of `decide` fits``.
    pub what: String,
    /// Values of the left columns of a decision table: `winners is {anna}`.
    pub values: Vec<String>,
    /// Line of the condition or of the table.
    pub line: RuleLine,
}

impl Game {
    /// Settings and rulings that sentences read at a line of the rules (`file:line:column`), each with the line that declares it.
    pub fn settings_read_at(&self, place: &str) -> Vec<(String, RuleLine)> {
        let Some(line) = self.extent_of_line(place) else { return Vec::new() };
        let book = self.book();
        let mut read = BTreeSet::new();
        let mut look = |e: &Expr| {
            if let ExprKind::Setting(id) = e.kind
                && line.covers(e.span)
            {
                read.insert(id.index());
            }
        };
        for rule in &book.rules {
            visit::statements(&rule.body, &mut |stmt| {
                visit::of_stmt(stmt).into_iter().for_each(|e| visit::each_expr(e, &mut |e| look(e)));
            });
        }
        let settings = read.into_iter().map(|at| &book.settings[at]);
        settings.filter_map(|setting| Some((setting.name.clone(), self.rule_line(setting.span)?))).collect()
    }

    /// The whole line of a place.
    fn extent_of_line(&self, place: &str) -> Option<Span> {
        let (file, line, _) = place_parts(place)?;
        let (id, source) = self.sources().iter().find(|(_, source)| source.name == file)?;
        let before: usize =
            source.text.split_inclusive('\n').take(line.parse::<usize>().ok()?.checked_sub(1)?).map(str::len).sum();
        let end = source.text[before..].find('\n').map_or(source.text.len(), |length| before + length);
        Some(Span { source: id, start: before as u32, end: end as u32 })
    }
}

impl Referee {
    /// Line that last changes a value in the run that begins at a position. `None` if the run changes nothing about it, or
    /// is too long.
    ///
    /// The value is a text as for [`Referee::evaluate`]. Slow, for explanations.
    pub fn line_that_changed(&mut self, before: &State, value: &str) -> Option<RuleLine> {
        let (ran, after) = self.run_again(before)?;
        let mut state = before.clone();
        let mut now = self.evaluate(&state, value).ok();
        if now == self.evaluate(&after, value).ok() {
            return None;
        }
        let mut last = *ran.last()?;
        for pair in ran.windows(2) {
            let program = self.game.program();
            // The next operation is another one, so exactly one runs.
            self.machine.run_to(program, &mut state, pair[1]).ok()?;
            if !writes(program.ops[pair[0].index()]) {
                continue;
            }
            let then = self.evaluate(&state, value).ok();
            if then != now {
                (now, last) = (then, pair[0]);
            }
        }
        self.own_line(self.game.program().op_spans[last.index()])
    }

    /// The last condition that a run passed over, from a position on: the last `if` that did not hold, or the last decision table of which no row
    /// did anything. `None` without one, and if the run is too long.
    pub fn passed_over_last(&mut self, before: &State) -> Option<PassedOver> {
        let (ran, _) = self.run_again(before)?;
        // A row that was tested before the row that was taken, or before the last one, explains nothing.
        let mut decided = None;
        for at in (0..ran.len().checked_sub(1)?).rev() {
            let program = self.game.program();
            let Op::Unless { to, .. } = program.ops[ran[at].index()] else { continue };
            let (span, is_skipped) = (program.op_spans[ran[at].index()], ran[at + 1] == to);
            if let Some(table) = DecideTable::of(&self.game, span) {
                if decided == Some(table.keyword) {
                    continue;
                }
                decided = Some(table.keyword);
                if is_skipped && let Some(line) = self.own_line(table.keyword) {
                    let fits = if table.has_idle_row { " that does something" } else { "" };
                    let values = self.at_operation(before, &ran[..=at]).map(|state| self.decided_by(&table, &state));
                    let what = format!("no row of `decide`{fits} fits");
                    return Some(PassedOver { what, values: values.unwrap_or_default(), line });
                }
                continue;
            }
            let text = self.game.sources().text(span);
            if is_skipped && text.starts_with("if ") {
                let text = one_line(text.lines().next()?).trim_end_matches(':').to_owned();
                let what = format!("the last condition that did not hold: `{text}`");
                return Some(PassedOver { what, values: Vec::new(), line: self.own_line(span)? });
            }
        }
        None
    }

    /// Line of `play` with which a run ends the whole game: its text (`until over`), and where. `None` if the run is too long.
    pub fn line_that_ended(&mut self, before: &State) -> Option<(String, RuleLine)> {
        let (ran, _) = self.run_again(before)?;
        let book = self.game.book();
        let play = &book.rules[book.play.index()].name;
        let of_play = ran.iter().rev().filter(|pc| self.game.rule_at(pc.index()) == Some(play));
        let spans = of_play.map(|pc| self.game.program().op_spans[pc.index()]);
        let (text, span) = spans
            .map(|span| (self.game.sources().text(span), span))
            .find(|(text, _)| !text.is_empty() && text != play)?;
        Some((one_line(text.lines().next()?).trim_end_matches(':').to_owned(), self.own_line(span)?))
    }

    /// The position before the last of these operations of a run.
    fn at_operation(&mut self, before: &State, ran: &[Pc]) -> Option<State> {
        let mut state = before.clone();
        for pc in ran.get(1..)? {
            self.machine.run_to(self.game.program(), &mut state, *pc).ok()?;
        }
        Some(state)
    }

    /// The operations of the run that begins at a position, and the position after it.
    fn run_again(&mut self, before: &State) -> Option<(Vec<Pc>, State)> {
        let (mut ran, mut after) = (Vec::new(), before.clone());
        let Self { game, machine, .. } = self;
        machine.run_with_notes(game.program(), &mut after, &mut |pc| ran.push(Pc(pc))).ok()?;
        (ran.len() <= MOST).then_some((ran, after))
    }

    /// `None` for a sentence of a scenario, which is no line of the rules.
    fn own_line(&self, span: Span) -> Option<RuleLine> {
        self.game.sources().get(span.source).filter(|source| source.name != SENTENCES)?;
        self.game.rule_line(span)
    }
}

/// True if an operation may change what expressions of the rules read.
fn writes(op: Op) -> bool {
    !matches!(
        op,
        Op::Jump(_)
            | Op::UnlessLogged(_)
            | Op::Unless { .. }
            | Op::Call { .. }
            | Op::Return { .. }
            | Op::Begin
            | Op::End
            | Op::Require { .. }
            | Op::Say(_)
            | Op::Enter(_)
    )
}
