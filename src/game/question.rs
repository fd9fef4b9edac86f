//! The open question as its player may see it: all that is drawn of it, and no position.

use crate::code;
use crate::vm::State;

use super::depths::Named;
use super::shown::Shown;
use super::value::Value;
use super::{Part, Pending, Referee};

/// The open question of a player as he reads it. Whoever draws a question needs nothing else: everything in it is the same
/// in all positions that he cannot tell apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    /// Who is asked, by seat.
    pub player: usize,
    /// What is asked.
    pub prompt: String,
    /// The clauses that its line cites.
    pub clauses: Vec<String>,
    /// What may be answered, in the order of the options.
    pub options: Vec<Choice>,
    /// What is left undone by the answer "no": the title of the action or card that asks; none where a rule asks.
    pub declined: Option<String>,
    /// The sorts of things that its options name and of which something is told, each once.
    pub cards: Vec<Card>,
    /// What it is a part of.
    pub part: Part,
    /// The thing that a division asks about, as he reads it.
    pub thing: Option<String>,
    /// A division at its next thing.
    pub division: Option<Divided>,
}

/// What is told of a sort of thing that may be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Card {
    /// In notation, without whose it is.
    pub notation: String,
    /// As players read it.
    pub title: String,
    /// Rows of `display` of its kind: name and value, as the asked player may know them.
    pub values: Vec<(String, String)>,
    /// The clauses that its row cites.
    pub clauses: Vec<String>,
}

/// A division that is under way, as the asked player reads it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Divided {
    /// Each pile, as it is called, and what he has put there so far.
    pub piles: Vec<(String, Vec<Named>)>,
    /// What lies in no pile yet.
    pub left: Vec<Named>,
}

/// An option of a question.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    /// In the language's notation, see [`Referee::notation`].
    pub notation: String,
    /// As players read it.
    pub label: String,
    /// The label in stretches, one for each value that it names, with the words about it: `die 6`, `, to Hill`.
    pub parts: Vec<String>,
    /// The answers that it stands for, where several are asked as one; see [`Referee::way`].
    pub way: Vec<String>,
    /// The things that it names and that are chosen out of a place.
    pub drawn: Vec<Drawn>,
}

/// A thing that an option names, where it lies.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Drawn {
    /// In notation, as the option names it.
    pub named: String,
    /// In notation, as it is called where it lies.
    pub thing: String,
    /// The place in notation: `hand[anna]`.
    pub place: String,
}

impl Question {
    /// What is asked, with the thing that a division asks about.
    pub fn whole_prompt(&self) -> String {
        match &self.thing {
            Some(thing) if !self.prompt.contains(thing.as_str()) => format!("{} ({thing})", self.prompt),
            _ => self.prompt.clone(),
        }
    }

    /// How an option reads: a bare "no" says what is left undone, unless there is a "yes" beside it.
    pub fn label(&self, option: &Choice) -> String {
        let yes = self.options.iter().any(|other| other.notation == "yes");
        match &self.declined {
            _ if option.notation != "no" || option.label != "no" || yes => option.label.clone(),
            Some(title) => format!("no, leave it ({title})"),
            None => "no, choose nothing".to_owned(),
        }
    }

    /// The label in stretches, as it is read here.
    pub fn parts(&self, option: &Choice) -> Vec<String> {
        let label = self.label(option);
        if label == option.label { option.parts.clone() } else { vec![label] }
    }
}

impl Choice {
    /// The way without the steps at its beginning that the label tells.
    pub fn further_way(&self) -> Vec<String> {
        let ends = |part: &String, word: &str| {
            part.strip_suffix(word).is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
        };
        let is_told = |step: &&String| step.split(", ").all(|word| self.parts.iter().any(|part| ends(part, word)));
        self.way.iter().skip_while(is_told).cloned().collect()
    }
}

/// A division at its next thing: what lies in its place, and what is laid where so far.
struct Division {
    /// How many piles there are room for.
    room: usize,
    /// How many there are.
    count: usize,
    /// How many there are of each of its pieces: `(piece, count)`.
    lying: Vec<(u32, i32)>,
    /// A row for each piece, a number for each pile.
    matrix: Vec<i32>,
}

impl Referee {
    /// The open question, if a player is asked; it must be open at this referee, as after [`Referee::run`].
    pub fn question(&mut self, state: &State) -> Option<Question> {
        let id = self.ask?;
        let Pending::Choice(player) = self.pending_at(state) else { return None };
        let choice = |referee: &mut Self, option: usize| {
            let values = referee.options.get(option).to_vec();
            let parts = referee.worded(state, id, &values);
            let steps = referee.steps(state, option).unwrap_or_default();
            let drawn = match steps.as_slice() {
                [] => referee.drawn(state, id, &values),
                steps => steps.iter().flat_map(|(state, id, values)| referee.drawn(state, *id, values)).collect(),
            };
            let way = referee.labels(steps);
            Choice { notation: referee.notation(option), label: parts.concat(), parts, way, drawn }
        };
        Some(Question {
            player,
            prompt: self.prompt(state),
            clauses: self.clauses(),
            options: (0..self.options()).map(|option| choice(self, option)).collect(),
            declined: self.declined(state),
            cards: self.cards(state, player),
            part: self.part(state),
            thing: self.divided_as_read(state, player),
            division: self.under_way(state),
        })
    }

