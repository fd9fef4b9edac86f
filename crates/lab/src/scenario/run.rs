//! Plays one scenario.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::combinations::{ChanceCombinations, MAX_WAYS};
use super::driver::{Driver, ScriptStop};
use super::edges::edges_as_in;
use super::expect::NOBODY;
use super::result_lines::{WINNER, result_lines, runs_winner};
use super::round::table;
use super::settle::Wanted;
use super::{Answer, At, CaseResult, Expect, Failure, Given, Scenario, Step, check};
use crate::transcript::Notes;
use crate::transcript::{meaning, who};
use tavola_game::{Error, Game, LoadError, Pending, RuleLine, Rules, SENTENCES, State};
use tavola_syntax::text::{Sources, Span};

/// Plays a case. `rules` are those of its variant.
pub fn run(rules: &Rules, scenario: &Scenario) -> CaseResult {
    play_on(&game_of(rules, scenario), scenario)
}

/// Plays a case and returns its public log lines, with the number of those before its first answer. Adds what it checks about the end
/// of the game. None if it fails, or gives no answer and calls no rule.
pub(super) fn log_lines(game: &Game, scenario: &Scenario) -> Option<(Vec<String>, usize)> {
    let driver = Driver::new(game, true, scenario.listens(), scenario.impossible.is_some());
    let (mut ways, mut ran) = (ChanceCombinations::default(), BTreeMap::new());
    let mut play = Play::new(scenario, driver, &mut ways, &mut ran);
    if play.play().map_or(true, |failures| !failures.is_empty()) {
        return None;
    }
    let lines_before = if scenario.call.is_some() { 0 } else { play.lines_before? };
    let mut lines = std::mem::take(&mut play.driver.notes.log_lines);
    lines.extend(result_lines(&mut play.driver, scenario)?);
    // The point of such a case is a question that is not asked.
    if scenario.call.is_some() && scenario.end.asked.as_ref().is_some_and(|(names, _)| *names == [NOBODY]) {
        lines.push("Nothing more is asked".to_owned());
    }
    Some((lines, lines_before))
}

/// Rules of a case, with its change: the lines of a variant without its first one. Rules with errors stay as they are.
pub(super) fn rules_of<'r>(rules: &'r Rules, scenario: &Scenario) -> Cow<'r, Rules> {
    let Some(change) = scenario.change().filter(|_| rules.title().is_some()) else { return Cow::Borrowed(rules) };
    let text = format!("variant changed \"{name}\" of {name}\n\n{change}\n", name = rules.name());
    Cow::Owned(rules.with_variant(SENTENCES, &text))
}

/// Game of a case, with its sentences.
pub(super) fn game_of(rules: &Rules, scenario: &Scenario) -> Result<Game, LoadError> {
    rules_of(rules, scenario).game_from(&scenario.setup, scenario.call.as_deref())
}

/// Plays a case on its game.
pub(super) fn play_on(game: &Result<Game, LoadError>, scenario: &Scenario) -> CaseResult {
    let outcome = attempt(game, scenario, scenario.snapshot);
    if outcome.passed || scenario.snapshot { outcome } else { attempt(game, scenario, true) }
}

/// True if a case fails.
pub(super) fn fails(game: &Result<Game, LoadError>, scenario: &Scenario) -> bool {
    !attempt(game, scenario, false).passed
}

/// Plays a case in all combinations where it says `any`. If `noted`, it keeps the transcript of the last one, which
/// costs more than playing.
fn attempt(game: &Result<Game, LoadError>, case: &Scenario, noted: bool) -> CaseResult {
    let mut ran = BTreeMap::new();
    let (failures, transcript) = match game {
        Ok(game) => {
            let mut ways = ChanceCombinations::default();
            loop {
                let mut driver = Driver::new(game, noted, case.listens(), case.impossible.is_some());
                driver.notes.line(&heading(case));
                let (failures, notes) = Play::new(case, driver, &mut ways, &mut ran).whole();
                if !failures.is_empty() || !ways.next() {
                    let needless = failures.is_empty() && case.impossible.is_some() && !ways.broke;
                    break (if needless { vec![possible(case)] } else { failures }, notes.text);
                }
                if ways.too_many() {
                    let actual = format!("more than {MAX_WAYS} combinations");
                    let expected = "few enough combinations to play all of them";
                    break (vec![Failure::new("`any`", expected, actual, &case.place)], notes.text);
                }
            }
        }
        Err(error) => (unplayable(case, error), String::new()),
    };
    CaseResult {
        name: case.name.clone(),
        topic: case.topic.clone(),
        place: case.place.clone(),
        passed: failures.is_empty(),
        failures,
        transcript,
        ran,
    }
}

