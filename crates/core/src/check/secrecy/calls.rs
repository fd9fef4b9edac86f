//! Interprocedural information flow: one summary per rule, applied at each call.
//!
//! A call reveals what its rule reveals, under the conditions around the call. Both may depend on the arguments.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::closed::Closed;
use super::closings::Closings;
use super::extents::Extents;
use super::leak::Through;
use super::reachability::QuestionReachability;
use super::reads::{ParamPart, ParamRead, Read, ReadSource, add_read, alike_reads, same_player};
use crate::check::whole::touched::StatePart;
use crate::ir::{Expr, ExprKind, LocalId, RuleId};
use tavola_syntax::text::Span;

/// An observable event, in terms of the locals of the rule: a player is asked, or a line is logged (`who` is `None`: for
/// everybody).
#[derive(Clone)]
pub(super) struct Observation {
    pub(super) who: Option<Expr>,
    pub(super) through: Through,
    /// Parameter that is revealed; `None`: the event itself.
    pub(super) of: Option<ParamRead>,
    /// For [`Through::Variable`]: name of the variable.
    pub(super) name: Option<String>,
    /// Source location where it shows.
    pub(super) shows: Span,
    /// The conditions of `seen by` that surely do not hold then.
    pub(super) closed: Closed,
}

impl Observation {
    /// True if both reveal the same to the same player.
    fn same(&self, other: &Self) -> bool {
        let same_player = same_player(self.who.as_ref(), other.who.as_ref());
        self.through == other.through
            && self.of == other.of
            && self.name == other.name
            && same_player
            && self.closed == other.closed
    }
}

/// A possible early exit from a rule up the call chain, and a read that it depends on, in terms of the locals of the rule.
#[derive(Clone)]
pub(super) struct Ends {
    pub(super) rule: RuleId,
    pub(super) read: Read,
}

/// The reads of an argument: behind its value, and behind what lies in the places that it names.
#[derive(Clone, Default)]
pub(super) struct ArgumentReads {
    pub(super) value: Vec<Read>,
    pub(super) contents: Vec<Read>,
}

impl ArgumentReads {
    /// The reads, with the conditions of `seen by` that surely do not hold at the call.
    pub(super) fn stamped(mut self, closed: &Closed) -> Self {
        self.value.iter_mut().chain(&mut self.contents).for_each(|read| read.stamp(closed));
        self
    }
}

/// A call: resolved arguments, the reads of each argument, and the reads of the conditions around it.
#[derive(Clone, Default)]
pub(super) struct Called {
    pub(super) rule: RuleId,
    pub(super) args: Vec<Expr>,
    pub(super) reads: Vec<ArgumentReads>,
    pub(super) around: Vec<Read>,
    /// Reads that decide how often the call is repeated.
    pub(super) repeated: Vec<Read>,
    /// True for `if possible`.
    pub(super) if_possible: bool,
}

impl Called {
    /// Reads that are revealed by the call being executed: those that decide whether it can be done.
    pub(super) fn decided(&self, callee: &RuleSummary) -> Vec<Read> {
        let of_it = callee.obligations.iter().filter(|_| self.if_possible).flat_map(|obligation| &obligation.reads);
        of_it.flat_map(|read| read_for_caller(read, self)).collect()
    }

    /// Reads behind a part of an argument.
    pub(super) fn behind(&self, param: ParamRead) -> &[Read] {
        let argument = self.reads.get(param.local.index());
        argument.map_or(&[], |argument| match param.part {
            ParamPart::Value => &argument.value,
            ParamPart::Contents => &argument.contents,
        })
    }
}

/// Something in a rule that can fail.
#[derive(Clone)]
pub(super) struct Obligation {
    /// The only player who has been asked before it; `None`: nobody. Looking ahead ends at a question to somebody else.
    pub(super) asked: Option<Expr>,
    /// Reads that decide whether it fails, those of the conditions around it included. It can also fail without any.
    pub(super) reads: Vec<Read>,
}

