//! Connections that are cut at any byte, in either direction: everybody converges to the server's view, and no move is
//! made twice.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time::timeout,
};
use tokio_tungstenite::{
    client_async,
    tungstenite::{Message, client::IntoClientRequest, http::HeaderValue},
};

use crate::{
    common::{Guest, House, choice, version},
    dice::Dice,
};

/// Longer than any frame and any handshake, so that something gets through now and then.
const LONGEST: usize = 12_000;

/// A table that has come to its end by then has not converged.
const PATIENCE: Duration = Duration::from_secs(120);

/// A wire to the server that is cut after some bytes, other ones each time.
async fn wire(server: SocketAddr, seed: u64) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        let mut dice = Dice(seed);
        while let Ok((near, _)) = listener.accept().await {
            let Ok(far) = TcpStream::connect(server).await else { continue };
            let (there, back) = (dice.below(LONGEST / 4), dice.below(LONGEST));
            tokio::spawn(async move {
                let (near_read, near_write) = near.into_split();
                let (far_read, far_write) = far.into_split();
                // Whichever is cut first cuts both, in the middle of whatever was on its way.
                tokio::select! {
                    () = pass(near_read, far_write, there) => {}
                    () = pass(far_read, near_write, back) => {}
                }
            });
        }
    });
    address
}

async fn pass(mut from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin, mut left: usize) {
    let mut bytes = [0; 512];
    while left > 0 {
        let most = left.min(bytes.len());
        let Ok(read @ 1..) = from.read(&mut bytes[..most]).await else { return };
        if to.write_all(&bytes[..read]).await.is_err() {
            return;
        }
        left -= read;
    }
    let _ = to.flush().await;
}

/// What a page holds: the last version it has drawn, and what it has not got an answer to.
struct Page {
    guest: Guest,
    wire: SocketAddr,
    table: String,
    version: Option<u64>,
    position: Value,
    moves: Vec<Value>,
    waiting: Option<(String, Value)>,
    /// Wishes that were done.
    done: usize,
    wishes: usize,
    connections: usize,
    /// The game is over, and the server has nothing more to say.
    settled: bool,
}

impl Page {
    async fn play(mut self) -> Page {
        while !self.settled {
            self.connections += 1;
            let _ = timeout(PATIENCE, self.connect_once()).await.expect("the table comes to its end");
        }
        self
    }

    fn is_over(&self) -> bool {
        self.position["turn"]["type"] == "over"
    }

    /// One connection, from the handshake to the cut.
    async fn connect_once(&mut self) -> Option<()> {
        let mut request =
            format!("ws://{}/ws/{}", self.guest.address, self.table).into_client_request().ok()?;
        let origin = format!("http://{}", self.guest.address);
        request.headers_mut().insert("origin", HeaderValue::from_str(&origin).ok()?);
        let cookie = self.guest.cookie.as_deref()?;
        request.headers_mut().insert("cookie", HeaderValue::from_str(cookie).ok()?);
        let stream = TcpStream::connect(self.wire).await.ok()?;
        let (mut socket, _) = client_async(request, stream).await.ok()?;
        socket.send(say(&json!({"type": "hello", "protocol": 1, "version": self.version}))).await.ok()?;
        if let Some((_, wish)) = &self.waiting {
            socket.send(say(wish)).await.ok()?;
        }
        while !self.settled {
            let Message::Text(text) = socket.next().await?.ok()? else { continue };
            let frame: Value = serde_json::from_str(&text).expect("whole frames only");
            if !self.hear(&frame) {
                socket
                    .send(say(&json!({"type": "hello", "protocol": 1, "version": self.version})))
                    .await
                    .ok()?;
            }
            if let Some(wish) = self.wish() {
                socket.send(say(&wish)).await.ok()?;
            }
        }
        Some(())
    }

    /// Draws a frame; `false` when something before it is missing.
    fn hear(&mut self, frame: &Value) -> bool {
        let ours = self.waiting.as_ref().is_some_and(|(key, _)| frame["key"] == **key);
        match frame["type"].as_str().expect("every frame has a type") {
            "snapshot" => {
                self.version = Some(version(frame));
                self.position = frame["position"].clone();
                self.moves = frame["moves"].as_array().unwrap().clone();
                self.settled = self.is_over();
            }
            "step" => {
                if self.version.is_none_or(|own| own + 1 != version(frame)) {
                    return self.version.is_some_and(|own| version(frame) <= own);
                }
                self.version = Some(version(frame));
                self.position = frame["position"].clone();
                let mut line = frame["moved"].clone();
                if let Some(line) = line.as_object_mut() {
                    line.remove("events");
                    self.moves.push(Value::Object(line.clone()));
                }
                // The end opens what was hidden: asks for that, too.
                return !self.is_over();
            }
            // The last of what was missed.
            "offer" => self.settled = self.is_over(),
            "done" if ours => {
                self.done += 1;
                self.waiting = None;
            }
            "refused" if ours => self.waiting = None,
            _ => {}
        }
        true
    }

    fn wish(&mut self) -> Option<Value> {
        if self.waiting.is_some() {
            return None;
        }
        let (seat, text) = choice(&self.position)?;
        self.wishes += 1;
        let key = format!("cut-{seat}-{:06}", self.wishes);
        let wish = json!({"type": "act", "key": key, "seat": seat, "version": self.version, "text": text});
        self.waiting = Some((key, wish.clone()));
        Some(wish)
    }
}

fn say(frame: &Value) -> Message {
    Message::text(frame.to_string())
}

async fn converge(game: &str, seed: u64) -> usize {
    let house = House::open().await;
    let (mut ada, mut bob) = (house.guest(), house.guest());
    let (table, token) = ada.invite(game).await;
    bob.sit(&token).await;
    let cuts = Arc::new(Mutex::new(0));
    let mut pages = Vec::new();
    for (n, guest) in [ada, bob].into_iter().enumerate() {
        let wire = wire(house.address, seed * 2 + n as u64).await;
        let page = Page {
            guest,
            wire,
            table: table.clone(),
            version: None,
            position: Value::Null,
            moves: Vec::new(),
            waiting: None,
            done: 0,
            wishes: 0,
            connections: 0,
            settled: false,
        };
        let cuts = Arc::clone(&cuts);
        pages.push(tokio::spawn(async move {
            let page = page.play().await;
            *cuts.lock().unwrap() += page.connections - 1;
            page
        }));
    }
    for (page, seat) in pages.into_iter().zip(["one", "two"]) {
        let page = page.await.unwrap();
        let (_, truth) = page.guest.look(&table).await;
        assert_eq!(page.version, truth["version"].as_u64(), "{game}, seed {seed}, {seat}");
        assert_eq!(page.position, truth["position"], "{game}, seed {seed}, {seat}");
        assert_eq!(page.moves, *truth["moves"].as_array().unwrap(), "{game}, seed {seed}, {seat}");
        // The answer to the last wish may have been cut off.
        let own = page.moves.iter().filter(|line| line["seat"] == seat).count();
        let open = usize::from(page.waiting.is_some());
        assert!(own == page.done || own == page.done + open, "{own} moves of {} wishes", page.done);
    }
    *cuts.lock().unwrap()
}

#[tokio::test]
async fn connections_cut_at_any_byte_converge_and_no_move_is_doubled() {
    let long = std::env::var_os("VISAVIS_LONG").is_some();
    let mut cuts = 0;
    for seed in 0..if long { 60 } else { 4 } {
        for game in ["race", "bluff", "squadro"] {
            cuts += converge(game, seed).await;
        }
    }
    assert!(cuts > 40, "only {cuts} connections were cut");
}
