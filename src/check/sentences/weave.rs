//! Hooks and interrupts: what happens at a moment of a rule, woven into it.
//!
//! The sentences of the rule become a rule of their own, the original. The rule that everybody calls asks the interrupts and
//! calls the hooks of its moments around it, so nothing that comes later knows of hooks. Whatever leaves the original
//! (`end`) comes back to what is woven after it.

use std::sync::Arc;

use std::collections::BTreeMap;

use crate::check::codes;
use crate::check::declare::{Todo, rule};
use crate::check::exprs::typer::{Meaning, Typer, binary, negate, only};
use crate::check::names::book::Book;
use crate::check::names::defs::Def;
use crate::check::sentences::push;
use crate::ir::visit::same;
use crate::ir::{
    Binary, Block, Expr, ExprKind, Limit, Local, LocalId, LocalRole, Menu, MenuItem, PLAYER, Query, RuleId, RuleKind,
    Sheet, Stmt, StmtKind, Text, TextPart, Type,
};
use crate::syntax::ast::{self, FieldKind, Hook, ItemKind, Moment, SheetKind, When};
use crate::text::Span;

/// What is woven into a rule.
pub(in crate::check) struct Weaving<'a> {
    /// Its own sentences.
    original: RuleId,
    hooks: Vec<(RuleId, &'a Hook)>,
    /// Before and after it: the menu that asks, and its interrupts.
    asks: BTreeMap<When, (RuleId, Interrupts<'a>)>,
}

/// The interrupts of a moment.
type Interrupts<'a> = Vec<(RuleId, &'a ast::Sheet)>;

/// Hooks and interrupts get their rules.
pub(in crate::check) fn declare<'a>(book: &mut Book, items: &[&'a ast::Item], todo: &mut Todo<'a>) {
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
            let help = "an interrupt is asked `before` or `after` a rule; what happens instead is a `hook`";
            book.error(codes::MOMENT, at.rule.span, "nobody can be asked instead of a rule", help);
        } else if let Some(target) = target(book, todo, at) {
            let menu = menu_of(book, todo, target, at);
            book.moments.insert(id, menu);
            let asked = weaving(book, todo, target).asks.entry(at.when).or_insert((menu, Vec::new()));
            asked.1.push((id, sheet));
        }
    }
}

/// The rule of a moment. Names for its parameters are all of them, or none.
fn target(book: &mut Book, todo: &Todo<'_>, at: &Moment) -> Option<RuleId> {
    let Some(id) = book.names.rule(&at.rule.text) else {
        let rules: Vec<String> = book.ir.rules.iter().map(|rule| rule.name.clone()).collect();
        book.unknown("rule", &at.rule, rules.iter().map(String::as_str));
        return None;
    };
    if !matches!(book.ir.rules[id.index()].kind, RuleKind::Rule | RuleKind::Phase) {
        let message = format!("`{}` is no rule and no phase", at.rule.text);
        let help =
            "what somebody does begins and ends in a rule: name the one that its `effect:` calls, or who calls it";
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
        let help = "write its name alone: what it is, the rule says";
        book.error(codes::MOMENT, param.name.span, "this parameter belongs to the rule", help);
    }
    Some(id)
}

/// What is woven into a rule; its sentences become the original.
fn weaving<'t, 'a>(book: &mut Book, todo: &'t mut Todo<'a>, target: RuleId) -> &'t mut Weaving<'a> {
    if !book.woven.contains_key(&target) {
        let original = RuleId(book.ir.rules.len() as u32);
        let own = &book.ir.rules[target.index()];
        let made = rule(&format!("original {}", own.name), own.kind, own.span);
        // It begins where the rule does that everybody calls.
        book.ir.rules.push(Arc::new(crate::ir::Rule { heading: false, ..made }));
        book.woven.insert(target, original);
        todo.rules.iter_mut().filter(|(id, _)| *id == target).for_each(|(id, _)| *id = original);
    }
    let original = book.woven[&target];
    todo.woven.entry(target).or_insert_with(|| Weaving { original, hooks: Vec::new(), asks: BTreeMap::new() })
}

