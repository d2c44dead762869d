//! Serving: over stdin and stdout, or over HTTP.

use std::{
    net::SocketAddr,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use anyhow::{Context, Result, anyhow};
use clap::Args;
use ludometer_arena::mcp::{Bearer, Doors, GameTools, Lobby, Port, Refusal, channel, serve_stdio};
use ludometer_instruments::served::{Field, Served as Game};
use ludometer_record::desk::{ToolResult, ToolSpec};
use serde_json::json;
use tokio::runtime::Runtime;

use super::{
    audit::{Audit, Event},
    host::Host,
};
use crate::{exit::Exit, opponent::Opponent};

/// How the game is reached.
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// Serve over HTTP at this address, as 127.0.0.1:8765, a game to every session; without
    /// it, one game over stdin and stdout.
    #[arg(long, value_name = "ADDRESS")]
    http: Option<SocketAddr>,
    /// The environment variable that holds the token that HTTP clients must send. Needed at
    /// an address that is not loopback.
    #[arg(long, value_name = "VARIABLE", requires = "http")]
    token_env: Option<String>,
    /// Another name by which HTTP clients may reach this machine.
    #[arg(long, value_name = "NAME", requires = "http")]
    host: Vec<String>,
    /// Games at once, over HTTP.
    #[arg(long, default_value_t = 64, requires = "http")]
    games: usize,
    /// Minutes without a call after which an HTTP session and its game are closed.
    #[arg(long, default_value_t = 60, requires = "http")]
    idle: u64,
    /// Write every call, the opponent's searches and the end to this file.
    #[arg(long, value_name = "FILE")]
    audit: Option<PathBuf>,
}

/// Makes games and opponents.
pub struct Table<G, O> {
    /// As the audit file writes it.
    pub name: String,
    /// Of built-in opponents.
    pub seed: u64,
    /// A game at its start.
    pub game: G,
    /// An opponent for the game with this number.
    pub opponent: O,
}

/// A table whose games are noted in a file.
struct Served<G, O> {
    table: Table<G, O>,
    audit: Audit,
    begun: AtomicU64,
}

impl ServeArgs {
    /// Serves until the client is gone, or over HTTP until it is interrupted.
    pub fn run<F, P, G, O, S>(self, table: Table<G, O>) -> Result<Exit>
    where
        F: Field + Sync + 'static,
        P: Opponent<F> + 'static,
        G: Fn() -> Game<F> + Send + Sync + 'static,
        O: Fn(u64) -> S + Send + Sync + 'static,
        S: Future<Output = Result<P>> + Send,
    {
        let served = Arc::new(Served {
            audit: Audit::open(self.audit.as_deref())?,
            table,
            begun: AtomicU64::new(0),
        });
        let runtime = Runtime::new()?;
        let exit = runtime.block_on(async {
            match self.http {
                None => stdio(&served).await,
                Some(address) => self.over_http(address, served).await,
            }
        });
        // A read of stdin cannot be taken back.
        runtime.shutdown_background();
        exit
    }

    async fn over_http<F, P, G, O, S>(
        &self,
        address: SocketAddr,
        served: Arc<Served<G, O>>,
    ) -> Result<Exit>
    where
        F: Field + Sync + 'static,
        P: Opponent<F> + 'static,
        G: Fn() -> Game<F> + Send + Sync + 'static,
        O: Fn(u64) -> S + Send + Sync + 'static,
        S: Future<Output = Result<P>> + Send,
    {
        let doors = Doors::at(address, self.host.iter().cloned(), self.bearer()?)?;
        // Whether there is such an opponent is better known before the first client is.
        let opponent = (served.table.opponent)(0).await?.name();
        let tools = (served.table.game)().tools();
        let seating = Arc::new(move || {
            let (tools, port, number) = served.open(&tools);
            let served = Arc::clone(&served);
            tokio::spawn(async move {
                let opponent = (served.table.opponent)(number).await;
                // The agent has been told, and so has the audit file.
                let _ = served.play(port, opponent, number).await;
            });
            tools
        });
        let idle = Duration::from_mins(self.idle);
        let lobby = Lobby::listen(address, doors, self.games, idle, seating).await?;
        note!(
            "serving at http://{}/mcp, against {opponent}; Ctrl-C ends it",
            lobby.address()?
        );
        tokio::select! {
            ended = lobby.serve() => ended.map(|()| Exit::Done).map_err(Into::into),
            pressed = tokio::signal::ctrl_c() => {
                pressed.context("cannot listen for Ctrl-C")?;
                Ok(Exit::Done)
            }
        }
    }

