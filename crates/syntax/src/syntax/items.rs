//! Construction of items, which begin in column 1.

use super::ast::{Expr, ExprKind, Grid, Item, ItemKind, KindBody, Link, Name, Overlay, Query};
use super::grammar::{Pair, Rule};
use super::layout::{self, Chunk};
use super::lexicon::{self, FOREIGN, FOREIGN_ITEMS, PLACED, VALUE};
use super::line::SourceLine;
use super::mistakes::ReadSpot;
use super::reader::{Build, PairParts, Reader};
use super::{codes, hooks, kinds, sheets, stmts, tables};
use crate::diagnostic::{Diagnostic, Fix, Remedy};
use crate::text::{Span, lines_around};

const OVERLAYS: [(&str, Overlay); 3] =
    [("change", Overlay::Change), ("replace", Overlay::Replace), ("remove", Overlay::Remove)];

/// Examples of items of a variant that change the game, one for each first word.
pub(super) const OVERLAY_EXAMPLES: [(&str, &str); 3] = [
    ("change", "change settings"),
    ("replace", "replace rule give_back(p in Player, target: place)"),
    ("remove", "remove hook gift"),
];

/// Items that declare no name for others.
const NAMELESS: [&str; 4] = ["always", "display", "payoff", "winner"];

/// Labels of lines that define a grid of cells.
const GRIDS: [&str; 2] = ["grid:", "hexes:"];

/// Parses an item. If its first line is broken, it is reported and left out.
pub(super) fn item(reader: &mut Reader, chunk: Chunk) -> Option<Item> {
    let Chunk { head, body } = chunk;
    if !reader.fits(&head.text, head.at) {
        return None;
    }
    let (overlay, word) = first_word(&head.text);
    let bare = layout::first_word(word);
    let Some(example) = lexicon::of(lexicon::items(), bare) else {
        report_unknown(reader, &head, word);
        lose(reader, &head, &body);
        return None;
    };
    let span = head.span(reader);
    let spot = ReadSpot::new(codes::BROKEN_ITEM, "").help(format!("it reads like `{example}`"));
    let Some(pair) = reader.read(Rule::item_head, &head.text, head.at, &spot) else {
        lose(reader, &head, &body);
        return None;
    };
    let end = body.last().map_or_else(|| head.end(), SourceLine::end);
    let whole = reader.span(head.at, end);
    let mut parts = PairParts::of(pair);
    parts.accept(Rule::overlay);
    let context = Above { span, overlay, at: head.at };
    let kind = context.kind(reader, parts.must(), body)?;
    Some(Item { kind, overlay, cites: head.cites, head: span, span: whole })
}

/// The word that names the sort of an item, and the overlay before it: `action` of `change action ride`.
pub(super) fn first_word(head: &str) -> (Option<Overlay>, &str) {
    let mut words = head.split(' ').filter(|word| !word.is_empty());
    let first = words.next().unwrap_or("");
    let overlay = OVERLAYS.iter().find(|(word, _)| *word == first).map(|&(_, overlay)| overlay);
    (overlay, if overlay.is_some() { words.next().unwrap_or("") } else { first })
}

/// The word of the language with which an item is named, if the item is lost for that.
pub(super) fn reserved_name<'t>(reader: &Reader, text: &'t str) -> Option<&'t str> {
    let span = reader.reserved()?;
    let (start, end) = (span.start as usize, span.end as usize);
    let name = text.get(start..end)?;
    let before = &text[lines_around(text, start, start).start..start];
    let (overlay, word) = first_word(before);
    let is_first = before.split_whitespace().count() == 1 + usize::from(overlay.is_some());
    (is_first && lexicon::of(lexicon::items(), word).is_some()).then_some(name)
}

/// True for an item of a single formula.
pub(super) fn is_formula(kind: &ItemKind) -> bool {
    matches!(kind, ItemKind::Define { .. } | ItemKind::Winner(_) | ItemKind::Payoff { .. })
}

