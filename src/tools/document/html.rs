//! A document as one page for a browser; it needs nothing from elsewhere.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{Document, DocumentBlock, Ink, TextLine, TextTable};
use crate::tools::charts;
use crate::tools::ending::Stop;
use crate::tools::paint::Paint;
use tavola_page::doc;

/// Style of reports, beside the style of all pages.
const STYLE: &str = "
p { margin: .2rem 0; } .wide { overflow-x: auto; margin: .5rem 0; } th, td { white-space: nowrap; }
.verdict { font-size: 1.15rem; margin: .5rem 0 .8rem; padding: .5rem 1rem; border-left: 4px solid var(--mark); background: var(--soft); }
svg { width: 100%; min-width: 32rem; max-width: 54rem; font-family: system-ui, sans-serif; }
svg text { fill: var(--ink); }
.number { text-align: right; } .muted { color: var(--quiet); } .bad { color: var(--bad); } .good { color: var(--good); } .warning { color: var(--warning); }
ul.columns { columns: 14rem; font: .92rem/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
.bar { display: inline-block; height: .8rem; background: var(--chart); vertical-align: baseline; min-width: 1px; } td:has(.bar) { width: 12rem; }
";

/// A page with this title above its body, in the style of all pages and with what it needs beside it.
pub(in crate::tools) fn page(title: &str, style: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(doc::STYLE)) (PreEscaped(style)) }
            }
            body {
                h1 { (title) }
                (body)
            }
        }
    };
    Paint::new(false).harmless(&page.into_string()).into_owned()
}

impl Document {
    /// The page.
    ///
    /// # Errors
    /// When a picture cannot be drawn.
    pub(in crate::tools) fn html(&self) -> Result<String, Stop> {
        Ok(page(&self.title, &format!("{STYLE}{}", charts::style()), &self.body()?))
    }

    /// The page without its head, for a shadow tree of another page. It has the same style.
    ///
    /// # Errors
    /// When a picture cannot be drawn.
    pub(in crate::tools) fn fragment(&self) -> Result<String, Stop> {
        let style = doc::STYLE.replace(":root", ":host").replace("body {", "main {");
        let (style, body) = (format!("{style}{STYLE}{}", charts::style()), self.body()?);
        let fragment = html! { style { (PreEscaped(style)) } main { (body) } };
        Ok(Paint::new(false).harmless(&fragment.into_string()).into_owned())
    }

    fn body(&self) -> Result<Markup, Stop> {
        let blocks = self.blocks.iter().map(DocumentBlock::html).collect::<Result<Vec<Markup>, Stop>>()?;
        Ok(html! { @for block in blocks { (block) } })
    }
}

impl DocumentBlock {
    fn html(&self) -> Result<Markup, Stop> {
        Ok(html! {
            @match self {
                DocumentBlock::Title(title) => h2 { (title.bare()) },
                DocumentBlock::Section(title) => @if !title.is_empty() { h3 { (title.capital().html()) } },
                DocumentBlock::Line(line) => p { (line.html()) },
                DocumentBlock::Verdict(line) => p.verdict { (line.html()) },
                DocumentBlock::List(items) => ul { @for item in items { li { (item.html()) } } },
                DocumentBlock::Details(line, table) => details { summary { (line.html()) } (table.html()) },
                DocumentBlock::Table(table) => (table.html()),
                DocumentBlock::Columns(texts) => ul.columns { @for text in texts { li { (text) } } },
                DocumentBlock::Figure(draw, caption) => figure.wide { (PreEscaped(draw()?)) figcaption { (caption) } },
            }
        })
    }
}

impl TextLine {
    fn html(&self) -> Markup {
        html! { @for (ink, text) in &self.0 {
            @match ink {
                Ink::Plain => @for (at, line) in text.split('\n').enumerate() { @if at > 0 { br; } (line) },
                Ink::Strong => strong { (text) },
                Ink::Code => code { (text) },
                Ink::Bar => span.bar style={ "width: " (text) "%" } {},
                Ink::Table => @if let Some((game, answers)) = text.rsplit_once(' ') {
                    button type="button" data-game=(game) data-answers=(answers) { "Show at the table" }
                },
                Ink::Muted => span.muted { (text) },
                Ink::Good => span.good { (text) },
                Ink::Bad => span.bad { (text) },
                Ink::Warning => span.warning { (text) },
            }
        } }
    }
}

impl TextTable {
    fn html(&self) -> Markup {
        let numbers = self.numbers();
        let class = |at: usize| numbers.get(at).is_some_and(|number| *number).then_some("number");
        html! {
            div.wide { table {
                thead { tr { @for (at, head) in self.heads.iter().enumerate() { th class=[class(at)] { (head.html()) } } } }
                tbody { @for row in &self.rows { tr {
                    @for (at, cell) in row.iter().enumerate() { td class=[class(at)] { (cell.html()) } }
                } } }
            } }
        }
    }
}
