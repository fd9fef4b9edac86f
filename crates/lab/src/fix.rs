//! Fixes of a whole game: safe fixes are applied in memory, and kept if a check accepts them.
//!
//! A set of fixes is accepted if the findings that they repair are gone and no error follows from them. An error may hide
//! others: what only comes to light when it is gone is no reason to refuse its fix. Accepted fixes can make others possible,
//! so this repeats until nothing changes.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

use crate::check::{CheckedGame, check_shelf};
use crate::whole;
use tavola_game::{Error, GameFolder, Shelf};
use tavola_syntax::diagnostic::{Diagnostic, Fix, ResolvedEdit};
use tavola_syntax::text::{self, Sources, Span, lines_around};

/// Maximum number of rounds.
const ROUNDS: usize = 8;
/// Maximum number of fixes that are tried one at a time in a round.
const TRIES: usize = 100;

/// A game after its safe fixes.
pub struct FixedGame {
    /// Its texts.
    pub folder: GameFolder,
    /// The fixes that were accepted, in the order of their files and lines.
    pub applied: Vec<AppliedFix>,
    /// The last check.
    pub checked: CheckedGame,
}

/// A fix that was accepted.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct AppliedFix {
    /// Path in the folder of the game.
    pub file: String,
    /// Line of its first edit, before the edits of its round.
    pub line: usize,
    /// Code of the finding.
    pub code: &'static str,
    /// Description of the fix.
    pub title: String,
}

/// A text for a range of a file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FileEdit {
    /// Path in the folder of the game.
    pub file: String,
    /// Start of the range in bytes.
    pub start: usize,
    /// End of the range.
    pub end: usize,
    /// The new text.
    pub text: String,
}

/// A safe fix of a finding.
struct SafeFix {
    applied: AppliedFix,
    /// Code and message of the finding.
    finding: (&'static str, String),
    /// Its edits, in order.
    edits: Vec<FileEdit>,
}

/// Texts with some edits.
struct Edited {
    folder: GameFolder,
    /// Lines that the edits have changed, by file.
    lines: BTreeMap<String, Vec<Range<usize>>>,
    /// Ends of the edits, by file.
    ends: BTreeMap<String, Vec<usize>>,
    /// Texts that the edits have removed or written.
    words: BTreeSet<String>,
}

/// Reads all texts of a game's folder, with its scenarios and budgets.
///
/// # Errors
/// If the folder is no game, or a text cannot be read.
pub fn read_all(path: &Path) -> Result<GameFolder, Error> {
    let mut folder = GameFolder::read(path)?;
    let disk = Shelf::Disk(path);
    let mut files = disk.list("scenarios", "yaml").unwrap_or_default();
    files.extend(disk.is_file(crate::budget::FILE).then(|| crate::budget::FILE.to_owned()));
    for file in files {
        let mut sources = Sources::new();
        let id = disk.read(&file, &mut sources).map_err(Error::new)?;
        folder.files.insert(file, sources.whole(id).to_owned());
    }
    Ok(folder)
}

/// Applies the safe fixes of a game in memory.
///
/// # Errors
/// If the game cannot be checked at all.
pub fn fix(folder: GameFolder, variant: Option<&str>, threshold: Option<u8>) -> Result<FixedGame, Error> {
    let check = |folder: &GameFolder| check_shelf(Shelf::Memory(folder), variant, threshold);
    let checked = check(&folder)?;
    let mut fixed = FixedGame { folder, applied: Vec::new(), checked };
    let mut refused = BTreeSet::new();
    for _ in 0..ROUNDS {
        let mut candidates = candidates(&fixed.folder, &fixed.checked);
        candidates.retain(|one| !refused.contains(&(one.applied.code, one.edits.clone())));
        let all: Vec<&SafeFix> = apart(&candidates);
        if all.is_empty() {
            break;
        }
        let accepted = match attempt(&fixed, &all, &check)? {
            Some(next) => Some((all, next)),
            None => one_at_a_time(&fixed, &all, &check, &mut refused)?,
        };
        let Some((taken, (folder, checked))) = accepted else { break };
        fixed.applied.extend(taken.into_iter().map(|one| one.applied.clone()));
        (fixed.folder, fixed.checked) = (folder, checked);
    }
    fixed.applied.sort();
    Ok(fixed)
}

type CheckedFolder = (GameFolder, CheckedGame);
type RefusedFixes = BTreeSet<(&'static str, Vec<FileEdit>)>;

/// Adds fixes one at a time, and leaves out those that are not accepted with the ones before.
fn one_at_a_time<'c>(
    before: &FixedGame,
    all: &[&'c SafeFix],
    check: &impl Fn(&GameFolder) -> Result<CheckedGame, Error>,
    refused: &mut RefusedFixes,
) -> Result<Option<(Vec<&'c SafeFix>, CheckedFolder)>, Error> {
    let (mut taken, mut last) = (Vec::new(), None);
    for one in all.iter().take(TRIES) {
        taken.push(*one);
        match attempt(before, &taken, check)? {
            Some(next) => last = Some(next),
            None => {
                taken.pop();
                refused.insert((one.applied.code, one.edits.clone()));
            }
        }
    }
    Ok(last.map(|last| (taken, last)))
}

/// The game with these fixes, if they are accepted.
fn attempt(
    before: &FixedGame,
    fixes: &[&SafeFix],
    check: &impl Fn(&GameFolder) -> Result<CheckedGame, Error>,
) -> Result<Option<CheckedFolder>, Error> {
    let edited = edited(&before.folder, fixes);
    let Ok(checked) = check(&edited.folder) else { return Ok(None) };
    let was = counts(before.checked.findings());
    let now = counts(checked.findings());
    let many = |counts: &FindingCounts<'_>, of: (&'static str, &str)| counts.get(&of).copied().unwrap_or(0);
    let mut repaired = FindingCounts::new();
    for (code, message) in fixes.iter().map(|one| &one.finding) {
        *repaired.entry((code, message)).or_default() += 1;
    }
    if repaired.iter().any(|(&of, &fixes)| many(&now, of) + fixes > many(&was, of)) {
        return Ok(None);
    }
    let hid = before.checked.findings().any(Diagnostic::is_error);
    for layer in &checked.layers {
        for finding in layer.findings.iter().filter(|finding| finding.is_error()) {
            let of = (finding.code, finding.message.as_str());
            let is_new = many(&now, of) > many(&was, of);
            if is_new && (!hid || edited.causes(finding, &layer.sources)) && !edited.goes_on(finding, &layer.sources) {
                return Ok(None);
            }
        }
    }
    Ok(Some((edited.folder, checked)))
}

/// Numbers of findings by code and message.
type FindingCounts<'f> = BTreeMap<(&'static str, &'f str), usize>;

/// Number of findings with each code and message.
fn counts<'f>(findings: impl Iterator<Item = &'f Diagnostic>) -> FindingCounts<'f> {
    let mut counts = FindingCounts::new();
    for finding in findings {
        *counts.entry((finding.code, finding.message.as_str())).or_default() += 1;
    }
    counts
}

