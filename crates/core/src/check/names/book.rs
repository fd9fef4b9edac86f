//! The checker's state: the rulebook under construction, its symbol table, and the findings.

use std::collections::{BTreeMap, BTreeSet};

use super::defs::{CallOrders, Def, Names, Unit, did_you_mean, listed};
use super::foreign::foreign;
use super::recorder::Recorder;
use crate::check::arity::{ArityUse, ArityUses};
use crate::check::codes;
use crate::ir::{
    ComponentId, DefineId, Expr, ExprKind, Kind, KindBody, KindId, MemberFamily, RuleId, Rulebook, Type, settle,
};
use tavola_syntax::diagnostic::{Diagnostic, Label, Remedy};
use tavola_syntax::syntax::ast;
use tavola_syntax::text::Span;

/// Maximum number of additional locations listed for an unknown name.
const MAX_PLACES: usize = 4;
/// Maximum number of findings with suggestions.
const MAX_HELPED: usize = 200;

/// Unknown names, with their places and the index of their finding.
pub(crate) type UnknownNames = BTreeMap<String, Vec<(Span, usize)>>;

/// State that all passes of the checker share.
pub(crate) struct Book {
    /// The rulebook under construction.
    pub(crate) ir: Rulebook,
    /// Global names and members.
    pub(crate) names: Names,
    /// Default values of the settings: without a number of players, then for 1, 2, .. players. Empty until they are computed.
    pub(crate) printed: Vec<Vec<Option<i64>>>,
    /// The findings.
    pub(crate) found: Vec<Diagnostic>,
    /// Definitions that were read or called.
    pub(crate) used: BTreeSet<Def>,
    /// Attributes that were read.
    pub(crate) columns_used: BTreeSet<(KindId, u32)>,
    /// Beginning of the first file: the place of findings about something missing in the whole game.
    pub(crate) top: Span,
    /// True if there is no `game` line.
    pub(crate) headless: bool,
    /// Words of unreadable lines. If one of them is unknown, that is no finding.
    pub(crate) unreadable: BTreeSet<String>,
    /// In which order each name is given its arguments or indexes.
    pub(crate) orders: BTreeMap<String, CallOrders>,
    /// Uses with indexes or arguments, by name.
    pub(crate) arity: ArityUses,
    /// True if the declarations contradict each other: two things have one name, a place holds unknown things.
    /// Then only findings about names are reported.
    pub(crate) unsound: bool,
    /// True if something is declared whose own name is not known. Unknown names may be that one, so they are no findings.
    pub(crate) nameless: bool,
    /// Unknown names, and other messages about missing things, with their index in `found`.
    reported: BTreeMap<String, usize>,
    /// Unknown names, with their places and the index of their finding in `found`.
    pub(crate) unknown: UnknownNames,
    /// Names that mean something else if no kind has them: components that are called like a misspelt kind.
    pub(crate) suspects: Vec<(String, Span)>,
    /// Unknown names that an earlier pass has reported.
    pub(crate) explained: BTreeSet<String>,
    /// Parameters that are a type without a name: the type, and the index of the finding in `found`.
    pub(crate) unnamed: Vec<(String, usize)>,
    /// Values of defines that do not fit where they stand, each with the index of the finding in `found`.
    pub(crate) misfits: Vec<(DefineId, usize)>,
    /// Columns of pairs that were read.
    pub(crate) pairs_used: BTreeSet<(KindId, u32)>,
    /// Units of the values of defines.
    pub(crate) define_units: BTreeMap<DefineId, Unit>,
    /// Rules with hooks or interrupts, each with the rule that holds its original sentences.
    pub(crate) woven: BTreeMap<RuleId, RuleId>,
    /// Interrupts, each with the menu of its moment.
    pub(crate) moments: BTreeMap<RuleId, RuleId>,
    /// The declaration of each name.
    pub(crate) index: Recorder,
    /// True for a finished rulebook, to which no kind can be added.
    pub(crate) finished: bool,
}

