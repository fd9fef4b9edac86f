//! Flows by effect: values that become observable by what a sentence does, not by what it shows.
//!
//! Open memory, tracks and numbers of things are visible to everybody. If the source itself is revealed afterwards, the flow is
//! intended. If no question follows, it helps nobody.

use std::collections::BTreeSet;

use super::calls::params;
use super::expr_reads::substitute;
use super::leak::{OpenedBy, ShownAt, Through};
use super::origins::{Origins, named};
use super::reads::{Read, ReadSource, seers};
use super::sinks::{Here, Sinks};
use super::variables;
use crate::ir::visit;
use crate::ir::{Binary, Expr, ExprKind, LocalId, Quantity, Query, Seer, Stmt, StmtKind, is_open};
use tavola_syntax::text::Span;

/// A loop: what decides how often its body runs.
#[derive(Clone, Copy)]
pub(super) enum Repeated<'b> {
    /// `each`
    Each(&'b Query),
    /// `repeat`: the number, and the condition that ends it.
    Times(Option<&'b Expr>, Option<&'b Expr>),
}

/// The reads that decide in which order things happen, which the log shows.
fn orders(origins: &Origins<'_>, loops: &[Repeated<'_>]) -> Vec<Read> {
    let keys = |one: &Repeated<'_>| match one {
        Repeated::Each(query) => query.keys.iter().flat_map(|key| origins.reads(&key.value)).collect(),
        Repeated::Times(..) => Vec::new(),
    };
    loops.iter().flat_map(keys).collect()
}

/// The reads that decide how often something is done to `targets`, and in which order. What is done to each member that a loop finds
/// happens once to each.
pub(super) fn repetitions<'e>(
    origins: &Origins<'_>,
    loops: &[Repeated<'_>],
    targets: impl IntoIterator<Item = &'e Expr>,
) -> Vec<Read> {
    let targets: Vec<&Expr> = targets.into_iter().collect();
    let mut values = ValueReads::new(origins);
    values.reads = orders(origins, loops);
    for one in loops {
        match one {
            Repeated::Each(query) => {
                let is_found = |e: &Expr| matches!(e.kind, ExprKind::Local(name) if query.binders.iter().any(|(binder, _)| *binder == name));
                if !targets.iter().any(|target| visit::has_part(target, is_found)) {
                    values.conditions(query.filter.as_deref(), None);
                    let found = query.binders.iter().flat_map(|(name, _)| origins.found_by(*name));
                    values.reads.extend(found.cloned());
                }
            }
            Repeated::Times(times, until) => {
                times.iter().for_each(|times| values.of(times, None));
                values.conditions(*until, None);
            }
        }
    }
    values.reads
}

