//! The contents of a page: the rules of a game as they are written, its clauses, and the scenarios that prove them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::markdown::{anchor, plain, words};
use super::overlay::{self, Changes};
use tavola_game::{Error, Headline, PlayedRuling, RulebookFile, Rules, headline, variants_in, whole};
use tavola_lab::scenario;
use tavola_syntax::syntax::ast::{Expr, File, Item, ItemKind, SheetKind, Text};
use tavola_syntax::syntax::parse;
use tavola_syntax::text::{Source, SourceId, Sources, Span, without_comment};

/// Mark of a row or a rule that was reconstructed.
pub(super) const REBUILT: &str = "◆";

/// Maximum width of a block of code before its citations. A longer line is followed by its citations directly.
const WIDTH: usize = 100;

/// A heading in a file of rules.
pub(super) struct Heading {
    pub(super) span: Span,
    pub(super) title: String,
    pub(super) note: String,
}

/// A game with everything that its page needs.
pub(super) struct About<'a> {
    pub(super) rules: &'a Rules,
    /// Its folder: `rules/my_game`.
    pub(super) folder: String,
    files: Vec<File>,
    /// The changes of a variant in them.
    pub(super) changes: Changes,
    pub(super) book: Option<&'a RulebookFile>,
    /// Its rulings with the answers that are played.
    pub(super) rulings: Vec<PlayedRuling<'a>>,
    /// Ids of all clauses, rulings and reconstructions.
    pub(super) ids: BTreeSet<String>,
    /// Number of scenarios that prove each clause.
    pub(super) proofs: BTreeMap<String, usize>,
    pub(super) scenarios: usize,
    /// Links to the rules that cite each clause.
    pub(super) cited: BTreeMap<String, Vec<String>>,
    /// The variants of the game.
    pub(super) variants: Vec<Variant>,
}

impl<'a> About<'a> {
    pub(super) fn new(folder: &Path, rules: &'a Rules) -> Result<Self, Error> {
        if rules.title().is_none() && !rules.is_unwritten() {
            return Err(Error::new(format!("`{}` has errors: `tavola check` shows them", folder.display())));
        }
        let sources = rules.sources();
        let all = sources.iter().filter(|(_, source)| source.name.ends_with(".tavola"));
        let read = |(id, _): (SourceId, &Source)| (rules.overlays().any(|other| other == id), parse(sources, id).file);
        let (overlays, main): (Vec<_>, Vec<_>) = all.map(read).partition(|(overlay, _)| *overlay);
        let mut files: Vec<File> = main.into_iter().map(|(_, file)| file).collect();
        let changes = overlay::lay(&mut files, overlays.into_iter().map(|(_, file)| file).collect());
        let book = rules.rulebook();
        let ids = book.map(RulebookFile::ids).unwrap_or_default();
        let suite = scenario::read(&folder.join("scenarios"), None, None)?;
        let mut proofs: BTreeMap<String, usize> = BTreeMap::new();
        for id in &ids {
            proofs.insert(id.clone(), suite.scenarios.iter().filter(|case| case.proves(id)).count());
        }
        let mut about = Self {
            rules,
            folder: shown(folder, rules.name()),
            files,
            changes,
            book,
            rulings: rules.rulings(&[]),
            ids,
            proofs,
            scenarios: suite.scenarios.len(),
            cited: BTreeMap::new(),
            variants: variants(folder)?,
        };
        about.cited = about.citations();
        Ok(about)
    }

    /// All items in the order of the files.
    pub(super) fn items(&self) -> impl Iterator<Item = &Item> {
        self.files.iter().flat_map(|file| &file.items)
    }

    /// The items of a variant that change rows or lines of this one.
    pub(super) fn changes_of(&self, item: &Item) -> impl Iterator<Item = &Item> {
        self.changes.changed.iter().filter(|change| change.kind.same(&item.kind))
    }

    /// The place of an item on the page. An item that replaces another one stands in its place.
    pub(super) fn stands(&self, item: &Item) -> Span {
        let replaced = self.changes.replaced.iter().find(|(own, _)| *own == item.span);
        replaced.map_or(item.span, |(_, place)| *place)
    }