fn menu_of(book: &mut Book, todo: &mut Todo<'_>, target: RuleId, at: &Moment) -> RuleId {
    if let Some((menu, _)) = weaving(book, todo, target).asks.get(&at.when) {
        return *menu;
    }
    let word = if at.when == When::Before { "before" } else { "after" };
    let id = RuleId(book.ir.rules.len() as u32);
    book.ir.rules.push(Arc::new(rule(&format!("{word} {}", at.rule.text), RuleKind::Menu, at.rule.span)));
    id
}

/// Parameters of originals and menus are those of the rule; which hook comes first.
pub(in crate::check) fn heads(book: &mut Book, todo: &Todo<'_>) {
    for (target, woven) in &todo.woven {
        let own = &book.ir.rules[target.index()];
        let (params, locals) = (own.params, own.locals.clone());
        for (menu, _) in woven.asks.values() {
            let made = book.ir.rule_mut(menu.index());
            made.params = params + 1;
            made.locals = vec![crate::check::sentences::sheets::you(made.span)];
            made.locals.extend(locals.iter().cloned());
        }
        let made = book.ir.rule_mut(woven.original.index());
        (made.params, made.locals) = (params, locals);
        for when in [When::Before, When::Instead, When::After] {
            orders(book, &woven.unordered(when));
        }
    }
}

/// Of any two hooks at a moment one must come after the other.
fn orders(book: &mut Book, hooks: &[(RuleId, &Hook)]) {
    for (_, hook) in hooks {
        for name in &hook.order {
            if !hooks.iter().any(|(_, other)| other.name.text == name.text && other.name != hook.name) {
                let message = format!("`{}` is no other hook at this moment", name.text);
                let near: Vec<&str> = hooks.iter().map(|(_, other)| other.name.text.as_str()).collect();
                let help = crate::check::names::defs::did_you_mean(&name.text, near.into_iter());
                let help =
                    help.unwrap_or_else(|| "only hooks that meet at one moment of one rule have an order".into());
                book.error(codes::HOOK_ORDER, name.span, message, help);
            }
        }
    }
    for (at, (_, hook)) in hooks.iter().enumerate() {
        for (_, other) in &hooks[..at] {
            let (later, earlier) = (comes_after(hooks, hook, other), comes_after(hooks, other, hook));
            let (first, second) = (&other.name.text, &hook.name.text);
            let message = match (later, earlier) {
                (true, true) => format!("`{first}` and `{second}` come after each other"),
                (false, false) => format!("nothing says whether `{first}` or `{second}` comes first"),
                _ => continue,
            };
            let help = format!("write `order: after {first}` as the first line of one of them");
            book.error(codes::HOOK_ORDER, hook.name.span, message, help);
        }
    }
}

/// Whether a hook comes after another, also by others between them.
fn comes_after(hooks: &[(RuleId, &Hook)], hook: &Hook, other: &Hook) -> bool {
    let mut open = vec![hook];
    let mut seen: Vec<&str> = Vec::new();
    while let Some(next) = open.pop() {
        if next.order.iter().any(|name| name.text == other.name.text) {
            return true;
        }
        if !seen.contains(&next.name.text.as_str()) {
            seen.push(&next.name.text);
            let before = |(_, hook): &&(RuleId, &Hook)| next.order.iter().any(|name| name.text == hook.name.text);
            open.extend(hooks.iter().filter(before).map(|(_, hook)| *hook));
        }
    }
    false
}

impl<'a> Weaving<'a> {
    fn unordered(&self, when: When) -> Vec<(RuleId, &'a Hook)> {
        let at = |(_, hook): &&(RuleId, &Hook)| hook.at.as_ref().is_some_and(|at| at.when == when);
        self.hooks.iter().filter(at).copied().collect()
    }

