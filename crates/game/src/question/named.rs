//! Explanation of a missing answer that is named in free words, in full or in part: cells, pieces, places.

use crate::Pending;
use crate::wording::{normal, plain};
use serde::{Deserialize, Serialize};
use tavola_core::code::{ArmKind, Ask, AskPart, Notation};
use tavola_core::lower::Lowered;
use tavola_core::vm::{Nearest, Reason};
use tavola_syntax::text::one_line;

use super::names::{NameBook, NamedPart, words};
use super::refusal::{Refused, unknown};
use super::{Asking, Refusal};

/// Maximum number of ways to read names as parts of an answer.
const MOST: usize = 12;

/// Maximum number of names that are listed.
const LISTED: usize = 5;

/// Result of asking why an answer is missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WhyNot {
    /// The answer, or one that begins like it, is offered: the first such option.
    Offered(usize),
    /// The answer is not offered.
    Refused(Refusal),
}

/// The most specific reason so far.
struct BestReason {
    rank: usize,
    /// The answer in words for players, as far as it is named. `None` if it has no title.
    phrase: Option<String>,
    option: Vec<i32>,
    reason: Reason,
}

impl Asking<'_> {
    /// Explains why an answer is not offered. It is named in words or in notation, in full or in part.
    /// The first of several names that can be an answer counts: a thing, then its place.
    /// If none can, things stand for their places.
    pub(crate) fn why_not(&mut self, names: &[&str], found: &mut dyn FnMut(&str) -> Option<usize>) -> WhyNot {
        if self.open.id.is_none() {
            return WhyNot::Refused(unknown("no question is open".to_owned()));
        }
        let mut book = NameBook::of(self.game.legend());
        self.name_arms(&mut book);
        book.ask_for(self.asked_types());
        for leniently in [false, true] {
            if leniently {
                self.name_lying(&mut book);
            }
            for name in names {
                if let Some(option) = found(name) {
                    return WhyNot::Offered(option);
                }
                let exact = self.refusal(name, &normal(name));
                if !exact.unknown {
                    return WhyNot::Refused(exact);
                }
                let titled = self.titled(name, &book);
                if let Some(answer) = self.nearest(name, titled, true) {
                    return answer;
                }
                let begun = self.begun(name, &book);
                if let Some(answer) = self.nearest(name, begun, false) {
                    return answer;
                }
                match self.named(name, &book, leniently) {
                    // An offered option is reported only if the player has named all of it.
                    Some(WhyNot::Offered(_)) if !book.knows_all(name) => {}
                    Some(answer) => return answer,
                    None => {}
                }
            }
        }
        let other = names.iter().find_map(|name| self.several(name, &book));
        let other = other.or_else(|| names.iter().find_map(|name| self.not_asked(name, &book)));
        let text = names.first().copied().unwrap_or_default();
        WhyNot::Refused(other.unwrap_or_else(|| self.refusal(text, &normal(text))))
    }

    /// Explains why an answer that is named by its title is not offered, with its values in words. `None` if the text is no title.
    pub(crate) fn why_titled(&mut self, text: &str) -> Option<WhyNot> {
        self.open.id?;
        let readings = self.titled(text, &NameBook::of(self.game.legend()));
        self.nearest(text, readings, true)
    }

    /// Explains a text as part of an answer. `None` if it cannot be one.
    fn named(&mut self, text: &str, book: &NameBook, leniently: bool) -> Option<WhyNot> {
        if let Some((action, _)) = text.split_once('(')
            && !book.begins(action)
        {
            return None;
        }
        let parts = book.parts(text, leniently)?;
        if self.ask()?.at_once.is_some() {
            return self.named_way(text, &parts);
        }
        let readings = self.readings(self.ask()?, &parts);
        self.nearest(text, readings, book.knows_all(text))
    }

    /// Explains a text by the nearest answer to one of its readings: arms with known values. `None` if there is none. An offered option
    /// counts only if all of it `is_named`.
    fn nearest(&mut self, text: &str, readings: Vec<(usize, Vec<Option<i32>>)>, is_named: bool) -> Option<WhyNot> {
        let (id, ask) = (self.open.id?, self.ask()?);
        let (program, state) = (self.game.program(), self.state);
        let mut hidden_parts = self.hidden_parts();
        let mut best: Option<BestReason> = None;
        for (number, known) in readings {
            let nearest = self.machine.nearest(program, state, (id, number), &known, &mut hidden_parts);
            match nearest {
                Ok(Nearest::Offered(_)) if !is_named => {}
                Ok(Nearest::Offered(option)) => {
                    // Options of a question have the width of its widest arm.
                    if let Some(at) = self.open.options.iter().position(|other| other.starts_with(&option)) {
                        return Some(WhyNot::Offered(at));
                    }
                }
                Ok(Nearest::Refused { option, reason, rank }) => {
                    if best.as_ref().is_none_or(|best| rank > best.rank) {
                        best = Some(BestReason {
                            rank,
                            phrase: self.phrase(number, &known).filter(|own| words(own) != words(text)),
                            option,
                            reason,
                        });
                    }
                }
                Ok(Nearest::Unknown) | Err(_) => {}
            }
        }
        let refused = Refused { game: self.game, state: self.state, notation: text, ask, asked: self.asked_player() };
        let best = best.filter(|best| refused.can_lie(&best.option))?;
        let part = self.part_reason(&best.option, &best.reason);
        let refusal = refused.because(&best.option, &best.reason, part);
        Some(WhyNot::Refused(match best.phrase {
            Some(phrase) => refusal.called(text, &phrase),
            None => refusal,
        }))
    }

    /// Explains a text for a question that combines several: first by the first of these questions, then by the offered ways.
    fn named_way(&mut self, text: &str, parts: &[NamedPart]) -> Option<WhyNot> {
        let (id, ask) = (self.open.id?, self.ask()?);
        let types = &ask.at_once.as_ref()?.types;
        let ways = self.placed(parts, types);
        if let Some(option) = ways.iter().find_map(|known| self.way_with(known)) {
            return Some(WhyNot::Offered(option));
        }
        let (program, state) = (self.game.program(), self.state);
        if let Ok(Some((inside, first))) = self.machine.first_inside(program, state, id) {
            let ask = &program.asks[first.index()];
            let mut hidden_parts = self.hidden_parts();
            for (number, known) in self.readings(ask, parts) {
                let nearest = self.machine.nearest(program, &inside, (first, number), &known, &mut hidden_parts);
                if let Ok(Nearest::Refused { option, reason, .. }) = nearest {
                    let refused =
                        Refused { game: self.game, state: self.state, notation: text, ask, asked: self.asked_player() };
                    return Some(WhyNot::Refused(refused.because(&option, &reason, None)));
                }
            }
        }
        let why = self.no_way(ways.first()?)?;
        let refused = Refused { game: self.game, state: self.state, notation: text, ask, asked: None };
        Some(WhyNot::Refused(refused.at(ask.span, format!("`{text}` is not possible: {why}"))))
    }

    /// All ways to read named parts as values of an arm.
    fn readings(&self, ask: &Ask, parts: &[NamedPart]) -> Vec<(usize, Vec<Option<i32>>)> {
        // A part that only names arms selects the arm.
        let is_arm = |part: &&NamedPart| !part.arms.is_empty() && part.readings.is_empty();
        let arms: Option<&NamedPart> = parts.iter().find(is_arm);
        let values: Vec<NamedPart> = parts.iter().filter(|part| !is_arm(part)).cloned().collect();
        let first = i32::from(matches!(ask.part, AskPart::Division(_)));
        let mut found = Vec::new();
        for (number, arm) in ask.arms.iter().enumerate() {
            let is_named = arms.map(|part| part.arms.contains(&number));
            // An arm with no named part is not meant.
            if is_named == Some(false) || is_named.is_none() && values.is_empty() {
                continue;
            }
            if values.is_empty() {
                found.push((number, vec![None; arm.types.len()]));
                continue;
            }
            for mut known in self.placed(&values, &arm.types) {
                known.iter_mut().flatten().for_each(|value| *value -= first);
                found.push((number, known));
            }
        }
        found
    }

    /// Assignments of named parts to values of these types, one each. In the given order if possible, else in any order.
    fn placed(&self, parts: &[NamedPart], types: &[u32]) -> Vec<Vec<Option<i32>>> {
        let types: Vec<&Notation> = types.iter().map(|&ty| &self.game.legend().types[ty as usize]).collect();
        let mut found = Vec::new();
        for in_order in [true, false] {
            place(parts, &types, &mut vec![None; types.len()], in_order.then_some(0), &mut found);
            if !found.is_empty() {
                break;
            }
        }
        found
    }

    /// Sorts of the values that the question asks for.
    fn asked_types(&self) -> Vec<Notation> {
        let types = self.ask().into_iter().flat_map(|ask| {
            ask.arms.iter().flat_map(|arm| &arm.types).chain(ask.at_once.iter().flat_map(|once| &once.types))
        });
        types.map(|&ty| self.game.legend().types[ty as usize].clone()).collect()
    }

    /// Adds the names of the question's arms.
    fn name_arms(&mut self, book: &mut NameBook) {
        let Some(ask) = self.ask() else { return };
        let Lowered { program, .. } = self.game.lowered();
        for (number, arm) in ask.arms.iter().enumerate() {
            if let ArmKind::Action(name) = &arm.kind {
                book.add_arm(name, number);
            }
            let label = arm.label.filter(|_| matches!(arm.kind, ArmKind::Option | ArmKind::Done));
            if let Some(label) = label.map(|label| plain(program, label)) {
                book.add_arm(&label, number);
            }
            match arm.kind {
                ArmKind::Done => book.add_arm("done", number),
                ArmKind::Yes => book.add_arm("yes", number),
                ArmKind::No => book.add_arm("no", number),
                _ => {}
            }
        }
    }

    /// Adds things as names of their places, as far as the asked player sees them.
    fn name_lying(&mut self, book: &mut NameBook) {
        let Pending::Choice(player) = self.pending() else { return };
        let own = self.game.legend().kinds[0].members.get(player).map(|name| name.notation.clone());
        let places = self.viewing(player).places();
        book.add_lying(&places, own.as_deref().unwrap_or_default());
    }

    /// Refusal for a part of the names of several answers.
    fn several(&mut self, text: &str, book: &NameBook) -> Option<Refusal> {
        let ask = self.ask()?;
        let longer = book.longer(text, &self.asked_types());
        let more = if longer.len() > LISTED { ", .." } else { "" };
        let names = longer.iter().take(LISTED).map(String::as_str).collect::<Vec<_>>().join(", ");
        let refused = Refused { game: self.game, state: self.state, notation: text, ask, asked: None };
        let message = format!("`{text}` is part of several names: {names}{more}; write one of them");
        (longer.len() > 1).then(|| refused.at(ask.span, message))
    }

    /// Refusal for something that the game knows and the question does not ask for.
    fn not_asked(&mut self, text: &str, book: &NameBook) -> Option<Refusal> {
        let wanted = words(text.split_once('(').map_or(text, |(action, _)| action));
        let is_sheet = self.game.book().rules.iter().any(|rule| rule.sheet.is_some() && words(&rule.name) == wanted);
        let is_named = |part: &NamedPart| part.readings.iter().any(|of| of.notation != Notation::Number);
        if !is_sheet && !book.parts(text, false).is_some_and(|parts| parts.iter().any(is_named)) {
            return None;
        }
        let ask = self.ask()?;
        let prompt = one_line(&self.prompt());
        let refused = Refused { game: self.game, state: self.state, notation: text, ask, asked: None };
        let refusal = refused.at(ask.span, format!("`{text}` is not asked for now; the question is: {prompt}"));
        let legend = self.game.legend();
        let mut names = legend.pieces.iter().chain(legend.kinds.iter().flat_map(|kind| kind.members.iter()));
        let own = names.find(|name| name.notation == text);
        Some(match own {
            Some(own) => refusal.called(text, &own.title),
            None => refusal,
        })
    }
}

/// Backtracking search for assignments of parts to slots of matching type. `next`: keep the order, from this slot on.
fn place(
    parts: &[NamedPart],
    types: &[&Notation],
    known: &mut Vec<Option<i32>>,
    next: Option<usize>,
    found: &mut Vec<Vec<Option<i32>>>,
) {
    let Some((part, others)) = parts.split_first() else {
        if !found.contains(known) {
            found.push(known.clone());
        }
        return;
    };
    for slot in next.unwrap_or(0)..types.len() {
        if known[slot].is_some() {
            continue;
        }
        for reading in part.readings.iter().filter(|reading| reading.notation == *types[slot]) {
            if found.len() >= MOST {
                return;
            }
            known[slot] = Some(reading.value);
            place(others, types, known, next.map(|_| slot + 1), found);
            known[slot] = None;
        }
    }
}
