//! A model server on loopback, for tests and benchmarks: Chat Completions, Messages and
//! Responses, with delays, faults and counters. It plays Chopsticks from the prompt alone,
//! and chess by calling tools.
//!
//! Nothing in the product uses it.

mod calling;
mod dialect;
mod fault;
mod history;
mod player;
pub mod responses;

use std::{
    collections::HashSet,
    convert::Infallible,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::State,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde_json::{Value, json};
use tokio::{net::TcpListener, sync::watch};

use dialect::{Dialect, Usage};

pub use calling::{Manners, ToolPlay};
pub use fault::{Fault, FaultKind};
pub use player::Speech;
pub use responses::Step;

/// How a server behaves.
#[derive(Debug, Clone)]
pub struct Behaviour {
    /// Wait before each answer.
    pub delay: Duration,
    /// What goes wrong, and when.
    pub faults: Vec<Fault>,
    /// What it says.
    pub speech: Speech,
    /// Whether it counts tokens.
    pub usage: bool,
    /// The key that it wants, if any.
    pub key: Option<String>,
    /// What it does with each request to the Responses interface; the last step is
    /// repeated.
    pub script: Vec<Step>,
}

impl Default for Behaviour {
    fn default() -> Self {
        Self {
            delay: Duration::ZERO,
            faults: Vec::new(),
            speech: Speech::Legal,
            usage: true,
            key: None,
            script: Vec::new(),
        }
    }
}

/// What a server has seen.
#[derive(Debug, Default)]
struct Seen {
    requests: AtomicU64,
    answered: AtomicU64,
    steps: AtomicUsize,
    in_flight: AtomicU64,
    most_in_flight: AtomicU64,
    bodies: Mutex<Bodies>,
}

#[derive(Debug, Default)]
struct Bodies {
    asked: Vec<String>,
    answered: HashSet<String>,
    resent: u64,
    kept: Vec<Value>,
}

/// What a server has seen, at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stats {
    /// Completion requests.
    pub requests: u64,
    /// Whole completions sent.
    pub answered: u64,
    /// Requests whose very body had been answered before.
    pub resent: u64,
    /// Most requests that waited at once.
    pub most_in_flight: u64,
}

/// A running server; it ends when dropped.
#[derive(Debug)]
pub struct Server {
    url: String,
    seen: Arc<Seen>,
    _stop: watch::Sender<()>,
    thread: Option<std::thread::JoinHandle<()>>,
}

#[derive(Clone)]
struct App {
    behaviour: Arc<Behaviour>,
    seen: Arc<Seen>,
}

impl Server {
    /// Starts a server on a free port, on a thread of its own.
    ///
    /// # Panics
    /// If loopback cannot be bound.
    #[must_use]
    pub fn start(behaviour: Behaviour) -> Self {
        Self::at(0, behaviour)
    }

    /// Starts a server on this port.
    ///
    /// # Panics
    /// If the port cannot be bound.
    #[must_use]
    pub fn at(port: u16, behaviour: Behaviour) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime");
        let listener = runtime
            .block_on(TcpListener::bind(("127.0.0.1", port)))
            .expect("loopback can be bound");
        let address = listener
            .local_addr()
            .expect("a bound socket has an address");
        let seen = Arc::new(Seen::default());
        let app = App {
            behaviour: Arc::new(behaviour),
            seen: seen.clone(),
        };
        let (stop, mut stopped) = watch::channel(());
        let router = Router::new()
            .route("/v1/chat/completions", post(complete))
            .route("/v1/messages", post(message))
            .route("/v1/responses", post(responding))
            .route("/v1/models", get(models))
            .route("/stats", get(stats))
            .with_state(app);
        let thread = std::thread::spawn(move || {
            runtime.block_on(async {
                tokio::select! {
                    served = axum::serve(listener, router) => { let _ = served; }
                    _ = stopped.changed() => {}
                }
            });
            // Hung answers must not hold the thread.
            runtime.shutdown_background();
        });
        Self {
            url: format!("http://{address}/v1"),
            seen,
            _stop: stop,
            thread: Some(thread),
        }
    }

    /// The base URL, up to and including `/v1`.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// What it has seen so far.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.seen.stats()
    }

    /// The requests so far, as JSON.
    #[must_use]
    pub fn requests(&self) -> Vec<Value> {
        self.seen.lock().kept.clone()
    }

    /// Digest of the body of every request so far, in order. A completion's id
    /// ends in the digest of the request that it answers.
    #[must_use]
    pub fn asked(&self) -> Vec<String> {
        self.seen.lock().asked.clone()
    }

    /// Waits until so many completions were sent.
    ///
    /// # Panics
    /// After a minute without.
    pub fn wait_for_answers(&self, answers: u64) {
        let begun = std::time::Instant::now();
        while self.seen.answered.load(Relaxed) < answers {
            assert!(
                begun.elapsed() < Duration::from_mins(1),
                "no {answers} answers within a minute"
            );
            std::thread::yield_now();
        }
    }

    /// Waits until no request waits for its answer.
    ///
    /// # Panics
    /// After a minute.
    pub fn wait_until_idle(&self) {
        let begun = std::time::Instant::now();
        while self.seen.in_flight.load(Relaxed) > 0 {
            assert!(
                begun.elapsed() < Duration::from_mins(1),
                "requests wait for a minute"
            );
            std::thread::yield_now();
        }
    }

    /// Serves until the process ends.
    pub fn serve(mut self) {
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Seen {
    fn lock(&self) -> std::sync::MutexGuard<'_, Bodies> {
        self.bodies.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stats(&self) -> Stats {
        Stats {
            requests: self.requests.load(Relaxed),
            answered: self.answered.load(Relaxed),
            resent: self.lock().resent,
            most_in_flight: self.most_in_flight.load(Relaxed),
        }
    }
}

async fn models() -> impl IntoResponse {
    axum::Json(json!({ "object": "list", "data": [{ "id": "loopback", "object": "model" }] }))
}

async fn stats(State(app): State<App>) -> impl IntoResponse {
    let stats = app.seen.stats();
    axum::Json(json!({
        "requests": stats.requests,
        "answered": stats.answered,
        "resent": stats.resent,
        "most_in_flight": stats.most_in_flight,
    }))
}

async fn complete(State(app): State<App>, headers: HeaderMap, body: Bytes) -> Response {
    answer(&app, &headers, &body, Dialect::Chat).await
}

async fn message(State(app): State<App>, headers: HeaderMap, body: Bytes) -> Response {
    answer(&app, &headers, &body, Dialect::Messages).await
}

async fn responding(State(app): State<App>, headers: HeaderMap, body: Bytes) -> Response {
    answer(&app, &headers, &body, Dialect::Responses).await
}

async fn answer(app: &App, headers: &HeaderMap, body: &Bytes, dialect: Dialect) -> Response {
    let seen = &app.seen;
    let number = seen.requests.fetch_add(1, Relaxed) + 1;
    let waiting = seen.in_flight.fetch_add(1, Relaxed) + 1;
    seen.most_in_flight.fetch_max(waiting, Relaxed);
    // A client that goes away drops this future.
    let _waits = Waits(seen);
    respond(app, headers, body, dialect, number).await
}

struct Waits<'a>(&'a Seen);

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        self.0.in_flight.fetch_sub(1, Relaxed);
    }
}

