//! Whole answers. A script gives a bag, a division, or an order as one answer; the machine asks for it part by part, in an order of
//! its own. Here a whole answer is judged: it is possible if there is a way through the parts that gives just this answer, and it is
//! refused if there is none. An answer that cannot mean anything here is neither: the script is wrong.

use std::mem::discriminant;

use super::wanted::{Miss, Rest, ScriptPile, WholeAnswer, refusal_of, whole_of};
use crate::term::Term;
use tavola_game::{Fault, Part, Pending, Referee, Refusal, State};
use tavola_syntax::text::{count, one_line};
use tavola_syntax::yaml::Yaml;

/// So many parts are tried at most to find out about one whole answer, or all of them.
const MAX_STEPS: usize = 200_000;
/// So many whole answers of one question are told apart at most.
const MAX_WHOLES: usize = 50_000;

/// What came of an answer.
#[derive(Debug)]
pub(super) enum Judged {
    /// Its parts, as numbers of options, one after the other.
    Possible(Vec<usize>),
    /// It means something, and the rules do not allow it.
    Refused(Refusal),
    /// It means nothing here: a sentence.
    Misfit(String),
}

/// A question with all its parts, from where it stands.
pub(super) struct Whole<'a> {
    referee: &'a mut Referee,
    /// Where it stands.
    start: State,
    pending: Pending,
    part: Part,
    /// Where the rules ask.
    place: String,
    /// Options of the first part.
    first: usize,
    steps: usize,
}

impl<'a> Whole<'a> {
    /// The question that a state waits for.
    pub(super) fn open(referee: &'a mut Referee, state: &State) -> Result<Self, Fault> {
        let mut start = state.clone();
        let pending = referee.run(&mut start)?;
        let part = referee.part(&start);
        let place = referee.game().position(&start).1;
        let first = referee.options();
        Ok(Self { referee, start, pending, part, place, first, steps: 0 })
    }

    /// Whether it is asked in parts.
    fn has_parts(&self) -> bool {
        self.part != Part::Whole
    }

    /// Whether the question goes on at a state that has come so many parts further.
    fn goes_on(&mut self, state: &mut State, given: usize) -> Result<bool, Fault> {
        let pending = self.referee.run_in_part(state)?;
        if pending != Some(self.pending) || self.referee.game().position(state).1 != self.place {
            return Ok(false);
        }
        let part = self.referee.part(state);
        Ok(discriminant(&part) == discriminant(&self.part)
            && match part {
                Part::Whole => false,
                Part::Order => given < self.first,
                Part::Bag | Part::Division { .. } => self.referee.half_chosen(state),
            })
    }

    /// The only way through it, if there is but one: its parts.
    pub(super) fn forced(&mut self) -> Result<Option<Vec<usize>>, Fault> {
        let mut state = self.start.clone();
        let mut parts = Vec::new();
        loop {
            self.referee.run(&mut state)?;
            if self.referee.options() != 1 {
                return Ok(None);
            }
            parts.push(0);
            self.referee.answer(&mut state, 0)?;
            if !self.has_parts() || !self.goes_on(&mut state, parts.len())? {
                return Ok(Some(parts));
            }
        }
    }

    /// How players read "done" here, as a script writes it: `done "end the turn"`; none where nobody can be done.
    pub(super) fn done(&mut self) -> Result<Option<String>, Fault> {
        let mut state = self.start.clone();
        self.referee.run(&mut state)?;
        Ok(self.referee.done_label(&state).map(|label| format!("done \"{}\"", one_line(&label))))
    }

    /// What comes of an answer.
    pub(super) fn judge(&mut self, answer: &Yaml) -> Result<Judged, Fault> {
        if let Some(text) = answer.text().filter(|text| names_done(text)) {
            return match self.done()? {
                None => Ok(Judged::Misfit(format!("nobody can be done here, so `{text}` means nothing"))),
                Some(here) if here != one_line(text) => Ok(Judged::Misfit(format!("here players read `{here}`"))),
                Some(_) => self.judge_rest(&Rest::Option(Some("done".to_string()))),
            };
        }
        match Rest::new(&self.part, answer, self.referee.game()) {
            Ok(rest) => self.judge_rest(&rest),
            Err(misfit) => Ok(Judged::Misfit(misfit)),
        }
    }

