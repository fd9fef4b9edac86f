//! Type checking of questions to players and to chance.

use super::made::{arm, born, push};
use super::stmts::Sentences;
use crate::check::codes;
use crate::check::exprs::Typer;
use crate::check::names::Meaning;
use crate::check::types::{bag_of, element, list, may_lie, nothing, number, option, set, widen};
use crate::ir::visit;
use crate::ir::{
    Arm, ArmKind, Ask, BagChoice, Block, Expr, ExprKind, LocalId, LocalRole, Ordering, Piles, Query, Seen, Stmt,
    StmtKind, Text, TextPart, Type,
};
use tavola_syntax::diagnostic::{Fix, Remedy};
use tavola_syntax::syntax::ast;
use tavola_syntax::text::Span;

impl Sentences<'_> {
    /// Checks the player who is asked. In a `together` block that is only the player of the block.
    pub(super) fn asked(&mut self, who: &ast::Expr) -> Expr {
        let who = self.typer.player(who);
        if let Some(only) = self.at.together
            && who.ty != Type::Error
            && who.kind != ExprKind::Local(only)
        {
            let name = self.typer.scope.locals[only.index()].name.clone();
            let message = "in a `together` block everybody answers for themselves";
            let fix = Fix::new(format!("ask `{name}`"), who.span, name.as_str()).safe_if(false);
            let help = Remedy::new(format!("ask `{name}`"), fix);
            self.typer.book.error(codes::TOGETHER_OTHER, who.span, message, help);
        }
        who
    }

    fn answer_role(&self) -> LocalRole {
        if self.at.together.is_some() { LocalRole::Together } else { LocalRole::Answer }
    }

    /// `p chooses ..`, `chance ..`. The names stay in scope.
    pub(crate) fn question(&mut self, who: Option<Expr>, choice: &ast::ChoicePhrase, span: Span, out: &mut Block) {
        self.question_or_no(who, choice, None, span, out);
    }

    /// A question. With `no` it may be declined under that condition, which leaves the sheet of that title.
    pub(crate) fn question_or_no(
        &mut self,
        who: Option<Expr>,
        choice: &ast::ChoicePhrase,
        no: Option<(Expr, Option<Text>)>,
        span: Span,
        out: &mut Block,
    ) {
        let seen = seen_by(&mut self.typer, choice.seen.as_deref());
        let prompt = choice.prompt.as_ref();
        let is_of_a_set = matches!(&choice.of, ast::ChoiceOf::Query(query) if orders(query).is_none());
        if let Some(label) = choice.label.as_ref().filter(|_| !is_of_a_set) {
            let help = "remove it: orders and bags are asked element by element";
            self.typer.book.error(codes::MISPLACED, label.span, "only a choice from a set can have a label", help);
        }
        match &choice.of {
            ast::ChoiceOf::BagChoice(family) => self.family_question(who, family, (prompt, seen), span, out),
            ast::ChoiceOf::Query(query) => {
                let prompt = self.typer.maybe_text(prompt);
                if let Some((name, of, word)) = orders(query) {
                    self.typer.book.word_at("orders", word);
                    return self.order_question(who, (prompt, seen), (name, of), span, out);
                }
                let role = self.answer_role();
                let query = self.typer.query_without_keys(query, role, "every result can be chosen");
                let mut choose = arm(ArmKind::Choice, Some(query), Block::new(), span);
                choose.label = label(&mut self.typer, choice.label.as_ref());
                let mut arms = vec![choose];
                if let Some((no, title)) = no {
                    let decline = arm(ArmKind::No, None, vec![Stmt { kind: StmtKind::Return, span }], span);
                    let is_filled = |title: &Text| title.parts.iter().any(|part| matches!(part, TextPart::Value(_)));
                    arms.push(Arm { when: Some(no), label: title.filter(is_filled), ..decline });
                }
                push(out, StmtKind::Ask(Ask { who, prompt, arms, extent: false, seen }), span);
            }
        }
    }

    fn order_question(
        &mut self,
        who: Option<Expr>,
        (prompt, seen): (Option<Text>, Seen),
        (name, of): (&ast::Name, &ast::Expr),
        span: Span,
        out: &mut Block,
    ) {
        let set = self.typer.container(of, None);
        let element = element(self.typer.book, &set.ty).unwrap_or(Type::Error);
        let role = self.answer_role();
        let name = self.typer.scope.declare_local(self.typer.book, name, list(element), role);
        push(out, StmtKind::Order(Ordering { who, prompt, of: set, name, seen }), span);
    }

    fn family_question(
        &mut self,
        who: Option<Expr>,
        family: &ast::BagChoice,
        (prompt, seen): (Option<&ast::Text>, Seen),
        span: Span,
        out: &mut Block,
    ) {
        let (least, most) = match family.count.as_ref().map(|count| (&count.kind, count)) {
            None => (number(0, family.span), None),
            Some((ast::ExprKind::Range(low, high), _)) => {
                (self.typer.number(low), high.as_ref().map(|high| self.typer.number(high)))
            }
            Some((_, count)) => {
                let count = self.typer.number(count);
                (count.clone(), Some(count))
            }
        };
        if who.is_none() {
            self.drawn(family);
        }
        let of = a_bag(&mut self.typer, &family.of);
        let prompt = self.typer.maybe_text(prompt);
        let role = self.answer_role();
        let name = self.typer.scope.declare_local(self.typer.book, &family.name, of.ty.clone(), role);
        let filter = family.filter.as_ref().map(|filter| self.typer.condition(filter));
        push(out, StmtKind::BagChoice(BagChoice { who, prompt, least, most, of, name, filter, seen }), span);
    }

    /// Refuses what has no distribution where chance takes several things: a range of numbers, and a condition on the whole.
    fn drawn(&mut self, family: &ast::BagChoice) {
        let count = family.count.as_ref();
        if count.is_none_or(|count| matches!(count.kind, ast::ExprKind::Range(..))) {
            let span = count.map_or(family.span, |count| count.span);
            let help = "ask for the number first: `chance n in 1..2`, then `chance n of PLACE as cs`";
            self.typer.book.error(codes::NOT_YET, span, "chance takes a fixed number of things", help);
        }
        if let Some(filter) = &family.filter {
            let help = "leave it out, or draw one at a time: `chance c in PLACE where ..`";
            self.typer.book.error(
                codes::NOT_YET,
                filter.span,
                "no condition can limit what chance takes together",
                help,
            );
        }
    }

    /// `p may choose Q`, with a block or without.
    pub(super) fn may_choose(
        &mut self,
        who: &ast::Expr,
        choice: &ast::ChoicePhrase,
        body: Option<&ast::Block>,
        otherwise: Option<&ast::Block>,
        span: Span,
        out: &mut Block,
    ) {
        let who = self.asked(who);
        let ast::ChoiceOf::Query(query) = &choice.of else {
            let help = "write `p may \"..?\"` and the choice in its block";
            self.typer.book.error(codes::NOT_YET, span, "a bag cannot yet be chosen optionally", help);
            return;
        };
        let seen = seen_by(&mut self.typer, choice.seen.as_deref());
        let prompt = self.typer.maybe_text(choice.prompt.as_ref());
        let mark = self.typer.scope.mark();
        let extent = !self.at.sheet;
        let role = if body.is_some() { self.answer_role() } else { LocalRole::Binder };
        let query = self.typer.query_without_keys(query, role, "every result can be chosen");
        let label = label(&mut self.typer, choice.label.as_ref());
        let (yes, no) = match body {
            Some(body) => {
                let yes = self.block(body);
                self.typer.scope.forget(mark);
                (yes, otherwise.map_or_else(Block::new, |otherwise| self.block(otherwise)))
            }
            None => {
                self.typer.scope.forget(mark);
                (self.maybe_names(&query, span, out), Block::new())
            }
        };
        if body.is_none() {
            for (id, _) in &query.binders {
                self.typer.scope.locals[id.index()].role = LocalRole::Answer;
            }
        }
        let choose = Arm { label, ..arm(ArmKind::Choice, Some(query), yes, span) };
        let arms = vec![choose, arm(ArmKind::No, None, no, span)];
        push(out, StmtKind::Ask(Ask { who: Some(who), prompt, arms, extent, seen }), span);
    }

    /// Declares optional names: none at first, then the answer if there is one.
    fn maybe_names(&mut self, query: &Query, span: Span, out: &mut Block) -> Block {
        let mut yes = Block::new();
        for (id, _) in &query.binders {
            let inner = self.typer.scope.local(*id, span);
            let name = self.typer.scope.locals[id.index()].name.clone();
            let born = self.typer.scope.locals[id.index()].span;
            let ty = match &inner.ty {
                Type::Option(_) | Type::Error => inner.ty.clone(),
                plain => option(plain.clone()),
            };
            let name = ast::Name { text: name, span: born };
            let outer = match self.at.together {
                Some(_) => self.typer.scope.answer(self.typer.book, &name, ty.clone()),
                None => self.typer.scope.hidden(&name.text, ty.clone(), LocalRole::Let, born),
            };
            self.typer.scope.bring_into_scope(&name, Meaning::Local(outer));
            push(out, StmtKind::Let(outer, nothing(ty.clone(), span)), span);
            push(&mut yes, StmtKind::Let(outer, widen(inner, ty)), span);
        }
        yes
    }

    /// `p may "text"`
    pub(super) fn may(
        &mut self,
        who: &ast::Expr,
        (prompt, seen): (&ast::Text, Option<&[ast::Seer]>),
        body: &ast::Block,
        otherwise: Option<&ast::Block>,
        span: Span,
        out: &mut Block,
    ) {
        let who = self.asked(who);
        let seen = seen_by(&mut self.typer, seen);
        let prompt = Some(self.typer.text(prompt));
        let yes = self.block(body);
        let no = otherwise.map_or_else(Block::new, |otherwise| self.block(otherwise));
        let arms = vec![arm(ArmKind::Yes, None, yes, span), arm(ArmKind::No, None, no, span)];
        let extent = !self.at.sheet;
        push(out, StmtKind::Ask(Ask { who: Some(who), prompt, arms, extent, seen }), span);
    }

    /// `p chooses one of` + options
    pub(super) fn one_of(
        &mut self,
        who: &ast::Expr,
        (prompt, seen): (Option<&ast::Text>, Option<&[ast::Seer]>),
        options: &[ast::Arm],
        span: Span,
        out: &mut Block,
    ) {
        let who = self.asked(who);
        let seen = seen_by(&mut self.typer, seen);
        let prompt = self.typer.maybe_text(prompt);
        let mut arms = Vec::new();
        for option in options {
            let mark = self.typer.scope.mark();
            let label = self.typer.text(&option.label);
            let (when, births) = match &option.when {
                Some(when) => {
                    let (when, births) = self.typer.probing(|typer| typer.holds(when));
                    (Some(when), births)
                }
                None => (None, Vec::new()),
            };
            let mut body = Block::new();
            born(&mut self.typer.scope, &births, option.span, &mut body);
            self.sentences(&option.body, &mut body);
            self.typer.scope.forget(mark);
            let mut made = arm(ArmKind::Option, None, body, option.span);
            (made.label, made.when) = (Some(label), when);
            arms.push(made);
        }
        let extent = !self.at.sheet;
        push(out, StmtKind::Ask(Ask { who: Some(who), prompt, arms, extent, seen }), span);
    }

    /// `p divides hand[p] into offer[p, 1..3], none empty, alike`
    pub(super) fn divide(&mut self, divides: &ast::StmtKind, span: Span, out: &mut Block) {
        let ast::StmtKind::Divide { who, what, into, none_empty, alike } = divides else { return };
        let piles = Piles { none_empty: *none_empty, alike: *alike };
        let who = self.asked(who);
        let what = a_bag(&mut self.typer, what);
        let places = set(Type::Place);
        let into = self.typer.typed(into, &places);
        if what.ty == Type::Error || into.ty == Type::Error {
            return;
        }
        may_lie(self.typer.book, &what, None, &into, span);
        if let Some(only) = self.at.together.filter(|only| who.kind == ExprKind::Local(*only)) {
            own_places(&mut self.typer, only, &[&what, &into], span);
        }
        push(out, StmtKind::Divide(who, what, into, piles), span);
    }
}

