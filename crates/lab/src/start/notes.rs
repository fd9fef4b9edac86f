//! Notes for the author on a printed rulebook that was read.

use tavola_syntax::text::count;

/// A rulebook, and the lines of the text that belong to no clause.
pub struct PrintedClauses {
    /// The YAML text.
    pub text: String,
    /// Number of clauses.
    pub clauses: usize,
    /// Lines that come before the first clause of their section and are no heading.
    pub left_out: Vec<LeftOutLines>,
    /// Lines that look numbered and were added to the clause above: number of the line, id of the clause.
    pub unsure: Vec<(usize, String)>,
    /// Tables below a clause. They are in no text.
    pub tables: Vec<PrintedTable>,
    /// Clauses whose number is that of an earlier one.
    pub repeated: Vec<RepeatedNumber>,
}

/// Lines of a printed rulebook that follow each other and belong to no clause.
pub struct LeftOutLines {
    /// Number of the first line, from 1.
    pub first: usize,
    /// Number of the last line.
    pub last: usize,
    /// Their section; empty above the first heading.
    pub section: String,
    /// True for a table.
    pub is_table: bool,
}

impl LeftOutLines {
    /// `63-67 (section `Questions`)`
    fn shown(&self) -> String {
        let Self { first, last, section, is_table } = self;
        let lines = if first == last { first.to_string() } else { format!("{first}-{last}") };
        match (is_table, section.is_empty()) {
            (false, true) => lines,
            (true, true) => format!("{lines} (a table)"),
            (false, false) => format!("{lines} (section `{section}`)"),
            (true, false) => format!("{lines} (a table in section `{section}`)"),
        }
    }
}

/// A table of a printed rulebook.
pub struct PrintedTable {
    /// Number of its first line, from 1.
    pub first: usize,
    /// Number of its last line.
    pub last: usize,
    /// Id of the clause above.
    pub clause: String,
}

/// A clause with another id than its number, because an earlier clause has that one.
pub struct RepeatedNumber {
    /// Number of its line, from 1.
    pub line: usize,
    /// Number of the line of the earlier clause.
    pub first: usize,
    /// The id that both would have.
    pub printed: String,
    /// The id that it has instead.
    pub id: String,
}

/// A note about a printed rulebook that was read.
pub struct PrintedNote {
    /// True if something may have been read wrongly.
    pub warns: bool,
    /// The sentence.
    pub text: String,
}

impl PrintedClauses {
    /// Notes for the author on the clauses that were read from a text. `called` is the name of the text.
    pub fn notes(&self, called: &str) -> Vec<PrintedNote> {
        let note = |text: String| PrintedNote { warns: false, text };
        let warning = |text: String| PrintedNote { warns: true, text };
        let mut notes = vec![note(format!("{} from {called}", count(self.clauses as u64, "clause")))];
        if let [first, rest @ ..] = self.left_out.as_slice() {
            let line = if rest.is_empty() && first.first == first.last { "line" } else { "lines" };
            let lines: Vec<String> = self.left_out.iter().map(LeftOutLines::shown).collect();
            let lines = lines.join(", ");
            let how = "to keep a sentence, begin it with a number, such as `Q-1`";
            notes.push(note(format!("left out, because no numbered clause is above them: {line} {lines}; {how}")));
        }
        let unsure = self.unsure.iter();
        let unsure = unsure.map(|(line, id)| format!("line {line} looks like a clause; it was added to {id}"));
        let tables = self.tables.iter().map(|PrintedTable { first, last, clause }| {
            format!("lines {first} to {last} are a table below {clause}, which was left out; write it as a table of the rules")
        });
        let repeated = self.repeated.iter().map(|RepeatedNumber { line, first, printed, id }| {
            format!("line {line} repeats {printed} of line {first}; its clause became {id}")
        });
        notes.extend(unsure.chain(tables).chain(repeated).map(warning));
        notes.push(note("every clause is marked `rule`: change the `kind` of hints and definitions".to_owned()));
        notes
    }
}
