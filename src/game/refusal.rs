//! Finding an option by its name, and why it is not offered.

use std::borrow::Cow;

use crate::code::{Arith, Arm, ArmKind, Ask, Domain, Expr, ExprId, Legend, NONE, Notation};
use crate::text::{Span, one_line};
use crate::vm::{Reason, ReasonKind, State, Veil};

use super::notation::{Style, bracketed, items, normal, show};
use super::{Pending, Referee};

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

impl Referee {
    /// The option with this notation (whose a thing is may be left out where one option is meant; spaces do not matter, edges may be written either way round, `(a, b)` and `[a, b]` are one).
    ///
    /// # Errors
    /// Why it is not offered.
    pub fn find(&mut self, state: &State, notation: &str) -> Result<usize, Refusal> {
        let wanted = normal(notation);
        let mut spelling = std::mem::take(&mut self.spelling);
        let found = spelling.find(&wanted, self.options(), |option| self.written(option, false));
        self.spelling = spelling;
        let found = found.or_else(|| self.by_print(&wanted));
        if let (None, Cow::Owned(cells)) = (found, self.game.clone().with_cells(notation)) {
            return self.find(state, &cells);
        }
        found.ok_or_else(|| self.refusal(state, notation, &wanted))
    }

    /// The only option that is called so if it is left out whose its things are: `two` for `two[anna]`.
    fn by_print(&self, wanted: &str) -> Option<usize> {
        let mut found = (0..self.options()).filter(|&option| normal(&self.written(option, true)) == wanted);
        let only = found.next();
        only.filter(|_| found.next().is_none())
    }

    fn refusal(&mut self, state: &State, notation: &str, wanted: &str) -> Refusal {
        let game = self.game.clone();
        let program = game.program();
        let Some((id, ask)) = self.ask.map(|id| (id, &program.asks[id.index()])) else {
            return unknown(format!("`{notation}` answers nothing: no question is open"));
        };
        let candidates = candidates(&game.inner.lowered.legend, program, ask, wanted);
        let mut refusal = None;
        let asked = match self.pending_at(state) {
            Pending::Choice(player) => Some(player),
            _ => None,
        };
        let mut veil = match asked {
            Some(player) if !candidates.is_empty() => self.veil(state, Some(player)),
            _ => Veil::new(program),
        };
        for option in candidates {
            if let Ok(Some(reason)) = self.machine.why_not(program, state, id, &option, &mut veil) {
                refusal.get_or_insert_with(|| self.explain(notation, ask, &option, asked, &reason));
            }
        }
        // Whoever answers like this is understood wherever something is asked.
        let plain = ["yes", "no", "done"].contains(&wanted).then(|| Refusal {
            message: format!("`{notation}` is no answer here"),
            place: game.sources().place(ask.span),
            clauses: self.clauses_of(ask.span, ask.span),
            unknown: false,
        });
        refusal.or(plain).unwrap_or_else(|| {
            let offered: Vec<String> = (0..self.options().min(12)).map(|at| self.notation(at)).collect();
            let more = if self.options() > 12 { ", .." } else { "" };
            unknown(format!("`{notation}` is no answer here; offered: {}{more}", offered.join(", ")))
        })
    }

