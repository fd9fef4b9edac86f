//! Hooks and interrupts: the moments of rules at which they happen, and their order.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Todo, rule, you};
use crate::check::codes;
use crate::check::names::{Book, Def, did_you_mean};
use crate::ir::{Rule, RuleId, RuleKind};
use tavola_syntax::diagnostic::{Fix, FixEdit, NewText, Remedy};
use tavola_syntax::syntax::ast::{self, Hook, ItemKind, RuleMoment, SheetKind, When};
use tavola_syntax::text::Span;

/// Maximum number of unordered pairs of hooks that are reported for one moment.
const MOST_LISTED: usize = 20;

/// The hooks and interrupts of a rule.
pub(crate) struct Weaving<'a> {
    /// The rule that holds its own sentences.
    pub(crate) original: RuleId,
    pub(crate) hooks: Vec<(RuleId, &'a Hook)>,
    /// For the moments before and after it: the menu that asks, and its interrupts.
    pub(crate) asks: BTreeMap<When, (RuleId, Interrupts<'a>)>,
}

/// The interrupts of a moment.
type Interrupts<'a> = Vec<(RuleId, &'a ast::Sheet)>;

/// Declares a rule for each hook, and a menu for each moment with interrupts.
pub(super) fn declare<'a>(book: &mut Book, items: &[&'a ast::Item], todo: &mut Todo<'a>) {
    for item in items {
        if let ItemKind::Hook(hook) = &item.kind {
            let id = RuleId(book.ir.rules.len() as u32);
            book.claim(&hook.name, Def::Rule(id));
            book.ir.rules.push(Arc::new(rule(&hook.name.text, RuleKind::Hook, hook.name.span)));
            if let Some(target) = hook.at.as_ref().and_then(|at| target(book, todo, at)) {
                weaving(book, todo, target).hooks.push((id, hook));
            }
        }
    }
    for (id, sheet) in todo.sheets.clone() {
        let Some(at) = sheet.at.as_ref().filter(|_| sheet.kind == SheetKind::Interrupt) else { continue };
        if at.when == When::Instead {
            let help = "write `before` or `after`, or use a `hook` with `instead of`";
            book.error(codes::MOMENT, at.rule.span, "nobody can be asked instead of a rule", help);
        } else if let Some(target) = target(book, todo, at) {
            let menu = menu_of(book, todo, target, at);
            book.moments.insert(id, menu);
            let asked = weaving(book, todo, target).asks.entry(at.when).or_insert((menu, Vec::new()));
            asked.1.push((id, sheet));
        }
    }
}

/// The rule of a moment. A moment names all of its parameters, or none.
fn target(book: &mut Book, todo: &Todo<'_>, at: &RuleMoment) -> Option<RuleId> {
    let Some(id) = book.names.rule(&at.rule.text) else {
        book.unknown("rule", &at.rule, |book| book.ir.rules.iter().map(|rule| rule.name.clone()).collect());
        return None;
    };
    book.record(Def::Rule(id), at.rule.span);
    if !matches!(book.ir.rules[id.index()].kind, RuleKind::Rule | RuleKind::Phase) {
        let message = format!("`{}` is neither a rule nor a phase", at.rule.text);
        let help = "name the rule that its `effect:` calls, or the rule that calls it";
        book.error(codes::MOMENT, at.rule.span, message, help);
        return None;
    }
    let params = todo.params.iter().find(|(rule, _)| *rule == id).map_or(0, |(_, params)| params.len());
    if !at.params.is_empty() && at.params.len() != params {
        let message = format!("parameters of `{}`: {params}; names here: {}", at.rule.text, at.params.len());
        book.error(codes::ARGUMENTS, at.rule.span, message, "name all of them, or none");
        return None;
    }
    if let Some(param) = at.params.iter().find(|param| param.ty != ast::ParamType::Open) {
        let help = "write its name alone: the rule gives its type";
        book.error(codes::MOMENT, param.name.span, "this parameter belongs to the rule", help);
    }
    Some(id)
}

/// The hooks and interrupts of a rule. The first call moves the rule's sentences into a new rule, the original.
fn weaving<'t, 'a>(book: &mut Book, todo: &'t mut Todo<'a>, target: RuleId) -> &'t mut Weaving<'a> {
    if !book.woven.contains_key(&target) {
        let original = RuleId(book.ir.rules.len() as u32);
        let own = &book.ir.rules[target.index()];
        let made = rule(&format!("original {}", own.name), own.kind, own.span);
        // The target keeps the heading, as callers still call it.
        book.ir.rules.push(Arc::new(Rule { heading: false, ..made }));
        book.woven.insert(target, original);
        todo.rules.iter_mut().filter(|(id, _)| *id == target).for_each(|(id, _)| *id = original);
    }
    let original = book.woven[&target];
    todo.woven.entry(target).or_insert_with(|| Weaving { original, hooks: Vec::new(), asks: BTreeMap::new() })
}

