"""A disk that takes 300 ms to synchronize: readers and writers don't wait for it."""
import time

from harness import need
from tracing import Trace

NUMBER, NAME, TARGET = 12, "slow-disk", "p99 of reads < 1 ms while a flush takes 300 ms"


def run(context):
    need("strace")
    path = context.fresh() / "settings.json"
    trace = Trace(
        context, path, before=(), expressions=["trace=fsync,fdatasync", "inject=fsync,fdatasync:delay_enter=300000"])
    worst = 0
    with trace.server as server:
        server.do("set", "k", 1)
        for kind in ("background-flush",):
            for number in range(2, 4):
                server.do("set", "k", number)
                server.do(kind)
                words = server.do("reads", "k", 1000).split(" ")
                p99 = int(words[4])
                worst = max(worst, p99)
                context.check(p99 < 1_000_000, f"reads: {' '.join(words)}")
                event = server.wait(10, lambda line: line.startswith("flush"))
                context.check(event and "flushed" in event[1], f"the flush answered {event}")
                server.events.clear()
            # Writers don't wait either.
            server.do("set", "k", 10)
            server.do(kind)
            begin = time.monotonic()
            for number in range(11, 21):
                server.do("set", "k", number)
            took = (time.monotonic() - begin) / 10 * 1000
            context.check(took < 20, f"a set during a flush takes {took:.1f} ms")
            event = server.wait(10, lambda line: line.startswith("flush"))
            took_flush = int(event[1].split(" ")[1]) / 1e6 if event else 0
            context.check(took_flush >= 290, f"the flush took {took_flush:.0f} ms, so nothing was slow")
        server.end()
    return f"p99 {worst / 1000:.0f} us, a set {took:.1f} ms"
