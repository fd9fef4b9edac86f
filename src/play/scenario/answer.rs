//! One answer of a script may answer several questions of the machine: an order, a bag, a division.

use std::collections::VecDeque;

use crate::game::{Part, Referee, Refusal, State};
use crate::play::term::Term;
use crate::yaml::{Value, Yaml};

/// What of an answer is still to be given.
#[derive(Clone, Debug)]
pub(super) enum Rest {
    /// One option; none any more.
    Whole(Option<String>),
    /// The elements still to come.
    Order { elements: VecDeque<String>, begun: bool },
    /// The things still to be taken; and where the rules ask for them.
    Bag { things: Vec<Thing>, asked_at: Option<String> },
    /// The things still to be laid on each pile, and which of the machine's piles each pile has become.
    Division { piles: Vec<Pile> },
}

#[derive(Clone, Debug)]
pub(super) struct Thing {
    term: Term,
    text: String,
}

#[derive(Clone, Debug)]
pub(super) struct Pile {
    things: Vec<Term>,
    number: Option<usize>,
}

impl Rest {
    /// The whole answer, to a question of this sort.
    pub(super) fn new(part: &Part, what: &Yaml) -> Self {
        match (part, &what.value) {
            (Part::Order, Value::List(items)) => {
                Self::Order { elements: items.iter().map(Yaml::shown).collect(), begun: false }
            }
            (Part::Bag, Value::List(items)) => {
                let thing = |item: &Yaml| Thing { term: Term::of(item), text: item.shown() };
                Self::Bag { things: items.iter().map(thing).collect(), asked_at: None }
            }
            (Part::Bag, Value::Map(pairs)) => {
                Self::Bag { things: pairs.iter().flat_map(copies).collect(), asked_at: None }
            }
            (Part::Division(_), Value::List(piles))
                if piles.iter().all(|pile| matches!(pile.value, Value::List(_))) =>
            {
                Self::Division { piles: piles.iter().map(pile).collect() }
            }
            (Part::Bag, _) => {
                let thing = Thing { term: Term::of(what), text: what.shown() };
                Self::Bag { things: vec![thing], asked_at: Some(String::new()) }
            }
            _ => Self::Whole(Some(what.shown())),
        }
    }

    /// The option of the open question that the answer means. The question must be of the same sort as the first.
    pub(super) fn next(&mut self, referee: &mut Referee, state: &State) -> Result<usize, Refusal> {
        match self {
            Self::Whole(text) => referee.find(state, &text.take().unwrap_or_default()),
            Self::Order { elements, begun } => {
                if !std::mem::replace(begun, true) {
                    for element in elements.iter() {
                        referee.find(state, element)?;
                    }
                }
                referee.find(state, &elements.pop_front().unwrap_or_default())
            }
            Self::Bag { things, asked_at } => {
                asked_at.get_or_insert_with(|| referee.position(state).1);
                next_thing(things, referee, state)
            }
            Self::Division { piles } => next_pile(piles, referee, state),
        }
    }

    /// Whether the open question (asked of the same player) is answered by what is still to be given.
    pub(super) fn goes_on(&self, referee: &mut Referee, state: &State) -> bool {
        let part = referee.part(state);
        match self {
            Self::Whole(_) => false,
            Self::Order { elements, .. } => part == Part::Order && !elements.is_empty(),
            Self::Bag { things, asked_at } => {
                let closes = |referee: &mut Referee| {
                    *asked_at == Some(referee.position(state).1) && referee.find(state, "done").is_ok()
                };
                part == Part::Bag && (!things.is_empty() || closes(referee))
            }
            Self::Division { piles } => {
                matches!(part, Part::Division(_)) && piles.iter().any(|pile| !pile.things.is_empty())
            }
        }
    }

    /// Why a bag cannot end here, if its question is still open and it cannot.
    pub(super) fn too_little(&self, referee: &mut Referee, state: &State) -> Option<Refusal> {
        match self {
            Self::Bag { things, asked_at } if things.is_empty() && *asked_at == Some(referee.position(state).1) => {
                if referee.half_chosen(state) {
                    referee.find(state, "done").err()
                } else {
                    None
                }
            }
            _ => None,
        }
    }

    /// What nobody asked for. The last element of an order is no question.
    pub(super) fn left_over(&self) -> Option<String> {
        match self {
            Self::Order { elements, .. } if elements.len() > 1 => elements.front().cloned(),
            Self::Bag { things, .. } => things.first().map(|thing| thing.text.clone()),
            Self::Division { piles } if piles.iter().any(|pile| !pile.things.is_empty()) => {
                Some("all of the piles".into())
            }
            _ => None,
        }
    }
}

/// `ben: 2` is ben twice.
fn copies((key, count): &(Yaml, Yaml)) -> Vec<Thing> {
    let count = count.text().and_then(|count| count.parse::<u16>().ok());
    match count {
        Some(count) => vec![Thing { term: Term::of(key), text: key.shown() }; usize::from(count)],
        None => vec![Thing { term: Term::Word(String::new()), text: format!("{} (how many?)", key.shown()) }],
    }
}

