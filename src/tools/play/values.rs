//! Tracks, memory and what else is shown, as far as it belongs to no player.

use std::collections::BTreeMap;

use super::written::{NOTHING, of_player, words};
use crate::tools::paint::clean;
use tavola_game::{Display, View};

/// Of more values of one name only those are told that are not the usual one.
const MANY: usize = 12;
/// So many values of one name are told at most.
const MOST: usize = 60;
/// An index and what stands there.
type IndexedValue<'v> = (&'v Vec<String>, &'v str);

/// Tracks and memory that belong to no player.
pub(super) fn values(view: &View, display: &Display, names: &[String], single: &mut Vec<(String, String)>) {
    let shown = view.shown.iter().filter(|shown| shown.of.is_none());
    let worth = |value: &&String| !NOTHING.contains(&value.as_str());
    single.extend(shown.filter_map(|s| Some((clean(&s.name), clean(s.value.as_ref().filter(worth)?)))));
    let tracks = view.tracks.iter().map(|t| (&t.name, &t.index, (&t.shown, t.told.as_str())));
    let memory = view.memory.iter().map(|m| (&m.name, &m.index, (&m.shown, m.told.as_str())));
    let mut all: Vec<(&String, Vec<IndexedValue>)> = Vec::new();
    for (name, index, value) in tracks.chain(memory) {
        if of_player(index, names).is_some() || display.leaves_out(name) {
            continue;
        }
        match all.last_mut() {
            Some((last, values)) if *last == name => values.push(value),
            _ => all.push((name, vec![value])),
        }
    }
    single.extend(all.into_iter().map(|(name, values)| (words(name), told(&values))));
}

/// `Hill 3, Mill 5`, `Hill: Mill and Ford; Mill: Hill`; of many values only those that are not what most of them are.
fn told(values: &[IndexedValue]) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    values.iter().for_each(|(_, value)| *counts.entry(value).or_default() += 1);
    let most = counts.into_iter().max_by_key(|(_, count)| *count).map(|(value, _)| value);
    let usual = most.filter(|_| values.len() > MANY);
    let shown = values.iter().filter(|(_, value)| !NOTHING.contains(value) && Some(*value) != usual);
    let long = shown.clone().any(|(_, value)| value.contains(' '));
    let (colon, comma) = if long { (": ", "; ") } else { (" ", ", ") };
    let one = |(index, value): &IndexedValue| match index.is_empty() {
        true => clean(value),
        false => format!("{}{colon}{}", clean(&index.join(" ")), clean(value)),
    };
    let mut texts: Vec<String> = shown.clone().take(MOST).map(one).collect();
    let more = shown.count() - texts.len();
    if more > 0 {
        texts.push(format!("{more} more"));
    }
    if let Some(usual) = usual.filter(|usual| !NOTHING.contains(usual)) {
        let rest = if texts.is_empty() { "all" } else { "all others" };
        texts.push(format!("{rest} {}", clean(usual)));
    }
    texts.join(comma)
}
