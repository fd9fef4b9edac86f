//! The rulebook under construction, its names, and what was found wrong.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::codes;
use crate::check::exprs::Unit;
use crate::check::names::defs::{Def, Names, did_you_mean, listed};
use crate::diagnostic::{Diagnostic, Label};
use crate::ir::{ComponentId, DefineId, Kind, KindBody, KindId, MemberFamily, PLAYER, RuleId, Rulebook, Type, settle};
use crate::syntax::ast;
use crate::text::Span;

/// A word that is not known is shown in so many more places.
const MAX_PLACES: usize = 4;
/// So many findings get suggestions.
const MAX_HELPED: usize = 200;

/// What all passes share.
pub(in crate::check) struct Book {
    /// What is made.
    pub(in crate::check) ir: Rulebook,
    /// What names stand for.
    pub(in crate::check) names: Names,
    /// The printed values of the settings: for no number of players, then for 1, 2, ..; nothing until they are worked out.
    pub(in crate::check) printed: Vec<Vec<Option<i64>>>,
    /// What was found.
    pub(in crate::check) found: Vec<Diagnostic>,
    /// What was read or called.
    pub(in crate::check) used: BTreeSet<Def>,
    /// Which attributes were read.
    pub(in crate::check) columns_used: BTreeSet<(KindId, u32)>,
    /// The beginning of the first file: where what is missing as a whole is told.
    pub(in crate::check) top: Span,
    /// No line says for how many players the game is.
    pub(in crate::check) headless: bool,
    /// Words of what could not be read: that they are not known is no finding of its own.
    pub(in crate::check) lost: BTreeSet<String>,
    /// Unknown names and messages about them, and where they stand among the findings.
    told: BTreeMap<String, usize>,
    /// Columns of pairs that something reads.
    pub(in crate::check) pairs_used: BTreeSet<(KindId, u32)>,
    /// What the values of defines are amounts of.
    pub(in crate::check) define_units: BTreeMap<DefineId, Unit>,
    /// Rules into which something is woven: what their own sentences became.
    pub(in crate::check) woven: BTreeMap<RuleId, RuleId>,
    /// Interrupts: the menu of their moment.
    pub(in crate::check) moments: BTreeMap<RuleId, RuleId>,
    /// No kind can join any more: the rules are finished.
    finished: bool,
}

