//! Hashes that identify options and information sets.

use crate::sight::{Eye, memory, things};
use crate::wording::count;
use tavola_core::code::{AskId, PC};
use tavola_core::lower::Lowered;
use tavola_core::vm::State;

/// Hash of an option. Equal options of the same question have equal hashes, at any position.
pub(crate) fn option_hash(ask: Option<AskId>, option: &[i32]) -> u64 {
    let ask = ask.map_or(0, |ask| ask.index() as u64);
    option.iter().fold(mix(ask), |code, &word| mix(code ^ u64::from(word as u32)))
}

/// Hash of what a player knows of a position. Equal for states that the player cannot tell apart.
/// It ignores the order of things and earlier answers.
pub(crate) fn known_hash(eye: &mut Eye<'_>, state: &State, viewer: usize) -> u64 {
    let Lowered { program, legend } = eye.lowered;
    let mut code = mix(state.words()[PC] as u64);
    let mut add = |value: u64| code = mix(code ^ value);
    for cell in 0..program.layout.cells.len() as u32 {
        let open = eye.sees_cell(state, cell as i32, Some(viewer));
        let things = things(&program.layout, state, cell);
        match open {
            true => things.iter().for_each(|&(piece, count)| add(u64::from(piece) << 32 | u64::from(count))),
            false => add(things.iter().map(|&(_, count)| u64::from(count)).sum()),
        }
        add(u64::from(cell));
    }
    for track in &legend.tracks {
        let words = &state.words()[track.base as usize..][..count(&track.axes) as usize];
        words.iter().for_each(|&word| add(u64::from(word as u32)));
    }
    for seen in memory(legend) {
        if eye.sees_memory(state, &seen, Some(viewer)) {
            let words = &state.words()[seen.from..][..seen.width];
            words.iter().for_each(|&word| add(u64::from(word as u32)));
        }
    }
    code
}

/// Mixes the bits of a number with the finaliser of SplitMix64.
fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}
