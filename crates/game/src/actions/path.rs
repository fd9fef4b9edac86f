//! Choosing an option of the open question by ids.

use crate::Error;
use tavola_core::code::AskId;
use tavola_core::vm::Options;

use super::ActionSpace;

/// The ids that can be chosen next, with the options that they lead to. It is memory that is used for one question after another,
/// to choose thousands of answers quickly: [`Referee::begin_actions`](crate::Referee::begin_actions) fills it.
///
/// It belongs to one question at one position. A copy keeps how far an answer is chosen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OpenIds {
    /// The next id of each option that is still possible, and the option, in ascending order.
    pairs: Vec<(u32, u32)>,
    ids: Vec<u32>,
    /// Number of ids before them in each of these options.
    depth: usize,
    /// The question, and its number of options.
    ask: Option<(AskId, usize)>,
}

impl OpenIds {
    /// The ids, each once, in ascending order. Empty before a question was begun.
    pub fn ids(&self) -> &[u32] {
        &self.ids
    }

    /// Sets the entry of each of these ids to true, and all others to false.
    ///
    /// # Errors
    /// If the mask has no entry for the largest of these ids.
    pub fn mask(&self, mask: &mut [bool]) -> Result<(), Error> {
        mask.fill(false);
        if self.ids.last().is_some_and(|last| *last as usize >= mask.len()) {
            return Err(Error::new("the mask is too short: it needs an entry for each action"));
        }
        self.ids.iter().for_each(|id| mask[*id as usize] = true);
        Ok(())
    }

    /// Removes all ids, but keeps the memory.
    pub fn clear(&mut self) {
        self.pairs.clear();
        self.ids.clear();
        self.ask = None;
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
    /// Adds the ids to choose for an option.
    pub(crate) fn path(self, option: usize, ids: &mut Vec<u32>) -> Result<(), Error> {
        let mut open = OpenIds::default();
        self.list(&mut open)?;
        loop {
            let id = self.id(option, open.depth)?;
            ids.push(id);
            if self.take(&mut open, id)?.is_some() {
                return Ok(());
            }
        }
    }

    /// Begins an answer. Ids that all of several options have in common are chosen.
    pub(crate) fn list(self, ids: &mut OpenIds) -> Result<(), Error> {
        ids.pairs.clear();
        ids.pairs.extend((0..self.options.len() as u32).map(|option| (0, option)));
        (ids.depth, ids.ask) = (0, Some((self.ask, self.options.len())));
        self.renew(ids)
    }

    /// Chooses an id. The result is an option, or `None` if the answer needs another id.
    pub(crate) fn take(self, ids: &mut OpenIds, id: u32) -> Result<Option<usize>, Error> {
        if ids.ask != Some((self.ask, self.options.len())) {
            return Err(Error::new("these ids belong to another question: begin with the open one"));
        }
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
        let mut is_ascending;
        loop {
            is_ascending = true;
            let mut last = 0;
            for (id, option) in &mut ids.pairs {
                *id = self.id(*option as usize, ids.depth)?;
                is_ascending &= last <= *id;
                last = *id;
            }
            match &ids.pairs[..] {
                [first, others @ ..] if !others.is_empty() && others.iter().all(|other| other.0 == first.0) => {
                    ids.depth += 1;
                }
                _ => break,
            }
        }
        if !is_ascending {
            ids.pairs.sort_unstable();
        }
        ids.ids.clear();
        ids.ids.extend(ids.pairs.iter().map(|pair| pair.0));
        ids.ids.dedup();
        Ok(())
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
