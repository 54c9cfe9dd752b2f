//! Where a game tells what happened.

use crate::Viewer;

/// A list of events that costs nothing while it is off: search turns it off.
#[derive(Debug)]
pub struct Log<E>(Option<Vec<E>>);

impl<E> Log<E> {
    /// A log that listens.
    pub fn on() -> Self {
        Log(Some(Vec::new()))
    }

    /// A log that nobody reads.
    pub fn off() -> Self {
        Log(None)
    }

    /// Whether anybody listens.
    pub fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// Tells an event; `event` is not even built when the log is off.
    #[inline]
    pub fn tell(&mut self, event: impl FnOnce() -> E) {
        if let Some(events) = &mut self.0 {
            events.push(event());
        }
    }

    /// What was told, in order.
    pub fn into_events(self) -> Vec<E> {
        self.0.unwrap_or_default()
    }
}

/// Something that not everybody sees whole.
pub trait Redact: Sized {
    /// What `viewer` perceives of it, or `None` for nothing at all.
    fn seen_by(&self, viewer: Viewer) -> Option<Self>;
}
