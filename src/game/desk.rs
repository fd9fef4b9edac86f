//! What all set-ups and scenarios of the same rules share: names ready for expressions, grounds of set-ups.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::check::{Scene, Want};
use crate::diagnostic::{Diagnostic, any_error};
use crate::ir::{Define, Rule, Rulebook};
use crate::lower::{Choices, Ground};
use crate::syntax::{self, ast};
use crate::text::Sources;

use super::Error;

/// So many set-ups are kept.
const MOST_GROUNDS: usize = 64;

/// Shared by all copies.
#[derive(Clone, Default)]
pub(super) struct Desk {
    scene: Arc<Mutex<Option<Scene>>>,
    grounds: Arc<Mutex<Vec<Arc<Ground>>>>,
}

impl Desk {
    /// The ground of a set-up; made when it is first wanted.
    pub(super) fn ground(&self, book: &Arc<Rulebook>, choices: &Arc<Choices>) -> Arc<Ground> {
        let known = lock(&self.grounds).iter().find(|ground| ground.choices() == &**choices).cloned();
        known.unwrap_or_else(|| {
            let ground = Arc::new(Ground::new(book, choices));
            let mut grounds = lock(&self.grounds);
            if grounds.len() < MOST_GROUNDS {
                grounds.push(Arc::clone(&ground));
            }
            ground
        })
    }

    /// Sentences of a scenario, typed.
    pub(super) fn sentences(
        &self,
        book: &Rulebook,
        seats: &[String],
        block: &ast::Block,
    ) -> (Option<Rule>, Vec<Diagnostic>) {
        lock(&self.scene).get_or_insert_with(|| Scene::new(book)).sentences(seats, block)
    }

    /// The one expression that a text is, typed.
    pub(super) fn expression(
        &self,
        book: &Rulebook,
        seats: &[String],
        text: &str,
        want: Want<'_>,
    ) -> Result<Define, Error> {
        let mut sources = Sources::new();
        let source = sources.add("expression", text);
        let (parsed, mut findings): (Option<ast::Expr>, _) = syntax::parse_expr(&sources, source);
        let mut define = None;
        if let Some(parsed) = parsed.filter(|_| !any_error(&findings)) {
            let mut scene = lock(&self.scene);
            let (checked, more) = scene.get_or_insert_with(|| Scene::new(book)).expression(seats, &parsed, want);
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
}

/// A panic elsewhere leaves nothing half done here.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
