//! A table that panics ends alone.

/// The action that a defect of ours would choke on. Only in tests.
pub(super) fn maybe_panic(line: Option<&str>) {
    assert_ne!(line, Some("two b"), "a defect, for the test");
}
