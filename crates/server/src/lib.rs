//! The table on the web: pages, sockets, one task per live table.
//!
//! [`run`] serves until it is stopped. A browser loads the page (`assets`), talks plain HTTP for everything
//! that is no table (`routes`) and opens a `socket` for a table. Each table that somebody looks at is a task
//! of its own (`live`): it takes wishes one at a time, stores what they change, and only then tells anybody.
//! What a viewer is told about a game leaves through one module, `live::tell`.

// The tests of this crate share the helpers of its integration tests.
#[cfg(test)]
extern crate self as server;

mod alarms;
mod app;
mod assets;
mod deaf;
mod door;
mod errors;
mod expiry;
mod fair;
mod guard;
mod journal;
mod lean;
mod lesson;
mod limits;
mod live;
mod metrics;
mod packed;
mod queue;
mod reading;
mod record;
mod replay;
mod routes;
mod secrets;
mod socket;
mod thinking;
mod time;

use std::{
    net::{IpAddr, SocketAddr, UdpSocket},
    path::{Path, PathBuf},
    sync::{Arc, atomic::Ordering::Relaxed},
    time::Duration,
};

use tokio::{
    net::TcpListener,
    time::{sleep, timeout},
};

use self::{
    app::App,
    journal::{Weight, note},
};
pub use self::{
    assets::words,
    errors::ServeError,
    limits::Limits,
    time::{Moment, Time},
};

/// How to serve.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen; port 0 for any free one.
    pub listen: SocketAddr,
    /// The folder of the database; made if it is missing.
    pub data: PathBuf,
    /// Whether the toys that tests play can be opened too.
    pub toys: bool,
    /// The page's files, when they shall come from a folder.
    pub page: Option<PathBuf>,
    /// Foreign engines that are offered as opponents: name and command. Each table that plays one runs a process.
    pub engines: Vec<(String, String)>,
    /// How much anybody may ask for.
    pub limits: Limits,
    /// How the table paces itself.
    pub pace: Pace,
    /// How long the other side of a connection is waited for.
    pub patience: Patience,
    /// Where to tell Prometheus how things are; nowhere by default.
    pub metrics: Option<SocketAddr>,
    /// Where to read the time.
    pub time: Time,
    /// How the store is opened.
    pub store: store::Opening,
}

impl Config {
    /// The usual: everything embedded, no toys.
    pub fn new(listen: SocketAddr, data: impl Into<PathBuf>) -> Config {
        Config {
            listen,
            data: data.into(),
            toys: false,
            page: None,
            engines: Vec::new(),
            limits: Limits::default(),
            pace: Pace::default(),
            patience: Patience::default(),
            metrics: None,
            time: Time::system(),
            store: store::Opening::default(),
        }
    }
}

/// How the table paces itself.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// When an automatic answer comes in a game with secrets: after the question, whatever there was to think.
    pub window: Duration,
    /// When a computer's answer comes at the earliest in an open game, so that eyes can follow.
    pub follow: Duration,
    /// How long a table that nobody looks at stays in memory.
    pub idle: Duration,
    /// How long chance waits for who sits at the table and commits to nothing. With nothing it waits for nobody.
    pub nonces: Duration,
    /// How long chance waits, at tables without a clock, for who is away or has not opened what was committed to.
    pub reveal: Duration,
    /// When a move has not been stored after so long, those at the table are told that it takes its time.
    pub slow: Duration,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            window: Duration::from_millis(1500),
            follow: Duration::from_millis(250),
            idle: Duration::from_secs(60),
            nonces: Duration::from_secs(10),
            reveal: Duration::from_secs(24 * 60 * 60),
            slow: Duration::from_secs(2),
        }
    }
}

/// How long the other side of a connection is waited for. Whoever takes longer has left.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For the head of a request, from the connection or the answer before it.
    pub head: Duration,
    /// For the body of a request.
    pub body: Duration,
    /// For the first frame of a socket.
    pub hello: Duration,
    /// How often a quiet socket is asked whether it is still there.
    pub ping: Duration,
    /// For a sign of life from a socket that is asked.
    pub silence: Duration,
    /// For a reader of a frame or of a piece of an answer.
    pub deaf: Duration,
    /// How long one answer may be computed.
    pub computing: Duration,
    /// For an answer as a whole, from the request until it has been read.
    pub answer: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            head: Duration::from_secs(10),
            body: Duration::from_secs(20),
            hello: Duration::from_secs(10),
            ping: Duration::from_secs(20),
            silence: Duration::from_secs(70),
            deaf: Duration::from_secs(15),
            computing: Duration::from_secs(10),
            answer: Duration::from_secs(120),
        }
    }
}

/// Where a server listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ready {
    /// The address that was taken.
    pub address: SocketAddr,
    /// What to click on this machine.
    pub local: String,
    /// What others in the local network type, when the server listens to them.
    pub network: Option<String>,
    /// Where the figures for Prometheus are, if they were asked for.
    pub metrics: Option<SocketAddr>,
}

