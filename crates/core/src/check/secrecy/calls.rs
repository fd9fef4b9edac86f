//! Interprocedural information flow: one summary a rule, applied at each call.
//!
//! What rules tell while they run: it stands under the conditions around their calls, and may depend on what they are handed.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::followed::Followed;
use super::leak::Through;
use super::reads::{Read, What, add_read, alike_reads};
use crate::ir::visit::same;
use crate::ir::{Expr, ExprKind, LocalId, RuleId};
use tavola_syntax::text::Span;

/// That somebody is asked, or that a line is there (for everybody: none), in the names of the rule.
#[derive(Clone)]
pub(super) struct Observation {
    pub(super) who: Option<Expr>,
    pub(super) through: Through,
    /// The parameter that it depends on; none: that it happens at all.
    pub(super) of: Option<LocalId>,
    /// Of what is kept: the name of the variable.
    pub(super) name: Option<String>,
    /// Where it shows.
    pub(super) shows: Span,
}

impl Observation {
    /// Whether both tell the same of the same to the same player.
    fn same(&self, other: &Self) -> bool {
        let same_player = match (&self.who, &other.who) {
            (None, None) => true,
            (Some(a), Some(b)) => same(a, b),
            _ => false,
        };
        self.through == other.through && self.of == other.of && self.name == other.name && same_player
    }
}

/// That a rule above (it or one that called it) may be left, and what that depends on, in the names of the rule.
#[derive(Clone)]
pub(super) struct Ends {
    pub(super) rule: RuleId,
    pub(super) read: Read,
}

/// A call: the arguments as far as they are known, what they tell, and what the conditions around it tell.
#[derive(Clone)]
pub(super) struct Called {
    pub(super) rule: RuleId,
    pub(super) args: Vec<Expr>,
    pub(super) reads: Vec<Vec<Read>>,
    pub(super) around: Vec<Read>,
    /// It is done only if it can be.
    pub(super) if_possible: bool,
}

impl Called {
    /// What it tells that it is done at all: what decides whether it can be done.
    pub(super) fn decided(&self, callee: &RuleSummary) -> Vec<Read> {
        let of_it = callee.decides.iter().filter(|_| self.if_possible);
        of_it.flat_map(|read| read_for_caller(read, self)).collect()
    }
}

/// What is known of a rule by itself.
#[derive(Clone, Default)]
pub(super) struct RuleSummary {
    /// What is asked and logged while it runs.
    pub(super) heard: Vec<Observation>,
    /// What it leaves above it.
    pub(super) ends: Vec<Ends>,
    pub(super) calls: Vec<Called>,
    /// What decides whether it can be done.
    pub(super) decides: Vec<Read>,
}

impl RuleSummary {
    /// Adds what is heard, if it is not there yet.
    pub(super) fn hear(&mut self, told: Observation) {
        if !self.heard.iter().any(|other| other.same(&told)) {
            self.heard.push(told);
        }
    }

    /// Adds what is heard because of each of these parameters.
    pub(super) fn hear_of(&mut self, params: Vec<LocalId>, told: &Observation) {
        params.into_iter().for_each(|param| self.hear(Observation { of: Some(param), ..told.clone() }));
    }

    /// Adds what it leaves. What is too much is not dropped: for each rule that is left it is too tangled to be checked.
    pub(super) fn end(&mut self, rule: RuleId, read: Read) {
        let known =
            |other: &Ends| other.rule == rule && (alike_reads(&other.read, &read) || other.read.what == What::Tangled);
        if self.ends.iter().any(known) {
            return;
        }
        let read = if self.ends.len() < MOST_ENDS { read } else { Read::tangled(read.span) };
        self.ends.push(Ends { rule, read });
    }

    /// Adds what decides whether it can be done.
    pub(super) fn decide(&mut self, reads: impl IntoIterator<Item = Read>) {
        reads.into_iter().for_each(|read| add_read(&mut self.decides, read));
    }
}

/// What menus remember: what the names of a menu tell.
#[derive(Clone, PartialEq, Default)]
pub(super) struct Remembered(BTreeMap<(RuleId, LocalId), Vec<Read>>);

impl Remembered {
    /// What a name of a menu tells.
    pub(super) fn of(&self, name: (RuleId, LocalId)) -> &[Read] {
        self.0.get(&name).map_or(&[], Vec::as_slice)
    }

    /// A name of a menu tells this, too.
    pub(super) fn add(&mut self, name: (RuleId, LocalId), reads: impl IntoIterator<Item = Read>) {
        let all = self.0.entry(name).or_default();
        reads.into_iter().for_each(|read| add_read(all, read));
    }

    /// What others remember is remembered, too.
    pub(super) fn extend(&mut self, other: Self) {
        other.0.into_iter().for_each(|(name, reads)| self.add(name, reads));
    }
}

/// What decides of each rule whether it can be done: that is told by `can p do A`, and by who is asked at a moment.
#[derive(Default)]
pub(super) struct Decides {
    pub(super) of: Vec<Vec<Read>>,
    /// Whether anything asked for it.
    pub(super) wanted: Cell<bool>,
}

/// What is known of all rules.
#[derive(Default)]
pub(super) struct Summaries {
    pub(super) rules: Vec<RuleSummary>,
    pub(super) remembered: Remembered,
    pub(super) decides: Rc<Decides>,
    /// Behind what players are asked.
    pub(super) followed: Rc<Followed>,
}

/// A name of the called rule: nobody that the caller has a name for.
const STRANGER: LocalId = LocalId(u32::MAX);
/// Maximum number of entries kept of what leaves rules; more is a finding.
const MOST_ENDS: usize = 64;

/// The parameters among what is read.
pub(super) fn params(reads: &[Read]) -> Vec<LocalId> {
    let param = |read: &Read| if let What::Param(param) = read.what { Some(param) } else { None };
    reads.iter().filter_map(param).collect()
}

/// What is told, in the names of the caller, if it can be said in them.
pub(super) fn for_caller(told: &Observation, args: &[Expr]) -> Option<Observation> {
    let who = match &told.who {
        Some(who) => Some(in_caller(who, args)?),
        None => None,
    };
    Some(Observation { who, ..told.clone() })
}

/// What the called rule read, as the caller sees it: of a parameter what the argument tells.
pub(super) fn read_for_caller(read: &Read, call: &Called) -> Vec<Read> {
    if let What::Param(param) = read.what {
        return call.reads.get(param.index()).cloned().unwrap_or_default();
    }
    let stranger = |e: &Expr| Expr { kind: ExprKind::Local(STRANGER), ty: e.ty.clone(), span: e.span };
    let at = read.at.iter().map(|index| in_caller(index, &call.args).unwrap_or_else(|| stranger(index)));
    vec![Read { at: at.collect(), ..read.clone() }]
}

/// An expression of the called rule in the names of its caller, if it can be said in them.
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
        ExprKind::Number(_) | ExprKind::Setting(_) | ExprKind::Players => e.kind.clone(),
        _ => return None,
    };
    Some(Expr { kind, ty: e.ty.clone(), span: e.span })
}