    fn explain(&self, notation: &str, ask: &Ask, option: &[i32], asked: Option<usize>, reason: &Reason) -> Refusal {
        let game = &self.game;
        let arm = usize::try_from(option[0]).ok().and_then(|arm| ask.arms.get(arm));
        if reason.kind == ReasonKind::Hidden {
            return Refusal {
                message: format!("`{notation}` is not possible now, for a reason that you may not see"),
                place: game.sources().place(ask.span),
                clauses: self.clauses_of(ask.span, ask.span),
                unknown: false,
            };
        }
        let program = game.program();
        let whole = arm.and_then(|arm| self.range(arm, reason.kind));
        let expr = whole.or(reason.expr.map(|expr| program.expr_spans[expr.index()]));
        let op = reason.pc.map(|pc| program.op_spans[pc.index()]);
        let span = expr.filter(|span| !span.is_none()).or(op).unwrap_or(ask.span);
        let text = one_line(game.sources().text(span));
        let sides = self.sides(reason);
        let said = match reason.kind {
            ReasonKind::Fails(kind) => game.said(kind),
            _ => None,
        };
        let said = said.or_else(|| game.inner.book.reason_at(span));
        let spoken = || arm.and_then(|arm| self.spoken(span, arm, option, asked));
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
        Refusal {
            message: format!("`{notation}` is not possible: {why}"),
            place: game.sources().place(span),
            clauses: self.clauses_of(span, ask.span),
            unknown: false,
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
        let ReasonKind::Domain(name) = kind else { return None };
        let program = self.game.program();
        match program.queries[arm.query?.index()].binders.get(name)?.domain {
            Domain::Range(low, high) => Some(program.expr_spans[low.index()].to(program.expr_spans[high.index()])),
            _ => None,
        }
    }

    /// The clauses of a line and of what it names; where there are none, those of the question.
    fn clauses_of(&self, span: Span, ask: Span) -> Vec<String> {
        let book = &self.game.inner.book;
        let behind = book.clauses_behind(span);
        if behind.is_empty() { book.clauses_at(ask).to_vec() } else { behind }
    }
}

fn unknown(message: String) -> Refusal {
    Refusal { message, place: None, clauses: Vec::new(), unknown: true }
}

fn number(value: i32) -> String {
    if value == crate::code::NONE { "none".to_owned() } else { value.to_string() }
}

/// The options that a text can mean, whether they are offered or not.
fn candidates(legend: &Legend, program: &crate::code::Program, ask: &Ask, wanted: &str) -> Vec<Vec<i32>> {
    let mut found = Vec::new();
    if let Some(once) = &ask.at_once {
        let args = arguments(wanted);
        let read = |(arg, &ty): (&&str, &u32)| if *arg == "none" { Some(NONE) } else { value(legend, ty, arg) };
        let values = args.iter().zip(&once.types).map(read);
        let values: Option<Vec<i32>> = values.collect();
        let values = values.filter(|values| values.len() == once.types.len() && values.len() == args.len());
        found.extend(values.map(|values| [vec![0], values].concat()));
    }
    for (number, arm) in ask.arms.iter().enumerate() {
        let label = arm.label.map(|label| plain(program, label));
        let args: Option<Vec<&str>> = match &arm.kind {
            ArmKind::Yes => (wanted == "yes").then(Vec::new),
            ArmKind::No => (wanted == "no").then(Vec::new),
            ArmKind::Done => (wanted == "done").then(Vec::new),
            ArmKind::Option => (label.is_some_and(|label| normal(&label) == wanted)).then(Vec::new),
            ArmKind::Action(name) if wanted == *name => Some(Vec::new()),
            ArmKind::Action(name) => {
                let of = bracketed(wanted).filter(|of| of.0 == *name && of.1 == '(');
                of.map(|of| items(of.2).collect())
            }
            ArmKind::Choice => Some(arguments(wanted)),
        };
        let Some(args) = args.filter(|args| args.len() == arm.types.len()) else {
            continue;
        };
        // Piles are counted from 1.
        let first = i32::from(matches!(ask.part, crate::code::Part::Division(_)));
        let read = |(arg, &ty): (&&str, &u32)| value(legend, ty, arg).and_then(|value| value.checked_sub(first));
        let values: Option<Vec<i32>> = args.iter().zip(&arm.types).map(read).collect();
        if let Some(values) = values {
            found.push([vec![number as i32], values].concat());
        }
    }
    found
}

/// A text whose holes are left out.
pub(super) fn plain(program: &crate::code::Program, text: crate::code::TextId) -> String {
    let parts = program.texts[text.index()].parts.iter();
    let parts = parts.filter_map(|part| match part {
        crate::code::TextPart::Plain(text) => Some(text.as_str()),
        crate::code::TextPart::Value(..) => None,
    });
    parts.collect()
}

/// What a comma divides, also within a bracket around all.
fn arguments(text: &str) -> Vec<&str> {
    let inside = bracketed(text).filter(|of| of.0.is_empty() && of.1 == '(').map_or(text, |of| of.2);
    items(inside).collect()
}

/// The value that a text means in a notation.
fn value(legend: &Legend, ty: u32, text: &str) -> Option<i32> {
    let count = match &legend.types[ty as usize] {
        Notation::Number => return text.parse().ok(),
        Notation::YesNo => 2,
        Notation::Member(kind) => legend.kinds[*kind as usize].members.len(),
        Notation::Piece => legend.pieces.len(),
        Notation::Cell => {
            legend.places.iter().map(|p| p.axes.iter().map(|a| a.count).product::<u32>()).sum::<u32>() as usize
        }
        _ => return None,
    };
    let print = |at: &i32| {
        let print = legend.prints.get(*at as usize).and_then(Option::as_ref);
        legend.types[ty as usize] == Notation::Piece && print.is_some_and(|print| normal(&print.of.notation) == text)
    };
    let full = (0..count as i32).find(|&at| normal(&show(legend, ty, &[at], Style::Language)) == text);
    full.or_else(|| (0..count as i32).find(print))
}
