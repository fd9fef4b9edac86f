//! Through all that can happen in play, with what is known at each sentence.

use std::collections::{BTreeMap, BTreeSet};

use super::facts::KnownFacts;
use super::form::{Form, FormHead};
use super::gap::{self, Gap};
use super::known::{Known, Learner};
use super::menus;
use crate::check::codes;
use crate::check::names::Book;
use crate::ir::{self, visit};
use crate::ir::{Ask, Block, Expr, LocalId, Query, RuleId, RuleKind, Stmt, StmtKind};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::Span;

/// The budget of the walk, in steps: a sentence costs one step, and one more for every [`PARTS_A_STEP`] parts of what is known before it.
/// Once it is spent, sentences are looked at with nothing known.
const BUDGET: usize = 60_000;
/// See [`BUDGET`].
const PARTS_A_STEP: usize = 100;

/// Goes through a game: what was found at each question.
pub(super) struct GameWalk<'b> {
    learner: Learner<'b>,
    pub(super) found: BTreeMap<Span, Diagnostic>,
    left: usize,
    /// Rules that were looked at with nothing known.
    seen: BTreeSet<RuleId>,
}

impl<'b> GameWalk<'b> {
    pub(super) fn new(book: &'b Book) -> Self {
        Self { learner: Learner::new(book), found: BTreeMap::new(), left: BUDGET, seen: BTreeSet::new() }
    }

    pub(super) fn rule(&mut self, id: RuleId, known: Known) {
        if self.left == 0 && !self.seen.insert(id) {
            return;
        }
        let known = if self.left > 0 { known } else { Known::default() };
        self.block(id, &self.learner.rule(id).body, known);
    }

    /// What is known after some sentences; nothing where they are left in any case.
    fn block(&mut self, rule: RuleId, block: &Block, mut known: Known) -> Option<Known> {
        for stmt in block {
            self.left = self.left.saturating_sub(1 + known.facts.size() / PARTS_A_STEP);
            known = self.stmt(rule, stmt, known)?;
        }
        Some(known)
    }

    fn stmt(&mut self, rule: RuleId, stmt: &Stmt, mut known: Known) -> Option<Known> {
        match &stmt.kind {
            StmtKind::Stop | StmtKind::Return | StmtKind::EndOuter(_) => return None,
            StmtKind::If(cond, yes, no) => return self.branch(rule, (cond, yes, no), known),
            StmtKind::Each(query, body) | StmtKind::Together(query, body) => {
                self.turns(rule, (Some(query), false), None, body, &mut known);
            }
            // Who has left is passed over, so what the query says still holds when a turn begins.
            StmtKind::InTurn(query, until, body) => {
                self.turns(rule, (Some(query), true), until.as_ref(), body, &mut known);
            }
            StmtKind::Repeat { until, body, counter, .. } => {
                counter.iter().for_each(|id| drop(known.env.remove(id)));
                self.turns(rule, (None, true), until.as_ref(), body, &mut known);
            }
            StmtKind::Transaction(body, close) => {
                let mut known = self.block(rule, body, known)?;
                self.learner.forget(close, &mut known);
                return Some(known);
            }
            StmtKind::Ask(ask) => self.ask(stmt, ask, &mut known),
            StmtKind::Call(id, args, possible) => {
                self.call(stmt.span, (*id, args, *possible), &known);
                self.learner.forget(std::slice::from_ref(stmt), &mut known);
            }
            StmtKind::Play(_, card, possible) => {
                if !possible {
                    self.play(stmt.span, card, &known.facts);
                }
                self.learner.forget(std::slice::from_ref(stmt), &mut known);
            }
            _ => self.learner.sentence(rule, stmt, &mut known),
        }
        Some(known)
    }

    fn branch(&mut self, rule: RuleId, (cond, yes, no): (&Expr, &Block, &Block), known: Known) -> Option<Known> {
        let cond = self.learner.form(cond, &known);
        let (mut holds, mut fails) = (known.clone(), known.clone());
        holds.facts.assume(&mut self.learner.maker, &cond, true);
        fails.facts.assume(&mut self.learner.maker, &cond, false);
        let yes = self.block(rule, yes, holds).map(|known| known.facts);
        let no = self.block(rule, no, fails).map(|known| known.facts);
        let facts = match (yes, no) {
            (Some(yes), Some(no)) => yes.meet(&no),
            (one, other) => one.or(other)?,
        };
        Some(Known { facts, ..known })
    }

