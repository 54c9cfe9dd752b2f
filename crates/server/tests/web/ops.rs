//! For whoever runs the server: health, figures, and an end that everybody survives.

use serde_json::json;

use super::common::{Guest, House};

#[tokio::test]
async fn the_server_says_whether_it_is_well() {
    let house = House::open().await;
    let reply = house.guest().get("/healthz").await;
    assert_eq!((reply.status, reply.body.as_str()), (200, "ok\n"));
    assert!(reply.header("set-cookie").is_none(), "who watches over it is no guest");
}

#[tokio::test]
async fn figures_are_told_on_their_own_address_only() {
    let house = House::with(|config| config.metrics = Some(([127, 0, 0, 1], 0).into())).await;
    let mut ada = house.guest();
    let table = ada.open(json!({"game": "race", "mode": "screen", "seat": "one"})).await;
    let (_socket, _) = ada.look(&table).await;
    let outside = house.guest().get("/metrics").await;
    assert!(!outside.body.contains("visavis_tables_live"), "{outside:?}");
    let metrics = house.server.as_ref().unwrap().ready.metrics.unwrap();
    let figures = Guest { address: metrics, cookie: None }.get("/metrics").await;
    for line in ["visavis_tables_live 1", "visavis_sockets_open 1", "visavis_tables_broken_total 0"] {
        assert!(figures.body.lines().any(|l| l == line), "{line} in\n{}", figures.body);
    }
    assert!(!figures.body.contains(&table), "no table is named");
}

#[tokio::test]
async fn an_end_in_good_order_tells_everybody_to_come_back() {
    let mut house = House::open().await;
    let mut ada = house.guest();
    let table = ada.open(json!({"game": "race", "mode": "screen", "seat": "one"})).await;
    let (mut socket, before) = ada.look(&table).await;
    house.server.take().unwrap().close().await;
    let gone = socket.until("gone").await;
    assert_eq!(
        (gone["again"].as_bool(), gone["why"]["word"].as_str()),
        (Some(true), Some("server.restarts"))
    );
    house.start_again().await;
    let (_socket, after) = ada.look(&table).await;
    assert_eq!(after["version"], before["version"]);
}
