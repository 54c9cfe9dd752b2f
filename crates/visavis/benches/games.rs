//! `cargo bench`: every game through the generic trait, as `visavis bench` shows it.

use visavis::{Voice, bench};

fn main() {
    let voice = Voice::new(table::Lang::En);
    for entry in catalogue::GAMES {
        println!("{}", entry.id);
        bench::report(entry.id, 9, &[], &voice).expect("the catalogue knows its games");
    }
}
