//! Mats: the places and tracks of each player, and those of nobody.

use maud::{Markup, html};

use super::parts::band_of;
use crate::scene::{Stage, further, words};
use tavola_game::{BoxContents, Game, TrackLook, View};

/// A mat.
pub(super) struct Mat {
    /// The player to whom it belongs. `None` for the table.
    pub(super) owner: Option<String>,
    /// Name, and the number of things that it holds.
    places: Vec<(String, Option<u32>)>,
    /// Name, numbers, and whether it goes on above them.
    tracks: Vec<(String, Vec<i64>, bool)>,
}

/// Number of boxes up to which a track is printed whole.
const WHOLE: i64 = 100;
/// Number of boxes of the others.
const PART: i64 = 50;
/// A track that begins further below zero is printed from zero on.
const LOWEST: i64 = -20;

/// Height of a place in millimetres, where there is room.
const PLACE: usize = 95;

/// The mats of all players, and of the table. A mat without contents is left out.
pub(super) fn mats(game: &Game, stage: &Stage, view: &View, contents: &BoxContents) -> Vec<Mat> {
    let (look, display) = (stage.look(), game.display());
    let mat = |owner: Option<&String>| Mat { owner: owner.cloned(), places: Vec::new(), tracks: Vec::new() };
    let mut mats: Vec<Mat> = stage.names().iter().map(Some).chain([None]).map(mat).collect();
    let seat = |name: &str, index: &[String]| {
        let kinds = look.indexes.get(name).map_or(&[][..], Vec::as_slice);
        let own = |(at, id): (usize, &String)| {
            let is_player = kinds.get(at).is_some_and(|kind| kind == "Player");
            stage.ids().iter().position(|name| is_player && name == id).map(|seat| (seat, at))
        };
        index.iter().enumerate().find_map(own)
    };
    let is_on_board = |index: &[String]| {
        let cells = look.boards.iter().flat_map(|board| &board.cells).map(|cell| &cell.id);
        let links = look.boards.iter().flat_map(|board| &board.links).map(|link| &link.id);
        cells.chain(links).any(|id| index.contains(id))
    };
    for place in view.places.iter().filter(|place| !is_on_board(&place.index)) {
        let name = display.title(&place.place).map_or_else(|| words(&place.place), ToOwned::to_owned);
        let own = seat(&place.place, &place.index);
        // The others belong to members: their cards and tiles are themselves the place.
        if own.is_some() || place.index.is_empty() {
            let at = own.map_or(stage.names().len(), |(seat, _)| seat);
            mats[at].places.push((further(&name, &place.index_titles, own.map(|(_, at)| at)), place.most));
        }
    }
    for value in &view.tracks {
        let Some(track) = contents.tracks.iter().find(|track| track.name == value.name) else { continue };
        let own = seat(&value.name, &value.index);
        let name =
            further(&stage.with_sign(&value.name, words(&value.name)), &value.index_titles, own.map(|(_, at)| at));
        let (numbers, more) = numbers(track);
        mats[own.map_or(stage.names().len(), |(seat, _)| seat)].tracks.push((name, numbers, more));
    }
    mats.retain(|mat| !(mat.places.is_empty() && mat.tracks.is_empty()));
    mats
}

/// The numbers of a track that are printed, and whether there are more above.
fn numbers(track: &TrackLook) -> (Vec<i64>, bool) {
    let low = track.low.filter(|&low| low >= LOWEST).unwrap_or(0);
    let whole = track.high.filter(|high| (high - low) / track.step < WHOLE);
    let count = whole.map_or(PART, |high| (high - low) / track.step + 1);
    ((0..count).map(|at| low + at * track.step).collect(), whole.is_none())
}

/// The page of a mat.
pub(super) fn draw(mat: &Mat, game: &str, players: &[String]) -> Markup {
    let title = mat.owner.as_deref().unwrap_or("Table");
    html! {
        section.mat {
            @if let Some(owner) = &mat.owner { (band_of(owner, players, (1800, 60))) }
            h2 { (title) " " small { (game) } }
            @for (name, numbers, more) in &mat.tracks {
                h3 { (name) @if *more { small { " above " (numbers.last().copied().unwrap_or_default()) ": begin again, and note it" } } }
                div.track { @for number in numbers { span { (number) } } }
            }
            @if !mat.places.is_empty() {
                // Three places stand side by side.
                div.places style={ "flex:0 1 " (mat.places.len().div_ceil(3) * PLACE) "mm" } { @for (place, most) in &mat.places { div { (place) @if let Some(most) = most { small { " (" (most) " at most)" } } } } }
            }
        }
    }
}
