"""A Go program that runs as a child process and speaks GTP (version 2).

An engine under test may crash, hang or babble, so nothing here trusts it: every command has a
time limit, every way to fail has a name, and a whole process group is killed, because the command
of an engine may be a shell script with children of its own.
"""

import contextlib
import os
import re
import select
import shlex
import shutil
import signal
import subprocess
import tempfile
import threading
import time

from arguments import Refused

# Debian installs gnugo here, and the search path of a service or of root often lacks it.
EXTRA_PATH = "/usr/games"

# How long an engine that was told to quit may take before it is killed.
QUIT_SECONDS = 2.0

# Bytes; far more than any reply needs, far less than an endless one would take.
LONGEST_REPLY = 1 << 20


class EngineFailure(Exception):
    """The engine did not do what a GTP engine must do; `kind` is the word used in the records."""

    kind = "error"


class EngineCrashed(EngineFailure):
    """The process cannot be started or has ended."""

    kind = "crash"


class EngineHung(EngineFailure):
    """No reply within the limit."""

    kind = "hang"


class EngineRefused(EngineFailure):
    """The engine answered with a GTP error (`? ...`)."""


class EngineBabbled(EngineFailure):
    """The engine answered with something that is no GTP reply."""


class Stopped(Exception):
    """The match is being stopped; whatever the engine did last means nothing."""


def find_program(name):
    """The full path of a program, or None."""
    return shutil.which(name, path=os.environ.get("PATH", os.defpath) + os.pathsep + EXTRA_PATH)


def started(words, **options):
    """A program that has been started, with these options of `Popen`; one that cannot be run is refused."""
    try:
        return subprocess.Popen(words, **options)
    except OSError as error:
        raise Refused(f"the program {words[0]!r} cannot be run: {error.strerror}.") from None


