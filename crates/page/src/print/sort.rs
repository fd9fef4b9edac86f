//! Sorts the contents of the box: what is printed as a card, a tile, a token, a board or a mat.

use std::collections::{BTreeMap, BTreeSet};

use maud::Markup;

use super::mat::{Mat, mats};
use super::text::clause_texts;
use super::{UNLIMITED, board};
use crate::draw::{Picture, PictureSource, of_page, picture_of};
use crate::scene::{NamedText, Scene, Stage, Thing, is_worth, sort_and_index, words};
use tavola_game::{BoxContents, BoxItem, CountedThing, Game, Look, Rules, Shape};

/// The contents of the box, sorted for printing.
pub struct PrintBox {
    pub(super) title: String,
    /// Titles of the variants, joined with ` + `.
    pub(super) variant: Option<String>,
    /// Settings that differ from the rules: `rounds = 3`.
    pub(super) settings: Vec<String>,
    /// Names of the memory that players see. It is not printed.
    pub memory: Vec<String>,
    pub(super) players: Vec<String>,
    /// Cards.
    pub cards: Vec<PrintedSort>,
    /// Tiles that lie on squares or hexagons.
    pub tiles: Vec<PrintedSort>,
    /// Tokens.
    pub tokens: Vec<PrintedSort>,
    pub(super) boards: Vec<Picture>,
    /// Names of boards that are laid out of tiles or have no edge: they are not printed.
    pub(super) laid_out: Vec<String>,
    pub(super) mats: Vec<Mat>,
    /// Style and pictures of `look.yaml`.
    pub(super) look: Markup,
}

/// A sort of thing with all that is printed on it.
#[derive(Clone, Debug)]
pub struct PrintedSort {
    pub(super) thing: Thing,
    /// Title of all sorts of its row of the components.
    pub component: String,
    /// Text of its back: its component, or the game if cards of several components can lie face down in one place.
    pub back: String,
    /// Number of copies to print.
    pub copies: u32,
    /// True if the supply is unlimited.
    pub is_unlimited: bool,
    /// The author's symbol. Marks that the program makes up are for small spaces.
    pub(super) symbol: Option<String>,
    pub(super) values: Vec<NamedText>,
    pub(super) text: String,
    pub(super) clauses: Vec<String>,
    /// True if it can lie face down.
    pub(super) is_covered: bool,
    /// True for a tile that lies on hexagons.
    pub(super) is_hex: bool,
}

impl PrintBox {
    /// Sorts the contents of the box of a set-up of these rules.
    pub fn new(rules: &Rules, game: &Game) -> Self {
        let stage = Stage::new(game, BTreeMap::new());
        let contents = game.box_contents();
        let start = game.start();
        let view = game.referee().view(&start, None);
        let mut scene = stage.scene(&view, None, Vec::new());
        let laid_out = empty(&mut scene, &contents);
        let mut printed = Self {
            title: game.title().to_owned(),
            variant: rules.variant_titles(),
            settings: game.setup().settings.iter().map(|(name, value)| format!("{name} = {value}")).collect(),
            memory: contents.memory.iter().map(|name| words(name)).collect(),
            players: stage.names().to_vec(),
            cards: Vec::new(),
            tiles: Vec::new(),
            tokens: Vec::new(),
            boards: Vec::new(),
            look: of_page(&scene, PictureSource::Page),
            laid_out,
            mats: mats(game, &stage, &view, &contents),
        };
        let clauses = clause_texts(rules);
        let counted =
            |item: &BoxItem| (item.id.clone(), item.title.clone(), item.copies.unwrap_or(UNLIMITED)) as CountedThing;
        let counted: Vec<CountedThing> = contents.items.iter().map(counted).collect();
        for (item, thing) in contents.items.iter().zip(stage.things(&counted)) {
            let mut sort = printed_sort(item, thing, &contents, &clauses);
            sort.symbol = stage.look().marks.get(family(&item.id)).and_then(|mark| mark.symbol.clone());
            printed.add(item, sort, stage.look());
        }
        printed.boards = board::roomy(&scene, printed.has_tokens());
        let alike = alike(&contents);
        for card in printed.cards.iter_mut().filter(|card| alike.contains(&card.component)) {
            card.back.clone_from(&printed.title);
        }
        printed
    }

    /// Title of the game with those of its variants: `Ferry (The long day)`.
    pub(super) fn full_title(&self) -> String {
        self.variant.as_ref().map_or_else(|| self.title.clone(), |variant| format!("{} ({variant})", self.title))
    }

