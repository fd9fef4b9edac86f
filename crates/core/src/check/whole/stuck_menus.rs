//! Deadlock analysis of menus: reports menus that may offer no action before their `until:` holds.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::facts::{MenuCondition, MenuFacts, MenuName, MenuNames, split};
use super::nonnegative::{self, StartAndDivisor};
use crate::check::codes;
use crate::check::names::Book;
use crate::ir::visit::{same, statements};
use crate::ir::{
    ArmKind, Ask, Binary, Block, Copies, Expr, ExprKind, Limit, LocalId, Menu, MenuItem, Past, Quantity, RuleId,
    RuleKind, StmtKind, Track, TrackId, Type,
};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::Span;

/// Reports all menus that may get stuck.
pub(crate) fn check(book: &mut Book) {
    let play = book.ir.play;
    let mut walk = MenuWalk { book, seen: BTreeSet::new(), found: BTreeMap::new() };
    if book.ir.rules.get(play.index()).is_some() {
        walk.rule(play);
    }
    let found = walk.found;
    book.found.extend(found.into_values());
}

/// Conditions around a sentence that nothing before it has changed, and whether each holds.
type OpeningConditions<'b> = Vec<(&'b Expr, bool)>;

/// Walks the code that play runs automatically, up to the menus that it opens. Menus in actions are tried before the action is
/// offered.
struct MenuWalk<'b> {
    book: &'b Book,
    seen: BTreeSet<RuleId>,
    found: BTreeMap<Span, Diagnostic>,
}

impl<'b> MenuWalk<'b> {
    fn rule(&mut self, id: RuleId) {
        if self.seen.insert(id) {
            self.block(&self.book.ir.rules[id.index()].body, OpeningConditions::new());
        }
    }

    fn block(&mut self, block: &'b Block, mut around: OpeningConditions<'b>) {
        for stmt in block {
            let inside = |conditions: [Option<(&'b Expr, bool)>; 2]| {
                let mut all = OpeningConditions::new();
                conditions.into_iter().flatten().for_each(|(e, holds)| split(e, holds, &mut all));
                all
            };
            match &stmt.kind {
                StmtKind::Let(..) | StmtKind::Say(_) => continue,
                StmtKind::If(cond, yes, no) => {
                    for (branch, holds) in [(yes, true), (no, false)] {
                        let mut around = around.clone();
                        split(cond, holds, &mut around);
                        self.block(branch, around);
                    }
                }
                StmtKind::Each(_, body) | StmtKind::Together(_, body) => self.block(body, OpeningConditions::new()),
                StmtKind::InTurn(query, until, body) => {
                    let filter = query.filter.as_deref().map(|filter| (filter, true));
                    self.block(body, inside([filter, until.as_ref().map(|until| (until, false))]));
                }
                StmtKind::Repeat { until, body, .. } => {
                    self.block(body, inside([until.as_ref().map(|until| (until, false)), None]));
                }
                StmtKind::Transaction(body, _) => self.block(body, around.clone()),
                StmtKind::Call(id, args, possible) => self.call(*id, args, *possible, &around),
                _ => {}
            }
            around.clear();
        }
    }

    fn call(&mut self, id: RuleId, args: &[Expr], possible: bool, around: &OpeningConditions<'b>) {
        let rule = &self.book.ir.rules[id.index()];
        match rule.kind {
            RuleKind::Rule | RuleKind::Phase | RuleKind::Hook => self.rule(id),
            RuleKind::Menu => {
                let can = |(e, holds): &(&Expr, bool)| match &e.kind {
                    ExprKind::Can(tried, given) => {
                        *holds && *tried == id && given.iter().zip(args).all(|(a, b)| same(a, b))
                    }
                    _ => false,
                };
                let opened = OpenedMenu { book: self.book, id, guarded: possible || around.iter().any(can) };
                if let Some(menu) = opened.stuck_menus(args, around) {
                    self.found.entry(rule.span).or_insert_with(|| warning(&rule.name, rule.span, menu));
                }
            }
            _ => {}
        }
    }
}

fn warning(name: &str, span: Span, menu: &Menu) -> Diagnostic {
    let message = format!("the menu `{name}` may run dry: nothing to choose, and no end");
    let help = "let players end it: `until: done \"end\"`, or give it an action that is always possible";
    let finding = Diagnostic::warning(codes::RUNS_DRY, span, message).help(help);
    match &menu.until {
        Some(until) => finding.label(until.span, "nothing says that an action is possible until this holds"),
        None => finding,
    }
}

/// A menu at the point where it is opened.
struct OpenedMenu<'b> {
    book: &'b Book,
    id: RuleId,
    /// True if it is opened only when something can be chosen.
    guarded: bool,
}

