//! Scenarios as examples below the clauses that they prove.

use std::collections::BTreeSet;

use crate::doc::markdown::{plain, table};
use tavola_game::PositionLine;
use tavola_lab::scenario::{Example, Scenario};
use tavola_syntax::text::{capital, name_list};

/// Maximum number of lines of an example.
const LINES: usize = 10;

/// Maximum number of lines of the position in which an example starts.
const POSITION: usize = 8;

/// A position with more lines than this is a table instead of a sentence.
const SENTENCE: usize = 3;

/// Number of scenarios that are tried for a clause.
const TRIED: usize = 5;

/// The examples of a rulebook while it is written.
pub(super) struct Examples<'a> {
    cases: Vec<&'a Scenario>,
    /// Plays a scenario.
    play: &'a dyn Fn(&Scenario) -> Option<Example>,
    /// The scenarios that were printed.
    pub(super) shown: BTreeSet<String>,
    /// The stories that were printed: position and lines.
    stories: BTreeSet<String>,
    /// The players in the printed examples, by seat. None where examples name the same seat differently.
    pub(super) players: Option<Vec<String>>,
    /// True if the game has several numbers of players.
    counts: bool,
}

impl<'a> Examples<'a> {
    pub(super) fn new(cases: &'a [Scenario], counts: bool, play: &'a dyn Fn(&Scenario) -> Option<Example>) -> Self {
        let (shown, stories) = (BTreeSet::new(), BTreeSet::new());
        Self { cases: cases.iter().collect(), play, shown, stories, players: Some(Vec::new()), counts }
    }

    /// An example of a clause. Of the scenarios that prove the clause, the one that proves the fewest others, if it is short
    /// enough and not printed yet.
    pub(super) fn of(&mut self, id: &str) -> Option<String> {
        let plainly =
            |case: &&&Scenario| case.setup.variant.is_none() && case.setup.settings.is_empty() && case.change.is_none();
        let proves = |case: &&&Scenario| case.proves(id) && !self.shown.contains(&case.place);
        let mut cases: Vec<&Scenario> = self.cases.iter().filter(proves).filter(plainly).copied().collect();
        cases.sort_by_key(|case| (case.looks_behind(), case.clauses.len()));
        let (case, example) = cases.into_iter().take(TRIED).find_map(|case| {
            let example = (self.play)(case)?.shortened(LINES);
            let is_short = (1..=LINES).contains(&example.lines.len()) && example.position.len() <= POSITION;
            (is_short && !self.stories.contains(&story(&example))).then_some((case, example))
        })?;
        self.stories.insert(story(&example));
        self.shown.insert(case.place.clone());
        self.players = self.players.take().and_then(|known| longer(known, &case.setup.players));
        let with = if self.counts { format!(" with {} players", case.setup.players.len()) } else { String::new() };
        let lines: Vec<String> = example.lines.iter().map(|line| format!("- {}", plain(line))).collect();
        Some(format!("*Example{with}: {}.*{}\n\n{}", plain(&case.name), position(&example.position), lines.join("\n")))
    }

    /// A legend of the examples; none if there are none.
    pub(super) fn legend(&self) -> Option<String> {
        if self.shown.is_empty() {
            return None;
        }
        let names: Vec<String> = self.players.iter().flatten().map(|name| plain(&capital(name))).collect();
        let seats = match names.as_slice() {
            [] => String::new(),
            names => format!("In the examples, {} sit clockwise in this order. ", name_list(names)),
        };
        Some(format!(
            "{seats}An example begins with its position, as far as it matters. \
             The sign → stands between where a thing was and where it goes, or between an old number and a new one."
        ))
    }
}

/// The longer of two lists of players, if it begins with the other.
fn longer(known: Vec<String>, players: &[String]) -> Option<Vec<String>> {
    match (known.starts_with(players), players.starts_with(&known)) {
        (true, _) => Some(known),
        (_, true) => Some(players.to_vec()),
        _ => None,
    }
}

/// The text by which equal examples are recognised.
fn story(example: &Example) -> String {
    let position = example.position.iter().map(|line| line.sentence.as_str());
    position.chain(example.lines.iter().map(String::as_str)).collect::<Vec<_>>().join("\n")
}

/// The position in which an example starts: a sentence, or a table where it is long.
fn position(lines: &[PositionLine]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    if lines.len() > SENTENCE {
        let rows: Vec<Vec<String>> = lines.iter().map(|line| vec![plain(&line.name), plain(&line.value)]).collect();
        return format!("\n\n{}", table(&["Where", "At the start"], &rows).trim_end());
    }
    let sentences: Vec<String> = lines.iter().map(|line| plain(&line.sentence)).collect();
    format!(" {}.", capital(&sentences.join("; ")))
}
