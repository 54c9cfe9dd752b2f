//! What every request and every answer has to do with safety: origin, cookie, headers.

use axum::{
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, Method, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::{errors::Failure, secrets};

const COOKIE: &str = "visavis";
const TWO_YEARS: u32 = 2 * 365 * 24 * 3600;

/// No inline script, no inline style, nothing from elsewhere, no frame around us.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
                      font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// Refuses what comes from a page of somebody else, and puts the headers on every answer.
pub(crate) async fn guard(request: Request, next: Next) -> Response {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let mut response = if !reads && !is_own(request.headers(), true) {
        Failure::forbidden("server.origin").into_response()
    } else {
        next.run(request).await
    };
    let headers = response.headers_mut();
    let set = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // A seat link must not travel on as the address that somebody came from.
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in set {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Whether the request comes from a page of ours. Browsers name the origin of every socket and of every
/// request that changes something; `absent` decides about who names none.
pub(crate) fn is_own(headers: &HeaderMap, absent: bool) -> bool {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let Some(origin) = headers.get(header::ORIGIN) else { return absent };
    let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
    match (origin, text(header::HOST)) {
        (Some(origin), Some(host)) => origin.eq_ignore_ascii_case(host),
        _ => false,
    }
}

/// The secret in the cookie, with its hash.
pub(crate) fn cookie(headers: &HeaderMap) -> Option<store::Token> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let (_, secret) = pairs.find(|(name, _)| *name == COOKIE)?;
    secrets::hash(secret)
}

/// The header that gives a browser its cookie. Behind a proxy with TLS the cookie never travels without it; whoever
/// says so of itself without a proxy harms nobody else.
pub(crate) fn set_cookie(secret: &str, request: &HeaderMap) -> HeaderValue {
    let safe = request.get("x-forwarded-proto").is_some_and(|scheme| scheme == "https");
    let safe = if safe { "; Secure" } else { "" };
    let cookie = format!("{COOKIE}={secret}; Path=/; Max-Age={TWO_YEARS}; HttpOnly; SameSite=Lax{safe}");
    HeaderValue::from_str(&cookie).expect("hex digits")
}

/// The header that takes it away.
pub(crate) fn forget_cookie() -> HeaderValue {
    HeaderValue::from_static("visavis=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(HeaderName, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn only_our_own_pages_may_speak() {
        let host = (header::HOST, "table.example:80");
        let own = headers(&[host.clone(), (header::ORIGIN, "http://table.example:80")]);
        let foreign = headers(&[host.clone(), (header::ORIGIN, "http://evil.example")]);
        let null = headers(&[host.clone(), (header::ORIGIN, "null")]);
        let none = headers(&[host]);
        assert!(is_own(&own, false));
        assert!(!is_own(&foreign, true) && !is_own(&null, true));
        assert!(is_own(&none, true) && !is_own(&none, false));
    }

    #[test]
    fn behind_a_proxy_with_tls_the_cookie_never_travels_without_it() {
        let name = HeaderName::from_static("x-forwarded-proto");
        let ends = |headers: HeaderMap| set_cookie("00", &headers).to_str().unwrap().ends_with("; Secure");
        assert!(ends(headers(&[(name.clone(), "https")])));
        assert!(!ends(headers(&[(name, "http")])) && !ends(HeaderMap::new()));
    }

    #[test]
    fn a_cookie_is_found_among_others() {
        let (secret, hash) = secrets::token();
        let line = format!("a=b; visavis={secret}; c=d");
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, HeaderValue::from_str(&line).unwrap());
        assert_eq!(cookie(&headers), Some(hash));
        assert_eq!(cookie(&HeaderMap::new()), None);
    }
}
