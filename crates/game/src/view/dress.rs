//! Colours, icons, positions and backgrounds of `look.yaml` in the look of a set-up.

use super::look::{Look, SeatColour};
use crate::look::{Icon, LookFile, families, ink};
use tavola_core::ir::{KindId, Rulebook};

impl Look {
    /// Adds colours, icons, positions and backgrounds. What the file does not name stays as it is.
    pub(super) fn dress(&mut self, file: &LookFile, book: &Rulebook) {
        for (at, kind) in book.kinds.iter().enumerate() {
            let (colour, icon) = (file.colours.get(&kind.name), file.icons.get(&kind.name));
            if colour.is_none() && icon.is_none() {
                continue;
            }
            for family in families(book, KindId(at as u32)) {
                let mark = self.marks.entry(family.name.clone()).or_default();
                if let Some((colour, _)) = colour {
                    (mark.colour, mark.ink) = (Some(colour.clone()), Some(ink(colour).to_owned()));
                }
                if let Some((Icon::Text(text), _)) = icon {
                    mark.before = Some(text.clone());
                }
            }
        }
        for (name, (colour, _)) in file.colours.iter().filter(|(name, _)| is_single(name, book)) {
            let mark = self.marks.entry(name.clone()).or_default();
            (mark.colour, mark.ink) = (Some(colour.clone()), Some(ink(colour).to_owned()));
        }
        for (name, (icon, _)) in file.icons.iter().filter(|(name, _)| is_single(name, book)) {
            if book.tracks.iter().any(|track| track.name == *name) {
                if let Icon::Text(text) = icon {
                    self.signs.insert(name.clone(), text.clone());
                }
                continue;
            }
            let mark = self.marks.entry(name.clone()).or_default();
            match icon {
                Icon::Text(text) => (mark.symbol, mark.icon) = (Some(text.clone()), Some(text.clone())),
                Icon::Picture(file) => mark.icon = Some(file.clone()),
                Icon::Pips => mark.is_die = true,
            }
        }
        for board in &mut self.boards {
            let Some((own, _)) = file.boards.get(&board.name) else { continue };
            board.size = own.size;
            board.background.clone_from(&own.background);
            board.figures = own.figures;
            if !own.positions.is_empty() {
                for cell in &mut board.cells {
                    cell.at = own.positions.get(&cell.id).map(|(at, _)| *at);
                }
            }
        }
        self.seats =
            file.seats.iter().map(|(fill, _)| SeatColour { fill: fill.clone(), ink: ink(fill).to_owned() }).collect();
        self.pictures.clone_from(&file.pictures);
    }
}

/// True for a name that stands for one thing, not for a kind.
fn is_single(name: &str, book: &Rulebook) -> bool {
    !book.kinds.iter().any(|kind| kind.name == name)
}
