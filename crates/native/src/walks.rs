//! Loops over members of a set, ranges of numbers, and lists.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value, types};
use cranelift_frontend::Variable;

use crate::code::{Truth, of_state};
use crate::data::{Data, Lists};
use crate::range::{ANY, either};
use crate::{Code, Label, Set, Word};

/// An open loop. The code up to its end is the loop body.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    head: Block,
    end: Block,
    dead: bool,
}

impl Walk {
    /// The label that continues with the next value.
    pub fn next(self) -> Label {
        Label(self.head)
    }

    /// The label after the loop.
    pub fn end(self) -> Label {
        Label(self.end)
    }
}

/// A list: the address of its elements and their number.
#[derive(Clone, Copy, Debug)]
pub struct List {
    address: Value,
    /// Number of elements, 0 or more.
    len: Value,
    element: u32,
    range: (i32, i32),
}

/// A list that several branches assign.
#[derive(Debug)]
pub struct ListMerge {
    address: Variable,
    len: Variable,
    list: Option<(u32, (i32, i32))>,
}

impl Code<'_> {
    /// Opens a loop over the members of a set, in ascending order. Its body ends at [`Code::close`].
    pub fn open_members(&mut self, set: Set) -> (Walk, Word) {
        let limbs: Vec<(usize, Value)> = (0..).zip(set.limbs).filter_map(|(at, limb)| Some((at, limb?))).collect();
        let (head, body, end) = (self.f.create_block(), self.f.create_block(), self.f.create_block());
        let zero = self.f.ins().iconst(types::I64, 0);
        let first = limbs.first().map_or(0, |&(at, _)| at);
        let last = limbs.last().map_or(0, |&(at, _)| at);
        // The rest of the current limb, then the following limbs, and the first number of the current limb.
        let rest: Vec<Variable> = (first..=last).map(|_| self.f.declare_var(types::I64)).collect();
        for (at, &var) in (first..).zip(&rest) {
            self.f.def_var(var, set.limbs[at].unwrap_or(zero));
        }
        let base = (last > first).then(|| self.f.declare_var(types::I32));
        if let Some(base) = base {
            let at = self.f.ins().iconst(types::I32, first as i64 * 64);
            self.f.def_var(base, at);
        }
        self.f.ins().jump(head, &[]);
        self.f.switch_to_block(head);
        let left = self.f.use_var(rest[0]);
        let Some(base) = base else {
            self.f.ins().brif(left, body, &[], end, &[]);
            self.f.switch_to_block(body);
            let member = self.take_bit(rest[0], left);
            let value = self.f.ins().iadd_imm(member, first as i64 * 64);
            return (
                Walk { head, end, dead: self.dead },
                Word { value, range: (first as i32 * 64, set.most.max(first as i32 * 64)) },
            );
        };
        // Continues with the next limb, if there is one.
        let on = self.f.create_block();
        self.f.ins().brif(left, body, &[], on, &[]);
        self.f.switch_to_block(on);
        let at = self.f.use_var(base);
        let next = self.f.create_block();
        let more = self.f.ins().icmp_imm(IntCC::SignedLessThan, at, last as i64 * 64);
        self.f.ins().brif(more, next, &[], end, &[]);
        self.f.switch_to_block(next);
        for at in 1..=rest.len() {
            let behind = rest.get(at).map_or(zero, |&var| self.f.use_var(var));
            self.f.def_var(rest[at - 1], behind);
        }
        let at = self.f.ins().iadd_imm(at, 64);
        self.f.def_var(base, at);
        self.f.ins().jump(head, &[]);
        self.f.switch_to_block(body);
        let member = self.take_bit(rest[0], left);
        let at = self.f.use_var(base);
        let value = self.f.ins().iadd(member, at);
        (
            Walk { head, end, dead: self.dead },
            Word { value, range: (first as i32 * 64, set.most.max(first as i32 * 64)) },
        )
    }

    /// The numbers below `count` for which a test holds. `says` emits the test of the number at an offset from a word, for eight
    /// offsets in turn. It must not branch.
    pub fn those_below(&mut self, count: u32, mut says: impl FnMut(&mut Self, Word, u32) -> Truth) -> Set {
        const AT_ONCE: u32 = 8;
        assert!(count <= 256, "members of no set");
        let mut set = Set { limbs: [None; 4], most: count.saturating_sub(1) as i32 };
        for (limb, first) in (0..).zip((0..count).step_by(64)) {
            let here = (count - first).min(64);
            let mut bits = self.f.ins().iconst(types::I64, 0);
            if let Some(last) = (here / AT_ONCE).checked_sub(1) {
                let all = self.f.declare_var(types::I64);
                self.f.def_var(all, bits);
                let (low, high) = (self.number(first as i32), self.number((first + last * AT_ONCE) as i32));
                let (walk, word) = self.open_numbers(low, high, AT_ONCE);
                let eight = self.bits(AT_ONCE, word, &mut says);
                let by = self.f.ins().uextend(types::I64, word.value);
                let eight = self.f.ins().ishl(eight, by);
                let before = self.f.use_var(all);
                let more = self.f.ins().bor(before, eight);
                self.f.def_var(all, more);
                self.close(walk);
                bits = self.f.use_var(all);
            }
            if !here.is_multiple_of(AT_ONCE) {
                let done = here - here % AT_ONCE;
                let word = self.number((first + done) as i32);
                let rest = self.bits(here - done, word, &mut says);
                let rest = self.f.ins().ishl_imm(rest, i64::from(done));
                bits = self.f.ins().bor(bits, rest);
            }
            set.limbs[limb] = Some(bits);
        }
        set
    }

    /// A bit for each number at an offset below `many` from a word.
    fn bits(&mut self, many: u32, word: Word, says: &mut impl FnMut(&mut Self, Word, u32) -> Truth) -> Value {
        let mut bits = None;
        for behind in 0..many {
            let holds = says(self, word, behind);
            let bit = self.f.ins().uextend(types::I64, holds.0);
            let bit = self.f.ins().ishl_imm(bit, i64::from(behind));
            bits = Some(bits.map_or(bit, |bits| self.f.ins().bor(bits, bit)));
        }
        bits.unwrap_or_else(|| self.f.ins().iconst(types::I64, 0))
    }

    /// Removes the lowest bit. Returns its number.
    fn take_bit(&mut self, rest: Variable, left: Value) -> Value {
        let bit = self.f.ins().ctz(left);
        let less = self.f.ins().iadd_imm(left, -1);
        let without = self.f.ins().band(left, less);
        self.f.def_var(rest, without);
        self.f.ins().ireduce(types::I32, bit)
    }

    /// Opens a loop over the numbers from `low` to `high`, both included and not none.
    pub fn open_range(&mut self, low: Word, high: Word) -> (Walk, Word) {
        self.open_numbers(low, high, 1)
    }

    /// Opens a loop over numbers at a distance of `by`.
    fn open_numbers(&mut self, low: Word, high: Word, by: u32) -> (Walk, Word) {
        let (head, body, end) = (self.f.create_block(), self.f.create_block(), self.f.create_block());
        let next = self.f.declare_var(types::I64);
        let (first, last) = (self.wide(low), self.wide(high));
        self.f.def_var(next, first);
        self.f.ins().jump(head, &[]);
        self.f.switch_to_block(head);
        let at = self.f.use_var(next);
        let more = self.f.ins().icmp(IntCC::SignedLessThanOrEqual, at, last);
        self.f.ins().brif(more, body, &[], end, &[]);
        self.f.switch_to_block(body);
        let behind = self.f.ins().iadd_imm(at, i64::from(by));
        self.f.def_var(next, behind);
        let value = self.f.ins().ireduce(types::I32, at);
        (Walk { head, end, dead: self.dead }, Word { value, range: (low.range.0, high.range.1.max(low.range.0)) })
    }

    /// Ends the body of a loop.
    pub fn close(&mut self, walk: Walk) {
        self.jump(walk.head);
        self.f.switch_to_block(walk.end);
        self.dead = walk.dead;
    }

    /// A list in the slice: its length, then elements of `element` words, in at most `width` words.
    pub fn list_words(&mut self, at: u32, width: u32, element: u32) -> List {
        assert!(at as usize + width as usize <= self.room.state && element > 0 && width > 0, "a list behind the slice");
        let len = self.word(at);
        let len = self.clamped_len(len.value, (width - 1) / element);
        let address = self.f.ins().iadd_imm(self.state, (i64::from(at) + 1) * 4);
        List { address, len, element, range: ANY }
    }

    /// A list of an indexed variable.
    pub fn list_words_at(&mut self, base: u32, width: u32, element: u32, count: u32, index: Word) -> List {
        let end = u64::from(base) + u64::from(width) * u64::from(count);
        assert!(end <= self.room.state as u64 && element > 0 && width > 0, "lists behind the slice");
        let index = self.index(index, count);
        let at = self.behind(self.state, index, width);
        let len = self.f.ins().load(types::I32, of_state(), at, base as i32 * 4);
        let len = self.clamped_len(len, (width - 1) / element);
        let address = self.f.ins().iadd_imm(at, (i64::from(base) + 1) * 4);
        List { address, len, element, range: ANY }
    }

    fn clamped_len(&mut self, len: Value, most: u32) -> Value {
        let (none, most) = (self.f.ins().iconst(types::I32, 0), self.f.ins().iconst(types::I32, i64::from(most)));
        let len = self.f.ins().smax(len, none);
        self.f.ins().smin(len, most)
    }

    /// Looks up a list in a table, with elements of `element` words. It bails out if there is no list.
    pub fn look_list(&mut self, table: &Lists, index: Word, element: u32) -> List {
        assert!(table.has_words(element), "lists of shorter elements");
        let inside = index.range.0 >= 0 && (index.range.1 as usize) < table.len();
        let at = self.clamped(index, table.len(), inside);
        let whole = inside && table.whole;
        let starts = self.own(Data::Words(table.index.clone()), table.index.as_ptr() as i64);
        let at = self.behind(starts, at, 2);
        let start = self.f.ins().load(types::I32, of_state(), at, 0);
        let len = self.f.ins().load(types::I32, of_state(), at, 4);
        if !whole {
            let there = self.f.ins().icmp_imm(IntCC::SignedGreaterThanOrEqual, len, 0);
            self.bail_out_unless(Truth(there));
        }
        let words = self.own(Data::Words(table.words.clone()), table.words.as_ptr() as i64);
        let address = self.behind(words, Word { value: start, range: ANY }, 1);
        List { address, len, element, range: table.range }
    }

    /// A new merge of lists, empty at first.
    pub fn list_merge(&mut self) -> ListMerge {
        let (address, len) = (self.f.declare_var(types::I64), self.f.declare_var(types::I32));
        let none = self.f.ins().iconst(types::I32, 0);
        self.f.def_var(address, self.state);
        self.f.def_var(len, none);
        ListMerge { address, len, list: None }
    }

    /// Assigns the merge in the current branch.
    pub fn put_list(&mut self, merge: &mut ListMerge, list: List) {
        let before = merge.list.unwrap_or((list.element, list.range));
        assert!(before.0 == list.element, "lists of different elements");
        self.f.def_var(merge.address, list.address);
        self.f.def_var(merge.len, list.len);
        merge.list = Some((list.element, either(before.1, list.range)));
    }

    /// The merged list. The merge ends.
    pub fn merged_list(&mut self, merge: ListMerge) -> List {
        let (element, range) = merge.list.unwrap_or((1, (0, 0)));
        let (address, len) = (self.f.use_var(merge.address), self.f.use_var(merge.len));
        List { address, len, element, range }
    }

    /// Number of elements.
    pub fn list_len(&mut self, list: List) -> Word {
        Word { value: list.len, range: (0, i32::MAX) }
    }

    /// Opens a loop over the elements of a list. Its body ends at [`Code::close`].
    pub fn open_elements(&mut self, list: List) -> (Walk, Element) {
        let (head, body, end) = (self.f.create_block(), self.f.create_block(), self.f.create_block());
        let next = self.f.declare_var(types::I64);
        let len = self.f.ins().uextend(types::I64, list.len);
        let bytes = self.f.ins().imul_imm(len, i64::from(list.element) * 4);
        let behind = self.f.ins().iadd(list.address, bytes);
        self.f.def_var(next, list.address);
        self.f.ins().jump(head, &[]);
        self.f.switch_to_block(head);
        let at = self.f.use_var(next);
        let more = self.f.ins().icmp(IntCC::UnsignedLessThan, at, behind);
        self.f.ins().brif(more, body, &[], end, &[]);
        self.f.switch_to_block(body);
        let on = self.f.ins().iadd_imm(at, i64::from(list.element) * 4);
        self.f.def_var(next, on);
        // After the loop the element is not available.
        let at = self.fresh(at);
        (Walk { head, end, dead: self.dead }, Element { at, list })
    }

    /// The element at a position, counted from 1. It jumps to `missing` if there is none.
    pub fn element(&mut self, list: List, number: Word, missing: Label) -> Element {
        let before = self.f.ins().iadd_imm(number.value, -1);
        let there = self.f.ins().icmp(IntCC::UnsignedLessThan, before, list.len);
        self.unless(there, missing.0);
        let at = self.behind(list.address, Word { value: before, range: ANY }, list.element);
        Element { at, list }
    }

    /// The word of a single-word element.
    pub fn element_word(&mut self, element: Element) -> Word {
        assert!(element.list.element == 1, "an element of several words");
        let value = self.f.ins().load(types::I32, of_state(), element.at, 0);
        Word { value, range: element.list.range }
    }

    /// An element as a set.
    pub fn element_set(&mut self, element: Element) -> Set {
        let width = element.list.element.min(8) as u16;
        self.limbs(element.at, 0, width, of_state())
    }
}

/// An element of a list of a function under construction.
#[derive(Clone, Copy, Debug)]
pub struct Element {
    at: Value,
    list: List,
}
