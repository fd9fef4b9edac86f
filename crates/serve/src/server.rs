//! The server of a table, with its links and background tasks.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use notify::RecommendedWatcher;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

use super::error::ServeError;
use super::guests::Guests;
use super::keys::{self, Chair, ChairKey};
use super::news::TableNews;
use super::served_table::{ServedTable, SharedTable};
use super::{change, listen, maintain, web};
use tavola_game::{Error, Rules};
use tavola_lab::table::GameTable;

/// Options of a served table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServeOptions {
    /// Address to listen on. Port 0 is any free port.
    pub listen: SocketAddr,
    /// True if all people play at one screen, which is blank between two of them.
    pub hotseat: bool,
    /// True if the game is resumed from its record. It has its former links if they are kept beside the record.
    pub resumed: bool,
}

impl Default for ServeOptions {
    /// A new game, for this machine alone, with a screen for each player.
    fn default() -> Self {
        Self { listen: (Ipv4Addr::LOCALHOST, 0).into(), hotseat: false, resumed: false }
    }
}

/// A link that opens a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatLink {
    /// Chair that it opens. At a shared screen, the seat of the first person.
    pub chair: Chair,
    /// Recipient of the link: a player's name, `at one screen`, `to watch`, `the host`.
    pub who: String,
    /// Secret part of the link. Anyone who knows it has the seat.
    pub key: String,
    /// The whole link.
    pub url: String,
}

/// A table that browsers can open.
pub struct TableServer {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    guests: Arc<Guests>,
    served_table: SharedTable,
    links: Vec<SeatLink>,
    /// File watcher for the rules; stops when dropped.
    watcher: Option<RecommendedWatcher>,
}

impl TableServer {
    /// Opens a table at its first question to a person. Browsers are let in by [`TableServer::serve`].
    /// `hear` gets the events that concern only the person who runs the server.
    ///
    /// # Errors
    /// If the address cannot be used, or the table has no keys.
    pub fn open(
        table: GameTable,
        rules: &Rules,
        options: &ServeOptions,
        hear: impl Fn(TableNews) + Send + 'static,
    ) -> Result<Self, ServeError> {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| ServeError::system("the server cannot be started", &error))?;
        let (listener, address) = bind(&runtime, options.listen)?;
        let keys = keys::for_table(table.keeper.file(), options.resumed, table.names.len())?;
        let is_shared = options.hotseat && table.humans.contains(&true);
        let links = links(&table, &keys, reachable(address), is_shared);
        let guests = Guests::new(keys.clone());
        let mut served_table = ServedTable::new(table, rules, (keys, keys::opening_number()?), is_shared);
        served_table.recall().map_err(ServeError::Notes)?;
        let served_table = Arc::new(Mutex::new(served_table));
        maintain::watch(&served_table, hear);
        Ok(Self { runtime, listener, address, guests, served_table, links, watcher: None })
    }

    /// The links of the people, the spectators and the host.
    pub fn links(&self) -> &[SeatLink] {
        &self.links
    }

    /// The address that it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Watches the folder of the table's rules. Changed rules apply at once, if the game is possible under them.
    ///
    /// # Errors
    /// If the system cannot watch the folder.
    pub fn follow(&mut self, folder: PathBuf) -> Result<(), Error> {
        let watcher = change::watch(folder, self.served_table.clone());
        let unnoticed = |error| Error::new(format!("changes of the rules are not detected: {error}"));
        self.watcher = Some(watcher.map_err(unnoticed)?);
        Ok(())
    }

    /// Serves browsers forever.
    pub fn serve(self) {
        let router = web::router(self.served_table);
        self.runtime.block_on(listen::serve(self.listener, router, self.guests));
    }
}

/// Listens on an address. Returns it with the port that it got.
pub(super) fn bind(runtime: &Runtime, listen: SocketAddr) -> Result<(TcpListener, SocketAddr), ServeError> {
    let listener = runtime.block_on(TcpListener::bind(listen)).map_err(|error| cannot_listen(listen, &error))?;
    let address = listener.local_addr().map_err(|error| ServeError::system("the server has no address", &error))?;
    Ok((listener, address))
}

/// Checks that a server can listen on an address, before a game is begun for it.
///
/// # Errors
/// If the address is in use or not one of this machine.
pub fn can_listen(listen: SocketAddr) -> Result<(), ServeError> {
    std::net::TcpListener::bind(listen).map(drop).map_err(|error| cannot_listen(listen, &error))
}

fn cannot_listen(listen: SocketAddr, error: &io::Error) -> ServeError {
    let why = match error.kind() {
        io::ErrorKind::AddrNotAvailable => "this is not an address of this machine".to_owned(),
        io::ErrorKind::AddrInUse => {
            "another program listens there; name another port, or 0 for any free one".to_owned()
        }
        _ => error.to_string(),
    };
    ServeError::Address(Error::new(format!("cannot listen on `{listen}`: {why}")))
}

/// The address that a browser opens. All addresses of this machine (`0.0.0.0`) stand for the one by which it reaches its network.
pub(super) fn reachable(address: SocketAddr) -> SocketAddr {
    if !address.ip().is_unspecified() {
        return address;
    }
    // Nothing is sent: connecting a datagram socket only selects the route. The target is reserved for documentation.
    let route = UdpSocket::bind("0.0.0.0:0").and_then(|socket| {
        socket.connect("192.0.2.1:9")?;
        socket.local_addr()
    });
    SocketAddr::new(route.map_or(Ipv4Addr::LOCALHOST.into(), |own| own.ip()), address.port())
}

/// The links of a table. Bots have none; people at one screen share that of the first person.
fn links(table: &GameTable, keys: &[ChairKey], address: SocketAddr, is_shared: bool) -> Vec<SeatLink> {
    let first = table.humans.iter().position(|human| *human);
    let link = |(chair, key): &ChairKey| {
        let who = match *chair {
            Chair::Player(seat) if !table.humans[seat] => return None,
            Chair::Player(seat) if is_shared && first != Some(seat) => return None,
            Chair::Player(_) if is_shared => "at one screen",
            chair => chair_name(table, chair),
        };
        let url = format!("http://{address}/{key}");
        Some(SeatLink { chair: *chair, who: who.to_owned(), key: key.clone(), url })
    };
    keys.iter().filter_map(link).collect()
}

/// Recipient of the link to a chair.
pub(super) fn chair_name(table: &GameTable, chair: Chair) -> &str {
    match chair {
        Chair::Player(seat) => &table.names[seat],
        Chair::Spectator => "to watch",
        Chair::Host => "the host",
    }
}
