//! Where the server reads the time, so that tests can hold it still.

use std::{
    ops::Add,
    sync::Arc,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use tokio::sync::watch;

/// A moment, in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(pub i64);

impl Moment {
    /// In seconds since 1970.
    pub fn seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }

    /// How long it is from `earlier` to here; nothing when that is later.
    pub fn since(self, earlier: Moment) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0).max(0) as u64)
    }
}

impl Add<Duration> for Moment {
    type Output = Moment;
    fn add(self, by: Duration) -> Moment {
        Moment(self.0.saturating_add(by.as_millis() as i64))
    }
}

/// Where the server reads the time. Clones are one.
#[derive(Clone, Debug)]
pub struct Time(Arc<Source>);

#[derive(Debug)]
enum Source {
    /// The system's time when the program began, and a clock that never jumps since.
    System(Moment, Instant),
    /// Stands still until somebody moves it.
    Still(watch::Sender<Moment>),
}

impl Time {
    /// The time of the system.
    pub fn system() -> Time {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let began = Moment(since.map_or(0, |since| since.as_millis() as i64));
        Time(Arc::new(Source::System(began, Instant::now())))
    }

    /// A time that stands still at `moment`.
    pub fn still(moment: Moment) -> Time {
        Time(Arc::new(Source::Still(watch::Sender::new(moment))))
    }

    /// Moves a time that stands still; that of the system needs no help.
    pub fn advance(&self, by: Duration) {
        if let Source::Still(now) = &*self.0 {
            now.send_modify(|now| *now = *now + by);
        }
    }

    /// Now.
    pub fn now(&self) -> Moment {
        match &*self.0 {
            Source::System(began, since) => *began + since.elapsed(),
            Source::Still(now) => *now.borrow(),
        }
    }

    /// Waits for a moment.
    pub(crate) async fn sleep_until(&self, moment: Moment) {
        match &*self.0 {
            Source::System(..) => tokio::time::sleep(moment.since(self.now())).await,
            Source::Still(now) => {
                let reached = now.subscribe().wait_for(|now| *now >= moment).await.map(drop);
                reached.expect("this time holds the sender");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_time_that_stands_still_moves_when_it_is_told_to() {
        let time = Time::still(Moment(5000));
        time.sleep_until(Moment(5000)).await;
        let sleeper = tokio::spawn({
            let time = time.clone();
            async move { time.sleep_until(Moment(6500)).await }
        });
        time.advance(Duration::from_millis(1499));
        tokio::task::yield_now().await;
        assert!(!sleeper.is_finished());
        time.advance(Duration::from_millis(1));
        sleeper.await.unwrap();
        assert_eq!((time.now(), time.now().seconds()), (Moment(6500), 6));
        assert_eq!(Moment(1).since(Moment(3)), Duration::ZERO);
        let real = Time::system();
        real.sleep_until(real.now() + Duration::from_millis(5)).await;
    }
}
