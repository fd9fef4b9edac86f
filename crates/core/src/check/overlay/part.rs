//! Names of parts of rules: items, rows of their tables or lines of their sheets, cells of rows.

use tavola_syntax::syntax::ast::ItemKind;

/// Name of a part of the rules.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PartName {
    /// Keyword of the item: `settings`, `kind`, `rule`, `action`.
    pub sort: &'static str,
    /// Name of the item; empty if it has none.
    pub name: String,
    /// Name of a row, or label of a line of a sheet: `rounds`, `when`. None stands for the whole item.
    pub row: Option<String>,
    /// Column of a cell. None stands for the whole row.
    pub cell: Option<String>,
}

impl PartName {
    /// Name of a whole item.
    pub fn of(kind: &ItemKind) -> Self {
        let (sort, name) = kind.title();
        Self { sort, name: name.map(|name| name.text.clone()).unwrap_or_default(), row: None, cell: None }
    }

    /// Name of a row of this item.
    #[must_use]
    pub fn with_row(&self, row: &str) -> Self {
        Self { row: Some(row.to_owned()), cell: None, ..self.clone() }
    }

    /// Name of the item in which it stands.
    #[must_use]
    pub fn item(&self) -> Self {
        Self { row: None, cell: None, ..self.clone() }
    }

    /// True if both stand in the same item.
    pub fn shares_item(&self, other: &Self) -> bool {
        (self.sort, &self.name) == (other.sort, &other.name)
    }

    /// True if `part` is this part or lies in it.
    pub(super) fn covers(&self, part: &Self) -> bool {
        let within = |own: &Option<String>, other: &Option<String>| own.is_none() || own == other;
        self.shares_item(part) && within(&self.row, &part.row) && within(&self.cell, &part.cell)
    }

    /// The name for messages: ``the action `hop` ``.
    pub(super) fn words(&self) -> String {
        let (sort, name) = (self.sort, &self.name);
        match (name.is_empty(), &self.row, &self.cell) {
            (true, None, _) => format!("`{sort}`"),
            // Rows of these items have no names.
            (true, Some(_), _) if matches!(sort, "display" | "always") => format!("a row of `{sort}`"),
            (true, Some(row), None) => format!("`{row}` of the {sort}"),
            (true, Some(row), Some(cell)) => format!("`{cell}` of `{row}` in the {sort}"),
            (false, None, _) => format!("the {sort} `{name}`"),
            (false, Some(row), None) => format!("`{row}` of the {sort} `{name}`"),
            (false, Some(row), Some(cell)) => format!("`{cell}` of `{row}` in the {sort} `{name}`"),
        }
    }
}
