//! The rulebooks: the same numbers in both languages without a gap, and every diagram is a board.

use catalogue::{Block, GAMES};
use table::{Lang, Viewer};

#[test]
fn both_languages_number_the_same_rules() {
    for entry in GAMES {
        let numbers = |lang| -> Vec<u32> {
            let rule = |block: &Block| match block {
                Block::Rule { number, .. } => Some(*number),
                _ => None,
            };
            entry.rulebook(lang).blocks.iter().filter_map(rule).collect()
        };
        let mut english = numbers(Lang::En);
        assert_eq!(english, numbers(Lang::Fr), "{}", entry.id);
        english.sort();
        let whole: Vec<u32> = (1..=english.len() as u32).collect();
        assert_eq!(english, whole, "{}", entry.id);
        assert!(!whole.is_empty(), "{}", entry.id);
    }
}

#[test]
fn every_diagram_is_a_board() {
    for entry in GAMES {
        for lang in Lang::ALL {
            for block in entry.rulebook(lang).blocks {
                if let Block::Diagram { text } = block {
                    let table =
                        (entry.set_up)(&text).unwrap_or_else(|error| panic!("{}: {text}: {error}", entry.id));
                    assert!(table.view(Viewer::Judge).is_object());
                    assert!(!table.picture(Viewer::Judge, catalogue::words(lang)).is_empty());
                }
            }
        }
    }
}
