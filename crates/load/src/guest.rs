//! One player: a cookie, a seat, a socket.

use std::{net::SocketAddr, time::Duration};

use futures_util::{SinkExt, StreamExt};
use protocol::{Ask, PROTOCOL};
use serde_json::{Value as Json, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{sleep, timeout},
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, client_async_with_config,
    tungstenite::{Message, client::IntoClientRequest, http::HeaderValue, protocol::WebSocketConfig},
};

use crate::{LoadError, frame::Frame};

/// A guest of the server.
pub(crate) struct Guest {
    address: SocketAddr,
    cookie: Option<String>,
}

/// A request that gets no answer for so long is made again.
const ANSWER: Duration = Duration::from_secs(20);

/// The buffers of a socket, in bytes.
const BUFFER: usize = 8 << 10;

/// How long to wait before the server is tried again.
const AGAIN: Duration = Duration::from_millis(20);

pub(crate) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

impl Guest {
    pub(crate) fn new(address: SocketAddr) -> Guest {
        Guest { address, cookie: None }
    }

    /// Opens a table by link: its name and the token of the other seat.
    pub(crate) async fn open(&mut self, game: &str) -> Result<(String, String), LoadError> {
        let opened = self.post("/api/tables", &json!({"game": game, "mode": "link", "seat": "one"})).await?;
        let invite = opened["invite"]["path"].as_str().and_then(|path| path.strip_prefix("/seat/"));
        match (opened["table"].as_str(), invite) {
            (Some(table), Some(token)) => Ok((table.to_owned(), token.to_owned())),
            _ => Err(LoadError::Refused(opened.to_string())),
        }
    }

    /// Takes the seat of a link.
    pub(crate) async fn sit(&mut self, token: &str) -> Result<(), LoadError> {
        // The link's own secret turned round is as good a claim as any.
        let claim: String = token.chars().rev().collect();
        self.post("/api/seat", &json!({ "token": token, "claim": claim })).await.map(drop)
    }

    async fn post(&mut self, path: &str, body: &Json) -> Result<Json, LoadError> {
        loop {
            match timeout(ANSWER, self.request(path, &body.to_string())).await {
                Ok(Ok((status, body))) if status < 300 => {
                    return Ok(serde_json::from_str(&body).unwrap_or(Json::Null));
                }
                Ok(Ok((429 | 503, _))) | Ok(Err(_)) | Err(_) => sleep(AGAIN).await,
                Ok(Ok((status, body))) => return Err(LoadError::Refused(format!("{status} {body}"))),
            }
        }
    }

    async fn request(&mut self, path: &str, body: &str) -> std::io::Result<(u16, String)> {
        let cookie = self.cookie.as_ref().map(|c| format!("Cookie: {c}\r\n")).unwrap_or_default();
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{cookie}Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        let mut stream = TcpStream::connect(self.address).await?;
        stream.write_all(request.as_bytes()).await?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await?;
        let text = String::from_utf8_lossy(&bytes);
        let broken = || std::io::Error::other("no answer of ours");
        let (head, body) = text.split_once("\r\n\r\n").ok_or_else(broken)?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(broken)?;
        let set = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        if let Some(cookie) = set.and_then(|line| line.split(';').next()) {
            self.cookie = Some(cookie.to_owned());
        }
        Ok((status, body.to_owned()))
    }

    /// Opens a socket at a table and says hello; tries until the server is there.
    pub(crate) async fn connect(&self, table: &str, version: Option<u32>) -> Socket {
        loop {
            if let Ok(Some(socket)) = timeout(ANSWER, self.try_connect(table, version)).await {
                return socket;
            }
            sleep(AGAIN).await;
        }
    }

    async fn try_connect(&self, table: &str, version: Option<u32>) -> Option<Socket> {
        let mut request = format!("ws://{}/ws/{table}", self.address).into_client_request().ok()?;
        let headers = request.headers_mut();
        headers.insert("origin", HeaderValue::from_str(&format!("http://{}", self.address)).ok()?);
        headers.insert("cookie", HeaderValue::from_str(self.cookie.as_deref()?).ok()?);
        let stream = TcpStream::connect(self.address).await.ok()?;
        stream.set_nodelay(true).ok()?;
        let config = WebSocketConfig::default().read_buffer_size(BUFFER).write_buffer_size(BUFFER);
        let stream = MaybeTlsStream::Plain(stream);
        let (mut socket, _) = client_async_with_config(request, stream, Some(config)).await.ok()?;
        say(&mut socket, &Ask::Hello { protocol: PROTOCOL, version }).await.then_some(socket)
    }
}

/// Sends a wish; `false` when the socket is broken.
pub(crate) async fn say(socket: &mut Socket, ask: &Ask) -> bool {
    let text = serde_json::to_string(ask).expect("wishes are plain data");
    socket.send(Message::text(text)).await.is_ok()
}

/// The next frame; `None` when the socket is broken.
pub(crate) async fn hear(socket: &mut Socket) -> Option<Frame> {
    loop {
        match socket.next().await?.ok()? {
            Message::Text(text) => return Frame::read(&text),
            Message::Ping(_) | Message::Pong(_) => {}
            _ => return None,
        }
    }
}
