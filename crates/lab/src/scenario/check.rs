//! Checks the expectations of a scenario at a moment.

use super::driver::{Driver, listed};
use super::expect::NOBODY;
use super::round::table;
use super::wanted::WholeAnswer;
use super::whole::{Judged, names_done};
use super::{Answer, CaseEdit, Expect, Failure, LogCheck, Offered, SightCheck, Then};
use crate::term::Term;
use crate::transcript::{meaning, options, who};
use tavola_game::{Part, Pending, Refusal};
use tavola_syntax::text;
use tavola_syntax::yaml::{Yaml, digits};

/// Checks values of expressions (`then`).
pub(super) fn then(driver: &mut Driver, pending: Pending, then: &[Then]) -> Vec<Failure> {
    then.iter().filter_map(|line| value(driver, pending, line)).collect()
}

fn value(driver: &mut Driver, pending: Pending, line: &Then) -> Option<Failure> {
    let ranks = ["winner", "ranking", "payoff"].contains(&line.expression.as_str());
    let table = table(driver.round.as_ref(), &driver.state);
    let (actual, is_value) = match driver.referee.evaluate(&table, &line.expression) {
        Ok(_) if ranks && pending != Pending::Over => (format!("it is not over yet: {}", next(driver, pending)), false),
        Ok(actual) => (actual, true),
        Err(error) => (error.message, false),
    };
    let (mut expected, mut found) = (Term::of(&line.value, driver.referee.game()), Term::parse(&actual));
    match line.expression.as_str() {
        "winner" => (expected, found) = (expected.listed().unordered(), found.unordered()),
        "ranking" => (expected, found) = (expected.groups(), found.groups()),
        _ => {}
    }
    if expected.same(&found) {
        return None;
    }
    let mut words = Vec::new();
    expected.words(&mut words);
    let strange = words.into_iter().find(|word| !driver.referee.game().knows(word));
    let strange = strange.map(|word| format!("nothing here is called `{word}`"));
    let counted = counted_instead(driver, line, &found);
    // A draw that comes next explains no value.
    let is_asked = matches!(pending, Pending::Choice(_)) && !ranks;
    let next = is_asked.then(|| format!("next: {}", next(driver, pending)));
    let unfinished = (ranks && pending != Pending::Over).then(|| "add answers until it is over".to_owned());
    let hint =
        strange.into_iter().chain(counted).chain(next).chain(unfinished).reduce(|one, other| format!("{one}; {other}"));
    let mend = is_value.then(|| CaseEdit::value(line, &actual, driver.referee.game())).flatten();
    let failure = Failure::new(&line.expression, &line.value.shown(), actual, &line.place);
    Some(Failure { hint, mend, ..failure })
}

/// Suggestion to count, where a number is expected of things.
fn counted_instead(driver: &mut Driver, line: &Then, found: &Term) -> Option<String> {
    let is_number = line.value.text().is_some_and(|text| digits(text).is_some());
    if !is_number || matches!(found, Term::Word(_)) {
        return None;
    }
    let counted = format!("count of {}", line.expression);
    let table = table(driver.round.as_ref(), &driver.state);
    driver.referee.evaluate(&table, &counted).ok().map(|_| format!("did you mean `{counted}`?"))
}

/// Description of who is asked what: `chance: What is drawn?`
pub(super) fn next(driver: &mut Driver, pending: Pending) -> String {
    match pending {
        Pending::Over => "nobody is asked any more".to_string(),
        _ => format!("{} is asked: {}", who(driver.referee.game(), pending), driver.referee.prompt(&driver.state)),
    }
}

/// Checks what players see and do not see (`seen`, `hidden`). If nothing lies in any place that `hidden` names, it proves nothing.
pub(super) fn sights(driver: &mut Driver, sights: &[SightCheck]) -> Vec<Failure> {
    let place = table(driver.round.as_ref(), &driver.state).into_owned();
    let mut is_empty = |one: &SightCheck| {
        driver.referee.visibility(&place, Some(one.player), &one.what).is_ok_and(|sight| sight.is_empty)
    };
    let in_vain = sights.iter().filter(|one| !one.seen).all(&mut is_empty);
    sights.iter().filter_map(|sight| wrong_sight(driver, sight, in_vain)).collect()
}

