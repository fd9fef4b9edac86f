//! Laws about a position.

use super::bench::{Bench, BenchMoment};
use crate::transcript::meaning;

pub(super) fn components_are_conserved(bench: &mut Bench, moment: &BenchMoment<'_>) -> Result<(), String> {
    let Some(before) = bench.things else { return Ok(()) };
    match bench.count_things(moment.state) {
        Some(now) if now == before => Ok(()),
        now => Err(format!("there were {before} things, now there are {}", now.unwrap_or(0))),
    }
}

pub(super) fn order_fits(bench: &mut Bench, moment: &BenchMoment<'_>) -> Result<(), String> {
    if bench.referee.game().order_fits(moment.state) {
        Ok(())
    } else {
        Err("the order of a row or stack does not match its contents".to_string())
    }
}

pub(super) fn invariants_hold(bench: &mut Bench, moment: &BenchMoment<'_>) -> Result<(), String> {
    if bench.referee.game().in_action(moment.state) {
        return Ok(());
    }
    match bench.referee.broken_invariants(moment.state) {
        Ok(names) if names.is_empty() => Ok(()),
        Ok(names) => Err(names.join("; ")),
        Err(fault) => Err(meaning(&bench.referee, &fault)),
    }
}

pub(super) fn saving_and_loading_changes_nothing(bench: &mut Bench, moment: &BenchMoment<'_>) -> Result<(), String> {
    let saved = bench.game.save(moment.state).to_string();
    match saved.parse().and_then(|saved| bench.game.restore(&saved)) {
        Ok(loaded) if loaded == *moment.state => Ok(()),
        Ok(_) => Err("the loaded state is another one".to_string()),
        Err(error) => Err(error.to_string()),
    }
}
