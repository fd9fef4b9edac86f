//! Values that belong to no player: tracks, memory and the like.

use crate::tools::paint::clean;
use tavola_page::scene::{ShownGroup, is_worth};

/// Maximum number of values printed for one name.
const MOST: usize = 60;

/// Values in words: `Hill 3, Mill 5`, `Hill: Mill and Ford; Mill: Hill`. Of many, those that differ from the most common one.
pub(super) fn text_of(group: &ShownGroup<'_>) -> String {
    let usual = group.usual();
    let values = group.items.iter().filter_map(|item| Some((clean(&item.titles.join(" ")), item.value()?)));
    let shown: Vec<(String, &str)> = values.filter(|(_, value)| Some(*value) != usual).collect();
    let long = shown.iter().any(|(_, value)| value.contains(' '));
    let (colon, comma) = if long { (": ", "; ") } else { (" ", ", ") };
    let one = |(index, value): &(String, &str)| match index.is_empty() {
        true => clean(value),
        false => format!("{index}{colon}{}", clean(value)),
    };
    let mut texts: Vec<String> = shown.iter().take(MOST).map(one).collect();
    if shown.len() > MOST {
        texts.push(format!("{} more", shown.len() - MOST));
    }
    if let Some(usual) = usual.filter(|usual| is_worth(usual)) {
        let rest = if texts.is_empty() { "all" } else { "all others" };
        texts.push(format!("{rest} {}", clean(usual)));
    }
    texts.join(comma)
}
