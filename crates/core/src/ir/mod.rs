//! What the rules mean, for all player counts and settings. Made by `check`, read by `lower`; data, and the one
//! reading of constants.
//!
//! Names are resolved to ids, everything has a type, sugar is gone. Numbers that depend on the set-up (settings, the
//! number of players) are still expressions: `lower` folds them.

mod behind;
mod boxes;
mod calls;
mod cells;
mod constants;
mod exprs;
mod rules;
pub mod visit;

pub use behind::DefineUse;
pub use boxes::{
    Attribute, Axis, Board, Component, Copies, Grid, Kind, KindBody, MemberFamily, Memory, Order, PairColumn, Past,
    Place, PlaceLimit, Refill, Seer, Setting, SettingValue, Start, StartIndex, StartPlace, Table, TableColumn,
    TableRow, Track, is_open,
};
pub use calls::{Calls, callees_of, sheets_of};
pub use cells::{cell_name, read_cell};
pub use constants::{Unknown, constant, settle};
pub use exprs::{Aggregate, Binary, Builtin, Expr, ExprKind, Key, Query, Rounding, Type};
pub use rules::{
    Arm, ArmKind, Ask, AtOnce, Block, Define, DisplayRow, Family, Guard, Invariant, Limit, Local, LocalRole, Menu,
    MenuItem, Ordering, Piles, Quantity, Rule, RuleKind, Seen, Sheet, Showing, StackEnd, Stmt, StmtKind, Text,
    TextPart,
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
    /// A row of the components.
    ComponentId,
    /// A row of the places.
    PlaceId,
    /// A track.
    TrackId,
    /// A row of the memory.
    MemoryId,
    /// A define.
    DefineId,
    /// A table.
    TableId,
    /// A rule, phase, sheet, or what a track does past its end.
    RuleId,
    /// A local name of a rule or define: parameter, `let`, answer, binder. Numbered within its rule.
    LocalId,
}

/// The kind of the players; its size is the number of players of the set-up.
pub const PLAYER: KindId = KindId(0);

/// Everything that the rules of a game say.
#[derive(Clone, Debug)]
pub struct Rulebook {
    /// `valley`
    pub name: String,
    /// `The Valley`
    pub title: String,
    /// Fewest and most players.
    pub players: (u8, u8),
    /// Settings, then rulings.
    pub settings: Vec<Setting>,
    /// `Player` first; then in order of their declaration.
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
    /// The rule that is the whole game.
    pub play: RuleId,
    /// Who wins; none: nobody ever does.
    pub winner: Option<Winner>,
    /// What always holds.
    pub always: Vec<Invariant>,
    /// What players are shown.
    pub display: Vec<DisplayRow>,
    /// All citations: the stretch of text and the clauses that it cites.
    pub cites: Vec<(Span, Vec<String>)>,
}

impl Rulebook {
    /// A rule, to change it.
    pub fn rule_mut(&mut self, at: usize) -> &mut Rule {
        Arc::make_mut(&mut self.rules[at])
    }

    /// Everything of the game that has a name of its own. (Not the cells of a board, which nobody named.)
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

    /// The clauses of the innermost cited stretch of text around a place: the line, else the item.
    pub fn clauses_at(&self, span: Span) -> &[String] {
        self.cites
            .iter()
            .filter(|(around, _)| around.covers(span))
            .min_by_key(|(around, _)| around.end - around.start)
            .map_or(&[], |(_, clauses)| clauses)
    }

    /// The clauses that the row of a member cites, the member in notation: `visit(hill)`.
    pub fn clauses_of_member(&self, notation: &str) -> Vec<String> {
        let own = notation.split('(').next().unwrap_or_default();
        let families = self.kinds.iter().filter_map(|kind| match &kind.body {
            KindBody::Members(families) => {
                families.iter().find(|family| family.name == own).map(|family| (kind, family))
            }
            _ => None,
        });
        let cited = families.map(|(kind, family)| match self.clauses_at(family.span) {
            // What its kind as a whole cites is told of none of its members.
            clauses if clauses == self.clauses_at(kind.span) => Vec::new(),
            clauses => clauses.to_vec(),
        });
        cited.flatten().collect()
    }

    /// The reason that the author gives for the condition around a place: a `when:` or `require` with a text (without
    /// holes), a `limit:`.
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

/// Who wins, as defines without parameters whose value is a ranking (a list of sets of players, best first).
#[derive(Clone, PartialEq, Debug)]
pub struct Winner {
    /// Those who meet the condition of `winner`; the first of them win.
    pub ranks: DefineId,
    /// Those who do not, by the same measures; none where there is no condition.
    pub behind: Option<DefineId>,
    /// Whether the condition is the same for all players, and nothing else tells them apart: all win together, or nobody does.
    pub together: bool,
}
