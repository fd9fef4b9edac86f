//! Which player an expression names: what is proved about names, variables and seats (must-alias analysis). What is not proved
//! counts as another player.

use std::collections::{BTreeMap, BTreeSet};

use super::calls::{is_stranger, stranger};
use crate::check::names::Book;
use crate::check::whole::touched::{self, StatePart};
use crate::ir::visit::{has_part, same};
use crate::ir::{Binary, Builtin, Expr, ExprKind, LocalId, MemoryId, PLAYER, Query, Type};

/// Maximum number of facts; more are not kept.
const MOST_FACTS: usize = 200;

/// Facts about players at a sentence.
#[derive(Default)]
pub(super) struct Identities {
    facts: Vec<Fact>,
    /// Number of blocks around the sentence.
    depth: usize,
    /// Names of players, in terms of the parameters and of the state when the rule began.
    entries: BTreeMap<LocalId, Expr>,
    /// Parts of the state that were written since the rule began.
    changed: BTreeSet<StatePart>,
}

/// A fact about two players, or about a player and a set of players.
struct Fact {
    one: Expr,
    relation: Relation,
    other: Expr,
    /// The block in which it is known, from 0 for the rule.
    depth: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Relation {
    Is,
    IsNot,
    In,
}

/// A player as a number of seats to the left of another one.
struct Offset<'e> {
    base: &'e Expr,
    by: i64,
}

impl Identities {
    /// Enters a block.
    pub(super) fn enter(&mut self) {
        self.depth += 1;
    }

