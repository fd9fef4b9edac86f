//! The texts of a game as plants need them: lines, words, signs and cells, and what each item declares.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::Path;

use tavola::game::GameFolder;

/// Sort of a declared name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sort {
    Rule,
    Define,
    Kind,
    Row,
    Column,
    Place,
    Component,
    Track,
    Setting,
    Memory,
}

/// A declared name, and where.
pub(super) struct Declared {
    pub(super) sort: Sort,
    pub(super) name: String,
    pub(super) at: Place,
}

/// A range of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) file: usize,
    pub(super) at: Range<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sign {
    Word,
    Number,
    Text,
    Mark,
}

pub(super) struct Token {
    pub(super) sign: Sign,
    pub(super) at: Range<usize>,
}

/// A line that says something: no comment alone, no empty line.
pub(super) struct Line {
    pub(super) file: usize,
    /// Range of the whole line, without its end.
    pub(super) whole: Range<usize>,
    /// Range of what it says, without comment and citations.
    pub(super) code: Range<usize>,
    pub(super) indent: usize,
    /// First word of its item: `kind`, `rule`.
    pub(super) item: String,
    /// Number of the item in the file.
    pub(super) nth_item: usize,
    pub(super) is_head: bool,
    /// Cells of a row of a table, each without the spaces around it. Empty if it is no row, or goes on below.
    pub(super) cells: Vec<Range<usize>>,
    /// Words of the heading above a row, in the order of the cells.
    pub(super) heading: Vec<String>,
    pub(super) is_heading: bool,
    pub(super) tokens: Vec<Token>,
}

pub(super) struct Game {
    pub(super) folder: GameFolder,
    /// Names of the rules files.
    pub(super) files: Vec<String>,
    pub(super) lines: Vec<Line>,
    pub(super) declared: Vec<Declared>,
    /// All words of the rules, and the reserved ones.
    pub(super) words: BTreeSet<String>,
}

const ITEMS: [&str; 25] = [
    "game",
    "settings",
    "rulings",
    "kind",
    "board",
    "components",
    "places",
    "track",
    "memory",
    "display",
    "define",
    "table",
    "rule",
    "phase",
    "play",
    "action",
    "menu",
    "card",
    "hook",
    "interrupt",
    "winner",
    "payoff",
    "always",
    "variant",
    "title",
];

impl Game {
    pub(super) fn read(path: &Path) -> Self {
        let mut folder = GameFolder::read(path).expect("a game can be read");
        folder.files.retain(|name, _| !name.starts_with("variants/"));
        let files: Vec<String> = folder.files.keys().filter(|name| name.ends_with(".tavola")).cloned().collect();
        let mut game = Self { folder, files, lines: Vec::new(), declared: Vec::new(), words: reserved() };
        for file in 0..game.files.len() {
            let lines = lines(file, game.text(file));
            game.lines.extend(lines);
        }
        let words: Vec<String> = game.all_words().map(|(_, _, word)| word.to_owned()).collect();
        game.words.extend(words);
        game.declared = game.declarations();
        game
    }

    pub(super) fn text(&self, file: usize) -> &str {
        &self.folder.files[&self.files[file]]
    }

    pub(super) fn of(&self, line: &Line, at: &Range<usize>) -> &str {
        &self.text(line.file)[at.clone()]
    }

    /// All words outside texts, comments and citations.
    pub(super) fn all_words(&self) -> impl Iterator<Item = (&Line, &Token, &str)> {
        self.lines.iter().flat_map(move |line| {
            line.tokens
                .iter()
                .filter(|token| token.sign == Sign::Word)
                .map(move |token| (line, token, self.of(line, &token.at)))
        })
    }

    /// Texts of the words and signs of a line.
    pub(super) fn parts<'g>(&'g self, line: &'g Line) -> Vec<&'g str> {
        line.tokens.iter().map(|token| self.of(line, &token.at)).collect()
    }

