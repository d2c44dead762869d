//! One server, however many players are behind it.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, AtomicU32, Ordering::Relaxed},
    },
    time::Duration,
};

use ludometer_record::study::PlayerTable;
use tokio::{
    sync::{Semaphore, SemaphorePermit},
    time::Instant,
};

/// Failed calls in a row, without a good one between them, after which a server
/// counts as broken though it still answers its list of models.
const BROKEN_AFTER: u32 = 3;

/// A server: where it is, what it allows, and how it is doing.
#[derive(Debug)]
pub struct Endpoint {
    base_url: String,
    client: reqwest::Client,
    at_once: Option<Semaphore>,
    spacing: Option<Duration>,
    next_slot: Mutex<Option<Instant>>,
    ever_answered: AtomicBool,
    failures_in_a_row: AtomicU32,
}

/// A client could not be made.
#[derive(Debug, thiserror::Error)]
#[error("no HTTP client for {base_url}: {problem}")]
pub struct ClientError {
    /// The server.
    pub base_url: String,
    /// What the HTTP library says.
    pub problem: String,
}

impl Endpoint {
    /// A server with the smallest limits of the players behind it.
    pub fn new(base_url: &str, players: &[&PlayerTable]) -> Result<Arc<Self>, ClientError> {
        let at_once = players.iter().filter_map(|player| player.concurrency).min();
        let per_minute = players
            .iter()
            .filter_map(|player| player.requests_per_minute)
            .reduce(f64::min);
        let client = client(base_url).map_err(|problem| ClientError {
            base_url: base_url.to_owned(),
            problem,
        })?;
        Ok(Arc::new(Self {
            base_url: base_url.to_owned(),
            client,
            at_once: at_once.map(|at_once| Semaphore::new(at_once as usize)),
            spacing: per_minute.map(|per_minute| Duration::from_secs_f64(60.0 / per_minute)),
            next_slot: Mutex::new(None),
            ever_answered: AtomicBool::new(false),
            failures_in_a_row: AtomicU32::new(0),
        }))
    }

    /// Up to and including the version, without a slash at its end.
    #[must_use]
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    pub(crate) fn client(&self) -> &reqwest::Client {
        &self.client
    }

    /// Waits for one of the calls that the server may have at once.
    pub(crate) async fn place(&self) -> Option<SemaphorePermit<'_>> {
        match &self.at_once {
            // The semaphore is never closed.
            Some(at_once) => at_once.acquire().await.ok(),
            None => None,
        }
    }

    /// Waits for the next moment at which the requests a minute allow a request.
    pub(crate) async fn slot(&self) {
        let Some(spacing) = self.spacing else { return };
        let at = {
            let mut next = self
                .next_slot
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            let at = next.map_or_else(Instant::now, |next| next.max(Instant::now()));
            *next = Some(at + spacing);
            at
        };
        tokio::time::sleep_until(at).await;
    }

    pub(crate) fn note_answer(&self) {
        self.ever_answered.store(true, Relaxed);
        self.failures_in_a_row.store(0, Relaxed);
    }

    /// Notes a call that failed for good; says whether the server now counts as broken.
    pub(crate) fn note_failure(&self) -> bool {
        self.failures_in_a_row.fetch_add(1, Relaxed) + 1 >= BROKEN_AFTER
    }

    /// Whether any call was answered in this session.
    #[must_use]
    pub fn ever_answered(&self) -> bool {
        self.ever_answered.load(Relaxed)
    }

    /// The models that the server lists. Asks for no completion and costs nothing.
    pub async fn models(&self, key: Option<&crate::ApiKey>) -> Result<Vec<String>, String> {
        #[derive(serde::Deserialize)]
        struct List {
            data: Vec<Model>,
        }
        #[derive(serde::Deserialize)]
        struct Model {
            id: String,
        }
        let mut request = self
            .client
            .get(format!("{}/models", self.base_url))
            .timeout(Duration::from_secs(5));
        if let Some(key) = key {
            request = request
                .bearer_auth(key.expose())
                .header("x-api-key", key.expose())
                .header("anthropic-version", crate::model::ANTHROPIC_VERSION);
        }
        let answer = request.send().await.map_err(|error| plain(&error))?;
        let status = answer.status();
        let body = answer.bytes().await.map_err(|error| plain(&error))?;
        if !status.is_success() {
            return Err(format!("HTTP {}", status.as_u16()));
        }
        serde_json::from_slice::<List>(&body)
            .map(|list| list.data.into_iter().map(|model| model.id).collect())
            .map_err(|_| "it does not list models as an OpenAI-compatible server does".to_owned())
    }
}

