//! Semantic tokens: what each word of a file is, for colours.

use std::collections::BTreeMap;
use std::ops::Range;

use tavola_syntax::syntax::{is_clause, is_name_char, possible};
use tavola_syntax::text::without_comment;

use crate::declared::NameSort;
use crate::lines::{lines, words};
use crate::workspace::{Workspace, is_rules};

/// Sort of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenSort {
    /// A word of the language.
    Keyword,
    /// A declared name.
    Named(NameSort),
    /// A parameter, or a name of a sentence.
    Local,
    /// A number.
    Digits,
    /// A text in quotes.
    Quoted,
    /// A comment.
    Comment,
    /// Id of a clause.
    Citation,
}

/// A token of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileToken {
    /// Its bytes. They lie on one line.
    pub bytes: Range<usize>,
    /// Its sort.
    pub sort: TokenSort,
    /// True where a name is declared.
    pub declares: bool,
}

impl Workspace {
    /// Tokens of a file of rules, in order. Empty for other files: they are YAML, which editors know.
    pub fn tokens(&self, path: &str) -> Vec<FileToken> {
        let Some(text) = self.text(path).filter(|_| is_rules(path)) else { return Vec::new() };
        let mut sorts: BTreeMap<&str, NameSort> = BTreeMap::new();
        for (_, name) in self.names() {
            // A column has the sort of a name only after a dot.
            if name.sort != NameSort::Column {
                sorts.entry(&name.name).or_insert(name.sort);
            }
        }
        let declared: Vec<Range<usize>> =
            self.names().filter(|(file, _)| *file == path).map(|(_, name)| name.bytes.clone()).collect();
        let mut found = Vec::new();
        for (at, line) in lines(text) {
            let mut tokens = Vec::new();
            line_tokens(line, &sorts, &mut tokens);
            found.extend(tokens.into_iter().map(|(bytes, sort)| {
                let bytes = at + bytes.start..at + bytes.end;
                let declares = matches!(sort, TokenSort::Named(_)) && declared.contains(&bytes);
                FileToken { bytes, sort, declares }
            }));
        }
        found
    }
}

fn line_tokens(line: &str, sorts: &BTreeMap<&str, NameSort>, found: &mut Vec<(Range<usize>, TokenSort)>) {
    let code = without_comment(line);
    let cited = citations(code);
    let in_row = code.trim_start().starts_with('|');
    let (mut before, mut first) = ("", true);
    for (at, word) in words(code) {
        let bytes = at..at + word.len();
        if let Some(clause) = cited.iter().find(|clause| clause.start <= at && at < clause.end) {
            if clause.start == at {
                found.push((clause.clone(), TokenSort::Citation));
            }
        } else if word.starts_with('"') {
            found.push((bytes, TokenSort::Quoted));
        } else if word.starts_with(|c: char| c.is_ascii_digit()) {
            found.push((bytes, TokenSort::Digits));
        } else if word.starts_with(is_name_char) {
            let keyword = possible::keywords().contains(word);
            let named = sorts.get(word).copied();
            let begins = first && !in_row && keyword;
            found.push((
                bytes,
                match named {
                    _ if before == "." => TokenSort::Named(NameSort::Column),
                    _ if begins => TokenSort::Keyword,
                    Some(sort) => TokenSort::Named(sort),
                    None if keyword => TokenSort::Keyword,
                    None => TokenSort::Local,
                },
            ));
        }
        (before, first) = (word, false);
    }
    if code.len() < line.len() {
        found.push((code.len()..line.len(), TokenSort::Comment));
    }
}

/// Ids of clauses at the end of a line, and in the last cell of a row.
pub(crate) fn citations(code: &str) -> Vec<Range<usize>> {
    let end = code.trim_end();
    let start = match end.strip_suffix(']') {
        Some(inside) => inside.rfind('[').map(|at| at + 1),
        None => end.strip_suffix('|').and_then(|row| row.rfind('|')).map(|at| at + 1),
    };
    let Some((start, inside)) = start.and_then(|start| Some((start, end.get(start..end.len() - 1)?))) else {
        return Vec::new();
    };
    let mut at = start;
    let mut found = Vec::new();
    for part in inside.split(',') {
        let id = part.trim();
        let begin = at + part.len() - part.trim_start().len();
        if !is_clause(id) {
            return Vec::new();
        }
        found.push(begin..begin + id.len());
        at += part.len() + 1;
    }
    found
}
