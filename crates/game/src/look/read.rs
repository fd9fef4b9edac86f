//! Parser from YAML to a [`LookFile`]. Every mistake becomes a finding with its place.

use super::colour::{colour, colour_names};
use super::icon::{is_visible, short, signs};
use super::{BoardFile, Icon, LookFile, picture};
use crate::codes;
use crate::folder::Shelf;
use tavola_syntax::diagnostic::{Diagnostic, Remedy};
use tavola_syntax::text::{SourceId, Span};
use tavola_syntax::yaml::codes as yaml_codes;
use tavola_syntax::yaml::{self, Fields, Yaml, YamlValue, suggestion};

/// Help where a map is missing.
const COLOURS: &str = "a map like `{ hill: gold }`";
const ICONS: &str = "a map like `{ cart: cart.svg }`";
const BOARDS: &str = "a map like `{ valley: { background: tan } }`";
const POSITIONS: &str = "a map like `{ hill: [20, 10] }`";
const CARDS: &str = "a map like `{ Card: { corner: cost } }`";
/// Name of the kind of the players.
pub(super) const PLAYERS: &str = "Player";
/// The only value of `pieces`.
const FIGURES: &str = "figures";
/// The icon of dice.
const PIPS: &str = "pips";
/// Largest coordinate.
const FAR: i64 = 10_000;
/// Maximum number of signs of an icon.
const SIGNS: usize = 2;
/// Maximum number of characters of an icon. A flag or a family is one sign of up to a dozen.
const CHARACTERS: usize = 24;

/// Reads as much of a look as possible, with its pictures, and returns it with all findings.
pub(super) fn read(source: SourceId, text: &str, folder: Shelf<'_>) -> (LookFile, Vec<Diagnostic>) {
    let (yaml, findings) = yaml::read(source, text);
    let mut reader = LookReader { text, folder, look: LookFile::default(), findings };
    if let Some(yaml) = yaml.filter(|yaml| yaml.value != YamlValue::Nothing) {
        reader.whole(&yaml);
    }
    (reader.look, reader.findings)
}

pub(super) struct LookReader<'a> {
    text: &'a str,
    folder: Shelf<'a>,
    look: LookFile,
    pub(super) findings: Vec<Diagnostic>,
}

