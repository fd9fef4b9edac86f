//! Taint tracking of local names: names chosen from hidden places or computed from hidden values carry hidden information.
//! They are recorded for sampling hidden information and for views, see [`crate::code::Held`].

use super::Lower;
use crate::code::{
    Alive, Chosen, Domain, Expr, ExprId, Held, HiddenInfo, MovedTo, Op, Pc, QueryId, Secret, Slot, ValueShape, Whose,
};
use crate::ir::{self, ExprKind, LocalId, Quantity, RuleId, Type, is_open, visit};
use crate::lower::codes;
use crate::lower::exprs::scope::Home;

/// A tainted name of the rule that is being lowered, and its entry in the program.
#[derive(Clone, Copy, Debug)]
pub(super) struct TaintedName {
    local: LocalId,
    at: usize,
}

/// Placeholder for the end of a name's lifetime.
const OPEN: Pc = Pc(u32::MAX);

/// Maximum number of subexpressions visited for one expression. Beyond it, the expression counts as hidden.
const MAX_PARTS: usize = 20_000;

impl Lower<'_> {
    /// Reports a choice from several secret places. Things must come from one place, or sampling could not replace them by others of it.
    pub(super) fn one_secret_place(&mut self, domain: &ir::Expr) {
        if let ExprKind::BagAt(_, place) = &domain.kind
            && matches!(place.ty, Type::Set(_))
            && self.is_hidden(place)
        {
            self.emit.error(
                codes::UNKNOWN_PLACES,
                place.span,
                "things of several secret places cannot be chosen at once",
                "ask place by place",
            );
        }
    }

    /// Records a name that has just got its value.
    pub(in crate::lower) fn hold(&mut self, local: LocalId, home: Home, tells: HiddenInfo, secret: Option<Secret>) {
        let (base, shape, each) = match home {
            Home::Slot(base, shape) => (base, shape, None),
            Home::Each(base, shape) => (base, shape, self.part.as_ref().map(|part| part.cursor)),
            _ => return,
        };
        let older = self.holding.iter().find(|holding| holding.local == local).map(|holding| holding.at);
        if let Some(Held { alive: Alive::Within(_, OPEN), tells: HiddenInfo::Chosen(older), .. }) =
            older.and_then(|at| self.emit.program.held.get_mut(at))
            && let HiddenInfo::Chosen(other) = tells
        {
            // The same name is chosen from another place in another branch.
            older.from.extend(other.from);
            return;
        }
        let alive = Alive::Within(self.emit.here(), OPEN);
        self.holding.push(TaintedName { local, at: self.emit.program.held.len() });
        self.emit.program.held.push(Held { base, shape, each, tells, secret, alive });
    }

    /// Ends the lifetimes of all names whose words begin at `mark` or later.
    pub(super) fn let_go(&mut self, mark: Slot) {
        let end = self.emit.here();
        for names in self.emit.legend.answers.iter_mut().filter(|names| names.until == OPEN && names.base >= mark) {
            names.until = end;
        }
        let held = &mut self.emit.program.held;
        self.holding.retain(|holding| {
            let held = &mut held[holding.at];
            if held.base >= mark
                && let Alive::Within(_, last) = &mut held.alive
            {
                *last = end;
            }
            held.base < mark
        });
    }

    /// Starts the lifetimes of a `together` block's answers at its end. Until then each player sees only their own.
    pub(super) fn held_from(&mut self, first: usize, from: Pc) {
        for holding in &self.holding[first.min(self.holding.len())..] {
            let held = &mut self.emit.program.held[holding.at];
            if let (Some(_), Alive::Within(start, _)) = (held.each, &mut held.alive) {
                *start = from;
            }
        }
    }

    /// Records the name of a `let` if its value is tainted.
    pub(super) fn hold_value(&mut self, local: LocalId, home: Home, source: &ir::Expr, value: ExprId) {
        if self.reads_hidden(source) {
            let (tells, secret) = self.chosen_by(source).unwrap_or((HiddenInfo::Worked(value), None));
            return self.hold(local, home, tells, secret);
        }
        // A name declared in a branch of a secret answer of a `together` block outlives the branch.
        if let (Home::Each(..), Some(secret)) = (home, self.secrets.last().cloned()) {
            self.hold(local, home, HiddenInfo::Stored, Some(secret));
        }
    }

    /// The record of an answer that gets a second name.
    fn chosen_by(&self, source: &ir::Expr) -> Option<(HiddenInfo, Option<Secret>)> {
        match &source.kind {
            ExprKind::Widen(inner) | ExprKind::Only(inner) => self.chosen_by(inner),
            ExprKind::Local(id) => {
                let held = &self.emit.program.held[self.noted(*id)?];
                (!matches!(held.tells, HiddenInfo::Worked(_))).then(|| (held.tells.clone(), held.secret.clone()))
            }
            _ => None,
        }
    }

    fn noted(&self, local: LocalId) -> Option<usize> {
        self.holding.iter().rev().find(|holding| holding.local == local).map(|holding| holding.at)
    }

    /// Records the names of an answer that not everybody sees: chosen from hidden places, or secret.
    pub(super) fn hold_answers(&mut self, ask_at: Pc, arm: usize, source: &ir::Arm, homes: &[Home]) {
        let (Op::Ask(id), Some(query)) = (self.emit.program.ops[ask_at.index()], &source.query) else {
            return;
        };
        let ask = &self.emit.program.asks[id.index()];
        let (who, Some(lowered)) = (ask.who, ask.arms[arm].query) else { return };
        let secret = ask.seen.clone().map(|seen| Secret { who, seen });
        let mut word = 1;
        for (at, ((local, domain), home)) in query.binders.iter().zip(homes).enumerate() {
            self.one_secret_place(domain);
            let hidden = matches!(&domain.kind, ExprKind::BagAt(_, place) if self.is_hidden(place));
            match self.chosen_from(lowered, at) {
                Some((place, less)) if hidden || secret.is_some() => {
                    let chosen = Chosen { who, less, from: vec![place], moves: Vec::new(), filter: None };
                    self.hold(*local, *home, HiddenInfo::Chosen(chosen), secret.clone());
                }
                None if secret.is_some() => {
                    self.hold(*local, *home, HiddenInfo::Answered(id, arm, word), secret.clone())
                }
                _ => {}
            }
            word += self.emit.program.queries[lowered.index()]
                .binders
                .get(at)
                .map_or(1, |binder| usize::from(binder.width));
        }
    }

    /// The place over which a name of a query ranges, and the difference between pieces and values.
    fn chosen_from(&self, query: QueryId, binder: usize) -> Option<(ExprId, i32)> {
        match self.emit.program.queries[query.index()].binders.get(binder)?.domain {
            Domain::Cell { cell, less, .. } => Some((cell, less)),
            Domain::Bag { bag, less } => match self.emit.program.exprs[bag.index()] {
                Expr::BagAt { cell, .. } => Some((cell, less)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Records the parameters of a sheet that its menu asks for.
    pub(super) fn hold_params(&mut self, rule: RuleId, query: QueryId, params: &[Home]) {
        let Some(sheet) = &self.book.rules[rule.index()].sheet else { return };
        for (at, ((_, domain), home)) in sheet.params.binders.iter().zip(params).enumerate() {
            self.one_secret_place(domain);
            let hidden = matches!(&domain.kind, ExprKind::BagAt(_, place) if self.is_hidden(place));
            let Home::Slot(base, shape) = *home else { continue };
            if let Some((place, less)) = self.chosen_from(query, at).filter(|_| hidden) {
                let chosen = Chosen { who: None, less, from: vec![place], moves: Vec::new(), filter: None };
                self.held_by_rule.push((self.emit.program.held.len(), rule));
                let (tells, alive) = (HiddenInfo::Chosen(chosen), Alive::Within(OPEN, OPEN));
                self.emit.program.held.push(Held { base, shape, each: None, tells, secret: None, alive });
            }
        }
    }

    /// Records an argument of the call that was just emitted.
    pub(super) fn hold_argument(&mut self, home: Home, value: ExprId) {
        if let Home::Slot(base, shape) = home {
            let alive = Alive::Call(self.emit.here());
            self.emit.program.held.push(Held {
                base,
                shape,
                each: None,
                tells: HiddenInfo::Worked(value),
                secret: None,
                alive,
            });
        }
    }

    /// Sets the lifetimes of parameters of sheets, once the positions of all rules are known.
    pub(super) fn resolve_held(&mut self) {
        for (at, rule) in std::mem::take(&mut self.held_by_rule) {
            let entry = self.frames.of(rule).entry;
            let code = self.emit.program.rules.iter().find(|code| code.entry == entry);
            if let Some(code) = code {
                self.emit.program.held[at].alive = Alive::Within(code.entry, code.end);
            }
        }
    }

    /// Records that a chosen thing or bag may be moved by the next operation.
    pub(super) fn held_moves(&mut self, what: &Quantity, to: ExprId) {
        let (Quantity::Bag(things) | Quantity::Exactly(_, things) | Quantity::UpTo(_, things)) = what else {
            return;
        };
        // A card of a kind is moved as the piece that represents it.
        let things = match &inner(things).kind {
            ExprKind::Piece(_, index) if index.len() == 1 => &index[0],
            _ => things,
        };
        let (local, whose) = match &inner(things).kind {
            ExprKind::Local(id) => (*id, None),
            ExprKind::AnswerOf(id, whose) => (*id, Some(whose)),
            _ => return,
        };
        let whose = match whose {
            None => Whose::Only,
            Some(whose) => match &whose.kind {
                ExprKind::Local(id) if matches!(self.scope.home(*id), Home::Slot(_, ValueShape::Word)) => {
                    let Home::Slot(slot, _) = self.scope.home(*id) else { return };
                    Whose::Named(slot)
                }
                _ => Whose::Of(self.exprs().expr(whose)),
            },
        };
        let at_op = self.emit.here();
        if let Some(at) = self.noted(local)
            && let HiddenInfo::Chosen(chosen) = &mut self.emit.program.held[at].tells
        {
            chosen.moves.push(MovedTo { at: at_op, whose, to });
        }
    }

    /// True if some player does not see into a place. A place that is not named directly may be any place.
    pub(super) fn is_hidden(&self, place: &ir::Expr) -> bool {
        let secret = |place: &ir::Place| !is_open(&place.seen);
        match &place.kind {
            ExprKind::Cell(id, _) => secret(&self.book.places[id.index()]),
            _ => self.book.places.iter().any(secret),
        }
    }

    /// True if an expression may read a value that some player does not see.
    pub(super) fn reads_hidden(&self, expr: &ir::Expr) -> bool {
        let mut budget = MAX_PARTS;
        self.hidden_in(expr, true, &mut budget)
    }

    fn hidden_in(&self, expr: &ir::Expr, locals: bool, budget: &mut usize) -> bool {
        let mut found = false;
        visit::each_expr(expr, &mut |part| {
            if found {
                return;
            }
            *budget = budget.saturating_sub(1);
            found = *budget == 0
                || match &part.kind {
                    ExprKind::BagAt(_, place) | ExprKind::Count(_, place) => self.is_hidden(place),
                    ExprKind::Memory(id, _) => !is_open(&self.book.memory[id.index()].seen),
                    ExprKind::Local(id) | ExprKind::AnswerOf(id, _) => locals && self.noted(*id).is_some(),
                    ExprKind::Define(id, _) => self.hidden_in(&self.book.defines[id.index()].value, false, budget),
                    _ => false,
                };
        });
        found
    }
}

pub(in crate::lower) fn inner(expr: &ir::Expr) -> &ir::Expr {
    match &expr.kind {
        ExprKind::Widen(more) | ExprKind::Only(more) => inner(more),
        _ => expr,
    }
}
