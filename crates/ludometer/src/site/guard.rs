//! Who may ask: hosts, origins, the token; and the headers of every answer.

use std::{fmt, net::IpAddr};

use anyhow::{Result, bail};
use axum::http::{HeaderMap, Method, StatusCode, header};

use super::bundle::POLICY;

/// Shortest token that is taken from the environment, in bytes.
const SHORTEST: usize = 16;

/// The cookie that a browser keeps the token in.
const COOKIE: &str = "ludometer_token";

/// What lets a visitor in from another machine. It is never logged.
#[derive(Clone)]
pub struct Token(String);

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

impl Token {
    /// A new one, from the system's randomness.
    pub fn random() -> Self {
        Self(format!("{:032x}", rand::random::<u128>()))
    }

    /// One that the user brings.
    pub fn given(text: &str) -> Result<Self> {
        let plain = text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
        if text.len() < SHORTEST || !plain {
            bail!(
                "LUDOMETER_TOKEN: expected at least {SHORTEST} letters, digits, - or _ and nothing else"
            );
        }
        Ok(Self(text.to_owned()))
    }

    /// The text, for the one line that tells the user where to go.
    pub fn shown(&self) -> &str {
        &self.0
    }

    /// Compares without saying by its time how much is right.
    fn is(&self, other: &str) -> bool {
        blake3::hash(self.0.as_bytes()) == blake3::hash(other.as_bytes())
    }
}

/// Who may ask.
#[derive(Debug, Clone)]
pub struct Guard {
    /// Asked of everybody, where the server listens beyond this machine.
    pub token: Option<Token>,
}

/// What becomes of a request.
#[derive(Debug, PartialEq, Eq)]
pub enum Ruling {
    /// It is answered.
    Pass,
    /// The token was in the address: it goes into a cookie, and out of the address.
    Keep(String),
    /// It is not answered.
    Refuse(StatusCode, &'static str),
}

impl Guard {
    /// Looks at a request before anything else does.
    pub fn look(&self, method: &Method, query: Option<&str>, headers: &HeaderMap) -> Ruling {
        if !matches!(*method, Method::GET | Method::HEAD | Method::POST) {
            return Ruling::Refuse(StatusCode::METHOD_NOT_ALLOWED, "only GET, HEAD and POST");
        }
        let Some(host) = text(headers, header::HOST) else {
            return Ruling::Refuse(StatusCode::BAD_REQUEST, "no Host");
        };
        // A name that was made to lead here belongs to somebody else's page.
        if self.token.is_none() && !is_loopback(host) {
            return Ruling::Refuse(
                StatusCode::FORBIDDEN,
                "this server answers on localhost, 127.0.0.1 and [::1] only",
            );
        }
        if let Some(token) = &self.token {
            let cookies = text(headers, header::COOKIE).unwrap_or_default();
            let kept = cookies
                .split(';')
                .filter_map(|cookie| cookie.trim().split_once('='))
                .find(|(name, _)| *name == COOKIE);
            let bearer = text(headers, header::AUTHORIZATION)
                .and_then(|value| value.strip_prefix("Bearer "));
            let known = kept.map(|(_, value)| value).or(bearer);
            if !known.is_some_and(|value| token.is(value)) {
                let asked = query.and_then(|query| {
                    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
                    pairs.find(|(name, _)| *name == "token")
                });
                return match asked {
                    Some((_, value)) if token.is(value) && *method == Method::GET => Ruling::Keep(
                        format!("{COOKIE}={value}; HttpOnly; SameSite=Strict; Path=/"),
                    ),
                    _ => Ruling::Refuse(
                        StatusCode::UNAUTHORIZED,
                        "the token is missing: open the address that ludometer serve printed",
                    ),
                };
            }
        }
        if *method == Method::POST {
            return Self::look_at_write(host, headers);
        }
        Ruling::Pass
    }

