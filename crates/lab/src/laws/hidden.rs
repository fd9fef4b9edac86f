//! Laws about hidden information. Twins are two states that one player cannot tell apart.

use super::bench::{Bench, BenchMoment, answer, apart, has_taken_long, named, notations, run, somebody, twin};
use super::drawn;
use crate::seeds::{self, Generator};
use tavola_game::{HistoryPath, Pending, PlaceView, Referee, State, Undealt};

/// Number of answers over which twins are followed.
const TWIN_ANSWERS: usize = 3;

/// Number of answers before a moment from which games are replayed.
const LATELY: usize = 24;

/// Budget of these replays, in replayed answers: a fixed number, and a number for each answer of the game.
const RECALLS: [u64; 2] = [6_000, 10];

pub(super) fn a_view_stays(bench: &mut Bench, moment: &BenchMoment<'_>) -> Result<(), String> {
    let viewer = somebody(bench);
    let first = bench.referee.view(moment.state, viewer);
    let second = bench.other.view(moment.state, viewer);
    if first == second { Ok(()) } else { Err(format!("two looks of {} differ", named(bench, viewer))) }
}

pub(super) fn a_completed_view_has_the_same_view(bench: &mut Bench, moment: &BenchMoment<'_>) -> Result<(), String> {
    let Some(viewer) = somebody(bench) else { return Ok(()) };
    let Some(twin) = twin(bench, moment, viewer)? else { return Ok(()) };
    if !bench.referee.game().order_fits(&twin) {
        return Err("the order of the twin's rows or stacks does not match their contents".to_string());
    }
    let broken = |bench: &mut Bench, state: &State| bench.referee.broken_invariants(state).unwrap_or_default();
    let (here, there) = (broken(bench, moment.state), broken(bench, &twin));
    if let Some(what) = there.iter().find(|what| !here.contains(what)) {
        return Err(format!("an invariant does not hold in the twin: {what}"));
    }
    let (view, twins) = (bench.referee.view(moment.state, Some(viewer)), bench.referee.view(&twin, Some(viewer)));
    if view == twins {
        return Ok(());
    }
    let places = view.places.iter().zip(&twins.places).filter(|(one, two)| one != two);
    let mut differ: Vec<String> = places.map(|(one, _)| cell(one)).collect();
    let answers = view.answers.iter().zip(&twins.answers).filter(|(one, two)| one != two);
    differ.extend(answers.map(|(one, _)| format!("the answer {} of {}", one.name, named(bench, Some(one.player)))));
    if view.answers.len() != twins.answers.len() || view.asked != twins.asked {
        differ.push("who has answered".to_string());
    }
    Err(format!("{} sees a difference in: {}", named(bench, Some(viewer)), differ.join(", ")))
}

/// `hand[anna]`
fn cell(place: &PlaceView) -> String {
    if place.index.is_empty() { place.place.clone() } else { format!("{}[{}]", place.place, place.index.join(", ")) }
}

/// With the same random numbers, and without knowledge of earlier events, either twin gives the same deal: nothing of
/// the true position is left in it. For deals from earlier events see [`what_came_about_alike_is_dealt_alike`].
pub(super) fn twins_are_dealt_alike(bench: &mut Bench, moment: &BenchMoment<'_>) -> Result<(), String> {
    let Some(viewer) = somebody(bench) else { return Ok(()) };
    if bench.referee.needs_past(moment.state, viewer) {
        return Ok(());
    }
    let Some(twin) = twin(bench, moment, viewer)? else { return Ok(()) };
    let numbers = bench.rng.clone();
    let mut dealt = |state: &State| {
        let mut rng = numbers.clone();
        bench.referee.complete(&state.as_it_stands(), viewer, &mut |below| seeds::pick(&mut rng, below))
    };
    let deals = (dealt(moment.state), dealt(&twin));
    same_deals(bench, viewer, deals)
}

/// Checks that two deals for a player are equal, or fail for the same reason.
fn same_deals(
    bench: &Bench,
    viewer: usize,
    (here, there): (Result<State, Undealt>, Result<State, Undealt>),
) -> Result<(), String> {
    let (Ok(here), Ok(there)) = (&here, &there) else {
        let failed = [here, there].map(|dealt| dealt.err().map_or("a deal".to_string(), |why| why.to_string()));
        return if failed[0] == failed[1] { Ok(()) } else { Err(format!("{} here, {} there", failed[0], failed[1])) };
    };
    let [here, there] = [here, there].map(|dealt| bench.game.words_in_use(dealt));
    let differ = here.iter().zip(there).filter(|(one, two)| **one != *two).count();
    if differ == 0 {
        Ok(())
    } else {
        Err(format!("{differ} words of the deals for {} differ", named(bench, Some(viewer))))
    }
}