/// The endpoints of a study, one a base URL.
#[derive(Debug, Default)]
pub struct Endpoints(BTreeMap<String, Arc<Endpoint>>);

impl Endpoints {
    /// One endpoint for each URL, given each player's.
    pub fn new<'a>(
        players: impl IntoIterator<Item = (&'a str, &'a PlayerTable)>,
    ) -> Result<Self, ClientError> {
        let mut behind: BTreeMap<String, Vec<&PlayerTable>> = BTreeMap::new();
        for (base_url, player) in players {
            behind.entry(normal(base_url)).or_default().push(player);
        }
        behind
            .into_iter()
            .map(|(base_url, players)| Ok((base_url.clone(), Endpoint::new(&base_url, &players)?)))
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// The endpoint at a URL.
    #[must_use]
    pub fn at(&self, base_url: &str) -> Option<&Arc<Endpoint>> {
        self.0.get(&normal(base_url))
    }
}

/// A base URL as it is compared and kept: no slash at its end.
#[must_use]
pub fn normal(base_url: &str) -> String {
    base_url.trim().trim_end_matches('/').to_owned()
}

/// Whether a URL's host is this machine.
#[must_use]
pub fn is_loopback(base_url: &str) -> bool {
    let rest = base_url
        .split_once("://")
        .map_or(base_url, |(_, rest)| rest);
    let authority = rest.split('/').next().unwrap_or_default();
    let host = match authority.strip_prefix('[') {
        Some(v6) => v6.split(']').next().unwrap_or_default(),
        None => authority.split(':').next().unwrap_or_default(),
    };
    host == "localhost"
        || host
            .parse::<std::net::IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

/// Loopback goes past any proxy; redirects are not followed, since a key must
/// not follow them.
fn client(base_url: &str) -> Result<reqwest::Client, String> {
    static PROVIDER: OnceLock<()> = OnceLock::new();
    PROVIDER.get_or_init(|| {
        // An error says that there is one already, which serves as well.
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
    let mut builder = reqwest::Client::builder()
        .user_agent(concat!("ludometer/", env!("CARGO_PKG_VERSION")))
        .redirect(reqwest::redirect::Policy::none())
        .connect_timeout(Duration::from_secs(10));
    if is_loopback(base_url) {
        builder = builder.no_proxy();
    }
    builder.build().map_err(|error| plain(&error))
}

/// An HTTP library's error in one line, down to its root, without its URL.
pub(crate) fn plain(error: &reqwest::Error) -> String {
    let mut deepest: &dyn std::error::Error = error;
    while let Some(source) = deepest.source() {
        deepest = source;
    }
    let what = if error.is_timeout() {
        "timed out"
    } else if error.is_connect() {
        "cannot connect"
    } else if error.is_body() || error.is_decode() {
        "the answer broke off"
    } else {
        "the request failed"
    };
    let root = deepest.to_string().replace('\n', " ");
    if std::ptr::addr_eq(deepest, std::ptr::from_ref(error)) {
        what.to_owned()
    } else {
        format!("{what} ({root})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_in_all_its_spellings() {
        for here in [
            "http://localhost:1234/v1",
            "http://127.0.0.1/v1",
            "http://127.9.9.9:1",
            "http://[::1]:80/v1",
        ] {
            assert!(is_loopback(here), "{here}");
        }
        for away in [
            "https://api.openai.com/v1",
            "http://10.0.0.1:80",
            "http://localhost.example/v1",
        ] {
            assert!(!is_loopback(away), "{away}");
        }
    }
}
