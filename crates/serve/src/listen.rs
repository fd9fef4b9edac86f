//! Accepts the connections of a table, with timeouts for what must arrive on them.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Sleep, sleep};

use super::guests::{Guests, Visit};

/// Timeout for the head of a request, from the opening of the connection or the last response.
const HEAD: Duration = Duration::from_secs(10);
/// Maximum size of the head of a request in bytes.
const LONGEST_HEAD: usize = 16 * 1024;
/// Idle timeout of a connection. Longer than a page waits for news.
const SILENCE: Duration = Duration::from_secs(60);
/// Pause after a failed accept: the system opens no more connections.
const PAUSE: Duration = Duration::from_millis(50);

/// Serves a table forever.
pub(super) async fn serve(listener: TcpListener, router: Router, guests: Arc<Guests>) {
    loop {
        match listener.accept().await {
            Ok((stream, from)) => {
                let visit = guests.arrives(from.ip(), Instant::now());
                let id = visit.id();
                let task = tokio::spawn(connection(stream, router.clone(), visit));
                Visit::closed_by(&guests, id, task.abort_handle());
                // Lets the new task read its request before the next connection can evict it.
                tokio::task::yield_now().await;
            }
            // The client has gone already, or too many files are open.
            Err(_) => {
                guests.make_room();
                sleep(PAUSE).await;
            }
        }
    }
}

/// Serves the requests of a connection. Each request carries its connection.
async fn connection(stream: TcpStream, router: Router, visit: Visit) {
    let table = TowerToHyperService::new(router);
    let visit = Arc::new(visit);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(visit.clone());
        table.call(request)
    });
    let stream = TokioIo::new(Connection { stream, silence: Box::pin(sleep(SILENCE)) });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(LONGEST_HEAD);
    // Errors of a client that was cut off or has gone need no report.
    let _ = http.serve_connection(stream, service).await;
}

/// A connection with an idle timeout.
struct Connection {
    stream: TcpStream,
    silence: Pin<Box<Sleep>>,
}

impl Connection {
    /// Passes on a poll of the stream and resets the timeout. Returns an error after the timeout.
    fn note_progress<T>(&mut self, done: Poll<io::Result<T>>, cx: &mut Context<'_>) -> Poll<io::Result<T>> {
        if done.is_ready() {
            self.silence.as_mut().reset(tokio::time::Instant::now() + SILENCE);
            return done;
        }
        self.silence.as_mut().poll(cx).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Connection {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let done = Pin::new(&mut self.stream).poll_read(cx, buf);
        self.note_progress(done, cx)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.note_progress(done, cx)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
