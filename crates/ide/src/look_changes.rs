//! Changes of `look.yaml` that a page makes when somebody drags a space or chooses a colour.

use std::collections::BTreeMap;

use tavola_syntax::text::Sources;
use tavola_syntax::yaml::{self, Yaml, YamlValue, quoted, remove_value, set_value, value_at};

/// A point, in pixels of a picture or in the unit of positions.
type Point = (f64, f64);

/// Pixels of one unit on a board that had no size.
const UNIT: f64 = 5.0;
/// Largest size of a board that is written.
const LARGEST: i64 = 10_000;

/// Least distance of the boxes of two spaces, in pixels.
const GAP: f64 = 24.0;
/// Distance of the places at which a dropped space looks for room, in pixels.
const NEXT: f64 = 8.0;
/// Number of such places on each side.
const PLACES: i64 = 30;

/// A space as it is drawn, in pixels of its picture.
#[derive(Clone, PartialEq, Debug)]
pub struct DrawnSpace {
    /// Its name, as `look.yaml` writes it.
    pub name: String,
    /// The middle of its box.
    pub middle: (f64, f64),
    /// Width and height of its box.
    pub size: (f64, f64),
}

/// A board with links as it is drawn, in pixels of its picture.
#[derive(Clone, PartialEq, Debug)]
pub struct DrawnBoard {
    /// Its name in the rules.
    pub name: String,
    /// Its spaces.
    pub spaces: Vec<DrawnSpace>,
    /// Width and height of the picture.
    pub size: (f64, f64),
}

/// A move of a space.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum SpaceMove {
    /// Its middle is dropped at a point of the picture, or beside the boxes that are in its way.
    To((f64, f64)),
    /// It moves by units, to the right and down.
    By((i64, i64)),
}

/// A change of `look.yaml`. A value that is none is removed.
#[derive(Clone, PartialEq, Debug)]
pub enum LookChange {
    /// A space of a board moves. A board without a size or without positions gets those that are drawn.
    Position(DrawnBoard, String, SpaceMove),
    /// The colour of a name.
    Colour(String, Option<String>),
    /// The colours of the players, by seat.
    Players(Option<Vec<String>>),
    /// The icon of a name.
    Icon(String, Option<String>),
    /// The background of a board.
    Background(String, Option<String>),
}

/// Values of a `look.yaml` by the names that have them, as they are written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LookValues {
    /// Colours of members, components and kinds.
    pub colours: BTreeMap<String, String>,
    /// Colours of the players, by seat.
    pub players: Vec<String>,
    /// Icons.
    pub icons: BTreeMap<String, String>,
    /// Backgrounds of boards.
    pub backgrounds: BTreeMap<String, String>,
}

impl LookValues {
    /// Reads what can be read of a text.
    pub fn read(text: &str) -> Self {
        let root = yaml::read(Sources::new().add("", ""), text).0;
        let pairs = |key: &str| match root.as_ref().and_then(|root| value_at(root, &[key])).map(|map| &map.value) {
            Some(YamlValue::Map(pairs)) => pairs.clone(),
            _ => Vec::new(),
        };
        let texts = |key: &str| {
            let pairs = pairs(key).into_iter();
            pairs.filter_map(|(name, value)| Some((name.shown(), value.text()?.to_owned()))).collect()
        };
        let background =
            |(name, board): (Yaml, Yaml)| Some((name.shown(), value_at(&board, &["background"])?.text()?.to_owned()));
        let players = pairs("colours").into_iter().find(|(name, _)| name.text() == Some("Player"));
        let seats =
            |(_, list): (Yaml, Yaml)| list.items().iter().filter_map(|one| one.text().map(str::to_owned)).collect();
        Self {
            colours: texts("colours"),
            players: players.map(seats).unwrap_or_default(),
            icons: texts("icons"),
            backgrounds: pairs("boards").into_iter().filter_map(background).collect(),
        }
    }
}

