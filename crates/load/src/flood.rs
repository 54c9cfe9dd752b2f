//! Bad sockets beside the honest tables: they say nothing, half a request or junk, never read, or come and go.
//!
//! The flood has a thread of its own, and addresses of its own on the loopback: the server's limits count by address,
//! and spare only the one that the honest tables come from.

use std::{
    io,
    net::{Ipv4Addr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    thread::JoinHandle,
    time::Duration,
};

use futures_util::{SinkExt, StreamExt};
use protocol::{Ask, PROTOCOL};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    time::{sleep, timeout},
};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Message, client::IntoClientRequest, http::HeaderValue},
};

/// So many bad sockets share an address.
const PER_ADDRESS: usize = 20;

/// How long a bad socket waits before it comes again, once it has been shown the door.
const PAUSE: Duration = Duration::from_millis(500);

/// How long one holds a connection that nobody closes.
const HOLD: Duration = Duration::from_secs(60);

/// How often one that talks does so.
const BEAT: Duration = Duration::from_millis(60);

/// The ways of being bad, one socket after the other.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// Connects and says nothing.
    Mute,
    /// Begins a request and never ends it.
    Half,
    /// Sends what nobody can understand.
    Junk,
    /// Asks for everything and reads nothing.
    Deaf,
    /// Comes, says hello, goes, and comes again.
    Storm,
}

const WAYS: [Way; 5] = [Way::Mute, Way::Half, Way::Junk, Way::Deaf, Way::Storm];

/// A flood that goes on until it is stopped.
pub(crate) struct Flood {
    over: Arc<AtomicBool>,
    /// Connections that were made.
    made: Arc<AtomicU64>,
    thread: Option<JoinHandle<()>>,
}

impl Flood {
    /// Lets `sockets` bad sockets loose on a server and these tables of it.
    pub(crate) fn start(server: SocketAddr, tables: Vec<String>, sockets: usize) -> io::Result<Flood> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (over, made) = (Arc::<AtomicBool>::default(), Arc::<AtomicU64>::default());
        let (stop, count) = (Arc::clone(&over), Arc::clone(&made));
        let thread = std::thread::spawn(move || {
            runtime.block_on(async move {
                for n in 0..sockets {
                    let bad = Bad {
                        server,
                        from: source(n),
                        table: tables[n % tables.len()].clone(),
                        way: WAYS[n % WAYS.len()],
                        made: Arc::clone(&count),
                    };
                    tokio::spawn(bad.go_on());
                }
                while !stop.load(Relaxed) {
                    sleep(Duration::from_millis(20)).await;
                }
            });
            runtime.shutdown_background();
        });
        Ok(Flood { over, made, thread: Some(thread) })
    }

    /// How many connections have been made so far.
    pub(crate) fn made(&self) -> u64 {
        self.made.load(Relaxed)
    }
}

impl Drop for Flood {
    fn drop(&mut self) {
        self.over.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// An address of the loopback that is not the honest one.
fn source(n: usize) -> Ipv4Addr {
    let group = n / PER_ADDRESS;
    Ipv4Addr::new(127, 77, (group / 250) as u8, (group % 250) as u8 + 1)
}

struct Bad {
    server: SocketAddr,
    from: Ipv4Addr,
    table: String,
    way: Way,
    made: Arc<AtomicU64>,
}

impl Bad {
    async fn go_on(self) {
        loop {
            let _ = timeout(HOLD, self.once()).await;
            sleep(PAUSE).await;
        }
    }

    /// One connection, until the server has enough of it.
    async fn once(&self) -> Option<()> {
        match self.way {
            Way::Mute => until_closed(self.connect().await?).await,
            Way::Half => {
                let mut stream = self.connect().await?;
                let half = b"POST /api/tables HTTP/1.1\r\nHost: here\r\nContent-Length: 9000\r\n";
                stream.write_all(half).await.ok()?;
                until_closed(stream).await
            }
            Way::Junk => {
                let mut socket = self.socket().await?;
                loop {
                    socket.send(Message::text("{\"type\":\"act\",\"seat\":9e99,")).await.ok()?;
                    while let Ok(frame) = timeout(BEAT, socket.next()).await {
                        frame?.ok()?;
                    }
                }
            }
            Way::Deaf => {
                let mut socket = self.socket().await?;
                let everything = hello();
                loop {
                    socket.send(Message::text(everything.clone())).await.ok()?;
                    sleep(BEAT).await;
                }
            }
            Way::Storm => {
                for _ in 0..20 {
                    drop(self.socket().await?);
                    sleep(BEAT).await;
                }
                Some(())
            }
        }
    }

    async fn connect(&self) -> Option<TcpStream> {
        let socket = TcpSocket::new_v4().ok()?;
        socket.bind((self.from, 0).into()).ok()?;
        let stream = socket.connect(self.server).await.ok()?;
        self.made.fetch_add(1, Relaxed);
        Some(stream)
    }

    async fn socket(&self) -> Option<WebSocketStream<TcpStream>> {
        let mut request = format!("ws://{}/ws/{}", self.server, self.table).into_client_request().ok()?;
        let origin = HeaderValue::from_str(&format!("http://{}", self.server)).ok()?;
        request.headers_mut().insert("origin", origin);
        let (mut socket, _) = client_async(request, self.connect().await?).await.ok()?;
        socket.send(Message::text(hello())).await.ok()?;
        Some(socket)
    }
}

fn hello() -> String {
    let hello = Ask::Hello { protocol: PROTOCOL, version: None };
    serde_json::to_string(&hello).expect("wishes are plain data")
}

async fn until_closed(mut stream: TcpStream) -> Option<()> {
    let mut bytes = [0; 512];
    while stream.read(&mut bytes).await.ok()? > 0 {}
    Some(())
}
