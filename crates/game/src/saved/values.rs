//! Ranges of stored values, from their notation and shape.

use tavola_core::code::{Layout, Legend, NONE, Notation, ValueShape};

/// Reads values as the names of a game say.
pub(super) struct ValueRanges<'a> {
    pub(super) layout: &'a Layout,
    pub(super) legend: &'a Legend,
}

impl ValueRanges<'_> {
    /// The reason why words are no value of a shape and notation, with the offset of the word.
    pub(super) fn wrong(&self, notation: u32, shape: ValueShape, words: &[i32]) -> Option<(usize, String)> {
        let inner = |notation: u32| match self.legend.types[notation as usize] {
            Notation::Set(inner) | Notation::List(inner, _) => inner,
            _ => notation,
        };
        let unshaped = self.unshaped(shape, words);
        unshaped.or_else(|| match shape {
            ValueShape::Word => self.wrong_word(notation, *words.first()?).map(|why| (0, why)),
            ValueShape::Set(_) => self.wrong_set(inner(notation), words),
            ValueShape::List { element, .. } => {
                let element = usize::from(element.max(1));
                let elements = words[1..].chunks(element).take(words[0].max(0) as usize).enumerate();
                elements.filter_map(|(at, one)| self.wrong_element(notation, one, 1 + at * element)).next()
            }
            ValueShape::Bag(_) => None,
        })
    }

    /// The reason why words are no value of a shape, whatever it means.
    pub(super) fn unshaped(&self, shape: ValueShape, words: &[i32]) -> Option<(usize, String)> {
        match shape {
            ValueShape::Word | ValueShape::Set(_) => None,
            ValueShape::List { element, .. } => {
                let element = usize::from(element.max(1));
                let room = (words.len() - 1) / element;
                let Some(count) = usize::try_from(words[0]).ok().filter(|&count| count <= room) else {
                    return Some((0, format!("a list of {} elements, at most {room} fit", words[0])));
                };
                let full = 1 + count * element;
                let behind = words[full..].iter().position(|&word| word != 0)?;
                Some((full + behind, "an element behind the end of the list".to_owned()))
            }
            ValueShape::Bag(_) => self.wrong_bag(words),
        }
    }

    fn wrong_element(&self, list: u32, words: &[i32], at: usize) -> Option<(usize, String)> {
        let Notation::List(inner, shape) = self.legend.types[list as usize] else { return None };
        self.wrong(inner, shape, words).map(|(offset, why)| (at + offset, why))
    }

    fn wrong_word(&self, notation: u32, word: i32) -> Option<String> {
        if word == NONE {
            return None;
        }
        let is_among = |count: usize| usize::try_from(word).is_ok_and(|at| at < count);
        match self.legend.types[notation as usize] {
            Notation::YesNo => (!is_among(2)).then(|| format!("{word} is neither 1 (yes) nor 0 (no)")),
            Notation::Member(kind) => {
                let kind = &self.legend.kinds[kind as usize];
                let count = kind.members.len();
                (!is_among(count)).then(|| format!("{word} is no member of `{}`, which has {count}", kind.name))
            }
            Notation::Piece => {
                let count = self.legend.pieces.len();
                (!is_among(count)).then(|| format!("{word} is none of the {count} sorts of things"))
            }
            Notation::Cell => {
                let count = self.layout.cells.len();
                (!is_among(count)).then(|| format!("{word} is none of the {count} places"))
            }
            _ => None,
        }
    }

    fn wrong_set(&self, member: u32, words: &[i32]) -> Option<(usize, String)> {
        let count = match self.legend.types[member as usize] {
            Notation::Member(kind) => self.legend.kinds[kind as usize].members.len(),
            Notation::YesNo => 2,
            Notation::Piece => self.legend.pieces.len(),
            Notation::Cell => self.layout.cells.len(),
            _ => return None,
        };
        words.iter().enumerate().find_map(|(at, &word)| {
            let known = count.saturating_sub(at * 32).min(32);
            let stranger = (word as u32).checked_shr(known as u32).filter(|&rest| rest != 0)?;
            let stranger = at * 32 + known + stranger.trailing_zeros() as usize;
            Some((at, format!("a set with member number {stranger}, but there are {count}")))
        })
    }

    fn wrong_bag(&self, words: &[i32]) -> Option<(usize, String)> {
        words.iter().enumerate().find_map(|(at, &count)| {
            let piece = self.layout.pieces.get(at);
            let most =
                piece.map_or(0, |piece| piece.copies.map_or(i32::MAX / 2, |most| most.min(i32::MAX as u32) as i32));
            if (0..=most).contains(&count) {
                return None;
            }
            let name = self.legend.pieces.get(at).map_or("unknown things", |name| name.notation.as_str());
            Some((at, format!("a bag with {count} of `{name}`")))
        })
    }
}
