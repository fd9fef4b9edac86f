//! The reads of one expression: the hidden places, variables, answers and parameters behind its value.

use super::calls::{ArgumentReads, Called, in_caller, read_for_caller, stranger};
use super::origins::Origins;
use super::reads::{ParamPart, ParamRead, Read, ReadSource};
use crate::check::names::Book;
use crate::ir::{self, visit};
use crate::ir::{Axis, ComponentId, Expr, ExprKind, LocalId, Query, RuleId, RuleKind};
use tavola_syntax::text::Span;

/// Maximum number of subexpressions visited for one expression; more is a finding.
const MAX_PARTS: usize = 20_000;

impl Origins<'_> {
    /// The reads of an expression, without public information. The number of things in a place is always public.
    pub(super) fn reads(&self, e: &Expr) -> Vec<Read> {
        self.reads_in(e, None)
    }

    /// The reads of an expression. In the body of a define, `args` are the values of its parameters.
    pub(super) fn reads_in(&self, e: &Expr, args: Option<&[Expr]>) -> Vec<Read> {
        let mut reading = ExprReading::new(self);
        reading.part(e, args);
        reading.end(e.span)
    }

    /// The reads of what lies in the places that an expression names.
    pub(super) fn contents(&self, place: &Expr) -> Vec<Read> {
        let mut reading = ExprReading::new(self);
        reading.contents(place, None);
        reading.end(place.span)
    }

    /// The reads of an argument.
    pub(super) fn argument(&self, arg: &Expr) -> ArgumentReads {
        let contents = if arg.ty.is_of_places() { self.contents(arg) } else { Vec::new() };
        ArgumentReads { value: self.reads(arg), contents }
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

impl<'s, 'b> ExprReading<'s, 'b> {
    fn new(origins: &'s Origins<'b>) -> Self {
        Self { origins, reads: Vec::new(), places: Vec::new(), names: Vec::new(), budget: MAX_PARTS }
    }

    /// The reads that were collected, in terms of what names equal. `span`: the whole expression.
    fn end(self, span: Span) -> Vec<Read> {
        let mut reads = self.reads;
        if self.budget == 0 {
            reads.push(Read::tangled(span));
        }
        reads.iter_mut().flat_map(|read| &mut read.at).for_each(|index| *index = self.origins.resolved(index));
        reads
    }

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
                self.inside(e.span, |reads| reads.part(&book.ir.defines[id.index()].value, Some(&given)));
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

    /// Reads in a define, which does not know the places outside. Its reads go on at `used`, where it stands.
    fn inside(&mut self, used: Span, define: impl FnOnce(&mut Self)) {
        let (from, places) = (self.reads.len(), std::mem::take(&mut self.places));
        define(self);
        self.places = places;
        self.reads[from..].iter_mut().for_each(|read| read.go_on(used));
    }

    /// Notes the names of a query that range over places.
    fn binders(&mut self, query: &Query, args: Option<&[Expr]>) {
        for (name, domain) in query.binders.iter().filter(|(_, domain)| domain.ty.is_of_places()) {
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
                self.inside(place.span, |reads| reads.contents(&book.ir.defines[id.index()].value, Some(&given)));
            }
            ExprKind::Local(id) if place.ty.is_of_places() => self.contents_of_name(*id, args, place.span),
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
                    let param = ParamRead { local: id, part: ParamPart::Contents };
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
        for read in self.origins.found_by(id) {
            let mut read = read.clone();
            read.go_on(span);
            self.reads.push(read);
        }
        let Some(origin) = self.origins.names.get(&id) else {
            if self.origins.is_param(id) {
                let param = ParamRead { local: id, part: ParamPart::Value };
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
