//! Lines of the rules that explain a position: they are found by running again, one operation at a time.

use tavola_core::code::{Op, Pc};
use tavola_core::vm::State;
use tavola_syntax::text::{Span, one_line};

use super::Referee;
use crate::{RuleLine, SENTENCES};

/// Maximum number of operations that are run again.
const MOST: usize = 5_000;

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

    /// The last `if` that did not hold in the run that begins at a position: its first line as written, and where.
    pub fn last_condition_that_failed(&mut self, before: &State) -> Option<(String, RuleLine)> {
        let (ran, _) = self.run_again(before)?;
        let program = self.game.program();
        let skipped = ran.windows(2).rev().filter(|pair| match program.ops[pair[0].index()] {
            Op::Unless { to, .. } => pair[1] == to,
            _ => false,
        });
        let spans = skipped.map(|pair| program.op_spans[pair[0].index()]);
        let condition =
            spans.map(|span| (self.game.sources().text(span), span)).find(|(text, _)| text.starts_with("if "));
        let (text, span) = condition?;
        Some((one_line(text.lines().next()?).trim_end_matches(':').to_owned(), self.own_line(span)?))
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
