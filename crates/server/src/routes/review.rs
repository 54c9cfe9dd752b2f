//! The truth about the moves of a game, where it is known.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use axum::{
    Json,
    extract::{ConnectInfo, Path, Query, State},
    http::{HeaderMap, StatusCode},
};
use catalogue::Mark;
use protocol::{
    Sentence,
    http::{MarkTold, Review},
};
use serde::Deserialize;
use table::record::{Record, RecordError};

use super::{guests::known, records::load};
use crate::{
    app::App,
    errors::Failure,
    limits::Who,
    record,
    thinking::{self, ANALYSIS_COST, Job, Kind, Owner, REVIEW_COST},
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
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Json<Review>, Failure> {
    let stored = load(&app, &table).await?;
    if stored.row.mode == "link" && stored.row.ended.is_none() {
        return Err(Failure::forbidden("server.review.online"));
    }
    let owner = owner(&app, address, &headers).await?;
    let kind = if n.is_some() { Kind::Analysis } else { Kind::Review };
    consider(&app, owner, kind, move |stop| Ok(review(&record::of(&stored)?, n, stop)?)).await.map(Json)
}

/// `POST /api/review`: of a record that somebody brings.
pub(super) async fn of_text(
    State(app): State<Arc<App>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: String,
) -> Result<Json<Review>, Failure> {
    let owner = owner(&app, address, &headers).await?;
    consider(&app, owner, Kind::Review, move |stop| Ok(review(&Record::read(&body)?, None, stop)?))
        .await
        .map(Json)
}

/// Who asks: a guest, or an address.
async fn owner(app: &App, address: SocketAddr, headers: &HeaderMap) -> Result<Owner, Failure> {
    let caller = app.config.limits.at(address.ip()).caller(address.ip(), headers);
    let guest = known(app, headers).await?;
    Ok(Owner::Who(guest.map_or(Who::Address(caller), |guest| Who::Guest(guest.id))))
}

/// Thinks in the fair queue. Whoever goes away meanwhile gives up the place, or stops the work.
async fn consider<T: Send + 'static>(
    app: &App,
    owner: Owner,
    kind: Kind,
    work: impl FnOnce(&AtomicBool) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let cost = if kind == Kind::Analysis { ANALYSIS_COST } else { REVIEW_COST };
    let busy = |word| Failure::new(StatusCode::TOO_MANY_REQUESTS, Sentence::new(word));
    let submitted = Job::submit(&app.thinkers, owner, kind, cost);
    let (job, ticket) = submitted.map_err(|refused| busy(thinking::refusal(refused)))?;
    let permit = ticket.admitted().await.map_err(|_| busy("server.think.all"))?;
    let stop = job.stop();
    let thought = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        work(&stop)
    });
    let broken = |_| Failure::new(StatusCode::INTERNAL_SERVER_ERROR, Sentence::new("server.broken"));
    thought.await.map_err(broken)?
}

fn review(record: &Record, only: Option<usize>, stop: &AtomicBool) -> Result<Review, RecordError> {
    let mut positions = Vec::new();
    let mut n = 0;
    catalogue::replay(record, |table, _, _| {
        if only.is_none_or(|only| only == n) && !stop.load(Ordering::Relaxed) {
            let told = |marks: Vec<(String, Mark)>| marks.into_iter().map(|(text, mark)| (text, told(mark)));
            positions.push(table.analyse().map(|marks| told(marks).collect()));
        }
        n += 1;
    })?;
    Ok(Review { from: only.unwrap_or(0) as u32, positions })
}

fn told(mark: Mark) -> MarkTold {
    match mark {
        Mark::Won => MarkTold::Won,
        Mark::Drawn => MarkTold::Drawn,
        Mark::Lost => MarkTold::Lost,
    }
}
