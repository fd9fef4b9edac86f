//! Numbers by which somebody who thinks tells options and positions apart.

use crate::sight::{Eye, memory, things};
use crate::wording::count;
use tavola_core::code::{AskId, PC};
use tavola_core::lower::Lowered;
use tavola_core::vm::State;

/// A number for an option: the same wherever the same question offers the same.
pub(crate) fn option_print(ask: Option<AskId>, option: &[i32]) -> u64 {
    let ask = ask.map_or(0, |ask| ask.index() as u64);
    option.iter().fold(mix(ask), |code, &word| mix(code ^ u64::from(word as u32)))
}

/// A number for what a player knows of a position: states that he cannot tell apart have the same; others mostly have
/// another. (The order in which things lie, and what was answered before, are left out.)
pub(crate) fn known_print(eye: &mut Eye<'_>, state: &State, viewer: usize) -> u64 {
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

/// Mixes the bits of a number (the last step of SplitMix64).
fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}
