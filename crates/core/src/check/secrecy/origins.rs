//! Taint of local names: the sources of the values of a rule's locals, and of its expressions.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::calls::{Called, Decides, in_caller};
use super::closed::Closed;
use super::identities::Identities;
use super::reads::{Read, ReadSource, add_read, seers, unmet};
use crate::check::names::Book;
use crate::check::whole::touched::{self, StatePart};
use crate::ir::visit;
use crate::ir::{Expr, ExprKind, Local, LocalId, PLAYER, Quantity, Query, Rule, Seen, Seer, Type, is_open};
use tavola_syntax::text::Span;

/// Maximum number of names followed from one to the next.
const MOST_NAMES: usize = 20;

/// The sources of local names, as far as the rule has been analysed.
pub(super) struct Origins<'b> {
    pub(super) book: &'b Book,
    pub(super) names: BTreeMap<LocalId, Origin<'b>>,
    /// Number of parameters. They are the first locals.
    params: u32,
    /// The players among the parameters.
    players: Vec<Expr>,
    /// True for a sheet. The domains of its parameters are known.
    is_sheet: bool,
    /// Further parameters: the names that an interrupt shares with the menu of its moment.
    shared: BTreeSet<LocalId>,
    /// In a `together` block: the name of the player who is asked.
    pub(super) about: Option<LocalId>,
    /// Names of answers that everybody saw.
    open: BTreeSet<LocalId>,
    /// Names of loops whose values the loop finds, with the reads that tell them, from the outermost loop to the innermost.
    pub(super) found: Vec<(LocalId, Vec<Read>)>,
    /// Names of secret answers that a player gave.
    chosen: BTreeSet<LocalId>,
    /// Reads that decide whether rules can be done.
    pub(super) decides: Rc<Decides>,
    /// The conditions of `seen by` that surely do not hold now.
    pub(super) closed: Closed,
    /// The facts that are known about players.
    pub(super) identities: Identities,
}

/// The source of the value of a local name.
#[derive(Default)]
pub(super) struct Origin<'b> {
    /// The expression that it was computed from, or the place that it was chosen from.
    pub(super) from: Option<&'b Expr>,
    /// Its taint: the reads behind it, or the place where the chosen things lie now.
    pub(super) reads: Vec<Read>,
    /// True if the chosen things were moved.
    moved: bool,
    /// In a `together` block: the name of the player whose answer it is.
    pub(super) about: Option<LocalId>,
    /// True if its value equals `from`.
    pub(super) is_value: bool,
}

