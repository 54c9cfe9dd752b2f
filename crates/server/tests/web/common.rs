//! A server on a free port, guests with cookies, and their sockets.

#![allow(dead_code, unreachable_pub, reason = "shared by two test binaries")]

use std::{
    net::SocketAddr,
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{Config, Server};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Message, client::IntoClientRequest, http::HeaderValue},
};

/// Long enough for a busy machine; a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(30);

static KEYS: AtomicU32 = AtomicU32::new(0);

pub struct House {
    pub server: Option<Server>,
    pub address: SocketAddr,
    pub config: Config,
    _folder: TempDir,
}

impl House {
    /// A server with toys and a quick pace.
    pub async fn open() -> House {
        House::with(|_| ()).await
    }

    pub async fn with(change: impl FnOnce(&mut Config)) -> House {
        let folder = tempfile::tempdir().unwrap();
        let mut config = Config::new(([127, 0, 0, 1], 0).into(), folder.path());
        config.toys = true;
        config.pace.window = Duration::from_millis(400);
        config.pace.follow = Duration::from_millis(20);
        // Most tests add nothing to the dice.
        config.pace.nonces = Duration::ZERO;
        config.limits.requests_at_once = 10_000.0;
        config.limits.reads_at_once = 10_000.0;
        config.limits.runs_at_once = 10_000.0;
        config.limits.opens_at_once = 10_000.0;
        config.limits.frames = 10_000.0;
        config.limits.frames_at_once = 10_000.0;
        change(&mut config);
        let server = Server::start(config.clone()).await.unwrap();
        let address = server.ready.address;
        House { server: Some(server), address, config, _folder: folder }
    }

    /// Stops and starts again at the same address with the same folder.
    pub async fn restart(&mut self) {
        self.server.take().unwrap().stop().await;
        self.start_again().await;
    }

    /// Starts at the same address with the same folder, once it has ended.
    pub async fn start_again(&mut self) {
        self.config.listen = self.address;
        for _ in 0..100 {
            match Server::start(self.config.clone()).await {
                Ok(server) => {
                    self.server = Some(server);
                    return;
                }
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
        panic!("the server does not start again");
    }

    pub fn guest(&self) -> Guest {
        Guest { address: self.address, cookie: None }
    }
}

#[derive(Clone)]
pub struct Guest {
    pub address: SocketAddr,
    pub cookie: Option<String>,
}

#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let line = self.head.lines().find(|l| l.to_lowercase().starts_with(&format!("{name}:")))?;
        Some(line.split_once(':')?.1.trim())
    }
}

impl Guest {
    pub async fn get(&mut self, path: &str) -> Reply {
        self.request("GET", path, "", "").await
    }

    pub async fn post(&mut self, path: &str, body: Value) -> Reply {
        self.request("POST", path, "", &body.to_string()).await
    }

    pub async fn request(&mut self, method: &str, path: &str, headers: &str, body: &str) -> Reply {
        let cookie = self.cookie.as_ref().map(|c| format!("Cookie: {c}\r\n")).unwrap_or_default();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{cookie}{headers}Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut bytes = Vec::new();
        timeout(PATIENCE, stream.read_to_end(&mut bytes)).await.unwrap().unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let mut body = body.to_owned();
        let reply = Reply { status, head: head.into(), body: String::new() };
        if reply.header("transfer-encoding") == Some("chunked") {
            body = unchunk(&body);
        }
        if let Some(cookie) = reply.header("set-cookie") {
            self.cookie = cookie.split(';').next().filter(|c| !c.ends_with('=')).map(str::to_owned);
        }
        Reply { body, ..reply }
    }

    /// Opens a table and gives its name.
    pub async fn open(&mut self, table: Value) -> String {
        let reply = self.post("/api/tables", table).await;
        assert_eq!(reply.status, 201, "{reply:?}");
        reply.json()["table"].as_str().unwrap().to_owned()
    }

    /// Opens a table by link; gives its name and the token of the other seat.
    pub async fn invite(&mut self, game: &str) -> (String, String) {
        let reply = self.post("/api/tables", json!({"game": game, "mode": "link"})).await;
        let opened = reply.json();
        let path = opened["invite"]["path"].as_str().unwrap();
        (opened["table"].as_str().unwrap().to_owned(), path.strip_prefix("/seat/").unwrap().to_owned())
    }

    pub async fn sit(&mut self, token: &str) -> Reply {
        self.post("/api/seat", json!({"token": token})).await
    }

