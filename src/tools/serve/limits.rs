//! How much may come in: how many connections, how long a silent one stays, how many requests a second.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Sleep, sleep};

/// So many connections are open at once; the next one waits until one is closed.
const CONNECTIONS: usize = 256;
/// A connection on which nothing moves is closed. Longer than a page waits for something new.
const SILENCE: Duration = Duration::from_secs(60);
/// So many requests at once are taken from one key, ..
const BURST: f64 = 60.0;
/// .. and so many a second for long.
const RATE: f64 = 20.0;
/// So many times as many are taken from a key that many people share: two hundred who look on ask three times after each answer.
const CROWD: f64 = 32.0;

/// What is left of the requests that a key may send now.
pub(super) struct Bucket {
    left: f64,
    at: Instant,
    /// How many times as much as one person's it holds.
    size: f64,
}

impl Bucket {
    /// A full one, for one person.
    pub(super) fn new(now: Instant) -> Self {
        Self { left: BURST, at: now, size: 1.0 }
    }

    /// A full one, for all who share a key.
    pub(super) fn shared(now: Instant) -> Self {
        Self { left: BURST * CROWD, at: now, size: CROWD }
    }

    /// Takes a request, if one is left. Of those that are much work a shared bucket holds no more than one person's.
    pub(super) fn take(&mut self, now: Instant, is_heavy: bool) -> bool {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.left = (self.left + passed * RATE * self.size).min(BURST * self.size);
        self.at = now;
        let cost = if is_heavy { self.size } else { 1.0 };
        let is_left = self.left >= cost;
        if is_left {
            self.left -= cost;
        }
        is_left
    }
}

/// A listener that opens so many connections and no more.
pub(super) struct Limited {
    inner: TcpListener,
    free: Arc<Semaphore>,
}

impl Limited {
    /// Around a listener.
    pub(super) fn new(inner: TcpListener) -> Self {
        Self { inner, free: Arc::new(Semaphore::new(CONNECTIONS)) }
    }
}

impl Listener for Limited {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        loop {
            // Nobody closes the semaphore.
            let Ok(held) = self.free.clone().acquire_owned().await else { continue };
            let (stream, from) = Listener::accept(&mut self.inner).await;
            return (Connection { stream, silence: Box::pin(sleep(SILENCE)), _held: held }, from);
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.inner.local_addr()
    }
}

/// A connection that ends when nothing moves on it.
pub(super) struct Connection {
    stream: TcpStream,
    silence: Pin<Box<Sleep>>,
    _held: OwnedSemaphorePermit,
}

impl Connection {
    /// What the stream has said; silence for too long is an error.
    fn heard<T>(&mut self, done: Poll<io::Result<T>>, cx: &mut Context<'_>) -> Poll<io::Result<T>> {
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
        self.heard(done, cx)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.heard(done, cx)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_is_emptied_and_fills_up_again() {
        let begin = Instant::now();
        let mut bucket = Bucket::new(begin);
        let taken = |bucket: &mut Bucket, now| (0..5000).filter(|_| bucket.take(now, false)).count();
        assert_eq!(taken(&mut bucket, begin), 60);
        assert_eq!(taken(&mut bucket, begin + Duration::from_secs(1)), 20);
        assert_eq!(taken(&mut bucket, begin + Duration::from_secs(3600)), 60, "no more than it holds");
    }

    #[test]
    fn many_may_look_on_but_not_all_look_back() {
        let begin = Instant::now();
        let taken = |is_heavy| {
            let mut bucket = Bucket::shared(begin);
            (0..5000).filter(|_| bucket.take(begin, is_heavy)).count()
        };
        assert_eq!((taken(false), taken(true)), (1920, 60));
    }
}
