//! Texts of values: in the notation of the language (`visit(hill)`) and for players (`Visit Hill`).

use tavola_core::code::{AxisNames, Legend, MemberName, NONE, Notation, Set, ValueShape};
use tavola_syntax::text::name_list;

/// Style of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// Notation of the language, unambiguous and parseable.
    Language,
    /// Titles for players.
    People,
}

/// Text of a value, given as words.
pub(crate) fn show(legend: &Legend, notation: u32, words: &[i32], style: Style) -> String {
    let word = words.first().copied().unwrap_or(NONE);
    match &legend.types[notation as usize] {
        Notation::Set(inner) => {
            let members = Set::from_words(words).iter().map(|member| show(legend, *inner, &[member], style));
            enclosed(members.collect(), style, ("{", "}"))
        }
        Notation::List(inner, shape) => {
            let element = match shape {
                ValueShape::List { element, .. } => usize::from(*element),
                _ => 1,
            };
            let count = usize::try_from(word).unwrap_or(0);
            let items = words.get(1..).unwrap_or(&[]).chunks(element.max(1)).take(count);
            enclosed(items.map(|item| show(legend, *inner, item, style)).collect(), style, ("[", "]"))
        }
        Notation::Bag => {
            let things = words.iter().enumerate().filter(|&(_, &count)| count > 0);
            let things =
                things.map(|(piece, count)| format!("{count} {}", member(&legend.pieces, piece as i32, style)));
            enclosed(things.collect(), style, ("{", "}"))
        }
        Notation::Amounts(kind) => {
            let members = &legend.kinds[*kind as usize].members;
            let amounts = words.iter().skip(1).enumerate().filter(|&(_, &count)| count > 0);
            let amounts = amounts.map(|(at, count)| format!("{count} {}", member(members, at as i32, style)));
            enclosed(amounts.collect(), style, ("{", "}"))
        }
        _ if word == NONE => "none".to_owned(),
        Notation::Number => word.to_string(),
        Notation::YesNo => if word == 0 { "no" } else { "yes" }.to_owned(),
        Notation::Member(kind) => member(&legend.kinds[*kind as usize].members, word, style),
        Notation::Piece => member(&legend.pieces, word, style),
        Notation::Cell => cell(legend, word, style),
    }
}

/// Name of a thing in a place. The owner is left out if the indexes of the place determine it.
pub(crate) fn thing_in(legend: &Legend, piece: u32, cell: i32) -> &MemberName {
    let full = &legend.pieces[piece as usize];
    let (Some(print), Some((place, values))) = (&legend.prints[piece as usize], locate(legend, cell)) else {
        return full;
    };
    let axes = &legend.places[place].axes;
    let is_named = |&(kind, value): &(Option<u32>, i32)| {
        axes.iter().zip(&values).any(|(axis, &at)| {
            let same = match &legend.types[axis.notation as usize] {
                Notation::Member(own) => kind == Some(*own),
                _ => kind.is_none(),
            };
            same && at == value
        })
    };
    if print.further.iter().all(is_named) { &print.of } else { full }
}

fn member(names: &[MemberName], at: i32, style: Style) -> String {
    let name = usize::try_from(at).ok().and_then(|at| names.get(at));
    name.map_or_else(
        || "none".to_owned(),
        |name| if style == Style::Language { &name.notation } else { &name.title }.clone(),
    )
}

fn enclosed(items: Vec<String>, style: Style, (open, close): (&str, &str)) -> String {
    match (style, items.as_slice()) {
        (Style::People, []) => "none".to_owned(),
        (Style::People, items) => name_list(items),
        (Style::Language, items) => format!("{open}{}{close}", items.join(", ")),
    }
}

/// Title of a player.
pub(crate) fn player(legend: &Legend, seat: usize) -> String {
    legend.kinds[0].members.get(seat).map_or_else(String::new, |name| name.title.clone())
}

/// `hand[anna]`, or the name alone without indexes.
pub(crate) fn indexed(name: &str, index: &[String]) -> String {
    if index.is_empty() { name.to_owned() } else { format!("{name}[{}]", index.join(", ")) }
}

/// Text of a place: `town[hill]`, or for players `Hill`, `Anna's hand`.
pub(crate) fn cell(legend: &Legend, cell: i32, style: Style) -> String {
    let Some((place, index)) = locate(legend, cell) else {
        return "none".to_owned();
    };
    let names = &legend.places[place];
    let values: Vec<(String, bool)> = names
        .axes
        .iter()
        .zip(&index)
        .map(|(axis, &value)| {
            let player = legend.types[axis.notation as usize] == Notation::Member(0);
            (show(legend, axis.notation, &[value], style), player)
        })
        .collect();
    if style == Style::Language {
        let index: Vec<String> = values.into_iter().map(|(value, _)| value).collect();
        return indexed(&names.name, &index);
    }
    let mut text = names.name.replace('_', " ");
    for (value, player) in &values {
        text = match player {
            true => format!("{value}'s {text}"),
            false => format!("{text} {value}"),
        };
    }
    text
}

/// Family and indexes of a place.
pub(crate) fn locate(legend: &Legend, cell: i32) -> Option<(usize, Vec<i32>)> {
    let mut first = 0;
    for (at, place) in legend.places.iter().enumerate() {
        let count = count(&place.axes);
        if let Ok(offset) = u32::try_from(cell - first)
            && offset < count
        {
            return Some((at, split(offset, &place.axes)));
        }
        first += count as i32;
    }
    None
}

/// Number of index tuples of these axes.
pub(crate) fn count(axes: &[AxisNames]) -> u32 {
    axes.iter().map(|axis| axis.count).product()
}

/// All index tuples, in order.
pub(crate) fn each(axes: &[AxisNames]) -> impl ExactSizeIterator<Item = Vec<i32>> {
    (0..count(axes)).map(|at| split(at, axes))
}

/// Texts of indexes.
pub(crate) fn indexes(legend: &Legend, axes: &[AxisNames], index: &[i32], style: Style) -> Vec<String> {
    axes.iter().zip(index).map(|(axis, &value)| show(legend, axis.notation, &[value], style)).collect()
}

/// The index tuple number `at`. The last index varies fastest.
pub(crate) fn split(at: u32, axes: &[AxisNames]) -> Vec<i32> {
    let mut rest = at;
    let mut values: Vec<i32> = Vec::new();
    for axis in axes.iter().rev() {
        values.push(axis.first + (rest % axis.count) as i32);
        rest /= axis.count;
    }
    values.reverse();
    values
}
