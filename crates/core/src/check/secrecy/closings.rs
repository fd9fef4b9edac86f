//! Where conditions of `seen by` surely do not hold: forward must dataflow (Kildall 1973) over the lattice in `closed`, with one
//! summary per rule.

use std::collections::{BTreeMap, BTreeSet};

use super::closed::{Closed, Where, join};
use super::sights::{SightCondition, SightEffect, sights};
use crate::ir::visit::{probes, statements};
use crate::ir::{Block, Calls, Expr, ExprKind, Query, RuleId, Rulebook, Stmt, StmtKind, Type, callees_of, sheets_of};
use tavola_syntax::text::Span;

/// For each sentence: the conditions that surely do not hold before it, on every path from the start of the game. Where play surely does not arrive, none.
#[derive(Default)]
pub(super) struct Closings {
    before: BTreeMap<(RuleId, Span), Closed>,
    entry: Vec<Option<Closed>>,
    exit: Vec<Option<Closed>>,
}

impl Closings {
    /// Analyses all rules, which have these calls.
    pub(super) fn of(book: &Rulebook, calls: &Calls) -> Self {
        let (sights, rules) = (sights(book), book.rules.len());
        // Broken rules may have no `play`.
        if sights.is_empty() || rules == 0 {
            return Self::default();
        }
        let ended = ended(book);
        let found = Self { entry: vec![None; rules], exit: vec![None; rules], ..Self::default() };
        let closes = vec![Closed::default(); rules];
        let mut all = Analysis { book, opens: opens(book, &sights, calls), sights, closes, found, open: Vec::new() };
        // What a rule closes, whatever was closed before it. Callees come first.
        for rule in calls.order(book.play).into_iter().rev().filter(|rule| !ended.contains(rule)) {
            all.closes[rule.index()] = all.rule(rule, Closed::default(), false).unwrap_or_default();
        }
        let mut start = Closed::default();
        for sight in all.sights.iter().filter(|sight| sight.fails_at_start(book)) {
            start.set(sight.span(), Some(Where::Everywhere));
        }
        all.enter(book.play, &start);
        while let Some(rule) = all.open.pop() {
            let entry = all.found.entry[rule.index()].clone().unwrap_or_default();
            all.found.exit[rule.index()] = all.rule(rule, entry, true);
        }
        all.found
    }

    /// Before a sentence.
    pub(super) fn before(&self, rule: RuleId, stmt: &Stmt) -> Closed {
        self.before.get(&(rule, stmt.span)).cloned().unwrap_or_default()
    }

    /// Where a rule begins.
    pub(super) fn entry(&self, rule: RuleId) -> Closed {
        self.entry.get(rule.index()).cloned().flatten().unwrap_or_default()
    }

    /// Where a rule ends.
    pub(super) fn exit(&self, rule: RuleId) -> Closed {
        self.exit.get(rule.index()).cloned().flatten().unwrap_or_default()
    }
}

/// Rules that a callee may leave.
fn ended(book: &Rulebook) -> BTreeSet<RuleId> {
    let mut all = BTreeSet::new();
    for rule in &book.rules {
        statements(&rule.body, &mut |stmt| {
            if let StmtKind::EndOuter(outer) = stmt.kind {
                all.insert(outer);
            }
        });
    }
    all
}

/// For each rule, the conditions that may begin to hold in it or in a callee.
fn opens<'b>(book: &'b Rulebook, sights: &[SightCondition<'b>], calls: &Calls) -> Vec<BTreeSet<Span>> {
    let opens = |body: &'b Block| {
        let may = |sight: &&SightCondition<'b>| !matches!(opening(book, sight, body), SightEffect::Unchanged);
        sights.iter().filter(may).map(SightCondition::span).collect()
    };
    let mut all: Vec<BTreeSet<Span>> = book.rules.iter().map(|rule| opens(&rule.body)).collect();
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for at in 0..all.len() {
            let more: Vec<Span> =
                calls.from(RuleId(at as u32)).iter().flat_map(|callee| &all[callee.index()]).copied().collect();
            more.into_iter().for_each(|span| changed |= all[at].insert(span));
        }
    }
    all
}

