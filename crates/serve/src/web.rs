//! The HTTP interface of a table: routes, access control, responses.

mod past;
mod talk;

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Path, Request};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};

use super::compress::{Compressed, compress};
use super::guests::{KeyShown, Visit};
use super::keys;
use super::page_request::{PageReply, PageRequest};
use super::pages::PageNumber;
use super::refused::RequestRefused;
use super::served_table::{Admitted, ServedTable, SharedTable, lock};
use tavola_lab::isolation::isolated;
use tavola_page::draw;

/// Maximum size of a request body in bytes.
const LONGEST: usize = 4096;
/// Timeout for a whole request body.
const BODY: Duration = Duration::from_secs(10);
/// Time that a long poll waits for news.
const WAIT: Duration = Duration::from_secs(25);
/// Content security policy: only resources and targets of this server.
const POLICY: &str =
    "default-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'self'; form-action 'self'; base-uri 'none'";

/// Content security policy of the page of a program: its reports hold their pictures.
const PAGE_POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'; form-action \
                           'self'; base-uri 'none'";

/// Content security policy of a picture: no scripts, and nothing from elsewhere.
const PICTURE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// The routes of a table.
pub(super) fn router(served_table: SharedTable) -> Router {
    let kept = Arc::<Compressed>::default();
    Router::new()
        .route("/{key}", get(page))
        .route("/{key}/table", get(table))
        .route("/{key}/scene", get(scene))
        .route("/{key}/story", get(story))
        .route("/{key}/record", get(record))
        .route("/{key}/at", get(past::look_back))
        .route("/{key}/at/{line}", get(past::moment))
        .route("/{key}/wait/{number}", get(wait))
        .route("/{key}/answer", post(answer))
        .route("/{key}/divide", post(divide))
        .route("/{key}/enough", post(enough))
        .route("/{key}/undo", post(undo))
        .route("/{key}/sit", post(sit))
        .route("/{key}/ask", post(ask))
        .route("/{key}/change", post(change))
        .route("/{key}/again", post(again))
        .route("/{key}/talk", get(talk::talk))
        .route("/{key}/note", post(talk::note))
        .route("/{key}/name", post(talk::name))
        .route("/{key}/qr/{link}", get(talk::code))
        .route("/{key}/agree", post(agree))
        .route("/{key}/why", post(why))
        .route_layer(middleware::from_fn(admit))
        .route("/{key}/take", post(take))
        .route_layer(middleware::from_fn(|request: Request, next: Next| whole(LONGEST, request, next)))
        .route_layer(middleware::from_fn(known))
        .route("/style.css", get(|| async { typed("text/css", draw::STYLE.to_owned()) }))
        .route("/script.js", get(|| async { typed("text/javascript", draw::SCRIPT.to_owned()) }))
        .route("/replay.js", get(|| async { typed("text/javascript", draw::REPLAY.to_owned()) }))
        .route("/look/{file}", get(picture))
        .route("/icon.svg", get(|| async { typed("image/svg+xml", draw::ICON.to_owned()) }))
        .layer(middleware::from_fn(move |request: Request, next: Next| compress(kept.clone(), request, next)))
        .layer(middleware::map_response(careful))
        .layer(Extension(served_table))
}

/// Sets the security headers of a response that has none: no cache, no foreign content, no referrer for other sites.
/// (Without any referrer a browser would not show that a form was sent by one of our pages.)
pub(super) async fn careful(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(POLICY));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    response
}

fn typed(kind: &'static str, text: String) -> Response {
    let kind = format!("{kind}; charset=utf-8");
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

/// Runs work at the table on a blocking thread, because a bot may think.
async fn at<T: Send + 'static>(
    served_table: SharedTable,
    work: impl FnOnce(&mut ServedTable) -> Result<T, RequestRefused> + Send + 'static,
) -> Result<T, ErrorResponse> {
    match tokio::task::spawn_blocking(move || work(&mut lock(&served_table))).await {
        Ok(done) => done.map_err(no),
        Err(_) => Err(say(StatusCode::INTERNAL_SERVER_ERROR, "Internal error. Try again.")),
    }
}