    /// Leaves a block, and forgets what is known only there.
    pub(super) fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.facts.retain(|fact| fact.depth <= self.depth);
    }

    /// Adds that a name equals a value. `entry`: that value, in terms of the parameters and of the state when the rule began.
    pub(super) fn bind(&mut self, name: LocalId, value: &Expr, entry: Expr) {
        self.forget(name);
        if !is_player(value) {
            return;
        }
        self.add(&Expr { kind: ExprKind::Local(name), ty: value.ty.clone(), span: value.span }, Relation::Is, value);
        if !is_stranger(&entry) {
            self.entries.insert(name, entry);
        }
    }

    /// Forgets what a name equals.
    pub(super) fn forget(&mut self, name: LocalId) {
        let is_it = |e: &Expr| matches!(e.kind, ExprKind::Local(other) if other == name);
        self.facts.retain(|fact| ![&fact.one, &fact.other].iter().any(|e| has_part(e, is_it)));
        self.entries.remove(&name);
    }

    /// Adds that a variable equals a value, which was computed before.
    pub(super) fn set(&mut self, book: &Book, id: MemoryId, at: &[Expr], value: &Expr) {
        let changes = BTreeSet::from([StatePart::Memory(id)]);
        if is_player(value) && !at.iter().chain([value]).any(|e| depends(book, e, &changes)) {
            let variable = Expr { kind: ExprKind::Memory(id, at.to_vec()), ty: value.ty.clone(), span: value.span };
            self.add(&variable, Relation::Is, value);
        }
    }

    /// Adds what is known about the members that a query finds.
    pub(super) fn found(&mut self, query: &Query) {
        for (name, domain) in query.binders.iter().filter(|(_, domain)| is_of_players(domain)) {
            let member = Expr { kind: ExprKind::Local(*name), ty: Type::Member(PLAYER), span: domain.span };
            self.add(&member, Relation::In, domain);
        }
        query.filter.iter().for_each(|filter| self.holds(filter, true));
    }

    /// Adds what follows from a condition that holds (`yes`), or does not.
    pub(super) fn holds(&mut self, condition: &Expr, yes: bool) {
        match &condition.kind {
            ExprKind::Not(of) => self.holds(of, !yes),
            ExprKind::Binary(Binary::And, a, b) if yes => [a, b].into_iter().for_each(|part| self.holds(part, yes)),
            ExprKind::Binary(Binary::Or, a, b) if !yes => [a, b].into_iter().for_each(|part| self.holds(part, yes)),
            ExprKind::Binary(Binary::Is, a, b) if is_player(a) && is_player(b) => {
                self.add(a, if yes { Relation::Is } else { Relation::IsNot }, b);
            }
            ExprKind::Binary(Binary::In, member, set) if is_player(member) => match &set.kind {
                _ if yes => self.add(member, Relation::In, set),
                ExprKind::SetLiteral(all) => all.iter().for_each(|other| self.add(member, Relation::IsNot, other)),
                _ => {}
            },
            _ => {}
        }
    }

    fn add(&mut self, one: &Expr, relation: Relation, other: &Expr) {
        if self.facts.len() < MOST_FACTS {
            self.facts.push(Fact { one: one.clone(), relation, other: other.clone(), depth: self.depth });
        }
    }

    /// Forgets what depends on these parts of the state, which are written.
    pub(super) fn write(&mut self, book: &Book, changes: &BTreeSet<StatePart>) {
        self.changed.extend(changes);
        self.facts.retain(|fact| [&fact.one, &fact.other].iter().all(|e| !depends(book, e, changes)));
    }

    /// An expression for the same player that stays true when these parts are written; a stranger if none is known.
    pub(super) fn lasting(&self, book: &Book, e: &Expr, changes: &BTreeSet<StatePart>) -> Expr {
        self.alias(e, book.ir.players, |e| !depends(book, e, changes))
    }

    /// An expression for the same player in terms of the parameters and of the state when the rule began; a stranger if none is known.
    pub(super) fn at_entry(&self, book: &Book, e: &Expr, is_param: impl Fn(LocalId) -> bool) -> Expr {
        if let ExprKind::Local(name) = &unwrapped(e).kind
            && let Some(entry) = self.entries.get(name)
        {
            return entry.clone();
        }
        self.alias(e, book.ir.players, |e| {
            let is_own = |part: &Expr| {
                matches!(part.kind, ExprKind::Local(name) | ExprKind::AnswerOf(name, _) if !is_param(name))
            };
            !has_part(e, is_own) && !depends(book, e, &self.changed)
        })
    }

    fn alias(&self, e: &Expr, players: (u8, u8), fits: impl Fn(&Expr) -> bool) -> Expr {
        if fits(e) {
            return e.clone();
        }
        let equal = self.equals(e, players).into_iter().find(|other| other.by == 0 && fits(other.base));
        equal.map_or_else(|| stranger(e), |other| other.base.clone())
    }

    /// True if a set of players surely has this member. A player counts as a set of one.
    pub(super) fn has(&self, book: &Book, set: &Expr, who: &Expr) -> bool {
        let set = unwrapped(set);
        let has = |set: &Expr| self.has(book, set, who);
        match &set.kind {
            ExprKind::All(_) => return true,
            ExprKind::Builtin(Builtin::Others, of) => {
                return of.iter().all(|of| self.are(book, of, who) == Some(false));
            }
            ExprKind::SetLiteral(all) if all.iter().any(has) => return true,
            ExprKind::Binary(Binary::Join, a, b) if has(a) || has(b) => return true,
            ExprKind::Binary(Binary::Without, a, b) if has(a) && self.lacks(book, b, who) => return true,
            _ => {}
        }
        if is_player(set) {
            return self.are(book, set, who) == Some(true);
        }
        self.facts.iter().any(|fact| {
            fact.relation == Relation::In
                && same(unwrapped(&fact.other), set)
                && self.are(book, &fact.one, who) == Some(true)
        })
    }

    /// True if a set of players surely does not have this member.
    fn lacks(&self, book: &Book, set: &Expr, who: &Expr) -> bool {
        match &unwrapped(set).kind {
            ExprKind::SetLiteral(all) => all.iter().all(|one| self.are(book, one, who) == Some(false)),
            ExprKind::Builtin(Builtin::Others, of) => of.iter().all(|of| self.are(book, of, who) == Some(true)),
            _ => is_player(set) && self.are(book, set, who) == Some(false),
        }
    }

    /// True if two expressions surely name the same player, false if they surely name two; `None` if that is unknown.
    pub(super) fn are(&self, book: &Book, one: &Expr, two: &Expr) -> Option<bool> {
        if has_part(one, is_stranger) || has_part(two, is_stranger) {
            return None;
        }
        let players = book.ir.players;
        let (one, two) = (self.equals(one, players), self.equals(two, players));
        let pairs = || one.iter().flat_map(|a| two.iter().map(move |b| (a, b)));
        if let Some(are) = pairs().find_map(|(a, b)| a.are(b, players)) {
            return Some(are);
        }
        let apart = |fact: &Fact| {
            let other = match (&fact.relation, &fact.other.kind) {
                (Relation::IsNot, _) => &fact.other,
                (Relation::In, ExprKind::Builtin(Builtin::Others, of)) => of.first()?,
                _ => return None,
            };
            let (x, y) = (Offset::of(&fact.one), Offset::of(other));
            // The same number of seats from the two that differ.
            let differ = |a: &Offset<'_>, b: &Offset<'_>| {
                a.distance(&x).is_some_and(|far| b.distance(&y).is_some_and(|other| is_turn(far - other, players)))
            };
            pairs().any(|(a, b)| differ(a, b) || differ(b, a)).then_some(false)
        };
        self.facts.iter().find_map(apart)
    }

    /// Everything that an expression surely equals, itself included.
    fn equals<'e>(&'e self, e: &'e Expr, players: (u8, u8)) -> Vec<Offset<'e>> {
        let mut all = vec![Offset::of(e)];
        let mut at = 0;
        while at < all.len() {
            for fact in &self.facts {
                // Of two players, the other one is the neighbour.
                let (other, more) = match (fact.relation, &fact.other.kind) {
                    (Relation::Is, _) => (&fact.other, 0),
                    (Relation::IsNot, _) if players == (2, 2) => (&fact.other, 1),
                    (Relation::In, ExprKind::Builtin(Builtin::Others, of)) if players == (2, 2) => (&of[0], 1),
                    _ => continue,
                };
                let (x, y) = (Offset::of(&fact.one), Offset::of(other));
                for (from, to, more) in [(&x, &y, more), (&y, &x, -more)] {
                    if let Some(far) = all[at].distance(from)
                        && !all.iter().any(|known| same(known.base, to.base))
                    {
                        all.push(Offset { base: to.base, by: to.by + far + more });
                    }
                }
            }
            at += 1;
        }
        all
    }
}

