//! A page of a program behind a link with a key, and beside it a table that can be replaced.
//!
//! Page and table have one address, so the page can show the table in a frame.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use notify::RecommendedWatcher;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

use super::changed::RulesReader;
use super::compress::{Compressed, compress};
use super::error::ServeError;
use super::guests::Guests;
use super::keys::{self, Chair, ChairKey};
use super::page_request::{PageReply, PageRequest};
use super::served_table::ServedTable;
use super::server::{SeatLink, bind, chair_name, reachable};
use super::{change, listen, web};
use tavola_game::Rules;
use tavola_lab::table::GameTable;

/// Stack size of a thread that answers, in bytes: it may read and check rules.
const STACK: usize = 16 << 20;
/// Maximum size of the body of a request to the page in bytes. It holds texts of rules.
const LONGEST: usize = 4 << 20;

/// A server for one page with a key, and for a table beside it.
pub struct PageServer {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    key: String,
    place: TablePlace,
}

/// The place for a table beside a page. A new table replaces the one before.
#[derive(Clone)]
pub struct TablePlace {
    address: SocketAddr,
    guests: Arc<Guests>,
    current: Arc<Mutex<Option<PlacedTable>>>,
}

struct PlacedTable {
    router: Router,
    /// Watches the rules until the table is replaced.
    _watcher: Option<RecommendedWatcher>,
}

impl PageServer {
    /// Listens on an address, with a new key.
    ///
    /// # Errors
    /// If the address cannot be used, or there are no random numbers.
    pub fn open(listen: SocketAddr) -> Result<Self, ServeError> {
        let runtime = Builder::new_current_thread().enable_all().thread_stack_size(STACK).build();
        let runtime = runtime.map_err(|error| ServeError::system("the server cannot be started", &error))?;
        let (listener, address) = bind(&runtime, listen)?;
        let key = keys::fresh_key()?;
        // The key of the page counts as a host's.
        let guests = Guests::new(vec![(Chair::Host, key.clone())]);
        let place = TablePlace { address, guests, current: Arc::default() };
        Ok(Self { runtime, listener, address, key, place })
    }

    /// The link of the page.
    pub fn url(&self) -> String {
        format!("http://{}{}", reachable(self.address), self.path())
    }

    /// Path of the page, with its key.
    pub fn path(&self) -> String {
        format!("/page/{}", self.key)
    }

    /// The place for a table.
    pub fn place(&self) -> TablePlace {
        self.place.clone()
    }

    /// Serves browsers forever. `answer` runs on a thread of its own for each request.
    pub fn serve(self, answer: impl Fn(PageRequest) -> PageReply + Send + Sync + 'static) {
        let (key, answer) = (Arc::new(self.key), Arc::new(answer));
        let asked = move |request: Request| {
            let (key, answer) = (key.clone(), answer.clone());
            async move { web::page_reply(request, &key, answer).await }
        };
        let (place, kept) = (self.place.clone(), Arc::<Compressed>::default());
        let router = Router::new()
            .route("/page/{key}", any(asked.clone()))
            .route("/page/{key}/{*path}", any(asked))
            .route_layer(middleware::from_fn(|request: Request, next: Next| web::whole(LONGEST, request, next)))
            .route_layer(middleware::from_fn(web::known))
            .layer(middleware::from_fn(move |request: Request, next: Next| compress(kept.clone(), request, next)))
            .layer(middleware::map_response(web::careful))
            .fallback(move |request: Request| place.clone().pass_on(request));
        self.runtime.block_on(listen::serve(self.listener, router, self.place.guests));
    }
}

impl TablePlace {
    /// Opens a table in place of the one before, at its first question to a person. Changed rules in the folder apply at once.
    /// Returns a link for every seat, also those of bots, for spectators and for the host: they are all for one person.
    ///
    /// # Errors
    /// If there are no random numbers.
    pub fn open(&self, table: GameTable, rules: &Rules, folder: PathBuf) -> Result<Vec<SeatLink>, ServeError> {
        let table_keys = keys::of(None, false, table.names.len())?;
        let address = reachable(self.address);
        let link = |(chair, key): &ChairKey| {
            let url = format!("http://{address}/{key}");
            SeatLink { chair: *chair, who: chair_name(&table, *chair).to_owned(), key: key.clone(), url }
        };
        let links = table_keys.iter().map(link).collect();
        let mut served_table = ServedTable::new(table, rules, (table_keys.clone(), keys::opening()?), false);
        served_table.reader = RulesReader::Writer;
        let served_table = Arc::new(Mutex::new(served_table));
        // Without a watcher the table keeps its rules; a new game has the changed ones.
        let watcher = change::watch(folder, served_table.clone()).ok();
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        self.guests.replace_tables(table_keys);
        *current = Some(PlacedTable { router: web::router(served_table), _watcher: watcher });
        Ok(links)
    }

    /// Passes a request on to the table.
    async fn pass_on(self, request: Request) -> Response {
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
