//! What expressions read beyond what is public, and whether a player surely cannot see it.

use std::collections::BTreeMap;

use crate::check::names::Book;
use crate::ir::visit::{self, same};
use crate::ir::{Axis, Builtin, Expr, ExprKind, LocalId, MemoryId, PlaceId, Seer};
use crate::text::Span;

/// Something that was read: a place or a memory, its indexes, and where.
#[derive(Clone)]
pub(super) struct Read {
    pub(super) what: What,
    pub(super) at: Vec<Expr>,
    pub(super) span: Span,
}

impl Read {
    /// Whether both read the same sort of place or memory.
    pub(super) fn is_of(&self, other: &Self) -> bool {
        self.what == other.what
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

/// So many parts of formulas are looked at for one expression; more is a finding.
const MAX_PARTS: usize = 20_000;

/// Where the values of local names come from.
#[derive(Default)]
pub(super) struct Sources<'b> {
    pub(super) names: BTreeMap<LocalId, Source<'b>>,
    /// So many of the first names are parameters.
    pub(super) params: u32,
}

/// Where the value of a local name comes from.
#[derive(Clone, Default)]
pub(super) struct Source<'b> {
    /// What it was worked out of, or the place that it was chosen from.
    pub(super) from: Option<&'b Expr>,
    /// What it tells: what was read for it, or the place where the chosen things lie now.
    pub(super) reads: Vec<Read>,
    /// Whether the chosen things were moved.
    pub(super) moved: bool,
    /// In a `together` block: the name of the player whose answer it is.
    pub(super) about: Option<LocalId>,
    /// Whether it is worth the same as `from`.
    pub(super) is_value: bool,
}

/// So much is kept of what a name tells; more is a finding.
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
        MOST_READS => all.push(Read { what: What::Tangled, at: Vec::new(), span: read.span }),
        _ => {}
    }
}

/// Everything that an expression reads beyond what is public: how many things lie somewhere is always public.
pub(super) fn reads_of(book: &Book, e: &Expr, sources: &Sources<'_>) -> Vec<Read> {
    let mut reads = Vec::new();
    let mut budget = MAX_PARTS;
    collect(book, e, None, sources, &mut reads, &mut budget);
    if budget == 0 {
        reads.push(Read { what: What::Tangled, at: Vec::new(), span: e.span });
    }
    for read in &mut reads {
        read.at.iter_mut().for_each(|index| *index = resolved(index, sources));
    }
    reads
}

/// A name that is worth the same as an expression, as that expression.
pub(super) fn resolved(e: &Expr, sources: &Sources<'_>) -> Expr {
    let mut e = e;
    for _ in 0..20 {
        match (&e.kind, &e.kind) {
            (ExprKind::Widen(inner) | ExprKind::Only(inner), _) => e = inner,
            (_, ExprKind::Local(id)) => match sources.names.get(id) {
                Some(Source { from: Some(from), is_value: true, .. }) => e = from,
                _ => break,
            },
            _ => break,
        }
    }
    e.clone()
}

