//! Prover for conditions of menus: known facts and their consequences. It is sound but incomplete: unproved conditions may
//! hold.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::check::names::{Book, fold};
use crate::ir::visit::same_by;
use crate::ir::{Binary, Builtin, Expr, ExprKind, KindBody, KindId, LocalId, PLAYER, Type};

/// The meaning of a local name, to compare expressions of several rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MenuName {
    /// A name of the menu.
    Menus(LocalId),
    /// A name of the menu after the action has assigned it. It equals no other name.
    Changed(LocalId),
    /// A constant.
    Number(i64),
}

/// The meanings of the local names of a rule. A name without entry equals no other name.
pub(super) type MenuNames = BTreeMap<LocalId, MenuName>;

/// An expression, with the meanings of its names.
pub(super) type ScopedExpr<'s> = (&'s Expr, &'s MenuNames);

/// A condition, with the meanings of its names.
#[derive(Clone)]
pub(super) struct MenuCondition {
    e: Expr,
    names: Rc<MenuNames>,
}

impl MenuCondition {
    pub(super) fn new(e: Expr, names: &Rc<MenuNames>) -> Self {
        Self { e, names: Rc::clone(names) }
    }

    fn said(&self) -> ScopedExpr<'_> {
        (&self.e, &self.names)
    }
}

/// A set of conditions with known truth values.
#[derive(Clone)]
pub(super) struct MenuFacts<'b> {
    book: &'b Book,
    known: Vec<(MenuCondition, bool)>,
    /// Numbers of the menu that are never negative, each with a number that always divides it.
    multiples: BTreeMap<LocalId, i64>,
}

/// Splits a condition with a known truth value into parts with known truth values.
pub(super) fn split<'e>(e: &'e Expr, holds: bool, into: &mut Vec<(&'e Expr, bool)>) {
    match &e.kind {
        ExprKind::Not(inner) => split(inner, !holds, into),
        ExprKind::Binary(op @ (Binary::And | Binary::Or), a, b) if (*op == Binary::And) == holds => {
            split(a, holds, into);
            split(b, holds, into);
        }
        _ => into.push((e, holds)),
    }
}

impl<'b> MenuFacts<'b> {
    pub(super) fn new(book: &'b Book, multiples: BTreeMap<LocalId, i64>) -> Self {
        Self { book, known: Vec::new(), multiples }
    }

    /// Adds the fact that a condition holds, or does not.
    pub(super) fn assume(&mut self, e: &Expr, names: &Rc<MenuNames>, holds: bool) {
        let mut parts = Vec::new();
        split(e, holds, &mut parts);
        self.known.extend(parts.into_iter().map(|(part, holds)| (MenuCondition::new(part.clone(), names), holds)));
    }

    /// True if a condition provably holds.
    pub(super) fn prove(&self, condition: &MenuCondition) -> bool {
        self.holds(condition.said(), true)
    }

    /// Adds the fact that a condition holds, or does not.
    pub(super) fn learn(&mut self, condition: &MenuCondition, holds: bool) {
        self.assume(&condition.e, &condition.names, holds);
    }

    /// True if a condition provably has the truth value `wanted`.
    pub(super) fn holds(&self, (e, names): ScopedExpr<'_>, wanted: bool) -> bool {
        if self.has((e, names), wanted) {
            return true;
        }
        match &e.kind {
            ExprKind::YesNo(yes) => *yes == wanted,
            ExprKind::Not(inner) => self.holds((inner, names), !wanted),
            ExprKind::Binary(op @ (Binary::And | Binary::Or), a, b) => {
                let mut sides = [a, b].into_iter().map(|side| self.holds((side, names), wanted));
                if (*op == Binary::And) == wanted { sides.all(|holds| holds) } else { sides.any(|holds| holds) }
            }
            ExprKind::Binary(Binary::Is, a, b) => {
                let (a, b) = ((&**a, names), (&**b, names));
                if wanted {
                    alike(a, b) || self.below(a, b, 0) && self.below(b, a, 0)
                } else {
                    self.below(a, b, 1) || self.below(b, a, 1)
                }
            }
            ExprKind::IsNone(set) if !wanted => self.any((set, names)),
            _ => order((e, names), wanted).is_some_and(|(low, high, apart)| self.below(low, high, apart)),
        }
    }

    /// True if a set or place is provably not empty.
    pub(super) fn any(&self, (e, names): ScopedExpr<'_>) -> bool {
        let filled = |fact: &Expr| matches!(&fact.kind, ExprKind::IsNone(_));
        let known = self.known.iter().filter(|(fact, holds)| !holds && filled(&fact.e));
        let mut known = known.filter_map(|(fact, _)| match &fact.e.kind {
            ExprKind::IsNone(set) => Some((&**set, &*fact.names)),
            _ => None,
        });
        if known.any(|set| alike(set, (e, names))) {
            return true;
        }
        match &e.kind {
            ExprKind::All(kind) => self.has_members(*kind),
            ExprKind::SetLiteral(all) | ExprKind::ListLiteral(all) => all.iter().any(is_surely_there),
            ExprKind::Range(low, high) => self.below((low, names), (high, names), 0),
            ExprKind::Builtin(Builtin::Others, _) => self.book.ir.players.0 > 1,
            ExprKind::Builtin(Builtin::Neighbours(_) | Builtin::Links(_), _) => true,
            ExprKind::Widen(inner) | ExprKind::Narrow(inner) => self.any((inner, names)),
            _ => false,
        }
    }

    fn has_members(&self, kind: KindId) -> bool {
        kind == PLAYER
            || matches!(self.book.ir.kinds[kind.index()].body, KindBody::Cells(_))
            || !self.book.families(kind).is_empty()
    }

