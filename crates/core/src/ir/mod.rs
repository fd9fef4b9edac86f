//! Typed intermediate representation of the rules, for all player counts and settings. Built by `check`, read by `lower`.
//!
//! Names are resolved to ids, everything has a type, and syntactic sugar is expanded. Numbers that depend on the set-up
//! (settings, the number of players) are still expressions; `lower` folds them. The only logic here is constant folding.

mod behind;
mod boxes;
mod calls;
mod cells;
mod constants;
mod display;
mod exprs;
mod rules;
pub mod visit;

pub use behind::{ComparedValues, DefineUse};
pub use boxes::{
    Attribute, Axis, Board, Component, Copies, Grid, Kind, KindBody, MemberFamily, Memory, Order, PairColumn, Past,
    Place, PlaceLimit, Refill, Seer, Setting, SettingValue, Start, StartIndex, StartPlace, Table, TableColumn,
    TableRow, Track, is_open,
};
pub use calls::{Calls, callees_of, sheets_of};
pub use cells::{cell_name, read_cell};
pub use constants::{Unknown, constant, settle};
pub use display::{DisplayRow, Showing};
pub use exprs::{Aggregate, Binary, Builtin, Expr, ExprKind, Key, Query, Rounding, Type};
pub use rules::{
    Arm, ArmKind, Ask, AtOnce, BagChoice, Block, Cost, Define, Guard, Invariant, Limit, Local, LocalRole, Menu,
    MenuItem, Ordering, Piles, Quantity, Rule, RuleKind, Seen, Sheet, StackEnd, Stmt, StmtKind, Text, TextPart,
};

use std::sync::Arc;

use tavola_syntax::text::{Span, ids};

ids! {
    /// A kind. `KindId(0)` is `Player`.
    KindId,
    /// A setting or a ruling.
    SettingId,
    /// A board.
    BoardId,
    /// A component.
    ComponentId,
    /// A place.
    PlaceId,
    /// A track.
    TrackId,
    /// A variable of the memory.
    MemoryId,
    /// A define.
    DefineId,
    /// A table.
    TableId,
    /// A rule, phase or sheet, or the behaviour of a track past its end.
    RuleId,
    /// A local name of a rule or define: parameter, `let`, answer, binder. Numbered within its rule.
    LocalId,
}

/// Kind of the players. Its size is the number of players of the set-up.
pub const PLAYER: KindId = KindId(0);

/// The checked rules of a game.
#[derive(Clone, Debug)]
pub struct Rulebook {
    /// Name, such as `valley`.
    pub name: String,
    /// Title, such as `The Valley`.
    pub title: String,
    /// Minimum and maximum number of players.
    pub players: (u8, u8),
    /// Settings, then rulings.
    pub settings: Vec<Setting>,
    /// Kinds: `Player` first, then in order of declaration.
    pub kinds: Vec<Kind>,
    /// Boards.
    pub boards: Vec<Board>,
    /// Components.
    pub components: Vec<Component>,
    /// Places.
    pub places: Vec<Place>,
    /// Tracks.
    pub tracks: Vec<Track>,
    /// Memory.
    pub memory: Vec<Memory>,
    /// Defines.
    pub defines: Vec<Define>,
    /// Tables.
    pub tables: Vec<Table>,
    /// Rules, phases, sheets.
    pub rules: Vec<Arc<Rule>>,
    /// The rule that plays the whole game.
    pub play: RuleId,
    /// Ranking of the players; `None` if the game has no winner.
    pub winner: Option<Winner>,
    /// The end of the game in numbers: a formula whose parameter is the player.
    pub payoff: Option<Define>,
    /// Invariants.
    pub always: Vec<Invariant>,
    /// Rows of the section `display`.
    pub display: Vec<DisplayRow>,
    /// All citations: a source range, and the clauses that are cited there.
    pub cites: Vec<(Span, Vec<String>)>,
    /// Rows of variants, with the name in the row of the game that each changes.
    pub changed_rows: Vec<(Span, Span)>,
}

impl Rulebook {
    /// Mutable access to a rule (copy on write).
    pub(crate) fn rule_mut(&mut self, at: usize) -> &mut Rule {
        Arc::make_mut(&mut self.rules[at])
    }

