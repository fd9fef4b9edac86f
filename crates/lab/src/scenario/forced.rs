//! Answers that are given automatically while a script is played, for the messages of failures.

/// Answers that the script does not give: to questions with one option, or from `unless_said`.
#[derive(Default)]
pub(super) struct Forced {
    /// The answer (`anna: mill`), and the answer of the script before which it was given.
    all: Vec<(String, Option<String>)>,
    /// Number of them before the last answer of the script.
    before: usize,
}

impl Forced {
    /// Adds an automatic answer, given before an answer of the script.
    pub(super) fn add(&mut self, itself: String, next: Option<String>) {
        self.all.push((itself, next));
    }

    /// Notes an answer of the script.
    pub(super) fn script_answers(&mut self) {
        self.before = self.all.len();
    }

    /// True if an automatic answer was given since the last one of the script.
    pub(super) fn has_new(&self) -> bool {
        self.before < self.all.len()
    }

    /// The note ` (answered automatically: anna: mill)` about the answers since the last one of the script. If there
    /// are none, it is about the last one of this player.
    pub(super) fn text_for(&self, who: &str) -> String {
        let new: Vec<&str> = self.all[self.before..].iter().map(|(itself, _)| itself.as_str()).collect();
        match new.as_slice() {
            [] => {
                let own = |itself: &&(String, Option<String>)| {
                    itself.0.strip_prefix(who).is_some_and(|rest| rest.starts_with(':'))
                };
                let Some((itself, before)) = self.all.iter().rfind(own) else { return String::new() };
                let before = before.as_ref().map_or(String::new(), |next| format!(" before `{next}`"));
                format!(" (`{itself}` was answered automatically{before})")
            }
            [.., a, b, c, d, e] if new.len() > 5 => {
                format!(" ({} questions were answered automatically, the last: {a}; {b}; {c}; {d}; {e})", new.len())
            }
            all => format!(" (answered automatically: {})", all.join("; ")),
        }
    }
}