/// Failure of a case that asks for an impossible position and has none.
fn possible(case: &Scenario) -> Failure {
    let actual = "all invariants hold at every moment".to_string();
    let failure = Failure::new("impossible", "a position that breaks an invariant", actual, &case.place);
    Failure { hint: Some("leave `impossible` out".to_string()), ..failure }
}

/// Heading of a transcript.
fn heading(case: &Scenario) -> String {
    let mut lines = vec![case.name.clone(), format!("players: {}", case.setup.players.join(", "))];
    lines.extend(case.setup.variant.iter().map(|variant| format!("variant: {variant}")));
    lines.extend(case.change.iter().flat_map(|(change, _)| change.lines()).map(|line| format!("change {line}")));
    lines.extend(case.setup.settings.iter().map(|(name, value)| format!("set {name}: {value}")));
    lines.extend(case.given.iter().map(|given| format!("given {}: {}", given.left, given.right)));
    lines.extend(case.call.iter().flat_map(|call| call.lines()).map(|sentence| format!("call {sentence}")));
    lines.join("\n") + "\n"
}

/// Failures of a case that cannot be set up.
pub(super) fn unplayable(case: &Scenario, error: &LoadError) -> Vec<Failure> {
    let failure = |actual: String, rule: Option<String>| Failure {
        rule,
        ..Failure::new("the set-up", "a position to play from", actual, &case.place)
    };
    match error {
        LoadError::Error(error) => {
            let found = failure(error.message.clone(), None);
            vec![match case.turned(error) {
                Some(at) => Failure { what: "set".to_string(), place: at.place.clone(), ..found },
                None => found,
            }]
        }
        LoadError::Findings { sources, diagnostics } => {
            let errors = diagnostics.iter().filter(|finding| finding.is_error());
            errors
                .map(|finding| {
                    let help = finding.help.as_ref().map_or_else(String::new, |help| format!("; {help}"));
                    let found = failure(format!("{}{help}", finding.message), sources.place(finding.span));
                    match called(case, sources, finding.span) {
                        Some(at) => Failure { what: "call".to_string(), place: at.place.clone(), rule: None, ..found },
                        None => found,
                    }
                })
                .collect()
        }
    }
}

impl Scenario {
    /// Place of the setting that an error is about.
    pub(super) fn turned(&self, error: &Error) -> Option<&At> {
        let named = self.setup.settings.iter().position(|(name, _)| error.setting.as_ref() == Some(name));
        self.set_at.get(named?).map(|(at, _)| at)
    }
}

/// Place of a sentence of `call` in the file of the case.
pub(super) fn called<'c>(case: &'c Scenario, sources: &Sources, span: Span) -> Option<&'c At> {
    let source = sources.get(span.source).filter(|source| source.name == SENTENCES)?;
    let line = source.line_column(span.start).0;
    case.call_at.get(line.checked_sub(1)?)
}

/// Failure of a value that cannot be put.
fn misput(given: &Given, actual: String) -> Box<Failure> {
    Box::new(Failure::new(&format!("given `{}`", given.left), &given.right, actual, &given.place))
}

/// An answer that the script has given.
pub(super) struct ScriptAnswer {
    pub(super) answer: String,
    /// `file:line:column` in the scenario.
    place: String,
    /// Line of the rules that asked for it.
    pub(super) line: RuleLine,
    /// Position before the answer.
    pub(super) state: State,
    /// Number of runs of the driver before the answer.
    pub(super) runs: usize,
}