def output_of(*words):
    """What a program that reads nothing has said when it has ended; one that cannot be run or fails is refused, in its own words."""
    with started(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        try:
            output, errors = program.communicate()
        except BaseException:
            program.kill()  # else it would be waited for
            raise
    if program.returncode:
        raise Refused(errors.strip().removeprefix("error: ") or f"{words[0]} has ended with {program.returncode}.")
    return output


def new_game(size=9, komi=7.5):
    """The commands that bring an engine to the empty board."""
    return f"boardsize {size}", "clear_board", f"komi {komi:g}"


def without_directories(text):
    """`text` with absolute paths cut to their last part, so that records tell nothing about the machine."""
    return re.sub(r"""(?<![^\s=:,'"(])/(?:[^\s/'"]+/)*""", "", text)


class LiveEngines:
    """All engines now running, so that stopping a match leaves none behind.

    A signal handler may set `stopped` at any time and leave the killing to another thread: hence
    `start` looks at it again after the engine was started.
    """

    def __init__(self):
        self.stopped = False
        self.stop_signal = None
        self._lock = threading.Lock()
        self._engines = set()

    @property
    def exit_code(self):
        """That of a command which a signal has stopped, as shells count: 128 and the signal's number; 0 if none did."""
        return 128 + self.stop_signal if self.stop_signal else 0

    def start(self, command, kind=None):
        """Start an engine, or another kind of program; use the result in a `with` statement."""
        with self._lock:
            if self.stopped:
                raise Stopped
            engine = (kind or GtpEngine)(command, self)
            self._engines.add(engine)
            if self.stopped:
                engine.kill()
            return engine

    def stop(self):
        """Kill every engine and let none start any more."""
        self.stopped = True
        with self._lock:
            for engine in list(self._engines):
                engine.kill()

    def forget(self, engine):
        """Called by an engine that has ended."""
        with self._lock:
            self._engines.discard(engine)


@contextlib.contextmanager
def stoppable(live):
    """Work that the usual signals stop, with its engines: `live.stop_signal` is which of them did. Engines so stopped did not fail.
    Afterwards signals do what they did before.

    The killing has a thread of its own, because a handler interrupts this thread anywhere.
    """

    def stop(number, _frame):
        live.stop_signal = live.stop_signal or number
        live.stopped = True
        threading.Thread(target=live.stop).start()

    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    for number, handler in before.items():
        if handler != signal.SIG_IGN:  # nohup wants it ignored
            signal.signal(number, stop)
    try:
        yield
    except (Stopped, Refused):
        if not live.stop_signal:
            raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class ChildProgram:
    """A process of its own, with all its children."""

    def __init__(self, command, live=None):
        self.command = command
        self._live = live
        self._lock = threading.RLock()
        self._reaped = False
        # A file rather than a pipe: an unread pipe fills up and blocks a talkative engine.
        self._stderr = tempfile.TemporaryFile("a+b")  # who looks into it moves the place for writing otherwise
        try:
            self._process = self._spawn()
        except EngineCrashed:
            self._stderr.close()
            raise

    def _spawn(self):
        try:
            words = shlex.split(self.command)
        except ValueError as error:
            raise EngineCrashed(f"the command line {self.command!r} cannot be read ({error})") from None
        program = find_program(words[0]) if words else None
        if program is None:
            raise EngineCrashed(f"the program {words[0] if words else ''!r} was not found")
        try:
            return subprocess.Popen(
                [program, *words[1:]],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._stderr,
                bufsize=0,
                start_new_session=True,  # own process group; Ctrl-C reaches only us
            )
        except OSError as error:
            raise EngineCrashed(f"the program {words[0]!r} cannot be run ({error.strerror})") from None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    @property
    def pid(self):
        """Process number."""
        return self._process.pid

    def wait(self, seconds):
        """Its exit status, as soon as it has ended."""
        return self._process.wait(seconds)

    def words(self):
        """All that it has said on its standard error."""
        self._stderr.seek(0)
        return self._stderr.read().decode(errors="replace")

    def last_words(self):
        """What it said last on its standard error, None if nothing."""
        size = self._stderr.seek(0, os.SEEK_END)
        self._stderr.seek(max(0, size - 4096))
        lines = self._stderr.read().decode(errors="replace").split("\n")
        return next((line.strip()[:200] for line in reversed(lines) if line.strip()), None)

    def kill(self):
        """Kill the engine and its children. Safe from any thread and at any time."""
        with self._lock:
            if not self._reaped:  # the process number is ours only until it is reaped
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(self._process.pid, signal.SIGKILL)

    def close(self):
        """Kill what is left, and forget it."""
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        with self._lock:
            self.kill()
            self._process.wait()
            self._reaped = True
        self._process.stdout.close()
        self._stderr.close()
        if self._live:
            self._live.forget(self)


class GtpEngine(ChildProgram):
    """One engine process. Commands go through `send`, one at a time."""

    def __init__(self, command, live=None):
        super().__init__(command, live)
        self._unread = b""

    def send(self, command, limit):
        """Send one command; return the text of its `=` reply or raise an `EngineFailure`."""
        deadline = time.monotonic() + limit
        try:
            self._process.stdin.write(command.encode() + b"\n")
        except OSError:
            raise self._crashed(command) from None
        reply = self._read_reply(command, limit, deadline)
        if not reply.startswith("="):
            failure = EngineRefused if reply.startswith("?") else EngineBabbled
            raise failure(f"it answered {reply[:200]!r} to {command!r}")
        return reply[1:].strip()

    def interrupt(self):
        """Have it end the command that it carries out, as GoGui does."""
        self._process.stdin.write(b"# interrupt\n")

    def _read_reply(self, command, limit, deadline):
        """The reply is complete when its empty line is there."""
        while True:
            self._unread = self._unread.replace(b"\r", b"").lstrip()
            reply, end, rest = self._unread.partition(b"\n\n")
            if end:
                self._unread = rest
                return reply.decode(errors="replace")
            if not self._wait_readable(deadline):
                self.kill()
                raise EngineHung(f"it gave no reply to {command!r} within {limit:g} s")
            if len(self._unread) > LONGEST_REPLY:
                self.kill()
                raise EngineBabbled(f"it answered {command!r} with more than {LONGEST_REPLY} bytes")
            chunk = os.read(self._process.stdout.fileno(), 65536)
            if not chunk:
                raise self._crashed(command)
            self._unread += chunk

    def _wait_readable(self, deadline):
        seconds = deadline - time.monotonic()
        return seconds > 0 and bool(select.select([self._process.stdout], [], [], seconds)[0])

    def _crashed(self, command):
        message, last = f"it ended at {command!r}", self.last_words()
        return EngineCrashed(f"{message}; its last words: {last!r}" if last else message)

    def close(self):
        """Ask the engine to quit, wait a moment for it, then kill what is left."""
        with contextlib.suppress(OSError):
            self._process.stdin.write(b"quit\n")
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        deadline = time.monotonic() + QUIT_SECONDS
        while self._wait_readable(deadline) and os.read(self._process.stdout.fileno(), 65536):
            pass
        super().close()
