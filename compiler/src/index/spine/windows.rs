//! Which window of its pieces an item is filed under: the one that the fewest others have.
//!
//! A text is looked at through windows of a few fixed sizes, so every piece is cut to one of them.

use straza_runtime::layout::hash;
use straza_runtime::spine::window_hash;

use super::filing::{LEAST_PART, Way};

/// Sizes of windows, in bytes: each costs a look at every place of a text, so there are two.
const WIDE: usize = 6;

/// Cells of the rough count of windows; a cell that several share only makes a choice a little worse.
const CELLS: usize = 1 << 18;

/// Files each item under a window of one of its pieces, where it is filed by several under one of each.
pub(super) fn choose(ways: &[(u32, &Way)], filed: &mut Vec<(u64, u32)>, lengths: &mut Vec<u32>) {
    let mut counts = vec![0u32; CELLS.min((ways.len() * 64).next_power_of_two())];
    let cells = counts.len();
    let cell = |window: &[u8]| hash(0, window) as usize & (cells - 1);
    for piece in ways.iter().flat_map(|(_, way)| &way.pieces).flatten() {
        for window in piece_windows(piece) {
            counts.get_mut(cell(window)).into_iter().for_each(|count| *count = count.saturating_add(1));
        }
    }
    for (place, way) in ways {
        for choices in &way.pieces {
            let all = choices.iter().flat_map(|piece| piece_windows(piece));
            let rarity = |window: &&[u8]| (std::cmp::Reverse(window.len()), counts.get(cell(window)).copied().unwrap_or(0));
            let Some(best) = all.min_by_key(|window| rarity(window)) else { continue };
            let backward: Vec<u8> = best.iter().rev().copied().collect();
            filed.push((window_hash(&backward), *place));
            lengths.push(u32::try_from(best.len()).unwrap_or(u32::MAX));
        }
    }
}

/// The windows of a piece; none where it is too short.
pub(in crate::index) fn piece_windows(piece: &[u8]) -> std::slice::Windows<'_, u8> {
    piece.windows(if piece.len() >= WIDE { WIDE } else { LEAST_PART })
}
