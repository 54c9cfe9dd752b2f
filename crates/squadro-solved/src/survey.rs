//! How long forced wins can be inside a layer: whether R13 can come before them.

use std::sync::{Mutex, atomic::AtomicBool};

use table::Seat;

use crate::{
    Error, Library,
    depth::Depths,
    layer::Layer,
    rows::Room,
    solve::{Progress, in_parallel},
    work::Work,
};

/// What a survey of a level found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Survey {
    /// How many layers were looked at.
    pub layers: usize,
    /// The longest forced wins inside any of them, for top and for left: so many moves, both players' counted, can pass
    /// before a piece turns round or comes home.
    pub longest: [u16; 2],
}

/// Looks for the longest forced wins inside a layer of a level, in every so-many-th layer, the largest first.
///
/// # Errors
/// When a file is missing or damaged; [`Error::Stopped`].
pub fn longest_wins(
    library: &Library,
    level: u8,
    every: usize,
    threads: usize,
    progress: &dyn Progress,
    stop: &AtomicBool,
) -> Result<Survey, Error> {
    let mut layers = Layer::on_level(level);
    layers.sort_by_key(|layer| std::cmp::Reverse(layer.placements()));
    let layers: Vec<Layer> = layers.into_iter().step_by(every.max(1)).collect();
    progress.level(level, layers.len(), layers.iter().map(|layer| 2 * layer.placements()).sum());
    let most = Mutex::new([0; 2]);
    in_parallel(threads, layers.len(), stop, |n| {
        let values = library.layer(layers[n])?;
        for winner in Seat::BOTH {
            let work = Work::new(layers[n], &mut Room::default(), |next| library.layer(next))?;
            let found = Depths::longest(work, &values, winner);
            let most = &mut most.lock().expect("nobody panics here")[winner as usize];
            *most = found.max(*most);
        }
        progress.layer(2 * layers[n].placements(), 0);
        Ok(())
    })?;
    Ok(Survey { layers: layers.len(), longest: most.into_inner().expect("nobody panics here") })
}