/// True for what the box holds: what everything else means depends on it.
pub(super) fn is_box(kind: &ItemKind) -> bool {
    use ItemKind as K;
    matches!(kind, K::Settings(_) | K::Rulings(_) | K::Memory(_) | K::Table { .. } | K::Components(_) | K::Places(_))
        || matches!(kind, K::Kind { .. } | K::Board { .. })
}

/// Marks an item as lost, with all its lines.
fn lose(reader: &mut Reader, head: &SourceLine, body: &[SourceLine]) {
    let end = body.last().map_or_else(|| head.end(), SourceLine::end);
    reader.lose(reader.span(head.at, end));
    let word = head.text.split(' ').next().unwrap_or("");
    let is_box = |name: &&str| *name == word || lexicon::alike(word, name);
    if body.iter().any(SourceLine::is_row) || ["kind", "board", "game", "track"].iter().any(is_box) {
        reader.lose_table();
    }
    if !NAMELESS.contains(&word) {
        reader.lose_name();
    }
}

fn report_unknown(reader: &mut Reader, head: &SourceLine, word: &str) {
    let at = head.at + head.text.find(word).unwrap_or(0);
    if head.text.trim().is_empty() {
        let span = head.cites.first().map_or_else(|| head.span(reader), |cite| cite.span);
        let finding = Diagnostic::error(codes::CITATION, span, "this citation belongs to nothing");
        return reader.report(finding.help("put it at the end of the line that it belongs to"));
    }
    let message = match word {
        "" => format!("this `{}` names no item", lexicon::short(head.text.trim())),
        _ => format!("no item begins with `{}`", lexicon::short(word)),
    };
    let names = lexicon::items().map(|(word, _)| word).chain(OVERLAYS.iter().map(|&(word, _)| word));
    let names: Vec<&str> = names.collect();
    let span = reader.span(at, at + word.len());
    let finding = Diagnostic::error(codes::UNKNOWN_ITEM, span, message);
    let foreign = lexicon::of(FOREIGN_ITEMS.into_iter().chain(FOREIGN), word);
    let help: Remedy = match foreign.map(Into::into).or_else(|| declared(reader, head, word)) {
        Some(help) => help,
        None if lexicon::of(lexicon::sentences(), word).is_some() => {
            "indent a sentence below its `rule`, `phase` or `play`".into()
        }
        None if layout::JOINERS.contains(&word) => "indent a line that continues the one above".into(),
        None if names.iter().any(|name| lexicon::alike(word, name)) => lexicon::did_you_mean(span, word, &names),
        None => "indent what belongs to the item above; an item begins with `kind`, `action`, `rule`, ...".into(),
    };
    reader.report(finding.help(help));
}

/// The help for a declaration as in other languages: `goal = 20`, `let goal = 20`, `coins: 12`, `hand[Player] hidden`.
fn declared(reader: &Reader, head: &SourceLine, word: &str) -> Option<Remedy> {
    let rest = head.text.split_once(word)?.1.trim_start();
    let is_value = |rest: &str| {
        let name = layout::first_word(rest);
        !name.is_empty() && rest[name.len()..].trim_start().starts_with('=')
    };
    let name = layout::first_word(word);
    let begins = |sign: char| !name.is_empty() && head.text[name.len()..].trim_start().starts_with(sign);
    let (start, end) = match word {
        "let" | "set" if is_value(rest) => (head.at, head.at + word.len()),
        _ if is_value(&head.text) => (head.at, head.at),
        _ if begins(':') => {
            return Some("things are rows of `components`, places of `places`, numbers of a game of `settings`".into());
        }
        _ if begins('[') && rest.contains("..") => {
            return Some("a number for each player is `track pennies[Player] 0..20`".into());
        }
        _ if begins('[') => return Some(PLACED.into()),
        _ => return None,
    };
    let new = if start == end { "define " } else { "define" };
    let fix = Fix::new("write `define`", reader.span(start, end), new).safe_if(false);
    Some(Remedy::new(VALUE, fix))
}

