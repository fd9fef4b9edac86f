//! Playing one scenario.

use super::answer::Rest;
use super::{Answer, Failure, Outcome, Scenario, check};
use crate::game::{Fault, Game, LoadError, Pending, Referee, Refusal, Rules, SENTENCES, State};
use crate::play::replay::meaning;
use crate::play::transcript::{Notes, options, who};
use crate::text::{Sources, Span};

/// More questions with a single option in a row answer themselves for ever, it seems.
const MAX_FORCED: usize = 20_000;

/// Plays a case. `rules` are those of its variant.
pub fn run(rules: &Rules, scenario: &Scenario) -> Outcome {
    play_on(&game_of(rules, scenario), scenario)
}

/// The game of a case, with its sentences.
pub(super) fn game_of(rules: &Rules, scenario: &Scenario) -> Result<Game, LoadError> {
    rules.game_from(&scenario.setup, scenario.call.as_deref())
}

/// Plays a case on its game.
pub(super) fn play_on(game: &Result<Game, LoadError>, scenario: &Scenario) -> Outcome {
    let outcome = attempt(game, scenario, scenario.snapshot);
    if outcome.passed || scenario.snapshot { outcome } else { attempt(game, scenario, true) }
}

/// Plays a case and keeps the transcript if asked to: that costs more than playing.
fn attempt(game: &Result<Game, LoadError>, case: &Scenario, noted: bool) -> Outcome {
    let (failures, transcript) = match game {
        Ok(game) => {
            let mut desk = Desk::new(game, noted);
            desk.notes.line(&heading(case));
            let failures = play(&mut desk, case).unwrap_or_else(|failure| vec![*failure]);
            (failures, desk.notes.text)
        }
        Err(error) => (unplayable(case, error), String::new()),
    };
    Outcome {
        name: case.name.clone(),
        topic: case.topic.clone(),
        place: case.place.clone(),
        passed: failures.is_empty(),
        failures,
        transcript,
    }
}

/// What the transcript begins with.
fn heading(case: &Scenario) -> String {
    let mut lines = vec![case.name.clone(), format!("players: {}", case.setup.players.join(", "))];
    lines.extend(case.setup.variant.iter().map(|variant| format!("variant: {variant}")));
    lines.extend(case.setup.set.iter().map(|(name, value)| format!("set {name}: {value}")));
    lines.extend(case.given.iter().map(|(left, right, _)| format!("given {left}: {right}")));
    lines.extend(case.call.iter().flat_map(|call| call.lines()).map(|sentence| format!("call {sentence}")));
    lines.join("\n") + "\n"
}

/// The case cannot be set up.
fn unplayable(case: &Scenario, error: &LoadError) -> Vec<Failure> {
    let failure = |actual: String, rule: Option<String>| Failure {
        what: "the set-up".to_string(),
        expected: "a position to play from".to_string(),
        actual,
        place: case.place.clone(),
        rule,
    };
    match error {
        LoadError::Error(error) => vec![failure(error.message.clone(), None)],
        LoadError::Findings { sources, diagnostics } => {
            let errors = diagnostics.iter().filter(|finding| finding.is_error());
            errors
                .map(|finding| {
                    let help = finding.help.as_ref().map_or_else(String::new, |help| format!("; {help}"));
                    let found = failure(format!("{}{help}", finding.message), sources.place(finding.span));
                    match called(case, sources, finding.span) {
                        Some(place) => Failure { what: "call".to_string(), place, rule: None, ..found },
                        None => found,
                    }
                })
                .collect()
        }
    }
}

/// Where a sentence of `call` stands in the file of the case.
fn called(case: &Scenario, sources: &Sources, span: Span) -> Option<String> {
    let source = sources.get(span.source).filter(|source| source.name == SENTENCES)?;
    let line = source.line_column(span.start).0;
    case.call_places.get(line.checked_sub(1)?).cloned()
}

fn play(desk: &mut Desk, case: &Scenario) -> Result<Vec<Failure>, Box<Failure>> {
    for (left, right, place) in &case.given {
        desk.referee.put(&mut desk.state, left, right).map_err(|error| Failure {
            what: format!("given `{left}`"),
            expected: right.clone(),
            actual: error.message,
            place: place.clone(),
            rule: None,
        })?;
    }
    let given: Vec<(&str, &str)> = case.given.iter().map(|(left, right, _)| (left.as_str(), right.as_str())).collect();
    if let Some((at, actual)) = desk.referee.crowded(&desk.state, &given) {
        let (left, right, place) = &case.given[at];
        let (what, expected, place) = (format!("given `{left}`"), right.clone(), place.clone());
        return Err(Box::new(Failure { what, expected, actual, place, rule: None }));
    }
    for answer in &case.answers {
        let pending = desk.settle(case, Some(answer)).map_err(|stop| desk.stopped(&stop, answer))?;
        desk.give(pending, answer).map_err(|stop| desk.stopped(&stop, answer))?;
    }
    let pending = desk.settle(case, None).map_err(|stop| desk.ended(&stop, case))?;
    let mut failures = check::then(desk, &case.then);
    failures.extend(check::sights(desk, &case.sights));
    desk.settle_again().map_err(|fault| desk.ended(&Stop::Fault(fault), case))?;
    failures.extend(case.offered.as_ref().and_then(|offered| check::offered(desk, pending, offered)));
    failures.extend(case.refused.as_ref().and_then(|(answer, because)| check::refused(desk, pending, answer, because)));
    Ok(failures)
}

