//! Findings of the checker about a plant.

use tavola::diagnostic::{Diagnostic, any_error};
use tavola::game::{GameFolder, LoadError, Rules, Setup};

use super::texts::{Game, Place};

/// A mistake: a range of a file with another text.
pub(super) struct Plant {
    pub(super) place: Place,
    pub(super) new: String,
    /// Other places where its finding is right: the uses of a removed name.
    pub(super) also: Vec<Place>,
}

/// Findings of the checker.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) found: bool,
    pub(super) located: bool,
    pub(super) single: bool,
}

/// Maximum distance in lines between a plant and its finding.
const NEAR: usize = 2;

impl Plant {
    pub(super) fn new(place: Place, new: String) -> Self {
        Self { place, new, also: Vec::new() }
    }

    /// Lines of the planted texts where its finding is right: the file, the first line and the last one.
    fn right_lines(&self, game: &Game) -> Vec<(String, usize, usize)> {
        let lines = |text: &str| text.matches('\n').count();
        let removed = lines(&game.text(self.place.file)[self.place.at.clone()]);
        let added = lines(&self.new);
        let line = game.line_of(&self.place);
        let mut all = vec![(game.files[self.place.file].clone(), line, line + added.max(removed.min(1)))];
        for place in &self.also {
            let behind = place.file == self.place.file && place.at.start > self.place.at.start;
            let line = game.line_of(place) + if behind { added } else { 0 } - if behind { removed } else { 0 };
            all.push((game.files[place.file].clone(), line, line));
        }
        all
    }

    /// Text of the file with the mistake in it.
    pub(super) fn text(&self, game: &Game) -> String {
        let text = game.text(self.place.file);
        format!("{}{}{}", &text[..self.place.at.start], self.new, &text[self.place.at.end..])
    }

    /// The lines with the mistake, for people.
    pub(super) fn shown(&self, game: &Game) -> String {
        let text = game.text(self.place.file);
        let start = text[..self.place.at.start].rfind('\n').map_or(0, |at| at + 1);
        let planted = self.text(game);
        let end = self.place.at.start + self.new.len();
        let end = planted[end..].find('\n').map_or(planted.len(), |at| end + at);
        planted[start.min(planted.len())..end.max(start)].to_owned()
    }
}

/// All findings of a folder: of its rules and, if they have no error, of its set-ups.
pub(super) fn findings(folder: &GameFolder) -> (Rules, Vec<Diagnostic>) {
    let rules = Rules::read(folder, None).expect("a game has rules");
    let mut all = rules.diagnostics().to_vec();
    if !any_error(&all)
        && let Some((fewest, most)) = rules.players()
    {
        for players in fewest..=most {
            match rules.draft(&Setup::of(players)) {
                Err(LoadError::Findings { diagnostics, .. }) => {
                    all.extend(diagnostics.into_iter().filter(|finding| finding.is_error()));
                    break;
                }
                Err(LoadError::Error(error)) => panic!("{error}"),
                Ok(_) => {}
            }
        }
    }
    (rules, all)
}

pub(super) fn judge(game: &Game, plant: &Plant) -> (Verdict, String) {
    let mut folder = game.folder.clone();
    folder.files.insert(game.files[plant.place.file].clone(), plant.text(game));
    let (rules, all) = findings(&folder);
    let right = plant.right_lines(game);
    let near = |span: tavola::text::Span| {
        rules.sources().get(span.source).is_some_and(|source| {
            let line = source.line_column(span.start).0;
            let is_near = |from: usize, to: usize| line + NEAR >= from && line <= to + NEAR;
            right.iter().any(|(file, from, to)| source.name.ends_with(file.as_str()) && is_near(*from, *to))
        })
    };
    let located =
        all.first().is_some_and(|first| near(first.span) || first.labels.iter().any(|label| near(label.span)));
    let mut report = String::new();
    for finding in all.iter().take(4) {
        let line =
            rules.sources().get(finding.span.source).map_or(0, |source| source.line_column(finding.span.start).0);
        report += &format!("      {line}: {finding}\n");
        if let Some(help) = &finding.help {
            report += &format!("           help: {help}\n");
        }
    }
    if all.len() > 4 {
        report += &format!("      .. {} findings\n", all.len());
    }
    (Verdict { found: !all.is_empty(), located, single: all.len() == 1 }, report)
}