/// `in_vain`: nothing lies in the places that must be hidden at this moment.
fn wrong_sight(driver: &mut Driver, sight: &SightCheck, in_vain: bool) -> Option<Failure> {
    let name = driver.referee.game().setup().players.get(sight.player).cloned().unwrap_or_default();
    let what = format!("view of {name}: {}", sight.what);
    let expected = if sight.seen { "all of it" } else { "nothing" };
    let table = table(driver.round.as_ref(), &driver.state);
    let actual = match driver.referee.visibility(&table, Some(sight.player), &sight.what) {
        Ok(_) if !sight.seen && in_vain => format!("nothing lies in `{}`: this shows nothing", sight.what),
        Ok(found) => {
            let wrong = if sight.seen { found.hidden } else { found.seen };
            if wrong.is_empty() {
                return None;
            }
            format!("{} {}", if sight.seen { "hidden:" } else { "seen:" }, wrong.join(", "))
        }
        Err(error) => error.message,
    };
    Some(Failure::new(&what, expected, actual, &sight.place))
}

/// Checks what players have read in the log, and have not (`told`, `untold`).
pub(super) fn log(driver: &Driver, checks: &[LogCheck]) -> Vec<Failure> {
    let names = &driver.referee.game().setup().players;
    let wrong = checks.iter().filter_map(|one| {
        let lines = driver.player_logs.as_ref().and_then(|all| all.get(one.player)).map_or(&[][..], Vec::as_slice);
        let log_lines = lines.iter().find(|line| line.contains(&one.text));
        let actual = match (one.is_shown, log_lines) {
            (true, Some(_)) => return None,
            // An expected absence proves nothing if no rule can log this text.
            (false, None) => format!("nothing in the game says `{}`", driver.referee.game().unsaid(&one.text)?),
            (false, Some(line)) => format!("a line says `{line}`"),
            (true, None) => match lines {
                [] => "the log has no lines".to_string(),
                _ => format!("no line says that; the last: `{}`", lines[lines.len().saturating_sub(5)..].join("` / `")),
            },
        };
        let what = format!("log of {}", names.get(one.player).map_or("", String::as_str));
        let expected = if one.is_shown { format!("`{}`", one.text) } else { format!("never `{}`", one.text) };
        Some(Failure::new(&what, &expected, actual, &one.place))
    });
    wrong.collect()
}

/// Checks who is asked (`asked`).
pub(super) fn asked(driver: &mut Driver, pending: Pending, expect: &Expect) -> Option<Failure> {
    let (names, place) = expect.asked.as_ref()?;
    let mut asked = match pending {
        Pending::Over => vec![NOBODY.to_string()],
        _ => vec![who(driver.referee.game(), pending)],
    };
    if let Ok(Some(waiting)) = driver.waiting() {
        match names.as_slice() {
            // Players who answer at the same time are asked at the same time.
            [one] if waiting.contains(one) => return None,
            _ => asked = waiting,
        }
    }
    let sorted = |mut names: Vec<String>| {
        names.sort();
        names
    };
    if sorted(names.clone()) == sorted(asked.clone()) {
        return None;
    }
    let actual = match asked.as_slice() {
        [] | [_] => next(driver, pending),
        all => format!("{} are asked", all.join(", ")),
    };
    Some(Failure::new("who is asked", &names.join(", "), actual, place).at(driver.line()))
}

/// Checks the options of the open question (`offered`).
pub(super) fn offered<'o>(
    driver: &mut Driver,
    pending: Pending,
    offered: impl IntoIterator<Item = &'o Offered>,
) -> Vec<Failure> {
    offered.into_iter().filter_map(|one| wrong_offer(driver, pending, one)).collect()
}

