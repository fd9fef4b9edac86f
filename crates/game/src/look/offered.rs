//! Names of the rules that `look.yaml` may contain, for programs that help to write it.

use std::collections::BTreeMap;

use super::names::{RuleNameSort, families, sorts};
use super::review::{COLOURED, SIGNED};
use crate::titles::plain_title;
use tavola_core::ir::{KindBody, KindId, Rulebook};
use tavola_syntax::text::capital;

/// A name of the rules that a look can describe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LookName {
    /// The name as the rules write it.
    pub name: String,
    /// The name as people read it, with a capital letter.
    pub title: String,
    /// Its sort in words: `a kind`, `a member of a kind`.
    pub sort: &'static str,
    /// The kind of a member.
    pub kind: Option<String>,
    /// True if it can have a colour.
    pub coloured: bool,
    /// True if it can have an icon.
    pub signed: bool,
}

/// A board of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LookBoard {
    /// The name as the rules write it.
    pub name: String,
    /// Names of its spaces, without indexes. Empty for a board of squares or hexagons, whose spaces have their places.
    pub spaces: Vec<String>,
}

/// Names of the rules that `look.yaml` may contain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LookNames {
    /// Names that can have a colour or an icon.
    pub names: Vec<LookName>,
    /// All boards.
    pub boards: Vec<LookBoard>,
}

impl LookNames {
    pub(crate) fn of(book: &Rulebook) -> Self {
        let mut kinds: BTreeMap<&str, &str> = BTreeMap::new();
        let components = book.components.iter().map(|component| (&*component.name, component.title.clone()));
        let mut titles: BTreeMap<&str, String> = components.collect();
        for (at, kind) in book.kinds.iter().enumerate().filter(|(_, kind)| matches!(kind.body, KindBody::Members(_))) {
            for family in families(book, KindId(at as u32)) {
                kinds.insert(&family.name, &kind.name);
                titles.extend(family.title.as_ref().map(|title| (&*family.name, plain_title(title))));
            }
        }
        let name = |(name, sort): (&str, RuleNameSort)| LookName {
            name: name.to_owned(),
            title: capital(&titles.get(name).cloned().unwrap_or_else(|| name.replace('_', " "))),
            sort: sort.words(),
            kind: kinds.get(name).filter(|_| sort == RuleNameSort::Member).map(|kind| (*kind).to_owned()),
            coloured: COLOURED.contains(&sort),
            signed: SIGNED.contains(&sort),
        };
        // The answers of a ruling are members of a kind without a name, and lie nowhere.
        let is_seen = |name: &LookName| (name.coloured || name.signed) && name.kind.as_deref() != Some("");
        let names = sorts(book).into_iter().map(name).filter(is_seen);
        let spaces = |board: &tavola_core::ir::Board| match board.grid {
            Some(_) => Vec::new(),
            None => families(book, board.nodes).into_iter().map(|family| family.name.clone()).collect(),
        };
        let boards = book.boards.iter().map(|board| LookBoard { name: board.name.clone(), spaces: spaces(board) });
        Self { names: names.collect(), boards: boards.collect() }
    }
}
