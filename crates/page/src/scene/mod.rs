//! The scene: a position as one viewer may see it, as plain data for drawing.
//!
//! A [`Stage`] makes it from a [`View`](tavola_game::View), the [`Question`](tavola_game::Question) that the viewer is asked, and the lines of
//! the viewer's log. It has no access to the position, so two positions that the viewer cannot distinguish have the same scene.
//! `docs/scene.md` explains each field; [`VERSION`] is incremented when one changes.

pub mod branches;
mod groups;
mod make;
mod marks;
mod offered;
mod placed;
mod stage;
mod standing;

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use tavola_game::LookPicture;

pub use groups::{ROWS, ShownGroup, ShownItem, ShownWhat};
pub(crate) use make::further;
pub use stage::Stage;
pub use tavola_game::{BlockText, TextBlock};
pub(crate) use tavola_game::{CardFace, FaceSign, FaceValue, is_picture, signs};

/// The version of the schema.
pub const VERSION: u32 = 4;

/// A position as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Scene {
    /// The version of the schema.
    pub version: u32,
    /// The title of the game.
    pub title: String,
    /// Name of the viewer; none for a spectator.
    pub viewer: Option<String>,
    /// The players' names by seat.
    pub players: Vec<String>,
    /// Names of the players who are asked now; several answer at once. Empty for chance, or if the game is over.
    pub asked: Vec<String>,
    /// The ranking that decides who wins; none if the rules have no `winner`.
    pub goal: Option<WinningRule>,
    /// The measures of each player, by seat.
    pub standing: Vec<PlayerScore>,
    /// Boards with their contents.
    pub boards: Vec<Board>,
    /// The panel of each player, by seat.
    pub panels: Vec<Panel>,
    /// Kinds whose members have values or places of their own: a row for each member.
    pub tables: Vec<KindTable>,
    /// Places without owner: stacks, supplies, rows of cards.
    pub piles: Vec<Pile>,
    /// Values without owner.
    pub values: Vec<NamedText>,
    /// The log as the viewer sees it, from the beginning.
    pub log: Vec<Line>,
    /// The question to the viewer.
    pub question: Option<Question>,
    /// Colours of the players of `look.yaml`, by seat. Other seats have those of the pictures.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub colours: Vec<PlayerColour>,
    /// Pictures of `look.yaml` by the names of their files.
    #[serde(skip)]
    pub pictures: Arc<BTreeMap<String, LookPicture>>,
}

/// The colour of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlayerColour {
    /// Colour of the player's things.
    pub fill: String,
    /// Colour of text on it.
    pub ink: String,
}

/// The ranking that decides who wins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WinningRule {
    /// One line: `Most fame wins; ties: most money`.
    pub text: String,
    /// The clauses that its line cites.
    pub clauses: Vec<Clause>,
}

/// The measures of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlayerScore {
    /// The name of the player.
    pub player: String,
    /// Rank from 1, which equal players share; none if it depends on what the viewer may not know.
    pub rank: Option<usize>,
    /// The measures of the rules, most significant first.
    pub measures: Vec<MeasuredValue>,
}

/// A measure of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MeasuredValue {
    /// Its name for players.
    pub name: String,
    /// Its value; none if the viewer may not know it, or if it has none.
    pub value: Option<i64>,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Line {
    /// Its text.
    pub text: String,
    /// True for a heading: a phase or a turn began.
    pub heading: bool,
    /// True if things moved: a detail of the answer before it.
    pub is_move: bool,
}

/// A board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Board {
    /// `valley`
    pub name: String,
    /// Arrangement of its cells.
    pub shape: Shape,
    /// True if opposite edges are joined.
    pub wrapped: bool,
    /// True if its links can have things or values.
    pub bears: bool,
    /// Its cells, in the order of the rules.
    pub cells: Vec<Cell>,
    /// Its links. Of squares and hexagons only those on which something lies.
    pub links: Vec<Link>,
    /// Width and height of `look.yaml`, in the unit of the positions of its cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<(i64, i64)>,
    /// Background of `look.yaml`: `#rrggbb`, or the file of a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background: Option<String>,
    /// True if `look.yaml` has pieces drawn as figures, without circles.
    #[serde(skip)]
    pub figures: bool,
}

/// Arrangement of the cells of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// In rows and columns.
    Squares,
    /// In rows, each half a cell further to the right than the one above.
    Hexes,
    /// In no regular order; links define adjacency.
    Graph,
}

