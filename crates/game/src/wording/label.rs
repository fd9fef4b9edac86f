//! Labels of options for players, whole and in parts.

use crate::words::words;
use serde::{Deserialize, Serialize};
use tavola_core::code::{self, Arm, ArmKind, Ask, AskId, Domain, Expr, ExprId, Notation, Program, TextId, TextPart};
use tavola_core::lower::Lowered;
use tavola_core::vm::{Machine, State};

use super::notation::{Style, cell, show, thing_in};
use super::value::{pile, values};

/// Separators after which a text belongs to the next value.
const STOPS: [&str; 3] = [", ", "; ", ": "];

/// A thing that an option takes from a place.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Drawn {
    /// Notation in the option.
    pub named: String,
    /// Notation in the place, where the owner may be left out.
    pub thing: String,
    /// Notation of the place: `hand[anna]`.
    pub place: String,
}

/// Builder of labels for questions at one position.
pub(crate) struct Labels<'a> {
    pub(crate) lowered: &'a Lowered,
    pub(crate) machine: &'a mut Machine,
    pub(crate) state: &'a State,
}

impl<'a> Labels<'a> {
    fn ask(&self, id: AskId) -> &'a Ask {
        &self.lowered.program.asks[id.index()]
    }

    /// Label of an option in parts, one for each value that it names, with the words about it: `die 6`, `, to Hill`, `, boat at Ford`.
    pub(crate) fn worded(&mut self, id: AskId, option: &[i32]) -> Vec<String> {
        let ask = self.ask(id);
        if let Some(label) = ask.label(option) {
            return stretches(self.pieces(id, option, &self.lowered.program.texts[label.index()].parts));
        }
        if ask.at_once.is_some() {
            return side_by_side(values(self.lowered, ask, option, Style::People), ", ");
        }
        let arm = &ask.arms[option[0].max(0) as usize];
        unlabelled(ask, arm, self.titles(id, arm, option))
    }

    /// Label of an option as a whole.
    pub(crate) fn whole(&mut self, id: AskId, option: &[i32]) -> String {
        self.worded(id, option).concat()
    }

    /// Label of an option for everybody who learns the answer. Details shown beside the chosen names are for the asked player only.
    pub(crate) fn logged_label(&mut self, id: AskId, option: &[i32]) -> String {
        let ask = self.ask(id);
        match ask.arms.get(option[0].max(0) as usize).filter(|arm| ask.at_once.is_none() && arm.is_shown()) {
            Some(arm) => self.titles(id, arm, option).join(", "),
            None => self.whole(id, option),
        }
    }

    /// Titles of an option's values. Things have the title that they have in their place.
    fn titles(&mut self, id: AskId, arm: &Arm, option: &[i32]) -> Vec<String> {
        let (legend, ask) = (&self.lowered.legend, self.ask(id));
        let mut titles = values(self.lowered, ask, option, Style::People);
        for (at, cell) in self.origins(id, arm, option) {
            if let Some(piece) = piece_at(self.lowered, ask, option, at) {
                titles[at].clone_from(&thing_in(legend, piece, cell).title);
            }
        }
        titles
    }

    /// Things that an option takes from places.
    pub(crate) fn drawn(&mut self, id: AskId, option: &[i32]) -> Vec<Drawn> {
        let (legend, ask) = (&self.lowered.legend, self.ask(id));
        if ask.at_once.is_some() {
            return Vec::new();
        }
        let arm = &ask.arms[option[0].max(0) as usize];
        let names = values(self.lowered, ask, option, Style::Language);
        let drawn = |(at, place): (usize, i32)| {
            let named = names[at].clone();
            let piece = piece_at(self.lowered, ask, option, at);
            let here = piece.map(|piece| thing_in(legend, piece, place).notation.clone());
            Drawn { thing: here.unwrap_or_else(|| named.clone()), named, place: cell(legend, place, Style::Language) }
        };
        self.origins(id, arm, option).into_iter().map(drawn).collect()
    }

    /// Indexes of an option's values that are taken from a place, with that place.
    fn origins(&mut self, id: AskId, arm: &Arm, option: &[i32]) -> Vec<(usize, i32)> {
        let (program, state) = (&self.lowered.program, self.state);
        let places = arm
            .binders(program)
            .iter()
            .take(arm.types.len())
            .map(|binder| place_of(program, binder.domain))
            .enumerate();
        let places = places.filter_map(|(at, place)| Some((at, place?)));
        let origin = |(at, place)| {
            let word = |machine: &mut Machine| machine.word(program, state, place).ok();
            Some((at, self.machine.with_option(program, id, option, word)?))
        };
        places.filter_map(origin).collect()
    }

    /// Notation of the values in the holes of a text, from left to right.
    pub(crate) fn named_in(&mut self, id: AskId, option: &[i32], text: TextId) -> Vec<String> {
        let program = &self.lowered.program;
        let state = self.state;
        let mut named = Vec::new();
        for part in &program.texts[text.index()].parts {
            let &TextPart::Value(expr, ty, shape) = part else { continue };
            let filled = |machine: &mut Machine| words(machine, program, state, (expr, shape));
            if let Ok(filled) = self.machine.with_option(program, id, option, filled) {
                named.push(show(&self.lowered.legend, ty, &filled, Style::Language));
            }
        }
        named
    }

    /// A text with its holes filled, in pieces. The flag is true for a hole.
    pub(crate) fn pieces(&mut self, id: AskId, option: &[i32], parts: &[TextPart]) -> Vec<(String, bool)> {
        let (program, state) = (&self.lowered.program, self.state);
        let piece = |part: &TextPart| match part {
            TextPart::Plain(plain) => (plain.clone(), false),
            &TextPart::Value(expr, ty, shape) => {
                let filled = |machine: &mut Machine| words(machine, program, state, (expr, shape));
                let filled = self.machine.with_option(program, id, option, filled);
                let filled = filled.unwrap_or_else(|_| vec![code::NONE]);
                (show(&self.lowered.legend, ty, &filled, Style::People), true)
            }
        };
        parts.iter().map(piece).collect()
    }
}

