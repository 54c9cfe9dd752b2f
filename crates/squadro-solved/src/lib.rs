//! Squadro, solved.
mod layer;
mod layout;
mod moves;
mod relax;
mod rows;
mod values;

pub use layer::{LEVELS, Layer};
pub use values::{Count, Value};

/// Temporary.
pub fn try_levels(down_to: u8) {
    use std::{collections::HashMap, sync::Arc};
    let mut after: HashMap<Layer, Arc<values::Values>> = HashMap::new();
    for level in (down_to..=16).rev() {
        let begin = std::time::Instant::now();
        let mut here = HashMap::new();
        let mut total = Count::default();
        let mut sweeps = 0;
        for layer in Layer::on_level(level) {
            let mut work = relax::Work::new(layer, |l| Ok::<_, ()>(after[&l].clone())).unwrap();
            sweeps = sweeps.max(relax::relax(&mut work));
            let (values, count) = work.finish();
            total += count;
            here.insert(layer, Arc::new(values));
        }
        after = here;
        let t = begin.elapsed().as_secs_f64();
        println!("level {level} {total:?} {} sweeps {sweeps} {t:.2} s {:.0} M/s", total.total(), total.total() as f64 / t / 1e6);
    }
}
