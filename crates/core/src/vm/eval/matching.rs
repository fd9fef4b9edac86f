//! Column scans: the members whose rows of words pass a test, found in one pass.

use std::ops::RangeInclusive;

use super::evaluator::Eval;
use super::scratch::Matched;
use super::view::WordsView;
use crate::code::{Column, Expr, ExprId, NONE, QueryId, Set};
use crate::vm::fault::kind::{FaultKind, Res};

impl Eval<'_> {
    /// The members whose rows pass the test, see [`Expr::Matching`]. If the operands are constant, the result depends on the state
    /// alone and is cached for the evaluation: the empty cells of a board are needed again for each line through it.
    #[inline(never)]
    pub(in crate::vm) fn matching(&mut self, asked: (u32, ExprId, ExprId), among: ExprId) -> Res<Set> {
        let (column, index, value) = asked;
        let said = [index, value, among];
        let constant = |e: &ExprId| matches!(self.exprs[e.index()], Expr::Const(_) | Expr::SetConst(_));
        if self.m.bits.on || !said.iter().all(constant) {
            return self.compute_matching(asked, among, false);
        }
        let (known, evaluation) = (self.m.matched[column as usize], self.m.evaluation);
        if known.evaluation == evaluation && known.asked == said {
            return Ok(known.members);
        }
        let members = self.compute_matching(asked, among, false)?;
        self.m.matched[column as usize] = Matched { evaluation, asked: said, members };
        Ok(members)
    }

    /// The scan of [`Eval::matching`] without its cache. `first`: only the smallest member is needed.
    fn compute_matching(&mut self, asked: (u32, ExprId, ExprId), among: ExprId, first: bool) -> Res<Set> {
        let (column, index, value) = asked;
        let column = self.p.columns[column as usize];
        let members = self.members(among)?;
        let value = self.operand(value)?;
        let at = self.index(index, column.places())?;
        if !members.from(i32::from(column.count)).is_empty() {
            return self.fail(FaultKind::Index, among);
        }
        if self.m.bits.on {
            self.note_rows(column, at, members);
        }
        let step = usize::from(column.step);
        let words = &self.s[column.base as usize..][..step * usize::from(column.count)];
        // A board has one or two words a space, and is often scanned as a whole.
        if !first && column.count >= LONG && members.is_below(usize::from(column.count)) {
            let is = |word: &i32| *word == value;
            let found = match (step, column.is_whole(), at) {
                (1, ..) => Some(those_of(words.as_chunks::<1>().0, |[row]| is(row))),
                (2, true, _) => Some(those_of(words.as_chunks().0, |[a, b]| is(a) & is(b))),
                (2, false, 0) if column.words == 1 => Some(those_of(words.as_chunks().0, |[row, _]| is(row))),
                (2, false, 1) if column.words == 1 => Some(those_of(words.as_chunks().0, |[_, row]| is(row))),
                _ => None,
            };
            if let Some(found) = found {
                return Ok(if column.not { members.minus(found) } else { found });
            }
        }
        Ok(if column.is_whole() {
            those(members, column.not, first, |row| are_all(&words[row * step..(row + 1) * step], value))
        } else if column.words == 1 {
            let words = &words[at..];
            those(members, column.not, first, |row| words[row * step] == value)
        } else {
            let (words, reach, apart) = (&words[at..], column.reach() as usize, usize::from(column.apart));
            those(members, column.not, first, |row| are_each(&words[row * step..][..reach], apart, value))
        })
    }

    /// The first element of a list that passes the test, see [`Expr::FirstMatching`].
    #[inline(never)]
    pub(super) fn first_matching(&mut self, asked: (u32, ExprId, ExprId), list: ExprId) -> Res<i32> {
        let p = self.p;
        if let Expr::Tabled { table, .. } = self.exprs[list.index()]
            && let Some(elements) = p.tables[table as usize].known_list(&self.m.regs)
        {
            return self.first_of(asked, &WordsView::Table(elements), list);
        }
        let start = self.m.stack.len();
        let view = self.view(list)?;
        let first = self.first_of(asked, &view, list);
        self.m.stack.truncate(start);
        first
    }

    #[inline(always)]
    fn first_of(
        &mut self,
        (column, index, value): (u32, ExprId, ExprId),
        list: &WordsView<'_>,
        at: ExprId,
    ) -> Res<i32> {
        let column = self.p.columns[column as usize];
        let (step, rows) = (usize::from(column.step), usize::from(column.count));
        if self.seen(list).first().is_none_or(|&len| len <= 0) {
            return Ok(NONE);
        }
        self.m.step()?;
        let value = self.operand(value)?;
        let (first, width) = if column.is_whole() { (0, step) } else { (self.index(index, column.places())?, 1) };
        let words = &self.s[column.base as usize..][..step * rows];
        let elements = self.seen(list);
        let mut rows_of = elements[1..].iter().take(elements[0] as usize);
        let found = if width == 1 {
            let word = |row: i32| words.get((row as u32 as usize).saturating_mul(step) + first);
            rows_of.position(|&row| word(row).is_none_or(|&word| (word == value) != column.not))
        } else {
            rows_of.position(|&row| {
                let row = words.chunks_exact(step).nth(row as u32 as usize);
                row.is_none_or(|row| row.iter().all(|&word| word == value) != column.not)
            })
        };
        let looked = found.map_or(elements[0] as usize, |found| found + 1);
        if self.m.bits.on {
            let rows = elements[1..]
                .iter()
                .take(looked)
                .filter(|row| Set::can_contain(**row))
                .fold(Set::EMPTY, |all, &row| all.with(row));
            self.note_rows(column, first, rows);
        }
        match found.map(|found| self.seen(list)[1 + found]) {
            None => Ok(NONE),
            Some(row) if (row as u32 as usize) < rows => Ok(row),
            Some(_) => self.fail(FaultKind::Index, at),
        }
    }

    /// True if a set in a list has a number of common members with another set, see [`Expr::SomeOverlaps`].
    #[inline(never)]
    pub(super) fn some_overlap(
        &mut self,
        (list, width): (ExprId, u16),
        set: ExprId,
        many: RangeInclusive<u16>,
    ) -> Res<i32> {
        let start = self.m.stack.len();
        let view = self.view(list)?;
        let many = u32::from(*many.start())..=u32::from(*many.end());
        let found = if self.seen(&view).first().is_none_or(|&len| len <= 0) {
            Ok(false)
        } else {
            self.m.step()?;
            self.set(set).map(|set| {
                let (len, rows) = self.seen(&view).split_first().unwrap_or((&0, &[]));
                let rows = &rows[..rows.len().min((*len as usize).saturating_mul(usize::from(width)))];
                set.len() >= *many.start() && some_row_shares(rows, usize::from(width), set, &many)
            })
        };
        self.m.stack.truncate(start);
        found.map(i32::from)
    }

    /// Records reads of the tested words of these members' rows.
    #[cold]
    #[inline(never)]
    fn note_rows(&mut self, column: Column, at: usize, members: Set) {
        for row in members.iter() {
            let first = column.base as usize + row as usize * usize::from(column.step) + at;
            let asked = (first..first + column.reach() as usize).step_by(usize::from(column.apart));
            asked.for_each(|slot| self.m.bits.note_word(slot));
        }
    }

    /// The values of a query with one name and no conditions but `left`. `first`: only the smallest value is needed. `None` if the
    /// query has another form, or `left` faults: then each value must be tested.
    #[inline]
    pub(in crate::vm) fn left_alone(&mut self, query: QueryId, first: bool) -> Option<Set> {
        let p = self.p;
        let query = &p.queries[query.index()];
        if !query.is_left_alone() {
            return None;
        }
        let members = query.left[0]?;
        self.forget(query, 0);
        let set = self.with_rollback(|eval| {
            eval.m.step()?;
            match eval.exprs[members.index()] {
                Expr::Matching { column, index, value, among } if first => {
                    eval.compute_matching((column, index, value), among, true)
                }
                _ => eval.set(members),
            }
        });
        set.ok()
    }

    /// Evaluates one of `some`, `first`, `count` over such a query.
    pub(super) fn fold_left(&mut self, e: ExprId, query: QueryId) -> Res<i32> {
        let one = !matches!(self.exprs[e.index()], Expr::CountOf(_));
        let Some(set) = self.left_alone(query, one) else { return self.fold_each(e) };
        Ok(match self.exprs[e.index()] {
            Expr::Some(_) => i32::from(!set.is_empty()),
            Expr::First(_) => set.first().unwrap_or(NONE),
            _ => set.len() as i32,
        })
    }
}

