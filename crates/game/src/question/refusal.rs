//! Refusals: reasons why an option is not offered.

use crate::wording::{Style, cell};
use crate::{Game, Pending};
use serde::{Deserialize, Serialize};
use tavola_core::code::{Arith, Arm, Ask, Domain, Expr, ExprId, NONE, Op};
use tavola_core::ir::Rule;
use tavola_core::vm::{FaultKind, HiddenParts, Reason, ReasonKind, State};
use tavola_syntax::text::{Span, one_line};

use super::Asking;
use super::parse_answer::parse_answer;

/// Reason why an answer is not possible, as far as the asked player may know it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[error("{message}")]
pub struct Refusal {
    /// Message for authors. Without the author's own words it quotes the failing condition.
    pub message: String,
    /// Message for players, without rules text. It has names and the author's own words.
    pub plain: String,
    /// True if the reason is given in the author's own words.
    pub said: bool,
    /// Place of the failing condition: `rules/..:line:column`.
    pub place: Option<String>,
    /// Text of the failing condition in the rules.
    #[serde(default)]
    pub condition: Option<Box<FailingCondition>>,
    /// Clauses that the failing condition cites, then those of the defines, `let`s, settings, `remember:` lines and
    /// arguments that it uses.
    pub clauses: Vec<String>,
    /// The refused answer in words for players, without the rest of `plain`. `None` if it could not be one.
    #[serde(skip)]
    pub answer: Option<Box<RefusedAnswer>>,
    /// True if the text could not be understood at all, for example because of an unknown name.
    pub unknown: bool,
}

/// Text of a failing condition in the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FailingCondition(pub String);

/// An answer that is not possible, in words for players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedAnswer {
    /// Label of the answer, as an option would have it.
    pub label: String,
    /// Why it is not possible.
    pub reason: String,
}

/// Reason for players why an answer is outside of the range of a question.
const NO_CHOICE: &str = "it is not one of the possible choices";
/// Maximum number of choices that this reason names.
const CHOICES: usize = 12;

/// An answer that is not offered, with its context.
pub(super) struct Refused<'a> {
    pub(super) game: &'a Game,
    pub(super) state: &'a State,
    /// The answer as written.
    pub(super) notation: &'a str,
    pub(super) ask: &'a Ask,
    /// Seat of the asked player. `None` for chance.
    pub(super) asked: Option<usize>,
}

impl Refusal {
    /// A refusal with one message for authors and players.
    pub fn of(message: String, place: Option<String>, clauses: Vec<String>) -> Self {
        Self {
            plain: message.clone(),
            message,
            place,
            condition: None,
            clauses,
            said: false,
            answer: None,
            unknown: false,
        }
    }

    /// The refusal with other words for the answer `text` in its message for players.
    pub(super) fn called(self, text: &str, words: &str) -> Self {
        let plain = self.plain.strip_prefix(&format!("`{text}`")).map(|rest| format!("`{words}`{rest}"));
        Self { plain: plain.unwrap_or(self.plain), ..self }
    }
}

