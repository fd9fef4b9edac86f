//! Flow-sensitive taint analysis of one rule, sentence by sentence: the reads of questions and log lines, and the conditions
//! around them.

use std::collections::BTreeSet;

use super::calls::{Called, Remembered, RuleSummary, Summaries, read_for_caller};
use super::closed::Closed;
use super::conditions::{Condition, Conditions};
use super::extents::{Awaiting, OpenQuestions};
use super::leak::{Leak, Through};
use super::opens::Repeated;
use super::origins::Origins;
use super::reachability::is_loop;
use super::reads::{Read, add_read};
use super::sinks::{Here, Sinks};
use super::{opens, possible, searches, variables};
use crate::check::names::Book;
use crate::check::whole::touched;
use crate::ir::{self, visit};
use crate::ir::{
    Binary, Block, Expr, ExprKind, LocalId, LocalRole, PLAYER, Past, Query, RuleId, Stmt, StmtKind, Text, TrackId, Type,
};
use tavola_syntax::text::Span;

/// Analysis of one rule, in the order of its sentences.
pub(super) struct Flow<'b, 'l> {
    pub(super) book: &'b Book,
    pub(super) id: RuleId,
    /// Summaries from the previous round.
    pub(super) known: &'l Summaries,
    pub(super) here: Here<'b>,
    pub(super) sinks: Sinks<'b, 'l>,
    pub(super) remembered: Remembered,
    /// The questions whose options depend on what happens here.
    pub(super) pending: OpenQuestions,
    /// The loops around the current sentence.
    pub(super) repeated: Vec<Repeated<'b>>,
    /// Number of loops around the current sentence that go on until all pass.
    pub(super) until_all_pass: usize,
}

/// Analyses a rule and appends its leaks. Returns its summary, and the taint of the names that it remembers.
pub(super) fn rule(book: &Book, id: RuleId, known: &Summaries, leaks: &mut Vec<Leak>) -> (RuleSummary, Remembered) {
    let rule = &book.ir.rules[id.index()];
    let mut origins = Origins::new(book, rule.params, &known.decides);
    origins.of_rule(rule);
    origins.closed = known.closed.entry(id);
    let here = Here { origins, conditions: Conditions::default() };
    let sinks = Sinks { rule, leaks, summary: RuleSummary::default(), opened: Vec::new() };
    let you = known.extents.is_offered(id).then(|| you(rule.span));
    let pending = OpenQuestions::new(rule.sheet.is_some() || known.extents.is_inside(id), you);
    let (remembered, repeated) = (Remembered::default(), Vec::new());
    let mut flow = Flow { book, id, known, here, sinks, remembered, pending, repeated, until_all_pass: 0 };
    match rule.said_heading() {
        Some(title) => flow.said(title, rule.span),
        None if rule.heading => flow.existence(None, rule.span, Through::Heading(id)),
        None => {}
    }
    flow.sheet(rule);
    flow.block(&rule.body);
    flow.arrive(known.closed.exit(id));
    flow.sinks.close(known.reachability.behind(id));
    let mut summary = flow.sinks.summary;
    for one in flow.pending.end() {
        let who = one.who.map(|who| flow.here.origins.at_entry(&who));
        match one.is_callers {
            true => summary.passes.push(who),
            false => summary.awaits.extend(who),
        }
    }
    (summary, flow.remembered)
}

/// The player who does a sheet: its first parameter.
pub(super) fn you(span: Span) -> Expr {
    Expr { kind: ExprKind::Local(LocalId(0)), ty: Type::Member(PLAYER), span }
}

