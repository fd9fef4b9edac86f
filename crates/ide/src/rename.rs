//! Renaming: edits of all files of a game, or the reason why a name cannot change.

use tavola_game::{DeclarationSort, GameFolder};
use tavola_syntax::syntax::is_name;

use crate::findings::FileRange;
use crate::layers::NameLayer;
use crate::places::NamePlaces;
use crate::workspace::Workspace;

/// A new text for a range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RenameEdit {
    /// The old name.
    pub at: FileRange,
    /// The new name.
    pub text: String,
}

impl Workspace {
    /// The place of the name at a byte of a file, if it can change.
    ///
    /// # Errors
    /// The reason why it cannot change.
    pub fn can_rename(&self, file: &str, at: usize) -> Result<FileRange, String> {
        let places = self.places(file, at).ok_or("there is no name of the game here")?;
        fixed(&places)?;
        let all = places.declared.iter().chain(places.used.iter().map(|(range, _)| range)).cloned();
        let here = |range: &FileRange| range.file == file && range.bytes.start <= at && at <= range.bytes.end;
        all.chain(self.words(&places.declaration))
            .find(here)
            .ok_or_else(|| "there is no name of the game here".to_owned())
    }

    /// Edits that give the name at a byte of a file another name, in the rules, variants, scenarios and budgets.
    ///
    /// # Errors
    /// The reason why the name cannot change: it belongs to the language, the new one is taken or no name, or the rules would
    /// mean something else.
    pub fn rename(&self, file: &str, at: usize, new: &str) -> Result<Vec<RenameEdit>, String> {
        let places = self.places(file, at).ok_or("there is no name of the game here")?;
        fixed(&places)?;
        if !is_name(new) {
            return Err(format!("`{new}` is not a name: use letters, digits and `_`, and no word of the language"));
        }
        let layers = self.layers();
        let taken = layers.iter().flat_map(|layer| layer.names().declarations()).any(|(_, other)| other.name == new);
        if taken {
            return Err(format!("the game already uses the name `{new}`"));
        }
        let lower = tavola_game::index_name(new);
        let declared = places.declared.iter().map(|range| (range.clone(), new));
        let used = places.used.iter().map(|(range, is_lower)| (range.clone(), if *is_lower { &*lower } else { new }));
        let words = self.words(&places.declaration).into_iter().map(|range| (range, new));
        let edits: Vec<RenameEdit> =
            declared.chain(used).chain(words).map(|(at, text)| RenameEdit { at, text: text.to_owned() }).collect();
        self.same_meaning(&edits)?;
        Ok(edits)
    }

    /// Applies the edits to a copy. The rules must have the same names, uses and findings as before.
    fn same_meaning(&self, edits: &[RenameEdit]) -> Result<(), String> {
        let before = self.layers();
        let after = NameLayer::all(&edited(&self.job().folder, edits));
        let size = |layer: &NameLayer| (layer.names().declarations().count(), layer.names().uses().len());
        for (old, new) in before.iter().zip(&after) {
            let more = new.rules.diagnostics().get(old.rules.diagnostics().len());
            if let Some(finding) = more {
                return Err(format!("the rules would have a mistake: {}", finding.message));
            }
            if size(old) != size(new) {
                return Err("a name would mean something else".to_owned());
            }
        }
        if before.len() == after.len() { Ok(()) } else { Err("a variant could not be read any more".to_owned()) }
    }
}

/// Refuses names that are no names of the rules.
fn fixed(places: &NamePlaces) -> Result<(), String> {
    let name = &places.declaration.name;
    match places.declaration.sort {
        DeclarationSort::Library => Err(format!("`{name}` is a word of the language")),
        DeclarationSort::Clause => {
            Err(format!("`{name}` is a clause of the printed rules: its id is that of the rulebook"))
        }
        DeclarationSort::Variant => Err(format!("`{name}` is a variant: it is played by the name of its file")),
        _ => Ok(()),
    }
}

/// A folder with these edits.
fn edited(folder: &GameFolder, edits: &[RenameEdit]) -> GameFolder {
    let mut folder = folder.clone();
    let mut edits: Vec<&RenameEdit> = edits.iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.at.bytes.start));
    for RenameEdit { at, text } in edits {
        if let Some(file) = folder.files.get_mut(&at.file).filter(|file| file.get(at.bytes.clone()).is_some()) {
            file.replace_range(at.bytes.clone(), text);
        }
    }
    folder
}