fn menu_of(book: &mut Book, todo: &mut Todo<'_>, target: RuleId, at: &RuleMoment) -> RuleId {
    if let Some((menu, _)) = weaving(book, todo, target).asks.get(&at.when) {
        return *menu;
    }
    let word = if at.when == When::Before { "before" } else { "after" };
    let id = RuleId(book.ir.rules.len() as u32);
    book.ir.rules.push(Arc::new(rule(&format!("{word} {}", at.rule.text), RuleKind::Menu, at.rule.span)));
    id
}

/// Gives originals and menus the parameters of their rule, and checks the order of hooks.
pub(super) fn heads(book: &mut Book, todo: &Todo<'_>) {
    for (target, woven) in &todo.woven {
        let own = &book.ir.rules[target.index()];
        let (params, locals) = (own.params, own.locals.clone());
        for (menu, _) in woven.asks.values() {
            let made = book.ir.rule_mut(menu.index());
            made.params = params + 1;
            made.locals = vec![you(made.span)];
            made.locals.extend(locals.iter().cloned());
        }
        let made = book.ir.rule_mut(woven.original.index());
        (made.params, made.locals) = (params, locals);
        for when in [When::Before, When::Instead, When::After] {
            orders(book, &woven.unordered(when));
        }
    }
}

/// Reports hooks at one moment that are not totally ordered.
fn orders(book: &mut Book, hooks: &[(RuleId, &Hook)]) {
    for (_, hook) in hooks {
        for name in &hook.order {
            let known = hooks.iter().find(|(_, other)| other.name.text == name.text && other.name != hook.name);
            if let Some((_, other)) = known {
                book.index.refer(name.span, other.name.span);
            } else {
                let message = format!("`{}` is not another hook at this moment", name.text);
                let near: Vec<&str> = hooks.iter().map(|(_, other)| other.name.text.as_str()).collect();
                let help = did_you_mean(name.span, &name.text, near.into_iter());
                let help =
                    help.unwrap_or_else(|| "only hooks at the same moment of the same rule have an order".into());
                book.error(codes::HOOK_ORDER, name.span, message, help);
            }
        }
    }
    let after = come_after(hooks);
    let mut listed = 0;
    for (at, (_, hook)) in hooks.iter().enumerate() {
        for (before, (_, other)) in hooks[..at].iter().enumerate() {
            let (later, earlier) = (after[at][before], after[before][at]);
            let (first, second) = (&other.name.text, &hook.name.text);
            let message = match (later, earlier) {
                (true, true) => format!("`{first}` and `{second}` come after each other"),
                (false, false) => format!("nothing says whether `{first}` or `{second}` comes first"),
                _ => continue,
            };
            let mut help = Remedy::from(format!("write `order: after {first}` as the first line of one of them"));
            if !later {
                help.fixes.extend(put_after(hook, other));
                // A hook of the game cannot name a hook of a variant.
                help.fixes.extend(put_after(other, hook).filter(|_| hook.name.span.source == other.name.span.source));
            }
            book.error(codes::HOOK_ORDER, hook.name.span, message, help);
            listed += 1;
            if listed == MOST_LISTED {
                return;
            }
        }
    }
}

/// Lets a hook come after another one.
fn put_after(hook: &Hook, other: &Hook) -> Option<Fix> {
    let (own, before) = (&hook.name.text, &other.name.text);
    let title = format!("let `{own}` come after `{before}`");
    let edit = match hook.order.last() {
        Some(last) => FixEdit::new(Span { start: last.span.end, ..last.span }, format!(", {before}")),
        None => FixEdit { span: hook.body.first()?.span, new: NewText::LineAbove(format!("order: after {before}")) },
    };
    Some(Fix { title, edits: vec![edit], safe: false })
}

/// Transitive closure of `order: after`: `result[a][b]` is true if hook `a` comes after hook `b`.
fn come_after(hooks: &[(RuleId, &Hook)]) -> Vec<Vec<bool>> {
    let mut named: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, (_, hook)) in hooks.iter().enumerate() {
        named.entry(&hook.name.text).or_default().push(at);
    }
    let before: Vec<Vec<usize>> = hooks
        .iter()
        .map(|(_, hook)| {
            hook.order.iter().filter_map(|name| named.get(name.text.as_str())).flatten().copied().collect()
        })
        .collect();
    let of = |own: &Vec<usize>| {
        let mut all = vec![false; hooks.len()];
        let mut open = own.clone();
        while let Some(next) = open.pop() {
            if !std::mem::replace(&mut all[next], true) {
                open.extend(&before[next]);
            }
        }
        all
    };
    before.iter().map(of).collect()
}

impl<'a> Weaving<'a> {
    fn unordered(&self, when: When) -> Vec<(RuleId, &'a Hook)> {
        let at = |(_, hook): &&(RuleId, &Hook)| hook.at.as_ref().is_some_and(|at| at.when == when);
        self.hooks.iter().filter(at).copied().collect()
    }

    /// The hooks at a moment, in execution order.
    pub(crate) fn at(&self, when: When) -> Vec<(RuleId, &'a Hook)> {
        let hooks = self.unordered(when);
        let after = come_after(&hooks);
        let mut ordered: Vec<usize> = (0..hooks.len()).collect();
        ordered.sort_by_key(|&at| after[at].iter().filter(|after| **after).count());
        ordered.into_iter().map(|at| hooks[at]).collect()
    }
}
