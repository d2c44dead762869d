//! Newline-delimited messages: stdin and stdout, or a socket.

use rmcp::{
    RoleServer, ServiceExt,
    model::{ClientJsonRpcMessage, ClientRequest, GetMeta, ServerJsonRpcMessage},
    service::ServerInitializeError,
    transport::{Transport, async_rw::AsyncRwTransport, stdio_pipes},
};
use tokio::io::{AsyncRead, AsyncWrite};

use super::handler::GameTools;

/// Longer lines are skipped. An honest client's longest says what it can do, in some KiB.
const LONGEST_LINE: usize = 256 * 1024;

/// A client that could not be served.
#[derive(Debug, thiserror::Error)]
#[error("the client cannot be served: {0}")]
pub struct LinesError(#[source] Box<dyn std::error::Error + Send + Sync>);

/// Serves one client over stdin and stdout until it closes its end.
pub async fn serve_stdio(tools: GameTools) -> Result<(), LinesError> {
    let (reader, writer) = stdio_pipes();
    serve_lines(tools, reader, writer).await
}

/// Serves one client until it closes its end.
pub async fn serve_lines<R, W>(tools: GameTools, reader: R, writer: W) -> Result<(), LinesError>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let transport = AsyncRwTransport::new_server(reader, writer);
    let patient = Patient {
        inner: transport.with_max_line_length(LONGEST_LINE),
        has_begun: false,
    };
    match tools.serve(patient).await {
        Ok(running) => {
            let ended = running.waiting().await;
            ended.map(|_| ()).map_err(|error| LinesError(error.into()))
        }
        Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
        Err(error) => Err(LinesError(error.into())),
    }
}

/// Drops what is no request until a client has introduced itself: `rmcp` would close the
/// connection over it, and the game would look abandoned.
struct Patient<T> {
    inner: T,
    has_begun: bool,
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for Patient<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.inner.send(message)
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            let message = self.inner.receive().await?;
            if let ClientJsonRpcMessage::Request(request) = &message {
                self.has_begun |= introduces(&request.request);
                return Some(message);
            }
            if self.has_begun {
                return Some(message);
            }
        }
    }

    fn close(&mut self) -> impl Future<Output = Result<(), Self::Error>> + Send {
        self.inner.close()
    }
}

/// By a handshake, or by saying its version with the request itself.
fn introduces(request: &ClientRequest) -> bool {
    match request {
        ClientRequest::InitializeRequest(_) => true,
        ClientRequest::DiscoverRequest(_) | ClientRequest::PingRequest(_) => false,
        other => other.get_meta().protocol_version().is_some(),
    }
}