impl Book {
    /// A rulebook with nothing but players.
    pub(in crate::check) fn new() -> Self {
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
            always: Vec::new(),
            display: Vec::new(),
            cites: Vec::new(),
        };
        let mut book = Self::with(ir, Names::default(), false);
        book.add_kind("Player", KindBody::Players, Span::NONE);
        book
    }

    /// Everything over a finished rulebook.
    pub(in crate::check) fn over(ir: Rulebook) -> Self {
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
            lost: BTreeSet::new(),
            told: BTreeMap::new(),
            pairs_used: BTreeSet::new(),
            define_units: BTreeMap::new(),
            woven: BTreeMap::new(),
            moments: BTreeMap::new(),
            finished,
        }
    }

    /// Reports that a name is not known. What is said already of the same word is one finding with several places; a
    /// word of a line that could not be read is none.
    pub(in crate::check) fn missing(&mut self, name: &str, finding: Diagnostic) {
        if self.lost.contains(name) {
            return;
        }
        let subject = if finding.code == codes::UNKNOWN_NAME { name } else { &finding.message };
        let told = self.told.get(subject).copied();
        match told.and_then(|at| self.found.get_mut(at)) {
            Some(known) if known.span == finding.span => {}
            Some(known) if known.labels.len() < MAX_PLACES => {
                let (first, later) =
                    if finding.span < known.span { (finding.span, known.span) } else { (known.span, finding.span) };
                known.span = first;
                known.labels.push(Label { span: later, text: "and here".into() });
            }
            Some(_) => {}
            None => {
                self.told.insert(subject.to_owned(), self.found.len());
                self.found.push(finding);
            }
        }
    }

    /// Reports an error and what to do about it.
    pub(in crate::check) fn error(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.found.push(Diagnostic::error(code, span, message).help(help));
    }

    /// Reports a warning.
    pub(in crate::check) fn warn(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.found.push(Diagnostic::warning(code, span, message).help(help));
    }

    /// Reports that a name is unknown, with what may have been meant.
    pub(in crate::check) fn unknown<'n>(&mut self, what: &str, name: &ast::Name, near: impl Iterator<Item = &'n str>) {
        let mut finding =
            Diagnostic::error(codes::UNKNOWN_NAME, name.span, format!("there is no {what} `{}`", name.text));
        let known: Vec<&str> = near.collect();
        finding.help = self.near(&name.text, known.iter().copied()).or_else(|| Some(listed(&known)));
        self.missing(&name.text, finding);
    }

    /// What may have been meant by a name. After many findings nobody reads suggestions, and they cost the most.
    pub(in crate::check) fn near<'n>(&self, name: &str, candidates: impl Iterator<Item = &'n str>) -> Option<String> {
        (self.found.len() < MAX_HELPED).then(|| did_you_mean(name, candidates))?
    }

    /// Adds a kind, and its name if it has one.
    pub(in crate::check) fn add_kind(&mut self, name: &str, body: KindBody, span: Span) -> KindId {
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

    /// Takes a name for a global thing; reports it if somebody else has it. What it stands for is added next: nothing may be
    /// typed in between, else the name would stand for something that is not there yet.
    pub(in crate::check) fn claim(&mut self, name: &ast::Name, def: Def) {
        let taken = self.names.get(&name.text).first().copied();
        let shared =
            |other: Def| matches!((other, def), (Def::Kind(_), Def::Component(_)) | (Def::Component(_), Def::Kind(_)));
        if let Some(other) = taken.filter(|other| !shared(*other)) {
            let mut finding =
                Diagnostic::error(codes::NAME_TWICE, name.span, format!("`{}` is declared twice", name.text))
                    .help("give one of them another name");
            if let Some(span) = self.span_of(other) {
                finding = finding.label(span, "here it is declared first");
            }
            self.found.push(finding);
            return;
        }
        self.names.define(&name.text, def);
    }

    /// Where something was declared.
    pub(in crate::check) fn span_of(&self, def: Def) -> Option<Span> {
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

    /// The kinds that a union is made of; any other kind by itself.
    pub(in crate::check) fn parts(&self, kind: KindId) -> Vec<KindId> {
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

    /// Whether every member of `narrow` is one of `wide`.
    pub(in crate::check) fn within(&self, narrow: KindId, wide: KindId) -> bool {
        if narrow == wide {
            return true;
        }
        let (narrow, wide) = (self.families(narrow), self.families(wide));
        !narrow.is_empty() && narrow.iter().all(|family| wide.contains(family))
    }

    /// Whether two kinds have members in common.
    pub(in crate::check) fn overlap(&self, a: KindId, b: KindId) -> bool {
        let b = self.families(b);
        self.families(a).iter().any(|family| b.contains(family))
    }

    /// The part of a kind and the family in it that a word means.
    pub(in crate::check) fn member_of(&self, kind: KindId, name: &str) -> Option<(KindId, u32)> {
        let owners = self.names.members(name);
        if owners.is_empty() {
            return None;
        }
        let families = self.families(kind);
        owners.iter().copied().find(|owner| families.contains(owner))
    }

    /// The names of a kind's members.
    pub(in crate::check) fn member_names(&self, kind: KindId) -> Vec<&str> {
        let name = |(kind, family): (KindId, u32)| match &self.ir.kinds[kind.index()].body {
            KindBody::Members(families) => families.get(family as usize).map(|family| family.name.as_str()),
            _ => None,
        };
        self.families(kind).into_iter().filter_map(name).collect()
    }

    /// What a kind is made of in the end: families of named members, in order. A kind of another sort (players, edges, cells) is
    /// one family of its own.
    pub(in crate::check) fn families(&self, kind: KindId) -> Vec<(KindId, u32)> {
        let mut all = Vec::new();
        for part in self.parts(kind) {
            match &self.ir.kinds[part.index()].body {
                KindBody::Members(families) => all.extend((0..families.len() as u32).map(|family| (part, family))),
                KindBody::Kept(of, families) => all.extend(families.iter().map(|family| (*of, *family))),
                _ => all.push((part, 0)),
            }
        }
        all
    }

    /// A family of named members.
    pub(in crate::check) fn family(&self, (kind, family): (KindId, u32)) -> Option<&MemberFamily> {
        match &self.ir.kinds[kind.index()].body {
            KindBody::Members(families) => families.get(family as usize),
            _ => None,
        }
    }

    /// The component whose prints are the members of a kind.
    pub(in crate::check) fn cards_of(&self, kind: KindId) -> Option<ComponentId> {
        self.ir.components.iter().position(|c| c.kind == Some(kind)).map(|at| ComponentId(at as u32))
    }

    /// The one component whose prints are the members of a larger kind.
    pub(in crate::check) fn cards_with(&self, kind: KindId) -> Option<ComponentId> {
        let wide = |at: &usize| self.ir.components[*at].kind.is_some_and(|own| self.within(kind, own));
        let mut found = (0..self.ir.components.len()).filter(wide);
        let only = found.next().filter(|_| found.next().is_none());
        only.map(|at| ComponentId(at as u32))
    }

    /// A kind with exactly the members of these kinds; made if there is none yet.
    pub(in crate::check) fn union_of(&mut self, kinds: &[KindId]) -> Option<KindId> {
        if let [only] = kinds {
            return Some(*only);
        }
        let mut wanted: Vec<(KindId, u32)> = kinds.iter().flat_map(|kind| self.families(*kind)).collect();
        wanted.sort();
        wanted.dedup();
        let known = (0..self.ir.kinds.len() as u32).map(KindId).find(|kind| {
            let mut families = self.families(*kind);
            families.sort();
            families == wanted
        });
        if known.is_some() || self.finished || kinds.is_empty() {
            return known;
        }
        let id = self.add_kind("", KindBody::Union(kinds.to_vec()), Span::NONE);
        crate::check::declare::union_columns(self, id);
        Some(id)
    }

    /// The kind of all cards of these components, if all are cards.
    pub(in crate::check) fn prints_of(&mut self, components: &[ComponentId]) -> Option<KindId> {
        let kinds: Option<Vec<KindId>> = components.iter().map(|id| self.ir.components[id.index()].kind).collect();
        self.union_of(&kinds?)
    }

    /// What ranging over something yields.
    pub(in crate::check) fn element(&self, ty: &Type) -> Option<Type> {
        match ty {
            Type::Set(inner) | Type::List(inner) => Some((**inner).clone()),
            Type::Bag(components) => Some(self.bag_element(components)),
            Type::Error | Type::Nothing => Some(Type::Error),
            _ => None,
        }
    }

    /// A thing out of a bag: a member where it holds cards of a single kind.
    pub(in crate::check) fn bag_element(&self, components: &[ComponentId]) -> Type {
        if let [only] = components {
            let component = &self.ir.components[only.index()];
            if let (Some(kind), 1) = (component.kind, component.axes.len()) {
                return Type::Member(kind);
            }
        }
        Type::Thing(components.to_vec())
    }

    /// A type in the author's words.
    pub(in crate::check) fn say(&self, ty: &Type) -> String {
        match ty {
            Type::Error => "something unknown".into(),
            Type::Number => "a number".into(),
            Type::YesNo => "yes or no".into(),
            Type::Member(PLAYER) => "a player".into(),
            Type::Member(kind) => self.say_member(*kind),
            Type::Thing(_) => "a thing".into(),
            Type::Option(inner) => format!("{} or none", self.say(inner)),
            Type::Set(inner) => format!("a set of {}", self.say_many(inner)),
            Type::List(inner) => format!("a list of {}", self.say_many(inner)),
            Type::Bag(_) => "a bag of things".into(),
            Type::Amounts(kind) => format!("amounts of {}", self.say_many(&Type::Member(*kind))),
            Type::Place => "a place".into(),
            Type::Row(table) => format!("a row of `{}`", self.ir.tables[table.index()].name),
            Type::Text => "a text".into(),
            Type::Nothing => "nothing".into(),
        }
    }

    /// How something of a type is written, as help where it is wanted.
    pub(in crate::check) fn such(&self, ty: &Type) -> String {
        match ty {
            Type::Number => "a number is `3`, `players`, `count of hand[p]`, `jar at store`, a track, a setting".into(),
            Type::YesNo => "a condition compares, `n > 2`, `x is y`, `x in SET`, or is `yes` or `no`".into(),
            Type::Member(PLAYER) => "a player is `seat(1)`, `left(p)`, or a name like `p` in `each p in Player`".into(),
            Type::Member(kind) => listed(&self.member_names(*kind)),
            Type::Thing(_) => {
                "a thing is a name of the table `components`, or a member of a kind that stands there".into()
            }
            Type::Option(inner) => self.such(inner),
            Type::Set(_) => "a set is `{a, b}`, `{x in KIND where ..}`, or a kind".into(),
            Type::List(_) => "a list is `[a, b]`, or `[x in SET by ..]`".into(),
            Type::Bag(_) => "things in a place are `hand[p]`, or `Good at hand[p]`".into(),
            Type::Amounts(_) => "amounts are a column of a kind with cells like `2 wool, 1 gold`".into(),
            Type::Place => "a place is its name with all its indexes: `store`, `shelf[p]`".into(),
            Type::Row(table) => format!("look it up: `{}(..)`", self.ir.tables[table.index()].name),
            Type::Text => "a text stands in quotes".into(),
            Type::Nothing | Type::Error => "write `none`, or leave it out".into(),
        }
    }

    fn say_member(&self, kind: KindId) -> String {
        let named = &self.ir.kinds[kind.index()];
        if !named.name.is_empty() {
            return format!("a member of `{}`", named.name);
        }
        let words: Vec<String> = self.member_names(kind).iter().take(6).map(|word| format!("`{word}`")).collect();
        if words.is_empty() { "a member of an unnamed kind".into() } else { format!("one of {}", words.join(", ")) }
    }

    fn say_many(&self, ty: &Type) -> String {
        match ty {
            Type::Number => "numbers".into(),
            Type::Member(PLAYER) => "players".into(),
            Type::Member(kind) if !self.ir.kinds[kind.index()].name.is_empty() => {
                format!("`{}`", self.ir.kinds[kind.index()].name)
            }
            Type::Thing(_) => "things".into(),
            Type::Place => "places".into(),
            Type::Set(_) => "sets".into(),
            Type::List(_) => "lists".into(),
            other => self.say(other),
        }
    }
}

/// The printed values of all settings: for no number of players, then for 1, 2, ..
pub(in crate::check) fn printed(ir: &Rulebook) -> Vec<Vec<Option<i64>>> {
    let counts = 0..=i64::from(ir.players.1);
    let of = |players: Option<i64>| settle(&ir.settings, players, |_| None).into_iter().map(Result::ok).collect();
    counts.map(|players| of((players > 0).then_some(players))).collect()
}
