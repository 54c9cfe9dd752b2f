//! Every case of the spec, and our own in the same language.

mod interpreter;

#[test]
fn every_case_of_the_spec() {
    assert_eq!(interpreter::run(include_str!("cases/spec.txt")), 77);
}

#[test]
fn every_case_of_the_cards() {
    assert!(interpreter::run(include_str!("cases/cards.txt")) > 100);
}

#[test]
fn every_case_of_the_pairs_that_meet() {
    assert!(interpreter::run(include_str!("cases/pairs.txt")) > 15);
}

#[test]
fn a_wrong_case_fails() {
    let wrong = [
        "case 1\none 8:w\ntwo 24:w\nto one move 3-1\n+ w 8/6",
        "case 2\none 8:w\ntwo 24:w\nto one move 3-1\n- w 8/5 R8",
        "case 3\none 8:w\ntwo 24:w\nto one move 3-1\n= options w 8/5",
        "case 4\none 8:w\ntwo 24:w\nto one move 3-1\n> w 8/2",
    ];
    for case in wrong {
        assert!(std::panic::catch_unwind(|| interpreter::run(case)).is_err(), "{case}");
    }
}
