//! Conversion of a game with a variant to a game: the changes of the variant are written into the texts of the game.

use std::ops::Range;

use super::parts::Cells;
use crate::Rules;
use tavola_core::check::{self, AppliedVariant};
use tavola_core::ir::Rulebook;
use tavola_syntax::syntax::ast::{Field, File, Item, ItemKind, KindBody, Overlay, Sheet};
use tavola_syntax::syntax::{self, parse};
use tavola_syntax::text::{SourceId, Sources, Span, lines_around, with_edits, without_comment};

/// A change of a variant that cannot be written into the game's texts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {why}")]
pub struct Unwritable {
    /// `file:line:column`.
    pub place: String,
    /// The reason, and what to do.
    pub why: String,
}

/// Column with the clauses of a row.
const CLAUSE: &str = "clause";

impl Rules {
    /// The texts of the rules with the changes of their variant written into them, each with the name of its file.
    ///
    /// The texts are not formatted. A comment above a change stands above the part that it changes.
    ///
    /// # Errors
    /// The first change that cannot be written.
    pub fn as_game(&self) -> Result<Vec<(String, String)>, Unwritable> {
        let sources = self.sources();
        let refused =
            |span: Span, why: &str| Unwritable { place: sources.place(span).unwrap_or_default(), why: why.to_owned() };
        let overlays: Vec<SourceId> = self.overlays().collect();
        let variant = match overlays[..] {
            [variant] => variant,
            [] => return Err(refused(Span::NONE, "the rules have no variant")),
            [_, second, ..] => {
                let why = "only one variant can become the game: write the first one into the game, then the next";
                return Err(refused(Span::new(second, 0, 0), why));
            }
        };
        let is_game = |id: SourceId| !overlays.contains(&id) && sources.get(id).is_some_and(|source| source.is_rules());
        let texts = sources.iter().filter(|(id, _)| is_game(*id));
        let mut texts = texts.map(|(_, source)| (source.name.clone(), source.text.clone())).collect();
        for at in 0..self.trees().items(variant).len() {
            texts = Merging::new(texts, sources.whole(variant))
                .merged(at)
                .map_err(|(span, why)| refused(Span { source: variant, ..span }, &why))?;
        }
        Ok(texts)
    }
}

impl Rules {
    /// True if these rules and others mean the same, up to citations and to their places in the texts.
    pub fn means_as(&self, other: &Self) -> bool {
        let (Some(own), Some(other)) = (&self.book, &other.book) else { return false };
        // Tables for messages. Citations are compared part by part; the first line of a variant has some of its own.
        let meaning = |book: &Rulebook| {
            check::without_spans(&Rulebook { changed_rows: Vec::new(), cites: Vec::new(), ..book.clone() })
        };
        meaning(own) == meaning(other)
    }
}

/// Place in the text of the variant, and the reason.
type MergeRefusal = (Span, String);

/// The texts of a game, and the variant from which one item is written into them.
struct Merging {
    sources: Sources,
    variant: File,
    game: Vec<File>,
}

/// New text of a range of one source.
type MergeEdit = (SourceId, Range<usize>, String);

impl Merging {
    fn new(texts: Vec<(String, String)>, variant: &str) -> Self {
        let mut sources = Sources::new();
        let own = sources.add("variant", variant);
        let game: Vec<SourceId> = texts.into_iter().map(|(name, text)| sources.add(name, text)).collect();
        let variant = parse(&sources, own).file;
        let game = game.into_iter().map(|id| parse(&sources, id).file).collect();
        Self { sources, variant, game }
    }

    /// The texts of the game with an item of the variant.
    fn merged(self, at: usize) -> Result<Vec<(String, String)>, MergeRefusal> {
        let Some(item) = self.variant.items.get(at) else { return Ok(self.texts(Vec::new())) };
        let edits = match (item.overlay, &item.kind) {
            (None, ItemKind::Variant { over, .. }) if over.is_empty() => Vec::new(),
            (_, ItemKind::Variant { .. }) => {
                return Err((
                    item.head,
                    "a variant over others cannot become the game: write those into the game first".into(),
                ));
            }
            (None, _) => vec![self.added(item, self.game.last())],
            (Some(Overlay::Replace), _) => vec![self.in_place(self.found(item)?, self.with_comments(item, ""))],
            (Some(Overlay::Remove), _) => {
                let lines = self.with_comments_above(self.found(item)?);
                let text = self.sources.whole(lines.0);
                let gap = if text[lines.1.end..].starts_with('\n') { 1 } else { 0 };
                vec![(lines.0, lines.1.start..lines.1.end + gap, String::new())]
            }
            (Some(Overlay::Change), _) => self.changed(item)?,
        };
        Ok(self.texts(edits))
    }