/// First line of an item, as context for its parts and for messages.
struct Above {
    span: Span,
    overlay: Option<Overlay>,
    at: usize,
}

impl Above {
    fn kind(&self, reader: &mut Reader, head: Pair, body: Vec<SourceLine>) -> Option<ItemKind> {
        let rule = head.as_rule();
        self.check_overlay(reader, rule, head.as_str())?;
        let mut parts = PairParts::of(head);
        Some(match rule {
            Rule::game | Rule::variant | Rule::define | Rule::winner | Rule::payoff => {
                no_body(reader, &body, "this item takes no lines below it");
                self.line_item(reader, rule, parts)?
            }
            Rule::tables => {
                let word = parts.must().as_str().trim_end();
                let nodes = layout::blocks(reader, body);
                tables::box_table(reader, word, &nodes, self.span)
            }
            Rule::kind => self.kind_item(reader, parts, body),
            Rule::board => self.board(reader, parts, body)?,
            Rule::track => self.track(reader, parts, body),
            Rule::table => {
                let mut build = reader.build(self.at);
                let name = build.name(&parts.must());
                let params = build.params(parts.accept(Rule::params));
                if let Some(title) = parts.next() {
                    build.text(&title);
                }
                let nodes = layout::blocks(reader, body);
                match self.removes() {
                    true => ItemKind::Table { name, params, keys: Vec::new(), columns: Vec::new(), rows: Vec::new() },
                    false => kinds::table(reader, name, params, &nodes, self.span),
                }
            }
            Rule::routine => self.routine(reader, parts, body),
            Rule::hook => hooks::hook(reader, parts, self.at, body),
            Rule::card | Rule::sheet | Rule::interrupt => {
                ItemKind::Sheet(sheets::sheet(reader, rule, parts, self.at, body, self.overlay.is_some()))
            }
            other => unreachable!("the grammar has no item {other:?}"),
        })
        .filter(|kind| {
            matches!(self.overlay, Some(Overlay::Remove | Overlay::Change))
                || hooks::has_moment(reader, kind, self.span)
        })
    }

    fn removes(&self) -> bool {
        self.overlay == Some(Overlay::Remove)
    }

    /// Reports an overlay that this item does not support.
    fn check_overlay(&self, reader: &mut Reader, rule: Rule, head: &str) -> Option<()> {
        let word = head.split(' ').next().unwrap_or("");
        let refused = match (self.overlay, rule) {
            (None, _) => false,
            (_, Rule::game | Rule::variant) => true,
            (Some(Overlay::Remove), Rule::tables | Rule::winner | Rule::payoff | Rule::board) => true,
            (Some(Overlay::Change), Rule::define | Rule::winner | Rule::payoff | Rule::routine | Rule::hook) => true,
            _ => false,
        };
        if !refused {
            return Some(());
        }
        let (verb, help) = match self.overlay {
            Some(Overlay::Remove) => {
                ("removed", "a card, an action, a menu, a rule, a hook, a kind or a table can be removed")
            }
            Some(Overlay::Change) => ("changed in part", "write `replace` and the whole item"),
            _ => ("replaced", "a variant says what is different from its game"),
        };
        let finding = Diagnostic::error(codes::OVERLAY, self.span, format!("`{word}` cannot be {verb}"));
        let mut help = Remedy::from(help);
        if self.overlay == Some(Overlay::Change) {
            // The lines below may be a part of the item only.
            help = help.or(Fix::replace_change(self.span).safe_if(false));
        }
        reader.report(finding.help(help));
        None
    }

