"""Temporary files: killed processes leave some, the next write removes them, but never those of a live process."""
import fcntl
import os
import random
import time

from harness import names, temporaries

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
    with context.serve(path) as server:
        context.check(server.do("set", "z", 1) == "ok", "cannot write")
        server.end()
    remaining = temporaries(path.parent)
    context.check(not remaining, f"{len(remaining)} temporary files are left after the next write: {remaining[:3]}")
    # A file of a live process, perhaps in another container: while it writes the document, it locks the journal.
    with context.serve(path) as server:
        server.do("set", "z", 2)
        server.kill()
    live = path.parent / f".{path.name}.{os.getpid()}-abcdef.temporary"
    live.write_text("being written")
    with names(path)["journal"].open("r+b") as journal:
        fcntl.flock(journal, fcntl.LOCK_EX)
        with context.serve(path) as server:
            context.check(server.do("set", "z", 3) == "ok", "cannot write beside a process that writes the document")
            server.kill()
    context.check(live.exists(), "a live process's file was removed")
    return f"{left} left by kills, {len(remaining)} after the next write"