    /// The texts with some edits.
    fn texts(&self, edits: Vec<MergeEdit>) -> Vec<(String, String)> {
        let changed = |file: &File| {
            let id = file.source?;
            let own = edits.iter().filter(|(of, ..)| *of == id);
            let own = own.map(|(_, range, new)| (range.clone(), new.clone())).collect();
            Some((self.sources.get(id)?.name.clone(), with_edits(self.sources.whole(id), own)))
        };
        self.game.iter().filter_map(changed).collect()
    }

    /// The first item of the game with the keyword and the name of an item of the variant.
    fn found(&self, item: &Item) -> Result<&Item, MergeRefusal> {
        let same = self.same(item).into_iter().next();
        same.ok_or_else(|| (item.head, "the game has no such part".to_owned()))
    }

    fn same(&self, item: &Item) -> Vec<&Item> {
        self.game.iter().flat_map(|file| &file.items).filter(|own| own.kind.same(&item.kind)).collect()
    }

    /// The whole lines of a span.
    fn lines(&self, span: Span) -> Range<usize> {
        let text = self.sources.whole(span.source);
        let (start, end) = (span.start as usize, span.end as usize);
        lines_around(text, start, start + text[start..end].trim_end().len())
    }

    /// The lines of an item, with comments that stand directly above it.
    fn with_comments_above(&self, item: &Item) -> (SourceId, Range<usize>) {
        let mut lines = self.lines(item.span);
        let text = self.sources.whole(item.span.source);
        while let Some(above) = text[..lines.start].strip_suffix('\n') {
            let start = above.rfind('\n').map_or(0, |at| at + 1);
            if !above[start..].starts_with('#') {
                break;
            }
            lines.start = start;
        }
        (item.span.source, lines)
    }

    /// An item of the variant with the comments above it. `word` stands in place of `change`, `replace` or nothing.
    fn with_comments(&self, item: &Item, word: &str) -> String {
        let (source, lines) = self.with_comments_above(item);
        let (text, at) = (self.sources.whole(source), item.span.start as usize);
        let own = &text[at..lines.end];
        let own = ["change ", "replace "].iter().find_map(|word| own.strip_prefix(word)).unwrap_or(own);
        format!("{}{word}{}\n", &text[lines.start..at], own.trim_end())
    }

    fn comments(&self, item: &Item) -> String {
        let (source, lines) = self.with_comments_above(item);
        self.sources.whole(source)[lines.start..item.span.start as usize].to_owned()
    }

    fn in_place(&self, old: &Item, new: String) -> MergeEdit {
        (old.span.source, self.lines(old.span), new)
    }

    /// A new item at the end of a file.
    fn added(&self, item: &Item, file: Option<&File>) -> MergeEdit {
        let source = file.and_then(|file| file.source).unwrap_or(SourceId(0));
        let text = self.sources.whole(source);
        let gap = if text.ends_with('\n') { "\n" } else { "\n\n" };
        (source, text.len()..text.len(), format!("{gap}{}", self.with_comments(item, "")))
    }