/// The text of `look.yaml` after a change. All that is not changed stays as it is written.
///
/// ```
/// use tavola_ide::{LookChange, changed_look};
///
/// let gold = LookChange::Colour("hill".into(), Some("gold".into()));
/// assert_eq!(changed_look("# ours\ncolours: { mill: tan }\n", &gold)?, "# ours\ncolours: { mill: tan, hill: gold }\n");
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// If the text is not YAML, or the value cannot be written at its place.
pub fn changed_look(text: &str, change: &LookChange) -> Result<String, String> {
    let set = |path: &[&str], value: Option<String>| match value {
        Some(value) => set_value(text, path, &value),
        None => remove_value(text, path),
    };
    let word = |word: &Option<String>| word.as_ref().map(|word| quoted(word));
    match change {
        LookChange::Position(board, space, moved) => moved_space(text, board, space, *moved),
        LookChange::Colour(name, colour) => set(&["colours", name], word(colour)),
        LookChange::Players(colours) => {
            let list =
                |all: &Vec<String>| format!("[{}]", all.iter().map(|one| quoted(one)).collect::<Vec<_>>().join(", "));
            set(&["colours", "Player"], colours.as_ref().map(list))
        }
        LookChange::Icon(name, icon) => set(&["icons", name], word(icon)),
        LookChange::Background(board, background) => set(&["boards", board, "background"], word(background)),
    }
}

/// Size and positions of a board, as a text says them.
struct WrittenBoard {
    size: Option<(i64, i64)>,
    positions: Vec<(String, (i64, i64))>,
}

impl WrittenBoard {
    fn read(text: &str, board: &str) -> Self {
        let root = yaml::read(Sources::new().add("", ""), text).0;
        let at = |key: &str| value_at(root.as_ref()?, &["boards", board, key]);
        let positions = match at("positions").map(|positions| &positions.value) {
            Some(YamlValue::Map(pairs)) => {
                pairs.iter().filter_map(|(key, value)| Some((key.shown(), pair(value)?))).collect()
            }
            _ => Vec::new(),
        };
        let is_size = |(wide, high): &(i64, i64)| [wide, high].into_iter().all(|side| (1..=LARGEST).contains(side));
        Self { size: at("size").and_then(pair).filter(is_size), positions }
    }

    fn position(&self, space: &str) -> Option<(i64, i64)> {
        self.positions.iter().find(|(name, _)| name == space).map(|(_, at)| *at)
    }
}

fn pair(value: &Yaml) -> Option<(i64, i64)> {
    let YamlValue::List(items) = &value.value else { return None };
    let [x, y] = items.as_slice() else { return None };
    Some((x.text()?.parse().ok()?, y.text()?.parse().ok()?))
}

fn moved_space(text: &str, board: &DrawnBoard, space: &str, moved: SpaceMove) -> Result<String, String> {
    let Some(own) = board.spaces.iter().find(|one| one.name == space) else {
        return Err(format!("the board `{}` shows no space `{space}`", board.name));
    };
    let mut text = text.to_owned();
    let mut look = WrittenBoard::read(&text, &board.name);
    if look.size.is_none() || !board.spaces.iter().any(|one| look.position(&one.name).is_some()) {
        text = as_drawn(&text, board, look.size)?;
        look = WrittenBoard::read(&text, &board.name);
    }
    let Some(size) = look.size else { return Err(format!("the board `{}` has no size", board.name)) };
    let scale = BoardScale::of(board, &look, size);
    let inside = |(x, y): (i64, i64)| (x.clamp(0, size.0), y.clamp(0, size.1));
    let here = inside(look.position(space).unwrap_or_else(|| whole(scale.unit(own.middle))));
    let is_free = |at: (i64, i64)| look.positions.iter().all(|(name, other)| name == space || *other != at);
    let has_room =
        |at: (i64, i64)| board.spaces.iter().all(|one| one.name == space || own.is_apart(scale.point(at), one));
    let wanted = match moved {
        // A step leads over the spaces that stand in its way.
        SpaceMove::By((x, y)) => {
            let (x, y) = (x.clamp(-LARGEST, LARGEST), y.clamp(-LARGEST, LARGEST));
            let steps = (1..LARGEST).map(|n| (here.0 + n * x, here.1 + n * y));
            steps.map(inside).find(|at| is_free(*at))
        }
        SpaceMove::To(point) => {
            let at = inside(whole(scale.unit(point)));
            let step = ((NEXT / scale.pixels).round() as i64).clamp(1, LARGEST);
            let places: Vec<_> = near(at, step).into_iter().filter(|at| inside(*at) == *at && is_free(*at)).collect();
            places.iter().copied().find(|at| has_room(*at)).or_else(|| places.first().copied())
        }
    };
    let Some((x, y)) = wanted.filter(|at| look.position(space) != Some(*at)) else { return Ok(text) };
    set_value(&text, &["boards", &board.name, "positions", space], &format!("[{x}, {y}]"))
}