    fn bearer(&self) -> Result<Option<Bearer>> {
        let Some(variable) = &self.token_env else {
            return Ok(None);
        };
        let secret = std::env::var(variable).map_err(|_| {
            anyhow!("--token-env: there is no variable {variable} in the environment")
        })?;
        let bearer = Bearer::new(&secret).with_context(|| format!("--token-env {variable}"))?;
        Ok(Some(bearer))
    }
}

/// One game over stdin and stdout.
async fn stdio<F, P, G, O, S>(served: &Arc<Served<G, O>>) -> Result<Exit>
where
    F: Field + Sync + 'static,
    P: Opponent<F> + 'static,
    G: Fn() -> Game<F> + Send + Sync + 'static,
    O: Fn(u64) -> S + Send + Sync + 'static,
    S: Future<Output = Result<P>> + Send,
{
    let tools = (served.table.game)().tools();
    let (tools, port, number) = served.open(&tools);
    let opponent = (served.table.opponent)(number).await?;
    let (playing, serving) =
        tokio::join!(served.play(port, Ok(opponent), number), serve_stdio(tools));
    serving?;
    playing?;
    Ok(Exit::Done)
}

impl<G, O> Served<G, O> {
    /// A client's end and a game's end, with the game's number from 1.
    fn open(self: &Arc<Self>, tools: &[ToolSpec]) -> (GameTools, Port, u64)
    where
        G: Send + Sync + 'static,
        O: Send + Sync + 'static,
    {
        let number = self.begun.fetch_add(1, Ordering::Relaxed) + 1;
        let (caller, port) = channel();
        let noted = Arc::clone(self);
        let refusing = Arc::new(move |tool: &str, refusal: Refusal| {
            let tool = &tool.chars().take(128).collect::<String>();
            let why = refusal.to_string();
            // The next line of the game itself fails, too, and ends it.
            let _ = noted.audit.write(number, Event::Refused { tool, why });
        });
        (
            GameTools::new(tools, caller).refusing(refusing),
            port,
            number,
        )
    }

    async fn play<F, P>(&self, mut port: Port, opponent: Result<P>, number: u64) -> Result<()>
    where
        F: Field,
        P: Opponent<F>,
        G: Fn() -> Game<F>,
    {
        let Err(error) = self.begin(&mut port, opponent, number).await else {
            return Ok(());
        };
        let why = format!("{error:#}");
        note!("ludometer: game {number}: {why}");
        let text = json!({ "error": format!("the game cannot go on: {why}") }).to_string();
        port.end(ToolResult {
            text,
            is_error: true,
        });
        // It may be the audit file that failed; the error says so either way.
        let _ = self.audit.write(number, Event::Void { why });
        Err(error)
    }

    async fn begin<F, P>(&self, port: &mut Port, opponent: Result<P>, number: u64) -> Result<()>
    where
        F: Field,
        P: Opponent<F>,
        G: Fn() -> Game<F>,
    {
        let mut opponent = opponent?;
        let game = (self.table.game)();
        let start = Event::Start {
            board: &self.table.name,
            you: game.you(),
            opponent: &opponent.name(),
            seed: self.table.seed,
            version: env!("CARGO_PKG_VERSION"),
        };
        self.audit.write(number, start)?;
        let audit = &self.audit;
        let host = Host {
            game,
            number,
            audit,
        };
        host.play(port, &mut opponent).await
    }
}
