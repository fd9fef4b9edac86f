//! Questions: somebody, or chance, must pick.

use super::push;
use crate::check::codes;
use crate::check::exprs::typer::{Meaning, Typer, number, widen};
use crate::ir::visit;
use crate::ir::{
    Arm, ArmKind, Ask, Block, Expr, ExprKind, Family, LocalRole, Ordering, PLAYER, Piles, Query, Seen, Seer, StmtKind,
    Text, TextPart, Type,
};
use crate::syntax::ast;
use crate::text::Span;

impl Typer<'_> {
    /// Who is asked. In a `together` block only the one it is about.
    pub(super) fn asked(&mut self, who: &ast::Expr) -> Expr {
        let who = self.typed(who, &Type::Member(PLAYER));
        if let Some(only) = self.at.together
            && who.ty != Type::Error
            && who.kind != ExprKind::Local(only)
        {
            let name = self.locals[only.index()].name.clone();
            self.book.error(
                codes::TOGETHER_OTHER,
                who.span,
                "in a `together` block everybody answers for themselves",
                format!("ask `{name}`"),
            );
        }
        who
    }

    /// `seen by p, left(p)` at the end of a question.
    fn seen_by(&mut self, seen: Option<&[ast::Seer]>) -> Seen {
        seen.map(|seen| seen.iter().filter_map(|seer| self.seer(seer)).collect())
    }

    /// One that sees a place, a variable, or the answer of a question; none: `nobody`.
    pub(in crate::check) fn seer(&mut self, seer: &ast::Seer) -> Option<Seer> {
        let when = seer.when.as_ref().map(|when| self.condition(when));
        match &seer.who.kind {
            ast::ExprKind::Name(word) if word == "all" => Some(Seer::All(when)),
            ast::ExprKind::Name(word) if word == "nobody" => None,
            _ => {
                let players = Type::Set(Box::new(Type::Member(PLAYER)));
                let who = self.value(&seer.who, Some(&players));
                let who = if matches!(who.ty, Type::Set(_)) {
                    self.coerce(who, &players)
                } else {
                    self.coerce(who, &Type::Member(PLAYER))
                };
                Some(Seer::Player(who, when))
            }
        }
    }

    fn answer_role(&self) -> LocalRole {
        if self.at.together.is_some() { LocalRole::Together } else { LocalRole::Answer }
    }

    /// `p chooses ..`, `chance ..`; the names live on.
    pub(in crate::check) fn question(&mut self, who: Option<Expr>, choice: &ast::Choice, span: Span, out: &mut Block) {
        self.question_or_no(who, choice, None, span, out);
    }

    /// A question; with `no` it may be declined if that holds, and then the sheet is left.
    pub(in crate::check) fn question_or_no(
        &mut self,
        who: Option<Expr>,
        choice: &ast::Choice,
        no: Option<Expr>,
        span: Span,
        out: &mut Block,
    ) {
        let seen = self.seen_by(choice.seen.as_deref());
        let prompt = choice.prompt.as_ref();
        let is_of_a_set = matches!(&choice.of, ast::ChoiceOf::Query(query) if orders(query).is_none());
        if let Some(label) = choice.label.as_ref().filter(|_| !is_of_a_set) {
            let help = "leave it out; an order and a bag are asked element by element";
            self.book.error(codes::MISPLACED, label.span, "only what is chosen out of a set is shown so", help);
        }
        match &choice.of {
            ast::ChoiceOf::Family(family) => self.family_question(who, family, (prompt, seen), span, out),
            ast::ChoiceOf::Query(query) => {
                let prompt = self.maybe_text(prompt);
                if let Some((name, of)) = orders(query) {
                    return self.order_question(who, (prompt, seen), (name, of), span, out);
                }
                let role = self.answer_role();
                let query = self.query(query, role);
                let mut choose = arm(ArmKind::Choice, Some(query), Block::new(), span);
                choose.label = self.label(choice.label.as_ref());
                let mut arms = vec![choose];
                if let Some(no) = no {
                    let leave = vec![crate::ir::Stmt { kind: StmtKind::Return, span }];
                    let mut decline = arm(ArmKind::No, None, leave, span);
                    decline.when = Some(no);
                    arms.push(decline);
                }
                push(out, StmtKind::Ask(Ask { who, prompt, arms, extent: false, seen }), span);
            }
        }
    }

    /// What is read of each option. A place is told by what lies there.
    fn label(&mut self, label: Option<&ast::Text>) -> Option<Text> {
        let mut label = self.maybe_text(label)?;
        for part in &mut label.parts {
            if let TextPart::Value(hole) = part
                && hole.ty == Type::Place
            {
                *hole = self.bag_of(hole.clone());
            }
        }
        Some(label)
    }

    fn order_question(
        &mut self,
        who: Option<Expr>,
        (prompt, seen): (Option<Text>, Seen),
        (name, of): (&ast::Name, &ast::Expr),
        span: Span,
        out: &mut Block,
    ) {
        let set = self.container(of, None);
        let element = self.book.element(&set.ty).unwrap_or(Type::Error);
        let role = self.answer_role();
        let name = self.birth(name, Type::List(Box::new(element)), role);
        push(out, StmtKind::Order(Ordering { who, prompt, of: set, name, seen }), span);
    }

    fn family_question(
        &mut self,
        who: Option<Expr>,
        family: &ast::Family,
        (prompt, seen): (Option<&ast::Text>, Seen),
        span: Span,
        out: &mut Block,
    ) {
        let (least, most) = match family.count.as_ref().map(|count| (&count.kind, count)) {
            None => (number(0, family.span), None),
            Some((ast::ExprKind::Range(low, high), _)) => {
                (self.number(low), high.as_ref().map(|high| self.number(high)))
            }
            Some((_, count)) => {
                let count = self.number(count);
                (count.clone(), Some(count))
            }
        };
        let of = self.a_bag(&family.of);
        let prompt = self.maybe_text(prompt);
        let role = self.answer_role();
        let name = self.birth(&family.name, of.ty.clone(), role);
        let filter = family.filter.as_ref().map(|filter| self.condition(filter));
        push(out, StmtKind::Family(Family { who, prompt, least, most, of, name, filter, seen }), span);
    }

    /// A bag; a place counts as what lies in it.
    fn a_bag(&mut self, e: &ast::Expr) -> Expr {
        let found = self.container(e, None);
        match &found.ty {
            Type::Bag(_) | Type::Error | Type::Set(_) => found,
            other => {
                let message = format!("this is {}, but things in a place are wanted", self.book.say(other));
                self.wrong(
                    codes::NOT_A_SET,
                    found.span,
                    message,
                    "name a place, `hand[p]`, or some of its things, `Good at hand[p]`",
                )
            }
        }
    }

    /// `p may choose Q`, with a block or without.
    pub(super) fn may_choose(
        &mut self,
        who: &ast::Expr,
        choice: &ast::Choice,
        body: Option<&ast::Block>,
        otherwise: Option<&ast::Block>,
        span: Span,
        out: &mut Block,
    ) {
        let who = self.asked(who);
        let ast::ChoiceOf::Query(query) = &choice.of else {
            self.book.error(
                codes::NOT_YET,
                span,
                "a bag cannot yet be chosen optionally",
                "write `p may \"..?\"` and the choice in its block",
            );
            return;
        };
        let seen = self.seen_by(choice.seen.as_deref());
        let prompt = self.maybe_text(choice.prompt.as_ref());
        let mark = self.mark();
        let extent = !self.at.sheet;
        let role = if body.is_some() { self.answer_role() } else { LocalRole::Binder };
        let query = self.query(query, role);
        let label = self.label(choice.label.as_ref());
        let (yes, no) = match body {
            Some(body) => {
                let yes = self.block(body);
                self.forget(mark);
                (yes, otherwise.map_or_else(Block::new, |otherwise| self.block(otherwise)))
            }
            None => {
                self.forget(mark);
                (self.maybe_names(&query, span, out), Block::new())
            }
        };
        let mut choose = arm(ArmKind::Choice, Some(query), yes, span);
        if body.is_none() {
            for (id, _) in &choose.query.as_ref().map_or_else(Vec::new, |query| query.binders.clone()) {
                self.locals[id.index()].role = LocalRole::Answer;
            }
        }
        choose.span = span;
        choose.label = label;
        let arms = vec![choose, arm(ArmKind::No, None, no, span)];
        push(out, StmtKind::Ask(Ask { who: Some(who), prompt, arms, extent, seen }), span);
    }

    /// Names that may be none: none at first, the answer if there is one.
    fn maybe_names(&mut self, query: &Query, span: Span, out: &mut Block) -> Block {
        let mut yes = Block::new();
        for (id, _) in &query.binders {
            let inner = self.local(*id, span);
            let name = self.locals[id.index()].name.clone();
            let born = self.locals[id.index()].span;
            let ty = match &inner.ty {
                Type::Option(_) | Type::Error => inner.ty.clone(),
                plain => Type::Option(Box::new(plain.clone())),
            };
            let name = ast::Name { text: name, span: born };
            let outer = match self.at.together {
                Some(_) => self.answer(&name, ty.clone()),
                None => self.hidden(&name.text, ty.clone(), LocalRole::Let, born),
            };
            self.see(&name, Meaning::Local(outer));
            let nothing = Expr { kind: ExprKind::Nothing, ty: ty.clone(), span };
            push(out, StmtKind::Let(outer, nothing), span);
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
        let seen = self.seen_by(seen);
        let prompt = Some(self.text(prompt));
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
        let seen = self.seen_by(seen);
        let prompt = self.maybe_text(prompt);
        let mut arms = Vec::new();
        for option in options {
            let mark = self.mark();
            let label = self.text(&option.label);
            let (when, births) = match &option.when {
                Some(when) => {
                    let (when, births) = self.probing(|typer| typer.holds(when));
                    (Some(when), births)
                }
                None => (None, Vec::new()),
            };
            let mut body = Block::new();
            self.born(&births, option.span, &mut body);
            self.sentences(&option.body, &mut body);
            self.forget(mark);
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
        let what = self.a_bag(what);
        let places = Type::Set(Box::new(Type::Place));
        let into = self.typed(into, &places);
        if what.ty == Type::Error || into.ty == Type::Error {
            return;
        }
        self.fits(&what, None, &into, span);
        if self.at.together.is_none_or(|only| who.kind == ExprKind::Local(only)) {
            self.own_places(&[&what, &into], span);
        }
        push(out, StmtKind::Divide(who, what, into, piles), span);
    }
}

impl Typer<'_> {
    /// In a `together` block everybody divides things of their own, into places of their own.
    fn own_places(&mut self, sides: &[&Expr], span: Span) {
        let Some(only) = self.at.together else { return };
        for side in sides {
            let mut own = false;
            visit::each_expr(side, &mut |part| {
                if let ExprKind::Cell(_, at) = &part.kind {
                    own |= at.iter().any(|index| index.kind == ExprKind::Local(only));
                }
            });
            if !own {
                let name = self.locals[only.index()].name.clone();
                let span = if side.span.is_none() { span } else { side.span };
                let help = format!("divide what lies in a place of `{name}` into places of `{name}`");
                let message = "in a `together` block everybody has only their own things";
                self.book.error(codes::TOGETHER_OTHER, span, message, help);
            }
        }
    }
}

/// `line in orders(S)` as the only name of a query.
fn orders(query: &ast::Query) -> Option<(&ast::Name, &ast::Expr)> {
    let [(name, domain)] = query.binders.as_slice() else {
        return None;
    };
    let ast::ExprKind::Call(base, args) = &domain.kind else {
        return None;
    };
    match (&base.kind, args.as_slice()) {
        (ast::ExprKind::Name(word), [of]) if word == "orders" => Some((name, of)),
        _ => None,
    }
}

/// A group of options.
pub(in crate::check) fn arm(kind: ArmKind, query: Option<Query>, body: Block, span: Span) -> Arm {
    Arm { kind, label: None, query, when: None, body, span }
}