async fn respond(
    app: &App,
    headers: &HeaderMap,
    body: &Bytes,
    dialect: Dialect,
    number: u64,
) -> Response {
    let Ok(request) = serde_json::from_slice::<Value>(body) else {
        return (StatusCode::BAD_REQUEST, "no JSON").into_response();
    };
    let digest = blake3::hash(body).to_hex().to_string();
    {
        let mut bodies = app.seen.lock();
        bodies.asked.push(digest.clone());
        if bodies.answered.contains(&digest) {
            bodies.resent += 1;
        }
        if bodies.kept.len() < 10_000 {
            bodies.kept.push(request.clone());
        }
    }
    if let Some(key) = &app.behaviour.key {
        let given = headers
            .get("authorization")
            .or_else(|| headers.get("x-api-key"));
        let given = given
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default();
        if given.trim_start_matches("Bearer ") != key {
            let said =
                json!({ "error": { "message": format!("wrong key: {given}"), "type": "auth" } });
            return (StatusCode::UNAUTHORIZED, axum::Json(said)).into_response();
        }
    }
    if let Some(objection) = history::objection(&request, dialect) {
        let said = json!({ "error": { "message": objection, "type": "invalid_request_error" } });
        return (StatusCode::BAD_REQUEST, axum::Json(said)).into_response();
    }
    if !app.behaviour.delay.is_zero() {
        tokio::time::sleep(app.behaviour.delay).await;
    }
    let whole = if dialect == Dialect::Responses {
        match scripted(app, &request, &digest) {
            Some(stream) => stream,
            None => std::future::pending().await,
        }
    } else {
        completion(app, &request, dialect, &digest)
    };
    let fault = app
        .behaviour
        .faults
        .iter()
        .find(|fault| fault.strikes(number));
    let response = match fault {
        Some(fault) => fault.response(&whole).await,
        None if dialect == Dialect::Responses => {
            ([("content-type", "text/event-stream")], whole).into_response()
        }
        None => bytes(StatusCode::OK, whole.into_bytes().into()),
    };
    if fault.is_none_or(|fault| fault.kind.answers()) {
        app.seen.lock().answered.insert(digest);
        app.seen.answered.fetch_add(1, Relaxed);
    }
    response
}

/// The next step of the script; none when it is to hang.
fn scripted(app: &App, request: &Value, digest: &str) -> Option<String> {
    let script = &app.behaviour.script;
    let at = app.seen.steps.fetch_add(1, Relaxed);
    let silence = Step::Say(String::new());
    let step = script.get(at).or(script.last()).unwrap_or(&silence);
    let id = format!("{at}_{}", digest.get(..8).unwrap_or(digest));
    (*step != Step::Hang).then(|| responses::stream(step, request, &id))
}

fn completion(app: &App, request: &Value, dialect: Dialect, digest: &str) -> String {
    let said = app.behaviour.speech.say(request);
    let usage = app.behaviour.usage.then(|| Usage::of(request, &said));
    dialect.dress(&said, request, digest, usage).to_string()
}

pub(crate) fn bytes(status: StatusCode, body: Body) -> Response {
    (status, [("content-type", "application/json")], body).into_response()
}

/// A body that is sent a byte at a time.
pub(crate) fn dripping(text: String) -> Body {
    let drops = text
        .into_bytes()
        .into_iter()
        .map(|byte| Ok::<_, Infallible>(Bytes::from(vec![byte])));
    Body::from_stream(futures_util::stream::iter(drops))
}
