//! Seats and settings: from arguments to a set-up.

use std::ops::RangeInclusive;

use super::args::SetupArgs;
use super::ending::Stop;
use super::paint::count;
use tavola_game::{Rules, Setup};
use tavola_lab::{Bot, budget};
use tavola_syntax::text::capital;

/// A set-up for this number of players, with default names.
pub(crate) fn setup(players: usize, choices: &SetupArgs) -> Setup {
    Setup { settings: choices.set.clone(), variant: choices.variant.clone(), ..Setup::of(players) }
}

/// Numbers of players that the rules allow. `None` while the rules have errors.
pub(crate) fn allowed(rules: &Rules) -> Option<RangeInclusive<usize>> {
    rules.players().map(|(fewest, most)| fewest..=most)
}

/// Largest number of players that the rules allow; 1 while they have errors.
pub(crate) fn most(rules: &Rules) -> usize {
    rules.players().map_or(1, |(_, most)| most)
}

/// Refuses a number of players that the rules do not allow.
///
/// # Errors
/// A message with the numbers that are allowed.
pub(crate) fn admit(players: usize, rules: &Rules) -> Result<(), Stop> {
    budget::unfit_count(players, rules).map_or(Ok(()), |why| Err(Stop::usage(why)))
}

/// Numbers of players that the user requests, or all that the rules allow.
///
/// # Errors
/// If they are malformed, or the rules do not allow one of them.
pub(crate) fn wanted(text: Option<&str>, rules: &Rules) -> Result<Vec<usize>, Stop> {
    let Some(text) = text else {
        return Ok(allowed(rules).into_iter().flatten().collect());
    };
    let numbers =
        budget::player_counts(text).ok_or_else(|| Stop::usage(format!("`--players {text}`: write 4, 3-4 or 2,4")))?;
    numbers.iter().try_for_each(|&players| admit(players, rules))?;
    Ok(numbers)
}

/// Names of the seats: those given, then default ones. Without `players`, as many as there are names.
///
/// # Errors
/// If a name is not valid, or there are more names than players.
pub(crate) fn names(given: &[String], players: Option<usize>, most: usize) -> Result<Vec<String>, Stop> {
    let number = players.unwrap_or(if given.is_empty() { most } else { given.len() });
    if given.len() > number {
        return Err(Stop::usage(format!("{} for {}", count(given.len(), "name"), count(number, "player"))));
    }
    let mut names: Vec<String> = given.iter().map(|n| n.trim().to_string()).collect();
    for (at, name) in names.iter().enumerate() {
        if let Some(why) = Setup::unfit_name(name) {
            return Err(Stop::usage(format!("`{name}` cannot be a player's name: {why}")));
        }
        // Players read names with a capital.
        if names[..at].iter().any(|other| capital(other) == capital(name)) {
            return Err(Stop::usage(format!("two players are called `{name}`")));
        }
    }
    for name in Setup::of(64).players {
        if names.len() < number && !names.contains(&name) {
            names.push(name);
        }
    }
    Ok(names)
}

/// Seats that are played by people, as a flag for each seat.
///
/// # Errors
/// If a word is not a seat.
pub(crate) fn humans(given: &[String], names: &[String]) -> Result<Vec<bool>, Stop> {
    let given: Vec<&str> = given.iter().map(|g| g.trim()).filter(|g| !g.is_empty()).collect();
    match given.as_slice() {
        [] => return Ok((0..names.len()).map(|seat| seat == 0).collect()),
        ["none"] if !names.iter().any(|n| n == "none") => return Ok(vec![false; names.len()]),
        ["all"] if !names.iter().any(|n| n == "all") => return Ok(vec![true; names.len()]),
        _ => {}
    }
    let mut humans = vec![false; names.len()];
    for word in given {
        let seat = seat(word, names).ok_or_else(|| {
            Stop::usage(format!("`--human {word}`: the seats are {}; or write `all` or `none`", names.join(", ")))
        })?;
        humans[seat] = true;
    }
    Ok(humans)
}

/// Finds a seat by its player's name or by its number, counted from 1.
fn seat(word: &str, names: &[String]) -> Option<usize> {
    let by_number = || word.parse::<usize>().ok().filter(|n| (1..=names.len()).contains(n)).map(|n| n - 1);
    names.iter().position(|name| name == word).or_else(by_number)
}

/// Finds the seat that an option of the command line names.
///
/// # Errors
/// If there is no such seat.
pub(crate) fn named(option: &str, word: &str, names: &[String]) -> Result<usize, Stop> {
    let unknown =
        || Stop::usage(format!("`{option} {word}`: there is no such seat; the seats are {}", names.join(", ")));
    seat(word.trim(), names).ok_or_else(unknown)
}

