//! Static look of a set-up, for drawing: boards with cells and links, pieces, the columns `at`, `symbol` and `colour`, and `look.yaml`.
//! It does not depend on a position.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

use super::goal::WinnerLook;
use crate::Game;
use crate::look::LookPicture;
use tavola_core::code::{MemberName, Notation, PlaceNames, SeenBy};
use tavola_core::ir::{Board, KindBody};
use tavola_core::lower::SetUpContext;

/// Everything about a set-up that can be drawn and does not change.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Look {
    /// Boards, in the order of the rules.
    pub boards: Vec<BoardLook>,
    /// Sorts of things in the order of the box, each once for all owners.
    pub pieces: Vec<PieceLook>,
    /// Symbols and colours of members, by their name without parameters: `visit`.
    pub marks: BTreeMap<String, Mark>,
    /// Names of the places that each player has one of, and that not everybody sees into: `hand`.
    pub hands: BTreeSet<String>,
    /// Names of the places without an index in which pieces begin: `box`, `supply`.
    #[serde(default)]
    pub stocks: BTreeSet<String>,
    /// Kinds of the indexes of each place, track and variable. Empty where an index is a number.
    pub indexes: BTreeMap<String, Vec<String>>,
    /// The ranking of players.
    pub goal: WinnerLook,
    /// Colours of the players of `look.yaml`, by seat. Other seats have those of the pictures.
    pub seats: Vec<SeatColour>,
    /// Signs before the names of tracks, by their names in the rules.
    pub signs: BTreeMap<String, String>,
    /// Texts of the columns that rules cannot read, by the name of their member without parameters.
    #[serde(default)]
    pub texts: BTreeMap<String, Vec<String>>,
    /// Faces of the cards that `look.yaml` lays out, by the notation of their members.
    pub faces: BTreeMap<String, CardFace>,
    /// Backs of the cards in places where they can lie face down, by the name of the place: a colour, or the name of a picture.
    pub backs: BTreeMap<String, String>,
    /// Pictures by the names of their files.
    pub pictures: BTreeMap<String, LookPicture>,
}

/// Symbol, colour and icon of a member or a component.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// Value of the column `symbol`, or the text of `look.yaml`.
    pub symbol: Option<String>,
    /// Value of the column `colour`, or the colour of `look.yaml`.
    pub colour: Option<String>,
    /// Colour of text on a colour of `look.yaml`.
    pub ink: Option<String>,
    /// Icon of `look.yaml`: a short text, or the name of a picture.
    pub icon: Option<String>,
    /// Icon of its kind, which stands before its letters.
    pub before: Option<String>,
    /// True for dice: each shows the number by which its place is indexed.
    #[serde(default)]
    pub is_die: bool,
}

/// The face of a card.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardFace {
    /// The value in the upper right corner.
    pub corner: Option<FaceValue>,
    /// The value in the middle.
    pub centre: Option<FaceValue>,
    /// The values below, one line each.
    pub lines: Vec<FaceValue>,
    /// Colour of the band, and of text on it.
    pub band: Option<(String, String)>,
    /// The name of a picture.
    pub picture: Option<String>,
    /// Its back, if it has one: a colour, or the name of a picture.
    pub back: Option<String>,
}

/// A value on a card.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaceValue {
    /// Its name for players.
    pub name: String,
    /// The value as players read it.
    pub text: String,
    /// True if it is a text for people, which stands in lines of its own without the name.
    #[serde(default)]
    pub is_prose: bool,
    /// The members that it names, with their numbers, if the look or the rules give each a colour or a sign. Else empty.
    pub signs: Vec<FaceSign>,
}

/// A member that a value names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaceSign {
    /// Its number.
    pub count: u32,
    /// Its name in notation.
    pub id: String,
    /// Its look.
    pub mark: Mark,
}

/// Colour of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatColour {
    /// Colour of the player's things.
    pub fill: String,
    /// Colour of text on it.
    pub ink: String,
}

/// A sort of thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceLook {
    /// Notation without the owner: `cart`.
    pub id: String,
    /// Title for players.
    pub title: String,
}

/// Layout of the cells of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shape {
    /// A grid of squares.
    Squares,
    /// A grid of hexagons. Each row is shifted half a cell to the right of the one above.
    Hexes,
    /// A graph. Links connect the cells.
    Graph,
}

/// A board.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BoardLook {
    /// Name of the board, such as `valley`.
    pub name: String,
    /// Kind of its cells.
    pub kind: String,
    /// Layout of its cells.
    pub shape: Shape,
    /// True if opposite sides are connected.
    pub wrapped: bool,
    /// Its cells.
    pub cells: Vec<CellLook>,
    /// Kind of its links.
    pub links_kind: String,
    /// Links between neighbours.
    pub links: Vec<LinkLook>,
    /// Width and height in the unit of the positions, if `look.yaml` gives them.
    pub size: Option<(i64, i64)>,
    /// Background of `look.yaml`: `#rrggbb`, or the name of a picture.
    pub background: Option<String>,
    /// True if `look.yaml` has pieces drawn as figures.
    pub figures: bool,
}

