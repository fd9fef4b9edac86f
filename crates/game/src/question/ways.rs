//! Reasons why a question that combines several has no way with certain values.

use crate::wording::{Style, show};

use super::Asking;

/// Maximum number of values named in a sentence.
const MOST: usize = 12;

impl Asking<'_> {
    /// Reason why no way has an option's values. `None` if the open question does not combine several.
    pub(super) fn way_reason(&mut self, option: &[i32]) -> Option<String> {
        let known: Vec<Option<i32>> = option.get(1..)?.iter().copied().map(Some).collect();
        self.no_way(&known)
    }

    /// First option with these values. `None` is a wildcard.
    pub(super) fn way_with(&self, known: &[Option<i32>]) -> Option<usize> {
        self.open.options.iter().position(|option| agrees(option, known, None))
    }

    /// Reason why no way has these values, with the values that the last of them could have instead. `None` is a wildcard.
    pub(super) fn no_way(&self, known: &[Option<i32>]) -> Option<String> {
        let once = self.ask()?.at_once.as_ref()?;
        let title = |slot: usize, value: i32| {
            let ty = once.types.get(slot)?;
            Some(show(self.game.legend(), *ty, &[value], Style::People))
        };
        let titles = |but: Option<usize>| -> String {
            let named = known.iter().enumerate().filter(|(slot, _)| Some(*slot) != but);
            let named: Vec<String> = named.filter_map(|(slot, value)| title(slot, (*value)?)).collect();
            named.join(", ")
        };
        let wanted = titles(None);
        for slot in (0..known.len()).rev().filter(|&slot| known[slot].is_some()) {
            let agreeing = self.open.options.iter().filter(|option| agrees(option, known, Some(slot)));
            let mut values: Vec<i32> = agreeing.filter_map(|option| option.get(slot + 1).copied()).collect();
            values.sort_unstable();
            values.dedup();
            if values.is_empty() {
                continue;
            }
            let more = if values.len() > MOST { ", .." } else { "" };
            let shown: Vec<String> = values.iter().take(MOST).filter_map(|&value| title(slot, value)).collect();
            let rest = titles(Some(slot));
            let with = if rest.is_empty() { String::new() } else { format!("with {rest} ") };
            return Some(format!("no option has {wanted}: {with}there is {}{more}", shown.join(", ")));
        }
        Some(format!("no option has {wanted}"))
    }
}

/// True if an option has these values. The value at the slot `but` is ignored.
fn agrees(option: &[i32], known: &[Option<i32>], but: Option<usize>) -> bool {
    let mut slots = known.iter().enumerate().filter(|(slot, _)| Some(*slot) != but);
    slots.all(|(slot, value)| value.is_none_or(|value| option.get(slot + 1) == Some(&value)))
}
