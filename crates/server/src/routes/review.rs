//! The truth about the moves of a game, where it is known.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    body::Bytes,
    extract::{ConnectInfo, Path, Query, State},
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use catalogue::{Entry, Mark};
use protocol::http::{MarkTold, Review};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use table::{
    Viewer,
    record::{Record, RecordError},
};

use super::records::load;
use crate::{
    app::App,
    errors::Failure,
    reading::{Kind, Reader, ReviewKey, Slice},
    record,
    replay::{self, Run},
};

/// Which position, when one is enough.
#[derive(Deserialize)]
pub(super) struct Which {
    n: Option<usize>,
}

/// `GET /api/review/{table}?n=N`: every position, or one. While two people play, nobody is told.
pub(super) async fn of_table(
    State(app): State<Arc<App>>,
    Path(table): Path<String>,
    Query(Which { n }): Query<Which>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let reader = Reader::new(&app, peer, &headers, Kind::Review).await?;
    let stored = load(&app, &table).await?;
    if stored.row.mode == "link" && stored.row.ended.is_none() {
        return Err(Failure::forbidden("server.review.online"));
    }
    review(&app, reader, record::of(&stored)?, n).await
}

/// `POST /api/review`: of a record that somebody brings.
pub(super) async fn of_text(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: String,
) -> Result<Response, Failure> {
    let mut reader = Reader::new(&app, peer, &headers, Kind::Review).await?;
    let (_, record) = reader.slice((), move |(), _| Record::read(&body)).await?;
    review(&app, reader, record?, None).await
}

/// The review of a record, from those that were made lately if it is among them.
async fn review(
    app: &App,
    mut reader: Reader,
    record: Record,
    only: Option<usize>,
) -> Result<Response, Failure> {
    let entry = replay::entry(app, &record)?;
    record.teams.iter().try_for_each(|(name, text)| (entry.unpack)(name, text))?;
    let key = key(entry, &record, only);
    let text = match app.reviews.get(&key) {
        Some(text) => text,
        None => {
            let run = Run::new(entry, &record, Viewer::Judge)?;
            let review = Review { from: only.unwrap_or(0) as u32, positions: Vec::new() };
            let state = (run, review, 0);
            let ((_, review, _), done) =
                reader.work(state, move |state, slice| look(state, only, slice)).await?;
            done?;
            let text = Bytes::from(serde_json::to_vec(&review).expect("reviews are plain data"));
            app.reviews.keep(key, text.clone());
            text
        }
    };
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

/// What a review is known by. The analyst knows more when a solution is loaded, which also offers a level more.
fn key(entry: &Entry, record: &Record, only: Option<usize>) -> ReviewKey {
    let levels = (entry.levels)().len();
    let analyst = format!("{} {} {levels} {only:?}\n", env!("CARGO_PKG_VERSION"), entry.rules);
    Sha256::new().chain_update(analyst).chain_update(record.to_string()).finalize().into()
}

/// Looks at one position after the other; says when the last has been looked at.
fn look(
    (run, review, n): &mut (Run, Review, usize),
    only: Option<usize>,
    slice: &Slice,
) -> Option<Result<(), RecordError>> {
    while !slice.is_over() {
        if only.is_none_or(|only| only == *n) {
            let told = |marks: Vec<(String, Mark)>| marks.into_iter().map(|(text, mark)| (text, told(mark)));
            review.positions.push(run.table.analyse().map(|marks| told(marks).collect()));
        }
        *n += 1;
        match run.step(false) {
            Ok(Some(_)) => {}
            Ok(None) => return Some(Ok(())),
            Err(error) => return Some(Err(error)),
        }
    }
    None
}

fn told(mark: Mark) -> MarkTold {
    match mark {
        Mark::Won => MarkTold::Won,
        Mark::Drawn => MarkTold::Drawn,
        Mark::Lost => MarkTold::Lost,
    }
}
