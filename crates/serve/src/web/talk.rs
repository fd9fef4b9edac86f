//! Requests about names, notes and links.

use axum::Extension;
use axum::extract::Path;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::Response;

use super::{ErrorResponse, Posted, SharedTable, at, led_back, same_site_text, say, typed};
use tavola_page::draw;

/// The names and notes of a table.
pub(super) async fn talk(
    Extension(served_table): Extension<SharedTable>,
    Path(key): Path<String>,
) -> Result<Response, ErrorResponse> {
    at(served_table, move |served_table| served_table.talk_html(&key)).await.map(|html| typed("text/html", html))
}

/// Adds a note: `line=12&text=Why%3F`, without a line to the chat.
pub(super) async fn note(
    (Extension(served_table), Path(key), headers, body): Posted,
) -> Result<Response, ErrorResponse> {
    let form = same_site_text(&headers, &body)?;
    let line = match text(&form, "line")?.unwrap_or_default().as_str() {
        "" => None,
        line => Some(line.parse().map_err(|_| say(StatusCode::BAD_REQUEST, "`line` is not a number."))?),
    };
    let text = text(&form, "text")?.ok_or_else(|| say(StatusCode::BAD_REQUEST, "`text` is missing."))?;
    let home = key.clone();
    let worked = at(served_table, move |served_table| served_table.note(&key, line, &text)).await;
    Ok(led_back(worked, &headers, &home))
}

/// Chooses a name: `name=Zo%C3%AB`.
pub(super) async fn name(
    (Extension(served_table), Path(key), headers, body): Posted,
) -> Result<Response, ErrorResponse> {
    let form = same_site_text(&headers, &body)?;
    let name = text(&form, "name")?.ok_or_else(|| say(StatusCode::BAD_REQUEST, "`name` is missing."))?;
    let home = key.clone();
    let worked = at(served_table, move |served_table| served_table.choose_name(&key, &name)).await;
    Ok(led_back(worked, &headers, &home))
}

/// The QR code of a seat's link, for the host. Its address is the one by which the host has reached the table.
pub(super) async fn code(
    Extension(served_table): Extension<SharedTable>,
    Path((key, link)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, ErrorResponse> {
    let header_text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
    // A tunnel ends HTTPS.
    let is_secure = header_text(HeaderName::from_static("x-forwarded-proto")).is_some_and(|scheme| scheme == "https");
    let (scheme, host) = (if is_secure { "https" } else { "http" }, header_text(header::HOST).unwrap_or_default());
    let link = at(served_table, move |served_table| served_table.link_for_host(&key, &link)).await?;
    let code = draw::code(&format!("{scheme}://{host}/{link}"));
    let code = code.ok_or_else(|| say(StatusCode::BAD_REQUEST, "The address is too long for a code."))?;
    Ok(typed("image/svg+xml", code))
}

/// A text of a form. None if it has no such field.
pub(super) fn text(form: &str, name: &str) -> Result<Option<String>, ErrorResponse> {
    let own = |pair: &str| pair.split_once('=').filter(|(key, _)| *key == name).map(|(_, value)| value.to_owned());
    let Some(value) = form.split('&').find_map(own) else { return Ok(None) };
    decoded(&value).map(Some).ok_or_else(|| say(StatusCode::BAD_REQUEST, &format!("`{name}` is not UTF-8 text.")))
}

/// Decodes `Zo%C3%AB+A` as `Zoë A`.
fn decoded(value: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.as_bytes();
    while let Some((&first, others)) = rest.split_first() {
        rest = others;
        match first {
            b'+' => bytes.push(b' '),
            b'%' => {
                let (digits, others) = rest.split_at_checked(2)?;
                bytes.push(u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?);
                rest = others;
            }
            byte => bytes.push(byte),
        }
    }
    String::from_utf8(bytes).ok()
}
