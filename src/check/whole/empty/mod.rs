//! Mandatory questions that may have no option. What is known where a question stands (conditions around it, what was moved
//! before) must prove that there is one; where it does not, it is told what is not known.

mod facts;
mod form;
mod prove;
mod writes;

use std::collections::{BTreeMap, BTreeSet};

use crate::check::codes;
use crate::check::names::Book;
use crate::check::whole::graph;
use crate::diagnostic::Diagnostic;
use crate::ir::visit;
use crate::ir::{
    ArmKind, Ask, Block, Expr, ExprKind, Guard, LocalId, LocalRole, Quantity, Query, RuleId, RuleKind, Stmt, StmtKind,
};
use crate::text::Span;
use facts::Facts;
use form::{Env, Form, Head, Maker, Ranged};
use prove::Proof;
use writes::Writes;

/// So many sentences are looked at with what is known before them; the rest with nothing known.
const BUDGET: u32 = 20_000;

/// All warnings about questions.
pub(crate) fn check(book: &mut Book) {
    let mut walk = Walk {
        maker: Maker::new(book),
        writes: Writes::new(&book.ir),
        found: BTreeMap::new(),
        left: BUDGET,
        seen: BTreeSet::new(),
    };
    let play = book.ir.play;
    if book.ir.rules.get(play.index()).is_some() {
        walk.rule(play, Env::new(), Facts::default());
    }
    let found: Vec<Diagnostic> = walk.found.into_values().collect();
    book.found.extend(found);
}

/// What a question is not known to have.
enum Gap {
    /// A set, list or place that may be empty.
    Nothing(Span),
    /// A condition that nothing may fit.
    Unfit(Span),
    /// Options that may all be missing.
    Options,
}

struct Walk<'b> {
    maker: Maker<'b>,
    writes: Writes<'b>,
    found: BTreeMap<Span, Diagnostic>,
    left: u32,
    /// Rules that were looked at with nothing known.
    seen: BTreeSet<RuleId>,
}

impl<'b> Walk<'b> {
    fn rule(&mut self, id: RuleId, env: Env, facts: Facts) {
        if self.left == 0 && !self.seen.insert(id) {
            return;
        }
        let known = self.left > 0;
        let (mut env, facts) = if known { (env, facts) } else { (Env::new(), Facts::default()) };
        let rule = &self.maker.book.ir.rules[id.index()];
        self.block(id, &rule.body, &mut env, facts);
    }

    /// What is known after some sentences; nothing where they are left in any case.
    fn block(&mut self, rule: RuleId, block: &'b Block, env: &mut Env, mut facts: Facts) -> Option<Facts> {
        for stmt in block {
            self.left = self.left.saturating_sub(1);
            facts = self.stmt(rule, stmt, env, facts)?;
        }
        Some(facts)
    }

    fn stmt(&mut self, rule: RuleId, stmt: &'b Stmt, env: &mut Env, mut facts: Facts) -> Option<Facts> {
        match &stmt.kind {
            StmtKind::Stop | StmtKind::Return | StmtKind::EndOuter(_) => return None,
            StmtKind::Let(id, e) => self.name(rule, *id, e, env, &mut facts),
            StmtKind::Require(holds, _) => {
                let holds = self.maker.form(holds, env);
                facts.assume(&mut self.maker, &holds, true);
            }
            StmtKind::If(cond, yes, no) => return self.branch(rule, (cond, yes, no), env, facts),
            StmtKind::Each(query, body) => self.turns(rule, Some(query), None, body, env, &mut facts),
            StmtKind::InTurn(query, until, body) => {
                self.turns(rule, Some(query), until.as_ref(), body, env, &mut facts);
            }
            StmtKind::Repeat { until, body, counter, .. } => {
                counter.iter().for_each(|id| drop(env.remove(id)));
                self.turns(rule, None, until.as_ref(), body, env, &mut facts);
            }
            StmtKind::Together(query, body) => self.turns(rule, Some(query), None, body, env, &mut facts),
            StmtKind::Transaction(body, close) => {
                let mut after = self.block(rule, body, env, facts)?;
                after.forget(&self.writes.of(close));
                return Some(after);
            }
            StmtKind::Ask(ask) => self.ask(stmt, ask, env, &mut facts),
            StmtKind::Call(id, args, possible) => self.call(stmt, (*id, args, *possible), env, &mut facts),
            StmtKind::Play(_, card, possible) => {
                let sheets = graph::sheets_of(&self.maker.book.ir, &card.ty);
                if let Some(gap) =
                    sheets.into_iter().filter(|_| !possible).find_map(|id| self.sheet(id, Env::new(), &facts))
                {
                    let help = "say what then: `p plays c, if possible`, or give the card a line `optional:`";
                    self.report(stmt.span, "what this asks may have nothing to choose", &gap, help.into());
                }
                facts.forget(&self.writes.of_stmt(stmt));
            }
            _ => self.change(stmt, env, &mut facts),
        }
        Some(facts)
    }

