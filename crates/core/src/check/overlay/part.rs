//! How parts of rules are named: items, rows of their tables or lines of their sheets, cells of these rows.

use tavola_syntax::syntax::ast::ItemKind;

/// Which part of the rules.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PartName {
    /// The word before its name, as an author writes it: `settings`, `kind`, `rule`, `action`.
    pub sort: &'static str,
    /// Of the item; empty where it has none.
    pub name: String,
    /// Of a row its name, of a line of a sheet what it is called: `rounds`, `when`; none: all of the item.
    pub row: Option<String>,
    /// Of a cell its column; none: all of the row.
    pub cell: Option<String>,
}

impl PartName {
    /// Of a whole item.
    pub fn of(kind: &ItemKind) -> Self {
        let (sort, name) = kind.title();
        Self { sort, name: name.map(|name| name.text.clone()).unwrap_or_default(), row: None, cell: None }
    }

    /// A row of this item.
    #[must_use]
    pub fn with_row(&self, row: &str) -> Self {
        Self { row: Some(row.to_owned()), cell: None, ..self.clone() }
    }

    /// The item in which it stands.
    #[must_use]
    pub fn item(&self) -> Self {
        Self { row: None, cell: None, ..self.clone() }
    }

    /// Whether both stand in the same item.
    pub fn shares_item(&self, other: &Self) -> bool {
        (self.sort, &self.name) == (other.sort, &other.name)
    }

    /// Whether a part is all of this one, or lies in it.
    pub(super) fn covers(&self, part: &Self) -> bool {
        let within = |own: &Option<String>, other: &Option<String>| own.is_none() || own == other;
        self.shares_item(part) && within(&self.row, &part.row) && within(&self.cell, &part.cell)
    }

    /// In words: ``the action `hop` ``.
    pub(super) fn words(&self) -> String {
        let (sort, name) = (self.sort, &self.name);
        match (name.is_empty(), &self.row, &self.cell) {
            (true, None, _) => format!("`{sort}`"),
            // Their rows have no names.
            (true, Some(_), _) if matches!(sort, "display" | "always") => format!("a row of `{sort}`"),
            (true, Some(row), None) => format!("`{row}` of the {sort}"),
            (true, Some(row), Some(cell)) => format!("`{cell}` of `{row}` in the {sort}"),
            (false, None, _) => format!("the {sort} `{name}`"),
            (false, Some(row), None) => format!("`{row}` of the {sort} `{name}`"),
            (false, Some(row), Some(cell)) => format!("`{cell}` of `{row}` in the {sort} `{name}`"),
        }
    }
}
