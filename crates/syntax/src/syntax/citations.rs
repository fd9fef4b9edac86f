//! Citations of clauses at the end of a line that do not have their form.

use super::mistakes::FailureContext;
use super::{codes, is_clause, lexicon};
use crate::diagnostic::{Diagnostic, Fix, Remedy};

/// Form of citations, for help texts.
const FORM: &str =
    "a citation is `[AB-4.1]`, `[4.1.3b]` or `[AB-4.1, AB-4.2]`: no blank in an id, and more than a number";

/// Words before an id that citations do not have.
const WORDS: [&str; 5] = ["clauses ", "clause ", "rule ", "see ", "cf. "];

impl FailureContext<'_> {
    /// Malformed citations such as `[SM 4.1]`, `(SM-4.1)` or `SM-4.1` at the end of a line.
    pub(super) fn citation(&self) -> Option<Diagnostic> {
        let text = self.text.trim_end();
        let bracketed = [('[', ']'), ('(', ')')].into_iter().find_map(|(open, close)| {
            // A line that continues may follow.
            let here = self.rest().starts_with(open).then_some(self.stop);
            let start = here.or_else(|| text.strip_suffix(close)?.rfind(open))?;
            let length = text.get(start..)?.find(close)?;
            Some((start, &text[start + 1..start + length], open == '['))
        });
        let (start, inside, is_square) = bracketed.unwrap_or_else(|| (self.stop, self.rest().trim_end(), false));
        let end = start + inside.len() + if bracketed.is_some() { 2 } else { 0 };
        let is_near = start <= self.stop && text[..start].ends_with(' ') && start > 0;
        let parts = || inside.split([',', ';']).flat_map(|part| part.split(" and "));
        let is_meant = |part: &str| if is_square { is_like_clause(&id(part)) } else { is_exact(part.trim()) };
        if !is_near || inside.is_empty() || !parts().all(is_meant) {
            return None;
        }
        let span = self.span(start, end);
        let found = lexicon::short(&text[start..end]);
        let finding = Diagnostic::error(codes::CITATION, span, format!("`{found}` is not a citation"));
        let ids: Vec<String> = parts().map(id).collect();
        if !ids.iter().all(|id| is_clause(id)) {
            return Some(finding.help(FORM));
        }
        let meant = format!("[{}]", ids.join(", "));
        let fix = Fix::replace(span, &found, &meant);
        Some(finding.help(Remedy::new(format!("write `{}`", lexicon::short(&meant)), fix)))
    }
}

/// The id that a part of a citation means: `AM-3` for `clause am–3`.
fn id(part: &str) -> String {
    let part = part.trim();
    let bare = WORDS.iter().find_map(|word| part.strip_prefix(word)).unwrap_or(part).trim();
    let letters = bare.len() - bare.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
    let number = bare[letters..].replace([' ', '_', '–', '—', '−', '‑'], "-");
    format!("{}{number}", bare[..letters].to_ascii_uppercase())
}

/// True for two to four letters and a number: `SM-4.1`, `SM4.1`.
fn is_like_clause(id: &str) -> bool {
    let letters = id.len() - id.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
    let number = id[letters..].trim_start_matches(['-', '.']);
    let is_number =
        number.starts_with(|c: char| c.is_ascii_alphanumeric()) && number.contains(|c: char| c.is_ascii_digit());
    (2..=4).contains(&letters) && is_number
}

/// True for an id that can hardly be a difference of two names.
fn is_exact(id: &str) -> bool {
    let capitals = id.bytes().take_while(u8::is_ascii_uppercase).count();
    is_clause(id) && capitals >= 2 && id[capitals..].starts_with('-') && is_like_clause(id)
}
