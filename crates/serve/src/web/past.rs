//! Requests to look back at past positions.

use axum::Extension;
use axum::extract::Path;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use super::talk::text;
use super::{ErrorResponse, SharedTable, at, no, say, typed};

/// The page that the seat saw after this number of log lines.
pub(super) async fn moment(
    Extension(served_table): Extension<SharedTable>,
    Path((key, line)): Path<(String, String)>,
) -> Result<Response, ErrorResponse> {
    let line: usize = line.parse().map_err(|_| say(StatusCode::BAD_REQUEST, "There is no such line of the log."))?;
    let (here, home) = (served_table.clone(), key.clone());
    let past = at(served_table, move |served_table| served_table.past(&key)).await?;
    let scene = tokio::task::spawn_blocking(move || past.scene(line)).await;
    let scene = scene.map_err(|_| say(StatusCode::INTERNAL_SERVER_ERROR, "Internal error. Try again."))?.map_err(no)?;
    at(here, move |served_table| served_table.moment(&home, &scene, line)).await.map(|page| typed("text/html", page))
}

/// The slider without a script: `?line=12` leads to the page of that line.
pub(super) async fn look_back(Path(key): Path<String>, uri: Uri) -> Result<Response, ErrorResponse> {
    let line = text(uri.query().unwrap_or_default(), "line")?.and_then(|line| line.parse::<usize>().ok());
    let line = line.ok_or_else(|| say(StatusCode::BAD_REQUEST, "`line` is missing or not a number."))?;
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, format!("/{key}/at/{line}"))]).into_response())
}
