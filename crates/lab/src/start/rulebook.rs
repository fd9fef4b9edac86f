//! A `rulebook.yaml` made from a printed rulebook in Markdown.
//!
//! Headings are sections. A line that begins with a number begins a clause. All other lines of text, items of a list inside a clause
//! and blocks of code belong to the clause above, whose lists and paragraphs stay. So does a heading without a number that is deeper
//! than its section, unless clauses begin below it. An example becomes a hint of its own, and so does a tip or a note with a heading.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::notes::{LeftOutLines, PrintedClauses, PrintedTable, RepeatedNumber};
use super::starter::initials;
use tavola_game::{BlockText, is_clause};
use tavola_syntax::yaml::quoted;

/// A clause that is being read.
struct ReadClause {
    id: String,
    /// Blanks before its first line.
    indent: usize,
    /// True if its number is one of a list: `4.`, not `3.4`.
    is_listed: bool,
    section: String,
    /// `rule`, or `hint` for an example.
    kind: &'static str,
    /// Markdown in the lines of the printed text, indented as there.
    text: String,
}

impl ReadClause {
    /// Its entry of the YAML list: on one line, or with its paragraphs and lists on lines of their own.
    fn entry(&self) -> String {
        let Self { id, section, kind, text, .. } = self;
        // Other readers of YAML take `3.10` for the number 3.1.
        let id = if id.parse::<f64>().is_ok() { format!("\"{id}\"") } else { quoted(id) };
        let (section, text) = (quoted(section), plain(text));
        let BlockText { lead, blocks } = BlockText::read(&text);
        if blocks.is_empty() {
            return format!("  - {{ id: {id}, section: {section}, kind: {kind}, text: {} }}\n", quoted(&lead));
        }
        let mut entry = format!("  - id: {id}\n    section: {section}\n    kind: {kind}\n    text: |\n");
        for line in text.trim().lines().map(str::trim_end) {
            let _ = writeln!(entry, "{}{line}", if line.is_empty() { "" } else { "      " });
        }
        entry
    }
}

/// Reads Markdown. `initials` begin the ids of clauses whose number alone is no id.
pub(super) fn printed_clauses(markdown: &str, name: &str, title: &str, initials: &str) -> PrintedClauses {
    let mut reader = MarkdownReader { initials, ..MarkdownReader::default() };
    let markdown = without_mark(markdown);
    let lines: Vec<&str> = markdown.lines().collect();
    let first = lines.iter().position(|line| !line.trim().is_empty()).filter(|_| title_of(markdown).is_some());
    for (at, line) in lines.iter().enumerate().skip(first.map_or(0, |first| first + 1)) {
        reader.line(at + 1, line, &lines[at + 1..]);
    }
    let mut text = format!(
        "# The rulebook in numbered clauses. Set the `kind` of each: `rule`, `data`, `definition` or `hint`.\n\
         # If it follows an edition, name that in `source`: `follows: the printed rules in English`.\n\
         game: {}\nsource: {{ title: {}, designers: [] }}\nclauses:\n",
        quoted(name),
        quoted(title)
    );
    let mut section = String::new();
    for clause in &reader.clauses {
        if section != clause.section {
            section.clone_from(&clause.section);
            let _ = write!(text, "\n  # ---- {section}\n");
        }
        text += &clause.entry();
    }
    let MarkdownReader { clauses, left_out, unsure, tables, repeated, .. } = reader;
    PrintedClauses { text, clauses: clauses.len(), left_out, unsure, tables, repeated }
}

/// A rulebook with one clause to replace.
pub fn first_clause(name: &str, title: &str) -> String {
    let id = initials(title);
    format!(
        "# The rulebook in numbered clauses. A line of the rules cites the clause that it carries out: `play [{id}-1]`.\n\
         game: {}\nsource: {{ title: {} }}\nclauses:\n\
         \x20 - {{ id: {id}-1, section: The game, kind: rule, text: \"Write a sentence of the rules here.\" }}\n",
        quoted(name),
        quoted(title)
    )
}

