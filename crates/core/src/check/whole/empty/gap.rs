//! What a question is not known to have.

use super::form::{self, Form, FormHead, Ranged};
use super::known::{Known, Learner};
use crate::ir::visit;
use crate::ir::{ArmKind, Ask, Expr, ExprKind, Guard, LocalId, Query, RuleId, StmtKind};
use tavola_syntax::text::Span;

/// What a question is not known to have.
pub(super) enum Gap {
    /// A set, list or place that may be empty.
    Nothing(Span),
    /// A condition that nothing may fit.
    Unfit(Span),
    /// Options that may all be missing.
    Options,
}

/// Of a question to somebody, as far as can be told.
pub(super) fn of_ask(learner: &mut Learner<'_>, ask: &Ask, known: &Known) -> Option<Gap> {
    ask.who.as_ref()?;
    match ask.arms.as_slice() {
        [only] if only.kind == ArmKind::Choice => of_choice(learner, only.query.as_ref()?, known.clone()),
        [one, no] if one.kind == ArmKind::Choice && no.kind == ArmKind::No && no.when.is_some() => {
            let mut known = known.clone();
            let must = must_answer(learner, no.when.as_ref(), &mut known);
            must.then(|| of_choice(learner, one.query.as_ref()?, known))?
        }
        arms => {
            let free = |when: &Option<Expr>| when.as_ref().is_none_or(is_sure);
            if arms.iter().any(|arm| arm.kind != ArmKind::Option || free(&arm.when)) {
                return None;
            }
            let whens = arms.iter().filter_map(|arm| arm.when.as_ref()).map(|when| learner.form(when, known));
            let any = whens.reduce(|a, b| Form::App(FormHead::Or, vec![a, b]))?;
            (!learner.proves(&any, known)).then_some(Gap::Options)
        }
    }
}

/// Of a choice among what a query finds.
fn of_choice(learner: &mut Learner<'_>, query: &Query, mut known: Known) -> Option<Gap> {
    learner.take_from_places(query, &mut known);
    let ranged = learner.maker.ranged(query, &mut known.env);
    if learner.finds(&ranged, &known) {
        return None;
    }
    let domain = query.binders.first().map_or(query.span, |(_, domain)| domain.span);
    let whole = Ranged { conds: Vec::new(), ..ranged };
    match &query.filter {
        Some(filter) if learner.finds(&whole, &known) => Some(Gap::Unfit(filter.span)),
        _ => Some(Gap::Nothing(domain)),
    }
}

/// Of the question for the parameters of a sheet, where they are asked for and nobody may say "no".
pub(super) fn of_params(learner: &mut Learner<'_>, id: RuleId, mut known: Known) -> Option<Gap> {
    let sheet = learner.rule(id).sheet.as_ref()?;
    let first = sheet.params.binders.first()?;
    if !must_answer(learner, sheet.optional.as_ref(), &mut known) {
        return None;
    }
    learner.take_from_places(&sheet.params, &mut known);
    let mut ranged = learner.maker.ranged(&sheet.params, &mut known.env);
    let mut gap = Gap::Nothing(first.1.span);
    for guard in &sheet.guards {
        match guard {
            Guard::Let(name, e) => {
                let value = learner.form(e, &known);
                known.env.insert(*name, value);
            }
            Guard::When { holds, span, .. } if reads_more_than_you(holds) => {
                form::flat(learner.form(holds, &known), &mut ranged.conds);
                gap = Gap::Unfit(*span);
            }
            // What does not look at the parameters must hold, as it must of a sheet without any.
            Guard::When { holds, .. } => learner.assume(holds, true, &mut known),
        }
    }
    (!learner.finds(&ranged, &known)).then_some(gap)
}

/// Of what a sheet asks, where no line lets it be.
pub(super) fn of_sheet(learner: &mut Learner<'_>, id: RuleId, mut known: Known) -> Option<Gap> {
    for stmt in &learner.rule(id).body {
        let StmtKind::Ask(ask) = &stmt.kind else {
            learner.sentence(id, stmt, &mut known);
            continue;
        };
        let no = ask.arms.iter().find(|arm| arm.kind == ArmKind::No);
        if no.is_some_and(|no| no.when.as_ref().is_none_or(is_sure)) {
            return None;
        }
        if let Some(gap) = of_ask(learner, ask, &known) {
            return Some(gap);
        }
        learner.answered(stmt, ask, &mut known);
    }
    None
}

/// Whether somebody must answer although he may say "no" under a condition; it does not hold then.
fn must_answer(learner: &mut Learner<'_>, no: Option<&Expr>, known: &mut Known) -> bool {
    let Some(no) = no else { return true };
    let holds = learner.form(no, known);
    if is_sure(no) || learner.proves(&holds, known) {
        return false;
    }
    known.facts.assume(&mut learner.maker, &holds, false);
    true
}

fn is_sure(holds: &Expr) -> bool {
    matches!(holds.kind, ExprKind::YesNo(true) | ExprKind::Setting(_))
}

/// Whether a guard of a sheet looks at its parameters, or at names that are made of them.
fn reads_more_than_you(guard: &Expr) -> bool {
    let mut more = false;
    visit::each_expr(guard, &mut |part| more |= matches!(part.kind, ExprKind::Local(id) if id != LocalId(0)));
    more
}