/// A game that the player cannot tell from the true one is dealt alike: with the same random numbers, both give the
/// same deal. The other game was played by the rules, so a deal that contains something of the true position shows
/// here.
pub(super) fn what_came_about_alike_is_dealt_alike(bench: &mut Bench, moment: &BenchMoment<'_>) -> Result<(), String> {
    let Some(viewer) = somebody(bench) else { return Ok(()) };
    if has_taken_long(&bench.other, RECALLS, moment) {
        return Ok(());
    }
    let Some(way) = bench.past.way_to(moment.state) else { return Ok(()) };
    let long = way.answers().saturating_sub(LATELY);
    let way = HistoryPath::clone(&way).without(long);
    let Bench { other, rng, .. } = bench;
    let Some(twin) = other.recall(&way, viewer, &mut |below| seeds::pick(rng, below)) else { return Ok(()) };
    let way = way.without(twin.from);
    // Something shown between two questions told them apart.
    if other.seen_along(&way, viewer) != other.seen_along(&twin.way, viewer) {
        return Ok(());
    }
    let numbers = rng.clone();
    let mut lost = false;
    let mut dealt = |way: &HistoryPath| {
        let mut rng = numbers.clone();
        let dealt = other.complete_along(way, viewer, &mut |below| seeds::pick(&mut rng, below));
        lost |= other.found_nothing();
        dealt
    };
    let (here, there) = (dealt(&way), dealt(&twin.way));
    // If no such game was found, the position is dealt without earlier events, and there is no twin.
    if lost { Ok(()) } else { same_deals(bench, viewer, (here, there)) }
}

pub(super) fn twins_offer_the_same(bench: &mut Bench, moment: &BenchMoment<'_>) -> Result<(), String> {
    let Pending::Choice(viewer) = moment.pending else {
        return Ok(());
    };
    let Some(mut twin) = twin(bench, moment, viewer)? else { return Ok(()) };
    let state = bench.open(moment)?;
    let pending = run(&mut bench.other, &mut twin)?;
    if pending != moment.pending {
        return Err(apart(bench, moment.pending, pending));
    }
    let (here, there) = (shown(&mut bench.referee, &state), shown(&mut bench.other, &twin));
    if here == there { Ok(()) } else { Err(format!("[{}] here, [{}] there", here.join(", "), there.join(", "))) }
}

/// The prompt, and notations and labels of all options.
fn shown(referee: &mut Referee, state: &State) -> Vec<String> {
    let mut shown = vec![referee.prompt(state)];
    shown.extend(notations(referee));
    shown.extend((0..referee.option_count()).map(|option| referee.label(state, option)).collect::<Vec<_>>());
    shown
}

/// Gives twins the same answers as long as both accept them. While they look the same, their logs must be equal.
pub(super) fn twins_tell_the_same(bench: &mut Bench, moment: &BenchMoment<'_>) -> Result<(), String> {
    let Some(viewer) = somebody(bench) else { return Ok(()) };
    let Some(mut twin) = twin(bench, moment, viewer)? else { return Ok(()) };
    let mut state = moment.state.clone();
    bench.referee.collect_events(true);
    bench.other.collect_events(true);
    let logged = follow(bench, &mut state, &mut twin, viewer);
    bench.referee.collect_events(false);
    bench.other.collect_events(false);
    logged
}

