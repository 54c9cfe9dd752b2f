//! A connection whose other side has to read: when nothing can be written for too long, it is broken off.

use std::{
    future::Future,
    io,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep, sleep},
};

/// A stream that fails when its reader takes nothing for so long.
pub(crate) struct Impatient<S> {
    stream: S,
    patience: Duration,
    /// Runs while the other side takes nothing.
    alarm: Pin<Box<Sleep>>,
    waits: bool,
}

impl<S> Impatient<S> {
    pub(crate) fn new(stream: S, patience: Duration) -> Impatient<S> {
        Impatient { stream, patience, alarm: Box::pin(sleep(patience)), waits: false }
    }

    /// Passes on what came of a write, or says that it has taken too long.
    fn judge<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waits = false;
            return written;
        }
        if !self.waits {
            self.waits = true;
            self.alarm.as_mut().reset(Instant::now() + self.patience);
        }
        ready!(self.alarm.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Impatient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Impatient<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.judge(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bufs);
        self.judge(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(cx);
        self.judge(cx, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    #[tokio::test]
    async fn who_does_not_read_is_waited_for_as_long_as_stated() {
        let (near, mut far) = duplex(8);
        let mut stream = Impatient::new(near, Duration::from_millis(20));
        stream.write_all(b"12345678").await.unwrap();
        assert_eq!(stream.write_all(b"9").await.unwrap_err().kind(), io::ErrorKind::TimedOut);
        // Who reads is welcome again.
        let mut read = [0; 8];
        far.read_exact(&mut read).await.unwrap();
        stream.write_all(b"9").await.unwrap();
    }
}