/// Checks `set open[p] = secret[p]`, `raise points[p] by n`, `move n rose from basket[p] to hid`: everybody sees open variables,
/// tracks and numbers of things. Implicit flows through conditions are not reported here: they are part of the game.
pub(super) fn by_sentence(sinks: &mut Sinks<'_, '_>, here: &Here<'_>, loops: &[Repeated<'_>], stmt: &Stmt) {
    use StmtKind as K;
    match &stmt.kind {
        K::SetMemory(id, at, value) => {
            let is_itself = |e: &Expr| matches!(e.kind, ExprKind::Memory(read, _) if read == *id);
            let accumulates = visit::has_part(value, is_itself);
            for viewer in variables::viewers(&here.origins, *id, at) {
                sinks.opened(here, viewer.as_ref(), at.iter().chain([value]), stmt.span);
                if accumulates {
                    sinks.repeated(here, viewer.as_ref(), (loops, at.iter().chain([value])), stmt.span);
                }
            }
            if !accumulates && is_open(&here.origins.book.ir.memory[id.index()].seen) {
                sinks.ordered(here, loops, stmt.span);
            }
        }
        K::SetTrack(_, at, by) => {
            sinks.opened(here, None, at.iter().chain([by]), stmt.span);
            sinks.ordered(here, loops, stmt.span);
        }
        K::Step(_, at, by) => {
            sinks.opened(here, None, at.iter().chain([by]), stmt.span);
            sinks.repeated(here, None, (loops, at), stmt.span);
        }
        K::Move { what, from, to, .. } => {
            by_move(sinks, here, what, from.as_ref(), to, stmt.span);
            sinks.repeated(here, None, (loops, visit::of_stmt(stmt)), stmt.span);
        }
        // These change no open value themselves: a division moves what its player chooses, and a draw asks chance.
        K::Let(..) | K::Shuffle(_) | K::Draw { .. } | K::Divide(..) | K::Require(..) | K::Say(_) => {}
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
    sinks.opened(here, None, &parts, span);
    if !hides {
        sinks.put_into_the_open(what, from);
    }
}

/// Collects the reads that the value of an expression consists of, without those of a condition that only holds or not. The outcome of
/// a guess about a secret is part of the game. A value that is found or counted by a condition is no such outcome.
struct ValueReads<'s, 'b> {
    origins: &'s Origins<'b>,
    reads: Vec<Read>,
    /// Names whose values are being read. A name may be set from itself.
    names: Vec<LocalId>,
}

impl<'s, 'b> ValueReads<'s, 'b> {
    fn new(origins: &'s Origins<'b>) -> Self {
        Self { origins, reads: Vec::new(), names: Vec::new() }
    }

    /// Adds the reads of a value. In the body of a define, `args` are the values of its parameters.
    fn of(&mut self, e: &Expr, args: Option<&[Expr]>) {
        match &e.kind {
            _ if decides(e) => {}
            ExprKind::Binary(_, a, b) | ExprKind::If(_, a, b) | ExprKind::LetIn(_, a, b) => {
                self.of(a, args);
                self.of(b, args);
            }
            ExprKind::Aggregate(_, value, query) => self.out_of(value.as_deref(), query, args),
            ExprKind::SetOf(value, query) | ExprKind::ListOf(value, query) => self.out_of(Some(value), query, args),
            ExprKind::The(query) | ExprKind::First(query) | ExprKind::Rank(query) => self.out_of(None, query, args),
            ExprKind::Only(of) => self.of(of, args),
            ExprKind::Size(of) if matches!(of.kind, ExprKind::SetOf(..) | ExprKind::ListOf(..)) => self.of(of, args),
            ExprKind::Define(id, given) => {
                let given: Vec<Expr> = given.iter().map(|arg| substitute(arg, args)).collect();
                let from = self.reads.len();
                self.of(&self.origins.book.ir.defines[id.index()].value, Some(&given));
                self.reads[from..].iter_mut().for_each(|read| read.go_on(e.span));
            }
            ExprKind::Local(id) => match args {
                Some(args) => args.get(id.index()).into_iter().for_each(|arg| self.of(arg, None)),
                None => self.of_name(*id, e),
            },
            _ => self.reads.extend(self.origins.reads_in(e, args)),
        }
    }

    /// Adds the taint of a name, which may have become less than that of its value.
    fn of_name(&mut self, id: LocalId, e: &Expr) {
        if self.names.contains(&id) {
            return;
        }
        if let Some(value) = self.origins.value(id) {
            let before = self.reads.len();
            self.names.push(id);
            self.of(value, None);
            self.names.pop();
            if self.reads.drain(before..).next().is_none() {
                return;
            }
        }
        self.reads.extend(self.origins.reads(e));
    }

    /// Adds the reads of what a query finds: those of its conditions, too.
    fn out_of(&mut self, value: Option<&Expr>, query: &Query, args: Option<&[Expr]>) {
        query.binders.iter().for_each(|(_, domain)| self.of(domain, args));
        let keys = query.keys.iter().map(|key| &key.value);
        keys.chain(value).chain(query.filter.as_deref()).for_each(|e| self.conditions(Some(e), args));
    }

    /// Adds all reads of something that is evaluated for many values.
    fn conditions(&mut self, e: Option<&Expr>, args: Option<&[Expr]>) {
        e.into_iter().for_each(|e| self.reads.extend(self.origins.reads_in(e, args)));
    }
}

/// True if the value of an expression says only whether something holds.
fn decides(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Binary(op, ..) => {
            matches!(op, Binary::Less | Binary::AtMost | Binary::Is | Binary::In | Binary::And | Binary::Or)
        }
        ExprKind::Not(_)
        | ExprKind::IsNone(_)
        | ExprKind::IsSingle(_)
        | ExprKind::IsSeveral(_)
        | ExprKind::Some(_)
        | ExprKind::Every(..)
        | ExprKind::Can(..)
        | ExprKind::CanPlay(..) => true,
        _ => false,
    }
}

