//! Every lesson of every game: its solution does it, its mistakes are answered, and it teaches what it says.

use std::collections::BTreeSet;

use catalogue::{Block, Entry, GAMES};
use lessons::{Attempt, Course, Lesson, Verdict, course};
use table::{Lang, Name, Refusal};

fn courses() -> impl Iterator<Item = (&'static Entry, Course)> {
    GAMES.iter().map(|entry| (entry, course(entry).unwrap()))
}

/// Plays actions from the beginning of a lesson.
fn tried<'l>(entry: &Entry, lesson: &'l Lesson, actions: &[String]) -> Result<Verdict<'l>, Refusal> {
    let (mut attempt, _) = Attempt::begin(entry, lesson)?;
    for action in actions {
        attempt.act(action)?;
    }
    Ok(attempt.verdict())
}

fn run<'l>(entry: &Entry, lesson: &'l Lesson, actions: &[String]) -> Verdict<'l> {
    tried(entry, lesson, actions).unwrap_or_else(|refusal| {
        panic!("{} {}: {actions:?}: {} {:?}", entry.id, lesson.id, refusal.key, refusal.values)
    })
}

#[test]
fn every_game_has_six_to_twelve_lessons_with_names_of_their_own() {
    for (entry, course) in courses() {
        let names: BTreeSet<&str> = course.lessons.iter().map(|lesson| &*lesson.id).collect();
        assert_eq!(names.len(), course.lessons.len(), "{}", entry.id);
        assert!((6..=12).contains(&names.len()), "{} has {} lessons", entry.id, names.len());
        let plain = |name: &&str| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        assert!(names.iter().all(plain), "{}: {names:?}", entry.id);
    }
}

#[test]
fn every_solution_does_it_with_its_last_action_and_not_before() {
    for (entry, course) in courses() {
        for lesson in &course.lessons {
            let (last, first) = lesson.solution.split_last().expect("a solution");
            assert_eq!(run(entry, lesson, first), Verdict::Open, "{} {}: before {last}", entry.id, lesson.id);
            assert_eq!(run(entry, lesson, &lesson.solution), Verdict::Done, "{} {}", entry.id, lesson.id);
            assert!(lesson.solution.len() <= lesson.within, "{} {}", entry.id, lesson.id);
        }
    }
}

#[test]
fn every_expected_mistake_gets_its_answer() {
    for (entry, course) in courses() {
        for lesson in &course.lessons {
            for mistake in &lesson.mistakes {
                let verdict = run(entry, lesson, &mistake.example);
                assert_eq!(verdict, Verdict::Missed(&mistake.say), "{} {}", entry.id, lesson.id);
            }
        }
    }
}

/// A lesson in which everything is right teaches nothing.
#[test]
fn something_can_be_done_wrong_in_every_course() {
    for (entry, course) in courses() {
        let wrong = course.lessons.iter().map(|lesson| lesson.mistakes.len()).sum::<usize>();
        assert!(wrong >= course.lessons.len() / 2, "{}: {wrong} expected mistakes", entry.id);
    }
}

#[test]
fn every_rule_that_a_beginner_needs_is_taught() {
    for (entry, course) in courses() {
        let number = |block: &Block| match block {
            Block::Rule { number, .. } => Some(*number),
            _ => None,
        };
        let book: BTreeSet<u32> = entry.rulebook(Lang::En).blocks.iter().filter_map(number).collect();
        let taught: BTreeSet<u32> = course.lessons.iter().flat_map(|lesson| lesson.rules.clone()).collect();
        assert!(!course.needs.is_empty(), "{}", entry.id);
        assert!(taught.is_subset(&book), "{}: {:?} are no rules", entry.id, taught.difference(&book));
        for rule in &course.needs {
            assert!(taught.contains(rule), "{}: nothing teaches rule {rule}", entry.id);
        }
    }
}

#[test]
fn everything_is_said_in_both_languages() {
    for (entry, course) in courses() {
        for lesson in &course.lessons {
            let said = [&lesson.title, &lesson.text, &lesson.praise, &lesson.otherwise];
            for Name { en, fr } in said.into_iter().chain(lesson.mistakes.iter().map(|mistake| &mistake.say))
            {
                assert!(!en.trim().is_empty() && !fr.trim().is_empty(), "{} {}", entry.id, lesson.id);
                assert!(en != fr, "{} {}: `{en}` is not translated", entry.id, lesson.id);
                assert!(
                    en.chars().count() <= 260 && fr.chars().count() <= 300,
                    "{} {}: too long",
                    entry.id,
                    lesson.id
                );
            }
        }
    }
}

#[test]
fn a_lesson_that_is_over_takes_nothing_more_and_refusals_leave_it_open() {
    for (entry, course) in courses() {
        let lesson = &course.lessons[0];
        let (mut attempt, _) = Attempt::begin(entry, lesson).unwrap();
        assert!(attempt.act("nonsense").is_err());
        assert_eq!((attempt.verdict(), attempt.decisions()), (Verdict::Open, 0));
        for action in &lesson.solution {
            attempt.act(action).unwrap();
        }
        assert!(attempt.act(&lesson.solution[0]).is_err());
        assert_eq!(attempt.verdict(), Verdict::Done);
    }
}
