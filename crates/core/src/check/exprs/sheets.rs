//! Types `p does SHEET` and `p plays CARD`, in sentences and in look-aheads.

use super::typer::Typer;
use crate::check::codes;
use crate::check::names::{Book, Def, in_words};
use crate::check::types::{coerce, present};
use crate::ir::{Expr, ExprKind, KindBody, PLAYER, RuleId, RuleKind, Type};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::syntax::{ast, foreign_sentence};
use tavola_syntax::text::Span;

impl Typer<'_> {
    /// Types a sheet that a player does, with its arguments. The first argument is the player.
    pub(crate) fn done(&mut self, by: &ast::Expr, sheet: &ast::Expr) -> Option<(RuleId, Vec<Expr>)> {
        let who = self.player(by);
        let Some((name, args)) = named(sheet) else {
            let help = "name one after `does`: `p does build`, `p does hop(f, q)`";
            self.book.error(codes::SHEET_CALL, sheet.span, "this is neither an action nor a menu", help);
            return None;
        };
        let id = the_rule(self.book, &name, true)?;
        let kind = self.book.ir.rules[id.index()].kind;
        if by_itself(self.book, &name, kind) {
            return None;
        }
        if !matches!(kind, RuleKind::Action | RuleKind::Menu) {
            let message = format!(
                "`{}` is a {}: nobody does it",
                name.text,
                if kind == RuleKind::Phase { "phase" } else { "rule" }
            );
            let help = format!("write {}, or make it an `action`", self.called(id, &name.text, by));
            self.book.error(codes::SHEET_CALL, name.span, message, help);
            return None;
        }
        self.book.used.insert(Def::Rule(id));
        let mut all = vec![who];
        if !args.is_empty() {
            let mut params: Vec<Type> = param_types(self.book, id).into_iter().skip(1).collect();
            let plain = |ty: &Type| matches!(ty, Type::Member(_) | Type::Number | Type::YesNo | Type::Thing(_));
            if kind == RuleKind::Action && args.len() < params.len() && params[..args.len()].iter().all(plain) {
                params.truncate(args.len());
            }
            all.extend(self.arguments(&name.text, params, args, sheet.span)?);
        }
        Some((id, all))
    }

    /// A call as players write it, for the player who was to do it: `score alone`, `turn(p)`.
    fn called(&self, id: RuleId, name: &str, by: &ast::Expr) -> String {
        match param_types(self.book, id).as_slice() {
            [] => format!("`{name}` alone"),
            [Type::Member(PLAYER)] => format!("`{name}({})`", in_words(by).unwrap_or_else(|| "..".to_owned())),
            _ => format!("`{name}(..)`"),
        }
    }

    /// Types a card that a player plays: the player, and the card as a member of its kind.
    pub(crate) fn played(&mut self, who: &ast::Expr, card: &ast::Expr, span: Span) -> Option<(Expr, Expr)> {
        let who = self.player(who);
        let card = present(self.value(card, None));
        let kind = match &card.ty {
            Type::Member(kind) => *kind,
            Type::Thing(components) => {
                let kind = match components.as_slice() {
                    [only] => self.book.ir.components[only.index()].kind,
                    _ => None,
                };
                match kind {
                    Some(kind) => kind,
                    None => return no_card(self.book, card.span, &card.ty),
                }
            }
            Type::Error => return None,
            other => return no_card(self.book, card.span, &other.clone()),
        };
        let card = coerce(self.book, card, &Type::Member(kind));
        let missing = match &self.book.ir.kinds[kind.index()].body {
            KindBody::Members(families) => families.iter().find(|f| f.sheet.is_none()).map(|f| f.name.clone()),
            _ => Some(self.book.ir.kinds[kind.index()].name.clone()),
        };
        if let Some(missing) = missing {
            let message = format!("`{missing}` may be played, but nothing says what it does");
            let owner = self.book.ir.kinds[kind.index()].name.clone();
            let help = format!("write `card {missing} of {owner}` with what it does");
            self.book.error(codes::NO_SHEET, span, message, help);
        }
        (!matches!(card.kind, ExprKind::Nothing)).then_some((who, card))
    }
}

/// Reports a call of a hook or interrupt. Returns true if it is one.
pub(crate) fn by_itself(book: &mut Book, name: &ast::Name, kind: RuleKind) -> bool {
    let what = match kind {
        RuleKind::Hook => "a hook: it happens by itself",
        RuleKind::Interrupt => "an interrupt: it is asked by itself",
        _ => return false,
    };
    let help = "put the shared sentences into a `rule` or an `action` that it calls";
    book.error(codes::SHEET_CALL, name.span, format!("`{}` is {what}", name.text), help);
    true
}

/// Types of the parameters of a rule.
pub(crate) fn param_types(book: &Book, id: RuleId) -> Vec<Type> {
    let rule = &book.ir.rules[id.index()];
    rule.locals.iter().take(rule.params as usize).map(|local| local.ty.clone()).collect()
}

/// The rule or sheet of a name. Reports a name that is none. `done` says that a player does it, so that only a sheet can be meant.
pub(crate) fn the_rule(book: &mut Book, name: &ast::Name, done: bool) -> Option<RuleId> {
    if let Some(id) = book.names.rule(&name.text) {
        book.record(Def::Rule(id), name.span);
        return Some(id);
    }
    if name.text == "original" {
        let help = "`original` runs the rule that a hook stands instead of: `hook NAME instead of RULE(..)`";
        book.error(codes::ORIGINAL, name.span, "there is no original here", help);
        return None;
    }
    if let Some(def) = book.names.get(&name.text).first() {
        let message = match def {
            Def::Define(_) | Def::Table(_) => format!("`{}` is only a value, it does nothing", name.text),
            _ => format!("`{}` does nothing by itself", name.text),
        };
        book.error(codes::NOT_A_VALUE, name.span, message, "call a rule, move something, ask somebody");
        return None;
    }
    let rules = book.names.of_sort(|def| matches!(def, Def::Rule(_)));
    let (what, example) = match done {
        true => ("action or menu", format!("`action {0} \"{0}\"`, with its lines below", name.text)),
        false => ("rule", format!("`rule {}`, with its sentences below", name.text)),
    };
    let message = format!("there is no {what} `{}`", name.text);
    let mut finding = Diagnostic::error(codes::UNKNOWN_NAME, name.span, message);
    let otherwise = || Some(format!("write it: {example}").into());
    let foreign = foreign_sentence(&name.text, name.span).filter(|_| !done);
    finding.set_help(foreign.or_else(|| book.near(name, rules)).or_else(otherwise));
    book.missing(&name.text, finding);
    None
}

fn no_card<T>(book: &mut Book, span: Span, ty: &Type) -> Option<T> {
    let message = format!("expected a card, found {}", book.say(ty));
    book.error(codes::MISMATCH, span, message, "a card is a member of a kind with `card .. of KIND`");
    None
}

/// Splits a call into its name and arguments.
pub(crate) fn named(e: &ast::Expr) -> Option<(ast::Name, &[ast::Expr])> {
    match &e.kind {
        ast::ExprKind::Name(name) => Some((ast::Name { text: name.clone(), span: e.span }, &[])),
        ast::ExprKind::Call(base, args) => match &base.kind {
            ast::ExprKind::Name(name) => Some((ast::Name { text: name.clone(), span: base.span }, args)),
            _ => None,
        },
        _ => None,
    }
}