    /// What comes of an answer of which this is still to be given.
    pub(super) fn judge_rest(&mut self, rest: &Rest) -> Result<Judged, Fault> {
        let mut trial = Attempts { parts: Vec::new(), best: None };
        if self.search(&mut self.start.clone(), rest, &mut trial)? {
            return Ok(Judged::Possible(trial.parts));
        }
        if self.steps > MAX_STEPS {
            return Ok(Judged::Misfit(format!("it was not found out in {MAX_STEPS} steps whether this is possible")));
        }
        if let Some(misfit) = self.misfit(rest)? {
            return Ok(Judged::Misfit(misfit));
        }
        if let Some(refusal) = self.piles_refused(rest)? {
            return Ok(Judged::Refused(refusal));
        }
        Ok(match trial.best {
            Some((_, Miss::Refused(refusal))) if !refusal.unknown => Judged::Refused(refusal),
            Some((_, Miss::Refused(refusal))) => Judged::Misfit(refusal.message),
            Some((_, Miss::Misfit(message))) => Judged::Misfit(message),
            None => Judged::Misfit("nothing is asked that this could answer".to_string()),
        })
    }

    /// Looks for a way through the parts that gives what is still to be given.
    fn search(&mut self, state: &mut State, rest: &Rest, trial: &mut Attempts) -> Result<bool, Fault> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return Ok(false);
        }
        self.referee.run(state)?;
        let moves = match rest.moves(self.referee, state) {
            Ok(moves) => moves,
            Err(miss) => {
                trial.note(rest.len(), miss);
                return Ok(false);
            }
        };
        for (option, next) in moves {
            let mut after = state.clone();
            self.referee.run(&mut after)?;
            self.referee.answer(&mut after, option)?;
            trial.parts.push(option);
            let open = self.has_parts() && self.goes_on(&mut after, trial.parts.len())?;
            let found = match (open, next.left_over()) {
                _ if next.is_one_part() => true,
                (true, _) => self.search(&mut after, &next, trial)?,
                (false, None) => true,
                (false, Some(left)) => {
                    let refusal = self.too_much(state, &left)?;
                    trial.note(next.len(), Miss::Refused(refusal));
                    false
                }
            };
            if found {
                return Ok(true);
            }
            trial.parts.pop();
        }
        Ok(false)
    }

    /// Why nothing more can be chosen: the question was answered before this came.
    fn too_much(&mut self, state: &mut State, left: &str) -> Result<Refusal, Fault> {
        self.referee.run(state)?;
        Ok(self.refusal(format!("`{left}` is too much: what may be chosen here is chosen without it")))
    }

    /// A refusal of a whole answer to this question.
    fn refusal(&self, message: String) -> Refusal {
        Refusal::of(message, Some(self.place.clone()), self.referee.clauses())
    }

    /// The refusal of a division into too many piles, or that leaves a pile empty which must not be.
    fn piles_refused(&mut self, rest: &Rest) -> Result<Option<Refusal>, Fault> {
        let Rest::Division(piles) = rest else { return Ok(None) };
        let mut start = self.start.clone();
        self.referee.run(&mut start)?;
        let Some((numbers, mut empty)) = self.referee.piles(&start) else { return Ok(None) };
        if piles.len() > numbers {
            let (there, named) = (count(numbers, "pile"), piles.len());
            let message = format!("this names {named} piles, and it is divided into {there}");
            return Ok(Some(self.refusal(message)));
        }
        let filled = |pile: &&ScriptPile| !pile.things.is_empty();
        empty.retain(|number| !piles.iter().filter(filled).any(|pile| pile.number == Some(*number)));
        // A pile of any number fills one.
        let others = piles.iter().filter(filled).filter(|pile| pile.number.is_none()).count();
        Ok((empty.len() > others)
            .then(|| self.refusal("this division is not possible: no pile may be empty".to_owned())))
    }

    /// What an answer that is not possible says of things that are not there to be chosen or divided at all.
    fn misfit(&mut self, rest: &Rest) -> Result<Option<String>, Fault> {
        if let Rest::Division(piles) = rest {
            let divided = self.divided()?;
            let mut left: Vec<Term> = piles.iter().flat_map(|pile| pile.things.iter().cloned()).collect();
            for thing in &divided {
                let Some(at) = left.iter().position(|wanted| wanted.names(&Term::parse(thing))) else {
                    return Ok(Some(format!("`{thing}` is in none of these piles; divided: {}", divided.join(", "))));
                };
                left.swap_remove(at);
            }
            return Ok(
                (!left.is_empty()).then(|| format!("the piles hold more than is divided: {}", divided.join(", ")))
            );
        }
        if let Rest::Bag(things) = rest {
            let mut start = self.start.clone();
            self.referee.run(&mut start)?;
            for thing in things {
                let offered = (0..self.referee.options())
                    .any(|option| thing.term.names(&Term::parse(&self.referee.notation(option))));
                let refusal = refusal_of(&thing.text, self.referee, &start);
                if let Some(refusal) = refusal.filter(|refusal| refusal.unknown && !offered) {
                    return Ok(Some(refusal.message));
                }
            }
        }
        Ok(None)
    }

    /// All things of a division, in the order in which they are asked.
    fn divided(&mut self) -> Result<Vec<String>, Fault> {
        let mut state = self.start.clone();
        let mut things = Vec::new();
        loop {
            self.referee.run(&mut state)?;
            let Part::Division { thing, .. } = self.referee.part(&state) else { return Ok(things) };
            things.push(thing);
            self.referee.answer(&mut state, 0)?;
            if !self.goes_on(&mut state, things.len())? {
                return Ok(things);
            }
        }
    }

    /// All whole answers; none if they are too many to be told apart.
    pub(super) fn all(&mut self) -> Result<Option<Vec<WholeAnswer>>, Fault> {
        let mut found = Vec::new();
        self.walk(&mut self.start.clone(), &mut Vec::new(), &mut found)?;
        Ok((found.len() <= MAX_WHOLES && self.steps <= MAX_STEPS).then_some(found))
    }

    fn walk(
        &mut self,
        state: &mut State,
        given: &mut Vec<(Part, String)>,
        found: &mut Vec<WholeAnswer>,
    ) -> Result<(), Fault> {
        self.steps += 1;
        if self.steps > MAX_STEPS || found.len() > MAX_WHOLES {
            return Ok(());
        }
        self.referee.run(state)?;
        let part = self.referee.part(state);
        for option in 0..self.referee.options() {
            let mut after = state.clone();
            self.referee.run(&mut after)?;
            given.push((part.clone(), self.referee.notation(option)));
            if self.has_parts() {
                self.referee.answer(&mut after, option)?;
            }
            if self.has_parts() && self.goes_on(&mut after, given.len())? {
                self.walk(&mut after, given, found)?;
            } else {
                found.push(whole_of(given));
            }
            given.pop();
        }
        Ok(())
    }
}

/// Whether a text says how "done" reads: `done "end the turn"`.
pub(super) fn names_done(text: &str) -> bool {
    text.strip_prefix("done")
        .is_some_and(|label| label.trim_start().starts_with('"') && label.trim_end().ends_with('"'))
}

/// What was tried, and the attempt that came nearest to its end.
struct Attempts {
    parts: Vec<usize>,
    best: Option<(usize, Miss)>,
}

impl Attempts {
    fn note(&mut self, left: usize, miss: Miss) {
        let nearer = |(other, before): &(usize, Miss)| {
            left < *other || (left == *other && matches!(before, Miss::Misfit(_)) && matches!(miss, Miss::Refused(_)))
        };
        if self.best.as_ref().is_none_or(nearer) {
            self.best = Some((left, miss));
        }
    }
}
