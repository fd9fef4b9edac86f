//! Names of the rules that `look.yaml` can mean.

use std::collections::BTreeMap;

use crate::codes;
use tavola_core::ir::{KindBody, KindId, MemberFamily, Rulebook};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::Span;
use tavola_syntax::yaml::suggestion;

/// Sort of a name of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RuleNameSort {
    Kind,
    Member,
    Component,
    Track,
    Board,
    Place,
    Memory,
    Setting,
    Rule,
}

impl RuleNameSort {
    /// `a kind`
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Kind => "a kind",
            Self::Member => "a member of a kind",
            Self::Component => "a component",
            Self::Track => "a track",
            Self::Board => "a board",
            Self::Place => "a place",
            Self::Memory => "a variable",
            Self::Setting => "a setting",
            Self::Rule => "a rule",
        }
    }
}

/// The families of members of a kind.
pub(crate) fn families(book: &Rulebook, kind: KindId) -> Vec<&MemberFamily> {
    match &book.kinds[kind.index()].body {
        KindBody::Members(families) => families.iter().collect(),
        KindBody::Union(parts) => parts.iter().flat_map(|part| families(book, *part)).collect(),
        KindBody::Subset(whole, kept) => {
            let all = families(book, *whole);
            kept.iter().filter_map(|at| all.get(*at as usize).copied()).collect()
        }
        KindBody::Players | KindBody::Edges(_) | KindBody::Cells(_) => Vec::new(),
    }
}

/// Names of the rules that `look.yaml` may use or that a misspelt name may mean, with their sorts.
pub(super) fn sorts(book: &Rulebook) -> BTreeMap<&str, RuleNameSort> {
    let rules = book.rules.iter().map(|rule| (rule.name.as_str(), RuleNameSort::Rule));
    let settings = book.settings.iter().map(|setting| (setting.name.as_str(), RuleNameSort::Setting));
    let memory = book.memory.iter().map(|memory| (memory.name.as_str(), RuleNameSort::Memory));
    let places = book.places.iter().map(|place| (place.name.as_str(), RuleNameSort::Place));
    let tracks = book.tracks.iter().map(|track| (track.name.as_str(), RuleNameSort::Track));
    let boards = book.boards.iter().map(|board| (board.name.as_str(), RuleNameSort::Board));
    let components = book.components.iter().filter(|component| component.kind.is_none());
    let components = components.map(|component| (component.name.as_str(), RuleNameSort::Component));
    let members = (0..book.kinds.len()).flat_map(|at| families(book, KindId(at as u32)));
    let members = members.map(|family| (family.name.as_str(), RuleNameSort::Member));
    let kinds = book.kinds.iter().map(|kind| (kind.name.as_str(), RuleNameSort::Kind));
    // A later name replaces an earlier one of another sort.
    let all = rules.chain(settings).chain(memory).chain(places).chain(boards).chain(tracks).chain(components);
    all.chain(members).chain(kinds).filter(|(name, _)| !name.is_empty()).collect()
}

/// The finding for a name that is unknown, or stands for something else.
pub(super) fn wrong(
    known: &BTreeMap<&str, RuleNameSort>,
    name: &str,
    span: Span,
    right: &[RuleNameSort],
    why: &str,
) -> Option<Diagnostic> {
    let fitting = known.iter().filter(|(_, sort)| right.contains(sort)).map(|(name, _)| *name);
    let rights = || right.iter().map(|sort| sort.words()).collect::<Vec<_>>().join(", ");
    match known.get(name) {
        Some(sort) if right.contains(sort) => None,
        Some(sort) => {
            let message = format!("`{name}` is {}, which {why}", sort.words());
            Some(Diagnostic::error(codes::OTHER_SORT, span, message).help(format!("name {}", rights())))
        }
        None => {
            let near = suggestion(span, name, fitting);
            let help = near.unwrap_or_else(|| format!("name {}", rights()).into());
            Some(Diagnostic::error(codes::NO_SUCH_NAME, span, format!("the rules have no `{name}`")).help(help))
        }
    }
}
