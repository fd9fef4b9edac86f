//! Reports as documents: a verb builds one from its result; a terminal, a browser or a repository gets it in its own form.

mod html;
mod markdown;
mod table;
mod text;

pub(super) use html::page;
pub(super) use table::TextTable;

use super::args::Figures;
use super::console::Console;
use super::ending::Stop;
use super::paint::clean;
use tavola_game::BlockText;
use tavola_syntax::text::capital;

/// A document: blocks from top to bottom.
#[derive(Default)]
pub(super) struct Document {
    /// The title of its page in a browser.
    title: String,
    blocks: Vec<DocumentBlock>,
}

/// A block.
enum DocumentBlock {
    /// The title of a subject: a game with a number of players.
    Title(TextLine),
    /// The title of a section; empty: a gap.
    Section(TextLine),
    /// A line of its own.
    Line(TextLine),
    /// Summary of the figures, in a sentence or two.
    Verdict(TextLine),
    List(Vec<TextLine>),
    Table(TextTable),
    /// A line; where it can be opened, a table behind it.
    Details(TextLine, TextTable),
    /// Short texts side by side.
    Columns(Vec<String>),
    /// A picture and its caption; only a browser has them, so it is drawn for that one alone.
    Figure(Box<dyn Fn() -> Svg>, String),
}

/// A picture as SVG, or why it cannot be drawn.
type Svg = Result<String, Stop>;

/// Style of a piece of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ink {
    Plain,
    Strong,
    Muted,
    Code,
    Good,
    Bad,
    Warning,
    /// A bar as long as its text says, in percent; only in a browser.
    Bar,
    /// A button that opens a game at the table of the studio, see [`TextLine::at_table`]; only there.
    Table,
}

/// A line: pieces of text, each without what a terminal would obey.
#[derive(Clone, Default, Debug)]
pub(super) struct TextLine(Vec<(Ink, String)>);

impl<T: Into<String>> From<T> for TextLine {
    fn from(text: T) -> Self {
        Self::default().and(Ink::Plain, text)
    }
}

impl TextLine {
    /// A line that begins with this piece.
    pub(super) fn of(ink: Ink, text: impl Into<String>) -> Self {
        Self::default().and(ink, text)
    }

    /// Adds a piece.
    pub(super) fn and(mut self, ink: Ink, text: impl Into<String>) -> Self {
        self.0.push((ink, clean(&text.into())));
        self
    }

    /// Adds a line break and plain text.
    pub(super) fn broken(mut self, text: impl Into<String>) -> Self {
        self.0.push((Ink::Plain, "\n".to_owned()));
        self.plain(text)
    }

    /// Adds a text of several lines: each paragraph and each item of a list on its own line.
    pub(super) fn long(self, text: &str) -> Self {
        let BlockText { lead, blocks } = BlockText::read(text);
        let rest = BlockText { lead: String::new(), blocks }.lines();
        rest.into_iter().fold(self.plain(lead), Self::broken)
    }

    /// A button that opens a game at the table of the studio, after this number of answers. None: at its end.
    pub(super) fn at_table(game: &str, answers: Option<u64>) -> Self {
        Self(vec![(Ink::Table, format!("{game} {}", answers.map(|answers| answers.to_string()).unwrap_or_default()))])
    }

    /// Adds the pieces of another line.
    pub(super) fn with(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// Adds plain text.
    pub(super) fn plain(self, text: impl Into<String>) -> Self {
        self.and(Ink::Plain, text)
    }

    /// With a capital at its beginning.
    fn capital(&self) -> Self {
        let first = self.0.iter().take(1).map(|(ink, text)| (*ink, capital(text)));
        Self(first.chain(self.0.iter().skip(1).cloned()).collect())
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|(_, text)| text.is_empty())
    }
}

impl Document {
    /// An empty document; `title` is the title of its page in a browser.
    pub(super) fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), blocks: Vec::new() }
    }

    /// Adds another document; the title of the first one stays.
    pub(super) fn append(&mut self, other: Self) {
        if self.title.is_empty() {
            self.title = other.title;
        }
        self.blocks.extend(other.blocks);
    }

    /// Adds the title of a subject.
    pub(super) fn title(&mut self, title: impl Into<TextLine>) {
        self.blocks.push(DocumentBlock::Title(title.into()));
    }

    /// Adds the title of a section.
    pub(super) fn section(&mut self, title: impl Into<TextLine>) {
        self.blocks.push(DocumentBlock::Section(title.into()));
    }

    /// Adds a gap: what follows stands apart.
    pub(super) fn gap(&mut self) {
        self.section("");
    }

    /// Adds a line.
    pub(super) fn line(&mut self, line: impl Into<TextLine>) {
        self.blocks.push(DocumentBlock::Line(line.into()));
    }

    /// Adds what the figures say, in a sentence or two.
    pub(super) fn verdict(&mut self, line: impl Into<TextLine>) {
        self.blocks.push(DocumentBlock::Verdict(line.into()));
    }

    /// Adds lines.
    pub(super) fn lines(&mut self, lines: impl IntoIterator<Item = impl Into<TextLine>>) {
        lines.into_iter().for_each(|line| self.line(line));
    }

    /// Adds a list, unless it is empty.
    pub(super) fn list(&mut self, lines: impl IntoIterator<Item = impl Into<TextLine>>) {
        let lines: Vec<TextLine> = lines.into_iter().map(Into::into).collect();
        self.blocks.extend((!lines.is_empty()).then_some(DocumentBlock::List(lines)));
    }

    /// Adds a table.
    pub(super) fn table(&mut self, table: TextTable) {
        self.blocks.push(DocumentBlock::Table(table));
    }

    /// Adds a line that opens a table.
    pub(super) fn details(&mut self, line: impl Into<TextLine>, table: TextTable) {
        self.blocks.push(DocumentBlock::Details(line.into(), table));
    }

    /// Adds short texts side by side.
    pub(super) fn columns(&mut self, texts: Vec<String>) {
        self.blocks.push(DocumentBlock::Columns(texts));
    }

    /// Adds a picture with its caption. `draw` runs when the document is written for a browser.
    pub(super) fn figure(&mut self, draw: impl Fn() -> Svg + 'static, caption: impl Into<String>) {
        self.blocks.push(DocumentBlock::Figure(Box::new(draw), caption.into()));
    }

    /// Writes it to stdout; as JSON nothing, since that is made of the result itself.
    ///
    /// # Errors
    /// When a picture cannot be drawn, or stdout cannot be written.
    pub(super) fn write(&self, format: Figures, console: &mut Console) -> Result<(), Stop> {
        let text = match format {
            Figures::Json => return Ok(()),
            Figures::Pretty => self.text(console.paint, console.width()),
            Figures::Html => self.html()?,
            Figures::Markdown => self.markdown(),
        };
        console.write(&text)
    }
}
