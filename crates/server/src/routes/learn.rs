//! Lessons: what there is to learn, and a table that remembers nothing.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    Json,
    body::Bytes,
    extract::{ConnectInfo, Path, State},
    http::HeaderMap,
};
use catalogue::Entry;
use protocol::http::{LessonAsked, LessonCard, LessonTold};

use super::read;
use crate::{
    app::App,
    errors::Failure,
    lesson::{self, both},
    reading::{Kind, Reader},
};

fn game(app: &App, id: &str) -> Result<&'static Entry, Failure> {
    app.game(id).ok_or_else(|| Failure::not_found("server.no-game"))
}

/// `GET /api/learn/{game}`.
pub(super) async fn list(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<Vec<LessonCard>>, Failure> {
    let course = lessons::course(game(&app, &id)?).map_err(|_| Failure::not_found("server.no-lesson"))?;
    let card = |lesson: lessons::Lesson| LessonCard {
        title: both(&lesson.title),
        text: both(&lesson.text),
        id: lesson.id,
        rules: lesson.rules,
    };
    Ok(Json(course.lessons.into_iter().map(card).collect()))
}

/// `POST /api/learn/{game}/{lesson}`.
pub(super) async fn attempt(
    State(app): State<Arc<App>>,
    Path((id, name)): Path<(String, String)>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<LessonTold>, Failure> {
    let entry = game(&app, &id)?;
    let asked: LessonAsked = read(&body)?;
    let mut reader = Reader::new(&app, peer, &headers, Kind::Lesson).await?;
    let answer = reader.slice((), move |(), _| {
        let course = lessons::course(entry).map_err(|_| Failure::not_found("server.no-lesson"))?;
        let lesson = course.find(&name).ok_or_else(|| Failure::not_found("server.no-lesson"))?;
        if asked.played.len() > lesson.within {
            return Err(Failure::refused("server.lesson-over"));
        }
        Ok(lesson::answer(entry, lesson, &asked.played, asked.ask)?)
    });
    answer.await?.1.map(Json)
}
