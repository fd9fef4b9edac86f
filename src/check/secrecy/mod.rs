//! What questions and the log may tell: nobody learns from them what is hidden from him.

mod calls;
mod flow;
mod kept;
mod possible;
mod tells;

use std::collections::BTreeMap;

use crate::check::codes;
use crate::check::names::book::Book;
use crate::diagnostic::Diagnostic;
use crate::ir::visit::{self, of_seer, same};
use crate::ir::{Axis, Block, Builtin, Expr, ExprKind, LocalId, MemoryId, PlaceId, Seer, Stmt, StmtKind};
use crate::text::Span;
use flow::{Leak, Through};

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
    /// An answer that only some are told: who knows it stands where indexes stand elsewhere.
    Answer(Option<LocalId>),
    /// A parameter of the rule at hand: what it tells is known where the rule is called.
    Param(LocalId),
    /// More than is looked through.
    Tangled,
}

/// Conditions of `seen by` read open state; what a player is asked reads what he sees, the log what everybody sees.
pub(super) fn check(book: &mut Book) {
    seen_by(book);
    for leak in flow::leaks(book) {
        if let Through::Heading(phase) = leak.through {
            book.ir.rule_mut(phase.index()).heading = false;
            continue;
        }
        let (code, message, help) = said(&leak);
        let finding = Diagnostic::error(code, leak.span, message).help(help);
        let finding = if leak.read == leak.span { finding } else { finding.label(leak.read, "it is read here") };
        book.found.push(finding);
    }
}

/// The finding's code, message and help.
fn said(leak: &Leak) -> (&'static str, String, &'static str) {
    let name = &leak.name;
    if leak.tangled {
        let message = "this is too tangled to be checked for secrets".to_owned();
        return (codes::TANGLED, message, "give its parts names with `let`, or read less at once");
    }
    match leak.through {
        Through::Options => {
            let message = format!("these options would tell what lies hidden in `{name}`");
            (codes::HIDDEN_READ, message, "ask about what the player sees, or let chance pick")
        }
        Through::Rolled => {
            let message = format!("what chance can say would tell what lies hidden in `{name}`");
            (codes::HIDDEN_READ, message, "let it range over what everybody sees, or end it with `seen by`")
        }
        Through::Prompt => {
            let message = format!("this text would tell its player what lies hidden in `{name}`");
            (codes::HIDDEN_READ, message, "name only what the player sees")
        }
        Through::Asking => {
            let message = format!("that this is asked would tell what lies hidden in `{name}`");
            (codes::HIDDEN_READ, message, "ask in any case, or let the condition read what the player sees")
        }
        Through::Noticed => {
            let message = format!("that this is asked would tell everybody what lies hidden in `{name}`");
            (codes::HIDDEN_READ, message, "ask in any case, or let the condition read what everybody sees")
        }
        Through::Log => {
            let message = format!("this line would tell everybody what lies hidden in `{name}`");
            (codes::HIDDEN_SAID, message, "name only what everybody sees, or move it into the open before")
        }
        Through::Logging => {
            let message = format!("that this line is there would tell everybody what lies hidden in `{name}`");
            (codes::HIDDEN_SAID, message, "let the condition read what everybody sees, or open it before")
        }
        Through::Heading(_) => unreachable!("no finding"),
        Through::Kept => {
            let message = format!("`{name}` keeps as a secret what others were told");
            let help = "end the question with `seen by p`, so that only those who see the variable are told the answer";
            (codes::TOLD_SECRET, message, help)
        }
    }
}

fn seen_by(book: &mut Book) {
    let mut wrong: Vec<(Span, String)> = Vec::new();
    let places = book.ir.places.iter().map(|place| &place.seen);
    let questions = book.ir.rules.iter().flat_map(|rule| asked_in(&rule.body));
    for seen in places.chain(book.ir.memory.iter().map(|memory| &memory.seen)).chain(questions) {
        for e in seen.iter().flat_map(of_seer) {
            let reads = reads_of(book, e, &Sources::default());
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

/// Who is told the answers of the questions of a block.
fn asked_in(block: &Block) -> Vec<&Vec<Seer>> {
    let mut all = Vec::new();
    for stmt in block {
        all.extend(seen_of(stmt));
        all.extend(visit::blocks(stmt).into_iter().flat_map(asked_in));
    }
    all
}

fn seen_of(stmt: &Stmt) -> Option<&Vec<Seer>> {
    match &stmt.kind {
        StmtKind::Ask(ask) => ask.seen.as_ref(),
        StmtKind::Family(family) => family.seen.as_ref(),
        StmtKind::Order(order) => order.seen.as_ref(),
        _ => None,
    }
}

fn seers(book: &Book, what: What) -> &[Seer] {
    match what {
        What::Place(id) => &book.ir.places[id.index()].seen,
        What::Memory(id) => &book.ir.memory[id.index()].seen,
        What::Answer(_) | What::Param(_) | What::Tangled => &[],
    }
}

fn name(book: &Book, what: What) -> String {
    match what {
        What::Place(id) => book.ir.places[id.index()].name.clone(),
        What::Memory(id) => book.ir.memory[id.index()].name.clone(),
        What::Answer(_) | What::Param(_) | What::Tangled => "the answer".to_owned(),
    }
}

/// Nobody sees it, or only players that are not the one who is asked. Without him: not everybody sees it, ever.
fn surely_hidden(book: &Book, who: Option<&Expr>, read: &Read) -> bool {
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
struct Sources<'b> {
    names: BTreeMap<LocalId, Source<'b>>,
    /// So many of the first names are parameters.
    params: u32,
}

/// Where the value of a local name comes from.
#[derive(Clone, Default)]
struct Source<'b> {
    /// What it was worked out of, or the place that it was chosen from.
    from: Option<&'b Expr>,
    /// What it tells: what was read for it, or the place where the chosen things lie now.
    reads: Vec<Read>,
    /// Whether the chosen things were moved.
    moved: bool,
    /// In a `together` block: the name of the player whose answer it is.
    about: Option<LocalId>,
    /// Whether it is worth the same as `from`.
    is_value: bool,
}

/// So much is kept of what a name tells; more is a finding.
const MOST_READS: usize = 64;

/// Whether two read the same place or memory, by the same indexes.
fn alike_reads(one: &Read, two: &Read) -> bool {
    one.is_of(two) && one.at.len() == two.at.len() && one.at.iter().zip(&two.at).all(|(a, b)| same(a, b))
}

/// Adds what is not there yet.
fn add_read(all: &mut Vec<Read>, read: Read) {
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
fn reads_of(book: &Book, e: &Expr, sources: &Sources<'_>) -> Vec<Read> {
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
fn resolved(e: &Expr, sources: &Sources<'_>) -> Expr {
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

fn cells(place: &Expr, args: Option<&[Expr]>, reads: &mut Vec<Read>) {
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