    /// The value of a constant number.
    pub(super) fn number(&self, (e, names): ScopedExpr<'_>) -> Option<i64> {
        match (&e.kind, local(e).and_then(|id| names.get(&id))) {
            (_, Some(MenuName::Number(n))) => Some(*n),
            _ => fold(self.book, e, None),
        }
    }

    /// True if a condition is a known fact.
    fn has(&self, said: ScopedExpr<'_>, holds: bool) -> bool {
        self.known.iter().any(|(fact, known)| *known == holds && alike(fact.said(), said))
    }

    /// Known facts about the order of two numbers: `low + apart <= high`.
    fn orders(&self) -> impl Iterator<Item = (ScopedExpr<'_>, ScopedExpr<'_>, i64)> {
        self.known.iter().filter_map(|(fact, holds)| order(fact.said(), *holds))
    }

    /// True if provably `a + apart <= b`.
    fn below(&self, a: ScopedExpr<'_>, b: ScopedExpr<'_>, apart: i64) -> bool {
        if apart <= 0 && alike(a, b) {
            return true;
        }
        if self.orders().any(|(low, high, least)| least >= apart && alike(low, a) && alike(high, b)) {
            return true;
        }
        match (self.most(a), self.least(b)) {
            (Some(a), Some(b)) => a.saturating_add(apart) <= b,
            _ => false,
        }
    }

    /// A lower bound of a number.
    fn least(&self, (e, names): ScopedExpr<'_>) -> Option<i64> {
        let multiple = local(e).and_then(|id| match names.get(&id)? {
            MenuName::Menus(id) | MenuName::Changed(id) => self.multiples.get(id),
            MenuName::Number(_) => None,
        });
        let ir = &self.book.ir;
        let end = |e: Option<&Expr>| e.and_then(|e| fold(self.book, e, None));
        let own = self.number((e, names)).or_else(|| match &e.kind {
            ExprKind::Count(..) | ExprKind::CountInBag(..) | ExprKind::Size(_) => Some(0),
            ExprKind::Track(id, _) => end(ir.tracks[id.index()].low.as_ref()),
            ExprKind::Memory(id, _) => end(ir.memory[id.index()].range.as_ref().map(|(low, _)| low)),
            ExprKind::Binary(Binary::Add, a, b) => self.least((a, names))?.checked_add(self.least((b, names))?),
            ExprKind::Binary(Binary::Sub, a, b) => self.least((a, names))?.checked_sub(self.most((b, names))?),
            _ => multiple.map(|_| 0),
        });
        let known = self.orders().filter(|(_, high, _)| alike(*high, (e, names)));
        let known = known.filter_map(|(low, _, apart)| self.number(low)?.checked_add(apart));
        let mut least = own.into_iter().chain(known).max()?;
        while self.is_not((e, names), least) {
            least += multiple.copied().unwrap_or(1).max(1);
        }
        Some(least)
    }

    /// An upper bound of a number.
    fn most(&self, (e, names): ScopedExpr<'_>) -> Option<i64> {
        let ir = &self.book.ir;
        let end = |e: Option<&Expr>| e.and_then(|e| fold(self.book, e, None));
        let own = self.number((e, names)).or_else(|| match &e.kind {
            ExprKind::Track(id, _) => end(ir.tracks[id.index()].high.as_ref()),
            ExprKind::Memory(id, _) => end(ir.memory[id.index()].range.as_ref().map(|(_, high)| high)),
            ExprKind::Binary(Binary::Add, a, b) => self.most((a, names))?.checked_add(self.most((b, names))?),
            ExprKind::Binary(Binary::Sub, a, b) => self.most((a, names))?.checked_sub(self.least((b, names))?),
            _ => None,
        });
        let known = self.orders().filter(|(low, ..)| alike(*low, (e, names)));
        let known = known.filter_map(|(_, high, apart)| self.number(high)?.checked_sub(apart));
        own.into_iter().chain(known).min()
    }

    /// True if a number is known to differ from `n`.
    fn is_not(&self, said: ScopedExpr<'_>, n: i64) -> bool {
        self.known.iter().any(|(fact, holds)| match &fact.e.kind {
            ExprKind::Binary(Binary::Is, a, b) if !holds => {
                alike((a, &fact.names), said) && self.number((b, &fact.names)) == Some(n)
            }
            _ => false,
        })
    }
}

/// The order `low + apart <= high` that follows from the truth value of a comparison.
fn order<'s>((e, names): ScopedExpr<'s>, holds: bool) -> Option<(ScopedExpr<'s>, ScopedExpr<'s>, i64)> {
    let ExprKind::Binary(op, a, b) = &e.kind else { return None };
    let (a, b) = ((&**a, names), (&**b, names));
    match (op, holds) {
        (Binary::Less, true) => Some((a, b, 1)),
        (Binary::Less, false) => Some((b, a, 0)),
        (Binary::AtMost, true) => Some((a, b, 0)),
        (Binary::AtMost, false) => Some((b, a, 1)),
        _ => None,
    }
}

/// True if two expressions are surely equal.
fn alike((a, names): ScopedExpr<'_>, (b, others): ScopedExpr<'_>) -> bool {
    let one = |name: &MenuName| !matches!(name, MenuName::Changed(_));
    same_by(a, b, &|x, y| names.get(&x).is_some_and(|name| one(name) && others.get(&y) == Some(name)))
}

fn local(e: &Expr) -> Option<LocalId> {
    if let ExprKind::Local(id) = e.kind { Some(id) } else { None }
}

/// True if an element of a set or list literal surely exists. Elements that are none are left out.
fn is_surely_there(e: &Expr) -> bool {
    !matches!(&e.kind, ExprKind::Only(inner) if matches!(inner.ty, Type::Option(_)))
}
