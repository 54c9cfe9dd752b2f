//! Replays and records.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    extract::{ConnectInfo, Path, Query, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use catalogue::Entry;
use protocol::Sentence;
use serde::Deserialize;
use store::Stored;
use table::{
    Viewer,
    record::{Record, RecordError},
};

use crate::{
    app::App,
    errors::Failure,
    reading::{Kind, Reader, Slice},
    record,
    replay::{self, Run, Written},
    secrets,
};

pub(super) async fn load(app: &App, table: &str) -> Result<Stored, Failure> {
    let missing = || Failure::not_found("server.no-table");
    if !secrets::is_table_name(table) {
        return Err(missing());
    }
    let stored = app.store.load(table).await?.ok_or_else(missing)?;
    app.game(&stored.row.game).ok_or_else(missing)?;
    Ok(stored)
}

/// `GET /api/replay/{table}`: everything when the game is over, else what everybody may know.
pub(super) async fn replay(
    State(app): State<Arc<App>>,
    Path(table): Path<String>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let reader = Reader::new(&app, peer, &headers, Kind::Replay).await?;
    let stored = load(&app, &table).await?;
    let viewer = if stored.row.ended.is_some() { Viewer::Judge } else { Viewer::Public };
    let missing = || Failure::not_found("server.no-table");
    let entry = app.game(&stored.row.game).ok_or_else(missing)?;
    record::unpack(entry, &stored.row)?;
    show(reader, entry, record::of(&stored)?, Some(table), viewer).await
}

/// `POST /api/replay`: a record that somebody brings.
pub(super) async fn view(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: String,
) -> Result<Response, Failure> {
    let mut reader = Reader::new(&app, peer, &headers, Kind::Replay).await?;
    let (_, record) = reader.slice((), move |(), _| Record::read(&body)).await?;
    let record = record?;
    let entry = replay::entry(&app, &record)?;
    show(reader, entry, record, None, Viewer::Judge).await
}

/// Runs a record to its end, so that whoever brings a wrong one is told; then shows it while it is read.
async fn show(
    mut reader: Reader,
    entry: &'static Entry,
    record: Record,
    table: Option<String>,
    viewer: Viewer,
) -> Result<Response, Failure> {
    let (_, over) = reader.work(Run::new(entry, &record, viewer)?, check).await?;
    let over = over?;
    let written = Written::new(entry, &record, table.as_deref(), viewer, over)?;
    drop(record);
    Ok(([(header::CONTENT_TYPE, "application/json")], reader.body(written)).into_response())
}

/// Runs on to the end of the record: whether the game is over there.
fn check(run: &mut Run, slice: &Slice) -> Option<Result<bool, RecordError>> {
    while !slice.is_over() {
        match run.step(false) {
            Ok(Some(_)) => {}
            Ok(None) => return Some(Ok(run.outcome().is_some())),
            Err(error) => return Some(Err(error)),
        }
    }
    None
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
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let _reader = Reader::new(&app, peer, &headers, Kind::Replay).await?;
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
