"""fsync fails: the caller gets an error, the file isn't synchronized again, and no acknowledged value is lost."""
import re

from tracing import Trace

NUMBER, NAME, TARGET = 9, "sync-error", "error given, new file next time, 0 lost in either process"
FAILING = ["trace=fsync,fdatasync,openat,close", "inject=fdatasync:error={}:when={}"]


def run(context):
    alone(context, "EIO", 5)
    # On a network file system, the file is gone; a second synchronization would seem to succeed.
    alone(context, "ESTALE", 116)
    beside_another(context)
    folding(context)
    return "flush, flush beside another process, fold"


def alone(context, error, number):
    path = context.fresh() / "settings.json"
    trace = Trace(context, path, expressions=[part.format(error, 2) for part in FAILING])
    with trace.server as server:
        server.do("set", "k", 1)
        context.check(server.do("flush") == "ok", "the first flush failed")
        server.do("set", "k", 2)
        answer = server.do("flush")
        context.check("notSaved" in answer and f"number: {number}" in answer, f"the failed flush answered: {answer}")
        context.check(server.get("k") == 2, "the value is gone from memory")
        answer = server.do("flush")
        context.check(answer == "ok", f"the flush after the failed one answered: {answer}")
        context.check(context.show(path).values.get("k") == 2, "another process does not see the value")
        server.end()
    # Maps descriptors to files: a descriptor that has failed must be closed before its number appears again.
    failed = None
    for _, call in trace.lines():
        if match := re.match(r"fdatasync\((\d+)\)\s*= (-?\d+)", call):
            if failed == match.group(1):
                context.check(False, f"the descriptor that failed was synchronized again: {call}")
            if match.group(2) == "-1":
                failed = match.group(1)
        elif match := re.match(r"close\((\d+)\)", call):
            failed = None if failed == match.group(1) else failed
    shown = context.show(path)
    context.check(shown.values.get("k") == 2 and shown.state == "ready", f"at the end: {shown.text[:200]}")


def beside_another(context):
    """A value that another process writes between a failed flush and the next one survives."""
    path = context.fresh() / "settings.json"
    trace = Trace(context, path, expressions=[part.format("EIO", 1) for part in FAILING])
    with trace.server as server, context.serve(path) as other:
        server.do("set", "a", 1)
        context.check("notSaved" in server.do("flush"), "the flush did not fail")
        server.send("flush")  # no pause between the write of the other and this: it has not heard of it yet
        answers = [server.answers.get(timeout=30)]
        for number in range(1, 40):
            context.check(other.do("set", "b", number) == "ok", "the other process cannot write")
        context.check(answers == ["ok"], f"the second flush answered {answers}")
        server.do("flush")
        shown = context.show(path)
        context.check(shown.values.get("b") == 39 and shown.values.get("a") == 1, f"acknowledged a 1, b 39: {shown.text[:200]}")
        server.end()
        other.end()
    for _ in range(context.count(50, 20)):
        path = context.fresh() / "settings.json"
        trace = Trace(context, path, expressions=[part.format("EIO", 1) for part in FAILING])
        with trace.server as server, context.serve(path) as other:
            server.do("set", "a", 1)
            server.do("flush")
            for number in range(1, 40):
                context.check(other.do("set", "b", number) == "ok", "the other process cannot write")
            server.do("flush")
            shown = context.show(path)
            good = shown.values.get("b") == 39 and shown.values.get("a") == 1
            context.check(other.get("b") == 39, f"the other process reads {other.get('b')} after it has set 39")
            server.kill()
            other.kill()
            if not context.check(good, f"lost beside a failed flush: acknowledged a 1, b 39, found {shown.text[:200]}"):
                return


def folding(context):
    path = context.fresh() / "settings.json"
    trace = Trace(context, path, expressions=["trace=fsync,fdatasync", "inject=fsync:error=EIO:when=2"])
    with trace.server as server:
        server.do("set", "k", 1)
        context.check(server.do("fold").startswith("error notSaved"), "the fold whose fsync failed gave no error")
        context.check(server.do("set", "k", 2) == "ok", "cannot write after a fold that failed")
        context.check(server.do("flush") == "ok", "cannot flush after a fold that failed")
        context.check(server.do("fold") == "ok", "the next fold failed")
        server.end()
    shown = context.show(path)
    context.check(shown.values.get("k") == 2 and not shown.reports, f"after a failed fold: {shown.text[:200]}")
