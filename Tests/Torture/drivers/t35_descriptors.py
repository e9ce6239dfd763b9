"""Descriptors: many stores leave none behind, and a child process inherits none."""
import os
import resource
import time

NUMBER, NAME, TARGET = 35, "descriptors", "count unchanged, 0 inherited, no crash without any"


def count(process):
    return len(os.listdir(f"/proc/{process}/fd"))


def run(context):
    rounds = context.count(10_000, 500)
    folder = context.fresh()
    with context.serve(folder / "first.json") as server:
        server.do("set", "k", 1)
        server.do("rounds", folder / "other.json", 20)
        before = settle(server)
        context.check(server.do("rounds", folder / "other.json", rounds, timeout=600).startswith("ok"), "a round failed")
        after = settle(server)
        context.check(after == before, f"{before} descriptors before, {after} after")
        # Then with several stores open at once.
        mark = len(server.events)
        server.do("open", folder / "second.json")
        server.do("fold")
        server.do("spawn")
        listed = [line for _, line in server.events[mark:] if " -> " in line]
        inherited = [line for line in listed if "settings" in line or ".json" in line or "inotify" in line or str(folder) in line]
        context.check(listed, "the child has told nothing, so the test is blind")
        context.check(not inherited, f"a child inherits {inherited[:3]}")
        problems = server.lines("report")
        context.check(not problems, f"reports: {problems[:2]}")
        server.end()
    for free in range(1, 9):
        limit = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (3 + free, 3 + free))  # noqa: E731
        ended = context.run("examine", context.fresh() / "settings.json", preexec_fn=limit, input="\n")
        context.check(ended.returncode == 0, f"{free} free descriptors: ended with {ended.returncode}")
    return f"{before} before and {after} after {rounds} rounds, {len(inherited)} of {len(listed)} inherited"


def settle(server):
    """Returns the number of descriptors once the background work is done."""
    low = count(server.process.pid)
    for _ in range(40):
        time.sleep(0.05)
        low = min(low, count(server.process.pid))
    return low
