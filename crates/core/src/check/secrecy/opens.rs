//! Flows by effect: values that become observable by what a sentence does, not by what it shows.
//!
//! Open memory, tracks and numbers of things are visible to everybody. If the source itself is revealed afterwards, the flow is
//! intended. If no question follows, it helps nobody.

use std::collections::BTreeSet;

use super::calls::{Observation, params};
use super::leak::{OpenedBy, ShownAt, Through};
use super::origins::{Origins, named};
use super::reads::{Read, ReadSource, surely_hidden};
use super::sinks::{Here, Sinks};
use crate::ir::visit;
use crate::ir::{Binary, Expr, ExprKind, Quantity, Query, Stmt, StmtKind, is_open};
use tavola_syntax::text::Span;

/// Checks `set open[p] = secret[p]`, `raise points[p] by n`, `draw n from deck to hand[p]`: everybody sees open variables,
/// tracks and numbers of things. Implicit flows through conditions are not reported here: they are part of the game.
pub(super) fn by_sentence(sinks: &mut Sinks<'_, '_>, here: &Here<'_>, stmt: &Stmt) {
    use StmtKind as K;
    match &stmt.kind {
        K::SetMemory(id, at, value) => {
            if is_open(&here.origins.book.ir.memory[id.index()].seen) {
                sinks.opened(here, at.iter().chain([value]), stmt.span);
            }
        }
        K::SetTrack(_, at, by) | K::Step(_, at, by) => sinks.opened(here, at.iter().chain([by]), stmt.span),
        K::Draw { count, .. } => sinks.opened(here, [count], stmt.span),
        K::Move { what, from, to, .. } => by_move(sinks, here, what, from.as_ref(), to, stmt.span),
        // These change no open value themselves: a division moves what its player chooses.
        K::Let(..) | K::Shuffle(_) | K::Divide(..) | K::Require(..) | K::Say(_) => {}
        K::If(..) | K::Each(..) | K::Repeat { .. } | K::InTurn(..) | K::Together(..) | K::Transaction(..) => {}
        K::Ask(_) | K::BagChoice(_) | K::Order(_) | K::Menu(_) | K::AtOnce(_) => {}
        K::Call(..) | K::Play(..) | K::Stop | K::Return | K::EndOuter(_) => {}
    }
}

/// Checks a move: numbers of things are public. A move from a closed place into an open one is an intended reveal.
fn by_move(sinks: &mut Sinks<'_, '_>, here: &Here<'_>, what: &Quantity, from: Option<&Expr>, to: &Expr, span: Span) {
    let indexes = |place: &Expr| match &place.kind {
        ExprKind::Cell(_, at) => at.clone(),
        _ => Vec::new(),
    };
    let mut parts: Vec<Expr> = from.into_iter().chain([to]).flat_map(indexes).collect();
    let hides = here.origins.hides(to);
    let counted = |things: &Expr, from: &Expr| {
        let count = ExprKind::Count(Box::new(things.clone()), Box::new(from.clone()));
        Expr { kind: count, ty: things.ty.clone(), span: from.span }
    };
    match what {
        Quantity::Exactly(n, _) => parts.push(n.clone()),
        Quantity::UpTo(n, things) => {
            parts.push(n.clone());
            parts.extend(from.filter(|_| hides && named(things).is_none()).map(|from| counted(things, from)));
        }
        Quantity::All(things) if hides => parts.extend(from.map(|from| counted(things, from))),
        Quantity::All(_) | Quantity::Bag(_) | Quantity::Figure(_) => {}
    }
    sinks.opened(here, &parts, span);
    if !hides {
        sinks.put_into_the_open(what, from);
    }
}

/// Collects the parts of an expression that its value consists of, without those that only decide something. The outcome of a
/// guess about a secret is part of the game.
struct ValueParts<'s, 'b> {
    origins: &'s Origins<'b>,
    parts: Vec<&'s Expr>,
}