impl Asking<'_> {
    /// Reason why a text is not an option. `wanted` is its normal form.
    pub(crate) fn refusal(&mut self, notation: &str, wanted: &str) -> Refusal {
        let (Some(id), Some(ask)) = (self.open.id, self.ask()) else {
            return unknown(format!("`{notation}` answers nothing: no question is open"));
        };
        let (game, program, state) = (self.game, self.game.program(), self.state);
        let candidates = parse_answer(game.lowered(), ask, wanted);
        let asked = self.asked_player();
        let mut hidden_parts = if candidates.is_empty() { HiddenParts::new(program) } else { self.hidden_parts() };
        let refused = Refused { game, state, notation, ask, asked };
        let mut refusal = None;
        for option in candidates.into_iter().filter(|option| refused.can_lie(option)) {
            if let Ok(Some(reason)) = self.machine.why_not(program, state, id, &option, &mut hidden_parts) {
                let part = self.part_reason(&option, &reason);
                let part = part.or_else(|| self.way_reason(&option));
                refusal.get_or_insert_with(|| (refused.because(&option, &reason, part), option));
            }
        }
        let refusal = refusal.map(|(refusal, option)| {
            let refusal = self.with_choices(refusal);
            let reason = refusal.plain.strip_prefix(&impossible(notation)).map(str::to_owned);
            let label = self.labels().whole(id, &option);
            Refusal { answer: reason.map(|reason| Box::new(RefusedAnswer { label, reason })), ..refusal }
        });
        // These words are valid answers elsewhere, so they are not unknown.
        let plain = ["yes", "no", "done"].contains(&wanted);
        let plain = plain.then(|| refused.at(ask.span, format!("`{notation}` is not one of the answers")));
        refusal.or(plain).unwrap_or_else(|| {
            let count = self.open.options.len();
            let offered: Vec<String> = (0..count.min(12)).map(|at| self.open.notation(game.lowered(), at)).collect();
            let more = if count > 12 { ", .." } else { "" };
            unknown(format!("`{notation}` is not one of the answers; offered: {}{more}", offered.join(", ")))
        })
    }

    /// Names the possible choices to a player whose answer is none of them.
    fn with_choices(&mut self, refusal: Refusal) -> Refusal {
        let count = self.open.options.len();
        if !refusal.plain.ends_with(NO_CHOICE) || !(1..=CHOICES).contains(&count) {
            return refusal;
        }
        let choices: Vec<String> = (0..count).map(|option| self.label(option)).collect();
        Refusal { plain: format!("{}: {}", refusal.plain, choices.join(", ")), ..refusal }
    }

    /// Seat of the asked player. `None` for chance, or if nobody is asked.
    pub(super) fn asked_player(&mut self) -> Option<usize> {
        match self.pending() {
            Pending::Choice(player) => Some(player),
            _ => None,
        }
    }

    /// Everything that the asked player does not see.
    pub(super) fn hidden_parts(&mut self) -> HiddenParts {
        let asked = self.asked_player();
        let (program, state) = (self.game.program(), self.state);
        if asked.is_some() { self.eye().hidden_parts(state, asked) } else { HiddenParts::new(program) }
    }
}

/// A reason in two versions.
struct WordedReason {
    /// For authors, with the failing condition.
    exact: String,
    /// For players, without rules text.
    plain: String,
    /// True if these are the author's own words.
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
    /// Refusal about a line, with the clauses of the line and of what it uses. If there are none, the clauses of the question.
    pub(super) fn at(&self, span: Span, message: String) -> Refusal {
        let book = self.game.book();
        let behind = book.clauses_behind(span, &|rule| self.called_from(rule));
        let clauses = if behind.is_empty() { book.clauses_at(self.ask.span).to_vec() } else { behind };
        let sources = self.game.sources();
        let condition = Some(one_line(sources.text(span))).filter(|text| !text.is_empty());
        let condition = condition.map(|text| Box::new(FailingCondition(text)));
        Refusal { condition, ..Refusal::of(message, sources.place(span), clauses) }
    }

    /// The place of the call that a rule runs for. `None` if it does not run.
    fn called_from(&self, rule: &Rule) -> Option<Span> {
        let program = self.game.program();
        let code = program.rules.iter().find(|code| code.span == rule.span)?;
        let back = usize::try_from(*self.state.words().get(code.frame as usize)?).ok()?.checked_sub(1)?;
        let is_call = matches!(program.ops.get(back)?, Op::Call { ret, .. } if *ret == code.frame);
        is_call.then(|| program.op_spans[back])
    }