/// Title of a rulebook: its first line, if that is a heading of the first level without a number. Characters that a title cannot have
/// are left out.
pub(super) fn title_of(markdown: &str) -> Option<String> {
    let first = without_mark(markdown).lines().map(str::trim).find(|line| !line.is_empty())?;
    let title = plain(first.strip_prefix("# ")?).replace(['"', '{', '}'], "");
    let is_section = title.starts_with(|c: char| c.is_ascii_digit());
    Some(title.trim().to_owned()).filter(|title| !title.is_empty() && !is_section)
}

/// A text without the byte order mark with which some editors begin a file.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Marks of lines around a block of code.
const FENCES: [&str; 2] = ["```", "~~~"];

#[derive(Default)]
struct MarkdownReader<'a> {
    initials: &'a str,
    /// Heading above, its level, and its number: as printed, or counted.
    section: String,
    level: usize,
    number: String,
    sections: usize,
    clauses: Vec<ReadClause>,
    /// The example, tip or note that is being read: it ends at a blank line, or at the next heading or clause.
    aside: Option<PrintedAside>,
    /// True while the clause above can be continued: no heading has come since.
    open: bool,
    /// Separates the next line of text from the last one.
    gap: Gap,
    /// Mark that ends the block of code. `None` outside of one.
    fence: Option<&'static str>,
    /// Each id: the number of its line, and the number of the next clause that repeats it.
    known: BTreeMap<String, (usize, usize)>,
    left_out: Vec<LeftOutLines>,
    /// True if the next line that is left out follows the last one without a heading or clause between them.
    follows: bool,
    unsure: Vec<(usize, String)>,
    tables: Vec<PrintedTable>,
    repeated: Vec<RepeatedNumber>,
}

/// Separation of two lines of a text.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Gap {
    /// They follow each other.
    #[default]
    None,
    /// An empty line stands between them.
    Empty,
    /// The first one is a heading, to which the next one belongs.
    Heading,
}

/// An example, a tip or a note of a printed rulebook.
struct PrintedAside {
    /// The clause that it becomes.
    at: usize,
    /// True if a heading begins it. Blank lines do not end it.
    is_headed: bool,
}