    /// The hooks at a moment, in their order.
    fn at(&self, when: When) -> Vec<(RuleId, &'a Hook)> {
        let hooks = self.unordered(when);
        let mut ordered = hooks.clone();
        ordered.sort_by_key(|(_, hook)| hooks.iter().filter(|(_, other)| comes_after(&hooks, hook, other)).count());
        ordered
    }
}

/// The rules that everybody calls, the menus of interrupts, and the hooks.
pub(in crate::check) fn bodies(book: &mut Book, todo: &Todo<'_>) {
    for (target, woven) in &todo.woven {
        let originals = the_rule(book, *target, woven);
        for (menu, asked) in woven.asks.values() {
            the_menu(book, *menu, asked);
        }
        for (id, hook) in &woven.hooks {
            let params = book.ir.rules[target.index()].params;
            let original = originals.get(id).map(|original| (*original, params));
            crate::check::rule_body(book, *id, &hook.body, original);
        }
    }
}

/// What everybody calls: interrupts and hooks around the original. Gives what `original` runs in each hook.
fn the_rule(book: &mut Book, target: RuleId, woven: &Weaving<'_>) -> BTreeMap<RuleId, RuleId> {
    let own = book.ir.rules[target.index()].clone();
    let mut inner = woven.original;
    let mut originals = BTreeMap::new();
    let mut instead = woven.at(When::Instead);
    let last = instead.pop();
    // Of several hooks that stand instead of a rule each lies over those before it.
    for (id, hook) in instead {
        let below = std::mem::replace(&mut inner, RuleId(book.ir.rules.len() as u32));
        originals.insert(id, below);
        book.ir.rules.push(Arc::new(crate::ir::Rule {
            title: None,
            heading: false,
            name: format!("original {}", own.name),
            ..crate::ir::Rule::clone(&own)
        }));
        let mut weaver = Weaver::of(book, inner);
        weaver.hook((id, hook), Some(below));
        weaver.finish();
    }
    let mut weaver = Weaver::of(book, target);
    weaver.ask(woven, When::Before);
    woven.at(When::Before).into_iter().for_each(|hook| weaver.hook(hook, None));
    match last {
        Some(hook) => {
            originals.insert(hook.0, inner);
            weaver.hook(hook, Some(inner));
        }
        None => {
            let call = weaver.call(inner, own.span);
            weaver.body.push(call);
        }
    }
    woven.at(When::After).into_iter().for_each(|hook| weaver.hook(hook, None));
    weaver.ask(woven, When::After);
    weaver.finish();
    originals
}

/// The body of a rule that others are woven into.
struct Weaver<'b> {
    typer: Typer<'b>,
    rule: RuleId,
    params: u32,
    body: Block,
}

impl<'b> Weaver<'b> {
    fn of(book: &'b mut Book, rule: RuleId) -> Self {
        let own = &book.ir.rules[rule.index()];
        let (params, locals) = (own.params, own.locals.clone());
        let mut typer = Typer::new(book);
        typer.at.rule = Some(rule);
        typer.locals = locals;
        Self { typer, rule, params, body: Block::new() }
    }

    fn finish(self) {
        let Self { mut typer, rule, body, .. } = self;
        let locals = std::mem::take(&mut typer.locals);
        let own = typer.book.ir.rule_mut(rule.index());
        (own.body, own.locals) = (body, locals);
    }

    fn params(&self, span: Span) -> impl Iterator<Item = Expr> {
        (0..self.params).map(move |at| self.typer.local(LocalId(at), span))
    }

    /// Calls a rule with the parameters of this one.
    fn call(&self, rule: RuleId, span: Span) -> Stmt {
        Stmt { kind: StmtKind::Call(rule, self.params(span).collect(), false), span }
    }

    /// The names that a heading gives the parameters.
    fn see(&mut self, at: &Moment) {
        for (nth, param) in at.params.iter().enumerate() {
            self.typer.refuse_and_see(&param.name, LocalId(nth as u32));
        }
    }

