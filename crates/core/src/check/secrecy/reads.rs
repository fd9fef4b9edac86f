//! Sources: what can be read beyond what is public, and whether a player surely cannot see it.

use crate::check::names::Book;
use crate::ir::visit::same;
use crate::ir::{Builtin, Expr, ExprKind, LocalId, MemoryId, PlaceId, Seer};
use tavola_syntax::text::Span;

/// Something that was read: a place or a memory, its indexes, and where.
#[derive(Clone, PartialEq)]
pub(super) struct Read {
    pub(super) what: What,
    pub(super) at: Vec<Expr>,
    /// Where it stands by now.
    pub(super) span: Span,
    /// Where it stood before, from where it came in on.
    pub(super) trail: Vec<Span>,
}

impl Read {
    /// Whether both read the same sort of place or memory.
    pub(super) fn is_of(&self, other: &Self) -> bool {
        self.what == other.what
    }

    /// Something that is read here.
    pub(super) fn new(what: What, at: Vec<Expr>, span: Span) -> Self {
        Self { what, at, span, trail: Vec::new() }
    }

    /// More than is looked through.
    pub(super) fn tangled(span: Span) -> Self {
        Self::new(What::Tangled, Vec::new(), span)
    }

    /// A name, a define or a look ahead hands it on.
    pub(super) fn go_on(&mut self, span: Span) {
        let before = std::mem::replace(&mut self.span, span);
        if before != span && self.trail.len() < MOST_STEPS {
            self.trail.push(before);
        }
    }

    /// All places it came through, the last one among them.
    pub(super) fn path(&self) -> Vec<Span> {
        self.trail.iter().copied().chain([self.span]).collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    Place(PlaceId),
    Memory(MemoryId),
    /// An answer that only some are told: who knows it stands where indexes stand elsewhere.
    Answer(Option<LocalId>),
    /// A parameter of the rule at hand: what it tells is known where the rule is called.
    Param(LocalId),
    /// More than is looked through.
    Tangled,
}

/// Who sees it; nobody by declaration if it is no place and no memory.
pub(super) fn seers(book: &Book, what: What) -> &[Seer] {
    match what {
        What::Place(id) => &book.ir.places[id.index()].seen,
        What::Memory(id) => &book.ir.memory[id.index()].seen,
        What::Answer(_) | What::Param(_) | What::Tangled => &[],
    }
}

/// How it is called.
pub(super) fn name(book: &Book, what: What) -> String {
    match what {
        What::Place(id) => book.ir.places[id.index()].name.clone(),
        What::Memory(id) => book.ir.memory[id.index()].name.clone(),
        What::Answer(_) | What::Param(_) | What::Tangled => "the answer".to_owned(),
    }
}

/// Nobody sees it, or only players that are not the one who is asked. Without him: not everybody sees it, ever.
pub(super) fn surely_hidden(book: &Book, who: Option<&Expr>, read: &Read) -> bool {
    match read.what {
        What::Param(_) => return false,
        What::Tangled => return true,
        What::Answer(_) => return who.is_none_or(|who| !read.at.iter().any(|seer| may_be(seer, who))),
        What::Place(_) | What::Memory(_) => {}
    }
    seers(book, read.what).iter().all(|seer| match seer {
        Seer::All(_) => false,
        Seer::Player(seer, _) => match (&seer.kind, who) {
            (_, None) => true,
            (ExprKind::Local(axis), Some(who)) => read.at.get(axis.index()).is_some_and(|index| !alike(index, who)),
            _ => false,
        },
    })
}

/// Whether a player may be the one, or one of those, that an expression names.
fn may_be(of: &Expr, who: &Expr) -> bool {
    match &of.kind {
        ExprKind::All(_) => true,
        ExprKind::Builtin(Builtin::Others, not) => !not.iter().any(|not| same(not, who)),
        _ => alike(of, who),
    }
}

/// Whether two players may be the same one, as far as can be seen. A name of its own is taken for somebody else.
fn alike(index: &Expr, who: &Expr) -> bool {
    if same(index, who) {
        return true;
    }
    match (&index.kind, &who.kind) {
        (ExprKind::Seat(x), ExprKind::Seat(y)) => match (&x.kind, &y.kind) {
            (ExprKind::Number(x), ExprKind::Number(y)) => x == y,
            _ => true,
        },
        (ExprKind::Builtin(x, a), ExprKind::Builtin(y, b)) if x == y => a.iter().zip(b).all(|(a, b)| alike(a, b)),
        (ExprKind::Builtin(Builtin::Others, _) | ExprKind::All(_) | ExprKind::Local(_), _) => false,
        // Whoever sits beside somebody is not he; beside somebody else it may be.
        (ExprKind::Builtin(Builtin::Left | Builtin::Right, of), _) => !of.iter().any(|of| same(of, who)),
        (_, ExprKind::Builtin(Builtin::Left | Builtin::Right, of)) => !of.iter().any(|of| same(of, index)),
        _ => true,
    }
}

/// Maximum number of steps of a way that are shown, the first ones.
const MOST_STEPS: usize = 5;
/// Maximum number of entries kept of what a name tells; more is a finding.
const MOST_READS: usize = 64;

/// Whether two read the same place or memory, by the same indexes.
pub(super) fn alike_reads(one: &Read, two: &Read) -> bool {
    one.is_of(two) && one.at.len() == two.at.len() && one.at.iter().zip(&two.at).all(|(a, b)| same(a, b))
}

/// Adds what is not there yet.
pub(super) fn add_read(all: &mut Vec<Read>, read: Read) {
    if all.iter().any(|other| alike_reads(other, &read)) {
        return;
    }
    match all.len() {
        ..MOST_READS => all.push(read),
        MOST_READS => all.push(Read::tangled(read.span)),
        _ => {}
    }
}