impl MarkdownReader<'_> {
    /// Reads a line. `below` are the lines that follow.
    fn line(&mut self, number: usize, source: &str, below: &[&str]) {
        let line = unquoted(source);
        if line.is_empty() {
            let ends = source.trim().is_empty() && self.fence.is_none();
            self.aside.take_if(|aside| ends && !aside.is_headed);
            if self.gap == Gap::None {
                self.gap = Gap::Empty;
            }
            return;
        }
        let fence = FENCES.into_iter().find(|fence| line.starts_with(fence));
        if fence.is_some() && (self.fence.is_none() || self.fence == fence) {
            self.fence = if self.fence.is_none() { fence } else { None };
        } else if self.fence.is_some() {
            self.text(number, source);
        } else if line.starts_with('|') {
            self.row(number);
        } else if is_rule(line) {
            // Nothing to read.
        } else if let Some(heading) = heading(line) {
            self.heading(number, (level_of(line), heading), below);
        } else if let Some((id, text)) = numbered(line).filter(|(id, _)| !self.is_inner(id, source)) {
            self.clause((number, indent(source)), id, text);
        } else {
            if self.open && is_example(line) {
                self.begin_aside(number, line, false);
            }
            self.text(number, source);
            let is_outside = |clause: &&ReadClause| self.open && indent(source) <= clause.indent && may_be_clause(line);
            if let Some(clause) = self.clauses.last().filter(is_outside) {
                self.unsure.push((number, clause.id.clone()));
            }
        }
    }

    /// Adds a line to the example or clause above.
    fn text(&mut self, number: usize, source: &str) {
        let gap = std::mem::take(&mut self.gap);
        let aside = self.aside.as_ref().map(|aside| aside.at);
        let last = self.rule_above().filter(|_| self.open);
        let Some(clause) = aside.or(last).and_then(|at| self.clauses.get_mut(at)) else {
            return self.leave_out(number, false);
        };
        if clause.text.is_empty() {
            clause.text = unquoted(source).to_owned();
            return;
        }
        let line = unquoted(source);
        let breaks = match gap {
            Gap::None => "\n",
            Gap::Empty => "\n\n",
            Gap::Heading => {
                let _ = write!(clause.text, " {line}");
                return;
            }
        };
        let inset = " ".repeat(indent(source).saturating_sub(clause.indent));
        // Items with letters are no list of the language of rulebooks.
        let mark = if is_lettered(line) { "- " } else { "" };
        let _ = write!(clause.text, "{breaks}{inset}{mark}{line}");
    }

    /// The last clause that is no example.
    fn rule_above(&self) -> Option<usize> {
        self.clauses.iter().rposition(|clause| clause.kind == RULE)
    }

    /// Begins an example of the clause above, a tip or a note, which becomes a hint. Its id is that of the clause with the first letter of
    /// its heading and a number.
    fn begin_aside(&mut self, number: usize, heading: &str, is_headed: bool) {
        let Some(above) = self.rule_above().and_then(|at| self.clauses.get(at)) else { return };
        let (rule, indent, section) = (above.id.clone(), above.indent, above.section.clone());
        let letter = plain(without_bullet(heading)).trim().chars().next().unwrap_or('N').to_ascii_uppercase();
        let id = (1..).map(|n| format!("{rule}-{letter}{n}")).find(|id| !self.known.contains_key(id));
        let id = id.unwrap_or_default();
        self.known.insert(id.clone(), (number, 2));
        self.aside = Some(PrintedAside { at: self.clauses.len(), is_headed });
        self.clauses.push(ReadClause { id, indent, is_listed: false, section, kind: HINT, text: String::new() });
    }

    fn leave_out(&mut self, number: usize, is_table: bool) {
        match self.left_out.last_mut().filter(|last| self.follows && last.is_table == is_table) {
            Some(last) => last.last = number,
            None => {
                let section = self.section.clone();
                self.left_out.push(LeftOutLines { first: number, last: number, section, is_table });
            }
        }
        self.follows = true;
    }

    /// True for an item of a list inside the clause above: a bare number that begins further to the right, or where clauses have numbers
    /// of their section: `3.4`.
    fn is_inner(&self, id: &str, line: &str) -> bool {
        let is_below = |at: usize| indent(line) > self.clauses[at].indent || !self.clauses[at].is_listed;
        id.chars().all(|c| c.is_ascii_digit()) && self.open && self.rule_above().is_some_and(is_below)
    }

    /// Adds a row to the table above, or begins a table.
    fn row(&mut self, number: usize) {
        match (self.tables.last_mut().filter(|table| table.last + 1 == number), self.clauses.last()) {
            _ if !self.open => self.leave_out(number, true),
            (Some(table), _) => table.last = number,
            (None, Some(clause)) => {
                self.tables.push(PrintedTable { first: number, last: number, clause: clause.id.clone() });
            }
            (None, None) => self.leave_out(number, true),
        }
    }

    /// Begins a section, or a part of the clause above: an example, or a deeper heading without clauses of its own.
    fn heading(&mut self, number: usize, (level, heading): (usize, &str), below: &[&str]) {
        let is_inner = (1..level).contains(&self.level)
            && !heading.starts_with(|c: char| c.is_ascii_digit())
            && !begins_section(below);
        self.aside = None;
        if self.open && (is_inner || is_aside(heading)) {
            if is_aside(heading) {
                self.begin_aside(number, heading, true);
            }
            self.gap = Gap::Empty;
            self.text(number, &format!("{}:", heading.trim_end_matches(':')));
            self.gap = Gap::Heading;
            return;
        }
        self.open = false;
        self.follows = false;
        self.section = plain(heading);
        self.level = level;
        self.sections += 1;
        let printed = heading.split_whitespace().next().map(|word| word.trim_end_matches(['.', ')']));
        let is_number = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) && is_clause(&format!("{word}.1"));
        let printed = printed.filter(is_number);
        self.number = printed.map_or_else(|| self.sections.to_string(), str::to_owned);
    }

    /// Begins a clause at a line with this number and indent.
    fn clause(&mut self, (line, indent): (usize, usize), printed: &str, text: String) {
        self.open = true;
        self.follows = false;
        self.aside = None;
        let within = |number: &str| match self.number.is_empty() {
            true => format!("{}-{number}", self.initials),
            false => format!("{}.{number}", self.number),
        };
        let id = if is_clause(printed) { printed.to_owned() } else { within(printed) };
        let id = match self.known.get(&id).copied() {
            None => id,
            // A list that is numbered again from 1 in the same section, or a mistake of the printed text.
            Some((first, next)) => {
                let numbered = |n: usize| (n, format!("{id}-{n}"));
                let free = (next..).map(numbered).find(|(_, id)| !self.known.contains_key(id));
                let (number, free) = free.unwrap_or_default();
                self.known.insert(id.clone(), (first, number + 1));
                self.repeated.push(RepeatedNumber { line, first, printed: id, id: free.clone() });
                free
            }
        };
        self.known.insert(id.clone(), (line, 2));
        self.gap = Gap::None;
        let is_listed = !is_clause(printed);
        let section = if self.section.is_empty() { "Rules".to_owned() } else { self.section.clone() };
        self.clauses.push(ReadClause { id, indent, is_listed, section, kind: RULE, text });
    }
}