/// Summary of one rule.
#[derive(Clone, Default)]
pub(super) struct RuleSummary {
    /// Observable events while it runs: questions and lines of the log.
    pub(super) observed: Vec<Observation>,
    /// Early exits from its callers.
    pub(super) ends: Vec<Ends>,
    pub(super) calls: Vec<Called>,
    /// Everything in it that can fail.
    pub(super) obligations: Vec<Obligation>,
    /// For each path through it on which looking ahead does not end: the player asked on it, if any.
    pub(super) passes: Vec<Option<Expr>>,
    /// The players asked in it whose options depend on what its callers do after it.
    pub(super) awaits: Vec<Expr>,
}

impl RuleSummary {
    /// Adds an event, unless it is known already.
    pub(super) fn observe(&mut self, observation: Observation) {
        if !self.observed.iter().any(|other| other.same(&observation)) {
            self.observed.push(observation);
        }
    }

    /// Adds an event that reveals these parameters.
    pub(super) fn observe_each(&mut self, params: Vec<ParamRead>, observation: &Observation) {
        params.into_iter().for_each(|param| self.observe(Observation { of: Some(param), ..observation.clone() }));
    }

    /// Adds an early exit. Beyond the limit, exits are not dropped but recorded as [`ReadSource::Tangled`], once for each rule that
    /// is left.
    pub(super) fn end(&mut self, rule: RuleId, read: Read) {
        let known = |other: &Ends| {
            other.rule == rule && (alike_reads(&other.read, &read) || other.read.what == ReadSource::Tangled)
        };
        if self.ends.iter().any(known) {
            return;
        }
        let read = if self.ends.len() < MOST_ENDS { read } else { Read::tangled(read.span) };
        self.ends.push(Ends { rule, read });
    }

    /// Adds something that can fail.
    pub(super) fn oblige(&mut self, asked: Option<&Expr>, reads: &[Read]) {
        let known = self.obligations.iter().position(|other| same_player(other.asked.as_ref(), asked));
        let at = known.unwrap_or_else(|| {
            self.obligations.push(Obligation { asked: asked.cloned(), reads: Vec::new() });
            self.obligations.len() - 1
        });
        reads.iter().for_each(|read| add_read(&mut self.obligations[at].reads, read.clone()));
    }

    /// Reads that decide whether it can be done.
    pub(super) fn decides(&self) -> Vec<Read> {
        let mut all = Vec::new();
        self.obligations
            .iter()
            .flat_map(|obligation| &obligation.reads)
            .for_each(|read| add_read(&mut all, read.clone()));
        all
    }
}

/// Taint of the names that menus remember.
#[derive(Clone, PartialEq, Default)]
pub(super) struct Remembered(BTreeMap<(RuleId, LocalId), Vec<Read>>);

impl Remembered {
    /// Reads behind a name of a menu.
    pub(super) fn of(&self, name: (RuleId, LocalId)) -> &[Read] {
        self.0.get(&name).map_or(&[], Vec::as_slice)
    }

    /// Adds reads behind a name of a menu.
    pub(super) fn add(&mut self, name: (RuleId, LocalId), reads: impl IntoIterator<Item = Read>) {
        let all = self.0.entry(name).or_default();
        reads.into_iter().for_each(|read| add_read(all, read));
    }

    /// Adds the reads of another table.
    pub(super) fn extend(&mut self, other: Self) {
        other.0.into_iter().for_each(|(name, reads)| self.add(name, reads));
    }
}

/// For each rule, the reads that decide whether it can be done. `can p do A` and the choice of players asked at a moment reveal
/// them.
#[derive(Default)]
pub(super) struct Decides {
    pub(super) of: Vec<Vec<Read>>,
    /// True if an expression depends on this table.
    pub(super) wanted: Cell<bool>,
}

