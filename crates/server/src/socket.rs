//! A socket: one viewer at one table.

use std::{
    net::{IpAddr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use axum::{
    extract::{
        ConnectInfo, Path, State,
        ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, WebSocketUpgrade},
    },
    http::HeaderMap,
    response::Response,
};
use futures_util::{
    SinkExt, StreamExt,
    stream::{SplitSink, SplitStream},
};
use protocol::{Ask, LONGEST_ASK, PROTOCOL, Refused, Sentence, Tell};
use store::GuestId;
use tokio::{
    sync::watch,
    time::{Instant, interval_at, timeout},
};

use crate::{
    Patience,
    app::App,
    errors::Failure,
    guard,
    limits::{Bucket, Counted, Who, network},
    live::{ConnId, Joined, Message},
    metrics::count,
    queue::{self, Queue, Room, WeakOutbox},
    secrets,
};

/// The buffers of a socket, in bytes.
const BUFFER: usize = 4 << 10;

/// A repeated hello counts for so many frames: its answer is the whole table.
const HELLO: f64 = 10.0;

/// So many pings may come before the first hello.
const EARLY: usize = 8;

/// So many frames that cannot be understood are answered; then the socket is closed.
const JUNK: u32 = 20;

static NEXT: AtomicU64 = AtomicU64::new(1);

/// `GET /ws/ID`.
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    Path(table): Path<String>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failure> {
    if !guard::is_own(&headers, false) {
        return Err(Failure::forbidden("server.origin"));
    }
    if !secrets::is_table_name(&table) {
        return Err(Failure::not_found("server.no-table"));
    }
    let guest = match guard::cookie(&headers) {
        Some(token) => app.store.guest(&token).await?.map(|guest| guest.id),
        None => None,
    };
    let limits = app.config.limits.at(address.ip());
    let caller = limits.caller(address.ip(), &headers);
    let who = guest.map_or(Who::Address(caller), Who::Guest);
    let purse = match guest {
        Some(_) => Purse::Own(Bucket::new(limits.frames, limits.frames_at_once)),
        None if !app.visits.take(caller, limits.visits, limits.visits_at_once) => {
            return Err(Failure::too_many());
        }
        None => Purse::Shared { address: caller, rate: limits.watching, full: limits.frames_at_once },
    };
    let counted = app.sockets.open(who, limits.sockets).ok_or_else(Failure::too_many)?;
    let all = Arc::clone(&app.waiting);
    let owners = [Some(Who::Address(caller)), guest.map(Who::Guest)].into_iter().flatten();
    let owners = owners.map(|owner| app.queued.of(owner, limits.owner_bytes)).collect();
    let room = Room { own: limits.queue_bytes, owners, all };
    let awake = limits.awake;
    let door = Door { peer: network(address.ip()), caller, purse, room, awake };
    // The usual buffers, 128 kB each way, would be most of what a table weighs.
    let upgrade = upgrade.read_buffer_size(BUFFER).write_buffer_size(BUFFER);
    let upgrade = upgrade.max_message_size(LONGEST_ASK).max_frame_size(LONGEST_ASK);
    Ok(upgrade.on_upgrade(move |socket| serve(app, table, guest, socket, door, counted)))
}

/// Where a socket comes from, and what it may still ask for.
struct Door {
    /// Who has connected: the proxy where there is one.
    peer: IpAddr,
    /// Who is behind it.
    caller: IpAddr,
    purse: Purse,
    /// What may wait to be written.
    room: Room,
    /// How many tables the caller may keep awake.
    awake: u32,
}

/// What pays for frames.
enum Purse {
    /// Each socket of a guest has its own.
    Own(Bucket),
    /// All sockets without a cookie of an address share one, so that it does not help to come again.
    Shared { address: IpAddr, rate: f64, full: f64 },
}

impl Purse {
    fn take(&mut self, app: &App, frames: f64) -> bool {
        match self {
            Purse::Own(bucket) => bucket.take_some(frames),
            Purse::Shared { address, rate, full } => app.watching.take_some(*address, *rate, *full, frames),
        }
    }
}

impl Door {
    /// Whoever is sent away for junk has to wait before the next connection is opened.
    fn close(&self, app: &App) {
        app.visits.empty(self.caller);
        if self.peer == self.caller {
            app.connects.empty(self.peer);
        }
    }
}

async fn serve(
    app: Arc<App>,
    table: String,
    guest: Option<GuestId>,
    socket: WebSocket,
    door: Door,
    _counted: Counted<Who>,
) {
    let _open = Open::new(&app);
    let patience = app.config.patience;
    let (mut sink, mut stream) = socket.split();
    let version = match timeout(patience.hello, hello(&mut stream)).await {
        Ok(Some(Ok(version))) => version,
        Ok(Some(Err(theirs))) => {
            let why = Sentence::new("server.protocol").with("ours", PROTOCOL).with("theirs", theirs);
            say_goodbye(&mut sink, why, patience.deaf).await;
            return;
        }
        Ok(None) | Err(_) => return,
    };
    let conn = NEXT.fetch_add(1, Ordering::Relaxed);
    let (out, queue) = queue::channel(app.config.limits.queue, door.room.clone());
    let (answers, revoked) = (out.downgrade(), out.revoked());
    let join = Message::Join(Joined { conn, guest, out, version });
    if let Err(full) = app.send_for(&table, join, Some((door.caller, door.awake))).await {
        say_goodbye(&mut sink, Sentence::new(full.word()), patience.deaf).await;
        return;
    }
    let reading = read(&app, &table, conn, stream, door, answers);
    // Whoever ends first ends both: a viewer that left, or a table that has sent it away.
    tokio::select! {
        () = reading => {}
        () = write(sink, queue, app.closing.subscribe(), patience) => {}
        () = revoked.notified() => {}
    }
    app.send_if_awake(&table, Message::Leave(conn)).await;
}

/// A socket that is counted while it is open.
struct Open(Arc<App>);

impl Open {
    fn new(app: &Arc<App>) -> Open {
        count(&app.metrics.sockets);
        count(&app.metrics.sockets_open);
        Open(Arc::clone(app))
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.metrics.sockets_open.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The first frame: the version that the client has, or the protocol that it speaks instead of ours.
async fn hello(stream: &mut SplitStream<WebSocket>) -> Option<Result<Option<u32>, u32>> {
    for _ in 0..EARLY {
        match stream.next().await?.ok()? {
            Frame::Text(text) => match serde_json::from_str(&text).ok()? {
                Ask::Hello { protocol: PROTOCOL, version } => return Some(Ok(version)),
                Ask::Hello { protocol, .. } => return Some(Err(protocol)),
                _ => return None,
            },
            Frame::Ping(_) | Frame::Pong(_) => {}
            Frame::Binary(_) | Frame::Close(_) => return None,
        }
    }
    None
}

/// Sends somebody away who shall come back.
async fn say_goodbye(sink: &mut SplitSink<WebSocket, Frame>, why: Sentence, deaf: Duration) {
    let text = serde_json::to_string(&Tell::Gone { why, again: true }).expect("frames are plain data");
    let farewell = async {
        let _ = sink.send(Frame::Text(text.into())).await;
        let _ = sink.close().await;
    };
    let _ = timeout(deaf, farewell).await;
}

/// Hands the client's wishes to the table, no faster than the limits say.
async fn read(
    app: &Arc<App>,
    table: &str,
    conn: ConnId,
    mut stream: SplitStream<WebSocket>,
    mut door: Door,
    answers: WeakOutbox,
) {
    let mut junk = 0;
    while let Ok(Some(Ok(frame))) = timeout(app.config.patience.silence, stream.next()).await {
        count(&app.metrics.frames);
        let answer = match frame {
            Frame::Close(_) => return,
            // The answer to a ping has been written already; who sends too many is sent away.
            Frame::Ping(_) | Frame::Pong(_) if door.purse.take(app, 1.0) => continue,
            Frame::Ping(_) | Frame::Pong(_) => Tell::Busy { key: None },
            Frame::Text(text) => match serde_json::from_str::<Ask>(&text) {
                Ok(ask) if !door.purse.take(app, price(&ask)) => {
                    count(&app.metrics.throttled);
                    Tell::Busy { key: ask.key().cloned() }
                }
                Ok(ask) => {
                    if app.send(table, Message::Ask(conn, ask)).await.is_err() {
                        return;
                    }
                    continue;
                }
                Err(_) => not_understood(),
            },
            Frame::Binary(_) => not_understood(),
        };
        junk += 1;
        count(&app.metrics.junk);
        if junk > JUNK {
            door.close(app);
            return;
        }
        let text = serde_json::to_string(&answer).expect("frames are plain data");
        // The table holds the queue while this viewer is welcome.
        let Some(answers) = answers.upgrade() else { return };
        if answers.put(text.into(), None).is_err() {
            return;
        }
    }
}

/// For how many frames a wish counts.
fn price(ask: &Ask) -> f64 {
    if matches!(ask, Ask::Hello { .. }) { HELLO } else { 1.0 }
}

fn not_understood() -> Tell {
    Tell::Refused(Box::new(Refused {
        key: None,
        rule: "notation".into(),
        why: Sentence::new("server.frame"),
    }))
}

async fn closes(closing: &mut watch::Receiver<bool>) {
    let _ = closing.wait_for(|closing| *closing).await;
}

/// Sends what waits, and asks now and then whether anybody is there.
async fn write(
    mut sink: SplitSink<WebSocket, Frame>,
    mut queue: Queue,
    mut closing: watch::Receiver<bool>,
    Patience { ping, deaf, .. }: Patience,
) {
    let mut pings = interval_at(Instant::now() + ping, ping);
    loop {
        // What is being written still counts as waiting.
        let mut written = None;
        let frame = tokio::select! {
            biased;
            () = closes(&mut closing) => {
                // Nobody is lost: the page comes back by itself and is told what it has missed.
                return say_goodbye(&mut sink, Sentence::new("server.restarts"), deaf).await;
            }
            waiting = queue.recv() => match waiting {
                Some(waiting) => Frame::Text(written.insert(waiting).text.clone()),
                None => break,
            },
            _ = pings.tick() => Frame::Ping(Vec::new().into()),
        };
        // Who does not read is not waited for.
        if !matches!(timeout(deaf, sink.send(frame)).await, Ok(Ok(()))) {
            return;
        }
    }
    let away = CloseFrame { code: 1001, reason: Utf8Bytes::from_static("") };
    let _ = sink.send(Frame::Close(Some(away))).await;
}
