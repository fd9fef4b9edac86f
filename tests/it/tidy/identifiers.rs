//! Identifiers use words of the field.

use super::{files, none, read};

/// Words that are no identifiers, each with some that say what is meant.
const WORDS: [(&str, &str); 14] = [
    ("anew", "again"),
    ("dear", "expensive"),
    ("heard", "watched, received"),
    ("keep", "store, retain"),
    ("keeps", "stores, retains"),
    ("laid", "placed, arranged"),
    ("meets", "overlaps, intersects"),
    ("peep", "preview"),
    ("slip", "mutant"),
    ("told", "shown, reported, log"),
    ("twice", "repeated, duplicate"),
    ("untold", "not shown"),
    ("veil", "taint"),
    ("written", "text, source, notation"),
];

/// The identifiers of a Rust file, each with its line: neither comments nor literals.
fn identifiers(text: &str) -> Vec<(usize, &str)> {
    let (mut found, mut rest, mut line) = (Vec::new(), text, 1);
    while let Some(first) = rest.chars().next() {
        let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let length = match first {
            _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '"' => string(rest),
            'r' | 'b' if rest[..word].len() <= 2 && ['"', '#'].iter().any(|&mark| rest[word..].starts_with(mark)) => {
                word + raw_string(&rest[word..], rest[..word].contains('r'))
            }
            // A lifetime has no second quote.
            '\'' if rest[1..].starts_with('\\') => 3 + rest[3..].find('\'').map_or(0, |at| at + 1),
            '\'' => match rest.char_indices().nth(2) {
                Some((at, '\'')) => at + 1,
                _ => 1,
            },
            _ if first.is_alphabetic() || first == '_' => {
                found.push((line, &rest[..word]));
                word
            }
            _ if word > 0 => word,
            _ => first.len_utf8(),
        };
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    found
}

/// Length of a string that begins with a quote.
fn string(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.char_indices().skip(1).find(|&(_, c)| {
        let is_end = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        is_end
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

/// Length of a string after its `r` or `b`. A raw identifier (`r#type`) has the length of its mark.
fn raw_string(text: &str, is_raw: bool) -> usize {
    let marks = text.len() - text.trim_start_matches('#').len();
    match text[marks..].starts_with('"') {
        false => marks,
        true if !is_raw => string(text),
        true => {
            let end = format!("\"{}", "#".repeat(marks));
            text[marks + 1..].find(&end).map_or(text.len(), |at| marks + 1 + at + end.len())
        }
    }
}

#[test]
fn identifiers_are_words_of_the_field() {
    let sample = "let a = 'b'; // c\nfn d<'e>() { \"f \\\" g\", r#\"h \" i\"#, b\"j\", '\\'', r#k }";
    let names: Vec<&str> = identifiers(sample).iter().map(|(_, name)| *name).collect();
    assert_eq!(names, ["let", "a", "fn", "d", "e", "k"], "neither comments nor literals are read");
    let mut findings = Vec::new();
    for path in ["crates", "src", "tests"].iter().flat_map(|folder| files(folder, ".rs")) {
        let text = read(&path);
        for (line, name) in identifiers(&text) {
            let name = name.trim_matches('_').to_lowercase();
            let wrong = WORDS.iter().find(|(word, _)| *word == name);
            findings.extend(wrong.map(|(word, say)| format!("{}:{line}: `{word}`; say {say}", path.display())));
        }
    }
    none(&findings);
}