fn wrong_offer(driver: &mut Driver, pending: Pending, offered: &Offered) -> Option<Failure> {
    let pending = driver.question_of(&offered.who, pending);
    let what = format!("options of {}", offered.who);
    let failed = |driver: &Driver, expected: &str, actual: String| {
        Some(Failure::new(&what, expected, actual, &offered.place).at(driver.line()))
    };
    if let Some(other) = asked_otherwise(driver, pending, &offered.who) {
        let before =
            answered_before(driver, &offered.who, |driver, pending| Some(wrong_offer(driver, pending, offered)));
        return before.unwrap_or_else(|| failed(driver, "a question", other));
    }
    let all = match driver.wholes() {
        Ok(Some(all)) => with_label(driver, all, offered),
        Ok(None) => return failed(driver, "options that can be counted", "too many".to_string()),
        Err(fault) => return failed(driver, "options", meaning(&driver.referee, &fault)),
    };
    let count = format!("{}: {}", text::count(all.len(), "option"), listed(&all));
    if let Some((wanted, number)) = offered.count.as_ref().filter(|(wanted, _)| *wanted != all.len()) {
        let failure = failed(driver, &text::count(*wanted, "option"), count)?;
        return Some(Failure { mend: Some(CaseEdit::count(&offered.who, number, *wanted, all.len())), ..failure });
    }
    // An item that could never be an answer here is never offered, whatever the rules say.
    for item in &offered.excludes {
        if let Some(message) = means_nothing(driver, &all, item) {
            let actual = format!("`{}` means nothing here: {message}", item.shown());
            return failed(driver, &expected_offer(offered), actual);
        }
    }
    let mut left = vec![true; all.len()];
    let mut missing: Vec<&Yaml> = Vec::new();
    for item in offered.exactly.iter().flatten().chain(&offered.includes) {
        let fitting = fitting(driver, &all, item);
        if fitting.is_empty() {
            missing.push(item);
        }
        fitting.into_iter().for_each(|at| left[at] = false);
    }
    let wrong: Vec<&WholeAnswer> = match &offered.exactly {
        Some(_) => (0..all.len()).filter(|&at| left[at]).map(|at| &all[at]).collect(),
        None => offered.excludes.iter().flat_map(|item| fitting(driver, &all, item)).map(|at| &all[at]).collect(),
    };
    if missing.is_empty() && wrong.is_empty() {
        return None;
    }
    let shown_all = |items: &[&Yaml]| items.iter().map(|item| item.shown()).collect::<Vec<_>>();
    let texts: Vec<String> = wrong.iter().map(|one| one.text.clone()).collect();
    let actual = format!(
        "[{}]{}{}",
        listed(&all),
        difference("missing", &shown_all(&missing)),
        difference("not expected", &texts)
    );
    let mend = CaseEdit::options(offered, &missing, &wrong, driver.referee.game());
    Some(Failure { mend, ..failed(driver, &expected_offer(offered), actual)? })
}

/// Maximum number of options with which a pattern is filled.
const FILLED: usize = 50;

/// The reason why an item can mean nothing at the open question, if there is one. A pattern (`[pear, _]`) means nothing
/// if one of its words is unknown, or if it gives no answer when its gaps are filled with offered options.
fn means_nothing(driver: &mut Driver, all: &[WholeAnswer], item: &Yaml) -> Option<String> {
    let pattern = Term::of(item, driver.referee.game());
    if !pattern.is_pattern() {
        let judged = driver.judge(item);
        return if let Ok(Judged::Misfit(message)) = judged { Some(message) } else { None };
    }
    let mut words = Vec::new();
    pattern.words(&mut words);
    let unknown = words.into_iter().find(|word| *word != "_" && !driver.referee.game().knows(word));
    if let Some(word) = unknown {
        return Some(format!("nothing is called `{word}`"));
    }
    let filled: Vec<Term> = all.iter().filter_map(|one| pattern.filled(&one.term)).take(FILLED).collect();
    let (whole, state) = (driver.referee.part(&driver.state) == Part::Whole, driver.state.clone());
    let mut refusals = filled.iter().map(|term| driver.referee.find(&state, &term.text()));
    let nothing = whole && !filled.is_empty() && refusals.all(|found| found.is_err_and(|refusal| refusal.unknown));
    nothing.then(|| "nothing offered in place of `_` makes it an answer".to_string())
}