    /// Runs a hook where its condition holds; otherwise what it stands instead of.
    fn hook(&mut self, (id, hook): (RuleId, &Hook), instead: Option<RuleId>) {
        let Some(at) = &hook.at else { return };
        let span = hook.name.span;
        let mark = self.typer.mark();
        self.see(at);
        let mut yes = Block::new();
        let holds = hook.filter.as_ref().map(|filter| self.typer.probing(|typer| typer.holds(filter)));
        let mut args: Vec<Expr> = self.params(span).collect();
        let mut locals: Vec<Local> = self.typer.locals[..self.params as usize].to_vec();
        locals.iter_mut().for_each(|local| local.name.clear());
        for (local, param) in locals.iter_mut().zip(&at.params) {
            (local.name, local.span) = (param.name.text.clone(), param.name.span);
        }
        if let Some((_, births)) = &holds {
            self.typer.born(births, span, &mut yes);
            for birth in births {
                args.push(self.typer.local(birth.id, span));
                let own = &self.typer.locals[birth.id.index()];
                locals.push(Local { role: LocalRole::Param, ..own.clone() });
            }
        }
        self.typer.forget(mark);
        push(&mut yes, StmtKind::Call(id, args, false), span);
        let otherwise = instead.map(|below| self.call(below, span)).into_iter().collect();
        match holds {
            Some((holds, _)) => push(&mut self.body, StmtKind::If(holds, yes, otherwise), span),
            None => self.body.append(&mut yes),
        }
        let made = self.typer.book.ir.rule_mut(id.index());
        (made.params, made.locals) = (locals.len() as u32, locals);
    }

    /// Asks everybody whom the interrupts of a moment are for.
    fn ask(&mut self, woven: &Weaving<'_>, when: When) {
        let Some((menu, sheets)) = woven.asks.get(&when) else { return };
        let mut asked: Vec<Expr> = Vec::new();
        for (_, sheet) in sheets {
            let who = sheet.fields.iter().find_map(|field| match &field.kind {
                FieldKind::Who(who) => Some(who),
                _ => None,
            });
            let (Some(who), Some(at)) = (who, &sheet.at) else {
                let message = format!("`{}` does not say whom it asks", sheet.name.text);
                let help = "add `who: p`, a player or several";
                self.typer.book.error(codes::WHO_MISSING, sheet.name.span, message, help);
                continue;
            };
            let mark = self.typer.mark();
            self.see(at);
            let players = self.typer.players(who);
            self.typer.forget(mark);
            if asked.iter().any(|other| same(other, &players)) {
                continue;
            }
            self.each(*menu, &players, &asked, who.span);
            asked.push(players);
        }
    }

    /// Opens the menu for each of these players who was not asked already.
    fn each(&mut self, menu: RuleId, players: &Expr, asked: &[Expr], span: Span) {
        let player = self.typer.hidden("asked", Type::Member(PLAYER), LocalRole::Answer, span);
        let player_is = |typer: &Typer<'_>| typer.local(player, span);
        let not_asked =
            asked.iter().map(|others| negate(binary(Binary::In, player_is(&self.typer), others.clone(), Type::YesNo)));
        let filter = not_asked.reduce(|a, b| binary(Binary::And, a, b, Type::YesNo)).map(Box::new);
        let args = std::iter::once(player_is(&self.typer)).chain(self.params(span)).collect();
        let open = Stmt { kind: StmtKind::Call(menu, args, false), span };
        let query = Query { binders: vec![(player, players.clone())], clockwise: None, filter, keys: Vec::new(), span };
        push(&mut self.body, StmtKind::Each(query, vec![open]), span);
    }
}

