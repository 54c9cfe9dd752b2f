//! Law 12: an option takes each of its values and nothing else.

use super::{
    Law,
    breach::{Fault, Held},
};
use crate::{Choices, OptionList, OptionSpec};

/// The printed game, and variants with one option changed: each word of a list, both ends of a range. To be
/// played under the laws one by one.
pub fn variants<O: OptionList>() -> Vec<O> {
    let mut variants = vec![O::default()];
    for spec in O::list() {
        for value in samples(&spec) {
            let mut options = O::default();
            if options.set(spec.key, &value).is_ok() && !variants.contains(&options) {
                variants.push(options);
            }
        }
    }
    variants
}

/// Options are set to what they say that they take, read back as they were set, and refuse everything else.
pub(super) fn are_what_they_say<O: OptionList>() -> Held {
    let list = O::list();
    for (i, spec) in list.iter().enumerate() {
        let key = spec.key;
        Law::Variants
            .holds(list[..i].iter().all(|other| other.key != key), || format!("{key} comes twice"))?;
        let plain = O::default().get(key);
        Law::Variants
            .holds(plain == spec.default, || format!("{key} is {plain}, not its default {}", spec.default))?;
        for value in samples(spec) {
            let options = set::<O>(key, &value)?;
            let read = options.get(key);
            Law::Variants.holds(read == value, || format!("{key} was set to {value} but is {read}"))?;
            let changed = options.changed();
            let told = changed.iter().any(|(k, v)| *k == key && *v == value);
            Law::Variants.holds(told == (value != spec.default), || {
                format!("{key} was set to {value}, but what a record carries is {changed:?}")
            })?;
        }
        for value in ["", "no such value", "-99999999999999999999", "é"] {
            is_refused::<O>(key, value)?;
        }
        if let Choices::Number { from, to, .. } = spec.values {
            is_refused::<O>(key, &(from - 1).to_string())?;
            is_refused::<O>(key, &(to + 1).to_string())?;
        }
    }
    is_refused::<O>("no such option", "1")
}

fn set<O: OptionList>(key: &str, value: &str) -> Result<O, Fault> {
    let mut options = O::default();
    let held = options.set(key, value);
    held.map_err(|refusal| Law::Variants.broken(format!("{key} does not take {value}: {refusal}")))?;
    Ok(options)
}

fn is_refused<O: OptionList>(key: &str, value: &str) -> Held {
    let mut options = O::default();
    let held = options.set(key, value);
    Law::Variants.holds(held.is_err(), || format!("{key} takes `{value}`"))?;
    Law::Variants
        .holds(options == O::default(), || format!("{key} refuses `{value}` and yet becomes {options:?}"))
}

/// The words of a list, the ends of a range, the same word so many times.
fn samples(spec: &OptionSpec) -> Vec<String> {
    match &spec.values {
        Choices::OneOf(values) => values.clone(),
        Choices::Number { from, to, step } => vec![from.to_string(), (to - (to - from) % step).to_string()],
        Choices::Several { of, count } => of
            .iter()
            .map(|word| vec![word.as_str(); *count].join(" "))
            .chain([spec.default.clone()])
            .collect(),
    }
}