    fn changed(&self, item: &Item) -> Result<Vec<MergeEdit>, MergeRefusal> {
        let whole = |keeps_all: bool, old: &Item, how: &str| match keeps_all {
            true => Ok(vec![self.in_place(old, self.cited(&self.with_comments(item, ""), old, item))]),
            false => Err((item.head, format!("this changes a part of a line of the game: {how}"))),
        };
        match &item.kind {
            ItemKind::Always(_) if self.same(item).is_empty() => Ok(vec![self.added(item, self.game.first())]),
            kind if kind.has_named_rows() => self.rows(item),
            ItemKind::Always(_) | ItemKind::Display(_) | ItemKind::Kind { body: KindBody::Rows(_), .. } => {
                self.rows(item)
            }
            ItemKind::Sheet(new) => self.sheet(item, new),
            ItemKind::Board { grid: None, every_pair: None, .. } => {
                let old = self.found(item)?;
                let (end, own) = (self.lines(old.span).end, self.lines(item.span));
                let text = &self.sources.whole(item.span.source)[own];
                let links = text.split_once('\n').map_or("", |(_, links)| links);
                Ok(vec![(old.span.source, end..end, links.to_owned())])
            }
            ItemKind::Track { range, step, start, past_top, past_bottom, .. } => {
                let old = self.found(item)?;
                let ItemKind::Track { range: r, step: s, start: t, past_top: top, past_bottom: bottom, .. } = &old.kind
                else {
                    return whole(false, old, "write `replace track`");
                };
                let keeps_all = r.is_none() | range.is_some()
                    && s.is_none() | step.is_some()
                    && t.is_none() | start.is_some()
                    && top.is_none() | past_top.is_some()
                    && bottom.is_none() | past_bottom.is_some();
                whole(keeps_all, old, "write `replace track` and the whole track")
            }
            _ => Err((
                item.head,
                "this change cannot be written into the game: write `replace` and the whole part".into(),
            )),
        }
    }

    /// The text of an item with the citations of two heads.
    fn cited(&self, text: &str, one: &Item, other: &Item) -> String {
        let mut ids: Vec<&str> = Vec::new();
        for clause in one.cites.iter().chain(&other.cites) {
            if !ids.contains(&clause.text.as_str()) {
                ids.push(&clause.text);
            }
        }
        if ids.is_empty() {
            return text.to_owned();
        }
        let mut is_done = false;
        let line = |line: &str| {
            if is_done || line.starts_with('#') {
                return format!("{line}\n");
            }
            is_done = true;
            let head = without_comment(line);
            let comment = &line[head.len()..];
            let bare = head.trim_end();
            let bare = if bare.ends_with(']') {
                bare.rfind("  [").or_else(|| bare.rfind(" [")).map_or(bare, |at| bare[..at].trim_end())
            } else {
                bare
            };
            format!("{bare}  [{}]  {comment}\n", ids.join(", "))
        };
        text.lines().map(line).collect()
    }

    /// Changes rows of tables. A new row joins the last table of its sort.
    fn rows(&self, item: &Item) -> Result<Vec<MergeEdit>, MergeRefusal> {
        let tables = self.same(item);
        let Some(last) = tables.last() else { return Err((item.head, "the game has no such table".into())) };
        let text = |item: &Item| &self.sources.whole(item.span.source)[self.lines(item.span)];
        let over = syntax::rows(text(item));
        let (Some((heads, rows)), mut edits) = (over.split_first(), Vec::new()) else { return Ok(Vec::new()) };
        let mut cells: Vec<Cells> = tables.iter().map(|table| Cells::new(text(table))).collect();
        let mut touched: Vec<(usize, usize, Span)> = Vec::new();
        for (row, span) in rows.iter().zip(item.kind.row_spans()) {
            let is_in =
                |cells: &Cells| cells.clone().lay(&item.kind, heads, row).is_some_and(|at| at < cells.rows.len());
            let at = cells.iter().position(is_in).unwrap_or(tables.len() - 1);
            let own = cells[at].rows.first().cloned().unwrap_or_default();
            let lacks = heads.iter().zip(row).find(|(head, cell)| !cell.is_empty() && !own.contains(head));
            if let Some((head, _)) = lacks {
                let why = format!("the table of the game has no column `{head}`: add it there, with empty cells");
                return Err((span, why));
            }
            let before = cells[at].rows.clone();
            let Some(number) = cells[at].lay(&item.kind, heads, row) else { continue };
            if let (Some(column), Some(old)) = (own.iter().position(|head| head == CLAUSE), before.get(number)) {
                let clause = &mut cells[at].rows[number][column];
                *clause = joined(&old[column], clause);
            }
            touched.retain(|(table, row, _)| (*table, *row) != (at, number));
            touched.push((at, number, span));
        }
        let mut new_rows = String::new();
        for (at, number, span) in touched {
            let line = format!("  | {} |", cells[at].rows[number].join(" | "));
            let spans = tables[at].kind.row_spans();
            let old = spans.get(number - 1).map(|old| self.lines(*old));
            let old_text = old.clone().map_or("", |old| &self.sources.whole(tables[at].span.source)[old]);
            let comments = comments_of(&self.sources.whole(span.source)[self.lines(span)]).chain(comments_of(old_text));
            let comments: Vec<&str> = comments.collect();
            let comments = if comments.is_empty() { String::new() } else { format!("  {}", comments.join(" ")) };
            match old {
                Some(old) => edits.push((tables[at].span.source, old, format!("{line}{comments}\n"))),
                None => new_rows += &format!("{line}{comments}\n"),
            }
        }
        let end = self.lines(last.span).end;
        edits.push((last.span.source, end..end, new_rows));
        let above = self.lines(tables[0].span).start;
        edits.push((tables[0].span.source, above..above, self.comments(item)));
        Ok(edits)
    }

