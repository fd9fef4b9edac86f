//! Conditions of `seen by`: whether they surely fail at the start, and how a sentence may change that (abstract evaluation over the
//! values that are known).

use crate::ir::visit::{parts, same};
use crate::ir::{Binary, Expr, ExprKind, LocalId, MemoryId, Rulebook, Seer, Stmt, StmtKind, TrackId, Type, constant};
use tavola_syntax::text::Span;

/// A variable or a track that a condition reads.
#[derive(Clone, Copy, PartialEq)]
enum SightRead {
    Memory(MemoryId),
    Track(TrackId),
}

/// A condition of `seen by` that only variables, tracks and constants decide.
pub(super) struct SightCondition<'b> {
    condition: &'b Expr,
    reads: Vec<(SightRead, &'b [Expr])>,
}

/// Effect of a sentence on a condition that surely fails.
#[derive(Clone, Copy)]
pub(super) enum SightEffect<'b> {
    /// It still fails wherever it failed.
    Unchanged,
    /// It surely fails after the sentence, at every index.
    Closes,
    /// It may hold after the sentence.
    Opens,
    /// It may hold after the sentence where this index has this value, and nowhere else.
    OpensAt(LocalId, &'b Expr),
}

impl<'b> SightEffect<'b> {
    /// Effect of either of two sentences.
    pub(super) fn or(self, other: Self) -> Self {
        match (self, other) {
            (one, Self::Unchanged | Self::Closes) | (Self::Unchanged | Self::Closes, one) => one.opening(),
            (Self::OpensAt(axis, one), Self::OpensAt(other, two)) if axis == other && same(one, two) => self,
            _ => Self::Opens,
        }
    }

    fn opening(self) -> Self {
        if matches!(self, Self::Closes) { Self::Unchanged } else { self }
    }
}

/// All such conditions.
pub(super) fn sights(book: &Rulebook) -> Vec<SightCondition<'_>> {
    let seen = book.places.iter().map(|place| &place.seen).chain(book.memory.iter().map(|memory| &memory.seen));
    let when = seen.flatten().filter_map(|seer| match seer {
        Seer::All(when) | Seer::Player(_, when) => when.as_ref(),
    });
    when.filter_map(|condition| SightCondition::of(book, condition)).collect()
}

impl<'b> SightCondition<'b> {
    fn of(book: &'b Rulebook, condition: &'b Expr) -> Option<Self> {
        let mut reads = Vec::new();
        collect(book, condition, &mut reads).then_some(Self { condition, reads })
    }

    /// The source location of the condition, which identifies it.
    pub(super) fn span(&self) -> Span {
        self.condition.span
    }

    /// True if it surely fails when the game begins, at every index.
    pub(super) fn fails_at_start(&self, book: &Rulebook) -> bool {
        KnownValues { book, assigned: None }.surely(self.condition, false)
    }

    /// Effect of a sentence on it, blocks and callees excluded.
    pub(super) fn effect(&self, book: &Rulebook, stmt: &'b Stmt) -> SightEffect<'b> {
        let (stored, at, value) = match &stmt.kind {
            StmtKind::SetMemory(id, at, value) => (SightRead::Memory(*id), at, Some(value)),
            StmtKind::SetTrack(id, at, value) => (SightRead::Track(*id), at, Some(value)),
            StmtKind::Step(id, at, _) => (SightRead::Track(*id), at, None),
            _ => return SightEffect::Unchanged,
        };
        if !self.reads.iter().any(|(read, _)| *read == stored) {
            return SightEffect::Unchanged;
        }
        let fails = value
            .is_some_and(|value| KnownValues { book, assigned: Some((stored, value)) }.surely(self.condition, false));
        match (at.as_slice(), self.axis(stored)) {
            ([], _) if fails => SightEffect::Closes,
            ([], _) => value.map_or(SightEffect::Opens, |value| self.of_set(stored, value)),
            ([_], Some(_)) if fails => SightEffect::Unchanged,
            ([index], Some(axis)) => SightEffect::OpensAt(axis, index),
            _ => SightEffect::Opens,
        }
    }

    /// The index of the condition at which alone it reads an indexed variable or track.
    fn axis(&self, stored: SightRead) -> Option<LocalId> {
        let mut axes = self.reads.iter().filter(|(read, _)| *read == stored).map(|(_, at)| match at {
            [Expr { kind: ExprKind::Local(axis), .. }] => Some(*axis),
            _ => None,
        });
        let first = axes.next()??;
        axes.all(|axis| axis == Some(first)).then_some(first)
    }

    /// The effect of adding to a set, or removing from it, on a condition such as `p in open`.
    fn of_set(&self, stored: SightRead, value: &'b Expr) -> SightEffect<'b> {
        let ExprKind::Binary(Binary::In, member, set) = &self.condition.kind else { return SightEffect::Opens };
        let is_set =
            |e: &Expr| matches!(&e.kind, ExprKind::Memory(id, at) if at.is_empty() && stored == SightRead::Memory(*id));
        match (&member.kind, &value.kind) {
            _ if !is_set(set) || self.reads.len() > 1 => SightEffect::Opens,
            (_, ExprKind::Binary(Binary::Without, before, _)) if is_set(before) => SightEffect::Unchanged,
            (ExprKind::Local(axis), ExprKind::Binary(Binary::Join, before, more)) if is_set(before) => match &more.kind
            {
                ExprKind::SetLiteral(all) if all.len() == 1 => SightEffect::OpensAt(*axis, &all[0]),
                _ => SightEffect::Opens,
            },
            _ => SightEffect::Opens,
        }
    }
}

/// Collects the variables and tracks that an expression reads. False if anything else decides its value.
fn collect<'b>(book: &'b Rulebook, e: &'b Expr, reads: &mut Vec<(SightRead, &'b [Expr])>) -> bool {
    use ExprKind as K;
    match &e.kind {
        K::Memory(id, at) => reads.push((SightRead::Memory(*id), at)),
        K::Track(id, at) => reads.push((SightRead::Track(*id), at)),
        K::Define(id, args) if args.is_empty() => {
            if !collect(book, &book.defines[id.index()].value, reads) {
                return false;
            }
        }
        K::Number(_) | K::YesNo(_) | K::Nothing | K::Member(..) | K::Local(_) | K::Setting(_) | K::Players => {}
        K::Not(_) | K::Binary(..) | K::IsNone(_) | K::Widen(_) | K::SetLiteral(_) | K::Seat(_) => {}
        _ => return false,
    }
    parts(e).into_iter().all(|part| collect(book, part, reads))
}

