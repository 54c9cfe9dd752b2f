//! Answers for which a game has to be run: replays, reviews, records, exports, uploads.
//!
//! The work is done in slices of a few milliseconds by a few workers that addresses share fairly (`fair`); nobody holds
//! a worker while a reader is waited for. What is written leaves in small pieces, the next one is made when the last
//! has been taken, and there is a deadline for the computing and one for the whole answer.

use std::{
    collections::{HashMap, VecDeque},
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, StatusCode},
};
use futures_util::stream;
use protocol::Sentence;
use tokio::{
    sync::mpsc,
    time::{timeout, timeout_at},
};

use crate::{
    app::App,
    errors::Failure,
    fair::{Bounds, Cost, KindBounds},
    guard,
    limits::{Counted, Who, held},
    metrics::count,
};

/// How long a slice of work is, about.
const SLICE: Duration = Duration::from_millis(10);

/// A slice is charged so much.
const COST: Cost = 10;

/// How many bytes make a piece of an answer.
const PIECE: usize = 32 << 10;

/// Who may have how much at a time. An address holds one worker of two at most.
pub(crate) const BOUNDS: Bounds = Bounds {
    workers: 2,
    light_workers: 0,
    light: 0,
    owner_running: 1,
    waiting: 512,
    owner_waiting: 24,
    quantum: COST,
    kinds: &[
        KindBounds { name: "lesson", waiting: 512, owner_waiting: 24, running: 2 },
        KindBounds { name: "replay", waiting: 512, owner_waiting: 24, running: 2 },
        KindBounds { name: "review", waiting: 128, owner_waiting: 8, running: 1 },
    ],
};

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// A few moves of a lesson. Short: it counts as a request only.
    Lesson,
    /// A game to look at or to take away.
    Replay,
    /// The truth about its moves.
    Review,
}

/// Somebody who has asked, and what may still be done for the answer.
pub(crate) struct Reader {
    app: Arc<App>,
    owner: IpAddr,
    kind: Kind,
    /// How much computing there may still be.
    left: Duration,
    /// When the answer must have been written.
    until: Instant,
    _counted: [Option<Counted<Who>>; 2],
}

/// Whether a slice of work is over.
pub(crate) struct Slice(Instant);

impl Slice {
    pub(crate) fn is_over(&self) -> bool {
        self.0.elapsed() >= SLICE
    }

    /// Whether a piece of so many bytes is enough for now.
    pub(crate) fn is_enough(&self, piece: &[u8]) -> bool {
        piece.len() >= PIECE || self.is_over()
    }
}

fn too_slow() -> Failure {
    Failure::new(StatusCode::SERVICE_UNAVAILABLE, Sentence::new("server.slow"))
}

impl Reader {
    /// Lets somebody in who asks for an answer, if the limits allow it.
    pub(crate) async fn new(
        app: &Arc<App>,
        peer: SocketAddr,
        headers: &HeaderMap,
        kind: Kind,
    ) -> Result<Reader, Failure> {
        let limits = app.config.limits.at(peer.ip());
        let owner = limits.caller(peer.ip(), headers);
        let too_many = || {
            count(&app.metrics.throttled);
            Failure::too_many()
        };
        let short = matches!(kind, Kind::Lesson);
        if !short && !app.runs.take(owner, limits.runs, limits.runs_at_once) {
            return Err(too_many());
        }
        let guest = match guard::cookie(headers) {
            Some(token) => app.store.guest(&token).await?.map(|guest| Who::Guest(guest.id)),
            None => None,
        };
        let most = limits.answers_at_address;
        let here = app.answers.open(Who::Address(owner), most).ok_or_else(too_many)?;
        let own = guest.map(|guest| app.answers.open(guest, limits.answers).ok_or_else(too_many));
        let patience = app.config.patience;
        Ok(Reader {
            app: Arc::clone(app),
            owner,
            kind,
            left: patience.computing,
            until: Instant::now() + patience.answer,
            _counted: [Some(here), own.transpose()?],
        })
    }

    /// Does a slice of work away from the sockets, when it is this reader's turn. A game that panics fails this
    /// answer alone.
    pub(crate) async fn slice<S: Send + 'static, T: Send + 'static>(
        &mut self,
        mut state: S,
        work: impl FnOnce(&mut S, &Slice) -> T + Send + 'static,
    ) -> Result<(S, T), Failure> {
        if self.left.is_zero() {
            return Err(too_slow());
        }
        let ticket = self.app.reading.submit(self.owner, self.kind as usize, COST);
        let ticket = ticket.map_err(|_| Failure::too_many())?;
        let permit = timeout_at(self.until.into(), ticket.admitted()).await;
        let permit = permit.map_err(|_| too_slow())?.map_err(|_| too_slow())?;
        let done = tokio::task::spawn_blocking(move || {
            let slice = Slice(Instant::now());
            let told = work(&mut state, &slice);
            // The worker is free when the work is done, also when nobody waits for it any more.
            drop(permit);
            (state, told, slice.0.elapsed())
        });
        let broken = |_| Failure::new(StatusCode::INTERNAL_SERVER_ERROR, Sentence::new("server.broken"));
        let (state, told, took) = done.await.map_err(broken)?;
        self.left = self.left.saturating_sub(took);
        Ok((state, told))
    }

