//! Hostile clients: any frame, to any table, with any seat, version, key and text, with another's cookie or none, is
//! never obeyed beyond what its sender may do, and learns nothing.

use serde_json::{Map, Value, json};

use crate::{
    common::{Guest, House, Socket, choice, version},
    dice::Dice,
};

const GAMES: [&str; 5] = ["squadro", "piggyback", "backgammon-wars", "to-pieces", "pitch-out"];

/// Frames that one hostile client sends to one table.
fn frames() -> usize {
    if std::env::var_os("VISAVIS_LONG").is_some() { 4000 } else { 200 }
}

/// A table between Ada and Bob, a few moves old.
struct Scene {
    table: String,
    ada: Guest,
    bob: Guest,
    /// What only Ada knows: nobody else may ever be sent it.
    canaries: Vec<String>,
}

async fn scene(house: &House, game: &str) -> Scene {
    let (mut ada, mut bob) = (house.guest(), house.guest());
    // In its basic form Pitch Out hides nothing.
    let options = if game == "pitch-out" { json!({"format": "five"}) } else { json!({}) };
    let wish = json!({"game": game, "mode": "link", "options": options});
    let opened = ada.post("/api/tables", wish).await.json();
    let table = opened["table"].as_str().unwrap().to_owned();
    let token = opened["invite"]["path"].as_str().unwrap().strip_prefix("/seat/").unwrap().to_owned();
    assert_eq!(bob.sit(&token).await.status, 200);
    let mut canaries = vec![token];
    canaries
        .extend(ada.cookie.as_deref().and_then(|cookie| cookie.split_once('=')).map(|(_, c)| c.to_owned()));
    for n in 0..6 {
        for guest in [&ada, &bob] {
            let (mut socket, frame) = guest.look(&table).await;
            let Some((seat, text)) = choice(&frame["position"]) else { continue };
            let key = format!("canary-of-{seat}-{n}");
            let act =
                json!({"type": "act", "key": key, "seat": seat, "version": version(&frame), "text": text});
            socket.say(act).await;
            socket.answer(&key).await;
            if seat == "one" {
                canaries.push(key);
            }
        }
    }
    Scene { table, ada, bob, canaries }
}

/// What a victim sees, without who is there.
async fn seen(guest: &Guest, table: &str) -> Value {
    let mut snapshot = guest.look(table).await.1;
    let told = snapshot.as_object_mut().unwrap();
    told.remove("seats");
    told.remove("watchers");
    snapshot
}

/// A hostile client that knows the protocol, the notation and the texts of the table.
struct Hostile<'a> {
    dice: Dice,
    guest: &'a Guest,
    table: &'a str,
    texts: Vec<String>,
    /// Keys of wishes that others have made.
    keys: Vec<String>,
    /// The seats that it may not speak for.
    seats: &'a [&'a str],
    told: Vec<String>,
}

const KINDS: [&str; 16] = [
    "hello",
    "act",
    "attempt",
    "undo",
    "resign",
    "offer_draw",
    "rematch",
    "answer",
    "hint",
    "preview",
    "look",
    "uncover",
    "nonce",
    "commit",
    "auto",
    "no_such_thing",
];

