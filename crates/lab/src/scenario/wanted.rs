//! Answers of a script, part by part: what of them can be given next.

use std::collections::VecDeque;

use crate::term::Term;
use tavola_game::{Game, Part, Referee, Refusal, State};
use tavola_syntax::text::one_line;
use tavola_syntax::yaml::{Yaml, YamlValue, digits};

/// The part of an answer that is still to be given.
#[derive(Clone, Debug)]
pub(super) enum Rest {
    /// One option of the open question, even if that is only a part of a whole answer.
    Option(Option<String>),
    /// Elements still to come.
    Order(VecDeque<String>),
    /// Things still to be taken.
    Bag(Vec<ScriptThing>),
    /// Things still to be laid into each pile.
    Division(Vec<ScriptPile>),
}

/// A thing as the script names it.
#[derive(Clone, Debug)]
pub(super) struct ScriptThing {
    pub(super) term: Term,
    pub(super) text: String,
}

/// A pile in the script. Interchangeable piles have no names, so each is matched to one of the game's piles.
#[derive(Clone, Debug)]
pub(super) struct ScriptPile {
    pub(super) things: Vec<Term>,
    /// The game's pile that it is matched to, from 1.
    pub(super) number: Option<usize>,
}

/// Reason why an answer cannot be continued here.
#[derive(Clone, Debug)]
pub(super) enum Mismatch {
    /// The rules do not allow it.
    Refused(Refusal),
    /// It has no meaning here.
    Misfit(String),
}

impl Rest {
    /// Parses a whole answer to a question of this sort. The error says why it is not one.
    pub(super) fn new(part: &Part, what: &Yaml, game: &Game) -> Result<Self, String> {
        Ok(match (part, &what.value) {
            (Part::Order, YamlValue::List(items)) => Self::Order(items.iter().map(Yaml::shown).collect()),
            (Part::Bag, YamlValue::List(items)) => Self::Bag(
                items.iter().map(|item| ScriptThing { term: Term::of(item, game), text: item.shown() }).collect(),
            ),
            (Part::Bag, YamlValue::Map(pairs)) => {
                let mut things = Vec::new();
                for (key, count) in pairs {
                    let Some(count) = count.text().and_then(digits).and_then(|count| u16::try_from(count).ok()) else {
                        return Err(format!("`{}`: how many? Write `{{ {}: 2 }}`", key.shown(), key.shown()));
                    };
                    let thing = ScriptThing { term: Term::of(key, game), text: key.shown() };
                    things.extend(std::iter::repeat_n(thing, usize::from(count)));
                }
                Self::Bag(things)
            }
            (Part::Division { alike, .. }, YamlValue::List(piles)) => {
                let pile = |(at, pile): (usize, &Yaml)| match &pile.value {
                    YamlValue::List(items) => {
                        let things = items.iter().map(|item| Term::of(item, game)).collect();
                        Ok(ScriptPile { things, number: (!alike).then_some(at + 1) })
                    }
                    _ => Err("a division is a list of piles: `[[letter], [box, parcel]]`".to_string()),
                };
                Self::Division(piles.iter().enumerate().map(pile).collect::<Result<_, _>>()?)
            }
            _ => Self::Option(Some(what.shown())),
        })
    }

