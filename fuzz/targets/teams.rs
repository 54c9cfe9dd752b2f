//! Team files of To Pieces: mistakes have a line that exists; a good sheet says its sentences.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Err(mistakes) = to_pieces::teams::read(text) {
        assert!(!mistakes.is_empty(), "a refusal names its reason");
        let lines = text.lines().count().max(1) + 1;
        assert!(mistakes.iter().all(|mistake| (1..=lines).contains(&mistake.line)), "{mistakes:?}");
    }
});
