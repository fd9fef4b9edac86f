//! The scene: a position as one viewer may see it, as plain data for whatever draws it.
//!
//! A [`Stage`] makes it out of a [`View`](tavola_game::View), the [`Question`](tavola_game::Question) that the viewer is asked, and the lines of
//! his log; it knows no position. So nothing that draws a scene can reach a state, and two positions that the viewer
//! cannot tell apart have the same scene. `docs/scene.md` says what each field means; [`VERSION`] grows when one changes.

pub mod branches;
mod groups;
mod make;
mod marks;
mod offered;
mod placed;
mod stage;

use serde::Serialize;

pub use groups::{ROWS, ShownGroup, ShownItem, ShownWhat};
pub use stage::Stage;

/// The version of the schema.
pub const VERSION: u32 = 3;

/// A position as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Scene {
    /// The version of the schema.
    pub version: u32,
    /// The title of the game.
    pub title: String,
    /// Who looks, by name; none: a bystander.
    pub viewer: Option<String>,
    /// The players' names by seat.
    pub players: Vec<String>,
    /// Who is asked now, by name; several answer at once. Nobody: chance, or the game is over.
    pub asked: Vec<String>,
    /// Boards with what stands on them.
    pub boards: Vec<Board>,
    /// The panel of each player, by seat.
    pub panels: Vec<Panel>,
    /// Kinds whose members have values or places of their own: a row for each member.
    pub tables: Vec<KindTable>,
    /// Places that belong to nobody: stacks, supplies, rows of cards.
    pub piles: Vec<Pile>,
    /// Values that belong to nobody.
    pub values: Vec<NamedText>,
    /// The log as the viewer was told it, from the beginning.
    pub log: Vec<Line>,
    /// What the viewer is asked.
    pub question: Option<Question>,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// What is told.
    pub text: String,
    /// Whether it is a heading: a phase or a turn began.
    pub heading: bool,
}

/// A board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Board {
    /// `valley`
    pub name: String,
    /// How its cells lie.
    pub shape: Shape,
    /// What leaves on one side comes back on the other.
    pub wrapped: bool,
    /// Whether something can stand on its links, or be told of them.
    pub bears: bool,
    /// Its cells, in the order of the rules.
    pub cells: Vec<Cell>,
    /// Its links. Of squares and hexagons only those on which something lies.
    pub links: Vec<Link>,
}

/// How the cells of a board lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// In rows and columns.
    Squares,
    /// In rows, each half a cell further to the right than the one above.
    Hexes,
    /// Anyhow; links say what is beside what.
    Graph,
}

/// A cell of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// In notation.
    pub id: String,
    /// As players read it.
    pub title: String,
    /// Column and row, from 0 and from above; of a graph what the author says, if he does.
    pub at: Option<(i64, i64)>,
    /// In which colour it is drawn, if the author says so.
    pub colour: Option<String>,
    /// What stands there.
    pub piles: Vec<Pile>,
    /// What is told of it.
    pub values: Vec<NamedText>,
}

/// A link of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Link {
    /// In notation: `hill--mill`.
    pub id: String,
    /// As players read it.
    pub title: String,
    /// The notation of one end.
    pub from: String,
    /// The notation of the other.
    pub to: String,
    /// What stands there.
    pub piles: Vec<Pile>,
    /// What is told of it.
    pub values: Vec<NamedText>,
}

/// What belongs to a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Panel {
    /// His name.
    pub player: String,
    /// Tracks, memory and what the author shows.
    pub values: Vec<NamedText>,
    /// His places.
    pub piles: Vec<Pile>,
}

/// The members of a kind, a row for each of which something is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KindTable {
    /// `Good`
    pub kind: String,
    /// Its members.
    pub rows: Vec<KindRow>,
}

/// A member of a kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KindRow {
    /// In notation.
    pub id: String,
    /// As players read it.
    pub title: String,
    /// What is told of it.
    pub values: Vec<NamedText>,
    /// Its places.
    pub piles: Vec<Pile>,
}

/// What lies at a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pile {
    /// The place in notation, with its indexes: `on[cell(1, 2)]`.
    pub id: String,
    /// As players call it, with the indexes that do not follow from where it is drawn: `hand`, `stall Ben`.
    pub name: String,
    /// What lies there, as far as the viewer sees it.
    pub things: Vec<Thing>,
    /// How many things lie there that the viewer does not see.
    pub hidden: u32,
    /// How many things lie there altogether; none: without end.
    pub total: Option<u32>,
    /// What is known of the order of a stack, from the top down.
    pub layers: Vec<Layer>,
}

/// Things that lie together in a stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Layer {
    /// `top`, `middle`, `bottom`
    pub depth: &'static str,
    /// How many.
    pub count: u32,
    /// What they are, if the viewer knows it.
    pub things: Option<Vec<Thing>>,
}

