//! A program's process: started in a folder of its own with next to no environment, and
//! ended with everything that it started.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process::{ExitStatus, Stdio},
    time::Duration,
};

use tokio::{
    process::{Child, Command},
    task::JoinHandle,
    time::{Instant, timeout, timeout_at},
};

use super::{
    capture::{Shared, Stream, follow},
    error::Trouble,
    events::Account,
    redact::Secrets,
    spec::AgentSpec,
    template::{Access, Filling, Launch, Places},
};
use crate::{model::one_line, process::Group};

/// What a program gets of our own environment, beside what a study hands on.
const INHERITED: [&str; 5] = ["PATH", "LANG", "LC_ALL", "TMPDIR", "TZ"];
/// How long the rest of an ended program's output is waited for.
const REST: Duration = Duration::from_secs(2);

/// A running program, killed with all its children when dropped.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    group: Group,
    readers: Vec<JoinHandle<()>>,
    shared: Shared,
    /// Removed at the end: programs keep what they were handed in their home.
    home: PathBuf,
}

impl Process {
    pub(super) fn start(
        spec: &AgentSpec,
        access: &Access,
        prompt: &str,
        folder: &Path,
    ) -> Result<Self, Trouble> {
        let in_folder =
            |error: io::Error| Trouble::Folder(format!("{}: {error}", folder.display()));
        let places = Places {
            folder: std::path::absolute(folder).map_err(in_folder)?,
        };
        let filling = Filling {
            places: &places,
            access,
            prompt,
        };
        let launch = Launch::of(spec, filling);
        make(&places, &launch).map_err(in_folder)?;
        let secrets = Secrets::new(
            spec.handed
                .iter()
                .map(|handed| handed.value.as_encoded_bytes()),
        );
        let mut command = command(spec, &launch, &places);
        let mut child = command.spawn().map_err(|error| {
            // The folder is of no use to anybody.
            let _ = fs::remove_dir_all(places.home());
            Trouble::Start(one_line(&error.to_string()))
        })?;
        let shared = Shared::default();
        let (Some(stdout), Some(stderr)) = (child.stdout.take(), child.stderr.take()) else {
            unreachable!("both were piped");
        };
        let readers = vec![
            tokio::spawn(follow(
                stdout,
                Stream::Events(spec.events()),
                places.stdout(),
                secrets.clone(),
                shared.clone(),
            )),
            tokio::spawn(follow(
                stderr,
                Stream::Complaints,
                places.stderr(),
                secrets,
                shared.clone(),
            )),
        ];
        Ok(Self {
            group: Group::of(&child),
            child,
            readers,
            shared,
            home: places.home(),
        })
    }

    /// Waits for the program's own end, whoever of its children lives on. Safe to abandon.
    pub(super) async fn ended(&mut self) -> io::Result<ExitStatus> {
        self.child.wait().await
    }

    /// Ends what is left of it, and hands over all that it said.
    pub(super) async fn close(&mut self) -> Account {
        // What the program printed is in the pipes by now; a child of its that holds them
        // open must not be waited for.
        self.group.kill(&mut self.child);
        let until = Instant::now() + REST;
        let _ = timeout(REST, self.child.wait()).await;
        for reader in &mut self.readers {
            if timeout_at(until, &mut *reader).await.is_err() {
                reader.abort();
            }
        }
        let _ = tokio::fs::remove_dir_all(&self.home).await;
        self.shared.lock().clone()
    }

    /// A call was made: an account that was closed before it is open again.
    pub(super) fn goes_on(&self) {
        self.shared.lock().closed = false;
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.group.kill(&mut self.child);
        for reader in &self.readers {
            reader.abort();
        }
        let _ = fs::remove_dir_all(&self.home);
    }
}

fn command(spec: &AgentSpec, launch: &Launch, places: &Places) -> Command {
    let mut command = Command::new(&spec.program);
    command
        .args(&launch.words)
        .current_dir(places.work())
        .env_clear()
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    for name in INHERITED {
        if let Some(value) = env::var_os(name) {
            command.env(name, value);
        }
    }
    command.env("HOME", places.home());
    for (name, value) in &launch.variables {
        command.env(name, value);
    }
    for handed in &spec.handed {
        command.env(&handed.name, &handed.value);
    }
    Group::apart(&mut command);
    command
}

/// Makes the game's folder, for nobody else to read.
fn make(places: &Places, launch: &Launch) -> io::Result<()> {
    let mut private = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut private, 0o700);
    private.recursive(true).create(&places.folder)?;
    // Not there before: what another game left must not be found by this one.
    private.recursive(false).create(places.work())?;
    private.create(places.home())?;
    private.recursive(true);
    for (path, text) in &launch.files {
        if let Some(folder) = path.parent() {
            private.create(folder)?;
        }
        fs::write(path, text)?;
    }
    Ok(())
}