impl<'b> OpenedMenu<'b> {
    /// The menu, if it may offer no action.
    fn stuck_menus(&self, args: &[Expr], around: &OpeningConditions<'b>) -> Option<&'b Menu> {
        let menu = self.book.ir.rules[self.id.index()].body.iter().find_map(|stmt| match &stmt.kind {
            StmtKind::Menu(menu) if menu.done.is_none() => Some(menu),
            _ => None,
        })?;
        let nonnegative = nonnegative::numbers(self.book, self.id);
        let mut facts = MenuFacts::new(self.book, nonnegative.iter().map(|(local, from)| (*local, from.by)).collect());
        if let Some(until) = &menu.until {
            let locals = 0..self.book.ir.rules[self.id.index()].locals.len() as u32;
            let own: MenuNames = locals.map(|at| (LocalId(at), MenuName::Menus(LocalId(at)))).collect();
            facts.assume(until, &Rc::new(own), false);
        }
        if self.some_open(menu, &facts) {
            return None;
        }
        if !menu.items.iter().all(|item| self.ends(menu, item, &nonnegative)) {
            return Some(menu);
        }
        // Each action ends the menu, so it is offered only once.
        let you = args.first().and_then(|you| if let ExprKind::Local(id) = you.kind { Some(id) } else { None });
        let names: Rc<MenuNames> = Rc::new(you.map(|id| (id, MenuName::Menus(LocalId(0)))).into_iter().collect());
        around.iter().for_each(|(e, holds)| facts.assume(e, &names, *holds));
        (!self.guarded && !self.some_open(menu, &facts)).then_some(menu)
    }

    /// True if at least one action can surely be done, whatever values its conditions have.
    fn some_open(&self, menu: &Menu, facts: &MenuFacts<'b>) -> bool {
        let mut facts = facts.clone();
        let mut closed: Vec<Vec<MenuCondition>> =
            menu.items.iter().filter_map(|item| MenuAction::new(self, item, &facts).conditions()).collect();
        loop {
            closed.iter_mut().for_each(|conditions| conditions.retain(|condition| !facts.prove(condition)));
            if closed.iter().any(Vec::is_empty) {
                return true;
            }
            // An action with a single condition can be done if that holds. So assume that it does not hold, for the other
            // actions.
            let Some(at) = closed.iter().position(|conditions| conditions.len() == 1) else { return false };
            closed.swap_remove(at).iter().for_each(|condition| facts.learn(condition, false));
        }
    }

    /// True if an action surely ends the menu.
    fn ends(&self, menu: &Menu, item: &MenuItem, nonnegative: &BTreeMap<LocalId, StartAndDivisor>) -> bool {
        let rule = &self.book.ir.rules[item.rule.index()];
        if rule.body.iter().any(|stmt| matches!(stmt.kind, StmtKind::EndOuter(_))) {
            return true;
        }
        let shared = nonnegative::shared(rule, self.id);
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
            let Some((local, _)) = shared.iter().find(|(_, theirs)| *theirs == menus) else { return false };
            let mut writes = rule.body.iter().filter_map(|stmt| match &stmt.kind {
                StmtKind::Let(id, e) if id == local => Some(e),
                _ => None,
            });
            let all_at_once = nonnegative.get(&menus).is_some_and(|from| from.by == from.start);
            writes.next_back().is_some_and(|e| match wanted {
                None => e.kind == ExprKind::YesNo(true),
                Some(_) => all_at_once && matches!(e.kind, ExprKind::Binary(Binary::Sub, ..)),
            })
        })
    }
}

/// The operands of a chain of `or`.
fn either<'e>(e: &'e Expr, into: &mut Vec<&'e Expr>) {
    match &e.kind {
        ExprKind::Binary(Binary::Or, a, b) => {
            either(a, into);
            either(b, into);
        }
        _ => into.push(e),
    }
}

/// An action of a menu, to determine when it can be done.
struct MenuAction<'a, 'b> {
    book: &'b Book,
    facts: &'a MenuFacts<'b>,
    id: RuleId,
    names: Rc<MenuNames>,
}

impl<'a, 'b> MenuAction<'a, 'b> {
    fn new(opened: &OpenedMenu<'b>, item: &MenuItem, facts: &'a MenuFacts<'b>) -> Self {
        let shared = nonnegative::shared(&opened.book.ir.rules[item.rule.index()], opened.id);
        let you = (LocalId(0), MenuName::Menus(LocalId(0)));
        let names = shared.into_iter().map(|(own, menus)| (own, MenuName::Menus(menus))).chain([you]).collect();
        Self { book: opened.book, facts, id: item.rule, names: Rc::new(names) }
    }

    /// The conditions of the action; `None` if it may fail for other reasons.
    fn conditions(mut self) -> Option<Vec<MenuCondition>> {
        let rule = &self.book.ir.rules[self.id.index()];
        let sheet = rule.sheet.as_ref().filter(|sheet| sheet.limit == Limit::Any)?;
        for (local, domain) in &sheet.params.binders {
            if !self.facts.any((domain, &self.names)) {
                return None;
            }
            if let ExprKind::Range(low, _) = &domain.kind
                && let Some(low) = self.facts.number((low, &self.names))
            {
                Rc::make_mut(&mut self.names).insert(*local, MenuName::Number(low));
            }
        }
        let (mut all, mut optional) = (Vec::new(), false);
        for stmt in &rule.body {
            match &stmt.kind {
                StmtKind::Let(local, _) => self.changed(*local),
                StmtKind::Require(holds, _) => all.push(self.condition(holds.clone())),
                StmtKind::Move { what: Quantity::Exactly(n, things), from: Some(from), .. } => {
                    all.extend(self.there_are(n, things, from));
                }
                StmtKind::Step(track, at, by) => all.extend(self.stays_on(*track, at, by)),
                StmtKind::Call(called, _, false) if may_fail(self.book, *called, &mut BTreeSet::new()) => return None,
                StmtKind::Ask(ask) => {
                    optional |= ask.arms.iter().any(|arm| arm.kind == ArmKind::No && is_free(&arm.when));
                    if !optional && !self.answerable(ask) {
                        return None;
                    }
                }
                _ => {}
            }
        }
        Some(all)
    }