impl Book {
    /// A rulebook with players only.
    pub(crate) fn new() -> Self {
        let ir = Rulebook {
            name: String::new(),
            title: String::new(),
            players: (2, 2),
            settings: Vec::new(),
            kinds: Vec::new(),
            boards: Vec::new(),
            components: Vec::new(),
            places: Vec::new(),
            tracks: Vec::new(),
            memory: Vec::new(),
            defines: Vec::new(),
            tables: Vec::new(),
            rules: Vec::new(),
            play: RuleId(0),
            winner: None,
            payoff: None,
            always: Vec::new(),
            display: Vec::new(),
            cites: Vec::new(),
            changed_rows: Vec::new(),
        };
        let mut book = Self::with(ir, Names::default(), false);
        book.add_kind("Player", KindBody::Players, Span::NONE);
        book
    }

    /// State over a finished rulebook.
    pub(crate) fn over(ir: Rulebook) -> Self {
        let names = Names::of(&ir);
        Self::with(ir, names, true)
    }

    fn with(ir: Rulebook, names: Names, finished: bool) -> Self {
        Self {
            printed: printed(&ir),
            ir,
            names,
            found: Vec::new(),
            used: BTreeSet::new(),
            columns_used: BTreeSet::new(),
            top: Span::NONE,
            headless: false,
            unreadable: BTreeSet::new(),
            arity: ArityUses::new(),
            orders: BTreeMap::new(),
            nameless: false,
            unsound: false,
            reported: BTreeMap::new(),
            unknown: BTreeMap::new(),
            suspects: Vec::new(),
            explained: BTreeSet::new(),
            unnamed: Vec::new(),
            misfits: Vec::new(),
            pairs_used: BTreeSet::new(),
            define_units: BTreeMap::new(),
            woven: BTreeMap::new(),
            moments: BTreeMap::new(),
            index: Recorder::default(),
            finished,
        }
    }

    /// Reports an unknown name. Reports of the same name are merged into one finding with several places. Words of unreadable lines
    /// are not reported.
    pub(crate) fn missing(&mut self, name: &str, finding: Diagnostic) {
        if self.nameless || self.unreadable.contains(name) || self.explained.contains(name) {
            return;
        }
        let span = finding.span;
        let subject = if finding.code == codes::UNKNOWN_NAME { name } else { &finding.message };
        let reported = self.reported.get(subject).copied();
        self.unknown.entry(name.to_owned()).or_default().push((span, reported.unwrap_or(self.found.len())));
        let known = reported.and_then(|at| self.found.get_mut(at));
        match known {
            Some(known) if known.span == finding.span => {}
            Some(known) if known.labels.len() < MAX_PLACES => {
                let (first, later) =
                    if finding.span < known.span { (finding.span, known.span) } else { (known.span, finding.span) };
                known.span = first;
                known.fix_also(finding.fixes);
                known.labels.push(Label { span: later, text: "and here".into() });
            }
            Some(known) => known.fix_also(finding.fixes),
            None => {
                self.reported.insert(subject.to_owned(), self.found.len());
                self.found.push(finding);
            }
        }
    }

    /// Reports an error and what to do about it.
    pub(crate) fn error(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        help: impl Into<Remedy>,
    ) {
        self.found.push(Diagnostic::error(code, span, message).help(help));
    }

    /// Notes the number of indexes or arguments that a use gives a name. If it is wrong, the last finding says so.
    pub(crate) fn note_arity(&mut self, name: &str, given: usize, span: Span, is_wrong: bool) {
        let finding = is_wrong.then(|| self.found.len().saturating_sub(1));
        self.arity.entry(name.to_owned()).or_default().push(ArityUse { given, span, finding });
    }

    /// Reports an error and what to do about it. Returns an error expression, which fits everywhere.
    pub(crate) fn wrong(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        help: impl Into<Remedy>,
    ) -> Expr {
        self.error(code, span, message, help);
        Expr { kind: ExprKind::Nothing, ty: Type::Error, span }
    }

    /// Reports a warning and what to do about it.
    pub(crate) fn warn(&mut self, code: &'static str, span: Span, message: impl Into<String>, help: impl Into<Remedy>) {
        self.found.push(Diagnostic::warning(code, span, message).help(help));
    }