/// Summaries of all rules.
#[derive(Default)]
pub(super) struct Summaries {
    pub(super) rules: Vec<RuleSummary>,
    pub(super) remembered: Remembered,
    pub(super) decides: Rc<Decides>,
    /// Reachability of questions.
    pub(super) reachability: Rc<QuestionReachability>,
    /// The rules that are done as a part of an action or option.
    pub(super) extents: Rc<Extents>,
    /// Conditions of `seen by` that surely do not hold.
    pub(super) closed: Rc<Closings>,
    /// Parameters that get the values of a loop of a caller.
    pub(super) looped: BTreeSet<(RuleId, LocalId)>,
    /// For each rule, what it and its callees write.
    pub(super) writes: Vec<BTreeSet<StatePart>>,
}

/// Placeholder for a local of the called rule that has no equivalent in the caller.
const STRANGER: LocalId = LocalId(u32::MAX);
/// Maximum number of early exits kept per rule; more is a finding.
const MOST_ENDS: usize = 64;

/// The parameters among the reads.
pub(super) fn params(reads: &[Read]) -> Vec<ParamRead> {
    let param = |read: &Read| if let ReadSource::Param(param) = read.what { Some(param) } else { None };
    reads.iter().filter_map(param).collect()
}

/// The event in terms of the locals of the caller.
pub(super) fn for_caller(observation: &Observation, args: &[Expr]) -> Observation {
    let who = observation.who.as_ref().map(|who| in_caller(who, args).unwrap_or_else(|| stranger(who)));
    Observation { who, ..observation.clone() }
}

/// A read of the called rule in terms of the caller. For a parameter: the reads of the argument.
pub(super) fn read_for_caller(read: &Read, call: &Called) -> Vec<Read> {
    if let ReadSource::Param(param) = read.what {
        return call.behind(param).to_vec();
    }
    let at = read.at.iter().map(|index| in_caller(index, &call.args).unwrap_or_else(|| stranger(index)));
    let closed = read.closed.as_ref().map(Closed::everywhere);
    let seen_by = read.seen_by.iter().filter_map(|who| in_caller(who, &call.args)).collect();
    vec![Read { at: at.collect(), closed, seen_by, ..read.clone() }]
}

/// A name that stands for nothing in the caller.
pub(super) fn stranger(e: &Expr) -> Expr {
    Expr { kind: ExprKind::Local(STRANGER), ty: e.ty.clone(), span: e.span }
}

/// True for a name that stands for nothing here.
pub(super) fn is_stranger(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Local(STRANGER))
}

/// An expression of the called rule in terms of the locals of the caller; `None` if it cannot be expressed in them.
pub(super) fn in_caller(e: &Expr, args: &[Expr]) -> Option<Expr> {
    let each = |all: &[Expr]| all.iter().map(|part| in_caller(part, args)).collect::<Option<Vec<Expr>>>();
    let kind = match &e.kind {
        ExprKind::Local(id) => match args.get(id.index()) {
            Some(arg) => return Some(arg.clone()),
            None => ExprKind::Local(STRANGER),
        },
        ExprKind::Widen(inner) | ExprKind::Only(inner) => return in_caller(inner, args),
        ExprKind::Builtin(which, all) => ExprKind::Builtin(*which, each(all)?),
        ExprKind::Memory(id, all) => ExprKind::Memory(*id, each(all)?),
        ExprKind::Seat(inner) => ExprKind::Seat(Box::new(in_caller(inner, args)?)),
        ExprKind::Define(id, all) => ExprKind::Define(*id, each(all)?),
        ExprKind::Track(id, all) => ExprKind::Track(*id, each(all)?),
        ExprKind::SetLiteral(all) => ExprKind::SetLiteral(each(all)?),
        ExprKind::Member(kind, member, all) => ExprKind::Member(*kind, *member, each(all)?),
        ExprKind::Binary(op, a, b) => {
            ExprKind::Binary(*op, Box::new(in_caller(a, args)?), Box::new(in_caller(b, args)?))
        }
        ExprKind::Number(_) | ExprKind::Setting(_) | ExprKind::Players | ExprKind::All(_) => e.kind.clone(),
        _ => return None,
    };
    Some(Expr { kind, ty: e.ty.clone(), span: e.span })
}
