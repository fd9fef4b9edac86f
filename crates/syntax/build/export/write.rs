//! Printing of context-free rules as EBNF or GBNF.

use std::fmt::Write;

use super::Notation;
use super::flow::Form;
use super::{classes, excluded};

/// A grammar as text.
pub(super) fn grammar(rules: &[(String, Form)], notation: Notation) -> String {
    let printer = Printer { notation };
    let (open, close) = match notation {
        Notation::Ebnf => ("/* ", " */"),
        Notation::Gbnf => ("# ", ""),
    };
    let mut out = String::new();
    for line in [
        concat!("The grammar of Tavola ", env!("CARGO_PKG_VERSION"), ": a text of rules that ends with a new line."),
        "Written by `tavola grammar`; what it cannot say: docs/how-to/let-a-model-write-rules.md.",
    ] {
        writeln!(out, "{open}{line}{close}").expect("a string can be written to");
    }
    out.push('\n');
    if notation == Notation::Gbnf {
        writeln!(out, "root ::= {}", rules[0].0).expect("a string can be written to");
    }
    for (name, form) in rules {
        writeln!(out, "{} ::= {}", printer.name(name), printer.form(form, 0)).expect("a string can be written to");
    }
    out
}

#[derive(Clone, Copy)]
struct Printer {
    notation: Notation,
}

impl Printer {
    fn name(self, name: &str) -> String {
        match self.notation {
            Notation::Ebnf => name.to_owned(),
            // A name of GBNF has no `_`.
            Notation::Gbnf => name.replace('_', "-"),
        }
    }

    /// A form; `level` is 0 in a rule, 1 in an alternative, 2 in a sequence, 3 before `*`.
    fn form(self, form: &Form, level: usize) -> String {
        let (text, own) = match form {
            Form::Text(text) => (self.text(text), if self.is_long(text) { 2 } else { 4 }),
            Form::Of(ranges) => (self.set(ranges, ""), 4),
            Form::NotOf(ranges) => {
                let ends = [('\t', '\t'), ('\n', '\n'), ('\r', '\r')];
                let mut all: Vec<_> = ranges.iter().copied().filter(|range| !ends.contains(range)).collect();
                all.extend(ends);
                (self.set(&all, "^"), 4)
            }
            Form::Rule(name) => (self.name(name), 4),
            Form::All(forms) => (self.joined(forms, " ", 2), 2),
            Form::One(forms) => (self.joined(forms, " | ", 1), 1),
            Form::Times(inner, least, most) => (self.times(inner, *least, *most), 3),
            Form::Except { words, first, rest } => match self.notation {
                Notation::Gbnf => return self.form(&excluded::spelt(words, "", first, rest), level),
                Notation::Ebnf => {
                    let words: Vec<String> = words.iter().map(|word| self.text(word)).collect();
                    let first = self.set(&classes::ranges(first), "");
                    (format!("({first} {}*) - ({})", excluded::REST, words.join(" | ")), 1)
                }
            },
        };
        if own < level || (own == level && own == 3) { format!("({text})") } else { text }
    }

    fn joined(self, forms: &[Form], between: &str, level: usize) -> String {
        forms.iter().map(|form| self.form(form, level)).collect::<Vec<_>>().join(between)
    }

    fn times(self, inner: &Form, least: u32, most: Option<u32>) -> String {
        let sign = match (least, most, self.notation) {
            (0, Some(1), _) => "?".to_owned(),
            (0, None, _) => "*".to_owned(),
            (1, None, _) => "+".to_owned(),
            (_, Some(most), Notation::Gbnf) if least == most => format!("{{{least}}}"),
            (_, Some(most), Notation::Gbnf) => format!("{{{least},{most}}}"),
            (_, None, Notation::Gbnf) => format!("{{{least},}}"),
            // EBNF of XML has no counts.
            (_, most, Notation::Ebnf) => {
                let one = self.form(inner, 3);
                let mut all = vec![one.clone(); least as usize];
                match most {
                    Some(most) => all.extend(vec![format!("{one}?"); (most - least) as usize]),
                    None => all.push(format!("{one}*")),
                }
                return format!("({})", all.join(" "));
            }
        };
        format!("{}{sign}", self.form(inner, 3))
    }

    /// True if a text is written in several parts.
    fn is_long(self, text: &str) -> bool {
        self.notation == Notation::Ebnf && text.contains(['\n', '"'])
    }

    fn text(self, text: &str) -> String {
        match self.notation {
            Notation::Gbnf => {
                let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
                format!("\"{escaped}\"")
            }
            Notation::Ebnf if text == "\n" => "#xA".to_owned(),
            Notation::Ebnf if text.contains('"') => format!("'{text}'"),
            Notation::Ebnf => format!("\"{text}\""),
        }
    }

    fn set(self, ranges: &[(char, char)], not: &str) -> String {
        let mut out = format!("[{not}");
        for &(from, to) in ranges {
            out += &self.char(from);
            if from != to {
                out.push('-');
                out += &self.char(to);
            }
        }
        out + "]"
    }

    fn char(self, c: char) -> String {
        match (c, self.notation) {
            ('0'..='9' | 'A'..='Z' | 'a'..='z' | '_' | ' ', _) => c.to_string(),
            (_, Notation::Ebnf) => format!("#x{:X}", u32::from(c)),
            ('\n', _) => "\\n".to_owned(),
            ('\t', _) => "\\t".to_owned(),
            ('\r', _) => "\\r".to_owned(),
            _ if u32::from(c) < 0x100 => format!("\\x{:02X}", u32::from(c)),
            _ => format!("\\u{:04X}", u32::from(c)),
        }
    }
}