/// A cell of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Cell {
    /// In notation.
    pub id: String,
    /// Its title for players.
    pub title: String,
    /// Column and row, from 0 and from above. In a graph the author's position, to the right and down, if there is one.
    pub at: Option<(i64, i64)>,
    /// The author's colour, if there is one.
    pub colour: Option<String>,
    /// Colour of text on a colour of `look.yaml`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ink: Option<String>,
    /// Its icon of `look.yaml`: a short text, or the file of a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    /// Its places.
    pub piles: Vec<Pile>,
    /// Its values.
    pub values: Vec<NamedText>,
}

/// A link of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Link {
    /// In notation: `hill--mill`.
    pub id: String,
    /// Its title for players.
    pub title: String,
    /// The notation of one end.
    pub from: String,
    /// The notation of the other.
    pub to: String,
    /// Its places.
    pub piles: Vec<Pile>,
    /// Its values.
    pub values: Vec<NamedText>,
}

/// The belongings of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Panel {
    /// The player in notation.
    pub id: String,
    /// The name of the player.
    pub player: String,
    /// Tracks, memory and rows of `display`.
    pub values: Vec<NamedText>,
    /// The places of the player.
    pub piles: Vec<Pile>,
}

/// The members of a kind that have values or places, a row for each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct KindTable {
    /// `Good`
    pub kind: String,
    /// Its members.
    pub rows: Vec<KindRow>,
}

/// A member of a kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct KindRow {
    /// In notation.
    pub id: String,
    /// Its title for players.
    pub title: String,
    /// Its icon of `look.yaml`: a short text, or the file of a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    /// Its values.
    pub values: Vec<NamedText>,
    /// Its places.
    pub piles: Vec<Pile>,
}

/// A place with its contents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Pile {
    /// The place in notation, with its indexes: `on[cell(1, 2)]`.
    pub id: String,
    /// Its name for players, with the indexes that its part of the scene does not imply: `hand`, `stall Ben`.
    pub name: String,
    /// Its contents, as far as the viewer sees them.
    pub things: Vec<Thing>,
    /// Number of things that the viewer does not see.
    pub hidden: u32,
    /// Number of all things; none for an unlimited supply.
    pub total: Option<u32>,
    /// The most things that it holds; none if it has no limit, or if the viewer does not know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<u32>,
    /// Known order of a stack, from the top down.
    pub layers: Vec<Layer>,
    /// True if it is a player's hand: each player has one, and not everybody sees into it.
    pub is_hand: bool,
    /// True if pieces lie there before the game begins: the box, or a supply.
    #[serde(skip)]
    pub is_stock: bool,
    /// The player whom its indexes name: whose things lie there, also face down.
    #[serde(skip)]
    pub owner: Option<String>,
    /// The back of all cards that can lie there, if `look.yaml` gives them one: a colour, or the name of a picture.
    #[serde(skip)]
    pub back: Option<String>,
}

/// Things that lie together in a stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Layer {
    /// `top`, `middle`, `bottom`
    pub depth: &'static str,
    /// Number of things.
    pub count: u32,
    /// The things, if the viewer knows them.
    pub things: Option<Vec<Thing>>,
}

/// A sort of thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Thing {
    /// In notation: `cart[anna]`.
    pub id: String,
    /// Its title for players.
    pub title: String,
    /// Its sort, without the owner.
    pub sort: String,
    /// Number of things.
    pub count: u32,
    /// Name of the owner.
    pub owner: Option<String>,
    /// Its mark for small spaces: the author's symbol, or letters that no other sort has.
    pub mark: String,
    /// The author's colour, if there is one.
    pub colour: Option<String>,
    /// Colour of text on a colour of `look.yaml`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ink: Option<String>,
    /// Its icon of `look.yaml`: a short text, or the file of a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon: Option<String>,
    /// Its values, if its kind has no table.
    pub values: Vec<NamedText>,
    /// Texts of its columns that rules cannot read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<String>,
    /// Its face, if `look.yaml` lays it out.
    #[serde(skip)]
    pub face: Option<Arc<CardFace>>,
    /// For a die of `look.yaml` the number that it shows: the last index of its place, or 0 if that is no number.
    #[serde(skip)]
    pub pips: Option<u32>,
}

/// A value with its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NamedText {
    /// Its name for players.
    pub name: String,
    /// The value as players read it.
    pub value: String,
}