/// A case that is being played.
pub(super) struct Play<'a> {
    pub(super) case: &'a Scenario,
    pub(super) driver: Driver,
    /// Answers that the script has given.
    pub(super) moments: Vec<ScriptAnswer>,
    /// Number of log lines before the first of them.
    lines_before: Option<usize>,
    ways: &'a mut ChanceCombinations,
    /// Runs of each rule, in this combination and those before it.
    ran: &'a mut BTreeMap<String, u64>,
    /// True if it stops at the first check that fails.
    stops: bool,
}

impl<'a> Play<'a> {
    pub(super) fn new(
        case: &'a Scenario,
        driver: Driver,
        ways: &'a mut ChanceCombinations,
        ran: &'a mut BTreeMap<String, u64>,
    ) -> Self {
        Self { case, driver, moments: Vec::new(), lines_before: None, ways, ran, stops: false }
    }

    /// Plays the case. Returns its failures and its transcript.
    fn whole(mut self) -> (Vec<Failure>, Notes) {
        let failures = self.play().unwrap_or_else(|failure| vec![*failure]);
        let failures = failures.into_iter().map(|failure| self.with_settings(failure)).collect();
        self.driver.note_kept();
        let (names, counts) = (self.driver.referee.game().rules(), self.driver.referee.counts());
        for ((name, _), count) in names.into_iter().zip(counts).filter(|(_, count)| *count > 0) {
            *self.ran.entry(name).or_default() += count;
        }
        if runs_winner(self.case) {
            *self.ran.entry(WINNER.to_owned()).or_default() += 1;
        }
        (failures, self.driver.notes)
    }

    fn play(&mut self) -> Result<Vec<Failure>, Box<Failure>> {
        self.position()?;
        Ok([self.script()?, self.end()?].concat())
    }

    /// Plays the case up to its first failure. Returns `true` if there is one.
    pub(super) fn up_to_failure(&mut self) -> Result<bool, Box<Failure>> {
        self.position()?;
        self.stops = true;
        let failed = |ended: Result<Vec<Failure>, _>| ended.map_or(true, |failures| !failures.is_empty());
        Ok(failed(self.script()) || failed(self.end()))
    }

    /// Puts the position in which the case begins.
    pub(super) fn position(&mut self) -> Result<(), Box<Failure>> {
        let case = self.case;
        for (at, given) in case.given.chunk_by(|one, other| one.after == other.after).enumerate() {
            self.put(given, at > 0)?;
        }
        self.crowded(&case.given)?;
        if !case.given.is_empty() {
            // This comes before a call that might repair the position.
            self.driver.check_invariants().map_err(|fault| self.ended(&ScriptStop::Fault(fault)))?;
            self.always()?;
        }
        Ok(())
    }

    /// Plays the answers, with the checks and changes between them. Returns failed checks.
    pub(super) fn script(&mut self) -> Result<Vec<Failure>, Box<Failure>> {
        let case = self.case;
        let mut failures = Vec::new();
        let wanted = |look| Wanted { look, unless_said: &case.unless_said, to_the_end: false };
        for (at, step) in case.steps.iter().enumerate() {
            let left = case.steps[at..].iter();
            let next = left.filter_map(|step| if let Step::Answer(answer) = step { Some(answer) } else { None }).next();
            match step {
                Step::Put(given) => {
                    // This comes before automatic answers: the change may concern the next question.
                    self.driver.run().map_err(|fault| self.ended(&ScriptStop::Fault(fault)))?;
                    self.driver.lets_go().map_err(|actual| misput(&given[0], actual))?;
                    self.put(given, true)?;
                    self.crowded(given)?;
                    self.driver.check_invariants().map_err(|fault| self.ended(&ScriptStop::Fault(fault)))?;
                    self.always()?;
                }
                Step::Check(expect) => {
                    let pending = self.driver.settle(next, &wanted(Some(expect))).map_err(|stop| self.ended(&stop))?;
                    self.always()?;
                    failures.extend(self.check(expect, pending));
                    if self.stops && !failures.is_empty() {
                        break;
                    }
                    self.driver.run().map_err(|fault| self.ended(&ScriptStop::Fault(fault)))?;
                }
                Step::Answer(answer) => {
                    let pending =
                        self.driver.settle(next, &wanted(None)).map_err(|stop| self.stopped(&stop, answer))?;
                    self.always()?;
                    self.answer(pending, answer)?;
                }
            }
        }
        Ok(failures)
    }

