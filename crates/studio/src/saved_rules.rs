//! The rules as they were saved: those of now, and those before them.

use std::collections::BTreeMap;

/// Rules as they were saved last and before. Saves with errors do not count.
#[derive(Default)]
pub(crate) struct SavedRules {
    now: BTreeMap<String, String>,
    /// Texts of the game at the save before the present rules. `None` until other rules are saved.
    pub(crate) before: Option<BTreeMap<String, String>>,
}

impl SavedRules {
    /// Takes the texts of the game, whose rules have no errors.
    pub(crate) fn take(&mut self, texts: BTreeMap<String, String>) {
        let rules = |texts: &BTreeMap<String, String>| {
            let own = texts.iter().filter(|(path, _)| path.ends_with(".tavola"));
            own.map(|(path, text)| (path.clone(), text.clone())).collect::<Vec<_>>()
        };
        if rules(&self.now) != rules(&texts) {
            let before = std::mem::replace(&mut self.now, texts);
            self.before = Some(before).filter(|before| !before.is_empty());
        }
    }
}
