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
    Written(String),
}

/// An option as structured values.
pub(crate) fn option(lowered: &Lowered, ask: &Ask, words: &[i32]) -> OptionValue {
    let legend = &lowered.legend;
    let named = |types: &[u32]| types.iter().zip(&words[1..]).map(|(&ty, &word)| value(legend, ty, word)).collect();
    if let Some(once) = &ask.at_once {
        return OptionValue { answer: Answered::AtOnce, values: named(&once.types) };
    }
    let arm = &ask.arms[words[0].max(0) as usize];
    let bare = |answer| OptionValue { answer, values: Vec::new() };
    match &arm.kind {
        ArmKind::Yes => bare(Answered::Yes),
        ArmKind::No => bare(Answered::No),
        ArmKind::Done => bare(Answered::Done),
        ArmKind::Option => bare(Answered::OneOf(written(lowered, ask, words, false))),
        ArmKind::Action(name) => OptionValue { answer: Answered::Action(name.clone()), values: named(&arm.types) },
        ArmKind::Choice if matches!(ask.part, code::AskPart::Division(_)) => OptionValue {
            answer: Answered::Choice,
            values: words[1..2].iter().map(|pile| Value::Number(pile + 1)).collect(),
        },
        ArmKind::Choice => OptionValue { answer: Answered::Choice, values: named(&arm.types) },
    }
}

/// An option in notation. With `short`, things have no owner.
pub(crate) fn written(lowered: &Lowered, ask: &Ask, words: &[i32], short: bool) -> String {
    let legend = &lowered.legend;
    match &ask.at_once {
        Some(once) => formed(lowered, ask, None, &values(legend, &once.types, words, Style::Language)),
        None => {
            let arm = &ask.arms[words[0].max(0) as usize];
            formed(lowered, ask, Some(arm), &named(legend, &arm.types, words, short))
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
pub(super) fn values(legend: &Legend, types: &[u32], option: &[i32], style: Style) -> Vec<String> {
    types.iter().enumerate().map(|(at, &ty)| show(legend, ty, &option[at + 1..=at + 1], style)).collect()
}

fn named(legend: &Legend, types: &[u32], option: &[i32], short: bool) -> Vec<String> {
    let mut names = values(legend, types, option, Style::Language);
    for (at, (name, &ty)) in names.iter_mut().zip(types).enumerate().filter(|_| short) {
        let print = match legend.types[ty as usize] {
            Notation::Piece => usize::try_from(option[at + 1]).ok().and_then(|piece| legend.prints.get(piece)),
            _ => None,
        };
        if let Some(Some(print)) = print {
            name.clone_from(&print.of.notation);
        }
    }
    names
}

/// Notation of several values: one by itself, others in square brackets.
fn listed(values: &[String]) -> String {
    match values {
        [one] => one.clone(),
        _ => format!("[{}]", values.join(", ")),
    }
}

fn value(legend: &Legend, notation: u32, word: i32) -> Value {
    let written = || show(legend, notation, &[word], Style::Language);
    match &legend.types[notation as usize] {
        Notation::Set(inner) => {
            Value::Several(Set::from_words(&[word]).iter().map(|member| value(legend, *inner, member)).collect())
        }
        Notation::List(..) | Notation::Bag | Notation::Amounts(_) => Value::Written(written()),
        _ if word == NONE => Value::None,
        Notation::Number => Value::Number(word),
        Notation::YesNo => Value::Truth(word != 0),
        Notation::Member(kind) => Value::Member { kind: legend.kinds[*kind as usize].name.clone(), id: written() },
        Notation::Piece => Value::Thing(written()),
        Notation::Cell => Value::Place(written()),
    }
}