    pub async fn connect(&self, table: &str, origin: Option<&str>) -> Result<Socket, String> {
        let url = format!("ws://{}/ws/{table}", self.address);
        let mut request = url.into_client_request().unwrap();
        let own = format!("http://{}", self.address);
        if let Some(origin) = origin.or(Some(&own)).filter(|origin| !origin.is_empty()) {
            request.headers_mut().insert("origin", HeaderValue::from_str(origin).unwrap());
        }
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", HeaderValue::from_str(cookie).unwrap());
        }
        let (stream, _) = connect_async(request).await.map_err(|error| error.to_string())?;
        Ok(Socket { stream, told: Vec::new() })
    }

    /// Looks at a table: gives the socket and the snapshot.
    pub async fn look(&self, table: &str) -> (Socket, Value) {
        let mut socket = self.connect(table, None).await.unwrap();
        socket.say(json!({"type": "hello", "protocol": 1})).await;
        let snapshot = socket.until("snapshot").await;
        (socket, snapshot)
    }
}

fn unchunk(mut body: &str) -> String {
    let mut whole = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap();
        if size == 0 {
            break;
        }
        whole += &rest[..size];
        body = &rest[size + 2..];
    }
    whole
}

pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Everything that was received, as text.
    pub told: Vec<String>,
}

impl Socket {
    pub async fn say(&mut self, frame: Value) {
        self.say_text(&frame.to_string()).await;
    }

    pub async fn say_text(&mut self, text: &str) {
        self.stream.send(Message::text(text)).await.unwrap();
    }

    /// Says something that the server may have closed its ears to.
    pub async fn try_say(&mut self, text: &str) -> bool {
        self.stream.send(Message::text(text)).await.is_ok()
    }

    pub async fn say_bytes(&mut self, bytes: Vec<u8>) {
        let _ = self.stream.send(Message::binary(bytes)).await;
    }

    /// A fresh action key.
    pub fn key(&mut self) -> String {
        format!("key-{:08}", KEYS.fetch_add(1, Ordering::Relaxed))
    }

    /// The next frame; `None` when the server has closed.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            match timeout(PATIENCE, self.stream.next()).await.expect("the server is silent") {
                Some(Ok(Message::Text(text))) => {
                    self.told.push(text.to_string());
                    return Some(serde_json::from_str(&text).unwrap());
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => return None,
            }
        }
    }

    /// The next frame of a type; those before it are passed over.
    pub async fn until(&mut self, kind: &str) -> Value {
        loop {
            let frame =
                self.next().await.unwrap_or_else(|| panic!("closed before {kind}: {:?}", self.told.last()));
            if frame["type"] == kind {
                return frame;
            }
        }
    }

    /// The next frame of one of some types.
    pub async fn until_any(&mut self, kinds: &[&str]) -> Value {
        loop {
            let frame = self.next().await.expect("closed before any of them");
            if kinds.iter().any(|kind| frame["type"] == *kind) {
                return frame;
            }
        }
    }

    /// The connection itself.
    pub fn stream(&mut self) -> &mut WebSocketStream<MaybeTlsStream<TcpStream>> {
        &mut self.stream
    }

    /// The frame that answers a wish: done, refused, busy or hint.
    pub async fn answer(&mut self, key: &str) -> Value {
        loop {
            let frame = self.next().await.expect("an answer");
            if frame["key"] == key {
                return frame;
            }
        }
    }

    /// Acts and waits for the answer.
    pub async fn act(&mut self, seat: &str, version: u64, text: &str) -> Value {
        let key = self.key();
        self.say(json!({"type": "act", "key": key, "seat": seat, "version": version, "text": text})).await;
        self.answer(&key).await
    }

    /// A wish of a kind with a seat and a fresh key.
    pub async fn wish(&mut self, kind: &str, seat: &str, more: Value) -> Value {
        let key = self.key();
        let mut frame = json!({"type": kind, "key": key, "seat": seat});
        frame.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
        self.say(frame).await;
        self.answer(&key).await
    }
}

/// The version of a frame that has one.
pub fn version(frame: &Value) -> u64 {
    frame["version"].as_u64().unwrap()
}

/// The first choice that a position offers, with its seat.
pub fn choice(position: &Value) -> Option<(String, String)> {
    let asked = position["asked"].as_array()?.first()?;
    let text = asked["choices"].as_array()?.first()?["text"].as_str()?;
    Some((asked["seat"].as_str()?.to_owned(), text.to_owned()))
}
