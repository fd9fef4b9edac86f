//! The open question as its player may see it: everything needed to draw it, and no position.

use crate::Pending;
use crate::view::{CountedThing, DisplayRows, PlaceView, Shown, Viewing, named};
use crate::wording::{Drawn, Value, option_notation};
use serde::{Deserialize, Serialize};
use tavola_core::code::AskId;

use super::{Asking, Part};

/// The open question of a player, complete for drawing.
///
/// Its contents are the same in all positions that the player cannot tell apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Question {
    /// Seat of the asked player.
    pub player: usize,
    /// Text of the question.
    pub prompt: String,
    /// Clauses that the line of the question cites.
    pub clauses: Vec<String>,
    /// Possible answers, in the order of the options.
    pub options: Vec<Choice>,
    /// Title of the action or card that the answer "no" would decline. `None` if the question belongs to a rule.
    pub declined: Option<String>,
    /// Sorts of things that the options name and that have values or clauses to show, each once.
    pub cards: Vec<Card>,
    /// Role of the question in an answer of several parts.
    pub part: Part,
    /// Things that the text of the question names, each once: what is for sale, for example.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<CountedThing>,
    /// The thing that a division asks about, as the player reads it.
    pub thing: Option<String>,
    /// State of a division.
    pub division: Option<Divided>,
}

/// A sort of thing that may be chosen, with its details.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Card {
    /// Notation without the owner.
    pub notation: String,
    /// Name for players.
    pub title: String,
    /// Rows of `display` for its kind, name and value, as far as the asked player may see them.
    pub values: Vec<(String, String)>,
    /// Clauses that its row cites.
    pub clauses: Vec<String>,
}

/// A division in progress, as the asked player reads it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Divided {
    /// Name of each pile, and the things in it so far.
    pub piles: Vec<(String, Vec<CountedThing>)>,
    /// Things that are in no pile yet.
    pub left: Vec<CountedThing>,
}

/// An option of a question.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Choice {
    /// Notation of the language, see [`Referee::notation`](crate::Referee::notation).
    pub notation: String,
    /// Label for players.
    pub label: String,
    /// The label in parts, one for each value that it names, with the words about it: `die 6`, `, to Hill`.
    pub parts: Vec<String>,
    /// Single answers that the option stands for, if several questions are asked as one; see [`Referee::way`](crate::Referee::way).
    pub way: Vec<String>,
    /// Notation of each of these single answers.
    pub steps: Vec<String>,
    /// Things that the option names and takes from a place.
    pub drawn: Vec<Drawn>,
}

impl Question {
    /// Text of the question, with the thing that a division asks about.
    pub fn whole_prompt(&self) -> String {
        match &self.thing {
            Some(thing) if !self.prompt.contains(thing.as_str()) => format!("{} ({thing})", self.prompt),
            _ => self.prompt.clone(),
        }
    }

    /// Label of an option. A bare "no" also says what is declined, unless "yes" is offered as well.
    pub fn label(&self, option: &Choice) -> String {
        let yes = self.options.iter().any(|other| other.notation == "yes");
        match &self.declined {
            _ if option.notation != "no" || option.label != "no" || yes => option.label.clone(),
            Some(title) => format!("no, leave it ({title})"),
            None => "no, choose nothing".to_owned(),
        }
    }

    /// Label of an option in parts, see [`Question::label`].
    pub fn parts(&self, option: &Choice) -> Vec<String> {
        let label = self.label(option);
        if label == option.label { option.parts.clone() } else { vec![label] }
    }
}

impl Choice {
    /// Steps of the way, without those at its beginning that the label already names.
    pub fn further_way(&self) -> Vec<String> {
        let ends = |part: &String, word: &str| {
            part.strip_suffix(word).is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
        };
        let sees_answer = |step: &&String| step.split(", ").all(|word| self.parts.iter().any(|part| ends(part, word)));
        self.way.iter().skip_while(sees_answer).cloned().collect()
    }
}

