//! What must be true at the end of a scenario.

use super::run::{Desk, Stop};
use super::{Answer, Failure, Sight, Then};
use crate::game::{Pending, Refusal};
use crate::play::replay::meaning;
use crate::play::term::Term;
use crate::play::transcript::{options, who};
use crate::yaml::{Value, Yaml};

/// Values of expressions.
pub(super) fn then(desk: &mut Desk, then: &[Then]) -> Vec<Failure> {
    then.iter().filter_map(|line| value(desk, line)).collect()
}

fn value(desk: &mut Desk, line: &Then) -> Option<Failure> {
    let actual = match desk.referee.value(&desk.state, &line.expression) {
        Ok(actual) => actual,
        Err(error) => error.message,
    };
    let (mut expected, mut found) = (Term::of(&line.value), Term::parse(&actual));
    if line.expression == "winner" {
        (expected, found) = (expected.unordered(), found.unordered());
    }
    let (what, shown) = (line.expression.clone(), line.value.shown());
    (!expected.same(&found)).then(|| failure(desk, what, shown, actual, &line.place))
}

/// What players see and do not see.
pub(super) fn sights(desk: &mut Desk, sights: &[Sight]) -> Vec<Failure> {
    sights.iter().filter_map(|sight| wrong_sight(desk, sight)).collect()
}

fn wrong_sight(desk: &mut Desk, sight: &Sight) -> Option<Failure> {
    let name = desk.referee.game().setup().players.get(sight.player).cloned().unwrap_or_default();
    let what = format!("what {name} sees of {}", sight.what);
    let expected = if sight.seen { "all of it" } else { "nothing" }.to_string();
    let actual = match desk.referee.sight(&desk.state, Some(sight.player), &sight.what) {
        Ok(found) => {
            let wrong = if sight.seen { found.hidden } else { found.seen };
            if wrong.is_empty() {
                return None;
            }
            format!("{} {}", if sight.seen { "hidden:" } else { "seen:" }, wrong.join(", "))
        }
        Err(error) => error.message,
    };
    Some(failure(desk, what, expected, actual, &sight.place))
}

/// The exact options of the open question.
pub(super) fn offered(desk: &mut Desk, pending: Pending, offered: &Answer) -> Option<Failure> {
    let what = format!("what {} is offered", offered.who);
    let expected = offered.what.shown();
    if let Some(other) = asked_otherwise(desk, pending, &offered.who) {
        return Some(failure(desk, what, expected, other, &offered.place));
    }
    let notations: Vec<String> = (0..desk.referee.options()).map(|at| desk.referee.notation(&desk.state, at)).collect();
    let mut left: Vec<usize> = (0..notations.len()).collect();
    let mut missing = Vec::new();
    let items: &[Yaml] = if let Value::List(items) = &offered.what.value { items } else { &[] };
    for item in items {
        let term = Term::of(item);
        let same = notations.iter().position(|notation| term.same(&Term::parse(notation)));
        match same.or_else(|| desk.referee.find(&desk.state, &item.shown()).ok()) {
            Some(option) => left.retain(|&other| other != option),
            None => missing.push(item.shown()),
        }
    }
    if missing.is_empty() && left.is_empty() {
        return None;
    }
    let more: Vec<String> = left.into_iter().map(|option| notations[option].clone()).collect();
    let actual = format!("[{}]{}{}", notations.join(", "), listed("missing", &missing), listed("not expected", &more));
    Some(failure(desk, what, expected, actual, &offered.place))
}

fn listed(what: &str, items: &[String]) -> String {
    if items.is_empty() { String::new() } else { format!("; {what}: {}", items.join(", ")) }
}

/// What is not possible, and the clauses that say why.
pub(super) fn refused(desk: &mut Desk, pending: Pending, answer: &Answer, because: &[String]) -> Option<Failure> {
    let what = format!("{}: {}", answer.who, answer.what.shown());
    let clauses = if because.is_empty() { String::new() } else { format!(" because of {}", because.join(", ")) };
    let expected = format!("refused{clauses}");
    if let Some(other) = asked_otherwise(desk, pending, &answer.who) {
        return Some(failure(desk, what, expected, other, &answer.place));
    }
    let refusal = match refusal(desk, pending, answer) {
        Ok(Some(refusal)) => refusal,
        Ok(None) => return Some(failure(desk, what, expected, "possible".to_string(), &answer.place)),
        Err(fault) => return Some(failure(desk, what, expected, fault, &answer.place)),
    };
    if !refusal.unknown && because.iter().all(|clause| refusal.clauses.contains(clause)) {
        return None;
    }
    let cited = if refusal.clauses.is_empty() { "no clause".to_string() } else { refusal.clauses.join(", ") };
    let failure = failure(desk, what, expected, format!("{} ({cited})", refusal.message), &answer.place);
    Some(Failure { rule: refusal.place.or(failure.rule), ..failure })
}

/// Why the answer is not possible: tried on a copy, as it may answer several questions.
fn refusal(desk: &mut Desk, pending: Pending, answer: &Answer) -> Result<Option<Refusal>, String> {
    let mut copy = desk.copy();
    let stop = copy.ask().map_err(Stop::Fault).and_then(|_| copy.give(pending, answer));
    match stop {
        Ok(()) => Ok(None),
        Err(Stop::Refused(refusal)) => Ok(Some(refusal)),
        Err(Stop::Misfit(message)) => {
            let clauses = desk.referee.clauses();
            Ok(Some(Refusal { message, place: None, clauses, unknown: false }))
        }
        Err(Stop::Fault(fault)) => Err(meaning(&desk.referee, &fault)),
    }
}

/// What is asked instead, if the open question is not this player's.
fn asked_otherwise(desk: &mut Desk, pending: Pending, player: &str) -> Option<String> {
    let asked = who(desk.referee.game(), pending);
    if asked == player {
        return None;
    }
    if pending == Pending::Over {
        return Some("nothing is asked any more".to_string());
    }
    let offered = options(&mut desk.referee, &desk.state).join(", ");
    Some(format!("the question is for {asked}: {} ({offered})", desk.referee.prompt(&desk.state)))
}

fn failure(desk: &Desk, what: String, expected: String, actual: String, place: &str) -> Failure {
    let rule = Some(desk.referee.position(&desk.state).1);
    Failure { what, expected, actual, place: place.to_string(), rule }
}
