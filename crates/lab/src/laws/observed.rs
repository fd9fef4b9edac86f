//! The law about observations: what a player sees as numbers follows from what they may know.

use super::bench::{Bench, BenchMoment, named, somebody, twin};

/// Twins with the same view have the same observation.
pub(super) fn twins_are_observed_alike(bench: &mut Bench, moment: &BenchMoment<'_>) -> Result<(), String> {
    let Some(viewer) = somebody(bench) else { return Ok(()) };
    let Some(twin) = twin(bench, moment, viewer)? else { return Ok(()) };
    let views = [moment.state, &twin].map(|state| bench.referee.view(state, Some(viewer)));
    // That views differ is the matter of another law.
    if views[0] != views[1] {
        return Ok(());
    }
    let spec = bench.game.observation();
    let mut both = [vec![0.0; spec.len()], vec![0.0; spec.len()]];
    for (state, out) in [moment.state, &twin].into_iter().zip(&mut both) {
        bench.referee.observe(state, Some(viewer), out).map_err(|error| error.message)?;
    }
    let differ = |plane: &&tavola_game::Plane| both[0][plane.range()] != both[1][plane.range()];
    match spec.planes().iter().find(differ) {
        Some(plane) => Err(format!("{} sees a difference in the plane `{}`", named(bench, Some(viewer)), plane.name)),
        None => Ok(()),
    }
}
