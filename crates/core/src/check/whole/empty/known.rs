//! What is known before a sentence, and what is known after it.

use super::facts::KnownFacts;
use super::form::{self, Env, Form, FormHead, Maker, Ranged, Writable};
use super::prove::EmptyProof;
use super::writes::Writes;
use crate::check::names::Book;
use crate::ir::{ArmKind, Ask, Expr, ExprKind, LocalId, LocalRole, Quantity, Query, Rule, RuleId, Stmt, StmtKind};

/// What is known at a place of a rule: what its names stand for, and which conditions hold.
#[derive(Clone, Default)]
pub(super) struct Known {
    pub(super) env: Env,
    pub(super) facts: KnownFacts,
}

/// Learns from sentences what is known after them.
pub(super) struct Learner<'b> {
    pub(super) maker: Maker<'b>,
    pub(super) writes: Writes<'b>,
}

impl<'b> Learner<'b> {
    pub(super) fn new(book: &'b Book) -> Self {
        Self { maker: Maker::new(book), writes: Writes::new(&book.ir) }
    }

    /// A rule of the game.
    pub(super) fn rule(&self, id: RuleId) -> &'b Rule {
        &self.maker.book.ir.rules[id.index()]
    }

    /// An expression, as proofs read it.
    pub(super) fn form(&mut self, e: &Expr, known: &Known) -> Form {
        self.maker.form(e, &known.env)
    }

    /// A condition holds, or does not.
    pub(super) fn assume(&mut self, e: &Expr, holds: bool, known: &mut Known) {
        let form = self.form(e, known);
        known.facts.assume(&mut self.maker, &form, holds);
    }

    /// Whether a condition surely holds.
    pub(super) fn proves(&mut self, cond: &Form, known: &Known) -> bool {
        EmptyProof::new(&mut self.maker).holds(cond, true, &known.facts)
    }

    /// Whether there are surely values for these names.
    pub(super) fn finds(&mut self, ranged: &Ranged, known: &Known) -> bool {
        EmptyProof::new(&mut self.maker).some(ranged, &known.facts)
    }

    /// Sentences may have changed what was known.
    pub(super) fn forget(&mut self, block: &[Stmt], known: &mut Known) {
        known.facts.forget(&self.writes.of(block));
    }

    /// A sentence without others in it.
    pub(super) fn sentence(&mut self, rule: RuleId, stmt: &Stmt, known: &mut Known) {
        match &stmt.kind {
            StmtKind::Let(id, e) => self.name(rule, *id, e, known),
            StmtKind::Require(holds, _) => self.assume(holds, true, known),
            _ => self.change(stmt, known),
        }
    }

    /// A name that a sentence gives to a value.
    fn name(&mut self, rule: RuleId, id: LocalId, e: &Expr, known: &mut Known) {
        if self.rule(rule).locals[id.index()].role == LocalRole::Remember {
            known.env.remove(&id);
            return;
        }
        let name = Form::Var(self.maker.fresh());
        let said = match &e.kind {
            ExprKind::Only(of) => Form::member(name.clone(), self.form(of, known)),
            _ => Form::App(FormHead::Is, vec![name.clone(), self.form(e, known)]),
        };
        if let Form::App(FormHead::Is, sides) = &said {
            if EmptyProof::new(&mut self.maker).any(&sides[1], &known.facts) {
                known.facts.assume(&mut self.maker, &Form::is_none(name.clone()), false);
            }
            if form::reads(&sides[1]).is_empty() {
                known.env.insert(id, sides[1].clone());
                return;
            }
        }
        known.facts.assume(&mut self.maker, &said, true);
        // What is known of the value is known of its name, also when the value has changed.
        let value = self.form(e, known);
        let said: Vec<(Form, bool)> =
            known.facts.all().map(|(form, holds)| (form.swap(&value, &name), holds)).collect();
        said.iter().for_each(|(form, holds)| known.facts.assume(&mut self.maker, form, *holds));
        known.env.insert(id, name);
    }

    /// A sentence that changes something: afterwards there is something where something went.
    fn change(&mut self, stmt: &Stmt, known: &mut Known) {
        let filled = self.filled(stmt, known);
        self.forget(std::slice::from_ref(stmt), known);
        if let Some(place) = filled {
            let place = self.form(place, known);
            known.facts.assume(&mut self.maker, &Form::is_none(place), false);
        }
        if let StmtKind::SetMemory(id, at, e) = &stmt.kind {
            let at = at.iter().map(|index| self.form(index, known)).collect();
            let value = self.form(e, known);
            if !form::reads(&value).contains(&Writable::Memory(*id)) {
                let said = Form::App(FormHead::Is, vec![Form::App(FormHead::Memory(*id), at), value]);
                known.facts.assume(&mut self.maker, &said, true);
            }
        }
    }

    /// The place into which a sentence surely puts something.
    fn filled<'s>(&mut self, stmt: &'s Stmt, known: &Known) -> Option<&'s Expr> {
        let (count, from, to) = match &stmt.kind {
            StmtKind::Move { what: Quantity::Figure(_), to, .. } => return Some(to),
            StmtKind::Move { what: Quantity::Exactly(n, _), to, .. } => (n, None, to),
            StmtKind::Draw { count, from, to, except: None } => (count, Some(from), to),
            _ => return None,
        };
        let some = Form::less(Form::Number(0), self.form(count, known));
        let full = from.map(|from| form::not(Form::is_none(self.form(from, known))));
        let all = [some].into_iter().chain(full).all(|cond| self.proves(&cond, known));
        all.then_some(to)
    }

    /// What is known after a question.
    pub(super) fn answered(&mut self, stmt: &Stmt, ask: &Ask, known: &mut Known) {
        self.forget(std::slice::from_ref(stmt), known);
        if let [only] = ask.arms.as_slice()
            && only.kind == ArmKind::Choice
            && let Some(query) = &only.query
        {
            let ranged = self.maker.ranged(query, &mut known.env);
            if only.body.is_empty() {
                known.facts.learn(&mut self.maker, &ranged);
            }
        }
    }

    /// What lies in a place when somebody must take of it is a matter of counting, which this is not.
    pub(super) fn take_from_places(&mut self, query: &Query, known: &mut Known) {
        for (_, domain) in query.binders.iter().filter(|(_, domain)| is_place(domain)) {
            let place = self.form(domain, known);
            known.facts.assume(&mut self.maker, &Form::is_none(place), false);
        }
    }
}

fn is_place(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Cell(..) | ExprKind::BagAt(..) => true,
        ExprKind::Widen(inner) | ExprKind::Narrow(inner) => is_place(inner),
        _ => false,
    }
}
