//! Type checking of `move`, `draw` and `shuffle`.

use super::made::push;
use crate::check::codes;
use crate::check::exprs::{Typer, is_site};
use crate::check::names::{Book, Def, in_words};
use crate::check::types::{
    all_or_some_may_lie, all_pieces, amount_of, are_figures, are_so_many, as_things, bag_of, binary, card, coerce,
    components_of, each_of, element, held_in, hiding, loose, may_lie, number, place_or_places, present, stack_end,
};
use crate::ir::visit;
use crate::ir::{Binary, Block, Expr, ExprKind, KindId, LocalRole, Quantity, StackEnd, StmtKind, Type};
use tavola_syntax::diagnostic::{Fix, Remedy};
use tavola_syntax::syntax::ast;
use tavola_syntax::text::Span;

/// `move 2 jar[p] from A to B`
pub(super) fn move_things(
    typer: &mut Typer<'_>,
    what: &ast::Quantity,
    from: Option<&ast::Expr>,
    to: &ast::Expr,
    end: Option<ast::End>,
    span: Span,
    out: &mut Block,
) {
    if let Some(from) = from.filter(|from| is_site(from)) {
        return stands_there(typer, what, from, to);
    }
    let from = from.map(|from| {
        let from = present(typer.value(from, Some(&Type::Place)));
        place_or_places(typer.book, from)
    });
    let to = typer.typed(to, &Type::Place);
    if let ast::Quantity::Exactly(things, n) = what
        && matches!(n.kind, ast::ExprKind::Number(_))
        && matches!(things.kind, ast::ExprKind::Name(_) | ast::ExprKind::Index(..))
    {
        let named = in_words(things).zip(in_words(n));
        let help = named
            .map_or_else(|| "write `move 2 jar from A to B`".to_owned(), |(of, n)| format!("write `move {n} {of}`"));
        let help = Remedy::new(help, Fix::swap("exchange them", things.span, n.span));
        return typer.book.error(codes::MISMATCH, n.span, "the amount stands before the things", help);
    }
    if let ast::Quantity::Exactly(article, of) = what
        && is_article(typer, article)
    {
        return needless_article(typer, article, of);
    }
    if let ast::Quantity::Exactly(n, of) | ast::Quantity::UpTo(n, of) = what {
        let n = present(typer.value(n, Some(&Type::Number)));
        if let Type::Amounts(kind) = n.ty {
            let up_to = matches!(what, ast::Quantity::UpTo(..));
            return move_amounts(typer, (n, kind, of, up_to), from, to, (end, span), out);
        }
        let n = coerce(typer.book, n, &Type::Number);
        let things = typer.things(of);
        let what = match what {
            ast::Quantity::UpTo(..) => Quantity::UpTo(n, things),
            _ => Quantity::Exactly(n, things),
        };
        return move_them(typer, what, from, to, (end, span), out);
    }
    let Some(what) = quantity(typer, what, from.as_ref(), span) else {
        return;
    };
    move_them(typer, what, from, to, (end, span), out);
}

/// True for `the` where the amount belongs.
fn is_article(typer: &Typer<'_>, e: &ast::Expr) -> bool {
    matches!(&e.kind, ast::ExprKind::Name(name) if name == "the") && typer.scope.lookup("the").is_none()
}

/// Reports `move the jar from ..`.
fn needless_article(typer: &mut Typer<'_>, article: &ast::Expr, of: &ast::Expr) {
    let thing = in_words(of).unwrap_or_else(|| "..".to_owned());
    let message = format!("`the` is not needed before `{thing}`");
    let fix = Fix::new("remove `the`", Span { end: of.span.start, ..article.span }, "");
    let help =
        Remedy::new(format!("write `move {thing}`, or an amount before it: `move 1 {thing}`"), fix.safe_if(false));
    typer.book.error(codes::UNKNOWN_NAME, article.span, message, help);
}

