//! Gzip compression of responses, with a cache, for clients that accept it.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

/// Minimum size of a compressed response in bytes. A shorter one fits into one packet anyway.
const LEAST: usize = 1024;
/// Effort of compression (0-9). More takes much longer for little gain.
const LEVEL: u32 = 4;
/// Number of cached responses. A page for hundreds of spectators is compressed once.
const KEPT: usize = 8;

/// Cache of the last compressed responses, plain and compressed, newest first.
#[derive(Default)]
pub(super) struct Compressed(Mutex<VecDeque<(Bytes, Bytes)>>);

impl Compressed {
    /// Compresses a response, or takes it from the cache.
    fn of(&self, plain: Bytes) -> Bytes {
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, packed)) = kept().iter().find(|(own, _)| *own == plain) {
            return packed.clone();
        }
        let packed: Bytes = gzip(&plain).into();
        let mut kept = kept();
        kept.truncate(KEPT - 1);
        kept.push_front((plain, packed.clone()));
        packed
    }
}

/// Middleware that compresses responses for clients that accept gzip.
pub(super) async fn compress(kept: Arc<Compressed>, request: Request, next: Next) -> Response {
    let takes = takes_gzip(request.headers());
    let mut response = next.run(request).await;
    response.headers_mut().append(header::VARY, HeaderValue::from_static("accept-encoding"));
    if !takes {
        return response;
    }
    let (mut head, body) = response.into_parts();
    let Ok(plain) = to_bytes(body, usize::MAX).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    if plain.len() < LEAST {
        return Response::from_parts(head, Body::from(plain));
    }
    let Ok(packed) = tokio::task::spawn_blocking(move || kept.of(plain)).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    head.headers.remove(header::CONTENT_LENGTH);
    head.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    Response::from_parts(head, Body::from(packed))
}

/// True if the client accepts gzip.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let named = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    named.flat_map(|value| value.split(',')).any(|way| {
        let (name, weight) = way.split_once(';').unwrap_or((way, "q=1"));
        let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case("gzip") && weight.is_some_and(|weight| weight > 0.0)
    })
}

fn gzip(plain: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::new(LEVEL));
    // Writing to memory cannot fail.
    let _ = packed.write_all(plain);
    packed.finish().unwrap_or_default()
}
