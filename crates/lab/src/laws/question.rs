//! Laws about the open question.

use std::collections::BTreeMap;

use super::bench::{Bench, BenchMoment, apart, run};
use crate::term::Term;
use tavola_game::{Part, Pending};

/// Number of options of other questions that are tried.
const STRANGERS: usize = 6;

pub(super) fn waiting_changes_nothing(bench: &mut Bench, moment: &BenchMoment<'_>) -> Result<(), String> {
    let mut state = bench.open(moment)?;
    let before = bench.notations();
    for _ in 0..2 {
        let pending = run(&mut bench.referee, &mut state)?;
        if pending != moment.pending || state != *moment.state {
            return Err(apart(bench, moment.pending, pending));
        }
    }
    let after = bench.notations();
    if before == after { Ok(()) } else { Err(format!("[{}] became [{}]", before.join(", "), after.join(", "))) }
}

pub(super) fn options_have_different_names(bench: &mut Bench, moment: &BenchMoment<'_>) -> Result<(), String> {
    if moment.pending == Pending::Over {
        return Ok(());
    }
    let state = bench.open(moment)?;
    let notations = bench.notations();
    if notations.is_empty() {
        return Err("a question without options".to_string());
    }
    let mut named = BTreeMap::new();
    for (option, notation) in notations.iter().enumerate() {
        if let Some(other) = named.insert(Term::parse(notation), option) {
            return Err(format!("options {other} and {option} are both called `{notation}`"));
        }
        match bench.referee.find(&state, notation) {
            Ok(found) if found == option => {}
            Ok(found) => {
                return Err(format!("`{notation}` is option {option}, but option {found} is found by it"));
            }
            Err(refusal) => return Err(format!("`{notation}` is offered, but refused: {}", refusal.message)),
        }
    }
    Ok(())
}

pub(super) fn options_read_differently(bench: &mut Bench, moment: &BenchMoment<'_>) -> Result<(), String> {
    if matches!(moment.pending, Pending::Over | Pending::Chance) {
        return Ok(());
    }
    let state = bench.open(moment)?;
    let mut read = BTreeMap::new();
    for option in 0..bench.referee.option_count() {
        let label = bench.referee.label(&state, option);
        if let Some(other) = read.insert(label.clone(), option) {
            let [one, other] = [other, option].map(|option| bench.referee.notation(option));
            return Err(format!("`{one}` and `{other}` both read \"{label}\""));
        }
    }
    Ok(())
}

pub(super) fn what_shows_the_same_ends_alike(bench: &mut Bench, moment: &BenchMoment<'_>) -> Result<(), String> {
    if moment.pending == Pending::Over {
        return Ok(());
    }
    let state = bench.open(moment)?;
    match bench.referee.unlike_ends(&state).map_err(|fault| bench.meaning(&fault))? {
        None => Ok(()),
        Some([one, other]) => {
            let (menu, one, other) = (bench.referee.game().position(&state).0, one.join(", "), other.join(", "));
            Err(format!("in `{menu}` these ends differ and show the same: {one}; and: {other}"))
        }
    }
}

pub(super) fn nothing_else_is_accepted(bench: &mut Bench, moment: &BenchMoment<'_>) -> Result<(), String> {
    if moment.pending == Pending::Over || bench.foreign_options.is_empty() {
        return Ok(());
    }
    let state = bench.open(moment)?;
    let bag = matches!(bench.referee.part(&state), Part::Bag | Part::Division { .. });
    let foreign_options = bench.foreign_options.len();
    for at in bench.sample(foreign_options, STRANGERS) {
        let stranger = bench.foreign_options[at].clone();
        let Ok(option) = bench.referee.find(&state, &stranger) else {
            continue;
        };
        let (notation, label) = (bench.referee.notation(option), bench.referee.label(&state, option));
        let (asked, found) = (Term::parse(&stranger), Term::parse(&notation));
        let meant = asked.same(&found) || asked.same(&Term::parse(&label)) || (bag && asked.names(&found));
        if !meant {
            return Err(format!("`{stranger}` is not offered, but accepted as `{notation}`"));
        }
    }
    Ok(())
}