impl Asking<'_> {
    /// The open question, if a player is asked.
    pub(crate) fn question(&mut self, rows: &mut DisplayRows) -> Option<Question> {
        let ask = self.ask()?;
        let Pending::Choice(player) = self.pending() else { return None };
        Some(Question {
            player,
            prompt: self.prompt(),
            about: self.about(),
            clauses: self.game.book().clauses_at(ask.span).to_vec(),
            options: (0..self.open.options.len()).map(|option| self.choice(option)).collect(),
            declined: self.declined(),
            cards: self.cards(rows, player),
            part: self.part(),
            thing: self.divided_as_read(player),
            division: self.under_way(),
        })
    }

    fn choice(&mut self, option: usize) -> Choice {
        let id = self.open.id.expect("a question is open");
        let values = self.open.options.get(option);
        let parts = self.labels().worded(id, values);
        let steps = self.steps(option).unwrap_or_default();
        let drawn = match steps.as_slice() {
            [] => self.labels().drawn(id, values),
            steps => steps.iter().flat_map(|(state, id, values)| self.labels_at(state).drawn(*id, values)).collect(),
        };
        let lowered = self.game.lowered();
        let notation = self.open.notation(lowered, option);
        let step = |(_, id, values): &(_, AskId, Vec<i32>)| {
            option_notation(lowered, &lowered.program.asks[id.index()], values, false)
        };
        let named = steps.iter().map(step).collect();
        Choice { notation, label: parts.concat(), parts, way: self.worded(steps), steps: named, drawn }
    }

    /// The view of the asked player.
    pub(super) fn viewing(&mut self, player: usize) -> Viewing<'_> {
        Viewing { game: self.game, state: self.state, viewer: Some(player), eye: self.eye() }
    }

    /// Sorts of things that options name, with their details.
    fn cards(&mut self, rows: &mut DisplayRows, player: usize) -> Vec<Card> {
        let (book, legend) = (self.game.book(), self.game.legend());
        let mut named: Vec<String> = Vec::new();
        let options = (0..self.open.options.len()).map(|option| self.open.value(self.game.lowered(), option));
        for value in options.flat_map(|option| option.values) {
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
        let shown = self.viewing(player).shown(rows);
        let card = |notation: String| {
            let own = |row: &Shown| row.of.as_ref().is_some_and(|(_, member, _)| *member == notation);
            let value = |row: &Shown| row.value.clone().map(|value| (row.name.clone(), value));
            let values = shown.iter().filter(|row| own(row)).filter_map(value).collect();
            let title = legend.pieces.iter().find(|piece| piece.notation == notation).map(|piece| piece.title.clone());
            let clauses = book.clauses_of_member(&notation);
            Card { title: title.unwrap_or_default(), values, clauses, notation }
        };
        let cards = named.into_iter().map(card);
        cards.filter(|card| !(card.values.is_empty() && card.clauses.is_empty())).collect()
    }

    /// Things that the text of the question names. A member of a kind of cards stands for its card.
    fn about(&mut self) -> Vec<CountedThing> {
        let (Some(id), Some(prompt)) = (self.open.id, self.ask().and_then(|ask| ask.prompt)) else { return Vec::new() };
        let option = self.open.options.iter().next().unwrap_or_default();
        let mut things: Vec<CountedThing> = Vec::new();
        for name in self.labels().named_in(id, option, prompt) {
            let piece = self.game.legend().pieces.iter().find(|piece| piece.notation == name);
            things.extend(piece.map(|piece| named(piece, 1)).filter(|thing| !things.contains(thing)));
        }
        things
    }

    /// The thing that a division asks about, under the name that it has where the asked player sees it.
    fn divided_as_read(&mut self, player: usize) -> Option<String> {
        let Part::Division { thing, .. } = self.part() else { return None };
        let things = self.viewing(player).places().into_iter().flat_map(|place: PlaceView| place.things);
        let known = things.into_iter().find(|(notation, _, _)| *notation == thing);
        Some(known.map_or(thing, |(_, shown, _)| shown))
    }

    /// Contents of the piles so far, if a division is open.
    fn under_way(&mut self) -> Option<Divided> {
        let (id, division) = (self.open.id?, self.division()?);
        let pieces = &self.game.legend().pieces;
        let named = |piece: u32, count: i32| {
            let count = u32::try_from(count).ok().filter(|&count| count > 0)?;
            Some(named(&pieces[piece as usize], count))
        };
        let rows = || division.lying.iter().zip(division.matrix.chunks(division.room));
        let mut piles = Vec::new();
        for pile in 0..division.count {
            let things = rows().filter_map(|((piece, _), row)| named(*piece, row[pile])).collect();
            piles.push((self.labels().whole(id, &[0, pile as i32]), things));
        }
        let left = rows()
            .filter_map(|((piece, count), row)| {
                named(*piece, row.iter().fold(*count, |left, &placed| left.saturating_sub(placed)))
            })
            .collect();
        Some(Divided { piles, left })
    }
}
