//! Counters for whoever runs the server, in the text format of Prometheus, on an address of their own.

use std::{
    fmt::Write,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use crate::{ServeError, app::App, listen_on};
use axum::{Router, extract::State, http::header, response::IntoResponse, routing::get};

/// Upper ends of the classes of waiting times, in milliseconds.
const CLASSES: [u64; 9] = [1, 2, 5, 10, 25, 50, 100, 500, 2500];

/// What is counted.
#[derive(Debug)]
pub(crate) struct Metrics {
    began: Instant,
    pub(crate) requests: AtomicU64,
    pub(crate) throttled: AtomicU64,
    pub(crate) turned_away: AtomicU64,
    pub(crate) sockets: AtomicU64,
    pub(crate) sockets_open: AtomicU64,
    pub(crate) frames: AtomicU64,
    pub(crate) junk: AtomicU64,
    pub(crate) stored: AtomicU64,
    pub(crate) store_failed: AtomicU64,
    pub(crate) broken: AtomicU64,
    pub(crate) quick: AtomicU64,
    waits: [AtomicU64; CLASSES.len() + 1],
    waited: AtomicU64,
}

impl Default for Metrics {
    fn default() -> Metrics {
        Metrics {
            began: Instant::now(),
            requests: AtomicU64::new(0),
            throttled: AtomicU64::new(0),
            turned_away: AtomicU64::new(0),
            sockets: AtomicU64::new(0),
            sockets_open: AtomicU64::new(0),
            frames: AtomicU64::new(0),
            junk: AtomicU64::new(0),
            stored: AtomicU64::new(0),
            store_failed: AtomicU64::new(0),
            broken: AtomicU64::new(0),
            quick: AtomicU64::new(0),
            waits: Default::default(),
            waited: AtomicU64::new(0),
        }
    }
}

/// One more.
pub(crate) fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Relaxed);
}

impl Metrics {
    /// Lines were stored; it took so long until they were durable.
    pub(crate) fn stored(&self, took: Duration) {
        count(&self.stored);
        let millis = took.as_millis() as u64;
        let class = CLASSES.iter().position(|&most| millis <= most).unwrap_or(CLASSES.len());
        count(&self.waits[class]);
        self.waited.fetch_add(took.as_micros() as u64, Relaxed);
    }

    /// Everything as text, with the tables that are in memory.
    fn text(&self, tables: usize) -> String {
        let mut text = String::new();
        let mut one = |name: &str, kind: &str, help: &str, value: u64| {
            let _ = write!(
                text,
                "# HELP visavis_{name} {help}\n# TYPE visavis_{name} {kind}\nvisavis_{name} {value}\n"
            );
        };
        let uptime = self.began.elapsed().as_secs();
        one("uptime_seconds", "gauge", "Seconds since the start.", uptime);
        one("tables_live", "gauge", "Tables in memory.", tables as u64);
        one("sockets_open", "gauge", "Sockets that are open.", self.sockets_open.load(Relaxed));
        one("sockets_total", "counter", "Sockets that were opened.", self.sockets.load(Relaxed));
        one("requests_total", "counter", "Requests by HTTP.", self.requests.load(Relaxed));
        one("throttled_total", "counter", "Wishes that came too fast.", self.throttled.load(Relaxed));
        one(
            "turned_away_total",
            "counter",
            "Connections that were too many.",
            self.turned_away.load(Relaxed),
        );
        one("frames_total", "counter", "Frames from clients.", self.frames.load(Relaxed));
        one("junk_total", "counter", "Frames that nobody can understand.", self.junk.load(Relaxed));
        one("store_failures_total", "counter", "Writes that failed.", self.store_failed.load(Relaxed));
        one(
            "tables_broken_total",
            "counter",
            "Tables that ended by a fault of ours.",
            self.broken.load(Relaxed),
        );
        one(
            "quick_replies_total",
            "counter",
            "Replies of the computer that could not be thought about in time.",
            self.quick.load(Relaxed),
        );
        let name = "visavis_store_seconds";
        let _ = write!(text, "# HELP {name} Time until a move was durable.\n# TYPE {name} histogram\n");
        let mut sum = 0;
        for (class, most) in self.waits.iter().zip(CLASSES) {
            sum += class.load(Relaxed);
            let _ = writeln!(text, "{name}_bucket{{le=\"{}\"}} {sum}", most as f64 / 1000.0);
        }
        sum += self.waits[CLASSES.len()].load(Relaxed);
        let waited = self.waited.load(Relaxed) as f64 / 1e6;
        let _ = write!(text, "{name}_bucket{{le=\"+Inf\"}} {sum}\n{name}_sum {waited}\n{name}_count {sum}\n");
        text
    }
}

/// Serves `/metrics` on an address of its own, which is not for the world.
pub(crate) async fn serve(app: Arc<App>, listen: SocketAddr) -> Result<SocketAddr, ServeError> {
    let (listener, address) = listen_on(listen).await?;
    let router = Router::new().route("/metrics", get(show)).with_state(app);
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(address)
}

async fn show(State(app): State<Arc<App>>) -> impl IntoResponse {
    let mut text = app.metrics.text(app.awake());
    app.reading.write_metrics("reading", &mut text);
    app.thinkers.write_metrics("thinking", &mut text);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_add_up() {
        let metrics = Metrics::default();
        for millis in [1, 3, 30, 9000] {
            metrics.stored(Duration::from_millis(millis));
        }
        let text = metrics.text(7);
        for line in [
            "visavis_tables_live 7",
            "visavis_store_seconds_bucket{le=\"0.005\"} 2",
            "visavis_store_seconds_bucket{le=\"2.5\"} 3",
            "visavis_store_seconds_bucket{le=\"+Inf\"} 4",
            "visavis_store_seconds_count 4",
        ] {
            assert!(text.lines().any(|l| l == line), "{line} in\n{text}");
        }
    }
}