    fn answer(&mut self, pending: Pending, answer: &Answer) -> Result<(), Box<Failure>> {
        self.lines_before.get_or_insert(self.driver.notes.log_lines.len());
        let (line, runs) = (self.driver.line(), self.driver.runs.len());
        let state = table(self.driver.round.as_ref(), &self.driver.state).into_owned();
        let ways = &mut *self.ways;
        let given = self.driver.give(pending, answer, &mut |options| ways.pick(options));
        given.map_err(|stop| {
            let failure = self.stopped(&stop, answer);
            Box::new(Failure { hint: self.chance_hint(pending, answer).or(failure.hint.clone()), ..*failure })
        })?;
        let (answer, place) = (format!("{}: {}", answer.who, answer.what.shown()), answer.place.clone());
        self.moments.push(ScriptAnswer { answer, place, line, state, runs });
        Ok(())
    }

    /// Checks the expectations at the end.
    fn end(&mut self) -> Result<Vec<Failure>, Box<Failure>> {
        let (case, end) = (self.case, &self.case.end);
        let waits = end.asked.is_some() || !end.offered.is_empty() || !end.refused.is_empty();
        let must_end = case.call.is_some() && !waits;
        let over = end.asked.as_ref().is_some_and(|(names, _)| *names == [NOBODY]);
        let wanted = Wanted { look: Some(end), unless_said: &case.unless_said, to_the_end: must_end || over };
        let pending = self.driver.settle(None, &wanted).map_err(|stop| self.ended(&stop))?;
        self.always()?;
        let mut failures = self.check(end, pending);
        failures.extend(check::gibberish(&self.driver, &case.unless_said));
        // While others have not answered, what a player sees is a reason to end here, too.
        let looks = !end.sights.is_empty() && self.driver.referee.asks_together(&self.driver.state);
        if must_end && pending != Pending::Over && !looks {
            let what = "after the last answer";
            let hint = "answer it, or write `asked: NAME` if the case should end here";
            let asked = who(self.driver.referee.game(), pending);
            let actual = check::next(&mut self.driver, pending) + &self.driver.taken_text(&asked);
            let failure = Failure::new(what, "the call is over", actual, &case.place);
            failures.push(Failure { hint: Some(hint.to_string()), ..failure });
        }
        Ok(failures)
    }

    fn check(&mut self, expect: &Expect, pending: Pending) -> Vec<Failure> {
        let mut failures = check::then(&mut self.driver, pending, &expect.then);
        for failure in &mut failures {
            self.since(failure);
        }
        failures.extend(check::sights(&mut self.driver, &expect.sights));
        failures.extend(check::log(&self.driver, &expect.log));
        failures.extend(check::asked(&mut self.driver, pending, expect));
        failures.extend(check::offered(&mut self.driver, pending, &expect.offered));
        failures.extend(check::refused(&mut self.driver, pending, &expect.refused));
        failures
    }

    /// Puts values. If `reset`, the contents of each named place first return to where they start, unless they are named
    /// themselves.
    fn put(&mut self, given: &[Given], reset: bool) -> Result<(), Box<Failure>> {
        for one in given.iter().filter(|_| reset) {
            let taken = self.driver.referee.clear_given(&mut self.driver.state, &one.left);
            taken.map_err(|error| misput(one, error.message))?;
        }
        for one in given {
            let put = self.driver.referee.set_given(&mut self.driver.state, &one.left, &one.right);
            put.map_err(|error| misput(one, error.message))?;
        }
        Ok(())
    }

