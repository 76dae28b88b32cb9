//! The running program, from the side of its controller.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

/// A search that outlasts every test: what ends sooner has been ended.
pub(crate) const ENDLESS: &[&str] = &["--time", "3600", "--threads", "2", "--memory", "64"];

/// A search of no time.
pub(crate) const BRIEF: &[&str] = &["--playouts", "200", "--threads", "1", "--memory", "16"];

/// How long an answer may take before the test says that there is none: the longest search takes a tenth of it.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// The program with these arguments.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.args(arguments);
    command
}

/// Starts the program as a person or a script does.
pub(crate) fn spawn(arguments: &[&str], environment: &[(&str, &str)]) -> Child {
    command(arguments)
        .envs(environment.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Lets the program read all of the input and end.
pub(crate) fn run(arguments: &[&str], environment: &[(&str, &str)], input: &str) -> Output {
    let mut child = spawn(arguments, environment);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // The program may end before it has read everything.
    thread::spawn(move || _ = stdin.write_all(input.as_bytes()));
    output(child)
}

/// The sentence with which the program refuses these arguments: one line, and status 2.
pub(crate) fn refused(arguments: &[&str]) -> String {
    let output = run(arguments, &[], "");
    let sentence = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), sentence.lines().count()), (Some(2), 1), "{arguments:?}: {sentence}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    sentence
}

/// Waits for the end of a program; whoever does not end is killed.
fn end(child: &mut Child) -> ExitStatus {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        if start.elapsed() >= PATIENCE {
            let _ = child.kill();
            panic!("the program does not end");
        }
        sleep(Duration::from_millis(10));
    }
}

/// Waits for the end of a program and reads what it writes meanwhile: a full pipe would hold it.
pub(crate) fn output(mut child: Child) -> Output {
    fn reader(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
        thread::spawn(|| {
            let mut bytes = Vec::new();
            pipe.map(|mut pipe| pipe.read_to_end(&mut bytes).unwrap());
            bytes
        })
    }
    let (stdout, stderr) = (reader(child.stdout.take()), reader(child.stderr.take()));
    let status = end(&mut child);
    Output { status, stdout: stdout.join().unwrap(), stderr: stderr.join().unwrap() }
}

/// The program where the system gives it no thread beside its first. Root has no such limit, so it becomes nobody.
#[cfg(target_os = "linux")]
pub(crate) fn without_threads(arguments: &[&str]) -> Command {
    use std::os::unix::fs::MetadataExt;
    const NOBODY: &[&str] = &["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
    // The program may lie in a folder that is not open to all.
    const WITH_EYES: &[&str] = &["--inh-caps=+dac_override", "--ambient-caps=+dac_override"];
    const LIMIT: &[&str] = &["prlimit", "--nproc=1"];
    let is_root = std::fs::metadata("/proc/self").unwrap().uid() == 0;
    let words = if is_root { [NOBODY, WITH_EYES, LIMIT].concat() } else { LIMIT.to_vec() };
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).arg(env!("CARGO_BIN_EXE_tengen")).args(arguments);
    command
}

/// The lines that the program writes, whether somebody waits for them or not.
pub(crate) struct Lines(Receiver<String>);

impl Lines {
    pub(crate) fn of(source: impl Read + Send + 'static) -> Lines {
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(source).split(b'\n') {
                let line = String::from_utf8(line.unwrap()).unwrap();
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Lines(lines)
    }

    /// The next one.
    pub(crate) fn line(&self) -> String {
        match self.0.recv_timeout(PATIENCE) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => panic!("no answer"),
            Err(RecvTimeoutError::Disconnected) => panic!("the program has ended"),
        }
    }

    /// All that are left when the program has ended.
    pub(crate) fn rest(&self) -> Vec<String> {
        self.0.iter().collect()
    }
}

/// The program with its standard input and output.
pub(crate) struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Lines,
}

impl Program {
    pub(crate) fn start(arguments: &[&str]) -> Program {
        let mut command = command(&[&["gtp"], arguments].concat());
        command.stderr(Stdio::null());
        let mut program = Program::of(command);
        // On a busy machine it takes a while to be there.
        assert_eq!(program.ask("name"), "Tengen");
        program
    }

    pub(crate) fn of(mut command: Command) -> Program {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let lines = Lines::of(child.stdout.take().unwrap());
        let input = child.stdin.take();
        Program { child, input, lines }
    }

    pub(crate) fn id(&self) -> String {
        self.child.id().to_string()
    }

    /// Its standard error, if the command has piped it.
    pub(crate) fn errors(&mut self) -> ChildStderr {
        self.child.stderr.take().unwrap()
    }

    /// Writes bytes as they are.
    pub(crate) fn send(&mut self, bytes: impl AsRef<[u8]>) {
        // The program may have ended before it has read everything.
        let _ = self.input.as_mut().unwrap().write_all(bytes.as_ref());
    }

    /// The next line of the output.
    pub(crate) fn line(&mut self) -> String {
        self.lines.line()
    }

    /// The next answer: all lines up to the empty one.
    pub(crate) fn answer(&mut self) -> String {
        let mut lines = vec![self.line()];
        loop {
            let line = self.line();
            if line.is_empty() {
                return lines.join("\n");
            }
            lines.push(line);
        }
    }

    /// The text that answers a command; the command must succeed.
    pub(crate) fn ask(&mut self, command: &str) -> String {
        self.send(format!("{command}\n"));
        let answer = self.answer();
        let text = answer.strip_prefix("= ").unwrap_or_else(|| panic!("{command}: {answer}"));
        text.to_owned()
    }

    /// The text that refuses a command.
    pub(crate) fn refusal(&mut self, command: &str) -> String {
        self.send(format!("{command}\n"));
        let answer = self.answer();
        answer.strip_prefix("? ").unwrap_or_else(|| panic!("{command}: {answer}")).to_owned()
    }

    /// Closes the program's input.
    pub(crate) fn close(&mut self) {
        self.input = None;
    }

    /// Waits for the end of the program.
    pub(crate) fn end(&mut self) -> ExitStatus {
        end(&mut self.child)
    }

    /// All lines that are left when the program has ended.
    pub(crate) fn rest(&mut self) -> Vec<String> {
        self.lines.rest()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Lets the program get into its search.
pub(crate) fn let_it_think() {
    sleep(Duration::from_millis(300));
}