fn no(refused: RequestRefused) -> ErrorResponse {
    let status = match refused {
        RequestRefused::Nobody => StatusCode::NOT_FOUND,
        RequestRefused::Often => StatusCode::TOO_MANY_REQUESTS,
        RequestRefused::Why(_) => StatusCode::CONFLICT,
        RequestRefused::Unwritten(_) => StatusCode::SERVICE_UNAVAILABLE,
    };
    say(status, &refused.to_string())
}

/// A refusal as an HTTP response.
pub(super) struct ErrorResponse(StatusCode, String);

impl IntoResponse for ErrorResponse {
    fn into_response(self) -> Response {
        (self.0, typed("text/plain", self.1)).into_response()
    }
}

fn say(status: StatusCode, text: &str) -> ErrorResponse {
    ErrorResponse(status, text.to_owned())
}

/// Middleware that stops requests with an unknown key before their body is read or the table is locked.
pub(super) async fn known(
    Extension(visit): Extension<Arc<Visit>>,
    Path(parts): Path<Vec<(String, String)>>,
    request: Request,
    next: Next,
) -> Response {
    let shown = parts.first().map_or(KeyShown::Nothing, |(_, key)| visit.shows(key));
    match shown {
        KeyShown::Seat => next.run(request).await,
        KeyShown::Nothing => leaving(no(RequestRefused::Nobody)),
        KeyShown::NothingTooOften => leaving(no(RequestRefused::Often)),
    }
}

/// Middleware that reads a whole request body within a time and size limit.
pub(super) async fn whole(longest: usize, request: Request, next: Next) -> Response {
    let (head, body) = request.into_parts();
    match tokio::time::timeout(BODY, to_bytes(body, longest)).await {
        Ok(Ok(body)) => next.run(Request::from_parts(head, Body::from(body))).await,
        Ok(Err(_)) => leaving(say(StatusCode::PAYLOAD_TOO_LARGE, "The request is too long or incomplete.")),
        Err(_) => leaving(say(StatusCode::REQUEST_TIMEOUT, "The request took too long.")),
    }
}

/// A response after which the connection is closed.
fn leaving(no: ErrorResponse) -> Response {
    ([(header::CONNECTION, "close")], no).into_response()
}

/// Name of the cookie with the token of a seat. Its path is the seat's link.
const COOKIE: &str = "seat";

/// Middleware that admits only the browser that holds the seat.
async fn admit(
    Extension(served_table): Extension<SharedTable>,
    Path(parts): Path<Vec<(String, String)>>,
    request: Request,
    next: Next,
) -> Response {
    let key = parts.into_iter().next().map_or_else(String::new, |(_, key)| key);
    let is_page = request.method() == Method::GET && request.uri().path().matches('/').count() == 1;
    // Looking back replays the game.
    let is_heavy = request.uri().path().contains("/at/");
    let token = token(request.headers());
    let home = key.clone();
    match at(served_table, move |served_table| served_table.admit(&key, token.as_deref(), is_heavy)).await {
        Ok(Admitted::Yes) => next.run(request).await,
        Ok(Admitted::Now(token)) => holding(next.run(request).await, &home, &token),
        Ok(Admitted::Held(page)) if is_page => (StatusCode::CONFLICT, typed("text/html", page)).into_response(),
        Ok(Admitted::Held(_)) => {
            let taken = "This seat is held at another screen. Load the page again to take it here.";
            say(StatusCode::FORBIDDEN, taken).into_response()
        }
        Err(no) => no.into_response(),
    }
}

/// The token that a browser sends to hold a seat.
fn token(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|cookies| cookies.to_str().ok());
    let mut pairs = cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, token)| token.to_owned())
}

