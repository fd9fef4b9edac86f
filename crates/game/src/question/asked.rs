//! The open question as its player may see it: all that is drawn of it, and no position.

use crate::Pending;
use crate::view::{CountedThing, DisplayRows, PlaceView, Shown, Viewing, named};
use crate::wording::{Drawn, Value};

use super::{Asking, Part};

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
    /// DisplayRows of `display` of its kind: name and value, as the asked player may know them.
    pub values: Vec<(String, String)>,
    /// The clauses that its row cites.
    pub clauses: Vec<String>,
}

/// A division that is under way, as the asked player reads it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Divided {
    /// Each pile, as it is called, and what he has put there so far.
    pub piles: Vec<(String, Vec<CountedThing>)>,
    /// What lies in no pile yet.
    pub left: Vec<CountedThing>,
}

/// An option of a question.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    /// In the language's notation, see [`Referee::notation`](crate::Referee::notation).
    pub notation: String,
    /// As players read it.
    pub label: String,
    /// The label in stretches, one for each value that it names, with the words about it: `die 6`, `, to Hill`.
    pub parts: Vec<String>,
    /// The answers that it stands for, where several are asked as one; see [`Referee::way`](crate::Referee::way).
    pub way: Vec<String>,
    /// The things that it names and that are chosen out of a place.
    pub drawn: Vec<Drawn>,
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

impl Asking<'_> {
    /// The open question, if a player is asked.
    pub(crate) fn question(&mut self, rows: &mut DisplayRows) -> Option<Question> {
        let ask = self.ask()?;
        let Pending::Choice(player) = self.pending() else { return None };
        Some(Question {
            player,
            prompt: self.prompt(),
            clauses: self.game.book().clauses_at(ask.span).to_vec(),
            options: (0..self.open.options.len()).map(|option| self.choice(option)).collect(),
            declined: self.game.declined(self.state),
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
        let notation = self.open.notation(self.game.lowered(), option);
        Choice { notation, label: parts.concat(), parts, way: self.worded(steps), drawn }
    }

    /// What the asked player sees.
    pub(super) fn viewing(&mut self, player: usize) -> Viewing<'_> {
        Viewing { game: self.game, state: self.state, viewer: Some(player), eye: self.eye() }
    }

    /// The sorts of things that options name, with what is told of them.
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

    /// The thing that a division asks about, as the asked player calls it where he sees it lie.
    fn divided_as_read(&mut self, player: usize) -> Option<String> {
        let Part::Division { thing, .. } = self.part() else { return None };
        let things = self.viewing(player).places().into_iter().flat_map(|place: PlaceView| place.things);
        let known = things.into_iter().find(|(notation, _, _)| *notation == thing);
        Some(known.map_or(thing, |(_, shown, _)| shown))
    }

    /// What lies in which pile so far, if the open question goes on with a division.
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
        let left = rows().filter_map(|((piece, count), row)| named(*piece, count - row.iter().sum::<i32>())).collect();
        Some(Divided { piles, left })
    }
}
