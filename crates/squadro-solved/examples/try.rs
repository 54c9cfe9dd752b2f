struct P;
impl squadro_solved::Progress for P {
    fn done(&self, l: &squadro_solved::LevelReport) {
        println!(
            "{l:?} {:.0} M/s {:.3} bits/state",
            l.count.total() as f64 / l.time.as_secs_f64() / 1e6,
            l.bytes as f64 * 8.0 / l.count.total() as f64
        );
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let n: u8 = a[2].parse().unwrap();
    let f = std::path::Path::new("/tmp/visavis-squadro");
    match a[1].as_str() {
        "solve" => {
            let t = squadro_solved::Task { folder: f.into(), threads: 2, from_level: n };
            println!("{} MB", t.memory() >> 20);
            t.run(&P, &Default::default()).unwrap();
        }
        "longest" => {
            for l in (n..=16).rev() {
                let b = std::time::Instant::now();
                println!(
                    "{:?} {:?}",
                    squadro_solved::longest_wins(
                        &squadro_solved::Library::open(f),
                        l..=l,
                        2,
                        &(),
                        &Default::default()
                    ),
                    b.elapsed()
                );
            }
        }
        "late" => {
            let phase = |s: &str| -> [u8; 5] {
                s.bytes().map(|b| [0u8, 6, 12][usize::from(b - b'0')]).collect::<Vec<_>>().try_into().unwrap()
            };
            let g = squadro::Squadro::at(phase(&a[3]), phase(&a[4]), table::Seat::One, 0, 0).unwrap();
            let late = squadro_solved::Late::default();
            let b = std::time::Instant::now();
            println!("{} {:?} {:?}", late.work(&g), late.solve(&g, 1, &Default::default()), b.elapsed());
        }
        _ => {
            println!("{:?}", squadro_solved::Library::open(f).count_reachable(n, 2, &(), &Default::default()))
        }
    }
}