/// Reports unused answers of `unless_said` that name nothing in the game, and no label of it, since nobody could ever give them.
pub(super) fn gibberish(driver: &Driver, unless_said: &[Answer]) -> Vec<Failure> {
    let game = driver.referee.game();
    let strange = |answer: &&Answer| !driver.fallen_back.contains(&answer.who) && !answer.what.shown().contains('"');
    let failure = |answer: &Answer| {
        let term = Term::of(&answer.what, game);
        let mut words = Vec::new();
        term.words(&mut words);
        let unknown = words
            .into_iter()
            .find(|word| *word != "_" && *word != "any" && !game.knows(word) && game.unsaid(word).is_some())?;
        let (what, actual) = (format!("unless_said: {}", answer.who), format!("nothing here is called `{unknown}`"));
        Some(Failure::new(&what, "an answer of this game", actual, &answer.place))
    };
    unless_said.iter().filter(strange).filter_map(failure).collect()
}

/// Adds the label of "done" to the options if the case writes it: `done "end the turn"`.
fn with_label(driver: &mut Driver, mut all: Vec<WholeAnswer>, offered: &Offered) -> Vec<WholeAnswer> {
    let mut items = offered.exactly.iter().flatten().chain(&offered.includes).chain(&offered.excludes);
    if items.any(|item| item.text().is_some_and(names_done))
        && let Ok(Some(done)) = driver.done()
    {
        for one in all.iter_mut().filter(|one| is_meant(&Term::parse("done"), &one.term)) {
            *one = WholeAnswer { term: Term::parse(&done), text: done.clone() };
        }
    }
    all
}

fn expected_offer(offered: &Offered) -> String {
    let list = |items: &[Yaml]| items.iter().map(Yaml::shown).collect::<Vec<_>>().join(", ");
    match &offered.exactly {
        Some(items) => format!("[{}]", list(items)),
        None => {
            let with = format!("[{}] among them", list(&offered.includes));
            let without = format!("not [{}]", list(&offered.excludes));
            match (offered.includes.is_empty(), offered.excludes.is_empty()) {
                (_, true) => with,
                (true, false) => without,
                (false, false) => format!("{with}, {without}"),
            }
        }
    }
}

/// Indexes of the options that an item of the case means.
fn fitting(driver: &mut Driver, all: &[WholeAnswer], item: &Yaml) -> Vec<usize> {
    let term = Term::of(item, driver.referee.game());
    let plain = Term::parse("done");
    let named = |at: usize| is_meant(&term, &all[at].term) || (term == plain && names_done(&all[at].text));
    let by_term: Vec<usize> = (0..all.len()).filter(|&at| named(at)).collect();
    if !by_term.is_empty() || item.text().is_some_and(names_done) {
        return by_term;
    }
    let found = driver.referee.find(&driver.state, &item.shown()).ok();
    let notation = found.map(|option| Term::parse(&driver.referee.notation(option)));
    notation.map_or_else(Vec::new, |notation| (0..all.len()).filter(|&at| notation.same(&all[at].term)).collect())
}

/// True if an item means this whole answer: a bag in any order, a division pile by pile.
pub(super) fn is_meant(item: &Term, actual: &Term) -> bool {
    let things = |items: &[Term], others: &[Term]| {
        let mut left: Vec<&Term> = others.iter().collect();
        let mut taken =
            |item: &Term| left.iter().position(|other| item.names(other)).map(|at| left.swap_remove(at)).is_some();
        items.len() == others.len() && items.iter().all(&mut taken)
    };
    if item.fits(actual) {
        return true;
    }
    match (item, actual) {
        (Term::Word(word), Term::Set(none)) if word == "done" => none.is_empty(),
        (Term::Word(_) | Term::Of(..), Term::Set(one)) => one.len() == 1 && item.names(&one[0]),
        (Term::List(piles), Term::Set(_) | Term::List(_))
            if !piles.is_empty() && piles.iter().all(|pile| matches!(pile, Term::List(_))) =>
        {
            let pile = |pile: &Term| if let Term::List(things) = pile { things.clone() } else { Vec::new() };
            Term::of_piles(piles.iter().map(pile).collect(), matches!(actual, Term::Set(_))) == *actual
        }
        (Term::List(items) | Term::Set(items), Term::Set(others)) => things(items, others),
        _ => false,
    }
}

fn difference(what: &str, items: &[String]) -> String {
    if items.is_empty() { String::new() } else { format!("; {what}: {}", items.join(", ")) }
}