    /// True if a variant added this item.
    pub(super) fn is_added(&self, item: &Item) -> bool {
        item.overlay.is_none() && self.is_overlay(item)
    }

    /// True if this item stands in the file of a variant.
    pub(super) fn is_overlay(&self, item: &Item) -> bool {
        self.rules.overlays().any(|id| id == item.span.source)
    }

    /// The text of a span of the rules.
    pub(super) fn text(&self, span: Span) -> &str {
        self.rules.sources().text(span)
    }

    /// The text of an item, with the citations of its last line.
    pub(super) fn whole(&self, item: &Item) -> &str {
        whole(self.rules.sources(), item.span)
    }

    /// A text of the rules in one line, without citations and comments.
    pub(super) fn bare(&self, text: &str) -> String {
        let lines = text.lines().map(|line| self.cut(without_comment(line)).0.trim());
        lines.collect::<Vec<_>>().join(" ")
    }

    /// A text of the rules as a block of code, with citations moved closer.
    pub(super) fn block(&self, text: &str) -> String {
        let lines: Vec<(&str, Option<&str>)> = text.trim_end().lines().map(|line| self.cut(line)).collect();
        let cited = lines.iter().filter(|(_, cites)| cites.is_some()).map(|(code, _)| code.chars().count());
        let width = cited.filter(|width| *width <= WIDTH).max().unwrap_or(0);
        let line = |(code, cites): &(&str, Option<&str>)| match cites {
            Some(cites) => format!("{code:width$}  {cites}"),
            None => (*code).to_owned(),
        };
        format!("```tavola\n{}\n```\n\n", lines.iter().map(line).collect::<Vec<_>>().join("\n"))
    }