impl DrawnSpace {
    /// True if the box of this space at a point is apart from the box of another one.
    fn is_apart(&self, (x, y): Point, other: &Self) -> bool {
        let reach = |own: f64, other: f64| (own + other) / 2.0 + GAP;
        (x - other.middle.0).abs() >= reach(self.size.0, other.size.0)
            || (y - other.middle.1).abs() >= reach(self.size.1, other.size.1)
    }
}

/// The text with the positions that a board has in its picture, and its size.
fn as_drawn(text: &str, board: &DrawnBoard, size: Option<(i64, i64)>) -> Result<String, String> {
    let (wide, high) = (board.size.0.max(1.0), board.size.1.max(1.0));
    let size = size.unwrap_or_else(|| whole((wide / UNIT, high / UNIT)));
    let size = (size.0.clamp(1, LARGEST), size.1.clamp(1, LARGEST));
    let name = board.name.as_str();
    let mut text = set_value(text, &["boards", name, "size"], &format!("[{}, {}]", size.0, size.1))?;
    let mut taken: Vec<(i64, i64)> = Vec::new();
    for DrawnSpace { name: space, middle: (x, y), .. } in &board.spaces {
        let at = whole((x / wide * size.0 as f64, y / high * size.1 as f64));
        let at = (at.0.clamp(0, size.0), at.1.clamp(0, size.1));
        let Some((x, y)) = near(at, 1).into_iter().find(|at| !taken.contains(at)) else { continue };
        taken.push((x, y));
        text = set_value(&text, &["boards", name, "positions", space], &format!("[{x}, {y}]"))?;
    }
    Ok(text)
}

/// Points around a point at distances of a step, the nearest first.
fn near((x, y): (i64, i64), step: i64) -> Vec<(i64, i64)> {
    let all = (-PLACES..=PLACES).flat_map(|across| (-PLACES..=PLACES).map(move |down| (across, down)));
    let mut all: Vec<(i64, i64)> = all.collect();
    all.sort_by_key(|(across, down)| across * across + down * down);
    all.into_iter().map(|(across, down)| (x + across * step, y + down * step)).collect()
}

fn whole((x, y): Point) -> (i64, i64) {
    (x.round() as i64, y.round() as i64)
}

/// Conversion of positions to points of a picture. Both axes have one scale.
struct BoardScale {
    pixels: f64,
    origin: Point,
}

impl BoardScale {
    /// The scale at which the written positions are drawn.
    fn of(board: &DrawnBoard, look: &WrittenBoard, size: (i64, i64)) -> Self {
        let both = board.spaces.iter().filter_map(|one| Some((look.position(&one.name)?, one.middle)));
        let both: Vec<(Point, Point)> = both.map(|((x, y), at)| ((x as f64, y as f64), at)).collect();
        let middle = |of: fn(&(Point, Point)) -> f64| both.iter().map(of).sum::<f64>() / both.len().max(1) as f64;
        let (x, y) = (middle(|one| one.0.0), middle(|one| one.0.1));
        let (left, top) = (middle(|one| one.1.0), middle(|one| one.1.1));
        // The least squares over both axes.
        let (mut along, mut square) = (0.0, 0.0);
        for ((own_x, own_y), (drawn_x, drawn_y)) in &both {
            along += (own_x - x) * (drawn_x - left) + (own_y - y) * (drawn_y - top);
            square += (own_x - x).powi(2) + (own_y - y).powi(2);
        }
        let pixels = if square > 0.0 && along > 0.0 { along / square } else { board.size.0 / size.0 as f64 };
        Self { pixels, origin: (left - x * pixels, top - y * pixels) }
    }

    /// The point of a position.
    fn point(&self, (x, y): (i64, i64)) -> Point {
        (self.origin.0 + x as f64 * self.pixels, self.origin.1 + y as f64 * self.pixels)
    }

    /// The position of a point of the picture.
    fn unit(&self, (x, y): Point) -> Point {
        ((x - self.origin.0) / self.pixels, (y - self.origin.1) / self.pixels)
    }
}
