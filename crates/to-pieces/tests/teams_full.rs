//! The table of sheets is bounded. Alone in its process, because it fills the table.

use to_pieces::teams::{self, Full, Team};

#[test]
fn nobody_can_fill_the_memory_with_sheets() {
    let sun = Team::RUSTED_SUN.sheet();
    let letters = |n: usize| String::from_utf8(vec![b'a' + (n / 26) as u8, b'a' + (n % 26) as u8]).unwrap();
    let mut entered = 0;
    let refused = loop {
        let mut sheet = sun.clone();
        sheet.id = format!("filler-{}", letters(entered));
        match teams::register(sheet) {
            Ok(_) => entered += 1,
            Err(refused) => break refused,
        }
    };
    assert_eq!((entered, refused.clone()), (252, Full::Room));
    assert_eq!(refused.refusal().key, "to-pieces.refuse.teams-full");
    // What is known stays known, and the same content is still welcome.
    let mut again = sun.clone();
    again.id = "filler-aa".into();
    assert_eq!(teams::register(again).unwrap().name(), "filler-aa");
    assert_eq!(teams::known().len(), 256);
}
