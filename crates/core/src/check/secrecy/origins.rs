//! Taint of local names: the sources of the values of a rule's locals, and of its expressions.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::calls::{Argument, Called, Decides, in_caller, read_for_caller, stranger};
use super::reads::{Param, ParamPart, Read, ReadSource, add_read, surely_hidden};
use crate::check::names::Book;
use crate::check::types::are_places;
use crate::ir::{self, visit};
use crate::ir::{
    Axis, ComponentId, Expr, ExprKind, LocalId, Quantity, Query, RuleId, RuleKind, Seen, Seer, Type, is_open,
};
use tavola_syntax::text::Span;

/// Maximum number of subexpressions visited for one expression; more is a finding.
const MAX_PARTS: usize = 20_000;

/// The sources of local names, as far as the rule has been analysed.
pub(super) struct Origins<'b> {
    pub(super) book: &'b Book,
    names: BTreeMap<LocalId, Origin<'b>>,
    /// Number of parameters. They are the first locals.
    params: u32,
    /// Further parameters: the names that an interrupt shares with the menu of its moment.
    shared: BTreeSet<LocalId>,
    /// In a `together` block: the name of the player who is asked.
    pub(super) about: Option<LocalId>,
    /// Names of answers that everybody saw.
    open: BTreeSet<LocalId>,
    /// Names of secret answers that a player gave.
    chosen: BTreeSet<LocalId>,
    /// Reads that decide whether rules can be done.
    decides: Rc<Decides>,
}

/// The source of the value of a local name.
#[derive(Default)]
struct Origin<'b> {
    /// The expression that it was computed from, or the place that it was chosen from.
    from: Option<&'b Expr>,
    /// Its taint: the reads behind it, or the place where the chosen things lie now.
    reads: Vec<Read>,
    /// True if the chosen things were moved.
    moved: bool,
    /// In a `together` block: the name of the player whose answer it is.
    about: Option<LocalId>,
    /// True if its value equals `from`.
    is_value: bool,
}

impl<'b> Origins<'b> {
    /// The state at the beginning of a rule.
    pub(super) fn new(book: &'b Book, params: u32, decides: &Rc<Decides>) -> Self {
        let (names, shared, open, chosen) = (BTreeMap::new(), BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        Self { book, names, params, shared, about: None, open, chosen, decides: decides.clone() }
    }

    /// Makes a name a parameter.
    pub(super) fn share(&mut self, name: LocalId) {
        self.shared.insert(name);
    }

    fn is_param(&self, name: LocalId) -> bool {
        name.0 < self.params || self.shared.contains(&name)
    }

    /// The reads of an expression, without public information. The number of things in a place is always public.
    pub(super) fn reads(&self, e: &Expr) -> Vec<Read> {
        self.reads_in(e, None)
    }

    /// The reads of an expression. In the body of a define, `args` are the values of its parameters.
    pub(super) fn reads_in(&self, e: &Expr, args: Option<&[Expr]>) -> Vec<Read> {
        let mut reading =
            ExprReading { origins: self, reads: Vec::new(), places: Vec::new(), names: Vec::new(), budget: MAX_PARTS };
        reading.part(e, args);
        let mut reads = reading.reads;
        if reading.budget == 0 {
            reads.push(Read::tangled(e.span));
        }
        self.resolve(&mut reads);
        reads
    }

    /// The reads of what lies in the places that an expression names.
    pub(super) fn contents(&self, place: &Expr) -> Vec<Read> {
        let mut reading =
            ExprReading { origins: self, reads: Vec::new(), places: Vec::new(), names: Vec::new(), budget: MAX_PARTS };
        reading.contents(place, None);
        let mut reads = reading.reads;
        self.resolve(&mut reads);
        reads
    }

    fn resolve(&self, reads: &mut [Read]) {
        reads.iter_mut().flat_map(|read| &mut read.at).for_each(|index| *index = self.resolved(index));
    }

    /// The reads of an argument.
    pub(super) fn argument(&self, arg: &Expr) -> Argument {
        let contents = if are_places(&arg.ty) { self.contents(arg) } else { Vec::new() };
        Argument { value: self.reads(arg), contents }
    }

    /// The first read of an expression that is hidden from a player (`None`: from anybody).
    pub(super) fn hidden_in(&self, who: Option<&Expr>, e: &Expr) -> Option<Read> {
        let who = who.map(|who| self.resolved(who));
        self.reads(e).into_iter().find(|read| surely_hidden(self.book, who.as_ref(), read))
    }

    /// True if the contents of a place are not visible to everybody.
    pub(super) fn hides(&self, place: &Expr) -> bool {
        self.contents(place).iter().any(|read| surely_hidden(self.book, None, read))
    }

    /// Resolves a name to the expression that it equals.
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

    /// The expression that a name equals.
    pub(super) fn value(&self, name: LocalId) -> Option<&'b Expr> {
        self.names.get(&name).filter(|origin| origin.is_value).and_then(|origin| origin.from)
    }