/// Reports `move fox from site(fox) to ..`: a site is an index of a place, and a figure moves from where it stands.
fn stands_there(typer: &mut Typer<'_>, what: &ast::Quantity, from: &ast::Expr, to: &ast::Expr) {
    let names = match what {
        ast::Quantity::The(figure) => in_words(figure).zip(in_words(to)),
        _ => None,
    };
    let (figure, to) = names.unwrap_or_else(|| ("FIGURE".to_owned(), "PLACE".to_owned()));
    let help = format!("a single figure needs no `from`: `move {figure} to {to}`");
    typer.book.error(codes::MISMATCH, from.span, "`site` says where a figure stands, it is no place", help);
}

/// `move w.cost jar from A to B`: moves the amount of each member. The amounts are fixed before anything moves.
pub(super) fn move_amounts(
    typer: &mut Typer<'_>,
    (amounts, kind, of, up_to): (Expr, KindId, &ast::Expr, bool),
    from: Option<Expr>,
    to: Expr,
    (end, span): (Option<ast::End>, Span),
    out: &mut Block,
) {
    let Some(component) = typer.moved_by(of, kind) else { return };
    let amounts = kept_amounts(typer, amounts, span, out);
    let (mut query, member) = each_of(&mut typer.scope, kind, span);
    typer.scope.locals[member.index()].role = LocalRole::Answer;
    let n = amount_of(&typer.scope, &amounts, member);
    query.filter = Some(Box::new(binary(Binary::Less, number(0, span), n.clone(), Type::YesNo)));
    let thing = card(component, typer.scope.local(member, span));
    let what = if up_to { Quantity::UpTo(n, thing) } else { Quantity::Exactly(n, thing) };
    let mut moved = Block::new();
    move_them(typer, what, from, to, (end, span), &mut moved);
    push(out, StmtKind::Each(query, moved), span);
}

/// Binds amounts to a name if moves may change them.
fn kept_amounts(typer: &mut Typer<'_>, amounts: Expr, span: Span, out: &mut Block) -> Expr {
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
    let id = typer.scope.hidden("", amounts.ty.clone(), LocalRole::Let, span);
    push(out, StmtKind::Let(id, amounts), span);
    typer.scope.local(id, span)
}

fn move_them(
    typer: &mut Typer<'_>,
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
        let help = match hiding(typer.book, &moved) {
            _ if are_figures(typer.book, &moved) => {
                "write `from` and a place; a single figure moves without: `move FIGURE to PLACE`".to_owned()
            }
            Some(place) => {
                format!("write `from` and a place: not everybody sees what lies in `{}`", place.name)
            }
            None => "write `from` and a place".to_owned(),
        };
        typer.book.error(codes::NO_FROM, span, "this move does not say from where", help);
    }
    may_lie(typer.book, things, from.as_ref(), &to, span);
    if let Quantity::Exactly(n, things) = &what {
        are_so_many(typer.book, n, things);
    }
    stack_end(typer.book, end, &to, span);
    let end = end.map(|end| match end {
        ast::End::Top => StackEnd::Top,
        ast::End::Bottom => StackEnd::Bottom,
    });
    push(out, StmtKind::Move { what, from, to, end }, span);
}

fn quantity(typer: &mut Typer<'_>, what: &ast::Quantity, from: Option<&Expr>, span: Span) -> Option<Quantity> {
    match what {
        ast::Quantity::All(None) => {
            let Some(from) = from else {
                typer.book.error(
                    codes::NO_FROM,
                    span,
                    "this move does not say all of what",
                    "write `from` and a place",
                );
                return None;
            };
            let held = held_in(typer.book, from);
            Some(Quantity::All(all_pieces(held, span)))
        }
        ast::Quantity::All(Some(x)) => Some(Quantity::All(typer.things(x))),
        ast::Quantity::UpTo(..) | ast::Quantity::Exactly(..) => None,
        ast::Quantity::The(x) => the_thing(typer, x, from.is_none()),
    }
}

