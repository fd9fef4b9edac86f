//! Why an option is not offered.

use crate::code::{Arith, Arm, Ask, Domain, Expr, ExprId, NONE};
use crate::game::{Game, Pending};
use crate::text::{Span, one_line};
use crate::vm::{Reason, ReasonKind, Veil};

use super::Asking;
use super::meant::meant;

/// Why an answer is not possible, as far as the player who is asked may know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The sentence: what is not possible and why.
    pub message: String,
    /// `rules/..:line:column` of the condition that fails.
    pub place: Option<String>,
    /// The clauses that the failing condition cites, then those of the defines and `let`s that it names.
    pub clauses: Vec<String>,
    /// Whether the text could not be understood at all (an unknown name), rather than not being offered.
    pub unknown: bool,
}

/// An answer that is not offered, and what is told of it.
pub(super) struct Refused<'a> {
    pub(super) game: &'a Game,
    /// As it was written.
    pub(super) notation: &'a str,
    pub(super) ask: &'a Ask,
    /// Who is asked; none: chance.
    pub(super) asked: Option<usize>,
}

impl Asking<'_> {
    /// Why a text is no option here; `wanted`: its normal form.
    pub(in crate::game) fn refusal(&mut self, notation: &str, wanted: &str) -> Refusal {
        let (Some(id), Some(ask)) = (self.open.id, self.ask()) else {
            return unknown(format!("`{notation}` answers nothing: no question is open"));
        };
        let (game, program, state) = (self.game, self.game.program(), self.state);
        let candidates = meant(game.lowered(), ask, wanted);
        let asked = match self.pending() {
            Pending::Choice(player) => Some(player),
            _ => None,
        };
        let mut veil = match asked {
            Some(_) if !candidates.is_empty() => self.eye().veil(state, asked),
            _ => Veil::new(program),
        };
        let refused = Refused { game, notation, ask, asked };
        let mut refusal = None;
        for option in candidates {
            if let Ok(Some(reason)) = self.machine.why_not(program, state, id, &option, &mut veil) {
                refusal.get_or_insert_with(|| refused.because(&option, &reason));
            }
        }
        // Whoever answers like this is understood wherever something is asked.
        let plain = ["yes", "no", "done"].contains(&wanted);
        let plain = plain.then(|| refused.at(ask.span, format!("`{notation}` is no answer here")));
        refusal.or(plain).unwrap_or_else(|| {
            let count = self.open.options.len();
            let offered: Vec<String> = (0..count.min(12)).map(|at| self.open.notation(game.lowered(), at)).collect();
            let more = if count > 12 { ", .." } else { "" };
            unknown(format!("`{notation}` is no answer here; offered: {}{more}", offered.join(", ")))
        })
    }
}

impl Refused<'_> {
    /// A refusal about a line, with the clauses of the line and of what it names; where there are none, those of the question.
    fn at(&self, span: Span, message: String) -> Refusal {
        let book = self.game.book();
        let behind = book.clauses_behind(span);
        let clauses = if behind.is_empty() { book.clauses_at(self.ask.span).to_vec() } else { behind };
        Refusal { message, place: self.game.sources().place(span), clauses, unknown: false }
    }

    fn because(&self, option: &[i32], reason: &Reason) -> Refusal {
        let (game, notation) = (self.game, self.notation);
        let arm = usize::try_from(option[0]).ok().and_then(|arm| self.ask.arms.get(arm));
        if reason.kind == ReasonKind::Hidden {
            let message = format!("`{notation}` is not possible now, for a reason that you may not see");
            return self.at(self.ask.span, message);
        }
        let program = game.program();
        let whole = arm.and_then(|arm| self.range(arm, reason.kind));
        let expr = whole.or(reason.expr.map(|expr| program.expr_spans[expr.index()]));
        let op = reason.pc.map(|pc| program.op_spans[pc.index()]);
        let span = expr.filter(|span| !span.is_none()).or(op).unwrap_or(self.ask.span);
        let text = one_line(game.sources().text(span));
        let sides = self.sides(reason);
        let said = match reason.kind {
            ReasonKind::Fails(kind) => game.said(kind),
            _ => None,
        };
        let said = said.or_else(|| game.book().reason_at(span));
        let spoken = || arm.and_then(|arm| self.spoken(span, arm, option));
        let why = match reason.kind {
            ReasonKind::When | ReasonKind::Filter | ReasonKind::Fails(_) if said.is_some() => said.unwrap_or_default(),
            ReasonKind::Domain(_) => self.not_in(&text),
            ReasonKind::When | ReasonKind::Filter => {
                spoken().unwrap_or_else(|| format!("`{text}` does not hold{sides}"))
            }
            ReasonKind::Fails(_) => format!("it could not be finished: `{text}`{sides}"),
            ReasonKind::NoWay | ReasonKind::Hidden => "no way leads there".to_owned(),
            ReasonKind::Search => "it was not found out in time whether it can be finished".to_owned(),
        };
        self.at(span, format!("`{notation}` is not possible: {why}"))
    }

    /// The two numbers of a comparison, in the order in which they are written; none where they stand elsewhere, in a define, or where
    /// they say nothing new: of `die at tray > 0` everybody knows what is there if it does not hold.
    fn sides(&self, reason: &Reason) -> String {
        let program = self.game.program();
        let span = |e: ExprId| program.expr_spans[e.index()];
        let (Some(e), Some((a, b))) = (reason.expr, reason.sides) else { return String::new() };
        let (how, left, right) = match (program.exprs[e.index()], program.any_sum(e)) {
            (Expr::Arith(how, left, right), _) => (how, left, right),
            (_, Some(sum)) => (sum.how, sum.sides.0, sum.sides.1),
            _ => return String::new(),
        };
        let (whole, left, right) = (span(e), span(left), span(right));
        let anything = if how == Arith::AtMost { "1" } else { "0" };
        if b == 0 && self.game.sources().text(left).trim() == anything {
            return String::new();
        }
        match whole.covers(left) && whole.covers(right) {
            true if left.start < right.start => format!(" ({} and {})", number(a), number(b)),
            true if right.start < left.start => format!(" ({} and {})", number(b), number(a)),
            _ => String::new(),
        }
    }

    /// All of a range that lacks a value, from its first number to its last.
    fn range(&self, arm: &Arm, kind: ReasonKind) -> Option<Span> {
        let ReasonKind::Domain(name) = kind else { return None };
        let program = self.game.program();
        match arm.binders(program).get(name)?.domain {
            Domain::Range(low, high) => Some(program.expr_spans[low.index()].to(program.expr_spans[high.index()])),
            _ => None,
        }
    }
}

fn unknown(message: String) -> Refusal {
    Refusal { message, place: None, clauses: Vec::new(), unknown: true }
}

fn number(value: i32) -> String {
    if value == NONE { "none".to_owned() } else { value.to_string() }
}