    /// The current taint of a name.
    pub(super) fn reads_behind(&self, name: LocalId) -> &[Read] {
        self.names.get(&name).map_or(&[], |origin| &origin.reads)
    }

    /// True if a name is an answer that everybody saw.
    pub(super) fn is_open(&self, name: LocalId) -> bool {
        self.open.contains(&name)
    }

    /// True if a read is a secret answer that a player gave.
    pub(super) fn is_chosen(&self, read: &Read) -> bool {
        matches!(read.what, ReadSource::Answer(Some(name)) if self.chosen.contains(&name))
    }

    /// Binds a name to the value of an expression.
    pub(super) fn bind(&mut self, name: LocalId, value: &'b Expr) {
        self.comes_from(name, value, true);
    }

    /// Binds a name to something chosen from an expression.
    pub(super) fn out_of(&mut self, name: LocalId, of: &'b Expr) {
        self.comes_from(name, of, false);
    }

    fn comes_from(&mut self, name: LocalId, from: &'b Expr, is_value: bool) {
        let mut reads = Vec::new();
        self.reads(from).into_iter().for_each(|read| add_read(&mut reads, read));
        self.names.insert(name, Origin { from: Some(from), reads, moved: false, about: self.about, is_value });
    }

    /// Adds to the taint of a name. `is_value`: it still equals its expression.
    pub(super) fn tells_more(&mut self, name: LocalId, more: impl IntoIterator<Item = Read>, is_value: bool) {
        let Some(origin) = self.names.get_mut(&name) else { return };
        more.into_iter().for_each(|read| add_read(&mut origin.reads, read));
        origin.is_value &= is_value;
    }

    /// Gives a name the taint that was remembered for it.
    pub(super) fn recall(&mut self, name: LocalId, remembered: &[Read]) {
        if !remembered.is_empty() {
            self.names.insert(name, Origin { reads: remembered.to_vec(), ..Origin::default() });
        }
    }

    /// Taints the names of a query that range over things in places, or over places. The name of the only member of a set is the
    /// member itself.
    pub(super) fn drawn(&mut self, query: &'b Query) {
        for (name, domain) in &query.binders {
            match &domain.kind {
                _ if are_places(&domain.ty) => self.out_of(*name, domain),
                ExprKind::BagAt(..) => self.out_of(*name, domain),
                ExprKind::Widen(member) if matches!(member.ty, Type::Member(_)) => self.bind(*name, member),
                _ => {}
            }
        }
    }

    /// Binds the names of an answer, which is either visible to all or known to some.
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

    /// The read of a secret answer, with the players who know it; `None` if everybody sees it.
    pub(super) fn secret(&self, of: Option<LocalId>, who: Option<&Expr>, seen: &Seen, span: Span) -> Option<Read> {
        let seen = seen.as_ref().filter(|seen| !is_open(seen))?;
        let seers = seen.iter().filter_map(|seer| if let Seer::Player(seer, _) = seer { Some(seer) } else { None });
        let at = who.into_iter().chain(seers).map(|seer| self.resolved(seer)).collect();
        Some(Read::new(ReadSource::Answer(of), at, span))
    }

    /// Handles a move: chosen things lie elsewhere now. Values computed from a place that things have left may be public since.
    pub(super) fn moved(&mut self, what: &Quantity, from: Option<&Expr>, to: &Expr) {
        let named = match what {
            Quantity::Bag(things) | Quantity::Exactly(_, things) | Quantity::UpTo(_, things) => named(things),
            _ => None,
        };
        if let Some(name) = named
            && (self.is_param(name) || self.names.contains_key(&name))
        {
            let there = self.contents(to);
            let hides = |reads: &[Read]| reads.iter().any(|read| surely_hidden(self.book, None, read));
            // What everybody knew before is still known, wherever it goes.
            if !hides(&there) || self.names.get(&name).is_some_and(|origin| hides(&origin.reads)) {
                let origin = self.names.entry(name).or_default();
                (origin.moved, origin.reads) = (true, there);
            }
        }
        // Things that go where nobody looks do not become known by that.
        if is_unseen(self.book, to) {
            return;
        }
        let left = from.map(|from| self.contents(from)).unwrap_or_default();
        self.names.retain(|name, origin| {
            let stays = Some(*name) == named || origin.moved;
            stays || !origin.reads.iter().any(|read| left.iter().any(|left: &Read| left.is_of(read)))
        });
    }

