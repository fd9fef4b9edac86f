//! Laws about the interface of a player: view, question and log.
//!
//! They are equal in all positions that the player cannot tell apart, no matter who answered before.

use super::bench::{Bench, BenchMoment, answer, named, run, sentence, twin};
use tavola_game::{Choice, Gathering, Pending, Question, Referee, Refusal, State, View, WhyNot};

/// Number of rejected answers that are compared.
const STRANGERS: usize = 4;
/// One in this number of compared answers is also explained in words, which is slow.
const SELDOM: usize = 100;
/// Maximum number of questions in a block. More are an error, since a block has no loops.
const MAX_ASKED: usize = 2_000;

/// View and question of an asked player.
pub(super) type SeenQuestion = (View, Question);

pub(super) fn twins_are_asked_the_same(bench: &mut Bench, moment: &BenchMoment<'_>) -> Result<(), String> {
    let Pending::Choice(asked) = moment.pending else { return Ok(()) };
    let waiting = waiting(&mut bench.referee, moment.state)?;
    let in_block = !waiting.is_empty();
    let viewer = if in_block { waiting[bench.pick(waiting.len())] } else { asked };
    let Some(twin) = twin(bench, moment, viewer)? else { return Ok(()) };
    if !in_block {
        return same(&drawn(&mut bench.referee, moment.state, viewer)?, &drawn(&mut bench.other, &twin, viewer)?);
    }
    let alone = gathered(bench, moment.state, viewer, false)?;
    for (what, other) in [
        ("after others", gathered(bench, moment.state, viewer, true)?),
        ("in turn", in_turn(bench, moment.state, viewer)?),
        ("in a twin, after others", gathered(bench, &twin, viewer, true)?),
        ("in a twin, in turn", in_turn(bench, &twin, viewer)?),
    ] {
        same(&alone, &other).map_err(|why| format!("{what}: {why}"))?;
    }
    Ok(())
}

/// Reasons for a refusal reveal nothing hidden, neither by their words nor by the choice of the reason.
pub(super) fn twins_are_refused_alike(bench: &mut Bench, moment: &BenchMoment<'_>) -> Result<(), String> {
    let Pending::Choice(viewer) = moment.pending else { return Ok(()) };
    let Some(mut twin) = twin(bench, moment, viewer)? else { return Ok(()) };
    let state = bench.open(moment)?;
    run(&mut bench.other, &mut twin)?;
    for at in bench.sample(bench.foreign_options.len(), STRANGERS) {
        let stranger = bench.foreign_options[at].clone();
        let (here, there) = (bench.referee.find(&state, &stranger).err(), bench.other.find(&twin, &stranger).err());
        if here != there {
            let question_text =
                |refusal: Option<Refusal>| refusal.map_or("it is offered".to_string(), |refusal| refusal.message);
            return Err(format!("of `{stranger}`: {} here, {} there", question_text(here), question_text(there)));
        }
        if bench.pick(SELDOM) == 0 {
            reasons_are_alike(bench, &stranger, (&state, &twin))?;
        }
    }
    Ok(())
}

/// Compares the reasons why a player cannot do what they name, as a whole or in part.
fn reasons_are_alike(bench: &mut Bench, stranger: &str, (state, twin): (&State, &State)) -> Result<(), String> {
    let words: Vec<&str> = stranger.split(|c: char| "(),[]".contains(c)).filter(|word| !word.is_empty()).collect();
    let part = words.get(bench.pick(words.len().max(1))).copied().unwrap_or(stranger);
    for name in [stranger, part] {
        let [here, there] =
            [bench.referee.why_not(state, &[name]), bench.other.why_not(twin, &[name])].map(reason_text);
        if here != there {
            return Err(format!("why not `{name}`: {here} here, {there} there"));
        }
    }
    Ok(())
}

fn reason_text(why: WhyNot) -> String {
    match why {
        WhyNot::Offered(option) => format!("option {option} is offered"),
        WhyNot::Refused(refusal) => format!("{} ({})", refusal.message, refusal.place.unwrap_or_default()),
    }
}

