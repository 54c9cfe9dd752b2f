//! How long the server waits for somebody: slow requests, silent sockets and slow readers are let go, by the clock of
//! the door and not by that of the table, and nobody else notices.

use std::net::SocketAddr;

use serde_json::json;
use server::Patience;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    time::{Duration, sleep, timeout},
};
use tokio_tungstenite::{client_async, tungstenite::Message};

use crate::common::{Guest, House, Socket};
use futures_util::SinkExt;

/// Short enough for a test.
const SHORT: Duration = Duration::from_millis(300);

/// Nothing that a test waits for takes so long.
const LONG: Duration = Duration::from_secs(60);

async fn house(change: impl FnOnce(&mut Patience)) -> House {
    let mut patience = Patience {
        head: LONG,
        body: LONG,
        hello: LONG,
        ping: LONG,
        silence: LONG,
        deaf: LONG,
        computing: LONG,
        answer: LONG,
    };
    change(&mut patience);
    House::with(|config| {
        config.metrics = Some(([127, 0, 0, 1], 0).into());
        config.patience = patience;
        // Whoever is let go is let go by the clock, and not because too much waits for it.
        config.limits.queue = 100_000;
    })
    .await
}

/// Whether the server ends a connection before it says anything more than `heard`.
async fn is_let_go(stream: &mut TcpStream, heard: &mut String) -> bool {
    let mut bytes = Vec::new();
    let ended = timeout(LONG / 2, stream.read_to_end(&mut bytes)).await.is_ok();
    *heard += &String::from_utf8_lossy(&bytes);
    ended
}

#[tokio::test]
async fn a_request_that_trickles_in_is_not_waited_for() {
    let house = house(|patience| patience.head = SHORT).await;
    for beginning in ["", "GET / HTTP/1.1\r\nHost: he", "GET /ws/aaaaaaaaaaaa HTTP/1.1\r\nUpgrade: websoc"] {
        let (mut read, mut write) = TcpStream::connect(house.address).await.unwrap().into_split();
        write.write_all(beginning.as_bytes()).await.unwrap();
        // A byte now and then does not help: the whole head is due.
        let trickle = tokio::spawn(async move {
            while write.write_all(b"x").await.is_ok() {
                sleep(SHORT / 10).await;
            }
        });
        let mut answer = Vec::new();
        let ended = timeout(LONG / 2, read.read_to_end(&mut answer)).await;
        assert!(ended.is_ok(), "{beginning:?} is still waited for");
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
        trickle.abort();
    }
}

#[tokio::test]
async fn who_has_its_answer_and_asks_nothing_more_is_let_go() {
    let house = house(|patience| patience.head = SHORT).await;
    let mut stream = TcpStream::connect(house.address).await.unwrap();
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n").await.unwrap();
    let mut heard = String::new();
    assert!(is_let_go(&mut stream, &mut heard).await);
    assert!(heard.starts_with("HTTP/1.1 200") && heard.ends_with("ok\n"), "{heard}");
}

#[tokio::test]
async fn a_body_that_does_not_come_is_not_waited_for() {
    let house = house(|patience| patience.body = SHORT).await;
    let mut stream = TcpStream::connect(house.address).await.unwrap();
    let head = "POST /api/tables HTTP/1.1\r\nHost: here\r\nContent-Length: 400\r\nConnection: close\r\n\r\n{\"game\"";
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut heard = String::new();
    assert!(is_let_go(&mut stream, &mut heard).await);
    assert!(heard.starts_with("HTTP/1.1 408"), "{heard}");
}

/// How many sockets the server holds.
async fn open_sockets(house: &House) -> u64 {
    let address = house.server.as_ref().unwrap().ready.metrics.unwrap();
    let figures = Guest { address, cookie: None }.get("/metrics").await.body;
    let line = figures.lines().find_map(|line| line.strip_prefix("visavis_sockets_open "));
    line.unwrap().parse().unwrap()
}

async fn until_open(house: &House, count: u64) {
    for _ in 0..1500 {
        if open_sockets(house).await == count {
            return;
        }
        sleep(Duration::from_millis(20)).await;
    }
    panic!("{} sockets are open, not {count}", open_sockets(house).await);
}

async fn table(house: &House) -> (Guest, String) {
    let mut ada = house.guest();
    let table = ada.open(json!({"game": "race", "mode": "screen"})).await;
    (ada, table)
}

#[tokio::test]
async fn a_socket_that_does_not_say_hello_is_let_go() {
    let house = house(|patience| patience.hello = SHORT).await;
    let (ada, table) = table(&house).await;
    let (mut talks, _) = ada.look(&table).await;
    let mut silent = ada.connect(&table, None).await.unwrap();
    assert_eq!(silent.next().await, None);
    until_open(&house, 1).await;
    is_served(&mut talks).await;
}

/// Whether the server still listens to a socket.
async fn is_served(socket: &mut Socket) {
    socket.say(json!({"type": "look", "n": 0})).await;
    socket.until("look").await;
}

#[tokio::test]
async fn a_socket_that_gives_no_sign_of_life_is_let_go_and_one_that_answers_stays() {
    let house = house(|patience| (patience.ping, patience.silence) = (SHORT / 2, SHORT * 6)).await;
    let (ada, table) = table(&house).await;
    let (silent, _) = ada.look(&table).await;
    let (mut watcher, _) = house.guest().look(&table).await;
    // Who reads answers the pings by that, without a word of its own.
    let told = watcher.until("presence").await;
    assert_eq!(told["seats"][0]["connected"], true, "{told}");
    let gone = watcher.until("presence").await;
    assert_eq!(gone["seats"][0]["connected"], false, "the table hears of it: {gone}");
    until_open(&house, 1).await;
    assert!(timeout(SHORT * 9, watcher.next()).await.is_err(), "and nobody else is sent away");
    is_served(&mut watcher).await;
    drop(silent);
}

/// A spectator's socket that asks and never reads.
async fn deaf(address: SocketAddr, table: &str) -> impl Sized {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let stream = socket.connect(address).await.unwrap();
    let url = format!("ws://{address}/ws/{table}");
    let mut request =
        tokio_tungstenite::tungstenite::client::IntoClientRequest::into_client_request(url).unwrap();
    request.headers_mut().insert("origin", format!("http://{address}").parse().unwrap());
    let (mut socket, _) = client_async(request, stream).await.unwrap();
    let hello = Message::text(r#"{"type": "hello", "protocol": 1}"#);
    // Some megabytes of answers: more than lies on the way.
    for _ in 0..8000 {
        if !matches!(timeout(SHORT, socket.send(hello.clone())).await, Ok(Ok(()))) {
            break;
        }
    }
    socket
}

#[tokio::test]
async fn who_does_not_read_is_not_waited_for() {
    let house = House::with(|config| {
        config.metrics = Some(([127, 0, 0, 1], 0).into());
        config.patience.deaf = SHORT;
        config.limits.queue = 100_000;
        config.limits.watching = 1e9;
        config.limits.frames_at_once = 1e9;
    })
    .await;
    let (ada, table) = table(&house).await;
    let (mut talks, _) = ada.look(&table).await;
    let slow = deaf(house.address, &table).await;
    until_open(&house, 1).await;
    is_served(&mut talks).await;
    drop(slow);
}
