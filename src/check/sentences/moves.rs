//! `move` and `draw`: the only changes of place.

use super::push;
use crate::check::codes;
use crate::check::exprs::components_of;
use crate::check::exprs::typer::{Typer, binary, number};
use crate::check::names::consts::fold;
use crate::check::types::fit::card;
use crate::ir::visit;
use crate::ir::{Binary, Block, Copies, Expr, ExprKind, KindId, LocalRole, Order, Quantity, StackEnd, StmtKind, Type};
use crate::syntax::ast;
use crate::text::Span;

impl Typer<'_> {
    /// `move 2 jar[p] from A to B`
    pub(super) fn move_things(
        &mut self,
        what: &ast::Quantity,
        from: Option<&ast::Expr>,
        to: &ast::Expr,
        end: Option<ast::End>,
        span: Span,
        out: &mut Block,
    ) {
        let from = from.map(|from| {
            let from = self.value(from, Some(&Type::Place));
            let from = self.present(from);
            self.place_or_places(from)
        });
        let to = self.typed(to, &Type::Place);
        if let ast::Quantity::Exactly(n, of) | ast::Quantity::UpTo(n, of) = what {
            let n = self.value(n, Some(&Type::Number));
            let n = self.present(n);
            if let Type::Amounts(kind) = n.ty {
                let up_to = matches!(what, ast::Quantity::UpTo(..));
                return self.move_amounts((n, kind, of, up_to), from, to, (end, span), out);
            }
            let n = self.coerce(n, &Type::Number);
            let things = self.things(of);
            let what = match what {
                ast::Quantity::UpTo(..) => Quantity::UpTo(n, things),
                _ => Quantity::Exactly(n, things),
            };
            return self.move_them(what, from, to, (end, span), out);
        }
        let Some(what) = self.quantity(what, from.as_ref(), span) else {
            return;
        };
        self.move_them(what, from, to, (end, span), out);
    }

    /// `move w.cost jar from A to B`: of each member as many. The amounts are those before anything moves.
    pub(super) fn move_amounts(
        &mut self,
        (amounts, kind, of, up_to): (Expr, KindId, &ast::Expr, bool),
        from: Option<Expr>,
        to: Expr,
        (end, span): (Option<ast::End>, Span),
        out: &mut Block,
    ) {
        let Some(component) = self.moved_by(of, kind) else { return };
        let amounts = self.kept_amounts(amounts, span, out);
        let (mut query, member) = self.each_of(kind, span);
        self.locals[member.index()].role = LocalRole::Answer;
        let n = self.amount_of(&amounts, member);
        query.filter = Some(Box::new(binary(Binary::Less, number(0, span), n.clone(), Type::YesNo)));
        let thing = card(component, self.local(member, span));
        let what = if up_to { Quantity::UpTo(n, thing) } else { Quantity::Exactly(n, thing) };
        let mut moved = Block::new();
        self.move_them(what, from, to, (end, span), &mut moved);
        push(out, StmtKind::Each(query, moved), span);
    }

    /// Amounts that depend on what lies on the table get a name.
    fn kept_amounts(&mut self, amounts: Expr, span: Span, out: &mut Block) -> Expr {
        let mut moving = false;
        visit::each_expr(&amounts, &mut |part| {
            moving |= !matches!(
                part.kind,
                ExprKind::Attribute(..)
                    | ExprKind::Local(_)
                    | ExprKind::Member(..)
                    | ExprKind::Only(_)
                    | ExprKind::Widen(_)
                    | ExprKind::Narrow(_)
            );
        });
        if !moving {
            return amounts;
        }
        let id = self.hidden("", amounts.ty.clone(), LocalRole::Let, span);
        push(out, StmtKind::Let(id, amounts), span);
        self.local(id, span)
    }

    fn move_them(
        &mut self,
        what: Quantity,
        from: Option<Expr>,
        to: Expr,
        (end, span): (Option<ast::End>, Span),
        out: &mut Block,
    ) {
        let things = match &what {
            Quantity::Exactly(_, x) | Quantity::UpTo(_, x) => x,
            Quantity::All(x) | Quantity::Bag(x) | Quantity::Figure(x) => x,
        };
        let wrong = |e: &Expr| e.ty == Type::Error;
        if wrong(things) || wrong(&to) || from.as_ref().is_some_and(wrong) {
            return;
        }
        if from.is_none() && !matches!(what, Quantity::Figure(_)) {
            let moved = components_of(&things.ty);
            let help = match self.hiding(&moved) {
                _ if self.are_figures(&moved) => {
                    "write `from` and a place; a single figure moves without: `move FIGURE to PLACE`".to_owned()
                }
                Some(place) => {
                    format!("write `from` and a place: not everybody can tell what lies in `{}`", place.name)
                }
                None => "write `from` and a place".to_owned(),
            };
            self.book.error(codes::NO_FROM, span, "from where is not said", help);
        }
        self.fits(things, from.as_ref(), &to, span);
        if let Quantity::Exactly(n, things) = &what {
            self.are_so_many(n, things);
        }
        self.stack_end(end, &to, span);
        let end = end.map(|end| match end {
            ast::End::Top => StackEnd::Top,
            ast::End::Bottom => StackEnd::Bottom,
        });
        push(out, StmtKind::Move { what, from, to, end }, span);
    }

    /// More of a thing than are in the box can never be moved.
    pub(super) fn are_so_many(&mut self, n: &Expr, things: &Expr) {
        let ExprKind::Piece(id, at) = &things.kind else { return };
        if matches!(things.ty, Type::Set(_)) {
            return;
        }
        let component = &self.book.ir.components[id.index()];
        let copies = match (&component.copies, at.first().map(|at| &at.kind)) {
            (Copies::Each(copies), _) => Some(copies),
            (Copies::Column, Some(ExprKind::Member(kind, family, _))) => {
                self.book.family((*kind, *family)).and_then(|family| family.copies.as_ref())
            }
            _ => None,
        };
        let (low, high) = self.book.ir.players;
        let mut most = None;
        for players in low..=high {
            let known = |e: &Expr| fold(self.book, e, Some(i64::from(players)));
            match (known(n), copies.and_then(known)) {
                (Some(n), Some(copies)) if n > copies => most = most.max(Some(copies)),
                _ => return,
            }
        }
        if let Some(copies) = most {
            let message = format!("there are only {copies} of `{}` in the box", component.name);
            let help = "write a smaller number, `up to`, or change the column `count`";
            self.book.error(codes::TOO_MANY, n.span, message, help);
        }
    }

    /// Whether the places may hold the things. Of one thing of several components rules ask which before they move it: it is
    /// enough that each place may hold one of them.
    pub(super) fn fits(&mut self, things: &Expr, from: Option<&Expr>, to: &Expr, span: Span) {
        let several = matches!(&things.ty, Type::Thing(components) if components.len() > 1);
        self.all_or_some_fit(things, several || matches!(things.kind, ExprKind::Pieces(_)), from, to, span);
    }

    fn all_or_some_fit(&mut self, things: &Expr, some: bool, from: Option<&Expr>, to: &Expr, span: Span) {
        let moved = components_of(&things.ty);
        let sides = from.into_iter().chain([to]);
        for place in sides {
            let held = self.held_in(place);
            let stranger = if some {
                (!moved.iter().any(|id| held.contains(id))).then(|| moved.first()).flatten()
            } else {
                moved.iter().find(|id| !held.contains(id))
            };
            let Some(stranger) = stranger else { continue };
            let name = &self.book.ir.components[stranger.index()].name;
            let message = match &place.kind {
                ExprKind::Cell(id, _) => format!("`{}` may not hold `{name}`", self.book.ir.places[id.index()].name),
                _ => format!("`{name}` can never lie there"),
            };
            let help = "name it in the column `holds` of the place";
            self.book.error(codes::HELD, if place.span.is_none() { span } else { place.span }, message, help);
        }
    }

    fn stack_end(&mut self, end: Option<ast::End>, to: &Expr, span: Span) {
        if let (Some(_), ExprKind::Cell(id, _)) = (end, &to.kind) {
            let place = &self.book.ir.places[id.index()];
            let (what, help) = match place.order {
                Order::Heap => ("heap", "its order must be `stack` or `shuffled`"),
                Order::Row => ("row", "leave it out: what comes goes to the right end"),
                Order::Stack | Order::Shuffled => return,
            };
            let message = format!("`{}` is a {what}, it has no top and no bottom", place.name);
            self.book.error(codes::HELD, span, message, help);
        }
    }

    fn quantity(&mut self, what: &ast::Quantity, from: Option<&Expr>, span: Span) -> Option<Quantity> {
        match what {
            ast::Quantity::All(None) => {
                let Some(from) = from else {
                    self.book.error(codes::NO_FROM, span, "all of what is not said", "write `from` and a place");
                    return None;
                };
                let held = self.held_in(from);
                let ty = Type::Set(Box::new(Type::Thing(held.clone())));
                Some(Quantity::All(Expr { kind: ExprKind::Pieces(held), ty, span }))
            }
            ast::Quantity::All(Some(x)) => Some(Quantity::All(self.things(x))),
            ast::Quantity::UpTo(..) | ast::Quantity::Exactly(..) => None,
            ast::Quantity::The(x) => self.the_thing(x, from.is_none()),
        }
    }

    /// A figure, a chosen card, a bag. A figure that is said to come from somewhere is moved like any other thing.
    fn the_thing(&mut self, x: &ast::Expr, from_anywhere: bool) -> Option<Quantity> {
        let any_bag = Type::Bag(Vec::new());
        let found = self.value(x, Some(&any_bag));
        let found = self.present(found);
        if matches!(found.ty, Type::Bag(_)) {
            return Some(Quantity::Bag(found));
        }
        let thing = self.as_things(found);
        match &thing.ty {
            Type::Error => None,
            Type::Thing(components) if from_anywhere && self.are_figures(components) => Some(Quantity::Figure(thing)),
            Type::Thing(_) => Some(Quantity::Exactly(number(1, thing.span), thing)),
            _ => {
                self.book.error(
                    codes::MISMATCH,
                    thing.span,
                    "how many of these is not said",
                    "write a number, `all` or `up to` a number before it",
                );
                None
            }
        }
    }

    /// `draw 3 from deck to hand[p], except c where C to aside`
    pub(super) fn draw(
        &mut self,
        (count, from, to): (&ast::Expr, &ast::Expr, &ast::Expr),
        except: Option<&(ast::Name, ast::Expr, ast::Expr)>,
        span: Span,
        out: &mut Block,
    ) {
        let count = self.number(count);
        let from = self.typed(from, &Type::Place);
        let to = self.typed(to, &Type::Place);
        if let Some(name) = self.loose(&from) {
            let message = format!("`{name}` is not shuffled, nothing is drawn from it");
            let help = "make its order `shuffled` or `stack`, or use `move`";
            self.book.error(codes::DRAW_FROM, from.span, message, help);
        }
        let bag = self.bag_of(from.clone());
        if bag.ty != Type::Error && to.ty != Type::Error {
            self.all_or_some_fit(&bag, except.is_some(), None, &to, span);
        }
        let except = except.map(|(name, condition, aside)| {
            let mark = self.mark();
            let ty = self.book.element(&bag.ty).unwrap_or(Type::Error);
            let id = self.birth(name, ty, LocalRole::Binder);
            let condition = self.condition(condition);
            self.forget(mark);
            let aside = self.typed(aside, &Type::Place);
            if let (ExprKind::Cell(a, at), ExprKind::Cell(b, _)) = (&aside.kind, &from.kind)
                && a == b
                && at.is_empty()
            {
                let help = "put it into a place of its own, and move it back after the draw";
                self.book.error(codes::DRAW_FROM, aside.span, "what is excepted would be drawn again", help);
            }
            (id, condition, aside)
        });
        if from.ty != Type::Error && to.ty != Type::Error {
            push(out, StmtKind::Draw { count, from, to, except }, span);
        }
    }

    /// The name of a place whose things are neither shuffled nor stacked.
    fn loose(&self, place: &Expr) -> Option<String> {
        let ExprKind::Cell(id, _) = &place.kind else { return None };
        let place = &self.book.ir.places[id.index()];
        matches!(place.order, Order::Heap | Order::Row).then(|| place.name.clone())
    }

    /// `shuffle deck`
    pub(super) fn shuffle(&mut self, place: &ast::Expr, span: Span, out: &mut Block) {
        let place = self.typed(place, &Type::Place);
        if let Some(name) = self.loose(&place) {
            let message = format!("`{name}` has no order that could be forgotten");
            let help = "its order must be `shuffled` or `stack`";
            self.book.error(codes::DRAW_FROM, place.span, message, help);
        } else if place.ty != Type::Error {
            push(out, StmtKind::Shuffle(place), span);
        }
    }
}
