//! A page to write the rules of a board game: editor, findings, tests, clauses, and a table that follows the rules.
//!
//! ```text
//! browser --PageServer of serve--> Studio: one method for each path below the link
//!                                    |-- GameFiles   the files of one folder, read and saved
//!                                    |-- Workspace   of ide: findings and what an editor asks
//!                                    |-- tests, clauses, settings   of lab
//!                                    |-- layout      changes of `look.yaml`, new pictures
//!                                    |-- StartPage   makes a new game, if there is none
//!                                    |-- Manual       pages of the documentation, patterns of the gallery
//!                                    |-- FigureRuns  figures in the background, one run at a time
//!                                    '-- TablePlace  of serve: the table in the frame, its time line, and the rules behind it
//! ```
//!
//! [`Studio::open`] takes functions for a table and for figures, since it knows neither bots nor settings of the command line.
//!
//! ```
//! use std::io::{Read, Write};
//! use std::net::TcpStream;
//! use std::sync::Arc;
//! use tavola_studio::{Studio, StudioFolder, StudioOptions};
//!
//! let studio = Studio::open(StudioOptions {
//!     listen: ([127, 0, 0, 1], 0).into(),
//!     folder: StudioFolder::Game("rules/my_game".into()),
//!     begin: Box::new(|_, _| Err("This program has no table.".to_owned())),
//!     pages: Vec::new(),
//!     measure: Arc::new(|_, _, _| Err("This program has no figures.".to_owned())),
//!     players: None,
//! })?;
//! let url = studio.url();
//! std::thread::spawn(|| studio.serve());
//!
//! let (address, path) = url.strip_prefix("http://").and_then(|url| url.split_once('/')).expect("a link");
//! let mut browser = TcpStream::connect(address)?;
//! write!(browser, "GET /{path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
//! let mut page = String::new();
//! browser.read_to_string(&mut page)?;
//! assert!(page.starts_with("HTTP/1.1 200"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The page itself is `web/src`, built into `web/dist` with `npm run build`; cargo needs no Node.

mod bodies;
mod clauses;
mod edits;
mod figures;
mod figures_asked;
mod figures_wish;
mod files;
mod layout;
mod links;
mod lock;
mod manual;
mod new_files;
mod offsets;
mod page;
mod rulebook;
mod saved_rules;
mod settings;
mod settings_asked;
mod start;
mod studio;
mod tables;
mod tests;
mod timeline;
mod variant_text;

pub use bodies::PeopleAsked;
pub use figures_wish::{FiguresTask, FiguresWatch, FiguresWish, GrownFigures, MeasureFigures, OpenGame, OtherRules};
pub use start::{CopySource, GameToCopy, NewGamePlace};
pub use studio::{Studio, StudioFolder, StudioOptions, TableWish};