impl<'s> ValueParts<'s, '_> {
    fn of(&mut self, e: &'s Expr) {
        match &e.kind {
            ExprKind::Binary(
                Binary::Less | Binary::AtMost | Binary::Is | Binary::In | Binary::And | Binary::Or,
                ..,
            )
            | ExprKind::Not(_)
            | ExprKind::IsNone(_)
            | ExprKind::IsSingle(_)
            | ExprKind::IsSeveral(_)
            | ExprKind::Some(_)
            | ExprKind::Every(..)
            | ExprKind::Rank(_)
            | ExprKind::Can(..)
            | ExprKind::CanPlay(..) => {}
            ExprKind::Binary(_, a, b) | ExprKind::If(_, a, b) | ExprKind::LetIn(_, a, b) => {
                self.of(a);
                self.of(b);
            }
            ExprKind::Aggregate(_, value, query) => self.out_of(value.as_deref(), query),
            ExprKind::SetOf(value, query) | ExprKind::ListOf(value, query) => self.out_of(Some(value), query),
            ExprKind::The(query) | ExprKind::First(query) => self.out_of(None, query),
            ExprKind::Size(of) if matches!(of.kind, ExprKind::SetOf(..) | ExprKind::ListOf(..)) => self.of(of),
            ExprKind::Define(id, args) => {
                let define = &self.origins.book.ir.defines[id.index()].value;
                if decides(define) { args.iter().for_each(|arg| self.of(arg)) } else { self.parts.push(e) }
            }
            // The taint of a name may have become less than that of its value.
            ExprKind::Local(id) => {
                if self.origins.value(*id).is_none_or(|value| !decides(value)) {
                    self.parts.push(e);
                }
            }
            _ => self.parts.push(e),
        }
    }

    fn out_of(&mut self, value: Option<&'s Expr>, query: &'s Query) {
        query.binders.iter().map(|(_, domain)| domain).chain(value).for_each(|part| self.of(part));
    }
}

/// True if an expression compares something.
fn decides(e: &Expr) -> bool {
    let mut found = false;
    visit::each_expr(e, &mut |part| {
        let is_compared = |op| matches!(op, Binary::Less | Binary::AtMost | Binary::Is | Binary::In);
        found |= matches!(part.kind, ExprKind::Binary(op, ..) if is_compared(op));
    });
    found
}

impl Sinks<'_, '_> {
    /// Records that everybody sees the values of these parts.
    fn opened<'e>(&mut self, here: &Here<'_>, parts: impl IntoIterator<Item = &'e Expr>, span: Span) {
        let parts: Vec<&Expr> = parts.into_iter().collect();
        let mut values = ValueParts { origins: &here.origins, parts: Vec::new() };
        parts.iter().for_each(|part| values.of(part));
        let reads: Vec<Read> = values.parts.iter().flat_map(|part| here.origins.reads(part)).collect();
        let observation = Observation { who: None, through: Through::Opened, of: None, name: None, shows: span };
        self.summary.observe_each(params(&reads), &observation);
        if let Some(read) = reads.iter().find(|read| surely_hidden(here.origins.book, None, read)) {
            self.open(here, span.into(), read, &parts);
        }
    }

    /// Records that this sentence reveals a read. A flow that is too complex to analyse is no reason for a warning.
    pub(super) fn open(&mut self, here: &Here<'_>, at: ShownAt, read: &Read, parts: &[&Expr]) {
        if read.what == ReadSource::Tangled {
            return;
        }
        let mut names = BTreeSet::new();
        for part in parts {
            visit::each_expr(part, &mut |e| {
                if let ExprKind::Local(id) | ExprKind::AnswerOf(id, _) = e.kind {
                    names.insert(id);
                }
            });
        }
        let leak = self.leak(here, Through::Opened, at, read);
        self.opened.push(OpenedBy { leak, names, what: read.what, is_followed: false });
    }

    /// True if a sentence has revealed something by its effect.
    pub(super) fn tells_openly(&self) -> bool {
        !self.opened.is_empty()
    }

    /// Records that a player may be asked after all effects so far.
    pub(super) fn follow(&mut self) {
        self.opened.iter_mut().for_each(|observation| observation.is_followed = true);
    }

    /// Forgets effects that only revealed things which now move into the open.
    fn put_into_the_open(&mut self, what: &Quantity, from: Option<&Expr>) {
        let (name, all) = match what {
            Quantity::Bag(things) | Quantity::Exactly(_, things) | Quantity::UpTo(_, things) => (named(things), false),
            Quantity::All(_) => (None, true),
            Quantity::Figure(_) => return,
        };
        let mut places = Vec::new();
        from.into_iter().filter(|_| all).for_each(|from| {
            visit::each_expr(from, &mut |e| {
                if let ExprKind::Cell(id, _) = e.kind {
                    places.push(ReadSource::Place(id));
                }
            });
        });
        let shown = |observation: &OpenedBy| {
            name.is_some_and(|name| observation.names.contains(&name)) || places.contains(&observation.what)
        };
        self.opened.retain(|observation| !shown(observation));
        self.summary
            .observed
            .retain(|observation| name.is_none() || observation.of != name || observation.through != Through::Opened);
    }

    /// Reports the effects whose source stayed hidden, and that a later question may follow.
    pub(super) fn close(&mut self, is_followed: bool) {
        for observation in std::mem::take(&mut self.opened) {
            if is_followed || observation.is_followed {
                self.add(observation.leak);
            }
        }
    }
}
