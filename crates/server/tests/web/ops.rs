//! For whoever runs the server: health, figures, and an end that everybody survives.

use serde_json::json;

use server::{ServeError, Server};

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

#[tokio::test]
async fn a_second_server_on_one_folder_says_so_and_stops_until_the_first_has_ended() {
    let mut house = House::open().await;
    let mut ada = house.guest();
    let table = ada.open(json!({"game": "race", "mode": "screen", "seat": "one"})).await;
    let refused = Server::start(house.config.clone()).await.expect_err("the folder is in use");
    assert!(matches!(&refused, ServeError::FolderInUse(path) if *path == house.config.data), "{refused}");
    for lang in table::Lang::ALL {
        let words = server::words(lang);
        let cure = words.get(&refused.sentence().word).expect("a sentence");
        assert!(cure.contains("--data"), "{cure}");
    }
    let copy = house.config.data.join("copy.sqlite");
    store::back_up(&house.config.data, &copy).await.expect("a copy beside a running server");
    assert_eq!(ada.get("/healthz").await.status, 200, "the first one goes on");
    let (_socket, before) = ada.look(&table).await;
    house.server.take().unwrap().close().await;
    house.start_again().await;
    assert_eq!(ada.look(&table).await.1["version"], before["version"]);
    house.server.take().unwrap().stop().await;
    Server::start(house.config.clone())
        .await
        .expect("stopped as by a crash, the folder is free")
        .stop()
        .await;
}
