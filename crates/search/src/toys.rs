//! The toys of `table` have opponents too, so that frame and arena can be tested with them.

use table::{
    Seat,
    toys::{Bluff, Dart, Race},
};

use crate::Think;

macro_rules! thoughtless {
    ($($toy:ty)*) => { $(
        impl Think for $toy {
            fn worth(&self, _: Seat) -> f32 {
                0.5
            }
        }
    )* };
}
thoughtless!(Race Bluff Dart);
