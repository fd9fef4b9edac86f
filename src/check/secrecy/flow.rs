//! Through the sentences of a rule in their order: what questions and lines of the log read, and under which conditions
//! they stand.

use std::collections::BTreeSet;

use super::calls::{self, Called, Ends, Known, Remembered, Summary};
use super::leak::{Leak, Through};
use super::reads::{Read, Source, Sources, What, add_read, cells, reads_of, resolved};
use crate::check::names::Book;
use crate::check::whole::graph;
use crate::ir::visit;
use crate::ir::{
    Ask, Block, Expr, ExprKind, Guard, LocalId, LocalRole, Menu, PLAYER, Quantity, Query, Rule, RuleId, Seen, Seer,
    Stmt, StmtKind, Text, Type, is_open,
};
use crate::text::Span;

/// What a sentence stands under.
#[derive(Clone)]
pub(super) enum Condition<'b> {
    Holds(&'b Expr),
    Told(Vec<Read>),
}

/// One rule, in the order of its sentences.
pub(super) struct Flow<'b, 'l> {
    pub(super) book: &'b Book,
    pub(super) id: RuleId,
    pub(super) sources: Sources<'b>,
    /// Conditions around the sentence at hand.
    pub(super) around: Vec<Condition<'b>>,
    /// Conditions under which the rule has been left by now, or this turn of the loop; and how many are those of the rule.
    left: Vec<Condition<'b>>,
    pub(super) left_rule: Vec<Condition<'b>>,
    /// How many of the conditions stand around the loop.
    loop_at: usize,
    /// In a `together` block: whom it asks.
    about: Option<LocalId>,
    pub(super) leaks: &'l mut Vec<Leak>,
    /// What is known of rules already.
    pub(super) known: &'l Known,
    /// Names of answers that everybody was told.
    pub(super) open: BTreeSet<LocalId>,
    /// Names of secret answers that a player gave.
    pub(super) chosen: BTreeSet<LocalId>,
    pub(super) summary: Summary,
    pub(super) remembered: Remembered,
}

impl<'b, 'l> Flow<'b, 'l> {
    pub(super) fn new(book: &'b Book, id: RuleId, known: &'l Known, leaks: &'l mut Vec<Leak>) -> Self {
        Self {
            book,
            id,
            sources: Sources { params: book.ir.rules[id.index()].params, ..Sources::default() },
            around: Vec::new(),
            left: Vec::new(),
            left_rule: Vec::new(),
            loop_at: 0,
            about: None,
            leaks,
            known,
            open: BTreeSet::new(),
            chosen: BTreeSet::new(),
            summary: Summary::default(),
            remembered: Remembered::new(),
        }
    }

    /// Goes through the rule.
    pub(super) fn rule(&mut self) {
        let rule = &self.book.ir.rules[self.id.index()];
        match rule.said_heading() {
            Some(title) => self.said(title, rule.span),
            None if rule.heading => self.existence(None, rule.span, Through::Heading(self.id)),
            None => {}
        }
        self.sheet(rule);
        self.block(&rule.body);
    }

    /// A line of the log.
    fn said(&mut self, text: &'b Text, span: Span) {
        visit::of_text(text).for_each(|e| self.told(None, e, Through::Log));
        self.existence(None, span, Through::Logging);
    }

    /// What menus and `p does` offer of a sheet.
    fn sheet(&mut self, rule: &'b Rule) {
        let Some(sheet) = &rule.sheet else { return };
        for (local, menu, name) in &sheet.remembers {
            self.recall(*local, (*menu, *name));
        }
        let you = Expr { kind: ExprKind::Local(LocalId(0)), ty: Type::Member(PLAYER), span: rule.span };
        for e in visit::of_query(&sheet.params) {
            self.told(Some(&you), e, Through::Options);
        }
        self.decides(&sheet.params);
        self.drawn(&sheet.params);
        self.answered(sheet.params.binders.iter().map(|binder| (binder.0, &binder.1)), Some(&you), &None);
        for guard in &sheet.guards {
            match guard {
                Guard::Let(local, value) => {
                    self.worth(*local, value);
                    self.told(Some(&you), value, Through::Options);
                }
                Guard::When { holds, why, .. } => {
                    let said = why.iter().flat_map(visit::of_text);
                    [holds].into_iter().chain(said).for_each(|e| self.told(Some(&you), e, Through::Options));
                    self.decided_by(holds);
                }
            }
        }
        let texts = rule.title.iter().chain(&sheet.question).flat_map(visit::of_text);
        texts.for_each(|e| self.told(Some(&you), e, Through::Prompt));
    }

