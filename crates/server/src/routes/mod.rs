//! Plain HTTP: the page, its words, and everything that is no live table.

mod games;
mod guests;
mod learn;
mod records;
mod review;
mod tables;

use std::{net::SocketAddr, sync::Arc, time::Duration};

use axum::{
    Router,
    body::{Body, Bytes, to_bytes},
    extract::{ConnectInfo, DefaultBodyLimit, Path, Query, Request, State},
    http::{HeaderMap, Method, StatusCode, Uri, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use protocol::{LONGEST_RECORD, Sentence};
use serde::de::DeserializeOwned;
use table::Lang;
use tokio::time::timeout;

use crate::{
    app::App,
    assets::kind,
    errors::Failure,
    guard,
    metrics::count,
    packed::{self, Keep},
    secrets, socket,
};

/// A store that takes longer is not well.
const HEALTHY: Duration = Duration::from_secs(2);

/// The largest body of a request that is no record, in bytes.
const LARGEST: usize = 16 << 10;

/// Every address of the server.
pub(crate) fn router(app: Arc<App>) -> Router {
    let upload = post(records::view).layer(DefaultBodyLimit::max(LONGEST_RECORD));
    let examine = post(review::of_text).layer(DefaultBodyLimit::max(LONGEST_RECORD));
    Router::new()
        .route("/page/{*name}", get(file))
        .route("/words/{name}", get(words))
        .route("/api/games", get(games::list))
        .route("/api/rules/{lang}/{game}", get(games::rulebook))
        .route("/api/me", get(guests::me).post(guests::rename).delete(guests::erase))
        .route("/api/me/export", get(guests::export))
        .route("/api/lobby", get(guests::lobby))
        .route("/api/tables", post(tables::open))
        .route("/api/tables/{table}/link", post(tables::link))
        .route("/api/seat", post(tables::take))
        .route("/api/replay", upload)
        .route("/api/replay/{table}", get(records::replay))
        .route("/api/record/{table}", get(records::download))
        .route("/api/review", examine)
        .route("/api/review/{table}", get(review::of_table))
        .route("/api/learn/{game}", get(learn::list))
        .route("/api/learn/{game}/{lesson}", post(learn::attempt))
        .route("/ws/{table}", get(socket::open))
        .route("/healthz", get(health))
        .fallback(page)
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(middleware::from_fn_with_state(Arc::clone(&app), pace))
        .layer(middleware::from_fn(guard::guard))
        .with_state(app)
}

/// Requests that change something come no faster than the limits say.
async fn pace(
    State(app): State<Arc<App>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    count(&app.metrics.requests);
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let limits = app.config.limits.at(address.ip());
    let caller = limits.caller(address.ip(), request.headers());
    if reads {
        // The page's files are small and come by dozens.
        let free = !request.uri().path().starts_with("/api/");
        if free || app.reads.take(caller, limits.reads, limits.reads_at_once) {
            return next.run(request).await;
        }
        count(&app.metrics.throttled);
        return Failure::too_many().into_response();
    }
    if !app.requests.take(caller, limits.requests, limits.requests_at_once) {
        count(&app.metrics.throttled);
        return Failure::too_many().into_response();
    }
    // The whole body is here before anything is done with it; who lets it trickle is not waited for.
    let (head, body) = request.into_parts();
    let longest = match head.uri.path() {
        "/api/replay" | "/api/review" => LONGEST_RECORD,
        _ => LARGEST,
    };
    match timeout(app.config.patience.body, to_bytes(body, longest)).await {
        Ok(Ok(body)) => next.run(Request::from_parts(head, Body::from(body))).await,
        Ok(Err(_)) => StatusCode::PAYLOAD_TOO_LARGE.into_response(),
        Err(_) => StatusCode::REQUEST_TIMEOUT.into_response(),
    }
}

/// Whether the server can do its work: the store takes writes. For whoever watches over it.
async fn health(State(app): State<Arc<App>>) -> Result<&'static str, Failure> {
    match timeout(HEALTHY, app.store.breathe()).await {
        Ok(Ok(())) if !*app.closing.borrow() => Ok("ok\n"),
        Ok(Err(error)) => Err(error.into()),
        _ => Err(Failure::new(StatusCode::SERVICE_UNAVAILABLE, Sentence::new("server.store"))),
    }
}

/// The one page. A browser without a cookie gets one; nothing is kept about it before it plays.
async fn page(State(app): State<Arc<App>>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let first = uri.path().split('/').nth(1).unwrap_or_default();
    let machine = ["api", "page", "words", "ws", "healthz"].contains(&first) || first.contains('.');
    if machine || !matches!(method, Method::GET | Method::HEAD) {
        return Failure::not_found("server.no-page").into_response();
    }
    let Some(body) = app.assets.index() else {
        return Failure::not_found("server.no-page").into_response();
    };
    let mut response = packed::answer(&headers, "text/html; charset=utf-8", body.into_bytes(), Keep::Ask);
    if guard::cookie(&headers).is_none() {
        let cookie = guard::set_cookie(&secrets::token().0, &headers);
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

async fn file(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    // A name that begins with a version is kept for ever; who comes with the version of another time gets what there is now.
    let (version, bare) = name.split_once('/').filter(|(first, _)| is_version(first)).unwrap_or(("", &name));
    let found = kind(bare).zip(app.assets.file(bare));
    let (kind, body) = found.ok_or_else(|| Failure::not_found("server.no-page"))?;
    Ok(packed::answer(&headers, kind, body, keep(&app, version)))
}

fn is_version(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn keep(app: &App, version: &str) -> Keep {
    if !version.is_empty() && version == app.assets.version() { Keep::ForEver } else { Keep::Ask }
}

/// Which version of the words is meant.
#[derive(serde::Deserialize)]
struct Version {
    #[serde(default)]
    v: String,
}

async fn words(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(Version { v }): Query<Version>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let lang: Option<Lang> = name.strip_suffix(".json").and_then(|name| name.parse().ok());
    let lang = lang.ok_or_else(|| Failure::not_found("server.no-page"))?;
    let words = app.assets.words(lang).into_bytes();
    Ok(packed::answer(&headers, "application/json", words, keep(&app, &v)))
}

/// The body of a request.
fn read<T: DeserializeOwned>(body: &Bytes) -> Result<T, Failure> {
    serde_json::from_slice(body).map_err(|_| Failure::refused("server.body"))
}
