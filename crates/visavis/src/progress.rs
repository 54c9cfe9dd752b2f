//! A bar for anything that may take over two seconds: on standard error, and only where somebody looks.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar of `length` steps with a word in front.
pub(crate) fn bar(length: u64, what: String) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {human_pos}/{human_len} · {per_sec} · {eta}")
        .expect("the template is well formed");
    let bar = ProgressBar::new(length).with_style(style).with_message(what);
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// A sign of life where nobody knows how long it takes.
pub(crate) fn spinner(what: String) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{spinner} {msg} {elapsed}").expect("the template is well formed");
    let bar = ProgressBar::new_spinner().with_style(style).with_message(what);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
