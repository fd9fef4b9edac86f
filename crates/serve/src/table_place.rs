//! The place for a table beside a page: opens tables, and tells the page's program what only the author of the rules may know.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use notify::RecommendedWatcher;

use super::changed::RulesReader;
use super::error::ServeError;
use super::guests::Guests;
use super::keys::{self, ChairKey};
use super::moments::StillPosition;
use super::refused::RequestRefused;
use super::served_table::{ServedTable, SharedTable, lock};
use super::server::{SeatLink, chair_name, reachable};
use super::{change, moments, web};
use tavola_game::{RuleLine, Rules};
use tavola_lab::table::{GameSoFar, GameTable};
use tavola_page::draw;

/// The place for a table beside a page. A new table replaces the one before.
#[derive(Clone)]
pub struct TablePlace {
    address: SocketAddr,
    guests: Arc<Guests>,
    current: Arc<Mutex<Option<PlacedTable>>>,
}

struct PlacedTable {
    served_table: SharedTable,
    router: Router,
    /// Watches the rules until the table is replaced.
    _watcher: Option<RecommendedWatcher>,
}

impl TablePlace {
    /// An empty place of a server at this address.
    pub(super) fn new(address: SocketAddr, guests: Arc<Guests>) -> Self {
        Self { address, guests, current: Arc::default() }
    }

    pub(super) fn guests(&self) -> Arc<Guests> {
        self.guests.clone()
    }

    /// Opens a table in place of the one before, at its first question to a person. Changed rules in the folder
    /// apply at once.
    /// Returns a link for every seat, also those of bots, for spectators and for the host: they are all for one person.
    ///
    /// # Errors
    /// If there are no random numbers.
    pub fn open(&self, table: GameTable, rules: &Rules, folder: Option<PathBuf>) -> Result<Vec<SeatLink>, ServeError> {
        let table_keys = keys::for_table(None, false, table.names.len())?;
        let address = reachable(self.address);
        let link = |(chair, key): &ChairKey| {
            let url = format!("http://{address}/{key}");
            SeatLink { chair: *chair, who: chair_name(&table, *chair).to_owned(), key: key.clone(), url }
        };
        let links = table_keys.iter().map(link).collect();
        let mut served_table = ServedTable::new(table, rules, (table_keys.clone(), keys::opening_number()?), false);
        served_table.reader = RulesReader::Writer;
        let served_table = Arc::new(Mutex::new(served_table));
        // Without a watcher the table keeps its rules; a new game has the changed ones.
        let watcher = folder.and_then(|folder| change::watch(folder, served_table.clone()).ok());
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        self.guests.replace_tables(table_keys);
        let router = web::router(served_table.clone());
        *current = Some(PlacedTable { served_table, router, _watcher: watcher });
        Ok(links)
    }

    /// The game up to now and its rules. None if there is no table.
    pub fn so_far(&self) -> Option<(Rules, GameSoFar)> {
        self.at_table(|table| Ok((table.rules.clone(), table.table.so_far()))).ok()
    }

    /// Seats of the people who have a question to answer now. Who has answered in secret is thereby told: for the author of the rules alone.
    pub fn people_asked(&self) -> Vec<usize> {
        self.at_table(|table| Ok(table.people_asked())).unwrap_or_default()
    }

    /// The page of a seat after a number of answers, as its player saw it then.
    ///
    /// # Errors
    /// If the key is unknown, or the game cannot be replayed up to there.
    pub fn still(&self, key: &str, answers: usize) -> Result<String, RequestRefused> {
        let (game, stage, viewer, ending) = self.at_table(|table| {
            let viewer = table.viewer(table.chair(key)?);
            let ending = table.ending(viewer).map(|ending| (ending, table.closing.clone()));
            Ok((table.table.so_far().cut(answers), table.stage.clone(), viewer, ending))
        })?;
        let StillPosition { scene, next, is_end } = moments::after_all(&game, &stage, viewer)?;
        let ending = ending.filter(|_| is_end);
        Ok(draw::still(&scene, &next, ending.as_ref().map(|(ending, closing)| (ending, closing.as_slice()))))
    }

    /// Takes back all answers after the first ones. The game continues from there.
    ///
    /// # Errors
    /// If there is no table, or the game cannot be replayed.
    pub fn rewind(&self, answers: usize) -> Result<(), RequestRefused> {
        self.at_table(|table| table.rewind(answers))
    }

    /// The line of the rules behind a line of the log of a seat, counted from 1. For the author of the rules alone.
    ///
    /// # Errors
    /// If the key is unknown.
    pub fn caused_by(&self, key: &str, line: usize) -> Result<Option<RuleLine>, RequestRefused> {
        self.at_table(|table| {
            let viewer = table.viewer(table.chair(key)?);
            Ok(table.table.caused_by(viewer, line))
        })
    }

    /// The line of the rules that asks the question of a seat, or that offers an option of it. For the author of the rules alone.
    ///
    /// # Errors
    /// If the key is unknown.
    pub fn asked_by(&self, key: &str, option: Option<usize>) -> Result<Option<RuleLine>, RequestRefused> {
        self.at_table(|table| {
            let viewer = table.viewer(table.chair(key)?);
            Ok(table.table.asked_by_at(viewer, option))
        })
    }

    fn at_table<T>(
        &self,
        work: impl FnOnce(&mut ServedTable) -> Result<T, RequestRefused>,
    ) -> Result<T, RequestRefused> {
        let current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        let served_table = current.as_ref().map(|placed| placed.served_table.clone());
        drop(current);
        let served_table = served_table.ok_or(RequestRefused::Nobody)?;
        let mut table = lock(&served_table);
        work(&mut table)
    }

    /// Passes a request on to the table.
    pub(super) async fn pass_on(self, request: Request) -> Response {
        let router = self.current().map(TowerToHyperService::new);
        let Some(table) = router else { return StatusCode::NOT_FOUND.into_response() };
        match table.call(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        }
    }

    fn current(&self) -> Option<Router> {
        let current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        current.as_ref().map(|placed| placed.router.clone())
    }
}
