//! Through the sentences of a rule in their order: what questions and lines of the log read, and under which conditions
//! they stand.

use super::calls::{self, Called, Told};
use super::{Book, Read, Source, Sources, cells, name, reads_of, resolved, surely_hidden};
use crate::check::{graph, walk};
use crate::ir::{Block, Expr, ExprKind, LocalId, PLAYER, Quantity, Query, Rule, RuleId, Stmt, StmtKind, Text, Type};
use crate::text::Span;

/// So much is kept of what a name tells.
const MOST_READS: usize = 64;

/// How something hidden would be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Through {
    /// By what is offered.
    Options,
    /// By a prompt or label.
    Prompt,
    /// By being asked at all.
    Asking,
    /// By a line of the log.
    Log,
    /// By there being a line.
    Logging,
}

/// Something hidden that would be told.
pub(super) struct Leak {
    pub(super) through: Through,
    /// The expression, or the sentence that should not be there.
    pub(super) span: Span,
    /// Where it is read.
    pub(super) read: Span,
    /// What it lies in.
    pub(super) name: String,
}

/// Everything that the rules would tell somebody who may not know it.
pub(super) fn leaks(book: &Book) -> Vec<Leak> {
    let told = calls::told_by(book);
    let mut leaks = Vec::new();
    for rule in &book.ir.rules {
        Flow::new(book, &told, &mut leaks).rule(rule);
    }
    leaks
}

pub(super) struct Flow<'b, 'l> {
    book: &'b Book,
    sources: Sources<'b>,
    /// Conditions around the sentence at hand.
    around: Vec<&'b Expr>,
    /// In a `together` block: whom it asks.
    about: Option<LocalId>,
    leaks: &'l mut Vec<Leak>,
    /// For each rule what is asked and logged while it runs, where that is known already.
    told_by: &'l [Vec<Told>],
    /// What this rule itself asks and logs.
    pub(super) heard: Vec<Told>,
    /// What it calls.
    pub(super) calls: Vec<Called>,
}

impl<'b, 'l> Flow<'b, 'l> {
    pub(super) fn new(book: &'b Book, told_by: &'l [Vec<Told>], leaks: &'l mut Vec<Leak>) -> Self {
        let (heard, calls) = (Vec::new(), Vec::new());
        Self { book, sources: Sources::new(), around: Vec::new(), about: None, leaks, told_by, heard, calls }
    }

    pub(super) fn rule(&mut self, rule: &'b Rule) {
        self.sheet(rule);
        self.block(&rule.body);
    }

    /// What menus and `p does` offer of a sheet.
    fn sheet(&mut self, rule: &'b Rule) {
        let Some(sheet) = &rule.sheet else { return };
        let you = Expr { kind: ExprKind::Local(LocalId(0)), ty: Type::Member(PLAYER), span: rule.span };
        for e in walk::of_query(&sheet.params) {
            self.told(Some(&you), e, Through::Options);
        }
        for guard in &sheet.guards {
            if let crate::ir::Guard::Let(local, value) = guard {
                self.worth(*local, value);
            }
            walk::of_guard(guard).into_iter().for_each(|e| self.told(Some(&you), e, Through::Options));
        }
        let texts = walk::of_text(rule.title.as_ref()).into_iter().chain(walk::of_text(sheet.question.as_ref()));
        texts.for_each(|e| self.told(Some(&you), e, Through::Prompt));
    }

    /// Sentences; those behind one that may leave stand under its condition, too.
    fn block(&mut self, block: &'b Block) {
        let around = self.around.len();
        for stmt in block {
            self.stmt(stmt);
            if let StmtKind::If(condition, yes, no) = &stmt.kind
                && (leaves(yes) || leaves(no))
            {
                self.around.push(condition);
            }
        }
        self.around.truncate(around);
    }

    fn under(&mut self, conditions: Vec<&'b Expr>, block: &'b Block) {
        let around = self.around.len();
        self.around.extend(conditions);
        self.block(block);
        self.around.truncate(around);
    }

