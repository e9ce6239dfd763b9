"""Temporary files: killed processes leave some, the next one that writes removes them, and never those of a live one."""
import fcntl
import os
import random
import time

from harness import temporaries

NUMBER, NAME, TARGET = 7, "temporaries", "0 left after the next write, none of a live process removed"


def run(context):
    generator = random.Random(7)
    path = context.fresh() / "settings.json"
    left = 0
    for _ in range(context.count(100, 100)):
        writer = context.start("write", path, "--size", 70_001, "--fold", "--pause", 200)
        writer.stdout.readline()
        time.sleep(0.005 + generator.random() * 0.02)
        writer.kill()
        writer.stdout.read()
        writer.wait()
        writer.stdin.close()
        writer.stdout.close()
        left = max(left, len(temporaries(path.parent)))
    context.check(left > 0, "no kill has left a file, so the test is blind")
    # Of a process that runs, perhaps in another container: its lock shows it.
    live = path.parent / f".{path.name}.{os.getpid()}-abcdef.temporary"
    being_written = live.open("w")
    fcntl.flock(being_written, fcntl.LOCK_EX)
    with context.serve(path) as server:
        context.check(server.do("set", "z", 1) == "ok", "cannot write")
        server.end()
    remaining = [name for name in temporaries(path.parent) if name != live.name]
    context.check(not remaining, f"{len(remaining)} temporary files are left after the next write: {remaining[:3]}")
    context.check(live.exists(), "a live process's file was removed")
    return f"{left} left by kills, {len(remaining)} after the next write"