/// The channel of an effect that a player (`None`: everybody) sees.
fn effect(who: Option<&Expr>) -> Through {
    if who.is_some() { Through::Passed } else { Through::Opened }
}

/// True if everybody sees the source of a read under a condition.
fn has_condition(origins: &Origins<'_>, read: &Read) -> bool {
    seers(origins.book, read.what).iter().any(|seer| matches!(seer, Seer::All(Some(_))))
}

impl Sinks<'_, '_> {
    /// Records that a player (`None`: everybody) sees the values of these parts.
    fn opened<'e>(
        &mut self,
        here: &Here<'_>,
        who: Option<&Expr>,
        parts: impl IntoIterator<Item = &'e Expr>,
        span: Span,
    ) {
        let parts: Vec<&Expr> = parts.into_iter().collect();
        let mut values = ValueReads::new(&here.origins);
        parts.iter().for_each(|part| values.of(part, None));
        let reads = values.reads;
        let observation = here.observation(who.cloned(), effect(who), span);
        self.summary.observe_each(params(&reads), &observation);
        if let Some(read) = reads.iter().find(|read| here.origins.is_hidden(who, read)) {
            self.open(here, (effect(who), span.into()), read, &parts);
        }
    }

    /// Records that a player (`None`: everybody) sees how often loops do something to these targets.
    fn repeated<'e>(
        &mut self,
        here: &Here<'_>,
        who: Option<&Expr>,
        (loops, targets): (&[Repeated<'_>], impl IntoIterator<Item = &'e Expr>),
        span: Span,
    ) {
        let reads = repetitions(&here.origins, loops, targets);
        let observation = here.observation(who.cloned(), effect(who), span);
        self.summary.observe_each(params(&reads), &observation);
        self.summary.observe(observation);
        if let Some(read) = reads.iter().find(|read| here.origins.is_hidden(who, read)) {
            self.open(here, (effect(who), span.into()), read, &[]);
        }
    }

    /// Records that everybody sees in which order this is done.
    fn ordered(&mut self, here: &Here<'_>, loops: &[Repeated<'_>], span: Span) {
        let reads = orders(&here.origins, loops);
        let observation = here.observation(None, Through::Opened, span);
        self.summary.observe_each(params(&reads), &observation);
        if let Some(read) = reads.iter().find(|read| here.origins.is_hidden(None, read)) {
            self.open(here, (Through::Opened, span.into()), read, &[]);
        }
    }

    /// Records that this sentence reveals a read. A flow that is too complex to analyse is no reason for a warning.
    pub(super) fn open(&mut self, here: &Here<'_>, (through, at): (Through, ShownAt), read: &Read, parts: &[&Expr]) {
        if read.what == ReadSource::Tangled {
            return;
        }
        let mut names = BTreeSet::new();
        for part in parts {
            visit::each_expr(part, &mut |e| {
                // A name that is only an index, such as `p` in `wish[p]`, does not stand for what is read.
                if let ExprKind::Local(id) | ExprKind::AnswerOf(id, _) = e.kind
                    && here.origins.reads_behind(id).iter().any(|behind| behind.is_of(read))
                {
                    names.insert(id);
                }
            });
        }
        let leak = self.leak(here, through, at, read);
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
        self.summary.observed.retain(|observation| {
            name.is_none() || observation.of.map(|of| of.local) != name || !observation.through.is_effect()
        });
    }

    /// Forgets effects that no question has followed and whose source everybody may see now: a condition of its `seen by` may hold.
    pub(super) fn put_into_sight(&mut self, origins: &Origins<'_>) {
        self.opened.retain(|one| {
            let read = Read::new(one.what, Vec::new(), Span::NONE);
            one.is_followed || !has_condition(origins, &read) || origins.is_hidden(None, &read)
        });
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
