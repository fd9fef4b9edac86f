//! Names of a game grouped by kind, so that a mutant can replace one by another.

use std::collections::{BTreeMap, BTreeSet};

use tavola_syntax::syntax::ast::{
    CellKind, Expr, ExprKind, File, Item, ItemKind, KindBody, Memory, Place, RulingRow, TypeExpr,
};

/// Replacements for the names of a game.
pub(super) struct NameSwaps {
    /// Next name of the same kind for each member, place and answer to a ruling.
    next: BTreeMap<String, String>,
    /// Names of sets of players: the kind `Player`, and memory that holds several players.
    players: BTreeSet<String>,
}

impl NameSwaps {
    pub(super) fn of<'f>(files: impl Iterator<Item = &'f File>) -> Self {
        let items: Vec<&Item> = files.flat_map(|file| &file.items).collect();
        let mut groups = vec![vec!["yes".to_owned(), "no".to_owned()]];
        let mut players = BTreeSet::from(["Player".to_owned()]);
        let mut places: Vec<(String, Vec<String>)> = Vec::new();
        for item in items {
            match &item.kind {
                ItemKind::Kind { body, .. } => groups.push(members(body)),
                ItemKind::Rulings(rows) => groups.extend(rows.iter().map(answers)),
                ItemKind::Places(rows) => places.extend(rows.iter().map(alike)),
                ItemKind::Memory(rows) => {
                    players.extend(rows.iter().filter(|row| holds_players(row)).map(|row| row.head.name.text.clone()));
                }
                _ => {}
            }
        }
        let mut sorts: BTreeMap<Vec<String>, Vec<String>> = BTreeMap::new();
        for (name, sort) in places {
            sorts.entry(sort).or_default().push(name);
        }
        groups.extend(sorts.into_values());
        let mut next = BTreeMap::new();
        for group in groups.iter().filter(|group| group.len() > 1) {
            for (name, other) in group.iter().zip(group.iter().cycle().skip(1)) {
                next.entry(name.clone()).or_insert_with(|| other.clone());
            }
        }
        Self { next, players }
    }

    /// True if a word names a set of players.
    pub(super) fn are_players(&self, domain: &str) -> bool {
        domain == "others" || self.players.contains(domain)
    }

    /// Another name of the same kind.
    pub(super) fn next_of(&self, name: &str) -> Option<String> {
        self.next.get(name).cloned()
    }
}

fn members(body: &KindBody) -> Vec<String> {
    match body {
        KindBody::Rows(table) => {
            let cells = table.rows.iter().filter_map(|row| row.cells.first());
            let plain = cells.filter_map(|cell| match &cell.kind {
                CellKind::Member(name, params) if params.is_empty() => Some(name.text.clone()),
                _ => None,
            });
            plain.collect()
        }
        KindBody::Expr(Expr { kind: ExprKind::Set(all), .. }) => all.iter().filter_map(name_of).collect(),
        KindBody::Expr(_) => Vec::new(),
    }
}

fn name_of(e: &Expr) -> Option<String> {
    if let ExprKind::Name(name) = &e.kind { Some(name.clone()) } else { None }
}

fn answers(row: &RulingRow) -> Vec<String> {
    row.answer.iter().chain(&row.instead).map(|name| name.text.clone()).collect()
}

/// Name of a place with its signature: number of indexes, and kinds that it holds. Places with equal signatures are interchangeable.
fn alike(row: &Place) -> (String, Vec<String>) {
    let mut sort = vec![row.head.axes.len().to_string()];
    sort.extend(row.holds.iter().map(|name| name.text.clone()));
    sort[1..].sort();
    (row.head.name.text.clone(), sort)
}

fn holds_players(row: &Memory) -> bool {
    let Some(TypeExpr::Set(of, _) | TypeExpr::List(of, _)) = &row.ty else { return false };
    matches!(&**of, TypeExpr::Of(Expr { kind: ExprKind::Name(name), .. }, _) if name == "Player")
}