/// Serves until the process is asked to end (an interrupt or a termination signal); then everybody who plays is
/// told, and what waits is stored. `ready` is called once, when the address is there to be clicked.
///
/// # Errors
/// A port in use, a folder that cannot be written, a damaged database: before `ready`.
pub fn run(config: Config, ready: impl FnOnce(&Ready)) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| ServeError::System(error.to_string()))?;
    journal::note_panics();
    runtime.block_on(async {
        let server = Server::start(config).await?;
        note(Weight::Info, "start", &[("address", &server.ready.address)]);
        ready(&server.ready);
        asked_to_end().await;
        let all = server.close().await;
        note(Weight::Info, "end", &[("all-told", &all)]);
        Ok(())
    })
}

/// Copies the games of a folder into a new file while they are played.
///
/// # Errors
/// When there are none, the file is there already, or it cannot be written.
pub fn back_up(data: &Path, copy: &Path) -> Result<(), ServeError> {
    alone(store::back_up(data, copy))
}

/// Makes the games of a folder from a copy. Games that are there already are never touched.
///
/// # Errors
/// When the copy is damaged or from a later version, or the folder has games.
pub fn restore(copy: &Path, data: &Path) -> Result<(), ServeError> {
    alone(store::restore(copy, data))
}

fn alone(work: impl Future<Output = Result<(), store::StoreError>>) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    Ok(runtime.map_err(|error| ServeError::System(error.to_string()))?.block_on(work)?)
}

/// Waits until the system asks the process to end.
async fn asked_to_end() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let Ok(mut terminate) = signal(SignalKind::terminate()) else {
            let _ = interrupt.await;
            return;
        };
        tokio::select! {
            _ = interrupt => {}
            _ = terminate.recv() => {}
        }
    }
    #[cfg(not(unix))]
    let _ = interrupt.await;
}

/// A server that runs in this runtime; for tests and for who has a runtime already.
pub struct Server {
    /// Where it listens.
    pub ready: Ready,
    task: tokio::task::JoinHandle<()>,
    alarms: [tokio::task::JoinHandle<()>; 2],
    expiry: tokio::task::JoinHandle<()>,
    app: Arc<App>,
    /// Let go when the server has ended; after that another one may use the folder.
    lock: store::FolderLock,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("ready", &self.ready).finish_non_exhaustive()
    }
}

/// How long those who play have to hear that the server goes away.
const FAREWELL: Duration = Duration::from_secs(5);

impl Server {
    /// Starts to serve.
    ///
    /// # Errors
    /// A port in use, a folder that cannot be written or that another server uses, a damaged database.
    pub async fn start(config: Config) -> Result<Server, ServeError> {
        let listen = config.listen;
        let metrics = config.metrics;
        let (listener, address) = listen_on(listen).await?;
        let lock = store::lock_folder(&config.data)?;
        let store = store::Store::open_with(&config.data, &config.store).await?;
        let app = App::new(config, store);
        let alarms = alarms::start(&app).await?;
        let expiry = tokio::spawn(expiry::keep(Arc::clone(&app)));
        let metrics = match metrics {
            Some(listen) => Some(metrics::serve(Arc::clone(&app), listen).await?),
            None => None,
        };
        let task = tokio::spawn(door::keep(Arc::clone(&app), routes::router(Arc::clone(&app)), listener));
        Ok(Server { ready: Ready { metrics, ..Ready::at(address) }, task, alarms, expiry, app, lock })
    }

    /// Ends in good order: takes nobody new, tells everybody who plays that they shall come back, and finishes
    /// what waits to be stored. Says whether everybody has heard it.
    pub async fn close(self) -> bool {
        self.task.abort();
        self.alarms.iter().for_each(tokio::task::JoinHandle::abort);
        self.expiry.abort();
        self.app.closing.send_replace(true);
        let gone = async {
            while self.app.metrics.sockets_open.load(Relaxed) > 0 {
                sleep(Duration::from_millis(10)).await;
            }
        };
        let all = timeout(FAREWELL, gone).await.is_ok();
        self.app.store.close().await;
        drop(self.lock);
        all
    }

    /// Stops at once, as a crash would: connections break, what was stored is stored.
    pub async fn stop(self) {
        self.task.abort();
        self.alarms.iter().for_each(tokio::task::JoinHandle::abort);
        self.expiry.abort();
        self.app.store.close().await;
        drop(self.lock);
    }
}

/// Takes an address.
async fn listen_on(listen: SocketAddr) -> Result<(TcpListener, SocketAddr), ServeError> {
    let listener = TcpListener::bind(listen).await.map_err(|error| match error.kind() {
        std::io::ErrorKind::AddrInUse => ServeError::InUse(listen),
        _ => ServeError::Listen(listen, error),
    })?;
    let address = listener.local_addr().map_err(|error| ServeError::Listen(listen, error))?;
    Ok((listener, address))
}

impl Ready {
    fn at(address: SocketAddr) -> Ready {
        let any = address.ip().is_unspecified();
        let own = if any { SocketAddr::new([127, 0, 0, 1].into(), address.port()) } else { address };
        let network = any.then(local_address).flatten();
        Ready {
            address,
            local: format!("http://{own}/"),
            network: network.map(|ip| format!("http://{}/", SocketAddr::new(ip, address.port()))),
            metrics: None,
        }
    }
}

/// The address of this machine in the local network: the one it would speak to others from. Nothing is sent.
fn local_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    socket.local_addr().ok().map(|address| address.ip()).filter(|ip| !ip.is_unspecified())
}
