//! Tables of board games in browsers. Each seat has a link of its own, which shows only what its player may see.
//!
//! ```text
//! browser --listen--> connection --guests--> who may stay --web--> request --doors--> seat
//!                                                                              |
//!    page <--page::draw-- Scene <--page::scene-- View <--lab::GameTable-- hall: whose answer is taken
//! ```
//!
//! [`TableServer::open`] takes a game that is played at a `GameTable` of `tavola-lab`. The table answers for bots and chance.
//! Every answer is in the record before it counts. Events that concern only the person who runs the server are reported
//! as [`TableNews`], for instance a record that cannot be written.
//!
//! A [`PageServer`] has a page of its user's own, such as an editor, and one table beside it in a [`TablePlace`].
//!
//! A [`KeyedTable`] is the same table without a server, for programs that play by keys.
//!
//! ```
//! use std::io::{Read, Write};
//! use std::net::TcpStream;
//! use std::time::Duration;
//! use tavola_game::{Rules, Setup};
//! use tavola_lab::Record;
//! use tavola_lab::table::{GameTable, RecordKeeper};
//! use tavola_serve::{ServeOptions, TableServer};
//!
//! let rules = "game two \"Two\" for 2 players\n\ntrack fame[Player] 0..\n\nplay\n  each p in Player\n    \
//!              p chooses n in 1..3 \"How much?\"\n    p gains n fame\n\nwinner p in Player by most fame[p]\n";
//! let (rules, setup) = (Rules::from_texts(&[("two", rules)]), Setup::of(2));
//! let keeper = RecordKeeper::nowhere(Record::begin(&rules, &setup, 1));
//! let table = GameTable::begin(&rules, &rules.game(&setup)?, keeper, vec![true, false]);
//!
//! let server = TableServer::open(table, &rules, &ServeOptions::default(), |_| {})?;
//! let (address, links) = (server.address(), server.links().to_vec());
//! assert_eq!(links.len(), 3, "the first player's, the spectators', the host's: a bot plays the other seat");
//! std::thread::spawn(|| server.serve());
//!
//! let mut browser = TcpStream::connect_timeout(&address, Duration::from_secs(5))?;
//! write!(browser, "GET /{} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n", links[0].key)?;
//! let mut page = String::new();
//! browser.read_to_string(&mut page)?;
//! assert!(page.contains("How much?"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod back;
mod change;
mod changed;
mod compress;
mod ended;
mod enough;
mod error;
mod finished;
mod guests;
mod hosted;
mod hotseat;
mod keyed;
mod keys;
mod limits;
mod listen;
mod maintain;
mod moments;
mod news;
mod page_request;
mod page_server;
mod pages;
mod reason;
mod refused;
mod seat_access;
mod served_table;
mod server;
mod shared;
mod table_place;
mod table_sent;
mod table_talk;
mod talk;
mod web;
mod wish;

pub use error::ServeError;
pub use keyed::{KeyedTable, TableStatus};
pub use keys::{Chair, secret_seed};
pub use news::{GameKept, TableNews};
pub use page_request::{PageReply, PageRequest};
pub use page_server::PageServer;
pub use reason::{AnswerReason, AnswerVerdict};
pub use refused::RequestRefused;
pub use server::{SeatLink, ServeOptions, TableServer, can_listen};
pub use table_place::TablePlace;
