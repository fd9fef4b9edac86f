//! What a player has put where so far while he divides things into piles, one thing at a time.

use crate::game::{Part, Referee, State};
use crate::tools::paint::clean;

/// The answers to questions of divisions: number of the answer in the record, thing, pile.
#[derive(Default)]
pub(super) struct Piles {
    answers: Vec<(usize, String, String)>,
}

impl Piles {
    /// Notes the answer that is about to be given, if it is one of a division.
    pub(super) fn note(&mut self, referee: &mut Referee, state: &State, number: usize, option: usize) {
        self.answers.retain(|answer| answer.0 < number);
        if let Some(thing) = divided(referee, state) {
            let pile = clean(&referee.label(state, option));
            self.answers.push((number, clean(&thing), pile));
        }
    }

    /// The piles so far, if the answer to come is one of a division that has begun: `pile 1: 2x card`.
    pub(super) fn lines(&self, number: usize) -> Vec<String> {
        let here = self.answers.iter().filter(|answer| answer.0 < number).rev();
        let begun = here.zip(1..).take_while(|(answer, back)| answer.0 + back == number).count();
        let end = self.answers.iter().filter(|answer| answer.0 < number).count();
        let mut piles: Vec<(&str, Vec<(&str, u32)>)> = Vec::new();
        for (_, thing, pile) in &self.answers[end - begun..end] {
            let at = piles.iter().position(|(name, _)| name == pile).unwrap_or_else(|| {
                piles.push((pile, Vec::new()));
                piles.len() - 1
            });
            match piles[at].1.iter_mut().find(|(name, _)| name == thing) {
                Some((_, count)) => *count += 1,
                None => piles[at].1.push((thing, 1)),
            }
        }
        piles.sort();
        let thing = |(name, n): &(&str, u32)| {
            if *n == 1 { (*name).to_string() } else { format!("{n}x {name}") }
        };
        let line = |(pile, things): &(&str, Vec<(&str, u32)>)| {
            format!("{pile}: {}", things.iter().map(thing).collect::<Vec<_>>().join(", "))
        };
        piles.iter().map(line).collect()
    }
}

/// The thing that a division asks about, as its player reads it.
pub(super) fn divided(referee: &mut Referee, state: &State) -> Option<String> {
    let Part::Division(thing) = referee.part(state) else {
        return None;
    };
    let asked = referee.view(state, None).asked;
    let places = referee.view(state, asked).places;
    let known = places.iter().flat_map(|place| &place.things).find(|(notation, _, _)| *notation == thing);
    Some(known.map_or(thing.clone(), |(_, shown, _)| shown.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_division_under_way_counts() {
        let answer = |number: usize, thing: &str, pile: &str| (number, thing.to_string(), pile.to_string());
        let answers = vec![
            answer(3, "ruby", "pile 1"),
            answer(7, "opal", "pile 2"),
            answer(8, "opal", "pile 2"),
            answer(9, "ruby", "pile 1"),
        ];
        let piles = Piles { answers };
        assert_eq!(piles.lines(10), ["pile 1: ruby", "pile 2: 2x opal"]);
        assert_eq!(piles.lines(8), ["pile 2: opal"], "after two were taken back");
        assert!(piles.lines(11).is_empty());
    }
}
