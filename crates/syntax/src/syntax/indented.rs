//! Tables whose first line is indented, below another item: they are read as items of their own.

use super::codes;
use super::layout::Chunk;
use super::line::SourceLine;
use super::reader::Reader;
use crate::diagnostic::{Diagnostic, Fix, Remedy};

/// Items that are a table.
const TABLES: [&str; 5] = ["settings", "rulings", "components", "places", "memory"];

/// Makes items of tables in the lines of other items, and reports each.
pub(super) fn apart(reader: &mut Reader, chunks: Vec<Chunk>) -> Vec<Chunk> {
    let mut all = Vec::new();
    for Chunk { head, body } in chunks {
        let (mut own, mut tables) = (Vec::new(), Vec::<Chunk>::new());
        let mut open = false;
        let mut lines = body.into_iter().peekable();
        while let Some(line) = lines.next() {
            let begins = TABLES.contains(&line.text.trim()) && lines.peek().is_some_and(SourceLine::is_row);
            open = begins || (open && line.is_row());
            if begins {
                report(reader, &line);
                tables.push(Chunk { head: line, body: Vec::new() });
            } else if open {
                tables.last_mut().into_iter().for_each(|table| table.body.push(line.clone()));
            } else {
                own.push(line);
            }
        }
        all.push(Chunk { head, body: own });
        all.extend(tables);
    }
    all
}

fn report(reader: &mut Reader, head: &SourceLine) {
    let message = format!("`{}` begins an item, so it stands in column 1", head.text.trim());
    let indentation = reader.span(head.at - head.indent, head.at);
    let help = Remedy::new("remove its indentation", Fix::new("remove the indentation", indentation, ""));
    reader.report(Diagnostic::error(codes::MISALIGNED, head.span(reader), message).help(help));
}
