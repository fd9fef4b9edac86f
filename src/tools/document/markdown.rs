//! A document as Markdown.

use super::{Document, DocumentBlock, Ink, TextLine, TextTable};
use tavola_page::doc;

impl Document {
    /// The Markdown.
    pub(in crate::tools) fn markdown(&self) -> String {
        let mut out = if self.title.is_empty() { String::new() } else { format!("# {}\n\n", doc::plain(&self.title)) };
        for block in &self.blocks {
            let text = match block {
                DocumentBlock::Title(title) => format!("## {}", doc::plain(&title.bare())),
                DocumentBlock::Section(title) if title.is_empty() => continue,
                DocumentBlock::Section(title) => format!("### {}", title.capital().marked()),
                DocumentBlock::Line(line) | DocumentBlock::Verdict(line) => line.marked(),
                DocumentBlock::List(items) => items.iter().map(|item| format!("- {}\n", item.marked())).collect(),
                DocumentBlock::Details(line, _) => format!("- {}", line.marked()),
                DocumentBlock::Table(table) => table.marked(),
                DocumentBlock::Columns(texts) => texts.iter().map(|text| format!("- {}\n", doc::plain(text))).collect(),
                DocumentBlock::Figure(..) => continue,
            };
            out.push_str(&format!("{}\n\n", text.trim_end()));
        }
        out
    }
}

impl TextLine {
    fn marked(&self) -> String {
        let piece = |(ink, text): &(Ink, String)| match ink {
            Ink::Strong => format!("**{}**", doc::plain(text)),
            Ink::Code => format!("`{text}`"),
            Ink::Bar | Ink::Table => String::new(),
            _ => doc::plain(text),
        };
        self.0.iter().map(piece).collect::<String>().replace('\n', "<br>\n  ")
    }
}

impl TextTable {
    fn marked(&self) -> String {
        let row = |cells: &[TextLine]| {
            format!("| {} |\n", cells.iter().map(TextLine::marked).collect::<Vec<_>>().join(" | "))
        };
        let columns = self.numbers().len();
        let heads = if self.heads.is_empty() { vec![TextLine::default(); columns] } else { self.heads.clone() };
        let aligned = self.numbers().into_iter().map(|number| if number { "--:|" } else { "---|" });
        let head = format!("{}|{}\n", row(&heads), aligned.collect::<String>());
        std::iter::once(head).chain(self.rows.iter().map(|cells| row(cells))).collect()
    }
}