/// Begins to gather the answers of a block.
pub(super) fn gathering(referee: &mut Referee, state: &State) -> Result<Option<Gathering>, String> {
    referee.gather(state).map_err(|fault| sentence(referee, &fault))
}

fn waiting(referee: &mut Referee, state: &State) -> Result<Vec<usize>, String> {
    Ok(gathering(referee, state)?.map_or_else(Vec::new, |gathering| gathering.still_to_answer()))
}

/// View and question of the asked player.
pub(super) fn drawn(referee: &mut Referee, state: &State, player: usize) -> Result<SeenQuestion, String> {
    let mut state = state.clone();
    run(referee, &mut state)?;
    let question = referee.question(&state).filter(|question| question.player == player);
    let question = question.ok_or_else(|| {
        let name = referee.game().setup().players.get(player).cloned().unwrap_or_default();
        format!("{name} is not asked")
    })?;
    Ok((referee.view(&state, Some(player)), question))
}

/// View and question of a player in a block who answers alone, before or after all others.
fn gathered(bench: &mut Bench, state: &State, player: usize, last: bool) -> Result<SeenQuestion, String> {
    let Some(mut gathering) = gathering(&mut bench.referee, state)? else {
        return Err("there is a block, and then there is none".to_string());
    };
    for _ in 0..MAX_ASKED {
        let others: Vec<usize> = gathering.still_to_answer().into_iter().filter(|&other| other != player).collect();
        if !last || others.is_empty() {
            break;
        }
        let other = others[bench.pick(others.len())];
        gathering.run_to_question(&mut bench.referee, other).map_err(|fault| bench.meaning(&fault))?;
        let option = bench.pick(bench.referee.option_count());
        gathering.answer(&mut bench.referee, other, option).map_err(|fault| bench.meaning(&fault))?;
    }
    let position = gathering.position(player).cloned();
    let position = position.ok_or_else(|| format!("{} does not wait", named(bench, Some(player))))?;
    drawn(&mut bench.referee, &position, player)
}

/// View and question of a player in a block whose turn comes in the order of the rules.
fn in_turn(bench: &mut Bench, state: &State, player: usize) -> Result<SeenQuestion, String> {
    let mut state = state.clone();
    for _ in 0..MAX_ASKED {
        if run(&mut bench.referee, &mut state)? == Pending::Choice(player) {
            return drawn(&mut bench.referee, &state, player);
        }
        let option = bench.pick(bench.referee.option_count());
        answer(&mut bench.referee, &mut state, option)?;
    }
    Err(format!("{} is not asked after {MAX_ASKED} answers", named(bench, Some(player))))
}

pub(super) fn same((view, question): &SeenQuestion, (other_view, other): &SeenQuestion) -> Result<(), String> {
    if view != other_view {
        return Err("another view".to_string());
    }
    same_question(question, other)
}

pub(super) fn same_question(here: &Question, there: &Question) -> Result<(), String> {
    if here == there { Ok(()) } else { Err(format!("{} here, {} there", question_text(here), question_text(there))) }
}

/// Short form of a question, with everything in it that could reveal something.
pub(super) fn question_text(question: &Question) -> String {
    let option = |option: &Choice| {
        let things = option.drawn.iter().map(|drawn| format!("({} in {})", drawn.thing, drawn.place));
        let further = things.chain(option.way.iter().map(|step| format!("> {step}"))).collect::<Vec<_>>();
        let names = if option.label == option.notation { String::new() } else { format!(" \"{}\"", option.label) };
        [vec![format!("{}{names}", option.notation)], further].concat().join(" ")
    };
    let options: Vec<String> = question.options.iter().map(option).collect();
    let cards = question.cards.iter().map(|card| {
        let values = card.values.iter().map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>();
        format!("; {}: {}", card.title, values.join(", "))
    });
    format!("\"{}\" [{}]{}", question.whole_prompt(), options.join(", "), cards.collect::<String>())
}