fn collect(
    book: &Book,
    e: &Expr,
    args: Option<&[Expr]>,
    sources: &Sources<'_>,
    reads: &mut Vec<Read>,
    budget: &mut usize,
) {
    if *budget == 0 {
        return;
    }
    *budget -= 1;
    match &e.kind {
        // That and how many things were chosen is public, as it is of places.
        ExprKind::Size(of) | ExprKind::IsNone(of) | ExprKind::IsSingle(of) | ExprKind::IsSeveral(of)
            if is_chosen(of, sources) && args.is_none() =>
        {
            return;
        }
        ExprKind::Size(of) | ExprKind::IsNone(of) | ExprKind::IsSingle(of) | ExprKind::IsSeveral(of) if matches!(&of.kind, ExprKind::BagAt(things, place) if is_total(book, things, place)) =>
        {
            if let ExprKind::BagAt(_, place) = &of.kind {
                collect(book, place, args, sources, reads, budget);
            }
            return;
        }
        ExprKind::BagAt(_, place) => cells(place, args, reads),
        ExprKind::Count(things, place) if !is_total(book, things, place) => cells(place, args, reads),
        ExprKind::Memory(id, at) => {
            let at = at.iter().map(|index| substitute(index, args)).collect();
            let what = What::Memory(*id);
            reads.push(Read { what, at, span: e.span });
        }
        ExprKind::Define(id, given) => {
            let given: Vec<Expr> = given.iter().map(|arg| substitute(arg, args)).collect();
            let from = reads.len();
            collect(book, &book.ir.defines[id.index()].value, Some(&given), sources, reads, budget);
            reads[from..].iter_mut().for_each(|read| read.span = e.span);
        }
        // Inside a define a name is one of its own.
        ExprKind::Local(id) if args.is_none() => of_name(*id, None, e.span, sources, reads),
        ExprKind::AnswerOf(id, whose) if args.is_none() => {
            of_name(*id, Some(whose), e.span, sources, reads);
        }
        _ => {}
    }
    for part in crate::ir::visit::parts(e) {
        collect(book, part, args, sources, reads, budget);
    }
}

/// Whether a name holds things that were chosen, or none.
fn is_chosen(of: &Expr, sources: &Sources<'_>) -> bool {
    match &of.kind {
        ExprKind::Local(id) | ExprKind::AnswerOf(id, _) => {
            let in_secret = |source: &Source<'_>| source.reads.iter().any(|read| matches!(read.what, What::Answer(_)));
            sources.names.get(id).is_some_and(|source| !source.is_value && !in_secret(source))
        }
        ExprKind::Widen(inner) => is_chosen(inner, sources),
        _ => false,
    }
}

/// What a name tells.
fn of_name(id: LocalId, whose: Option<&Expr>, span: Span, sources: &Sources<'_>, reads: &mut Vec<Read>) {
    let Some(source) = sources.names.get(&id) else {
        if id.0 < sources.params {
            reads.push(Read { what: What::Param(id), at: Vec::new(), span });
        }
        return;
    };
    for read in &source.reads {
        let mut read = Read { span, ..read.clone() };
        for index in &mut read.at {
            if let (ExprKind::Local(local), Some(whose)) = (&index.kind, whose)
                && Some(*local) == source.about
            {
                *index = whose.clone();
            }
        }
        reads.push(read);
    }
}

/// The places that an expression names, as what is read.
pub(super) fn cells(place: &Expr, args: Option<&[Expr]>, reads: &mut Vec<Read>) {
    visit::each_expr(place, &mut |part| {
        if let ExprKind::Cell(id, at) = &part.kind {
            let at = at.iter().map(|index| substitute(index, args)).collect();
            reads.push(Read { what: What::Place(*id), at, span: place.span });
        }
    });
}

/// A define's parameter stands for its argument.
fn substitute(e: &Expr, args: Option<&[Expr]>) -> Expr {
    match (&e.kind, args) {
        (ExprKind::Local(id), Some(args)) => args.get(id.index()).unwrap_or(e).clone(),
        _ => e.clone(),
    }
}

/// How many things of all sorts lie in a place: that is public.
fn is_total(book: &Book, things: &Expr, place: &Expr) -> bool {
    let held: Vec<_> = match &place.kind {
        ExprKind::Cell(id, _) => book.ir.places[id.index()].holds.clone(),
        _ => return false,
    };
    match &things.kind {
        ExprKind::Pieces(all) => held.iter().all(|id| all.contains(id)),
        ExprKind::Piece(id, at) => {
            let whole = at.iter().all(|index| matches!(index.kind, ExprKind::All(_)));
            let bare = book.ir.components[id.index()].axes.iter().all(|axis| matches!(axis, Axis::Kind(_)));
            whole && bare && held == [*id]
        }
        _ => false,
    }
}