/// A cell of a board, or a node of a graph.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CellLook {
    /// Notation of the cell.
    pub id: String,
    /// Title for players.
    pub title: String,
    /// Column and row from 0. Of a graph its position in `look.yaml`, or the value of the column `at`.
    pub at: Option<(i64, i64)>,
}

/// A link of a board.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LinkLook {
    /// Notation, such as `hill--mill`.
    pub id: String,
    /// Title for players.
    pub title: String,
    /// Indexes of both ends among the cells.
    pub ends: (usize, usize),
}

impl Game {
    /// Static look of this set-up.
    pub fn look(&self) -> Look {
        let (book, legend) = (self.book(), self.legend());
        let mut look = Look { goal: self.goal(), ..Look::default() };
        let mut spots = BTreeMap::new();
        for family in book.kinds.iter().flat_map(|kind| match &kind.body {
            KindBody::Members(families) => families.as_slice(),
            _ => &[],
        }) {
            let mark = Mark { symbol: family.symbol.clone(), colour: family.colour.clone(), ..Mark::default() };
            if mark != Mark::default() {
                look.marks.insert(family.name.clone(), mark);
            }
            if !family.texts.is_empty() {
                let texts = family.texts.iter().map(|(_, text)| text.clone()).collect();
                look.texts.insert(family.name.clone(), texts);
            }
            spots.extend(family.at.map(|at| (family.name.clone(), at)));
        }
        look.boards = book.boards.iter().map(|board| self.board_look(board, &spots)).collect();
        for (piece, print) in legend.pieces.iter().zip(legend.prints.iter()) {
            let own = print.as_ref().map_or(piece, |print| &print.of);
            let id = own.notation.split('[').next().unwrap_or_default();
            if !look.pieces.iter().any(|known| known.id == id) {
                let title = self.component_title(id).unwrap_or_else(|| own.title.clone());
                look.pieces.push(PieceLook { id: id.to_owned(), title });
            }
        }
        let everybody = |seen: &SeenBy| seen.who.is_none() && seen.when.is_none();
        let places = legend.places.iter().map(|place| (&place.name, &place.axes));
        let variables = legend.tracks.iter().chain(&legend.memory).map(|variable| (&variable.name, &variable.axes));
        for (name, axes) in places.chain(variables) {
            let kind = |notation: u32| match legend.types[notation as usize] {
                Notation::Member(kind) => legend.kinds[kind as usize].name.clone(),
                _ => String::new(),
            };
            look.indexes.insert(name.clone(), axes.iter().map(|axis| kind(axis.notation)).collect());
        }
        let is_hand = |place: &&PlaceNames| {
            look.indexes.get(&place.name).is_some_and(|kinds| *kinds == ["Player"])
                && !place.seers.iter().any(everybody)
        };
        look.hands = legend.places.iter().filter(is_hand).map(|place| place.name.clone()).collect();
        let starts = book.components.iter().flat_map(|component| &component.start.places);
        let stocks = starts.filter(|start| start.axes.is_empty());
        look.stocks = stocks.map(|start| book.places[start.place.index()].name.clone()).collect();
        if let Some(file) = self.look_file() {
            look.dress(file, book);
            if !file.cards.is_empty() {
                look.dress_cards(self, file, &mut SetUpContext::clone(&self.inner.set_up_context));
            }
        }
        look
    }

    /// Title of a component that is not a kind.
    fn component_title(&self, id: &str) -> Option<String> {
        let own = self.book().components.iter().find(|own| own.name == id && own.kind.is_none())?;
        Some(own.title.clone())
    }

    fn board_look(&self, board: &Board, spots: &BTreeMap<String, (i64, i64)>) -> BoardLook {
        let legend = self.legend();
        let (nodes, edges) = (&legend.kinds[board.nodes.index()], &legend.kinds[board.edges.index()]);
        let shape = match &board.grid {
            Some(grid) if grid.hexes => Shape::Hexes,
            Some(_) => Shape::Squares,
            None => Shape::Graph,
        };
        let cell = |(at, member): (usize, &MemberName)| {
            let family = member.notation.split('(').next().unwrap_or_default();
            let at = match nodes.field {
                Some(field) => Some((at as i64 % i64::from(field.columns), at as i64 / i64::from(field.columns))),
                None => spots.get(family).copied(),
            };
            CellLook { id: member.notation.clone(), title: member.title.clone(), at }
        };
        let cells: Vec<CellLook> = nodes.members.iter().enumerate().map(cell).collect();
        let by_name: BTreeMap<&str, usize> =
            cells.iter().enumerate().map(|(at, cell)| (cell.id.as_str(), at)).collect();
        let link = |member: &MemberName| {
            let (from, to) = member.notation.split_once("--")?;
            let ends = (*by_name.get(from)?, *by_name.get(to)?);
            Some(LinkLook { id: member.notation.clone(), title: member.title.clone(), ends })
        };
        let links = edges.members.iter().filter_map(link).collect();
        let wrapped = board.grid.as_ref().is_some_and(|grid| grid.wrapped);
        let (kind, links_kind) = (nodes.name.clone(), edges.name.clone());
        let name = board.name.clone();
        BoardLook { name, kind, shape, wrapped, cells, links_kind, links, size: None, background: None, figures: false }
    }
}
