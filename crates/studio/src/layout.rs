//! The look of the game, written by dragging and choosing: what can be changed, changes as edits of `look.yaml`, new pictures.

use std::fs;

use serde::Deserialize;
use serde_json::{Value, json};
use tavola_game::{LookBoard, LookName, LookNames, Shelf, colour_names, look_mistakes, new_picture};
use tavola_ide::{DrawnBoard, DrawnSpace, LookChange, LookValues, SpaceMove, Workspace, changed_look};

use crate::bodies::{OfferedFix, TextEdit};
use crate::files::GameFiles;
use crate::offsets::Offsets;

/// Name of the file of the look.
const LOOK: &str = "look.yaml";
/// Folder of new pictures.
const PICTURES: &str = "pictures";

/// The text of `look.yaml` as it is in the editor. Empty without the file.
#[derive(Deserialize)]
pub(crate) struct LookText {
    text: String,
}

/// A change of the look, and the text that it changes.
#[derive(Deserialize)]
pub(crate) struct LookAsked {
    text: String,
    change: ChangeAsked,
}

/// A change of the look. An empty text removes a value.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum ChangeAsked {
    Position(PositionAsked),
    Colour { name: String, value: String },
    Players(Vec<String>),
    Icon { name: String, value: String },
    Background { name: String, value: String },
}

/// A space that moves on a board as it is drawn, in pixels of its picture.
#[derive(Deserialize)]
struct PositionAsked {
    /// The board as its caption calls it.
    board: String,
    size: (f64, f64),
    spaces: Vec<SpaceAsked>,
    space: String,
    /// New position of the space.
    to: Option<(f64, f64)>,
    /// Steps to the right and down, without `to`.
    #[serde(default)]
    by: (i64, i64),
}

/// A space with the middle and the size of its box.
#[derive(Deserialize)]
struct SpaceAsked {
    name: String,
    middle: (f64, f64),
    size: (f64, f64),
}

/// A picture for the folder of the game, as a data URI.
#[derive(Deserialize)]
pub(crate) struct PictureAsked {
    name: String,
    data: String,
}

/// All that can have a look, with the look that it has, and what can be chosen.
pub(crate) fn look(files: &GameFiles, workspace: &Workspace, LookText { text }: &LookText) -> Value {
    let names = names(files, workspace);
    let values = LookValues::read(text);
    let name = |one: &LookName| {
        json!({
            "name": one.name, "title": one.title, "sort": one.sort, "kind": one.kind, "coloured": one.coloured, "signed": one.signed,
            "colour": values.colours.get(&one.name), "icon": values.icons.get(&one.name),
        })
    };
    let board = |one: &LookBoard| json!({ "name": one.name, "background": values.backgrounds.get(&one.name) });
    json!({
        "names": names.names.iter().map(name).collect::<Vec<_>>(),
        "boards": names.boards.iter().map(board).collect::<Vec<_>>(),
        "players": values.players,
        "colours": colour_names().collect::<Vec<_>>(),
        "pictures": Shelf::Disk(files.folder()).pictures(),
    })
}

/// Names of the last rules without errors, or of those on the disk before the first check.
fn names(files: &GameFiles, workspace: &Workspace) -> LookNames {
    let on_disk = || files.rules().map(|rules| rules.look_names()).unwrap_or_default();
    workspace.rules().map_or_else(on_disk, |rules| rules.look_names())
}

/// The edits of `look.yaml` that a change needs. None if it changes nothing.
///
/// # Errors
/// If the text is not YAML, or the value cannot be used. The sentence says why.
pub(crate) fn dress(
    files: &GameFiles,
    workspace: &Workspace,
    LookAsked { text, change }: LookAsked,
) -> Result<OfferedFix, String> {
    let filled = |value: String| Some(value).filter(|value| !value.is_empty());
    let names = names(files, workspace);
    let shown = |name: &str| {
        let own = names.names.iter().find(|one| one.name == name);
        own.map_or_else(|| name.replace('_', " "), |one| one.title.clone())
    };
    let (title, change) = match change {
        ChangeAsked::Position(asked) => (format!("Move {}", shown(&asked.space)), moved(&names, asked)?),
        ChangeAsked::Colour { name, value } => {
            (format!("Colour of {}", shown(&name)), LookChange::Colour(name, filled(value)))
        }
        ChangeAsked::Icon { name, value } => {
            (format!("Icon of {}", shown(&name)), LookChange::Icon(name, filled(value)))
        }
        ChangeAsked::Background { name, value } => {
            (format!("Background of {}", shown(&name)), LookChange::Background(name, filled(value)))
        }
        ChangeAsked::Players(all) => {
            ("Colours of the players".to_owned(), LookChange::Players(Some(all).filter(|all| !all.is_empty())))
        }
    };
    let new = changed_look(&text, &change)?;
    let mistakes = |text: &str| look_mistakes(text, Shelf::Disk(files.folder()));
    let before = mistakes(&text);
    let is_new = |message: &str| before.iter().all(|other| other.message != message);
    if let Some(refused) = mistakes(&new).into_iter().find(|finding| is_new(&finding.message)) {
        let help = refused.help.as_ref().map(|help| format!(": {help}")).unwrap_or_default();
        return Err(format!("{}{help}", refused.message));
    }
    Ok(OfferedFix { title, edits: edit(&text, &new).into_iter().collect() })
}

fn moved(names: &LookNames, asked: PositionAsked) -> Result<LookChange, String> {
    let is_asked = |name: &str| name == asked.board || name.replace('_', " ") == asked.board;
    let Some(board) = names.boards.iter().find(|board| is_asked(&board.name) && !board.spaces.is_empty()) else {
        return Err(format!("the rules have no board `{}` whose spaces can be moved", asked.board));
    };
    let moved = asked.to.map_or(SpaceMove::By(asked.by), SpaceMove::To);
    let space = |SpaceAsked { name, middle, size }| DrawnSpace { name, middle, size };
    let drawn = DrawnBoard {
        name: board.name.clone(),
        spaces: asked.spaces.into_iter().map(space).collect(),
        size: asked.size,
    };
    Ok(LookChange::Position(drawn, asked.space, moved))
}

/// The one edit between two texts.
fn edit(old: &str, new: &str) -> Option<TextEdit> {
    let same = |(a, b): &(char, char)| a == b;
    let length = |pair: (char, char)| pair.0.len_utf8();
    let start: usize = old.chars().zip(new.chars()).take_while(same).map(length).sum();
    let (rest, new_rest) = (&old[start..], &new[start..]);
    let end: usize = rest.chars().rev().zip(new_rest.chars().rev()).take_while(same).map(length).sum();
    let [from, to] = Offsets::new(old).range(&(start..old.len() - end));
    let text = new_rest[..new_rest.len() - end].to_owned();
    (old != new).then(|| TextEdit { file: LOOK.to_owned(), from, to, text })
}

/// Adds a picture to the folder of the game, and returns its path there.
///
/// # Errors
/// If it is no SVG or PNG that `look.yaml` can use, or another picture has its name.
pub(crate) fn add_picture(files: &GameFiles, PictureAsked { name, data }: &PictureAsked) -> Result<String, String> {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "_-.".contains(c) { c } else { '_' };
    let name: String = name.trim_start_matches('.').chars().map(plain).collect();
    let path = format!("{PICTURES}/{name}");
    let contents = new_picture(&path, data)?;
    if fs::read(files.folder().join(&path)).is_ok_and(|own| own == contents) {
        return Ok(path);
    }
    files.create(&path, contents).map(|()| path)
}