    /// Refusal for a reason. `own` replaces the words of the failing condition.
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
        let mut refusal = self.at(span, impossible(notation) + &why.exact);
        if reason.kind == ReasonKind::Fails(FaultKind::Full) {
            // The condition is a cell of a table: a number alone says nothing.
            refusal.condition = refusal.condition.map(|cell| Box::new(FailingCondition(format!("limit {}", cell.0))));
        }
        Refusal { plain: impossible(notation) + &why.plain, said: why.said, ..refusal }
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
        if said.is_none()
            && let ReasonKind::When | ReasonKind::Filter | ReasonKind::Fails(_) = reason.kind
            && let Some(cost) = self.cost(span, arm, option, reason)
        {
            return WordedReason::both(cost);
        }
        let spoken = || arm.and_then(|arm| self.spoken(span, arm, option));
        let compared = || arm.and_then(|arm| self.compared(span, arm, option));
        match reason.kind {
            ReasonKind::When | ReasonKind::Filter | ReasonKind::Fails(_) if said.is_some() => {
                WordedReason { said: true, ..WordedReason::both(said.unwrap_or_default()) }
            }
            ReasonKind::Domain(_) | ReasonKind::Nothing(_) if reason.sides.is_some() => {
                let (low, high) = reason.sides.unwrap_or_default();
                WordedReason::both(match low > high {
                    true => format!("there is no number from {low} to {high}"),
                    false => format!("it is not one of {low} to {high}"),
                })
            }
            ReasonKind::Domain(_) => self
                .not_in(&text)
                .map_or_else(|| WordedReason::with(format!("it is not among `{text}`"), NO_CHOICE), WordedReason::both),
            ReasonKind::Nothing(_) => self.nothing_in(&text).map_or_else(
                || WordedReason::with(format!("there is nothing in `{text}`"), "there is nothing to choose for it"),
                WordedReason::both,
            ),
            ReasonKind::When | ReasonKind::Filter => spoken().map_or_else(
                || {
                    let plain = compared().unwrap_or_else(|| "the rules do not allow it now".to_owned());
                    WordedReason::with(format!("`{text}` does not hold{sides}"), &plain)
                },
                WordedReason::both,
            ),
            ReasonKind::Fails(FaultKind::Full) => WordedReason::both(self.no_room(reason)),
            ReasonKind::Fails(kind) => {
                WordedReason::with(format!("it could not be finished: `{text}`{sides}"), unfinished(kind))
            }
            ReasonKind::NoWay | ReasonKind::Hidden => WordedReason::both("it cannot be reached".to_owned()),
            ReasonKind::Search => {
                WordedReason::both("it takes too long to check whether it can be finished".to_owned())
            }
        }
    }

    /// Both numbers of a comparison, in source order, as ` (2 and 3)`. Empty if one is in a define, or if the text already shows it:
    /// if `die at tray > 0` fails, the count is 0.
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

    /// Message that a place would be too full: `there is no room for it: Anna's belly holds 6 at most`. It has neither the place nor the
    /// number if the limit is not constant.
    fn no_room(&self, reason: &Reason) -> String {
        let most = reason.expr.map(|limit| self.game.program().exprs[limit.index()]);
        let place = match (reason.full, most) {
            (Some(place), Some(Expr::Const(most))) => {
                format!(": {} holds {most} at most", cell(self.game.legend(), place, Style::People))
            }
            _ => String::new(),
        };
        format!("there is no room for it{place}")
    }

    /// Span of a whole range, from its first number to its last.
    fn range(&self, arm: &Arm, kind: ReasonKind) -> Option<Span> {
        let (ReasonKind::Domain(name) | ReasonKind::Nothing(name)) = kind else { return None };
        let program = self.game.program();
        match arm.binders(program).get(name)?.domain {
            Domain::Range(low, high) => Some(program.expr_spans[low.index()].to(program.expr_spans[high.index()])),
            _ => None,
        }
    }
}

/// Beginning of the message that an answer is not possible.
fn impossible(notation: &str) -> String {
    format!("`{notation}` is not possible: ")
}

/// Message for an action that cannot be finished, if the rules give no reason.
fn unfinished(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::NotEnough => "it could not be finished: there is not enough of what it takes",
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