    /// Number of parts still to be given.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Option(option) => usize::from(option.is_some()),
            Self::Order(elements) => elements.len(),
            Self::Bag(things) => things.len(),
            Self::Division(piles) => piles.iter().map(|pile| pile.things.len()).sum(),
        }
    }

    /// True if it answers only one part and leaves the following parts open.
    pub(super) fn is_one_part(&self) -> bool {
        matches!(self, Self::Option(_))
    }

    /// An answer that has not been given yet. `None` if all are.
    pub(super) fn left_over(&self) -> Option<String> {
        match self {
            Self::Option(option) => option.clone(),
            Self::Order(elements) => elements.front().cloned(),
            Self::Bag(things) => things.first().map(|thing| thing.text.clone()),
            Self::Division(piles) => {
                let left = piles.iter().flat_map(|pile| &pile.things).next();
                left.map(|_| "what lies in these piles".to_string())
            }
        }
    }

    /// Options of the open part that may belong to this answer, each with what is left after it.
    pub(super) fn moves(&self, referee: &mut Referee, state: &State) -> Result<Vec<(usize, Self)>, Mismatch> {
        match self {
            Self::Option(text) => {
                let option = option_of(text.as_deref().unwrap_or_default(), referee, state);
                Ok(vec![(option.map_err(Mismatch::Refused)?, Self::Option(None))])
            }
            Self::Order(elements) => {
                let mut left = elements.clone();
                let Some(next) = left.pop_front() else {
                    return Err(Mismatch::Misfit("the order names too few: it must name all".to_string()));
                };
                Ok(vec![(option_of(&next, referee, state).map_err(Mismatch::Refused)?, Self::Order(left))])
            }
            Self::Bag(things) if things.is_empty() => {
                let few = |refusal: Refusal| {
                    let all = |reason: &String| format!("this is not all that must be chosen: {reason}");
                    let (message, plain) = (all(&refusal.message), all(&refusal.plain));
                    Mismatch::Refused(Refusal { message, plain, ..refusal })
                };
                let done = referee.find(state, "done").map_err(few)?;
                Ok(vec![(done, self.clone())])
            }
            Self::Bag(things) => bag_moves(things, referee, state),
            Self::Division(piles) => pile_moves(piles, referee, state),
        }
    }
}

fn bag_moves(things: &[ScriptThing], referee: &mut Referee, state: &State) -> Result<Vec<(usize, Rest)>, Mismatch> {
    let mut moves = Vec::new();
    for option in 0..referee.option_count() {
        let notation = Term::parse(&referee.notation(option));
        let same = things.iter().position(|thing| thing.term.same(&notation));
        if let Some(at) = same.or_else(|| things.iter().position(|thing| thing.term.names(&notation))) {
            let mut left = things.to_vec();
            left.remove(at);
            moves.push((option, Rest::Bag(left)));
        }
    }
    if moves.is_empty() {
        let refusals = things.iter().filter_map(|thing| refusal_of(&thing.text, referee, state));
        let refusals: Vec<Refusal> = refusals.collect();
        let known = refusals.iter().find(|refusal| !refusal.unknown).or(refusals.first()).cloned();
        return Err(known.map_or_else(|| Mismatch::Misfit("none of this can be chosen".to_string()), Mismatch::Refused));
    }
    Ok(moves)
}

/// The option that a text means. A short name of a thing (`ben` for `cart[ben]`) counts if it means only one, and so does the label
/// that players read.
fn option_of(text: &str, referee: &mut Referee, state: &State) -> Result<usize, Refusal> {
    let refusal = match referee.find(state, text) {
        Err(refusal) if refusal.unknown => refusal,
        known => return known,
    };
    let wanted = Term::parse(text);
    let mut named = (0..referee.option_count()).filter(|&option| {
        let notation = referee.notation(option);
        notation.ends_with(']') && wanted.names(&Term::parse(&notation))
    });
    if let (Some(only), None) = (named.next(), named.next()) {
        return Ok(only);
    }
    let label = one_line(text).to_lowercase();
    let mut labelled =
        (0..referee.option_count()).filter(|&option| one_line(&referee.label(state, option)).to_lowercase() == label);
    match (labelled.next(), labelled.next()) {
        (Some(only), None) => Ok(only),
        _ => Err(refusal_of(text, referee, state).unwrap_or(refusal)),
    }
}

/// The reason why a thing cannot be chosen. None if it can. A short name (`ben`) stands for a thing that has a name
/// like those on offer (`cart[anna]`).
pub(super) fn refusal_of(text: &str, referee: &mut Referee, state: &State) -> Option<Refusal> {
    let refusal = referee.find(state, text).err()?;
    if !refusal.unknown {
        return Some(refusal);
    }
    let mut tried = Vec::new();
    for option in 0..referee.option_count() {
        let Some(full) = like(&referee.notation(option), text) else { continue };
        if tried.contains(&full) {
            continue;
        }
        if let Some(known) = referee.find(state, &full).err().filter(|refusal| !refusal.unknown) {
            return Some(known);
        }
        tried.push(full);
    }
    Some(refusal)
}

