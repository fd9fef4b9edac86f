//! Results of compiled functions, compared with plain Rust.

use tavola_native::{Code, Compiler, Function, Host, Lists, NONE, Room, Set, Sets, Word, Words};

/// A host with twelve registers that records the requested words.
struct Desk {
    regs: Vec<i32>,
    steps: u64,
    asked: Vec<u32>,
}

impl Desk {
    fn new() -> Self {
        Self { regs: vec![0; 12], steps: 1000, asked: Vec::new() }
    }
}

impl Host for Desk {
    fn regs(&mut self) -> &mut [i32] {
        &mut self.regs
    }

    fn steps(&mut self) -> &mut u64 {
        &mut self.steps
    }

    fn word(&mut self, node: u32) -> Option<i32> {
        self.asked.push(node);
        assert!(node != 99, "a bug of the host");
        // Reallocates the registers.
        self.regs = self.regs.iter().map(|word| word + 1).collect();
        self.steps -= 10;
        (node != 7).then_some(node as i32 * 2)
    }

    fn set(&mut self, node: u32) -> Option<[u64; 4]> {
        Some([u64::from(node), 0, 0, 1])
    }
}

const ROOM: Room = Room { state: 8, regs: 12 };

fn make(describe: impl FnOnce(&mut Code<'_>)) -> Function {
    Compiler::new().expect("this machine is supported").make(ROOM, describe).expect("a valid function")
}

fn word(describe: impl FnOnce(&mut Code<'_>) -> Word) -> Function {
    make(|code| {
        let word = describe(code);
        code.give(word);
    })
}

fn set(describe: impl FnOnce(&mut Code<'_>) -> Set) -> Function {
    make(|code| {
        let set = describe(code);
        code.give_set(set);
    })
}

fn run(function: &Function, state: &[i32; 8]) -> Option<i32> {
    function.word(state, &mut Desk::new())
}

const EDGES: [i32; 9] = [NONE, NONE + 1, -70_000, -1, 0, 1, 70_000, i32::MAX - 1, i32::MAX];

#[test]
fn arithmetic_agrees_with_plain_rust_or_faults() {
    type Said = fn(&mut Code<'_>, Word, Word) -> Word;
    type Meant = fn(i64, i64) -> i64;
    let all: [(Said, Meant); 6] = [
        (|code, a, b| code.add(a, b), |a, b| a + b),
        (|code, a, b| code.sub(a, b), |a, b| a - b),
        (|code, a, b| code.mul(a, b), |a, b| a * b),
        (|code, a, b| code.min(a, b), i64::min),
        (|code, a, b| code.max(a, b), i64::max),
        (|code, a, b| code.gap(a, b), |a, b| (a - b).abs()),
    ];
    for (number, (said, meant)) in all.into_iter().enumerate() {
        let of_state = word(|code| {
            let (a, b) = (code.word(0), code.word(1));
            said(code, a, b)
        });
        for (a, b) in EDGES.into_iter().flat_map(|a| EDGES.map(|b| (a, b))) {
            let there = a != NONE && b != NONE;
            let meant = i32::try_from(meant(a.into(), b.into())).ok().filter(|&word| there && word != NONE);
            assert_eq!(run(&of_state, &[a, b, 0, 0, 0, 0, 0, 0]), meant, "operator {number} of {a} and {b}");
            // Constant operands.
            let known = word(|code| {
                let (a, b) = (code.number(a), code.number(b));
                said(code, a, b)
            });
            assert_eq!(run(&known, &[0; 8]), meant, "operator {number} of {a} and {b}, known");
        }
    }
}

#[test]
fn words_outside_a_slice_are_never_read() {
    let indexed = word(|code| {
        let index = code.word(0);
        code.word_at(2, 3, index)
    });
    let behind = word(|code| {
        let index = code.word(0);
        code.word_behind(2, 2, index)
    });
    let table = Words::new(&[5, 6, 7], -9);
    let looked = word(|code| {
        let index = code.word(0);
        code.look(&table, index)
    });
    for index in EDGES.into_iter().chain(2..6) {
        let state = [index, 0, 20, 30, 40, 50, 60, 70];
        let at = usize::try_from(index).ok();
        assert_eq!(run(&indexed, &state), at.filter(|&at| at < 3).map(|at| state[2 + at]), "{index}");
        assert_eq!(run(&behind, &state), at.and_then(|at| state.get(at.checked_mul(2)? + 2)).copied(), "{index}");
        let found = at.and_then(|at| [5, 6, 7].get(at)).copied().unwrap_or(-9);
        assert_eq!(run(&looked, &state), Some(found), "{index}");
    }
}

#[test]
fn sums_are_weighted_and_saturate() {
    let sum = |behind: &[(u32, i32)], faults: bool, state: [i32; 8]| {
        let at = Words::new(&[0, 1, -1], -1);
        let function = word(|code| {
            let index = code.word(7);
            let at = code.look(&at, index);
            code.sum_behind(at, behind, faults)
        });
        run(&function, &state)
    };
    let state = |at: i32| [3, 5, 7, 11, 13, 0, 0, at];
    let (plain, weighed) = ([(0, 1), (2, 1), (3, 1)], [(0, 2), (2, 100), (3, 1 << 20)]);
    assert_eq!(sum(&plain, false, state(0)), Some(3 + 7 + 11));
    assert_eq!(sum(&plain, false, state(1)), Some(5 + 11 + 13));
    assert_eq!(sum(&weighed, true, state(0)), Some(2 * 3 + 100 * 7 + 11 * (1 << 20)));
    for nowhere in [2, 3, -1, NONE] {
        assert_eq!(sum(&plain, false, state(nowhere)), Some(0), "where nothing is counted");
        assert_eq!(sum(&weighed, true, state(nowhere)), Some(0), "where nothing is counted");
    }
    let many = [i32::MAX, 0, 1, 0, 0, 0, 0, 0];
    assert_eq!(sum(&[(0, 1)], true, many), Some(i32::MAX));
    assert_eq!(sum(&plain, false, many), Some(i32::MAX), "the count saturates");
    assert_eq!(sum(&plain, true, many), None, "an overflow of the worth bails out");
    assert_eq!(sum(&[(0, 1 << 20)], true, many), None);
}

#[test]
fn adjacent_words_are_compared_with_one_word() {
    const BASE: usize = 3;
    let room = Room { state: 43, regs: 12 };
    for step in 1..=13 {
        for known in [true, false] {
            let function = Compiler::new().expect("this machine is supported").make(room, |code| {
                let row = code.word(0);
                let wanted = if known { code.number(0) } else { code.word(1) };
                let same = code.row_is(BASE as u32, step as u32, row, wanted);
                let (yes, no) = (code.number(1), code.number(0));
                let word = code.select(same, yes, no);
                code.give(word);
            });
            let function = function.expect("a valid function");
            for row in [-1, 0, 1, 2, 3, 7, 40, i32::MAX, NONE] {
                let words = usize::try_from(row).ok().and_then(|row| row.checked_mul(step)).map(|at| BASE + at);
                let words = words.filter(|first| first + step <= room.state).map(|first| first..first + step);
                // No word differs, each in turn does, and one on each side of the row does.
                let around = words.clone().map_or(0..0, |words| words.start - 1..room.state.min(words.end + 1));
                for other in around.map(Some).chain([None]) {
                    let wanted = if known { 0 } else { -5 };
                    let mut state = vec![wanted; room.state];
                    state[..2].copy_from_slice(&[row, wanted]);
                    if let Some(other) = other.filter(|&other| other > 1) {
                        state[other] = 1 << 30;
                    }
                    let meant = words.clone().map(|words| i32::from(state[words].iter().all(|&word| word == wanted)));
                    let is = function.word(&state, &mut Desk::new());
                    assert_eq!(is, meant, "row {row} of {step} words, {other:?} differs");
                }
            }
        }
    }
}

#[test]
fn spaced_words_are_compared_with_one_word() {
    const BASE: usize = 2;
    let room = Room { state: 23, regs: 12 };
    for (count, apart) in [(1, 1), (2, 1), (3, 2), (5, 1), (2, 4), (6, 3)] {
        let function = Compiler::new().expect("this machine is supported").make(room, |code| {
            let (index, wanted) = (code.word(0), code.word(1));
            let same = code.words_are(BASE as u32, (count as u32, apart as u32), index, wanted);
            let (yes, no) = (code.number(1), code.number(0));
            let word = code.select(same, yes, no);
            code.give(word);
        });
        let function = function.expect("a valid function");
        for index in (-1..22).chain([i32::MAX, NONE]) {
            let first = usize::try_from(index).ok().and_then(|index| index.checked_add(BASE));
            let asked = first.map(|first| (0..count).map(move |word| first.saturating_add(word * apart)));
            let asked = asked.filter(|asked| asked.clone().all(|at| at < room.state));
            for other in 2..room.state {
                let mut state = vec![-5; room.state];
                (state[0], state[other]) = (index, 9);
                let meant = asked.clone().map(|mut asked| i32::from(asked.all(|at| state[at] == -5)));
                let is = function.word(&state, &mut Desk::new());
                assert_eq!(is, meant, "{count} words {apart} apart from {index} on, {other} is another one");
            }
        }
    }
}

#[test]
fn filtered_numbers_agree_with_plain_rust() {
    let room = Room { state: 260, regs: 12 };
    for count in [0, 1, 7, 8, 9, 63, 64, 65, 128, 130, 256] {
        let make = |describe: &dyn Fn(&mut Code<'_>) -> Set| {
            let function = Compiler::new().expect("this machine is supported").make(room, |code| {
                let set = describe(code);
                code.give_set(set);
            });
            function.expect("a valid function")
        };
        let all = make(&|code| {
            let seven = code.number(7);
            code.those_below(count, |code, word, behind| {
                let word = code.word_behind(behind, 1, word);
                code.is(word, seven)
            })
        });
        let one_by_one = make(&|code| {
            let mut merge = code.set_merge();
            let seven = code.number(7);
            let (low, high) = (code.number(0), code.number(count as i32 - 1));
            let (walk, number) = code.open_range(low, high);
            let word = code.word_behind(0, 1, number);
            let (holds, number) = (code.is(word, seven), code.index(number, 256));
            let one = code.one_if(holds, number);
            code.unite(&mut merge, one);
            code.close(walk);
            code.merged_set(merge)
        });
        for of in 1..6usize {
            let state: Vec<i32> = (0..260).map(|at| if at * at % of == of / 2 { 7 } else { at as i32 }).collect();
            let mut meant = [0; 4];
            for number in (0..count as usize).filter(|&number| state[number] == 7) {
                meant[number / 64] |= 1u64 << (number % 64);
            }
            assert_eq!(all.set(&state, &mut Desk::new()), Some(meant), "below {count}, {of}");
            assert_eq!(one_by_one.set(&state, &mut Desk::new()), Some(meant), "below {count}, {of}, one by one");
        }
    }
}

#[test]
fn a_computed_value_is_not_requested_again() {
    let function = set(|code| {
        let mut once = code.once();
        let ask = |code: &mut Code<'_>| {
            let word = code.ask_word(33);
            let word = code.index(word, 71);
            code.one(word)
        };
        let (yes, no) = (code.label(), code.label());
        let way = code.word(0);
        let way = code.truth(way);
        code.branch(way, yes, no);
        code.here(yes);
        // On this path the value is known after the loop, on the other path it is not.
        let (low, high) = (code.number(1), code.number(3));
        let (walk, _) = code.open_range(low, high);
        code.at_most_once(&mut once, ask);
        code.close(walk);
        code.here(no);
        code.at_most_once(&mut once, ask)
    });
    for way in [0, 1] {
        let mut desk = Desk::new();
        assert_eq!(function.set(&[way, 0, 0, 0, 0, 0, 0, 0], &mut desk), Some([0, 4, 0, 0]));
        assert_eq!(desk.asked, [33], "way {way}");
    }
}

#[test]
#[should_panic(expected = "a function of a longer slice")]
fn a_shorter_slice_is_refused() {
    word(|code| code.word(7)).word(&[0; 7], &mut Desk::new());
}

#[test]
fn invalid_code_is_not_compiled() {
    let maker = Compiler::new().expect("this machine is supported");
    let mixed = maker.make(ROOM, |code| {
        let (list, end) = (code.list_words(0, 4, 1), code.label());
        let (walk, element) = code.open_elements(list);
        code.close(walk);
        code.here(end);
        // After the loop, the element is no longer valid.
        let word = code.element_word(element);
        code.give(word);
    });
    assert!(mixed.is_none());
}

#[test]
fn sets_agree_with_plain_rust() {
    let (a, b) = ([0x8000_0000_0000_0001, 6, 0, 1 << 63], [1, 4, 9, 1 << 63]);
    let limbs = |of: fn(u64, u64) -> u64| std::array::from_fn(|at| of(a[at], b[at]));
    type Said = fn(&mut Code<'_>, Set, Set) -> Set;
    type Meant = fn(u64, u64) -> u64;
    let all: [(Said, Meant); 3] = [
        (|code, a, b| code.union(a, b), |a, b| a | b),
        (|code, a, b| code.both(a, b), |a, b| a & b),
        (|code, a, b| code.minus(a, b), |a, b| a & !b),
    ];
    for (said, meant) in all {
        let function = set(|code| {
            let (a, b) = (code.set(a), code.set(b));
            said(code, a, b)
        });
        assert_eq!(function.set(&[0; 8], &mut Desk::new()), Some(limbs(meant)));
    }
    let members: Vec<i32> = (0..256).filter(|&m| a[m as usize / 64] >> (m % 64) & 1 == 1).collect();
    for by in [-200, -64, -1, 0, 1, 63, 64, 130] {
        let function = set(|code| {
            let a = code.set(a);
            code.shifted(a, by)
        });
        let mut moved = [0u64; 4];
        for to in members.iter().map(|member| member + by).filter(|to| (0..256).contains(to)) {
            moved[to as usize / 64] |= 1 << (to % 64);
        }
        assert_eq!(function.set(&[0; 8], &mut Desk::new()), Some(moved), "by {by}");
    }
    let has = word(|code| {
        let (a, member) = (code.set(a), code.word(0));
        let has = code.has(a, member);
        code.as_word(has)
    });
    for member in (-3..260).chain(EDGES) {
        let meant = i32::from(members.contains(&member));
        assert_eq!(run(&has, &[member, 0, 0, 0, 0, 0, 0, 0]), Some(meant), "{member}");
    }
    let one = set(|code| {
        let member = code.word(0);
        code.one(member)
    });
    let of = |member| one.set(&[member, 0, 0, 0, 0, 0, 0, 0], &mut Desk::new());
    assert_eq!((of(NONE), of(-1), of(256)), (Some([0; 4]), None, None));
    assert_eq!(of(130), Some([0, 0, 4, 0]));
    // A loop over the members, and the sizes.
    let sum = word(|code| {
        let a = code.set(a);
        let mut sum = code.merge();
        let (walk, member) = code.open_members(a);
        code.step();
        let so_far = code.so_far(&sum);
        let next = code.add(so_far, member);
        code.put(&mut sum, next);
        code.close(walk);
        let (size, sum) = (code.size(a), code.merged(sum));
        let thousand = code.number(1000);
        let size = code.mul(size, thousand);
        let first = code.first(a);
        let sum = code.add(size, sum);
        code.add(sum, first)
    });
    let mut desk = Desk::new();
    let meant = members.iter().sum::<i32>() + 1000 * members.len() as i32 + members[0];
    assert_eq!(sum.word(&[0; 8], &mut desk), Some(meant));
    assert_eq!(desk.steps, 1000 - members.len() as u64);
    desk.steps = members.len() as u64 - 1;
    assert_eq!(sum.word(&[0; 8], &mut desk), None, "the budget is used up");
}

#[test]
fn sets_are_read_from_words_and_tables() {
    let state = [3, -1, 5, i32::MIN, 7, 0, 1, 2];
    let limb = |low: i32, high: i32| u64::from(low as u32) | u64::from(high as u32) << 32;
    let whole = set(|code| code.set_words(0, 3));
    assert_eq!(whole.set(&state, &mut Desk::new()), Some([limb(3, -1), 5, 0, 0]));
    let indexed = set(|code| {
        let index = code.word(6);
        code.set_words_at(1, 2, 3, index)
    });
    assert_eq!(indexed.set(&state, &mut Desk::new()), Some([limb(i32::MIN, 7), 0, 0, 0]));
    let table = Sets::new(&[[1, 0, 0, 0], [2, 3, 0, 0]]);
    let looked = set(|code| {
        let index = code.word(7);
        code.look_set(&table, index)
    });
    let of = |index| looked.set(&[0, 0, 0, 0, 0, 0, 0, index], &mut Desk::new());
    assert_eq!((of(1), of(2), of(-1)), (Some([2, 3, 0, 0]), Some([0; 4]), Some([0; 4])));
    // Sets in registers have 32 members per word.
    let kept = set(|code| {
        let set = code.set([9, 8, 7, 6]);
        code.set_regs_to(2, 8, set);
        code.set_regs(2, 5)
    });
    let mut desk = Desk::new();
    assert_eq!(kept.set(&state, &mut desk), Some([9, 8, 7, 0]));
    assert_eq!(desk.regs[2..10], [9, 0, 8, 0, 7, 0, 6, 0]);
}

#[test]
fn lists_are_read_up_to_their_length() {
    // The length is a word of the slice.
    let sum = word(|code| {
        let list = code.list_words(2, 5, 2);
        let mut last = code.merge();
        let (walk, element) = code.open_elements(list);
        let set = code.element_set(element);
        let size = code.size(set);
        let so_far = code.so_far(&last);
        let next = code.add(so_far, size);
        code.put(&mut last, next);
        code.close(walk);
        code.merged(last)
    });
    for (len, meant) in [(-4, 0), (0, 0), (1, 2), (2, 5), (3, 5), (i32::MAX, 5)] {
        assert_eq!(run(&sum, &[0, 0, len, 1, 2, 3, 4, 0]), Some(meant), "of length {len}");
    }
    let lists = Lists::new([Some(&[2, 40, 50][..]), None, Some(&[0][..])].into_iter());
    let item = word(|code| {
        let (which, number) = (code.word(0), code.word(1));
        let list = code.look_list(&lists, which, 1);
        let missing = code.label();
        let element = code.element(list, number, missing);
        let word = code.element_word(element);
        code.give(word);
        code.here(missing);
        code.number(-1)
    });
    let of = |which, number| run(&item, &[which, number, 0, 0, 0, 0, 0, 0]);
    assert_eq!(
        [of(0, 1), of(0, 2), of(0, 3), of(0, 0), of(0, NONE)],
        [Some(40), Some(50), Some(-1), Some(-1), Some(-1)]
    );
    assert_eq!([of(1, 1), of(2, 1), of(3, 1)], [None, Some(-1), None]);
}

#[test]
fn a_host_may_return_no_value() {
    let asked = word(|code| {
        let before = code.reg(1);
        let said = code.ask_word(21);
        let after = code.reg(1);
        let sum = code.add(before, said);
        code.add(sum, after)
    });
    let mut desk = Desk::new();
    assert_eq!(asked.word(&[0; 8], &mut desk), Some(43));
    assert_eq!((desk.steps, desk.asked), (990, vec![21]));
    let both = set(|code| code.ask_set(5));
    assert_eq!(both.set(&[0; 8], &mut Desk::new()), Some([5, 0, 0, 1]));
    // A fault jumps to the fault target.
    let caught = word(|code| {
        let (fault, end) = (code.label(), code.label());
        let before = code.faults_to(fault);
        let mut merge = code.merge();
        let said = code.ask_word(7);
        code.put(&mut merge, said);
        code.faults_to(before);
        code.goto(end);
        code.here(fault);
        let other = code.number(-5);
        code.put(&mut merge, other);
        code.here(end);
        code.merged(merge)
    });
    assert_eq!(run(&caught, &[0; 8]), Some(-5));
    assert_eq!(run(&word(|code| code.ask_word(7)), &[0; 8]), None);
}

#[test]
#[should_panic(expected = "a bug of the host")]
fn a_panic_of_the_host_continues_after_the_function() {
    let asked = word(|code| {
        // The function does not continue at the fault target.
        let fault = code.label();
        code.faults_to(fault);
        let said = code.ask_word(99);
        code.give(said);
        code.here(fault);
        code.reg(0)
    });
    run(&asked, &[0; 8]);
}
