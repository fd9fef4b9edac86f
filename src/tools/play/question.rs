//! The open question in the terminal: the prompt, numbered options, and what a typed answer means.

use super::labels::{listed, listing};
use super::matching::{NameFit, is_number, plain, turned};
use crate::tools::grid;
use crate::tools::paint::{Paint, clean};
use tavola_game::{self as game, Card, CountedThing};
use tavola_page::scene::branches::{self, OptionBranch};
use tavola_page::scene::is_worth;

/// Number of options above which they are printed in columns.
const IN_COLUMNS: usize = 10;
/// Maximum number of options named in a sentence.
const SOME: usize = 12;

/// A question with everything that is shown of it.
pub(super) struct Numbered {
    prompt: String,
    clauses: Vec<String>,
    piles: Vec<String>,
    choices: Vec<NumberedChoice>,
    /// The things that may be chosen, with their values.
    cards: Vec<(String, String)>,
    /// Clauses cited by the rows of those things.
    cited: Vec<String>,
    /// The parts of each option.
    parts: Vec<Vec<String>>,
    /// Options left after each answered part, for questions with many options. The last entry is shown.
    narrowed: Vec<Narrowed>,
    /// Branches below the last entry of `narrowed`.
    branches: Vec<OptionBranch>,
    /// The option that may be chosen for the rest of the turn.
    pub(super) enough: Option<usize>,
}

/// The options that are left, and the typed answer that led to them.
struct Narrowed {
    said: String,
    options: Vec<usize>,
}

/// One option.
struct NumberedChoice {
    /// Text that may be typed: the option's number, or its own name if options are numbers.
    key: String,
    notation: String,
    label: String,
    /// The further answers that it includes, if several are asked as one.
    way: Vec<String>,
}

/// Match of a typed answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Meant {
    /// This option, from 0.
    Option(usize),
    /// Several options, which begin with the text or have it in common.
    Several(Vec<usize>),
    /// No option.
    Nothing,
}

impl Meant {
    fn of(options: &[usize]) -> Self {
        match options {
            [] => Self::Nothing,
            [one] => Self::Option(*one),
            _ => Self::Several(options.to_vec()),
        }
    }
}

