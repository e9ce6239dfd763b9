"""A process is stopped anywhere in a write, a flush or a fold, with its files and locks: the sets of others go on."""
import collections
import contextlib
import os
import random
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from harness import shim

NUMBER, NAME, TARGET = 38, "stopped", "each set <= 10 ms in memory, <= 200 on disk, usually <= 1"

MOUNT = "/dev/shm"
PRIORITY = ["chrt", "-f", "10"]
# In memory, nothing but the stopped process could delay a set: no disk, and no other process at this priority. The
# limit leaves room for a slow machine, and for a host that lets another machine run.
STRICT = 10.0
# On a disk, a set waits if it meets a commit of the file system's journal, or if the scheduler prefers other processes.
# Sets beside a running process, whose longest is printed, take as long. A set that waits for the stopped process takes
# longer than any of this: that process goes on only after all sets of the round.
LIMIT = 200.0
# For the median of a round, which neither delays.
USUAL = 1.0
SETS = 20
# The test is blind if the process is never stopped before one of these calls.
CALLS = {"write", "pwrite", "flock", "fdatasync", "fsync", "openat", "linkat", "renameat", "unlinkat"}


def run(context):
    stops = context.count(1_000, 300)
    library = shim(context)
    figures = []
    if (problem := problem_with_memory()) is None:
        folder = tempfile.mkdtemp(prefix="torture-", dir=MOUNT)
        try:
            sets = Sets(context, "in memory")
            at_each_call(context, sets, Path(folder, "calls"), library, stops, PRIORITY)
            at_any_moment(context, sets, Path(folder, "moments"), stops, PRIORITY)
            context.check(sets.longest <= STRICT, f"one set in memory took {sets.longest:.2f} ms: {sets.where}")
            figures.append(f"in memory {sets.longest:.2f} ms")
        finally:
            shutil.rmtree(folder)
    else:
        print(f"      SKIPPED, SO THE LIMIT OF {STRICT:g} MS ISN'T CHECKED: {problem}")
    sets, control = Sets(context, "on disk"), Sets(context, "on disk without a stop")
    at_any_moment(context, sets, context.fresh(), stops, control=control)
    calls = at_each_call(context, sets, context.fresh(), library, stops)
    context.check(sets.longest <= LIMIT, f"one set on disk took {sets.longest:.1f} ms: {sets.where}")
    context.check(sets.median <= USUAL, f"median of a round on disk: {sets.median:.2f} ms")
    figures.append(f"on disk {sets.longest:.1f} ms, else {control.longest:.1f}")
    return f"{sets.count} stops, {len(calls)} kinds of calls; {', '.join(figures)}"


def problem_with_memory():
    """Returns the reason why a file system in memory or a real-time priority isn't available here."""
    kind = subprocess.run(["stat", "-f", "-c", "%T", MOUNT], capture_output=True, text=True).stdout.strip()
    if kind != "tmpfs":
        return f"{MOUNT} is no tmpfs"
    if shutil.which(PRIORITY[0]) is None or subprocess.run([*PRIORITY, "true"], capture_output=True).returncode:
        return "a real-time priority isn't permitted"
    return None


class Sets:
    """The durations of sets in milliseconds."""

    def __init__(self, context, place):
        self.context = context
        self.place = place
        self.count = 0
        self.longest = self.median = 0.0
        self.where = ""

    def make(self, server, first, moment):
        """Sets consecutive numbers; returns whether that succeeded."""
        answer = server.do("times", "k", first, SETS)
        if not self.context.check(answer.startswith("ok p50 "), f"sets {self.place}, {moment}: {answer}"):
            return False
        words = answer.split(" ")
        longest = int(words[4]) / 1e6
        if longest > self.longest:
            self.longest, self.where = longest, moment
        self.median = max(self.median, int(words[2]) / 1e6)
        self.count += 1
        return True


def at_any_moment(context, sets, folder, stops, before=(), control=None):
    """Stops a process at random moments; without a stop before each one, if there is a control.

    The other process writes thousands of values meanwhile. A set would read them first, which takes about a millisecond
    and has nothing to do with the stop, so the server reads them before its sets.
    """
    generator = random.Random(38)
    with processes(context, folder, before) as (server, other, numbers):
        for number in range(stops):
            other.stdout.read()  # a full pipe would block it
            time.sleep(generator.random() * 0.004)
            if control and not (refresh(control, server) and control.make(server, next(numbers), f"round {number}")):
                break
            other.send_signal(signal.SIGSTOP)
            if not context.check(is_stopped(other), f"{sets.place}: the process doesn't stop in round {number}"):
                break
            if not (refresh(sets, server) and sets.make(server, next(numbers), f"stop {number} at any moment")):
                break
            other.send_signal(signal.SIGCONT)


def refresh(sets, server):
    begin = time.monotonic()
    answer = server.do("refresh")
    took = time.monotonic() - begin
    return sets.context.check(answer == "ok" and took < 10, f"a refresh {sets.place}: {answer} after {took:.2f} s")


def at_each_call(context, sets, folder, library, stops, before=()):
    """Stops a process before each of its calls on files, so that a set finds at most one new value.

    Returns the number of stops by call.
    """
    log = context.fresh() / "calls"
    environment = {**os.environ, "LD_PRELOAD": library, "FAULT_STOP": str(log)}
    with processes(context, folder, before, env=environment) as (server, other, numbers):
        for number in range(stops):
            if not context.check(is_stopped(other), f"{sets.place}: the process doesn't stop at call {number}"):
                break
            if not sets.make(server, next(numbers), f"stop {number}, before {log.read_text().split()[-1]}"):
                break
            other.send_signal(signal.SIGCONT)
    calls = collections.Counter(log.read_text().split())
    context.check(CALLS <= set(calls), f"{sets.place}: never stopped before {CALLS - set(calls)}, only {dict(calls)}")
    return calls


@contextlib.contextmanager
def processes(context, folder, before, **options):
    """A server, and a process that writes and flushes on one thread and writes the document on another one.

    The file must be whole at the end, with the last value of the server.
    """
    folder.mkdir(exist_ok=True)
    path = folder / "settings.json"
    last = 1 - SETS

    def numbers():
        nonlocal last
        while True:
            last += SETS
            yield last

    with context.serve(path, before=before) as server:
        other = context.start("write", path, "--key", "other", "--flush", 3, "--fold", **options)
        os.set_blocking(other.stdout.fileno(), False)
        try:
            yield server, other, numbers()
        finally:
            other.kill()
            other.wait()
            other.stdout.close()
            other.stdin.close()
        context.check(server.do("flush") == "ok", "cannot flush at the end")
        shown = context.show(path)
        expected = last + SETS - 1
        context.check(shown.values.get("k") == expected, f"the last value is {shown.values.get('k')}, not {expected}")
        context.check(shown.state == "ready" and not shown.reports, f"at the end: {shown.state} {shown.reports[:2]}")
        server.end()


def is_stopped(process):
    """Waits until a process is stopped; returns False if it exits or isn't stopped soon."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        found, status = os.waitpid(process.pid, os.WUNTRACED | os.WNOHANG)
        if found:
            return os.WIFSTOPPED(status)
        time.sleep(0.000_1)
    return False