/// Kinds of the clauses that are read.
const RULE: &str = "rule";
const HINT: &str = "hint";

/// Number of signs before the text of a heading.
fn level_of(line: &str) -> usize {
    line.len() - line.trim_start_matches('#').len()
}

/// True if the lines below a heading begin a section: a clause comes first, or a list of clauses is numbered from 1.
fn begins_section(below: &[&str]) -> bool {
    let lines = below.iter().map(|line| unquoted(line)).filter(|line| !line.is_empty());
    let mut lines = lines.take_while(|line| heading(line).is_none()).enumerate();
    let first = lines.find_map(|(at, line)| numbered(line).map(|(id, _)| (at, id)));
    first.is_some_and(|(at, id)| at == 0 || id == "1")
}

/// True for a text that begins an example: `**Example:** ..`, `Example 2`.
fn is_example(line: &str) -> bool {
    begins_with(line, &["example", "examples"])
}

/// True for a heading of an example or a remark on the clause above.
fn is_aside(heading: &str) -> bool {
    is_example(heading) || begins_with(heading, &["note", "notes", "tip", "tips", "hint", "hints"])
}

/// True if a text is one of these words, or begins with it and a colon, or with it and a number.
fn begins_with(text: &str, words: &[&str]) -> bool {
    let text = plain(without_bullet(text)).to_lowercase();
    let is_end = |rest: &str| {
        let rest = rest.trim_start().trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
        rest.is_empty() || rest.starts_with([':', '.'])
    };
    words.iter().any(|word| text.strip_prefix(word).is_some_and(is_end))
}

/// Text of a heading: `## 2 Set-up`.
fn heading(line: &str) -> Option<&str> {
    let text = line.trim_start_matches('#');
    (text.len() < line.len() && text.starts_with(' ')).then(|| text.trim().trim_end_matches('#').trim_end())
}

