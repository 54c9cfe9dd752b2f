//! The cases of the spec, read as they stand, and further cases in the same language.

#[path = "common/language.rs"]
mod language;

use language::run;

#[test]
fn the_cases_of_the_spec_hold() {
    let count = run(include_str!("cases/spec.txt"));
    assert_eq!(count, 90);
}

#[test]
#[should_panic(expected = "tok d5 a")]
fn a_case_can_fail() {
    run("pos one L c1, 2 d2; two L e8\nplay move d2-d5\ntok d5 a");
}