/// The safe fixes of all findings, each edit once. A finding has at most one.
fn candidates(folder: &GameFolder, checked: &CheckedGame) -> Vec<SafeFix> {
    let mut all: Vec<SafeFix> = Vec::new();
    for layer in &checked.layers {
        for finding in &layer.findings {
            let Some(fix) = finding.fixes.iter().find(|fix| fix.safe) else { continue };
            let Some(edits) = file_edits(fix, &layer.sources, folder) else { continue };
            let Some(first) = edits.first() else { continue };
            let text = folder.files.get(&first.file).map_or("", String::as_str);
            let line = text[..first.start].matches('\n').count() + 1;
            let applied = AppliedFix { file: first.file.clone(), line, code: finding.code, title: fix.title.clone() };
            if all.iter().all(|other| other.edits != edits) {
                all.push(SafeFix { applied, finding: (finding.code, finding.message.clone()), edits });
            }
        }
    }
    all
}

/// The edits of a fix, by files of the folder. `None` if one is outside of it.
pub fn file_edits(fix: &Fix, sources: &Sources, folder: &GameFolder) -> Option<Vec<FileEdit>> {
    let edits = fix.resolve(sources)?.into_iter();
    let edit = |edit: ResolvedEdit| {
        let file = file_of(edit.span, sources, folder)?;
        Some(FileEdit { file, start: edit.span.start as usize, end: edit.span.end as usize, text: edit.text })
    };
    edits.map(edit).collect()
}

/// The file of the folder in which a span lies.
fn file_of(span: Span, sources: &Sources, folder: &GameFolder) -> Option<String> {
    let source = sources.get(span.source)?;
    let file = Path::new(&source.name).strip_prefix(&folder.name).ok()?.to_str()?;
    folder.files.get(file).is_some_and(|text| *text == source.text).then(|| file.to_owned())
}

/// Fixes that do not touch each other, the first ones first.
fn apart(all: &[SafeFix]) -> Vec<&SafeFix> {
    let mut taken: Vec<&SafeFix> = Vec::new();
    let meet = |a: &FileEdit, b: &FileEdit| a.file == b.file && a.start <= b.end && b.start <= a.end;
    for one in all {
        let free = |other: &&SafeFix| one.edits.iter().all(|edit| !other.edits.iter().any(|taken| meet(edit, taken)));
        if taken.iter().all(free) {
            taken.push(one);
        }
    }
    taken
}

