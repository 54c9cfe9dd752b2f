//! Opening tables, and the links that lead to their seats.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    Json,
    body::Bytes,
    extract::{ConnectInfo, Path, State},
    http::{HeaderMap, StatusCode},
    response::Response,
};
use catalogue::Entry;
use protocol::{
    Mode, Sentence,
    http::{NewTable, Opened, SeatLink, Seated, TakeSeat, WantLink, WantSeat},
};
use search::Level;
use store::{AppendError, GameRow, GuestId, NewGame, NewSeat, TakeError, Token};
use table::{BySeat, Seat};

use super::{
    guests::{known, welcome},
    read,
};
use crate::{
    Config,
    app::App,
    errors::Failure,
    live::{ENGINE, Message, clock},
    secrets,
};

/// `POST /api/tables`.
pub(super) async fn open(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Failure> {
    let wish: NewTable = read(&body)?;
    let entry = app.game(&wish.game).ok_or_else(|| Failure::not_found("server.no-game"))?;
    let own = match wish.seat {
        WantSeat::One => Seat::One,
        WantSeat::Two => Seat::Two,
        WantSeat::Random => Seat::BOTH[usize::from(secrets::random::<1>()[0] % 2)],
    };
    let row = row(&app, entry, &wish, own)?;
    let limits = app.config.limits.at(peer.ip());
    let caller = limits.caller(peer.ip(), &headers);
    if !app.opens.take(caller, limits.opens, limits.opens_at_once) {
        return Err(Failure::new(StatusCode::TOO_MANY_REQUESTS, Sentence::new("server.opens")));
    }
    let guest = welcome(&app, &headers).await?;
    let (running, _) = app.store.count(guest.id).await?;
    if running >= app.config.limits.tables {
        let why = Sentence::new("server.tables").with("most", app.config.limits.tables);
        return Err(Failure::new(StatusCode::TOO_MANY_REQUESTS, why));
    }
    let (link, token) = secrets::token();
    let seats = BySeat::from_fn(|seat| side(wish.mode, seat == own, guest.id, token));
    let table = row.id.clone();
    app.store.open_game(NewGame { row, seats }, None).await.map_err(|error| match error {
        AppendError::Store(error) => error.into(),
        AppendError::Conflict => Failure::refused("server.store"),
    })?;
    let invite = (wish.mode == Mode::Link).then(|| SeatLink { seat: !own, path: format!("/seat/{link}") });
    Ok(guest.answer((StatusCode::CREATED, Json(Opened { table, invite }))))
}

fn row(app: &App, entry: &'static Entry, wish: &NewTable, own: Seat) -> Result<GameRow, Failure> {
    let pairs: Vec<(String, String)> = wish.options.clone().into_iter().collect();
    let level = match wish.mode {
        Mode::Computer => Some(level(entry, wish.level.as_deref(), &app.config)?),
        Mode::Link | Mode::Screen => None,
    };
    // An engine has no level, and so no handicap.
    let known: Option<Level> = level.as_deref().and_then(|level| level.parse().ok());
    let options = (entry.seated)(&pairs, BySeat::from_fn(|seat| known.filter(|_| seat != own)))?;
    if wish.mode == Mode::Link {
        (entry.online)(&options)?;
    }
    let mode = match wish.mode {
        Mode::Computer => "computer",
        Mode::Link => "link",
        Mode::Screen => "screen",
    };
    Ok(GameRow {
        id: secrets::table_name(),
        game: entry.id.into(),
        rules: entry.rules,
        options: options.into_iter().collect(),
        mode: mode.into(),
        level,
        listed: wish.listed.unwrap_or(wish.mode == Mode::Computer),
        seed: secrets::seed().0,
        began: app.now(),
        ended: None,
        number: 1,
        won: BySeat([0, 0]),
        drawn: 0,
        next: None,
        clock: wish.clock.map(|clock| clock.name().to_owned()),
        ticks: clock::at_start(wish.clock, app.config.time.now()),
        luggage: (entry.luggage)(&pairs)?,
    })
}

/// The level or the engine that was wished for, if it is offered; without a wish the weakest level.
fn level(entry: &Entry, wish: Option<&str>, config: &Config) -> Result<String, Failure> {
    let levels = (entry.levels)().iter().map(|level| level.name().to_owned());
    let engines = config.engines.iter().map(|(name, _)| format!("{ENGINE}{name}"));
    let mut offered = levels.chain(engines);
    let level = match wish {
        Some(name) => offered.find(|offered| offered == name),
        None => offered.next(),
    };
    level.ok_or_else(|| Failure::refused("server.level"))
}

fn side(mode: Mode, own: bool, guest: GuestId, token: Token) -> NewSeat {
    let guest = NewSeat { occupant: "guest".into(), holders: vec![guest], link: None };
    let empty = |occupant: &str, link| NewSeat { occupant: occupant.into(), holders: Vec::new(), link };
    match mode {
        Mode::Screen => guest,
        _ if own => guest,
        Mode::Computer => empty("computer", None),
        Mode::Link => empty("open", Some(token)),
    }
}

/// `POST /api/tables/{table}/link`: to the own seat, or to an open one at the own table.
pub(super) async fn link(
    State(app): State<Arc<App>>,
    Path(table): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<SeatLink>, Failure> {
    let WantLink { seat } = read(&body)?;
    let no = || Failure::forbidden("server.not-your-seat");
    let guest = known(&app, &headers).await?.ok_or_else(no)?;
    let seats = app.store.seats(&table).await?;
    let holds = |seat: Seat| seats[seat].holders.iter().any(|(holder, _)| *holder == guest.id);
    let invites = holds(!seat) && seats[seat].occupant == "open";
    if !holds(seat) && !invites {
        return Err(no());
    }
    let (secret, token) = secrets::token();
    app.store.link(table, seat, token).await?;
    Ok(Json(SeatLink { seat, path: format!("/seat/{secret}") }))
}

/// `POST /api/seat`: exchanges a link for its seat.
pub(super) async fn take(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Failure> {
    let TakeSeat { token, claim } = read(&body)?;
    let token = secrets::hash(&token).ok_or_else(|| Failure::not_found("server.no-link"))?;
    let claim = claim.and_then(|claim| secrets::hash(&claim));
    let guest = welcome(&app, &headers).await?;
    let taken = app.store.take(token, guest.id, claim).await.map_err(|error| match error {
        TakeError::NoLink => Failure::not_found("server.no-link"),
        TakeError::OwnTable(table) => {
            Failure::new(StatusCode::CONFLICT, Sentence::new("server.own-table").with("table", table))
        }
        TakeError::Store(error) => error.into(),
    })?;
    app.send_if_awake(&taken.game, Message::SeatsChanged).await;
    Ok(guest.answer(Json(Seated { table: taken.game, seat: taken.seat })))
}