    /// Changes lines of a sheet, in the order that the merged sheet has.
    fn sheet(&self, item: &Item, new: &Sheet) -> Result<Vec<MergeEdit>, MergeRefusal> {
        let old_item = self.found(item)?;
        let ItemKind::Sheet(old) = &old_item.kind else { return Err((item.head, "the game has no such sheet".into())) };
        let has_head = new.copies.is_some() || new.title.is_some() || new.at.is_some() || !new.of.is_empty();
        let keeps_all = old.copies.is_none() | new.copies.is_some()
            && old.title.is_none() | new.title.is_some()
            && old.at.is_none() | new.at.is_some()
            && old.of.is_empty() | !new.of.is_empty();
        if has_head && !keeps_all {
            return Err((
                item.head,
                "this changes a part of the first line: write all of that line behind `change`".into(),
            ));
        }
        let heads = self.variant.items.iter().filter(|own| matches!(own.kind, ItemKind::Variant { .. }));
        let items = heads.chain([item]).cloned().collect();
        let alone =
            AppliedVariant { name: String::new(), file: File { items, ..self.variant.clone() }, over_all: true };
        let merged = check::apply_variants(self.game.clone(), &[alone]).files;
        let merged = merged.iter().flat_map(|file| &file.items).find(|own| own.kind.same(&item.kind));
        let Some(ItemKind::Sheet(merged)) = merged.map(|item| &item.kind) else { return Ok(Vec::new()) };
        let (head, item_of_head) =
            if has_head { (self.with_comments(item, ""), item) } else { (String::new(), old_item) };
        let head_lines = self.lines(item_of_head.head);
        let head = match has_head {
            true => {
                let rest = self.sources.whole(item.span.source)[head_lines.end..self.lines(item.span).end].trim_end();
                head.trim_end().strip_suffix(rest).unwrap_or(&head).to_owned()
            }
            false => self.comments(item) + &self.sources.whole(old_item.span.source)[head_lines],
        };
        let fields = segments(old_item, &old.fields).into_iter().chain(segments(item, &new.fields));
        let fields: Vec<(Span, Span)> = fields.collect();
        let mut text = self.cited(&head, old_item, item);
        for field in &merged.fields {
            let Some((_, segment)) = fields.iter().find(|(own, _)| *own == field.span) else { continue };
            let lines = Range {
                start: self.lines(Span { end: segment.start + 1, ..*segment }).end,
                end: self.lines(field.span).end,
            };
            text += self.sources.whole(segment.source).get(lines).unwrap_or_default();
        }
        Ok(vec![self.in_place(old_item, text)])
    }
}

/// Spans of fields, each with a span from the last byte of the line above it on.
fn segments(item: &Item, fields: &[Field]) -> Vec<(Span, Span)> {
    let ends = std::iter::once(item.head.end).chain(fields.iter().map(|field| field.span.end));
    fields
        .iter()
        .zip(ends)
        .map(|(field, end)| (field.span, Span { start: end.saturating_sub(1), ..field.span }))
        .collect()
}

/// The clauses of two cells, each once.
fn joined(old: &str, new: &str) -> String {
    let mut ids: Vec<&str> = old.split(',').map(str::trim).filter(|id| !id.is_empty()).collect();
    for id in new.split(',').map(str::trim).filter(|id| !id.is_empty()) {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids.join(", ")
}

/// The comments at the ends of lines.
fn comments_of(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(|line| line[without_comment(line).len()..].trim()).filter(|comment| !comment.is_empty())
}
