//! Why an option is not offered.

use crate::{Game, Pending};
use tavola_core::code::{Arith, Arm, Ask, Domain, Expr, ExprId, NONE};
use tavola_core::vm::{FaultKind, Reason, ReasonKind, Veil};
use tavola_syntax::text::{Span, one_line};

use super::Asking;
use super::meant::meant;

/// Why an answer is not possible, as far as the player who is asked may know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The sentence: what is not possible and why, with the failing condition as the rules write it where they give no other words.
    pub message: String,
    /// The sentence for players: no text of the rules but names and the author's own words. The clauses say the rest.
    pub plain: String,
    /// Whether the reason is told in the author's own words.
    pub said: bool,
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

impl Refusal {
    /// A sentence that is the same for all, about a line and its clauses.
    pub fn of(message: String, place: Option<String>, clauses: Vec<String>) -> Self {
        Self { plain: message.clone(), message, place, clauses, said: false, unknown: false }
    }
}

impl Asking<'_> {
    /// Why a text is no option here; `wanted`: its normal form.
    pub(crate) fn refusal(&mut self, notation: &str, wanted: &str) -> Refusal {
        let (Some(id), Some(ask)) = (self.open.id, self.ask()) else {
            return unknown(format!("`{notation}` answers nothing: no question is open"));
        };
        let (game, program, state) = (self.game, self.game.program(), self.state);
        let candidates = meant(game.lowered(), ask, wanted);
        let asked = self.asked_player();
        let mut veil = if candidates.is_empty() { Veil::new(program) } else { self.veil() };
        let refused = Refused { game, notation, ask, asked };
        let mut refusal = None;
        for option in candidates {
            if let Ok(Some(reason)) = self.machine.why_not(program, state, id, &option, &mut veil) {
                let part = self.part_reason(&option, &reason);
                let part = part.or_else(|| self.way_reason(&option));
                refusal.get_or_insert_with(|| refused.because(&option, &reason, part));
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

    /// The player who is asked; none: chance, or nobody.
    pub(super) fn asked_player(&mut self) -> Option<usize> {
        match self.pending() {
            Pending::Choice(player) => Some(player),
            _ => None,
        }
    }

    /// What the asked player does not see.
    pub(super) fn veil(&mut self) -> Veil {
        let asked = self.asked_player();
        let (program, state) = (self.game.program(), self.state);
        if asked.is_some() { self.eye().veil(state, asked) } else { Veil::new(program) }
    }
}

/// A reason in two wordings.
struct WordedReason {
    /// With the failing condition as the rules write it.
    exact: String,
    /// For players.
    plain: String,
    /// In the author's own words.
    said: bool,
}

impl WordedReason {
    fn both(text: String) -> Self {
        Self { plain: text.clone(), exact: text, said: false }
    }

    fn with(exact: String, plain: &str) -> Self {
        Self { exact, plain: plain.to_owned(), said: false }
    }
}

impl Refused<'_> {
    /// A refusal about a line, with the clauses of the line and of what it names; where there are none, those of the question.
    pub(super) fn at(&self, span: Span, message: String) -> Refusal {
        let book = self.game.book();
        let behind = book.clauses_behind(span);
        let clauses = if behind.is_empty() { book.clauses_at(self.ask.span).to_vec() } else { behind };
        Refusal::of(message, self.game.sources().place(span), clauses)
    }

    /// A refusal for a reason; `own`: words for it that are not those of the failing condition.
    pub(super) fn because(&self, option: &[i32], reason: &Reason, own: Option<String>) -> Refusal {
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
        let why = own.map_or_else(|| self.worded(span, arm, option, reason), WordedReason::both);
        let refusal = self.at(span, format!("`{notation}` is not possible: {}", why.exact));
        Refusal { plain: format!("`{notation}` is not possible: {}", why.plain), said: why.said, ..refusal }
    }

    fn worded(&self, span: Span, arm: Option<&Arm>, option: &[i32], reason: &Reason) -> WordedReason {
        let game = self.game;
        let text = one_line(game.sources().text(span));
        let is_source = matches!(reason.kind, ReasonKind::Domain(_) | ReasonKind::Nothing(_));
        let sides = if is_source { String::new() } else { self.sides(reason) };
        let said = match reason.kind {
            ReasonKind::Fails(kind) => game.said(kind),
            _ => None,
        };
        let said = said.or_else(|| game.book().reason_at(span));
        let spoken = || arm.and_then(|arm| self.spoken(span, arm, option));
        match reason.kind {
            ReasonKind::When | ReasonKind::Filter | ReasonKind::Fails(_) if said.is_some() => {
                WordedReason { said: true, ..WordedReason::both(said.unwrap_or_default()) }
            }
            ReasonKind::Domain(_) | ReasonKind::Nothing(_) if reason.sides.is_some() => {
                let (low, high) = reason.sides.unwrap_or_default();
                WordedReason::both(match low > high {
                    true => "there is no number to choose".to_owned(),
                    false => format!("it is not one of {low} to {high}"),
                })
            }
            ReasonKind::Domain(_) => self.not_in(&text).map_or_else(
                || WordedReason::with(format!("it is not among `{text}`"), "it is none of those that may be chosen"),
                WordedReason::both,
            ),
            ReasonKind::Nothing(_) => self.nothing_in(&text).map_or_else(
                || WordedReason::with(format!("there is nothing in `{text}`"), "there is nothing to choose for it"),
                WordedReason::both,
            ),
            ReasonKind::When | ReasonKind::Filter => spoken().map_or_else(
                || WordedReason::with(format!("`{text}` does not hold{sides}"), "the rules do not allow it now"),
                WordedReason::both,
            ),
            ReasonKind::Fails(kind) => {
                WordedReason::with(format!("it could not be finished: `{text}`{sides}"), unfinished(kind))
            }
            ReasonKind::NoWay | ReasonKind::Hidden => WordedReason::both("no way leads there".to_owned()),
            ReasonKind::Search => {
                WordedReason::both("it was not found out in time whether it can be finished".to_owned())
            }
        }
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
        let (ReasonKind::Domain(name) | ReasonKind::Nothing(name)) = kind else { return None };
        let program = self.game.program();
        match arm.binders(program).get(name)?.domain {
            Domain::Range(low, high) => Some(program.expr_spans[low.index()].to(program.expr_spans[high.index()])),
            _ => None,
        }
    }
}

/// Why something cannot be finished, where the rules give no words for it.
fn unfinished(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::NotEnough => "it could not be finished: there is not enough of what it takes",
        FaultKind::Full => "it could not be finished: there is no room for it",
        FaultKind::NotHeld => "it could not be finished: such a thing may not lie there",
        FaultKind::Refused => "it could not be finished: a track would pass its end",
        FaultKind::NothingToChoose => "it could not be finished: there would be nothing to choose for what follows",
        _ => "it could not be finished: the rules would not allow what follows",
    }
}

pub(super) fn unknown(message: String) -> Refusal {
    Refusal { unknown: true, ..Refusal::of(message, None, Vec::new()) }
}

fn number(value: i32) -> String {
    if value == NONE { "none".to_owned() } else { value.to_string() }
}