impl Typer<'_> {
    /// A player, perhaps none, or several: as what can be ranged over.
    pub(in crate::check) fn players(&mut self, e: &ast::Expr) -> Expr {
        let several = Type::Set(Box::new(Type::Member(PLAYER)));
        let found = self.value(e, Some(&several));
        let span = found.span;
        let single = |found: Expr| ExprKind::SetLiteral(vec![found]);
        let kind = match &found.ty {
            Type::Member(PLAYER) => single(found),
            Type::Option(inner) if **inner == Type::Member(PLAYER) => {
                let none = Expr { kind: ExprKind::IsNone(Box::new(found.clone())), ty: Type::YesNo, span };
                let nobody = Expr { kind: ExprKind::Nothing, ty: several.clone(), span };
                let one = Expr { kind: single(only(found, Type::Member(PLAYER))), ty: several.clone(), span };
                ExprKind::If(Box::new(none), Box::new(nobody), Box::new(one))
            }
            Type::Set(inner) | Type::List(inner) if **inner == Type::Member(PLAYER) => return found,
            Type::Error => return found,
            other => {
                let message = format!("this is {}, but a player or several are wanted", self.book.say(other));
                return self.wrong(codes::MISMATCH, span, message, "write `p`, `others(p)`, `{p, q}` or `none`");
            }
        };
        Expr { kind, ty: several, span }
    }
}

/// The menu of a moment: its interrupts, until nothing can be done or the player says no.
fn the_menu(book: &mut Book, menu: RuleId, asked: &[(RuleId, &ast::Sheet)]) {
    let span = book.ir.rules[menu.index()].span;
    let you = Expr { kind: ExprKind::Local(LocalId(0)), ty: Type::Member(PLAYER), span };
    let can =
        |(id, _): &(RuleId, &ast::Sheet)| Expr { kind: ExprKind::Can(*id, vec![you.clone()]), ty: Type::YesNo, span };
    let until = asked.iter().map(can).reduce(|a, b| binary(Binary::Or, a, b, Type::YesNo)).map(negate);
    let items = asked.iter().map(|(rule, sheet)| MenuItem { rule: *rule, span: sheet.name.span }).collect();
    let done = Some(Text::plain("no"));
    let prompt = question(book, menu, asked);
    let offered = Menu { prompt, who: you, items, until, done, declined: true };
    let params = Query { binders: Vec::new(), clockwise: None, filter: None, keys: Vec::new(), span };
    let made = book.ir.rule_mut(menu.index());
    made.body = vec![Stmt { kind: StmtKind::Menu(offered), span }];
    made.sheet = Some(Sheet {
        params,
        question: None,
        guards: Vec::new(),
        limit: Limit::Any,
        limit_span: Span::NONE,
        optional: None,
        remembers: Vec::new(),
    });
}

/// What is asked at a moment: the questions of its interrupts, each one once.
fn question(book: &mut Book, menu: RuleId, asked: &[(RuleId, &ast::Sheet)]) -> Option<Text> {
    let made = &book.ir.rules[menu.index()];
    let (span, locals) = (made.span, made.locals.clone());
    let mut typer = Typer::new(book);
    typer.at.rule = Some(menu);
    typer.locals = locals;
    crate::check::sentences::sheets::see_you(&mut typer, span);
    let mut texts: Vec<Text> = Vec::new();
    for (_, sheet) in asked {
        let mark = typer.mark();
        for (nth, param) in sheet.at.iter().flat_map(|at| &at.params).enumerate() {
            typer.see(&param.name, Meaning::Local(LocalId(nth as u32 + 1)));
        }
        let text = typer.maybe_text(sheet.question());
        typer.forget(mark);
        texts.extend(text.filter(|text| !texts.iter().any(|other| alike(other, text))));
    }
    let texts = texts.into_iter().map(|text| text.parts);
    let parts = texts.reduce(|mut all, text| {
        all.push(TextPart::Plain(" / ".into()));
        all.extend(text);
        all
    });
    parts.map(|parts| Text { parts })
}

/// Whether two texts read the same, wherever they stand.
fn alike(a: &Text, b: &Text) -> bool {
    let same_part = |parts: (&TextPart, &TextPart)| match parts {
        (TextPart::Value(a), TextPart::Value(b)) => same(a, b),
        (a, b) => a == b,
    };
    a.parts.len() == b.parts.len() && a.parts.iter().zip(&b.parts).all(same_part)
}
