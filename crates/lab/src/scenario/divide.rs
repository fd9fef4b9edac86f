//! A division as one answer: the complete contents of each pile, including what was laid there before.

use super::wanted::{Rest, ScriptPile};
use super::whole::{Judged, Whole};
use crate::term::Term;
use tavola_game::{Divided, Fault, Part, Referee, State};

/// One part of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartGiven {
    /// Index of the option.
    pub option: usize,
    /// True if it was the only option.
    pub forced: bool,
}

/// Parts that lay these things, in notation, into these piles, at a state that asks for a division of which `so_far` is
/// done.
///
/// Interchangeable piles may come in any order. The inner error says why the division is not possible.
///
/// # Errors
/// A fault of the rules.
pub fn divide(
    referee: &mut Referee,
    state: &State,
    so_far: &Divided,
    piles: &[Vec<String>],
) -> Result<Result<Vec<PartGiven>, String>, Fault> {
    let mut state = state.clone();
    referee.run(&mut state)?;
    let Part::Division { alike, .. } = referee.part(&state) else {
        return Ok(Err("There is nothing to divide now.".to_owned()));
    };
    let placed: Vec<Vec<&str>> = so_far.piles.iter().map(|(_, things)| copies(things)).collect();
    let Some(rest) = matched(&placed, piles, alike) else {
        return Ok(Err("Something was put into another pile before; take that back first.".to_owned()));
    };
    let parts = match Whole::open(referee, &state)?.judge_rest(&Rest::Division(rest))? {
        Judged::Possible(parts) => parts,
        Judged::Refused(refusal) => return Ok(Err(refusal.plain)),
        Judged::Misfit(message) => return Ok(Err(message)),
    };
    let mut given = Vec::new();
    for option in parts {
        referee.run(&mut state)?;
        given.push(PartGiven { option, forced: referee.option_count() == 1 });
        referee.answer(&mut state, option)?;
    }
    Ok(Ok(given))
}

/// Each thing, repeated by its count.
fn copies(things: &[(String, String, u32)]) -> Vec<&str> {
    things.iter().flat_map(|(notation, _, count)| std::iter::repeat_n(notation.as_str(), *count as usize)).collect()
}

/// Things that are still to be laid into each pile, after those that were laid before. None if one of these belongs
/// elsewhere. A begun pile can become any interchangeable pile that holds its things.
fn matched(placed: &[Vec<&str>], piles: &[Vec<String>], alike: bool) -> Option<Vec<ScriptPile>> {
    let mut own: Vec<Option<usize>> = vec![None; piles.len()];
    let begun: Vec<usize> = (0..placed.len()).filter(|&at| !alike || !placed[at].is_empty()).collect();
    if !seated(placed, piles, alike, &begun, &mut own) {
        return None;
    }
    let pile = |(at, things): (usize, &Vec<String>)| {
        let left = own[at]
            .map_or_else(|| Some(things.iter().map(String::as_str).collect()), |of| without(things, &placed[of]))?;
        Some(ScriptPile { things: left.into_iter().map(Term::parse).collect(), number: own[at].map(|of| of + 1) })
    };
    piles.iter().enumerate().map(pile).collect()
}

/// Finds a pile for each begun one that holds its things, by backtracking.
fn seated(
    placed: &[Vec<&str>],
    piles: &[Vec<String>],
    alike: bool,
    begun: &[usize],
    own: &mut [Option<usize>],
) -> bool {
    let Some((&first, others)) = begun.split_first() else { return true };
    for at in 0..piles.len() {
        let fits = own[at].is_none() && (alike || at == first) && without(&piles[at], &placed[first]).is_some();
        if fits {
            own[at] = Some(first);
            if seated(placed, piles, alike, others, own) {
                return true;
            }
            own[at] = None;
        }
    }
    false
}

/// Things of a pile without these. None if one of these is not in it.
fn without<'a>(things: &'a [String], placed: &[&str]) -> Option<Vec<&'a str>> {
    let mut left: Vec<&str> = things.iter().map(String::as_str).collect();
    for thing in placed {
        let at = left.iter().position(|own| own == thing)?;
        left.remove(at);
    }
    Some(left)
}
