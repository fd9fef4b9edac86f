//! Syntax trees of expressions and sentences, which scenarios repeat. They depend on their texts alone, so all versions of the rules
//! share them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tavola_syntax::diagnostic::{Diagnostic, any_error};
use tavola_syntax::syntax::{self, ast};
use tavola_syntax::text::{SourceId, Sources};

/// Maximum number of cached texts of each sort.
const MOST_TEXTS: usize = 4096;

/// Trees of texts without findings, shared by all clones.
#[derive(Clone, Default)]
pub(super) struct ParsedTexts {
    expressions: KnownTrees<String, ast::Expr>,
    /// By source id, too, since spans hold it.
    sentences: KnownTrees<(SourceId, String), ast::Block>,
}

type KnownTrees<K, T> = Arc<Mutex<BTreeMap<K, Arc<T>>>>;

impl ParsedTexts {
    /// Parses one expression. `None` if it has errors.
    pub(super) fn expression(&self, text: &str) -> (Option<Arc<ast::Expr>>, Vec<Diagnostic>) {
        known_or_parsed(&self.expressions, text.to_owned(), || {
            let mut sources = Sources::new();
            let source = sources.add("expression", text);
            syntax::parse_expr(&sources, source)
        })
    }

    /// Parses the sentences of a source. `None` if they have errors.
    pub(super) fn sentences(&self, sources: &Sources, source: SourceId) -> (Option<Arc<ast::Block>>, Vec<Diagnostic>) {
        known_or_parsed(&self.sentences, (source, sources.whole(source).to_owned()), || {
            let (block, findings) = syntax::parse_sentences(sources, source);
            (Some(block), findings)
        })
    }
}

/// The tree of a text, which is parsed if it is not known.
fn known_or_parsed<K: Ord, T>(
    known: &Mutex<BTreeMap<K, Arc<T>>>,
    key: K,
    parse: impl FnOnce() -> (Option<T>, Vec<Diagnostic>),
) -> (Option<Arc<T>>, Vec<Diagnostic>) {
    if let Some(tree) = lock(known).get(&key) {
        return (Some(Arc::clone(tree)), Vec::new());
    }
    let (tree, findings) = parse();
    let tree = tree.filter(|_| !any_error(&findings)).map(Arc::new);
    if let Some(tree) = tree.as_ref().filter(|_| findings.is_empty()) {
        let mut known = lock(known);
        // Texts that were edited since then are dropped with the others.
        if known.len() >= MOST_TEXTS {
            known.clear();
        }
        known.insert(key, Arc::clone(tree));
    }
    (tree, findings)
}

/// Locks a mutex and ignores poisoning: a panic elsewhere leaves no inconsistent data here.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
