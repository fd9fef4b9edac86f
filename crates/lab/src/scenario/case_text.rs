//! The text of a case that a program writes.

use std::fmt::Write;

use super::{Failure, read_texts, run};
use tavola_game::{Rules, Setup};
use tavola_syntax::yaml::quoted;

/// A case to be written. Everything in it is in notation.
#[derive(Default)]
pub(crate) struct CaseText<'a> {
    /// Lines above the case, without their `#`.
    pub(crate) comment: &'a str,
    pub(crate) name: &'a str,
    /// Clauses that the case may prove, as a comment.
    pub(crate) clauses: &'a [String],
    pub(crate) setup: Option<&'a Setup>,
    /// Places and variables, with their values.
    pub(crate) given: &'a [(String, String)],
    /// Answers, with comments between them.
    pub(crate) steps: &'a [CaseStep<'a>],
    /// A player, `chance` or `nobody`.
    pub(crate) asked: &'a str,
    /// Expressions, with their values.
    pub(crate) then: &'a [(String, String)],
}

/// A line of `do`.
pub(crate) enum CaseStep<'a> {
    /// A player or chance, and the answer.
    Answer(&'a str, &'a str),
    /// A comment.
    Remark(&'a str),
}

impl CaseText<'_> {
    /// The text, with the case from column 1 on.
    pub(crate) fn write(&self) -> String {
        let mut text = String::new();
        let out = &mut text;
        self.comment.lines().for_each(|line| push(out, "", &format!("# {line}")));
        push(out, "", &format!("- name: {}", quoted(self.name)));
        if !self.clauses.is_empty() {
            let cited = "cited where these answers were asked: keep those that the case proves";
            push(out, "  ", &format!("# clauses: [{}]    # {cited}", self.clauses.join(", ")));
        }
        self.setup.into_iter().for_each(|setup| write_setup(out, setup));
        pairs(out, "given", self.given);
        if !self.steps.is_empty() {
            push(out, "  ", "do:");
        }
        for step in self.steps {
            match step {
                CaseStep::Answer(who, answer) => push(out, "    ", &format!("- {}: {}", quoted(who), quoted(answer))),
                CaseStep::Remark(text) => push(out, "    ", &format!("# {text}")),
            }
        }
        push(out, "  ", &format!("asked: {}", self.asked));
        pairs(out, "then", self.then);
        text
    }
}

/// Plays the first case of a text that a program wrote, and returns its failures. A text that cannot be read is one.
pub(crate) fn failures(rules: &Rules, text: &str) -> Vec<Failure> {
    let suite = read_texts(&[("case", text)], None);
    if let Some(case) = suite.scenarios.first().filter(|_| suite.diagnostics.is_empty()) {
        return run(rules, case).failures;
    }
    let said = suite.diagnostics.iter().map(|finding| finding.message.to_string());
    vec![Failure::new("the case", "a text that can be read", said.collect::<Vec<_>>().join("; "), "")]
}

fn write_setup(out: &mut String, setup: &Setup) {
    push(out, "  ", &format!("players: [{}]", setup.players.join(", ")));
    if let Some(variant) = &setup.variant {
        push(out, "  ", &format!("variant: {}", quoted(variant)));
    }
    if !setup.settings.is_empty() {
        let pairs = setup.settings.iter().map(|(name, value)| format!("{}: {}", quoted(name), quoted(value)));
        push(out, "  ", &format!("set: {{ {} }}", pairs.collect::<Vec<_>>().join(", ")));
    }
}

/// A map: one pair behind the key, several on lines of their own.
fn pairs(out: &mut String, key: &str, pairs: &[(String, String)]) {
    let pair = |(left, right): &(String, String)| format!("{}: {}", quoted(left), right_side(right));
    match pairs {
        [] => {}
        [one] => push(out, "  ", &format!("{key}: {{ {} }}", pair(one))),
        all => {
            push(out, "  ", &format!("{key}:"));
            all.iter().for_each(|one| push(out, "    ", &pair(one)));
        }
    }
}

/// A value. A number and a list of plain words are written as such.
fn right_side(value: &str) -> String {
    let inner = value.strip_prefix('[').and_then(|inner| inner.strip_suffix(']'));
    let is_plain =
        |inner: &str| inner.chars().all(|c| c.is_alphanumeric() || "_(), ".contains(c)) && !in_brackets(inner);
    if inner.is_some_and(is_plain) || value.parse::<i64>().is_ok() { value.to_owned() } else { quoted(value) }
}

/// True if a comma stands in round brackets, where YAML would split.
fn in_brackets(text: &str) -> bool {
    let mut depth = 0i32;
    text.chars().any(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth > 0
    })
}

fn push(out: &mut String, margin: &str, line: &str) {
    let _ = writeln!(out, "{margin}{line}");
}