    /// A sentence that changes something: afterwards there is something where something went.
    fn change(&mut self, stmt: &'b Stmt, env: &Env, facts: &mut Facts) {
        let came = match &stmt.kind {
            StmtKind::Move { what: Quantity::Exactly(n, _), to, .. } => {
                let n = self.maker.form(n, env);
                Some(to).filter(|_| self.proves(&above(n), facts))
            }
            StmtKind::Move { what: Quantity::Figure(_), to, .. } => Some(to),
            StmtKind::Draw { count, from, to, except: None } => {
                let (n, from) = (self.maker.form(count, env), self.maker.form(from, env));
                let full = Form::App(Head::IsNone, vec![from]);
                Some(to).filter(|_| self.proves(&above(n), facts) && self.proves(&form::not(full), facts))
            }
            _ => None,
        };
        facts.forget(&self.writes.of_stmt(stmt));
        if let Some(to) = came {
            let place = self.maker.form(to, env);
            facts.assume(&mut self.maker, &Form::App(Head::IsNone, vec![place]), false);
        }
        if let StmtKind::SetMemory(id, at, e) = &stmt.kind {
            let at = at.iter().map(|index| self.maker.form(index, env)).collect();
            let value = self.maker.form(e, env);
            if !form::reads(&value).contains(&form::Cell::Memory(*id)) {
                let known = Form::App(Head::Is, vec![Form::App(Head::Memory(*id), at), value]);
                facts.assume(&mut self.maker, &known, true);
            }
        }
    }

    fn proves(&mut self, cond: &Form, facts: &Facts) -> bool {
        Proof::new(&mut self.maker).holds(cond, true, facts)
    }

    /// A name that a sentence gives to a value.
    fn name(&mut self, rule: RuleId, id: LocalId, e: &Expr, env: &mut Env, facts: &mut Facts) {
        if self.maker.book.ir.rules[rule.index()].locals[id.index()].role == LocalRole::Remember {
            env.remove(&id);
            return;
        }
        let name = Form::Var(self.maker.fresh());
        let known = match &e.kind {
            ExprKind::Only(of) => Form::App(Head::In, vec![name.clone(), self.maker.form(of, env)]),
            _ => Form::App(Head::Is, vec![name.clone(), self.maker.form(e, env)]),
        };
        if let Form::App(Head::Is, sides) = &known {
            let filled = Proof::new(&mut self.maker).any(&sides[1], facts);
            if filled {
                facts.assume(&mut self.maker, &Form::App(Head::IsNone, vec![name.clone()]), false);
            }
            if form::reads(&sides[1]).is_empty() {
                env.insert(id, sides[1].clone());
                return;
            }
        }
        facts.assume(&mut self.maker, &known, true);
        // What is known of the value is known of its name, also when the value has changed.
        let value = self.maker.form(e, env);
        let said: Vec<(Form, bool)> = facts.all().map(|(form, holds)| (form.swap(&value, &name), holds)).collect();
        said.iter().for_each(|(form, holds)| facts.assume(&mut self.maker, form, *holds));
        env.insert(id, name);
    }

