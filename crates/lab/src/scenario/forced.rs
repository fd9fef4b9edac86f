//! What has answered itself while a script is played, as failures tell it.

/// Answers that the script does not give.
#[derive(Default)]
pub(super) struct Forced {
    /// `anna: mill`, and before which answer of the script.
    all: Vec<(String, Option<String>)>,
    /// How many of them were before the last answer of the script.
    before: usize,
}

impl Forced {
    /// This has answered itself before an answer of the script.
    pub(super) fn add(&mut self, itself: String, next: Option<String>) {
        self.all.push((itself, next));
    }

    /// The script has answered.
    pub(super) fn script_answers(&mut self) {
        self.before = self.all.len();
    }

    /// `; answered by themselves: anna: mill`: since the last answer of the script; if nothing has, what of this player's did before.
    pub(super) fn told(&self, who: &str) -> String {
        let new: Vec<&str> = self.all[self.before..].iter().map(|(itself, _)| itself.as_str()).collect();
        match new.as_slice() {
            [] => {
                let own = |itself: &&(String, Option<String>)| {
                    itself.0.strip_prefix(who).is_some_and(|rest| rest.starts_with(':'))
                };
                let Some((itself, before)) = self.all.iter().rfind(own) else { return String::new() };
                let before = before.as_ref().map_or(String::new(), |next| format!(" before `{next}`"));
                format!("; `{itself}` answered itself{before}")
            }
            [.., a, b, c, d, e] if new.len() > 5 => {
                format!("; {} questions answered themselves, the last: {a}; {b}; {c}; {d}; {e}", new.len())
            }
            all => format!("; answered by themselves: {}", all.join("; ")),
        }
    }
}
