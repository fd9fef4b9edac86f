//! Sorts and names of items.

use super::{ItemKind, Name, SheetKind};

impl ItemKind {
    /// Sort of the item as it is written, and its name.
    pub fn title(&self) -> (&'static str, Option<&Name>) {
        match self {
            Self::Game { name, .. } => ("game", Some(name)),
            Self::Variant { name, .. } => ("variant", Some(name)),
            Self::Settings(_) => ("settings", None),
            Self::Rulings(_) => ("rulings", None),
            Self::Kind { name, .. } => ("kind", Some(name)),
            Self::Board { name, .. } => ("board", Some(name)),
            Self::Components(_) => ("components", None),
            Self::Places(_) => ("places", None),
            Self::Track { head, .. } => ("track", Some(&head.name)),
            Self::Memory(_) => ("memory", None),
            Self::Define { name, .. } => ("define", Some(name)),
            Self::Table { name, .. } => ("table", Some(name)),
            Self::Winner(_) => ("winner", None),
            Self::Payoff { .. } => ("payoff", None),
            Self::Always(_) => ("always", None),
            Self::Display(_) => ("display", None),
            Self::Sheet(sheet) => {
                let word = match sheet.kind {
                    SheetKind::Action => "action",
                    SheetKind::Menu => "menu",
                    SheetKind::Card => "card",
                    SheetKind::Interrupt => "interrupt",
                };
                (word, Some(&sheet.name))
            }
            Self::Hook(hook) => ("hook", Some(&hook.name)),
            Self::Rule { name: None, .. } => ("play", None),
            Self::Rule { name, phase, .. } => (if *phase { "phase" } else { "rule" }, name.as_ref()),
        }
    }

    /// True for a table of the box whose rows have names.
    pub fn has_named_rows(&self) -> bool {
        matches!(self, Self::Settings(_) | Self::Rulings(_) | Self::Components(_) | Self::Places(_) | Self::Memory(_))
    }

    /// True if two items have the same sort and name, so that one can overlay the other.
    pub fn same(&self, other: &Self) -> bool {
        let ((sort, name), (other_sort, other)) = (self.title(), other.title());
        sort == other_sort && name.map(|name| &name.text) == other.map(|name| &name.text)
    }
}
