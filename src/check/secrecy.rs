//! What a question's options may tell: nobody learns from them what is hidden from him.

use super::book::Book;
use super::{codes, walk};
use crate::ir::{Axis, Expr, ExprKind, LocalId, MemoryId, PLAYER, PlaceId, Seer, StmtKind};
use crate::text::Span;

/// Something that was read: a place or a memory, its indexes, and where.
struct Read {
    what: What,
    at: Vec<Expr>,
    span: Span,
}

#[derive(Clone, Copy)]
enum What {
    Place(PlaceId),
    Memory(MemoryId),
}

/// Conditions of `seen by` read open state; options of questions read what their player sees.
pub(super) fn check(book: &mut Book) {
    seen_by(book);
    let mut leaks: Vec<(Span, String)> = Vec::new();
    for rule in &book.ir.rules {
        walk::each_stmt(&rule.body, &mut |stmt| match &stmt.kind {
            StmtKind::Ask(ask) => {
                if let Some(who) = &ask.who {
                    let queries = ask.arms.iter().flat_map(|arm| arm.query.iter().flat_map(walk::of_query));
                    let whens = ask.arms.iter().flat_map(|arm| &arm.when);
                    queries.chain(whens).for_each(|e| told(book, who, e, &mut leaks));
                }
            }
            StmtKind::Family(family) => {
                if let Some(who) = &family.who {
                    let parts = [&family.least, &family.of].into_iter().chain(&family.most).chain(&family.filter);
                    parts.for_each(|e| told(book, who, e, &mut leaks));
                }
            }
            _ => {}
        });
        if let Some(sheet) = &rule.sheet {
            let you = Expr { kind: ExprKind::Local(LocalId(0)), ty: crate::ir::Type::Member(PLAYER), span: rule.span };
            let params = walk::of_query(&sheet.params).into_iter();
            params.chain(sheet.guards.iter().flat_map(walk::of_guard)).for_each(|e| told(book, &you, e, &mut leaks));
        }
    }
    for (span, name) in leaks {
        let message = format!("these options would tell what lies hidden in `{name}`");
        let help = "ask about what the player sees, or let chance pick";
        book.error_help(codes::HIDDEN_READ, span, message, help);
    }
}

fn seen_by(book: &mut Book) {
    let mut wrong: Vec<(Span, String)> = Vec::new();
    let places = book.ir.places.iter().map(|place| &place.seen);
    for seen in places.chain(book.ir.memory.iter().map(|memory| &memory.seen)) {
        for e in seen.iter().flat_map(of_seer) {
            let reads = reads_of(book, e);
            let hidden =
                reads.iter().find(|read| !seers(book, read.what).iter().any(|seer| matches!(seer, Seer::All(None))));
            wrong.extend(hidden.map(|read| (e.span, name(book, read.what))));
        }
    }
    for (span, name) in wrong {
        let message = format!("who sees this depends on `{name}`, which not everybody sees");
        book.error_help(codes::SEEN_BY_HIDDEN, span, message, "let it depend on open places and open memory only");
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

/// Reports the first thing that an option's expression reads and that its player cannot see.
fn told(book: &Book, who: &Expr, e: &Expr, leaks: &mut Vec<(Span, String)>) {
    let reads = reads_of(book, e);
    let leak = reads.iter().find(|read| surely_hidden(book, who, read));
    leaks.extend(leak.map(|read| (read.span, name(book, read.what))));
}

/// Nobody sees it, or only players that are not the one who is asked.
fn surely_hidden(book: &Book, who: &Expr, read: &Read) -> bool {
    seers(book, read.what).iter().all(|seer| match seer {
        Seer::All(_) => false,
        Seer::Player(seer, _) => match seer.kind {
            ExprKind::Local(axis) => read.at.get(axis.index()).is_some_and(|index| !alike(index, who)),
            _ => false,
        },
    })
}

/// Whether two expressions say the same, as far as can be seen.
fn alike(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Local(x), ExprKind::Local(y)) => x == y,
        (ExprKind::Seat(x), ExprKind::Seat(y)) => alike(x, y),
        (ExprKind::Number(x), ExprKind::Number(y)) => x == y,
        (ExprKind::Local(_) | ExprKind::All(_), _) => false,
        (ExprKind::Builtin(crate::ir::Builtin::Others, _), _) => false,
        _ => true,
    }
}

/// So many parts of formulas are looked at for one expression; more only makes the proof weaker.
const MAX_PARTS: usize = 20_000;

/// Everything that an expression reads beyond what is public: how many things lie somewhere is always public.
fn reads_of(book: &Book, e: &Expr) -> Vec<Read> {
    let mut reads = Vec::new();
    let mut budget = MAX_PARTS;
    collect(book, e, None, &mut reads, &mut budget);
    reads
}

fn collect(book: &Book, e: &Expr, args: Option<&[Expr]>, reads: &mut Vec<Read>, budget: &mut usize) {
    if *budget == 0 {
        return;
    }
    walk::each_expr(e, &mut |part| {
        *budget = budget.saturating_sub(1);
        match &part.kind {
            ExprKind::BagAt(_, place) => cells(place, args, reads),
            ExprKind::Count(things, place) if !is_total(book, things, place) => cells(place, args, reads),
            ExprKind::Memory(id, at) => {
                let at = at.iter().map(|index| substitute(index, args)).collect();
                let what = What::Memory(*id);
                reads.push(Read { what, at, span: part.span });
            }
            ExprKind::Define(id, given) if *budget > 0 => {
                let given: Vec<Expr> = given.iter().map(|arg| substitute(arg, args)).collect();
                let from = reads.len();
                collect(book, &book.ir.defines[id.index()].value, Some(&given), reads, budget);
                reads[from..].iter_mut().for_each(|read| read.span = part.span);
            }
            _ => {}
        }
    });
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
