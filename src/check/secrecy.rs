//! What questions and the log may tell: nobody learns from them what is hidden from him.

mod calls;
mod flow;

use std::collections::BTreeMap;

use super::book::Book;
use super::{codes, walk};
use crate::diagnostic::Diagnostic;
use crate::ir::visit::same;
use crate::ir::{Axis, Builtin, Expr, ExprKind, LocalId, MemoryId, PlaceId, Seer};
use crate::text::Span;
use flow::Through;

/// Something that was read: a place or a memory, its indexes, and where.
#[derive(Clone)]
struct Read {
    what: What,
    at: Vec<Expr>,
    span: Span,
}

impl Read {
    /// Whether both read the same sort of place or memory.
    fn is_of(&self, other: &Self) -> bool {
        self.what == other.what
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Place(PlaceId),
    Memory(MemoryId),
}

/// Conditions of `seen by` read open state; what a player is asked reads what he sees, the log what everybody sees.
pub(super) fn check(book: &mut Book) {
    seen_by(book);
    for leak in flow::leaks(book) {
        let name = leak.name;
        let (code, message, help) = match leak.through {
            Through::Options => {
                let message = format!("these options would tell what lies hidden in `{name}`");
                (codes::HIDDEN_READ, message, "ask about what the player sees, or let chance pick")
            }
            Through::Prompt => {
                let message = format!("this text would tell its player what lies hidden in `{name}`");
                (codes::HIDDEN_READ, message, "name only what the player sees")
            }
            Through::Asking => {
                let message = format!("that this is asked would tell what lies hidden in `{name}`");
                (codes::HIDDEN_READ, message, "ask in any case, or let the condition read what the player sees")
            }
            Through::Log => {
                let message = format!("this line would tell everybody what lies hidden in `{name}`");
                (codes::HIDDEN_SAID, message, "name only what everybody sees, or move it into the open before")
            }
            Through::Logging => {
                let message = format!("that this line is there would tell everybody what lies hidden in `{name}`");
                (codes::HIDDEN_SAID, message, "let the condition read what everybody sees, or open it before")
            }
        };
        let finding = Diagnostic::error(code, leak.span, message).help(help);
        let finding = if leak.read == leak.span { finding } else { finding.label(leak.read, "it is read here") };
        book.found.push(finding);
    }
}

fn seen_by(book: &mut Book) {
    let mut wrong: Vec<(Span, String)> = Vec::new();
    let places = book.ir.places.iter().map(|place| &place.seen);
    for seen in places.chain(book.ir.memory.iter().map(|memory| &memory.seen)) {
        for e in seen.iter().flat_map(of_seer) {
            let reads = reads_of(book, e, &Sources::new());
            let hidden =
                reads.iter().find(|read| !seers(book, read.what).iter().any(|seer| matches!(seer, Seer::All(None))));
            wrong.extend(hidden.map(|read| (e.span, name(book, read.what))));
        }
    }
    for (span, name) in wrong {
        let message = format!("who sees this depends on `{name}`, which not everybody sees");
        book.error(codes::SEEN_BY_HIDDEN, span, message, "let it depend on open places and open memory only");
    }
}

fn of_seer(seer: &Seer) -> Vec<&Expr> {
    match seer {
        Seer::All(when) => when.iter().collect(),
        Seer::Player(who, when) => std::iter::once(who).chain(when).collect(),
    }
}

fn seers(book: &Book, what: What) -> &[Seer] {
    match what {
        What::Place(id) => &book.ir.places[id.index()].seen,
        What::Memory(id) => &book.ir.memory[id.index()].seen,
    }
}

fn name(book: &Book, what: What) -> String {
    match what {
        What::Place(id) => book.ir.places[id.index()].name.clone(),
        What::Memory(id) => book.ir.memory[id.index()].name.clone(),
    }
}

/// Nobody sees it, or only players that are not the one who is asked. Without him: not everybody sees it, ever.
fn surely_hidden(book: &Book, who: Option<&Expr>, read: &Read) -> bool {
    seers(book, read.what).iter().all(|seer| match seer {
        Seer::All(_) => false,
        Seer::Player(seer, _) => match (&seer.kind, who) {
            (_, None) => true,
            (ExprKind::Local(axis), Some(who)) => read.at.get(axis.index()).is_some_and(|index| !alike(index, who)),
            _ => false,
        },
    })
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

/// So many parts of formulas are looked at for one expression; more only makes the proof weaker.
const MAX_PARTS: usize = 20_000;

/// Where the values of local names come from.
type Sources<'b> = BTreeMap<LocalId, Source<'b>>;

/// Where the value of a local name comes from.
#[derive(Clone)]
struct Source<'b> {
    /// What it was worked out of, or the place that it was chosen from.
    from: &'b Expr,
    /// What it tells: what was read for it, or the place where the chosen things lie now.
    reads: Vec<Read>,
    /// Whether the chosen things were moved.
    moved: bool,
    /// In a `together` block: the name of the player whose answer it is.
    about: Option<LocalId>,
    /// Whether it is worth the same as `from`.
    is_value: bool,
}

/// Everything that an expression reads beyond what is public: how many things lie somewhere is always public.
fn reads_of(book: &Book, e: &Expr, sources: &Sources<'_>) -> Vec<Read> {
    let mut reads = Vec::new();
    let mut budget = MAX_PARTS;
    collect(book, e, None, sources, &mut reads, &mut budget);
    for read in &mut reads {
        read.at.iter_mut().for_each(|index| *index = resolved(index, sources));
    }
    reads
}

/// A name that is worth the same as an expression, as that expression.
fn resolved(e: &Expr, sources: &Sources<'_>) -> Expr {
    let mut e = e;
    for _ in 0..20 {
        match (&e.kind, &e.kind) {
            (ExprKind::Widen(inner) | ExprKind::Only(inner), _) => e = inner,
            (_, ExprKind::Local(id)) => match sources.get(id) {
                Some(source) if source.is_value => e = source.from,
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
        ExprKind::Local(id) | ExprKind::AnswerOf(id, _) => sources.get(id).is_some_and(|source| !source.is_value),
        ExprKind::Widen(inner) => is_chosen(inner, sources),
        _ => false,
    }
}

/// What a name tells.
fn of_name(id: LocalId, whose: Option<&Expr>, span: Span, sources: &Sources<'_>, reads: &mut Vec<Read>) {
    let Some(source) = sources.get(&id) else { return };
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

fn cells(place: &Expr, args: Option<&[Expr]>, reads: &mut Vec<Read>) {
    walk::each_expr(place, &mut |part| {
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