fn pile(items: &Yaml) -> Pile {
    let things = match &items.value {
        Value::List(items) => items.iter().map(Term::of).collect(),
        _ => Vec::new(),
    };
    Pile { things, number: None }
}

/// Takes the first option that is still wanted: the machine may ask for things in an order of its own.
fn next_thing(things: &mut Vec<Thing>, referee: &mut Referee, state: &State) -> Result<usize, Refusal> {
    for option in 0..referee.options() {
        let notation = Term::parse(&referee.notation(state, option));
        let same = things.iter().position(|thing| thing.term.same(&notation));
        if let Some(at) = same.or_else(|| things.iter().position(|thing| thing.term.names(&notation))) {
            things.remove(at);
            return Ok(option);
        }
    }
    match things.first() {
        None => referee.find(state, "done"),
        Some(thing) => {
            let text = thing.text.clone();
            let option = referee.find(state, &text)?;
            things.remove(0);
            Ok(option)
        }
    }
}

/// Lays the thing of the open question on a pile that wants it. Piles without a name are alike, so a pile becomes the
/// machine's pile of its own number if that is offered, else the next one that is.
fn next_pile(piles: &mut [Pile], referee: &mut Referee, state: &State) -> Result<usize, Refusal> {
    let Part::Division(thing) = referee.part(state) else {
        return Err(refusal("this question is about no division".to_string()));
    };
    let offered: Vec<String> = (0..referee.options()).map(|option| referee.notation(state, option)).collect();
    let (pile, number) = lay(piles, &Term::parse(&thing), &offered)
        .ok_or_else(|| refusal(format!("no pile of this answer has a place for `{thing}`")))?;
    let at = piles[pile].things.iter().position(|wanted| wanted.names(&Term::parse(&thing)));
    piles[pile].things.remove(at.expect("a pile that wants it was chosen"));
    piles[pile].number = Some(number);
    referee.find(state, &number.to_string())
}

/// Which pile takes a thing, and which of the machine's piles (from 1) that is: of equal things the machine asks with
/// rising numbers, so the lowest goes first.
fn lay(piles: &[Pile], thing: &Term, offered: &[String]) -> Option<(usize, usize)> {
    let free = |number: &usize| piles.iter().all(|pile| pile.number != Some(*number));
    let possible = |number: &usize| free(number) && offered.contains(&number.to_string());
    let becomes = |at: usize| {
        let own = Some(at + 1).filter(possible).or_else(|| (1..=piles.len()).find(possible));
        own.or_else(|| (1..=piles.len()).find(free)).unwrap_or(at + 1)
    };
    let wants = |pile: &Pile| pile.things.iter().any(|wanted| wanted.names(thing));
    let candidates = piles.iter().enumerate().filter(|(_, pile)| wants(pile));
    candidates.map(|(at, pile)| (at, pile.number.unwrap_or_else(|| becomes(at)))).min_by_key(|&(_, number)| number)
}

fn refusal(message: String) -> Refusal {
    Refusal { message, place: None, clauses: Vec::new(), unknown: true }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piles(texts: &[&[&str]]) -> Vec<Pile> {
        let pile = |things: &&[&str]| Pile { things: things.iter().map(|t| Term::parse(t)).collect(), number: None };
        texts.iter().map(pile).collect()
    }

    /// Lays things as a machine asks for them that opens its piles one after the other, or offers all of them.
    fn division(mut piles: Vec<Pile>, things: &[&str], all_open: bool) -> Vec<usize> {
        let mut open = 0;
        let mut numbers = Vec::new();
        for thing in things {
            let last = if all_open { piles.len() } else { (open + 1).min(piles.len()) };
            let offered: Vec<String> = (1..=last).map(|number| number.to_string()).collect();
            let (at, number) = lay(&piles, &Term::parse(thing), &offered).expect("wanted somewhere");
            let wanted = piles[at].things.iter().position(|wanted| wanted.names(&Term::parse(thing)));
            piles[at].things.remove(wanted.expect("there"));
            piles[at].number = Some(number);
            open = open.max(number);
            numbers.push(number);
        }
        numbers
    }

    #[test]
    fn piles_are_numbered_as_they_are_opened() {
        let answer = piles(&[&["c", "c"], &["a", "b"], &["b"]]);
        assert_eq!(division(answer.clone(), &["a", "b", "b", "c", "c"], false), [1, 1, 2, 3, 3]);
        assert_eq!(division(answer, &["a", "b", "b", "c", "c"], true), [2, 2, 3, 1, 1]);
    }

    #[test]
    fn equal_things_go_to_rising_piles() {
        let answer = piles(&[&["t", "t", "x"], &["a", "t", "t"]]);
        assert_eq!(division(answer, &["a", "t", "t", "t", "t", "x"], false), [1, 1, 1, 2, 2, 2]);
    }
}
