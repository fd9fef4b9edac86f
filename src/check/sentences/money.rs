//! `p gains 3 fame`, `p pays 2 coins to q`, and the `cost:` lines of sheets.

use super::push;
use super::set::opposite;
use crate::check::codes;
use crate::check::exprs::typer::{Meaning, Typer, binary, negate};
use crate::check::names::defs::Def;
use crate::check::types::fit::card;
use crate::diagnostic::Diagnostic;
use crate::ir::{
    Axis, Binary, Block, ComponentId, Copies, Expr, ExprKind, LocalId, LocalRole, PLAYER, PlaceId, Quantity,
    StartIndex, Stmt, StmtKind, TrackId, Type,
};
use crate::syntax::ast;
use crate::text::Span;

/// What belongs to a player and can be gained or paid.
#[derive(Clone, Copy)]
enum Money {
    /// A track indexed by players alone.
    Track(TrackId),
    /// A component with a purse for each player: the thing, the purse, the bank.
    Coins(ComponentId, PlaceId, Option<PlaceId>),
    /// What a menu remembers: movement points.
    Points(LocalId),
}

impl Typer<'_> {
    /// `p gains n fame`
    pub(super) fn gains(&mut self, who: &ast::Expr, n: &ast::Expr, of: &ast::Name, span: Span, out: &mut Block) {
        let who = self.typed(who, &Type::Member(PLAYER));
        let n = self.number(n);
        if let Some(money) = self.money(of) {
            let gain = self.gain(money, who, n, span);
            out.extend(gain);
        }
    }

    /// `p pays n fame to q`
    pub(super) fn pays(
        &mut self,
        who: &ast::Expr,
        n: &ast::Expr,
        of: &ast::Name,
        to: Option<&ast::Expr>,
        span: Span,
        out: &mut Block,
    ) {
        let who = self.typed(who, &Type::Member(PLAYER));
        let n = self.number(n);
        let to = to.map(|to| self.typed(to, &Type::Member(PLAYER)));
        if let Some(money) = self.money(of) {
            let enough = self.enough(money, &who, &n);
            push(out, StmtKind::Require(enough, None), span);
            let paid = self.pay(money, who, n, to, span);
            out.extend(paid);
        }
    }

    fn money(&mut self, of: &ast::Name) -> Option<Money> {
        if let Some(Meaning::Local(id)) = self.lookup(&of.text).map(|seen| seen.meaning.clone()) {
            let local = &self.locals[id.index()];
            if local.role == LocalRole::Remember && local.ty == Type::Number {
                return Some(Money::Points(id));
            }
        }
        for def in self.book.names.get(&of.text).to_vec() {
            match def {
                Def::Track(id) if by_player(&self.book.ir.tracks[id.index()].axes) => {
                    self.uses(def);
                    return Some(Money::Track(id));
                }
                Def::Component(id) => return self.coins(id, of),
                _ => {}
            }
        }
        let mut near: Vec<String> = Vec::new();
        near.extend(self.book.ir.tracks.iter().filter(|t| by_player(&t.axes)).map(|t| t.name.clone()));
        near.extend(self.book.ir.components.iter().map(|component| component.name.clone()));
        let message = format!("nobody can gain or pay `{}`", of.text);
        let mut finding = Diagnostic::error(codes::NO_PURSE, of.span, message);
        finding.help = self.book.near(&of.text, near.iter().map(String::as_str)).or_else(|| {
            Some("that is a track with a value for each player, or a component with a purse for each player".into())
        });
        self.book.missing(&of.text, finding);
        None
    }

    fn coins(&mut self, id: ComponentId, of: &ast::Name) -> Option<Money> {
        self.uses(Def::Component(id));
        let purses: Vec<u32> = (0..self.book.ir.places.len() as u32)
            .filter(|at| {
                let place = &self.book.ir.places[*at as usize];
                place.holds.contains(&id) && by_player(&place.axes)
            })
            .collect();
        let component = &self.book.ir.components[id.index()];
        let plain = component.axes.is_empty();
        match purses.as_slice() {
            [purse] if plain => {
                let bank = component.start.places.first().map(|start| start.place);
                let unlimited = matches!(component.copies, Copies::Unlimited);
                let bank = bank.filter(|bank| unlimited || bank.index() != *purse as usize);
                self.uses(Def::Place(PlaceId(*purse)));
                Some(Money::Coins(id, PlaceId(*purse), bank))
            }
            found => {
                let message = format!("`{}` has {} purses of players", of.text, found.len());
                let help = "one place indexed by Player alone must hold it; else write a `move`";
                self.book.error(codes::NO_PURSE, of.span, message, help);
                None
            }
        }
    }

    /// The place of a bank: where all of its money starts.
    fn bank(&self, id: ComponentId, bank: PlaceId, span: Span) -> Expr {
        let start = self.book.ir.components[id.index()].start.places.first();
        let at = start.into_iter().flat_map(|start| &start.axes).filter_map(|axis| match axis {
            StartIndex::At(at) => Some(at.clone()),
            StartIndex::Of(_) => None,
        });
        cell(bank, at.collect(), span)
    }

    fn gain(&mut self, money: Money, who: Expr, n: Expr, span: Span) -> Block {
        let kind = match money {
            Money::Track(id) => StmtKind::Step(id, vec![who], n),
            Money::Points(id) => {
                let now = self.local(id, span);
                StmtKind::Let(id, binary(Binary::Add, now, n, Type::Number))
            }
            Money::Coins(id, purse, bank) => {
                let from = bank.map(|bank| self.bank(id, bank, span));
                hand_over(id, n, from, cell(purse, vec![who], span), span)
            }
        };
        vec![Stmt { kind, span }]
    }

    fn pay(&mut self, money: Money, who: Expr, n: Expr, to: Option<Expr>, span: Span) -> Block {
        let mut out = Block::new();
        match money {
            Money::Track(id) => {
                push(&mut out, StmtKind::Step(id, vec![who], opposite(n.clone())), span);
                if let Some(to) = to {
                    push(&mut out, StmtKind::Step(id, vec![to], n), span);
                }
            }
            Money::Points(id) => {
                let now = self.local(id, span);
                push(&mut out, StmtKind::Let(id, binary(Binary::Sub, now, n, Type::Number)), span);
            }
            Money::Coins(id, purse, bank) => {
                let target = match to {
                    Some(to) => Some(cell(purse, vec![to], span)),
                    None => bank.map(|bank| self.bank(id, bank, span)),
                };
                if let Some(target) = target {
                    push(&mut out, hand_over(id, n, Some(cell(purse, vec![who], span)), target, span), span);
                }
            }
        }
        out
    }

    /// Whether a player has so much.
    fn enough(&mut self, money: Money, who: &Expr, n: &Expr) -> Expr {
        let span = n.span;
        match money {
            Money::Track(id) => {
                let low = self.book.ir.tracks[id.index()].low.clone();
                let needed = match low {
                    Some(Expr { kind: ExprKind::Number(0), .. }) => n.clone(),
                    Some(low) => binary(Binary::Add, low, n.clone(), Type::Number),
                    None => return crate::check::exprs::typer::yes_no(true, span),
                };
                let needed = Expr { span, ..needed };
                let has = Expr { kind: ExprKind::Track(id, vec![who.clone()]), ty: Type::Number, span };
                binary(Binary::AtMost, needed, has, Type::YesNo)
            }
            Money::Points(id) => {
                let has = self.local(id, span);
                binary(Binary::AtMost, n.clone(), has, Type::YesNo)
            }
            Money::Coins(id, purse, _) => {
                let thing = coin(id, span);
                let has = ExprKind::Count(Box::new(thing), Box::new(cell(purse, vec![who.clone()], span)));
                let has = Expr { kind: has, ty: Type::Number, span };
                binary(Binary::AtMost, n.clone(), has, Type::YesNo)
            }
        }
    }

    /// A `cost:` line: what must hold, and the payment.
    pub(in crate::check) fn cost(&mut self, cost: &ast::Cost, you: LocalId, span: Span) -> Option<(Expr, Block)> {
        let condition = cost.when.as_ref().map(|(holds, e)| {
            let e = self.condition(e);
            if *holds { e } else { negate(e) }
        });
        let (enough, paid) = match &cost.from {
            None => self.cost_money(cost, you, span)?,
            Some(from) => self.cost_things(cost, from, span)?,
        };
        Some(match condition {
            None => (enough, paid),
            Some(condition) => {
                let free = negate(condition.clone());
                let holds = binary(Binary::Or, free, enough, Type::YesNo);
                (holds, vec![Stmt { kind: StmtKind::If(condition, paid, Block::new()), span }])
            }
        })
    }

    fn cost_money(&mut self, cost: &ast::Cost, you: LocalId, span: Span) -> Option<(Expr, Block)> {
        let Some(ast::Expr { kind: ast::ExprKind::Name(name), span: at }) = &cost.of else {
            self.book.error(
                codes::NO_PURSE,
                span,
                "this cost does not say from where it is paid",
                "write `2 jar from A to B`, or what the player has: `2 coins`",
            );
            return None;
        };
        let money = self.money(&ast::Name { text: name.clone(), span: *at })?;
        let n = self.number(&cost.amount);
        let to = cost.to.as_ref().map(|to| self.typed(to, &Type::Member(PLAYER)));
        let who = self.local(you, span);
        let enough = self.enough(money, &who, &n);
        let paid = self.pay(money, who, n, to, span);
        Some((enough, paid))
    }

    fn cost_things(&mut self, cost: &ast::Cost, from: &ast::Expr, span: Span) -> Option<(Expr, Block)> {
        let from = self.value(from, Some(&Type::Place));
        let from = self.place_or_places(from);
        let (Some(of), Some(to)) = (&cost.of, &cost.to) else {
            self.book.error(
                codes::NO_FROM,
                span,
                "this cost does not say what is paid, or where to",
                "write `2 jar from A to B`",
            );
            return None;
        };
        let n = self.value(&cost.amount, Some(&Type::Number));
        let n = self.present(n);
        if let Type::Amounts(kind) = n.ty {
            let to = self.typed(to, &Type::Place);
            let component = self.moved_by(of, kind)?;
            if from.ty == Type::Error || to.ty == Type::Error {
                return None;
            }
            let enough = self.has_amounts(component, &n, &from);
            let mut paid = Block::new();
            self.move_amounts((n, kind, of, false), Some(from), to, (None, span), &mut paid);
            return Some((enough, paid));
        }
        let n = self.coerce(n, &Type::Number);
        let things = self.things(of);
        let to = self.typed(to, &Type::Place);
        if things.ty == Type::Error || from.ty == Type::Error || to.ty == Type::Error {
            return None;
        }
        self.fits(&things, Some(&from), &to, span);
        self.are_so_many(&n, &things);
        let there = ExprKind::Count(Box::new(things.clone()), Box::new(from.clone()));
        let there = Expr { kind: there, ty: Type::Number, span: from.span };
        let enough = binary(Binary::AtMost, n.clone(), there, Type::YesNo);
        let what = Quantity::Exactly(n, things);
        let kind = StmtKind::Move { what, from: Some(from), to, end: None };
        Some((enough, vec![Stmt { kind, span }]))
    }
}

fn by_player(axes: &[Axis]) -> bool {
    matches!(axes, [Axis::Kind(PLAYER)])
}

fn cell(id: PlaceId, at: Vec<Expr>, span: Span) -> Expr {
    Expr { kind: ExprKind::Cell(id, at), ty: Type::Place, span }
}

fn coin(id: ComponentId, span: Span) -> Expr {
    let mut piece = card(id, crate::check::exprs::typer::number(0, span));
    piece.kind = ExprKind::Piece(id, Vec::new());
    piece
}

fn hand_over(id: ComponentId, n: Expr, from: Option<Expr>, to: Expr, span: Span) -> StmtKind {
    StmtKind::Move { what: Quantity::Exactly(n, coin(id, span)), from, to, end: None }
}
