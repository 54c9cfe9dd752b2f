//! The truth about the moves of a game, where it is known.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, Query, State},
};
use catalogue::Mark;
use protocol::http::{MarkTold, Review};
use serde::Deserialize;
use table::record::{Record, RecordError};

use super::records::{aside, load};
use crate::{app::App, errors::Failure, record};

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
) -> Result<Json<Review>, Failure> {
    let stored = load(&app, &table).await?;
    if stored.row.mode == "link" && stored.row.ended.is_none() {
        return Err(Failure::forbidden("server.review.online"));
    }
    aside(&app, move || Ok(review(&record::of(&stored)?, n)?)).await.map(Json)
}

/// `POST /api/review`: of a record that somebody brings.
pub(super) async fn of_text(State(app): State<Arc<App>>, body: String) -> Result<Json<Review>, Failure> {
    aside(&app, move || Ok(review(&Record::read(&body)?, None)?)).await.map(Json)
}

fn review(record: &Record, only: Option<usize>) -> Result<Review, RecordError> {
    let mut positions = Vec::new();
    let mut n = 0;
    catalogue::replay(record, |table, _, _| {
        if only.is_none_or(|only| only == n) {
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
