//! Words: loads, lookups, arithmetic and comparisons.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};

use crate::code::{of_state, steady};
use crate::data::{Data, Words};
use crate::range::{ANY, corners, either, may_be_none, narrow};
use crate::sets::unaligned;
use crate::{Code, Label, NONE, Truth, Word};

impl Code<'_> {
    /// A constant.
    pub fn number(&mut self, number: i32) -> Word {
        Word { value: self.f.ins().iconst(types::I32, i64::from(number as u32)), range: (number, number) }
    }

    /// Loads a word of the slice.
    pub fn word(&mut self, at: u32) -> Word {
        assert!((at as usize) < self.room.state, "word {at} of {}", self.room.state);
        Word { value: self.f.ins().load(types::I32, steady(), self.state, at as i32 * 4), range: ANY }
    }

    /// Loads a word of an indexed variable in the slice. It faults unless `index` is below `count`.
    pub fn word_at(&mut self, base: u32, count: u32, index: Word) -> Word {
        let index = self.index(index, count);
        self.word_behind(base, 1, index)
    }

    /// Loads the word at `base + index * step`. It bails out if that is past the end of the slice.
    pub fn word_behind(&mut self, base: u32, step: u32, index: Word) -> Word {
        self.within(base, step, index);
        let at = self.behind(self.state, index, step);
        Word { value: self.f.ins().load(types::I32, of_state(), at, base as i32 * 4), range: ANY }
    }

    /// True if all `step` words of row number `row` are equal to `word`; row 0 begins at `base`. It bails out if the row is past
    /// the end of the slice.
    pub fn row_is(&mut self, base: u32, step: u32, row: Word, word: Word) -> Truth {
        const LANES: u32 = 4;
        assert!(step > 0, "a row without words");
        self.within(base + step - 1, step, row);
        let at = self.behind(self.state, row, step);
        // The bits in which any word differs.
        if step < LANES {
            return self.all_are((at, base), (step, 1), word);
        }
        let offset = |word: u32| (base + word) as i32 * 4;
        let all = self.f.ins().splat(types::I32X4, word.value);
        let mut other = None;
        // The last four words may overlap the group before.
        for place in
            (0..step / LANES).map(|part| part * LANES).chain((!step.is_multiple_of(LANES)).then(|| step - LANES))
        {
            let here = self.f.ins().load(types::I32X4, unaligned(of_state()), at, offset(place));
            other = Some(self.differing(here, (all, word.range), other));
        }
        let other = self.f.ins().vany_true(other.unwrap_or(all));
        Truth(self.f.ins().icmp_imm(IntCC::Equal, other, 0))
    }

    /// True if `count` words of the slice, at a distance of `apart`, are equal to `word`; the first is at `base + index`. It bails
    /// out if they are past the end of the slice.
    pub fn words_are(&mut self, base: u32, (count, apart): (u32, u32), index: Word, word: Word) -> Truth {
        assert!(count > 0, "no words are asked for");
        self.within(base + (count - 1) * apart, 1, index);
        let at = self.behind(self.state, index, 1);
        self.all_are((at, base), (count, apart), word)
    }

    /// True if `count` words at a distance of `apart` are equal to `word`; the first is `base` words after the address. They must
    /// be within the slice.
    fn all_are(&mut self, (at, base): (Value, u32), (count, apart): (u32, u32), word: Word) -> Truth {
        let mut other = None;
        for place in 0..count {
            let offset = (base + place * apart) as i32 * 4;
            let here = self.f.ins().load(types::I32, of_state(), at, offset);
            other = Some(self.differing(here, (word.value, word.range), other));
        }
        Truth(self.f.ins().icmp_imm(IntCC::Equal, other.unwrap_or(word.value), 0))
    }

    /// The bits in which a value differs from the wanted one, combined with those of earlier values.
    fn differing(&mut self, here: Value, (wanted, range): (Value, (i32, i32)), before: Option<Value>) -> Value {
        let here = if range == (0, 0) { here } else { self.f.ins().bxor(here, wanted) };
        before.map_or(here, |before| self.f.ins().bor(before, here))
    }

    /// Bails out unless the word at `base + index * step` is within the slice.
    fn within(&mut self, base: u32, step: u32, index: Word) {
        let last = i64::from(base) + i64::from(index.range.1) * i64::from(step);
        if index.range.0 < 0 || last >= self.room.state as i64 {
            let rows = (self.room.state as u64).saturating_sub(u64::from(base)).div_ceil(u64::from(step.max(1)));
            let inside = self.below(index, rows.min(i32::MAX as u64) as u32);
            self.bail_out_unless(inside);
        }
    }

    /// The address `index * step` words after another one.
    pub(crate) fn behind(&mut self, address: Value, index: Word, step: u32) -> Value {
        let index = self.f.ins().uextend(types::I64, index.value);
        let bytes = i64::from(step) * 4;
        let by = if bytes.count_ones() == 1 {
            self.f.ins().ishl_imm(index, i64::from(bytes.trailing_zeros()))
        } else {
            self.f.ins().imul_imm(index, bytes)
        };
        self.f.ins().iadd(address, by)
    }

    /// Checks that an index is below `count`. It faults otherwise.
    pub fn index(&mut self, index: Word, count: u32) -> Word {
        if index.range.0 >= 0 && i64::from(index.range.1) < i64::from(count) {
            return index;
        }
        let inside = self.below(index, count);
        self.require(inside);
        let most = i32::try_from(count).unwrap_or(i32::MAX).saturating_sub(1).max(0);
        let value = self.fresh(index.value);
        Word { value, range: (index.range.0.max(0).min(most), index.range.1.clamp(0, most)) }
    }

    /// True if the index is in `0..count`.
    pub fn below(&mut self, index: Word, count: u32) -> Truth {
        if index.range.0 >= 0 && i64::from(index.range.1) < i64::from(count) {
            return self.known(true);
        }
        Truth(self.f.ins().icmp_imm(IntCC::UnsignedLessThan, index.value, i64::from(count as i32)))
    }

    /// Looks up a word in a table.
    pub fn look(&mut self, table: &Words, index: Word) -> Word {
        let inside = index.range.0 >= 0 && (index.range.1 as usize) < table.len();
        let range = if inside { table.range } else { either(table.range, (table.otherwise, table.otherwise)) };
        if range.0 == range.1 {
            return self.number(range.0);
        }
        let at = self.clamped(index, table.len(), inside);
        let address = self.own(Data::Words(table.words.clone()), table.words.as_ptr() as i64);
        let at = self.behind(address, at, 1);
        // The proof that it is inside may depend on an earlier branch, so the load must not be moved.
        let flags = if inside { of_state() } else { steady() };
        Word { value: self.f.ins().load(types::I32, flags, at, 0), range }
    }

    /// The index, or `len` if it is not below `len`.
    pub(crate) fn clamped(&mut self, index: Word, len: usize, inside: bool) -> Word {
        if inside {
            return index;
        }
        let most = self.f.ins().iconst(types::I32, len as i64);
        Word { value: self.f.ins().umin(index.value, most), range: (0, len as i32) }
    }

    /// The address of data that the function owns.
    pub(crate) fn own(&mut self, data: Data, address: i64) -> Value {
        self.data.push(data);
        self.f.ins().iconst(types::I64, address)
    }

    /// The word of the slice at this index, or `otherwise` if there is none.
    pub fn word_or(&mut self, at: Word, otherwise: i32) -> Word {
        self.word_or_behind(at, 0, otherwise)
    }

    /// The word of the slice `behind` words after this index, or `otherwise` if there is none.
    pub(crate) fn word_or_behind(&mut self, at: Word, behind: u32, otherwise: i32) -> Word {
        let count = (self.room.state as u32).saturating_sub(behind);
        if at.range.0 >= 0 && (at.range.1 as u32) < count {
            return self.word_behind(behind, 1, at);
        }
        let (there, end) = (self.f.create_block(), self.f.create_block());
        let result = self.f.append_block_param(end, types::I32);
        let inside = self.below(at, count);
        let none = self.f.ins().iconst(types::I32, i64::from(otherwise as u32));
        self.f.ins().brif(inside.0, there, &[], end, &[none.into()]);
        self.f.switch_to_block(there);
        let at = self.behind(self.state, at, 1);
        let word = self.f.ins().load(types::I32, of_state(), at, behind as i32 * 4);
        self.f.ins().jump(end, &[word.into()]);
        self.f.switch_to_block(end);
        Word { value: result, range: ANY }
    }

    /// The weighted sum of words of the slice at offsets from this index; 0 if they are not within the slice. A sum that is too
    /// large is a fault if `faults`, else the largest word.
    pub fn sum_behind(&mut self, at: Word, behind: &[(u32, i32)], faults: bool) -> Word {
        let furthest = behind.iter().map(|(behind, _)| *behind).max().unwrap_or(0);
        let count = (self.room.state as u32).saturating_sub(furthest);
        let (there, end) = (self.f.create_block(), self.f.create_block());
        let result = self.f.append_block_param(end, types::I64);
        let inside = self.below(at, count);
        let none = self.f.ins().iconst(types::I64, 0);
        self.f.ins().brif(inside.0, there, &[], end, &[none.into()]);
        self.f.switch_to_block(there);
        let address = self.behind(self.state, at, 1);
        let mut sum = none;
        for &(behind, times) in behind {
            let word = self.f.ins().sload32(of_state(), address, behind as i32 * 4);
            let word = if times == 1 { word } else { self.f.ins().imul_imm(word, i64::from(times)) };
            sum = self.f.ins().iadd(sum, word);
        }
        let most = self.f.ins().iconst(types::I64, i64::from(i32::MAX));
        let sum = if faults {
            let fits = self.f.ins().icmp(IntCC::SignedLessThanOrEqual, sum, most);
            self.require(Truth(fits));
            sum
        } else {
            self.f.ins().smin(sum, most)
        };
        self.f.ins().jump(end, &[sum.into()]);
        self.f.switch_to_block(end);
        Word { value: self.f.ins().ireduce(types::I32, result), range: ANY }
    }

    /// The offset of a value from `low`, if it is below `count`. With `none`, the value none has the number `count`. It jumps to
    /// `outside` for other values.
    pub fn number_from(&mut self, value: Word, low: i32, count: u32, none: bool, outside: Label) -> Word {
        let most = count.min(i32::MAX as u32) as i32;
        let number = self.f.ins().iadd_imm(value.value, -i64::from(low));
        let (least, greatest) = (i64::from(value.range.0) - i64::from(low), i64::from(value.range.1) - i64::from(low));
        if least >= 0 && greatest < i64::from(most) {
            return Word { value: number, range: (least as i32, greatest as i32) };
        }
        let inside = self.f.ins().icmp_imm(IntCC::UnsignedLessThan, number, i64::from(most));
        if !none {
            self.unless(inside, outside.0);
            return Word { value: self.fresh(number), range: (0, most.saturating_sub(1)) };
        }
        let is_none = self.f.ins().icmp_imm(IntCC::Equal, value.value, i64::from(NONE));
        let known = self.f.ins().bor(inside, is_none);
        self.unless(known, outside.0);
        let last = self.f.ins().iconst(types::I32, i64::from(most));
        let number = self.f.ins().select(is_none, last, number);
        Word { value: self.fresh(number), range: (0, most) }
    }

    /// Checks that a word is not none. It faults otherwise.
    pub fn some(&mut self, word: Word) -> Word {
        if !may_be_none(word.range) {
            return word;
        }
        let there = self.f.ins().icmp_imm(IntCC::NotEqual, word.value, i64::from(NONE));
        self.unless(there, self.fault);
        Word { value: self.fresh(word.value), range: (NONE + 1, word.range.1.max(NONE + 1)) }
    }

    /// A copy of a value that is defined only from here on, where earlier checks hold for it. The verifier rejects uses elsewhere.
    pub(crate) fn fresh(&mut self, value: Value) -> Value {
        self.f.ins().iadd_imm(value, 0)
    }

    /// The sum. It faults if an operand is none or the result overflows.
    pub fn add(&mut self, a: Word, b: Word) -> Word {
        let (a, b) = (self.some(a), self.some(b));
        let low = i64::from(a.range.0) + i64::from(b.range.0);
        let high = i64::from(a.range.1) + i64::from(b.range.1);
        if let Some(range) = narrow(low, high) {
            return Word { value: self.f.ins().iadd(a.value, b.value), range };
        }
        let (a, b) = (self.wide(a), self.wide(b));
        let sum = self.f.ins().iadd(a, b);
        self.fits(sum, low, high)
    }

    /// The difference. It faults if an operand is none or the result overflows.
    pub fn sub(&mut self, a: Word, b: Word) -> Word {
        let (a, b) = (self.some(a), self.some(b));
        let low = i64::from(a.range.0) - i64::from(b.range.1);
        let high = i64::from(a.range.1) - i64::from(b.range.0);
        if let Some(range) = narrow(low, high) {
            return Word { value: self.f.ins().isub(a.value, b.value), range };
        }
        let (a, b) = (self.wide(a), self.wide(b));
        let difference = self.f.ins().isub(a, b);
        self.fits(difference, low, high)
    }

    /// The product. It faults if an operand is none or the result overflows.
    pub fn mul(&mut self, a: Word, b: Word) -> Word {
        let (a, b) = (self.some(a), self.some(b));
        let ((al, ah), (bl, bh)) = (a.range, b.range);
        let of = |a: i32, b: i32| i64::from(a) * i64::from(b);
        let (low, high) = corners([of(al, bl), of(al, bh), of(ah, bl), of(ah, bh)]);
        if let Some(range) = narrow(low, high) {
            return Word { value: self.f.ins().imul(a.value, b.value), range };
        }
        let (a, b) = (self.wide(a), self.wide(b));
        let product = self.f.ins().imul(a, b);
        self.fits(product, low, high)
    }

    pub(crate) fn wide(&mut self, word: Word) -> Value {
        self.f.ins().sextend(types::I64, word.value)
    }

    /// Narrows a 64-bit number to a word. It faults if that overflows.
    pub(crate) fn fits(&mut self, value: Value, low: i64, high: i64) -> Word {
        let least = i64::from(NONE) + 1;
        let from = self.f.ins().iadd_imm(value, -least);
        let fits = self.f.ins().icmp_imm(IntCC::UnsignedLessThanOrEqual, from, i64::from(i32::MAX) - least);
        self.unless(fits, self.fault);
        let most = i64::from(i32::MAX);
        let range = (low.clamp(least, most) as i32, high.clamp(least, most) as i32);
        Word { value: self.f.ins().ireduce(types::I32, value), range }
    }

    /// The minimum. It faults if an operand is none.
    pub fn min(&mut self, a: Word, b: Word) -> Word {
        let (a, b) = (self.some(a), self.some(b));
        let range = (a.range.0.min(b.range.0), a.range.1.min(b.range.1));
        Word { value: self.f.ins().smin(a.value, b.value), range }
    }

    /// The maximum. It faults if an operand is none.
    pub fn max(&mut self, a: Word, b: Word) -> Word {
        let (a, b) = (self.some(a), self.some(b));
        let range = (a.range.0.max(b.range.0), a.range.1.max(b.range.1));
        Word { value: self.f.ins().smax(a.value, b.value), range }
    }

    /// The absolute difference. It faults if an operand is none or the result overflows.
    pub fn gap(&mut self, a: Word, b: Word) -> Word {
        let difference = self.sub(a, b);
        let (low, high) = difference.range;
        let most = i64::from(low).abs().max(i64::from(high).abs());
        let value = self.f.ins().iabs(difference.value);
        Word { value, range: (0, most.min(i64::from(i32::MAX)) as i32) }
    }

    /// A constant truth value.
    pub fn known(&mut self, holds: bool) -> Truth {
        Truth(self.f.ins().iconst(types::I8, i64::from(holds)))
    }

    /// True if the first is smaller. It faults if an operand is none.
    pub fn less(&mut self, a: Word, b: Word) -> Truth {
        let (a, b) = (self.some(a), self.some(b));
        Truth(self.f.ins().icmp(IntCC::SignedLessThan, a.value, b.value))
    }

    /// True if the first is not larger. It faults if an operand is none.
    pub fn at_most(&mut self, a: Word, b: Word) -> Truth {
        let (a, b) = (self.some(a), self.some(b));
        Truth(self.f.ins().icmp(IntCC::SignedLessThanOrEqual, a.value, b.value))
    }

    /// True if they are equal. None is equal to none.
    pub fn is(&mut self, a: Word, b: Word) -> Truth {
        Truth(self.f.ins().icmp(IntCC::Equal, a.value, b.value))
    }

    /// True if they are not equal.
    pub fn is_not(&mut self, a: Word, b: Word) -> Truth {
        Truth(self.f.ins().icmp(IntCC::NotEqual, a.value, b.value))
    }

    /// True if it is 0 or more.
    pub fn is_natural(&mut self, word: Word) -> Truth {
        Truth(self.f.ins().icmp_imm(IntCC::SignedGreaterThanOrEqual, word.value, 0))
    }

    /// True if both hold.
    pub fn both_hold(&mut self, a: Truth, b: Truth) -> Truth {
        Truth(self.f.ins().band(a.0, b.0))
    }

    /// True if at least one of them holds.
    pub fn one_holds(&mut self, a: Truth, b: Truth) -> Truth {
        Truth(self.f.ins().bor(a.0, b.0))
    }

    /// The negation.
    pub fn not(&mut self, holds: Truth) -> Truth {
        Truth(self.f.ins().icmp_imm(IntCC::Equal, holds.0, 0))
    }

    /// True if a word is not 0.
    pub fn truth(&mut self, word: Word) -> Truth {
        Truth(self.f.ins().icmp_imm(IntCC::NotEqual, word.value, 0))
    }

    /// The word 1 if it holds, else 0.
    pub fn as_word(&mut self, holds: Truth) -> Word {
        Word { value: self.f.ins().uextend(types::I32, holds.0), range: (0, 1) }
    }

    /// One of two words.
    pub fn select(&mut self, holds: Truth, a: Word, b: Word) -> Word {
        Word { value: self.f.ins().select(holds.0, a.value, b.value), range: either(a.range, b.range) }
    }
}
