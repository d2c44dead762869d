//! The loopback server as a program.

use std::time::Duration;

use clap::Parser;
use ludometer_loopback::{Behaviour, Fault, Server, Speech};

/// A model server on loopback, for tests and benchmarks.
#[derive(Debug, Parser)]
struct Arguments {
    /// Port; a free one by default.
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// Wait before each answer, in milliseconds.
    #[arg(long, default_value_t = 0.0)]
    delay_ms: f64,
    /// What goes wrong, as 500@7, hang@20, malformed@9, truncated@9, drip@1.
    #[arg(long)]
    fault: Vec<Fault>,
    /// Say this to everything, instead of a legal move.
    #[arg(long)]
    say: Option<String>,
}

fn main() {
    let arguments = Arguments::parse();
    let server = Server::at(
        arguments.port,
        Behaviour {
            delay: Duration::from_secs_f64(arguments.delay_ms.max(0.0) / 1000.0),
            faults: arguments.fault,
            speech: arguments.say.map_or(Speech::Legal, Speech::Fixed),
            ..Behaviour::default()
        },
    );
    println!("{}", server.url());
    server.serve();
}
