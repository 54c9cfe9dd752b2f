//! The guest that the cookie names: name, games, export, erasing.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    Json,
    body::Bytes,
    extract::{ConnectInfo, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use protocol::{
    Mode, Sentence,
    http::{Erased, Lobby, Me, Rename, TableCard},
};
use store::{Guest, GuestId, Summary};
use table::Seat;
use tokio::sync::mpsc::Sender;

use super::read;
use crate::{
    app::App,
    errors::Failure,
    guard,
    live::Message,
    reading::{Kind, Reader, pipe},
    record, secrets,
};

/// The longest display name, in characters.
const LONGEST_NAME: usize = 24;

/// How many games are exported at most, the newest first.
const EXPORTED: u32 = 2000;

/// A listed table is shown while something has happened within so many seconds.
const LATELY: i64 = 6 * 3600;

/// The guest of a request, if there is one.
pub(super) async fn known(app: &App, headers: &HeaderMap) -> Result<Option<Guest>, Failure> {
    match guard::cookie(headers) {
        Some(token) => Ok(app.store.guest(&token).await?),
        None => Ok(None),
    }
}

/// The guest of a request, who is made known now if need be.
pub(super) struct Welcomed {
    pub(super) id: GuestId,
    /// A cookie that the answer must carry.
    cookie: Option<HeaderValue>,
}

impl Welcomed {
    /// An answer that gives the guest the cookie.
    pub(super) fn answer(self, answer: impl IntoResponse) -> Response {
        let mut response = answer.into_response();
        if let Some(cookie) = self.cookie {
            response.headers_mut().insert(header::SET_COOKIE, cookie);
        }
        response
    }
}

/// Makes the guest of a request known.
pub(super) async fn welcome(app: &App, headers: &HeaderMap) -> Result<Welcomed, Failure> {
    if let Some(guest) = known(app, headers).await? {
        return Ok(Welcomed { id: guest.id, cookie: None });
    }
    let (cookie, token) = match guard::cookie(headers) {
        Some(token) => (None, token),
        None => {
            let (secret, token) = secrets::token();
            (Some(guard::set_cookie(&secret, headers)), token)
        }
    };
    let id = app.store.welcome(token, app.now()).await?;
    Ok(Welcomed { id, cookie })
}

/// `GET /api/me`.
pub(super) async fn me(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Json<Me>, Failure> {
    let Some(guest) = known(&app, &headers).await? else { return Ok(Json(Me { name: None, tables: 0 })) };
    let (_, tables) = app.store.count(guest.id).await?;
    Ok(Json(Me { name: guest.name, tables }))
}

/// `POST /api/me`.
pub(super) async fn rename(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Failure> {
    let Rename { name } = read(&body)?;
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.chars().count() > LONGEST_NAME || name.chars().any(is_invisible) {
        let why = Sentence::new("server.name").with("most", LONGEST_NAME);
        return Err(Failure::new(StatusCode::UNPROCESSABLE_ENTITY, why));
    }
    let name = (!name.is_empty()).then_some(name);
    let guest = welcome(&app, &headers).await?;
    app.store.rename(guest.id, name.clone()).await?;
    for summary in app.store.games_of(guest.id, false, 100).await? {
        app.send_if_awake(&summary.row.id, Message::SeatsChanged).await;
    }
    let (_, tables) = app.store.count(guest.id).await?;
    Ok(guest.answer(Json(Me { name, tables })))
}

/// Characters that could make a name look like something else: controls, and those that turn or hide text.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// `DELETE /api/me`.
pub(super) async fn erase(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Response, Failure> {
    let mut told = Erased { tables: 0, left: 0 };
    if let Some(guest) = known(&app, &headers).await? {
        let erased = app.store.erase(guest.id).await?;
        told = Erased { tables: erased.games.len() as u32, left: erased.left.len() as u32 };
        for table in &erased.games {
            app.send_if_awake(table, Message::Erased).await;
        }
        for (table, _) in &erased.left {
            app.send_if_awake(table, Message::SeatsChanged).await;
        }
        for (table, seat) in erased.abandoned {
            // Whoever waits opposite is told, now or when looking next.
            let _ = app.send(&table, Message::Abandoned(seat)).await;
        }
    }
    Ok(([(header::SET_COOKIE, guard::forget_cookie())], Json(told)).into_response())
}

/// `GET /api/me/export`: own records as JSONL. A game with secrets that goes on is not in it yet.
pub(super) async fn export(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let reader = Reader::new(&app, peer, &headers, Kind::Replay).await?;
    let mut games = Vec::new();
    if let Some(guest) = known(&app, &headers).await? {
        games = app.store.games_of(guest.id, false, EXPORTED).await?;
        games.retain(|summary| !has_secrets(&app, summary));
        games.extend(app.store.games_of(guest.id, true, EXPORTED).await?);
    }
    let games: Vec<String> = games.into_iter().map(|summary| summary.row.id).collect();
    let (sender, body) = pipe();
    tokio::spawn(async move {
        if pack(&app, reader, games, &sender).await.is_some() {
            let _ = sender.send(Bytes::new()).await;
        }
    });
    let kind = (header::CONTENT_TYPE, "application/jsonl; charset=utf-8");
    let name = (header::CONTENT_DISPOSITION, "attachment; filename=\"vis-a-vis.jsonl\"");
    Ok(([kind, name], body).into_response())
}

/// Writes one record after the other while they are read; `None` when nobody reads them or the store fails.
async fn pack(app: &App, mut reader: Reader, games: Vec<String>, sender: &Sender<Bytes>) -> Option<()> {
    for game in games {
        let Some(stored) = app.store.load(&game).await.ok()? else { continue };
        let (_, line) =
            reader.slice((), move |(), _| record::of(&stored).map(|record| record.to_json())).await.ok()?;
        // A game that cannot be read is left out.
        if let Ok(line) = line
            && !reader.send(sender, format!("{line}\n").into_bytes()).await
        {
            return None;
        }
    }
    Some(())
}

fn has_secrets(app: &App, summary: &Summary) -> bool {
    let table = app.game(&summary.row.game).and_then(|entry| record::open(entry, &summary.row).ok());
    table.is_none_or(|table| table.has_secrets())
}

/// `GET /api/lobby`.
pub(super) async fn lobby(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<Json<Lobby>, Failure> {
    let guest = known(&app, &headers).await?.map(|guest| guest.id);
    let cards = |list: Vec<Summary>| -> Vec<TableCard> {
        let known = list.into_iter().filter(|summary| app.game(&summary.row.game).is_some());
        known.map(|summary| card(summary, guest)).collect()
    };
    let mut watch = cards(app.store.to_watch(app.now() - LATELY, 48).await?);
    watch.retain(|card| card.you.is_empty());
    let (mine, finished) = match guest {
        Some(guest) => (
            cards(app.store.games_of(guest, false, 48).await?),
            cards(app.store.games_of(guest, true, 24).await?),
        ),
        None => (Vec::new(), Vec::new()),
    };
    Ok(Json(Lobby { watch, mine, finished }))
}

fn card(summary: Summary, guest: Option<GuestId>) -> TableCard {
    let Summary { row, seats, lines, touched } = summary;
    let holds = |seat: &Seat| seats[*seat].holders.iter().any(|(holder, _)| Some(*holder) == guest);
    let open = |seat: &Seat| seats[*seat].occupant == "open";
    let mode = match row.mode.as_str() {
        "computer" => Mode::Computer,
        "screen" => Mode::Screen,
        _ => Mode::Link,
    };
    TableCard {
        names: Seat::BOTH.map(|seat| seats[seat].name().map(str::to_owned)),
        you: Seat::BOTH.into_iter().filter(holds).collect(),
        open: Seat::BOTH.into_iter().filter(open).collect(),
        id: row.id,
        game: row.game,
        mode,
        level: row.level,
        version: lines,
        touched,
        outcome: row.ended.map(|ended| ended.outcome),
    }
}