    /// True if a name holds chosen things, or none.
    fn is_of_things(&self, of: &Expr) -> bool {
        match &of.kind {
            ExprKind::Local(id) | ExprKind::AnswerOf(id, _) => self.names.get(id).is_some_and(|origin| {
                !origin.is_value && !origin.reads.iter().any(|read| matches!(read.what, ReadSource::Answer(_)))
            }),
            ExprKind::Widen(inner) => self.is_of_things(inner),
            _ => false,
        }
    }
}

/// Collects the reads of one expression.
struct ExprReading<'s, 'b> {
    origins: &'s Origins<'b>,
    reads: Vec<Read>,
    /// Names inside the expression that range over places, with the reads of what lies there.
    places: Vec<(LocalId, Vec<Read>)>,
    /// Names of places whose values are being read. A name may be set from itself.
    names: Vec<LocalId>,
    /// Number of subexpressions that may still be visited.
    budget: usize,
}

impl ExprReading<'_, '_> {
    /// Visits a subexpression. In the body of a define, `args` are the values of its parameters.
    fn part(&mut self, e: &Expr, args: Option<&[Expr]>) {
        if self.budget == 0 {
            return;
        }
        self.budget -= 1;
        let book = self.origins.book;
        match &e.kind {
            ExprKind::Size(of) | ExprKind::IsNone(of) | ExprKind::IsSingle(of) | ExprKind::IsSeveral(of) => {
                // Whether there are chosen things, and how many, is public, as for places.
                if args.is_none() && self.origins.is_of_things(of) {
                    return;
                }
                if let ExprKind::BagAt(things, place) = &of.kind
                    && is_total(book, things, place)
                {
                    return self.part(place, args);
                }
            }
            ExprKind::BagAt(_, place) => self.contents(place, args),
            ExprKind::Count(things, place) if !is_total(book, things, place) => self.contents(place, args),
            ExprKind::Memory(id, at) => {
                let at = at.iter().map(|index| substitute(index, args)).collect();
                self.reads.push(Read::new(ReadSource::Memory(*id), at, e.span));
            }
            ExprKind::Define(id, given) => {
                let given: Vec<Expr> = given.iter().map(|arg| substitute(arg, args)).collect();
                let (from, places) = (self.reads.len(), std::mem::take(&mut self.places));
                self.part(&book.ir.defines[id.index()].value, Some(&given));
                self.places = places;
                self.reads[from..].iter_mut().for_each(|read| read.go_on(e.span));
            }
            ExprKind::Can(id, all) => self.can(*id, all, args, e.span),
            ExprKind::CanPlay(who, card) => {
                let who = std::slice::from_ref(who.as_ref());
                ir::sheets_of(&book.ir, &card.ty).into_iter().for_each(|sheet| self.can(sheet, who, args, e.span));
            }
            // In the body of a define, locals are those of the define.
            ExprKind::Local(id) if args.is_none() => self.name(*id, None, e.span),
            ExprKind::AnswerOf(id, whose) if args.is_none() => self.name(*id, Some(whose), e.span),
            ExprKind::Some(query)
            | ExprKind::Every(query, _)
            | ExprKind::The(query)
            | ExprKind::First(query)
            | ExprKind::Rank(query)
            | ExprKind::SetOf(_, query)
            | ExprKind::ListOf(_, query)
            | ExprKind::Aggregate(_, _, query) => self.binders(query, args),
            _ => {}
        }
        for part in visit::parts(e) {
            self.part(part, args);
        }
    }

    /// Notes the names of a query that range over places.
    fn binders(&mut self, query: &Query, args: Option<&[Expr]>) {
        for (name, domain) in query.binders.iter().filter(|(_, domain)| are_places(&domain.ty)) {
            let from = self.reads.len();
            self.contents(domain, args);
            let there = self.reads.split_off(from);
            self.places.push((*name, there));
        }
    }

    /// Adds the reads of what lies in the places that an expression names.
    fn contents(&mut self, place: &Expr, args: Option<&[Expr]>) {
        let book = self.origins.book;
        match &place.kind {
            ExprKind::Cell(id, at) => {
                let at = at.iter().map(|index| substitute(index, args)).collect();
                self.reads.push(Read::new(ReadSource::Place(*id), at, place.span));
            }
            ExprKind::Define(id, given) => {
                let given: Vec<Expr> = given.iter().map(|arg| substitute(arg, args)).collect();
                let (from, places) = (self.reads.len(), std::mem::take(&mut self.places));
                self.contents(&book.ir.defines[id.index()].value, Some(&given));
                self.places = places;
                self.reads[from..].iter_mut().for_each(|read| read.go_on(place.span));
            }
            ExprKind::Local(id) if are_places(&place.ty) => self.contents_of_name(*id, args, place.span),
            _ => {
                for part in visit::parts(place) {
                    self.contents(part, args);
                }
            }
        }
    }

