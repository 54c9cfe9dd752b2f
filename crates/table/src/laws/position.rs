//! What one position shows: texts, JSON, odds, imagined tables, simultaneous actions, the census
//! (laws 2-6 and 8).

use std::{fmt::Display, str::FromStr};

use rand::RngCore;
use serde::{Serialize, de::DeserializeOwned};

use super::{Law, Report, breach::Held};
use crate::{Game, Log, Odds, Refusal, Seat, Seats, Step, Turn, Viewer};

/// Law 2 for a step: its line in a record is read as the same step; who may know it whole reads it whole.
pub(super) fn text_is_faithful<G: Game>(game: &G, step: &Step<G>) -> Held {
    let line = step.to_string();
    match Step::<G>::read(&line) {
        Ok(read) => {
            Law::Text.holds(read == *step, || format!("`{line}` is read as {read:?}, not {step:?}"))?
        }
        Err(refusal) => return Err(Law::Text.broken(format!("`{line}` is not read: {refusal}"))),
    }
    Law::Text.holds(!line.contains(['\n', '\r']), || format!("`{line}` is not one line"))?;
    let actor = match step {
        Step::Act(seat, _) => Viewer::Seat(*seat),
        Step::Chance(_) => Viewer::Judge,
    };
    for viewer in [actor, Viewer::Judge] {
        let seen = game.seen(step, viewer);
        Law::Text.holds(seen == step.text(), || format!("{} sees `{line}` as `{seen}`", viewer.name()))?;
    }
    Ok(())
}

/// Law 2 for an action.
pub(super) fn action_is_faithful<G: Game>(action: &G::Action) -> Held {
    is_read_back(action)?;
    let text = action.to_string();
    let bare = !text.starts_with(['@', '!']) && text.trim() == text && !text.is_empty();
    Law::Text.holds(bare, || format!("`{text}` cannot stand in a record"))
}

/// Law 2 for an outcome.
pub(super) fn chance_is_faithful<G: Game>(outcome: &G::Chance) -> Held {
    is_read_back(outcome)?;
    Law::Text.holds(outcome.to_string().starts_with('@'), || format!("`{outcome}` does not begin with @"))
}

fn is_read_back<T: Display + FromStr<Err = Refusal> + PartialEq + std::fmt::Debug>(thing: &T) -> Held {
    let text = thing.to_string();
    match text.parse::<T>() {
        Ok(read) => {
            Law::Text.holds(read == *thing, || format!("`{text}` is read as {read:?}, not {thing:?}"))
        }
        Err(refusal) => Err(Law::Text.broken(format!("`{text}` is not read: {refusal}"))),
    }
}

/// Law 3.
pub(super) fn json_is_faithful<G: Game>(game: &G) -> Held {
    survives_json("the game", game)?;
    Viewer::ALL.into_iter().try_for_each(|viewer| survives_json(viewer.name(), &game.view(viewer)))
}

fn survives_json<T: Serialize + DeserializeOwned + PartialEq>(name: &str, thing: &T) -> Held {
    let written = serde_json::to_string(thing);
    let json = written.map_err(|error| Law::Json.broken(format!("{name} is not written: {error}")))?;
    let read: T = serde_json::from_str(&json)
        .map_err(|error| Law::Json.broken(format!("{name} is not read: {error} in {json}")))?;
    Law::Json.holds(read == *thing, || format!("{name} is read otherwise than it was: {json}"))?;
    let again = serde_json::to_string(&read).unwrap_or_default();
    Law::Json.holds(again == json, || format!("{name} is written as {json} and then as {again}"))
}

/// Law 3 for events: each is an object that names itself. Gives the names to the report.
pub(super) fn events_name_themselves<G: Game>(events: &[G::Event], report: &mut Report) -> Held {
    for event in events {
        let json = serde_json::to_value(event).unwrap_or_default();
        let name = json.get("event").and_then(|name| name.as_str());
        let name =
            name.ok_or_else(|| Law::Json.broken(format!("{event:?} as JSON has no `event`: {json}")))?;
        report.said(&format!("{}.event.{name}", G::ID));
    }
    Ok(())
}

