//! Parsed notations, compared by their meaning: spaces do not matter, an edge can be written from either end, a set has
//! no order, `(a, b)` is `[a, b]`, and a bag `{2 ben}` holds ben twice.

use tavola_game::{Game, apart, bracketed};
use tavola_syntax::text::one_line;
use tavola_syntax::yaml::{Yaml, YamlValue, digits};

/// A parsed notation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Term {
    /// `hill`, `8`, `take over`
    Word(String),
    /// `visit(hill)`, `cart[anna]`
    Of(String, Vec<Term>),
    /// `leaf(hill)[anna]`
    Whose(Box<Term>, Vec<Term>),
    /// `hill--mill`, the ends in alphabetical order
    Edge(Box<Term>, Box<Term>),
    /// `[anna, ben]`
    List(Vec<Term>),
    /// `{anna, ben}`, sorted
    Set(Vec<Term>),
}

/// Maximum number of copies that a count is expanded to.
const MAX_COPIES: u64 = 10_000;

impl Term {
    /// Parses a notation. Text that is not one becomes a single word.
    pub(crate) fn parse(text: &str) -> Self {
        read(text, 0).unwrap_or_else(|| Self::Word(one_line(text)))
    }

    /// Meaning of a YAML value in a game. A map gives names and the number of each.
    pub(crate) fn of(yaml: &Yaml, game: &Game) -> Self {
        match &yaml.value {
            YamlValue::Nothing => Self::Word(String::new()),
            YamlValue::Text(text) => Self::parse(&game.with_cells(text)),
            YamlValue::List(items) => Self::List(items.iter().map(|item| Self::of(item, game)).collect()),
            YamlValue::Map(pairs) => {
                let copies = |(key, value): &(Yaml, Yaml)| match value.text().and_then(digits) {
                    Some(count) if count <= MAX_COPIES => vec![Self::of(key, game); count as usize],
                    _ => vec![Self::Of(key.shown(), vec![Self::of(value, game)])],
                };
                Self::set(pairs.iter().flat_map(copies).collect())
            }
        }
    }

    /// True if an expected value equals the actual one.
    pub(crate) fn same(&self, actual: &Self) -> bool {
        match (self, actual) {
            (Self::Set(items), Self::List(others)) | (Self::List(items), Self::Set(others)) => {
                Self::set(items.clone()) == Self::set(others.clone())
            }
            (Self::List(items), Self::List(others)) => {
                items.len() == others.len() && items.iter().zip(others).all(|(a, b)| a.same(b))
            }
            (Self::Of(name, items), Self::Of(other, others)) => {
                name == other && items.len() == others.len() && items.iter().zip(others).all(|(a, b)| a.same(b))
            }
            (Self::Whose(of, items), Self::Whose(other, others)) => {
                of.same(other) && Self::List(items.clone()).same(&Self::List(others.clone()))
            }
            _ => self == actual,
        }
    }

    /// A list of this name alone: `anna` as `[anna]`.
    pub(crate) fn listed(self) -> Self {
        match self {
            Self::Word(_) => Self::List(vec![self]),
            other => other,
        }
    }

    /// This term without the order of its elements.
    pub(crate) fn unordered(self) -> Self {
        match self {
            Self::List(items) => Self::set(items),
            other => other,
        }
    }

    /// True if this is a name of a thing: both are equal, or one is only the index or only the name of the other
    /// (`ben`, `cart`, `cart[ben]`).
    pub(crate) fn names(&self, thing: &Self) -> bool {
        let within = |whole: &Self, part: &Self| match whole {
            Self::Of(name, _) if *part == Self::Word(name.clone()) => true,
            Self::Whose(of, _) if of.same(part) => true,
            Self::Of(_, items) | Self::Whose(_, items) if items.len() == 1 => items[0].same(part),
            Self::Of(_, items) | Self::Whose(_, items) => Self::List(items.clone()).same(part),
            _ => false,
        };
        self.same(thing) || within(thing, self) || within(self, thing)
    }

    /// A list of groups: the order of the groups counts, the order inside a group does not.
    pub(crate) fn groups(self) -> Self {
        match self {
            Self::List(items) => Self::List(items.into_iter().map(Self::unordered).collect()),
            other => other,
        }
    }

    /// A set of these terms.
    pub(crate) fn set(mut items: Vec<Self>) -> Self {
        items.sort();
        Self::Set(items)
    }

    /// A division. Interchangeable piles are unordered, and empty ones are left out. Other piles keep their order, and
    /// only trailing empty ones are left out.
    pub(crate) fn of_piles(mut piles: Vec<Vec<Self>>, alike: bool) -> Self {
        if alike {
            return Self::set(piles.into_iter().filter(|pile| !pile.is_empty()).map(Self::set).collect());
        }
        piles.truncate(piles.iter().rposition(|pile| !pile.is_empty()).map_or(0, |last| last + 1));
        Self::List(piles.into_iter().map(Self::set).collect())
    }

    /// True if it contains the wildcard `_`.
    pub(crate) fn is_pattern(&self) -> bool {
        match self {
            Self::Word(word) => word == "_",
            Self::Of(_, items) | Self::List(items) | Self::Set(items) => items.iter().any(Self::is_pattern),
            Self::Whose(of, items) => of.is_pattern() || items.iter().any(Self::is_pattern),
            Self::Edge(one, other) => one.is_pattern() || other.is_pattern(),
        }
    }

