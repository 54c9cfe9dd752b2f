//! Answers that are the same for everybody: compressed once, with a tag, kept by browsers.

use std::{
    borrow::Cow,
    collections::HashMap,
    io::Write,
    sync::{LazyLock, Mutex},
};

use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use sha2::{Digest, Sha256};
use table::tools::hex;

use crate::limits::held;

/// How many compressed answers are kept; with more, all are made anew.
const KEPT: usize = 256;

/// Shorter ones are not worth it.
const SHORT: usize = 600;

/// How long a browser may keep an answer without asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    /// It asks every time whether its tag still holds.
    Ask,
    /// For ever: the address changes with the content.
    ForEver,
}

/// A content encoding that we write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Encoding {
    Brotli,
    Gzip,
}

impl Encoding {
    fn name(self) -> &'static str {
        match self {
            Encoding::Brotli => "br",
            Encoding::Gzip => "gzip",
        }
    }

    /// The best one that the reader takes.
    fn accepted(headers: &HeaderMap) -> Option<Encoding> {
        let accepted = headers.get(header::ACCEPT_ENCODING)?.to_str().ok()?;
        let takes = |name: &str| {
            accepted.split(',').any(|part| {
                let (coding, quality) = part.split_once(';').unwrap_or((part, ""));
                let refused = quality.trim().strip_prefix("q=").is_some_and(|q| q.trim().parse() == Ok(0.0));
                coding.trim().eq_ignore_ascii_case(name) && !refused
            })
        };
        [Encoding::Brotli, Encoding::Gzip].into_iter().find(|encoding| takes(encoding.name()))
    }

    fn compress(self, body: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(body.len() / 3);
        match self {
            Encoding::Brotli => {
                let mut writer = brotli::CompressorWriter::new(&mut out, 1 << 16, 10, 20);
                writer.write_all(body).expect("memory takes everything");
            }
            Encoding::Gzip => {
                let mut writer = flate2::write::GzEncoder::new(&mut out, flate2::Compression::best());
                writer
                    .write_all(body)
                    .and_then(|()| writer.finish().map(drop))
                    .expect("memory takes everything");
            }
        }
        out
    }
}

type Made = HashMap<(String, Encoding), Bytes>;

static MADE: LazyLock<Mutex<Made>> = LazyLock::new(Mutex::default);

/// The body in an encoding, made once.
fn compressed(tag: &str, encoding: Encoding, body: &[u8]) -> Bytes {
    let key = (tag.to_owned(), encoding);
    if let Some(known) = held(&MADE).get(&key) {
        return known.clone();
    }
    let bytes = Bytes::from(encoding.compress(body));
    let mut made = held(&MADE);
    if made.len() >= KEPT {
        made.clear();
    }
    made.insert(key, bytes.clone());
    bytes
}

/// A body with its tag, compressed as the reader likes it; a browser that has it already gets the tag alone.
pub(crate) fn answer(
    headers: &HeaderMap,
    kind: &'static str,
    body: impl Into<Cow<'static, [u8]>>,
    keep: Keep,
) -> Response {
    let body = body.into();
    let hash = hex(&Sha256::digest(&body)[..12]);
    // The same content in another encoding is another representation (RFC 9110), but a weak tag may stand for both.
    let tag = format!("W/\"{hash}\"");
    let known = headers.get(header::IF_NONE_MATCH).and_then(|have| have.to_str().ok());
    let known = known.is_some_and(|have| have.split(',').any(|one| one.trim() == tag));
    let text = !kind.starts_with("image/png") && !kind.starts_with("font/");
    let encoding = Encoding::accepted(headers).filter(|_| text && body.len() >= SHORT);
    let mut response = match (known, encoding) {
        (true, _) => StatusCode::NOT_MODIFIED.into_response(),
        (false, Some(encoding)) => {
            let packed = compressed(&hash, encoding, &body);
            let name = HeaderValue::from_static(encoding.name());
            (
                [(header::CONTENT_TYPE, HeaderValue::from_static(kind)), (header::CONTENT_ENCODING, name)],
                packed,
            )
                .into_response()
        }
        (false, None) => {
            let body = match body {
                Cow::Borrowed(bytes) => Body::from(bytes),
                Cow::Owned(bytes) => Body::from(bytes),
            };
            ([(header::CONTENT_TYPE, kind)], body).into_response()
        }
    };
    let out = response.headers_mut();
    out.insert(header::ETAG, HeaderValue::from_str(&tag).expect("hex digits"));
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    let kept = match keep {
        Keep::Ask => "no-cache",
        Keep::ForEver => "public, max-age=31536000, immutable",
    };
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(kept));
    response
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn asked(accepts: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(accepts))])
    }

    #[test]
    fn the_best_encoding_that_the_reader_takes() {
        assert_eq!(Encoding::accepted(&asked("gzip, deflate, br, zstd")), Some(Encoding::Brotli));
        assert_eq!(Encoding::accepted(&asked("gzip;q=0.5, br;q=0")), Some(Encoding::Gzip));
        assert_eq!(Encoding::accepted(&asked("identity")), None);
        assert_eq!(Encoding::accepted(&HeaderMap::new()), None);
    }

    #[test]
    fn what_was_packed_is_what_comes_out() {
        let body: Vec<u8> = (0..40_000u32).map(|n| (n * n / 7) as u8 & 31).collect();
        let mut out = Vec::new();
        brotli::Decompressor::new(&Encoding::Brotli.compress(&body)[..], 4096).read_to_end(&mut out).unwrap();
        assert_eq!(out, body);
        out.clear();
        flate2::read::GzDecoder::new(&Encoding::Gzip.compress(&body)[..]).read_to_end(&mut out).unwrap();
        assert_eq!(out, body);
    }

    #[test]
    fn a_browser_that_has_it_gets_nothing_again() {
        let body = || vec![b'a'; 5000];
        let first = answer(&asked("br"), "text/css", body(), Keep::Ask);
        assert_eq!(first.headers()[header::CONTENT_ENCODING], "br");
        let mut again = asked("br");
        again.insert(header::IF_NONE_MATCH, first.headers()[header::ETAG].clone());
        assert_eq!(answer(&again, "text/css", body(), Keep::Ask).status(), StatusCode::NOT_MODIFIED);
        let other = answer(&again, "text/css", vec![b'b'; 5000], Keep::ForEver);
        assert_eq!(other.status(), StatusCode::OK);
        assert_eq!(other.headers()[header::CACHE_CONTROL], "public, max-age=31536000, immutable");
    }

    #[test]
    fn short_bodies_and_pictures_go_as_they_are() {
        let short = answer(&asked("br"), "text/css", b"a{}".as_slice(), Keep::Ask);
        let png = answer(&asked("br"), "image/png", vec![0; 9000], Keep::Ask);
        for response in [short, png] {
            assert!(!response.headers().contains_key(header::CONTENT_ENCODING));
        }
    }
}
