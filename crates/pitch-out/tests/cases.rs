//! Runs the test cases of the spec, and every question of the printed book's own list.

mod script;

use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
};

/// Scripts by the name above them; several under one name are parted by `---`.
fn scripts(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut cases: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut name = String::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut digits = line.chars();
        let heading = digits.next().is_some_and(|c| "TF".contains(c)) && digits.all(|c| c.is_ascii_digit());
        if heading && line.len() > 1 {
            name = line.into();
            cases.insert(name.clone(), vec![String::new()]);
        } else if line == "---" {
            cases.get_mut(&name).unwrap().push(String::new());
        } else {
            *cases.get_mut(&name).unwrap().last_mut().unwrap() += &format!("{line}\n");
        }
    }
    cases
}

fn all_hold(text: &str, kind: char, count: usize) {
    let cases = scripts(text);
    let expected: std::collections::BTreeSet<String> = (1..=count).map(|n| format!("{kind}{n}")).collect();
    assert_eq!(cases.keys().cloned().collect::<std::collections::BTreeSet<_>>(), expected);
    let mut failed = Vec::new();
    for (name, scripts) in &cases {
        for script in scripts {
            assert!(script.lines().count() > 1, "{name} says nothing");
            if catch_unwind(AssertUnwindSafe(|| script::run(script))).is_err() {
                failed.push(name.clone());
            }
        }
    }
    assert!(failed.is_empty(), "{failed:?}");
}

#[test]
fn the_cases_of_the_spec() {
    all_hold(include_str!("cases/spec.txt"), 'T', 76);
}

#[test]
fn the_questions_of_the_book() {
    all_hold(include_str!("cases/faq.txt"), 'F', 29);
}

#[test]
#[should_panic = "out gu"]
fn a_script_that_expects_the_wrong_thing_fails() {
    script::run("5 / 5\nshot AS: AS-ru\ntwo pass\nout gu");
}
