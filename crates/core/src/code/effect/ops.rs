//! Effects of operations: use and def sets, preconditions, successors.

use super::{Area, Needed, Pieces, Reading};
use crate::code::{AskId, DEPTH, ExprId, MoveWhat, Op, Pc, Program, QueryId, Slot, Store, TrackStep};

/// One effect of an operation.
#[derive(Debug)]
pub enum Does<'o> {
    /// Evaluates an expression in the operation.
    Value(&'o mut ExprId, Reading),
    /// Updates a stored set in place. It evaluates only the member that joins or leaves.
    Changes(&'o mut ExprId, Reading, ExprId),
    /// Evaluates an expression in one of the program's tables.
    Also(ExprId, Reading),
    /// Iterates over a query in the operation.
    Over(&'o mut QueryId),
    /// Iterates over a query in one of the program's tables.
    AlsoOver(QueryId),
    /// Reads a part of the position.
    Reads(Area),
    /// Overwrites all of this part.
    Writes(Area),
    /// May overwrite some of this part.
    MayWrite(Area),
    /// Checks the limits of the target place for such things.
    Limits(Pieces),
    /// Fails if this precondition is violated.
    Needs(Needed),
    /// Continues at this successor. Without this effect it continues with the next operation.
    Goes(Next),
    /// Ends the lookahead of the open extents before it runs.
    EndsExtent,
}

/// The control-flow successor of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// The next operation.
    On,
    /// This operation.
    To(Pc),
    /// The next operation or this one.
    Either(Pc),
    /// The entry of a rule, and the next operation when the rule returns. The word holds the return address.
    Into(Pc, Slot),
    /// The return address in this word, which is the first word of the rule's frame.
    Back(Slot),
    /// The target of the arm that answers the question.
    Answer(AskId),
    /// None: the game is over.
    Nowhere,
}

impl Op {
    /// Calls `f` for each effect of an operation.
    #[allow(clippy::too_many_lines, reason = "one arm per variant")]
    pub fn uses_mut<'o>(&'o mut self, p: &Program, f: &mut dyn FnMut(Does<'o>)) {
        use Does::{Also, Changes, EndsExtent, Goes, Limits, MayWrite, Needs, Over, Reads, Value, Writes};
        use Reading::Word;
        let word = |slot: Slot| Area::Words(slot, 1);
        let depth = word(DEPTH as Slot);
        match self {
            Self::Set { slot, value } => {
                f(Value(value, Word));
                f(Writes(word(*slot)));
            }
            Self::Store { store: number, value } => {
                let store = &p.stores[*number as usize];
                index(store, f);
                let how = store.shape.reading();
                match store.change_of(p, *value) {
                    Some((member, _)) => {
                        f(Changes(value, how, member));
                        f(MayWrite(Area::Store(*number)));
                    }
                    None => {
                        f(Value(value, how));
                        f(Writes(Area::Store(*number)));
                    }
                }
            }
            Self::Fill { base, count, .. } => f(Writes(Area::Words(*base, *count))),
            Self::Jump(to) => f(Goes(Next::To(*to))),
            // The operations in between only write the log.
            Self::UnlessLogged(to) => f(Goes(Next::To(*to))),
            Self::Unless { holds, to } => {
                f(Value(holds, Word));
                f(Goes(Next::Either(*to)));
            }
            Self::Call { entry, ret } => {
                f(Writes(word(*ret)));
                f(Goes(Next::Into(*entry, *ret)));
            }
            Self::Return { ret, base, count } => {
                f(Reads(word(*ret)));
                f(Writes(Area::Words(*base, *count)));
                f(Goes(Next::Back(*ret)));
            }
            Self::Begin | Self::End => {
                f(Reads(depth));
                f(Writes(depth));
            }
            Self::Shelve(slot) => {
                f(Reads(depth));
                f(Writes(word(*slot)));
                f(Writes(depth));
                f(EndsExtent);
            }
            Self::Unshelve(slot) => {
                f(Reads(word(*slot)));
                f(Writes(word(*slot)));
                f(Writes(depth));
            }
            Self::Leave { slot, menu } => {
                f(Reads(word(*slot)));
                f(Writes(depth));
                if *menu {
                    f(EndsExtent);
                }
            }
            // Lookahead may read any part of the position.
            Self::Probe { otherwise, .. } => {
                f(Reads(Area::Unnamed));
                f(Goes(Next::Either(*otherwise)));
            }
            Self::Can { slot, after, .. } => {
                f(Reads(Area::Unnamed));
                f(Writes(word(*slot)));
                f(Goes(Next::To(*after)));
            }
            Self::EachStart { query, list, stride, room } => {
                f(Over(query));
                f(Writes(Area::Words(*list, 2)));
                f(MayWrite(Area::Words(*list + 2, u32::from(*stride) * u32::from(*room))));
            }
            Self::EachNext { list, stride, room, first, count, exit } => {
                let words = Area::Words(*list, 2 + u32::from(*stride) * u32::from(*room));
                f(Reads(words));
                f(MayWrite(words));
                for store in (u32::from(*first)..).take(usize::from(*count)) {
                    index(&p.stores[store as usize], f);
                    f(MayWrite(Area::Store(store)));
                }
                f(Goes(Next::Either(*exit)));
            }
            Self::Ask(id) => {
                asks(p, *id, f);
                f(Goes(Next::Answer(*id)));
            }
            Self::Move(number) => moves(p, *number, f),
            Self::Shuffle(cell) => {
                f(Value(cell, Word));
                f(Reads(Area::Order(Pieces::All)));
                f(MayWrite(Area::Order(Pieces::All)));
            }
            Self::Refill { empty, from } => {
                let cells = [*empty, *from];
                f(Value(empty, Word));
                f(Value(from, Word));
                for cell in cells {
                    f(Reads(Area::Things { cell: Some(cell), pieces: Pieces::All }));
                    f(MayWrite(Area::Things { cell: Some(cell), pieces: Pieces::All }));
                }
                f(Reads(Area::Order(Pieces::All)));
                f(MayWrite(Area::Order(Pieces::All)));
                f(Limits(Pieces::All));
            }
            Self::Room { count, from, source, to } => {
                let cells = [*from, *source, *to];
                for value in [count, from, source, to] {
                    f(Value(value, Word));
                }
                for cell in cells {
                    f(Reads(Area::Things { cell: Some(cell), pieces: Pieces::All }));
                }
                f(Limits(Pieces::All));
                f(Needs(Needed::RoomToDraw));
            }
            Self::Step(number) => {
                let TrackStep { base, count, index, by, open, .. } = p.steps[*number as usize];
                let track = Area::OneOf { base, width: 1, count, index };
                f(Also(index, Word));
                f(Also(by, Word));
                f(Reads(track));
                open.into_iter().for_each(|open| f(Reads(word(open))));
                f(MayWrite(track));
                f(Needs(Needed::Track(*number)));
            }
            Self::Require { holds, .. } => {
                let condition = *holds;
                f(Value(holds, Word));
                f(Needs(Needed::Holds(condition)));
            }
            Self::Append { store, value } | Self::Collect { store, piece: value } => {
                f(Value(value, Word));
                index(&p.stores[*store as usize], f);
                f(Reads(Area::Store(*store)));
                f(MayWrite(Area::Store(*store)));
            }
            Self::DivideNote { divide, .. } | Self::DivideApply(divide) => {
                let divide = &p.divides[*divide as usize];
                f(Also(divide.from, Word));
                f(Also(divide.piles, Word));
                divide.player.into_iter().for_each(|player| f(Also(player, Word)));
                f(Reads(Area::Unnamed));
                f(MayWrite(Area::Unnamed));
            }
            // These only log or count.
            Self::Say(_) | Self::Answered | Self::Enter(_) => {}
            Self::Over => f(Goes(Next::Nowhere)),
        }
    }
}

impl Op {
    /// Read-only variant of [`Op::uses_mut`].
    pub fn uses(mut self, p: &Program, f: &mut dyn FnMut(Does<'_>)) {
        self.uses_mut(p, f);
    }

    /// The control-flow successor.
    pub fn next(self, p: &Program) -> Next {
        let mut next = Next::On;
        self.uses(p, &mut |part| {
            if let Does::Goes(to) = part {
                next = to;
            }
        });
        next
    }

    /// True if the lookahead of the open extents ends before it.
    pub(crate) fn ends_extent(self, p: &Program) -> bool {
        let mut ends = false;
        self.uses(p, &mut |part| ends |= matches!(part, Does::EndsExtent));
        ends
    }

    /// True if it may write words for which `these` returns true.
    pub(crate) fn may_write(self, p: &Program, these: &mut dyn FnMut(Slot, u32) -> bool) -> bool {
        let mut found = false;
        self.uses(p, &mut |part| {
            if let Does::Writes(area) | Does::MayWrite(area) = part {
                found |= area.words(p).is_some_and(|(base, count)| these(base, count));
            }
        });
        found
    }

    /// True if it can fail.
    pub fn can_fail(self, p: &Program) -> bool {
        let mut fails = false;
        self.uses(p, &mut |part| {
            if let Does::Needs(needed) = part {
                fails |= needed.can_fail(p);
            }
        });
        fails
    }
}

/// Evaluates the index of the variable that is stored to.
fn index<'o>(store: &Store, f: &mut dyn FnMut(Does<'o>)) {
    store.index.into_iter().for_each(|index| f(Does::Also(index, Reading::Word)));
}