    /// A write comes from a page of this server, or from no page at all.
    fn look_at_write(host: &str, headers: &HeaderMap) -> Ruling {
        let own = |origin: &str| {
            let place = origin.split_once("://").map(|(_, place)| place);
            place.is_some_and(|place| place.eq_ignore_ascii_case(host))
        };
        let foreign = text(headers, header::ORIGIN).is_some_and(|origin| !own(origin))
            || headers
                .get("sec-fetch-site")
                .is_some_and(|site| site != "same-origin" && site != "none");
        if foreign {
            return Ruling::Refuse(StatusCode::FORBIDDEN, "this page is from somewhere else");
        }
        let json = text(headers, header::CONTENT_TYPE)
            .is_some_and(|kind| kind.split(';').next().map(str::trim) == Some("application/json"));
        if !json {
            return Ruling::Refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, "expected JSON");
        }
        Ruling::Pass
    }
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

/// Whether a Host names this machine by one of its own names.
fn is_loopback(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    name.eq_ignore_ascii_case("localhost")
        || name
            .parse::<IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

/// What every answer says beside its own.
pub const HEADERS: [(&str, &str); 6] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
];

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let pairs = pairs.iter().map(|(name, value)| {
            let name = header::HeaderName::from_static(name);
            (name, HeaderValue::from_static(value))
        });
        pairs.collect()
    }

    fn here() -> Guard {
        Guard { token: None }
    }

    fn refused(ruling: &Ruling) -> Option<u16> {
        match ruling {
            Ruling::Refuse(status, _) => Some(status.as_u16()),
            _ => None,
        }
    }

    #[test]
    fn only_names_of_this_machine_are_hosts() {
        for host in [
            "localhost",
            "LOCALHOST:80",
            "127.0.0.1:7000",
            "[::1]:7000",
            "127.8.8.8",
        ] {
            assert!(is_loopback(host), "{host}");
        }
        for host in [
            "evil.example",
            "evil.example:80",
            "127.0.0.1.evil.example",
            "10.0.0.1",
            "",
        ] {
            assert!(!is_loopback(host), "{host}");
        }
        let ruling = here().look(
            &Method::GET,
            None,
            &headers(&[("host", "evil.example:7000")]),
        );
        assert_eq!(refused(&ruling), Some(403));
    }

    #[test]
    fn a_write_from_another_page_is_refused() {
        let post = |more: &[(&'static str, &'static str)]| {
            let mut all = vec![
                ("host", "127.0.0.1:7000"),
                ("content-type", "application/json"),
            ];
            all.extend(more);
            refused(&here().look(&Method::POST, None, &headers(&all)))
        };
        assert_eq!(post(&[]), None);
        assert_eq!(post(&[("origin", "http://127.0.0.1:7000")]), None);
        assert_eq!(post(&[("origin", "http://127.0.0.1:7001")]), Some(403));
        assert_eq!(post(&[("origin", "https://evil.example")]), Some(403));
        assert_eq!(post(&[("origin", "null")]), Some(403));
        assert_eq!(post(&[("sec-fetch-site", "cross-site")]), Some(403));
        let form = [("host", "localhost"), ("content-type", "text/plain")];
        let ruling = here().look(&Method::POST, None, &headers(&form));
        assert_eq!(refused(&ruling), Some(415));
    }

    #[test]
    fn beyond_this_machine_everybody_needs_the_token() {
        let token = Token::given("0123456789abcdef").unwrap();
        let guard = Guard { token: Some(token) };
        let host = ("host", "10.0.0.7:7000");
        let look = |query, more: &[(&'static str, &'static str)]| {
            let mut all = vec![host];
            all.extend(more);
            guard.look(&Method::GET, query, &headers(&all))
        };
        assert_eq!(refused(&look(None, &[])), Some(401));
        assert_eq!(refused(&look(Some("token=wrong"), &[])), Some(401));
        assert!(matches!(
            look(Some("token=0123456789abcdef"), &[]),
            Ruling::Keep(_)
        ));
        let cookie = ("cookie", "a=b; ludometer_token=0123456789abcdef");
        assert_eq!(look(None, &[cookie]), Ruling::Pass);
        let bearer = ("authorization", "Bearer 0123456789abcdef");
        assert_eq!(look(None, &[bearer]), Ruling::Pass);
    }

    #[test]
    fn a_short_token_is_none() {
        assert!(Token::given("short").is_err());
        assert!(Token::given("0123456789abcde;").is_err());
    }
}