    fn branch(
        &mut self,
        rule: RuleId,
        (cond, yes, no): (&'b Expr, &'b Block, &'b Block),
        env: &mut Env,
        facts: Facts,
    ) -> Option<Facts> {
        let cond = self.maker.form(cond, env);
        let (mut holds, mut fails) = (facts.clone(), facts);
        holds.assume(&mut self.maker, &cond, true);
        fails.assume(&mut self.maker, &cond, false);
        let yes = self.block(rule, yes, &mut env.clone(), holds);
        let no = self.block(rule, no, &mut env.clone(), fails);
        match (yes, no) {
            (Some(yes), Some(no)) => Some(yes.meet(&no)),
            (one, other) => one.or(other),
        }
    }

    /// A loop: what its block changes is not known in it, but for what is asked before each turn.
    fn turns(
        &mut self,
        rule: RuleId,
        query: Option<&'b Query>,
        until: Option<&'b Expr>,
        body: &'b Block,
        env: &Env,
        facts: &mut Facts,
    ) {
        let written = self.writes.of(body);
        facts.forget(&written);
        let (mut env, mut inside) = (env.clone(), facts.clone());
        if let Some(query) = query {
            let ranged = self.maker.ranged(query, &mut env);
            learn(&mut self.maker, &ranged, &mut inside);
            inside.forget(&written);
        }
        let until = until.map(|until| self.maker.form(until, &env));
        if let Some(until) = &until {
            inside.assume(&mut self.maker, until, false);
        }
        self.block(rule, body, &mut env, inside);
        let mut stops = false;
        visit::statements(body, &mut |stmt| stops |= matches!(stmt.kind, StmtKind::Stop));
        if let Some(until) = until.filter(|_| !stops && query.is_none()) {
            facts.assume(&mut self.maker, &until, true);
        }
    }

    fn ask(&mut self, stmt: &'b Stmt, ask: &'b Ask, env: &mut Env, facts: &mut Facts) {
        if let Some(gap) = self.gap(ask, env, facts) {
            let help = match gap {
                Gap::Options => "let one option have no condition, or ask only if one holds",
                _ => "ask only if there is something: `if some x in S where C`, or `p may choose`",
            };
            self.report(stmt.span, "there may be nothing to choose here", &gap, help.to_owned());
        }
        self.answered(stmt, ask, env, facts);
    }

    /// What is known after a question.
    fn answered(&mut self, stmt: &'b Stmt, ask: &'b Ask, env: &mut Env, facts: &mut Facts) {
        facts.forget(&self.writes.of_stmt(stmt));
        if let [only] = ask.arms.as_slice()
            && only.kind == ArmKind::Choice
            && let Some(query) = &only.query
        {
            let ranged = self.maker.ranged(query, env);
            if only.body.is_empty() {
                learn(&mut self.maker, &ranged, facts);
            }
        }
    }

    fn call(&mut self, stmt: &'b Stmt, (id, args, possible): (RuleId, &'b [Expr], bool), env: &Env, facts: &mut Facts) {
        let own = &self.maker.book.ir.rules[id.index()];
        let given = args.iter().enumerate();
        let given: Env = given.map(|(at, arg)| (LocalId(at as u32), self.maker.form(arg, env))).collect();
        match own.kind {
            RuleKind::Rule | RuleKind::Phase | RuleKind::Hook => self.rule(id, given, facts.clone()),
            RuleKind::Action | RuleKind::Card if !possible => {
                let can = Form::App(Head::Can(id), given.values().cloned().collect());
                if facts.has(&can, true) {
                    return facts.forget(&self.writes.of_stmt(stmt));
                }
                let asked = if args.len() == 1 { self.params(id, given.clone(), facts) } else { None };
                if let Some(gap) = asked.or_else(|| self.sheet(id, given, facts)) {
                    let help =
                        format!("say what then: `p does {}, if possible`, or give it a line `optional:`", own.name);
                    self.report(stmt.span, "what this asks may have nothing to choose", &gap, help);
                }
            }
            _ => {}
        }
        facts.forget(&self.writes.of_stmt(stmt));
    }

    /// What a sheet may have no parameters for, where they are asked for and nobody may say "no".
    fn params(&mut self, id: RuleId, mut env: Env, facts: &Facts) -> Option<Gap> {
        let sheet = self.maker.book.ir.rules[id.index()].sheet.as_ref()?;
        let first = sheet.params.binders.first()?;
        let mut facts = facts.clone();
        if !self.must(sheet.optional.as_ref(), &env, &mut facts) {
            return None;
        }
        self.take_from_places(&sheet.params, &env, &mut facts);
        let mut ranged = self.maker.ranged(&sheet.params, &mut env);
        let mut gap = Gap::Nothing(first.1.span);
        for guard in &sheet.guards {
            match guard {
                Guard::Let(name, e) => drop(env.insert(*name, self.maker.form(e, &env))),
                Guard::When { holds, span, .. } => {
                    let form = self.maker.form(holds, &env);
                    // What does not look at the parameters must hold, as it must of a sheet without any.
                    if reads_more_than_you(holds) {
                        form::flat(form, &mut ranged.conds);
                        gap = Gap::Unfit(*span);
                    } else {
                        facts.assume(&mut self.maker, &form, true);
                    }
                }
            }
        }
        (!Proof::new(&mut self.maker).some(&ranged, &facts)).then_some(gap)
    }

    /// Whether somebody must answer although he may say "no" under a condition; it does not hold then.
    fn must(&mut self, no: Option<&'b Expr>, env: &Env, facts: &mut Facts) -> bool {
        let Some(no) = no else { return true };
        let holds = self.maker.form(no, env);
        if is_sure(no) || self.proves(&holds, facts) {
            return false;
        }
        facts.assume(&mut self.maker, &holds, false);
        true
    }

