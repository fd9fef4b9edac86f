//! The open question as a person sees it: the prompt, numbered options, and which of them an answer means.

use super::position::listing;
use crate::game::{self, Named};
use crate::text::one_line;
use crate::tools::grid;
use crate::tools::paint::{Paint, clean};

/// Dashes of any length.
const DASHES: [char; 3] = ['-', '–', '—'];
/// From so many options on they stand in columns.
const IN_COLUMNS: usize = 10;

/// A question with all that is shown of it.
pub(super) struct Question {
    prompt: String,
    clauses: Vec<String>,
    piles: Vec<String>,
    choices: Vec<Choice>,
}

/// One option.
struct Choice {
    /// What stands before it and may be typed: its number, or its own name among options that are numbers.
    key: String,
    notation: String,
    label: String,
    /// The answers that it stands for, where several are asked as one.
    way: Vec<String>,
}

impl Choice {
    /// How it comes about. What is chosen first stands in the label already.
    fn set_way(&mut self, mut steps: Vec<String>) {
        if steps.first().is_some_and(|first| self.label.starts_with(&format!("{first}, "))) {
            steps.remove(0);
        }
        self.way = steps;
    }
}

/// What an answer means.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// This option, from 0.
    Option(usize),
    /// The beginning of several.
    Several(Vec<usize>),
    /// None.
    Nothing,
}

impl Question {
    /// A player's open question.
    pub(super) fn new(asked: game::Question) -> Self {
        let numbers = asked.options.iter().any(|option| is_number(&option.notation));
        let choice = |(at, option): (usize, &game::Choice)| {
            let (notation, label) = (clean(&option.notation), clean(&asked.label(option)));
            let key = if numbers { notation.clone() } else { (at + 1).to_string() };
            let mut choice = Choice { key, notation, label, way: Vec::new() };
            choice.set_way(option.way.iter().map(|step| clean(step)).collect());
            choice
        };
        let choices = asked.options.iter().enumerate().map(choice).collect();
        let prompt = clean(&asked.whole_prompt());
        let pile = |(pile, things): &(String, Vec<Named>)| format!("{}: {}", clean(pile), listing(things));
        let begun = asked.division.iter().flat_map(|division| &division.piles).filter(|(_, things)| !things.is_empty());
        Self { prompt, piles: begun.map(pile).collect(), choices, clauses: asked.clauses }
    }

    /// What a division has put where so far: `pile 1: 2x card`.
    pub(super) fn piles(&self) -> &[String] {
        &self.piles
    }

    /// Prompt, clauses, options.
    pub(super) fn lines(&self, name: &str, paint: Paint, width: usize) -> Vec<String> {
        let clauses = if self.clauses.is_empty() { String::new() } else { format!("  [{}]", self.clauses.join(", ")) };
        let mut lines =
            vec![format!("{} {}{}", paint.bold(&format!("{name}:")), paint.cyan(&self.prompt), paint.dim(&clauses))];
        lines.extend(self.listed(0..self.choices.len(), width));
        lines
    }

    /// Options as they stand below a question.
    pub(super) fn listed(&self, options: impl IntoIterator<Item = usize>, width: usize) -> Vec<String> {
        let keys = self.choices.iter().map(|c| grid::width(&c.key)).max().unwrap_or(0);
        let option = |at: usize| {
            let c = &self.choices[at];
            let gap = " ".repeat(keys - grid::width(&c.key));
            let way = if c.way.is_empty() { String::new() } else { format!(": {}", c.way.join(", ")) };
            if c.key == c.label { format!("{gap}{}{way}", c.key) } else { format!("{gap}{}  {}{way}", c.key, c.label) }
        };
        let options: Vec<String> = options.into_iter().map(option).collect();
        let across = if options.len() > IN_COLUMNS { width } else { 1 };
        grid::columns(&options, across, "  ")
    }

    /// The ids of the clauses that its line cites.
    pub(super) fn clauses(&self) -> &[String] {
        &self.clauses
    }