    /// A loop: what its block changes is not known in it, but for what is asked before each turn.
    /// `lasts`: what the query says holds at the beginning of each turn, and not only when the loop begins.
    fn turns(
        &mut self,
        rule: RuleId,
        (query, lasts): (Option<&Query>, bool),
        until: Option<&Expr>,
        body: &Block,
        known: &mut Known,
    ) {
        self.learner.forget(body, known);
        let mut inside = known.clone();
        if let Some(query) = query {
            let ranged = self.learner.maker.ranged(query, &mut inside.env);
            inside.facts.learn(&mut self.learner.maker, &ranged);
            if !lasts {
                self.learner.forget(body, &mut inside);
            }
        }
        let until = until.map(|until| self.learner.form(until, &inside));
        if let Some(until) = &until {
            inside.facts.assume(&mut self.learner.maker, until, false);
        }
        self.block(rule, body, inside);
        let mut stops = false;
        visit::statements(body, &mut |stmt| stops |= matches!(stmt.kind, StmtKind::Stop));
        if let Some(until) = until.filter(|_| !stops && query.is_none()) {
            known.facts.assume(&mut self.learner.maker, &until, true);
        }
    }

    fn ask(&mut self, stmt: &Stmt, ask: &Ask, known: &mut Known) {
        if let Some(gap) = gap::of_ask(&mut self.learner, ask, known) {
            let help = match gap {
                Gap::Options => "let one option have no condition, or ask only if one holds",
                _ => "ask only if there is something: `if some x in S where C`, or `p may choose`",
            };
            self.report(stmt.span, "there may be nothing to choose here", &gap, help.to_owned());
        }
        self.learner.answered(stmt, ask, known);
    }

    fn call(&mut self, span: Span, (id, args, possible): (RuleId, &[Expr], bool), known: &Known) {
        let own = self.learner.rule(id);
        let given = args.iter().enumerate().map(|(at, arg)| (LocalId(at as u32), self.learner.form(arg, known)));
        let given = Known { env: given.collect(), facts: known.facts.clone() };
        match own.kind {
            RuleKind::Rule | RuleKind::Phase | RuleKind::Hook => self.rule(id, given),
            RuleKind::Action | RuleKind::Card if !possible => {
                let can = Form::App(FormHead::Can(id), given.env.values().cloned().collect());
                if known.facts.has(&can, true) {
                    return;
                }
                let asks = args.len() == 1;
                let asked = asks.then(|| gap::of_params(&mut self.learner, id, given.clone())).flatten();
                if let Some(gap) = asked.or_else(|| gap::of_sheet(&mut self.learner, id, given)) {
                    let help =
                        format!("say what then: `p does {}, if possible`, or give it a line `optional:`", own.name);
                    self.report(span, "what this asks may have nothing to choose", &gap, help);
                }
            }
            RuleKind::Menu => self.menu(id, &given, possible),
            _ => {}
        }
    }

    /// A menu is opened: whether there is something to choose as often as it is offered.
    fn menu(&mut self, id: RuleId, given: &Known, possible: bool) {
        let Some(menu) = menus::dry(&mut self.learner, id, given, possible) else { return };
        let own = self.learner.rule(id);
        let message = format!("the menu `{}` may run dry: nothing to choose, and no end", own.name);
        let help = "let people end it: `until: done \"end\"`, or give it an action that is always possible";
        let finding = Diagnostic::warning(codes::RUNS_DRY, own.span, message).help(help);
        let finding = match &menu.until {
            Some(until) => finding.label(until.span, "nothing says that an action is possible until this holds"),
            None => finding,
        };
        self.found.entry(own.span).or_insert(finding);
    }

    fn play(&mut self, span: Span, card: &Expr, facts: &KnownFacts) {
        for id in ir::sheets_of(&self.learner.maker.book.ir, &card.ty) {
            let known = Known { facts: facts.clone(), ..Known::default() };
            if let Some(gap) = gap::of_sheet(&mut self.learner, id, known) {
                let help = "say what then: `p plays c, if possible`, or give the card a line `optional:`";
                return self.report(span, "what this asks may have nothing to choose", &gap, help.into());
            }
        }
    }

    fn report(&mut self, span: Span, message: &str, gap: &Gap, help: String) {
        let finding = Diagnostic::warning(codes::MAY_BE_EMPTY, span, message).help(help);
        let finding = match gap {
            Gap::Nothing(at) => finding.label(*at, "nothing here says that this is never empty"),
            Gap::Unfit(at) => finding.label(*at, "nothing here says that something always fits this"),
            Gap::Options => finding,
        };
        self.found.entry(span).or_insert(finding);
    }
}
