//! Inlining: calls of short defines become their bodies (procedure integration; Muchnick, 15.2).

use super::pool::push;
use crate::code::{Arith, Expr, ExprId, Program, QueryId, Reading, Reg, ValueShape};

/// Maximum number of nodes of a define that is inlined.
const DEFINE_NODES: usize = 24;
/// Maximum number of nodes of a define that is inlined with a constant list or set, because the result can then be tabulated.
const DEFINE_NODES_OVER_LISTS: usize = 64;

/// The replacement for a parameter, or for a name of the define.
#[derive(Clone, Copy)]
enum Argument {
    /// A leaf.
    Leaf(Expr),
    /// A list or set.
    Node(ExprId),
}

/// Inlines all calls for which that pays. `next` is the next free register.
pub(super) fn inline_calls(p: &mut Program, next: &mut u32) {
    let mut at = 0;
    // Inlined bodies are appended, so the loop visits them as well.
    while at < p.exprs.len() {
        if let Expr::Call { fun, args } = p.exprs[at] {
            call(p, next, at, fun as usize, args as usize);
        }
        at += 1;
    }
}

/// Inlines a call of a short define whose arguments are leaves or constants. A define that is a conjunction stays a call, because a
/// refusal names the define as a whole.
fn call(p: &mut Program, next: &mut u32, at: usize, fun: usize, args: usize) {
    let body = p.funs[fun].body;
    let root = p.exprs[body.index()];
    let names = matches!(root, Expr::Let { .. } | Expr::Call { .. });
    if matches!(root, Expr::And(..) | Expr::LetSet { .. } | Expr::LetWords { .. }) || names && !is_many(p, body) {
        return;
    }
    let (mut given, mut lists) = (Vec::new(), false);
    for (number, &(reg, shape)) in p.funs[fun].params.iter().enumerate() {
        let arg = p.lists[args + number];
        match (shape, p.exprs[arg.index()]) {
            (ValueShape::Word, leaf @ (Expr::Const(_) | Expr::Slot(_) | Expr::Reg(_))) => {
                given.push((reg, Argument::Leaf(leaf)))
            }
            (ValueShape::Set(_) | ValueShape::List { .. }, _) if never_changes(p, arg) => {
                given.push((reg, Argument::Node(arg)));
                lists = true;
            }
            _ => return,
        }
    }
    let most = if lists || names { DEFINE_NODES_OVER_LISTS } else { DEFINE_NODES };
    if !plain(p, body, &given, (lists || names, most)) {
        return;
    }
    let registers = *next;
    let copy = Copier { p, next: (lists || names).then_some(next) }.node(body, &given);
    if *next > u32::from(Reg::MAX) {
        *next = registers;
        return;
    }
    p.exprs[at] = p.exprs[copy.index()];
}

/// True if an expression is read as a set or list.
fn is_many(p: &Program, e: ExprId) -> bool {
    match p.exprs[e.index()] {
        Expr::If(_, a, b) => is_many(p, a) || is_many(p, b),
        Expr::Let { body, .. } => is_many(p, body),
        Expr::Call { fun, .. } => is_many(p, p.funs[fun as usize].body),
        Expr::SetConst(_)
        | Expr::SetOf(..)
        | Expr::UnionOf(..)
        | Expr::ListOf(..)
        | Expr::Union(..)
        | Expr::Both(..)
        | Expr::Minus(..)
        | Expr::SetArray { .. } => true,
        _ => false,
    }
}

/// True if an argument does not read the state.
fn never_changes(p: &Program, e: ExprId) -> bool {
    let (mut open, mut seen) = (vec![e], 0);
    while let Some(e) = open.pop() {
        seen += 1;
        let mut expr = p.exprs[e.index()];
        let domains =
            |query: QueryId| p.queries[query.index()].binders.iter().any(|binder| binder.domain.reads_state());
        let reads = expr.reads_state() || expr.over().is_some_and(|(query, _)| domains(*query));
        if seen > DEFINE_NODES_OVER_LISTS || reads || !p.each_part(e, &mut |part| open.push(part)) {
            return false;
        }
    }
    true
}

/// A copy of an expression with one register renamed, if the expression can be copied.
pub(super) fn renamed(p: &mut Program, e: ExprId, name: Reg, other: Reg) -> Option<ExprId> {
    let given = [(name, Argument::Leaf(Expr::Reg(other)))];
    plain(p, e, &given, (true, DEFINE_NODES_OVER_LISTS)).then(|| Copier { p, next: None }.node(e, &given))
}

/// True if a define can be copied: it is short and binds no lists or sets. Its queries may range over them. `names`: it may bind
/// words.
fn plain(p: &Program, body: ExprId, given: &[(Reg, Argument)], (names, most): (bool, usize)) -> bool {
    let (mut open, mut seen) = (vec![body], 0);
    while let Some(e) = open.pop() {
        seen += 1;
        let mut expr = p.exprs[e.index()];
        let own = match expr {
            Expr::Let { .. } => !names,
            Expr::LetSet { .. } | Expr::LetWords { .. } => true,
            Expr::Regs { reg, .. } | Expr::SetRegs { reg, .. } => given.iter().all(|(param, _)| *param != reg),
            _ => false,
        };
        let elsewhere = matches!(
            expr,
            Expr::DivideDone(_)
                | Expr::SlotsAt { .. }
                | Expr::List { .. }
                | Expr::ListOfSets { .. }
                | Expr::Pick { .. }
                | Expr::Slice { .. }
        );
        if seen > most || own || elsewhere {
            return false;
        }
        open.extend_from_slice(p.listed(&expr));
        expr.operands(Reading::Word, &mut |part, _| open.push(part));
        if let Some((query, value)) = expr.over() {
            open.extend(value.map(|(value, _)| *value));
            let wide = p.queries[query.index()].binders.iter().any(|binder| binder.width != 1);
            if names && wide {
                return false;
            }
            p.each_part_of_query(*query, &mut |part| open.push(part));
        }
    }
    true
}