/// How a block may make a condition hold, callees excluded.
fn opening<'b>(book: &Rulebook, sight: &SightCondition<'b>, block: &'b Block) -> SightEffect<'b> {
    let mut all = SightEffect::Unchanged;
    statements(block, &mut |stmt| all = all.or(sight.effect(book, stmt)));
    all
}

/// Fixed-point iteration over the entries of all rules.
struct Analysis<'b> {
    book: &'b Rulebook,
    sights: Vec<SightCondition<'b>>,
    /// For each rule, the conditions that may begin to hold in it or in a callee.
    opens: Vec<BTreeSet<Span>>,
    /// For each rule, the conditions that surely do not hold after it.
    closes: Vec<Closed>,
    found: Closings,
    /// Rules whose entry has changed.
    open: Vec<RuleId>,
}

impl<'b> Analysis<'b> {
    /// Analyses a rule. Returns the state at its end. `records`: keeps the states, and enters the callees.
    fn rule(&mut self, id: RuleId, entry: Closed, records: bool) -> Option<Closed> {
        let book = self.book;
        let mut walk = ClosingWalk { all: self, id, records, stops: None, returns: None };
        let end = walk.block(&book.rules[id.index()].body, Some(entry));
        join(end, walk.returns).map(|end| end.everywhere())
    }

    fn enter(&mut self, rule: RuleId, state: &Closed) {
        let entry = &mut self.found.entry[rule.index()];
        let state = join(entry.clone(), Some(state.everywhere()));
        if *entry != state {
            *entry = state;
            self.open.push(rule);
        }
    }
}

/// Analysis of one rule.
struct ClosingWalk<'a, 'b> {
    all: &'a mut Analysis<'b>,
    id: RuleId,
    records: bool,
    /// Where the innermost loop is left.
    stops: Option<Closed>,
    /// Where the rule is left.
    returns: Option<Closed>,
}