/// A figure, a chosen card or a bag. A figure with `from` is moved like any other thing.
fn the_thing(typer: &mut Typer<'_>, x: &ast::Expr, from_anywhere: bool) -> Option<Quantity> {
    let any_bag = Type::Bag(Vec::new());
    let found = typer.member_before_setting(x).unwrap_or_else(|| typer.value(x, Some(&any_bag)));
    let found = present(found);
    if matches!(found.ty, Type::Bag(_)) {
        return Some(Quantity::Bag(found));
    }
    let thing = as_things(typer.book, found);
    match &thing.ty {
        Type::Error => None,
        Type::Thing(components) if from_anywhere && are_figures(typer.book, components) => {
            Some(Quantity::Figure(thing))
        }
        Type::Thing(_) => Some(Quantity::Exactly(number(1, thing.span), thing)),
        _ => {
            match own_things(typer.book, &thing) {
                Some(name) => {
                    let message = format!("there are several `{name}`, and this move does not say which");
                    let help = format!("write its index: `{name}[p]`, or how many: `all {name}`");
                    typer.book.error(codes::MISMATCH, thing.span, message, help);
                }
                None => {
                    let help = "write a number, `all` or `up to` a number before it";
                    typer.book.error(codes::MISMATCH, thing.span, "this move does not say how many", help);
                }
            }
            None
        }
    }
}

/// The name of a component of which several things are meant because an index is missing.
fn own_things<'b>(book: &'b Book, things: &Expr) -> Option<&'b str> {
    let Type::Set(of) = &things.ty else { return None };
    let Type::Thing(components) = &**of else { return None };
    let (ExprKind::Pieces(_) | ExprKind::Piece(..)) = things.kind else { return None };
    let [component] = components.as_slice() else { return None };
    let component = &book.ir.components[component.index()];
    (component.axes.len() == 1).then_some(component.name.as_str())
}

/// `draw 3 from deck to hand[p], except c where C to aside`
pub(super) fn draw(
    typer: &mut Typer<'_>,
    (count, from, to): (&ast::Expr, &ast::Expr, &ast::Expr),
    except: Option<&(ast::Name, ast::Expr, ast::Expr)>,
    span: Span,
    out: &mut Block,
) {
    let count = typer.number(count);
    let from = typer.typed(from, &Type::Place);
    let to = typer.typed(to, &Type::Place);
    if let Some(name) = loose(typer.book, &from) {
        let message = format!("`{name}` is not shuffled: nothing can be drawn from it");
        let help = "make its order `shuffled` or `stack`, or use `move`";
        typer.book.error(codes::DRAW_FROM, from.span, message, help);
        typer.book.label_declaration(typer.book.names.place(&name).map(Def::Place));
    }
    let bag = bag_of(typer.book, from.clone());
    if bag.ty != Type::Error && to.ty != Type::Error {
        all_or_some_may_lie(typer.book, &bag, except.is_some(), None, &to, span);
    }
    let except = except.map(|(name, condition, aside)| {
        let mark = typer.scope.mark();
        let ty = element(typer.book, &bag.ty).unwrap_or(Type::Error);
        let id = typer.scope.declare_local(typer.book, name, ty, LocalRole::Binder);
        let condition = typer.condition(condition);
        typer.scope.forget(mark);
        let aside = typer.typed(aside, &Type::Place);
        if let (ExprKind::Cell(a, at), ExprKind::Cell(b, _)) = (&aside.kind, &from.kind)
            && a == b
            && at.is_empty()
        {
            let help = "put it into a place of its own, and move it back after the draw";
            typer.book.error(codes::DRAW_FROM, aside.span, "excepted things would be drawn again", help);
        }
        (id, condition, aside)
    });
    if from.ty != Type::Error && to.ty != Type::Error {
        push(out, StmtKind::Draw { count, from, to, except }, span);
    }
}

/// `shuffle deck`
pub(super) fn shuffle(typer: &mut Typer<'_>, place: &ast::Expr, span: Span, out: &mut Block) {
    let place = typer.typed(place, &Type::Place);
    if let Some(name) = loose(typer.book, &place) {
        let message = format!("`{name}` cannot be shuffled");
        let help = "make its order `shuffled` or `stack`";
        typer.book.error(codes::DRAW_FROM, place.span, message, help);
    } else if place.ty != Type::Error {
        push(out, StmtKind::Shuffle(place), span);
    }
}
