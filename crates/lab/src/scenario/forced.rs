//! Answers that are given automatically while a script is played, for the messages of failures.

use tavola_game::State;

/// Answers that the script does not give: to questions with one option, or from `unless_said`.
#[derive(Default)]
pub(super) struct Forced {
    all: Vec<ForcedAnswer>,
    /// Number of them before the last answer of the script.
    before: usize,
}

/// An answer that the script does not give.
pub(super) struct ForcedAnswer {
    /// The answer: `anna: mill`.
    pub(super) itself: String,
    /// The answer of the script before which it was given.
    pub(super) next: Option<String>,
    /// Position in which it was given, while a transcript is kept.
    pub(super) position: Option<State>,
}

/// Maximum number of these positions that are searched for the question that an answer was meant for.
const MAX_POSITIONS: usize = 20;

impl ForcedAnswer {
    /// The answer without its player: `mill`.
    fn what(&self) -> String {
        self.itself.split_once(": ").map_or("", |(_, what)| what).to_owned()
    }

    fn is_of(&self, who: &str) -> bool {
        self.itself.strip_prefix(who).is_some_and(|rest| rest.starts_with(':'))
    }
}

impl Forced {
    /// Adds an automatic answer.
    pub(super) fn add(&mut self, answer: ForcedAnswer) {
        self.all.push(answer);
    }

    /// True if a question of this player was answered automatically since the last answer of the script.
    pub(super) fn has_answered(&self, who: &str) -> bool {
        self.all[self.before..].iter().any(|answer| answer.is_of(who))
    }

    /// Automatic answers of this player since the last answer of the script, each with the position of its question. The
    /// latest comes first.
    pub(super) fn answers_of(&self, who: &str) -> Vec<(String, State)> {
        let own = self.all[self.before..].iter().rev().filter(|answer| answer.is_of(who));
        own.filter_map(|answer| Some((answer.what(), answer.position.clone()?))).take(MAX_POSITIONS).collect()
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
        let new: Vec<&str> = self.all[self.before..].iter().map(|answer| answer.itself.as_str()).collect();
        match new.as_slice() {
            [] => {
                let own = self.all.iter().rfind(|answer| answer.is_of(who));
                let Some(ForcedAnswer { itself, next, .. }) = own else { return String::new() };
                let before = next.as_ref().map_or(String::new(), |next| format!(" before `{next}`"));
                format!(" (`{itself}` was answered automatically{before})")
            }
            [.., a, b, c, d, e] if new.len() > 5 => {
                format!(" ({} questions were answered automatically, the last: {a}; {b}; {c}; {d}; {e})", new.len())
            }
            all => format!(" (answered automatically: {})", all.join("; ")),
        }
    }
}
