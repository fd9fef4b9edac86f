//! Makes the scene: sorts everything that a view tells by where it belongs: cells, links, players, members of kinds.

use std::collections::BTreeMap;

use super::marks::{Marks, family};
use super::offered;
use super::placed::NotationNames;
use super::{
    Board, Card, Cell, Choice, Clause, DividedPile, KindRow, KindTable, Layer, Line, Link, NamedText, Panel, Pile,
    Question, Scene, SceneSource, Shape, Thing, VERSION, is_worth, words,
};
use tavola_game::{self as game, BoardLook, CountedThing, Depth, Look, PlaceView, Shown, View};

/// Of more values of one name at cells only those are told that are not the usual one.
const MANY: usize = 12;
/// The members of larger kinds of things have no table.
const ROWS: usize = 8;

/// The scene of a view.
pub(super) fn scene(
    source: &SceneSource<'_>,
    view: &View,
    asked: Option<&game::Question>,
    clauses: &dyn Fn(&str) -> Option<String>,
    log: Vec<game::Line>,
) -> Scene {
    let name = |seat: usize| source.names.get(seat).cloned();
    let mut scene = Scene {
        version: VERSION,
        title: source.title.to_owned(),
        viewer: view.viewer.and_then(name),
        players: source.names.to_vec(),
        asked: view.asked.and_then(name).into_iter().collect(),
        boards: source.look.boards.iter().map(|board| empty(board, source.look)).collect(),
        panels: source.names.iter().map(|name| panel(name)).collect(),
        tables: Vec::new(),
        piles: Vec::new(),
        values: Vec::new(),
        log: log.into_iter().map(|game::Line { text, heading }| Line { text, heading }).collect(),
        question: None,
    };
    let marks = Marks::new(source.look, source.names, of_things(view, source.look));
    Sorter { source, marks: &marks, scene: &mut scene }.all(view);
    for board in &mut scene.boards {
        if board.shape != Shape::Graph {
            board.links.retain(|link| !(link.piles.is_empty() && link.values.is_empty()));
        }
    }
    if let Some(asked) = asked {
        offered::add_rows(&mut scene, source, view, asked);
    }
    scene.question = asked.map(|asked| question(source, asked, &marks, &NotationNames::of(&scene), clauses));
    scene
}

/// Of many cards something is told where they lie, and in no table. What is a cell of a board has its own place.
fn told_with_things(view: &View, look: &Look, shown: &Shown) -> bool {
    let is_cell = |id: &str| look.boards.iter().flat_map(|board| &board.cells).any(|cell| cell.id == id);
    let same = |other: &&Shown| match (&other.of, &shown.of) {
        (Some(other_of), Some(of)) => other_of.0 == of.0 && other.name == shown.name,
        _ => false,
    };
    let is_card = shown.is_thing && shown.of.as_ref().is_some_and(|(_, member, _)| !is_cell(member));
    is_card && view.shown.iter().filter(same).count() > ROWS
}

fn of_things(view: &View, look: &Look) -> BTreeMap<String, Vec<NamedText>> {
    let mut told: BTreeMap<String, Vec<NamedText>> = BTreeMap::new();
    for shown in view.shown.iter().filter(|shown| told_with_things(view, look, shown)) {
        if let (Some((_, member, _)), Some(value)) = (&shown.of, shown.value.as_deref().filter(|value| is_worth(value)))
        {
            let value = NamedText { name: shown.name.clone(), value: value.to_owned() };
            told.entry(member.clone()).or_default().push(value);
        }
    }
    told
}

fn panel(name: &str) -> Panel {
    Panel { player: name.to_owned(), values: Vec::new(), piles: Vec::new() }
}

/// A board on which nothing stands.
fn empty(board: &BoardLook, look: &Look) -> Board {
    let cell = |cell: &game::CellLook| Cell {
        id: cell.id.clone(),
        title: cell.title.clone(),
        at: cell.at,
        colour: look.marks.get(family(&cell.id)).and_then(|mark| mark.colour.clone()),
        piles: Vec::new(),
        values: Vec::new(),
    };
    let end = |at: usize| board.cells.get(at).map_or_else(String::new, |cell| cell.id.clone());
    let link = |link: &game::LinkLook| Link {
        id: link.id.clone(),
        title: link.title.clone(),
        from: end(link.ends.0),
        to: end(link.ends.1),
        piles: Vec::new(),
        values: Vec::new(),
    };
    let shape = match board.shape {
        game::Shape::Squares => Shape::Squares,
        game::Shape::Hexes => Shape::Hexes,
        game::Shape::Graph => Shape::Graph,
    };
    Board {
        name: words(&board.name),
        shape,
        wrapped: board.wrapped,
        bears: look.indexes.values().flatten().any(|kind| *kind == board.links_kind),
        cells: board.cells.iter().map(cell).collect(),
        links: board.links.iter().map(link).collect(),
    }
}