    /// True if tokens are printed, which may lie on spaces of boards.
    pub(super) fn has_tokens(&self) -> bool {
        !self.tokens.is_empty()
    }

    fn add(&mut self, item: &BoxItem, mut sort: PrintedSort, look: &Look) {
        let is_plain = sort.values.is_empty() && sort.text.is_empty();
        let is_marked = sort.thing.owner.is_some() || sort.thing.colour.is_some();
        let field = field(item, look);
        if !item.is_of_kind || is_marked && is_plain && item.covered_in.is_empty() {
            self.tokens.push(sort);
        } else if let (Some(shape), None) = (field, &sort.thing.owner) {
            sort.is_hex = shape == Shape::Hexes;
            self.tiles.push(sort);
        } else {
            self.cards.push(sort);
        }
    }
}

/// Components whose cards must not differ from those of another one on their backs: they can lie face down in one place.
fn alike(contents: &BoxContents) -> BTreeSet<String> {
    let mut lying: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for item in contents.items.iter().filter(|item| item.is_of_kind) {
        let component = words(&item.component);
        item.covered_in.iter().for_each(|place| {
            lying.entry(place).or_default().insert(component.clone());
        });
    }
    lying.into_values().filter(|components| components.len() > 1).flatten().collect()
}

impl PrintedSort {
    /// The name of its picture in `look.yaml`.
    pub(super) fn picture(&self) -> Option<&str> {
        picture_of(self.thing.icon.as_deref())
    }
}

/// The index of a thing that is not its owner: `hill` of `gate[hill]`.
pub(super) fn index(thing: &Thing) -> Option<&str> {
    sort_and_index(&thing.id).1.filter(|_| thing.owner.is_none())
}

fn printed_sort(item: &BoxItem, thing: Thing, contents: &BoxContents, clauses: &BTreeMap<&str, &str>) -> PrintedSort {
    let member = sort_and_index(&item.id).0;
    let lines = thing.face.iter().flat_map(|face| &face.lines);
    let laid_out: Vec<&str> = lines.filter(|line| line.is_prose).map(|line| line.text.as_str()).collect();
    let columns = thing.texts.iter().map(String::as_str).filter(|text| !laid_out.contains(text));
    let cited = item.clauses.iter().filter_map(|id| clauses.get(id.as_str()).copied());
    let component = words(&item.component);
    PrintedSort {
        back: component.clone(),
        component,
        copies: item.copies.unwrap_or(UNLIMITED),
        is_unlimited: item.copies.is_none(),
        symbol: None,
        values: printed_values(contents, member),
        text: columns.chain(cited).collect::<Vec<_>>().join(" "),
        clauses: item.clauses.clone(),
        is_covered: !item.covered_in.is_empty(),
        is_hex: false,
        thing,
    }
}

/// The name of a member without parameters and indexes.
fn family(notation: &str) -> &str {
    sort_and_index(notation).0.split('(').next().unwrap_or_default()
}

/// Values of a member that are worth printing.
fn printed_values(contents: &BoxContents, member: &str) -> Vec<NamedText> {
    let values = contents.values.get(member).into_iter().flatten().filter(|(_, value)| is_worth(value));
    values.map(|(name, value)| NamedText { name: name.clone(), value: value.clone() }).collect()
}

/// The shape of the board on whose cells a thing may lie, if they are squares or hexagons.
fn field(item: &BoxItem, look: &Look) -> Option<Shape> {
    let kinds: Vec<&String> = item.places.iter().filter_map(|place| look.indexes.get(place)).flatten().collect();
    let own = |board: &&tavola_game::BoardLook| board.shape != Shape::Graph && kinds.contains(&&board.kind);
    look.boards.iter().find(own).map(|board| board.shape)
}

/// Removes the position from the boards of a scene, and those that are laid out of tiles or have no edge. Returns the names of those that are not printed.
fn empty(scene: &mut Scene, contents: &BoxContents) -> Vec<String> {
    for board in &mut scene.boards {
        for cell in &mut board.cells {
            cell.piles.clear();
            cell.values = printed_values(contents, &cell.id);
        }
        for link in &mut board.links {
            link.piles.clear();
            link.values.clear();
        }
    }
    let is_thing = |id: &String| contents.items.iter().any(|item| sort_and_index(&item.id).0 == id);
    let (laid_out, boards): (Vec<_>, Vec<_>) = std::mem::take(&mut scene.boards)
        .into_iter()
        .partition(|board| board.wrapped || board.cells.iter().all(|cell| is_thing(&cell.id)));
    scene.boards = boards;
    laid_out.into_iter().map(|board| board.name).collect()
}
