//! `tavola lsp`: scripted sessions of an editor.

mod answers;
mod findings;
mod protocol;
mod session;