    /// What a sheet asks and may not have, where no line lets it be.
    fn sheet(&mut self, id: RuleId, mut env: Env, facts: &Facts) -> Option<Gap> {
        let rule = &self.maker.book.ir.rules[id.index()];
        let mut facts = facts.clone();
        for stmt in &rule.body {
            match &stmt.kind {
                StmtKind::Ask(ask) => {
                    let no = ask.arms.iter().find(|arm| arm.kind == ArmKind::No);
                    if no.is_some_and(|no| no.when.as_ref().is_none_or(is_sure)) {
                        return None;
                    }
                    if let Some(gap) = self.gap(ask, &env, &facts) {
                        return Some(gap);
                    }
                    self.answered(stmt, ask, &mut env, &mut facts);
                }
                StmtKind::Let(name, e) => self.name(id, *name, e, &mut env, &mut facts),
                StmtKind::Require(holds, _) => {
                    let holds = self.maker.form(holds, &env);
                    facts.assume(&mut self.maker, &holds, true);
                }
                _ => self.change(stmt, &env, &mut facts),
            }
        }
        None
    }

    /// What a question may not have, as far as can be told.
    fn gap(&mut self, ask: &'b Ask, env: &Env, facts: &Facts) -> Option<Gap> {
        ask.who.as_ref()?;
        match ask.arms.as_slice() {
            [only] if only.kind == ArmKind::Choice => self.choice_gap(only.query.as_ref()?, env, facts),
            [one, no] if one.kind == ArmKind::Choice && no.kind == ArmKind::No && no.when.is_some() => {
                let mut facts = facts.clone();
                let must = self.must(no.when.as_ref(), env, &mut facts);
                must.then(|| self.choice_gap(one.query.as_ref()?, env, &facts))?
            }
            arms => {
                let free = |when: &Option<Expr>| when.as_ref().is_none_or(is_sure);
                if arms.iter().any(|arm| arm.kind != ArmKind::Option || free(&arm.when)) {
                    return None;
                }
                let whens = arms.iter().filter_map(|arm| arm.when.as_ref()).map(|when| self.maker.form(when, env));
                let any = whens.reduce(|a, b| Form::App(Head::Or, vec![a, b]))?;
                (!self.proves(&any, facts)).then_some(Gap::Options)
            }
        }
    }

    fn choice_gap(&mut self, query: &'b Query, env: &Env, facts: &Facts) -> Option<Gap> {
        let (mut env, mut facts) = (env.clone(), facts.clone());
        self.take_from_places(query, &env, &mut facts);
        let ranged = self.maker.ranged(query, &mut env);
        if Proof::new(&mut self.maker).some(&ranged, &facts) {
            return None;
        }
        let domain = query.binders.first().map_or(query.span, |(_, domain)| domain.span);
        let whole = Ranged { conds: Vec::new(), ..ranged };
        match &query.filter {
            Some(filter) if Proof::new(&mut self.maker).some(&whole, &facts) => Some(Gap::Unfit(filter.span)),
            _ => Some(Gap::Nothing(domain)),
        }
    }

    /// What lies in a place when somebody must take of it is a matter of counting, which this is not.
    fn take_from_places(&mut self, query: &'b Query, env: &Env, facts: &mut Facts) {
        for (_, domain) in query.binders.iter().filter(|(_, domain)| is_place(domain)) {
            let place = self.maker.form(domain, env);
            facts.assume(&mut self.maker, &Form::App(Head::IsNone, vec![place]), false);
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

fn learn(maker: &mut Maker<'_>, ranged: &Ranged, facts: &mut Facts) {
    for (var, domain) in &ranged.vars {
        facts.assume(maker, &Form::App(Head::In, vec![Form::Var(*var), domain.clone()]), true);
    }
    ranged.conds.iter().for_each(|cond| facts.assume(maker, cond, true));
}

/// `0 < n`
fn above(n: Form) -> Form {
    Form::App(Head::Less, vec![Form::Number(0), n])
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

fn is_place(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Cell(..) | ExprKind::BagAt(..) => true,
        ExprKind::Widen(inner) | ExprKind::Narrow(inner) => is_place(inner),
        _ => false,
    }
}

/// What an expression reads of the state.
pub(crate) fn reads(book: &Book, e: &Expr) -> BTreeSet<form::Cell> {
    form::reads(&Maker::new(book).form(e, &Env::new()))
}

/// What sentences may change.
pub(crate) fn writes(book: &Book, block: &Block) -> BTreeSet<form::Cell> {
    Writes::new(&book.ir).of(block)
}

/// Whether a condition asks what somebody can do.
pub(crate) fn looks_ahead(e: Option<&Expr>) -> bool {
    e.is_some_and(crate::ir::visit::has_probe)
}
