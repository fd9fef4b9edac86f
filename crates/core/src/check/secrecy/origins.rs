//! Taint of local names: where the values of the names of a rule come from, and so what its expressions read.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::calls::{Called, Decides, read_for_caller};
use super::reads::{Read, What, add_read, surely_hidden};
use crate::check::names::Book;
use crate::ir::{self, visit};
use crate::ir::{Axis, Expr, ExprKind, LocalId, Quantity, Query, RuleId, Seen, Seer, is_open};
use tavola_syntax::text::Span;

/// Maximum number of parts of formulas visited for one expression; more is a finding.
const MAX_PARTS: usize = 20_000;

/// Where the values of local names come from, as far as the rule has been gone through.
pub(super) struct Origins<'b> {
    pub(super) book: &'b Book,
    names: BTreeMap<LocalId, Origin<'b>>,
    /// Number of parameters; they are the first names.
    params: u32,
    /// In a `together` block: the name of the player that it asks.
    pub(super) about: Option<LocalId>,
    /// Names of answers that everybody was told.
    open: BTreeSet<LocalId>,
    /// Names of secret answers that a player gave.
    chosen: BTreeSet<LocalId>,
    /// What decides whether rules can be done.
    decides: Rc<Decides>,
}

/// Where the value of a local name comes from.
#[derive(Default)]
struct Origin<'b> {
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

impl<'b> Origins<'b> {
    /// Where nothing has happened yet.
    pub(super) fn new(book: &'b Book, params: u32, decides: &Rc<Decides>) -> Self {
        let (names, open, chosen) = (BTreeMap::new(), BTreeSet::new(), BTreeSet::new());
        Self { book, names, params, about: None, open, chosen, decides: decides.clone() }
    }

    /// Everything that an expression reads beyond what is public: how many things lie somewhere is always public.
    pub(super) fn reads(&self, e: &Expr) -> Vec<Read> {
        let mut reading = ExprReading { origins: self, reads: Vec::new(), budget: MAX_PARTS };
        reading.part(e, None);
        let mut reads = reading.reads;
        if reading.budget == 0 {
            reads.push(Read::tangled(e.span));
        }
        for read in &mut reads {
            read.at.iter_mut().for_each(|index| *index = self.resolved(index));
        }
        reads
    }

    /// The first thing that an expression reads and that a player (or else somebody) cannot see.
    pub(super) fn hidden_in(&self, who: Option<&Expr>, e: &Expr) -> Option<Read> {
        let who = who.map(|who| self.resolved(who));
        self.reads(e).into_iter().find(|read| surely_hidden(self.book, who.as_ref(), read))
    }

    /// Whether not everybody sees what lies in a place.
    pub(super) fn hides(&self, place: &Expr) -> bool {
        let mut there = Vec::new();
        cells(place, None, &mut there);
        there.iter().any(|read| surely_hidden(self.book, None, read))
    }

    /// A name that is worth the same as an expression, as that expression.
    pub(super) fn resolved(&self, e: &Expr) -> Expr {
        let mut e = e;
        for _ in 0..20 {
            e = match &e.kind {
                ExprKind::Widen(inner) | ExprKind::Only(inner) => inner,
                ExprKind::Local(id) => match self.value(*id) {
                    Some(value) => value,
                    None => break,
                },
                _ => break,
            };
        }
        e.clone()
    }