    #[allow(clippy::too_many_lines, reason = "an arm a variant")]
    fn stmt(&mut self, stmt: &'b Stmt) {
        match &stmt.kind {
            StmtKind::Let(local, value) => self.worth(*local, value),
            StmtKind::If(condition, yes, no) => {
                self.under(vec![condition], yes);
                self.under(vec![condition], no);
            }
            StmtKind::Each(query, body) => {
                self.drawn(query);
                self.under(walk::of_query(query), body);
            }
            StmtKind::Repeat { until, body, .. } => self.under(until.iter().collect(), body),
            StmtKind::InTurn(query, until, body) => {
                let conditions = until.iter().chain(query.filter.as_deref()).collect();
                self.under(conditions, body);
            }
            StmtKind::Transaction(body, close) => {
                self.block(body);
                self.block(close);
            }
            StmtKind::Together(query, body) => {
                self.about = query.binders.first().map(|binder| binder.0);
                self.under(walk::of_query(query), body);
                self.about = None;
            }
            StmtKind::Ask(ask) => {
                self.asked(ask.who.as_ref(), ask.prompt.as_ref(), stmt.span);
                for arm in &ask.arms {
                    let parts = arm.query.iter().flat_map(walk::of_query).chain(&arm.when);
                    parts.for_each(|e| self.offered(ask.who.as_ref(), e));
                    let texts = walk::of_text(arm.label.as_ref());
                    texts.into_iter().for_each(|e| self.shown(ask.who.as_ref(), e));
                    arm.query.iter().for_each(|query| self.drawn(query));
                    self.block(&arm.body);
                }
            }
            StmtKind::Family(family) => {
                let who = family.who.as_ref();
                self.asked(who, family.prompt.as_ref(), stmt.span);
                let parts = [&family.least, &family.of].into_iter().chain(&family.most).chain(&family.filter);
                parts.for_each(|e| self.offered(who, e));
                self.comes_from(family.name, &family.of, false);
            }
            StmtKind::Order(who, prompt, set, _) => {
                self.asked(who.as_ref(), prompt.as_ref(), stmt.span);
                self.offered(who.as_ref(), set);
            }
            StmtKind::Divide(who, what, ..) => {
                self.asked(Some(who), None, stmt.span);
                self.offered(Some(who), what);
            }
            StmtKind::Menu(menu) => {
                self.asked(Some(&menu.who), menu.prompt.as_ref(), stmt.span);
                menu.items.iter().for_each(|item| self.called(item.rule, std::slice::from_ref(&menu.who), stmt.span));
            }
            StmtKind::AtOnce(once) => {
                self.block(&once.body);
                once.shown.iter().for_each(|e| self.offered(Some(&once.who), e));
            }
            StmtKind::Call(rule, args, _) => {
                let asks = self.book.ir.rules[rule.index()].sheet.is_some();
                if asks && args.len() == 1 && self.book.ir.rules[rule.index()].params > 1 {
                    self.asked(args.first(), None, stmt.span);
                }
                self.called(*rule, args, stmt.span);
            }
            StmtKind::Play(who, card, _) => {
                for sheet in graph::sheets_of(&self.book.ir, &card.ty) {
                    self.called(sheet, std::slice::from_ref(who), stmt.span);
                }
            }
            StmtKind::Say(text) => {
                walk::of_text(Some(text)).into_iter().for_each(|e| self.told(None, e, Through::Log));
                self.existence(None, stmt.span, Through::Logging);
            }
            StmtKind::Move { what, from, to, .. } => self.moved(what, from.as_ref(), to),
            _ => {}
        }
    }

    /// A name is worth an expression.
    fn worth(&mut self, local: LocalId, value: &'b Expr) {
        self.comes_from(local, value, true);
    }