/// Law 4, and law 8 for imagined tables.
pub(super) fn imagination_is_honest<G: Game>(game: &G, report: &mut Report, rng: &mut dyn RngCore) -> Held {
    let turn = game.turn();
    for viewer in Viewer::ALL {
        let name = viewer.name();
        let view = game.view(viewer);
        let imagined = G::imagine(&view, rng);
        report.imagined += 1;
        let seen = imagined.view(viewer);
        Law::Imagination
            .holds(seen == view, || format!("{name} saw {view:?} and imagines what looks as {seen:?}"))?;
        let asked = imagined.turn();
        Law::Imagination.holds(asked == turn, || format!("{name} imagines {asked:?}, but it is {turn:?}"))?;
        if let Viewer::Seat(seat) = viewer {
            let [mut real, mut own] = [Vec::new(), Vec::new()];
            game.options(seat, &mut real);
            imagined.options(seat, &mut own);
            Law::Imagination
                .holds(own == real, || format!("{name} imagines {own:?}, but may do {real:?}"))?;
        }
        if viewer == Viewer::Judge || turn.outcome().is_some() {
            Law::Imagination.holds(imagined == *game, || {
                format!("everything is open to {name}, who imagines {imagined:?}, not {game:?}")
            })?;
        }
        nothing_is_lost(game, &imagined, || format!("imagined by {name}"))?;
    }
    Ok(())
}

/// Law 5: what both seats do at once, done in either order, leads to the same table.
pub(super) fn simultaneous_is_unordered<G: Game>(
    game: &G,
    report: &mut Report,
    rng: &mut dyn RngCore,
) -> Held {
    if game.turn() != Turn::Act(Seats::BOTH) {
        return Ok(());
    }
    report.simultaneous += 1;
    let mut buffer = Vec::new();
    let [one, two] = Seat::BOTH.map(|seat| Step::<G>::Act(seat, game.suggest(seat, rng, &mut buffer)));
    let mut after = [game.clone(), game.clone()];
    for (table, order) in after.iter_mut().zip([[&one, &two], [&two, &one]]) {
        for step in order {
            table.try_play(step, &mut Log::off()).map_err(|refusal| {
                Law::Simultaneous.broken(format!("of `{one}` and `{two}`, `{step}` is refused by {refusal}"))
            })?;
        }
    }
    let [ahead, behind] = after;
    Law::Simultaneous.holds(ahead == behind, || {
        format!("`{one}`, `{two}` leads to {ahead:?}, but the other way round to {behind:?}")
    })
}

/// The odds in a fresh buffer.
pub(super) fn odds_of<G: Game>(game: &G) -> Odds<G::Chance> {
    let mut odds = Odds::default();
    game.odds(&mut odds);
    odds
}

/// Law 6. `used` is a buffer that an earlier question has filled.
pub(super) fn odds_are_odds<G: Game>(game: &G, used: &mut Odds<G::Chance>, report: &mut Report) -> Held {
    let odds = odds_of(game);
    if game.turn() != Turn::Chance {
        return Law::Odds
            .holds(odds.outcomes.is_empty(), || format!("it is not chance's turn, but {odds:?}"));
    }
    report.chances += 1;
    Law::Odds.holds(!odds.outcomes.is_empty(), || "chance can bring nothing".into())?;
    Law::Odds.holds(!odds.stream.is_empty(), || format!("no stream is named: {odds:?}"))?;
    let texts: Vec<String> = odds.outcomes.iter().map(|(outcome, _)| outcome.to_string()).collect();
    Law::Odds
        .holds(texts.is_sorted_by(|a, b| a < b), || format!("not in byte order, or twice: {texts:?}"))?;
    Law::Odds
        .holds(odds.outcomes.iter().all(|&(_, weight)| weight > 0), || format!("a weight of 0: {odds:?}"))?;
    Law::Odds.holds(u32::try_from(odds.total()).is_ok(), || format!("too much weight: {odds:?}"))?;
    odds.outcomes.iter().try_for_each(|(outcome, _)| chance_is_faithful::<G>(outcome))?;
    game.odds(used);
    Law::Odds.holds(*used == odds, || format!("{odds:?}, but {used:?} in a buffer that was used before"))
}

/// Law 8.
pub(super) fn nothing_is_lost<G: Game>(before: &G, after: &G, when: impl FnOnce() -> String) -> Held {
    let (before, after) = (before.census(), after.census());
    Law::Census.holds(before == after, || format!("the box holds {before:?}, but {after:?} {}", when()))
}