/// Puts what a view tells where it belongs.
struct Sorter<'s> {
    source: &'s SceneSource<'s>,
    marks: &'s Marks<'s>,
    scene: &'s mut Scene,
}

/// Where something belongs, and which of its indexes says so.
enum SceneHome {
    Cell(usize, usize, usize),
    Link(usize, usize, usize),
    Player(usize, usize),
    Row(usize),
    Nobody,
}

impl Sorter<'_> {
    fn all(&mut self, view: &View) {
        let look = self.source.look;
        for shown in view.shown.iter().filter(|shown| !told_with_things(view, look, shown)) {
            let Some(value) = shown.value.as_deref().filter(|value| is_worth(value)) else { continue };
            let told = NamedText { name: shown.name.clone(), value: value.to_owned() };
            match &shown.of {
                None => self.scene.values.push(told),
                Some((kind, member, title)) => {
                    let index = [member.clone()];
                    self.tell(std::slice::from_ref(kind), &index, std::slice::from_ref(title), told);
                }
            }
        }
        for place in view.places.iter().filter(|place| !self.source.display.leaves_out(&place.place)) {
            self.place(place, view);
        }
        self.variables(view);
    }

    fn variables(&mut self, view: &View) {
        let tracks = view.tracks.iter().map(|track| (&track.name, &track.index, &track.shown, &track.told));
        let memory = view.memory.iter().map(|one| (&one.name, &one.index, &one.shown, &one.told));
        let all: Vec<_> = tracks.chain(memory).filter(|one| !self.source.display.leaves_out(one.0)).collect();
        let mut counts: BTreeMap<(&String, &String), usize> = BTreeMap::new();
        let mut sizes: BTreeMap<&String, usize> = BTreeMap::new();
        for (name, _, _, value) in &all {
            *counts.entry((name, value)).or_default() += 1;
            *sizes.entry(name).or_default() += 1;
        }
        for (name, index, shown, value) in all {
            let usual = sizes[name] > MANY && counts[&(name, value)] * 2 > sizes[name];
            if is_worth(value) && !usual {
                let told = NamedText { name: words(name), value: value.clone() };
                let kinds = self.source.look.indexes.get(name).cloned().unwrap_or_default();
                self.tell(&kinds, index, shown, told);
            }
        }
    }

    /// Puts a value where its indexes say.
    fn tell(&mut self, kinds: &[String], index: &[String], shown: &[String], mut told: NamedText) {
        let home = self.home(kinds, index);
        let used = match home {
            SceneHome::Cell(_, _, at) | SceneHome::Link(_, _, at) | SceneHome::Player(_, at) | SceneHome::Row(at) => {
                Some(at)
            }
            SceneHome::Nobody => None,
        };
        told.name = further(&told.name, shown, used);
        match home {
            SceneHome::Cell(board, cell, _) => self.scene.boards[board].cells[cell].values.push(told),
            SceneHome::Link(board, link, _) => self.scene.boards[board].links[link].values.push(told),
            SceneHome::Player(seat, _) => self.scene.panels[seat].values.push(told),
            SceneHome::Row(at) => self.row(&kinds[at], &index[at], &shown[at]).values.push(told),
            SceneHome::Nobody => self.scene.values.push(told),
        }
    }

    fn place(&mut self, place: &PlaceView, view: &View) {
        let kinds = self.source.look.indexes.get(&place.place).cloned().unwrap_or_default();
        let home = self.home(&kinds, &place.index);
        // A panel keeps its places while anybody has something there: so what stands in it does not move about.
        let group = || view.places.iter().filter(|other| other.place == place.place);
        let empty = |place: &PlaceView| place.total == Some(0);
        let nothing = match home {
            SceneHome::Player(..) => group().all(empty),
            _ => empty(place),
        };
        if nothing {
            return;
        }
        let title = self.source.display.title(&place.place).map_or_else(|| words(&place.place), ToOwned::to_owned);
        let pile = |used: Option<usize>| self.pile(place, further(&title, &place.shown, used));
        match home {
            SceneHome::Cell(board, cell, at) => {
                let pile = pile(Some(at));
                self.scene.boards[board].cells[cell].piles.push(pile);
            }
            SceneHome::Link(board, link, at) => {
                let pile = pile(Some(at));
                self.scene.boards[board].links[link].piles.push(pile);
            }
            SceneHome::Player(seat, at) => {
                let pile = pile(Some(at));
                self.scene.panels[seat].piles.push(pile);
            }
            SceneHome::Row(at) => {
                let pile = pile(Some(at));
                self.row(&kinds[at], &place.index[at], &place.shown[at]).piles.push(pile);
            }
            SceneHome::Nobody => {
                let pile = pile(None);
                self.scene.piles.push(pile);
            }
        }
    }

    fn home(&self, kinds: &[String], index: &[String]) -> SceneHome {
        for (at, id) in index.iter().enumerate() {
            for (board, own) in self.scene.boards.iter().enumerate() {
                if let Some(cell) = own.cells.iter().position(|cell| cell.id == *id) {
                    return SceneHome::Cell(board, cell, at);
                }
                if let Some(link) = own.links.iter().position(|link| link.id == *id) {
                    return SceneHome::Link(board, link, at);
                }
            }
        }
        let player = index.iter().zip(kinds).enumerate().find_map(|(at, (id, kind))| {
            let is_player = kind == "Player" || kind.is_empty();
            self.source.names.iter().position(|name| is_player && name == id).map(|seat| (seat, at))
        });
        match player {
            Some((seat, at)) => SceneHome::Player(seat, at),
            None => kinds.iter().position(|kind| !kind.is_empty()).map_or(SceneHome::Nobody, SceneHome::Row),
        }
    }

    /// The row of a member, made if it is new.
    fn row(&mut self, kind: &str, id: &str, title: &str) -> &mut KindRow {
        let tables = &mut self.scene.tables;
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

    fn pile(&self, place: &PlaceView, name: String) -> Pile {
        let things: Vec<Thing> = place.things.iter().map(|thing| self.marks.thing(thing)).collect();
        let known: u32 = things.iter().map(|thing| thing.count).sum();
        let layer = |layer: &game::LayerView| Layer {
            depth: match layer.depth {
                Depth::Top => "top",
                Depth::Middle => "middle",
                Depth::Bottom => "bottom",
            },
            count: layer.count,
            things: layer.things.as_ref().map(|things| things.iter().map(|thing| self.marks.thing(thing)).collect()),
        };
        let id = match place.index.as_slice() {
            [] => place.place.clone(),
            index => format!("{}[{}]", place.place, index.join(", ")),
        };
        Pile {
            id,
            name,
            hidden: if place.open { 0 } else { place.total.map_or(0, |total| total.saturating_sub(known)) },
            total: place.total,
            layers: place.layers.iter().map(layer).collect(),
            things,
        }
    }
}