fn follow(bench: &mut Bench, state: &mut State, twin: &mut State, viewer: usize) -> Result<(), String> {
    // The twin's answers from before the moment in a `together` block may be others.
    let mut sealed = bench.referee.sealed_answers(state, Some(viewer));
    let twins_sealed = bench.other.sealed_answers(twin, Some(viewer));
    let are_sealed_apart =
        sealed.as_ref().map(|here| &here.answers) != twins_sealed.as_ref().map(|there| &there.answers);
    for _ in 0..TWIN_ANSWERS {
        let (mut pending, mut other) = (run(&mut bench.referee, state)?, run(&mut bench.other, twin)?);
        if bench.referee.half_chosen(state) != bench.other.half_chosen(twin) {
            let (referee, rng) = (&mut bench.referee, &mut bench.rng);
            let Some(here) = rest(referee, state, viewer, rng)? else { return Ok(()) };
            let Some(there) = rest(&mut bench.other, twin, viewer, &mut bench.rng)? else { return Ok(()) };
            (pending, other) = (here, there);
        }
        let now = bench.referee.sealed_answers(state, Some(viewer));
        // Answers from before came to light with the end of the block, and told them apart.
        if are_sealed_apart && sealed.is_some_and(|before| before.has_ended(now.as_ref())) {
            return Ok(());
        }
        sealed = now;
        let (here, there) = (log_lines(&mut bench.referee, state, viewer), log_lines(&mut bench.other, twin, viewer));
        let (mut view, mut twins) = (bench.referee.view(state, Some(viewer)), bench.other.view(twin, Some(viewer)));
        (view.asked, twins.asked) = (None, None);
        // Something that was shown and is hidden again told them apart.
        if view != twins || here.shown != there.shown {
            return Ok(());
        }
        let (here, there) = (here.logged, there.logged);
        if here != there {
            let same = here.iter().zip(&there).take_while(|(one, two)| one == two).count();
            let line = |logged: &[String]| logged.get(same).cloned().unwrap_or_else(|| "nothing more".to_string());
            let (who, here, there) = (named(bench, Some(viewer)), line(&here), line(&there));
            return Err(format!("{who} reads `{here}` here, `{there}` there"));
        }
        if pending != other {
            let who = named(bench, Some(viewer));
            let noticed = bench.referee.is_question_public(state) && bench.other.is_question_public(twin);
            let apart = apart(bench, pending, other);
            return if noticed { Err(format!("{who} notices that {apart}")) } else { Ok(()) };
        }
        if pending == Pending::Over {
            return Ok(());
        }
        chance_can_say_the_same(bench, (state, twin), viewer)?;
        if pending == Pending::Choice(viewer) {
            let [here, there] = [bench.referee.question(state), bench.other.question(twin)];
            let (Some(here), Some(there)) = (here, there) else { return Err("nothing is asked".to_string()) };
            drawn::same_question(&here, &there)?;
        }
        let option = bench.pick(bench.referee.option_count());
        let Some(same) = answer_in_twin(bench, (state, option), twin, viewer) else { return Ok(()) };
        answer(&mut bench.referee, state, option)?;
        answer(&mut bench.other, twin, same)?;
    }
    Ok(())
}

/// Gives the remaining answers of a bag, an order or a division. None: the viewer sees one of them.
fn rest(
    referee: &mut Referee,
    state: &mut State,
    viewer: usize,
    rng: &mut Generator,
) -> Result<Option<Pending>, String> {
    while referee.half_chosen(state) {
        let option = seeds::pick_index(rng, referee.option_count());
        if referee.sees_answer(state, option, viewer) {
            return Ok(None);
        }
        answer(referee, state, option)?;
        run(referee, state)?;
    }
    run(referee, state).map(Some)
}

/// The twin's answer to an option of the first referee. It is the same option if the viewer sees it. Otherwise it is
/// any option that the viewer does not see either and whose visible part is equal. None: the options are hidden from
/// the viewer, and the answers would tell the twins apart.
pub(super) fn answer_in_twin(
    bench: &mut Bench,
    (state, option): (&State, usize),
    twin: &State,
    viewer: usize,
) -> Option<usize> {
    if bench.referee.sees_answer(state, option, viewer) {
        let notation = bench.referee.notation(option);
        return bench.other.find(twin, &notation).ok();
    }
    let open = bench.referee.open_words(state, option, viewer);
    let others = 0..bench.other.option_count();
    let alike: Vec<usize> = others.filter(|&other| bench.other.open_words(twin, other, viewer) == open).collect();
    let other = *alike.get(bench.pick(alike.len().max(1)))?;
    (!bench.other.sees_answer(twin, other, viewer)).then_some(other)
}

/// The possible results of chance are known to a player who will see the result.
fn chance_can_say_the_same(bench: &mut Bench, states: (&State, &State), viewer: usize) -> Result<(), String> {
    let logged = |referee: &mut Referee, state: &State| {
        referee.sees_chance(state, viewer).then(|| {
            let mut all = notations(referee);
            all.sort();
            all
        })
    };
    let (here, there) = (logged(&mut bench.referee, states.0), logged(&mut bench.other, states.1));
    let (Some(here), Some(there)) = (here, there) else { return Ok(()) };
    if here == there {
        return Ok(());
    }
    let who = named(bench, Some(viewer));
    Err(format!("{who} knows that chance can give [{}] here, [{}] there", here.join(", "), there.join(", ")))
}

/// Log of a player since the last question.
struct LogLines {
    logged: Vec<String>,
    /// Those lines that showed things to the player.
    shown: Vec<String>,
}

fn log_lines(referee: &mut Referee, state: &State, viewer: usize) -> LogLines {
    let happened = referee.happened(state);
    let lines = |shown: bool| {
        let lines = happened.iter().filter(|one| !shown || one.has_shown(Some(viewer)));
        lines.filter_map(|one| one.tell(Some(viewer))).collect()
    };
    LogLines { logged: lines(false), shown: lines(true) }
}
