//! Reading and putting positions in the words of the language: for scenarios and for questions of people.

use crate::check::Want;
use crate::code::{End, ExprId, Program, Set, Shape};
use crate::ir::{self, ExprKind, Type};
use crate::lower::Ground;
use crate::vm::{Fault, Machine, State};

use super::ends::AtEnd;
use super::notation::{Style, bracketed, items, show, thing_in};
use super::{Error, Outcome, Referee};

/// A place, and perhaps an end of it with those who know what is put there.
type Target = (i32, Option<(End, u32)>);

impl Referee {
    /// The value of an expression of the language, in its notation: `8`, `hill`, `yes`, `[anna, ben]`, `none`. `winner` is
    /// the list of the winners, `ranking` the list of all tie groups, best first; a figure is the place where it stands; an answer that
    /// is still secret is read by its name (`bid[anna]`); `top of deck` is what lies there in an order. (Parses and checks: for scenarios and questions of people, not for play.)
    ///
    /// # Errors
    /// What is wrong with the text, or a fault.
    pub fn value(&mut self, state: &State, text: &str) -> Result<String, Error> {
        match text.trim() {
            "winner" => {
                let winners = self.outcome(state)?.winners;
                return Ok(self.names_of(&winners));
            }
            "ranking" => {
                let groups = self.outcome(state)?.ranking;
                let groups: Vec<String> = groups.iter().map(|group| self.names_of(group)).collect();
                return Ok(format!("[{}]", groups.join(", ")));
            }
            _ => {}
        }
        if let Some(end) = AtEnd::read(text) {
            let place = self.define(end.place)?;
            let cell = if place.value.ty == Type::Place { self.evaluate(state, &place, text)?.0[0] } else { -1 };
            return self.lies_at(state, &end, cell);
        }
        let define = match self.define(text) {
            Ok(define) => define,
            Err(error) => return self.answered(state, text).ok_or(error),
        };
        let (words, notation) = self.evaluate(state, &define, text)?;
        if define.value.ty == Type::Place {
            return Ok(self.lying(state, words[0]));
        }
        if let (Type::Thing(_), Some(cell)) = (&define.value.ty, self.stands(state, words[0])) {
            return Ok(super::notation::cell(&self.game.inner.lowered.legend, cell, Style::Language));
        }
        // Its type may be one that the rules themselves never show.
        Ok(show(self.ground().legend(), notation, &words, Style::Language))
    }

    /// Where a figure stands.
    fn stands(&self, state: &State, piece: i32) -> Option<i32> {
        let layout = &self.game.program().layout;
        let slot = layout.pieces.get(usize::try_from(piece).ok()?)?.figure?;
        state.words().get(slot as usize).copied()
    }

    /// What lies in a place, as its view names it: `{2 jar, 1 two}`; in a row from left to right: `[two, jar, jar]`.
    fn lying(&self, state: &State, cell: i32) -> String {
        let legend = &self.game.inner.lowered.legend;
        let name = |piece: u32| &thing_in(legend, piece, cell).notation;
        let row = u32::try_from(cell).ok().and_then(|cell| self.row(state, cell));
        if let Some(row) = row {
            let names: Vec<&str> = row.iter().map(|&(piece, _)| name(piece).as_str()).collect();
            return format!("[{}]", names.join(", "));
        }
        let things = u32::try_from(cell).map_or(Vec::new(), |cell| self.things(state, cell));
        let thing = |&(piece, count): &(u32, u32)| format!("{count} {}", name(piece));
        format!("{{{}}}", things.iter().map(thing).collect::<Vec<_>>().join(", "))
    }

