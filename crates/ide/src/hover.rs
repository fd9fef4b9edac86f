//! Documentation of a name: its declaration, its type, the comment above it, the text of a clause.

use tavola_game::{DeclarationSort, Rules};

use crate::findings::FileRange;
use crate::lines::{line_at, words};
use crate::workspace::Workspace;

/// Documentation of a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hover {
    /// The name.
    pub at: FileRange,
    /// Sort of thing: `track`, `parameter`.
    pub sort: &'static str,
    /// First line of its declaration as written. `None` for words of the language and clauses.
    pub declaration: Option<String>,
    /// Type of its values, as messages call it.
    pub ty: Option<String>,
    /// Comment above the declaration, or the text of the clause.
    pub text: Option<String>,
}

impl Hover {
    /// As Markdown.
    pub fn markdown(&self) -> String {
        let line = self.declaration.iter().map(|line| format!("```tavola\n{line}\n```"));
        let sort = match &self.ty {
            Some(ty) => format!("{}: {ty}", self.sort),
            None => self.sort.to_owned(),
        };
        line.chain([sort]).chain(self.text.clone()).collect::<Vec<_>>().join("\n\n")
    }
}

impl Workspace {
    /// Documentation of the name at a byte of a file.
    pub fn hover(&self, file: &str, at: usize) -> Option<Hover> {
        if file == "look.yaml" {
            return self.hover_in_look(file, at);
        }
        let layer = self.layers().iter().rev().find(|layer| layer.at(file, at).is_some())?;
        let named = layer.at(file, at)?;
        let declaration = layer.names().get(named.declaration());
        let rules = &layer.rules;
        let is_clause = declaration.sort == DeclarationSort::Clause;
        let line =
            (!declaration.span.is_none() && !is_clause).then(|| first_line(rules.sources().text(declaration.item)));
        let text = if is_clause { clause(rules, &declaration.name) } else { rules.comment_above(declaration) };
        let at = layer.range(named.span())?;
        Some(Hover { at, sort: declaration.sort.word(), declaration: line, ty: declaration.ty.clone(), text })
    }

    /// The declaration of the name at a byte of `look.yaml`.
    fn hover_in_look(&self, file: &str, at: usize) -> Option<Hover> {
        let text = self.text(file)?;
        let line = line_at(text, at);
        let word =
            |(start, word): (usize, &'_ str)| (line.start + start..line.start + start + word.len(), word.to_owned());
        let (bytes, word) = words(&text[line.clone()]).into_iter().map(word).find(|(bytes, _)| bytes.contains(&at))?;
        let origin = self.origins(&[word]).into_iter().next()?;
        let at = FileRange { file: file.to_owned(), bytes };
        Some(Hover { at, sort: origin.sort, declaration: Some(origin.declaration), ty: None, text: None })
    }
}

pub(crate) fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().trim().to_owned()
}

fn clause(rules: &Rules, id: &str) -> Option<String> {
    rules.clause_texts(&[]).remove(id)
}
