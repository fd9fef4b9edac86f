//! Menus that may run dry: they are offered again and again, and nothing says that there is something to choose as long as
//! what ends them does not hold.

use std::collections::{BTreeMap, BTreeSet};

use super::form::{self, Form, FormHead};
use super::gap;
use super::known::{Known, Learner};
use crate::check::names::fold;
use crate::ir::visit::{same, statements};
use crate::ir::{
    Binary, Block, Copies, Expr, ExprKind, Limit, LocalId, Menu, MenuItem, Past, Quantity, RuleId, StmtKind, Track,
    TrackId, Type,
};

/// What a menu remembers, by the names of its rule: what proofs call it, and where it can only stand.
type MenuNames = BTreeMap<LocalId, (Form, Option<PaidFrom>)>;

/// A number that is never below 0: where it starts, and that it is a multiple of something.
#[derive(Clone, Copy)]
struct PaidFrom {
    start: i64,
    by: i64,
}

/// The menu of a rule that may have nothing to choose. `given` is what is known where it is opened; `possible`: it is opened only
/// if something can be chosen.
pub(super) fn dry<'b>(learner: &mut Learner<'b>, id: RuleId, given: &Known, possible: bool) -> Option<&'b Menu> {
    let rule = learner.rule(id);
    let menu = rule.body.iter().find_map(|stmt| match &stmt.kind {
        StmtKind::Menu(menu) if menu.done.is_none() => Some(menu),
        _ => None,
    })?;
    let remembered = remembered(learner, id);
    let mut again = Known::default();
    again.env.extend(given.env.get(&LocalId(0)).map(|you| (LocalId(0), you.clone())));
    again.env.extend(remembered.iter().map(|(local, (name, _))| (*local, name.clone())));
    if let Some(until) = &menu.until {
        learner.assume(until, false, &mut again);
    }
    for (name, steps) in remembered.values() {
        let Some(steps) = steps else { continue };
        let zero = Form::App(FormHead::Is, vec![name.clone(), Form::Number(0)]);
        let least = if again.facts.has(&zero, false) { steps.by } else { 0 };
        let above = Form::App(FormHead::AtMost, vec![Form::Number(least), name.clone()]);
        again.facts.assume(&mut learner.maker, &above, true);
    }
    if some_open(learner, id, menu, &again) {
        return None;
    }
    if !menu.items.iter().all(|item| ends(learner, id, menu, item, &remembered)) {
        return Some(menu);
    }
    // It is offered once.
    let can = Form::App(FormHead::Can(id), given.env.values().cloned().collect());
    if possible || given.facts.has(&can, true) {
        return None;
    }
    let mut first = Known { env: again.env.clone(), facts: given.facts.clone() };
    for (form, holds) in again.facts.all() {
        first.facts.assume(&mut learner.maker, form, holds);
    }
    (!some_open(learner, id, menu, &first)).then_some(menu)
}

/// Whether one of its actions can surely be done.
fn some_open(learner: &mut Learner<'_>, id: RuleId, menu: &Menu, known: &Known) -> bool {
    let open: Vec<Form> = menu.items.iter().filter_map(|item| open(learner, id, item, known)).collect();
    let any = open.into_iter().reduce(|a, b| Form::App(FormHead::Or, vec![a, b]));
    any.is_some_and(|any| learner.proves(&any, known))
}