    /// Converts an item of one line.
    fn line_item(&self, reader: &mut Reader, rule: Rule, mut parts: PairParts) -> Option<ItemKind> {
        let mut build = reader.build(self.at);
        if rule == Rule::winner {
            return Some(ItemKind::Winner(build.query(parts.must())));
        }
        if rule == Rule::payoff {
            return Some(ItemKind::Payoff { player: build.param(parts.must()), value: build.expr(parts.must()) });
        }
        let name = build.name(&parts.must());
        Some(match rule {
            Rule::game => {
                let title = build.text(&parts.must());
                ItemKind::Game { name, title, players: build.expr(parts.must()) }
            }
            Rule::variant => {
                let title = parts.accept(Rule::string).map(|title| build.text(&title));
                let of = build.name(&parts.must());
                let over =
                    parts.accept(Rule::laid_over).map(|over| build.names(PairParts::of(over))).unwrap_or_default();
                ItemKind::Variant { name, title, of, over, house: parts.next().is_some() }
            }
            _ => {
                let params = build.params(parts.accept(Rule::params));
                let value = parts.next().map(|value| build.expr(value));
                ItemKind::Define { name, params, value: self.value_of(reader, value)? }
            }
        })
    }

    /// Value of a `define`. Only `remove define f` has none.
    fn value_of(&self, reader: &mut Reader, value: Option<Expr>) -> Option<Expr> {
        if value.is_none() && !self.removes() {
            let end = reader.span(self.span.end as usize, self.span.end as usize);
            let finding = Diagnostic::error(codes::BROKEN_ITEM, end, "the formula of this `define` is missing");
            reader.report(finding.help("`define marbles(p in Player) = count of on[p]`"));
            return None;
        }
        Some(value.unwrap_or_else(|| Expr { kind: ExprKind::Name("none".to_owned()), span: self.span }))
    }

    fn kind_item(&self, reader: &mut Reader, mut parts: PairParts, body: Vec<SourceLine>) -> ItemKind {
        let mut build = reader.build(self.at);
        let name = build.name(&parts.must());
        let title = parts.accept(Rule::string).map(|title| build.text(&title));
        let body = match parts.next() {
            Some(set) => {
                let set = build.expr(set);
                no_body(reader, &body, "this kind takes no lines below it");
                KindBody::Expr(set)
            }
            None if self.removes() => {
                no_body(reader, &body, "a removed item takes no lines below it");
                KindBody::Rows(super::ast::KindTable { columns: Vec::new(), rows: Vec::new() })
            }
            None => {
                let nodes = layout::blocks(reader, body);
                kinds::kind_rows(reader, &name, &nodes, self.span)
            }
        };
        ItemKind::Kind { name, title, body }
    }

    fn board(&self, reader: &mut Reader, mut parts: PairParts, body: Vec<SourceLine>) -> Option<ItemKind> {
        let mut build = reader.build(self.at);
        let name = build.name(&parts.must());
        let of = parts.accept(Rule::sum).map(|of| build.expr(of));
        let joined = parts.next().map(|joined| build.name(&joined));
        let Some(of) = of else {
            let end = reader.span(self.span.end as usize, self.span.end as usize);
            let finding = Diagnostic::error(codes::BROKEN_ITEM, end, "a board must say of which kind it is");
            reader.report(finding.help("`board house of Shelf joined by Ladder`"));
            return None;
        };
        if body.is_empty() && self.overlay.is_none() {
            let finding = Diagnostic::error(codes::BLOCK_MISSING, self.span, "there are no lines below this board");
            reader.report(finding.help("write its links, such as `hill -- lake, mill`, or `grid: 8, 8`"));
        }
        let mut links = Vec::new();
        let mut grid = None;
        let mut every_pair = None;
        for node in layout::blocks(reader, body) {
            if let Some(below) = node.block.first() {
                stmts::report_no_block(reader, &below.line, "a line of a board takes no block");
            }
            if let Some(word) = GRIDS.iter().find(|word| node.line.text.starts_with(**word)) {
                grid = self.grid(reader, &node.line, word).or(grid);
            } else if node.line.text.split_whitespace().eq(["every", "pair"]) {
                every_pair = Some(node.line.span(reader));
            } else {
                links.extend(link(reader, node.line));
            }
        }
        Some(ItemKind::Board { name, of, joined, links, grid, every_pair })
    }