    /// What a name is worth.
    pub(super) fn value(&self, name: LocalId) -> Option<&'b Expr> {
        self.names.get(&name).filter(|origin| origin.is_value).and_then(|origin| origin.from)
    }

    /// What a name tells by now.
    pub(super) fn told_by(&self, name: LocalId) -> &[Read] {
        self.names.get(&name).map_or(&[], |origin| &origin.reads)
    }

    /// Whether it is the name of an answer that everybody was told.
    pub(super) fn is_open(&self, name: LocalId) -> bool {
        self.open.contains(&name)
    }

    /// Whether it is a secret answer that a player gave.
    pub(super) fn is_chosen(&self, read: &Read) -> bool {
        matches!(read.what, What::Answer(Some(name)) if self.chosen.contains(&name))
    }

    /// A name is worth an expression.
    pub(super) fn worth(&mut self, name: LocalId, value: &'b Expr) {
        self.comes_from(name, value, true);
    }

    /// A name of something out of what an expression holds.
    pub(super) fn out_of(&mut self, name: LocalId, of: &'b Expr) {
        self.comes_from(name, of, false);
    }

    fn comes_from(&mut self, name: LocalId, from: &'b Expr, is_value: bool) {
        let mut reads = Vec::new();
        self.reads(from).into_iter().for_each(|read| add_read(&mut reads, read));
        self.names.insert(name, Origin { from: Some(from), reads, moved: false, about: self.about, is_value });
    }

    /// What a name tells beside its value; it need not be worth that, either.
    pub(super) fn tells_more(&mut self, name: LocalId, more: impl IntoIterator<Item = Read>, is_value: bool) {
        let Some(origin) = self.names.get_mut(&name) else { return };
        more.into_iter().for_each(|read| add_read(&mut origin.reads, read));
        origin.is_value &= is_value;
    }

    /// A name that tells what was remembered under it.
    pub(super) fn recall(&mut self, name: LocalId, remembered: &[Read]) {
        if !remembered.is_empty() {
            self.names.insert(name, Origin { reads: remembered.to_vec(), ..Origin::default() });
        }
    }

    /// Names that range over what lies in places tell what lies there.
    pub(super) fn drawn(&mut self, query: &'b Query) {
        for (name, domain) in &query.binders {
            if matches!(domain.kind, ExprKind::BagAt(..)) {
                self.out_of(*name, domain);
            }
        }
    }

    /// Names of an answer: open to all, or known to some.
    pub(super) fn answered(
        &mut self,
        names: impl IntoIterator<Item = (LocalId, &'b Expr)>,
        who: Option<&Expr>,
        seen: &Seen,
    ) {
        for (name, from) in names {
            match self.secret(Some(name), who, seen, from.span) {
                Some(read) => {
                    if who.is_some() {
                        self.chosen.insert(name);
                    }
                    let origin = self.names.entry(name).or_insert(Origin { from: Some(from), ..Origin::default() });
                    origin.about = self.about;
                    add_read(&mut origin.reads, read);
                }
                None if self.hidden_in(None, from).is_none() => drop(self.open.insert(name)),
                None => {}
            }
        }
    }

    /// Who knows an answer that not everybody is told.
    pub(super) fn secret(&self, of: Option<LocalId>, who: Option<&Expr>, seen: &Seen, span: Span) -> Option<Read> {
        let seen = seen.as_ref().filter(|seen| !is_open(seen))?;
        let seers = seen.iter().filter_map(|seer| if let Seer::Player(seer, _) = seer { Some(seer) } else { None });
        let at = who.into_iter().chain(seers).map(|seer| self.resolved(seer)).collect();
        Some(Read::new(What::Answer(of), at, span))
    }

    /// Chosen things lie elsewhere now. What was worked out of a place from which things have gone may be known since.
    pub(super) fn moved(&mut self, what: &Quantity, from: Option<&Expr>, to: &Expr) {
        let named = match what {
            Quantity::Bag(things) | Quantity::Exactly(_, things) | Quantity::UpTo(_, things) => named(things),
            _ => None,
        };
        if let Some(name) = named
            && (name.0 < self.params || self.names.contains_key(&name))
        {
            let mut there = Vec::new();
            cells(to, None, &mut there);
            let hides = |reads: &[Read]| reads.iter().any(|read| surely_hidden(self.book, None, read));
            // What everybody knew before is known still, wherever it goes.
            if !hides(&there) || self.names.get(&name).is_some_and(|origin| hides(&origin.reads)) {
                let origin = self.names.entry(name).or_default();
                (origin.moved, origin.reads) = (true, there);
            }
        }
        // What goes where nobody looks is not known by going there.
        if is_unseen(self.book, to) {
            return;
        }
        let mut left = Vec::new();
        from.into_iter().for_each(|from| cells(from, None, &mut left));
        self.names.retain(|name, origin| {
            let stays = Some(*name) == named || origin.moved;
            stays || !origin.reads.iter().any(|read| left.iter().any(|left: &Read| left.is_of(read)))
        });
    }

    /// Whether a name holds things that were chosen, or none.
    fn is_of_things(&self, of: &Expr) -> bool {
        match &of.kind {
            ExprKind::Local(id) | ExprKind::AnswerOf(id, _) => self.names.get(id).is_some_and(|origin| {
                !origin.is_value && !origin.reads.iter().any(|read| matches!(read.what, What::Answer(_)))
            }),
            ExprKind::Widen(inner) => self.is_of_things(inner),
            _ => false,
        }
    }
}

/// One expression while it is looked through.
struct ExprReading<'s, 'b> {
    origins: &'s Origins<'b>,
    reads: Vec<Read>,
    /// Number of parts that may still be visited.
    budget: usize,
}

