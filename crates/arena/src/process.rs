//! What engines and agent programs share as processes: a group that ends as one, how one
//! ended in words, and where a program is.

use std::{
    env,
    path::{Path, PathBuf},
    process::ExitStatus,
};

use tokio::process::{Child, Command};

use crate::engine::find::program_in;

/// A process with all its children, while they are ours to kill.
#[derive(Debug)]
pub(crate) struct Group(Option<u32>);

impl Group {
    /// Has a command start in a group of its own, so that a wrapper script's children end
    /// with it, and so that Ctrl-C in a terminal reaches us alone.
    pub(crate) fn apart(command: &mut Command) {
        #[cfg(unix)]
        command.process_group(0);
        #[cfg(not(unix))]
        let _ = command;
    }

    /// The group of a child that was started apart.
    pub(crate) fn of(child: &Child) -> Self {
        Self(child.id())
    }

    /// Kills all of it, once.
    pub(crate) fn kill(&mut self, child: &mut Child) {
        #[cfg(unix)]
        if let Some(group) = self
            .0
            .take()
            .and_then(|id| rustix::process::Pid::from_raw(id.cast_signed()))
        {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        #[cfg(not(unix))]
        {
            self.0 = None;
        }
        let _ = child.start_kill();
    }
}

/// How a process ended.
pub(crate) fn in_words(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("killed by signal {signal}");
    }
    match status.code() {
        Some(code) => format!("exit status {code}"),
        None => status.to_string(),
    }
}

/// Where a program is: a bare name is looked up as a shell does, a path is taken at its
/// word. Absolute, since programs are started in folders of their own.
pub(crate) fn find_program(name: &str) -> Option<PathBuf> {
    let path = Path::new(name);
    let folders: Vec<PathBuf> = if path.components().count() == 1 && !name.contains('/') {
        env::split_paths(&env::var_os("PATH")?).collect()
    } else {
        vec![env::current_dir().ok()?]
    };
    let found = program_in(&folders, &[path])?;
    std::path::absolute(found).ok()
}