/// When an action can be done; none where that is not a matter of its conditions alone.
fn open(learner: &mut Learner<'_>, id: RuleId, item: &MenuItem, known: &Known) -> Option<Form> {
    let sheet = learner.rule(item.rule).sheet.as_ref().filter(|sheet| sheet.limit == Limit::Any)?;
    let mut own = Known { facts: known.facts.clone(), ..Known::default() };
    own.env.extend(known.env.get(&LocalId(0)).map(|you| (LocalId(0), you.clone())));
    for (local, _, theirs) in sheet.remembers.iter().filter(|(_, of, _)| *of == id) {
        own.env.extend(known.env.get(theirs).map(|name| (*local, name.clone())));
    }
    let mut ranged = learner.maker.ranged(&sheet.params, &mut own.env);
    for stmt in &learner.rule(item.rule).body {
        match &stmt.kind {
            StmtKind::Let(name, e) => {
                let value = learner.form(e, &own);
                own.env.insert(*name, value);
            }
            StmtKind::Require(holds, _) => form::flat(learner.form(holds, &own), &mut ranged.conds),
            StmtKind::Move { what: Quantity::Exactly(n, things), from: Some(from), .. } => {
                ranged.conds.extend(there_are(learner, (n, things, from), &own));
            }
            StmtKind::Step(track, at, by) => ranged.conds.extend(stays_on(learner, (*track, at, by), &own)),
            StmtKind::Call(called, _, false) if may_fail(learner, *called, &mut BTreeSet::new()) => return None,
            _ => {}
        }
    }
    ranged.conds.retain(|cond| !learner.proves(cond, &own));
    if gap::of_sheet(learner, item.rule, own).is_some() {
        return None;
    }
    Some(if ranged.vars.is_empty() {
        let all = ranged.conds.into_iter().reduce(|a, b| Form::App(FormHead::And, vec![a, b]));
        all.unwrap_or(Form::YesNo(true))
    } else {
        Form::Query(form::Word::Some, Box::new(ranged))
    })
}

/// That there are so many things to move; nothing of things without end.
fn there_are(learner: &mut Learner<'_>, (n, things, from): (&Expr, &Expr, &Expr), known: &Known) -> Option<Form> {
    let Type::Thing(of) = &things.ty else { return None };
    let parts = &learner.maker.book.ir.components;
    if of.iter().all(|id| matches!(parts[id.index()].copies, Copies::Unlimited)) {
        return None;
    }
    let kind = ExprKind::Count(Box::new(things.clone()), Box::new(from.clone()));
    let count = Expr { kind, ty: Type::Number, span: from.span };
    let (n, count) = (learner.form(n, known), learner.form(&count, known));
    Some(Form::App(FormHead::AtMost, vec![n, count]))
}

/// What keeps a step on its track.
fn stays_on(learner: &mut Learner<'_>, (track, at, by): (TrackId, &[Expr], &Expr), known: &Known) -> Vec<Form> {
    let ends = &learner.maker.book.ir.tracks[track.index()];
    let refused = |past, end: &Option<Expr>| end.clone().filter(|_| past == Past::Refuse);
    let (top, bottom) = (refused(ends.past_top, &ends.high), refused(ends.past_bottom, &ends.low));
    let up = match by.kind {
        ExprKind::Number(n) => Some(n >= 0),
        _ => None,
    };
    let number = |kind| Expr { kind, ty: Type::Number, span: by.span };
    let value = number(ExprKind::Track(track, at.to_vec()));
    let reached = number(ExprKind::Binary(Binary::Add, Box::new(value), Box::new(by.clone())));
    let mut at_most = |one: &Expr, other: &Expr| {
        let (one, other) = (learner.form(one, known), learner.form(other, known));
        Form::App(FormHead::AtMost, vec![one, other])
    };
    let mut all = Vec::new();
    all.extend(top.filter(|_| up != Some(false)).map(|high| at_most(&reached, &high)));
    match (bottom, up) {
        (Some(low), Some(false)) => all.push(at_most(&low, &reached)),
        // It never stands below its end.
        (Some(_), None) => all.push(at_most(&number(ExprKind::Number(0)), by)),
        _ => {}
    }
    all
}

/// Whether a track refuses what leads past one of its ends.
fn may_end(track: &Track) -> bool {
    let refuses = |past, end: &Option<Expr>| past == Past::Refuse && end.is_some();
    refuses(track.past_top, &track.high) || refuses(track.past_bottom, &track.low)
}

/// Whether a rule has sentences, in it or in those that it calls, that may not be possible; each rule is looked at once.
fn may_fail(learner: &Learner<'_>, called: RuleId, seen: &mut BTreeSet<RuleId>) -> bool {
    if !seen.insert(called) {
        return false;
    }
    let mut found = false;
    statements(&learner.rule(called).body, &mut |stmt| {
        found |= match &stmt.kind {
            StmtKind::Require(..) | StmtKind::Move { what: Quantity::Exactly(..), from: Some(_), .. } => true,
            StmtKind::Step(track, ..) => may_end(&learner.maker.book.ir.tracks[track.index()]),
            StmtKind::Call(further, _, false) => may_fail(learner, *further, seen),
            _ => false,
        };
    });
    found
}

