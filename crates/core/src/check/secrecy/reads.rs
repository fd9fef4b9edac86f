//! Sources: information that is not public, and the test whether a player surely cannot see it.

use super::closed::Closed;
use crate::check::names::Book;
use crate::ir::visit::same;
use crate::ir::{Expr, LocalId, MemoryId, PlaceId, Seer};
use tavola_syntax::text::Span;

/// A read of a place, variable, answer or parameter, with its indexes and source location.
#[derive(Clone, PartialEq)]
pub(super) struct Read {
    pub(super) what: ReadSource,
    pub(super) at: Vec<Expr>,
    /// Current source location.
    pub(super) span: Span,
    /// Earlier source locations, from the read itself.
    pub(super) trail: Vec<Span>,
    /// For a value that was read before: the conditions of `seen by` that surely did not hold then.
    pub(super) closed: Option<Closed>,
    /// For a read in a callee: players who surely see it, as was proved there.
    pub(super) seen_by: Vec<Expr>,
    /// The sentence that may be impossible, if this decides that.
    pub(super) fails: Option<Span>,
}

impl Read {
    /// True if both read the same place or variable, at any index.
    pub(super) fn is_of(&self, other: &Self) -> bool {
        self.what == other.what
    }

    /// A read at this location.
    pub(super) fn new(what: ReadSource, at: Vec<Expr>, span: Span) -> Self {
        Self { what, at, span, trail: Vec::new(), closed: None, seen_by: Vec::new(), fails: None }
    }

    /// A read of unknown sources: the flow is too complex to analyse.
    pub(super) fn tangled(span: Span) -> Self {
        Self::new(ReadSource::Tangled, Vec::new(), span)
    }

    /// Moves the read to the name, define or look-ahead that passes it on.
    pub(super) fn go_on(&mut self, span: Span) {
        let before = std::mem::replace(&mut self.span, span);
        if before != span && self.trail.len() < MOST_STEPS {
            self.trail.push(before);
        }
    }

    /// Keeps which conditions of `seen by` surely did not hold when it was read.
    pub(super) fn stamp(&mut self, closed: &Closed) {
        self.closed.get_or_insert_with(|| closed.clone());
    }

    /// All source locations that it passed through, the current one last.
    pub(super) fn path(&self) -> Vec<Span> {
        self.trail.iter().copied().chain([self.span]).collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ReadSource {
    Place(PlaceId),
    Memory(MemoryId),
    /// An answer that only some players see. The indexes are the players who know it.
    Answer(Option<LocalId>),
    /// A parameter of the current rule. Its taint is known at the call.
    Param(ParamRead),
    /// A flow that is too complex to analyse.
    Tangled,
}

/// A read of a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct ParamRead {
    pub(super) local: LocalId,
    pub(super) part: ParamPart,
}

/// A part of a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ParamPart {
    /// Its value. For a place: which one it is.
    Value,
    /// The contents of the places that it names.
    Contents,
}

/// True if both are the same player, or both nobody.
pub(super) fn same_player(one: Option<&Expr>, two: Option<&Expr>) -> bool {
    match (one, two) {
        (None, None) => true,
        (Some(one), Some(two)) => same(one, two),
        _ => false,
    }
}

/// Declared viewers of a place or variable; none for anything else.
pub(super) fn seers(book: &Book, what: ReadSource) -> &[Seer] {
    match what {
        ReadSource::Place(id) => &book.ir.places[id.index()].seen,
        ReadSource::Memory(id) => &book.ir.memory[id.index()].seen,
        ReadSource::Answer(_) | ReadSource::Param(_) | ReadSource::Tangled => &[],
    }
}

/// Name of the source.
pub(super) fn name(book: &Book, what: ReadSource) -> String {
    match what {
        ReadSource::Place(id) => book.ir.places[id.index()].name.clone(),
        ReadSource::Memory(id) => book.ir.memory[id.index()].name.clone(),
        ReadSource::Answer(_) | ReadSource::Param(_) | ReadSource::Tangled => "the answer".to_owned(),
    }
}

/// The condition of a viewer, if it surely does not hold now and did not hold when the value was read.
pub(super) fn unmet<'s>(seer: &'s Seer, closed: &Closed, read: &Read) -> Option<&'s Expr> {
    let (Seer::All(when) | Seer::Player(_, when)) = seer;
    let fails = |when: &&Expr| closed.has(when, &read.at) && read.closed.iter().all(|then| then.has(when, &read.at));
    when.as_ref().filter(fails)
}

/// Maximum number of steps shown of a path, the first ones.
const MOST_STEPS: usize = 5;
/// Maximum number of reads kept for a name; more is a finding.
const MOST_READS: usize = 64;

/// True if two reads are of the same source, at the same indexes.
pub(super) fn alike_reads(one: &Read, two: &Read) -> bool {
    one.is_of(two) && one.at.len() == two.at.len() && one.at.iter().zip(&two.at).all(|(a, b)| same(a, b))
}

/// Adds a read, unless it is known already.
pub(super) fn add_read(all: &mut Vec<Read>, read: Read) {
    if let Some(other) = all.iter_mut().find(|other| alike_reads(other, &read)) {
        other.closed = match (other.closed.take(), read.closed) {
            (Some(one), Some(two)) => Some(one.meet(&two)),
            (one, two) => one.or(two),
        };
        other.seen_by.retain(|one| read.seen_by.iter().any(|two| same(one, two)));
        return;
    }
    match all.len() {
        ..MOST_READS => all.push(read),
        MOST_READS => all.push(Read::tangled(read.span)),
        _ => {}
    }
}
