//! Which HTTP requests come in at all.
//!
//! A page in somebody's browser can send requests to loopback. Such a request names the page
//! in `Origin`, or a foreign name in `Host` if the page had its own name resolve to loopback;
//! both are refused with 403 before anything is read.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    extract::{Request, State},
    http::{StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use rmcp::transport::StreamableHttpServerConfig;

/// Larger bodies are answered with 413.
const MOST_BYTES: usize = 256 * 1024;
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Who may come in.
#[derive(Debug, Clone)]
pub struct Doors {
    hosts: Vec<String>,
    bearer: Option<Bearer>,
}

/// A secret that a client must send.
#[derive(Clone)]
pub struct Bearer(Arc<str>);

/// Why a server is not opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DoorError {
    /// Everybody on the network could play.
    #[error(
        "{0} is not loopback: a server there needs a token (--token-env names the variable that holds it)"
    )]
    TokenNeeded(SocketAddr),
    /// A token that could be guessed, or that no header can carry.
    #[error("a token needs at least 16 visible ASCII characters")]
    WeakToken,
}

impl Bearer {
    /// A secret of at least 16 visible ASCII characters.
    pub fn new(secret: &str) -> Result<Self, DoorError> {
        let fits = secret.len() >= 16 && secret.bytes().all(|byte| byte.is_ascii_graphic());
        fits.then(|| Self(secret.into()))
            .ok_or(DoorError::WeakToken)
    }

    /// Takes as long for any text of the secret's length.
    fn is(&self, offered: &str) -> bool {
        let different = self
            .0
            .bytes()
            .zip(offered.bytes())
            .fold(0, |sum, (a, b)| sum | (a ^ b));
        self.0.len() == offered.len() && different == 0
    }
}

impl std::fmt::Debug for Bearer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Bearer(…)")
    }
}

impl Doors {
    /// For a server on loopback.
    #[must_use]
    pub fn loopback() -> Self {
        Self {
            hosts: LOOPBACK.map(str::to_owned).to_vec(),
            bearer: None,
        }
    }

    /// For a server at `address`, which may be reached as one of `names` as well. One that is
    /// not on loopback must have a token.
    pub fn at(
        address: SocketAddr,
        names: impl IntoIterator<Item = String>,
        bearer: Option<Bearer>,
    ) -> Result<Self, DoorError> {
        if bearer.is_none() && !address.ip().is_loopback() {
            return Err(DoorError::TokenNeeded(address));
        }
        let mut doors = Self::loopback();
        let own = match address {
            SocketAddr::V4(address) => address.ip().to_string(),
            SocketAddr::V6(address) => format!("[{}]", address.ip()),
        };
        doors.hosts.push(own);
        doors.hosts.extend(names);
        doors.bearer = bearer;
        Ok(doors)
    }

    /// As `rmcp` checks them.
    pub(super) fn config(&self) -> StreamableHttpServerConfig {
        let origins = self
            .hosts
            .iter()
            .flat_map(|host| [format!("http://{host}:*"), format!("https://{host}:*")]);
        StreamableHttpServerConfig::default()
            .with_allowed_hosts(self.hosts.clone())
            .with_allowed_origins(origins)
            .enforce_origin_validation()
            .with_max_request_body_bytes(MOST_BYTES)
    }
}

/// Lets through who has the token, if one is asked for.
pub(super) async fn ask_for_token(
    State(doors): State<Doors>,
    request: Request,
    next: Next,
) -> Response {
    let Some(bearer) = &doors.bearer else {
        return next.run(request).await;
    };
    let offered = request.headers().get(header::AUTHORIZATION);
    let offered = offered.and_then(|value| value.to_str().ok());
    let offered = offered.and_then(|value| value.strip_prefix("Bearer "));
    if offered.is_some_and(|offered| bearer.is(offered)) {
        return next.run(request).await;
    }
    let scheme = [(header::WWW_AUTHENTICATE, "Bearer")];
    (StatusCode::UNAUTHORIZED, scheme, "a token is needed").into_response()
}
