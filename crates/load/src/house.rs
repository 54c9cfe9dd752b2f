//! The server's process.

use std::{
    io::{self, BufRead, BufReader},
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// Why nothing could be measured.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The system refused.
    #[error("{0}")]
    System(#[from] io::Error),
    /// The server ended before it was ready.
    #[error("the server does not start")]
    NoServer,
    /// The server refused to open a table.
    #[error("the server refuses: {0}")]
    Refused(String),
    /// Not everybody came back in time.
    #[error("not everybody came back within a minute")]
    Lost,
}

pub(crate) struct House {
    pub(crate) address: SocketAddr,
    child: Mutex<Child>,
    /// What the processes used that have been killed.
    spent: Mutex<Duration>,
}

impl House {
    pub(crate) fn start(program: &Path, data: &Path) -> Result<House, LoadError> {
        let (child, address) = spawn(program, data, ([127, 0, 0, 1], 0).into())?;
        Ok(House { address, child: Mutex::new(child), spent: Mutex::default() })
    }

    pub(crate) fn start_again(&self, program: &Path, data: &Path) -> Result<(), LoadError> {
        let (child, _) = spawn(program, data, self.address)?;
        *held(&self.child) = child;
        Ok(())
    }

    /// kill -9; gone when this returns.
    pub(crate) fn kill(&self) {
        *held(&self.spent) += self.cpu_now();
        let mut child = held(&self.child);
        let _ = child.kill();
        let _ = child.wait();
    }

    pub(crate) fn end(&self) {
        self.kill();
    }

    fn cpu_now(&self) -> Duration {
        cpu(&held(&self.child).id().to_string())
    }

    /// CPU time of all lives so far.
    pub(crate) fn cpu(&self) -> Duration {
        *held(&self.spent) + self.cpu_now()
    }

    /// The share of one core since `before`.
    pub(crate) fn cpu_since(&self, before: Duration, time: Duration) -> f64 {
        self.cpu().saturating_sub(before).as_secs_f64() / time.as_secs_f64()
    }

    /// Memory of the process in bytes, where the system tells.
    pub(crate) fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", held(&self.child).id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
    }
}

/// Nobody is left behind when something fails.
impl Drop for House {
    fn drop(&mut self) {
        self.kill();
    }
}

/// CPU time of this process.
pub(crate) fn own_cpu() -> Duration {
    cpu("self")
}

/// User and system time, where the system tells: fields 14 and 15 of its statistics, in hundredths of a second.
fn cpu(process: &str) -> Duration {
    let read = || -> Option<u64> {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
    };
    Duration::from_millis(read().unwrap_or(0) * 10)
}

fn spawn(program: &Path, data: &Path, listen: SocketAddr) -> Result<(Child, SocketAddr), LoadError> {
    let mut child = Command::new(program)
        .args(["--lang", "en", "serve", "--unlimited", "--listen", &listen.to_string()])
        .arg("--data")
        .arg(data)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let out = child.stdout.take().ok_or(LoadError::NoServer)?;
    let mut lines = BufReader::new(out).lines().map_while(Result::ok);
    let address = lines.find_map(|line| {
        let (_, rest) = line.split_once("http://")?;
        rest.trim_end_matches('/').parse().ok()
    });
    let Some(address) = address else {
        let _ = child.kill();
        let _ = child.wait();
        return Err(LoadError::NoServer);
    };
    // What else it says is read and forgotten, so that it never waits for a reader.
    std::thread::spawn(move || lines.for_each(drop));
    Ok((child, address))
}

pub(crate) fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