impl LookReader<'_> {
    fn whole(&mut self, yaml: &Yaml) {
        let Some(mut fields) = self.fields(yaml, "a look") else { return };
        for (name, value) in fields.map("colours", COLOURS) {
            match name.shown().as_str() {
                PLAYERS => {
                    let seats: Vec<(String, Span)> =
                        value.items().iter().filter_map(|item| Some((self.colour(item)?, item.span))).collect();
                    self.look.seats = seats;
                }
                own => {
                    if let Some(colour) = self.colour(value) {
                        self.look.colours.insert(own.to_owned(), (colour, name.span));
                    }
                }
            }
        }
        for (name, value) in fields.map("icons", ICONS) {
            if let Some(icon) = self.icon(value) {
                self.look.icons.insert(name.shown(), (icon, name.span));
            }
        }
        for (name, value) in fields.map("boards", BOARDS) {
            if let Some(board) = self.board(value) {
                self.look.boards.insert(name.shown(), (board, name.span));
            }
        }
        for (name, value) in fields.map("cards", CARDS) {
            if let Some(card) = self.card(value) {
                self.look.cards.insert(name.shown(), (card, name.span));
            }
        }
        self.findings.extend(fields.finish());
    }

    pub(super) fn fields<'y>(&mut self, yaml: &'y Yaml, what: &str) -> Option<Fields<'y>> {
        Fields::new(yaml, what).map_err(|finding| self.findings.push(*finding)).ok()
    }

    fn find(&mut self, code: &'static str, span: Span, message: impl Into<String>, help: impl Into<Remedy>) {
        self.findings.push(Diagnostic::error(code, span, message).help(help));
    }

    pub(super) fn colour(&mut self, value: &Yaml) -> Option<String> {
        let found = value.text().and_then(colour);
        if found.is_none() {
            let names = || colour_names().map(|(name, _)| name);
            let all = || names().collect::<Vec<_>>().join(", ");
            let near = value.text().and_then(|text| suggestion(value.span, text, names()));
            let (message, help) = match value.text() {
                Some(text) => (format!("`{}` is not a colour", short(text)), near),
                None if self.is_comment(value.span) => {
                    let help = "put it in quotes: in YAML, a `#` after a blank begins a comment";
                    ("there is no colour before the `#`".to_owned(), Some(help.into()))
                }
                None => (format!("expected a colour, found {}", value.kind()), None),
            };
            let help = help.unwrap_or_else(|| format!("write \"#rrggbb\" in quotes, or a name: {}", all()).into());
            self.find(codes::COLOUR, value.span, message, help);
        }
        found
    }

    /// One word, such as the name of a column.
    pub(super) fn word(&mut self, value: &Yaml, what: &str) -> Option<(String, Span)> {
        let found = value.text().map(|text| (text.to_owned(), value.span));
        if found.is_none() {
            let message = format!("`{what}` must be one word, found {}", value.kind());
            self.find(yaml_codes::WRONG_VALUE, value.span, message, "write one word");
        }
        found
    }

    /// True if a comment begins where a value is expected.
    fn is_comment(&self, span: Span) -> bool {
        let rest = self.text.get(span.start as usize..).unwrap_or_default();
        rest.trim_start_matches([' ', ':']).starts_with('#')
    }

    fn icon(&mut self, value: &Yaml) -> Option<Icon> {
        let Some(text) = value.text() else {
            let message = format!("expected an icon, found {}", value.kind());
            self.find(codes::ICON, value.span, message, "write one or two signs, or the name of an SVG or PNG file");
            return None;
        };
        if picture::is_file(text) {
            return self.picture(text, value.span).map(Icon::Picture);
        }
        if text == PIPS {
            return Some(Icon::Pips);
        }
        let is_long = signs(text) > SIGNS || text.chars().count() > CHARACTERS;
        if is_long || signs(text) == 0 || !text.chars().all(is_visible) {
            let help = "write one or two signs, or the name of an SVG or PNG file of the game's folder";
            let why = if is_long { "is too long for an icon" } else { "has signs that nobody sees" };
            self.find(codes::ICON, value.span, format!("`{}` {why}", short(text)), help);
            return None;
        }
        Some(Icon::Text(text.to_owned()))
    }

    /// The name of a picture that can be used.
    pub(super) fn picture(&mut self, file: &str, span: Span) -> Option<String> {
        if !self.look.pictures.contains_key(file) {
            match picture::read(self.folder, file) {
                Ok(picture) => drop(self.look.pictures.insert(file.to_owned(), picture)),
                Err((message, help)) => {
                    let all = self.folder.pictures();
                    let near = suggestion(span, file, all.iter().map(String::as_str))
                        .filter(|_| !all.iter().any(|own| own == file));
                    self.find(codes::PICTURE, span, message, near.unwrap_or_else(|| help.into()));
                    return None;
                }
            }
        }
        Some(file.to_owned())
    }

    fn board(&mut self, value: &Yaml) -> Option<BoardFile> {
        let mut fields = self.fields(value, "the look of a board")?;
        let mut board = BoardFile::default();
        if let Some(size) = fields.take("size") {
            board.size = self.pair(size, "size").filter(|&(width, height)| {
                let fits = (1..=FAR).contains(&width) && (1..=FAR).contains(&height);
                if !fits {
                    let message = format!("a board cannot be {width} by {height}");
                    self.find(codes::POSITION, size.span, message, format!("write numbers from 1 to {FAR}"));
                }
                fits
            });
            board.size_at = Some(size.span);
        }
        if let Some(background) = fields.take("background") {
            board.background = match background.text() {
                Some(file) if picture::is_file(file) => self.picture(file, background.span),
                _ => self.colour(background),
            };
        } else if let Some(nothing) = value_of(value, "background") {
            self.colour(nothing);
        }
        if let Some(pieces) = fields.take("pieces").or_else(|| value_of(value, "pieces")) {
            board.figures = pieces.text() == Some(FIGURES);
            if !board.figures {
                let found = if pieces.value == YamlValue::Nothing { pieces.kind().to_owned() } else { pieces.shown() };
                let message = format!("`pieces` must be `{FIGURES}`, found {found}");
                let help = "write `figures`, or leave it out: pieces are circles then";
                self.find(yaml_codes::WRONG_VALUE, pieces.span, message, help);
            }
        }
        let positions = fields.map("positions", POSITIONS);
        board.positions_at = fields.take("positions").map(|positions| positions.span);
        for (name, value) in positions {
            let Some((x, y)) = self.pair(value, "a position") else { continue };
            let (wide, high) = board.size.map_or((-FAR..=FAR, -FAR..=FAR), |(wide, high)| (0..=wide, 0..=high));
            let twin = board
                .positions
                .iter()
                .find(|(_, (at, _))| *at == (x, y))
                .map(|(name, (_, span))| (name.clone(), *span));
            if !wide.contains(&x) || !high.contains(&y) {
                let message = format!("`{}` lies outside of the board", name.shown());
                let help =
                    format!("x is from {} to {}, y from {} to {}", wide.start(), wide.end(), high.start(), high.end());
                self.find(codes::POSITION, value.span, message, help);
            } else if let Some((other, span)) = twin {
                let message = format!("`{}` and `{other}` have one position", name.shown());
                let finding =
                    Diagnostic::error(codes::POSITION, value.span, message).label(span, "the other one is here");
                self.findings.push(finding.help("give one of them another position"));
            } else {
                board.positions.insert(name.shown(), ((x, y), name.span));
            }
        }
        self.findings.extend(fields.finish());
        Some(board)
    }

    /// Two whole numbers.
    fn pair(&mut self, value: &Yaml, what: &str) -> Option<(i64, i64)> {
        let number = |item: &Yaml| item.text().and_then(|text| text.parse::<i64>().ok());
        if let YamlValue::List(items) = &value.value
            && let [x, y] = items.as_slice()
            && let (Some(x), Some(y)) = (number(x), number(y))
        {
            return Some((x, y));
        }
        let message = format!("`{what}` must be two whole numbers, found {}", value.shown());
        self.find(yaml_codes::WRONG_VALUE, value.span, message, "write them like `[20, 10]`: to the right, then down");
        None
    }
}

/// The value of a key of a map, also if it is empty.
fn value_of<'y>(map: &'y Yaml, key: &str) -> Option<&'y Yaml> {
    let YamlValue::Map(pairs) = &map.value else { return None };
    pairs.iter().find(|(name, _)| name.text() == Some(key)).map(|(_, value)| value)
}
