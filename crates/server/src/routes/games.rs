//! The games as the home page shows them, and their rulebooks.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State},
    http::HeaderMap,
    response::Response,
};
use catalogue::{Block, Entry};
use protocol::http::{BlockTold, GameCard, OptionTold, OptionValues, RulebookTold};
use serde_json::Value;
use table::{Choices, Lang, OptionSpec, Viewer, chance::Seed, record::Line};

use crate::{
    Config,
    app::App,
    errors::Failure,
    live::ENGINE,
    packed::{self, Keep},
};

/// `GET /api/games`.
pub(super) async fn list(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    // A level more is there once Squadro has been solved: everything else about a card stays.
    let levels: Vec<usize> = app.games().map(|entry| (entry.levels)().len()).collect();
    let mut kept = app.cards.lock().unwrap_or_else(|poison| poison.into_inner());
    if kept.0 != levels || kept.1.is_empty() {
        let cards: Vec<GameCard> = app.games().map(|entry| card(entry, &app.config)).collect();
        *kept = (levels, serde_json::to_vec(&cards).expect("cards are plain data"));
    }
    packed::answer(&headers, "application/json", kept.1.clone(), Keep::Ask)
}

fn card(entry: &'static Entry, config: &Config) -> GameCard {
    let secrets = (entry.open)(&[]).is_ok_and(|table| table.has_secrets());
    let levels = (entry.levels)().iter().map(|level| level.name().to_owned());
    let engines = config.engines.iter().map(|(name, _)| format!("{ENGINE}{name}"));
    GameCard {
        id: entry.id.into(),
        rules: entry.rules,
        options: (entry.options)().into_iter().map(option).collect(),
        levels: levels.chain(engines).collect(),
        secrets,
        picture: picture(entry),
    }
}

fn option(spec: OptionSpec) -> OptionTold {
    let values = match spec.values {
        Choices::OneOf(of) => OptionValues::OneOf { of },
        Choices::Number { from, to, step } => {
            OptionValues::Number { from: from as i32, to: to as i32, step: step as i32 }
        }
        Choices::Several { of, count } => OptionValues::Several { of, count: count as u32 },
    };
    OptionTold { key: spec.key.into(), default: spec.default, rule: spec.rule.into(), values }
}

/// A position to draw on the card: the middle of a game that is always the same.
fn picture(entry: &Entry) -> Value {
    let play = || -> Option<Value> {
        let record = (entry.simulate)(&[], &Seed::of_simulation(7, 1), true).ok()?.record?;
        let mut table = (entry.open)(&[]).ok()?;
        for line in &record.lines[..record.lines.len() / 2] {
            let Line::Step(step, _) = line else { continue };
            table.play(step).ok()?;
        }
        Some(table.view(Viewer::Public))
    };
    play().unwrap_or_default()
}

/// `GET /api/rules/{lang}/{game}`.
pub(super) async fn rulebook(
    State(app): State<Arc<App>>,
    Path((lang, game)): Path<(String, String)>,
) -> Result<Json<RulebookTold>, Failure> {
    let lang: Lang = lang.parse().map_err(|_| Failure::not_found("server.no-page"))?;
    let entry = app.game(&game).ok_or_else(|| Failure::not_found("server.no-game"))?;
    let blocks = entry.rulebook(lang).blocks.into_iter().map(|block| told(entry, block)).collect();
    Ok(Json(RulebookTold { blocks }))
}

fn told(entry: &Entry, block: Block) -> BlockTold {
    match block {
        Block::Heading { level, text } => BlockTold::Heading { level, text },
        Block::Rule { number, text } => BlockTold::Rule { number, text },
        Block::Paragraph { text } => BlockTold::Paragraph { text },
        Block::List { items } => BlockTold::List { items },
        Block::Table { rows } => BlockTold::Table { rows },
        Block::Diagram { text } => {
            let view = (entry.set_up)(&text).map(|table| table.view(Viewer::Judge));
            BlockTold::Diagram { view: view.unwrap_or_default(), text }
        }
    }
}