    /// How an option is called where its number is not enough.
    pub(super) fn name(&self, option: usize) -> String {
        self.choices.get(option).map_or_else(String::new, |c| match c.key == c.label {
            true => c.key.clone(),
            false => format!("{} {}", c.key, c.label),
        })
    }

    /// The options with their numbers, for a sentence; of many only the first.
    pub(super) fn some(&self) -> String {
        let names: Vec<String> = (0..self.choices.len().min(12)).map(|at| self.name(at)).collect();
        let more = if self.choices.len() > names.len() { "; .." } else { "" };
        format!("{}{more}", names.join("; "))
    }

    /// The option that is called exactly so: by key, notation, or label.
    pub(super) fn exactly(&self, text: &str) -> Option<usize> {
        let turned = turned(text);
        let text = plain(text);
        let by = |f: &dyn Fn(&Choice) -> bool| self.choices.iter().position(f);
        by(&|c| plain(&c.key) == text)
            .or_else(|| by(&|c| plain(&c.notation) == text))
            .or_else(|| by(&|c| plain(&c.label) == text))
            .or_else(|| turned.and_then(|turned| by(&|c| plain(&c.notation) == turned || plain(&c.label) == turned)))
    }

    /// The option that is meant: exactly, by its beginning, or by the beginnings of some of its words.
    pub(super) fn find(&self, text: &str) -> Found {
        if let Some(option) = self.exactly(text) {
            return Found::Option(option);
        }
        let text = plain(text);
        if text.is_empty() || is_number(&text) {
            return Found::Nothing;
        }
        let begins = |c: &Choice| plain(&c.notation).starts_with(&text) || plain(&c.label).starts_with(&text);
        let words = |c: &Choice| has_words(&plain(&c.label), &text) || has_words(&plain(&c.notation), &text);
        for fits in [&begins as &dyn Fn(&Choice) -> bool, &words] {
            let found: Vec<usize> = (0..self.choices.len()).filter(|&o| fits(&self.choices[o])).collect();
            match found.as_slice() {
                [] => {}
                [one] => return Found::Option(*one),
                _ => return Found::Several(found),
            }
        }
        Found::Nothing
    }
}

/// Small letters, single spaces, no difference between `north_gate` and `North Gate`, nor between `a--b`, `A – B` and
/// `a - b`. The sign of a number stays.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut letters = text.chars().flat_map(char::to_lowercase).peekable();
    while let Some(c) = letters.next() {
        let sign =
            c == '-' && !plain.ends_with(char::is_alphanumeric) && letters.peek().is_some_and(char::is_ascii_digit);
        let gap = c == '_' || DASHES.contains(&c) && !sign;
        plain.push(if gap { ' ' } else { c });
    }
    one_line(&plain)
}

/// What stands on both sides of a single dash, the other way round: links may be named from either end.
fn turned(text: &str) -> Option<String> {
    let mut sides = text.split(DASHES).map(str::trim).filter(|side| !side.is_empty());
    let (first, second) = (sides.next()?, sides.next()?);
    sides.next().is_none().then(|| plain(&format!("{second} {first}")))
}

/// Whether the words of `text` begin words of `label`, in this order.
fn has_words(label: &str, text: &str) -> bool {
    let mut words = label.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|w| !w.is_empty());
    text.split(' ').all(|part| words.any(|word| word.starts_with(part)))
}

