//! The door: who connects, how often, and how long somebody may stand there without a request.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use axum::{Router, extract::ConnectInfo, http::Request};
use hyper::{
    body::Incoming,
    service::{Service, service_fn},
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{
    net::{TcpListener, TcpStream},
    time::sleep,
};

use crate::{
    Patience,
    app::App,
    deaf::Impatient,
    journal::{Weight, note},
    limits::network,
    metrics::count,
};

/// When the system has no room for another connection, it is asked again after so long.
const NO_ROOM: Duration = Duration::from_millis(50);

/// The buffer of a connection, in bytes: a head must fit into it.
const BUFFER: usize = 16 << 10;

/// Lets people in until the task is ended.
pub(crate) async fn keep(app: Arc<App>, router: Router, listener: TcpListener) {
    loop {
        let (stream, address) = match listener.accept().await {
            Ok(come) => come,
            Err(error) => {
                note(Weight::Warn, "accept", &[("why", &error)]);
                sleep(NO_ROOM).await;
                continue;
            }
        };
        let limits = app.config.limits.at(address.ip());
        let (known, from) = (limits.is_proxy(address.ip()), network(address.ip()));
        let often = known || app.connects.take(from, limits.connects, limits.connects_at_once);
        let most = if known { u32::MAX } else { limits.connections };
        // Who is one too many is not even answered: that is the cheapest.
        let Some(counted) = app.connections.open(from, most).filter(|_| often) else {
            count(&app.metrics.turned_away);
            continue;
        };
        let router = router.clone();
        let patience = app.config.patience;
        tokio::spawn(async move {
            serve(router, stream, address, patience).await;
            drop(counted);
        });
    }
}

async fn serve(router: Router, stream: TcpStream, address: SocketAddr, patience: Patience) {
    // A frame is small and somebody waits for it.
    let _ = stream.set_nodelay(true);
    let routes = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(address));
        routes.call(request)
    });
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(patience.head).max_buf_size(BUFFER);
    // Whoever breaks off has left; there is nobody to tell.
    let _ = http
        .serve_connection(TokioIo::new(Impatient::new(stream, patience.deaf)), service)
        .with_upgrades()
        .await;
}