/// The values that are known: those of the start, or the one that a sentence writes.
struct KnownValues<'b, 'v> {
    book: &'b Rulebook,
    assigned: Option<(SightRead, &'v Expr)>,
}

impl KnownValues<'_, '_> {
    /// True if a condition surely holds (`wanted`), or surely does not. Settings are not known.
    fn surely(&self, e: &Expr, wanted: bool) -> bool {
        let both = |a, b| self.surely(a, wanted) && self.surely(b, wanted);
        let either = |a, b| self.surely(a, wanted) || self.surely(b, wanted);
        let Some(e) = self.value(e) else { return false };
        match &e.kind {
            ExprKind::YesNo(yes) => *yes == wanted,
            ExprKind::Not(of) => self.surely(of, !wanted),
            ExprKind::Binary(Binary::And, a, b) => {
                if wanted {
                    both(a, b)
                } else {
                    either(a, b)
                }
            }
            ExprKind::Binary(Binary::Or, a, b) => {
                if wanted {
                    either(a, b)
                } else {
                    both(a, b)
                }
            }
            ExprKind::Binary(Binary::In, _, set) => !wanted && self.value(set).is_some_and(is_empty),
            ExprKind::IsNone(of) => wanted && self.value(of).is_some_and(is_empty),
            ExprKind::Binary(Binary::Is, a, b) => self.values(a, b).and_then(|(a, b)| is(a, b)) == Some(wanted),
            ExprKind::Binary(Binary::Less, a, b) => self.numbers(a, b).is_some_and(|(a, b)| (a < b) == wanted),
            ExprKind::Binary(Binary::AtMost, a, b) => self.numbers(a, b).is_some_and(|(a, b)| (a <= b) == wanted),
            _ => false,
        }
    }

    /// The expression that a variable or a track equals; any other expression itself.
    fn value<'e>(&'e self, e: &'e Expr) -> Option<&'e Expr> {
        let stored = match &e.kind {
            ExprKind::Widen(inner) => return self.value(inner),
            ExprKind::Define(id, _) => return self.value(&self.book.defines[id.index()].value),
            ExprKind::Memory(id, _) => SightRead::Memory(*id),
            ExprKind::Track(id, _) => SightRead::Track(*id),
            _ => return Some(e),
        };
        let value = match (self.assigned, stored) {
            (Some((assigned, value)), _) if assigned == stored => value,
            (None, SightRead::Memory(id)) => &self.book.memory[id.index()].start,
            (None, SightRead::Track(id)) => &self.book.tracks[id.index()].start,
            (Some(_), _) => return None,
        };
        is_constant(value).then_some(unwidened(value))
    }

    fn values<'e>(&'e self, a: &'e Expr, b: &'e Expr) -> Option<(&'e Expr, &'e Expr)> {
        self.value(a).zip(self.value(b))
    }

    fn numbers(&self, a: &Expr, b: &Expr) -> Option<(i64, i64)> {
        self.values(a, b).and_then(|(a, b)| number(a).zip(number(b)))
    }
}

/// True if no part of a value reads state, names or settings.
fn is_constant(e: &Expr) -> bool {
    use ExprKind as K;
    let own = matches!(
        e.kind,
        K::Number(_) | K::YesNo(_) | K::Nothing | K::Member(..) | K::SetLiteral(_) | K::Widen(_) | K::Binary(..)
    );
    own && parts(e).into_iter().all(is_constant)
}

fn unwidened(e: &Expr) -> &Expr {
    if let ExprKind::Widen(inner) = &e.kind { unwidened(inner) } else { e }
}

/// True for `{}`, `[]` and `none`.
fn is_empty(e: &Expr) -> bool {
    matches!(&e.kind, ExprKind::Nothing) || matches!(&e.kind, ExprKind::SetLiteral(all) if all.is_empty())
}

fn number(e: &Expr) -> Option<i64> {
    (e.ty == Type::Number).then(|| constant(e, None, &|_| None).ok()).flatten()
}

/// True if two constants are equal; `None` if that is unknown.
fn is(a: &Expr, b: &Expr) -> Option<bool> {
    match (&a.kind, &b.kind) {
        (ExprKind::YesNo(a), ExprKind::YesNo(b)) => Some(a == b),
        (ExprKind::Nothing, ExprKind::Member(..) | ExprKind::Number(_)) => Some(false),
        (ExprKind::Member(..) | ExprKind::Number(_), ExprKind::Nothing) => Some(false),
        (ExprKind::Member(a, one, x), ExprKind::Member(b, two, y)) if a == b && x.is_empty() && y.is_empty() => {
            Some(one == two)
        }
        _ => number(a).zip(number(b)).map(|(a, b)| a == b),
    }
}