    /// Whether a text can be asked for by [`Referee::value`] at some position of the game.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn understands(&self, text: &str) -> Result<(), Error> {
        let Err(error) = self.define(AtEnd::read(text).map_or(text, |end| end.place)) else { return Ok(()) };
        let name = text.trim().split('[').next().unwrap_or_default().trim();
        let answers = self.game.inner.book.rules.iter().flat_map(|rule| rule.answers());
        let known = ["winner", "ranking"].contains(&text.trim()) || answers.into_iter().any(|answer| answer == name);
        if known { Ok(()) } else { Err(error) }
    }

    fn outcome(&mut self, state: &State) -> Result<Outcome, Error> {
        self.result(state).map_err(|fault| Error::new(self.game.diagnose(&fault).message))
    }

    /// `[anna, ben]`
    fn names_of(&self, seats: &[usize]) -> String {
        let names = &self.game.setup().players;
        let names: Vec<&str> = seats.iter().filter_map(|&seat| names.get(seat).map(String::as_str)).collect();
        format!("[{}]", names.join(", "))
    }

    /// What a player has answered in a `together` block that is not over: `bid[anna]`.
    fn answered(&mut self, state: &State, text: &str) -> Option<String> {
        let (name, _, player) = bracketed(text).filter(|of| of.1 == '[')?;
        let seat = self.game.setup().players.iter().position(|known| known == player.trim())?;
        let answers = self.view(state, Some(seat)).answers.into_iter();
        answers.filter(|answer| answer.player == seat && answer.name == name).find_map(|answer| answer.value)
    }

    pub(super) fn define(&self, text: &str) -> Result<ir::Define, Error> {
        self.define_as(text, Want::Any)
    }

    fn define_as(&self, text: &str, want: Want<'_>) -> Result<ir::Define, Error> {
        let inner = &self.game.inner;
        inner.prepared.expression(&inner.book, &inner.setup.players, text, want)
    }

    pub(super) fn ground(&mut self) -> &mut Ground {
        let inner = &self.game.inner;
        self.ground.get_or_insert_with(|| Box::new(Ground::clone(&inner.ground)))
    }

    /// The words of an expression's value and how they are written (in the ground's legend).
    fn evaluate(&mut self, state: &State, define: &ir::Define, text: &str) -> Result<(Vec<i32>, u32), Error> {
        let ground = self.ground();
        let id = ground.add(define).map_err(|findings| Error::new(first_message(text, &findings)))?;
        let (shape, _) = ground.shape(&define.value.ty);
        let words = read(ground, state, id, shape).map_err(|fault| {
            let what = self.game.diagnose(&Fault { expr: None, ..fault });
            Error::new(format!("`{text}` has no value here: {}", what.message))
        })?;
        Ok((words, self.ground().shape(&define.value.ty).1))
    }

    /// Puts a position: `place` is the left side of a scenario's `given` (`cart[anna] at town[hill]`,
    /// `rider`, `fame[ben]`, `taken[anna]`, `starter`, `top of deck seen by ben`), `value` its right side in the language (`5`,
    /// `town[hill]`, `[feast, visit(hill)]`, `ben`). Things are moved there from where they start.
    ///
    /// # Errors
    /// What is wrong, e.g. too few things in the start place.
    pub fn put(&mut self, state: &mut State, place: &str, value: &str) -> Result<(), Error> {
        let end = AtEnd::read(place);
        let target = self.define(end.as_ref().map_or(place, |end| end.place))?;
        let cell = match &target.value.kind {
            ExprKind::BagAt(_, cell) => Some(&**cell),
            _ => Some(&target.value).filter(|value| value.ty == Type::Place),
        };
        if let Some(cell) = cell {
            let cell = self.component(state, cell, place)?;
            let end = end.map(|end| Ok((end.end, self.knowers(&end)?))).transpose()?;
            if end.is_some() && !self.has_ends(cell) {
                let why = "no rule of the game moves anything to an end of it, and it is no stack";
                return Err(Error::new(format!("`{place}`: this place keeps no order: {why}")));
            }
            return self.put_things(state, (cell, end), value, place);
        }
        if end.is_some() {
            return Err(Error::new(format!("`{place}`: only a place has a top and a bottom")));
        }
        let source = match &target.value.kind {
            ExprKind::Memory(..) => self.define_as(value, Want::Type(&target.value.ty))?,
            _ => self.define(value)?,
        };
        match &target.value.kind {
            ExprKind::Track(id, index) => self.put_variable(state, (true, id.index()), index, &source, place, value),
            ExprKind::Memory(id, index) => self.put_variable(state, (false, id.index()), index, &source, place, value),
            ExprKind::Count(things, cells) => {
                let cell = self.component(state, cells, place)?;
                let piece = self.piece(state, things, cell, place)?;
                let count = self.evaluate(state, &source, value)?.0[0];
                self.bring(state, piece, count, (cell, None), place)
            }
            _ if self.is_thing(&target.value.ty) => {
                if source.value.ty != Type::Place {
                    return Err(Error::new(format!("`{place}` can only stand in a place, and `{value}` is none")));
                }
                let cell = self.evaluate(state, &source, value)?.0[0];
                let piece = self.piece(state, &target.value, cell, place)?;
                self.bring(state, piece, 1, (cell, None), place)
            }
            _ => Err(Error::new(format!(
                "`{place}` is nothing that can be put: name a count, a figure, a place, a track or memory"
            ))),
        }
    }

    /// The place that a side of a scenario's `given` names, if it names one: `cart[anna] at town[hill]`, `town[hill]`.
    fn place_named(&mut self, state: &State, side: &str) -> Option<i32> {
        let side = AtEnd::read(side).map_or(side, |end| end.place);
        let target = self.define(side).ok()?;
        let cell = match &target.value.kind {
            ExprKind::BagAt(_, cell) | ExprKind::Count(_, cell) => cell,
            _ if target.value.ty == Type::Place => &target.value,
            _ => return None,
        };
        self.component(state, cell, side).ok()
    }

    /// Of a position that was put, by pairs of [`Referee::put`]: the first pair that put more into a place than it may
    /// hold, and what is wrong. Asked when all is put: a limit may depend on the rest of the position.
    pub fn crowded(&mut self, state: &State, given: &[(&str, &str)]) -> Option<(usize, String)> {
        let game = self.game.clone();
        let places = 0..game.program().layout.cells.len() as i32;
        let overfull =
            |cell| self.machine.overfull(game.program(), state, cell).map(|(there, most)| (cell, there, most));
        let full: Vec<(i32, i64, i32)> = places.filter_map(overfull).collect();
        given.iter().enumerate().filter(|_| !full.is_empty()).find_map(|(at, &(place, value))| {
            let cells = [place, value].map(|side| self.place_named(state, side));
            let &(cell, there, most) = full.iter().find(|(cell, ..)| cells.contains(&Some(*cell)))?;
            let name = super::notation::cell(&self.game.inner.lowered.legend, cell, Style::Language);
            Some((at, format!("{there} lie in `{name}`, its limit is {most}")))
        })
    }

    /// The value of a part of an expression: a place, an index.
    pub(super) fn component(&mut self, state: &State, expr: &ir::Expr, text: &str) -> Result<i32, Error> {
        Ok(self.evaluate(state, &alone(expr), text)?.0[0])
    }

    /// Whether something can be put: a thing, or a member of a kind whose members are things.
    fn is_thing(&self, ty: &Type) -> bool {
        match ty {
            Type::Thing(_) => true,
            Type::Set(inner) => matches!(**inner, Type::Thing(_)),
            Type::Member(kind) => self.component_of(*kind).is_some(),
            _ => false,
        }
    }

    fn component_of(&self, kind: ir::KindId) -> Option<usize> {
        self.game.inner.book.components.iter().position(|component| component.kind == Some(kind))
    }

    /// A thing as a piece, also where it is written as a member of its kind. Whose it is may be left out where the
    /// place's indexes tell it.
    pub(super) fn piece(&mut self, state: &State, thing: &ir::Expr, cell: i32, text: &str) -> Result<i32, Error> {
        let among: Vec<u32> = match &thing.ty {
            Type::Member(kind) => {
                let member = self.component(state, thing, text)?;
                let component = self.component_of(*kind);
                self.ground().prints(component, member)
            }
            Type::Set(_) => {
                let define = alone(thing);
                Set::from_words(&self.evaluate(state, &define, text)?.0).iter().map(|piece| piece as u32).collect()
            }
            _ => return self.component(state, thing, text),
        };
        let legend = &self.game.inner.lowered.legend;
        let here = |piece: &&u32| *thing_in(legend, **piece, cell) != legend.pieces[**piece as usize];
        let told: Vec<u32> = among.iter().filter(here).copied().collect();
        match (among.as_slice(), told.as_slice()) {
            ([only], _) | (_, [only]) => Ok(*only as i32),
            ([], _) => Err(Error::new(format!("`{text}` names no thing"))),
            ([first, ..], _) => {
                let name = &legend.pieces[*first as usize].notation;
                Err(Error::new(format!("`{text}` can be several things: say which one, like `{name}`")))
            }
        }
    }

    /// Things one by one: they may be of several sorts.
    fn put_things(&mut self, state: &mut State, target: Target, things: &str, place: &str) -> Result<(), Error> {
        let list = things.trim();
        let inner = bracketed(list).filter(|of| of.0.is_empty() && of.1 == '[').map_or(list, |of| of.2);
        let mut all: Vec<&str> = items(inner).collect();
        if let (_, Some((End::Top, _))) = target {
            // The first of the list comes to lie on the others.
            all.reverse();
        }
        for item in all {
            let thing = self.define_as(item, Want::Things)?;
            let piece = self.piece(state, &thing.value, target.0, item)?;
            self.bring(state, piece, 1, target, place)?;
        }
        Ok(())
    }

    /// Moves things from where they start.
    fn bring(
        &mut self,
        state: &mut State,
        piece: i32,
        count: i32,
        (cell, end): Target,
        text: &str,
    ) -> Result<(), Error> {
        let game = self.game.clone();
        let layout = &game.program().layout;
        let names = &game.inner.lowered.legend.pieces;
        let (Ok(at), Ok(to)) = (usize::try_from(piece), usize::try_from(cell)) else {
            return Err(Error::new(format!("`{text}` names no thing or no place")));
        };
        let name = &names[at].notation;
        let family = &layout.families[layout.cells[to].family as usize];
        if !family.holds.has(piece) {
            return Err(Error::new(format!("`{text}`: `{name}` may not lie there")));
        }
        if let Some(slot) = layout.pieces[at].figure {
            return match count {
                0 => Ok(()),
                1 => {
                    let before = std::mem::replace(&mut state.words_mut()[slot as usize], cell);
                    if let Ok(before) = usize::try_from(before) {
                        self.close_up(state, before, at, 1);
                    }
                    self.line_up(state, to, at, 1, None);
                    Ok(())
                }
                _ => Err(Error::new(format!("`{text}`: {count} of `{name}` are wanted, there is one"))),
            };
        }
        let from = self.ground().start_of(piece as u32).unwrap_or(0) as usize;
        let word = |cell: usize| {
            let place = &layout.cells[cell];
            let offset = layout.families[place.family as usize].offsets[at];
            offset.map(|offset| (place.base + u32::from(offset)) as usize)
        };
        let (Some(source), Some(target)) = (word(from), word(to)) else {
            return Err(Error::new(format!("`{text}`: `{name}` cannot be counted there")));
        };
        let left = self.left_in(state, from, at);
        if count < 0 || left < count {
            return Err(Error::new(format!(
                "`{text}`: {count} of `{name}` are wanted, {left} are left where they start"
            )));
        }
        state.words_mut()[source] -= count;
        self.close_up(state, from, at, count);
        state.words_mut()[target] += count;
        self.line_up(state, to, at, count, end);
        Ok(())
    }

    /// A track never leaves its ends, not even in a position that is put.
    fn within_ends(&mut self, state: &State, track: usize, value: i32, place: &str) -> Result<(), Error> {
        let book = self.game.inner.book.clone();
        let mut end = |end: &Option<ir::Expr>| end.as_ref().map(|end| self.component(state, end, place)).transpose();
        let (low, high) = (end(&book.tracks[track].low)?, end(&book.tracks[track].high)?);
        if low.is_some_and(|low| value < low) || high.is_some_and(|high| value > high) {
            let shown = |end: Option<i32>| end.map_or_else(String::new, |end| end.to_string());
            let message = format!("`{place}` cannot be {value}: the track is {}..{}", shown(low), shown(high));
            return Err(Error::new(message));
        }
        Ok(())
    }

    fn put_variable(
        &mut self,
        state: &mut State,
        (track, id): (bool, usize),
        index: &[ir::Expr],
        source: &ir::Define,
        place: &str,
        value: &str,
    ) -> Result<(), Error> {
        let (base, shape, dims) = self.ground().variable(track, id);
        let mut at = 0;
        for (index, (first, size)) in index.iter().zip(&dims) {
            at = at * size + (self.component(state, index, place)? - first).max(0) as u32;
        }
        let ty = if track { Type::Number } else { self.game.inner.book.memory[id].ty.clone() };
        if !fits(&ty, &source.value.ty) {
            return Err(Error::new(format!("`{place}` cannot be `{value}`: that is another sort of value")));
        }
        let (words, _) = self.evaluate(state, source, value)?;
        let words = fitted(shape, &source.value.ty, words);
        if track {
            self.within_ends(state, id, words[0], place)?;
        }
        let from = (base + at * shape.width()) as usize;
        let target = &mut state.words_mut()[from..from + shape.width() as usize];
        target.fill(0);
        let count = words.len().min(target.len());
        target[..count].copy_from_slice(&words[..count]);
        Ok(())
    }
}

