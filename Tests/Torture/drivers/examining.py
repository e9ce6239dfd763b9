"""A worker that opens a document, and its time, memory and output."""
import contextlib
import re
import threading
from pathlib import Path

SECONDS_TO_HANG = 60


class Examined:
    """The findings of a worker in a file; the worker waits until `write` or `end` lets it continue."""

    def __init__(self, context, path, *options, **how):
        self.path = path
        self.process = context.start("examine", path, *options, **how)
        # A worker that hangs prints no line, so it is killed, and its exit code shows that.
        self.timer = threading.Timer(SECONDS_TO_HANG, self.process.kill)
        self.timer.start()
        self.lines = []
        self.values = {}
        self.times = {}  # nanoseconds by the clock and of the processor, by what was done
        self.state, self.count, self.error, self.code = "none", 0, None, None
        self._read("count ")
        self.bytes = self._peak()

    def write(self):
        """Lets the worker write to the file."""
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(b"\n")
            self.process.stdin.flush()
        self._read("written ")
        self.bytes = max(self.bytes, self._peak())

    def end(self):
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        self._read(None)
        self.code = self.process.wait()
        self.timer.cancel()
        self.process.stdout.close()
        return self

    def nanoseconds(self, *names, of_processor=False):
        return sum(self.times[name][of_processor] for name in names)

    @property
    def text(self):
        return "; ".join(self.lines)

    def _read(self, last):
        for line in self.process.stdout:
            line = line.decode(errors="replace").rstrip("\n")
            self.lines.append(line[:1000])
            kind, _, rest = line.partition(" ")
            if kind == "state":
                self.state = rest
            elif kind == "count":
                self.count = int(rest)
            elif kind == "error":
                self.error = rest
            elif kind == "value":
                name, _, value = rest.partition(" ")
                self.values[name] = value
            elif kind in ("opened", "read", "made", "encoded", "written"):
                self.times[kind] = tuple(int(number) for number in rest.split(" "))
            if last and line.startswith(last):
                return

    def _peak(self):
        """The peak memory of the worker, in bytes."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text()
        except FileNotFoundError:
            return 0
        # The kernel's figure for a child includes Python's memory at the time of the fork; this one doesn't. A dead
        # process has none.
        match = re.search(r"VmHWM:\s+(\d+) kB", status)
        return int(match.group(1)) * 1024 if match else 0
