//! Law 11: what is shown can be touched.

use rand::{Rng, RngCore};

use super::{Breach, Law, Plan, Report, breach::Held, position, run};
use crate::{Game, Log, Seat, Show, Viewer, Words};

/// The widest picture.
const COLUMNS: usize = 78;

/// Plays random games and looks at pictures (in each of the languages given) and gestures where the plan says
/// that we look closely.
///
/// A picture is made of whole lines of at most 78 columns without control characters. The gesture of an option
/// is read back by `attempt` as a list with that option in it, is the same in every table that its seat can
/// imagine, and other drags between the same places do no harm; neither does junk to `set_up`.
///
/// # Errors
/// The first breach.
pub fn show<G: Show>(options: &G::Options, words: &[&Words], plan: &Plan) -> Result<Report, Breach> {
    let mut report = Report::default();
    for number in 0..plan.games {
        plan.watch(options, number, |steps| {
            let rng = &mut plan.rng(number, 4);
            let mut game = G::start(options);
            loop {
                let over = game.turn().outcome().is_some();
                if over || steps.is_empty() || rng.random_ratio(1, plan.close) {
                    report.positions += 1;
                    pictures_fit(&game, words)?;
                    for seat in Seat::BOTH {
                        gestures_are_read(&game, seat, &mut report, rng)?;
                    }
                }
                if over {
                    break;
                }
                Law::Ends.holds(steps.len() < plan.max_steps, || "it does not end".into())?;
                let step = run::next(&game, rng);
                game.play(&step, &mut Log::off());
                steps.push(step);
            }
            junk_is_refused::<G>(rng);
            report.ended(steps.len());
            Ok(())
        })?;
    }
    Ok(report)
}

fn pictures_fit<G: Show>(game: &G, words: &[&Words]) -> Held {
    for viewer in Viewer::ALL {
        let view = game.view(viewer);
        for words in words {
            let picture = G::picture(&view, words);
            let name = viewer.name();
            Law::Shown
                .holds(picture.ends_with('\n'), || format!("the picture of {name} has no end:\n{picture}"))?;
            let plain = picture.chars().all(|c| c == '\n' || !c.is_control());
            Law::Shown
                .holds(plain, || format!("control characters in the picture of {name}:\n{picture:?}"))?;
            let widest = picture.lines().map(|line| line.chars().count()).max().unwrap_or(0);
            Law::Shown.holds(widest <= COLUMNS, || {
                format!("the picture of {name} is {widest} columns wide:\n{picture}")
            })?;
        }
    }
    Ok(())
}

fn gestures_are_read<G: Show>(game: &G, seat: Seat, report: &mut Report, rng: &mut dyn RngCore) -> Held {
    let view = game.view(Viewer::Seat(seat));
    let imagined = G::imagine(&view, rng);
    let mut options = Vec::new();
    game.options(seat, &mut options);
    let mut places = Vec::new();
    for action in &options {
        let gesture = game.gesture(seat, action);
        let other = imagined.gesture(seat, action);
        Law::Shown.holds(gesture == other, || {
            format!(
                "`{seat} {action}` is {gesture:?}, but {other:?} in a table that looks the same to {seat}"
            )
        })?;
        let Some(from) = &gesture.from else {
            Law::Shown
                .holds(gesture.to.is_none(), || format!("`{seat} {action}` ends but begins nowhere"))?;
            continue;
        };
        let readings = G::attempt(&view, seat, from, gesture.to.as_deref());
        Law::Shown.holds(readings.contains(action), || {
            format!("`{seat} {action}` is {gesture:?}, but that is read as {readings:?}")
        })?;
        report.gestures += 1;
        places.push(from.clone());
        places.extend(gesture.to);
    }
    places.extend(["".into(), "nowhere".into(), "é9".into()]);
    for _ in 0..4 {
        let [from, to] = [(); 2].map(|()| &places[rng.random_range(0..places.len())]);
        for action in G::attempt(&view, seat, from, rng.random::<bool>().then_some(to)) {
            position::action_is_faithful::<G>(&action)?;
            // Legal or not: it is asked like any other.
            let _ = game.check(seat, &action);
        }
    }
    Ok(())
}

/// Only a panic is wrong here.
fn junk_is_refused<G: Show>(rng: &mut dyn RngCore) {
    const PIECES: [&str; 16] =
        ["one", "two", " ", "=", "\n", "-1", "99999999999", "0", "7", ",", ".", ":", "|", "é", "turn", "@"];
    let length = rng.random_range(0..12);
    let text: String = (0..length).map(|_| PIECES[rng.random_range(0..PIECES.len())]).collect();
    let _ = <G as Show>::set_up(&text).map(|game| Game::turn(&game));
}