/// Applies edits that do not touch each other.
fn edited(folder: &GameFolder, fixes: &[&SafeFix]) -> Edited {
    let mut edits: Vec<&FileEdit> = fixes.iter().flat_map(|one| &one.edits).collect();
    edits.sort();
    let mut made =
        Edited { folder: folder.clone(), lines: BTreeMap::new(), ends: BTreeMap::new(), words: BTreeSet::new() };
    let mut ranges: BTreeMap<&str, Vec<Range<usize>>> = BTreeMap::new();
    for edit in edits.iter().rev() {
        let Some(text) = made.folder.files.get_mut(&edit.file) else { continue };
        made.words.insert(text[edit.start..edit.end].trim().to_owned());
        made.words.insert(edit.text.trim().to_owned());
        text.replace_range(edit.start..edit.end, &edit.text);
        let grown = edit.text.len() as isize - (edit.end - edit.start) as isize;
        let known = ranges.entry(&edit.file).or_default();
        for range in known.iter_mut() {
            *range = range.start.wrapping_add_signed(grown)..range.end.wrapping_add_signed(grown);
        }
        known.push(edit.start..edit.start + edit.text.len());
    }
    made.words.remove("");
    for (file, ranges) in ranges {
        let text = &made.folder.files[file];
        made.ends.insert(file.to_owned(), ranges.iter().map(|range| range.end).collect());
        let lines = ranges.into_iter().map(|range| lines_around(text, range.start, range.end)).collect();
        made.lines.insert(file.to_owned(), lines);
    }
    made
}

impl Edited {
    /// True for an error after the edits of its line that has a safe fix, too. Only one error is reported in such a line.
    fn goes_on(&self, finding: &Diagnostic, sources: &Sources) -> bool {
        let ends = file_of(finding.span, sources, &self.folder).and_then(|file| self.ends.get(&file));
        let follows = |end: &usize| {
            let text = sources.whole(finding.span.source);
            let start = finding.span.start as usize;
            *end <= start && text.get(*end..start).is_some_and(|between| !between.contains('\n'))
        };
        finding.fixes.iter().any(|fix| fix.safe) && ends.is_some_and(|ends| ends.iter().any(follows))
    }

    /// True if an error stands in a changed line, or quotes a text that was removed or written.
    fn causes(&self, finding: &Diagnostic, sources: &Sources) -> bool {
        let spans = std::iter::once(finding.span).chain(finding.labels.iter().map(|label| label.span));
        let touched = |span: Span| {
            let lines = file_of(span, sources, &self.folder).and_then(|file| self.lines.get(&file));
            lines
                .into_iter()
                .flatten()
                .any(|lines| (span.start as usize) < lines.end && lines.start <= span.end as usize)
        };
        spans.into_iter().any(touched) || self.words.iter().any(|word| finding.message.contains(&format!("`{word}`")))
    }
}

/// The texts that differ: each file with its text before, which is empty for a new file, and after.
pub fn changed_texts<'f>(
    before: &'f GameFolder,
    after: &'f GameFolder,
) -> impl Iterator<Item = (&'f str, [&'f str; 2])> {
    let both = after.files.iter().map(|(file, new)| {
        let old = before.files.get(file).map_or("", String::as_str);
        (file.as_str(), [old, new.as_str()])
    });
    both.filter(|(_, [old, new])| old != new)
}

/// Writes the changed texts of a game back. Each file is written whole or not at all.
///
/// # Errors
/// If a file has changed since it was read, or cannot be written. Files before it are written then.
pub fn write_fixed(path: &Path, before: &GameFolder, after: &GameFolder) -> Result<(), Error> {
    let mut texts = Vec::new();
    for (file, [read, new]) in changed_texts(before, after) {
        let target = path.join(file);
        let (inside, whole) = (target.canonicalize(), path.canonicalize());
        if !matches!((inside, whole), (Ok(inside), Ok(whole)) if inside.starts_with(&whole)) {
            return Err(Error::new(format!("`{}` lies outside of the game's folder; fix it there", target.display())));
        }
        let now = text::read(&target).map_err(Error::new)?;
        let mut sources = Sources::new();
        let id = sources.add("", now.as_str());
        if sources.whole(id) != read {
            return Err(Error::new(format!("`{}` has changed meanwhile; run the command again", target.display())));
        }
        texts.push((target, whole::with_line_ends(new, &now)));
    }
    for (target, text) in texts {
        whole::write(&target, &text).map_err(|error| Error::unwritten("write", &target, &error))?;
    }
    Ok(())
}
