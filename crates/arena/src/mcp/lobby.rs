//! A stand-alone server over streamable HTTP: each client's session is a game of its own.

use std::{
    borrow::Cow,
    io,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use axum::{Router, middleware};
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, InitializeRequestParams, InitializeResult,
        ListToolsResult, PaginatedRequestParams, ProtocolVersion, ServerConfig, Tool,
    },
    service::RequestContext,
    transport::{
        StreamableHttpService, streamable_http_server::session::local::LocalSessionManager,
    },
};
use tokio::{net::TcpListener, sync::OnceCell};

use super::{
    door::{Doors, ask_for_token},
    handler::GameTools,
};

/// Begins a game and returns a client's end of it. The game is to end by itself once that
/// end is gone.
pub type Seating = Arc<dyn Fn() -> GameTools + Send + Sync>;

/// Serves a game a session at `/mcp`.
#[derive(Debug)]
pub struct Lobby {
    listener: TcpListener,
    router: Router,
}

/// A server could not be opened, or ended.
#[derive(Debug, thiserror::Error)]
pub enum LobbyError {
    /// Its address is taken, or is not this machine's.
    #[error("{address} cannot be listened on: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        error: io::Error,
    },
    /// The listening socket broke.
    #[error("the server ended: {0}")]
    Serve(#[source] io::Error),
}

impl Lobby {
    /// Listens at `address`. At most `most` games are played at once, and one in whose
    /// session nothing happens for `idle` is closed.
    pub async fn listen(
        address: SocketAddr,
        doors: Doors,
        most: usize,
        idle: Duration,
        seating: Seating,
    ) -> Result<Self, LobbyError> {
        let cannot = |error| LobbyError::Listen { address, error };
        let listener = TcpListener::bind(address).await.map_err(cannot)?;
        let mut sessions = LocalSessionManager::default();
        sessions.session_config.keep_alive = Some(idle);
        let config = doors.config();
        let taken = Arc::new(AtomicUsize::new(0));
        let visitor = move || {
            Ok(Visitor {
                seating: Arc::clone(&seating),
                taken: Arc::clone(&taken),
                most,
                seat: OnceCell::new(),
            })
        };
        let service = StreamableHttpService::new(visitor, Arc::new(sessions), config);
        let router = Router::new()
            .route_service("/mcp", service)
            .layer(middleware::from_fn_with_state(doors, ask_for_token));
        Ok(Self { listener, router })
    }

    /// Where it listens.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until it is dropped.
    pub async fn serve(self) -> Result<(), LobbyError> {
        axum::serve(self.listener, self.router)
            .await
            .map_err(LobbyError::Serve)
    }
}

/// A client's session. It gets its game with the handshake.
struct Visitor {
    seating: Seating,
    taken: Arc<AtomicUsize>,
    most: usize,
    seat: OnceCell<Seat>,
}

struct Seat {
    tools: GameTools,
    taken: Arc<AtomicUsize>,
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.taken.fetch_sub(1, Ordering::AcqRel);
    }
}

impl Visitor {
    async fn seat(&self) -> Result<&GameTools, ErrorData> {
        let seat = self.seat.get_or_try_init(async || {
            let took = self
                .taken
                .fetch_update(Ordering::AcqRel, Ordering::Acquire, |taken| {
                    (taken < self.most).then_some(taken + 1)
                });
            if took.is_err() {
                let full = format!(
                    "this server plays {} games at once, and all of them are taken",
                    self.most
                );
                return Err(ErrorData::internal_error(full, None));
            }
            Ok(Seat {
                tools: (self.seating)(),
                taken: Arc::clone(&self.taken),
            })
        });
        Ok(&seat.await?.tools)
    }
}

impl ServerHandler for Visitor {
    fn get_info(&self) -> ServerConfig {
        GameTools::info()
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        // Later versions have no sessions, and a game could not be told from another.
        Cow::Borrowed(ProtocolVersion::known_up_to(&ProtocolVersion::V_2025_11_25))
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        self.seat().await?;
        context.peer.set_peer_info(request.clone());
        self.negotiate_initialize(&request)
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        self.seat().await?.list_tools(request, context).await
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.seat.get()?.tools.get_tool(name)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.seat().await?.call_tool(request, context).await
    }
}