    /// Fails if a place holds more than it may, or more than is given.
    fn crowded(&mut self, given: &[Given]) -> Result<(), Box<Failure>> {
        let pairs: Vec<(&str, &str)> = given.iter().map(|one| (one.left.as_str(), one.right.as_str())).collect();
        let Driver { referee, state, .. } = &mut self.driver;
        let wrong = referee.overfull_place(state, &pairs).or_else(|| referee.left_where_it_starts(state, &pairs));
        if let Some((at, actual)) = wrong {
            return Err(misput(&given[at], actual));
        }
        Ok(())
    }

    /// Fails if an invariant is broken.
    fn always(&mut self) -> Result<(), Box<Failure>> {
        let Some(broken) = self.driver.invariants.take_broken() else { return Ok(()) };
        if self.case.impossible.is_some() {
            self.ways.broke = true;
            return Ok(());
        }
        let (when, place) = match self.moments.last() {
            Some(moment) => (format!("after `{}`", moment.answer), &moment.place),
            None => {
                let first = self.case.given.first().map_or(&self.case.place, |given| &given.place);
                ("in the position that is given".to_string(), first)
            }
        };
        let hint = "if the case needs an impossible position, add `impossible: WHY`";
        let failure = Failure::new("invariant", &broken, format!("does not hold {when}"), place);
        let failure = Failure { hint: Some(hint.to_string()), ..failure };
        Err(Box::new(match self.driver.referee.game().always_at(&broken) {
            Some(line) => failure.at(line),
            None => failure,
        }))
    }

    /// Hint for an answer of a player where chance is asked. Often the case plays the set-up, which its author did not mean.
    fn chance_hint(&self, pending: Pending, answer: &Answer) -> Option<String> {
        if pending != Pending::Chance || answer.who == "chance" {
            return None;
        }
        let from_the_start = self.case.call.is_none() && !self.case.given.is_empty();
        Some(if from_the_start && self.moments.is_empty() {
            format!(
                "without `call` the set-up is played, too; to begin with `given`, call a rule, phase or action: \
                 `call: RULE({who})` or `call: {who} does ACTION`",
                who = answer.who
            )
        } else {
            "chance is answered like a player: put `{ chance: .. }` before this line, or `{ chance: any }`".to_owned()
        })
    }

    /// Failure at an answer of the script.
    fn stopped(&mut self, stop: &ScriptStop, answer: &Answer) -> Box<Failure> {
        let expected = "an answer that is possible".to_string();
        let what = format!("{}: {}", answer.who, answer.what.shown());
        let failure = self.failure(stop, &answer.place);
        let actual = edges_as_in(&[&what], failure.actual);
        Box::new(Failure { what, expected, actual, ..failure })
    }

    /// Failure after the answers of the script.
    fn ended(&mut self, stop: &ScriptStop) -> Box<Failure> {
        let (what, expected) = ("after the last answer".to_string(), "a question, or the end".to_string());
        let place = self.case.place.clone();
        Box::new(Failure { what, expected, ..self.failure(stop, &place) })
    }

    fn failure(&mut self, stop: &ScriptStop, place: &str) -> Failure {
        let driver = &mut self.driver;
        let here = driver.line();
        let (actual, line) = match stop {
            ScriptStop::Fault(fault) => (meaning(&driver.referee, fault), here),
            ScriptStop::Misfit(message) => (message.clone(), here),
            ScriptStop::Refused(refusal) => {
                let message = format!("{}; offered: {}", refusal.message, driver.offered());
                (
                    message,
                    refusal.place.clone().map_or(here, |place| RuleLine { place, clauses: refusal.clauses.clone() }),
                )
            }
        };
        let failure = Failure::new("", "", actual, place).at(line);
        if failure.rule.as_deref().is_none_or(str::is_empty) { self.with_condition(failure) } else { failure }
    }
}

impl Scenario {
    /// True if it checks what players read in the log.
    pub(super) fn listens(&self) -> bool {
        let checks_log = |step: &Step| matches!(step, Step::Check(expect) if !expect.log.is_empty());
        !self.end.log.is_empty() || self.steps.iter().any(checks_log)
    }
}
