//! Options as values: for programs that pick by what an answer says, and not by how it is written.

use crate::code::{self, ArmKind, Legend, NONE, Notation, Set};

use super::Referee;
use super::notation::{Style, show};

/// An option of the open question, taken apart.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OptionValue {
    /// What sort of answer it is.
    pub answer: Answered,
    /// What it names, in the order of the question: the parameters of an action, what is chosen; nothing where it names nothing.
    pub values: Vec<Value>,
}

/// What sort of answer an option is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Answered {
    /// To what one may do.
    Yes,
    /// To what one may do, and leaves; also of an action or a choice that nobody must take.
    No,
    /// Enough has been chosen.
    Done,
    /// One of several texts.
    OneOf(String),
    /// An action (or a card, a menu) by its name.
    Action(String),
    /// One of a set; of a division the pile, from 1.
    Choice,
    /// What a question that is asked at once shows of its ways.
    AtOnce,
}

/// What an option names.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// Nothing: `none`.
    None,
    /// A number.
    Number(i32),
    /// `yes` or `no`.
    Truth(bool),
    /// A member of a kind: a town, a player, a cell of a board.
    Member {
        /// Its kind.
        kind: String,
        /// As the rules write it.
        id: String,
    },
    /// A thing, as the rules write it.
    Thing(String),
    /// A place, as the rules write it.
    Place(String),
    /// A set.
    Several(Vec<Value>),
    /// A list, or things with counts, as the rules write them.
    Written(String),
}

impl Referee {
    /// All options of the open question as values, in their order.
    pub fn each_option(&self) -> impl ExactSizeIterator<Item = OptionValue> + '_ {
        (0..self.options()).map(|option| self.option(option))
    }

    /// An option of the open question as values.
    ///
    /// # Panics
    /// If no question is open, or it has no such option.
    pub fn option(&self, option: usize) -> OptionValue {
        let ask = self.open_ask().expect("a question is open: call `run` before");
        let words = self.options.get(option);
        let legend = &self.game.inner.lowered.legend;
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
            ArmKind::Option => bare(Answered::OneOf(self.notation(option))),
            ArmKind::Action(name) => OptionValue { answer: Answered::Action(name.clone()), values: named(&arm.types) },
            ArmKind::Choice if matches!(ask.part, code::Part::Division(_)) => OptionValue {
                answer: Answered::Choice,
                values: words[1..2].iter().map(|pile| Value::Number(pile + 1)).collect(),
            },
            ArmKind::Choice => OptionValue { answer: Answered::Choice, values: named(&arm.types) },
        }
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
