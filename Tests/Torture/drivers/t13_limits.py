"""A limit on the file size, and one on memory with the largest document: an error, and no crash."""
import os
import resource
import signal

NUMBER, NAME, TARGET = 13, "limits", "an error, no crash, goes on"


def run(context):
    file_size(context)
    memory(context)
    descriptors(context)
    return "EFBIG, 16 MiB in 200 MB, EMFILE"


def file_size(context):
    path = context.fresh() / "settings.json"

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2048, resource.RLIM_INFINITY))

    with context.serve(path, preexec_fn=limit, restore_signals=False) as server:
        server.do("set", "k", 1)
        context.check(server.do("flush") == "ok", "a small value does not fit")
        answer = server.do("set", "k", 2, 5003)
        told = answer + " ".join(server.lines("report"))
        context.check("number: 27" in told, f"EFBIG is not named: {told[:300]}")
        context.check("number: 27" in server.do("flush"), "a flush beyond the limit gave no error")
        context.check(context.show(path).values.get("k") == 1, f"meanwhile: {context.show(path).text[:200]}")
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        context.check(server.do("flush") == "ok", "cannot flush with the limit gone")
        context.check(server.do("fold") == "ok", "cannot write the document with the limit gone")
        context.check(server.end() == 0, "crashed at its end")
    shown = context.show(path)
    context.check(shown.values.get("k") == 2 and not shown.reports, f"at the end: {shown.text[:200]}")


def memory(context):
    path = context.fresh() / "settings.json"
    value = "1:16700000:".ljust(32, "-") + "b" * (16_700_000 - 32)
    path.write_text('{"com.example.torture":{"k":"' + value + '"}}')
    context.check(path.stat().st_size <= 16 << 20, "the document is too large for this test")

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (200 << 20, 200 << 20))

    # glibc reserves 64 MB of address space for each thread, which counts towards the limit.
    limited = {"preexec_fn": limit, "env": {**os.environ, "MALLOC_ARENA_MAX": "1"}}
    shown = context.show(path, **limited)
    context.check(shown.code == 0, f"reading 16 MiB in 200 MB: exit code {shown.code}")
    context.check(shown.values.get("k") == 1 or shown.state.startswith("unreadable"), f"reading 16 MiB in 200 MB: {shown.text[:200]}")
    with context.serve(path, **limited) as server:
        context.check(server.do("set", "other", 1) == "ok", "cannot set beside 16 MiB")
        answer = server.do("fold")
        context.check(answer == "ok" or answer.startswith("error"), f"writing 16 MiB in 200 MB: {answer}")
        code = server.end()
        context.check(code == 0, f"writing 16 MiB in 200 MB: exit code {code}")
    context.check(context.show(path).values.get("other") == 1, "the value beside 16 MiB is gone")
    # A value one byte over the limit is refused, and the previous one survives.
    path = context.fresh() / "settings.json"
    path.write_text('{"a":"' + "b" * (16 << 20) + '"}')
    shown = context.show(path)
    context.check(shown.state.startswith("unreadable"), f"17 MB: {shown.text[:200]}")


def descriptors(context):
    """No descriptor is left: an error, and success once there are some again."""
    path = context.fresh() / "settings.json"
    with context.serve(path) as server:
        server.do("set", "k", 1)
        used = len(os.listdir(f"/proc/{server.process.pid}/fd"))
        hard = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)[1]
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (used, hard))
        server.do("set", "k", 2)
        answer = server.do("fold")
        context.check("number: 24" in answer, f"a fold without descriptors answered: {answer}")
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (1024, hard))
        context.check(server.do("set", "k", 3) == "ok" and server.do("fold") == "ok", "does not go on")
        server.end()
    context.check(context.show(path).values.get("k") == 3, "the last value is gone")