/// Effects of a question: who is asked, the options, the stores of the answer.
fn asks<'o>(p: &Program, id: AskId, f: &mut dyn FnMut(Does<'o>)) {
    let ask = &p.asks[id.index()];
    if ask.at_once.is_some() {
        f(Does::Reads(Area::Unnamed));
    }
    ask.who.into_iter().for_each(|who| f(Does::Also(who, Reading::Word)));
    for arm in &ask.arms {
        arm.when.into_iter().for_each(|when| f(Does::Also(when, Reading::Word)));
        arm.query.into_iter().for_each(|query| f(Does::AlsoOver(query)));
        for &store in &arm.stores {
            index(&p.stores[store as usize], f);
            f(Does::MayWrite(Area::Store(store)));
        }
    }
    f(Does::Needs(Needed::Option(id)));
}

/// Effects of a move from one place to another.
fn moves<'o>(p: &Program, number: u32, f: &mut dyn FnMut(Does<'o>)) {
    use Reading::{Set, Word, Words};
    let code = &p.moves[number as usize];
    code.from.iter().chain([&code.to]).for_each(|&place| f(Does::Also(place, Word)));
    let (parts, pieces, needed) = match code.what {
        MoveWhat::Exactly(n, piece) => {
            ([Some((n, Word)), Some((piece, Word))], Pieces::One(piece), Some(Needed::There(number)))
        }
        MoveWhat::UpTo(n, piece) => ([Some((n, Word)), Some((piece, Word))], Pieces::One(piece), None),
        MoveWhat::ExactlyOf(n, of) => ([Some((n, Word)), Some((of, Set))], Pieces::Of(of), Some(Needed::There(number))),
        MoveWhat::UpToOf(n, of) => ([Some((n, Word)), Some((of, Set))], Pieces::Of(of), Some(Needed::Room(number))),
        MoveWhat::All(of) => ([Some((of, Set)), None], Pieces::Of(of), Some(Needed::Room(number))),
        MoveWhat::Bag(bag) => ([Some((bag, Words)), None], Pieces::All, Some(Needed::There(number))),
        MoveWhat::Figure(piece) => ([Some((piece, Word)), None], Pieces::Figure(piece), Some(Needed::Room(number))),
    };
    parts.into_iter().flatten().for_each(|(part, how)| f(Does::Also(part, how)));
    if let Some(begun) = code.begun {
        f(Does::Reads(Area::Words(begun, 1)));
        f(Does::MayWrite(Area::Words(begun, 1)));
    }
    match code.what {
        // A figure's word is overwritten whatever its old place.
        MoveWhat::Figure(_) => f(Does::Writes(Area::Things { cell: None, pieces })),
        _ => {
            for cell in code.from.into_iter().chain([code.to]) {
                f(Does::Reads(Area::Things { cell: Some(cell), pieces }));
                f(Does::MayWrite(Area::Things { cell: Some(cell), pieces }));
            }
        }
    }
    f(Does::Reads(Area::Order(pieces)));
    f(Does::MayWrite(Area::Order(pieces)));
    f(Does::Limits(pieces));
    needed.into_iter().for_each(|needed| f(Does::Needs(needed)));
}