    fn declarations(&self) -> Vec<Declared> {
        let mut found = Vec::new();
        for line in &self.lines {
            let mut add = |sort: Sort, at: &Range<usize>| {
                let name = self.of(line, at).to_owned();
                found.push(Declared { sort, name, at: Place { file: line.file, at: at.clone() } });
            };
            let word = |at: &Range<usize>| line.tokens.iter().find(|token| at.contains(&token.at.start));
            if line.is_head {
                let sort = match line.item.as_str() {
                    "kind" => Sort::Kind,
                    "track" => Sort::Track,
                    "define" => Sort::Define,
                    "rule" | "phase" | "action" | "menu" => Sort::Rule,
                    _ => continue,
                };
                if let Some(name) = line.tokens.get(1).filter(|token| token.sign == Sign::Word) {
                    add(sort, &name.at);
                }
                continue;
            }
            let column = match line.item.as_str() {
                "settings" | "rulings" => ("name", Sort::Setting),
                "components" => ("component", Sort::Component),
                "places" => ("place", Sort::Place),
                "memory" => ("variable", Sort::Memory),
                "kind" => ("id", Sort::Row),
                _ => continue,
            };
            for (cell, heading) in line.cells.iter().zip(&line.heading) {
                if line.is_heading {
                    let fixed = ["id", "name", "clause", "copies", "at", "symbol", "colour", "card", "count", "start"];
                    if line.item == "kind" && !fixed.contains(&heading.as_str()) && word(cell).is_some() {
                        add(Sort::Column, cell);
                    }
                } else if heading == column.0
                    && let Some(name) = word(cell)
                    && !(column.1 == Sort::Component && self.of(line, &name.at).starts_with(char::is_uppercase))
                {
                    add(column.1, &name.at);
                }
            }
        }
        let mut times: BTreeMap<&str, usize> = BTreeMap::new();
        found.iter().for_each(|one| *times.entry(&one.name).or_default() += 1);
        let once: BTreeSet<String> =
            times.iter().filter(|(_, times)| **times == 1).map(|(name, _)| (*name).to_owned()).collect();
        found.retain(|one| once.contains(&one.name));
        found
    }

    /// Uses of a declared name.
    pub(super) fn uses<'g>(&'g self, one: &'g Declared) -> impl Iterator<Item = (&'g Line, &'g Token)> {
        self.all_words().filter_map(move |(line, token, word)| {
            let dotted = self.text(line.file)[..token.at.start].ends_with('.')
                && !self.text(line.file)[..token.at.start].ends_with("..");
            let after = &self.text(line.file)[token.at.end..];
            let is_it = word == one.name
                && !(word == "one" && after.starts_with(" of "))
                && !(line.file == one.at.file && token.at == one.at.at)
                && dotted == (one.sort == Sort::Column)
                && !line.is_heading;
            is_it.then_some((line, token))
        })
    }

    /// Number of the line, from 1.
    pub(super) fn line_of(&self, place: &Place) -> usize {
        self.text(place.file)[..place.at.start].matches('\n').count() + 1
    }
}

fn reserved() -> BTreeSet<String> {
    let page = fs::read_to_string("docs/language/reserved-words.md").expect("a page");
    page.lines()
        .filter(|line| line.starts_with('|'))
        .flat_map(|line| line.split('`').skip(1).step_by(2))
        .map(str::to_owned)
        .collect()
}

