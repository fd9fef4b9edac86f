//! A document for a terminal.

use super::{Document, DocumentBlock, Ink, TextLine};
use crate::tools::grid::columns;
use crate::tools::paint::Paint;

/// Space before what belongs to the line above it.
const INDENT: &str = "  ";

impl Document {
    /// The text for a terminal that is `width` columns wide.
    pub(super) fn text(&self, paint: Paint, width: usize) -> String {
        let mut lines = Vec::new();
        for block in &self.blocks {
            match block {
                DocumentBlock::Title(line) | DocumentBlock::Line(line) | DocumentBlock::Verdict(line) => {
                    lines.push(line.painted(paint, "\n    "))
                }
                DocumentBlock::Section(title) => {
                    lines.push(String::new());
                    lines.extend((!title.is_empty()).then(|| title.painted(paint, "\n")));
                }
                DocumentBlock::List(items) => {
                    lines.extend(items.iter().map(|item| format!("{INDENT}{}", item.painted(paint, "\n    "))));
                }
                DocumentBlock::Details(line, _) => lines.push(format!("{INDENT}{}", line.painted(paint, "\n    "))),
                DocumentBlock::Table(table) => lines.extend(table.lines(paint, INDENT)),
                DocumentBlock::Columns(texts) => lines.extend(columns(texts, width, INDENT)),
                DocumentBlock::Figure(..) => {}
            }
        }
        lines.iter().map(|line| format!("{line}\n")).collect()
    }
}

impl TextLine {
    /// Its text alone.
    pub(super) fn bare(&self) -> String {
        self.painted(Paint::new(false), "\n")
    }

    /// Its text with colours; `end` stands for a line break.
    pub(super) fn painted(&self, paint: Paint, end: &str) -> String {
        let piece = |(ink, text): &(Ink, String)| match ink {
            Ink::Plain | Ink::Code => text.clone(),
            Ink::Strong => paint.bold(text),
            Ink::Muted => paint.dim(text),
            Ink::Good => paint.green(text),
            Ink::Bad => paint.red(text),
            Ink::Warning => paint.yellow(text),
            Ink::Bar | Ink::Table => String::new(),
        };
        self.0.iter().map(piece).collect::<String>().replace('\n', end)
    }
}
