"""The shared parts of the drivers: the worker, temporary folders, mounts, and the results of a test."""
import contextlib
import ctypes
import os
import queue
import shutil
import struct
import subprocess
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
SIZES = [61, 777, 5003, 70001]  # never powers of two: those end where a page ends, and never tear


def build(configuration="release"):
    """Builds the worker and returns its path."""
    command = ["swift", "build", "-c", configuration, "--package-path", str(ROOT)]
    subprocess.run(command, check=True)
    return Path(subprocess.run([*command, "--show-bin-path"], check=True, capture_output=True, text=True).stdout.strip()) / "torture"


class Skip(Exception):
    """The reason why a test can't run here."""


class Context:
    """The environment of a test."""

    def __init__(self, worker, is_quick, folder):
        self.worker = str(worker)
        self.is_quick = is_quick
        self.folder = Path(folder)
        self.failures = []

    def count(self, full, quick):
        return quick if self.is_quick else full

    def check(self, condition, problem):
        """Records a failure if a condition is false, and continues."""
        if not condition:
            self.failures.append(problem)
        return bool(condition)

    def keep(self, folder, problem):
        """Copies the files of a test to the folder TORTURE_KEEP, if it is set, for a later inspection."""
        if target := os.environ.get("TORTURE_KEEP"):
            kept = tempfile.mkdtemp(dir=target)
            shutil.copytree(folder, kept, dirs_exist_ok=True, symlinks=True)
            Path(kept, "problem").write_text(problem)

    def fresh(self):
        """Creates a new folder."""
        return Path(tempfile.mkdtemp(dir=self.folder))

    def run(self, *arguments, before=(), **options):
        """Runs the worker until it exits."""
        command = [*before, self.worker, *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=120, **options)

    def start(self, *arguments, before=(), **options):
        """Starts the worker with a pipe for its output."""
        command = [*before, self.worker, *map(str, arguments)]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **options)

    def show(self, path, **options):
        """Returns the contents of a file as a new process reads them."""
        return Shown(self.run("show", path, **options))

    def serve(self, *paths, before=(), **options):
        return Server(self, [str(path) for path in paths], before, options)


class Shown:
    def __init__(self, result):
        self.code = result.returncode
        self.text = "; ".join((result.stdout + result.stderr).splitlines())
        self.values = {}
        self.reports = []
        self.state = "none"
        for line in result.stdout.splitlines():
            kind, _, rest = line.partition(" ")
            if kind == "state":
                self.state = rest
            elif kind == "report":
                self.reports.append(rest)
            elif kind == "key":
                name, number = rest.split(" ")
                self.values[name] = int(number) if number.lstrip("-").isdigit() else number


class Server:
    """A worker that executes commands."""

    def __init__(self, context, paths, before, options):
        self.process = context.start("serve", *paths, before=before, **options)
        self.answers = queue.Queue()
        self.events = []  # (time of arrival, line)
        self.condition = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()
        self.ready = self._answer(30)

    def _read(self):
        for line in self.process.stdout:
            text = line.decode(errors="replace").rstrip()
            if text.startswith(("ok", "error")):
                self.answers.put(text)
            else:
                with self.condition:
                    self.events.append((time.monotonic_ns(), text))
                    self.condition.notify_all()
        self.answers.put("ended")

    def _answer(self, timeout):
        try:
            return self.answers.get(timeout=timeout)
        except queue.Empty:
            return "hangs"

    def send(self, *words):
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write((" ".join(map(str, words)) + "\n").encode())
            self.process.stdin.flush()

    def do(self, *words, timeout=60):
        """Sends a command, and waits for its answer."""
        self.send(*words)
        return self._answer(timeout)

    def get(self, key):
        answer = self.do("get", key).split(" ")[-1]
        return int(answer) if answer.lstrip("-").isdigit() else answer

    def wait(self, seconds, accepts):
        """Returns the first accepted event, or None after the timeout."""
        deadline = time.monotonic() + seconds
        seen = 0
        with self.condition:
            while True:
                for event in self.events[seen:]:
                    if accepts(event[1]):
                        return event
                seen = len(self.events)
                if not self.condition.wait(deadline - time.monotonic()) and time.monotonic() >= deadline:
                    return None

    def lines(self, kind):
        with self.condition:
            return [line for _, line in self.events if line.startswith(kind + " ")]

    def end(self):
        """Lets the worker exit as a program does that returns from main."""
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        try:
            return self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.kill()
            return "hangs"

    def kill(self):
        self.process.kill()
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()  # what strace has followed and let go of ends with its input
        return self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.kill()


def names(path):
    """Returns the names beside a document."""
    path = Path(path)
    hidden = f".{path.name}"
    return {
        "journal": path.parent / f"{hidden}.journal",
        "next": path.parent / f"{hidden}.journal-next",
        "previous": path.parent / f"{hidden}.previous",
    }


def temporaries(folder):
    return sorted(name for name in os.listdir(folder) if name.endswith(".temporary"))


def has_torn_tail(journal):
    """Returns whether a journal ends within a record; JournalHeader.swift and JournalRecord.swift define the layout."""
    try:
        data = Path(journal).read_bytes()
    except FileNotFoundError:
        return False
    if len(data) < 72:
        return True
    offset = struct.unpack_from("<I", data, 12)[0]
    while offset < len(data):
        if offset + 16 > len(data):
            return True
        offset += 16 + struct.unpack_from("<I", data, offset + 4)[0]
    return offset > len(data)


def need_root():
    if os.geteuid() != 0:
        raise Skip("needs root")


def need(*programs):
    for program in programs:
        if shutil.which(program, path=os.environ["PATH"] + ":/usr/sbin:/sbin") is None:
            raise Skip(f"needs {program}, which is not here")


def need_other_user(context):
    """Another user must be able to run the worker, whose folder may be closed to others."""
    need_root()
    need(NOBODY[0])
    if context.run("show", context.folder / "none.json", before=NOBODY).returncode:
        raise Skip("another user can't run the worker where it is")


def system(*command):
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if result.returncode:
        raise RuntimeError(f"{command[0]}: {result.stderr.strip()}")


@contextlib.contextmanager
def mounted(where, *arguments):
    """A file system that is mounted temporarily."""
    if not where.exists():
        where.mkdir()
    try:
        system("mount", *arguments, where)
    except RuntimeError as error:
        raise Skip(f"cannot mount: {error}") from None
    try:
        yield where
    finally:
        unmount(where)


def unmount(where):
    for _ in range(1_000):
        if subprocess.run(["umount", str(where)], capture_output=True).returncode == 0:
            return
        time.sleep(0.02)
    raise RuntimeError(f"cannot unmount {where}")


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))]


def shim(context):
    """Compiles and returns the library that counts and fails system calls."""
    need("cc")
    library = ROOT / ".build" / "faults.so"
    source = ROOT / "drivers" / "faults.c"
    # A worker that was built elsewhere leaves no folder here.
    library.parent.mkdir(exist_ok=True)
    if not library.exists() or library.stat().st_mtime < source.stat().st_mtime:
        system("cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl")
    return str(library)