    /// Records that a sentence assigns a name.
    fn changed(&mut self, local: LocalId) {
        let names = Rc::make_mut(&mut self.names);
        if let Some(MenuName::Menus(id) | MenuName::Changed(id)) = names.remove(&local) {
            names.insert(local, MenuName::Changed(id));
        }
    }

    fn condition(&self, e: Expr) -> MenuCondition {
        MenuCondition::new(e, &self.names)
    }

    /// True if a question of the action surely has an option.
    fn answerable(&self, ask: &Ask) -> bool {
        ask.who.is_none()
            || match ask.arms.as_slice() {
                [only] if only.kind == ArmKind::Choice => only.query.as_ref().is_some_and(|query| {
                    let mut domains = query.binders.iter().map(|(_, domain)| domain);
                    query.filter.is_none() && domains.all(|domain| self.facts.any((domain, &self.names)))
                }),
                arms => arms.iter().any(|arm| arm.kind != ArmKind::Choice && is_free(&arm.when)),
            }
    }

    /// The condition that there are enough things to move; `None` for unlimited things.
    fn there_are(&self, n: &Expr, things: &Expr, from: &Expr) -> Option<MenuCondition> {
        let Type::Thing(of) = &things.ty else { return None };
        if of.iter().all(|id| matches!(self.book.ir.components[id.index()].copies, Copies::Unlimited)) {
            return None;
        }
        let count = number(ExprKind::Count(Box::new(things.clone()), Box::new(from.clone())), from.span);
        Some(self.condition(at_most(n.clone(), count)))
    }

    /// The conditions that a step stays within its track.
    fn stays_on(&self, track: TrackId, at: &[Expr], by: &Expr) -> Vec<MenuCondition> {
        let ends = &self.book.ir.tracks[track.index()];
        let refused = |past, end: &Option<Expr>| end.clone().filter(|_| past == Past::Refuse);
        let (top, bottom) = (refused(ends.past_top, &ends.high), refused(ends.past_bottom, &ends.low));
        let up = match by.kind {
            ExprKind::Number(n) => Some(n >= 0),
            _ => None,
        };
        let value = number(ExprKind::Track(track, at.to_vec()), by.span);
        let reached = number(ExprKind::Binary(Binary::Add, Box::new(value), Box::new(by.clone())), by.span);
        let high = top.filter(|_| up != Some(false)).map(|high| at_most(reached.clone(), high));
        let low = bottom.and_then(|low| match up {
            Some(true) => None,
            Some(false) => Some(at_most(low, reached)),
            // The track is never below its end, so any step of 0 or more is possible.
            None => Some(at_most(number(ExprKind::Number(0), by.span), by.clone())),
        });
        high.into_iter().chain(low).map(|condition| self.condition(condition)).collect()
    }
}

/// True if an option is unconditional.
fn is_free(when: &Option<Expr>) -> bool {
    when.as_ref().is_none_or(|when| matches!(when.kind, ExprKind::YesNo(true) | ExprKind::Setting(_)))
}

fn number(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, ty: Type::Number, span }
}

fn at_most(low: Expr, high: Expr) -> Expr {
    let span = high.span;
    Expr { kind: ExprKind::Binary(Binary::AtMost, Box::new(low), Box::new(high)), ty: Type::YesNo, span }
}

/// True if a track refuses steps past one of its ends.
fn may_end(track: &Track) -> bool {
    let refuses = |past, end: &Option<Expr>| past == Past::Refuse && end.is_some();
    refuses(track.past_top, &track.high) || refuses(track.past_bottom, &track.low)
}

/// True if a rule or one of its callees has sentences that may be impossible. Each rule is visited once.
fn may_fail(book: &Book, called: RuleId, seen: &mut BTreeSet<RuleId>) -> bool {
    if !seen.insert(called) {
        return false;
    }
    let mut found = false;
    statements(&book.ir.rules[called.index()].body, &mut |stmt| {
        found |= match &stmt.kind {
            StmtKind::Require(..) | StmtKind::Move { what: Quantity::Exactly(..), from: Some(_), .. } => true,
            StmtKind::Step(track, ..) => may_end(&book.ir.tracks[track.index()]),
            StmtKind::Call(further, _, false) => may_fail(book, *further, seen),
            _ => false,
        };
    });
    found
}
