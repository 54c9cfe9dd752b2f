//! A state is small and flat.

use piggyback::Piggyback;

#[test]
fn a_state_fits_in_128_bytes_and_has_no_heap() {
    fn flat<T: Copy>() {}
    flat::<Piggyback>();
    let size = size_of::<Piggyback>();
    assert!(size <= 128, "{size} bytes");
}
