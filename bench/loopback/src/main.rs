//! The loopback server as a program.

use std::time::Duration;

use clap::Parser;
use ludometer_loopback::{Behaviour, Fault, Server, Speech, ToolPlay};

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
    /// Play chess by calling tools, with this seed.
    #[arg(long, conflicts_with = "say")]
    calling: Option<u64>,
}

fn main() {
    let arguments = Arguments::parse();
    let speech = match (arguments.say, arguments.calling) {
        (Some(text), _) => Speech::Fixed(text),
        (None, Some(seed)) => Speech::Calling(ToolPlay::good(seed)),
        (None, None) => Speech::Legal,
    };
    let server = Server::at(
        arguments.port,
        Behaviour {
            delay: Duration::from_secs_f64(arguments.delay_ms.max(0.0) / 1000.0),
            faults: arguments.fault,
            speech,
            ..Behaviour::default()
        },
    );
    println!("{}", server.url());
    server.serve();
}
