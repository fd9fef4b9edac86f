//! Many connections to a table, from several addresses: connections without a key are closed first, seats and other addresses stay.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use nix::sys::resource::{Resource, getrlimit, setrlimit};
use tokio::net::TcpSocket;
use tokio::runtime::Builder;

use crate::serve::{Served, serve, valley};

/// The server closes a silent connection after ten seconds. Checks of such connections must end before.
const IN_TIME: Duration = Duration::from_secs(8);
/// Timeout for connections to be closed.
const PATIENCE: Duration = Duration::from_secs(60);

/// Connections from local addresses (`127.0.0.LAST`), each with this request sent.
fn hold(served: &Served, from: impl IntoIterator<Item = u8>, begun: &str) -> Vec<TcpStream> {
    let runtime = Builder::new_current_thread().enable_io().build().expect("a runtime");
    let at: SocketAddr = served.at.parse().expect("an address");
    let one = |last: u8| {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.bind((Ipv4Addr::new(127, 0, 0, last), 0).into()).expect("an address of this machine");
        let stream = runtime.block_on(socket.connect(at)).expect("it listens").into_std().expect("a stream");
        stream.set_nonblocking(false).expect("it can wait");
        // The server may close the connection immediately.
        let _ = (&stream).write_all(begun.as_bytes());
        stream
    };
    from.into_iter().map(one).collect()
}

/// True if a connection is open. Reads whatever has arrived.
fn is_open(mut stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).expect("it need not wait");
    let mut rest = [0; 4096];
    loop {
        match stream.read(&mut rest) {
            Ok(0) => return false,
            Ok(_) => {}
            Err(error) => return error.kind() == std::io::ErrorKind::WouldBlock,
        }
    }
}

fn open(streams: &[TcpStream]) -> usize {
    streams.iter().filter(|stream| is_open(stream)).count()
}

/// Waits until at most `most` connections are open, and returns the number.
fn down_to(most: usize, streams: &[TcpStream]) -> usize {
    let end = Instant::now() + PATIENCE;
    loop {
        let count = open(streams);
        if count <= most {
            return count;
        }
        assert!(Instant::now() < end, "{count} are open, not {most}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A long-polling request, as a page sends it.
fn waiting(served: &Served, who: &str) -> String {
    let (number, cookie) = (served.get(who, "/table").number(), served.cookie(who).unwrap_or_default());
    format!("GET /{}/wait/{number} HTTP/1.1\r\nhost: x\r\ncookie: {cookie}\r\n\r\n", served.key(who))
}

fn table() -> (tempfile::TempDir, Served) {
    // Hundreds of connections, besides those of other tests.
    let (_, most) = getrlimit(Resource::RLIMIT_NOFILE).expect("there is a limit");
    setrlimit(Resource::RLIMIT_NOFILE, most.min(4096), most).expect("it may be raised");
    let (folder, rules) = valley();
    let served = serve(&rules, &["--human", "all", "--seed", "4", "--no-record"]);
    (folder, served)
}

/// Checks connections without a key. None if the machine was too slow.
fn strangers() -> Option<()> {
    let (_folder, served) = table();
    let spectator = hold(&served, [1], &waiting(&served, "to watch"));
    let begin = Instant::now();
    let other = hold(&served, [2], "");
    let mut held = hold(&served, std::iter::repeat_n(1, 400), "");
    down_to(255, &held);
    let seen = (is_open(&held[399]), is_open(&held[0]), is_open(&other[0]), is_open(&spectator[0]));
    if begin.elapsed() > IN_TIME {
        return None;
    }
    assert_eq!(
        seen,
        (true, false, true, true),
        "the oldest connection of the address with the most connections gives way"
    );
    // Connections count when they have sent no key during the grace period. A new connection has the others counted.
    let new = loop {
        let new = hold(&served, [1], "");
        if open(&held) <= 64 {
            break new;
        }
        if begin.elapsed() > IN_TIME {
            return None;
        }
        drop(new);
        std::thread::sleep(Duration::from_millis(20));
    };
    held.extend(new);
    let left = open(&held);
    let seen = (left, is_open(&held[400]), is_open(&other[0]), is_open(&spectator[0]));
    if begin.elapsed() > IN_TIME {
        return None;
    }
    assert_eq!(seen, (65, true, true, true));
    let more = hold(&served, (3..63).flat_map(|last| [last; 10]), "");
    down_to(256, &more);
    let seen = (is_open(&other[0]), is_open(&spectator[0]));
    (begin.elapsed() < IN_TIME)
        .then(|| assert_eq!(seen, (true, true), "the address with the most connections gives way"))
}

#[test]
fn connections_without_a_key_are_closed_before_seats() {
    assert!((0..5).any(|_| strangers().is_some()), "this machine is too slow");
}

#[test]
fn an_address_may_hold_a_table_and_a_spectator_has_a_limit() {
    let (_folder, served) = table();
    let waits = waiting(&served, "to watch");
    let household = hold(&served, std::iter::repeat_n(1, 374), &waits);
    let other = hold(&served, std::iter::repeat_n(2, 10), &waits);
    let greedy = hold(&served, std::iter::repeat_n(1, 60), &waits);
    let both: Vec<TcpStream> = household.into_iter().chain(greedy).collect();
    assert_eq!(down_to(374, &both), 374);
    assert_eq!(open(&other), 10, "another address keeps its chairs");
    let players = hold(&served, (0..20).map(|at| 3 + at), &waiting(&served, "anna"));
    assert_eq!(down_to(16, &players), 16);
    assert_eq!(open(&other), 10);
}
