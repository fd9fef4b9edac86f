//! Texts that authors write in several lines: paragraphs and lists.

use tavola_syntax::text::one_line;

/// A text of several lines: its first paragraph, and what stands below it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockText {
    /// The first paragraph, on one line. Empty if the text begins with a list.
    pub lead: String,
    /// Paragraphs and lists below it.
    pub blocks: Vec<TextBlock>,
}

/// A part of a text below its first paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextBlock {
    /// A paragraph, on one line.
    Paragraph(String),
    /// A list.
    List {
        /// True if its items are numbered from 1.
        is_numbered: bool,
        /// Its items.
        items: Vec<BlockText>,
    },
}

impl BlockText {
    /// Reads a text.
    ///
    /// A line that begins with `-`, `*` or `•` and a blank is an item of a list, and so is one with `1.` or `1)` and with the numbers that
    /// follow it. Deeper lines below it belong to the item. Other lines are joined to paragraphs; an empty line ends one.
    pub fn read(text: &str) -> Self {
        Self::below("", &text.lines().collect::<Vec<_>>())
    }

    /// The text in lines: paragraphs, and items behind `- ` or their number. Items of an inner list are indented.
    pub fn lines(&self) -> Vec<String> {
        let lead = (!self.lead.is_empty()).then(|| self.lead.clone());
        lead.into_iter().chain(self.blocks.iter().flat_map(TextBlock::lines)).collect()
    }

    /// The text that begins with `first`, continued by `lines`.
    fn below(first: &str, lines: &[&str]) -> Self {
        let mut text = Self { lead: one_line(first), blocks: Vec::new() };
        let mut is_open = true;
        let mut at = 0;
        while let Some(line) = lines.get(at) {
            if let Some(bullet) = Bullet::of(line).filter(Bullet::begins) {
                let (list, taken) = list(bullet, &lines[at..]);
                text.blocks.push(list);
                (at, is_open) = (at + taken, false);
                continue;
            }
            match one_line(line) {
                blank if blank.is_empty() => is_open = text.lead.is_empty() && text.blocks.is_empty(),
                words => {
                    text.add(words, is_open);
                    is_open = true;
                }
            }
            at += 1;
        }
        text
    }

    /// Adds a line to the last paragraph if that is open, else as a paragraph of its own.
    fn add(&mut self, words: String, is_open: bool) {
        let paragraph = match self.blocks.last_mut() {
            None => Some(&mut self.lead),
            Some(TextBlock::Paragraph(paragraph)) => Some(paragraph),
            Some(TextBlock::List { .. }) => None,
        };
        match paragraph.filter(|_| is_open) {
            Some(paragraph) if paragraph.is_empty() => *paragraph = words,
            Some(paragraph) => *paragraph = format!("{paragraph} {words}"),
            None => self.blocks.push(TextBlock::Paragraph(words)),
        }
    }
}

impl TextBlock {
    fn lines(&self) -> Vec<String> {
        let Self::List { is_numbered, items } = self else {
            let Self::Paragraph(paragraph) = self else { return Vec::new() };
            return vec![paragraph.clone()];
        };
        let item = |(at, item): (usize, &BlockText)| {
            let mark = if *is_numbered { format!("{}. ", at + 1) } else { "- ".to_owned() };
            let inner: Vec<String> = item.blocks.iter().flat_map(Self::lines).map(|line| format!("  {line}")).collect();
            std::iter::once(format!("{mark}{}", item.lead)).chain(inner)
        };
        items.iter().enumerate().flat_map(item).collect()
    }
}

/// The beginning of an item.
#[derive(Clone, Copy)]
struct Bullet<'t> {
    indent: usize,
    /// Its number, if it has one.
    number: Option<u32>,
    /// The rest of its line.
    rest: &'t str,
}

impl<'t> Bullet<'t> {
    fn of(line: &'t str) -> Option<Self> {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        if let Some(rest) = ["- ", "* ", "\u{2022} "].iter().find_map(|mark| text.strip_prefix(mark)) {
            return Some(Self { indent, number: None, rest });
        }
        let (number, rest) = text.split_once(['.', ')'])?;
        let is_number = (1..=3).contains(&number.len()) && number.bytes().all(|digit| digit.is_ascii_digit());
        let number = number.parse().ok().filter(|_| is_number && rest.starts_with(' '))?;
        Some(Self { indent, number: Some(number), rest })
    }

    /// True if it can begin a list. Another number than 1 may be part of a sentence.
    fn begins(&self) -> bool {
        self.number.is_none_or(|number| number == 1)
    }
}

/// The list that begins with these lines, and the number of its lines.
fn list(first: Bullet<'_>, lines: &[&str]) -> (TextBlock, usize) {
    let (mut items, mut at) = (Vec::new(), 0);
    while let Some(line) = lines.get(at) {
        let Some(bullet) = Bullet::of(line) else { break };
        if bullet.indent > first.indent || bullet.number.is_some() != first.number.is_some() {
            break;
        }
        let is_inside = |line: &&str| line.trim().is_empty() || line.len() - line.trim_start().len() > first.indent;
        let inside = lines[at + 1..].iter().take_while(|line| is_inside(line)).count();
        items.push(BlockText::below(bullet.rest, &lines[at + 1..=at + inside]));
        at += 1 + inside;
    }
    (TextBlock::List { is_numbered: first.number.is_some(), items }, at)
}
