//! Controls: families of actions with numbers in their texts (law 1).

use rand::{Rng, RngCore};

use super::{Law, breach::Held};
use crate::{Control, Range};

/// Every hole has a range with a number in it, and the other way round.
pub(super) fn is_well_formed(control: &Control) -> Held {
    let mut rest = control.form.clone();
    for range in &control.ranges {
        Law::Options.holds(range.from <= range.to, || format!("{control:?} has an empty range"))?;
        let hole = hole(range);
        Law::Options.holds(rest.matches(&hole).count() == 1, || format!("{control:?} has not one {hole}"))?;
        rest = rest.replace(&hole, "");
    }
    Law::Options.holds(!rest.contains(['{', '}']), || format!("{control:?} has a hole without a range"))
}

/// Whether `text` is the form with numbers inside the ranges.
pub(super) fn fits(control: &Control, text: &str) -> bool {
    let mut holes: Vec<(usize, &Range)> = control
        .ranges
        .iter()
        .filter_map(|range| control.form.find(&hole(range)).map(|at| (at, range)))
        .collect();
    holes.sort_by_key(|&(at, _)| at);
    let (mut text, mut form_at) = (text, 0);
    for (at, range) in holes {
        let Some(rest) = text.strip_prefix(&control.form[form_at..at]) else { return false };
        let digits = rest.strip_prefix('-').unwrap_or(rest);
        let length = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let (number, rest) = rest.split_at(rest.len() - digits.len() + length);
        if !number.parse::<i32>().is_ok_and(|n| (range.from..=range.to).contains(&n)) {
            return false;
        }
        text = rest;
        form_at = at + hole(range).len();
    }
    text == &control.form[form_at..]
}

/// Numbers inside the ranges, at their ends more often than not by chance.
pub(super) fn inside(control: &Control, rng: &mut dyn RngCore) -> Vec<i32> {
    let number = |range: &Range, rng: &mut dyn RngCore| match rng.random_range(0..8) {
        0 => range.from,
        1 => range.to,
        _ => rng.random_range(range.from..=range.to),
    };
    control.ranges.iter().map(|range| number(range, rng)).collect()
}

/// Numbers of which exactly one is outside of its range, if that is possible.
pub(super) fn outside(control: &Control, rng: &mut dyn RngCore) -> Option<Vec<i32>> {
    let mut numbers = inside(control, rng);
    if numbers.is_empty() {
        return None;
    }
    let i = rng.random_range(0..numbers.len());
    let Range { from, to, .. } = control.ranges[i];
    let below = [from.checked_sub(1), from.checked_sub(1000), Some(i32::MIN)];
    let above = [to.checked_add(1), to.checked_add(1000), Some(i32::MAX)];
    let beyond: Vec<i32> =
        below.into_iter().chain(above).flatten().filter(|n| !(from..=to).contains(n)).collect();
    if beyond.is_empty() {
        return None;
    }
    numbers[i] = beyond[rng.random_range(0..beyond.len())];
    Some(numbers)
}

fn hole(range: &Range) -> String {
    format!("{{{}}}", range.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flick() -> Control {
        let ranges = vec![Range { name: "power", from: 1, to: 99 }, Range { name: "angle", from: -9, to: 9 }];
        let form = "flick {angle}@{power}!".into();
        Control { kind: "flick", form, ranges, rules: Vec::new(), hints: serde_json::Value::Null }
    }

    #[test]
    fn a_text_fits_with_numbers_inside_the_ranges() {
        for text in ["flick 0@1!", "flick -9@99!", "flick 9@50!"] {
            assert!(fits(&flick(), text), "{text}");
        }
        for text in ["flick 10@1!", "flick 0@0!", "flick 0@1", "flick @1!", "flick 0@1!!", "place 0@1!", ""] {
            assert!(!fits(&flick(), text), "{text}");
        }
    }

    #[test]
    fn forms_and_ranges_belong_together() {
        assert!(is_well_formed(&flick()).is_ok());
        assert!(is_well_formed(&Control { form: "flick {angle}".into(), ..flick() }).is_err());
        assert!(is_well_formed(&Control { form: "flick {angle}@{power} {spin}".into(), ..flick() }).is_err());
        let mut empty = flick();
        empty.ranges[0].from = 100;
        assert!(is_well_formed(&empty).is_err());
    }
}