    /// A name that the menu remembers tells what was remembered there.
    fn recall(&mut self, local: LocalId, name: (RuleId, LocalId)) {
        let Some(reads) = self.known.remembered.get(&name).filter(|reads| !reads.is_empty()) else { return };
        let source = Source { from: None, reads: reads.clone(), moved: false, about: None, is_value: false };
        self.sources.names.insert(local, source);
    }

    fn block(&mut self, block: &'b Block) {
        block.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn under(&mut self, conditions: impl IntoIterator<Item = &'b Expr>, block: &'b Block) {
        let around = self.around.len();
        self.around.extend(conditions.into_iter().map(Condition::Holds));
        self.block(block);
        self.around.truncate(around);
    }

    /// A loop: a turn that may have been the last one decides over all that follow.
    fn looped(&mut self, conditions: impl IntoIterator<Item = &'b Expr>, body: &'b Block) {
        let (around, left) = (self.around.len(), self.left.len());
        let outer = std::mem::replace(&mut self.loop_at, around);
        self.around.extend(conditions.into_iter().map(Condition::Holds));
        let ends = self.left_rule.len();
        self.block(body);
        if self.left.len() > left || self.left_rule.len() > ends {
            self.block(body);
        }
        self.loop_at = outer;
        self.around.truncate(around);
        self.left.truncate(left);
    }

    #[allow(clippy::too_many_lines, reason = "an arm a variant")]
    fn stmt(&mut self, stmt: &'b Stmt) {
        match &stmt.kind {
            StmtKind::Let(local, value) => self.worth(*local, value),
            StmtKind::SetMemory(id, at, value) => self.kept(*id, at, value, stmt.span),
            StmtKind::If(condition, yes, no) => {
                self.under([condition], yes);
                self.under([condition], no);
            }
            StmtKind::Each(query, body) => {
                self.drawn(query);
                self.looped(visit::of_query(query), body);
            }
            StmtKind::Repeat { times, until, body, .. } => self.looped(times.iter().chain(until), body),
            StmtKind::InTurn(query, until, body) => {
                self.looped(until.iter().chain(visit::of_query(query)).collect::<Vec<_>>(), body);
            }
            StmtKind::Transaction(body, close) => {
                self.block(body);
                self.block(close);
            }
            StmtKind::Together(query, body) => {
                self.about = query.binders.first().map(|binder| binder.0);
                self.under(visit::of_query(query), body);
                self.about = None;
            }
            StmtKind::Ask(ask) => self.ask(ask, stmt.span),
            StmtKind::Family(family) => {
                let (who, of) = (family.who.as_ref(), &family.of);
                self.asked(who, family.prompt.as_ref(), stmt.span);
                let parts = [&family.least].into_iter().chain(&family.most).chain(&family.filter);
                parts.for_each(|e| self.offered(who, e, &family.seen));
                self.offered(who, of, &family.seen);
                self.comes_from(family.name, of, false);
                self.answered([(family.name, of)], who, &family.seen);
            }
            StmtKind::Order(order) => {
                let (who, of) = (order.who.as_ref(), &order.of);
                self.asked(who, order.prompt.as_ref(), stmt.span);
                self.offered(who, of, &order.seen);
                self.answered([(order.name, of)], who, &order.seen);
            }
            StmtKind::Divide(who, what, ..) => {
                self.asked(Some(who), None, stmt.span);
                self.told(Some(who), what, Through::Options);
            }
            StmtKind::Menu(menu) => self.menu(menu, stmt.span),
            StmtKind::AtOnce(once) => {
                self.block(&once.body);
                once.shown.iter().for_each(|e| self.told(Some(&once.who), e, Through::Options));
            }
            StmtKind::Call(rule, args, if_possible) => {
                let call = self.call(*rule, args, *if_possible);
                let callee = &self.book.ir.rules[rule.index()];
                if callee.sheet.is_some() && args.len() == 1 && callee.params > 1 {
                    let around = self.around.len();
                    self.decide(&call);
                    self.asked(args.first(), None, stmt.span);
                    self.around.truncate(around);
                }
                self.called(call, args, stmt.span);
            }
            StmtKind::Play(who, card, if_possible) => {
                self.around.push(Condition::Holds(card));
                for sheet in graph::sheets_of(&self.book.ir, &card.ty) {
                    let args = std::slice::from_ref(who);
                    self.called(self.call(sheet, args, *if_possible), args, stmt.span);
                }
                self.around.pop();
            }
            StmtKind::Say(text) => self.said(text, stmt.span),
            StmtKind::Move { what, from, to, .. } => self.moved(what, from.as_ref(), to),
            StmtKind::Require(holds, _) => self.decided_by(holds),
            StmtKind::Stop => {
                let inside = self.around[self.loop_at..].to_vec();
                self.left.extend(inside);
            }
            StmtKind::Return => self.left_rule.extend(self.around.clone()),
            StmtKind::EndOuter(rule) => {
                let reads = self.around_reads();
                reads.into_iter().for_each(|read| calls::add_ends(&mut self.summary.ends, Ends { rule: *rule, read }));
                self.left_rule.extend(self.around.clone());
            }
            _ => {}
        }
    }

    fn ask(&mut self, ask: &'b Ask, span: Span) {
        let who = ask.who.as_ref();
        self.asked(who, ask.prompt.as_ref(), span);
        for arm in &ask.arms {
            let parts = arm.query.iter().flat_map(visit::of_query).chain(&arm.when);
            parts.for_each(|e| self.offered(who, e, &ask.seen));
            let texts = arm.label.iter().flat_map(visit::of_text);
            texts.for_each(|e| self.shown(who, e));
            if let Some(query) = &arm.query {
                self.drawn(query);
                self.answered(query.binders.iter().map(|binder| (binder.0, &binder.1)), who, &ask.seen);
            }
        }
        self.decided_by_ask(ask);
        self.kept_by_arms(ask, span);
        let secret = self.secret(None, who, &ask.seen, span).filter(|_| ask.arms.len() > 1);
        for arm in &ask.arms {
            let around = self.around.len();
            self.around.extend(secret.clone().map(|read| Condition::Told(vec![read])));
            self.block(&arm.body);
            self.around.truncate(around);
        }
    }

    fn menu(&mut self, menu: &'b Menu, span: Span) {
        self.around.extend(menu.until.iter().map(Condition::Holds));
        self.asked(Some(&menu.who), menu.prompt.as_ref(), span);
        let args = std::slice::from_ref(&menu.who);
        menu.items.iter().for_each(|item| self.called(self.call(item.rule, args, false), args, span));
        if menu.until.is_some() {
            self.around.pop();
        }
    }

    /// Who knows an answer that not everybody is told.
    fn secret(&self, of: Option<LocalId>, who: Option<&Expr>, seen: &Seen, span: Span) -> Option<Read> {
        let seen = seen.as_ref()?;
        if is_open(seen) {
            return None;
        }
        let seers = seen.iter().filter_map(|seer| if let Seer::Player(seer, _) = seer { Some(seer) } else { None });
        let at = who.into_iter().chain(seers).map(|seer| resolved(seer, &self.sources)).collect();
        Some(Read { what: What::Answer(of), at, span })
    }

    /// Names of an answer: open to all, or known to some.
    fn answered(&mut self, names: impl IntoIterator<Item = (LocalId, &'b Expr)>, who: Option<&Expr>, seen: &Seen) {
        for (local, from) in names {
            match self.secret(Some(local), who, seen, from.span) {
                Some(read) => {
                    if who.is_some() {
                        self.chosen.insert(local);
                    }
                    let source = self.sources.names.entry(local).or_insert_with(|| Source {
                        from: Some(from),
                        reads: Vec::new(),
                        moved: false,
                        about: None,
                        is_value: false,
                    });
                    source.about = self.about;
                    add_read(&mut source.reads, read);
                }
                None if self.leak(None, from).is_none() => {
                    self.open.insert(local);
                }
                None => {}
            }
        }
    }

    /// A name is worth an expression.
    fn worth(&mut self, local: LocalId, value: &'b Expr) {
        let before = self.sources.names.get(&local).map(|source| source.reads.clone());
        self.comes_from(local, value, true);
        let rule = &self.book.ir.rules[self.id.index()];
        let remembers = rule.locals.get(local.index()).is_some_and(|local| local.role == LocalRole::Remember);
        if !remembers && self.about.is_none() {
            return;
        }
        // Whether it got this value tells what decided it.
        let around = self.around_reads();
        let known = self.known.remembered.get(&(self.id, local)).into_iter().flatten().cloned();
        let Some(source) = self.sources.names.get_mut(&local) else { return };
        around
            .into_iter()
            .chain(before.into_iter().flatten())
            .chain(known)
            .for_each(|read| add_read(&mut source.reads, read));
        source.is_value &= !remembers;
        if remembers {
            let reads: Vec<Read> = source.reads.clone();
            let sheet = rule.sheet.as_ref();
            let of_menu = sheet.into_iter().flat_map(|sheet| &sheet.remembers).filter(|(own, ..)| *own == local);
            let mut names: Vec<(RuleId, LocalId)> = of_menu.map(|(_, menu, name)| (*menu, *name)).collect();
            names.push((self.id, local));
            let you = [Expr { kind: ExprKind::Local(LocalId(0)), ty: Type::Member(PLAYER), span: rule.span }];
            for name in names {
                let call = Called {
                    rule: name.0,
                    args: you.to_vec(),
                    reads: Vec::new(),
                    around: Vec::new(),
                    if_possible: false,
                };
                let told = reads.iter().flat_map(|read| calls::read_for_caller(read, &call));
                let all = self.remembered.entry(name).or_default();
                told.for_each(|read| add_read(all, read));
            }
        }
    }

    /// What the conditions around tell.
    pub(super) fn around_reads(&self) -> Vec<Read> {
        let mut all = Vec::new();
        for condition in self.conditions() {
            self.reads_of(condition).into_iter().for_each(|read| add_read(&mut all, read));
        }
        all
    }

    /// All conditions under which the sentence at hand stands.
    pub(super) fn conditions(&self) -> impl Iterator<Item = &Condition<'b>> {
        self.around.iter().chain(&self.left).chain(&self.left_rule)
    }

    /// What a condition reads.
    pub(super) fn reads_of(&self, condition: &Condition<'b>) -> Vec<Read> {
        match condition {
            Condition::Holds(e) => reads_of(self.book, e, &self.sources),
            Condition::Told(reads) => reads.clone(),
        }
    }

    fn comes_from(&mut self, local: LocalId, from: &'b Expr, is_value: bool) {
        let mut reads = Vec::new();
        reads_of(self.book, from, &self.sources).into_iter().for_each(|read| add_read(&mut reads, read));
        let source = Source { from: Some(from), reads, moved: false, about: self.about, is_value };
        self.sources.names.insert(local, source);
    }

    /// Names that range over what lies in places tell what lies there.
    fn drawn(&mut self, query: &'b Query) {
        for (local, domain) in &query.binders {
            if matches!(domain.kind, ExprKind::BagAt(..)) {
                self.comes_from(*local, domain, false);
            }
        }
    }

    /// Chosen things lie elsewhere now. What was worked out of a place from which things have gone may be known since.
    fn moved(&mut self, what: &'b Quantity, from: Option<&'b Expr>, to: &'b Expr) {
        let named = match what {
            Quantity::Bag(things) | Quantity::Exactly(_, things) | Quantity::UpTo(_, things) => named(things),
            _ => None,
        };
        if let Some(local) = named
            && (local.0 < self.sources.params || self.sources.names.contains_key(&local))
        {
            let source = self.sources.names.entry(local).or_default();
            source.moved = true;
            source.reads.clear();
            cells(to, None, &mut source.reads);
        }
        // What goes where nobody looks is not known by going there.
        if is_unseen(self.book, to) {
            return;
        }
        let mut left = Vec::new();
        from.into_iter().for_each(|from| cells(from, None, &mut left));
        self.sources.names.retain(|local, source| {
            let stays = Some(*local) == named || source.moved;
            stays || !source.reads.iter().any(|read| left.iter().any(|left: &Read| left.is_of(read)))
        });
    }
}

/// Whether a place is one that nobody sees into.
fn is_unseen(book: &Book, place: &Expr) -> bool {
    matches!(&place.kind, ExprKind::Cell(id, _) if book.ir.places[id.index()].seen.is_empty())
}

/// The name of chosen things.
fn named(things: &Expr) -> Option<LocalId> {
    match &things.kind {
        ExprKind::Local(id) | ExprKind::AnswerOf(id, _) => Some(*id),
        ExprKind::Widen(inner) | ExprKind::Only(inner) => named(inner),
        ExprKind::Piece(_, index) => index.first().and_then(named),
        _ => None,
    }
}
