//! A page of a program behind a link with a key, and beside it a table that can be replaced.
//!
//! Page and table have one address, so the page can show the table in a frame.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::middleware::{self, Next};
use axum::routing::any;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

use super::compress::{Compressed, compress};
use super::error::ServeError;
use super::guests::Guests;
use super::keys::{self, Chair};
use super::page_request::{PageReply, PageRequest};
use super::server::{bind, reachable};
use super::table_place::TablePlace;
use super::{listen, web};

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

impl PageServer {
    /// Listens on an address, with a new key.
    ///
    /// # Errors
    /// If the address cannot be used, or there are no random numbers.
    pub fn open(listen: SocketAddr) -> Result<Self, ServeError> {
        let runtime = Builder::new_current_thread().enable_all().thread_stack_size(STACK).build();
        let runtime = runtime.map_err(|error| ServeError::system("the server cannot be started", &error))?;
        let (listener, address) = bind(&runtime, listen)?;
        let key = keys::generate_key()?;
        // The key of the page counts as a host's.
        let guests = Guests::new(vec![(Chair::Host, key.clone())]);
        let place = TablePlace::new(address, guests);
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
        self.runtime.block_on(listen::serve(self.listener, router, self.place.guests()));
    }
}
