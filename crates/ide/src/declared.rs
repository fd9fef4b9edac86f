//! Names that a file of rules declares, in the order and the nesting of its text.

use std::ops::Range;

use tavola_syntax::syntax::ast::{
    CellKind, Component, File, Head, Item, ItemKind, KindBody, KindRow, KindTable, Name, Place, RulingRow, Setting,
    Text, TextPart,
};
use tavola_syntax::text::Span;

/// Sort of a name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NameSort {
    /// `settings`, `winner`: an item without a name of its own
    Section,
    /// `game valley`
    Game,
    /// `variant short`
    Variant,
    /// A row of `settings`
    Setting,
    /// A row of `rulings`
    Ruling,
    /// `kind Town`
    Kind,
    /// A row of a kind
    Member,
    /// A column of a kind
    Column,
    /// `board valley`
    Board,
    /// The links of a board: `joined by Road`
    Link,
    /// A row of `components`
    Component,
    /// A row of `places`
    Place,
    /// A row of `memory`
    Variable,
    /// `track fame`
    Track,
    /// `define`
    Define,
    /// `table`
    Table,
    /// `action`
    Action,
    /// `menu`
    Menu,
    /// `card`
    Card,
    /// `interrupt`
    Interrupt,
    /// `hook`
    Hook,
    /// `rule`
    Rule,
    /// `phase`, `play`
    Phase,
    /// A case of a file of scenarios
    Scenario,
    /// An entry of `rulebook.yaml`
    Clause,
}

/// A declared name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    /// The name.
    pub name: String,
    /// Its sort.
    pub sort: NameSort,
    /// Name of the kind that a member or a column belongs to.
    pub of: Option<String>,
    /// Its declaration in a few words: `fame[Player] 0..`, `"rounds in a game"`.
    pub detail: String,
    /// Bytes of the name.
    pub bytes: Range<usize>,
    /// Bytes of the whole item or row.
    pub whole: Range<usize>,
    /// True if it can be called or indexed, so that brackets follow: `bids(p)`, `hand[p]`.
    pub takes: Option<char>,
}

impl Declared {
    /// True if another declaration is of the same name.
    pub(crate) fn is(&self, other: &Self) -> bool {
        (self.sort, &self.name, &self.of) == (other.sort, &other.name, &other.of)
    }
}

/// An entry of an outline: an item with its rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// The item or row.
    pub declared: Declared,
    /// Its rows.
    pub children: Vec<Declared>,
}

/// The outline of a file.
pub(crate) fn outline(file: &File) -> Vec<Symbol> {
    file.items.iter().map(symbol).collect()
}

/// All names that a file declares.
pub(crate) fn declared(file: &File) -> Vec<Declared> {
    let named = |declared: &Declared| declared.sort != NameSort::Section;
    outline(file)
        .into_iter()
        .flat_map(|symbol| std::iter::once(symbol.declared).chain(symbol.children))
        .filter(named)
        .collect()
}

/// Plain words of a text; holes stay as `..`.
pub(crate) fn words(text: &Text) -> String {
    let part = |part: &TextPart| match part {
        TextPart::Plain(plain) => plain.clone(),
        TextPart::Hole(_) => "..".to_owned(),
    };
    text.parts.iter().map(part).collect()
}

/// A declaration under construction.
struct DeclaredRow<'a> {
    name: &'a Name,
    whole: Span,
}

impl DeclaredRow<'_> {
    fn of(self, sort: NameSort, detail: String) -> Declared {
        let (bytes, whole) = (self.name.span.range(), self.whole.range());
        Declared { name: self.name.text.clone(), sort, of: None, detail, bytes, whole, takes: None }
    }

    fn with(self, sort: NameSort, detail: String, takes: Option<char>) -> Declared {
        Declared { takes, ..self.of(sort, detail) }
    }
}

fn title(text: Option<&Text>) -> String {
    text.map(words).unwrap_or_default()
}

/// Sorts of items with a name, by the word that begins them.
const SORTS: [(&str, NameSort); 14] = [
    ("game", NameSort::Game),
    ("variant", NameSort::Variant),
    ("kind", NameSort::Kind),
    ("board", NameSort::Board),
    ("track", NameSort::Track),
    ("define", NameSort::Define),
    ("table", NameSort::Table),
    ("action", NameSort::Action),
    ("menu", NameSort::Menu),
    ("card", NameSort::Card),
    ("interrupt", NameSort::Interrupt),
    ("hook", NameSort::Hook),
    ("rule", NameSort::Rule),
    ("phase", NameSort::Phase),
];