/// Whether an action surely ends its menu.
fn ends(learner: &Learner<'_>, id: RuleId, menu: &Menu, item: &MenuItem, remembered: &MenuNames) -> bool {
    let rule = learner.rule(item.rule);
    if rule.body.iter().any(|stmt| matches!(stmt.kind, StmtKind::EndOuter(_))) {
        return true;
    }
    let shared = rule.sheet.iter().flat_map(|sheet| &sheet.remembers);
    let own: Vec<(LocalId, LocalId)> =
        shared.filter(|(_, of, _)| *of == id).map(|(local, _, theirs)| (*theirs, *local)).collect();
    let mut parts = Vec::new();
    menu.until.iter().for_each(|until| either(until, &mut parts));
    parts.into_iter().any(|part| {
        let (menus, wanted) = match &part.kind {
            ExprKind::Local(id) => (*id, None),
            ExprKind::Binary(Binary::Is, left, right) => match (&left.kind, &right.kind) {
                (ExprKind::Local(id), ExprKind::Number(0)) => (*id, Some(0)),
                _ => return false,
            },
            _ => return false,
        };
        let Some((_, local)) = own.iter().find(|(theirs, _)| *theirs == menus) else { return false };
        let mut writes = rule.body.iter().filter_map(|stmt| match &stmt.kind {
            StmtKind::Let(id, e) if id == local => Some(e),
            _ => None,
        });
        let all_at_once =
            remembered.get(&menus).and_then(|(_, steps)| *steps).is_some_and(|steps| steps.by == steps.start);
        writes.next_back().is_some_and(|e| match wanted {
            None => e.kind == ExprKind::YesNo(true),
            Some(_) => all_at_once && matches!(e.kind, ExprKind::Binary(Binary::Sub, ..)),
        })
    })
}

/// The parts of `a or b`.
fn either<'e>(e: &'e Expr, into: &mut Vec<&'e Expr>) {
    match &e.kind {
        ExprKind::Binary(Binary::Or, a, b) => {
            either(a, into);
            either(b, into);
        }
        _ => into.push(e),
    }
}

/// What a menu remembers.
fn remembered(learner: &mut Learner<'_>, id: RuleId) -> MenuNames {
    let mut all = MenuNames::new();
    for stmt in &learner.rule(id).body {
        if let StmtKind::Let(local, start) = &stmt.kind {
            let name = Form::Var(learner.maker.fresh());
            let steps = (start.ty == Type::Number).then(|| steps(learner, id, *local, start)).flatten();
            all.insert(*local, (name, steps));
        }
    }
    all
}

/// Where a number that a menu remembers can stand: it is only paid from and added to, by numbers that are known.
fn steps(learner: &Learner<'_>, id: RuleId, local: LocalId, start: &Expr) -> Option<PaidFrom> {
    let book = learner.maker.book;
    let start = fold(book, start, None).filter(|start| *start >= 0)?;
    let mut by = start;
    for rule in &book.ir.rules {
        let shared = rule.sheet.iter().flat_map(|sheet| &sheet.remembers);
        for (own, ..) in shared.filter(|(_, of, theirs)| *of == id && *theirs == local) {
            let mut known = true;
            statements(&rule.body, &mut |stmt| {
                if let StmtKind::Let(written, e) = &stmt.kind
                    && written == own
                {
                    let step = step(e, *own, &rule.body).and_then(|step| fold(book, step, None));
                    known &= step.is_some_and(|step| step >= 0);
                    by = gcd(by, step.unwrap_or(1));
                }
            });
            if !known {
                return None;
            }
        }
    }
    Some(PaidFrom { start, by })
}

/// By how much a sentence changes a name that it does not bring below 0.
fn step<'e>(e: &'e Expr, own: LocalId, body: &Block) -> Option<&'e Expr> {
    let ExprKind::Binary(op, left, by) = &e.kind else { return None };
    if left.kind != ExprKind::Local(own) {
        return None;
    }
    let pays = |stmt: &crate::ir::Stmt| match &stmt.kind {
        StmtKind::Require(holds, _) => matches!(&holds.kind, ExprKind::Binary(Binary::AtMost, low, high)
            if same(low, by) && high.kind == ExprKind::Local(own)),
        _ => false,
    };
    match op {
        Binary::Add => Some(by),
        Binary::Sub if body.iter().any(pays) => Some(by),
        _ => None,
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
