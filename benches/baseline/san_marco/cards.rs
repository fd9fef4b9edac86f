//! Cards, and the division of a hand into offers.

/// Number of sorts: district cards by district, then bridge, transfer, banishment and Doge cards, then limit cards of 1, 2 and 3.
pub(super) const SORTS: usize = 13;
pub(super) const BRIDGE: usize = 6;
pub(super) const TRANSFER: usize = 7;
pub(super) const BANISHMENT: usize = 8;
pub(super) const DOGE: usize = 9;
/// First sort of limit cards. Action cards come before.
const LIMITS: usize = 10;

/// Number of cards of each sort.
pub(super) type Cards = [u32; SORTS];

pub(super) const NO_CARDS: Cards = [0; SORTS];
/// The cards in the box.
pub(super) const BOX: Cards = [5, 5, 5, 5, 5, 5, 6, 12, 4, 10, 8, 10, 10];

/// The action cards among these.
pub(super) fn actions(cards: &Cards) -> Cards {
    std::array::from_fn(|sort| if sort < LIMITS { cards[sort] } else { 0 })
}

/// The limit cards among these.
pub(super) fn limits(cards: &Cards) -> Cards {
    std::array::from_fn(|sort| if sort < LIMITS { 0 } else { cards[sort] })
}

/// Total value of the limit cards.
pub(super) fn points(cards: &Cards) -> u32 {
    (LIMITS..SORTS).map(|sort| cards[sort] * (sort - LIMITS + 1) as u32).sum()
}

/// Adds cards to others.
pub(super) fn add(to: &mut Cards, cards: &Cards) {
    to.iter_mut().zip(cards).for_each(|(to, count)| *to += count);
}

/// The sorts with at least one card.
pub(super) fn sorts(cards: &Cards) -> impl Iterator<Item = usize> {
    cards.iter().enumerate().filter(|&(_, &count)| count > 0).map(|(sort, _)| sort)
}

/// A hand that is divided into offers, card by card in the order of the sorts.
#[derive(Clone, Copy, Default)]
pub(super) struct Division {
    pub(super) offers: [Cards; 3],
}

impl Division {
    /// Number of cards of a sort in the offers.
    fn laid(&self, sort: usize) -> u32 {
        self.offers.iter().map(|offer| offer[sort]).sum()
    }

    /// Sort of the next card. `None` if all are laid.
    pub(super) fn next(&self, hand: &Cards) -> Option<usize> {
        (0..SORTS).find(|&sort| self.laid(sort) < hand[sort])
    }

    /// Offers to which the next card may go. No offer may stay empty. The order of offers and of equal cards does not matter, so each
    /// division is generated once: copies go to the same offer or a later one, and of two offers that are equal so far the later one
    /// gets no more copies.
    pub(super) fn places(&self, hand: &Cards, offers: usize) -> impl Iterator<Item = usize> {
        let sort = self.next(hand).unwrap_or(SORTS - 1);
        let copies = hand[sort] - self.laid(sort);
        let rest = (sort + 1..SORTS).map(|sort| hand[sort]).sum::<u32>() + copies - 1;
        let empty = (0..offers).filter(|&offer| self.offers[offer] == NO_CARDS).count() as u32;
        let begin = (0..offers).rfind(|&offer| self.offers[offer][sort] > 0).unwrap_or(0);
        (begin..offers).filter(move |&place| {
            let filled = u32::from(self.offers[place] == NO_CARDS);
            self.room(sort, offers, place) >= copies && self.has_room(sort, place) && rest >= empty - filled
        })
    }

    /// True if an offer equals the one before it in all sorts below this one.
    fn is_twin(&self, sort: usize, offer: usize) -> bool {
        offer > 0 && self.offers[offer][..sort] == self.offers[offer - 1][..sort]
    }

    /// True if an offer may get one more copy.
    fn has_room(&self, sort: usize, offer: usize) -> bool {
        !self.is_twin(sort, offer) || self.offers[offer][sort] < self.offers[offer - 1][sort]
    }

    /// Number of copies that the offers from this one on can take. Unlimited for an offer without a twin before it.
    fn room(&self, sort: usize, offers: usize, from: usize) -> u32 {
        if (from..offers).any(|offer| !self.is_twin(sort, offer)) {
            return u32::MAX;
        }
        let most = self.offers[from - 1][sort];
        (from..offers).map(|offer| most - self.offers[offer][sort]).sum()
    }
}