/// A name with the indexes that do not follow from where it stands: `stall Ben`.
fn further(name: &str, shown: &[String], used: Option<usize>) -> String {
    let others = shown.iter().enumerate().filter(|(at, _)| Some(*at) != used).map(|(_, index)| index.as_str());
    std::iter::once(name).chain(others).collect::<Vec<_>>().join(" ")
}

fn question(
    source: &SceneSource<'_>,
    asked: &game::Question,
    marks: &Marks<'_>,
    names: &NotationNames,
    clauses: &dyn Fn(&str) -> Option<String>,
) -> Question {
    let things = |things: &[CountedThing]| things.iter().map(|thing| marks.thing(thing)).collect();
    let choice = |option: &game::Choice| Choice {
        id: option.notation.clone(),
        label: asked.label(option),
        parts: asked.parts(option),
        way: option.further_way(),
        placed: names.named(&option.notation, &option.drawn),
    };
    let clause = |id: &String| Clause { id: id.clone(), text: clauses(id).unwrap_or_default() };
    let told = |(name, value): &(String, String)| {
        is_worth(value).then(|| NamedText { name: name.clone(), value: value.clone() })
    };
    let card = |card: &game::Card| Card {
        id: card.notation.clone(),
        title: card.title.clone(),
        values: card.values.iter().filter_map(told).collect(),
        clauses: card.clauses.iter().map(clause).collect(),
    };
    let divided =
        |(name, lying): &(String, Vec<CountedThing>)| DividedPile { name: name.clone(), things: things(lying) };
    Question {
        player: source.names.get(asked.player).cloned().unwrap_or_default(),
        prompt: asked.whole_prompt(),
        clauses: asked.clauses.iter().map(clause).collect(),
        cards: asked.cards.iter().map(card).collect(),
        divided: asked.division.iter().flat_map(|division| &division.piles).map(divided).collect(),
        undivided: asked.division.as_ref().map_or_else(Vec::new, |division| things(&division.left)),
        options: asked.options.iter().map(choice).collect(),
    }
}