/// `seen by p, left(p)` at the end of a question.
fn seen_by(typer: &mut Typer<'_>, seen: Option<&[ast::Seer]>) -> Seen {
    seen.map(|seen| seen.iter().filter_map(|seer| typer.seer(seer)).collect())
}

/// Label of an option. A place is shown by its contents.
fn label(typer: &mut Typer<'_>, label: Option<&ast::Text>) -> Option<Text> {
    let mut label = typer.maybe_text(label)?;
    for part in &mut label.parts {
        if let TextPart::Value(hole) = part
            && hole.ty == Type::Place
        {
            *hole = bag_of(typer.book, hole.clone());
        }
    }
    Some(label)
}

/// A bag; for a place, its contents.
fn a_bag(typer: &mut Typer<'_>, e: &ast::Expr) -> Expr {
    let found = typer.container(e, None);
    match &found.ty {
        Type::Bag(_) | Type::Error | Type::Set(_) => found,
        other => {
            let message = format!("expected things in a place, found {}", typer.book.say(other));
            let help = "name a place, `hand[p]`, or some of its things, `Good at hand[p]`";
            typer.book.wrong(codes::NOT_A_SET, found.span, message, help)
        }
    }
}

/// Checks that in a `together` block players divide things of their own into places of their own.
fn own_places(typer: &mut Typer<'_>, only: LocalId, sides: &[&Expr], span: Span) {
    for side in sides {
        let mut own = false;
        visit::each_expr(side, &mut |part| {
            if let ExprKind::Cell(_, at) = &part.kind {
                own |= at.iter().any(|index| index.kind == ExprKind::Local(only));
            }
        });
        if !own {
            let name = typer.scope.locals[only.index()].name.clone();
            let span = if side.span.is_none() { span } else { side.span };
            let help = format!("divide what lies in a place of `{name}` into places of `{name}`");
            let message = "in a `together` block everybody has only their own things";
            typer.book.error(codes::TOGETHER_OTHER, span, message, help);
        }
    }
}

/// `line in orders(S)` as the only name of a query: the name, the set, and the place of the word.
fn orders(query: &ast::Query) -> Option<(&ast::Name, &ast::Expr, Span)> {
    let [(name, domain)] = query.binders.as_slice() else {
        return None;
    };
    let ast::ExprKind::Call(base, args) = &domain.kind else {
        return None;
    };
    match (&base.kind, args.as_slice()) {
        (ast::ExprKind::Name(word), [of]) if word == "orders" => Some((name, of, base.span)),
        _ => None,
    }
}