    /// `grid: 8, 8`, `hexes: 11, 11, wrapped`
    fn grid(&self, reader: &mut Reader, line: &SourceLine, word: &str) -> Option<Grid> {
        let wants = format!("`{word}` needs the number of columns and of rows: `{word} 8, 8`, `{word} 8, 8, wrapped`");
        let spot = ReadSpot::new(codes::BROKEN_FIELD, wants);
        let at = line.at + word.len();
        let pair = reader.read(Rule::f_exprs, &line.text[word.len()..], at, &spot)?;
        let mut sizes = reader.build(at).exprs(PairParts::of(pair));
        let last_is = |word: &str| matches!(sizes.last().map(|e| &e.kind), Some(ExprKind::Name(name)) if name == word);
        let wrapped = last_is("wrapped");
        if wrapped {
            sizes.pop();
        }
        Some(Grid { hexes: word == "hexes:", sizes, wrapped, span: line.span(reader) })
    }

    fn track(&self, reader: &mut Reader, mut parts: PairParts, body: Vec<SourceLine>) -> ItemKind {
        let mut build = reader.build(self.at);
        let head = build.head(parts.must());
        let range = parts.accept(Rule::span).map(|span| build.span_of_track(span));
        let step = parts.accept(Rule::step).map(|step| build.expr(PairParts::of(step).must()));
        let start = parts.accept(Rule::start).map(|start| build.expr(PairParts::of(start).must()));
        let [past_top, past_bottom] = sheets::past(reader, body);
        ItemKind::Track { head, range, step, start, past_top, past_bottom }
    }

    /// `rule send(p in Player, target: place)`, `phase round`, `play`
    fn routine(&self, reader: &mut Reader, mut parts: PairParts, body: Vec<SourceLine>) -> ItemKind {
        let word = parts.must();
        let mut build = reader.build(self.at);
        let name = parts.accept(Rule::name).map(|name| build.name(&name));
        let params = build.params(parts.accept(Rule::params));
        let title = parts.next().map(|title| build.text(&title));
        let nodes = layout::blocks(reader, body);
        if nodes.is_empty() && !self.removes() {
            let finding = Diagnostic::error(codes::BLOCK_MISSING, self.span, "there are no sentences below this line");
            reader.report(finding.help("indent the sentences that belong to it"));
        }
        let body = stmts::block(reader, nodes);
        ItemKind::Rule { name, params, title, phase: word.as_str().trim_end() == "phase", body }
    }
}

fn no_body(reader: &mut Reader, body: &[SourceLine], message: &str) {
    if let Some(line) = body.first() {
        stmts::report_no_block(reader, line, message);
    }
}

/// `hill -- lake, mill`
fn link(reader: &mut Reader, line: SourceLine) -> Option<Link> {
    let wants =
        "a line of a board needs a link or a size: `porch -- cellar, attic`, `grid: 8, 8`, `hexes: 8, 8`, `every pair`";
    let spot = ReadSpot::new(codes::BROKEN_SENTENCE, wants);
    let pair = reader.read(Rule::link_line, &line.text, line.at, &spot)?;
    let mut parts = PairParts::of(pair);
    let build = reader.build(line.at);
    let from = build.name(&parts.must());
    let to: Vec<Name> = build.names(parts);
    Some(Link { from, to, cites: line.cites.clone(), span: line.span(reader) })
}

impl Build<'_> {
    pub(super) fn names(&self, parts: PairParts) -> Vec<Name> {
        parts.map(|name| self.name(&name)).collect()
    }

    /// `5..100`, `0..`
    fn span_of_track(&mut self, pair: Pair) -> Expr {
        let span = self.span(&pair);
        let mut parts = PairParts::of(pair);
        let from = self.boxed(parts.must());
        let to = parts.next().map(|to| self.boxed(to));
        Expr { kind: ExprKind::Range(from, to), span }
    }

    /// An empty query, for loops that are built part by part.
    pub(super) fn empty_query(&self, span: Span) -> Query {
        Query { binders: Vec::new(), clockwise: None, filter: None, keys: Vec::new(), span }
    }
}