impl ExprReading<'_, '_> {
    /// A part; inside a define the arguments stand for its names.
    fn part(&mut self, e: &Expr, args: Option<&[Expr]>) {
        if self.budget == 0 {
            return;
        }
        self.budget -= 1;
        let book = self.origins.book;
        match &e.kind {
            ExprKind::Size(of) | ExprKind::IsNone(of) | ExprKind::IsSingle(of) | ExprKind::IsSeveral(of) => {
                // That and how many things were chosen is public, as it is of places.
                if args.is_none() && self.origins.is_of_things(of) {
                    return;
                }
                if let ExprKind::BagAt(things, place) = &of.kind
                    && is_total(book, things, place)
                {
                    return self.part(place, args);
                }
            }
            ExprKind::BagAt(_, place) => cells(place, args, &mut self.reads),
            ExprKind::Count(things, place) if !is_total(book, things, place) => cells(place, args, &mut self.reads),
            ExprKind::Memory(id, at) => {
                let at = at.iter().map(|index| substitute(index, args)).collect();
                self.reads.push(Read::new(What::Memory(*id), at, e.span));
            }
            ExprKind::Define(id, given) => {
                let given: Vec<Expr> = given.iter().map(|arg| substitute(arg, args)).collect();
                let from = self.reads.len();
                self.part(&book.ir.defines[id.index()].value, Some(&given));
                self.reads[from..].iter_mut().for_each(|read| read.go_on(e.span));
            }
            ExprKind::Can(id, all) => self.can(*id, all, args, e.span),
            ExprKind::CanPlay(who, card) => {
                let who = std::slice::from_ref(who.as_ref());
                ir::sheets_of(&book.ir, &card.ty).into_iter().for_each(|sheet| self.can(sheet, who, args, e.span));
            }
            // Inside a define a name is one of its own.
            ExprKind::Local(id) if args.is_none() => self.name(*id, None, e.span),
            ExprKind::AnswerOf(id, whose) if args.is_none() => self.name(*id, Some(whose), e.span),
            _ => {}
        }
        for part in visit::parts(e) {
            self.part(part, args);
        }
    }

    /// Whether a rule can be done tells what decides it.
    fn can(&mut self, rule: RuleId, given: &[Expr], args: Option<&[Expr]>, span: Span) {
        // In a `together` block nobody notices what another one is asked: there the law of twins finds what is told.
        if self.origins.about.is_some() {
            return;
        }
        let decides = self.origins.decides.clone();
        decides.wanted.set(true);
        let Some(of_it) = decides.of.get(rule.index()).filter(|of_it| !of_it.is_empty()) else { return };
        let given: Vec<Expr> = given.iter().map(|arg| substitute(arg, args)).collect();
        let mut told = Vec::new();
        for arg in &given {
            let from = self.reads.len();
            self.part(arg, None);
            told.push(self.reads.split_off(from));
        }
        let given = given.iter().map(|arg| self.origins.resolved(arg)).collect();
        let call = Called { rule, args: given, reads: told, around: Vec::new(), if_possible: true };
        for mut read in of_it.iter().flat_map(|read| read_for_caller(read, &call)) {
            read.go_on(span);
            self.reads.push(read);
        }
    }

    /// What a name tells.
    fn name(&mut self, id: LocalId, whose: Option<&Expr>, span: Span) {
        let Some(origin) = self.origins.names.get(&id) else {
            if id.0 < self.origins.params {
                self.reads.push(Read::new(What::Param(id), Vec::new(), span));
            }
            return;
        };
        for read in &origin.reads {
            let mut read = read.clone();
            read.go_on(span);
            for index in &mut read.at {
                if let (ExprKind::Local(local), Some(whose)) = (&index.kind, whose)
                    && Some(*local) == origin.about
                {
                    *index = whose.clone();
                }
            }
            self.reads.push(read);
        }
    }
}

/// The places that an expression names, as what is read.
fn cells(place: &Expr, args: Option<&[Expr]>, reads: &mut Vec<Read>) {
    visit::each_expr(place, &mut |part| {
        if let ExprKind::Cell(id, at) = &part.kind {
            let at = at.iter().map(|index| substitute(index, args)).collect();
            reads.push(Read::new(What::Place(*id), at, place.span));
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

/// Number of things of all sorts in a place, which is public.
fn is_total(book: &Book, things: &Expr, place: &Expr) -> bool {
    let ExprKind::Cell(id, _) = &place.kind else { return false };
    let held = &book.ir.places[id.index()].holds;
    match &things.kind {
        ExprKind::Pieces(all) => held.iter().all(|id| all.contains(id)),
        ExprKind::Piece(id, at) => {
            let whole = at.iter().all(|index| matches!(index.kind, ExprKind::All(_)));
            let bare = book.ir.components[id.index()].axes.iter().all(|axis| matches!(axis, Axis::Kind(_)));
            whole && bare && *held == [*id]
        }
        _ => false,
    }
}

/// Whether a place is one that nobody sees into.
fn is_unseen(book: &Book, place: &Expr) -> bool {
    matches!(&place.kind, ExprKind::Cell(id, _) if book.ir.places[id.index()].seen.is_empty())
}

/// The name of chosen things.
pub(super) fn named(things: &Expr) -> Option<LocalId> {
    match &things.kind {
        ExprKind::Local(id) | ExprKind::AnswerOf(id, _) => Some(*id),
        ExprKind::Widen(inner) | ExprKind::Only(inner) => named(inner),
        ExprKind::Piece(_, index) => index.first().and_then(named),
        _ => None,
    }
}
