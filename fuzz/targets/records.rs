//! Records: whatever is read is either refused or written and read again as the same, and replays or says why not.
#![no_main]

use libfuzzer_sys::fuzz_target;
use table::record::Record;

fuzz_target!(|text: &str| {
    for record in Record::read_all(text).into_iter().flatten() {
        let again = Record::read(&record.to_string()).expect("what we write we can read");
        assert_eq!(record.to_string(), again.to_string(), "written, read and written again it is the same");
        let _ = catalogue::replay(&record, |_, _, _| ());
    }
});