/// Adds the cookie that holds a seat. It is also sent when a link is followed from another site.
fn holding(mut response: Response, key: &str, token: &str) -> Response {
    let cookie = format!("{COOKIE}={token}; Path=/{key}; Max-Age=31536000; HttpOnly; SameSite=Lax");
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

/// Takes a seat over from another browser.
async fn take((Extension(served_table), Path(key), headers, body): Posted) -> Result<Response, ErrorResponse> {
    same_site_text(&headers, &body)?;
    let home = key.clone();
    let token = at(served_table, move |served_table| served_table.take(&key)).await?;
    Ok(holding(done(&headers, &home), &home, &token))
}

async fn page(
    Extension(served_table): Extension<SharedTable>,
    Path(key): Path<String>,
) -> Result<Response, ErrorResponse> {
    at(served_table, move |served_table| served_table.page(&key)).await.map(|page| typed("text/html", page))
}

async fn table(
    Extension(served_table): Extension<SharedTable>,
    Path(key): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ErrorResponse> {
    let [number_name, log_name, from_name] = ["x-number", "x-log", "x-from"].map(HeaderName::from_static);
    let had = headers.get(&log_name).and_then(|had| had.to_str().ok()).unwrap_or_default().to_owned();
    let (sent, number) = at(served_table, move |served_table| served_table.table(&key, &had)).await?;
    let messages = [(number_name, number.to_string()), (log_name, sent.log), (from_name, sent.from.to_string())];
    Ok((messages, typed("text/html", sent.html)).into_response())
}

async fn scene(
    Extension(served_table): Extension<SharedTable>,
    Path(key): Path<String>,
) -> Result<Response, ErrorResponse> {
    at(served_table, move |served_table| served_table.scene(&key)).await.map(|scene| typed("application/json", scene))
}

/// A picture of `look.yaml`. Its address changes with its contents, so a browser may keep it. Opened by itself, an SVG can do nothing.
async fn picture(
    Extension(served_table): Extension<SharedTable>,
    Path(name): Path<String>,
) -> Result<Response, ErrorResponse> {
    let found = at(served_table, move |served_table| Ok(served_table.stage.picture(&name).cloned())).await?;
    let found = found.ok_or_else(|| say(StatusCode::NOT_FOUND, "There is no such picture."))?;
    let (contents, kind) = found.contents();
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "private, max-age=31536000, immutable"),
        (header::CONTENT_SECURITY_POLICY, PICTURE_POLICY),
    ];
    Ok((headers, contents).into_response())
}

/// The game as this seat was shown it, as a download.
async fn story(
    Extension(served_table): Extension<SharedTable>,
    Path(key): Path<String>,
) -> Result<Response, ErrorResponse> {
    at(served_table, move |served_table| served_table.story(&key)).await.map(|text| file("story.yaml", text))
}

/// A text as a download.
fn file(name: &str, text: String) -> Response {
    let kept = (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\""));
    ([kept], typed("application/yaml", text)).into_response()
}

/// The record as a download.
async fn record(
    Extension(served_table): Extension<SharedTable>,
    Path(key): Path<String>,
) -> Result<Response, ErrorResponse> {
    at(served_table, move |served_table| served_table.record(&key)).await.map(|text| file("record.yaml", text))
}

/// Long poll: responds with the number of the page once it differs from the one that the browser has.
async fn wait(
    Extension(served_table): Extension<SharedTable>,
    Path((key, known)): Path<(String, String)>,
) -> Result<Response, ErrorResponse> {
    let mut watch = at(served_table, move |served_table| served_table.watch(&key)).await?;
    // A page that shows notes knows two numbers: `17.2`.
    let said = |number: &PageNumber| match known.contains('.') {
        true => format!("{}.{}", number.content, number.talk),
        false => number.content.to_string(),
    };
    // A timeout is no error: the number is unchanged.
    let _ = tokio::time::timeout(WAIT, watch.wait_for(|number| said(number) != known)).await;
    let number = *watch.borrow();
    Ok(typed("text/plain", said(&number)))
}

