//! Makes the scene: assigns the contents of a view to cells, links, players and members of kinds.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::groups::{ShownGroup, ShownItem, ShownWhat};
use super::marks::{Marks, family, icon_of};
use super::offered;
use super::placed::NotationNames;
use super::{
    Board, Card, Cell, Choice, Clause, DividedPile, Layer, Line, Link, NamedText, Panel, Pile, PlayerColour, Question,
    Scene, Shape, Stage, Thing, VERSION, is_worth, words,
};
use tavola_game::{self as game, BoardLook, CountedThing, Depth, Look, PlaceView, SeatColour, View};

impl Stage {
    /// Makes the scene for the viewer of a view. The question is included only if the viewer is asked.
    pub fn scene(&self, view: &View, asked: Option<&game::Question>, log: Vec<game::Line>) -> Scene {
        let asked = asked.filter(|asked| view.viewer == Some(asked.player));
        let name = |seat: usize| self.names.get(seat).cloned();
        let panel = |(id, name): (&String, &String)| Panel {
            id: id.clone(),
            player: name.clone(),
            values: Vec::new(),
            piles: Vec::new(),
        };
        let mut scene = Scene {
            version: VERSION,
            title: self.title.clone(),
            viewer: view.viewer.and_then(name),
            players: self.names.clone(),
            asked: view.asked.and_then(name).into_iter().collect(),
            goal: self.goal(),
            standing: self.standing(view),
            boards: self.look.boards.iter().map(|board| board_without_things(board, &self.look)).collect(),
            panels: self.ids.iter().zip(&self.names).map(panel).collect(),
            tables: Vec::new(),
            piles: Vec::new(),
            values: Vec::new(),
            log: log.into_iter().map(|game::Line { text, heading, is_move }| Line { text, heading, is_move }).collect(),
            question: None,
            colours: self.look.seats.iter().map(player_colour).collect(),
            pictures: Arc::clone(&self.pictures),
        };
        let groups = self.groups(view);
        let marks = Marks::new(self, values_of_things(&groups, &self.look));
        Sorter { stage: self, marks: &marks, scene: &mut scene }.all(&groups);
        for board in &mut scene.boards {
            if board.shape != Shape::Graph {
                board.links.retain(|link| !(link.piles.is_empty() && link.values.is_empty()));
            }
        }
        if let Some(asked) = asked {
            offered::add_rows(&mut scene, &self.look, &groups, asked);
        }
        scene.question = asked.map(|asked| question(self, asked, &marks, &NotationNames::of(&scene)));
        scene
    }
}

fn player_colour(seat: &SeatColour) -> PlayerColour {
    PlayerColour { fill: seat.fill.clone(), ink: seat.ink.clone() }
}

/// True for values of cards of a large kind: they are shown where the cards lie, not in a table. Cells of a board have their own place.
fn shown_with_things(group: &ShownGroup<'_>, item: &ShownItem<'_>, look: &Look) -> bool {
    let is_cell = |id: &String| look.boards.iter().flat_map(|board| &board.cells).any(|cell| cell.id == *id);
    group.is_of_cards(item) && !item.index.iter().any(is_cell)
}

/// Values that are shown where things lie, by thing.
fn values_of_things(groups: &[ShownGroup<'_>], look: &Look) -> BTreeMap<String, Vec<NamedText>> {
    let mut all: BTreeMap<String, Vec<NamedText>> = BTreeMap::new();
    for group in groups {
        for item in group.items.iter().filter(|item| shown_with_things(group, item, look)) {
            if let ([member], Some(value)) = (item.index, item.value()) {
                let value = NamedText { name: group.name.clone(), value: value.to_owned() };
                all.entry(member.clone()).or_default().push(value);
            }
        }
    }
    all
}

/// A board without things and values.
fn board_without_things(board: &BoardLook, look: &Look) -> Board {
    let cell = |cell: &game::CellLook| Cell {
        id: cell.id.clone(),
        title: cell.title.clone(),
        at: cell.at,
        colour: look.marks.get(family(&cell.id)).and_then(|mark| mark.colour.clone()),
        ink: look.marks.get(family(&cell.id)).and_then(|mark| mark.ink.clone()),
        icon: icon_of(&cell.id, look).cloned(),
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
        size: board.size,
        background: board.background.clone(),
        figures: board.figures,
    }
}

/// Assigns the contents of a view to the parts of a scene.
struct Sorter<'s> {
    stage: &'s Stage,
    marks: &'s Marks<'s>,
    scene: &'s mut Scene,
}

/// The part of a scene to which an item belongs; for a row the number of the index that names it.
#[derive(Clone, Copy)]
enum SceneHome {
    Cell(usize, usize),
    Link(usize, usize),
    Player(usize),
    Row(usize),
    Unowned,
}