impl Hostile<'_> {
    fn number(&mut self) -> Value {
        match self.dice.below(8) {
            0 => json!(0),
            1 => json!(u64::MAX),
            2 => json!(i64::MIN),
            3 => json!(1e308),
            4 => json!(u32::MAX),
            5 => json!(-1),
            _ => json!(self.dice.below(40)),
        }
    }

    fn text(&mut self) -> String {
        let known = self.texts.get(self.dice.below(self.texts.len())).cloned().unwrap_or_default();
        match self.dice.below(8) {
            0 => String::new(),
            1 => "\u{202e}\0\n\"\\'); DROP TABLE log; --".into(),
            2 => "9".repeat(self.dice.below(3000)),
            3 => format!("{known} {known}"),
            4 => known.chars().rev().collect(),
            _ => known,
        }
    }

    fn seat(&mut self) -> Value {
        match self.dice.below(6) {
            0 => json!("judge"),
            1 => Value::Null,
            2 => self.number(),
            _ => json!(self.dice.pick(self.seats)),
        }
    }

    fn key(&mut self) -> Value {
        let known = self.keys.get(self.dice.below(self.keys.len())).cloned().unwrap_or_default();
        match self.dice.below(5) {
            0 => json!(known),
            1 => json!(self.text()),
            2 => self.number(),
            _ => json!(format!("hostile-{:016x}", self.dice.next())),
        }
    }

    /// A frame with the right fields and wrong values, or with wrong fields too.
    fn frame(&mut self) -> Value {
        let kind = self.dice.pick(&KINDS);
        let mut frame = Map::new();
        frame.insert("type".into(), json!(kind));
        let names: &[&str] = match kind {
            "hello" => &["protocol", "version"],
            "act" | "preview" => &["key", "seat", "version", "text"],
            "attempt" => &["key", "seat", "version", "from", "to"],
            "answer" => &["key", "seat", "what", "yes"],
            "look" => &["n"],
            "uncover" => &["seat"],
            "nonce" => &["key", "seat", "nonce"],
            "commit" => &["key", "seat", "hash"],
            "auto" => &["key", "seat", "kind", "on"],
            _ => &["key", "seat"],
        };
        for name in names {
            let value = match *name {
                "key" => self.key(),
                "seat" => self.seat(),
                "protocol" => json!(1),
                "version" | "n" => self.number(),
                "what" => json!(self.dice.pick(&["undo", "draw", "rematch", "all"])),
                "yes" | "on" => json!(self.dice.below(2) == 0),
                "hash" => json!(format!("{:064x}", self.dice.next())),
                "nonce" => json!(format!("{:016x}", self.dice.next())),
                _ => json!(self.text()),
            };
            frame.insert((*name).into(), value);
        }
        if self.dice.below(10) == 0 {
            let extra = self.text();
            frame.insert(extra, json!([[[{"seat": "one"}]]]));
        }
        Value::Object(frame)
    }

    /// Bytes of a frame, some of them changed.
    fn mutated(&mut self) -> String {
        let mut bytes = self.frame().to_string().into_bytes();
        for _ in 0..1 + self.dice.below(4) {
            let place = self.dice.below(bytes.len());
            match self.dice.below(3) {
                0 => bytes[place] = self.dice.next() as u8,
                1 => bytes.truncate(place.max(1)),
                _ => bytes.insert(place, b"{}[]\",:0"[self.dice.below(8)]),
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Sends so many frames, over as many connections as it takes.
    async fn attack(&mut self, count: usize) {
        let mut socket = self.connect().await;
        for n in 0..count {
            let text = if self.dice.below(4) == 0 { self.mutated() } else { self.frame().to_string() };
            if !socket.try_say(&text).await || n % 16 == 15 {
                self.read(&mut socket).await;
                socket = self.connect().await;
            }
        }
        self.read(&mut socket).await;
    }

    async fn connect(&self) -> Socket {
        let mut socket = self.guest.connect(self.table, None).await.unwrap();
        socket.say(json!({"type": "hello", "protocol": 1})).await;
        socket
    }

    /// Everything that the server said: until it has answered what was sent last, or has closed.
    async fn read(&mut self, socket: &mut Socket) {
        let last = "last-of-this-connection";
        socket.try_say(&json!({"type": "hint", "key": last, "seat": "one"}).to_string()).await;
        while let Some(frame) = socket.next().await {
            if frame["key"] == last {
                break;
            }
        }
        self.told.append(&mut socket.told);
    }
}

fn assert_no_canary(scene: &Scene, told: &[String], eyes: &[&str]) {
    for text in told {
        for canary in &scene.canaries {
            // A key that the hostile client has guessed comes back in its own answer, and only there.
            let echo = text.contains("\"type\":\"done\"") || text.contains("\"type\":\"refused\"");
            assert!(echo || !text.contains(canary.as_str()), "{canary} in {text}");
        }
        let frame: Value = serde_json::from_str(text).unwrap();
        let position = if frame["type"] == "look" { &frame } else { &frame["position"] };
        if let Some(viewer) = position["viewer"].as_str() {
            assert!(eyes.contains(&viewer), "seen through the eyes of {viewer}: {text}");
        }
        for asked in position["asked"].as_array().into_iter().flatten() {
            assert!(eyes.contains(&asked["seat"].as_str().unwrap()), "asked instead of another: {text}");
        }
    }
}

fn texts(snapshot: &Value) -> Vec<String> {
    let choices = snapshot["position"]["asked"].as_array().into_iter().flatten();
    let choices = choices.flat_map(|asked| asked["choices"].as_array().into_iter().flatten());
    let mut texts: Vec<String> =
        choices.filter_map(|choice| choice["text"].as_str()).map(str::to_owned).collect();
    let moves = snapshot["moves"].as_array().into_iter().flatten();
    texts.extend(moves.filter_map(|line| line["text"].as_str()).map(str::to_owned));
    texts.extend(["pass", "roll", "resign", "one", "@1", "!one resigns", "!undo 1"].map(str::to_owned));
    texts
}

async fn broken(house: &House) -> bool {
    let address = house.server.as_ref().unwrap().ready.metrics.unwrap();
    let figures = Guest { address, cookie: None }.get("/metrics").await.body;
    !figures.lines().any(|line| line == "visavis_tables_broken_total 0")
}

async fn house() -> House {
    House::with(|config| {
        // Here it is about what is obeyed, not about how often one may ask.
        config.limits = server::Limits::none();
        config.metrics = Some(([127, 0, 0, 1], 0).into());
    })
    .await
}

#[tokio::test]
async fn who_holds_no_seat_moves_nothing_and_sees_the_public_side_only() {
    let house = house().await;
    // Somebody with a seat elsewhere, and somebody without a cookie.
    let mut elsewhere = house.guest();
    elsewhere.open(json!({"game": "squadro", "mode": "screen"})).await;
    let nobody = house.guest();
    for (n, game) in GAMES.into_iter().enumerate() {
        let scene = scene(&house, game).await;
        let before = [seen(&scene.ada, &scene.table).await, seen(&scene.bob, &scene.table).await];
        for (m, guest) in [&elsewhere, &nobody].into_iter().enumerate() {
            let mut hostile = Hostile {
                dice: Dice((n * 10 + m) as u64),
                guest,
                table: &scene.table,
                texts: before.iter().flat_map(texts).collect(),
                keys: scene.canaries.iter().filter(|canary| canary.starts_with("canary-")).cloned().collect(),
                seats: &["one", "two"],
                told: Vec::new(),
            };
            hostile.attack(frames()).await;
            assert!(hostile.told.len() > frames() / 4, "the server answers");
            assert_no_canary(&scene, &hostile.told, &["public"]);
            let after = [seen(&scene.ada, &scene.table).await, seen(&scene.bob, &scene.table).await];
            assert_eq!(after[0].to_string(), before[0].to_string(), "{game}");
            assert_eq!(after[1].to_string(), before[1].to_string(), "{game}");
        }
        assert!(!broken(&house).await, "{game}");
    }
}

#[tokio::test]
async fn an_opponent_moves_only_for_itself() {
    let house = house().await;
    for (n, game) in GAMES.into_iter().enumerate() {
        let scene = scene(&house, game).await;
        let before = seen(&scene.ada, &scene.table).await;
        let mut hostile = Hostile {
            dice: Dice(1000 + n as u64),
            guest: &scene.bob,
            table: &scene.table,
            texts: [texts(&before), texts(&seen(&scene.bob, &scene.table).await)].concat(),
            keys: scene.canaries.iter().filter(|canary| canary.starts_with("canary-")).cloned().collect(),
            // What it does for its own seat is its own affair; here it speaks for the other one.
            seats: &["one"],
            told: Vec::new(),
        };
        hostile.attack(frames()).await;
        assert_no_canary(&scene, &hostile.told, &["two"]);
        assert_eq!(seen(&scene.ada, &scene.table).await.to_string(), before.to_string(), "{game}");

        // With its own seat too: whatever it does, it does as Two.
        let moves = |snapshot: &Value| snapshot["moves"].as_array().unwrap().clone();
        let by_one = |list: &[Value]| list.iter().filter(|line| line["seat"] == "one").count();
        let kinds = ["act", "attempt", "preview"];
        for _ in 0..frames() {
            let mut socket_frame = hostile.frame();
            if !kinds.iter().any(|kind| socket_frame["type"] == *kind) {
                continue;
            }
            socket_frame["seat"] = json!("two");
            let mut socket = hostile.connect().await;
            let now = socket.until("snapshot").await;
            socket_frame["version"] = now["version"].clone();
            socket.try_say(&socket_frame.to_string()).await;
            hostile.read(&mut socket).await;
        }
        let after = seen(&scene.ada, &scene.table).await;
        assert_eq!(by_one(&moves(&after)), by_one(&moves(&before)), "{game}");
        assert_eq!(
            moves(&after)[..moves(&before).len()],
            moves(&before)[..],
            "{game}: nothing is taken back"
        );
        assert!(!broken(&house).await, "{game}");
    }
}

/// A secret with its first digit changed.
fn misspelt(secret: &str) -> String {
    let other = if secret.starts_with('0') { "1" } else { "0" };
    format!("{other}{}", &secret[1..])
}

#[tokio::test]
async fn no_token_and_no_cookie_but_the_own_opens_a_seat() {
    let house = house().await;
    for game in GAMES {
        let scene = scene(&house, game).await;
        let before = [seen(&scene.ada, &scene.table).await, seen(&scene.bob, &scene.table).await];
        let used = &scene.canaries[0];
        let mut eve = house.guest();
        eve.open(json!({"game": game, "mode": "screen"})).await;
        let own = eve.cookie.clone().unwrap();
        for token in
            [used.clone(), misspelt(used), used.to_uppercase(), used[2..].into(), scene.table.clone()]
        {
            assert_eq!(eve.sit(&token).await.status, 404, "{game}: {token}");
        }
        let theirs = scene.bob.cookie.as_deref().unwrap().strip_prefix("visavis=").unwrap();
        let cookies = [
            own,
            format!("visavis={used}"),
            format!("visavis={}", misspelt(theirs)),
            format!("visavis={}", &theirs[..theirs.len() - 2]),
            format!("visavis={}", scene.table),
            format!("other={theirs}"),
        ];
        for cookie in cookies {
            let guest = Guest { address: house.address, cookie: Some(cookie) };
            let (mut socket, frame) = guest.look(&scene.table).await;
            assert_eq!((&frame["you"], &frame["position"]["viewer"]), (&json!([]), &json!("public")));
            for (seat, snapshot) in ["one", "two"].into_iter().zip(&before) {
                let text = texts(snapshot).remove(0);
                for wish in ["act", "preview"] {
                    let more = json!({"version": version(&frame), "text": text});
                    assert_eq!(socket.wish(wish, seat, more).await["word"], "server.not-your-seat");
                }
                for wish in ["resign", "undo", "offer_draw", "rematch", "hint"] {
                    assert_eq!(socket.wish(wish, seat, json!({})).await["word"], "server.not-your-seat");
                }
            }
        }
        let after = [seen(&scene.ada, &scene.table).await, seen(&scene.bob, &scene.table).await];
        assert_eq!(after, before, "{game}");
    }
}