/// Parts of a POST request to a seat.
type Posted = (Extension<SharedTable>, Path<String>, HeaderMap, Bytes);

/// Parses a form with these numbers, passes them to the table and returns to its page.
async fn form<const N: usize>(
    (Extension(served_table), Path(key), headers, body): Posted,
    fields: [&'static str; N],
    work: impl FnOnce(&mut ServedTable, &str, [u64; N]) -> Result<(), RequestRefused> + Send + 'static,
) -> Result<Response, ErrorResponse> {
    let text = same_site_text(&headers, &body)?;
    let mut numbers = [0; N];
    for (number, name) in numbers.iter_mut().zip(fields) {
        *number = field(&text, name)?;
    }
    let home = key.clone();
    let worked = at(served_table, move |served_table| work(served_table, &key, numbers)).await;
    Ok(led_back(worked, &headers, &home))
}

/// Response to a form: empty for the script; otherwise back to the table, with a delay after a refusal.
fn led_back(worked: Result<(), ErrorResponse>, headers: &HeaderMap, key: &str) -> Response {
    let Err(no) = worked else { return done(headers, key) };
    let mut response = no.into_response();
    if !headers.contains_key("x-table")
        && let Ok(back) = HeaderValue::from_str(&format!("5; url=/{key}"))
    {
        response.headers_mut().insert(header::REFRESH, back);
    }
    response
}

async fn answer(posted: Posted) -> Result<Response, ErrorResponse> {
    let work = |served_table: &mut ServedTable, key: &str, [number, option]: [u64; 2]| {
        served_table.answer(key, number, usize::try_from(option).unwrap_or(usize::MAX))
    };
    form(posted, ["question", "option"], work).await
}

async fn divide((Extension(served_table), Path(key), headers, body): Posted) -> Result<Response, ErrorResponse> {
    let text = same_site_text(&headers, &body)?;
    let number = field(&text, "question")?;
    let piles =
        piles(&text).ok_or_else(|| say(StatusCode::BAD_REQUEST, "A pile is a list of item numbers: `pile=0,2`."))?;
    let home = key.clone();
    let worked = at(served_table, move |served_table| served_table.divide(&key, number, &piles)).await;
    Ok(led_back(worked, &headers, &home))
}

/// Parses the piles of a form: `pile=0,2&pile=&pile=1`.
fn piles(text: &str) -> Option<Vec<Vec<usize>>> {
    let own = text.split('&').filter_map(|pair| pair.strip_prefix("pile="));
    let pile =
        |list: &str| list.split(',').filter(|number| !number.is_empty()).map(|number| number.parse().ok()).collect();
    own.map(pile).collect()
}

async fn undo(posted: Posted) -> Result<Response, ErrorResponse> {
    form(posted, ["question"], |served_table, key, [number]| served_table.undo(key, number)).await
}

async fn enough(posted: Posted) -> Result<Response, ErrorResponse> {
    form(posted, ["question"], |served_table, key, [number]| served_table.enough(key, number)).await
}

async fn sit(posted: Posted) -> Result<Response, ErrorResponse> {
    form(posted, ["question"], |served_table, key, [number]| served_table.sit(key, number)).await
}

async fn ask(posted: Posted) -> Result<Response, ErrorResponse> {
    form(posted, ["question"], |served_table, key, [number]| served_table.ask_back(key, number)).await
}

async fn change(posted: Posted) -> Result<Response, ErrorResponse> {
    form(posted, ["question"], |served_table, key, [number]| served_table.go_on_from_there(key, number)).await
}

async fn again(posted: Posted) -> Result<Response, ErrorResponse> {
    form(posted, ["question"], |served_table, key, [number]| served_table.play_again(key, number)).await
}

async fn agree(posted: Posted) -> Result<Response, ErrorResponse> {
    form(posted, ["question", "option"], |served_table, key, [number, option]| {
        served_table.agree(key, number, option == 1)
    })
    .await
}

async fn why((Extension(served_table), Path(key), headers, body): Posted) -> Result<Response, ErrorResponse> {
    let text = same_site_text(&headers, &body)?;
    let (why, offered) = at(served_table, move |served_table| served_table.why(&key, &text)).await?;
    let mut response = typed("text/plain", why);
    response
        .headers_mut()
        .extend(offered.map(|option| (HeaderName::from_static("x-option"), HeaderValue::from(option))));
    Ok(response)
}

/// Answers a request to a page beside a table. The keys of the table do not open the page.
pub(super) async fn page_reply(
    request: Request,
    own: &str,
    answer: Arc<impl Fn(PageRequest) -> PageReply + Send + Sync + 'static>,
) -> Result<Response, ErrorResponse> {
    let (head, body) = request.into_parts();
    let inside = head.uri.path().strip_prefix("/page/").unwrap_or_default();
    let (key, path) = inside.split_once('/').unwrap_or((inside, ""));
    if !keys::is_equal(own, key) {
        return Err(no(RequestRefused::Nobody));
    }
    let body = match head.method {
        Method::GET | Method::HEAD => None,
        Method::POST => {
            let body = to_bytes(body, usize::MAX).await;
            Some(same_site_text(&head.headers, &body.unwrap_or_default())?)
        }
        _ => return Err(say(StatusCode::METHOD_NOT_ALLOWED, "This page accepts GET and POST only.")),
    };
    let asked = PageRequest { path: path.to_owned(), body };
    // Texts that are being written must survive a bug of the checker.
    let reply = tokio::task::spawn_blocking(move || isolated(|| answer(asked))).await.ok().flatten();
    let bug = "tavola has a bug and could not answer; see the terminal. Your text is still on this page.";
    let reply = reply.ok_or_else(|| say(StatusCode::INTERNAL_SERVER_ERROR, bug))?;
    let status = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let policy = (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(PAGE_POLICY));
    Ok((status, [policy], typed(reply.kind, reply.body)).into_response())
}

/// The text of a request body, if it comes from one of our pages (CSRF protection).
fn same_site_text(headers: &HeaderMap, body: &Bytes) -> Result<String, ErrorResponse> {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let foreign = match (headers.get(header::ORIGIN), text(header::HOST)) {
        (None, _) => false,
        (Some(_), None) => true,
        // A proxy in front may end HTTPS.
        (Some(origin), Some(host)) => {
            !["http", "https"].iter().any(|scheme| origin.as_bytes() == format!("{scheme}://{host}").as_bytes())
        }
    };
    if foreign || text(HeaderName::from_static("sec-fetch-site")).is_some_and(|site| site != "same-origin") {
        return Err(say(StatusCode::FORBIDDEN, "This request does not come from a page of this table."));
    }
    let text = std::str::from_utf8(body);
    text.map(ToOwned::to_owned).map_err(|_| say(StatusCode::BAD_REQUEST, "The request is not UTF-8 text."))
}

/// A number of a form: `question=3&option=1`.
fn field(text: &str, name: &str) -> Result<u64, ErrorResponse> {
    let own =
        |pair: &str| pair.split_once('=').filter(|(key, _)| *key == name).and_then(|(_, value)| value.parse().ok());
    text.split('&')
        .find_map(own)
        .ok_or_else(|| say(StatusCode::BAD_REQUEST, &format!("`{name}` is missing or not a number.")))
}

/// Response to a form that was accepted: empty for the script, otherwise back to the table.
fn done(headers: &HeaderMap, key: &str) -> Response {
    if headers.contains_key("x-table") {
        return StatusCode::NO_CONTENT.into_response();
    }
    (StatusCode::SEE_OTHER, [(header::LOCATION, format!("/{key}"))]).into_response()
}
