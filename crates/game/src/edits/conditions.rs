//! Mutation operators for conditions and bounds.

use super::{EditedText, Replacement};

/// Words that come before a condition.
const BEFORE: [&str; 6] = ["where", "if", "when", "unless", "has", "require"];
/// Words that come before a variable and its domain.
const LOOPS: [&str; 3] = ["each", "turn", "together"];
/// Words that end a condition or a domain outside brackets.
const AFTER: [&str; 10] = ["where", "by", "then", "else", "for", "clockwise", "until", "unless", "if", "times"];

impl EditedText<'_> {
    /// Mutants that drop or negate a condition or a part of one.
    pub(super) fn conditions(&self, start: usize, end: usize) -> Vec<Replacement> {
        let mut mutants = Vec::new();
        for (at, word) in self.tokens(start, end).filter(|(_, word)| BEFORE.contains(word)) {
            let from = at + word.len();
            let from = from + usize::from(self.whole[from..end].starts_with(':'));
            let (parts, joints) = self.stretch(from, end, &["and", "or"]);
            let (first, last) = (parts[0], parts[parts.len() - 1]);
            let mut put = |(start, end): (usize, usize), new: String| {
                if start < end && self.whole[start..end] != new {
                    mutants.push(Replacement { start, end, new });
                }
            };
            put((first.0, last.1), "yes".to_owned());
            for (at, &part) in parts.iter().enumerate() {
                let said = &self.whole[part.0..part.1];
                if parts.len() > 1 {
                    let all = joints[at.saturating_sub(1)] == "and";
                    put(part, if all { "yes" } else { "no" }.to_owned());
                }
                // With `is`, the word mutant `is not` does the negation.
                if !said.contains(" is ") && !said.is_empty() {
                    put(part, format!("not ({said})"));
                }
            }
        }
        mutants
    }

    /// Mutants that extend a range or a loop by one, or skip the first element of a domain.
    pub(super) fn bounds(&self, start: usize, end: usize) -> Vec<Replacement> {
        let mut mutants = Vec::new();
        let mut head = "";
        for (at, word) in self.tokens(start, end) {
            let behind = at + word.len();
            if word == "repeat" {
                let (from, to) = self.stretch(behind, end, &[]).0[0];
                let count = &self.whole[from..to];
                if self.whole[to..end].starts_with(" times") && count.parse::<i64>().is_err() {
                    mutants.push(Replacement { start: from, end: to, new: format!("({count}) + 1") });
                }
            }
            if LOOPS.contains(&word) {
                head = self.tokens(behind, end).find(|(_, word)| !word.trim().is_empty()).map_or("", |(_, word)| word);
            } else if word == "in" && !head.is_empty() {
                let (from, to) = self.stretch(behind, end, &[]).0[0];
                let domain = &self.whole[from..to];
                let also = self.whole[to..end].starts_with(" where ");
                let (end, more) = if also { (to + " where".len(), " and") } else { (to, "") };
                // `Player` has a word mutant that skips the first seat.
                if !domain.is_empty() && domain != "Player" {
                    let new = format!("{domain} where {head} is not (first one_less in {domain}){more}");
                    mutants.push(Replacement { start: from, end, new });
                }
                head = "";
            }
            if word == "." && self.whole[behind..end].starts_with('.') {
                let from = behind + 1;
                let to = self.operand(from, end);
                let last = &self.whole[from..to];
                if last.starts_with(|c: char| c.is_alphabetic() || c == '(') {
                    mutants.push(Replacement { start: from, end: to, new: format!("{last} + 1") });
                }
            }
        }
        mutants
    }

    /// The parts of a clause from an offset to its end, split at the words in `between`, and the words found.
    fn stretch(&self, start: usize, end: usize, between: &[&str]) -> (Vec<(usize, usize)>, Vec<&str>) {
        let (mut parts, mut joints, mut depth) = (Vec::new(), Vec::new(), 0);
        let (mut from, mut to) = (start, start);
        for (at, word) in self.tokens(start, end) {
            to = at + word.len();
            let cited = word == "[" && self.whole[..at].ends_with("  ");
            let open = depth > 0 || !(cited || matches!(word, "," | ":" | "|" | ";" | "=") || word.starts_with('"'));
            let goes_on = word != "\n" || depth > 0 || {
                let next = self.whole[to..end].trim_start();
                between.iter().any(|joint| next.strip_prefix(joint).is_some_and(|rest| rest.starts_with(' ')))
            };
            depth += i32::from(matches!(word, "(" | "[" | "{")) - i32::from(matches!(word, ")" | "]" | "}"));
            if !open || !goes_on || depth < 0 || (depth == 0 && AFTER.contains(&word)) {
                to = at;
                break;
            }
            if depth == 0 && between.contains(&word) {
                parts.push(self.trimmed(from, at));
                joints.push(word);
                from = to;
            }
        }
        parts.push(self.trimmed(from, to));
        (parts, joints)
    }

    /// End of the operand (name, number or bracket with its indexes) that begins at an offset.
    fn operand(&self, start: usize, end: usize) -> usize {
        let (mut depth, mut to) = (0, start);
        for (at, word) in self.tokens(start, end) {
            let opens = matches!(word, "(" | "[" | "{");
            depth += i32::from(opens) - i32::from(matches!(word, ")" | "]" | "}"));
            let belongs = opens || word == "." || word.starts_with(|c: char| c.is_alphanumeric());
            if depth < 0 || (depth == 0 && !belongs && !matches!(word, ")" | "]" | "}")) {
                break;
            }
            to = at + word.len();
        }
        to
    }

    fn trimmed(&self, start: usize, end: usize) -> (usize, usize) {
        let said = &self.whole[start..end];
        let from = start + said.len() - said.trim_start().len();
        (from, (start + said.trim_end().len()).max(from))
    }
}
