//! A study's server: many games at once, each under a path that nobody guesses.
//!
//! Agent programs are told a URL of their own game. Several sessions to the same URL are the
//! same game, so that a program may connect anew without losing it. For programs that speak
//! only over stdin and stdout there is a second socket: its first line is the game's token,
//! and what follows is the same protocol, a message a line (`ludometer mcp attach`).

use std::{
    collections::HashMap,
    fmt, io,
    net::{Ipv4Addr, SocketAddr},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::{
    Router,
    body::Body,
    extract::{Path, Request, State},
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::any,
};
use ludometer_record::desk::ToolSpec;
use rmcp::transport::{
    StreamableHttpService, streamable_http_server::session::never::NeverSessionManager,
};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, BufReader},
    net::{TcpListener, TcpStream},
    task::{AbortHandle, JoinSet},
    time::timeout,
};

use super::{
    door::Doors,
    handler::GameTools,
    lines::serve_lines,
    port::{Port, channel},
};

/// How long a program may take to say which game it wants.
const FIRST_LINE: Duration = Duration::from_secs(10);

/// Serves games to agent programs on this machine. All of them are closed when it is dropped.
#[derive(Debug)]
pub struct Gate {
    games: Games,
    http: SocketAddr,
    lines: SocketAddr,
    tasks: [AbortHandle; 2],
}

/// Where an agent program finds its game. The token is a secret: whoever has it plays.
#[derive(Clone)]
pub struct Address {
    /// For clients of streamable HTTP.
    pub url: String,
    /// For `ludometer mcp attach`.
    pub lines: SocketAddr,
    /// The game, for `ludometer mcp attach`.
    pub token: String,
}

/// The gate could not be opened.
#[derive(Debug, thiserror::Error)]
#[error("no port of this machine can be listened on: {0}")]
pub struct GateError(#[from] io::Error);

type Service = StreamableHttpService<GameTools, NeverSessionManager>;

/// The open games by their tokens.
#[derive(Clone, Default)]
struct Games(Arc<Mutex<HashMap<String, (GameTools, Service)>>>);

/// Closes a game when dropped.
struct Entry {
    games: Games,
    token: String,
}

impl Gate {
    /// Listens on two free ports of loopback.
    pub async fn listen() -> Result<Self, GateError> {
        let games = Games::default();
        let any_port = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let http = TcpListener::bind(any_port).await?;
        let lines = TcpListener::bind(any_port).await?;
        let addresses = (http.local_addr()?, lines.local_addr()?);
        let router = Router::new()
            .route("/{token}/mcp", any(over_http))
            .with_state(games.clone());
        let serving = tokio::spawn(async move {
            // It never ends by itself.
            let _ = axum::serve(http, router).await;
        });
        let accepting = tokio::spawn(accept(lines, games.clone()));
        Ok(Self {
            games,
            http: addresses.0,
            lines: addresses.1,
            tasks: [serving.abort_handle(), accepting.abort_handle()],
        })
    }

    /// Opens a game with these tools. It is closed when its port is dropped.
    #[must_use]
    pub fn open(&self, tools: &[ToolSpec]) -> (Address, Port) {
        let (caller, mut port) = channel();
        let tools = GameTools::new(tools, caller);
        let config = Doors::loopback()
            .config()
            .with_legacy_session_mode(false)
            .with_json_response(true);
        let sessions = Arc::new(NeverSessionManager::default());
        let each = tools.clone();
        let service = Service::new(move || Ok(each.clone()), sessions, config);
        let token = format!("{:032x}", rand::random::<u128>());
        self.games.insert(token.clone(), tools, service);
        port.keep(Entry {
            games: self.games.clone(),
            token: token.clone(),
        });
        let address = Address {
            url: format!("http://{}/{token}/mcp", self.http),
            lines: self.lines,
            token,
        };
        (address, port)
    }
}

impl Drop for Gate {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        self.games.remove(&self.token);
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Address")
            .field("lines", &self.lines)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} games", self.lock().len())
    }
}

impl Games {
    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, (GameTools, Service)>> {
        // Whoever panicked meanwhile left a whole map.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn insert(&self, token: String, tools: GameTools, service: Service) {
        self.lock().insert(token, (tools, service));
    }

    fn remove(&self, token: &str) {
        self.lock().remove(token);
    }

    fn tools(&self, token: &str) -> Option<GameTools> {
        self.lock().get(token).map(|(tools, _)| tools.clone())
    }

    fn service(&self, token: &str) -> Option<Service> {
        self.lock().get(token).map(|(_, service)| service.clone())
    }
}

async fn over_http(
    State(games): State<Games>,
    Path(token): Path<String>,
    request: Request,
) -> Response {
    match games.service(&token) {
        Some(service) => service.handle(request).await.map(Body::new),
        None => (StatusCode::NOT_FOUND, "there is no such game").into_response(),
    }
}

/// Takes connections for as long as the gate lives; they end with it.
async fn accept(listener: TcpListener, games: Games) {
    let mut open = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => {
                    open.spawn(over_lines(stream, games.clone()));
                }
                // Too many open files pass; there is nobody to tell.
                Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            },
            Some(_) = open.join_next() => {}
        }
    }
}

async fn over_lines(stream: TcpStream, games: Games) {
    let _ = stream.set_nodelay(true);
    let (reader, writer) = stream.into_split();
    let mut reader = BufReader::new(reader);
    let mut first = String::new();
    // A token has 32 digits.
    let mut bounded = (&mut reader).take(64);
    let read = timeout(FIRST_LINE, bounded.read_line(&mut first)).await;
    let Ok(Ok(_)) = read else { return };
    if let Some(tools) = games.tools(first.trim_end()) {
        // A client that cannot be served has been told so.
        let _ = serve_lines(tools, reader, writer).await;
    }
}