/// True if the number of members that some row of `width` words has in common with a set lies in the range.
#[inline]
fn some_row_shares(rows: &[i32], width: usize, set: Set, many: &RangeInclusive<u32>) -> bool {
    let mut words = [0; Set::MOST / 32];
    set.to_words(&mut words);
    if width == 2 {
        return some_pair_shares(rows.as_chunks().0, [words[0], words[1]], many);
    }
    // Most intersections are small, so a loop over bits is faster than a popcount of each word.
    let common = |row: &[i32]| {
        let mut common = 0;
        for (mut both, word) in row.iter().copied().zip(words) {
            both &= word;
            while both != 0 {
                (common, both) = (common + 1, both & both.wrapping_sub(1));
            }
        }
        common
    };
    rows.chunks_exact(width).any(|row| many.contains(&common(row)))
}

/// True if the number of members that some row of up to 64 members has in common with a set lies in the range.
///
/// There is no jump for each row: a row shares at least `n` members if something is left after `n - 1` of them were removed.
#[inline]
fn some_pair_shares(rows: &[[i32; 2]], set: [i32; 2], many: &RangeInclusive<u32>) -> bool {
    let word = |[low, high]: [i32; 2]| u64::from(low as u32) | u64::from(high as u32) << 32;
    let (set, above) = (word(set), many.start().saturating_sub(1));
    let (eights, rest) = rows.as_chunks::<8>();
    let is_within = |row: &[i32; 2]| many.contains(&(word(*row) & set).count_ones());
    let is_near = |eight: &[[i32; 2]; 8]| {
        let mut shared = eight.map(|row| word(row) & set);
        for _ in 0..above {
            shared.iter_mut().for_each(|one| *one &= one.wrapping_sub(1));
        }
        *many.start() == 0 || shared.iter().fold(0, |all, one| all | one) != 0
    };
    eights.iter().any(|eight| is_near(eight) && eight.iter().any(is_within)) || rest.iter().any(is_within)
}