impl<'b> ClosingWalk<'_, 'b> {
    fn block(&mut self, block: &'b Block, before: Option<Closed>) -> Option<Closed> {
        block.iter().try_fold(before?, |state, stmt| self.stmt(stmt, state))
    }

    fn stmt(&mut self, stmt: &'b Stmt, state: Closed) -> Option<Closed> {
        use StmtKind as K;
        self.arrive(stmt, &state);
        match &stmt.kind {
            K::If(_, yes, no) => join(self.block(yes, Some(state.clone())), self.block(no, Some(state))),
            K::Ask(ask) => {
                let mut after = state.clone();
                for arm in &ask.arms {
                    let end = self.block(&arm.body, Some(state.clone()));
                    after = end.map_or(after.clone(), |end| after.meet(&end));
                }
                Some(after)
            }
            K::Transaction(body, close) => {
                let after = self.block(body, Some(state));
                self.block(close, after)
            }
            K::AtOnce(once) => self.block(&once.body, Some(state)),
            K::Each(query, body) => self.each(stmt, query, body, state),
            K::Repeat { body, .. } | K::InTurn(_, _, body) | K::Together(_, body) => {
                self.looped(stmt, body, state, &[])
            }
            K::Menu(_) => self.fixed(stmt, state, |walk, head| Some(walk.simple(stmt, head))),
            K::Stop => {
                self.stops = join(self.stops.take(), Some(state));
                None
            }
            K::Return => {
                self.returns = join(self.returns.take(), Some(state));
                None
            }
            K::EndOuter(_) => None,
            _ => Some(self.simple(stmt, state)),
        }
    }

    /// Records the state before a sentence. What it looks ahead to begins there.
    fn arrive(&mut self, stmt: &Stmt, state: &Closed) {
        if !self.records {
            return;
        }
        let before = self.all.found.before.entry((self.id, stmt.span)).or_insert_with(|| state.clone());
        *before = before.meet(state);
        for probe in probes(stmt) {
            match &probe.kind {
                ExprKind::Can(sheet, _) => self.all.enter(*sheet, state),
                ExprKind::CanPlay(_, card) => {
                    sheets_of(self.all.book, &card.ty).into_iter().for_each(|sheet| self.all.enter(sheet, state));
                }
                _ => {}
            }
        }
    }

    /// A sentence without blocks: what it writes, then what it calls.
    fn simple(&mut self, stmt: &'b Stmt, mut state: Closed) -> Closed {
        for sight in &self.all.sights {
            match sight.effect(self.all.book, stmt) {
                SightEffect::Unchanged => {}
                SightEffect::Closes => state.set(sight.span(), Some(Where::Everywhere)),
                SightEffect::Opens | SightEffect::OpensAt(..) => state.set(sight.span(), None),
            }
        }
        let callees = callees_of(self.all.book, std::slice::from_ref(stmt));
        if self.records {
            callees.iter().for_each(|callee| self.all.enter(*callee, &state));
        }
        let after = |callee: &RuleId| {
            let (opens, closes) = (&self.all.opens[callee.index()], &self.all.closes[callee.index()]);
            let mut after = state.filtered(|span, place| (!opens.contains(&span)).then_some(place));
            closes.iter().for_each(|(span, place)| after.set(span, Some(place)));
            after
        };
        // Any one of them runs, or none.
        let is_sure = matches!(stmt.kind, StmtKind::Call(_, _, false)) && callees.len() == 1;
        let none = (!is_sure).then(|| state.clone());
        callees.iter().map(after).map(Some).fold(none, join).unwrap_or_default()
    }

    /// A loop over the members of a set. What only opens at the member itself is still closed there when its iteration begins.
    fn each(&mut self, stmt: &'b Stmt, query: &'b Query, body: &'b Block, mut state: Closed) -> Option<Closed> {
        // A list may have a member twice.
        let [(name, Expr { ty: Type::Set(_), .. })] = query.binders.as_slice() else {
            return self.looped(stmt, body, state, &[]);
        };
        let callees = callees_of(self.all.book, body);
        let mut kept = Vec::new();
        for sight in &self.all.sights {
            let span = sight.span();
            if let (SightEffect::OpensAt(axis, index), Some(Where::Everywhere)) =
                (opening(self.all.book, sight, body), state.of(span))
                && matches!(index.kind, ExprKind::Local(at) if at == *name)
                && !callees.iter().any(|callee| self.all.opens[callee.index()].contains(&span))
            {
                kept.push((span, Where::At(axis, *name)));
            }
        }
        kept.iter().for_each(|(span, place)| state.set(*span, Some(*place)));
        self.looped(stmt, body, state, &kept).map(|state| state.without(*name))
    }

    fn looped(&mut self, stmt: &'b Stmt, body: &'b Block, state: Closed, kept: &[(Span, Where)]) -> Option<Closed> {
        self.fixed(stmt, state, |walk, head| {
            let mut end = walk.block(body, Some(head))?;
            kept.iter().for_each(|(span, place)| end.set(*span, Some(*place)));
            Some(end)
        })
    }

    /// Repeats a loop until the state at its head is that of all iterations.
    fn fixed(
        &mut self,
        stmt: &'b Stmt,
        mut head: Closed,
        mut body: impl FnMut(&mut Self, Closed) -> Option<Closed>,
    ) -> Option<Closed> {
        let outer = self.stops.take();
        loop {
            self.arrive(stmt, &head);
            let next = body(self, head.clone()).map_or_else(|| head.clone(), |end| head.meet(&end));
            if next == head {
                break;
            }
            head = next;
        }
        let stops = std::mem::replace(&mut self.stops, outer);
        join(Some(head), stops)
    }
}
