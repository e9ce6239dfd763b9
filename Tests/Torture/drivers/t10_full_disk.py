"""A full disk: the file survives, the error names the cause, and writes succeed again once there is space."""
from harness import mounted, need, need_root, system

NUMBER, NAME, TARGET = 10, "full-disk", "document unchanged, ENOSPC named, goes on with space"


def run(context):
    need_root()
    need("mount")
    bytes_left(context)
    names_left(context)
    saved = burst(context)
    return f"64 KiB; 5 inodes; a burst of {saved} values on 1 MiB"


def bytes_left(context):
    with mounted(context.fresh(), "-t", "tmpfs", "-o", "size=64k", "tmpfs") as folder:
        path = folder / "settings.json"
        with context.serve(path) as server:
            server.do("set", "k", 1)
            context.check(server.do("fold") == "ok", "cannot write the first document")
            old = path.read_bytes()
            filler = folder / "filler"
            with open(filler, "wb", buffering=0) as file:
                try:
                    while True:
                        file.write(b"x" * 4096)
                except OSError:
                    pass
            answer = server.do("set", "k", 2, 20_000)
            told = answer + " ".join(server.lines("report"))
            context.check("number: 28" in told, f"ENOSPC is not named: {told[:200]}")
            context.check(server.get("k") == 2, "the value is gone from memory")
            context.check("number: 28" in server.do("flush"), "a flush that saved nothing gave no error")
            context.check("notSaved" in server.do("fold"), "a fold that saved nothing gave no error")
            context.check(path.read_bytes() == old, "the document has changed")
            shown = context.show(path)
            context.check(shown.values.get("k") == 1 and shown.state == "ready", f"meanwhile: {shown.text[:200]}")
            filler.unlink()
            context.check(server.do("flush") == "ok", "a flush with space again failed")
            context.check(context.show(path).values.get("k") == 2, "the value is not in the file")
            context.check(server.do("set", "k", 3) == "ok" and server.do("fold") == "ok", "does not go on")
            server.end()
        context.check(context.show(path).values.get("k") == 3, "the last value is not in the file")


def names_left(context):
    with mounted(context.fresh(), "-t", "tmpfs", "-o", "size=1m,nr_inodes=5", "tmpfs") as folder:
        path = folder / "settings.json"
        with context.serve(path) as server:
            server.do("set", "k", 1)
            server.do("fold")
            context.check(not path.exists() or '"1:' in path.read_text(), "half a document")
            server.do("set", "k", 2)
            answer = server.do("fold")
            context.check("number: 28" in answer, f"the fold without inodes answered: {answer}")
            context.check(context.show(path).values.get("k") == 2, "an acknowledged value is gone")
            system("mount", "-o", "remount,nr_inodes=100", folder)
            context.check(server.do("set", "k", 3) == "ok", "cannot write with inodes again")
            answer = server.do("fold")
            context.check(answer == "ok", f"cannot write the document with inodes again: {answer}")
            server.end()
        shown = context.show(path)
        context.check(shown.values.get("k") == 3 and '"3:' in path.read_text(), f"at the end: {shown.text[:200]}")


def burst(context):
    """The journal of a burst fills a small disk, and the document is written nevertheless."""
    with mounted(context.fresh(), "-t", "tmpfs", "-o", "size=1m", "tmpfs") as folder:
        path = folder / "settings.json"
        with context.serve(path) as server:
            server.do("set", "k", 1)
            context.check(server.do("fold") == "ok", "cannot write the first document")
            answer = server.do("sets", "k", 40_000, 61)
            context.check(answer.startswith("ok") or "number: 28" in answer, f"the burst answered: {answer[:200]}")
            context.check(server.do("flush") == "ok", "cannot save the last value after the burst")
            answer = server.do("fold")
            context.check(answer == "ok", f"cannot write the document after the burst: {answer}")
            last = server.get("k")
            server.end()
        context.check(context.show(path).values.get("k") == last, "the last value is not in the file")
        with context.serve(path) as server:
            server.do("sets", "k", 40_000, 61)
            server.kill()
        with context.serve(path) as server:
            context.check(server.do("set", "k", 7) == "ok", "cannot write after a kill on the full disk")
            context.check(server.do("fold") == "ok", "cannot write the document after a kill on the full disk")
            server.end()
        context.check('"7:' in path.read_text() or ": 7" in path.read_text(), "the document lacks the last value")
        return last
