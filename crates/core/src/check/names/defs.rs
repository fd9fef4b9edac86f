//! Symbol table: global names and members of a rulebook, with suggestions for misspelt names.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::ir::{
    BoardId, ComponentId, DefineId, KindBody, KindId, MemoryId, PlaceId, RuleId, RuleKind, Rulebook, SettingId,
    TableId, TrackId,
};
use tavola_syntax::diagnostic::Remedy;
use tavola_syntax::text::Span;

/// Meaning of a global name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Def {
    Setting(SettingId),
    Kind(KindId),
    Board(BoardId),
    Component(ComponentId),
    Place(PlaceId),
    Track(TrackId),
    Memory(MemoryId),
    Define(DefineId),
    Table(TableId),
    Rule(RuleId),
}

/// Unit of a number: what it is an amount of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unit {
    /// A track with a value for each player.
    Track(TrackId),
    /// A component of which each player has a purse.
    Money(ComponentId),
}

/// A call whose parts are in the wrong order.
#[derive(Debug)]
pub(crate) struct SwappedCall {
    /// Place of all parts.
    pub(crate) span: Span,
    /// The two that are swapped, counted from 0.
    pub(crate) swap: [usize; 2],
    /// Their places.
    pub(crate) parts: [Span; 2],
}

/// Orders in which a name is given its arguments or indexes.
#[derive(Default, Debug)]
pub(crate) struct CallOrders {
    /// Number of calls in any order.
    pub(crate) count: usize,
    /// Each call in the wrong order.
    pub(crate) swapped: Vec<SwappedCall>,
}

/// All global names, and all members by name.
#[derive(Default, Debug)]
pub(crate) struct Names {
    defs: BTreeMap<String, Vec<Def>>,
    members: BTreeMap<String, Vec<(KindId, u32)>>,
    /// Further names of what has a name: as it is written where it is used, if its declaration is misspelt.
    pub(crate) also: BTreeMap<String, Vec<String>>,
    /// Members that were looked up.
    asked: RefCell<BTreeSet<String>>,
}

impl Names {
    /// The names of a finished rulebook.
    pub(crate) fn of(ir: &Rulebook) -> Self {
        let mut names = Self::default();
        let n = |at: usize| at as u32;
        ir.settings.iter().enumerate().for_each(|(i, x)| names.define(&x.name, Def::Setting(SettingId(n(i)))));
        ir.kinds.iter().enumerate().for_each(|(i, x)| names.define(&x.name, Def::Kind(KindId(n(i)))));
        ir.boards.iter().enumerate().for_each(|(i, x)| names.define(&x.name, Def::Board(BoardId(n(i)))));
        ir.components.iter().enumerate().for_each(|(i, x)| names.define(&x.name, Def::Component(ComponentId(n(i)))));
        ir.places.iter().enumerate().for_each(|(i, x)| names.define(&x.name, Def::Place(PlaceId(n(i)))));
        ir.tracks.iter().enumerate().for_each(|(i, x)| names.define(&x.name, Def::Track(TrackId(n(i)))));
        ir.memory.iter().enumerate().for_each(|(i, x)| names.define(&x.name, Def::Memory(MemoryId(n(i)))));
        ir.defines.iter().enumerate().for_each(|(i, x)| names.define(&x.name, Def::Define(DefineId(n(i)))));
        ir.tables.iter().enumerate().for_each(|(i, x)| names.define(&x.name, Def::Table(TableId(n(i)))));
        for (i, rule) in ir.rules.iter().enumerate() {
            // Generated rules (originals, menus of moments) have a space in their names and cannot be called.
            let called = matches!(rule.kind, RuleKind::Rule | RuleKind::Phase | RuleKind::Action | RuleKind::Menu);
            if called && !rule.name.contains(' ') {
                names.define(&rule.name, Def::Rule(RuleId(n(i))));
            }
        }
        for (i, kind) in ir.kinds.iter().enumerate() {
            if let KindBody::Members(families) = &kind.body {
                families.iter().enumerate().for_each(|(f, family)| names.member(&family.name, KindId(n(i)), n(f)));
            }
        }
        names
    }

    /// Adds a meaning to a name. An empty name is ignored.
    pub(crate) fn define(&mut self, name: &str, def: Def) {
        if !name.is_empty() {
            for name in self.called(name) {
                self.defs.entry(name).or_default().push(def);
            }
        }
    }

    /// A name and the further ones of the same thing.
    fn called(&self, name: &str) -> Vec<String> {
        std::iter::once(name.to_owned()).chain(self.also.get(name).into_iter().flatten().cloned()).collect()
    }

    /// Adds a member of a kind by its name.
    pub(crate) fn member(&mut self, name: &str, kind: KindId, family: u32) {
        for name in self.called(name) {
            self.members.entry(name).or_default().push((kind, family));
        }
    }

    /// Meanings of a name. A kind and a component can share a name.
    pub(crate) fn get(&self, name: &str) -> &[Def] {
        self.defs.get(name).map_or(&[], Vec::as_slice)
    }

