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
    let t = squadro_solved::Task {
        folder: "/tmp/visavis-squadro".into(),
        threads: 2,
        from_level: std::env::args().nth(1).unwrap().parse().unwrap(),
    };
    println!("{} MB", t.memory() >> 20);
    t.run(&P, &Default::default()).unwrap();
}