/// A question to the viewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Question {
    /// Name of the player who is asked.
    pub player: String,
    /// Its text, with the thing that a division asks about.
    pub prompt: String,
    /// Things that its text names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<Thing>,
    /// The clauses that its line cites.
    pub clauses: Vec<Clause>,
    /// The sorts of things that its options name and that have values.
    pub cards: Vec<Card>,
    /// In a division all piles with their contents so far.
    pub divided: Vec<DividedPile>,
    /// In a division the things that are in no pile yet.
    pub undivided: Vec<Thing>,
    /// The options.
    pub options: Vec<Choice>,
}

/// A clause of the rulebook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Clause {
    /// `SM-4.1`
    pub id: String,
    /// Its text; empty if the rulebook has no such clause.
    pub text: String,
}

/// A sort of thing that may be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Card {
    /// In notation, without the owner.
    pub id: String,
    /// Its title for players.
    pub title: String,
    /// Its values.
    pub values: Vec<NamedText>,
    /// The clauses that its row cites.
    pub clauses: Vec<Clause>,
}

/// A pile of a division.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DividedPile {
    /// Its name for players.
    pub name: String,
    /// Its contents.
    pub things: Vec<Thing>,
}

/// An option of the question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Choice {
    /// In notation.
    pub id: String,
    /// Its label for players.
    pub label: String,
    /// The label in stretches, one for each value that it names, with the words about it.
    pub parts: Vec<String>,
    /// The steps that lead to it, if several answers are asked as one.
    pub way: Vec<String>,
    /// Notation of the cells that the steps name, in their order.
    pub through: Vec<String>,
    /// The parts of the scene that it names, in this order; of a thing only where it can be taken.
    pub placed: Vec<Target>,
}

/// A part of the scene that an option names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct Target {
    /// `cell`, `link`, `player`, `row`, `thing`
    pub what: &'static str,
    /// Its notation.
    pub id: String,
    /// The `id` of the pile from which a thing is chosen; none for all piles with such things.
    pub pile: Option<String>,
}

impl Scene {
    /// The row of a member in the table of its kind. Both are created if needed.
    fn row(&mut self, kind: &str, (id, title): (&str, &str), icon: Option<&String>) -> &mut KindRow {
        let tables = &mut self.tables;
        let at = tables.iter().position(|table| table.kind == kind).unwrap_or_else(|| {
            tables.push(KindTable { kind: kind.to_owned(), rows: Vec::new() });
            tables.len() - 1
        });
        let rows = &mut tables[at].rows;
        let row = rows.iter().position(|row| row.id == id).unwrap_or_else(|| {
            let (id, title, icon) = (id.to_owned(), title.to_owned(), icon.cloned());
            let row = KindRow { id, title, icon, values: Vec::new(), piles: Vec::new() };
            rows.push(row);
            rows.len() - 1
        });
        &mut rows[row]
    }
}

impl KindTable {
    /// The names of the values and places of its members.
    pub fn columns(&self) -> Vec<&str> {
        let mut columns: Vec<&str> = Vec::new();
        for row in &self.rows {
            for name in row.values.iter().map(|named| &named.name).chain(row.piles.iter().map(|pile| &pile.name)) {
                if !columns.contains(&name.as_str()) {
                    columns.push(name);
                }
            }
        }
        columns
    }
}

impl Question {
    /// The names in its options, in notation.
    pub fn named(&self) -> impl Iterator<Item = &str> {
        self.options.iter().flat_map(|option| &option.placed).map(|target| target.id.as_str())
    }

    /// In a division each thing with the number of its pile so far; 0 for none.
    pub fn cards(&self) -> Vec<(usize, &Thing)> {
        let divided =
            self.divided.iter().enumerate().flat_map(|(at, pile)| pile.things.iter().map(move |thing| (at + 1, thing)));
        let left = self.undivided.iter().map(|thing| (0, thing));
        divided.chain(left).flat_map(|card| std::iter::repeat_n(card, card.1.count as usize)).collect()
    }
}

/// A name of the rules as words: `used_cards` is `used cards`.
pub fn words(name: &str) -> String {
    name.replace('_', " ")
}

/// Splits the notation of a thing into its sort and its further indexes, which mostly name the owner: `cart[anna]` into `cart` and `anna`.
pub fn sort_and_index(notation: &str) -> (&str, Option<&str>) {
    let parts = notation.strip_suffix(']').and_then(|inner| inner.split_once('['));
    parts.map_or((notation, None), |(sort, index)| (sort, Some(index)))
}

/// True for values worth showing: not `none` and `no`.
pub fn is_worth(value: &str) -> bool {
    !value.is_empty() && value != "none" && value != "no"
}
