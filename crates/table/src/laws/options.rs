//! Law 1: options are exact.

use std::collections::BTreeSet;

use rand::{Rng, RngCore};

use super::{Law, Plan, Report, breach::Held, controls, pool::Pool, position};
use crate::{Control, Game, Log, Refusal, Seat, Step, Turn};

/// What a seat may do now.
struct Asked<G: Game> {
    seat: Seat,
    options: Vec<G::Action>,
    controls: Vec<Control>,
}

/// Looks at both seats: what is offered passes and can be played, everything else is refused.
pub(super) fn are_exact<G: Game>(
    game: &G,
    plan: &Plan,
    pool: &mut Pool<G>,
    report: &mut Report,
    rng: &mut dyn RngCore,
) -> Held {
    let turn = game.turn();
    for seat in Seat::BOTH {
        let asked = ask(game, turn, seat, report)?;
        are_legal(game, &asked, plan, report, rng)?;
        pool.remember(&asked.options, rng);
        if turn.asks(seat) {
            let action = game.suggest(seat, rng, &mut Vec::new());
            is_judged_rightly(game, &asked, &action, report)?;
            pool.remember(&[action], rng);
        }
        for _ in 0..plan.tries {
            let Some(action) = pool.action(rng) else { break };
            is_judged_rightly(game, &asked, action, report)?;
            let Some(text) = pool.mutant(rng) else { break };
            if let Ok(action) = text.parse::<G::Action>() {
                position::action_is_faithful::<G>(&action)?;
                is_judged_rightly(game, &asked, &action, report)?;
            }
        }
        for control in &asked.controls {
            controls::is_well_formed(control)?;
            for _ in 0..plan.tries {
                try_control(game, &asked, control, report, rng)?;
            }
        }
    }
    chance_is_judged_rightly(game, pool, report, rng)
}

fn ask<G: Game>(
    game: &G,
    turn: Turn,
    seat: Seat,
    report: &mut Report,
) -> Result<Asked<G>, super::breach::Fault> {
    let mut options = Vec::new();
    game.options(seat, &mut options);
    if !turn.asks(seat) {
        Law::Options
            .holds(options.is_empty(), || format!("{seat} is not asked but is offered {options:?}"))?;
        return Ok(Asked { seat, options, controls: Vec::new() });
    }
    let prompt = game.prompt(seat);
    report.said(prompt.key);
    let some = !options.is_empty() || !prompt.controls.is_empty();
    Law::Options.holds(some, || format!("{seat} is asked {} but may do nothing", prompt.key))?;
    Law::Options.holds(G::CONTINUOUS || prompt.controls.is_empty(), || {
        format!("{} has controls although the game says that it has none", prompt.key)
    })?;
    let texts: BTreeSet<String> = options.iter().map(ToString::to_string).collect();
    Law::Options
        .holds(texts.len() == options.len(), || format!("{seat} is offered the same twice: {options:?}"))?;
    let count = options.len();
    game.options(seat, &mut options);
    let again = options.split_off(count.min(options.len()));
    Law::Options.holds(options == again, || {
        format!("{seat} is offered {options:?}, and then {again:?} appended to it")
    })?;
    Ok(Asked { seat, options, controls: prompt.controls })
}

/// Every option passes; some of them are played on a copy, which must lose nothing.
fn are_legal<G: Game>(
    game: &G,
    asked: &Asked<G>,
    plan: &Plan,
    report: &mut Report,
    rng: &mut dyn RngCore,
) -> Held {
    let seat = asked.seat;
    for action in &asked.options {
        game.check(seat, action).map_err(|refusal| {
            Law::Options.broken(format!("`{seat} {action}` is offered but refused by {refusal}"))
        })?;
        position::action_is_faithful::<G>(action)?;
    }
    report.legal += asked.options.len() as u64;
    for _ in 0..asked.options.len().min(plan.tries as usize) {
        let action = &asked.options[rng.random_range(0..asked.options.len())];
        let mut copy = game.clone();
        copy.play(&Step::Act(seat, action.clone()), &mut Log::off());
        position::nothing_is_lost(game, &copy, || format!("after `{seat} {action}`"))?;
    }
    Ok(())
}