    fn comes_from(&mut self, local: LocalId, from: &'b Expr, is_value: bool) {
        let mut reads = reads_of(self.book, from, &self.sources);
        // A name that is worked out of itself again and again tells no more than this.
        reads.truncate(MOST_READS);
        self.sources.insert(local, Source { from, reads, moved: false, about: self.about, is_value });
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
        if let Quantity::Bag(things) | Quantity::Exactly(_, things) | Quantity::UpTo(_, things) = what
            && let Some(source) = named(things).and_then(|local| self.sources.get_mut(&local))
        {
            source.moved = true;
            source.reads.clear();
            cells(to, None, &mut source.reads);
        }
        let mut left = Vec::new();
        from.into_iter().for_each(|from| cells(from, None, &mut left));
        let named = match what {
            Quantity::Bag(things) | Quantity::Exactly(_, things) | Quantity::UpTo(_, things) => named(things),
            _ => None,
        };
        self.sources.retain(|local, source| {
            let stays = Some(*local) == named || source.moved;
            stays || !source.reads.iter().any(|read| left.iter().any(|left: &Read| left.is_of(read)))
        });
    }

    fn asked(&mut self, who: Option<&'b Expr>, prompt: Option<&'b Text>, span: Span) {
        if who.is_none() {
            return;
        }
        walk::of_text(prompt).into_iter().for_each(|e| self.shown(who, e));
        self.existence(who, span, Through::Asking);
    }

    fn offered(&mut self, who: Option<&Expr>, e: &Expr) {
        if who.is_some() {
            self.told(who, e, Through::Options);
        }
    }

    fn shown(&mut self, who: Option<&Expr>, e: &Expr) {
        if who.is_some() {
            self.told(who, e, Through::Prompt);
        }
    }

    /// A call: what is asked and logged in it stands under the conditions around it.
    fn called(&mut self, rule: RuleId, args: &[Expr], span: Span) {
        let args: Vec<Expr> = args.iter().map(|arg| resolved(arg, &self.sources)).collect();
        for told in self.told_by.get(rule.index()).into_iter().flatten() {
            if let Some(told) = calls::for_caller(told, &args) {
                self.under_conditions(told.who.as_ref(), span, told.through);
            }
        }
        self.calls.push((rule, args));
    }

    /// The conditions under which something is asked or said.
    fn existence(&mut self, who: Option<&Expr>, span: Span, through: Through) {
        let resolved = who.map(|who| resolved(who, &self.sources));
        calls::add(&mut self.heard, Told { who: resolved, through });
        self.under_conditions(who, span, through);
    }

    fn under_conditions(&mut self, who: Option<&Expr>, span: Span, through: Through) {
        let found = self.around.iter().find_map(|condition| self.leak(who, condition));
        if let Some(read) = found {
            let name = name(self.book, read.what);
            let known = self.leaks.iter().any(|leak| (leak.through, leak.span, &leak.name) == (through, span, &name));
            if !known {
                self.leaks.push(Leak { through, span, read: read.span, name });
            }
        }
    }

    /// Reports the first thing that an expression reads and that a player (or else somebody) cannot see.
    fn told(&mut self, who: Option<&Expr>, e: &Expr, through: Through) {
        if let Some(read) = self.leak(who, e) {
            let name = name(self.book, read.what);
            self.leaks.push(Leak { through, span: read.span, read: read.span, name });
        }
    }

    fn leak(&self, who: Option<&Expr>, e: &Expr) -> Option<Read> {
        let who = who.map(|who| resolved(who, &self.sources));
        let reads = reads_of(self.book, e, &self.sources);
        reads.into_iter().find(|read| surely_hidden(self.book, who.as_ref(), read))
    }
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

/// Whether a block ends by leaving what is around it.
fn leaves(block: &Block) -> bool {
    let last = block.last().map(|stmt| &stmt.kind);
    matches!(last, Some(StmtKind::Stop | StmtKind::Return | StmtKind::EndOuter(_)))
}