    /// Kinds and families that have a member of this name.
    pub(crate) fn members(&self, name: &str) -> &[(KindId, u32)] {
        let Some((name, found)) = self.members.get_key_value(name) else { return &[] };
        self.asked.borrow_mut().insert(name.clone());
        found
    }

    /// True if a name is a further one of something declared with another name.
    pub(crate) fn is_called(&self, declared: &str, name: &str) -> bool {
        self.also.get(declared).is_some_and(|names| names.iter().any(|other| other == name))
    }

    /// Members that nothing looked up, with their kinds.
    pub(crate) fn unasked(&self) -> impl Iterator<Item = (&str, &[(KindId, u32)])> {
        let asked = self.asked.borrow().clone();
        self.members
            .iter()
            .filter(move |(name, _)| !asked.contains(*name))
            .map(|(name, owners)| (name.as_str(), owners.as_slice()))
    }

    /// All global names with their meanings.
    pub(crate) fn defs(&self) -> impl Iterator<Item = (&str, &[Def])> {
        self.defs.iter().map(|(name, defs)| (name.as_str(), defs.as_slice()))
    }

    /// The component of this name.
    pub(crate) fn component(&self, name: &str) -> Option<ComponentId> {
        self.get(name).iter().find_map(|def| if let Def::Component(id) = def { Some(*id) } else { None })
    }

    /// The kind of this name.
    pub(crate) fn kind(&self, name: &str) -> Option<KindId> {
        self.get(name).iter().find_map(|def| if let Def::Kind(id) = def { Some(*id) } else { None })
    }

    /// The place of this name.
    pub(crate) fn place(&self, name: &str) -> Option<PlaceId> {
        self.get(name).iter().find_map(|def| if let Def::Place(id) = def { Some(*id) } else { None })
    }

    /// The rule or sheet of this name.
    pub(crate) fn rule(&self, name: &str) -> Option<RuleId> {
        self.get(name).iter().find_map(|def| if let Def::Rule(id) = def { Some(*id) } else { None })
    }

    /// All global names and members, for suggestions.
    pub(crate) fn all(&self) -> impl Iterator<Item = &str> {
        self.defs.keys().chain(self.members.keys()).map(String::as_str)
    }

    /// Global names with a meaning for which `sort` is true.
    pub(crate) fn of_sort<'n>(&'n self, sort: impl Fn(&Def) -> bool + 'n) -> impl Iterator<Item = &'n str> {
        self.defs.iter().filter(move |(_, defs)| defs.iter().any(&sort)).map(|(name, _)| name.as_str())
    }
}

/// The most similar candidate by Damerau-Levenshtein distance, at most a third of the length; equal names are skipped.
pub(crate) fn nearest<'n>(word: &str, candidates: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    nearest_with_distance(word, candidates).map(|(_, candidate)| candidate)
}

/// [`nearest`] with its distance.
pub(crate) fn nearest_with_distance<'n>(
    word: &str,
    candidates: impl Iterator<Item = &'n str>,
) -> Option<(usize, &'n str)> {
    let allowed = match word.chars().count() {
        // One letter is no misspelling of another one.
        0 | 1 => 0,
        length => (length / 3).max(1),
    };
    let name = word.to_lowercase();
    // A plural like `berries` is close to its singular, `berry`.
    let one = name.strip_suffix("ies").map(|stem| format!("{stem}y"));
    let distance = |candidate: &str| match &one {
        Some(one) if *one == candidate => 1,
        _ => strsim::damerau_levenshtein(&name, &candidate.to_lowercase()),
    };
    candidates
        .filter(|candidate| *candidate != word && candidate.len() < 200)
        .map(|candidate| (distance(candidate), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by(|a, b| a.0.cmp(&b.0).then_with(|| a.1.cmp(b.1)))
}

/// Help with a similar name, if there is one. Its fix writes that name at `span`.
pub(crate) fn did_you_mean<'n>(span: Span, name: &str, candidates: impl Iterator<Item = &'n str>) -> Option<Remedy> {
    if name.len() > 200 {
        return None;
    }
    let candidates: Vec<&str> = candidates.collect();
    let found = nearest(name, candidates.iter().copied())?;
    Some(Remedy::did_you_mean(span, name, found, candidates))
}

/// Help text with the known names, at most eight of them.
pub(crate) fn listed(known: &[&str]) -> String {
    const SHOWN: usize = 8;
    let names: Vec<String> = known.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [] => "declare one, or write something else".to_owned(),
        names if known.len() > SHOWN => format!("there are {}, ..", names.join(", ")),
        [name] => format!("there is {name}"),
        names => format!("there are {}", names.join(", ")),
    }
}

/// Converts a name to snake case: `BigFruit` to `big_fruit`. An index of a thing is read by the name of its kind in this form.
pub fn small_letters(name: &str) -> String {
    let mut small = String::new();
    for (at, letter) in name.chars().enumerate() {
        if letter.is_uppercase() && at > 0 && !small.ends_with('_') {
            small.push('_');
        }
        small.extend(letter.to_lowercase());
    }
    small
}