/// Parses the bots of all seats: `mcts:200` for all, `anna=mcts:500,2=greedy` for some.
/// An entry without a seat is for the other seats, which are random otherwise.
///
/// # Errors
/// If an entry is not a bot or a seat, or a seat is given twice.
pub(crate) fn bots(given: Option<&str>, names: &[String]) -> Result<Vec<Bot>, Stop> {
    seated(given, names, str::parse)
}

/// Parses [`bots`] for a run in which the same seed must give the same games.
///
/// # Errors
/// See [`bots`]. Also if one is time-limited.
pub(crate) fn steady_bots(given: Option<&str>, names: &[String]) -> Result<Vec<Bot>, Stop> {
    seated(given, names, Bot::steady)
}

/// [`bots`], each read by `read`.
fn seated(given: Option<&str>, names: &[String], read: fn(&str) -> Result<Bot, String>) -> Result<Vec<Bot>, Stop> {
    let (mut seats, mut rest) = (vec![None; names.len()], None);
    for part in given.into_iter().flat_map(|given| given.split(',')) {
        let (word, bot) = part.split_once('=').map_or((None, part), |(word, bot)| (Some(word.trim()), bot));
        let whole = given.unwrap_or_default();
        let bot = read(bot).map_err(|why| Stop::usage(format!("`--bots {whole}`: {why}")))?;
        let place = match word {
            None => &mut rest,
            Some(word) => match seat(word, names) {
                Some(seat) => &mut seats[seat],
                None => {
                    let (number, all) = (count(names.len() as u64, "player"), names.join(", "));
                    let why = format!("with {number} there is no seat `{word}`; the seats are {all}");
                    return Err(Stop::usage(format!("`--bots {part}`: {why}")));
                }
            },
        };
        if place.replace(bot).is_some() {
            return Err(given_twice(whole, part, names));
        }
    }
    Ok(seats.into_iter().map(|seat| seat.or(rest).unwrap_or_default()).collect())
}

/// The error for a second bot at a seat. Bots that are listed without seats, as in other programs, get their seats in the order of the list.
fn given_twice(whole: &str, part: &str, names: &[String]) -> Stop {
    let parts: Vec<&str> = whole.split(',').map(str::trim).collect();
    if parts.iter().any(|part| part.contains('=')) || parts.len() > names.len() {
        return Stop::usage(format!(
            "`--bots {part}`: a bot is given twice for this seat; the seats are {}",
            names.join(", ")
        ));
    }
    let seated: Vec<String> = names.iter().zip(parts).map(|(name, bot)| format!("{name}={bot}")).collect();
    Stop::usage(format!("`--bots {whole}`: which seat is whose? Name it for each bot: `--bots {}`", seated.join(",")))
}

/// Bots in game `number` of a run in which they move one seat on after each game: `1=mcts:200,2=random`.
pub(crate) fn bots_in(number: u64, first: &[Bot]) -> String {
    let seat = |(at, bot): (usize, Bot)| format!("{}={bot}", at + 1);
    Bot::rotated(first, number).into_iter().enumerate().map(seat).collect::<Vec<_>>().join(",")
}

/// Names of the players that are people.
pub(crate) fn people(humans: &[bool], players: &[String]) -> Vec<String> {
    players.iter().zip(humans).filter(|(_, human)| **human).map(|(name, _)| name.clone()).collect()
}

/// The players in words: one bot if all are alike, else seat by seat. `mcts:200, random players`
pub(crate) fn players(bots: &[Bot]) -> String {
    let alike = bots.windows(2).all(|two| two[0] == two[1]);
    let sorts: Vec<String> = bots.iter().take(if alike { 1 } else { bots.len() }).map(Bot::to_string).collect();
    format!("{} players", sorts.join(", "))
}

/// Players and the fingerprint of their rules: `random players; rules a5c86ae6642a23bb`
pub(crate) fn by_rules(who: &str, rules: &str) -> String {
    format!("{who}; rules {rules}")
}

/// Everything besides the seed on which a figure depends: players, rules and version.
pub(crate) fn provenance(who: &str, rules: &str) -> String {
    format!("{}; tavola {}", by_rules(who, rules), env!("CARGO_PKG_VERSION"))
}

/// Returns a seed from the clock and the process id.
pub(crate) fn any_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    // Short, so it is easy to say and type. A table needs no more variety.
    (now.as_nanos() as u64 ^ u64::from(std::process::id()).wrapping_mul(0x9E37_79B9)) % 1_000_000
}
