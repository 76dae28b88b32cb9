//! Answers that come line by line while a command runs.

use super::CommandError;
use std::io::{self, Write};

/// The output of a command that answers while it runs: nothing is written before [`Stream::begin`].
pub(super) struct Stream<'a> {
    output: &'a mut dyn Write,
    id: String,
    begun: bool,
    /// Why nothing can be written any more.
    broken: Option<io::Error>,
}

impl<'a> Stream<'a> {
    pub(super) fn new(output: &'a mut dyn Write, id: String) -> Stream<'a> {
        Stream { output, id, begun: false, broken: None }
    }

    /// Writes the status line: from here on the command has succeeded.
    pub(super) fn begin(&mut self) {
        if !self.begun {
            self.begun = true;
            let status = format!("={}", self.id);
            self.line(&status);
        }
    }

    /// Writes a line at once.
    pub(super) fn line(&mut self, line: &str) {
        if self.broken.is_none() {
            let bytes = format!("{line}\n");
            self.broken = self.output.write_all(bytes.as_bytes()).and_then(|()| self.output.flush()).err();
        }
    }

    /// Can the controller still be reached?
    pub(super) fn is_open(&self) -> bool {
        self.broken.is_none()
    }

    /// Ends the answer, or writes the error if it never began.
    pub(super) fn end(mut self, done: Result<(), CommandError>) -> io::Result<()> {
        match done {
            Err(error) if !self.begun => {
                let line = format!("?{} {error}\n", self.id);
                self.line(&line);
            }
            _ => {
                self.begin();
                self.line("");
            }
        }
        self.broken.map_or(Ok(()), Err)
    }
}