impl<'b> Origins<'b> {
    /// The state at the beginning of a rule.
    pub(super) fn new(book: &'b Book, params: u32, decides: &Rc<Decides>) -> Self {
        let players = Vec::new();
        let (names, shared, open, chosen) = (BTreeMap::new(), BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let (decides, closed, identities) = (decides.clone(), Closed::default(), Identities::default());
        let found = Vec::new();
        Self {
            book,
            names,
            params,
            players,
            is_sheet: false,
            shared,
            about: None,
            open,
            found,
            chosen,
            decides,
            closed,
            identities,
        }
    }

    /// Declares that the parameters are those of a sheet.
    pub(super) fn of_sheet(&mut self) {
        self.is_sheet = true;
    }

    /// Names the players among the parameters of a rule.
    pub(super) fn of_rule(&mut self, rule: &Rule) {
        let player = |(at, local): (usize, &Local)| Expr {
            kind: ExprKind::Local(LocalId(at as u32)),
            ty: local.ty.clone(),
            span: local.span,
        };
        let params = rule.locals.iter().enumerate().take(self.params as usize);
        self.players = params.filter(|(_, local)| local.ty == Type::Member(PLAYER)).map(player).collect();
    }

    /// Makes a name a parameter.
    pub(super) fn share(&mut self, name: LocalId) {
        self.shared.insert(name);
    }

    pub(super) fn is_param(&self, name: LocalId) -> bool {
        name.0 < self.params || self.shared.contains(&name)
    }

    /// The first read of an expression that is hidden from a player (`None`: from anybody).
    pub(super) fn hidden_in(&self, who: Option<&Expr>, e: &Expr) -> Option<Read> {
        let who = who.map(|who| self.resolved(who));
        self.reads(e).into_iter().find(|read| self.is_hidden(who.as_ref(), read))
    }

    /// True unless a player surely sees what is read (`None`: unless everybody may see it). A condition of `seen by` counts as one
    /// that holds, unless it surely does not.
    pub(super) fn is_hidden(&self, who: Option<&Expr>, read: &Read) -> bool {
        let sees = |set: &Expr| who.is_some_and(|who| self.identities.has(self.book, set, who));
        if read.seen_by.iter().any(sees) {
            return false;
        }
        match read.what {
            ReadSource::Param(_) => return false,
            ReadSource::Tangled => return true,
            ReadSource::Answer(_) => return !read.at.iter().any(sees),
            ReadSource::Place(_) | ReadSource::Memory(_) => {}
        }
        seers(self.book, read.what).iter().all(|seer| match seer {
            _ if unmet(seer, &self.closed, read).is_some() => true,
            Seer::All(_) => false,
            Seer::Player(seer, _) => !in_caller(seer, &read.at).is_some_and(|seer| sees(&seer)),
        })
    }

    /// True if the contents of a place are not visible to everybody.
    pub(super) fn hides(&self, place: &Expr) -> bool {
        self.contents(place).iter().any(|read| self.is_hidden(None, read))
    }

    /// Goes on after these parts of the state were written. What was computed from them keeps its players.
    pub(super) fn write(&mut self, changes: &BTreeSet<StatePart>) {
        let (book, identities) = (self.book, &self.identities);
        let reads = self.names.values_mut().flat_map(|origin| &mut origin.reads);
        let players = reads.flat_map(|read| read.at.iter_mut().chain(&mut read.seen_by));
        players.for_each(|who| *who = identities.lasting(book, who, changes));
        self.identities.write(book, changes);
    }

    /// A player in terms of the callers, as when the rule began.
    pub(super) fn at_entry(&self, who: &Expr) -> Expr {
        self.identities.at_entry(self.book, who, |name| self.is_param(name))
    }

    /// A read in terms of the callers.
    pub(super) fn read_at_entry(&self, mut read: Read) -> Read {
        read.seen_by.iter_mut().for_each(|who| *who = self.at_entry(who));
        let seers: Vec<Expr> = self.players.iter().filter(|who| !self.is_hidden(Some(who), &read)).cloned().collect();
        read.seen_by.extend(seers);
        read.at.iter_mut().for_each(|who| *who = self.at_entry(who));
        read
    }

    /// A call in terms of the callers.
    pub(super) fn call_at_entry(&self, mut call: Called) -> Called {
        let of_args = call.reads.iter_mut().flat_map(|arg| arg.value.iter_mut().chain(&mut arg.contents));
        let reads = of_args.chain(&mut call.around).chain(&mut call.repeated);
        reads.flat_map(|read| &mut read.at).chain(&mut call.args).for_each(|who| *who = self.at_entry(who));
        call
    }

    /// Resolves a name to the expression that it equals, for as long as that is so. What it equals now is known to [`Identities`].
    pub(super) fn resolved(&self, e: &Expr) -> Expr {
        let mut e = e;
        for _ in 0..MOST_NAMES {
            e = match &e.kind {
                ExprKind::Widen(inner) | ExprKind::Only(inner) => inner,
                ExprKind::Local(id) => match self.value(*id) {
                    Some(value) if touched::reads(&self.book.ir, value).is_empty() => value,
                    _ => break,
                },
                _ => break,
            };
        }
        e.clone()
    }

    /// The expression that a name was computed from, through other names. The state may have changed since.
    pub(super) fn definition<'e>(&self, e: &'e Expr) -> &'e Expr
    where
        'b: 'e,
    {
        let mut e = e;
        for _ in 0..MOST_NAMES {
            let ExprKind::Local(id) = &e.kind else { break };
            let Some(value) = self.value(*id) else { break };
            e = value;
        }
        e
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

    /// The reads that tell a name of a loop by what the loop finds.
    pub(super) fn found_by(&self, name: LocalId) -> impl Iterator<Item = &Read> {
        self.found.iter().filter(move |(found, _)| *found == name).flat_map(|(_, reads)| reads)
    }

    /// Adds reads that tell a name of a loop.
    pub(super) fn find(&mut self, name: LocalId, mut reads: Vec<Read>) {
        reads.iter_mut().for_each(|read| read.stamp(&self.closed));
        if !reads.is_empty() {
            self.found.push((name, reads));
        }
    }

    /// Binds a name to the value of an expression.
    pub(super) fn bind(&mut self, name: LocalId, value: &'b Expr) {
        let entry = self.at_entry(value);
        self.identities.bind(name, value, entry);
        self.comes_from(name, value, true);
    }

    /// Binds a name to something chosen from an expression.
    pub(super) fn out_of(&mut self, name: LocalId, of: &'b Expr) {
        self.comes_from(name, of, false);
    }

    fn comes_from(&mut self, name: LocalId, from: &'b Expr, is_value: bool) {
        let mut reads = Vec::new();
        for mut read in self.reads(from) {
            read.stamp(&self.closed);
            add_read(&mut reads, read);
        }
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
                _ if domain.ty.is_of_places() => self.out_of(*name, domain),
                ExprKind::BagAt(..) => self.out_of(*name, domain),
                ExprKind::Widen(member) if matches!(member.ty, Type::Member(_)) => self.bind(*name, member),
                ExprKind::SetLiteral(members) => {
                    if let [member] = members.as_slice() {
                        self.bind(*name, member);
                    }
                }
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
            let hides = |reads: &[Read]| reads.iter().any(|read| self.is_hidden(None, read));
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

    /// True if a name stands for a thing that lies somewhere: it comes out of a place, or a caller may have taken it out of one.
    /// Otherwise it only names a sort of things.
    pub(super) fn is_thing(&self, name: LocalId) -> bool {
        self.is_thing_within(name, MOST_NAMES)
    }

    /// `names`: number of names that may still be followed, since a name may be set from itself.
    fn is_thing_within(&self, name: LocalId, names: usize) -> bool {
        match self.names.get(&name) {
            Some(origin) => origin.moved || origin.from.is_none_or(|from| self.is_out_of_place(from, names)),
            None => name.0 < self.params && !self.is_sheet,
        }
    }

    fn is_out_of_place(&self, e: &Expr, names: usize) -> bool {
        match &e.kind {
            ExprKind::BagAt(..) | ExprKind::Cell(..) | ExprKind::Define(..) => true,
            ExprKind::Local(id) | ExprKind::AnswerOf(id, _) => names == 0 || self.is_thing_within(*id, names - 1),
            _ => visit::parts(e).into_iter().any(|part| self.is_out_of_place(part, names)),
        }
    }

    /// True if a name holds chosen things, or none.
    pub(super) fn is_of_things(&self, of: &Expr) -> bool {
        match &of.kind {
            ExprKind::Local(id) | ExprKind::AnswerOf(id, _) => self.names.get(id).is_some_and(|origin| {
                !origin.is_value && !origin.reads.iter().any(|read| matches!(read.what, ReadSource::Answer(_)))
            }),
            ExprKind::Widen(inner) => self.is_of_things(inner),
            _ => false,
        }
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