    /// The sorts of things that options name, with what is told of them.
    fn cards(&mut self, state: &State, player: usize) -> Vec<Card> {
        let game = self.game.clone();
        let legend = &game.inner.lowered.legend;
        let mut named: Vec<String> = Vec::new();
        for value in self.each_option().flat_map(|option| option.values) {
            let (Value::Thing(id) | Value::Member { id, .. }) = value else { continue };
            let own = id.split('[').next().unwrap_or_default();
            if !named.iter().any(|known| known == own) {
                named.push(own.to_owned());
            }
        }
        named.retain(|own| legend.pieces.iter().any(|piece| piece.notation == *own));
        if named.is_empty() {
            return Vec::new();
        }
        let shown = self.shown(state, Some(player));
        let card = |notation: String| {
            let own = |row: &Shown| row.of.as_ref().is_some_and(|(_, member, _)| *member == notation);
            let value = |row: &Shown| row.value.clone().map(|value| (row.name.clone(), value));
            let values = shown.iter().filter(|row| own(row)).filter_map(value).collect();
            let title = legend.pieces.iter().find(|piece| piece.notation == notation).map(|piece| piece.title.clone());
            let clauses = game.inner.book.clauses_of_member(&notation);
            Card { title: title.unwrap_or_default(), values, clauses, notation }
        };
        let cards = named.into_iter().map(card);
        cards.filter(|card| !(card.values.is_empty() && card.clauses.is_empty())).collect()
    }

    /// The thing that a division asks about, as the asked player calls it where he sees it lie.
    fn divided_as_read(&mut self, state: &State, player: usize) -> Option<String> {
        let Part::Division { thing, .. } = self.part(state) else { return None };
        let places = self.view(state, Some(player)).places;
        let known = places.into_iter().flat_map(|place| place.things).find(|(notation, _, _)| *notation == thing);
        Some(known.map_or(thing, |(_, shown, _)| shown))
    }

    /// How players call the thing that a division asks about.
    pub(super) fn divided_title(&mut self, state: &State) -> Option<String> {
        let piece = self.divided(state)?;
        Some(self.game.inner.lowered.legend.pieces[piece as usize].title.clone())
    }

    /// The thing that a division asks about: the first piece of which more lie in the place than are in the matrix.
    pub(super) fn divided(&mut self, state: &State) -> Option<u32> {
        let division = self.division(state)?;
        let rows = division.matrix.chunks(division.room);
        division
            .lying
            .iter()
            .zip(rows)
            .find(|((_, count), row)| *count > row.iter().sum())
            .map(|((piece, _), _)| *piece)
    }

    /// The division of the open question: that of the player who is asked, and of nobody else.
    fn division(&mut self, state: &State) -> Option<Division> {
        let game = self.game.clone();
        let program = game.program();
        let code::Part::Division(id) = self.open_ask()?.part else { return None };
        let divide = &program.divides[id as usize];
        let cell = self.machine.word(program, state, divide.from).ok()?;
        let matrix = self.matrix(state, id)?.to_vec();
        let there = self.things(state, u32::try_from(cell).ok()?);
        let count = |piece: u32| there.iter().find(|thing| thing.0 == piece).map_or(0, |thing| thing.1 as i32);
        let lying = divide.pieces.iter().map(|&piece| (piece, count(piece))).collect();
        let room = divide.room as usize;
        let asked = self.machine.word(program, state, divide.piles).ok();
        let count = asked.and_then(|count| usize::try_from(count).ok()).map_or(room, |count| count.min(room));
        Some(Division { room, count, lying, matrix })
    }

    /// What lies in which pile so far, if the open question goes on with a division.
    fn under_way(&mut self, state: &State) -> Option<Divided> {
        let game = self.game.clone();
        let (id, division) = (self.ask?, self.division(state)?);
        let pieces = &game.inner.lowered.legend.pieces;
        let named = |piece: u32, count: i32| {
            let name = &pieces[piece as usize];
            let count = u32::try_from(count).ok().filter(|&count| count > 0)?;
            Some((name.notation.clone(), name.title.clone(), count))
        };
        let rows = || division.lying.iter().zip(division.matrix.chunks(division.room));
        let mut piles = Vec::new();
        for pile in 0..division.count {
            let things = rows().filter_map(|((piece, _), row)| named(*piece, row[pile])).collect();
            piles.push((self.label_of(state, id, &[0, pile as i32]), things));
        }
        let left = rows().filter_map(|((piece, count), row)| named(*piece, count - row.iter().sum::<i32>())).collect();
        Some(Divided { piles, left })
    }
}