impl Numbered {
    /// A player's open question.
    pub(super) fn new(asked: game::Question) -> Self {
        let numbers = asked.options.iter().any(|option| is_number(&option.notation));
        let choice = |(at, option): (usize, &game::Choice)| {
            let (notation, label) = (clean(&option.notation), clean(&asked.label(option)));
            let key = if numbers { notation.clone() } else { (at + 1).to_string() };
            NumberedChoice { key, notation, label, way: option.further_way().iter().map(|step| clean(step)).collect() }
        };
        let choices: Vec<NumberedChoice> = asked.options.iter().enumerate().map(choice).collect();
        let prompt = clean(&asked.whole_prompt());
        let pile = |(pile, things): &(String, Vec<CountedThing>)| format!("{}: {}", clean(pile), listing(things));
        let begun = asked.division.iter().flat_map(|division| &division.piles).filter(|(_, things)| !things.is_empty());
        let piles = begun.map(pile).collect();
        let parts: Vec<Vec<String>> =
            asked.options.iter().map(|option| asked.parts(option).iter().map(|part| clean(part)).collect()).collect();
        let many = branches::are_many(&parts.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let label = |card: &Card| {
            let values = card.values.iter().filter(|(_, value)| is_worth(value));
            let values: Vec<String> = values.map(|(name, value)| format!("{} {}", clean(name), clean(value))).collect();
            (clean(&card.title), values.join("; "))
        };
        let cards = asked.cards.iter().map(label).filter(|(_, values)| !values.is_empty()).collect();
        let mut cited: Vec<String> = asked.cards.iter().flat_map(|card| card.clauses.clone()).collect();
        cited.sort();
        cited.dedup();
        cited.retain(|id| !asked.clauses.contains(id));
        let (clauses, narrowed, branches) = (asked.clauses, Vec::new(), Vec::new());
        let mut question =
            Self { prompt, piles, choices, clauses, cards, cited, parts, narrowed, branches, enough: None };
        if many {
            question.narrow("", (0..question.choices.len()).collect());
        }
        question
    }

    /// True if the question is asked part by part.
    pub(super) fn is_narrowed(&self) -> bool {
        !self.narrowed.is_empty()
    }

    /// Continues with some of the options.
    pub(super) fn narrow(&mut self, said: &str, options: Vec<usize>) {
        let said = self.branches.iter().find(|branch| branch.options == options).map_or(said, |branch| &branch.title);
        self.narrowed.push(Narrowed { said: said.to_owned(), options });
        self.branch();
    }

    /// Takes the last narrowing back. Returns false if there was none.
    pub(super) fn widen(&mut self) -> bool {
        let is_inside = self.narrowed.len() > 1;
        if is_inside {
            self.narrowed.pop();
            self.branch();
        }
        is_inside
    }

    fn branch(&mut self) {
        let parts: Vec<&[String]> = self.parts.iter().map(Vec::as_slice).collect();
        self.branches = self.narrowed.last().map_or_else(Vec::new, |left| branches::branches(&parts, &left.options));
    }

    /// The piles of a division so far: `pile 1: 2x card`.
    pub(super) fn piles(&self) -> &[String] {
        &self.piles
    }

    /// The prompt with the answers that led to it, and the cited clauses.
    pub(super) fn prompt(&self) -> (String, String) {
        let clauses = if self.clauses.is_empty() { String::new() } else { format!("  [{}]", self.clauses.join(", ")) };
        let said = self.narrowed.iter().filter(|left| !left.said.is_empty());
        let said: String = said.map(|left| format!(" {} ..", left.said)).collect();
        (format!("{}{said}", self.prompt), clauses)
    }

    /// The things that may be chosen, each with its values.
    pub(super) fn cards(&self) -> &[(String, String)] {
        &self.cards
    }

    /// Possible answers: keys, and their meaning.
    pub(super) fn offered(&self) -> Vec<(String, String)> {
        if self.is_narrowed() {
            let branch = |(at, branch): (usize, &OptionBranch)| ((at + 1).to_string(), self.label(branch));
            return self.branches.iter().enumerate().map(branch).collect();
        }
        (0..self.choices.len()).map(|option| self.keyed(option)).collect()
    }

    /// Labels of the answers with all parts that are left; none if the question is not asked part by part.
    pub(super) fn whole(&self) -> Vec<String> {
        let left = self.narrowed.last().map_or(&[][..], |left| &left.options);
        left.iter().map(|option| self.choices[*option].label.clone()).collect()
    }

    /// Other commands that can be typed.
    pub(super) fn further(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.is_narrowed() {
            let back = if self.narrowed.len() > 1 { "; `back` goes back one part" } else { "" };
            lines.push(format!("(part by part; `all` lists {} answers{back})", self.choices.len()));
        }
        if let Some(option) = self.enough.and_then(|option| self.choices.get(option)) {
            lines.push(format!("(`enough`: {}, for the rest of the turn)", option.label));
        }
        lines
    }

    /// Lines of prompt, clauses and options.
    pub(super) fn lines(&self, name: &str, paint: Paint, width: usize) -> Vec<String> {
        let (asked, clauses) = self.prompt();
        let mut lines =
            vec![format!("{} {}{}", paint.bold(&format!("{name}:")), paint.cyan(&asked), paint.dim(&clauses))];
        lines.extend(card_lines(self.cards.iter(), width));
        lines.extend(columns(self.offered(), width));
        lines.extend(self.further().iter().map(|line| paint.dim(&format!("  {line}"))));
        lines
    }

    fn label(&self, branch: &OptionBranch) -> String {
        match branch.options.as_slice() {
            [one] if self.choices[*one].way.is_empty() => branch.title.clone(),
            [one] => format!("{}: {}", branch.title, self.choices[*one].way.join(", ")),
            several => format!("{} .. ({})", branch.title, several.len()),
        }
    }

    /// Lines of some options.
    pub(super) fn listed(&self, options: impl IntoIterator<Item = usize>, width: usize) -> Vec<String> {
        columns(options.into_iter().map(|option| self.keyed(option)).collect(), width)
    }

    /// The key of an option, and what it stands for.
    fn keyed(&self, option: usize) -> (String, String) {
        let c = &self.choices[option];
        let way = if c.way.is_empty() { String::new() } else { format!(": {}", c.way.join(", ")) };
        (if self.is_narrowed() { String::new() } else { c.key.clone() }, format!("{}{way}", c.label))
    }

    /// Lines of all options, however the question was narrowed.
    pub(super) fn all(&self, width: usize) -> Vec<String> {
        self.listed(0..self.choices.len(), width)
    }

    /// Ids of the clauses that the question and the things to choose from cite.
    pub(super) fn clauses(&self) -> Vec<String> {
        self.clauses.iter().chain(&self.cited).cloned().collect()
    }

    /// Name of an option for a sentence, with its number.
    pub(super) fn name(&self, option: usize) -> String {
        self.choices.get(option).map_or_else(String::new, |c| match c.key == c.label || self.is_narrowed() {
            true => c.label.clone(),
            false => format!("{} {}", c.key, c.label),
        })
    }

    /// The options with their numbers, for a sentence. Of many, only the first.
    pub(super) fn some(&self) -> String {
        let names: Vec<String> = match self.is_narrowed() {
            true => self.branches.iter().enumerate().map(|(at, b)| format!("{} {}", at + 1, b.title)).collect(),
            false => (0..self.choices.len()).map(|at| self.name(at)).collect(),
        };
        let more = if names.len() > SOME { "; .." } else { "" };
        format!("{}{more}", names[..names.len().min(SOME)].join("; "))
    }

    /// Finds an exact match of a key, a notation or a label.
    pub(super) fn exactly(&self, text: &str) -> Meant {
        let turned = turned(text);
        let text = plain(text);
        if self.is_narrowed() {
            let own =
                |(at, branch): &(usize, &OptionBranch)| (at + 1).to_string() == text || plain(&branch.title) == text;
            if let Some((_, branch)) = self.branches.iter().enumerate().find(own) {
                return Meant::of(&branch.options);
            }
        }
        let by = |f: &dyn Fn(&NumberedChoice) -> bool| self.choices.iter().position(f);
        by(&|c| !self.is_narrowed() && plain(&c.key) == text)
            .or_else(|| by(&|c| plain(&c.notation) == text))
            .or_else(|| by(&|c| plain(&c.label) == text))
            .or_else(|| turned.and_then(|turned| by(&|c| plain(&c.notation) == turned || plain(&c.label) == turned)))
            .map_or(Meant::Nothing, Meant::Option)
    }

    /// All options in notation.
    pub(super) fn notations(&self) -> impl Iterator<Item = &str> {
        self.choices.iter().map(|choice| choice.notation.as_str())
    }

    /// Finds the option that a text means: an exact match, else the closest [`NameFit`] that some option has.
    pub(super) fn find(&self, text: &str) -> Meant {
        let exactly = self.exactly(text);
        if exactly != Meant::Nothing {
            return exactly;
        }
        let text = plain(text);
        if !text.contains(char::is_alphanumeric) || is_number(&text) {
            return Meant::Nothing;
        }
        let all: Vec<usize> = (0..self.choices.len()).collect();
        // Options that are left come first: after a die was named, `hill` means that die's hill.
        for some in [self.narrowed.last().map_or(&all, |left| &left.options), &all] {
            for fit in NameFit::ALL {
                let fits = |c: &NumberedChoice| [&c.notation, &c.label].iter().any(|name| fit.of(&plain(name), &text));
                let found: Vec<usize> = some.iter().copied().filter(|&o| fits(&self.choices[o])).collect();
                if !found.is_empty() {
                    return Meant::of(&found);
                }
            }
        }
        Meant::Nothing
    }
}

/// Lines of things with their values.
pub(super) fn card_lines<'c>(cards: impl Iterator<Item = &'c (String, String)> + Clone, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let widest = cards.clone().map(|(title, _)| grid::width(title)).max().unwrap_or(0);
    for (title, values) in cards {
        let gap = " ".repeat(widest - grid::width(title));
        listed(&format!("     {title}{gap}  "), widest + 7, values, width, &mut lines);
    }
    lines
}

/// Lines of options with their keys, in columns if there are many.
fn columns(options: Vec<(String, String)>, width: usize) -> Vec<String> {
    let options = with_keys(&options);
    let across = if options.len() > IN_COLUMNS { width } else { 1 };
    grid::columns(&options, across, "  ")
}

/// Options with their keys before them, all of the same width. A key that begins its option is not repeated.
pub(super) fn with_keys(options: &[(String, String)]) -> Vec<String> {
    let keys = options.iter().map(|(key, _)| grid::width(key)).max().unwrap_or(0);
    let option = |(key, text): &(String, String)| {
        let gap = " ".repeat(keys - grid::width(key));
        let is_own = text.strip_prefix(key.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(": "));
        if key.is_empty() || is_own { format!("{gap}{text}") } else { format!("{gap}{key}  {text}") }
    };
    options.iter().map(option).collect()
}