fn lines(file: usize, text: &str) -> Vec<Line> {
    let (mut all, mut start): (Vec<Line>, usize) = (Vec::new(), 0);
    let (mut item, mut nth_item) = (String::new(), 0);
    let mut heading: Vec<String> = Vec::new();
    for whole in text.split_inclusive('\n') {
        let at = start..start + whole.trim_end_matches('\n').len();
        start += whole.len();
        let code = code(text, &at);
        if code.is_empty() {
            continue;
        }
        let says = &text[code.clone()];
        let indent = code.start - at.start;
        let first: String = says.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
        let is_head = indent == 0 && ITEMS.contains(&first.as_str());
        if is_head {
            (item, nth_item) = (first, nth_item + 1);
        }
        let row = if says.starts_with('|') && says.ends_with('|') && says.len() > 1 {
            cells(text, &code)
        } else {
            Vec::new()
        };
        let is_row = says.starts_with('|');
        let before_was = all.last().is_some_and(|last| !last.heading.is_empty() && !last.is_head);
        let is_heading = is_row && (!before_was || heading.is_empty());
        if is_heading {
            heading = row.iter().map(|cell| text[cell.clone()].to_owned()).collect();
        } else if !is_row && !before_was || is_head {
            heading.clear();
        }
        // A row that goes on below belongs to its table as well.
        let goes_on = !is_row && before_was && !is_head && item != "rule" && item != "phase";
        if !is_row && !goes_on {
            heading.clear();
        }
        all.push(Line {
            file,
            whole: at,
            tokens: tokens(text, &code),
            code,
            indent,
            item: item.clone(),
            nth_item,
            is_head,
            cells: row,
            heading: heading.clone(),
            is_heading,
        });
    }
    all
}

/// Code of a line, without its comment and citations.
fn code(text: &str, line: &Range<usize>) -> Range<usize> {
    let says = &text[line.clone()];
    let mut quoted = false;
    let comment = says.char_indices().find(|(_, letter)| {
        quoted ^= *letter == '"';
        *letter == '#' && !quoted
    });
    let says = says[..comment.map_or(says.len(), |(at, _)| at)].trim_end();
    let cited = says.ends_with(']').then(|| says.rfind('[')).flatten();
    let is_cited = |at: &usize| {
        let inner = &says[at + 1..says.len() - 1];
        says[..*at].ends_with(' ')
            && inner.split(", ").all(|id| {
                id.split_once('-').is_some_and(|(a, b)| {
                    a.len() == 2 && a.chars().all(char::is_uppercase) && b.starts_with(char::is_alphanumeric)
                })
            })
    };
    let end = cited.filter(is_cited).unwrap_or(says.len());
    let says = says[..end].trim_end();
    let start = says.len() - says.trim_start().len();
    line.start + start..line.start + says.len().max(start)
}

fn cells(text: &str, code: &Range<usize>) -> Vec<Range<usize>> {
    let says = &text[code.clone()];
    let (mut quoted, mut bars) = (false, Vec::new());
    for (at, letter) in says.char_indices() {
        quoted ^= letter == '"';
        if letter == '|' && !quoted {
            bars.push(at);
        }
    }
    bars.windows(2)
        .filter(|bars| bars[1] > bars[0] + 1)
        .map(|bars| {
            let cell = &says[bars[0] + 1..bars[1]];
            let from = bars[0] + 1 + (cell.len() - cell.trim_start().len());
            code.start + from..code.start + from.max(bars[0] + 1 + cell.trim_end().len())
        })
        .collect()
}

fn tokens(text: &str, code: &Range<usize>) -> Vec<Token> {
    let says = &text[code.clone()];
    let mut all = Vec::new();
    let mut at = 0;
    while let Some(letter) = says[at..].chars().next() {
        let rest = &says[at..];
        let (sign, length) = match letter {
            ' ' => {
                at += 1;
                continue;
            }
            '"' => (Sign::Text, rest[1..].find('"').map_or(rest.len(), |end| end + 2)),
            _ if letter.is_alphabetic() || letter == '_' => {
                let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
                (Sign::Word, end.unwrap_or(rest.len()))
            }
            _ if letter.is_ascii_digit() => {
                (Sign::Number, rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len()))
            }
            _ => {
                let pairs = ["..", "--", "<=", ">=", "||"];
                let pair = pairs.iter().find(|pair| rest.starts_with(**pair));
                (Sign::Mark, pair.map_or(letter.len_utf8(), |pair| pair.len()))
            }
        };
        all.push(Token { sign, at: code.start + at..code.start + at + length });
        at += length;
    }
    all
}
