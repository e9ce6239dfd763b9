"""The number of system calls of each operation, above all of those that reach the disk."""
from tracing import Trace

NUMBER, NAME, TARGET = 6, "budget", "fsync: set 0, flush 1 (first 2), fold 2; same 0 calls"


def synchronizing(calls):
    return sum(call in ("fsync", "fdatasync") for call in calls)


def run(context):
    path = context.fresh() / "settings.json"
    trace = Trace(context, path)
    server = trace.server
    figures = {}

    def measure(name, *command, at_most=None, all_calls=False):
        answer, calls = trace.calls(*command)
        context.check(answer.startswith("ok"), f"{name}: {answer}")
        figures[name] = len(calls) if all_calls else synchronizing(calls)
        context.check(figures[name] <= at_most, f"{name}: {figures[name]} calls of at most {at_most}: {calls}")

    with server:
        measure("first set", "set", "k", 1, at_most=0)
        measure("first flush", "flush", at_most=2)
        # It looks whether the folder and the journal are still there, and whether the journal has the last record.
        measure("flush of nothing", "flush", at_most=9, all_calls=True)
        measure("set", "set", "k", 2, at_most=0)
        measure("calls of a set", "set", "k", 3, at_most=6, all_calls=True)
        measure("flush", "flush", at_most=1)
        measure("fold", "fold", at_most=2)
        measure("fold of nothing", "fold", at_most=0)
        # So few that the journal keeps its share, and no document is written meanwhile.
        measure("500 sets", "sets", "k", 500, 61, at_most=0)
        measure("their flush", "flush", at_most=2)
        measure("1,000 equal sets", "same", "k", 1000, at_most=0, all_calls=True)
        measure("1,000 reads", "reads", "unset", 1, at_most=1, all_calls=True)
        server.end()
    return ", ".join(f"{name} {figures[name]}" for name in ("set", "first flush", "flush", "fold", "1,000 equal sets", "calls of a set"))