/// Number and text of a clause: `1.2 Each ..`, `**AB-3** Each ..`, `- AB-3: Each ..`, `4. Each ..`, `4) Each ..`.
fn numbered(line: &str) -> Option<(&str, String)> {
    let (word, text) = without_bullet(line).split_once(char::is_whitespace)?;
    let id = word.trim_matches(['*', '_', '[', ']', '(', ')', '.', ':']);
    let whole_number = !id.is_empty() && id.chars().all(|c| c.is_ascii_digit());
    // A bare number without a sign behind it is a number in a sentence: `3 cards are drawn`.
    let is_id = if whole_number { word != id } else { is_clause(id) && id.contains(|c: char| c.is_ascii_digit()) };
    // Marks that begin before the number and end after it belong to the text, too: `*4. Each ..*`.
    let rest = word.trim_start_matches(['*', '_']);
    let marks = if rest.contains(['*', '_']) { "" } else { &word[..word.len() - rest.len()] };
    (is_id && !text.trim().is_empty()).then(|| (id, format!("{marks}{}", text.trim())))
}

/// A line of text without the marks of a quotation: `> Tip: ..`.
fn unquoted(line: &str) -> &str {
    let line = line.trim();
    line.strip_prefix('>').map_or(line, unquoted)
}

/// Number of blanks at the beginning of a line, behind the marks of a quotation and their blanks. A tab counts as four.
fn indent(line: &str) -> usize {
    if let Some(quoted) = line.strip_prefix('>') {
        return indent(quoted.strip_prefix(' ').unwrap_or(quoted));
    }
    let blanks = line.chars().take_while(|c| c.is_whitespace());
    blanks.map(|c| if c == '\t' { 4 } else { 1 }).sum()
}

/// A line of text without the mark of a list item.
fn without_bullet(line: &str) -> &str {
    ["- ", "* ", "+ "].iter().find_map(|mark| line.strip_prefix(mark)).unwrap_or(line).trim_start()
}

/// True for a line whose number is none that begins a clause: `a. Choose`, `(b) Take`, `§ 3 Take`, `iv) Pass`.
fn may_be_clause(line: &str) -> bool {
    line.starts_with('§') || is_lettered(line)
}

/// True for an item with a letter or a Roman number: `a. Choose`, `(b) Take`, `iv) Pass`.
fn is_lettered(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    let letters = word.trim_start_matches('(').trim_end_matches(['.', ')']);
    let is_marked = word.ends_with(['.', ')']) && !letters.is_empty();
    let is_short = letters.len() == 1 || letters.chars().all(|c| "ivx".contains(c));
    is_marked && is_short && letters.chars().all(char::is_alphabetic)
}

/// `---`, `***` or a line of a table's frame.
fn is_rule(line: &str) -> bool {
    line.len() > 2 && line.chars().all(|c| "-*_=| :".contains(c))
}

/// A text without the marks for emphasis and code.
fn plain(text: &str) -> String {
    let text = text.replace("**", "").replace("__", "").replace('`', "");
    without_emphasis(&without_emphasis(&text, '*'), '_')
}

/// A text without the pairs of a mark that stand about words: `take *all* of them`. Other marks stay: `2 * 3`, `salt_road`.
fn without_emphasis(text: &str, mark: char) -> String {
    let opens = |at: usize| {
        let inner = &text[at + mark.len_utf8()..];
        !text[..at].ends_with(char::is_alphanumeric) && !inner.starts_with(char::is_whitespace)
    };
    let closes = |at: &usize| {
        let behind = &text[at + mark.len_utf8()..];
        !text[..*at].ends_with(char::is_whitespace) && !behind.starts_with(char::is_alphanumeric)
    };
    let marks: Vec<usize> = text.match_indices(mark).map(|(at, _)| at).collect();
    let closing: Vec<usize> = marks.iter().copied().filter(closes).collect();
    let (mut plain, mut from, mut end) = (String::new(), 0, None);
    for at in marks {
        match end {
            Some(closing) if at < closing => continue,
            Some(closing) if at == closing => end = None,
            // Between the marks of a pair there is a text.
            _ if opens(at) => {
                let next = closing.partition_point(|&closing| closing <= at + mark.len_utf8());
                end = closing.get(next).copied();
                if end.is_none() {
                    continue;
                }
            }
            _ => continue,
        }
        plain += &text[from..at];
        from = at + mark.len_utf8();
    }
    plain + &text[from..]
}