    /// Iterates over the names that the author gave. (Cells of a board are not included.)
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let families = self.kinds.iter().flat_map(|kind| match &kind.body {
            KindBody::Members(families) => families.as_slice(),
            _ => &[],
        });
        (self.settings.iter().map(|one| &one.name))
            .chain(self.boards.iter().map(|one| &one.name))
            .chain(self.components.iter().map(|one| &one.name))
            .chain(self.places.iter().map(|one| &one.name))
            .chain(self.tracks.iter().map(|one| &one.name))
            .chain(self.memory.iter().map(|one| &one.name))
            .chain(self.defines.iter().map(|one| &one.name))
            .chain(self.tables.iter().map(|one| &one.name))
            .chain(families.map(|one| &one.name))
            .chain(self.rules.iter().map(|rule| &rule.name))
            .map(String::as_str)
    }

    /// Clauses of the innermost citation around `span`: those of the line, otherwise of the item. The row of a variant has those of the
    /// row that it changes.
    pub fn clauses_at(&self, span: Span) -> &[String] {
        let innermost = |span: Span| {
            let around = self.cites.iter().filter(|(around, _)| around.covers(span));
            around.min_by_key(|(around, _)| around.end - around.start)
        };
        let changed = || self.changed_rows.iter().find(|(row, _)| row.covers(span));
        let cited = innermost(span).or_else(|| changed().and_then(|(_, name)| innermost(*name)));
        cited.map_or(&[], |(_, clauses)| clauses)
    }

    /// Clauses that the row of a member cites. The member is given in notation: `visit(hill)`.
    pub fn clauses_of_member(&self, notation: &str) -> Vec<String> {
        let own = notation.split('(').next().unwrap_or_default();
        let families = self.kinds.iter().filter_map(|kind| match &kind.body {
            KindBody::Members(families) => {
                families.iter().find(|family| family.name == own).map(|family| (kind, family))
            }
            _ => None,
        });
        let cited = families.map(|(kind, family)| match self.clauses_at(family.span) {
            // Citations of the whole kind do not count for its members. A card with a sheet has its own.
            clauses if family.sheet.is_none() && clauses == self.clauses_at(kind.span) => Vec::new(),
            clauses => clauses.to_vec(),
        });
        cited.flatten().collect()
    }

    /// Returns the `cost:` line around `span`, with the index of its rule.
    pub fn cost_at(&self, span: Span) -> Option<(usize, &Cost)> {
        let sheets = self.rules.iter().enumerate().filter_map(|(at, rule)| Some((at, rule.sheet.as_ref()?)));
        let mut costs = sheets.flat_map(|(at, sheet)| sheet.costs.iter().map(move |cost| (at, cost)));
        costs.find(|(_, cost)| cost.span.covers(span))
    }

    /// Returns the author's reason for the condition at `span`: the text (without holes) of a `when:` or `require`, or the
    /// message of a `limit:`.
    pub fn reason_at(&self, span: Span) -> Option<String> {
        let around = |other: Span| other.covers(span);
        let mut found = None;
        for rule in &self.rules {
            let Some(sheet) = &rule.sheet else { continue };
            if around(sheet.limit_span) {
                found = Some(sheet.limit.refuses().to_owned());
            }
            for guard in &sheet.guards {
                if let Guard::When { why: Some(why), span, .. } = guard
                    && around(*span)
                {
                    found = why.plain_text();
                }
            }
        }
        for rule in &self.rules {
            visit::statements(&rule.body, &mut |stmt| {
                if let StmtKind::Require(_, Some(why)) = &stmt.kind
                    && around(stmt.span)
                {
                    found = why.plain_text();
                }
            });
        }
        found
    }
}

/// Winner of a game, as defines without parameters whose values are rankings (lists of sets of players, best first).
#[derive(Clone, Debug)]
pub struct Winner {
    /// Ranking of the players who satisfy the condition of `winner`. Its first set wins.
    pub ranks: DefineId,
    /// Ranking of the other players, by the same measures; `None` if there is no condition.
    pub others: Option<DefineId>,
    /// True if the condition and all keys are the same for all players: all win together, or nobody does.
    pub together: bool,
    /// Its ranking keys, most significant first. Empty if it ranges over more than the players.
    pub measures: Vec<Measure>,
}

/// A key of a ranking of players.
#[derive(Clone, Debug)]
pub struct Measure {
    /// Its order.
    pub sort: MeasureSort,
    /// Its value for each player, which is the only part of the text.
    pub row: DisplayRow,
}

/// Order in which a measure is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MeasureSort {
    /// The condition of `winner`: players who satisfy it come first.
    Condition,
    /// `most`: a larger value is better.
    Most,
    /// `least`: a smaller value is better.
    Least,
}
