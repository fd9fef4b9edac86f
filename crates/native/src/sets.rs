//! Sets of numbers below 256, as up to four 64-bit limbs. Limbs that are known to be empty are left out.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use cranelift_frontend::Variable;

use crate::code::{Truth, of_frame, of_regs, of_state, steady};
use crate::data::{Data, Sets, greatest};
use crate::run::FRAME_SET;
use crate::{Code, NONE, Word};

/// A set of a function under construction.
#[derive(Clone, Copy, Debug)]
pub struct Set {
    pub(crate) limbs: [Option<Value>; 4],
    /// Upper bound of the members.
    pub(crate) most: i32,
}

/// A set that several branches assign, or that grows in a loop.
#[derive(Debug)]
pub struct SetMerge {
    vars: [Variable; 4],
    used: [bool; 4],
    most: i32,
}

/// A set that a function evaluates at most once, on first use.
#[derive(Debug)]
pub struct Once {
    known: Variable,
    set: SetMerge,
}

impl Set {
    /// The empty set.
    pub const EMPTY: Self = Self { limbs: [None; 4], most: 0 };
}

impl Code<'_> {
    /// A constant set.
    pub fn set(&mut self, set: [u64; 4]) -> Set {
        let limb = |limb: u64| (limb != 0).then(|| self.f.ins().iconst(types::I64, limb as i64));
        Set { limbs: set.map(limb), most: greatest(set) }
    }

    /// The argument of a function that takes a set, see [`crate::Function::set_of`]. It must be read before the host is called for
    /// another set.
    pub fn given_set(&mut self) -> Set {
        self.read_frame_set()
    }

    /// A set in `width` words of the slice, with 32 members each.
    pub fn set_words(&mut self, at: u32, width: u16) -> Set {
        assert!(at as usize + usize::from(width) <= self.room.state, "a set behind the slice");
        let address = self.state;
        self.limbs(address, at as i32 * 4, width, steady())
    }

    /// A set of an indexed variable: `width` words at `base + index * width`. It faults unless `index` is below `count`.
    pub fn set_words_at(&mut self, base: u32, width: u16, count: u32, index: Word) -> Set {
        let end = u64::from(base) + u64::from(count) * u64::from(width);
        assert!(end <= self.room.state as u64, "sets behind the slice");
        let index = self.index(index, count);
        let address = self.behind(self.state, index, u32::from(width));
        self.limbs(address, base as i32 * 4, width, of_state())
    }

    /// A set of numbers below 32, from a word.
    pub fn set_of_word(&mut self, word: Word) -> Set {
        Set { limbs: [Some(self.f.ins().uextend(types::I64, word.value)), None, None, None], most: 31 }
    }

    /// A set in registers.
    pub fn set_regs(&mut self, reg: u16, width: u16) -> Set {
        let (address, offset) = self.reg_at(reg, width);
        self.limbs(address, offset, width, of_regs())
    }

    pub(crate) fn limbs(
        &mut self,
        address: Value,
        offset: i32,
        width: u16,
        flags: cranelift_codegen::ir::MemFlags,
    ) -> Set {
        let mut set = Set { limbs: [None; 4], most: (i32::from(width) * 32 - 1).clamp(0, 255) };
        // The 32-bit words follow one another and need not be aligned to 64 bits.
        let mut flags = flags;
        flags = if flags.aligned() { unaligned(flags) } else { flags };
        for limb in 0..usize::from(width.min(8)).div_ceil(2) {
            let at = offset + limb as i32 * 8;
            let whole = limb * 2 + 1 < usize::from(width);
            let value = match whole {
                true => self.f.ins().load(types::I64, flags, address, at),
                false => self.f.ins().uload32(flags, address, at),
            };
            set.limbs[limb] = Some(value);
        }
        set
    }

    /// Writes the words of a set to registers.
    pub fn set_regs_to(&mut self, reg: u16, width: u16, set: Set) {
        let (address, offset) = self.reg_at(reg, width);
        for at in 0..usize::from(width.min(8)) {
            let limb = match set.limbs[at / 2] {
                Some(limb) if at % 2 == 1 => self.f.ins().ushr_imm(limb, 32),
                Some(limb) => limb,
                None => self.f.ins().iconst(types::I64, 0),
            };
            self.f.ins().istore32(of_regs(), limb, address, offset + at as i32 * 4);
        }
    }

    /// Looks up a set in a table.
    pub fn look_set(&mut self, table: &Sets, index: Word) -> Set {
        let inside = index.range.0 >= 0 && (index.range.1 as usize) < table.count;
        let at = self.clamped(index, table.count, inside);
        let address = self.own(Data::Sets(table.words.clone()), table.words.as_ptr() as i64);
        let at = self.behind(address, at, 2 * table.limbs as u32);
        let flags = if inside { of_state() } else { steady() };
        let mut set = Set { limbs: [None; 4], most: table.most };
        for limb in 0..table.limbs {
            set.limbs[limb] = Some(self.f.ins().load(types::I64, flags, at, limb as i32 * 8));
        }
        set
    }

    pub(crate) fn read_frame_set(&mut self) -> Set {
        let frame = self.frame;
        let limb = |limb: i32| Some(self.f.ins().load(types::I64, of_frame(), frame, FRAME_SET + limb * 8));
        Set { limbs: [0, 1, 2, 3].map(limb), most: 255 }
    }

    /// Returns a set from the function.
    pub fn give_set(&mut self, set: Set) {
        // Two limbs at a time, as they are read: processors wait for narrow stores before a wide load.
        let limbs = set.limbs.map(|limb| limb.unwrap_or_else(|| self.f.ins().iconst(types::I64, 0)));
        for (at, &[low, high]) in (0..).zip(limbs.as_chunks().0) {
            let pair = self.f.ins().scalar_to_vector(types::I64X2, low);
            let pair = self.f.ins().insertlane(pair, high, 1);
            self.f.ins().store(unaligned(of_frame()), pair, self.frame, FRAME_SET + at * 16);
        }
        let zero = self.number(0);
        self.give(zero);
    }

    /// The union.
    pub fn union(&mut self, a: Set, b: Set) -> Set {
        let mut set = Set { limbs: [None; 4], most: a.most.max(b.most) };
        for at in 0..4 {
            set.limbs[at] = match (a.limbs[at], b.limbs[at]) {
                (Some(a), Some(b)) => Some(self.f.ins().bor(a, b)),
                (one, other) => one.or(other),
            };
        }
        set
    }

    /// The intersection.
    pub fn both(&mut self, a: Set, b: Set) -> Set {
        let mut set = Set { limbs: [None; 4], most: a.most.min(b.most) };
        for at in 0..=set.most as usize / 64 {
            if let (Some(a), Some(b)) = (a.limbs[at], b.limbs[at]) {
                set.limbs[at] = Some(self.f.ins().band(a, b));
            }
        }
        set
    }

    /// The difference: the members of the first set only.
    pub fn minus(&mut self, a: Set, b: Set) -> Set {
        let mut set = a;
        for at in 0..4 {
            if let (Some(a), Some(b)) = (a.limbs[at], b.limbs[at]) {
                set.limbs[at] = Some(self.f.ins().band_not(a, b));
            }
        }
        set
    }

    /// The set with one member. None gives the empty set; another number outside 0..256 is a fault.
    pub fn one(&mut self, member: Word) -> Set {
        let (low, high) = member.range;
        if low < 0 || high > 255 {
            // True for none and for numbers below 256.
            let kept = self.f.ins().icmp_imm(IntCC::UnsignedLessThan, member.value, 256);
            let none = self.f.ins().icmp_imm(IntCC::Equal, member.value, i64::from(NONE));
            let either = self.f.ins().bor(kept, none);
            self.require(Truth(either));
        }
        self.with_bit(member)
    }

    /// The set with one number if that is below 256, else the empty set.
    pub(crate) fn with_bit(&mut self, member: Word) -> Set {
        let one = self.f.ins().iconst(types::I64, 1);
        self.with_bit_of(member, one)
    }

    /// The set with one number below 256 if the condition holds, else the empty set. It has no branches.
    pub fn one_if(&mut self, holds: Truth, member: Word) -> Set {
        let one = self.f.ins().uextend(types::I64, holds.0);
        let (low, high) = member.range;
        assert!(low >= 0 && high < 256, "a member of no set");
        self.with_bit_of(member, one)
    }

    fn with_bit_of(&mut self, member: Word, one: Value) -> Set {
        let (low, high) = member.range;
        let value = self.f.ins().uextend(types::I64, member.value);
        let bit = self.f.ins().ishl(one, value);
        let mut set = Set { limbs: [None; 4], most: high.clamp(0, 255) };
        for limb in low.clamp(0, 255) / 64..=set.most / 64 {
            let inside = low >= limb * 64 && high < limb * 64 + 64;
            set.limbs[limb as usize] = Some(if inside {
                bit
            } else {
                let number = self.f.ins().ushr_imm(value, 6);
                let here = self.f.ins().icmp_imm(IntCC::Equal, number, i64::from(limb));
                let none = self.f.ins().iconst(types::I64, 0);
                self.f.ins().select(here, bit, none)
            });
        }
        set
    }

    /// True if a number is a member. Numbers outside 0..256 are in no set.
    pub fn has(&mut self, set: Set, member: Word) -> Truth {
        let limbs: Vec<(i32, Value)> = (0..).zip(set.limbs).filter_map(|(at, limb)| Some((at, limb?))).collect();
        let Some(&(first, mut limb)) = limbs.first() else { return self.known(false) };
        let (low, high) = member.range;
        let mut inside = low >= first * 64 && high < first * 64 + 64;
        if !inside && limbs.len() > 1 {
            let value = self.f.ins().ushr_imm(member.value, 6);
            for &(at, other) in &limbs[1..] {
                let here = self.f.ins().icmp_imm(IntCC::Equal, value, i64::from(at));
                limb = self.f.ins().select(here, other, limb);
            }
            let all = limbs.len() == limbs.last().map_or(0, |&(at, _)| at - first) as usize + 1;
            let end = limbs.last().map_or(0, |&(at, _)| at) * 64 + 64;
            inside = all && low >= first * 64 && high < end;
        }
        let value = self.f.ins().uextend(types::I64, member.value);
        let shifted = self.f.ins().ushr(limb, value);
        let bit = self.f.ins().band_imm(shifted, 1);
        if inside {
            return Truth(self.f.ins().ireduce(types::I8, bit));
        }
        // True if the member is in one of the limbs that are present.
        let number = self.f.ins().ushr_imm(member.value, 6);
        let mut there = None;
        for &(at, _) in &limbs {
            let here = self.f.ins().icmp_imm(IntCC::Equal, number, i64::from(at));
            there = Some(there.map_or(here, |there| self.f.ins().bor(there, here)));
        }
        let bit = self.f.ins().ireduce(types::I8, bit);
        Truth(there.map_or(bit, |there| self.f.ins().band(there, bit)))
    }

    /// Number of members.
    pub fn size(&mut self, set: Set) -> Word {
        let mut sum = None;
        for limb in set.limbs.into_iter().flatten() {
            let count = self.f.ins().popcnt(limb);
            sum = Some(sum.map_or(count, |sum| self.f.ins().iadd(sum, count)));
        }
        match sum {
            Some(sum) => Word { value: self.f.ins().ireduce(types::I32, sum), range: (0, 256) },
            None => self.number(0),
        }
    }

    /// True if the set has no members.
    pub fn is_empty(&mut self, set: Set) -> Truth {
        let mut all = None;
        for limb in set.limbs.into_iter().flatten() {
            all = Some(all.map_or(limb, |all| self.f.ins().bor(all, limb)));
        }
        match all {
            Some(all) => Truth(self.f.ins().icmp_imm(IntCC::Equal, all, 0)),
            None => self.known(true),
        }
    }

    /// True if two sets are equal.
    pub fn same(&mut self, a: Set, b: Set) -> Truth {
        let mut differ = None;
        for (a, b) in a.limbs.into_iter().zip(b.limbs) {
            let other = match (a, b) {
                (Some(a), Some(b)) => self.f.ins().bxor(a, b),
                (Some(one), None) | (None, Some(one)) => one,
                (None, None) => continue,
            };
            differ = Some(differ.map_or(other, |differ| self.f.ins().bor(differ, other)));
        }
        match differ {
            Some(differ) => Truth(self.f.ins().icmp_imm(IntCC::Equal, differ, 0)),
            None => self.known(true),
        }
    }

    /// The smallest member, or none.
    pub fn first(&mut self, set: Set) -> Word {
        let mut first = self.number(NONE);
        for at in (0..set.limbs.len()).rev() {
            let Some(limb) = set.limbs[at] else { continue };
            let bit = self.f.ins().ctz(limb);
            let bit = self.f.ins().ireduce(types::I32, bit);
            let member = self.f.ins().iadd_imm(bit, at as i64 * 64);
            let value = self.f.ins().select(limb, member, first.value);
            first = Word { value, range: (NONE, set.most) };
        }
        first
    }

    /// Every member plus a constant. Results outside 0..256 are dropped.
    pub fn shifted(&mut self, set: Set, by: i32) -> Set {
        let (words, bits) = ((by.unsigned_abs() / 64) as usize, i64::from(by.unsigned_abs() % 64));
        let mut moved = Set { limbs: [None; 4], most: set.most.saturating_add(by).clamp(0, 255) };
        for at in 0..4_usize {
            let from = |more: usize| match by >= 0 {
                true => at.checked_sub(words + more).and_then(|at| set.limbs[at]),
                false => set.limbs.get(at + words + more).copied().flatten(),
            };
            let (stay, carried) = (from(0), if bits == 0 { None } else { from(1) });
            let stay = stay.map(|limb| match by >= 0 {
                true => self.f.ins().ishl_imm(limb, bits),
                false => self.f.ins().ushr_imm(limb, bits),
            });
            let carried = carried.map(|limb| match by >= 0 {
                true => self.f.ins().ushr_imm(limb, 64 - bits),
                false => self.f.ins().ishl_imm(limb, 64 - bits),
            });
            moved.limbs[at] = match (stay, carried) {
                (Some(stay), Some(carried)) => Some(self.f.ins().bor(stay, carried)),
                (one, other) => one.or(other),
            };
        }
        moved
    }

    /// The members that are at least `least`.
    pub fn set_from(&mut self, set: Set, least: i32) -> Set {
        let mask = std::array::from_fn(|at| match least.saturating_sub(at as i32 * 64) {
            ..=0 => u64::MAX,
            below @ 1..=63 => u64::MAX << below,
            _ => 0,
        });
        if least > set.most {
            return Set::EMPTY;
        }
        let mask = self.set(mask);
        self.both(set, mask)
    }

    // ---- merges of sets

    /// A new merge of sets, empty at first.
    pub fn set_merge(&mut self) -> SetMerge {
        let zero = self.f.ins().iconst(types::I64, 0);
        let vars = std::array::from_fn(|_| {
            let var = self.f.declare_var(types::I64);
            self.f.def_var(var, zero);
            var
        });
        SetMerge { vars, used: [false; 4], most: 0 }
    }

    /// Assigns the merge in the current branch.
    pub fn put_set(&mut self, merge: &mut SetMerge, set: Set) {
        let zero = self.f.ins().iconst(types::I64, 0);
        for (at, limb) in set.limbs.into_iter().enumerate() {
            self.f.def_var(merge.vars[at], limb.unwrap_or(zero));
            merge.used[at] |= limb.is_some();
        }
        merge.most = merge.most.max(set.most);
    }

    /// Adds members to the merge.
    pub fn unite(&mut self, merge: &mut SetMerge, set: Set) {
        for (at, limb) in set.limbs.into_iter().enumerate() {
            let Some(limb) = limb else { continue };
            let before = self.f.use_var(merge.vars[at]);
            let all = self.f.ins().bor(before, limb);
            self.f.def_var(merge.vars[at], all);
            merge.used[at] = true;
        }
        merge.most = merge.most.max(set.most);
    }

    /// The merged set. The merge ends.
    pub fn merged_set(&mut self, merge: SetMerge) -> Set {
        self.read_merge(&merge)
    }

    fn read_merge(&mut self, merge: &SetMerge) -> Set {
        let mut set = Set { limbs: [None; 4], most: merge.most };
        for (at, var) in merge.vars.into_iter().enumerate() {
            if merge.used[at] {
                set.limbs[at] = Some(self.f.use_var(var));
            }
        }
        set
    }

    /// A set to be evaluated at most once. Call this at the beginning of the function.
    pub fn once(&mut self) -> Once {
        let known = self.f.declare_var(types::I8);
        let no = self.f.ins().iconst(types::I8, 0);
        self.f.def_var(known, no);
        Once { known, set: self.set_merge() }
    }

    /// The set, evaluated by `work` on first use. `work` must not depend on anything that changes within the function.
    pub fn at_most_once(&mut self, once: &mut Once, work: impl FnOnce(&mut Self) -> Set) -> Set {
        let (open, end) = (self.label(), self.label());
        let known = self.f.use_var(once.known);
        self.branch(Truth(known), end, open);
        self.here(open);
        let set = work(self);
        self.put_set(&mut once.set, set);
        let yes = self.f.ins().iconst(types::I8, 1);
        self.f.def_var(once.known, yes);
        self.here(end);
        self.read_merge(&once.set)
    }
}

/// These flags for addresses that are not aligned.
pub(crate) fn unaligned(flags: cranelift_codegen::ir::MemFlags) -> cranelift_codegen::ir::MemFlags {
    let mut plain = cranelift_codegen::ir::MemFlags::new().with_alias_region(flags.alias_region());
    plain.set_notrap();
    if flags.readonly() {
        plain.set_readonly();
    }
    if flags.can_move() {
        plain.set_can_move();
    }
    plain
}
