//! Choosing an option of the open question by ids.

use crate::Error;
use tavola_core::code::AskId;
use tavola_core::vm::Options;

use super::ActionSpace;

/// How far an answer is chosen. A small value, to be kept by the caller from one id to the next.
///
/// It belongs to one question at one position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Choosing {
    ask: AskId,
    /// An option that begins with the ids that are chosen.
    option: u32,
    /// Number of ids that are chosen or have no alternative.
    depth: u32,
}

impl Choosing {
    /// True if an id was chosen, or has no alternative.
    pub fn is_begun(&self) -> bool {
        self.depth > 0
    }
}

/// Result of choosing an id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chose {
    /// The answer is complete: an option of the open question.
    Option(usize),
    /// The answer needs another id.
    More(Choosing),
}

/// The ids that can be chosen next, with the options that they lead to. It is memory that is used for one question after another,
/// to choose thousands of answers quickly: [`Referee::begin_actions`](crate::Referee::begin_actions) fills it.
///
/// It belongs to one question at one position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OpenIds {
    /// The next id of each option that is still possible, and the option, in ascending order.
    pairs: Vec<(u32, u32)>,
    ids: Vec<u32>,
    /// Number of ids before them in each of these options.
    depth: usize,
}

impl OpenIds {
    /// The ids, each once, in ascending order. Empty before a question was begun.
    pub fn ids(&self) -> &[u32] {
        &self.ids
    }

    /// Removes all ids, but keeps the memory.
    pub fn clear(&mut self) {
        self.pairs.clear();
        self.ids.clear();
    }
}

/// The open question as ids.
#[derive(Clone, Copy)]
pub(crate) struct OpenActions<'a> {
    pub(crate) space: &'a ActionSpace,
    pub(crate) ask: AskId,
    pub(crate) options: &'a Options,
}

impl OpenActions<'_> {
    /// The beginning of an answer. Ids that all options have in common are chosen.
    pub(crate) fn begin(self) -> Result<Choosing, Error> {
        let depth = if self.options.len() > 1 { self.common(0, 0, |_| true)? } else { 0 };
        Ok(Choosing { ask: self.ask, option: 0, depth: depth as u32 })
    }

    /// Calls `f` with each option that is still possible and its next id.
    pub(crate) fn each(self, choosing: Choosing, mut f: impl FnMut(usize, u32)) -> Result<(), Error> {
        let (chosen, depth) = (choosing.option as usize, choosing.depth as usize);
        if choosing.ask != self.ask || chosen >= self.options.len() {
            return Err(Error::new("this choice belongs to another question: begin with the open one"));
        }
        for option in 0..self.options.len() {
            if depth == 0 || self.agrees(option, chosen, depth) {
                f(option, self.id(option, depth)?);
            }
        }
        Ok(())
    }

    /// Chooses an id.
    pub(crate) fn choose(self, choosing: Choosing, id: u32) -> Result<Chose, Error> {
        let (mut first, mut count) = (0, 0_usize);
        self.each(choosing, |option, own| {
            if own == id {
                first = if count == 0 { option } else { first };
                count += 1;
            }
        })?;
        match count {
            0 => Err(Error::new(self.refused(id))),
            1 => Ok(Chose::Option(first)),
            _ => {
                let depth = choosing.depth as usize + 1;
                let depth = self.common(first, depth, |option| self.agrees(option, first, depth))?;
                Ok(Chose::More(Choosing { option: first as u32, depth: depth as u32, ..choosing }))
            }
        }
    }

    /// Adds the ids to choose for an option.
    pub(crate) fn path(self, option: usize, ids: &mut Vec<u32>) -> Result<(), Error> {
        let mut choosing = self.begin()?;
        loop {
            let id = self.id(option, choosing.depth as usize)?;
            ids.push(id);
            match self.choose(choosing, id)? {
                Chose::Option(_) => return Ok(()),
                Chose::More(more) => choosing = more,
            }
        }
    }

    /// Begins an answer, as [`OpenActions::begin`] does.
    pub(crate) fn list(self, ids: &mut OpenIds) -> Result<(), Error> {
        ids.pairs.clear();
        ids.pairs.extend((0..self.options.len() as u32).map(|option| (0, option)));
        ids.depth = 0;
        self.renew(ids)
    }

    /// Chooses an id, as [`OpenActions::choose`] does. The result is an option, or `None` if the answer needs another id.
    pub(crate) fn take(self, ids: &mut OpenIds, id: u32) -> Result<Option<usize>, Error> {
        let first = ids.pairs.partition_point(|pair| pair.0 < id);
        let count = ids.pairs[first..].iter().take_while(|pair| pair.0 == id).count();
        match count {
            0 => Err(Error::new(self.refused(id))),
            1 => Ok(Some(ids.pairs[first].1 as usize)),
            _ => {
                ids.pairs.truncate(first + count);
                ids.pairs.drain(..first);
                ids.depth += 1;
                self.renew(ids).map(|()| None)
            }
        }
    }

    /// Finds the next id of each option. Ids that several options have in common are chosen.
    fn renew(self, ids: &mut OpenIds) -> Result<(), Error> {
        loop {
            for (id, option) in &mut ids.pairs {
                *id = self.id(*option as usize, ids.depth)?;
            }
            match &ids.pairs[..] {
                [first, others @ ..] if !others.is_empty() && others.iter().all(|other| other.0 == first.0) => {
                    ids.depth += 1;
                }
                _ => break,
            }
        }
        ids.pairs.sort_unstable();
        ids.ids.clear();
        ids.ids.extend(ids.pairs.iter().map(|pair| pair.0));
        ids.ids.dedup();
        Ok(())
    }

    /// Number of ids that all of these options have in common with one of them, at least `depth`.
    fn common(self, option: usize, depth: usize, of: impl Fn(usize) -> bool) -> Result<usize, Error> {
        let mut depth = depth;
        loop {
            let id = self.id(option, depth)?;
            for other in (0..self.options.len()).filter(|&other| of(other)) {
                if self.id(other, depth)? != id {
                    return Ok(depth);
                }
            }
            depth += 1;
        }
    }

    /// True if an option begins with the same ids as another one.
    fn agrees(self, option: usize, other: usize, depth: usize) -> bool {
        option == other || (0..depth).all(|at| self.found(option, at) == self.found(other, at))
    }

    #[inline]
    fn found(self, option: usize, depth: usize) -> Option<u32> {
        let words = self.options.get(option);
        self.space.codes[self.ask.index()].get(words[0].max(0) as usize)?.id(words, depth)
    }

    #[inline]
    fn id(self, option: usize, depth: usize) -> Result<u32, Error> {
        self.found(option, depth).ok_or_else(|| {
            Error::new("an option has no action: this position holds a value that play cannot bring there")
        })
    }

    fn refused(self, id: u32) -> String {
        match self.space.actions.get(id as usize) {
            Some(action) => format!("the action {id}, `{}`, is not offered here", action.notation),
            None => format!("there is no action {id}: ids are below {}", self.space.len()),
        }
    }
}
