//! Replays and records.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, Query, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use protocol::{Sentence, http::Replay};
use serde::Deserialize;
use store::Stored;
use table::Viewer;

use crate::{app::App, errors::Failure, record, replay, secrets};

pub(super) async fn load(app: &App, table: &str) -> Result<Stored, Failure> {
    let missing = || Failure::not_found("server.no-table");
    if !secrets::is_table_name(table) {
        return Err(missing());
    }
    let stored = app.store.load(table).await?.ok_or_else(missing)?;
    app.game(&stored.row.game).ok_or_else(missing)?;
    Ok(stored)
}

/// Runs a game away from the sockets, few at a time; a game that panics fails this request alone.
pub(super) async fn aside<T: Send + 'static>(
    app: &App,
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let broken = |_| Failure::new(StatusCode::INTERNAL_SERVER_ERROR, Sentence::new("server.broken"));
    let _permit = app.readers.acquire().await;
    tokio::task::spawn_blocking(work).await.map_err(broken)?
}

/// `GET /api/replay/{table}`: everything when the game is over, else what everybody may know.
pub(super) async fn replay(
    State(app): State<Arc<App>>,
    Path(table): Path<String>,
) -> Result<Json<Replay>, Failure> {
    let stored = load(&app, &table).await?;
    let viewer = if stored.row.ended.is_some() { Viewer::Judge } else { Viewer::Public };
    let missing = || Failure::not_found("server.no-table");
    let entry = app.game(&stored.row.game).ok_or_else(missing)?;
    let told = aside(&app, move || {
        record::unpack(entry, &stored.row)?;
        Ok(replay::of_record(entry, &record::of(&stored)?, Some(&table), viewer)?)
    });
    told.await.map(Json)
}

/// `POST /api/replay`: a record that somebody brings.
pub(super) async fn view(State(app): State<Arc<App>>, body: String) -> Result<Json<Replay>, Failure> {
    let reader = Arc::clone(&app);
    aside(&app, move || Ok(replay::of_text(&reader, &body)?)).await.map(Json)
}

/// The form of a download.
#[derive(Deserialize)]
pub(super) struct Form {
    #[serde(default)]
    format: Format,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Format {
    #[default]
    Text,
    Json,
}

/// `GET /api/record/{table}?format=text|json`: when the game is over.
pub(super) async fn download(
    State(app): State<Arc<App>>,
    Path(table): Path<String>,
    Query(Form { format }): Query<Form>,
) -> Result<Response, Failure> {
    let stored = load(&app, &table).await?;
    if stored.row.ended.is_none() {
        return Err(Failure::new(StatusCode::CONFLICT, Sentence::new("server.record-running")));
    }
    let record = record::of(&stored)?;
    let game = &stored.row.game;
    let (kind, ending, body) = match format {
        Format::Text => ("text/plain; charset=utf-8", "txt", record.to_string()),
        Format::Json => ("application/json", "json", record.to_json() + "\n"),
    };
    let name = format!("attachment; filename=\"{game}-{table}.{ending}\"");
    let headers = [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, body).into_response())
}