impl<'b> Flow<'b, '_> {
    /// Analyses that a player (`None`: everybody) sees a value.
    pub(super) fn observe_value(&mut self, who: Option<&Expr>, e: &Expr, through: Through) {
        self.each_part(e, &mut |flow, part| flow.sinks.value(&flow.here, who, part, through));
    }

    /// Handles a condition without which the rules do not go on.
    fn require(&mut self, condition: &Expr, at: Span) {
        self.each_part(condition, &mut |flow, part| {
            let reads = flow.here.origins.reads(part);
            flow.must(&reads, at);
        });
    }

    /// Calls `look` for each operand of `and`, `or` and `not`, with what is known of players where it is evaluated.
    fn each_part(&mut self, e: &Expr, look: &mut dyn FnMut(&mut Self, &Expr)) {
        match &e.kind {
            ExprKind::Not(of) => self.each_part(of, look),
            ExprKind::Binary(op @ (Binary::And | Binary::Or), a, b) => {
                self.each_part(a, look);
                self.here.origins.identities.enter();
                self.here.origins.identities.holds(a, *op == Binary::And);
                self.each_part(b, look);
                self.here.origins.identities.leave();
            }
            _ => look(self, e),
        }
    }

    pub(super) fn existence(&mut self, who: Option<&Expr>, span: Span, through: Through) {
        self.sinks.existence(&self.here, who, span, through);
    }

    /// Analyses a line of the log.
    fn said(&mut self, text: &Text, span: Span) {
        visit::of_text(text).for_each(|e| self.observe_value(None, e, Through::Log));
        self.existence(None, span, Through::Logging);
    }

    pub(super) fn block(&mut self, block: &'b Block) {
        block.iter().for_each(|stmt| self.stmt(stmt));
    }

    /// Runs `what` under additional conditions.
    pub(super) fn under(&mut self, conditions: impl IntoIterator<Item = Condition<'b>>, what: impl FnOnce(&mut Self)) {
        let before = self.here.conditions.enter(conditions, &self.here.origins.closed);
        self.here.origins.identities.enter();
        what(self);
        self.here.origins.identities.leave();
        self.here.conditions.leave(&before);
        self.pending.clip(self.here.conditions.depth());
    }

    /// Analyses several ways to go on, one of which is taken.
    pub(super) fn either<T>(&mut self, ways: impl IntoIterator<Item = T>, mut way: impl FnMut(&mut Self, T)) {
        let before = self.pending.awaiting.clone();
        let mut after: Option<Vec<Awaiting>> = None;
        for one in ways {
            self.pending.awaiting.clone_from(&before);
            way(self, one);
            self.pending.join(after.unwrap_or_default());
            after = Some(std::mem::take(&mut self.pending.awaiting));
        }
        self.pending.awaiting = after.unwrap_or(before);
    }

    /// Handles something that fails depending on these reads and on whether it is reached. The players asked before it see that.
    /// `at`: the sentence.
    pub(super) fn must(&mut self, reads: &[Read], at: Span) {
        self.must_after(None, reads, at);
    }

    /// As [`Self::must`], if only this player has been asked since in a callee.
    pub(super) fn must_after(&mut self, asked: Option<&Expr>, reads: &[Read], at: Span) {
        for one in self.pending.awaiting.clone() {
            let who = match asked {
                None => one.who.clone(),
                Some(asked) => match one.then(asked) {
                    None => continue,
                    who => who,
                },
            };
            let mut all = self.here.conditions.reads_since(one.around, &self.here.origins);
            for mut read in reads.iter().cloned() {
                read.stamp(&self.here.origins.closed);
                add_read(&mut all, read);
            }
            all.iter_mut().for_each(|read| read.fails = read.fails.or(Some(at)));
            match who {
                who if one.is_callers => {
                    let origins = &self.here.origins;
                    let all: Vec<Read> = all.into_iter().map(|read| origins.read_at_entry(read)).collect();
                    self.sinks.summary.oblige(who.map(|who| origins.at_entry(&who)).as_ref(), &all);
                }
                who => self.sinks.offered(&self.here, who.as_ref(), &all),
            }
        }
    }

    /// Analyses a block that runs only if these conditions hold.
    fn block_if(&mut self, conditions: impl IntoIterator<Item = &'b Expr>, block: &'b Block) {
        self.under(conditions.into_iter().map(Condition::Holds), |flow| flow.block(block));
    }

    /// Analyses a loop. If an iteration may leave the loop or the rule, all later iterations depend on that: a second pass sees
    /// it.
    fn looped(&mut self, conditions: impl IntoIterator<Item = &'b Expr>, body: &'b Block) {
        let conditions = conditions.into_iter().map(Condition::Holds);
        let before = self.here.conditions.enter_loop(conditions, &self.here.origins.closed);
        // An iteration begins after what others write.
        self.writes(body);
        let awaiting = self.pending.awaiting.clone();
        self.iteration(body);
        let asks = self.pending.has_more_than(&awaiting);
        self.pending.join(awaiting);
        if self.here.conditions.left_since(&before) || asks {
            self.iteration(body);
        }
        self.here.conditions.leave_loop(&before);
        self.pending.clip(self.here.conditions.depth());
    }

    /// Analyses the body of a loop, which may not run at all.
    fn iteration(&mut self, body: &'b Block) {
        self.here.origins.identities.enter();
        self.block(body);
        self.here.origins.identities.leave();
    }

    fn stmt(&mut self, stmt: &'b Stmt) {
        self.arrive(self.known.closed.before(self.id, stmt));
        self.followed_by(stmt);
        opens::by_sentence(&mut self.sinks, &self.here, &self.repeated, stmt);
        match &stmt.kind {
            StmtKind::Require(condition, _) => self.require(condition, stmt.span),
            _ => {
                possible::of_effect(&self.here.origins, stmt).into_iter().for_each(|reads| self.must(&reads, stmt.span))
            }
        }
        self.does(stmt);
        if visit::blocks(stmt).is_empty() {
            self.writes(std::slice::from_ref(stmt));
        }
        if let StmtKind::SetMemory(id, at, value) = &stmt.kind {
            self.here.origins.identities.set(self.book, *id, at, value);
        }
        if let StmtKind::Require(condition, _) = &stmt.kind {
            self.here.origins.identities.holds(condition, true);
        }
        // The next iteration of a loop may ask again.
        if is_loop(stmt) {
            self.followed_by(stmt);
        }
    }

    /// Goes on after what these sentences write, callees included.
    fn writes(&mut self, block: &'b [Stmt]) {
        let mut changes = BTreeSet::new();
        visit::statements(block, &mut |stmt| touched::own(&self.book.ir, stmt, &mut changes));
        for callee in ir::callees_of(&self.book.ir, block) {
            changes.extend(self.known.writes.get(callee.index()).into_iter().flatten());
        }
        if changes.is_empty() {
            return;
        }
        let Origins { book, identities, .. } = &self.here.origins;
        self.pending.rename(|who| identities.lasting(book, who, &changes));
        self.here.origins.write(&changes);
    }

    /// Goes on where these conditions of `seen by` surely do not hold. What players may see now is no longer revealed by its effects.
    fn arrive(&mut self, closed: Closed) {
        self.here.origins.closed = closed;
        self.sinks.put_into_sight(&self.here.origins);
    }

    /// Marks earlier openings as followed by a question, if this sentence asks one.
    fn followed_by(&mut self, stmt: &Stmt) {
        if self.sinks.tells_openly() && self.known.reachability.asks(&self.book.ir, stmt) {
            self.sinks.follow();
        }
    }

    fn does(&mut self, stmt: &'b Stmt) {
        match &stmt.kind {
            StmtKind::Let(local, value) => self.bind(*local, value),
            StmtKind::SetMemory(id, at, value) => {
                variables::set(&mut self.sinks, &self.here, *id, at, value);
            }
            StmtKind::Ask(ask) => self.ask(ask, stmt.span),
            StmtKind::BagChoice(family) => self.family(family, stmt.span),
            StmtKind::Order(order) => self.order(order, stmt.span),
            StmtKind::Divide(who, what, into, _) => self.divide(who, what, into, stmt.span),
            StmtKind::Menu(menu) => self.menu(menu, stmt.span),
            StmtKind::AtOnce(once) => {
                let prompt = once.prompt.iter().flat_map(visit::of_text);
                prompt.for_each(|e| self.observe_value(Some(&once.who), e, Through::Prompt));
                self.pending.ask(&self.here.origins.resolved(&once.who), self.here.conditions.depth());
                self.block(&once.body);
                self.here.origins.closed = Closed::default();
                once.shown.iter().for_each(|e| self.observe_value(Some(&once.who), e, Through::Options));
            }
            StmtKind::Call(rule, args, if_possible) => self.call(*rule, args, *if_possible, stmt.span),
            StmtKind::Play(who, card, if_possible) => self.under([Condition::Holds(card)], |flow| {
                let sheets = ir::sheets_of(&flow.book.ir, &card.ty);
                flow.either(sheets, |flow, sheet| {
                    flow.calls(sheet, std::slice::from_ref(who), *if_possible, stmt.span);
                });
            }),
            StmtKind::Say(text) => self.said(text, stmt.span),
            StmtKind::Move { what, from, to, .. } => self.here.origins.moved(what, from.as_ref(), to),
            StmtKind::Draw { count, .. } => self.draw(count, stmt.span),
            StmtKind::Stop => self.here.conditions.stop(),
            StmtKind::Return => {
                self.here.conditions.end();
                self.pending.leave();
            }
            StmtKind::EndOuter(rule) => {
                let reads = self.here.conditions.reads(&self.here.origins);
                for read in reads {
                    self.sinks.summary.end(*rule, self.here.origins.read_at_entry(read));
                }
                self.here.conditions.end();
                self.pending.leave();
            }
            StmtKind::If(..) | StmtKind::Each(..) | StmtKind::Repeat { .. } | StmtKind::InTurn(..) => {
                self.runs_blocks(stmt);
            }
            StmtKind::Transaction(..) | StmtKind::Together(..) => self.runs_blocks(stmt),
            StmtKind::Step(track, at, by) => self.step(*track, at, by, stmt.span),
            // `opens::by_sentence` says what they make visible, and `possible` what must hold.
            StmtKind::SetTrack(..) | StmtKind::Require(..) | StmtKind::Shuffle(_) => {}
        }
    }

    /// Analyses a step of a track, which may run the rules past its ends. In a transaction they run at its end, for the same reasons.
    fn step(&mut self, track: TrackId, at: &'b [Expr], by: &'b Expr, span: Span) {
        let track = &self.book.ir.tracks[track.index()];
        let before = self.pending.awaiting.clone();
        for past in [track.past_top, track.past_bottom] {
            if let Past::Do(rule) = past {
                self.under([Condition::Holds(by)], |flow| flow.calls(rule, at, false, span));
            }
        }
        self.pending.join(before);
    }

    /// Analyses a sentence that runs its blocks, under conditions or repeatedly.
    fn runs_blocks(&mut self, stmt: &'b Stmt) {
        match &stmt.kind {
            StmtKind::If(condition, yes, no) => {
                let found = self.here.origins.found.len();
                let params = searches::params_of(&self.known.looped, self.id);
                searches::find_by_condition(&mut self.here.origins, &self.repeated, params, condition);
                let is_either = !yes.is_empty() && !no.is_empty();
                let taken = if is_either { Condition::Chooses } else { Condition::Holds };
                self.either([(yes, true), (no, false)], |flow, (block, holds)| {
                    flow.under([taken(condition)], |flow| {
                        flow.here.origins.identities.holds(condition, holds);
                        flow.block(block);
                    });
                });
                self.here.origins.found.truncate(found);
            }
            StmtKind::Each(query, body) => {
                self.here.origins.drawn(query);
                let found = self.here.origins.found.len();
                searches::find_by_loop(&mut self.here.origins, query);
                self.known_in(query, |flow| {
                    flow.repeated(Repeated::Each(query), |flow| flow.looped(visit::of_query(query), body));
                });
                self.here.origins.found.truncate(found);
            }
            StmtKind::Repeat { times, until, body, .. } => {
                let until = until.as_ref();
                self.repeated(Repeated::Times(times.as_ref(), until), |flow| {
                    flow.looped(times.iter().chain(until), body);
                });
            }
            StmtKind::InTurn(query, until, body) => {
                let conditions: Vec<_> = until.iter().chain(visit::of_query(query)).collect();
                let passes = usize::from(until.is_none());
                self.until_all_pass += passes;
                self.known_in(query, |flow| flow.looped(conditions, body));
                self.until_all_pass -= passes;
            }
            StmtKind::Transaction(body, close) => {
                self.block(body);
                self.block(close);
            }
            StmtKind::Together(query, body) => {
                self.pending.cut();
                let is_open = std::mem::take(&mut self.pending.is_open);
                self.here.origins.about = query.binders.first().map(|binder| binder.0);
                self.known_in(query, |flow| flow.block_if(visit::of_query(query), body));
                self.here.origins.about = None;
                self.pending.is_open = is_open;
                self.pending.cut();
            }
            // Only sentences with blocks come here.
            _ => {}
        }
    }

    /// Analyses a draw. Chance is asked for each thing, which everybody notices.
    fn draw(&mut self, count: &'b Expr, span: Span) {
        self.under([Condition::Holds(count)], |flow| flow.existence(None, span, Through::Drawn));
        if matches!(count.kind, ExprKind::Number(1..)) {
            self.pending.cut();
        }
    }

    /// Binds a name to an expression. For remembered names and answers in `together` blocks, the binding reveals the conditions
    /// around it as well.
    pub(super) fn bind(&mut self, local: LocalId, value: &'b Expr) {
        let before = self.here.origins.reads_behind(local).to_vec();
        self.here.origins.bind(local, value);
        let locals = &self.sinks.rule.locals;
        let remembers = locals.get(local.index()).is_some_and(|local| local.role == LocalRole::Remember);
        if !remembers && self.here.origins.about.is_none() {
            return;
        }
        let around = self.here.conditions.reads(&self.here.origins);
        let known = self.known.remembered.of((self.id, local)).to_vec();
        self.here.origins.tells_more(local, around.into_iter().chain(before).chain(known), !remembers);
        if remembers {
            // It may be set again, in other actions.
            self.here.origins.identities.forget(local);
            self.remember(local);
        }
    }

    /// Records the taint of a name for this rule and for the menu that shares the name, in terms of the player who is asked.
    fn remember(&mut self, local: LocalId) {
        let of_menus = self.sinks.rule.sheet.iter().flat_map(|sheet| &sheet.remembers);
        let of_menu = of_menus.filter(|(own, ..)| *own == local).map(|(_, menu, name)| (*menu, *name));
        for name in of_menu.chain([(self.id, local)]) {
            let args = vec![you(self.sinks.rule.span)];
            let call = Called { rule: name.0, args, ..Called::default() };
            let reads = self.here.origins.reads_behind(local).iter();
            let reads = reads.map(|read| self.here.origins.read_at_entry(read.clone()));
            self.remembered.add(name, reads.flat_map(|read| read_for_caller(&read, &call)));
        }
    }

    /// Runs `what` for members that a query finds.
    fn known_in(&mut self, query: &'b Query, what: impl FnOnce(&mut Self)) {
        self.here.origins.identities.enter();
        self.here.origins.identities.found(query);
        what(self);
        self.here.origins.identities.leave();
    }
    /// Runs `what` in a loop.
    fn repeated(&mut self, by: Repeated<'b>, what: impl FnOnce(&mut Self)) {
        self.repeated.push(by);
        what(self);
        self.repeated.pop();
    }
}