fn is_number(text: &str) -> bool {
    text.parse::<i64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(options: &[(&str, &str)], piles: &[(&str, &[(&str, u32)])], thing: Option<&str>) -> Question {
        let option =
            |(n, l): &(&str, &str)| game::Choice { notation: (*n).into(), label: (*l).into(), way: Vec::new() };
        let named = |(name, count): &(&str, u32)| (name.to_string(), name.to_string(), *count);
        Question::new(game::Question {
            player: 0,
            prompt: "Which town?".into(),
            clauses: vec!["G-7.1".into()],
            options: options.iter().map(option).collect(),
            declined: None,
            part: game::Part::Whole,
            thing: thing.map(Into::into),
            division: Some(game::Divided {
                piles: piles
                    .iter()
                    .map(|(pile, things)| (pile.to_string(), things.iter().map(named).collect()))
                    .collect(),
                left: Vec::new(),
            }),
        })
    }

    #[test]
    fn a_division_tells_its_piles_and_what_it_asks_about() {
        let piles: &[(&str, &[(&str, u32)])] =
            &[("pile 1", &[("ruby", 1)]), ("pile 2", &[("opal", 2), ("ruby", 1)]), ("pile 3", &[])];
        let question = asked(&[("1", "pile 1"), ("2", "pile 2")], piles, Some("opal"));
        assert_eq!(question.piles(), ["pile 1: ruby", "pile 2: 2x opal, ruby"]);
        assert!(question.lines("anna", Paint::new(false), 80)[0].contains("Which town? (opal)"));
    }

    fn question(options: &[(&str, &str)]) -> Question {
        asked(options, &[], None)
    }

    #[test]
    fn options_are_found_by_number_and_by_name() {
        let question = question(&[
            ("north_gate", "North Gate"),
            ("north_bay", "North Bay"),
            ("ride(a--b, ben)", "ride Ben's road to B"),
        ]);
        assert_eq!(question.find("2"), Found::Option(1));
        assert_eq!(question.find("4"), Found::Nothing);
        assert_eq!(question.find("north g"), Found::Option(0));
        assert_eq!(question.find("North_Bay"), Found::Option(1));
        assert_eq!(question.find("north"), Found::Several(vec![0, 1]));
        assert_eq!(question.find("ben's b"), Found::Option(2));
        assert_eq!(question.find("harbor"), Found::Nothing);
        let links = question_of_links();
        for said in
            ["north_gate--old_bay", "North Gate – Old Bay", "north gate - old bay", "Old Bay — North Gate", "old bay"]
        {
            assert_eq!(links.find(said), Found::Option(1), "{said}");
        }
        assert_eq!(links.find("north gate"), Found::Several(vec![0, 1]));
        assert_eq!(links.some(), "1 North Gate – Hill; 2 North Gate – Old Bay; 3 no, choose nothing");
    }

    fn question_of_links() -> Question {
        question(&[
            ("north_gate--hill", "North Gate – Hill"),
            ("north_gate--old_bay", "North Gate – Old Bay"),
            ("no", "no, choose nothing"),
        ])
    }

    #[test]
    fn a_way_does_not_repeat_what_is_chosen_first() {
        let mut ways = question(&[("[3, hill]", "3, Hill"), ("[3, mill]", "3, Mill")]);
        ways.choices[0].set_way(vec!["3".into(), "walk to Mill".into(), "walk to Hill".into()]);
        ways.choices[1].set_way(vec!["walk to Mill".into()]);
        assert_eq!(ways.listed(0..2, 80), ["  1  3, Hill: walk to Mill, walk to Hill", "  2  3, Mill: walk to Mill"]);
        assert_eq!(ways.listed([1], 80), ["  2  3, Mill: walk to Mill"]);
    }

    #[test]
    fn negative_numbers_keep_their_signs() {
        let question = question(&[("-1", "-1"), ("1", "1")]);
        assert_eq!((question.find("-1"), question.find("1")), (Found::Option(0), Found::Option(1)));
        assert_eq!(question.find("  "), Found::Nothing);
    }

    #[test]
    fn numbers_as_options_are_their_own_numbers() {
        let question = question(&[("0", "nothing"), ("2", "2 crowns"), ("done", "done")]);
        assert_eq!(question.find("2"), Found::Option(1));
        assert_eq!(question.find("0"), Found::Option(0));
        assert_eq!(question.find("1"), Found::Nothing);
        assert_eq!(question.find("d"), Found::Option(2));
        assert_eq!(self::question(&[("0", "0"), ("2", "2 crowns")]).some(), "0; 2 2 crowns");
        let lines = question.lines("anna", Paint::new(false), 80);
        assert_eq!(lines, ["anna: Which town?  [G-7.1]", "     0  nothing", "     2  2 crowns", "  done"]);
    }
}