/// A sort of thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Thing {
    /// In notation: `cart[anna]`.
    pub id: String,
    /// As players read it.
    pub title: String,
    /// What it is, without whose.
    pub sort: String,
    /// How many.
    pub count: u32,
    /// Whose it is, by name.
    pub owner: Option<String>,
    /// What stands for it where there is little room: the author's symbol, or letters that no other sort has.
    pub mark: String,
    /// In which colour it is drawn, if the author says so.
    pub colour: Option<String>,
    /// What is told of it where its kind has no table of its own.
    pub told: Vec<NamedText>,
}

/// A value with its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NamedText {
    /// As players call it.
    pub name: String,
    /// As players read it.
    pub value: String,
}

/// What the viewer is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Question {
    /// Who is asked, by name.
    pub player: String,
    /// What is asked, with the thing that a division asks about.
    pub prompt: String,
    /// The clauses that its line cites.
    pub clauses: Vec<Clause>,
    /// The sorts of things that its options name and of which something is told.
    pub cards: Vec<Card>,
    /// In a division all piles with what lies there so far.
    pub divided: Vec<DividedPile>,
    /// In a division what lies in no pile yet.
    pub undivided: Vec<Thing>,
    /// What may be answered.
    pub options: Vec<Choice>,
}

/// A clause of the rulebook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Clause {
    /// `SM-4.1`
    pub id: String,
    /// What it says; empty where the rulebook has no such clause.
    pub text: String,
}

/// A sort of thing that may be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Card {
    /// In notation, without whose it is.
    pub id: String,
    /// As players read it.
    pub title: String,
    /// What is told of it.
    pub values: Vec<NamedText>,
    /// The clauses that its row cites.
    pub clauses: Vec<Clause>,
}

/// A pile of a division.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DividedPile {
    /// As players call it.
    pub name: String,
    /// What was put there.
    pub things: Vec<Thing>,
}

/// An option of the question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// In notation.
    pub id: String,
    /// As players read it.
    pub label: String,
    /// The label in stretches, one for each value that it names, with the words about it.
    pub parts: Vec<String>,
    /// How it comes about, step by step, where several answers are asked as one.
    pub way: Vec<String>,
    /// What it names, in this order; of a thing only where it can be taken.
    pub placed: Vec<Target>,
}

/// What an option names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Target {
    /// `cell`, `link`, `player`, `row`, `thing`
    pub what: &'static str,
    /// Its notation; of a player his name.
    pub id: String,
    /// The pile out of which a thing is chosen, by its `id`; none: wherever such things lie.
    pub pile: Option<String>,
}

impl Scene {
    /// The row of a member in the table of its kind; both are made if they are new.
    fn row(&mut self, kind: &str, id: &str, title: &str) -> &mut KindRow {
        let tables = &mut self.tables;
        let at = tables.iter().position(|table| table.kind == kind).unwrap_or_else(|| {
            tables.push(KindTable { kind: kind.to_owned(), rows: Vec::new() });
            tables.len() - 1
        });
        let rows = &mut tables[at].rows;
        let row = rows.iter().position(|row| row.id == id).unwrap_or_else(|| {
            let row = KindRow { id: id.to_owned(), title: title.to_owned(), values: Vec::new(), piles: Vec::new() };
            rows.push(row);
            rows.len() - 1
        });
        &mut rows[row]
    }
}

impl KindTable {
    /// The names of what is told of its members and of their places.
    pub fn columns(&self) -> Vec<&str> {
        let mut columns: Vec<&str> = Vec::new();
        for row in &self.rows {
            for name in row.values.iter().map(|told| &told.name).chain(row.piles.iter().map(|pile| &pile.name)) {
                if !columns.contains(&name.as_str()) {
                    columns.push(name);
                }
            }
        }
        columns
    }
}

impl Question {
    /// What its options name, in notation.
    pub fn named(&self) -> impl Iterator<Item = &str> {
        self.options.iter().flat_map(|option| &option.placed).map(|target| target.id.as_str())
    }

    /// In a division each single thing with the number of the pile in which it lies so far; 0: in none.
    pub fn cards(&self) -> Vec<(usize, &Thing)> {
        let laid =
            self.divided.iter().enumerate().flat_map(|(at, pile)| pile.things.iter().map(move |thing| (at + 1, thing)));
        let left = self.undivided.iter().map(|thing| (0, thing));
        laid.chain(left).flat_map(|card| std::iter::repeat_n(card, card.1.count as usize)).collect()
    }
}

/// A name of the rules as words: `used_cards` is `used cards`.
pub fn words(name: &str) -> String {
    name.replace('_', " ")
}

/// A thing's notation in two: what it is, and its further indexes, which mostly say whose (`cart[anna]`: `cart`, `anna`).
pub fn sort_and_index(notation: &str) -> (&str, Option<&str>) {
    let parts = notation.strip_suffix(']').and_then(|inner| inner.split_once('['));
    parts.map_or((notation, None), |(sort, index)| (sort, Some(index)))
}

/// Whether a value is worth showing: `none` and `no` are not.
pub fn is_worth(value: &str) -> bool {
    !value.is_empty() && value != "none" && value != "no"
}