/// Notation of a thing with another text in its brackets: `cart[ben]` for `cart[anna]` and `ben`.
fn like(notation: &str, text: &str) -> Option<String> {
    let start = notation.find(['[', '('])?;
    let end = notation.ends_with([']', ')']).then_some(notation.len() - 1)?;
    Some(format!("{}{text}{}", &notation[..=start], &notation[end..]))
}

fn pile_moves(piles: &[ScriptPile], referee: &mut Referee, state: &State) -> Result<Vec<(usize, Rest)>, Mismatch> {
    let Part::Division { thing, .. } = referee.part(state) else {
        return Err(Mismatch::Misfit("this question does not ask for a division".to_string()));
    };
    let (name, thing) = (thing.as_str(), Term::parse(&thing));
    let mut moves = Vec::new();
    let mut refused = None;
    for (at, pile) in piles.iter().enumerate() {
        let Some(lies) = pile.things.iter().position(|wanted| wanted.names(&thing)) else { continue };
        let taken = |number: &usize| piles.iter().any(|other| other.number == Some(*number));
        let own = pile.number.map_or_else(|| (1..=piles.len()).filter(|n| !taken(n)).collect(), |number| vec![number]);
        for number in own {
            match referee.find(state, &number.to_string()) {
                Ok(option) => {
                    let mut left = piles.to_vec();
                    left[at].things.remove(lies);
                    left[at].number = Some(number);
                    moves.push((option, Rest::Division(left)));
                }
                Err(refusal) => {
                    refused.get_or_insert(refusal);
                }
            }
        }
    }
    match (moves.is_empty(), refused) {
        (false, _) => Ok(moves),
        (true, Some(refusal)) => Err(Mismatch::Refused(refusal)),
        (true, None) => Err(Mismatch::Misfit(format!("none of these piles has a place for `{name}`"))),
    }
}

/// A whole answer: its meaning and its text.
#[derive(Clone, Debug)]
pub(super) struct WholeAnswer {
    pub(super) term: Term,
    pub(super) text: String,
}

/// The whole answer that these parts make. Each is a question and its answer.
pub(super) fn whole_of(given: &[(Part, String)]) -> WholeAnswer {
    let texts: Vec<&str> = given.iter().map(|(_, answer)| answer.as_str()).filter(|answer| *answer != "done").collect();
    let terms = texts.iter().map(|text| Term::parse(text));
    match given {
        [(Part::Whole, only)] => WholeAnswer { term: Term::parse(only), text: only.clone() },
        [(Part::Order, _), ..] => {
            WholeAnswer { term: Term::List(terms.collect()), text: format!("[{}]", texts.join(", ")) }
        }
        [(Part::Division { alike, .. }, _), ..] => division_of(given, *alike),
        // A scenario writes an empty bag like this.
        _ if texts.is_empty() => WholeAnswer { term: Term::set(Vec::new()), text: "done".to_owned() },
        _ => WholeAnswer { term: Term::set(terms.collect()), text: format!("{{{}}}", texts.join(", ")) },
    }
}

fn division_of(given: &[(Part, String)], alike: bool) -> WholeAnswer {
    let number = |answer: &str| answer.parse::<usize>().unwrap_or(1).max(1);
    let most = given.iter().map(|(_, answer)| number(answer)).max().unwrap_or(0);
    let mut piles: Vec<Vec<&str>> = vec![Vec::new(); most];
    for (part, answer) in given {
        if let Part::Division { thing, .. } = part {
            piles[number(answer) - 1].push(thing);
        }
    }
    let shown: Vec<String> = piles.iter().map(|pile| format!("[{}]", pile.join(", "))).collect();
    let terms = piles.iter().map(|pile| pile.iter().map(|thing| Term::parse(thing)).collect());
    WholeAnswer { term: Term::of_piles(terms.collect(), alike), text: format!("[{}]", shown.join(", ")) }
}