/// A part of an expression by itself.
fn alone(expr: &ir::Expr) -> ir::Define {
    ir::Define { name: String::new(), params: 0, locals: Vec::new(), value: expr.clone(), span: expr.span }
}

/// A list stands for a set where a set is wanted.
fn fitted(shape: Shape, ty: &Type, words: Vec<i32>) -> Vec<i32> {
    match (shape, ty) {
        (Shape::Set(width), Type::List(_) | Type::Nothing) => {
            let set = words.iter().skip(1).fold(Set::EMPTY, |set, &member| set.with(member));
            let mut words = vec![0; usize::from(width).max(8)];
            set.to_words(&mut words);
            words.truncate(usize::from(width));
            words
        }
        _ => words,
    }
}

fn fits(wanted: &Type, given: &Type) -> bool {
    match (wanted, given) {
        (Type::Option(inner), given) => fits(inner, given),
        (wanted, Type::Option(inner)) => fits(wanted, inner),
        (_, Type::Nothing | Type::Error) => true,
        (Type::Set(a) | Type::List(a), Type::Set(b) | Type::List(b)) => fits(a, b),
        _ => wanted == given,
    }
}

fn read(ground: &Ground, state: &State, id: ExprId, shape: Shape) -> Result<Vec<i32>, Fault> {
    words(&mut Machine::new(ground.program()), ground.program(), state, (id, shape))
}

/// The words of the value of an expression that was added to a ground.
pub(super) fn words(
    machine: &mut Machine,
    program: &Program,
    state: &State,
    (id, shape): (ExprId, Shape),
) -> Result<Vec<i32>, Fault> {
    match shape {
        Shape::Word => machine.word(program, state, id).map(|word| vec![word]),
        Shape::Set(width) => machine.set(program, state, id).map(|set| {
            let mut words = vec![0; usize::from(width).max(8)];
            set.to_words(&mut words);
            words.truncate(usize::from(width));
            words
        }),
        _ => machine.words(program, state, id),
    }
}

fn first_message(text: &str, findings: &[crate::diagnostic::Diagnostic]) -> String {
    let message = findings.first().map_or("it has no meaning here", |finding| finding.message.as_str());
    format!("`{text}`: {message}")
}