/// Label of an option without a text of its own, in parts, from the titles of its values.
pub(super) fn unlabelled(ask: &Ask, arm: &Arm, titles: Vec<String>) -> Vec<String> {
    match &arm.kind {
        ArmKind::Yes => vec!["yes".to_owned()],
        ArmKind::No => vec!["no".to_owned()],
        ArmKind::Done => vec!["done".to_owned()],
        ArmKind::Action(name) => {
            let mut words = side_by_side(titles, " ");
            let name = name.replace('_', " ");
            match words.first_mut() {
                Some(first) => *first = format!("{name} {first}"),
                None => words.push(name),
            }
            words
        }
        _ => pile(ask, &titles).map_or_else(|| side_by_side(titles, ", "), |pile| vec![format!("pile {pile}")]),
    }
}

/// Place that things are chosen from, if all of them lie in one.
pub(crate) fn place_of(program: &Program, domain: Domain) -> Option<ExprId> {
    match domain {
        Domain::Cell { cell, .. } | Domain::Next { cell } => Some(cell),
        Domain::NextPiece { bag, .. } | Domain::Bag { bag, .. } => match program.exprs[bag.index()] {
            Expr::BagAt { cell, .. } => Some(cell),
            _ => None,
        },
        _ => None,
    }
}

/// Piece of an option's value, if it is a piece.
fn piece_at(Lowered { program, legend }: &Lowered, ask: &Ask, option: &[i32], at: usize) -> Option<u32> {
    let (ty, words) = *ask.values(program, option).get(at)?;
    let is_piece = matches!(legend.types[ty as usize], Notation::Piece);
    u32::try_from(*words.first()?).ok().filter(|_| is_piece)
}

/// Values, with a separator in front of all but the first.
pub(super) fn side_by_side(values: Vec<String>, between: &str) -> Vec<String> {
    let one = |(at, value): (usize, String)| if at == 0 { value } else { format!("{between}{value}") };
    values.into_iter().enumerate().map(one).collect()
}

/// Splits a text into one part for each value. Words up to a separator belong to the value before, all others to the next.
fn stretches(pieces: Vec<(String, bool)>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut open = String::new();
    let mut valued = false;
    for (text, value) in pieces {
        let stop = match (valued, value) {
            (false, _) => None,
            (true, true) => Some(0),
            (true, false) => STOPS.iter().filter_map(|stop| text.rfind(stop)).max().or(Some(0)),
        };
        match stop {
            None => open.push_str(&text),
            Some(stop) => {
                open.push_str(&text[..stop]);
                all.push(std::mem::replace(&mut open, text[stop..].to_owned()));
            }
        }
        valued = value;
    }
    // Words after the last value belong to it.
    match all.last_mut().filter(|_| !valued) {
        Some(last) => last.push_str(&open),
        None => all.push(open),
    }
    all
}