impl Sorter<'_> {
    fn all(&mut self, groups: &[ShownGroup<'_>]) {
        let look = &self.stage.look;
        for group in groups {
            let usual = group.usual();
            for item in group.items.iter().filter(|item| !shown_with_things(group, item, look)) {
                self.put(group, item, usual);
            }
        }
    }

    /// Adds a value or place to the part that its indexes name.
    fn put(&mut self, group: &ShownGroup<'_>, item: &ShownItem<'_>, usual: Option<&str>) {
        let (home, used) = self.home(group, item);
        let name = further(&group.name, item.titles, used);
        if let ShownWhat::Place(place) = item.what {
            // A panel keeps its places while any player has something there, so that its contents do not move.
            let nothing = match home {
                SceneHome::Player(_) => group.places().iter().all(|place| place.is_empty()),
                _ => place.is_empty(),
            };
            if !nothing {
                let pile = self.pile(place, name, (group, item));
                self.at(home, group, item).1.push(pile);
            }
        } else if let Some(value) = item.value().filter(|value| Some(*value) != usual) {
            let named = NamedText { name, value: value.to_owned() };
            self.at(home, group, item).0.push(named);
        }
    }

    /// The values and piles of a part.
    fn at(
        &mut self,
        home: SceneHome,
        group: &ShownGroup<'_>,
        item: &ShownItem<'_>,
    ) -> (&mut Vec<NamedText>, &mut Vec<Pile>) {
        match home {
            SceneHome::Cell(board, cell) => {
                let cell = &mut self.scene.boards[board].cells[cell];
                (&mut cell.values, &mut cell.piles)
            }
            SceneHome::Link(board, link) => {
                let link = &mut self.scene.boards[board].links[link];
                (&mut link.values, &mut link.piles)
            }
            SceneHome::Player(seat) => {
                let panel = &mut self.scene.panels[seat];
                (&mut panel.values, &mut panel.piles)
            }
            SceneHome::Row(at) => {
                let icon = icon_of(&item.index[at], &self.stage.look);
                let row = self.scene.row(&group.kinds[at], (&item.index[at], &item.titles[at]), icon);
                (&mut row.values, &mut row.piles)
            }
            SceneHome::Unowned => (&mut self.scene.values, &mut self.scene.piles),
        }
    }

    /// The part to which an item belongs, and the number of the index that names it.
    fn home(&self, group: &ShownGroup<'_>, item: &ShownItem<'_>) -> (SceneHome, Option<usize>) {
        for (at, id) in item.index.iter().enumerate() {
            for (board, own) in self.scene.boards.iter().enumerate() {
                if let Some(cell) = own.cells.iter().position(|cell| cell.id == *id) {
                    return (SceneHome::Cell(board, cell), Some(at));
                }
                if let Some(link) = own.links.iter().position(|link| link.id == *id) {
                    return (SceneHome::Link(board, link), Some(at));
                }
            }
        }
        if let Some((seat, at)) = group.seat(item, &self.stage.ids) {
            return (SceneHome::Player(seat), Some(at));
        }
        let at = group.kinds.iter().position(|kind| !kind.is_empty());
        (at.map_or(SceneHome::Unowned, SceneHome::Row), at)
    }

    fn pile(&self, place: &PlaceView, name: String, (group, item): (&ShownGroup<'_>, &ShownItem<'_>)) -> Pile {
        let shown = place.index.last().and_then(|index| index.parse::<u32>().ok());
        let in_place = |thing: Thing| Thing { pips: thing.pips.map(|pips| shown.unwrap_or(pips)), ..thing };
        let things: Vec<Thing> = place.things.iter().map(|thing| in_place(self.marks.thing(thing))).collect();
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
            hidden: place.hidden(),
            total: place.total,
            most: place.most,
            layers: place.layers.iter().map(layer).collect(),
            things,
            is_hand: self.stage.look.hands.contains(&place.place),
            is_stock: self.stage.look.stocks.contains(&place.place),
            owner: group.seat(item, &self.stage.ids).map(|(seat, _)| self.stage.names[seat].clone()),
            back: self.stage.look.backs.get(&place.place).cloned(),
        }
    }
}

/// A name with the indexes that its part does not imply: `stall Ben`.
pub(crate) fn further(name: &str, shown: &[String], used: Option<usize>) -> String {
    let others = shown.iter().enumerate().filter(|(at, _)| Some(*at) != used).map(|(_, index)| index.as_str());
    std::iter::once(name).chain(others).collect::<Vec<_>>().join(" ")
}

fn question(stage: &Stage, asked: &game::Question, marks: &Marks<'_>, names: &NotationNames) -> Question {
    let things = |things: &[CountedThing]| things.iter().map(|thing| marks.thing(thing)).collect();
    let choice = |option: &game::Choice| {
        let way = option.further_way();
        Choice {
            id: option.notation.clone(),
            label: asked.label(option),
            parts: asked.parts(option),
            through: names.through(option.steps.iter().skip(option.way.len() - way.len())),
            way,
            placed: names.named(&option.notation, &option.drawn),
        }
    };
    let clause = |id: &String| Clause { id: id.clone(), text: stage.clauses.get(id).cloned().unwrap_or_default() };
    let named = |(name, value): &(String, String)| {
        is_worth(value).then(|| NamedText { name: name.clone(), value: value.clone() })
    };
    let card = |card: &game::Card| Card {
        id: card.notation.clone(),
        title: card.title.clone(),
        values: card.values.iter().filter_map(named).collect(),
        clauses: card.clauses.iter().map(clause).collect(),
    };
    let divided =
        |(name, lying): &(String, Vec<CountedThing>)| DividedPile { name: name.clone(), things: things(lying) };
    Question {
        player: stage.names.get(asked.player).cloned().unwrap_or_default(),
        prompt: asked.whole_prompt(),
        about: things(&asked.about),
        clauses: asked.clauses.iter().map(clause).collect(),
        cards: asked.cards.iter().map(card).collect(),
        divided: asked.division.iter().flat_map(|division| &division.piles).map(divided).collect(),
        undivided: asked.division.as_ref().map_or_else(Vec::new, |division| things(&division.left)),
        options: asked.options.iter().map(choice).collect(),
    }
}