fn symbol(item: &Item) -> Symbol {
    let (word, name) = item.kind.title();
    let sort = SORTS.iter().find(|(known, _)| *known == word).map(|(_, sort)| *sort);
    let named =
        name.zip(sort).map(|(name, sort)| DeclaredRow { name, whole: item.span }.of(sort, item_detail(&item.kind)));
    let section = || Declared {
        name: word.to_owned(),
        sort: if word == "play" { NameSort::Phase } else { NameSort::Section },
        of: None,
        detail: String::new(),
        bytes: item.head.range(),
        whole: item.span.range(),
        takes: None,
    };
    let declared = named.unwrap_or_else(section);
    Symbol { declared: Declared { takes: takes(&item.kind), ..declared }, children: rows(item) }
}

/// Description of an item in a few words.
fn item_detail(kind: &ItemKind) -> String {
    match kind {
        ItemKind::Game { title, .. } => words(title),
        ItemKind::Variant { title: text, .. }
        | ItemKind::Kind { title: text, .. }
        | ItemKind::Rule { title: text, .. } => title(text.as_ref()),
        ItemKind::Sheet(sheet) => title(sheet.title.as_ref()),
        _ => String::new(),
    }
}

/// The bracket that follows the name of an item where it is used.
fn takes(kind: &ItemKind) -> Option<char> {
    match kind {
        ItemKind::Table { .. } => Some('('),
        ItemKind::Define { params, .. } | ItemKind::Rule { params, .. } => (!params.is_empty()).then_some('('),
        ItemKind::Sheet(sheet) => (!sheet.params.is_empty()).then_some('('),
        ItemKind::Track { head, .. } => (!head.axes.is_empty()).then_some('['),
        _ => None,
    }
}

/// The rows of an item that have names.
fn rows(item: &Item) -> Vec<Declared> {
    match &item.kind {
        ItemKind::Kind { name, body: KindBody::Rows(table), .. } => kind(name, table),
        ItemKind::Board { joined, .. } => {
            let link = |link| DeclaredRow { name: link, whole: item.head }.of(NameSort::Link, String::new());
            joined.iter().map(link).collect()
        }
        ItemKind::Settings(rows) => {
            let row = |row: &Setting| {
                DeclaredRow { name: &row.name, whole: row.span }.of(NameSort::Setting, title(row.meaning.as_ref()))
            };
            rows.iter().map(row).collect()
        }
        ItemKind::Rulings(rows) => {
            let row = |row: &RulingRow| {
                DeclaredRow { name: &row.name, whole: row.span }.of(NameSort::Ruling, title(row.question.as_ref()))
            };
            rows.iter().map(row).collect()
        }
        ItemKind::Components(rows) => {
            let row = |row: &Component| placed(&row.head, row.span, NameSort::Component, title(row.title.as_ref()));
            rows.iter().map(row).collect()
        }
        ItemKind::Places(rows) => {
            let holds = |names: &[Name]| names.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(", ");
            let row =
                |row: &Place| placed(&row.head, row.span, NameSort::Place, format!("holds {}", holds(&row.holds)));
            rows.iter().map(row).collect()
        }
        ItemKind::Memory(rows) => {
            rows.iter().map(|row| placed(&row.head, row.span, NameSort::Variable, String::new())).collect()
        }
        _ => Vec::new(),
    }
}

/// A name that may have indexes.
fn placed(head: &Head, whole: Span, sort: NameSort, detail: String) -> Declared {
    let takes = (!head.axes.is_empty()).then_some('[');
    DeclaredRow { name: &head.name, whole }.with(sort, detail, takes)
}

/// Members and columns of a kind. The first column names the members and cannot be asked for.
fn kind(name: &Name, table: &KindTable) -> Vec<Declared> {
    let of = Some(name.text.clone());
    let column = |column: &Name| Declared {
        of: of.clone(),
        ..DeclaredRow { name: column, whole: column.span }.of(NameSort::Column, format!("column of {}", name.text))
    };
    let columns = table.columns.iter().skip(1).filter(|column| !column.text.is_empty()).map(column);
    let member = |row: &KindRow| {
        let titled =
            row.cells.iter().find_map(|cell| if let CellKind::Text(text) = &cell.kind { Some(text) } else { None });
        let CellKind::Member(member, params) = &row.cells.first()?.kind else { return None };
        let takes = (!params.is_empty()).then_some('(');
        let declared = DeclaredRow { name: member, whole: row.span }.with(NameSort::Member, title(titled), takes);
        Some(Declared { of: of.clone(), ..declared })
    };

    columns.chain(table.rows.iter().filter_map(member)).collect()
}
