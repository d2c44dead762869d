//! `serve`: the local site over any number of runs.

use std::{
    net::{IpAddr, SocketAddr},
    path::PathBuf,
    sync::Arc,
};

use anyhow::{Result, bail};
use clap::Args;

use crate::{
    exit::Exit,
    show::print,
    site::{Shelf, Token, server},
};

/// Open a local site over runs: leaderboards, replays, dreams, live while they are played;
/// and a seat to play in.
#[derive(Debug, Args)]
pub struct Serve {
    /// Folders of runs or imported archives, or folders that hold such.
    #[arg(default_value = "runs")]
    runs: Vec<PathBuf>,
    /// Where the games of people are kept, each a run of its own.
    #[arg(long, value_name = "DIR", default_value = "runs/people")]
    seats: PathBuf,
    /// Where to listen. Anything but this machine's own addresses needs --allow-remote.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: IpAddr,
    /// The port; 0 takes a free one.
    #[arg(long, default_value_t = 7353)]
    port: u16,
    /// Let other machines in. Everybody then needs a token: that of the environment
    /// variable `LUDOMETER_TOKEN`, or one that is made up and printed.
    #[arg(long)]
    allow_remote: bool,
}

impl Serve {
    pub fn run(self) -> Result<Exit> {
        if !self.host.is_loopback() && !self.allow_remote {
            bail!(
                "--host {}: other machines could read these runs; add --allow-remote if they may, or leave --host out",
                self.host
            );
        }
        let token = match std::env::var("LUDOMETER_TOKEN") {
            _ if !self.allow_remote => None,
            Ok(text) => Some(Token::given(&text)?),
            Err(_) => Some(Token::random()),
        };
        // The usual folder may come later, with the first run; one that was named is meant.
        let named = self.runs != [PathBuf::from("runs")];
        if let Some(path) = self.runs.iter().find(|path| named && !path.exists()) {
            bail!("{}: no run there", path.display());
        }
        let shelf = Arc::new(Shelf::new(self.runs, true).with_people(self.seats.clone()));
        shelf.look();
        let way = token
            .as_ref()
            .map_or(String::new(), |token| format!("?token={}", token.shown()));
        let ready = |address: SocketAddr| {
            let _ = print(&format!("http://{address}/{way}\n"));
            note!("serving; Ctrl-C stops");
        };
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()?;
        let address = SocketAddr::new(self.host, self.port);
        let served = runtime.block_on(server::serve(shelf, self.seats, address, token, ready));
        // A page that is still being made holds nobody up.
        runtime.shutdown_background();
        served.map(|()| Exit::Done)
    }
}