    /// Adds the reads of what lies in the places that a name stands for.
    fn contents_of_name(&mut self, id: LocalId, args: Option<&[Expr]>, span: Span) {
        if let Some((_, there)) = self.places.iter().rev().find(|(name, _)| *name == id) {
            return self.reads.extend(there.clone());
        }
        let from = self.reads.len();
        match args {
            Some(args) => {
                if let Some(arg) = args.get(id.index()) {
                    let places = std::mem::take(&mut self.places);
                    self.contents(arg, None);
                    self.places = places;
                }
            }
            None => match self.origins.names.get(&id).and_then(|origin| origin.from) {
                Some(_) if self.names.contains(&id) => {}
                Some(of) => {
                    self.names.push(id);
                    self.contents(of, None);
                    self.names.pop();
                }
                None if self.origins.is_param(id) => {
                    let param = Param { local: id, part: ParamPart::Contents };
                    self.reads.push(Read::new(ReadSource::Param(param), Vec::new(), span));
                }
                None => {}
            },
        }
        self.reads[from..].iter_mut().for_each(|read| read.go_on(span));
    }

    /// Adds the reads that decide whether a rule can be done.
    fn can(&mut self, rule: RuleId, given: &[Expr], args: Option<&[Expr]>, span: Span) {
        // Nobody notices what other players are asked in a `together` block. The law of twins finds leaks there at run time.
        if self.origins.about.is_some() {
            return;
        }
        let decides = self.origins.decides.clone();
        decides.wanted.set(true);
        let Some(of_it) = decides.of.get(rule.index()).filter(|of_it| !of_it.is_empty()) else { return };
        let given: Vec<Expr> = given.iter().map(|arg| substitute(arg, args)).collect();
        let given = with_shared(self.origins.book, rule, &given);
        let reads = given.iter().map(|arg| self.origins.argument(arg)).collect();
        let args = given.iter().map(|arg| self.origins.resolved(arg)).collect();
        let call = Called { rule, args, reads, around: Vec::new(), repeated: Vec::new(), if_possible: true };
        for mut read in of_it.iter().flat_map(|read| read_for_caller(read, &call)) {
            read.go_on(span);
            self.reads.push(read);
        }
    }

    /// Adds the taint of a name.
    fn name(&mut self, id: LocalId, whose: Option<&Expr>, span: Span) {
        let Some(origin) = self.origins.names.get(&id) else {
            if self.origins.is_param(id) {
                let param = Param { local: id, part: ParamPart::Value };
                self.reads.push(Read::new(ReadSource::Param(param), Vec::new(), span));
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

/// The arguments of a call. An interrupt also gets the parameters of the menu of its moment, which calls it, under its own names.
pub(super) fn with_shared(book: &Book, rule: RuleId, args: &[Expr]) -> Vec<Expr> {
    let mut all = args.to_vec();
    for (own, _, menus) in shared_params(&book.ir.rules[rule.index()]) {
        let local = &book.ir.rules[rule.index()].locals[own.index()];
        let arg = Expr { kind: ExprKind::Local(*menus), ty: local.ty.clone(), span: local.span };
        all.resize(all.len().max(own.index() + 1), stranger(&arg));
        all[own.index()] = arg;
    }
    all
}

/// The parameters of the menu of its moment that an interrupt shares: its own name, the menu, the name there.
pub(super) fn shared_params(rule: &ir::Rule) -> impl Iterator<Item = &(LocalId, RuleId, LocalId)> {
    let sheet = rule.sheet.as_ref().filter(|_| rule.kind == RuleKind::Interrupt);
    sheet.into_iter().flat_map(|sheet| &sheet.remembers)
}

/// Replaces the parameters of a define by its arguments. A binder of the define stands for nothing outside.
pub(super) fn substitute(e: &Expr, args: Option<&[Expr]>) -> Expr {
    let Some(args) = args else { return e.clone() };
    match &e.kind {
        ExprKind::Cell(id, at) => {
            let at = at.iter().map(|index| substitute(index, Some(args))).collect();
            Expr { kind: ExprKind::Cell(*id, at), ..e.clone() }
        }
        _ => in_caller(e, args).unwrap_or_else(|| e.clone()),
    }
}

/// True if `things` are all sorts of things that a place holds. Their total number is public.
fn is_total(book: &Book, things: &Expr, place: &Expr) -> bool {
    let every: Vec<ComponentId>;
    let held = match &place.kind {
        ExprKind::Cell(id, _) => &book.ir.places[id.index()].holds,
        // Any place may have this name.
        ExprKind::Local(_) => {
            every = (0..book.ir.components.len() as u32).map(ComponentId).collect();
            &every
        }
        _ => return false,
    };
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

/// True if nobody sees into a place.
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
