//! The options of the open question by their names.

use std::collections::BTreeMap;

use crate::game::wording::normal;

/// What is known of the names of the open question's options.
#[derive(Default)]
pub(super) struct Spelling {
    /// How often an option of this question was looked for.
    asked: usize,
    /// The first option of each name, in its normal form. Made when a second one is looked for: a game that is read
    /// again asks once at each question, and then a walk through the options is cheaper.
    options: BTreeMap<String, usize>,
}

impl Spelling {
    /// Other options are there.
    pub(super) fn forget(&mut self) {
        self.asked = 0;
        self.options.clear();
    }

    /// The first of `count` options whose name reads like the wanted one; `name` writes one.
    pub(super) fn find(&mut self, wanted: &str, count: usize, name: impl Fn(usize) -> String) -> Option<usize> {
        self.asked += 1;
        if self.asked == 1 {
            return (0..count).find(|&option| normal(&name(option)) == wanted);
        }
        if self.asked == 2 {
            // From the last to the first: the first stays.
            self.options = (0..count).rev().map(|option| (normal(&name(option)), option)).collect();
        }
        self.options.get(wanted).copied()
    }
}