impl<'e> Offset<'e> {
    fn of(e: &'e Expr) -> Self {
        let e = unwrapped(e);
        match &e.kind {
            ExprKind::Builtin(which @ (Builtin::Left | Builtin::Right), of) if of.len() == 1 => {
                let of = Self::of(&of[0]);
                Self { by: of.by + if *which == Builtin::Left { 1 } else { -1 }, ..of }
            }
            _ => Self { base: e, by: 0 },
        }
    }

    /// Number of seats from the other one on to the left; `None` if that is unknown.
    fn distance(&self, from: &Self) -> Option<i64> {
        let seats = match (&self.base.kind, &from.base.kind) {
            (ExprKind::Seat(one), ExprKind::Seat(two)) => match (&one.kind, &two.kind) {
                (ExprKind::Number(one), ExprKind::Number(two)) => one - two,
                _ if same(one, two) => 0,
                _ => return None,
            },
            _ if same(self.base, from.base) => 0,
            _ => return None,
        };
        Some(seats + self.by - from.by)
    }

    fn are(&self, other: &Self, players: (u8, u8)) -> Option<bool> {
        let far = self.distance(other)?;
        let mut turns = numbers(players).map(|players| far % players == 0);
        let first = turns.next()?;
        turns.all(|turn| turn == first).then_some(first)
    }
}

/// True if that many seats on is the same player, for any number of players.
fn is_turn(far: i64, players: (u8, u8)) -> bool {
    numbers(players).all(|players| far % players == 0)
}

/// The numbers of players. Nobody is asked about others when playing alone.
fn numbers((low, high): (u8, u8)) -> impl Iterator<Item = i64> {
    (low.max(2)..=high.max(2)).map(i64::from)
}

/// True if a value depends on one of these parts of the state.
fn depends(book: &Book, e: &Expr, parts: &BTreeSet<StatePart>) -> bool {
    !touched::reads(&book.ir, e).is_disjoint(parts)
}

fn unwrapped(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Widen(inner) | ExprKind::Only(inner) => unwrapped(inner),
        _ => e,
    }
}

/// True for a player, or a player or none.
fn is_player(e: &Expr) -> bool {
    unwrapped(e).ty == Type::Member(PLAYER)
        || matches!(&unwrapped(e).ty, Type::Option(of) if **of == Type::Member(PLAYER))
}

fn is_of_players(e: &Expr) -> bool {
    matches!(&e.ty, Type::Set(of) | Type::List(of) if **of == Type::Member(PLAYER))
}
