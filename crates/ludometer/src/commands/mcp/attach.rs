//! Joins stdin and stdout to a game that a study serves.

use std::{
    io::{self, Read, Write},
    net::{Shutdown, SocketAddr, TcpStream},
    thread,
};

use anyhow::{Context, Result, anyhow};
use clap::Args;

use crate::exit::Exit;

/// The variable that holds the game's token: an argument would be seen by every user of the
/// machine.
const TOKEN: &str = "LUDOMETER_GAME_TOKEN";

/// Join stdin and stdout to a game that a study serves on this machine, for agent programs
/// that speak the protocol only over stdin and stdout. The game's token is read from the
/// variable `LUDOMETER_GAME_TOKEN`.
#[derive(Debug, Args)]
pub struct Attach {
    /// Where the game is served, as 127.0.0.1:40123.
    address: SocketAddr,
}

impl Attach {
    pub fn run(self) -> Result<Exit> {
        let token = std::env::var(TOKEN)
            .map_err(|_| anyhow!("the variable {TOKEN} with the game's token is not set"))?;
        let address = self.address;
        let no_game = || format!("no game is served at {address}");
        let mut up = TcpStream::connect(address).with_context(no_game)?;
        up.set_nodelay(true)?;
        let mut down = up.try_clone()?;
        writeln!(up, "{}", token.trim())?;
        thread::spawn(move || {
            // The game closes its side when it has answered the last call.
            let _ = io::copy(&mut io::stdin().lock(), &mut up);
            let _ = up.shutdown(Shutdown::Write);
        });
        let mut out = io::stdout().lock();
        let mut bytes = [0; 8192];
        let mut any = false;
        loop {
            match down.read(&mut bytes) {
                Ok(0) | Err(_) if !any => {
                    return Err(anyhow!(
                        "no game at {address} has the token in {TOKEN}, or it is over"
                    ));
                }
                Ok(0) | Err(_) => return Ok(Exit::Done),
                Ok(read) => {
                    any = true;
                    out.write_all(&bytes[..read])?;
                    out.flush()?;
                }
            }
        }
    }
}
