//! The longest forced wins inside a layer, level by level: can R13 save a lost position that has not run the count
//! up? `cargo run --release -p squadro-solved --example longest -- FOLDER EVERY LEVEL…` looks at every so-many-th layer
//! of these levels, the largest first.

use std::time::Instant;

use squadro_solved::{Library, longest_wins};

fn main() {
    let mut words = std::env::args().skip(1);
    let mut next = || words.next().expect("FOLDER EVERY LEVEL…");
    let library = Library::open(next().as_ref());
    let every = next().parse().expect("EVERY is a number");
    for level in words {
        let level = level.parse().expect("LEVEL is a number");
        let begin = Instant::now();
        let found = longest_wins(&library, level, every, 1, &(), &false.into()).expect("the files are whole");
        let [top, left] = found.longest;
        let seconds = begin.elapsed().as_secs_f64();
        println!("level {level:2}: {} layers, top {top}, left {left} ({seconds:.0} s)", found.layers);
    }
}
