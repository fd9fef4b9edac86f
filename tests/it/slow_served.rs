//! Connections that are held open without the key of a seat: connections with a key are answered all the same.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::serve::{Served, serve, valley};

/// More connections than a table keeps without a key.
const MANY: usize = 300;
/// Longer than any answer takes on a slow machine, and shorter than any deadline.
const SOON: Duration = Duration::from_secs(5);

/// A connection with this request sent.
fn hold(served: &Served, begun: &str) -> TcpStream {
    let mut stream = TcpStream::connect(&served.at).expect("it listens");
    stream.write_all(begun.as_bytes()).expect("it is open");
    stream
}

/// True if a connection is closed within this time.
fn is_closed(stream: &mut TcpStream, within: Duration) -> bool {
    stream.set_read_timeout(Some(within)).expect("a time");
    let mut rest = [0; 1024];
    loop {
        match stream.read(&mut rest) {
            Ok(0) => return true,
            Ok(_) => {}
            Err(error) => {
                return !matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut);
            }
        }
    }
}

#[test]
fn a_seat_is_served_while_others_hold_connections() {
    let (_folder, rules) = valley();
    let served = serve(&rules, &["--human", "all", "--seed", "4", "--no-record"]);
    let stranger = "0".repeat(32);
    let kinds = [
        String::new(),
        "G".to_owned(),
        "GET /style.css HTTP/1.1\r\nhost: x\r\nx-half: ".to_owned(),
        format!("GET /{stranger} HTTP/1.1\r\nhost: x\r\n"),
        format!("POST /{stranger}/answer HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nquestion"),
    ];
    let asked = |who: &&str| served.get(who, "/table").text().contains("name=\"option\"");
    let mut held = Vec::new();
    for kind in &kinds {
        held.extend((0..MANY / kinds.len()).map(|_| hold(&served, kind)));
    }
    // Slow senders are never silent for long.
    held.iter_mut().for_each(|stream| drop(stream.write_all(b"x")));
    let begin = Instant::now();
    let who = ["anna", "ben"].into_iter().find(asked).expect("somebody is asked");
    assert_eq!(served.answer(who, served.get(who, "/table").number(), 0).status, 204);
    assert!(begin.elapsed() < SOON, "{:?} for an answer", begin.elapsed());
}

#[test]
fn an_incomplete_request_closes_its_connection() {
    let (_folder, rules) = valley();
    let served = serve(&rules, &["--human", "all", "--seed", "4", "--no-record"]);
    let key = served.key("anna");
    let half_head = format!("GET /{key}/table HTTP/1.1\r\nhost: x\r\n");
    let half_body = format!("POST /{key}/take HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nquestion");
    let mut held = [hold(&served, ""), hold(&served, &half_head), hold(&served, &half_body)];
    let begin = Instant::now();
    for stream in &mut held {
        assert!(is_closed(stream, Duration::from_secs(25)), "after {:?}", begin.elapsed());
    }
    assert!(begin.elapsed() > Duration::from_secs(5), "a slow network has its time");
    assert_eq!(served.get("anna", "/table").status, 200);
}

#[test]
fn a_table_behind_one_address_keeps_its_connections() {
    let (_folder, rules) = valley();
    let served = serve(&rules, &["--human", "all", "--seed", "4", "--no-record"]);
    let number = served.get("to watch", "/table").number();
    let key = served.key("to watch");
    // Each waits for news with long polling, as a page does.
    let waits = format!("GET /{key}/wait/{number} HTTP/1.1\r\nhost: x\r\n\r\n");
    let mut held: Vec<TcpStream> = (0..200).map(|_| hold(&served, &waits)).collect();
    let who = ["anna", "ben"].into_iter().find(|who| served.get(who, "/table").text().contains("name=\"option\""));
    let who = who.expect("somebody is asked");
    assert_eq!(served.answer(who, served.get(who, "/table").number(), 0).status, 204);
    for stream in &mut held {
        stream.set_read_timeout(Some(SOON)).expect("a time");
        let mut response = [0; 512];
        let length = stream.read(&mut response).expect("each gets a response");
        assert!(String::from_utf8_lossy(&response[..length]).starts_with("HTTP/1.1 200"));
    }
}
