//! The words of team files: verbs of effects and conditions of goals, with their parameters.

use super::{By, Effect, Goal, Marker, Through, Who, Whom, read::Section};
use crate::characters::Token;

/// What may be walked through.
pub(super) const PHASES: [(&str, Through); 3] =
    [("none", Through::None), ("characters", Through::Characters), ("all", Through::All)];

const VERBS: [&str; 13] = [
    "push", "cascade", "drag", "attack", "charge", "march", "exchange", "clear", "token", "deploy", "recall",
    "shift", "swap",
];
const WHOM: [(&str, Whom); 2] = [("own", Whom::Own), ("enemy", Whom::Enemy)];
const MARKERS: [(&str, Marker); 2] = [("treasure", Marker::Treasure), ("obstacle", Marker::Obstacle)];

/// The words for a token, and one for none or all of them.
fn tokens(other: &'static str) -> [(&'static str, Option<Token>); 5] {
    let [a, b, c, d] = Token::ALL.map(|token| (token.name(), Some(token)));
    [(other, None), a, b, c, d]
}

/// Reads an effect (rules 59-71).
pub(super) fn effect(inline: &mut Section<'_, '_, '_>) -> Option<Effect> {
    let verb = inline.word("verb", &VERBS.map(|verb| (verb, verb)), None);
    let Some(verb) = verb else {
        inline.asked.extend(KEYS_OF_EFFECTS);
        return None;
    };
    // Every parameter is read before the first that is wrong ends it, so that all mistakes are noted.
    let count = |inline: &mut Section<'_, '_, '_>| inline.number("count", 1..=3, Some(1));
    Some(match verb {
        "push" => {
            let (distance, count) = (inline.number("distance", 1..=3, Some(1)), count(inline));
            Effect::Push { distance: distance?, count: count? }
        }
        "cascade" => Effect::Cascade,
        "drag" => Effect::Drag { range: inline.number("range", 0..=7, Some(3))? },
        "attack" => {
            let (range, bonus) =
                (inline.number("range", 0..=7, Some(0)), inline.number("bonus", 0..=3, Some(0)));
            let (count, free, pierce) = (count(inline), inline.flag("free"), inline.flag("pierce"));
            Effect::Attack { range: range?, bonus: bonus?, count: count?, free: free?, pierce: pierce? }
        }
        "charge" => {
            let (push, free_step) = (inline.number("push", 1..=3, Some(1)), inline.flag("free_step"));
            let bonus = inline.number("bonus", 0..=3, Some(0));
            Effect::Charge { push: push?, free_step: free_step?, bonus: bonus? }
        }
        "march" => {
            let (whom, steps) =
                (inline.word("whom", &WHOM, Some(Whom::Own)), inline.number("steps", 0..=8, Some(0)));
            let (through, count) = (inline.word("through", &PHASES, Some(Through::None)), count(inline));
            Effect::March { whom: whom?, steps: steps?, through: through?, count: count? }
        }
        "exchange" => {
            let (whom, reach) =
                (inline.word("whom", &WHOM, Some(Whom::Own)), inline.number("reach", 0..=7, Some(0)));
            Effect::Exchange { whom: whom?, reach: reach? }
        }
        "clear" => {
            let (whom, which) = (
                inline.word("whom", &WHOM, Some(Whom::Own)),
                inline.word("which", &tokens("all"), Some(None)),
            );
            let count = count(inline);
            Effect::Clear { whom: whom?, which: which?, count: count? }
        }
        "token" => {
            let kinds = Token::ALL.map(|token| (token.name(), token));
            let token = inline.word("token", &kinds, Some(Token::Defend));
            let (whom, count) = (inline.word("whom", &WHOM, Some(Whom::Own)), count(inline));
            Effect::Token { token: token?, whom: whom?, count: count? }
        }
        "deploy" => {
            let (rows, token) =
                (inline.number("rows", 1..=4, Some(1)), inline.word("token", &tokens("none"), Some(None)));
            let count = count(inline);
            Effect::Deploy { rows: rows?, token: token?, count: count? }
        }
        "recall" => Effect::Recall { count: count(inline)? },
        "shift" => {
            let (marker, steps) = (
                inline.word("marker", &MARKERS, Some(Marker::Treasure)),
                inline.number("steps", 0..=8, Some(1)),
            );
            Effect::Shift { marker: marker?, steps: steps? }
        }
        "swap" => Effect::Swap,
        _ => unreachable!("one of the listed verbs"),
    })
}

/// The keys that are not complained about while the verb is unknown.
const KEYS_OF_EFFECTS: [&str; 16] = [
    "distance",
    "count",
    "range",
    "bonus",
    "free",
    "pierce",
    "push",
    "free_step",
    "whom",
    "steps",
    "through",
    "reach",
    "which",
    "token",
    "rows",
    "marker",
];

const CONDITIONS: [&str; 14] = [
    "treasure",
    "treasures",
    "slain",
    "rows",
    "line",
    "unbroken",
    "pushed",
    "apart",
    "surround",
    "used",
    "centre",
    "guarded",
    "home",
    "outnumber",
];
const WHO: [(&str, Who); 2] = [("any", Who::Any), ("leader", Who::Leader)];
const BY: [(&str, By); 3] = [("any", By::Any), ("leader", By::Leader), ("ranged", By::Ranged)];

/// Reads a goal (rules 73-86).
pub(super) fn goal(inline: &mut Section<'_, '_, '_>) -> Option<Goal> {
    let condition = inline.word("condition", &CONDITIONS.map(|word| (word, word)), None);
    let Some(condition) = condition else {
        inline.asked.extend(["number", "uncontested", "count", "by", "unhurt", "row", "who", "rows"]);
        return None;
    };
    let count = |inline: &mut Section<'_, '_, '_>| inline.number("count", 1..=6, None);
    Some(match condition {
        "treasure" => {
            let (number, uncontested) = (inline.number("number", 1..=4, None), inline.flag("uncontested"));
            Goal::Treasure { number: number?, uncontested: uncontested? }
        }
        "treasures" => Goal::Treasures { count: count(inline)? },
        "slain" => {
            let (count, by, unhurt) =
                (count(inline), inline.word("by", &BY, Some(By::Any)), inline.flag("unhurt"));
            Goal::Slain { count: count?, by: by?, unhurt: unhurt? }
        }
        "rows" => {
            let (row, count) = (inline.number("row", 1..=8, None), count(inline));
            let who = inline.word("who", &WHO, Some(Who::Any));
            Goal::Rows { row: row?, count: count?, who: who? }
        }
        "line" => Goal::Line { count: count(inline)? },
        "unbroken" => Goal::Unbroken { count: count(inline)? },
        "pushed" => Goal::Pushed { count: count(inline)? },
        "apart" => Goal::Apart { count: count(inline)? },
        "surround" => {
            let (count, who) = (count(inline), inline.word("who", &WHO, Some(Who::Any)));
            Goal::Surround { count: count?, who: who? }
        }
        "used" => Goal::Used { count: count(inline)? },
        "centre" => Goal::Centre { count: count(inline)? },
        "guarded" => Goal::Guarded { count: count(inline)? },
        "home" => Goal::Home { rows: inline.number("rows", 1..=8, None)? },
        "outnumber" => Goal::Outnumber { by: inline.number("by", 1..=6, None)? },
        _ => unreachable!("one of the listed conditions"),
    })
}