/// Checks impossible answers, and the clauses that refuse them (`refused`).
pub(super) fn refused<'r>(
    driver: &mut Driver,
    pending: Pending,
    refused: impl IntoIterator<Item = &'r (Answer, Vec<String>)>,
) -> Vec<Failure> {
    refused.into_iter().filter_map(|(answer, because)| wrong_refusal(driver, pending, answer, because)).collect()
}

fn wrong_refusal(driver: &mut Driver, pending: Pending, answer: &Answer, because: &[String]) -> Option<Failure> {
    let pending = driver.question_of(&answer.who, pending);
    let what = format!("{}: {}", answer.who, answer.what.shown());
    let clauses = if because.is_empty() { String::new() } else { format!(" because of {}", because.join(", ")) };
    let expected = format!("refused{clauses}");
    let failed =
        |driver: &Driver, actual: String| Some(Failure::new(&what, &expected, actual, &answer.place).at(driver.line()));
    if let Some(other) = asked_otherwise(driver, pending, &answer.who) {
        let before = answered_before(driver, &answer.who, |driver, pending| {
            let has_meaning = !matches!(driver.judge(&answer.what), Ok(Judged::Misfit(_)));
            has_meaning.then(|| wrong_refusal(driver, pending, answer, because))
        });
        return before.unwrap_or_else(|| failed(driver, other));
    }
    let refusal: Refusal = match driver.judge(&answer.what) {
        Ok(Judged::Refused(refusal)) => refusal,
        Ok(Judged::Possible(_)) => return failed(driver, "possible".to_string()),
        Ok(Judged::Misfit(message)) => return failed(driver, format!("this answer means nothing here: {message}")),
        Err(fault) => return failed(driver, meaning(&driver.referee, &fault)),
    };
    if because.iter().all(|clause| refusal.clauses.contains(clause)) {
        if let Some(refused) = refusal.answer {
            driver.notes.refused(&text::capital(&answer.who), &refused);
        }
        return None;
    }
    let cited = if refusal.clauses.is_empty() { "no clause".to_string() } else { refusal.clauses.join(", ") };
    // Another line around the one that says no may cite the clause, as that of a loop.
    let line = refusal.place.as_deref().and_then(|place| Some(place.rsplit_once(':')?.0.rsplit_once(':')?.1));
    let advice = line
        .filter(|_| refusal.clauses.is_empty())
        .map(|line| format!("; if it follows from {}, cite that at the end of line {line}", because.join(", ")));
    let failure = failed(driver, format!("{} ({cited}{})", refusal.message, advice.unwrap_or_default()))?;
    Some(Failure { rule: refusal.place.or(failure.rule), clauses: refusal.clauses, ..failure })
}

/// Looks at the questions of a player that were answered automatically since the last answer of the script, the latest first.
/// Returns the first judgement of `look`, with a hint about that answer.
fn answered_before(
    driver: &mut Driver,
    player: &str,
    look: impl Fn(&mut Driver, Pending) -> Option<Option<Failure>>,
) -> Option<Option<Failure>> {
    if driver.round.is_some() {
        return None;
    }
    let now = driver.state.clone();
    let mut judged = None;
    for (given, position) in driver.forced.answers_of(player) {
        driver.state = position;
        let pending = driver.referee.run(&mut driver.state).ok().filter(|pending| *pending != Pending::Over);
        let Some(pending) = pending else { continue };
        let hint = match driver.referee.option_count() {
            1 => format!("`{given}` was the only answer and was given automatically"),
            _ => format!("`unless_said` has answered this question: `{given}`"),
        };
        judged = look(driver, pending).map(|failure| failure.map(|failure| Failure { hint: Some(hint), ..failure }));
        if judged.is_some() {
            break;
        }
    }
    driver.state = now;
    // The position was run to before, so it has no fault.
    let _ = driver.referee.run(&mut driver.state);
    judged
}

/// Description of what is asked instead, if the open question is not this player's.
fn asked_otherwise(driver: &mut Driver, pending: Pending, player: &str) -> Option<String> {
    if pending != Pending::Over && who(driver.referee.game(), pending) == player {
        return None;
    }
    let offered = match pending {
        Pending::Over => String::new(),
        _ => format!(" ({})", options(&driver.referee).join(", ")),
    };
    Some(format!("{}{offered}{}", next(driver, pending), driver.kept_text(player)))
}
