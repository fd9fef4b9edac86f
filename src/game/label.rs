//! Options as players read them: as a whole, and part by part.

use crate::code::{self, Arm, ArmKind, AskId, ExprId, Legend, Notation, Shape, TextPart};
use crate::vm::{Machine, State};

use super::Referee;
use super::happened::place_of;
use super::notation::{Style, cell, show, thing_in};
use super::position::words;
use super::question::Drawn;

/// What ends what is said of one value, where a text goes on to the next.
const STOPS: [&str; 3] = [", ", "; ", ": "];

impl Referee {
    /// An option as players read it, in stretches: one for each value that it names, with the words about it. Together they
    /// are its label: `die 6`, `, to Hill`, `, boat at Ford`.
    pub(super) fn worded(&mut self, state: &State, id: AskId, values: &[i32]) -> Vec<String> {
        let game = self.game.clone();
        let ask = &game.program().asks[id.index()];
        if let Some(label) = ask.label(values) {
            return stretches(self.pieces(state, id, values, &game.program().texts[label.index()].parts));
        }
        if let Some(once) = &ask.at_once {
            return side_by_side(self.values(&once.types, values, Style::People), ", ");
        }
        let arm = &ask.arms[values[0].max(0) as usize];
        match &arm.kind {
            ArmKind::Yes => vec!["yes".to_owned()],
            ArmKind::No => vec!["no".to_owned()],
            ArmKind::Done => vec!["done".to_owned()],
            ArmKind::Action(name) => {
                let mut words = side_by_side(self.titles(state, id, arm, values), " ");
                let name = name.replace('_', " ");
                match words.first_mut() {
                    Some(first) => *first = format!("{name} {first}"),
                    None => words.push(name),
                }
                words
            }
            _ => {
                let values = self.titles(state, id, arm, values);
                self.pile(ask, &values).map_or_else(|| side_by_side(values, ", "), |pile| vec![format!("pile {pile}")])
            }
        }
    }

    /// An option as everybody may read it who hears the answer: what is shown beside the names that are chosen is for the asked player.
    pub(super) fn answer_label(&mut self, state: &State, option: usize) -> String {
        let values = self.options.get(option).to_vec();
        let Some(id) = self.ask else { return String::new() };
        let game = self.game.clone();
        let ask = &game.program().asks[id.index()];
        match ask.arms.get(values[0].max(0) as usize).filter(|arm| ask.at_once.is_none() && arm.is_shown()) {
            Some(arm) => self.titles(state, id, arm, &values).join(", "),
            None => self.label_of(state, id, &values),
        }
    }

    /// An option as a whole.
    pub(super) fn label_of(&mut self, state: &State, id: AskId, values: &[i32]) -> String {
        self.worded(state, id, values).concat()
    }

    /// What an option's names stand for, as players read it; things as they are called where they lie.
    fn titles(&mut self, state: &State, ask: AskId, arm: &Arm, option: &[i32]) -> Vec<String> {
        let game = self.game.clone();
        let legend = &game.inner.lowered.legend;
        let mut titles = self.values(&arm.types, option, Style::People);
        for (at, cell) in self.origins(state, ask, arm, option) {
            if let Some(piece) = piece_at(legend, arm, option, at) {
                titles[at].clone_from(&thing_in(legend, piece, cell).title);
            }
        }
        titles
    }

    /// The things that an option names, with the places out of which they are chosen.
    pub(super) fn drawn(&mut self, state: &State, ask: AskId, option: &[i32]) -> Vec<Drawn> {
        let game = self.game.clone();
        let legend = &game.inner.lowered.legend;
        let code = &game.program().asks[ask.index()];
        if code.at_once.is_some() {
            return Vec::new();
        }
        let arm = &code.arms[option[0].max(0) as usize];
        let origins = self.origins(state, ask, arm, option);
        let names = self.values(&arm.types, option, Style::Language);
        let drawn = |(at, place): (usize, i32)| {
            let named = names[at].clone();
            let here = piece_at(legend, arm, option, at).map(|piece| thing_in(legend, piece, place).notation.clone());
            Drawn { thing: here.unwrap_or_else(|| named.clone()), named, place: cell(legend, place, Style::Language) }
        };
        origins.into_iter().map(drawn).collect()
    }

    /// Which of an option's values are things that are chosen out of a place, and out of which.
    fn origins(&mut self, state: &State, ask: AskId, arm: &Arm, option: &[i32]) -> Vec<(usize, i32)> {
        let game = self.game.clone();
        let program = game.program();
        let binders = arm.query.map_or(&[][..], |query| &program.queries[query.index()].binders[..]);
        let places = binders.iter().take(arm.types.len()).map(|binder| place_of(program, binder.domain)).enumerate();
        let places = places.filter_map(|(at, place)| Some((at, place?)));
        let origin = |(at, place)| {
            let word = |machine: &mut Machine| machine.word(program, state, place).ok();
            Some((at, self.machine.with_option(program, ask, option, word)?))
        };
        places.filter_map(origin).collect()
    }

    /// A text with its holes filled, piece by piece, and whether each fills a hole.
    pub(super) fn pieces(
        &mut self,
        state: &State,
        ask: AskId,
        option: &[i32],
        parts: &[TextPart],
    ) -> Vec<(String, bool)> {
        let game = self.game.clone();
        let program = game.program();
        let hole = |machine: &mut Machine, expr: ExprId, shape: Shape| {
            words(machine, program, state, (expr, shape)).unwrap_or_else(|_| vec![code::NONE])
        };
        let piece = |part: &TextPart| match part {
            TextPart::Plain(plain) => (plain.clone(), false),
            TextPart::Value(expr, ty, shape) => {
                let words = self.machine.with_option(program, ask, option, |machine| hole(machine, *expr, *shape));
                (show(&game.inner.lowered.legend, *ty, &words, Style::People), true)
            }
        };
        parts.iter().map(piece).collect()
    }
}

/// The piece that a value of an option is, if it is one.
fn piece_at(legend: &Legend, arm: &Arm, option: &[i32], at: usize) -> Option<u32> {
    let is_piece = matches!(legend.types[arm.types[at] as usize], Notation::Piece);
    u32::try_from(option[at + 1]).ok().filter(|_| is_piece)
}

/// Values with something between them.
fn side_by_side(values: Vec<String>, between: &str) -> Vec<String> {
    let one = |(at, value): (usize, String)| if at == 0 { value } else { format!("{between}{value}") };
    values.into_iter().enumerate().map(one).collect()
}

/// A stretch for each value: words up to a stop behind a value belong to it, all others to the value that follows.
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
    // What stands behind the last value belongs to it.
    match all.last_mut().filter(|_| !valued) {
        Some(last) => last.push_str(&open),
        None => all.push(open),
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_cut_at_its_values() {
        let cut = |text: &str| {
            let pieces = text.split('|').enumerate().map(|(at, piece)| (piece.to_owned(), at % 2 == 1));
            stretches(pieces.filter(|(piece, _)| !piece.is_empty()).collect())
        };
        assert_eq!(cut("die |6|, to |Hill|, boat at |Ford|"), ["die 6", ", to Hill", ", boat at Ford"]);
        assert_eq!(cut("the |Silk| on |Ben|'s |left| cart"), ["the Silk", " on Ben", "'s left cart"]);
        assert_eq!(cut("|2| carts, to |Hill| (far)"), ["2 carts", ", to Hill (far)"]);
        assert_eq!(cut("sell no more"), ["sell no more"]);
        assert_eq!(cut("sell |Silk| now"), ["sell Silk now"]);
        assert_eq!(cut("|Silk||2|"), ["Silk", "2"]);
    }
}
