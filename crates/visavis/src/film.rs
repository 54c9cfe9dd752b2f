//! Moving pictures in a terminal: each is drawn over the one before.

use std::{
    io::{self, IsTerminal, stdout},
    thread,
    time::Duration,
};

use crate::print;

/// How long a picture stays.
const PAUSE: Duration = Duration::from_millis(60);

/// Plays pictures of equal height, where somebody looks on: not into files and pipes.
pub(crate) fn show(frames: &[String]) -> io::Result<()> {
    if !stdout().is_terminal() {
        return Ok(());
    }
    for (n, frame) in frames.iter().enumerate() {
        if n > 0 {
            thread::sleep(PAUSE);
            print(&format!("\x1b[{}A", frame.lines().count()))?;
        }
        print(frame)?;
    }
    Ok(())
}
