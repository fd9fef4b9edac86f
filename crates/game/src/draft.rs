//! A cheaply lowered game for checking scenarios without playing them.

use super::said::Terms;
use super::wording::{bracketed, items};
use super::{Error, Game, LoadError};
use std::sync::Arc;
use tavola_core::ir::{Rule, RuleId, RuleKind, Type};
use tavola_core::lower::SetUpContext;
use tavola_core::vm::State;
use tavola_syntax::diagnostic::{Diagnostic, any_error};
use tavola_syntax::text::Sources;

/// A game without the analyses that play needs. It is made in about a quarter of the time of a [`Game`].
pub struct Draft {
    game: Game,
    /// Cache for evaluating texts, filled at first use.
    set_up_context: Option<SetUpContext>,
}

/// A name in an answer that means nothing in the game, where an action needs a member of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownMember {
    /// The name.
    pub name: String,
    /// The kind.
    pub kind: String,
    /// Its members, in notation.
    pub members: Vec<String>,
}

/// Sentences of a scenario that are checked and not yet lowered.
pub struct CheckedCall {
    pub(super) rule: Arc<Rule>,
    /// The texts of the rules, and that of the sentences.
    pub(super) sources: Sources,
}

impl CheckedCall {
    /// The names that they give to answers of `together` blocks.
    pub fn answers(&self) -> Vec<String> {
        self.rule.answers().map(str::to_owned).collect()
    }
}

impl Draft {
    pub(super) fn new(game: Game) -> Self {
        Self { game, set_up_context: None }
    }

    /// Number of rules that can run.
    pub fn rules(&self) -> usize {
        self.game.program().rules.len()
    }

    /// The position before the first question.
    pub fn start(&self) -> State {
        self.game.start()
    }

    /// Checks a text as [`Game::understands`] does.
    ///
    /// # Errors
    /// Those of [`Game::understands`].
    pub fn understands(&self, text: &str) -> Result<(), Error> {
        self.game.understands(text)
    }

    /// For each of these sentences, the findings of lowering them, if there is an error among them.
    pub fn refused(&self, sentences: &[CheckedCall]) -> Vec<Option<LoadError>> {
        if sentences.is_empty() {
            return Vec::new();
        }
        let mut book = self.game.book().clone();
        let first = book.rules.len();
        book.rules.extend(sentences.iter().map(|one| Arc::clone(&one.rule)));
        let rules: Vec<RuleId> = (first..book.rules.len()).map(|at| RuleId(at as u32)).collect();
        let found = self.game.inner.set_up_context.findings_of(&book, &rules);
        let error = |(one, diagnostics): (&CheckedCall, Vec<Diagnostic>)| {
            let sources = || Box::new(one.sources.clone());
            any_error(&diagnostics).then(|| LoadError::Findings { sources: sources(), diagnostics })
        };
        sentences.iter().zip(found).map(error).collect()
    }

    /// The first unknown name in an answer such as `walk(hill)`, if the kind of this parameter is known.
    pub fn unknown_member(&self, answer: &str) -> Option<UnknownMember> {
        let (name, _, inner) = bracketed(answer.trim()).filter(|(_, open, _)| *open == '(')?;
        let is_sheet = |kind| matches!(kind, RuleKind::Action | RuleKind::Card | RuleKind::Interrupt);
        let mut sheets = self.game.book().rules.iter().filter(|rule| rule.name == name && is_sheet(rule.kind));
        let sheet = sheets.next()?;
        // The first parameter is who answers.
        let params = sheet.locals.get(1..sheet.params as usize)?;
        let given: Vec<&str> = items(inner).collect();
        if given.len() != params.len() {
            return None;
        }
        let is_name = |text: &str| text != "_" && text.chars().all(|c| c.is_alphanumeric() || c == '_');
        given.into_iter().zip(params).find_map(|(text, param)| {
            let Type::Member(kind) = param.ty else { return None };
            let kind = self.game.legend().kinds.get(kind.index()).filter(|kind| kind.field.is_none())?;
            (is_name(text) && !self.game.knows(text)).then(|| UnknownMember {
                name: text.to_owned(),
                kind: kind.name.clone(),
                members: kind.members.iter().map(|member| member.notation.clone()).collect(),
            })
        })
    }

    /// Puts a value to a place of a state as [`Referee::set_given`](super::Referee::set_given) does.
    ///
    /// # Errors
    /// Those of [`Referee::set_given`](super::Referee::set_given).
    pub fn put(&mut self, state: &mut State, place: &str, value: &str) -> Result<(), Error> {
        let Self { game, set_up_context } = self;
        let set_up_context = set_up_context.get_or_insert_with(|| SetUpContext::clone(&game.inner.set_up_context));
        Terms { game, set_up_context }.put(state, place, value)
    }
}
