//! Sorts of declared things.

use super::defs::Def;
use crate::ir::{RuleKind, Rulebook};
use tavola_syntax::syntax::ast::{ItemKind, SheetKind};

/// Sort of thing that a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DeclarationSort {
    /// The game.
    Game,
    /// A variant.
    Variant,
    /// A setting.
    Setting,
    /// A ruling.
    Ruling,
    /// A word that a setting, a ruling or a column can have as its value.
    Word,
    /// A kind.
    Kind,
    /// A member of a kind: a row of its table, or a word of its formula.
    Member,
    /// A column of a kind or of a table.
    Column,
    /// A board.
    Board,
    /// A component.
    Component,
    /// A place.
    Place,
    /// A track.
    Track,
    /// A variable of `memory`.
    Memory,
    /// A define.
    Define,
    /// A table.
    Table,
    /// A rule.
    Rule,
    /// A phase.
    Phase,
    /// An action.
    Action,
    /// A menu.
    Menu,
    /// A card, which is also a member of its kind.
    Card,
    /// A hook.
    Hook,
    /// An interrupt.
    Interrupt,
    /// A parameter, or an index with a name.
    Parameter,
    /// A name that a menu remembers.
    Remembered,
    /// A name of a `let`, a query or a question.
    Local,
    /// A word of the language: `yes`, `Player`, `neighbours`.
    Library,
    /// A clause of `rulebook.yaml`.
    Clause,
}

impl DeclarationSort {
    /// The word for it, as in messages: `setting`, `phase`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::Variant => "variant",
            Self::Setting => "setting",
            Self::Ruling => "ruling",
            Self::Word => "word",
            Self::Kind => "kind",
            Self::Member => "member",
            Self::Column => "column",
            Self::Board => "board",
            Self::Component => "component",
            Self::Place => "place",
            Self::Track => "track",
            Self::Memory => "variable",
            Self::Define => "define",
            Self::Table => "table",
            Self::Rule => "rule",
            Self::Phase => "phase",
            Self::Action => "action",
            Self::Menu => "menu",
            Self::Card => "card",
            Self::Hook => "hook",
            Self::Interrupt => "interrupt",
            Self::Parameter => "parameter",
            Self::Remembered => "remembered name",
            Self::Local => "local name",
            Self::Library => "word of the language",
            Self::Clause => "clause",
        }
    }

    /// The sort of the name of an item.
    pub(in crate::check) fn of_item(kind: &ItemKind) -> Self {
        match kind {
            ItemKind::Kind { .. } => Self::Kind,
            ItemKind::Board { .. } => Self::Board,
            ItemKind::Track { .. } => Self::Track,
            ItemKind::Define { .. } => Self::Define,
            ItemKind::Table { .. } => Self::Table,
            ItemKind::Hook(_) => Self::Hook,
            ItemKind::Sheet(sheet) => match sheet.kind {
                SheetKind::Action => Self::Action,
                SheetKind::Menu => Self::Menu,
                SheetKind::Card => Self::Card,
                SheetKind::Interrupt => Self::Interrupt,
            },
            ItemKind::Rule { phase: true, .. } => Self::Phase,
            _ => Self::Rule,
        }
    }

    /// The sort of a global name.
    pub(in crate::check) fn of(ir: &Rulebook, def: Def) -> Self {
        match def {
            Def::Setting(id) => match ir.settings.get(id.index()) {
                Some(setting) if setting.ruling => Self::Ruling,
                _ => Self::Setting,
            },
            Def::Kind(_) => Self::Kind,
            Def::Board(_) => Self::Board,
            Def::Component(_) => Self::Component,
            Def::Place(_) => Self::Place,
            Def::Track(_) => Self::Track,
            Def::Memory(_) => Self::Memory,
            Def::Define(_) => Self::Define,
            Def::Table(_) => Self::Table,
            Def::Rule(id) => ir.rules.get(id.index()).map_or(Self::Rule, |rule| match rule.kind {
                RuleKind::Phase => Self::Phase,
                RuleKind::Action => Self::Action,
                RuleKind::Menu => Self::Menu,
                RuleKind::Card => Self::Card,
                RuleKind::Hook => Self::Hook,
                RuleKind::Interrupt => Self::Interrupt,
                RuleKind::Rule | RuleKind::Play | RuleKind::Past => Self::Rule,
            }),
        }
    }
}
