//! Ctrl-C for long jobs that are no run: once to stop at the next good place, twice at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

/// A flag that the first Ctrl-C sets; the second ends the program with code 130.
pub fn watch(when: &'static str) -> Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot listen for Ctrl-C")?;
    let set = Arc::clone(&flag);
    std::thread::spawn(move || {
        runtime.block_on(async {
            while tokio::signal::ctrl_c().await.is_ok() {
                if set.swap(true, Ordering::Relaxed) {
                    std::process::exit(130);
                }
                note!("stopping {when}; Ctrl-C again stops at once");
            }
        });
    });
    Ok(flag)
}