/// An action passes exactly when it is offered, by list or by a control; a refusal changes nothing.
fn is_judged_rightly<G: Game>(game: &G, asked: &Asked<G>, action: &G::Action, report: &mut Report) -> Held {
    let seat = asked.seat;
    let listed = asked.options.contains(action);
    let text = action.to_string();
    let mut within = asked.controls.iter().filter(|control| controls::fits(control, &text)).peekable();
    let refusal = match game.check(seat, action) {
        Ok(()) => {
            report.legal += 1;
            return Law::Options.holds(listed || within.peek().is_some(), || {
                format!("`{seat} {action}` passes but is not offered")
            });
        }
        Err(refusal) => refusal,
    };
    Law::Options.holds(!listed, || format!("`{seat} {action}` is offered but refused by {refusal}"))?;
    if within.peek().is_some() {
        Law::Options.holds(within.any(|control| control.rules.contains(&refusal.rule)), || {
            format!("`{seat} {action}` is inside the ranges but refused by {refusal}, which no control names")
        })?;
    }
    changes_nothing(game, &Step::Act(seat, action.clone()), &refusal, report)
}

/// Numbers inside the ranges are an action, numbers outside are none or are refused.
fn try_control<G: Game>(
    game: &G,
    asked: &Asked<G>,
    control: &Control,
    report: &mut Report,
    rng: &mut dyn RngCore,
) -> Held {
    report.samples += 1;
    let text = control.fill(&controls::inside(control, rng));
    let action = text.parse::<G::Action>().map_err(|refusal| {
        Law::Options.broken(format!("`{text}` is inside the ranges of a control but is no action: {refusal}"))
    })?;
    let written = action.to_string();
    Law::Options
        .holds(written == text, || format!("`{text}` of a control is written `{written}` otherwise"))?;
    is_judged_rightly(game, asked, &action, report)?;
    let Some(numbers) = controls::outside(control, rng) else { return Ok(()) };
    report.samples += 1;
    match control.fill(&numbers).parse::<G::Action>() {
        Ok(action) => is_judged_rightly(game, asked, &action, report),
        Err(_) => Ok(()),
    }
}

/// An outcome that is not in the odds is refused and changes nothing.
fn chance_is_judged_rightly<G: Game>(
    game: &G,
    pool: &Pool<G>,
    report: &mut Report,
    rng: &mut dyn RngCore,
) -> Held {
    if let Some(Ok(outcome)) = pool.mutant_chance(rng).map(|text| text.parse::<G::Chance>()) {
        position::chance_is_faithful::<G>(&outcome)?;
    }
    let Some(outcome) = pool.chance(rng) else { return Ok(()) };
    if position::odds_of(game).outcomes.iter().any(|(possible, _)| possible == outcome) {
        return Ok(());
    }
    let step = Step::Chance(outcome.clone());
    match game.clone().try_play(&step, &mut Log::off()) {
        Ok(()) => Err(Law::Options.broken(format!("`{step}` is played but not in the odds"))),
        Err(refusal) => changes_nothing(game, &step, &refusal, report),
    }
}

fn changes_nothing<G: Game>(game: &G, step: &Step<G>, refusal: &Refusal, report: &mut Report) -> Held {
    report.refused += 1;
    report.said(refusal.key);
    let mut copy = game.clone();
    let mut log = Log::on();
    let again = copy.try_play(step, &mut log);
    Law::Options.holds(again.as_ref() == Err(refusal), || {
        format!("`{step}` is refused by {refusal}, but when it is played: {again:?}")
    })?;
    Law::Options.holds(copy == *game && log.into_events().is_empty(), || {
        format!("`{step}` is refused by {refusal} but leaves its trace")
    })
}
