//! Rulings as the rules play them: the answer in force, in the words of `rulebook.yaml`.

use std::collections::BTreeMap;

use super::{RulePart, Rules, RulingText};
use tavola_syntax::text::capital;

/// A ruling of `rulebook.yaml` with the answer that the rules play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedRuling<'a> {
    /// The entry of `rulebook.yaml`.
    pub ruling: &'a RulingText,
    /// The answer that is played.
    pub answer: String,
    /// True if a variant or a setting selects another answer than the rulebook.
    pub changed: bool,
    /// The answers that are not played.
    pub others: Vec<OtherAnswer>,
}

/// An answer that a setting or ruling of the rules can select.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherAnswer {
    /// Value that selects it. `None` if several values do.
    pub value: Option<String>,
    /// The answer.
    pub text: String,
}

impl PlayedRuling<'_> {
    /// Question and answer as one text.
    pub fn text(&self) -> String {
        format!("{} {}", self.ruling.question, self.answer)
    }

    /// The answer of the rulebook, if another one is played.
    pub fn until_now(&self) -> Option<&str> {
        self.changed.then_some(self.ruling.answer.as_str())
    }
}

impl Rules {
    /// All rulings of `rulebook.yaml` with the answers that these rules play. `set` are names and values of settings that are changed.
    pub fn rulings(&self, set: &[(String, String)]) -> Vec<PlayedRuling<'_>> {
        self.played(&|_| None, set)
    }

    /// All rulings with the answers that these rules play. A ruling that reads as in the rules `before` says what the answer means there.
    pub fn rulings_since(&self, before: &Self) -> Vec<PlayedRuling<'_>> {
        let printed = before.switches(&before.printed_parts());
        let texts = before.rulebook().map(|book| book.rulings.as_slice()).unwrap_or_default();
        let as_before = |ruling: &RulingText| {
            let alike = |own: &&RulingText| {
                own.answer == ruling.answer && own.alternatives == ruling.alternatives && own.setting == ruling.setting
            };
            texts.iter().find(|own| own.id == ruling.id).filter(alike)?;
            printed.get(ruling.setting.as_ref()?).cloned()
        };
        self.played(&as_before, &[])
    }

    /// `before` is the switch of a ruling in other rules with the same texts.
    fn played(
        &self,
        before: &dyn Fn(&RulingText) -> Option<Switch>,
        set: &[(String, String)],
    ) -> Vec<PlayedRuling<'_>> {
        let (printed, mut now) = (self.switches(&self.printed_parts()), self.switches(&self.parts()));
        for (name, value) in set {
            if let Some(switch) = now.get_mut(name) {
                switch.answer = switch.as_word(value);
            }
        }
        let all = self.rulebook().map(|book| book.rulings.as_slice()).unwrap_or_default();
        let one = |ruling| {
            let name = RulingText::setting_name(ruling);
            let switch = before(ruling).or_else(|| printed.get(name?).cloned());
            let value = name.and_then(|name| now.get(name)).map(|now| now.answer.as_str());
            switch.zip(value).map_or_else(|| unswitched(ruling), |(switch, value)| switch.played(ruling, value))
        };
        all.iter().map(one).collect()
    }

    /// The settings and rulings among these parts, by name.
    fn switches(&self, parts: &[RulePart]) -> BTreeMap<String, Switch> {
        parts.iter().filter_map(|part| Some((part.id.row.clone()?, Switch::of(part)?))).collect()
    }
}

/// A ruling that nothing in the rules selects.
fn unswitched(ruling: &RulingText) -> PlayedRuling<'_> {
    let other = |text: &String| OtherAnswer { value: None, text: text.clone() };
    let others = ruling.alternatives.iter().map(other).collect();
    PlayedRuling { ruling, answer: ruling.answer.clone(), changed: false, others }
}

/// A setting or ruling of the rules that selects an answer.
#[derive(Clone)]
struct Switch {
    /// Its value.
    answer: String,
    /// Its other values; empty if they are numbers.
    instead: Vec<String>,
    /// The meaning of a setting.
    meaning: Option<String>,
}

impl Switch {
    /// The switch in a row of the settings or rulings.
    fn of(part: &RulePart) -> Option<Self> {
        let words = |text: &str| text.split(',').map(|word| word.trim().to_owned()).collect::<Vec<_>>();
        let cell = |column: &str| part.cell(column).unwrap_or_default();
        match part.id.sort {
            "rulings" => {
                Some(Self { answer: cell("answer").to_owned(), instead: words(cell("instead of")), meaning: None })
            }
            "settings" => {
                let answer = cell("value").to_owned();
                let mut instead = words(cell("range"));
                instead.retain(|word| *word != answer && word.starts_with(char::is_alphabetic));
                let meaning = cell("meaning").trim_matches('"').to_owned();
                Some(Self { answer, instead, meaning: Some(meaning) })
            }
            _ => None,
        }
    }

    /// A value as the rules write it: `true` as `yes`.
    fn as_word(&self, value: &str) -> String {
        let is_word = self.answer == value || self.instead.iter().any(|word| word == value);
        match value {
            "true" if !is_word => "yes".to_owned(),
            "false" if !is_word => "no".to_owned(),
            _ => value.to_owned(),
        }
    }

    /// The sentence of a value. A value without a sentence in the rulebook is named.
    fn sentence(&self, ruling: &RulingText, value: &str) -> String {
        if value == self.answer {
            return ruling.answer.clone();
        }
        let at = self.instead.iter().position(|word| word == value);
        let alternative = at.and_then(|at| ruling.alternatives.get(at));
        let words = value.replace('_', " ");
        alternative.cloned().unwrap_or_else(|| match &self.meaning {
            Some(meaning) => format!("{}: {words}.", capital(meaning)),
            None => format!("{}.", capital(&words)),
        })
    }

    /// A ruling with the answer of this value. The switch has the value of the rulebook.
    fn played<'a>(&self, ruling: &'a RulingText, value: &str) -> PlayedRuling<'a> {
        let changed = value != self.answer;
        let values = std::iter::once(&self.answer).chain(&self.instead).filter(|own| *own != value);
        let other = |own: &String| OtherAnswer { value: Some(own.clone()), text: self.sentence(ruling, own) };
        let more = ruling.alternatives.iter().skip(self.instead.len());
        let more = more.map(|text| OtherAnswer { value: None, text: text.clone() });
        let is_listed = changed || !ruling.alternatives.is_empty();
        let others = values.map(other).chain(more).filter(|_| is_listed).collect();
        PlayedRuling { ruling, answer: self.sentence(ruling, value), changed, others }
    }
}