    /// Collects all words in it.
    pub(crate) fn words<'t>(&'t self, found: &mut Vec<&'t str>) {
        match self {
            Self::Word(word) => found.push(word),
            Self::Of(name, items) => {
                found.push(name);
                items.iter().for_each(|item| item.words(found));
            }
            Self::List(items) | Self::Set(items) => items.iter().for_each(|item| item.words(found)),
            Self::Whose(of, items) => {
                of.words(found);
                items.iter().for_each(|item| item.words(found));
            }
            Self::Edge(one, other) => {
                one.words(found);
                other.words(found);
            }
        }
    }

    /// Fills the wildcards of a pattern from a term of the same form. None if the form differs.
    pub(crate) fn filled(&self, actual: &Self) -> Option<Self> {
        let all = |items: &[Self], others: &[Self]| {
            let filled = items.iter().zip(others).map(|(item, other)| item.filled(other)).collect::<Option<Vec<_>>>();
            filled.filter(|_| items.len() == others.len())
        };
        match (self, actual) {
            (Self::Word(word), _) if word == "_" => Some(actual.clone()),
            (Self::List(items), Self::List(others)) => all(items, others).map(Self::List),
            (Self::Of(name, items), Self::Of(other, others)) if name == other || !self.is_pattern() => {
                all(items, others).map(|items| Self::Of(name.clone(), items))
            }
            _ => (!self.is_pattern()).then(|| self.clone()),
        }
    }

    /// The notation as text.
    pub(crate) fn text(&self) -> String {
        let list = |items: &[Self]| items.iter().map(Self::text).collect::<Vec<_>>().join(", ");
        match self {
            Self::Word(word) => word.clone(),
            Self::Of(name, items) => format!("{name}({})", list(items)),
            Self::Whose(of, items) => format!("{}[{}]", of.text(), list(items)),
            Self::Edge(one, other) => format!("{}--{}", one.text(), other.text()),
            Self::List(items) => format!("[{}]", list(items)),
            Self::Set(items) => format!("{{{}}}", list(items)),
        }
    }

    /// True if a pattern matches: both are equal, where `_` matches anything.
    pub(crate) fn fits(&self, actual: &Self) -> bool {
        let all = |items: &[Self], others: &[Self]| {
            items.len() == others.len() && items.iter().zip(others).all(|(item, other)| item.fits(other))
        };
        match (self, actual) {
            (Self::Word(word), _) if word == "_" => true,
            (Self::List(items), Self::List(others)) => all(items, others),
            (Self::Of(name, items), Self::Of(other, others)) => name == other && all(items, others),
            (Self::Whose(of, items), Self::Whose(other, others)) => of.fits(other) && all(items, others),
            _ => self.same(actual),
        }
    }
}

/// Maximum depth of nested brackets.
const TERM_DEPTH: usize = 40;

/// Parses a notation. None if the text is not one.
fn read(text: &str, depth: usize) -> Option<Term> {
    if depth > TERM_DEPTH {
        return None;
    }
    match apart(text, "--").as_slice() {
        [one] => simple(one, depth),
        [left, right] => {
            let (left, right) = (simple(left, depth)?, simple(right, depth)?);
            let (first, last) = if left <= right { (left, right) } else { (right, left) };
            Some(Term::Edge(Box::new(first), Box::new(last)))
        }
        _ => None,
    }
}

fn simple(text: &str, depth: usize) -> Option<Term> {
    let inside = |text: &str| match text.trim() {
        "" => Some(Vec::new()),
        text => apart(text, ",").into_iter().map(|item| read(item, depth + 1)).collect::<Option<Vec<_>>>(),
    };
    match bracketed(text) {
        None => word(text).map(Term::Word),
        Some(("", '{', text)) => Some(Term::set(inside(text)?.into_iter().flat_map(counted).collect())),
        Some(("", _, text)) => Some(Term::List(inside(text)?)),
        Some((_, '{', _)) => None,
        Some((of, open, index)) => match bracketed(of) {
            Some((name, '(', items)) if open == '[' => {
                let of = Term::Of(word(name)?, inside(items)?);
                Some(Term::Whose(Box::new(of), inside(index)?))
            }
            _ => Some(Term::Of(word(of)?, inside(index)?)),
        },
    }
}

fn word(text: &str) -> Option<String> {
    let plain = !text.contains(['[', ']', '(', ')', '{', '}', ',']);
    Some(one_line(text)).filter(|word| plain && !word.is_empty())
}

/// Expands a count in a bag: `2 ben` is ben twice.
fn counted(term: Term) -> Vec<Term> {
    let of = if let Term::Whose(of, _) = &term { of } else { &term };
    let (Term::Word(name) | Term::Of(name, _)) = of else {
        return vec![term];
    };
    let split = name.split_once(' ').and_then(|(count, name)| Some((count.parse().ok()?, name)));
    let Some((count, name)) = split.filter(|&(count, _): &(usize, _)| count as u64 <= MAX_COPIES) else {
        return vec![term];
    };
    let named = |of: &Term| match of {
        Term::Of(_, items) => Term::Of(name.to_string(), items.clone()),
        _ => Term::Word(name.to_string()),
    };
    let thing = match &term {
        Term::Whose(of, items) => Term::Whose(Box::new(named(of)), items.clone()),
        other => named(other),
    };
    vec![thing; count]
}