/// True if all words are equal to `value`. Compares four words at a time.
#[inline(always)]
fn are_all(words: &[i32], value: i32) -> bool {
    let (fours, rest) = words.as_chunks::<4>();
    let mut others = [0; 4];
    for four in fours {
        for at in 0..4 {
            others[at] |= four[at] ^ value;
        }
    }
    let other = rest.iter().fold(0, |other, &word| other | (word ^ value));
    others[0] | others[1] | others[2] | others[3] | other == 0
}

/// True if all words at multiples of a distance are equal to `value`, from the first one on.
#[inline(always)]
fn are_each(words: &[i32], apart: usize, value: i32) -> bool {
    words.iter().step_by(apart).fold(0, |other, &word| other | (word ^ value)) == 0
}

/// Minimum number of rows from which on [`those_of`] is faster than [`those`].
const LONG: u16 = 16;

/// The rows for which the predicate holds, eight at a time: the answers for eight rows are bytes of a word, and a multiplication
/// gathers them in its upper byte.
#[inline(always)]
fn those_of<const N: usize>(rows: &[[i32; N]], is: impl Fn(&[i32; N]) -> bool) -> Set {
    let mut found = Set::EMPTY;
    for (word, rows) in found.0.iter_mut().zip(rows.chunks(64)) {
        let (eights, rest) = rows.as_chunks::<8>();
        for (at, eight) in eights.iter().enumerate() {
            let answers = u64::from_le_bytes(std::array::from_fn(|row| u8::from(is(&eight[row]))));
            *word |= answers.wrapping_mul(0x0102_0408_1020_4080) >> 56 << (at * 8);
        }
        for (at, row) in rest.iter().enumerate() {
            *word |= u64::from(is(row)) << (eights.len() * 8 + at);
        }
    }
    found
}

/// The members for which the predicate holds (`not`: does not hold). `first`: only the smallest one is needed.
#[inline(always)]
fn those(members: Set, not: bool, first: bool, is: impl Fn(usize) -> bool) -> Set {
    let mut found = Set::EMPTY;
    for (at, &word) in members.0.iter().enumerate() {
        // If the members in a word are exactly its lowest bits, no search for the next member is needed.
        if !first && word != 0 && word & word.wrapping_add(1) == 0 {
            let rows = at * 64..(at + 1) * 64 - word.leading_zeros() as usize;
            let so = rows.fold(0, |so, row| so >> 1 | u64::from(is(row)) << 63) >> word.leading_zeros();
            found.0[at] = if not { !so & word } else { so };
            continue;
        }
        let mut rest = word;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            let wanted = is(at * 64 + bit as usize) != not;
            found.0[at] |= u64::from(wanted) << bit;
            if first && wanted {
                return found;
            }
            rest &= rest - 1;
        }
    }
    found
}
