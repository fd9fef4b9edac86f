//! Renaming: edits of all files of a game, or the reason why a name cannot change.

use tavola_game::{DeclarationSort, GameFolder};
use tavola_syntax::syntax::is_name;

use crate::check::CheckJob;
use crate::findings::{FileFinding, FileRange};
use crate::layers::NameLayer;
use crate::outside::OutsideNames;
use crate::places::{NamePlaces, occurrences};
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
        let here = |range: &&FileRange| range.file == file && range.bytes.start <= at && at <= range.bytes.end;
        places.all().find(here).cloned().ok_or_else(|| "there is no name of the game here".to_owned())
    }

    /// Edits that give the name at a byte of a file another name, in the rules, variants, scenarios, budgets and the look.
    ///
    /// # Errors
    /// The reason why the name cannot change: it belongs to the language, the new one is taken or no name, a file uses it in a part
    /// that has no meaning yet, or the game would mean something else.
    pub fn rename(&self, file: &str, at: usize, new: &str) -> Result<Vec<RenameEdit>, String> {
        self.can_rename(file, at)?;
        let places = self.places(file, at).ok_or("there is no name of the game here")?;
        if !is_name(new) {
            return Err(format!("`{new}` is not a name: use letters, digits and `_`, and no word of the language"));
        }
        let layers = self.layers();
        let taken = layers.iter().flat_map(|layer| layer.names().declarations()).any(|(_, other)| other.name == new);
        if taken {
            return Err(format!("the game already uses the name `{new}`"));
        }
        self.is_understood(&places)?;
        let lower = tavola_game::index_name(new);
        let declared = places.declared.iter().map(|range| (range.clone(), new.to_owned()));
        let used = places
            .used
            .iter()
            .map(|(range, is_lower)| (range.clone(), if *is_lower { &*lower } else { new }.to_owned()));
        let outside = places.outside.iter().map(|name| (name.at.clone(), name.form.of(new)));
        let edits: Vec<RenameEdit> =
            declared.chain(used).chain(outside).map(|(at, text)| RenameEdit { at, text }).collect();
        self.same_meaning(&edits)?;
        Ok(edits)
    }

    /// Refuses a name that a file beside the rules uses where it may mean something else, or in a part that has no meaning.
    fn is_understood(&self, places: &NamePlaces) -> Result<(), String> {
        let name = &places.declaration.name;
        if let Some(other) = places.outside.iter().find(|other| !other.is_sure) {
            return Err(format!("`{name}` may mean something else in {}", self.shown(&other.at)));
        }
        for (file, why) in &self.outside().broken {
            let text = self.text(file).unwrap_or_default();
            let is_open = |range: &FileRange| !self.outside().names.iter().any(|known| known.at == *range);
            if let Some(range) = occurrences(file, text, name).into_iter().find(is_open) {
                return Err(format!("`{name}` may be in {}, which cannot be read yet: {why}", self.shown(&range)));
            }
        }
        Ok(())
    }

    /// `scenarios/turns.yaml:3`
    fn shown(&self, range: &FileRange) -> String {
        let before = self.text(&range.file).and_then(|text| text.get(..range.bytes.start)).unwrap_or_default();
        format!("{}:{}", range.file, before.matches('\n').count() + 1)
    }

    /// Applies the edits to a copy. The game must have the same names, uses and findings as before.
    fn same_meaning(&self, edits: &[RenameEdit]) -> Result<(), String> {
        let before = self.layers();
        let folder = edited(&self.job().folder, edits);
        let after = NameLayer::all(&folder);
        let size = |layer: &NameLayer| (layer.names().declarations().count(), layer.names().uses().len());
        let counted = |names: &OutsideNames| names.names.len();
        let is_same = before.len() == after.len()
            && before.iter().zip(&after).all(|(old, new)| size(old) == size(new))
            && counted(self.outside()) == counted(&OutsideNames::of(&folder, &after));
        let found = |job: CheckJob| job.run(&|| false).map(|checked| checked.findings).unwrap_or_default();
        let mut known: Vec<FindingPlace> =
            found(self.job()).iter().map(|it| place_of(&self.job().folder, it)).collect();
        for finding in found(CheckJob { folder: folder.clone(), known: None }) {
            let place = place_of(&folder, &finding);
            match known.iter().position(|known| *known == place) {
                Some(at) => drop(known.swap_remove(at)),
                None => return Err(format!("the game would have another finding: {}", finding.message)),
            }
        }
        if is_same && known.is_empty() { Ok(()) } else { Err("a name would mean something else".to_owned()) }
    }
}

/// A finding without its words, which may have the old name: variant, code, file and line.
type FindingPlace = (Option<String>, &'static str, Option<(String, usize)>);

fn place_of(folder: &GameFolder, finding: &FileFinding) -> FindingPlace {
    let line = |at: &FileRange| {
        let before = folder.files.get(&at.file).and_then(|text| text.get(..at.bytes.start));
        (at.file.clone(), before.unwrap_or_default().matches('\n').count())
    };
    (finding.variant.clone(), finding.code, finding.at.as_ref().map(line))
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