    /// Works slice by slice until `work` says what has come out.
    pub(crate) async fn work<S: Send + 'static, T: Send + 'static>(
        &mut self,
        mut state: S,
        work: impl Fn(&mut S, &Slice) -> Option<T> + Clone + Send + 'static,
    ) -> Result<(S, T), Failure> {
        loop {
            let (back, told) = self.slice(state, work.clone()).await?;
            state = back;
            if let Some(told) = told {
                return Ok((state, told));
            }
        }
    }

    /// The body of an answer that is written while it is read.
    pub(crate) fn body(mut self, mut pieces: impl Pieces) -> Body {
        let (sender, body) = pipe();
        tokio::spawn(async move {
            loop {
                let made = self.slice(pieces, |pieces, slice| {
                    let mut piece = Vec::new();
                    let more = pieces.write(&mut piece, slice);
                    (piece, more)
                });
                let Ok((back, (piece, more))) = made.await else { return };
                pieces = back;
                if !self.send(&sender, piece).await {
                    return;
                }
                if !more {
                    let _ = sender.send(Bytes::new()).await;
                    return;
                }
            }
        });
        body
    }

    /// Hands a piece to whoever reads it; `false` when nobody does in time.
    pub(crate) async fn send(&self, sender: &mpsc::Sender<Bytes>, piece: Vec<u8>) -> bool {
        if piece.is_empty() {
            return true;
        }
        let left = self.until.saturating_duration_since(Instant::now());
        let wait = left.min(self.app.config.patience.deaf);
        timeout(wait, sender.send(piece.into())).await.is_ok_and(|sent| sent.is_ok())
    }
}

/// Something that is written piece by piece.
pub(crate) trait Pieces: Send + 'static {
    /// Writes some more; `false` when that was all.
    fn write(&mut self, piece: &mut Vec<u8>, slice: &Slice) -> bool;
}

/// A body that is fed with pieces; an empty one ends it. One that is not ended is cut off, so that nobody takes a part
/// for the whole.
pub(crate) fn pipe() -> (mpsc::Sender<Bytes>, Body) {
    let (sender, pieces) = mpsc::channel::<Bytes>(1);
    let stream = stream::unfold(Some(pieces), |pieces| async {
        let mut pieces = pieces?;
        match pieces.recv().await {
            Some(piece) if piece.is_empty() => None,
            Some(piece) => Some((Ok(piece), Some(pieces))),
            None => Some((Err(std::io::Error::from(std::io::ErrorKind::TimedOut)), None)),
        }
    });
    (sender, Body::from_stream(stream))
}

/// What a review is known by: the fingerprint of its record, with the analyst's version.
pub(crate) type ReviewKey = [u8; 32];

/// Reviews that were made lately.
#[derive(Debug, Default)]
pub(crate) struct Reviews(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    by_key: HashMap<ReviewKey, Bytes>,
    /// The oldest first.
    order: VecDeque<ReviewKey>,
    bytes: usize,
}

/// How many bytes of reviews are kept.
const REVIEWS: usize = 8 << 20;

impl Reviews {
    pub(crate) fn get(&self, key: &ReviewKey) -> Option<Bytes> {
        held(&self.0).by_key.get(key).cloned()
    }

    pub(crate) fn keep(&self, key: ReviewKey, review: Bytes) {
        // One that would push out many others is made again when it is wanted.
        if review.len() > REVIEWS / 16 {
            return;
        }
        let mut kept = held(&self.0);
        kept.bytes += review.len();
        if let Some(old) = kept.by_key.insert(key, review) {
            kept.bytes -= old.len();
            return;
        }
        kept.order.push_back(key);
        while kept.bytes > REVIEWS
            && let Some(oldest) = kept.order.pop_front()
        {
            kept.bytes -= kept.by_key.remove(&oldest).map_or(0, |old| old.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reviews_are_kept_in_bounded_memory() {
        let reviews = Reviews::default();
        let key = |n: u16| std::array::from_fn(|place| n.to_be_bytes()[place % 2]);
        let review = Bytes::from(vec![b' '; REVIEWS / 20]);
        for n in 0..40 {
            reviews.keep(key(n), review.clone());
            reviews.keep(key(n), review.clone());
        }
        assert!(held(&reviews.0).bytes <= REVIEWS);
        assert_eq!(reviews.get(&key(39)).map(|kept| kept.len()), Some(REVIEWS / 20));
        assert_eq!(reviews.get(&key(0)), None, "the oldest is gone");
        reviews.keep(key(99), vec![b' '; REVIEWS].into());
        assert_eq!(reviews.get(&key(99)), None, "one as large as all others is not kept");
        assert!(reviews.get(&key(39)).is_some());
    }

    #[tokio::test]
    async fn a_body_that_is_not_ended_is_cut_off() {
        let (sender, body) = pipe();
        sender.send(Bytes::from_static(b"part")).await.unwrap();
        drop(sender);
        assert!(axum::body::to_bytes(body, 100).await.is_err());
        let (sender, body) = pipe();
        let send = async {
            sender.send(Bytes::from_static(b"all")).await.unwrap();
            sender.send(Bytes::new()).await.unwrap();
        };
        let (_, read) = tokio::join!(send, axum::body::to_bytes(body, 100));
        assert_eq!(read.unwrap(), "all");
    }
}
