//! Frames of the protocol: any text is a message or an error; what is a message is written and read again as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use protocol::Ask;

fuzz_target!(|text: &str| {
    if let Ok(ask) = serde_json::from_str::<Ask>(text) {
        let written = serde_json::to_string(&ask).expect("messages are plain data");
        let again: Ask = serde_json::from_str(&written).expect("what we write we can read");
        assert_eq!(written, serde_json::to_string(&again).expect("messages are plain data"));
    }
});
