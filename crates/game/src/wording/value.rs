//! Options as structured values, for programs that choose by content, and in notation.

use serde::{Deserialize, Serialize};
use tavola_core::code::{self, Arm, ArmKind, Ask, Legend, NONE, Notation, Set};
use tavola_core::lower::Lowered;

use super::notation::{Style, show};
use super::text::plain;

/// An option of the open question as structured values.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct OptionValue {
    /// Sort of answer.
    pub answer: Answered,
    /// Values in the order of the question: the parameters of an action, or the chosen elements. Empty if the option names nothing.
    pub values: Vec<Value>,
}

/// Sort of answer that an option is.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Answered {
    /// "Yes" to a `may`.
    Yes,
    /// "No" to a `may`, or to an optional action or choice.
    No,
    /// "Done": enough has been chosen.
    Done,
    /// One of several texts.
    OneOf(String),
    /// An action, card or menu, by its name.
    Action(String),
    /// An element of a set. In a division, the number of the pile, from 1.
    Choice,
    /// The shown values of a way, if the question combines several.
    AtOnce,
}

/// A value that an option names.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Value {
    /// Nothing: `none`.
    None,
    /// A number.
    Number(i32),
    /// `yes` or `no`.
    Truth(bool),
    /// A member of a kind, such as a player or a cell of a board.
    Member {
        /// Name of the kind.
        kind: String,
        /// Notation of the member.
        id: String,
    },
    /// Notation of a thing.
    Thing(String),
    /// Notation of a place.
    Place(String),
    /// Elements of a set.
    Several(Vec<Value>),
    /// Notation of a list, or of things with counts.
    Notation(String),
}

/// An option as structured values.
pub(crate) fn option(lowered: &Lowered, ask: &Ask, words: &[i32]) -> OptionValue {
    let legend = &lowered.legend;
    let named =
        || ask.values(&lowered.program, words).into_iter().map(|(ty, words)| value(legend, ty, words)).collect();
    if ask.at_once.is_some() {
        return OptionValue { answer: Answered::AtOnce, values: named() };
    }
    let arm = &ask.arms[words[0].max(0) as usize];
    let bare = |answer| OptionValue { answer, values: Vec::new() };
    match &arm.kind {
        ArmKind::Yes => bare(Answered::Yes),
        ArmKind::No => bare(Answered::No),
        ArmKind::Done => bare(Answered::Done),
        ArmKind::Option => bare(Answered::OneOf(option_notation(lowered, ask, words, false))),
        ArmKind::Action(name) => OptionValue { answer: Answered::Action(name.clone()), values: named() },
        ArmKind::Choice if matches!(ask.part, code::AskPart::Division(_)) => OptionValue {
            answer: Answered::Choice,
            values: words[1..2].iter().map(|pile| Value::Number(pile + 1)).collect(),
        },
        ArmKind::Choice => OptionValue { answer: Answered::Choice, values: named() },
    }
}

/// An option in notation. With `short`, things have no owner.
pub(crate) fn option_notation(lowered: &Lowered, ask: &Ask, words: &[i32], short: bool) -> String {
    match &ask.at_once {
        Some(_) => formed(lowered, ask, None, &values(lowered, ask, words, Style::Language)),
        None => {
            let arm = &ask.arms[words[0].max(0) as usize];
            formed(lowered, ask, Some(arm), &named(lowered, ask, words, short))
        }
    }
}

/// The notation of an option from those of its values. `arm` is `None` for a question that combines several.
pub(super) fn formed(lowered: &Lowered, ask: &Ask, arm: Option<&Arm>, values: &[String]) -> String {
    let Some(arm) = arm else { return listed(values) };
    match &arm.kind {
        ArmKind::Yes => "yes".to_owned(),
        ArmKind::No => "no".to_owned(),
        ArmKind::Done => "done".to_owned(),
        ArmKind::Option => arm.label.map_or_else(String::new, |label| plain(&lowered.program, label)),
        ArmKind::Action(name) if values.is_empty() => name.clone(),
        ArmKind::Action(name) => format!("{name}({})", values.join(", ")),
        ArmKind::Choice => pile(ask, values).unwrap_or_else(|| listed(values)),
    }
}

/// Number of a pile, from 1, if the question is a division.
pub(super) fn pile(ask: &Ask, values: &[String]) -> Option<String> {
    matches!(ask.part, code::AskPart::Division(_)).then(|| {
        let pile: i64 = values.first().and_then(|value| value.parse().ok()).unwrap_or(0);
        (pile + 1).to_string()
    })
}

/// Texts of an option's values.
pub(super) fn values(lowered: &Lowered, ask: &Ask, option: &[i32], style: Style) -> Vec<String> {
    let values = ask.values(&lowered.program, option).into_iter();
    values.map(|(ty, words)| show(&lowered.legend, ty, words, style)).collect()
}

fn named(lowered: &Lowered, ask: &Ask, option: &[i32], short: bool) -> Vec<String> {
    let legend = &lowered.legend;
    let print = |(ty, words): (u32, &[i32])| match (&legend.types[ty as usize], words) {
        (Notation::Piece, [piece]) if short => legend.prints.get(usize::try_from(*piece).ok()?)?.as_ref(),
        _ => None,
    };
    let name = |(ty, words)| match print((ty, words)) {
        Some(print) => print.of.notation.clone(),
        None => show(legend, ty, words, Style::Language),
    };
    ask.values(&lowered.program, option).into_iter().map(name).collect()
}

/// Notation of several values: one by itself, others in square brackets.
fn listed(values: &[String]) -> String {
    match values {
        [one] => one.clone(),
        _ => format!("[{}]", values.join(", ")),
    }
}

fn value(legend: &Legend, notation: u32, words: &[i32]) -> Value {
    let text = || show(legend, notation, words, Style::Language);
    let word = words.first().copied().unwrap_or(NONE);
    match &legend.types[notation as usize] {
        Notation::Set(inner) => {
            Value::Several(Set::from_words(words).iter().map(|member| value(legend, *inner, &[member])).collect())
        }
        Notation::List(..) | Notation::Bag | Notation::Amounts(_) => Value::Notation(text()),
        _ if word == NONE => Value::None,
        Notation::Number => Value::Number(word),
        Notation::YesNo => Value::Truth(word != 0),
        Notation::Member(kind) => Value::Member { kind: legend.kinds[*kind as usize].name.clone(), id: text() },
        Notation::Piece => Value::Thing(text()),
        Notation::Cell => Value::Place(text()),
    }
}