    /// Splits a line into code and the citation at its end.
    fn cut<'t>(&self, line: &'t str) -> (&'t str, Option<&'t str>) {
        let line = line.trim_end();
        let Some(at) = line.rfind('[').filter(|_| line.ends_with(']')) else { return (line, None) };
        let ids = line[at + 1..line.len() - 1].split(',').map(str::trim);
        match ids.clone().all(|id| self.cites(id) == [id]) {
            true => (line[..at].trim_end(), Some(&line[at..])),
            false => (line, None),
        }
    }

    /// The text of an expression.
    pub(super) fn expr(&self, e: &Expr) -> String {
        self.bare(self.text(e.span))
    }

    /// A text without its quotes.
    pub(super) fn said<'t>(&'t self, text: &Text) -> &'t str {
        self.text(text.span).trim_matches('"')
    }

    /// The headings that divide a file (`# ---- The box ----`), with the comment below each.
    pub(super) fn headings(&self) -> Vec<Heading> {
        let comments = self.files.iter().flat_map(|file| &file.comments);
        let heading = |span: &Span| {
            let text = self.text(*span).trim_start_matches('#').trim();
            let title = text.strip_prefix("----")?.trim_matches('-').trim();
            let below = self.rules.sources().get(span.source)?.text.get(span.end as usize..)?;
            let note = comment(below.lines().skip(1));
            (!title.is_empty()).then(|| Heading { span: *span, title: title.to_owned(), note })
        };
        comments.filter_map(heading).collect()
    }

    /// The comment directly above an item.
    pub(super) fn note(&self, item: &Item) -> Option<String> {
        let source = self.rules.sources().get(item.span.source)?;
        let above = source.text.get(..item.span.start as usize)?;
        let plain = |line: &&str| line.starts_with('#') && !line.starts_with("# ----");
        let lines: Vec<&str> = above.lines().rev().take_while(plain).collect();
        (!lines.is_empty()).then(|| comment(lines.into_iter().rev()))
    }

    /// The clauses that a text of the rules cites, in order, without duplicates.
    pub(super) fn cites(&self, text: &str) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for word in text.split(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '.')) {
            if self.ids.contains(word) && !found.iter().any(|id| id == word) {
                found.push(word.to_owned());
            }
        }
        found
    }

    /// A link to a clause, with a mark if it was reconstructed.
    pub(super) fn link(&self, id: &str) -> String {
        format!("[{id}](#{}){}", anchor(id), self.rebuilt(id))
    }

    /// Links to all clauses that a text cites.
    pub(super) fn links(&self, text: &str) -> String {
        self.cites(text).iter().map(|id| self.link(id)).collect::<Vec<_>>().join(", ")
    }

    /// The mark of a clause that was reconstructed; empty for others.
    pub(super) fn rebuilt(&self, id: &str) -> String {
        let rebuilt = self.book.is_some_and(|book| book.reconstructed.iter().any(|part| part.id == id));
        if rebuilt { format!(" {REBUILT}") } else { String::new() }
    }

    /// The title of a rule and its anchor.
    pub(super) fn title(&self, item: &Item) -> Option<(String, String)> {
        let (name, title) = match &item.kind {
            ItemKind::Rule { name: None, .. } => return Some(("The whole game".into(), "rule-play".into())),
            ItemKind::Rule { name: Some(name), title, .. } => (name, title.as_ref()),
            ItemKind::Sheet(sheet) => {
                let title = sheet.title.as_ref().filter(|_| sheet.kind != SheetKind::Menu);
                (&sheet.name, title)
            }
            ItemKind::Hook(hook) => (&hook.name, None),
            ItemKind::Table { name, .. } | ItemKind::Define { name, .. } => (name, None),
            ItemKind::Winner(_) => return Some(("Who wins".into(), "rule-winner".into())),
            ItemKind::Payoff { .. } => return Some(("What each player gets".into(), "rule-payoff".into())),
            _ => return None,
        };
        let shown = title.map_or_else(|| words(&name.text), |title| words(self.said(title)));
        Some((shown, format!("rule-{}", name.text)))
    }

    fn citations(&self) -> BTreeMap<String, Vec<String>> {
        let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for item in self.items() {
            let place = match self.title(item) {
                Some((title, anchor)) => format!("[{}](#{anchor})", plain(&title)),
                None => "[The box](#the-box)".to_owned(),
            };
            let place = match item.kind {
                ItemKind::Settings(_) => "[Settings](#settings)".to_owned(),
                ItemKind::Rulings(_) => "[Rulings](#rulings)".to_owned(),
                ItemKind::Game { .. } => "[How the game goes](#how-the-game-goes)".to_owned(),
                _ => place,
            };
            for id in self.cites(self.whole(item)) {
                let places = found.entry(id).or_default();
                if !places.contains(&place) {
                    places.push(place.clone());
                }
            }
        }
        found
    }
}

/// The text of the comment at the beginning of these lines.
pub(super) fn comment<'t>(lines: impl Iterator<Item = &'t str>) -> String {
    let comment = lines.take_while(|line| line.starts_with('#'));
    comment.map(|line| line.trim_start_matches('#').trim()).collect::<Vec<_>>().join(" ")
}

/// A variant of the game and its text.
pub(super) struct Variant {
    /// The name of its file.
    pub(super) name: String,
    pub(super) headline: Option<Headline>,
    pub(super) text: String,
}

/// The folder of a game as its page names it: from `rules` on, so it does not depend on where the project is, or as it was given.
fn shown(folder: &Path, name: &str) -> String {
    let parts: Vec<String> = folder.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let from = parts.iter().rposition(|part| part == "rules").filter(|&at| at + 1 < parts.len());
    match from {
        Some(from) => parts[from..].join("/"),
        None if folder.is_relative() && folder.file_name().is_some() => folder.display().to_string(),
        None => name.to_owned(),
    }
}

/// Reads all variants of a game.
fn variants(game: &Path) -> Result<Vec<Variant>, Error> {
    let folder = game.join("variants");
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for name in variants_in(game) {
        let mut sources = Sources::new();
        let id = sources.read_file(&folder.join(format!("{name}.tavola"))).map_err(Error::new)?;
        let text = sources.whole(id).to_owned();
        found.push(Variant { name, headline: headline(&sources, id), text });
    }
    Ok(found)
}