    /// Adds a second place to the last finding.
    pub(crate) fn label(&mut self, span: Span, text: &str) {
        if let Some(last) = self.found.last_mut()
            && !span.is_none()
        {
            last.labels.push(Label { span, text: text.to_owned() });
        }
    }

    /// Adds the declaration of what the last finding is about.
    pub(crate) fn label_declaration(&mut self, def: Option<Def>) {
        if let Some(span) = def.and_then(|def| self.span_of(def)) {
            self.label(span, "declared here");
        }
    }

    /// Reports an unknown name with the nearest of the `known` names, or a list of them. `what` is the sort of thing expected.
    pub(crate) fn unknown(&mut self, what: &str, name: &ast::Name, known: impl Fn(&Self) -> Vec<String>) {
        let mut finding =
            Diagnostic::error(codes::UNKNOWN_NAME, name.span, format!("there is no {what} `{}`", name.text));
        let known = known(self);
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let near = || self.near(name, known.iter().copied());
        finding.set_help(foreign(what, name, known.is_empty()).or_else(near).or_else(|| Some(listed(&known).into())));
        self.missing(&name.text, finding);
    }

    /// Suggests a similar name. After many findings it suggests nothing, as the search is the most expensive part of a report.
    pub(crate) fn near<'n>(&self, name: &ast::Name, candidates: impl Iterator<Item = &'n str>) -> Option<Remedy> {
        let mut near = (self.found.len() < MAX_HELPED).then(|| did_you_mean(name.span, &name.text, candidates))??;
        // The name of something else is not misspelt.
        let is_free = self.names.get(&name.text).is_empty();
        near.fixes.iter_mut().for_each(|fix| fix.safe &= is_free);
        Some(near)
    }

    /// Adds a kind, and its name if it has one.
    pub(crate) fn add_kind(&mut self, name: &str, body: KindBody, span: Span) -> KindId {
        let id = KindId(self.ir.kinds.len() as u32);
        if let KindBody::Members(families) = &body {
            for (at, family) in families.iter().enumerate() {
                self.names.member(&family.name, id, at as u32);
            }
        }
        self.ir.kinds.push(Kind { name: name.to_owned(), body, attributes: Vec::new(), pairs: Vec::new(), span });
        self.names.define(name, Def::Kind(id));
        id
    }

    /// Declares a global name; reports it if it is taken. The caller must add the definition next: until then the id is dangling,
    /// so nothing may be typed in between.
    pub(crate) fn claim(&mut self, name: &ast::Name, def: Def) {
        let shared =
            |other: Def| matches!((other, def), (Def::Kind(_), Def::Component(_)) | (Def::Component(_), Def::Kind(_)));
        if let Some(other) = self.names.get(&name.text).iter().copied().find(|other| !shared(*other)) {
            let mut finding =
                Diagnostic::error(codes::NAME_TWICE, name.span, format!("`{}` is declared twice", name.text));
            let first = self.span_of(other);
            if let Some(span) = first {
                finding = finding.label(span, "first declared here");
            }
            let help = match first.is_some_and(|first| first.source != name.span.source) {
                true => {
                    "give one of them another name; a variant writes `change` or `replace` before what the game has"
                }
                false => "give one of them another name",
            };
            self.found.push(finding.help(help));
            self.nameless = true;
            // The calls of two rules of one name are still calls.
            self.unsound |= !matches!((other, def), (Def::Rule(_), Def::Rule(_)));
            return;
        }
        self.names.define(&name.text, def);
        self.declares(name, def);
    }

    /// Place where something was declared.
    pub(crate) fn span_of(&self, def: Def) -> Option<Span> {
        let ir = &self.ir;
        let span = match def {
            Def::Setting(id) => ir.settings.get(id.index()).map(|x| x.span),
            Def::Kind(id) => ir.kinds.get(id.index()).map(|x| x.span),
            Def::Board(id) => ir.boards.get(id.index()).map(|x| x.span),
            Def::Component(id) => ir.components.get(id.index()).map(|x| x.span),
            Def::Place(id) => ir.places.get(id.index()).map(|x| x.span),
            Def::Track(id) => ir.tracks.get(id.index()).map(|x| x.span),
            Def::Memory(id) => ir.memory.get(id.index()).map(|x| x.span),
            Def::Define(id) => ir.defines.get(id.index()).map(|x| x.span),
            Def::Table(id) => ir.tables.get(id.index()).map(|x| x.span),
            Def::Rule(id) => ir.rules.get(id.index()).map(|x| x.span),
        };
        span.filter(|span| !span.is_none())
    }

    /// The kinds that a union consists of, without unions; any other kind by itself.
    pub(crate) fn parts(&self, kind: KindId) -> Vec<KindId> {
        let mut parts = Vec::new();
        let mut open = vec![kind];
        while let Some(next) = open.pop() {
            match &self.ir.kinds[next.index()].body {
                KindBody::Union(inner) if parts.len() < 1000 => open.extend(inner.iter().rev()),
                _ => parts.push(next),
            }
        }
        parts
    }

    /// True if every member of `narrow` is a member of `wide`.
    pub(crate) fn within(&self, narrow: KindId, wide: KindId) -> bool {
        if narrow == wide {
            return true;
        }
        let (narrow, wide) = (self.families(narrow), self.families(wide));
        !narrow.is_empty() && narrow.iter().all(|family| wide.contains(family))
    }

    /// True if two kinds have members in common.
    pub(crate) fn overlap(&self, a: KindId, b: KindId) -> bool {
        let b = self.families(b);
        self.families(a).iter().any(|family| b.contains(family))
    }

    /// The part of a kind, and the family in it, that a name means.
    pub(crate) fn member_of(&self, kind: KindId, name: &str) -> Option<(KindId, u32)> {
        let owners = self.names.members(name);
        if owners.is_empty() {
            return None;
        }
        let families = self.families(kind);
        owners.iter().copied().find(|owner| families.contains(owner))
    }

    /// Names of a kind's members.
    pub(crate) fn member_names(&self, kind: KindId) -> Vec<&str> {
        let name = |(kind, family): (KindId, u32)| match &self.ir.kinds[kind.index()].body {
            KindBody::Members(families) => families.get(family as usize).map(|family| family.name.as_str()),
            _ => None,
        };
        self.families(kind).into_iter().filter_map(name).collect()
    }

    /// All member families of a kind, in order, with unions flattened. A kind without named members (players, edges, cells) counts
    /// as one family.
    pub(crate) fn families(&self, kind: KindId) -> Vec<(KindId, u32)> {
        let mut all = Vec::new();
        for part in self.parts(kind) {
            match &self.ir.kinds[part.index()].body {
                KindBody::Members(families) => all.extend((0..families.len() as u32).map(|family| (part, family))),
                KindBody::Subset(of, families) => all.extend(families.iter().map(|family| (*of, *family))),
                _ => all.push((part, 0)),
            }
        }
        all
    }

    /// A family of named members.
    pub(crate) fn family(&self, (kind, family): (KindId, u32)) -> Option<&MemberFamily> {
        match &self.ir.kinds[kind.index()].body {
            KindBody::Members(families) => families.get(family as usize),
            _ => None,
        }
    }

    /// The component whose printed faces are the members of a kind.
    pub(crate) fn cards_of(&self, kind: KindId) -> Option<ComponentId> {
        self.ir.components.iter().position(|c| c.kind == Some(kind)).map(|at| ComponentId(at as u32))
    }

    /// The only component whose kind includes this kind; none if there are several.
    pub(crate) fn cards_with(&self, kind: KindId) -> Option<ComponentId> {
        let wide = |at: &usize| self.ir.components[*at].kind.is_some_and(|own| self.within(kind, own));
        let mut found = (0..self.ir.components.len()).filter(wide);
        let only = found.next().filter(|_| found.next().is_none());
        only.map(|at| ComponentId(at as u32))
    }
}

/// Default values of all settings: without a number of players, then for 1, 2, .. players.
pub(crate) fn printed(ir: &Rulebook) -> Vec<Vec<Option<i64>>> {
    let counts = 0..=i64::from(ir.players.1);
    let of = |players: Option<i64>| settle(&ir.settings, players, |_| None).into_iter().map(Result::ok).collect();
    counts.map(|players| of((players > 0).then_some(players))).collect()
}