/// Copies expressions with replacements for parameters. Subexpressions that read no parameter are shared.
struct Copier<'p> {
    p: &'p mut Program,
    /// The next free register, if the names of the copy get registers of their own. A list needs that: it may be evaluated while the
    /// registers are in use, and may be a copy of the same define.
    next: Option<&'p mut u32>,
}

impl Copier<'_> {
    fn node(&mut self, e: ExprId, given: &[(Reg, Argument)]) -> ExprId {
        let before = self.p.exprs[e.index()];
        let of = |reg: Reg| given.iter().find(|(param, _)| *param == reg).map(|(_, given)| *given);
        let mut expr = match before {
            Expr::Reg(reg) | Expr::Regs { reg, .. } | Expr::SetRegs { reg, .. } => match of(reg) {
                Some(Argument::Node(node)) => return node,
                Some(Argument::Leaf(leaf)) => leaf,
                None => before,
            },
            Expr::RegPlus(reg, by) => match of(reg) {
                Some(Argument::Leaf(leaf)) => return self.sum(e, leaf, by),
                _ => before,
            },
            other => other,
        };
        if let Expr::Let { reg, value, body } = expr {
            let value = self.node(value, given);
            let name = self.own(reg);
            let body = self.node(body, &with(given, &[(reg, name)]));
            expr = Expr::Let { reg: name, value, body };
        } else {
            expr.operands_mut(Reading::Word, &mut |part, _| *part = self.node(*part, given));
        }
        if let Expr::Call { args, .. } = &mut expr {
            let old = self.p.listed(&before).to_vec();
            let new: Vec<ExprId> = old.iter().map(|&arg| self.node(arg, given)).collect();
            if new != old {
                *args = self.p.lists.len() as u32;
                self.p.lists.extend(new);
            }
        }
        if let Some((query, value)) = expr.over() {
            let value = value.map(|(value, _)| value);
            let (new, worked_out) = self.query(*query, value.as_deref().copied(), given);
            *query = new;
            if let (Some(value), Some(new)) = (value, worked_out) {
                *value = new;
            }
        }
        if expr == before { e } else { push(self.p, expr, e) }
    }

    /// The sum of a replacement and a constant.
    fn sum(&mut self, e: ExprId, leaf: Expr, by: i32) -> ExprId {
        let sum = match leaf {
            Expr::Reg(reg) => Expr::RegPlus(reg, by),
            Expr::Slot(slot) => Expr::SlotPlus(slot, by),
            _ => {
                let (leaf, by) = (push(self.p, leaf, e), push(self.p, Expr::Const(by), e));
                Expr::Arith(Arith::Add, leaf, by)
            }
        };
        push(self.p, sum, e)
    }

    /// Copies a query, and the expression evaluated for each result, with the replacements.
    fn query(&mut self, id: QueryId, value: Option<ExprId>, given: &[(Reg, Argument)]) -> (QueryId, Option<ExprId>) {
        let plain = self.query_with(id, value, given);
        if plain == (id, value) || self.next.is_none() {
            return plain;
        }
        let regs: Vec<Reg> = self.p.queries[id.index()].binders.iter().map(|binder| binder.reg).collect();
        let own: Vec<(Reg, Reg)> = regs.into_iter().map(|reg| (reg, self.own(reg))).collect();
        let (query, value) = self.query_with(id, value, &with(given, &own));
        for (binder, (_, name)) in self.p.queries[query.index()].binders.iter_mut().zip(own) {
            binder.reg = name;
        }
        (query, value)
    }

    fn query_with(
        &mut self,
        id: QueryId,
        value: Option<ExprId>,
        given: &[(Reg, Argument)],
    ) -> (QueryId, Option<ExprId>) {
        let before = self.p.queries[id.index()].clone();
        let mut query = before.clone();
        query.parts_mut(&mut |part| *part = self.node(*part, given));
        let value = value.map(|value| self.node(value, given));
        if query == before {
            return (id, value);
        }
        self.p.queries.push(query);
        (QueryId(self.p.queries.len() as u32 - 1), value)
    }

    /// A new register for a name of the copy.
    fn own(&mut self, reg: Reg) -> Reg {
        let Some(next) = self.next.as_deref_mut() else { return reg };
        *next += 1;
        Reg::try_from(*next - 1).unwrap_or(reg)
    }
}

/// The replacements, extended by registers for some names.
fn with(given: &[(Reg, Argument)], names: &[(Reg, Reg)]) -> Vec<(Reg, Argument)> {
    let names = names.iter().map(|&(reg, name)| (reg, Argument::Leaf(Expr::Reg(name))));
    names.chain(given.iter().copied()).collect()
}