/// Why a script cannot go on.
#[derive(Clone, Debug)]
pub(super) enum Stop {
    /// The answer is not offered.
    Refused(Refusal),
    /// A fault of the rules.
    Fault(Fault),
    /// The script and the questions do not fit together: a sentence.
    Misfit(String),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// A game that is being played from a script.
pub(super) struct Desk {
    pub(super) referee: Referee,
    pub(super) state: State,
    pub(super) notes: Notes,
}

impl Desk {
    pub(super) fn new(game: &Game, noted: bool) -> Self {
        let mut referee = game.referee();
        referee.record(noted);
        Self { referee, state: game.start(), notes: Notes::new(noted) }
    }

    /// Another desk with the same position, to try something.
    pub(super) fn copy(&self) -> Self {
        let mut desk = Self::new(self.referee.game(), false);
        desk.state = self.state.clone();
        desk
    }

    /// Runs to the next question.
    pub(super) fn ask(&mut self) -> Result<Pending, Fault> {
        let pending = self.referee.run(&mut self.state)?;
        self.notes.happened(&mut self.referee, &self.state);
        Ok(pending)
    }

    /// Opens the question again, after the desk was used for something else.
    fn settle_again(&mut self) -> Result<(), Fault> {
        self.referee.run(&mut self.state).map(drop)
    }

    fn choose(&mut self, pending: Pending, option: usize) -> Result<(), Fault> {
        self.notes.answer(&mut self.referee, &self.state, pending, option);
        self.referee.answer(&mut self.state, option)
    }

    /// Answers questions with a single option, up to one that the next answer of the script is for; at the end of the
    /// script, up to one that the case says something about.
    fn settle(&mut self, case: &Scenario, next: Option<&Answer>) -> Result<Pending, Stop> {
        for _ in 0..MAX_FORCED {
            let pending = self.ask()?;
            if pending == Pending::Over || self.referee.options() != 1 {
                return Ok(pending);
            }
            let stop = match next {
                Some(answer) => self.fits(pending, answer),
                None => self.awaited(pending, case),
            };
            if stop {
                return Ok(pending);
            }
            self.choose(pending, 0)?;
        }
        Err(Stop::Misfit(format!("more than {MAX_FORCED} questions with a single option, one after the other")))
    }

    /// Whether the open question can be answered with the beginning of this answer.
    fn fits(&mut self, pending: Pending, answer: &Answer) -> bool {
        let part = self.referee.part(&self.state);
        who(self.referee.game(), pending) == answer.who
            && Rest::new(&part, &answer.what).next(&mut self.referee, &self.state).is_ok()
    }

    /// Whether the open question is the one that the end of the case is about.
    fn awaited(&mut self, pending: Pending, case: &Scenario) -> bool {
        match (&case.offered, &case.refused) {
            (Some(offered), _) => check::offered(self, pending, offered).is_none(),
            (None, Some((answer, because))) => check::refused(self, pending, answer, because).is_none(),
            (None, None) => false,
        }
    }

    /// Gives an answer, with all questions that it answers.
    pub(super) fn give(&mut self, mut pending: Pending, answer: &Answer) -> Result<(), Stop> {
        if pending == Pending::Over {
            return Err(Stop::Misfit("nothing is asked any more".to_string()));
        }
        let asked = who(self.referee.game(), pending);
        if asked != answer.who {
            let message = format!("the question is for {asked}: {}", self.referee.prompt(&self.state));
            return Err(Stop::Misfit(message));
        }
        let part = self.referee.part(&self.state);
        let mut rest = Rest::new(&part, &answer.what);
        loop {
            let option = rest.next(&mut self.referee, &self.state).map_err(Stop::Refused)?;
            self.choose(pending, option)?;
            let before = std::mem::replace(&mut pending, self.ask()?);
            if pending != before || !rest.goes_on(&mut self.referee, &self.state) {
                break;
            }
        }
        if let Some(refusal) = rest.too_little(&mut self.referee, &self.state) {
            return Err(Stop::Refused(refusal));
        }
        match rest.left_over() {
            Some(left) => Err(Stop::Misfit(format!("nobody asked for `{left}`"))),
            None => Ok(()),
        }
    }

    /// A failure at an answer of the script.
    fn stopped(&mut self, stop: &Stop, answer: &Answer) -> Box<Failure> {
        let expected = "an answer that is possible".to_string();
        let what = format!("{}: {}", answer.who, answer.what.shown());
        Box::new(Failure { what, expected, ..self.failure(stop, &answer.place) })
    }

    /// A failure after the script.
    fn ended(&mut self, stop: &Stop, case: &Scenario) -> Box<Failure> {
        let (what, expected) = ("after the last answer".to_string(), "a question, or the end".to_string());
        Box::new(Failure { what, expected, ..self.failure(stop, &case.place) })
    }

    fn failure(&mut self, stop: &Stop, place: &str) -> Failure {
        let here = self.referee.position(&self.state).1;
        let (actual, rule) = match stop {
            Stop::Fault(fault) => (meaning(&self.referee, fault), here),
            Stop::Misfit(message) => (message.clone(), here),
            Stop::Refused(refusal) => {
                let offered = options(&mut self.referee, &self.state).join(", ");
                let message = match refusal.message.contains("; offered: ") {
                    true => refusal.message.clone(),
                    false => format!("{}; offered: {offered}", refusal.message),
                };
                (message, refusal.place.clone().unwrap_or(here))
            }
        };
        Failure { what: String::new(), expected: String::new(), actual, place: place.to_string(), rule: Some(rule) }
    }
}
