//! Caches shared by all set-ups and scenarios of the same rules.

use std::sync::{Arc, Mutex, OnceLock};

use tavola_core::check::{TextName, Vocabulary, Want};
use tavola_core::ir::{Define, Rule, Rulebook};
use tavola_core::lower::{Choices, SetUpContext};
use tavola_syntax::diagnostic::{Diagnostic, any_error};
use tavola_syntax::syntax::{self, ast};
use tavola_syntax::text::{SourceId, Sources};

use super::Error;
use super::affected::Dependencies;
use super::parsed_texts::{ParsedTexts, lock};

/// Maximum number of cached set-ups.
const MOST_GROUNDS: usize = 64;

/// Caches, shared by all clones.
#[derive(Clone, Default)]
pub(super) struct Prepared {
    vocabulary: Arc<Mutex<Option<Vocabulary>>>,
    grounds: Arc<Mutex<Vec<Arc<SetUpContext>>>>,
    pub(super) parsed: ParsedTexts,
    pub(super) dependencies: Arc<OnceLock<Dependencies>>,
}

impl Prepared {
    /// Empty caches beside known syntax trees.
    pub(super) fn with(parsed: ParsedTexts) -> Self {
        Self { parsed, ..Self::default() }
    }

    /// The ground (folded settings and box) of a set-up, made at first use.
    pub(super) fn set_up_context(&self, book: &Arc<Rulebook>, choices: &Arc<Choices>) -> Arc<SetUpContext> {
        let known = lock(&self.grounds).iter().find(|set_up_context| set_up_context.choices() == &**choices).cloned();
        known.unwrap_or_else(|| {
            let like = lock(&self.grounds)
                .iter()
                .find(|other| other.choices().seats == choices.seats && other.choices().titles == choices.titles)
                .cloned();
            let set_up_context = Arc::new(SetUpContext::like(like.as_deref(), book, choices));
            let mut grounds = lock(&self.grounds);
            if grounds.len() < MOST_GROUNDS {
                grounds.push(Arc::clone(&set_up_context));
            }
            set_up_context
        })
    }

    /// Type-checks the sentences of a scenario.
    pub(super) fn sentences(
        &self,
        book: &Rulebook,
        seats: &[String],
        block: &ast::Block,
    ) -> (Option<Rule>, Vec<Diagnostic>) {
        lock(&self.vocabulary).get_or_insert_with(|| Vocabulary::new(book)).sentences(seats, block)
    }

    /// Parses and type-checks one expression of a source, and returns all findings with places in it.
    /// `seats[i]` names player `i`. One player may have an additional name.
    pub(super) fn typed(
        &self,
        book: &Rulebook,
        seats: (&[String], Option<(&str, usize)>),
        (sources, source): (&Sources, SourceId),
    ) -> (Option<Define>, Vec<Diagnostic>) {
        let (parsed, mut findings) = syntax::parse_expr(sources, source);
        let Some(parsed) = parsed.filter(|_| !any_error(&findings)) else { return (None, findings) };
        let (define, more) =
            lock(&self.vocabulary).get_or_insert_with(|| Vocabulary::new(book)).expression(seats, &parsed, Want::Any);
        findings.extend(more);
        (define, findings)
    }

    /// Parses and type-checks one expression.
    pub(super) fn expression(
        &self,
        book: &Rulebook,
        seats: &[String],
        text: &str,
        want: Want<'_>,
    ) -> Result<Define, Error> {
        let (parsed, mut findings) = self.parsed.expression(text);
        let mut define = None;
        if let Some(parsed) = parsed {
            let mut vocabulary = lock(&self.vocabulary);
            let (checked, more) =
                vocabulary.get_or_insert_with(|| Vocabulary::new(book)).expression((seats, None), &parsed, want);
            define = checked;
            findings.extend(more);
        }
        define.filter(|_| !any_error(&findings)).ok_or_else(|| {
            let first = findings.iter().find(|finding| finding.is_error());
            let why = first.map_or_else(String::new, |finding| match &finding.help {
                Some(help) => format!(": {} ({help})", finding.message),
                None => format!(": {}", finding.message),
            });
            Error::new(format!("`{text}` cannot be understood{why}"))
        })
    }

    /// Names of the rules in an expression, with places in its text. `None` if it has no meaning.
    pub(super) fn names_in_expression(
        &self,
        book: &Rulebook,
        seats: &[String],
        text: &str,
        want: Want<'_>,
    ) -> Option<(Define, Vec<TextName>)> {
        let (parsed, findings) = self.parsed.expression(text);
        let parsed = parsed.filter(|_| !any_error(&findings))?;
        let mut vocabulary = lock(&self.vocabulary);
        let vocabulary = vocabulary.get_or_insert_with(|| Vocabulary::new(book));
        let (define, _) = vocabulary.expression((seats, None), &parsed, want);
        Some((define?, vocabulary.names()))
    }

    /// Names of the rules in sentences, with places in their text.
    pub(super) fn names_in_sentences(&self, book: &Rulebook, seats: &[String], text: &str) -> Vec<TextName> {
        let mut sources = Sources::new();
        let source = sources.add("sentences", text);
        let (block, _) = syntax::parse_sentences(&sources, source);
        let mut vocabulary = lock(&self.vocabulary);
        let vocabulary = vocabulary.get_or_insert_with(|| Vocabulary::new(book));
        vocabulary.sentences(seats, &block);
        vocabulary.names()
    }
}
