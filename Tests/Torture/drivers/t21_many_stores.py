"""Many stores in one process share one inotify instance, and an overflow of its queue makes all of them read again."""
import json
import os
import signal
from pathlib import Path

from harness import Skip

NUMBER, NAME, TARGET = 21, "many-stores", "1 inotify instance; overflow leads to reloading"
LIMIT = Path("/proc/sys/fs/inotify/max_queued_events")


def run(context):
    if not LIMIT.exists():
        raise Skip("needs inotify")
    folder = context.fresh()
    with context.serve(folder / "first.json") as server:
        context.check(server.do("stores", folder, 300).startswith("ok"), "300 stores could not be made")
        instances = count_instances(server.process.pid)
        context.check(instances == 1, f"{instances} inotify instances")
        for number in (0, 150, 299):
            write(folder, number, 5)
            context.check(hears(server, number, 5), f"store {number} does not hear of a change")
        server.end()
    overflow = overflows(context)
    return f"{instances} instance for 301 stores; overflow {overflow}"


def count_instances(process):
    return sum(os.readlink(entry).endswith("inotify") for entry in Path(f"/proc/{process}/fd").iterdir())


def write(folder, number, value):
    (folder / f"{number}.json").write_text(json.dumps({"com.example.torture": {"k": value}}))


def hears(server, number, value):
    return server.wait(2, lambda line: line.startswith(f"change {number + 1} ") and line.split(" ")[3] == str(value))


def overflows(context):
    """The limit applies when the instance is created, so it is lowered before the process starts."""
    old = LIMIT.read_text()
    try:
        LIMIT.write_text("16")
    except OSError:
        print("      skipped: queue overflow: needs root")
        return "skipped"
    try:
        folder = context.fresh()
        with context.serve(folder / "first.json") as server:
            server.do("stores", folder, 3)
            server.process.send_signal(signal.SIGSTOP)
            for number in range(200):
                (folder / f"noise-{number}").touch()
            for number in range(3):
                write(folder, number, 8)
            server.process.send_signal(signal.SIGCONT)
            heard = sum(bool(hears(server, number, 8)) for number in range(3))
            context.check(heard == 3, f"after an overflow {heard} of 3 stores have heard")
            for number in range(3):
                write(folder, number, 9)
            context.check(hears(server, 2, 9), "deaf after an overflow")
            server.end()
        return f"heard by {heard} of 3"
    finally:
        LIMIT.write_text(old)
